#include "query/convex/filter/filter_balls.hpp"

#include "query/convex/filter/filter_stages.hpp"

#include <array>
#include <cstddef>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

template <int D>
BallCourse<D> course_of_balls(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin) {
  return course_between<D>({a.position, a.velocity, a.radius}, {b.position, b.velocity, b.radius}, margin);
}

enum class Start { Apart, Touching, Doubt };

/// For what may touch at the start; a lower bound of the gap, if it is above 0. Its own function, so that it
/// does not slow down the others.
template <int D>
Start look_at_start(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin,
                    double& sharp_gap, ConvexEvent<D>& event) {
  const BallCourse<D> course = course_of_balls(a, b, margin);
  const BallApproach approach(course);
  std::array<Enclosed, kAxes<D>> p;
  for (std::size_t i = 0; i < D; ++i) p[i] = {course.axis[i].p, 0.0};
  if (!(approach.gap < -approach.gap_error)) {
    const Enclosed s(course.s, 2.1 * kUnitSquared * course.s.high);
    Enclosed gap = -(s * s);
    for (const Enclosed& x : p) gap = gap + x * x;
    if (gap.surely_positive()) {
      sharp_gap = gap.value.high - 1.1 * gap.error;
      return Start::Apart;
    }
    if (!gap.surely_negative()) return Start::Doubt;
  }
  const bool closing = approach.dot < -approach.dot_error;
  if (!(closing || approach.dot >= approach.dot_error) || !surely_scaled<D>(p, event.direction))
    return Start::Doubt;
  event.event.kind = closing ? Kind::Overlap : Kind::None;
  event.event.touch = 0.0;
  return Start::Touching;
}

}  // namespace

template <int D>
bool filter_balls(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double end,
                  ConvexEvent<D>& event) {
  event = {};
  const BallCourse<D> course = course_of_balls(a, b, margin);
  BallApproach approach(course);
  if (!(approach.gap > approach.gap_error)) {
    const Start start = look_at_start(a, b, margin, approach.gap, event);
    if (start != Start::Apart) return start == Start::Touching;
    approach.gap_error = 2.0 * kHalfUlp * approach.gap;
  }
  SureImpact<D> impact;
  return take(event_of_apart(course, approach, end, impact), impact, event);
}

template bool filter_balls(const RoundedPolytope<2>&, const RoundedPolytope<2>&, double, double,
                           ConvexEvent<2>&);
template bool filter_balls(const RoundedPolytope<3>&, const RoundedPolytope<3>&, double, double,
                           ConvexEvent<3>&);

}  // namespace firsthit
