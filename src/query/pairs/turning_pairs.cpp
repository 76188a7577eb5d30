#include "query/pairs/turning_pairs.hpp"

#include "core/never.hpp"
#include "core/vec_math.hpp"
#include "exact/error_free.hpp"
#include "query/pairs/box_feature.hpp"
#include "query/pairs/input_checks.hpp"
#include "query/turning/base/turning_arc.hpp"
#include "query/turning/boxes/box_approach.hpp"
#include "query/turning/planar/planar_approach.hpp"
#include "query/turning/turning_event.hpp"
#include "query/turning/turning_parts.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <variant>
#include <vector>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

template <int D>
struct MotionOf {
  TurningMotion<D> operator()(const Linear<D>& m) const { return {{m.position, m.velocity, {}, {}}}; }
  TurningMotion<D> operator()(const Falling<D>& m) const {
    return {{m.position, m.velocity, m.acceleration, {}}};
  }
  TurningMotion<D> operator()(const Spinning<D>& m) const {
    return {{m.position, m.velocity, m.acceleration, {}}, m.angular_velocity, m.orientation, m.centre};
  }
  TurningMotion<D> operator()(const Precessing<D>& m) const {
    const CubicPath<D> path{m.position, m.velocity, m.acceleration, {}};
    if constexpr (D == 2)
      return {path, m.precession + m.spin, m.orientation, m.centre};
    else
      return {path, m.precession, m.orientation, m.centre, m.spin};
  }
  /// Seen from the first control point, so that nothing that all have in common is rounded.
  TurningMotion<D> operator()(const Spline<D>& m) const {
    const double rate = 1.0 / m.duration;
    const Vec<D> first = m.control[1] - m.control[0];
    const Vec<D> second = m.control[2] - m.control[0];
    const Vec<D> third = m.control[3] - m.control[0];
    return {{m.control[0], (3.0 * rate) * first, (6.0 * rate * rate) * (second - 2.0 * first),
             (6.0 * rate * rate * rate) * (third - 3.0 * (second - first))},
            m.angular_velocity,
            m.orientation,
            m.centre};
  }
};

template <int D>
TurningMotion<D> turning_motion_of(const Motion<D>& motion) {
  return std::visit(MotionOf<D>{}, motion);
}

/// The plane of a half-space, if it is one.
template <int D>
std::optional<TurningPlane<D>> plane_of(const Shape<D>& shape) {
  const auto* found = std::get_if<HalfSpace<D>>(&shape);
  if (found == nullptr) return std::nullopt;
  const double size = length(found->normal);
  return TurningPlane<D>{(1.0 / size) * found->normal, found->offset / size};
}

/// One of the two, and how it moves.
template <int D>
struct Side {
  const Moving<D>& moving;
  TurningMotion<D> motion = turning_motion_of(moving.motion);
};

/// What an answer needs of a body besides the body.
template <int D>
struct Turned {
  const Side<D>& side;
  const TurningPart<D>& part;
  TurningBody<D> body{part.core, side.motion};
};

/// A body's corners where they are after t, as a core that contacts are told by.
template <int D>
struct CoreThen {
  RoundedPolytope<D> core;
  InlineVector<int, 8> numbers;
  Vec<D> place;  // [L] of the centre

  CoreThen(const Turned<D>& turned, double t) {
    const TurningBody<D>& body = turned.body;
    const std::span<const int> own = turned.part.numbers;
    core.offsets = body.corners();
    core.radius = body.radius();
    numbers.grow_to(body.numbers().size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const int number = body.numbers()[i];
      numbers.all()[i] = own.empty() ? number : own[static_cast<std::size_t>(number)];
    }
    const CubicPath<D>& path = body.path();
    place = path.position + t * (path.velocity + t * (0.5 * path.acceleration + (t / 6.0) * path.jerk));
  }
};

template <int D>
class Contact {
 public:
  /// Turns both to the moment of the event.
  Contact(const TurningPair<D>& pair, const TurningEvent<D>& what, double margin)
      : t_(moment_of(what.event)),
        error_(at_instant(pair, t_).error),
        slack_(error_ * (kResolutionInErrors + sharpness(pair))),
        normal_(unit_or_none(what.normal)),
        gap_(what.gap + margin) {}

