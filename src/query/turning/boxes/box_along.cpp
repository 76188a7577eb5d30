#include "query/turning/boxes/box_along.hpp"

#include "core/vec_math.hpp"
#include "query/turning/base/turning_taylor.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

/// [rad] No step is longer than both turn by so much: bounds on derivatives tell nothing then.
constexpr double kLongest = 2.0;

/// [errors] What the rounding of a direction across two edges adds to the gap along it, over the sine between
/// them. Smaller: a step might be too long.
constexpr double kEdgeError = 0.125;

/// Of bounds, for the roundings in their sums.
constexpr double kMore = 1.0 + 0x1p-40;

/// Of the centres, along an axis; `value` is what is known of it. Lowered by what rounding may add to the
/// derivatives of the whole.
TurningCourse of_path(const BoxView& view, const TurningAxis<3>& axis, double value) {
  const TurningInstant<3>& now = view.now();
  const Vec<3>& n = axis.normal;
  const Vec<3> first = cross(axis.rate, n);  // derivatives of n
  const Vec<3> second = cross(axis.rate, first);
  const double square = length_squared(axis.rate);
  const double w = std::sqrt(square);
  const double tip = length(first) + 0x1p-50 * w;
  const double closing = dot(first, now.velocity);
  const double across = dot(first, now.place);
  TurningCourse f;
  f.value = value;
  f.rate = across + dot(n, now.velocity);
  f.bend = dot(second, now.place) + 2.0 * closing;
  f.third = 3.0 * dot(second, now.velocity) - square * across;
  f.fourth[0] = tip * square * (4.0 * now.speed + w * now.distance) * kMore;
  f.fourth[1] = tip * square * w * now.speed * kMore;
  // No place moves faster, seen from the axis, and turns faster.
  const double turning = w + view.fastest_spin();
  const double moving = now.speed + turning * (now.distance + view.sizes());
  double of_bend = 2.0 * turning * moving;
  double of_third = 3.0 * turning * turning * moving;
  if (!view.is_straight()) {
    const double a = now.acceleration_size;
    const double j = now.jerk_size;
    f.bend += dot(n, now.acceleration);
    f.third += 3.0 * dot(first, now.acceleration) + dot(n, now.jerk);
    f.fourth[0] += tip * (4.0 * j + w * 6.0 * a) * kMore;
    f.fourth[1] += tip * w * (6.0 * j + w * 4.0 * a) * kMore;
    f.fourth[2] = tip * square * (4.0 * j + w * a) * kMore;
    f.fourth[3] = tip * square * w * j * kMore;
    of_bend += a;
    of_third += 3.0 * turning * a + j;
  }
  f.rate -= kDerivativeError * moving;
  f.bend -= kDerivativeError * of_bend;
  f.third -= kDerivativeError * of_third;
  return f;
}

/// A vector that turns: itself, and its derivatives.
struct Derivatives {
  Vec<3> of[4];
};

Derivatives turning(const Vec<3>& x, const Vec<3>& spin, double square) {
  Derivatives r{{x, cross(spin, x)}};
  r.of[2] = cross(spin, r.of[1]);
  r.of[3] = -square * r.of[1];
  return r;
}

}  // namespace

Vec<3> normal_of(const BoxView& view, const BoxFacing& facing) {
  const BoxView::Side& a = view.side(0);
  const BoxView::Side& b = view.side(1);
  Vec<3> r = view.side(facing.owner).axis(facing.axis[0]);
  if (facing.of == BoxFacing::Of::Edges) {
    const Vec<3> across = cross(a.axis(facing.axis[0]), b.axis(facing.axis[1]));
    r = (1.0 / length(across)) * across;
  }
  return dot(r, view.now().place + (b.middle() - a.middle())) < 0.0 ? -r : r;
}

BoxAlong::BoxAlong(const BoxView& view, const BoxFacing& facing) : facing_(facing) {
  if (facing.of == BoxFacing::Of::Side)
    look_along_side(view);
  else
    look_across_edges(view);
}

/// The direction goes with the side, so that its own box stands still along it.
void BoxAlong::look_along_side(const BoxView& view) {
  const Vec<3> normal = normal_of(view, facing_);
  const Vec<3>& spin = view.side(facing_.owner).spin;
  course_ = of_path(view, {normal, spin}, facing_.gap);
  add(view.side(1 - facing_.owner), facing_.owner == 0 ? normal : -normal, spin);
  longest_ = kLongest / view.fastest_spin();
}

