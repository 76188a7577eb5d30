#include "core/vec_math.hpp"
#include "query/convex/filter/filter_ball_box.hpp"
#include "query/pairs/box_feature.hpp"
#include "query/pairs/moderate_numbers.hpp"
#include "query/pairs/quick_pairs.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace firsthit {
namespace {

template <int D>
BoxPart part_on(const std::array<double, kAxes<D>>& side) {
  BoxPart r;
  for (std::size_t i = 0; i < D; ++i) {
    r.free |= std::size_t{side[i] == 0.0} << i;
    r.upper |= std::size_t{side[i] > 0.0} << i;
  }
  return r;
}

/// Is that part of a box told from what lies next to it, along this direction? As SupportFeature has it.
template <int D>
bool is_told(const BoxPart& part, const Vec<D>& half_extents, const Vec<D>& direction) {
  double size = 0.0;
  for (std::size_t i = 0; i < D; ++i) size += std::fabs(direction[i]) * half_extents[i];
  bool told = true;
  for (std::size_t i = 0; i < D; ++i) {
    const double half = half_extents[i];
    const bool free = (part.free >> i & 1U) != 0;
    told = told & (half > 0.0) & (free | (2.0 * std::fabs(direction[i]) * half > 0x1p-47 * size));
  }
  return told;
}

/// As contact_region has it: at the ball's place, or halfway to the box' corner.
template <int D>
Contact<D> contact(const OnCourse<Box<D>, D>& box, const OnCourse<Ball, D>& ball, const SureImpact<D>& impact,
                   const BoxPart& part, double margin) {
  const double size = length(impact.direction);
  const double radius = ball.shape.radius;
  const Vec<D> normal = vec_of<D>([&](std::size_t i) { return impact.direction[i] / size; });
  const Vec<D> middle = vec_of<D>([&](std::size_t i) {
    const double centre = (ball.motion.position[i] + impact.lower * ball.motion.velocity[i]) + 0.0;
    if (part.free != 0) return centre - (radius + 0.5 * margin) * normal[i];
    const double corner = (box.motion.position[i] + impact.lower * box.motion.velocity[i]) +
                          std::copysign(box.shape.half_extents[i], impact.direction[i]);
    return 0.5 * corner + 0.5 * (centre - radius * normal[i]);
  });
  return {normal, middle, box_feature<D>(part), {}};
}

}  // namespace

template <int D>
Encounter<D> meet_at_once(const OnCourse<Box<D>, D>& box, const OnCourse<Ball, D>& ball, const Query& query) {
  if (!are_moderate(box, ball, query)) return untold<D>();
  const BallAndBox<D> pair({box.motion.position, box.motion.velocity, box.shape.half_extents}, ball.motion,
                           sum_of_three(ball.shape.radius, query.margin, 0.0));
  SureImpact<D> impact;
  std::array<double, kAxes<D>> side;
  const Told told = event_of_ball_and_box(pair, end_of(query), impact, side);
  if (told == Told::Miss) return missed<D>(query);
  if (told == Told::Nothing) return untold<D>();
  const BoxPart part = part_on<D>(side);
  if (!is_told(part, pair.half, impact.direction)) return untold<D>();
  return met(impact, contact(box, ball, impact, part, query.margin), query.margin);
}

template Encounter<2> meet_at_once(const OnCourse<Box<2>, 2>&, const OnCourse<Ball, 2>&, const Query&);
template Encounter<3> meet_at_once(const OnCourse<Box<3>, 3>&, const OnCourse<Ball, 3>&, const Query&);

}  // namespace firsthit
