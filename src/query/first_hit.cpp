#include <firsthit/first_hit.hpp>

#include "core/vec_math.hpp"
#include "exact/error_free.hpp"
#include "query/exact_pairs.hpp"
#include "query/first_hit_input.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

template <int D>
Course<D> course(const Motion<D>& motion) {
  if (const auto* linear = std::get_if<Linear<D>>(&motion)) return {linear->position, linear->velocity, {}};
  const auto& falling = std::get<Falling<D>>(motion);
  return {falling.position, falling.velocity, falling.acceleration};
}

template <int D>
Vec<D> shift(const Course<D>& c, double t) {
  return t * (c.velocity + (0.5 * t) * c.acceleration);
}

/// b's place relative to a after t. The difference of the given places is not rounded on its own.
template <int D>
Vec<D> relative_place(const Course<D>& a, const Course<D>& b, double t) {
  const Course<D> both{{}, b.velocity - a.velocity, b.acceleration - a.acceleration};
  const Vec<D> moved = shift(both, t);
  Vec<D> r;
  for (int i = 0; i < D; ++i) {
    const Exactly start = two_sum(b.position.c[i], -a.position.c[i]);
    r.c[i] = (start.value + moved.c[i]) + start.error;
  }
  return r;
}

template <int D>
Vec<D> unit(const Vec<D>& a) {
  const double scale = max_abs(a);
  if (scale == 0.0) return a;
  const Vec<D> b = (std::ldexp(1.0, -std::ilogb(scale))) * a;
  return (1.0 / length(b)) * b;
}

/// Places of contact, before they are filled into an Encounter: normal from a to b.
template <int D>
struct Contact {
  Vec<D> normal;
  Vec<D> on_a, on_b;  // [L]
  double gap = 0.0;   // [L]
  Feature feature_a, feature_b;
};

/// What happened, when, and where the surfaces then are.
template <int D>
Encounter<D> encounter(const PairEvent& pair, double horizon, const Contact<D>& contact) {
  const GapEvent& event = pair.event;
  Encounter<D> r;
  r.delay = r.delay_upper = r.first_touch = horizon;
  if (pair.unresolved) {
    r.outcome = Outcome::Unresolved;
    r.delay = event.lower;
    r.first_touch = event.touch.value_or(event.lower);
    return r;
  }
  if (event.kind == Kind::None && !event.touch) return r;
  r.outcome = event.kind == Kind::None ? Outcome::Graze
                                       : (event.kind == Kind::Impact ? Outcome::Impact : Outcome::Overlap);
  if (event.kind != Kind::None) {
    r.delay = event.lower;
    r.delay_upper = event.upper;
  }
  r.first_touch = event.touch.value_or(event.lower);
  r.normal = contact.normal;
  r.feature_a = contact.feature_a;
  r.feature_b = contact.feature_b;
  r.point_a = contact.on_a;
  r.point_b = contact.on_b;
  if (r.outcome == Outcome::Overlap) {
    r.gap = contact.gap < 0.0 ? contact.gap : 0.0;
  } else {
    r.point_a = r.point_b = 0.5 * contact.on_a + 0.5 * contact.on_b;
  }
  return r;
}

/// When to look at the surfaces: at the event, or else at the first touch.
double moment(const PairEvent& pair) {
  return pair.event.kind == Kind::None ? pair.event.touch.value_or(0.0) : pair.event.lower;
}

/// A direction for two centres that coincide: against the relative motion of b.
template <int D>
Vec<D> fallback_normal(const Course<D>& a, const Course<D>& b, double t) {
  const Vec<D> v = (b.velocity - a.velocity) + t * (b.acceleration - a.acceleration);
  return unit(-(is_zero(v) ? b.acceleration - a.acceleration : v));
}

template <int D>
Encounter<D> hit(const Round& a, const Course<D>& at_a, const Round& b, const Course<D>& at_b, double horizon,
                 double end) {
  const PairEvent pair = ball_ball_event(at_a, a.radius, at_b, b.radius, end);
  const double t = moment(pair);
  const Vec<D> apart = relative_place(at_a, at_b, t);
  Contact<D> contact;
  contact.normal = is_zero(apart) ? fallback_normal(at_a, at_b, t) : unit(apart);
  contact.on_a = (at_a.position + shift(at_a, t)) + a.radius * contact.normal;
  contact.on_b = (at_b.position + shift(at_b, t)) - b.radius * contact.normal;
  contact.gap = length(apart) - (a.radius + b.radius);
  contact.feature_a = a.feature;
  contact.feature_b = b.feature;
  return encounter(pair, horizon, contact);
}

