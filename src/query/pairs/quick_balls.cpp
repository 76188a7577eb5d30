#include "core/vec_math.hpp"
#include "query/convex/filter/filter_balls.hpp"
#include "query/pairs/moderate_numbers.hpp"
#include "query/pairs/quick_pairs.hpp"

#include <cstddef>

namespace firsthit {
namespace {

/// As contact_region has it for two places with a radius each.
template <int D>
Contact<D> contact(const OnCourse<Ball, D>& a, const OnCourse<Ball, D>& b, const SureImpact<D>& impact) {
  const double size = length(impact.direction);
  const Vec<D> normal = vec_of<D>([&](std::size_t i) { return impact.direction[i] / size; });
  const Vec<D> middle = vec_of<D>([&](std::size_t i) {
    const double place_a = (a.motion.position[i] + impact.lower * a.motion.velocity[i]) + 0.0;
    const double place_b = (b.motion.position[i] + impact.lower * b.motion.velocity[i]) + 0.0;
    return 0.5 * (place_a + a.shape.radius * normal[i]) + 0.5 * (place_b - b.shape.radius * normal[i]);
  });
  return {normal, middle, {}, {}};
}

}  // namespace

template <int D>
Encounter<D> meet_at_once(const OnCourse<Ball, D>& a, const OnCourse<Ball, D>& b, const Query& query) {
  if (!are_moderate(a, b, query)) return untold<D>();
  const BallCourse<D> course =
      course_between<D>({a.motion.position, a.motion.velocity, a.shape.radius},
                        {b.motion.position, b.motion.velocity, b.shape.radius}, query.margin);
  const BallApproach approach(course);
  if (!(approach.gap > approach.gap_error)) return untold<D>();
  SureImpact<D> impact;
  const Told told = event_of_apart(course, approach, end_of(query), impact);
  if (told == Told::Miss) return missed<D>(query);
  return told == Told::Impact ? met(impact, contact(a, b, impact), query.margin) : untold<D>();
}

template Encounter<2> meet_at_once(const OnCourse<Ball, 2>&, const OnCourse<Ball, 2>&, const Query&);
template Encounter<3> meet_at_once(const OnCourse<Ball, 3>&, const OnCourse<Ball, 3>&, const Query&);

}  // namespace firsthit
