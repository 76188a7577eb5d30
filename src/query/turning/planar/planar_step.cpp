#include "query/turning/planar/planar_step.hpp"

#include "core/vec_math.hpp"
#include "query/turning/base/turning_pair.hpp"
#include "query/turning/base/turning_taylor.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

/// [rad] No step is longer than both turn by so much: bounds on derivatives tell nothing then.
constexpr double kLongest = 2.0;

/// Of the centres, along an axis; `value` is what is known of it. Lowered by what rounding may add to the
/// derivatives of the whole.
TurningCourse of_path(const PlanarView& view, const Vec<2>& n, double rate, double value) {
  const PlanarView::Instant& now = view.now();
  const Vec<2> across = turned_left(n);
  const double along = dot(n, now.place);
  const double beside = dot(across, now.place);
  const double closing = dot(n, now.velocity);
  const double sliding = dot(across, now.velocity);
  const double square = rate * rate;
  const double w = std::fabs(rate);
  const double p = now.distance;
  const double v = now.speed;
  TurningCourse f;
  f.value = value;
  f.rate = rate * beside + closing;
  f.bend = 2.0 * rate * sliding - square * along;
  f.third = -square * (3.0 * closing + rate * beside);
  f.fourth[0] = square * w * (4.0 * v + w * p) * (1.0 + 0x1p-40);
  f.fourth[1] = square * square * v * (1.0 + 0x1p-40);
  // No place moves faster, seen from the axis, and turns faster.
  const double turning = w + view.fastest_spin();
  const double moving = v + turning * (p + view.sizes());
  double of_bend = 2.0 * turning * moving;
  double of_third = 3.0 * turning * turning * moving;
  if (!view.is_straight()) {
    const double a = now.acceleration_size;
    const double j = view.jerk_size();
    f.bend += dot(n, now.acceleration);
    f.third += 3.0 * rate * dot(across, now.acceleration) + dot(n, view.jerk());
    f.fourth[0] += w * (4.0 * j + w * 6.0 * a) * (1.0 + 0x1p-40);
    f.fourth[1] += square * (6.0 * j + w * 4.0 * a) * (1.0 + 0x1p-40);
    f.fourth[2] = square * w * (4.0 * j + w * a) * (1.0 + 0x1p-40);
    f.fourth[3] = square * square * j * (1.0 + 0x1p-40);
    of_bend += a;
    of_third += 3.0 * turning * a + j;
  }
  f.rate -= kDerivativeError * moving;
  f.bend -= kDerivativeError * of_bend;
  f.third -= kDerivativeError * of_third;
  return f;
}

TurningCourse of_corner(const PlanarFigure& figure, const PlanarAlong& along, double relative,
                        std::size_t i) {
  const double square = relative * relative;
  const double across = relative * dot(turned_left(along.direction), figure.corner(i));
  TurningCourse f{along.value[i], -across, -square * along.value[i], square * across};
  f.fourth[0] = square * square * figure.reach * (1.0 + 0x1p-40);
  return f;
}

/// Of the lowest corner; of several the one that comes nearer soonest. Requires: along.nearest is found.
TurningCourse nearest_of(const PlanarFigure& figure, PlanarAlong& along, double relative) {
  if (relative == 0.0) return TurningCourse{along.lowest};
  TurningCourse best = of_corner(figure, along, relative, along.nearest);
  if (along.is_alone) return best;
  for (std::size_t i = 0; i < figure.corners; ++i) {
    if (along.value[i] != along.lowest || i == along.nearest) continue;
    const TurningCourse f = of_corner(figure, along, relative, i);
    if (f.rate < best.rate) {
      best = f;
      along.nearest = i;
    }
  }
  return best;
}

