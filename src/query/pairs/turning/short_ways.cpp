#include "query/pairs/turning/short_ways.hpp"

#include "core/vec_math.hpp"
#include "query/pairs/box_feature.hpp"
#include "query/pairs/turning/turning_contact.hpp"
#include "query/turning/boxes/box_approach.hpp"
#include "query/turning/planar/planar_approach.hpp"

#include <variant>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

/// Of a corner that meets a side, or another corner.
PairMeeting<2> simple_meeting(const TurningSide<2>& a, const TurningSide<2>& b,
                              const PlanarApproach& approached, double margin) {
  const PlanarContact& contact = *approached.contact;
  const Vec<2>& normal = approached.event->normal;
  PairMeeting<2> r;
  r.event = approached.event->event;
  const double height = dot(normal, contact.place);
  r.region = {normal, margin, true, contact.place, contact.place, height, height};
  const auto feature = [&](const TurningSide<2>& side, std::size_t i) {
    return feature_of(side.moving.shape, std::span(contact.of[i]).first(contact.is_side[i] ? 2 : 1),
                      contact.outward[i]);
  };
  r.feature_a = feature(a, 0);
  r.feature_b = feature(b, 1);
  return r;
}

/// Returns false if the shape is none, or has too many corners.
bool take_figure(const TurningSide<2>& side, PlanarFigure& figure) {
  const Shape<2>& shape = side.moving.shape;
  if (std::holds_alternative<HalfSpace<2>>(shape) || std::holds_alternative<Arc>(shape)) return false;
  const Vec<2>& centre = side.motion.centre_of_shape;
  const auto* box = std::get_if<Box<2>>(&shape);
  if (box != nullptr && box->half_extents[0] > 0.0 && box->half_extents[1] > 0.0) {
    take_figure(*box, centre, figure);
    return true;
  }
  if (const auto* capsule = std::get_if<Capsule<2>>(&shape);
      capsule != nullptr && capsule->from != capsule->to) {
    take_figure(capsule->from, capsule->to, capsule->radius, centre, figure);
    return true;
  }
  if (const auto* segment = std::get_if<Segment<2>>(&shape);
      segment != nullptr && segment->from != segment->to) {
    take_figure(segment->from, segment->to, 0.0, centre, figure);
    return true;
  }
  RoundedPolytope<2> core;
  make_polytope(shape, {}, {}, core);
  return take_figure(core, centre, figure);
}

/// When the balls around both, of these radii in all [L], may meet.
template <int D>
std::optional<TurningWindow> window_of(const TurningSide<D>& a, const TurningSide<D>& b, double radii,
                                       double end) {
  const TurningReach<D> reach{a.motion.centre, b.motion.centre, radii, size_of(a.motion.angular_velocity),
                              size_of(b.motion.angular_velocity)};
  return window_of(reach, end);
}

/// Of two that are followed by a short way: `approach(TurningWindow)` follows them, and `tell` says where
/// they meet, if that is simple. What is not is looked at closer.
template <int D>
PairMeeting<D> approaching_meet(const TurningSide<D>& a, const TurningSide<D>& b, double radii,
                                const QueryWindow& window, const auto& approach, const auto& tell) {
  const std::optional<TurningWindow> when = window_of(a, b, radii, window.end);
  if (!when || when->start > window.latest) return {};
  const auto approached = approach(*when);
  if (approached.event && approached.event->event.kind == Kind::None) return {};
  if (approached.event && window.only_when) return {approached.event->event, false, {}, {}, {}};
  if (approached.contact) return tell(approached);
  return bodies_meet(a, b, window, [&](const TurningPair<D>& pair) {
    return approached.event ? *approached.event : turning_event(pair, {approached.clear, when->end}, window);
  });
}

/// Nothing if it is none, or flat, or precesses, or tumbles.
std::optional<MovingBox> box_of(const TurningSide<3>& side) {
  const auto* box = std::get_if<Box<3>>(&side.moving.shape);
  if (box == nullptr || !is_zero(side.motion.own_spin) || side.motion.top) return std::nullopt;
  const Vec<3>& half = box->half_extents;
  if (!(half[0] > 0.0 && half[1] > 0.0 && half[2] > 0.0)) return std::nullopt;
  return MovingBox{half, side.motion};
}

}  // namespace

std::optional<PairMeeting<2>> figures_meet(const TurningSide<2>& side_a, const TurningSide<2>& side_b,
                                           const QueryWindow& window) {
  MovingFigure a(side_a.motion);
  MovingFigure b(side_b.motion);
  if (!take_figure(side_a, a.figure) || !take_figure(side_b, b.figure)) return std::nullopt;
  const double radii =
      (a.figure.reach + b.figure.reach) + ((a.figure.radius + b.figure.radius) + window.margin);
  return approaching_meet(
      side_a, side_b, radii, window,
      [&](const TurningWindow& when) {
        // At an instant there is nothing to follow: its one look tells what the other's would.
        return window.end > 0.0 ? approach(a, b, window.margin, when, window)
                                : PlanarApproach{{}, when.start, {}};
      },
      [&](const PlanarApproach& approached) {
        return simple_meeting(side_a, side_b, approached, window.margin);
      });
}

std::optional<PairMeeting<3>> boxes_meet(const TurningSide<3>& side_a, const TurningSide<3>& side_b,
                                         const QueryWindow& window) {
  if (window.margin > 0.0) return std::nullopt;  // their corners are round then
  const std::optional<MovingBox> a = box_of(side_a);
  const std::optional<MovingBox> b = box_of(side_b);
  if (!a || !b) return std::nullopt;
  return approaching_meet(
      side_a, side_b, a->reach() + b->reach(), window,
      [&](const TurningWindow& when) { return approach(*a, *b, when, window); },
      [](const BoxApproach& approached) {
        const BoxContact& contact = *approached.contact;
        const Vec<3>& normal = approached.event->normal;
        const double height = dot(normal, contact.place);
        PairMeeting<3> r;
        r.event = approached.event->event;
        r.region = {normal, 0.0, true, contact.place, contact.place, height, height};
        r.feature_a = box_feature<3>(contact.part[0]);
        r.feature_b = box_feature<3>(contact.part[1]);
        return r;
      });
}

}  // namespace firsthit