/// Adds the other box, whose lowest corner counts along a direction that turns by `spin`.
void BoxAlong::add(const BoxView::Side& side, const Vec<3>& n, const Vec<3>& spin) {
  const Vec<3> relative = side.spin - spin;
  if (is_zero(relative)) return;
  const Vec<3> first = cross(spin, n);  // derivatives of n
  const Vec<3> second = cross(spin, first);
  const Vec<3> turned = cross(first, relative);
  const Vec<3> rate = cross(n, relative);
  const Vec<3> again = cross(rate, side.spin);
  const Vec<3> bend = turned + again;
  const Vec<3> third = cross(second, relative) + cross(2.0 * turned + again, side.spin);
  const auto reach = [&](const Vec<3>& x, double size) -> Reach {
    return {size * dot(n, x), size * dot(rate, x), size * dot(bend, x), size * dot(third, x)};
  };
  const auto count = [&](const Reach& f) {
    course_.rate += f.rate;
    course_.bend += f.bend;
    course_.third += f.third;
  };
  if (!is_zero(side.middle())) count(reach(side.middle(), 1.0));
  for (std::size_t k = 0; k < 3; ++k) {
    Reach f = reach(side.axis(k), side.half[k]);
    const double leads = f.value != 0.0 ? f.value : f.rate != 0.0 ? f.rate : f.bend != 0.0 ? f.bend : f.third;
    if (leads > 0.0) f = {-f.value, -f.rate, -f.bend, -f.third};
    count(f);
    open_[count_++] = f;
  }
  const double both = length(spin) + side.rate;
  course_.fourth[0] += length(relative) * both * both * both * side.reach * kMore;
}

/// The direction stays across both edges, and is of unit length only now.
void BoxAlong::look_across_edges(const BoxView& view) {
  const TurningInstant<3>& now = view.now();
  const BoxView::Side& a = view.side(0);
  const BoxView::Side& b = view.side(1);
  const std::size_t i = facing_.axis[0];
  const std::size_t j = facing_.axis[1];
  const Vec<3>& along_a = a.axis(i);
  const Vec<3>& along_b = b.axis(j);
  Vec<3> across = cross(along_a, along_b);
  const double sine = length(across);
  const bool is_away = dot(across, now.place + (b.middle() - a.middle())) < 0.0;
  const double scale = (is_away ? -1.0 : 1.0) / sine;
  const Vec<3> relative = b.spin - a.spin;
  const double relative_rate = length(relative);

  // The middles of both edges, and how the other half edges reach beyond them.
  const double faster = (a.rate + b.rate) * relative_rate;
  Vec<3> x_a = a.middle();
  Vec<3> x_b = b.middle();
  const auto go_to_edge = [&](const BoxView::Side& side, std::size_t k, double sign, double cosine,
                              double change, Vec<3>& x) {
    // Along the direction, the half edge reaches as far as its cosine with the other's edge, or the opposite.
    const double along = sign * scale * dot(across, side.axis(k));
    x = x + (along > 0.0 ? -side.half[k] : side.half[k]) * side.axis(k);
    const double size = side.half[k] * std::fabs(scale);
    const double grows = cosine < 0.0 ? -change : change;
    open_[count_++] = {-size * std::fabs(cosine), -size * grows, size * faster * kMore, 0.0};
  };
  const Vec<3> turning_b = cross(relative, along_b);
  const Vec<3> turning_a = cross(along_a, relative);
  for (std::size_t n = 1; n < 3; ++n) {
    const std::size_t k = (i + n) % 3;
    const std::size_t l = (i + 3 - n) % 3;
    go_to_edge(a, k, -1.0, dot(a.axis(l), along_b), dot(a.axis(l), turning_b), x_a);
    const std::size_t p = (j + n) % 3;
    const std::size_t q = (j + 3 - n) % 3;
    go_to_edge(b, p, 1.0, dot(along_a, b.axis(q)), dot(turning_a, b.axis(q)), x_b);
  }

  const double square_a = length_squared(a.spin);
  const double square_b = length_squared(b.spin);
  const Derivatives u = turning(scale * along_a, a.spin, square_a);
  const Derivatives v = turning(along_b, b.spin, square_b);
  const Derivatives of_a = turning(x_a, a.spin, square_a);
  const Derivatives of_b = turning(x_b, b.spin, square_b);
  const Vec<3> c0 = scale * across;
  const Vec<3> c1 = cross(u.of[1], v.of[0]) + cross(u.of[0], v.of[1]);
  const Vec<3> c2 = (cross(u.of[2], v.of[0]) + cross(u.of[0], v.of[2])) + 2.0 * cross(u.of[1], v.of[1]);
  const Vec<3> c3 = (cross(u.of[3], v.of[0]) + cross(u.of[0], v.of[3])) +
                    3.0 * (cross(u.of[2], v.of[1]) + cross(u.of[1], v.of[2]));
  const Vec<3> d0 = now.place + (x_b - x_a);
  const Vec<3> d1 = now.velocity + (of_b.of[1] - of_a.of[1]);
  const Vec<3> d2 = now.acceleration + (of_b.of[2] - of_a.of[2]);
  const Vec<3> d3 = now.jerk + (of_b.of[3] - of_a.of[3]);
  const double size = std::fabs(scale);
  TurningCourse& f = course_;
  f.value = dot(c0, d0) - kEdgeError * size * now.error;
  f.rate = dot(c1, d0) + dot(c0, d1);
  f.bend = (dot(c2, d0) + dot(c0, d2)) + 2.0 * dot(c1, d1);
  f.third = (dot(c3, d0) + dot(c0, d3)) + 3.0 * (dot(c2, d1) + dot(c1, d2));

  const double w = a.rate + b.rate;
  const double r_a = length(x_a);
  const double r_b = length(x_b);
  const double first = now.speed + (a.rate * r_a + b.rate * r_b);
  const double second = now.acceleration_size + (square_a * r_a + square_b * r_b);
  const double third = now.jerk_size + (square_a * a.rate * r_a + square_b * b.rate * r_b);
  const double fourth = square_a * square_a * r_a + square_b * square_b * r_b;
  const double more = size * kMore;
  f.fourth[0] = (w * (w * (w * (w * length(d0) + 4.0 * first) + 6.0 * second) + 4.0 * third) + fourth) * more;
  f.fourth[1] = w * w * (w * (w * first + 4.0 * now.acceleration_size) + 6.0 * now.jerk_size) * more;
  f.fourth[2] = w * w * w * (w * (0.5 * now.acceleration_size) + 2.0 * now.jerk_size) * more;
  f.fourth[3] = w * w * w * w * (now.jerk_size * (1.0 / 6.0)) * more;
  const double turning = w + view.fastest_spin();
  const double moving = now.speed + turning * (now.distance + view.sizes());
  f.rate -= kDerivativeError * size * moving;
  f.bend -= kDerivativeError * size * (now.acceleration_size + 2.0 * turning * moving);
  f.third -=
      kDerivativeError * size * (now.jerk_size + 3.0 * turning * (now.acceleration_size + turning * moving));
  longest_ = kLongest / view.fastest_spin();
  grows_ = relative_rate * size * kMore;
  deep_ = 5.0 + std::min(3.0 * size, 8.0);
  is_across_edges_ = true;
}

