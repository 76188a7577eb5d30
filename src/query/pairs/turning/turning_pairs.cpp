#include "query/pairs/turning/turning_pairs.hpp"

#include "core/vec_math.hpp"
#include "exact/error_free.hpp"
#include "query/pairs/input_checks.hpp"
#include "query/pairs/turning/short_ways.hpp"
#include "query/pairs/turning/turning_contact.hpp"
#include "query/pairs/turning/turning_polygons.hpp"

#include <cmath>
#include <variant>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

PairMeeting<2> meeting_of(const SpinningMeeting& boxes) {
  PairMeeting<2> r;
  if (boxes.kind == SpinningMeeting::Kind::Miss) return r;
  r.event = {Kind::Impact, boxes.lower, boxes.upper, boxes.lower};
  const double height = dot(boxes.normal, boxes.place);
  r.region = {boxes.normal, 0.0, true, boxes.place, boxes.place, height, height};
  r.feature_a = boxes.feature_a;
  r.feature_b = boxes.feature_b;
  return r;
}

/// Both are convex, or a is a half-space or an arc, or both.
template <int D>
PairMeeting<D> convex_meeting(const TurningSide<D>& a, const TurningSide<D>& b, const QueryWindow& window) {
  if constexpr (D == 2) {
    const SpinningMeeting boxes = spinning_boxes_meet(a.moving, b.moving, window);
    if (boxes.kind != SpinningMeeting::Kind::Unknown) return meeting_of(boxes);
    if (const auto r = figures_meet(a, b, window)) return *r;
  } else {
    if (const auto r = boxes_meet(a, b, window)) return *r;
  }
  return bodies_meet(a, b, window,
                     [&](const TurningPair<D>& pair) { return turning_event(pair, window.end, window); });
}

bool is_turned(const Orientation<2>& q) { return q.z != 0.0; }
bool is_turned(const Orientation<3>& q) { return q.x != 0.0 || q.y != 0.0 || q.z != 0.0; }

template <int D>
bool spins(const TurningMotion<D>& motion) {
  return !(motion.angular_velocity == AngularVelocity<D>{}) || !is_zero(motion.own_spin);
}

template <int D>
bool turns(const TurningMotion<D>& motion) {
  return spins(motion) || is_turned(motion.orientation) || !is_zero(motion.centre_of_shape);
}

/// Is the place of a shape that does not turn told without rounding, as its course tells it?
template <int D>
bool is_place_exact(const TurningMotion<D>& motion) {
  for (std::size_t i = 0; i < D; ++i) {
    const Exactly place = two_sum(motion.centre.position[i], -motion.centre_of_shape[i]);
    const double size = std::fabs(place.value);
    const bool is_usual = size == 0.0 || (size >= kSmallestUsual && size <= kLargestUsual);
    if (motion.centre_of_shape[i] != 0.0 && (place.error != 0.0 || !is_usual)) return false;
  }
  return true;
}

bool is_concave(const Shape<2>& shape) {
  const auto* polygon = std::get_if<Polygon>(&shape);
  return polygon != nullptr && polygon->pieces() > 1;
}

/// Arcs meet a polygon's pieces, even if there is one.
bool is_arc_and_polygon(const Shape<2>& a, const Shape<2>& b) {
  return std::holds_alternative<Arc>(a) && std::holds_alternative<Polygon>(b);
}

template <int D>
bool is_round(const Shape<D>& shape) {
  return std::holds_alternative<Point>(shape) || std::holds_alternative<Ball>(shape);
}

}  // namespace

template <int D>
bool only_moves(const Moving<D>& moving) {
  if (std::holds_alternative<Linear<D>>(moving.motion) || std::holds_alternative<Falling<D>>(moving.motion))
    return true;
  if (std::holds_alternative<Spline<D>>(moving.motion)) return false;
  const TurningMotion<D> motion = turning_motion_of(moving.motion);
  const bool is_still = !spins(motion) && !is_turned(motion.orientation);
  const bool is_round_ball = is_round<D>(moving.shape) && is_zero(motion.centre_of_shape);
  return is_round_ball || (is_still && is_place_exact(motion));
}

template <int D>
PairMeeting<D> turning_meet(const Moving<D>& a, const Moving<D>& b, const QueryWindow& window) {
  const TurningSide<D> side_a{a};
  const TurningSide<D> side_b{b};
  for (const TurningSide<D>* side : {&side_a, &side_b})
    if (std::holds_alternative<HalfSpace<D>>(side->moving.shape) && turns(side->motion))
      refuse(Where{nullptr, "first_hit: the pair"}, "a half-space that does not turn", "one that does");
  if constexpr (D == 2) {
    const bool by_pieces = is_concave(a.shape) || is_concave(b.shape) ||
                           is_arc_and_polygon(a.shape, b.shape) || is_arc_and_polygon(b.shape, a.shape);
    if (by_pieces) return turning_polygons_meet(side_a, side_b, window);
  }
  return convex_meeting(side_a, side_b, window);
}

template bool only_moves(const Moving<2>&);
template bool only_moves(const Moving<3>&);
template PairMeeting<2> turning_meet(const Moving<2>&, const Moving<2>&, const QueryWindow&);
template PairMeeting<3> turning_meet(const Moving<3>&, const Moving<3>&, const QueryWindow&);

}  // namespace firsthit
