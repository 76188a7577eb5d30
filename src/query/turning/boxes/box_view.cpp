#include "query/turning/boxes/box_view.hpp"

#include "core/vec_math.hpp"
#include "query/turning/base/turning_taylor.hpp"
#include "query/turning/space/space_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

BoxView::Side::Vectors columns(const Rotation<3>& r) {
  const auto& row = r.rows;
  return {Vec<3>{row[0][0], row[1][0], row[2][0]}, Vec<3>{row[0][1], row[1][1], row[2][1]},
          Vec<3>{row[0][2], row[1][2], row[2][2]}};
}

}  // namespace

double MovingBox::reach() const {
  Vec<3> furthest;
  for (std::size_t i = 0; i < 3; ++i) furthest[i] = half[i] + std::fabs(motion.centre_of_shape[i]);
  return length(furthest) * (1.0 + 0x1p-50);
}

BoxView::Side::Side(const MovingBox& moving)
    : half(moving.half),
      spin(moving.motion.angular_velocity),
      rate(length(spin) * (1.0 + 0x1p-50)),
      reach(moving.reach()),
      path(moving.motion.centre),
      turning(spin) {
  const Rotation<3> start = rotation_of(moving.motion.orientation);
  now = columns(start);
  if (!is_zero(moving.motion.centre_of_shape)) now[3] = -start.of(moving.motion.centre_of_shape);
  const Vec<3>& axis = turning.axis();
  for (std::size_t i = 0; i < now.size(); ++i) {
    along[i] = dot(axis, now[i]) * axis;
    across[i] = now[i] - along[i];
    ahead[i] = cross(axis, now[i]);
  }
}

void BoxView::Side::turn(const SinCos& angle) {
  for (std::size_t i = 0; i < now.size(); ++i)
    now[i] = along[i] + (angle.cos * across[i] + angle.sin * ahead[i]);
}

TurningBox BoxView::Side::box() const {
  return {{half[0] * axis(0), half[1] * axis(1), half[2] * axis(2)}, middle()};
}

BoxView::BoxView(const MovingBox& a, const MovingBox& b)
    : side_{Side(a), Side(b)},
      sizes_(side_[0].reach + side_[1].reach),
      spinning_(side_[0].rate * side_[0].reach + side_[1].rate * side_[1].reach),
      fastest_(std::max({side_[0].rate, side_[1].rate, kSmallestRate})) {
  const CubicPath<3>& of_a = a.motion.centre;
  const CubicPath<3>& of_b = b.motion.centre;
  start_.place = of_b.position - of_a.position;
  start_.velocity = of_b.velocity - of_a.velocity;
  start_.acceleration = of_b.acceleration - of_a.acceleration;
  start_.jerk = of_b.jerk - of_a.jerk;
  start_.speed = length(start_.velocity);
  start_.jerk_size = length(start_.jerk);
  is_straight_ = is_zero(start_.acceleration) && is_zero(start_.jerk);
  place_size_ = sum_abs(start_.place);
  velocity_size_ = sum_abs(start_.velocity);
  acceleration_size_ = sum_abs(start_.acceleration);
  jerk_size_ = sum_abs(start_.jerk);
  now_ = start_;
}

void BoxView::look(double t) {
  const std::array<SinCos, 2> angles = SteadySpin<3>::angles_after(side_[0].turning, side_[1].turning, t);
  for (std::size_t i = 0; i < 2; ++i)
    if (side_[i].rate > 0.0) side_[i].turn(angles[i]);
  now_.t = t;
  double moved;
  if (is_straight_) {
    now_.place = start_.place + t * start_.velocity;
    moved = t * velocity_size_;
  } else {
    now_.acceleration = start_.acceleration + t * start_.jerk;
    now_.velocity = start_.velocity + t * (start_.acceleration + (0.5 * t) * start_.jerk);
    now_.place = start_.place +
                 t * (start_.velocity + t * (0.5 * start_.acceleration + (t * (1.0 / 6.0)) * start_.jerk));
    now_.speed = length(now_.velocity);
    now_.acceleration_size = length(now_.acceleration);
    moved = t * (velocity_size_ + t * (acceleration_size_ + t * jerk_size_));
  }
  now_.distance = length(now_.place);
  now_.error = kTurningError<3> * (place_size_ + moved + sizes_);
  now_.blur = 0x1p-51 * t * (sum_abs(now_.velocity) + spinning_);
}