/// Calls use with all other corners that may be the lowest within a time.
void for_others(const PlanarFigure& figure, const PlanarAlong& along, double relative, double time,
                const auto& use) {
  if (relative == 0.0) return;
  const double moved = std::fabs(relative) * time;
  const double square = moved * moved * (1.0 + 0x1p-40);
  const double x = figure.x[along.nearest];
  const double y = figure.y[along.nearest];
  for (std::size_t i = 0; i < figure.corners; ++i) {
    const double beyond = along.value[i] - along.lowest;
    const double dx = figure.x[i] - x;
    const double dy = figure.y[i] - y;
    if (i != along.nearest && beyond * beyond <= square * (dx * dx + dy * dy)) use(i);
  }
}

/// The shortest step of several pairs of corners.
class Shortest {
 public:
  Shortest(const TurningCourse& nearest, double longest, TurningCourse& first) : first_(first) {
    first_ = nearest;
    most_ = safe_ = nearest.value > 0.0 ? time_above_zero(nearest, longest) : 0.0;
  }
  void add(const TurningCourse& f) {
    const double found = f.value > 0.0 ? time_above_zero(f, most_) : 0.0;
    if (found < safe_) first_ = f;
    safe_ = std::min(safe_, found);
  }
  double most() const { return most_; }  ///< [T] of the nearest alone
  double safe() const { return safe_; }

 private:
  double most_;
  double safe_;
  TurningCourse& first_;
};

}  // namespace

double step_from_face(const PlanarView& view, PlanarFace& face, double least, double left,
                      TurningCourse& first) {
  const PlanarView::Side& own = view.side(face.owner);
  const PlanarView::Side& other = view.side(1 - face.owner);
  const Vec<2> outward = view.now().turn[face.owner].of(own.figure.normal(face.edge));
  const Vec<2> normal = face.owner == 0 ? outward : -outward;
  const double relative = other.spin - own.spin;
  const TurningCourse common =
      of_path(view, normal, own.spin, face.height - (view.radii() + least) - face.along.lowest);
  Shortest r(common + nearest_of(other.figure, face.along, relative),
             std::min(left, kLongest / view.fastest_spin()), first);
  for_others(other.figure, face.along, relative, r.most(),
             [&](std::size_t i) { r.add(common + of_corner(other.figure, face.along, relative, i)); });
  return r.safe();
}

double step_between_corners(const PlanarView& view, PlanarCorners& corners, double least, double left,
                            TurningCourse& first) {
  PlanarAlong& along_a = corners.along[0];
  PlanarAlong& along_b = corners.along[1];
  const PlanarFigure& a = view.side(0).figure;
  const PlanarFigure& b = view.side(1).figure;
  const double relative_a = view.side(0).spin - corners.rate;
  const double relative_b = view.side(1).spin - corners.rate;
  const TurningCourse common =
      of_path(view, corners.normal, corners.rate,
              corners.value - (view.radii() + least) - (along_a.lowest + along_b.lowest));
  const TurningCourse of_a = nearest_of(a, along_a, relative_a);
  const TurningCourse of_b = nearest_of(b, along_b, relative_b);
  Shortest r(common + (of_a + of_b),
             std::min(left, kLongest / std::max(view.fastest_spin(), std::fabs(corners.rate))), first);
  for_others(a, along_a, relative_a, r.most(),
             [&](std::size_t i) { r.add(common + (of_corner(a, along_a, relative_a, i) + of_b)); });
  for_others(b, along_b, relative_b, r.most(), [&](std::size_t k) {
    const TurningCourse other = of_corner(b, along_b, relative_b, k);
    r.add(common + (of_a + other));
    for_others(a, along_a, relative_a, r.most(),
               [&](std::size_t i) { r.add(common + (of_corner(a, along_a, relative_a, i) + other)); });
  });
  return r.safe();
}

double step_of_balls(const PlanarView& view, double least, double left) {
  const PlanarView::Instant& now = view.now();
  const double apart = now.distance - (view.sizes() + least);
  if (!(apart > 0.0)) return 0.0;
  const Vec<2> normal = (1.0 / now.distance) * now.place;
  const double rate = cross(normal, now.velocity) / now.distance;
  return time_above_zero(of_path(view, normal, rate, apart), left);
}

}  // namespace firsthit