  void fill(const TurningPair<D>& pair, const Turned<D>& a, const Turned<D>& b, PairMeeting<D>& r) const {
    if constexpr (D == 2)
      if (pair.arc) return fill_at_arc(pair, a, b, r);
    const CoreThen<D> then_b(b, t_);
    const SupportFeature<D> patch_b(then_b.core, -normal_, slack_);
    const PlacedFeature<D> at_b = placed(patch_b, then_b);
    r.feature_b = feature_of(b.side.moving.shape, patch_b, b.body.in_shape(-normal_), then_b.numbers.all());
    if (pair.plane) {
      r.region = region_on_plane(at_b, normal_, gap_);
      r.feature_a = {Feature::Kind::Face, 0};
      return;
    }
    const CoreThen<D> then_a(a, t_);
    const SupportFeature<D> patch_a(then_a.core, normal_, slack_);
    r.region = contact_region(placed(patch_a, then_a), at_b, normal_, gap_);
    r.feature_a = feature_of(a.side.moving.shape, patch_a, a.body.in_shape(normal_), then_a.numbers.all());
  }

 private:
  /// Of two points that are nearer to each other than they are told there is no direction.
  static Vec<D> unit_or_none(const Vec<D>& normal) {
    return std::fabs(length_squared(normal) - 1.0) < 0.5 ? normal : Vec<D>{};
  }

  /// They meet at one place of the arc.
  void fill_at_arc(const TurningPair<2>& pair, const Turned<2>& a, const Turned<2>& b,
                   PairMeeting<2>& r) const {
    const bool b_is_arc = pair.plane.has_value();
    const Turned<2>& arc = b_is_arc ? b : a;
    const ArcNearest nearest = nearest_of_arc(pair, at_instant(pair, t_));
    const double to_middle = b_is_arc ? -0.5 : 0.5;
    const Vec<2> middle = CoreThen<2>(arc, t_).place + nearest.place + (to_middle * gap_) * normal_;
    r.region = {normal_, gap_, true, middle, middle, 0.0, 0.0};
    const ArcNow now(*pair.arc, arc.body);
    const Vec<2> from_centre = nearest.place - now.centre();
    const auto is_at = [&](const Vec<2>& end) {
      return !now.is_whole() && length(from_centre - now.radius() * end) <= 2.0 * error_;
    };
    Feature& of_arc = b_is_arc ? r.feature_b : r.feature_a;
    of_arc = {Feature::Kind::Edge, 0};
    if (is_at(now.from())) of_arc = {Feature::Kind::Vertex, 0};
    if (is_at(now.to())) of_arc = {Feature::Kind::Vertex, 1};
    if (b_is_arc) {
      r.feature_a = {Feature::Kind::Face, 0};
      return;
    }
    const CoreThen<2> then_b(b, t_);
    const SupportFeature<2> patch(then_b.core, -normal_, slack_);
    r.feature_b = feature_of(b.side.moving.shape, patch, b.body.in_shape(-normal_), then_b.numbers.all());
  }

  /// How many errors a corner of an edge or a face may be lower than the others: the normal between two
  /// places that are a radius apart is off by an error of it.
  static double sharpness(const TurningPair<D>& pair) {
    constexpr double kErrors = 4.0;
    return pair.radii > 0.0 ? kErrors * (pair.a.reach() + pair.b.reach()) / pair.radii : 0.0;
  }
  /// With a size from which contacts take some errors of these places for rounding.
  PlacedFeature<D> placed(const SupportFeature<D>& patch, const CoreThen<D>& then) const {
    return {patch, then.core.radius, then.place, 4.0 * error_ / kPlaceError};
  }

  double t_;
  double error_;  // [L] of any gap
  double slack_;  // [L] so much lower is as low: what meets is a side, an edge or a corner
  Vec<D> normal_;
  double gap_;
};