/// How both lie to each other.
struct BoxView::Cosines {
  std::array<Vec<3>, 3> of;    // of a's axes, and b's
  std::array<Vec<3>, 3> size;  // of these
  Vec<3> way_a;                // [L] from middle to middle, along a's axes
  Vec<3> way_b;
  Vec<3> gap_a;  // [L] along these
  Vec<3> gap_b;

  Cosines(const Side& a, const Side& b, const Vec<3>& between) {
    for (std::size_t i = 0; i < 3; ++i) {
      way_a[i] = dot(a.axis(i), between);
      way_b[i] = dot(b.axis(i), between);
      for (std::size_t j = 0; j < 3; ++j) {
        of[i][j] = dot(a.axis(i), b.axis(j));
        size[i][j] = std::fabs(of[i][j]);
      }
    }
    const Vec<3> reach = a.half[0] * size[0] + a.half[1] * size[1] + a.half[2] * size[2];
    for (std::size_t i = 0; i < 3; ++i) {
      gap_a[i] = std::fabs(way_a[i]) - (a.half[i] + dot(size[i], b.half));
      gap_b[i] = std::fabs(way_b[i]) - (b.half[i] + reach[i]);
    }
  }

  /// [L] Along a's edge i times b's j, which is as long as the sine between them.
  double gap_across(const Vec<3>& half_a, const Vec<3>& half_b, std::size_t i, std::size_t j) const {
    const std::size_t k = (i + 1) % 3;
    const std::size_t l = (i + 2) % 3;
    const std::size_t m = (j + 1) % 3;
    const std::size_t n = (j + 2) % 3;
    const double way = std::fabs(way_a[l] * of[k][j] - way_a[k] * of[l][j]);
    const double reach_a = half_a[k] * size[l][j] + half_a[l] * size[k][j];
    const double reach_b = half_b[m] * size[i][n] + half_b[n] * size[i][m];
    return way - (reach_a + reach_b);
  }
};

BoxFacing BoxView::furthest() const {
  const Side& a = side_[0];
  const Side& b = side_[1];
  const Vec<3> between = now_.place + (b.middle() - a.middle());
  const Cosines cosines(a, b, between);
  BoxFacing best{.gap = cosines.gap_a[0]};
  for (std::size_t i = 1; i < 3; ++i)
    if (cosines.gap_a[i] > best.gap) best = {BoxFacing::Of::Side, 0, {i, 0}, cosines.gap_a[i]};
  for (std::size_t j = 0; j < 3; ++j)
    if (cosines.gap_b[j] > best.gap) best = {BoxFacing::Of::Side, 1, {j, 0}, cosines.gap_b[j]};
  // Far apart, an axis across a side is as good: it stands still along that body's corners.
  constexpr double kFar = 0.125;
  if (!(best.gap > 0.0) || best.gap * best.gap <= kFar * kFar * length_squared(between))
    look_across_edges(cosines, best);
  return best;
}

void BoxView::look_across_edges(const Cosines& cosines, BoxFacing& best) const {
  constexpr double kParallel = 0x1p-8;  // squared: such a direction turns too fast to part them for long
  double least = std::max(best.gap, 0.0);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const double cosine = cosines.of[i][j];
      const double square = (1.0 - cosine) * (1.0 + cosine);
      const double apart = cosines.gap_across(side_[0].half, side_[1].half, i, j);
      if (!(apart > 0.0) || !(square > kParallel) || !(apart * apart > least * least * square)) continue;
      least = apart / std::sqrt(square);
      best = {BoxFacing::Of::Edges, 0, {i, j}, least};
    }
}

bool BoxView::overlap() const {
  const Side& a = side_[0];
  const Side& b = side_[1];
  const Cosines cosines(a, b, now_.place + (b.middle() - a.middle()));
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 3; ++i) highest = std::max({highest, cosines.gap_a[i], cosines.gap_b[i]});
  if (!(highest < -2.0 * now_.error)) return false;
  double across = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) across = std::max(across, cosines.gap_across(a.half, b.half, i, j));
  if (across > 2.5 * now_.error) return false;
  if (across < -2.5 * now_.error) return true;
  // Where edges are nearly parallel, or only edges meet, a sharper look.
  const auto found = axis_between_boxes(a.box(), b.box(), now_.place, now_.error);
  return found && found->proves_impact;
}

}  // namespace firsthit
