#include <firsthit/first_hit.hpp>

#include "core/never.hpp"
#include "core/vec_math.hpp"
#include "query/base/pair_table.hpp"
#include "query/explain.hpp"
#include "query/pairs/input_checks.hpp"
#include "query/pairs/moderate_numbers.hpp"
#include "query/pairs/pair_kernels.hpp"
#include "query/pairs/quick_pairs.hpp"
#include "query/pairs/rescaled.hpp"
#include "query/pairs/turning/turning_order.hpp"
#include "query/pairs/turning/turning_pairs.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace firsthit {

using Kind = GapEvent::Kind;

template <int D>
Encounter<D> encounter(const PairMeeting<D>& meeting, double horizon) {
  const GapEvent& event = meeting.event;
  Encounter<D> r;
  r.delay = r.delay_upper = r.first_touch = horizon;
  if (meeting.unresolved) {
    r.outcome = Outcome::Unresolved;
    r.delay = event.lower;
    r.first_touch = event.touch.value_or(event.lower);
    return r;
  }
  if (event.kind == Kind::None && !event.touch) return r;
  r.outcome = event.kind == Kind::None     ? Outcome::Graze
              : event.kind == Kind::Impact ? Outcome::Impact
                                           : Outcome::Overlap;
  if (event.kind != Kind::None) {
    r.delay = event.lower;
    r.delay_upper = event.upper;
  }
  r.first_touch = event.touch.value_or(event.lower);
  const Vec<D> middle = centre(meeting.region);
  r.normal = meeting.region.normal;
  r.gap = meeting.region.gap;
  r.point_a = middle - (0.5 * r.gap) * r.normal;
  r.point_b = middle + (0.5 * r.gap) * r.normal;
  r.feature_a = meeting.feature_a;
  r.feature_b = meeting.feature_b;
  return r;
}