template <int D>
PairMeeting<D> meeting_of(const TurningPair<D>& pair, const Turned<D>& a, const Turned<D>& b,
                          const TurningEvent<D>& what, double margin) {
  PairMeeting<D> r;
  r.event = what.event;
  r.unresolved = what.unresolved;
  if (what.unresolved || (what.event.kind == Kind::None && !what.event.touch)) return r;
  Contact<D>(pair, what, margin).fill(pair, a, b, r);
  return r;
}

template <int D>
TurningPair<D> pair_of(Turned<D>& a, Turned<D>& b, double margin) {
  TurningPair<D> r{a.body, b.body, a.body.radius() + b.body.radius() + margin,
                   plane_of<D>(a.side.moving.shape)};
  if constexpr (D == 2)
    for (const Side<2>* side : {&a.side, &b.side})
      if (const auto* arc = std::get_if<Arc>(&side->moving.shape))
        r.arc = make_arc(*arc, furthest_direction(side->motion.centre_of_shape));
  return r;
}

/// Of a corner that meets a side, or another corner.
PairMeeting<2> simple_meeting(const Side<2>& a, const Side<2>& b, const PlanarApproach& approached,
                              double margin) {
  const PlanarContact& contact = *approached.contact;
  const Vec<2>& normal = approached.event->normal;
  PairMeeting<2> r;
  r.event = approached.event->event;
  const double height = dot(normal, contact.place);
  r.region = {normal, margin, true, contact.place, contact.place, height, height};
  const auto feature = [&](const Side<2>& side, std::size_t i) {
    return feature_of(side.moving.shape, std::span(contact.of[i]).first(contact.is_side[i] ? 2 : 1),
                      contact.outward[i]);
  };
  r.feature_a = feature(a, 0);
  r.feature_b = feature(b, 1);
  return r;
}

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

