#include "core/vec_math.hpp"
#include "query/ballistic/falling_filter.hpp"
#include "query/pairs/pair_kernels.hpp"

namespace firsthit {
namespace {

/// A direction for two centres that coincide: against the relative motion of b.
template <int D>
Vec<D> against_motion(const Course<D>& a, const Course<D>& b, double t) {
  const Vec<D> fall = b.acceleration - a.acceleration;
  const Vec<D> v = (b.velocity - a.velocity) + t * fall;
  return -(is_zero(v) ? fall : v);
}

template <int D>
void fill(const MovingShape<D>& a, const MovingShape<D>& b, const Vec<D>& direction, double margin,
          PairMeeting<D>& meeting) {
  RoundedPolytope<D> core_a;
  RoundedPolytope<D> core_b;
  polytope_of(a, core_a);
  polytope_of(b, core_b);
  fill_contact<D>({a, core_a}, {b, core_b}, direction, margin, meeting);
}

bool is_miss(const GapEvent& event) { return event.kind == GapEvent::Kind::None && !event.touch; }

template <int D>
double radius_of(const Shape<D>& shape) {
  const auto* ball = std::get_if<Ball>(&shape);
  return ball != nullptr ? ball->radius : 0.0;
}

}  // namespace

template <int D>
PairMeeting<D> falling_balls_meet(const MovingShape<D>& a, const MovingShape<D>& b,
                                  const QueryWindow& window) {
  const double a_radius = radius_of<D>(a.shape);
  const double b_radius = radius_of<D>(b.shape);
  const std::optional<GapEvent> filtered =
      filtered_ball_event(a.course, a_radius, b.course, b_radius, window.margin, window.end);
  if (window.trace != nullptr) ++(filtered ? window.trace->filtered : window.trace->exact);
  PairMeeting<D> r;
  r.event = filtered
                ? *filtered
                : ball_ball_event(a.course, a_radius, b.course, b_radius, window.margin, window.end).event;
  if (is_miss(r.event)) return r;
  const double t = moment_of(r.event);
  const Vec<D> apart = place_between(a.course, b.course, t);
  fill(a, b, is_zero(apart) ? against_motion(a.course, b.course, t) : apart, window.margin, r);
  return r;
}

PairMeeting<2> falling_segment_meets(const MovingShape<2>& a, const MovingShape<2>& b,
                                     const QueryWindow& window) {
  const auto& [from, to] = std::get<Segment<2>>(a.shape);
  const double radius = radius_of<2>(b.shape);
  const std::optional<PairEvent> filtered =
      filtered_segment_event(a.course, from, to, b.course, radius, window.margin, window.end);
  if (window.trace != nullptr) ++(filtered ? window.trace->filtered : window.trace->exact);
  const PairEvent pair =
      filtered ? *filtered
               : segment_ball_event(a.course, from, to, b.course, radius, window.margin, window.end);
  PairMeeting<2> r;
  r.event = pair.event;
  r.unresolved = pair.unresolved;
  if (r.unresolved || is_miss(r.event)) return r;
  const double t = moment_of(r.event);
  const Vec<2> along = to - from;
  Vec<2> direction = pair.side > 0 ? Vec<2>{-along[1], along[0]} : Vec<2>{along[1], -along[0]};
  if (pair.part != Part::Face) {
    direction = place_between(a.course, b.course, t) - (pair.part == Part::To ? to : from);
    if (is_zero(direction)) {
      direction = against_motion(a.course, b.course, t);
      // Who begins at an end and parts goes where the normal leads.
      if (r.event.kind == GapEvent::Kind::None && r.event.touch == 0.0) direction = -direction;
    }
  }
  fill(a, b, direction, window.margin, r);
  return r;
}

template PairMeeting<2> falling_balls_meet(const MovingShape<2>&, const MovingShape<2>&, const QueryWindow&);
template PairMeeting<3> falling_balls_meet(const MovingShape<3>&, const MovingShape<3>&, const QueryWindow&);

}  // namespace firsthit