namespace {

template <int D>
Encounter<D> swapped(Encounter<D> e) {
  e.normal = Vec<D>{} - e.normal;  // no -0.0
  std::swap(e.point_a, e.point_b);
  std::swap(e.feature_a, e.feature_b);
  return e;
}

template <int D>
PairMeeting<D> meet(QueryKernel kernel, const MovingShape<D>& a, const MovingShape<D>& b,
                    const QueryWindow& window) {
  switch (kernel) {
    case QueryKernel::Convex:
      return convex_meet(a, b, window);
    case QueryKernel::Pieces:
      if constexpr (D == 2) return polygons_meet(a, b, window);
      break;
    case QueryKernel::HalfSpace:
      return half_space_meets(a, b, window);
    case QueryKernel::FallingRound:
      return falling_balls_meet(a, b, window);
    case QueryKernel::FallingSegment:
      if constexpr (D == 2) return falling_segment_meets(a, b, window);
      break;
    case QueryKernel::Turning:  // asked by turning_answer
    case QueryKernel::None:
      break;
  }
  refuse(Where{nullptr, "first_hit: the pair"}, "shapes that queries know",
         std::string(name_of(a.shape)) + " and " + name_of(b.shape));
}

/// Do both go straight, as most do that are asked about?
template <int D>
bool are_linear(const Moving<D>& a, const Moving<D>& b) {
  return std::holds_alternative<Linear<D>>(a.motion) && std::holds_alternative<Linear<D>>(b.motion);
}

/// [T] When a motion ends: infinite, if it has no end.
template <int D>
double end_of_motion(const Motion<D>& motion) {
  const auto* spline = std::get_if<Spline<D>>(&motion);
  return spline == nullptr ? kNever : spline->duration;
}

/// Of two that are the same in all nothing tells a normal.
template <int D>
Encounter<D> without_normal(Encounter<D> e) {
  const Vec<D> middle = 0.5 * (e.point_a + e.point_b);
  e.normal = Vec<D>{};
  e.point_a = e.point_b = middle;
  e.gap = 0.0;
  e.feature_a = e.feature_b = Feature{};
  return e;
}

template <int D>
Encounter<D> turning_answer(const Moving<D>& a, const Moving<D>& b, const QueryWindow& window,
                            double horizon) {
  const int order = turning_order(a, b);
  if (window.trace != nullptr) window.trace->b_first = order > 0;
  if (order > 0) return swapped(encounter(turning_meet(b, a, window), horizon));
  const Encounter<D> answer = encounter(turning_meet(a, b, window), horizon);
  return order == 0 ? without_normal(answer) : answer;
}

/// By kernels that follow courses without turns.
template <int D>
inline Encounter<D> straight_answer(QueryKernel kernel, const MovingShape<D>& a, const MovingShape<D>& b,
                                    const QueryWindow& window, double horizon) {
  const bool b_first = kernel_rank(class_of<D>(a.shape)) > kernel_rank(class_of<D>(b.shape));
  if (window.trace != nullptr) window.trace->b_first = b_first;
  if (b_first) return swapped(encounter(meet(kernel, b, a, window), horizon));
  return encounter(meet(kernel, a, b, window), horizon);
}

template <int D>
inline QueryKernel kernel_of(const MovingShape<D>& a, const MovingShape<D>& b) {
  return query_kernel<D>(class_of<D>(a.shape), class_of<D>(b.shape), path_of(a.course, b.course));
}

template <int D>
[[gnu::noinline]] Encounter<D> curved_answer(const Moving<D>& a, const Moving<D>& b,
                                             const QueryWindow& window, double horizon, bool wide) {
  const MovingShape<D> side_a{a.shape, course_of(a.motion), wide};
  const MovingShape<D> side_b{b.shape, course_of(b.motion), wide};
  QueryKernel kernel = kernel_of(side_a, side_b);
  if (kernel != QueryKernel::None && !(only_moves(a) && only_moves(b))) kernel = QueryKernel::Turning;
  if (window.trace != nullptr) window.trace->kernel = kernel;
  if (kernel == QueryKernel::Turning) return turning_answer(a, b, window, horizon);
  return straight_answer(kernel, side_a, side_b, window, horizon);
}

template <int D>
inline Encounter<D> answer(const Moving<D>& a, const Moving<D>& b, const Query& query, bool wide,
                           QueryTrace* trace) {
  // A delay above the largest double counts as none: only half-spaces have such, docs/numerics/scale.md.
  const QueryWindow window{std::min(query.horizon, std::numeric_limits<double>::max()), query.margin, trace};
  if (trace != nullptr) trace->wide = wide;
  const auto* linear_a = std::get_if<Linear<D>>(&a.motion);
  const auto* linear_b = std::get_if<Linear<D>>(&b.motion);
  if (linear_a == nullptr || linear_b == nullptr) return curved_answer(a, b, window, query.horizon, wide);
  const MovingShape<D> side_a{a.shape, MotionRow<Linear<D>>::course(*linear_a), wide};
  const MovingShape<D> side_b{b.shape, MotionRow<Linear<D>>::course(*linear_b), wide};
  const QueryKernel kernel = kernel_of(side_a, side_b);
  if (trace != nullptr) trace->kernel = kernel;
  if (kernel == QueryKernel::Turning) return turning_answer(a, b, window, query.horizon);
  return straight_answer(kernel, side_a, side_b, window, query.horizon);
}

template <int D>
[[gnu::cold, gnu::noinline]] Encounter<D> answer_rescaled(const Moving<D>& a, const Moving<D>& b,
                                                          const Query& query, QueryTrace* trace) {
  for (const bool keep_time : {false, true}) {
    const Rescaled<D> in_own_units(a, b, query, keep_time);
    if (trace != nullptr) *trace = {.rescaled = true};
    const Encounter<D> r =
        answer(in_own_units.a(), in_own_units.b(), in_own_units.query(), in_own_units.is_wide(), trace);
    if (keep_time || in_own_units.is_certain(r)) return in_own_units.restored(r, query.horizon);
  }
  return {};
}

Encounter<2> answer_of(const SpinningMeeting& boxes, const Query& query) {
  if (boxes.kind == SpinningMeeting::Kind::Unknown) return untold<2>();
  if (boxes.kind == SpinningMeeting::Kind::Miss) return missed<2>(query);
  return answer_of<2>(Outcome::Impact, boxes.lower, boxes.upper, boxes.normal, boxes.place, boxes.place, 0.0,
                      boxes.feature_a, boxes.feature_b);
}

template <int D>
[[gnu::noinline]] Encounter<D> spinning_answer_at_once(const Moving<D>& a, const Moving<D>& b,
                                                       const Query& query) {
  if (!is_moderate(query)) return untold<D>();
  const QueryWindow window{end_of(query), query.margin, nullptr};
  if constexpr (D == 2) {
    const Encounter<2> boxes = answer_of(spinning_boxes_meet(a, b, window), query);
    if (boxes.outcome != Outcome::Unresolved) return boxes;
  }
  if (!is_moderate_spin(a) || !is_moderate_spin(b) || (only_moves(a) && only_moves(b))) return untold<D>();
  return turning_answer(a, b, window, query.horizon);
}

/// The answer of a quick kernel; Unresolved if there is none, or it does not know.
template <int D>
inline Encounter<D> answer_at_once(const Moving<D>& a, const Moving<D>& b, const Query& query) {
  const auto* motion_a = std::get_if<Linear<D>>(&a.motion);
  const auto* motion_b = std::get_if<Linear<D>>(&b.motion);
  if (motion_a == nullptr || motion_b == nullptr) {
    if (std::holds_alternative<Spinning<D>>(a.motion) && std::holds_alternative<Spinning<D>>(b.motion))
      return spinning_answer_at_once(a, b, query);
    return untold<D>();
  }
  const auto meet = [&]<class A, class B>(const A* shape_a, const B* shape_b) {
    return meet_at_once(OnCourse<A, D>{*shape_a, *motion_a}, OnCourse<B, D>{*shape_b, *motion_b}, query);
  };
  switch (quick_kernel<D>(a.shape, b.shape)) {
    case QuickKernel::Balls:
      return meet(std::get_if<Ball>(&a.shape), std::get_if<Ball>(&b.shape));
    case QuickKernel::Boxes:
      return meet(std::get_if<Box<D>>(&a.shape), std::get_if<Box<D>>(&b.shape));
    case QuickKernel::BoxAndBall:
      return meet(std::get_if<Box<D>>(&a.shape), std::get_if<Ball>(&b.shape));
    case QuickKernel::BallAndBox:
      return swapped(meet_at_once(OnCourse<Box<D>, D>{*std::get_if<Box<D>>(&b.shape), *motion_b},
                                  OnCourse<Ball, D>{*std::get_if<Ball>(&a.shape), *motion_a}, query));
    case QuickKernel::OrientedBoxes:
      return oriented_boxes_meet_at_once(a, b, query);
    case QuickKernel::None:
      break;
  }
  return untold<D>();
}

template <int D>
[[gnu::noinline]] Encounter<D> checked_answer(const Moving<D>& a, const Moving<D>& b, Query query,
                                              QueryTrace* trace) {
  if (!are_linear(a, b)) {
    const double end = std::min(end_of_motion<D>(a.motion), end_of_motion<D>(b.motion));
    if (end < query.horizon) query.horizon = end;
  }
  const bool a_is_usual = check(a, Where{nullptr, "first_hit: a"});
  const bool b_is_usual = check(b, Where{nullptr, "first_hit: b"});
  const bool query_is_usual = check(query, Where{nullptr, "first_hit: query"});
  const bool usual = a_is_usual && b_is_usual && query_is_usual;
  Encounter<D> r = usual ? answer(a, b, query, false, trace) : answer_rescaled(a, b, query, trace);
  // So late, a half-space may be met where no double tells the place.
  if (usual && r.first_touch > 0x1p800 && r.outcome != Outcome::Miss) r = answer_rescaled(a, b, query, trace);
  return r;
}

}  // namespace