/// Returns false if the shape is none, or has too many corners.
bool take_figure(const Side<2>& side, PlanarFigure& figure) {
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

/// The core of a side that is one part; of a half-space none.
template <int D>
void take_core(const Side<D>& side, RoundedPolytope<D>& core) {
  const Shape<D>& shape = side.moving.shape;
  if (std::holds_alternative<HalfSpace<D>>(shape)) return;
  if constexpr (D == 2)
    if (const auto* arc = std::get_if<Arc>(&shape)) {
      core.own[1] = arc->radius * furthest_direction(side.motion.centre_of_shape);
      core.offsets = {core.own.data(), 2};
      return;
    }
  make_polytope(shape, {}, {}, core);
}

/// The meeting of two bodies, each of one part: of the event that event_of(TurningPair) tells.
template <int D>
PairMeeting<D> bodies_meet(const Side<D>& side_a, const Side<D>& side_b, double margin,
                           const auto& event_of) {
  TurningPart<D> part_a;
  TurningPart<D> part_b;
  take_core(side_a, part_a.core);
  take_core(side_b, part_b.core);
  Turned<D> a{side_a, part_a};
  Turned<D> b{side_b, part_b};
  const TurningPair<D> pair = pair_of(a, b, margin);
  return meeting_of(pair, a, b, event_of(pair), margin);
}

/// When the balls around both, of these radii in all [L], may meet.
template <int D>
std::optional<TurningWindow> window_of(const Side<D>& a, const Side<D>& b, double radii, double end) {
  const TurningReach<D> reach{a.motion.centre, b.motion.centre, radii, size_of(a.motion.angular_velocity),
                              size_of(b.motion.angular_velocity)};
  return window_of(reach, end);
}

/// Of two that are followed by a short way: `approach(TurningWindow)` follows them, and `tell` says where
/// they meet, if that is simple. What is not is looked at closer.
template <int D>
PairMeeting<D> approaching_meet(const Side<D>& a, const Side<D>& b, double radii, const QueryWindow& window,
                                const auto& approach, const auto& tell) {
  const std::optional<TurningWindow> when = window_of(a, b, radii, window.end);
  if (!when) return {};
  const auto approached = approach(*when);
  if (approached.event && approached.event->event.kind == Kind::None) return {};
  if (approached.contact) return tell(approached);
  return bodies_meet(a, b, window.margin, [&](const TurningPair<D>& pair) {
    return approached.event ? *approached.event
                            : turning_event(pair, {approached.clear, when->end}, window.trace);
  });
}

/// Of figures of few corners; nothing if they are not.
std::optional<PairMeeting<2>> figures_meet(const Side<2>& side_a, const Side<2>& side_b,
                                           const QueryWindow& window) {
  MovingFigure a(side_a.motion);
  MovingFigure b(side_b.motion);
  if (!take_figure(side_a, a.figure) || !take_figure(side_b, b.figure)) return std::nullopt;
  const double radii =
      (a.figure.reach + b.figure.reach) + ((a.figure.radius + b.figure.radius) + window.margin);
  return approaching_meet(
      side_a, side_b, radii, window,
      [&](const TurningWindow& when) { return approach(a, b, window.margin, when, window.trace); },
      [&](const PlanarApproach& approached) {
        return simple_meeting(side_a, side_b, approached, window.margin);
      });
}

/// Nothing if it is none, or flat, or precesses.
std::optional<MovingBox> box_of(const Side<3>& side) {
  const auto* box = std::get_if<Box<3>>(&side.moving.shape);
  if (box == nullptr || !is_zero(side.motion.own_spin)) return std::nullopt;
  const Vec<3>& half = box->half_extents;
  if (!(half[0] > 0.0 && half[1] > 0.0 && half[2] > 0.0)) return std::nullopt;
  return MovingBox{half, side.motion};
}

/// Of boxes in space; nothing if they are none.
std::optional<PairMeeting<3>> boxes_meet(const Side<3>& side_a, const Side<3>& side_b,
                                         const QueryWindow& window) {
  if (window.margin > 0.0) return std::nullopt;  // their corners are round then
  const std::optional<MovingBox> a = box_of(side_a);
  const std::optional<MovingBox> b = box_of(side_b);
  if (!a || !b) return std::nullopt;
  return approaching_meet(
      side_a, side_b, a->reach() + b->reach(), window,
      [&](const TurningWindow& when) { return approach(*a, *b, when, window.trace); },
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

/// Both are convex, or a is a half-space or an arc, or both.
template <int D>
PairMeeting<D> convex_meeting(const Side<D>& a, const Side<D>& b, const QueryWindow& window) {
  if constexpr (D == 2) {
    const SpinningMeeting boxes = spinning_boxes_meet(a.moving, b.moving, window);
    if (boxes.kind != SpinningMeeting::Kind::Unknown) return meeting_of(boxes);
    if (const auto r = figures_meet(a, b, window)) return *r;
  } else {
    if (const auto r = boxes_meet(a, b, window)) return *r;
  }
  return bodies_meet(a, b, window.margin, [&](const TurningPair<D>& pair) {
    return turning_event(pair, window.end, window.trace);
  });
}

/// At least one is a concave polygon.
class PolygonMeeting {
 public:
  PolygonMeeting(const Side<2>& a, const Side<2>& b, const QueryWindow& window)
      : a_(a), b_(b), window_(window), parts_a_(parts(a)), parts_b_(parts(b)) {}

  PairMeeting<2> meet() {
    double end = window_.end;
    for (const TurningPart<2>& a : parts_a_)
      for (const TurningPart<2>& b : parts_b_) end = std::min(end, look(a, b, end));
    if (all_.empty()) return {};
    // How a window was cut, and so in which order the parts were asked, shows in the last digits.
    for (Found& found : all_) found.what = what_of(*found.a, *found.b, window_.end);
    // Who is in a piece from the start is no more in it for being in a kite.
    const auto is_real = [](const Found& found) { return !found.a->is_kite && !found.b->is_kite; };
    const bool is_inside = std::any_of(all_.begin(), all_.end(), [&](const Found& found) {
      return is_real(found) && found.what.inside_until > 0.0;
    });
    if (is_inside) std::erase_if(all_, [&](const Found& found) { return !is_real(found); });
    const Found& first = *std::min_element(
        all_.begin(), all_.end(), [](const Found& p, const Found& q) { return is_before(p.what, q.what); });
    TurningEvent<2> what = first.what;
    for (const Found& found : all_) {
      const auto& touch = found.what.event.touch;
      if (touch && (!what.event.touch || *touch < *what.event.touch)) what.event.touch = touch;
      // From one part into the next, it was inside all the time.
      if (what.event.kind == Kind::Impact && found.what.inside_until > what.event.lower)
        what.event.kind = Kind::Overlap;
    }
    Turned<2> a{a_, *first.a};
    Turned<2> b{b_, *first.b};
    return meeting_of(pair_of(a, b, window_.margin), a, b, what, window_.margin);
  }

 private:
  struct Found {
    const TurningPart<2>* a;
    const TurningPart<2>* b;
    TurningEvent<2> what;
  };

  static std::deque<TurningPart<2>> parts(const Side<2>& side) {
    const Shape<2>& shape = side.moving.shape;
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return parts_of(*polygon);
    std::deque<TurningPart<2>> r(1);
    take_core(side, r[0].core);
    return r;
  }

  TurningEvent<2> what_of(const TurningPart<2>& part_a, const TurningPart<2>& part_b, double end) const {
    Turned<2> a{a_, part_a};
    Turned<2> b{b_, part_b};
    return turning_event(pair_of(a, b, window_.margin), end, window_.trace);
  }

  /// Returns the time from which on nothing matters any more.
  double look(const TurningPart<2>& a, const TurningPart<2>& b, double end) {
    const TurningEvent<2> what = what_of(a, b, end);
    if (what.unresolved || what.event.kind != Kind::None || what.event.touch) all_.push_back({&a, &b, what});
    return time_of(what);
  }

  static double time_of(const TurningEvent<2>& what) {
    if (what.unresolved) return what.event.lower;
    return what.event.kind == Kind::None ? kNever : what.event.upper;
  }
  static bool is_before(const TurningEvent<2>& p, const TurningEvent<2>& q) {
    if (time_of(p) != time_of(q)) return time_of(p) < time_of(q);
    const double touch_p = p.event.touch.value_or(kNever);
    const double touch_q = q.event.touch.value_or(kNever);
    if (touch_p != touch_q) return touch_p < touch_q;
    if (p.gap != q.gap) return p.gap < q.gap;
    return std::fabs(p.normal[0]) > std::fabs(q.normal[0]);  // of equals, whichever part is listed first
  }

  const Side<2>& a_;
  const Side<2>& b_;
  const QueryWindow& window_;
  std::deque<TurningPart<2>> parts_a_;
  std::deque<TurningPart<2>> parts_b_;
  std::vector<Found> all_;
};

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
double end_of_motion(const Moving<D>& moving) {
  const auto* spline = std::get_if<Spline<D>>(&moving.motion);
  return spline == nullptr ? kNever : spline->duration;
}

template <int D>
PairMeeting<D> turning_meet(const Moving<D>& a, const Moving<D>& b, const QueryWindow& window) {
  const Side<D> side_a{a};
  const Side<D> side_b{b};
  for (const Side<D>* side : {&side_a, &side_b})
    if (std::holds_alternative<HalfSpace<D>>(side->moving.shape) && turns(side->motion))
      refuse(Where{nullptr, "first_hit: the pair"}, "a half-space that does not turn", "one that does");
  if constexpr (D == 2) {
    const bool by_pieces = is_concave(a.shape) || is_concave(b.shape) ||
                           is_arc_and_polygon(a.shape, b.shape) || is_arc_and_polygon(b.shape, a.shape);
    if (by_pieces) return PolygonMeeting(side_a, side_b, window).meet();
  }
  return convex_meeting(side_a, side_b, window);
}

template bool only_moves(const Moving<2>&);
template bool only_moves(const Moving<3>&);
template double end_of_motion(const Moving<2>&);
template double end_of_motion(const Moving<3>&);
template PairMeeting<2> turning_meet(const Moving<2>&, const Moving<2>&, const QueryWindow&);
template PairMeeting<3> turning_meet(const Moving<3>&, const Moving<3>&, const QueryWindow&);

}  // namespace firsthit