double BoxAlong::step(double least, double left, TurningCourse& first) const {
  first = course_;
  if (is_across_edges_ && least < 0.0) return 0.0;
  first.value -= least;
  first.rate -= least * grows_;
  if (!(first.value > 0.0)) return 0.0;
  const TurningCourse nearest = first;
  const double most = time_above_zero(nearest, std::min(left, longest_));

  // All corners have one bound on the fourth derivative: the choice of a half edge is settled where its own
  // course keeps its sign.
  std::array<Reach, 4> open;
  std::size_t count = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    const Reach& e = open_[i];
    const double of_bend = 0.5 * std::max(e.bend, 0.0) + most * ((1.0 / 6.0) * std::max(e.third, 0.0));
    if (e.value + most * (std::max(e.rate, 0.0) + most * of_bend) > 0.0) open[count++] = e;
  }
  double safe = most;
  for (std::size_t choice = 1; choice < std::size_t{1} << count; ++choice) {
    TurningCourse g = nearest;
    for (std::size_t i = 0; i < count; ++i) {
      if ((choice >> i & 1U) == 0) continue;
      g.value -= 2.0 * open[i].value;
      g.rate -= 2.0 * open[i].rate;
      g.bend -= 2.0 * open[i].bend;
      g.third -= 2.0 * open[i].third;
    }
    const double found = g.value > 0.0 ? time_above_zero(g, most) : 0.0;
    if (found < safe) first = g;
    safe = std::min(safe, found);
  }
  return safe;
}

double step_of_balls(const BoxView& view, double least, double left) {
  const TurningInstant<3>& now = view.now();
  const double apart = now.distance - (view.sizes() + least);
  if (!(apart > 0.0)) return 0.0;
  const Vec<3> normal = (1.0 / now.distance) * now.place;
  const Vec<3> rate = (1.0 / now.distance) * cross(normal, now.velocity);
  return time_above_zero(of_path(view, {normal, rate}, apart), left);
}

}  // namespace firsthit