template Encounter<2> encounter(const PairMeeting<2>&, double);
template Encounter<3> encounter(const PairMeeting<3>&, double);

template <int D>
Encounter<D> explained_first_hit(const Moving<D>& a, const Moving<D>& b, const Query& query,
                                 QueryTrace& trace) {
  return checked_answer(a, b, query, &trace);
}

template Encounter<2> explained_first_hit(const Moving<2>&, const Moving<2>&, const Query&, QueryTrace&);
template Encounter<3> explained_first_hit(const Moving<3>&, const Moving<3>&, const Query&, QueryTrace&);

inline namespace v0 {

template <int D>
Encounter<D> first_hit(const Moving<D>& a, const Moving<D>& b, const Query& query) {
  Encounter<D> r = answer_at_once(a, b, query);
  if (r.outcome == Outcome::Unresolved) r = checked_answer(a, b, query, nullptr);
  return r;
}

template Encounter<2> first_hit(const Moving<2>&, const Moving<2>&, const Query&);
template Encounter<3> first_hit(const Moving<3>&, const Moving<3>&, const Query&);

template <int D>
std::optional<double> time_to_collision(const Moving<D>& a, const Moving<D>& b, const Query& query) {
  const Encounter<D> encounter = first_hit(a, b, query);
  return encounter ? std::optional(encounter.delay) : std::nullopt;
}

template std::optional<double> time_to_collision(const Moving<2>&, const Moving<2>&, const Query&);
template std::optional<double> time_to_collision(const Moving<3>&, const Moving<3>&, const Query&);

}  // namespace v0

}  // namespace firsthit