template <int D>
Encounter<D> hit(const HalfSpace<D>& a, const Course<D>& at_a, const Round& b, const Course<D>& at_b,
                 double horizon, double end) {
  const PairEvent pair = half_space_ball_event(at_a, a.normal, a.offset, at_b, b.radius, end);
  const double t = moment(pair);
  const double stretch = std::sqrt(length_squared(a.normal));
  const double height = (dot(a.normal, relative_place(at_a, at_b, t)) - a.offset) / stretch;
  const Vec<D> centre = at_b.position + shift(at_b, t);
  Contact<D> contact;
  contact.normal = unit(a.normal);
  contact.on_a = centre - height * contact.normal;
  contact.on_b = centre - b.radius * contact.normal;
  contact.gap = height - b.radius;
  contact.feature_a = {Feature::Kind::Face, 0};
  contact.feature_b = b.feature;
  return encounter(pair, horizon, contact);
}

Encounter<2> hit(const Segment<2>& a, const Course<2>& at_a, const Round& b, const Course<2>& at_b,
                 double horizon, double end) {
  const PairEvent pair = segment_ball_event(at_a, a.from, a.to, at_b, b.radius, end);
  const double t = moment(pair);
  const Vec<2> to_centre = relative_place(at_a, at_b, t) - a.from;
  const Vec<2> along = a.to - a.from;
  const Vec<2> left{-along[1], along[0]};
  Contact<2> contact;
  contact.feature_a = {Feature::Kind::Edge, 0};
  contact.feature_b = b.feature;
  double distance = 0.0;
  if (pair.part == Part::Face) {
    contact.normal = pair.side > 0 ? unit(left) : -unit(left);
    distance = dot(to_centre, contact.normal);
  } else {
    const Vec<2> apart = pair.part == Part::To ? to_centre - along : to_centre;
    contact.normal = is_zero(apart) ? fallback_normal(at_a, at_b, t) : unit(apart);
    contact.feature_a = {Feature::Kind::Vertex, pair.part == Part::To ? 1 : 0};
    distance = length(apart);
  }
  const Vec<2> centre = at_b.position + shift(at_b, t);
  contact.on_a = centre - distance * contact.normal;
  contact.on_b = centre - b.radius * contact.normal;
  contact.gap = distance - b.radius;
  return encounter(pair, horizon, contact);
}

template <int D>
Encounter<D> swapped(Encounter<D> e) {
  e.normal = -e.normal;
  std::swap(e.point_a, e.point_b);
  std::swap(e.feature_a, e.feature_b);
  return e;
}

/// The pairs that are known; round is a ball or a point.
template <int D>
Encounter<D> dispatch(const Moving<D>& a, const Moving<D>& b, double horizon, double end) {
  const std::optional<Round> round_a = as_round(a.shape);
  const std::optional<Round> round_b = as_round(b.shape);
  if (!round_a && !round_b) refuse("the pair", "a ball or a point as one of the two", "neither");
  const Course<D> at_a = course(a.motion);
  const Course<D> at_b = course(b.motion);
  if (round_a && round_b) return hit(*round_a, at_a, *round_b, at_b, horizon, end);
  if (!round_b) return swapped(dispatch(b, a, horizon, end));
  if (const auto* plane = std::get_if<HalfSpace<D>>(&a.shape))
    return hit(*plane, at_a, *round_b, at_b, horizon, end);
  if constexpr (D == 2)
    if (const auto* segment = std::get_if<Segment<2>>(&a.shape))
      return hit(*segment, at_a, *round_b, at_b, horizon, end);
  refuse("the pair", "shapes that queries know", "others");
}

}  // namespace

inline namespace v0 {

template <int D>
Encounter<D> first_hit(const Moving<D>& a, const Moving<D>& b, const Query& query) {
  check(a, "a");
  check(b, "b");
  if (!(query.horizon >= 0.0)) refuse("query.horizon", ">= 0", query.horizon);
  // No delay of numbers within range is above the largest double.
  const double end = std::min(query.horizon, std::numeric_limits<double>::max());
  return dispatch(a, b, query.horizon, end);
}

template Encounter<2> first_hit(const Moving<2>&, const Moving<2>&, const Query&);
template Encounter<3> first_hit(const Moving<3>&, const Moving<3>&, const Query&);

}  // namespace v0

}  // namespace firsthit
