#include "core/vec_math.hpp"
#include "world/response/impact_resolver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// How bodies that turn stand, in the plane come to do so on a side, and leave it.

namespace firsthit {

namespace {

/// What turns on a corner hops: bounces lower than this part of the smaller length lose nothing, as those on
/// curves do. Smaller: more events, in proportion to one over the root. Larger: it is less true to
/// where it turns.
constexpr double kLowestBounce = 0x1p-16;

/// Nor than this part of the gap at the other end of the side, so that it comes down flat.
constexpr double kHopPart = 0x1p-9;

/// A side is flat on another where both ends are within so many roundings of positions and lengths, 2^-38 of
/// the largest; so high, too, may go their last bounces. Smaller: what the kernel does not resolve shows,
/// some 2^-44 of all lengths, and rest may never come. Larger: it comes too early.
constexpr double kFlatRoundings = 1024.0;

/// Hops are no lower than this part of that, as else what the kernel does not resolve would drive them.
constexpr double kLeastHop = 0x1p-4;

/// The cosine of the largest angle between the normal of a side and a push that what is there takes up.
constexpr double kSteep = 0.875;

double hop_speed(double press, double height) { return std::sqrt(2.0 * press * height); }

/// [L] Where the support's push acts, so that it does not turn the body: friction acts below its centre.
double foot_of(const Slider<2>& slider, const Slide<2>& way, const Footing& footing) {
  const double friction = dot(turned_left(slider.into), way.acceleration - slider.pull);
  return -footing.height * friction / slider.press;
}

/// [T] Until one that moves along a line has come `way` [L] forward; `a` [L/T^2].
double time_to_come(double way, double speed, double a) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  if (std::isinf(way)) return kNever;
  if (!(way > 0.0)) return speed > 0.0 || (speed == 0.0 && a > 0.0) ? 0.0 : kNever;
  const double square = speed * speed + 2.0 * a * way;
  if (square < 0.0) return kNever;
  const double root = std::sqrt(square);
  if (!(speed + root > 0.0)) return kNever;
  return 2.0 * way / (speed + root);
}

}  // namespace

/// [L] So near to a side of what holds it, and no higher, both ends of one that stands there may be.
template <int D>
double ImpactResolver<D>::flat_within(const Party& party, Id support) const {
  double size = table_.radius[party.id];
  if (support < kFirstSide && !table_.solid(support).plane)
    size = std::max(size, table_.solid(support).extent);
  return kFlatRoundings * rounding_.of(party.place.position, size);
}

/// Of two of which one stands: is the other a body that never turns, as a ball, and may come to rest on it?
template <int D>
bool ImpactResolver<D>::lands_on_standing(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                          const Instant& time) {
  if (table_.turns(pair.low) == table_.turns(pair.high)) return false;
  const Id standing = table_.turns(pair.low) ? pair.low : pair.high;
  const Id other = standing == pair.low ? pair.high : pair.low;
  if (!table_.is_dynamic(standing) || !table_.is_dynamic(other)) return false;
  const std::span<const Support<D>> along = resting_.supports().along(other);
  if (std::any_of(along.begin(), along.end(), [standing](const auto& one) { return one.id == standing; }))
    return true;
  const SolidMeeting<D> meeting = solids_.meet(records, pair).meeting;
  const Vec<D> apart = solids_.apart(records, pair, time);
  Contact contact{party_of(records, pair.low, time),
                  party_of(records, pair.high, time),
                  pair.image,
                  meeting.normal,
                  dot(meeting.normal, apart),
                  meeting.reach,
                  0.0};
  find_still_holder(records, contact, apart, meeting_point(meeting, pair, apart), time);
  return contact.holder == (standing == pair.low ? Holder::A : Holder::B);
}

/// Two of which one stands, or both, and no other turns: they meet as those do that never turn.
template <int D>
Resolution ImpactResolver<D>::resolve_standing(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                               const Instant& time) {
  const auto found = solids_.meet(records, pair);
  halfway_ = true;
  for (const Id id : {pair.low, pair.high})
    if (table_.moves(id)) resting_.rebase(id, flight_.place_at(id, records[id], time).wraps);
  if (found.slid)
    if (const std::optional<double> slid = end_slide(records, pair, time))
      return {*slid / rounding_of(party_of(records, pair.low, time)), false, true, false, others_};
  if (found.leaves) {
    const Party body = party_of(records, pair.low == found.leaves->id ? pair.high : pair.low, time);
    return {fall_off(records, body, found.leaves->id, time) / rounding_of(body), false, true, false, others_};
  }
  TurningTouch<D> touch;
  touch.normal = found.meeting.normal;
  touch.apart = solids_.apart(records, pair, time);
  touch.gap = dot(touch.normal, touch.apart) - found.meeting.reach;
  touch.low = touch.high = meeting_point(found.meeting, pair, touch.apart);
  if constexpr (D == 2) {
    const Vec<2> half = 0.5 * found.meeting.area * turned_left(touch.normal);
    touch.low = touch.low - half;
    touch.high = touch.high + half;
  }
  return meet_turning(records, pair, touch, time);
}

/// A body that stands does so no more. Returns how far [L] it has slid.
template <int D>
double ImpactResolver<D>::fall_off(std::span<Record<D>> records, const Party& party, Id support,
                                   const Instant& time) {
  gather(records, time, party);
  resting_.release(party.id);
  turn(party.id, {}, {}, time);
  reporter_.report_turn(TurnKind::Left, party, support, party.velocity, time);
  renew_all(records, party, party.velocity, party.id, time);
  return length(party.velocity) * party.elapsed;
}

/// Takes back by how little its side is not flat on the support's.
template <int D>
void ImpactResolver<D>::straighten(Id body, const Footing& footing, const Instant& time) {
  if constexpr (D == 2) {
    const double half = -0.5 * (footing.gap_high - footing.gap_low) / (footing.high - footing.low);  // [rad]
    const Spin<2> now = spins_.at(body, time, flight_.timebase());
    const Orientation<2> stands = now.stands();
    reporter_.statistics().add_spin(spins_, body, time);
    spins_.set(body, {{stands.w - half * stands.z, stands.z + half * stands.w}, 0, now.velocity, time, 0.0});
  }
}

template <int D>
Stance ImpactResolver<D>::stance_of(const Contact& contact, const TurningTouch<D>& touch) const {
  Stance stance;
  if (!flight_.falls()) return stance;
  const Party& a = contact.a;
  const Party& b = contact.b;
  double smallest = std::numeric_limits<double>::infinity();
  for (const Id id : {a.id, b.id})
    if (table_.is_dynamic(id)) smallest = std::min(smallest, table_.length_of(id));
  if (std::isinf(smallest)) return stance;  // nothing that falls
  double height = kLowestBounce * smallest;
  stance.hops = hop_speed(length(flight_.gravity()), height);
  const Party& body = contact.is_turned() ? b : a;
  const Party& other = contact.is_turned() ? a : b;
  if (resting_.enabled() && contact.may_hold() && table_.turns(body.id) && !solids_.turns(other.id)) {
    const Vec<D> toward = contact.is_turned() ? -contact.toward : contact.toward;
    stance.may_hold = true;
    stance.footing = resting_.footing(body.id, support_of(contact), body.place.position, toward);
    stance.flat = flat_within(body, other.id);
    double gap = resting_.gap_of_leaning(body.id, body.place.position, push_of(contact, touch));
    if (stance.footing) gap = std::min(gap, stance.footing->widest_gap());
    height = std::clamp(kHopPart * gap, kLeastHop * stance.flat, height);
  }
  stance.slow = hop_speed(length(flight_.gravity()), height);
  const double press = dot(contact.toward, a.acceleration - b.acceleration);
  if (!(press > 0.0)) return stance;
  stance.lift = 0.5 * hop_speed(press, height);
  stance.fallen = std::sqrt(2.0 * press * std::max(contact.radii - contact.distance, 0.0));
  return stance;
}

/// Does what a body stands on take up a push, which acts along the unit vector `push` at `arm` [L] from its
/// place?
template <int D>
bool ImpactResolver<D>::takes_up(const Party& party, const Vec<D>& arm, const Vec<D>& push) const {
  if constexpr (D == 2) {
    if (resting_.supports().standing(party.id) == nullptr) return false;
    const std::optional<Footing> footing = resting_.footing(party.id, party.place.position);
    if (!footing || !(dot(push, footing->into) > kSteep)) return false;
    // Where its line goes through the side.
    const double depth = (footing->height - dot(arm, footing->into)) / dot(push, footing->into);
    return footing->is_over(dot(arm + depth * push, turned_left(footing->into)));
  }
  return false;
}

/// How the one pushes the other that may stand on it.
template <int D>
Push ImpactResolver<D>::push_of(const Contact& contact, const TurningTouch<D>& touch) const {
  if constexpr (D == 2) {
    const bool turned = contact.is_turned();
    const Vec<2> into = turned ? -contact.toward : contact.toward;
    const Vec<2> centre = turned ? touch.apart : Vec<2>{};
    const double low = dot(turned_left(into), touch.low - centre);
    const double high = dot(turned_left(into), touch.high - centre);
    return {into, std::min(low, high), std::max(low, high)};
  }
  return {};
}

/// Do both ends of the footing touch, or only one?
template <int D>
void ImpactResolver<D>::stand_on(const Contact& contact, const Stance& stance, TurningTouch<D>& touch) const {
  if constexpr (D == 2) {
    const Footing& footing = *stance.footing;
    const bool flat = footing.widest_gap() <= stance.flat;
    if (!flat && touch.low == touch.high) return;
    const auto place = [&](double end) {
      const Vec<2> arm = footing.height * footing.into + end * turned_left(footing.into);
      return contact.is_turned() ? touch.apart + arm : arm;
    };
    const bool low_is_up = footing.gap_high < footing.gap_low;
    const Vec<2> low = place(flat || !low_is_up ? footing.low : footing.high);
    touch.high = place(flat || low_is_up ? footing.high : footing.low);
    touch.low = low;
  }
}

/// If what is left of an impact is less than positions can tell, and gravity goes through the footing, the
/// body stands from now on.
template <int D>
bool ImpactResolver<D>::come_to_stand(const Contact& contact, const Stance& stance, Bounce<D>& bounced,
                                      const Instant& time) {
  if constexpr (D == 2) {
    if (!stance.footing) return false;
    const Footing& footing = *stance.footing;
    const bool turned = contact.is_turned();
    const Party& body = turned ? contact.b : contact.a;
    Vec<2>& velocity = turned ? bounced.velocity_b : bounced.velocity_a;
    double& turning = turned ? spun_.b_after : spun_.a_after;
    const Party& holder = turned ? contact.a : contact.b;
    const Vec<2> carrier = holder.velocity + table_.surface_velocity(holder.id, footing.into);
    const double press = dot(footing.into, flight_.gravity() - resting_.acceleration_of(holder.id));
    const double flat = stance.flat;
    if (!(press > 0.0) || !resting_.supports().of(body.id).empty()) return false;
    Support<2> support = support_of(contact);
    support.own_piece = footing.own_piece;
    support.other_piece = footing.piece;
    const auto touch_at = [&](const Support<2>& at, double gap) {
      return Touch<2>{at, footing.into, 0.0, gap, holder.velocity, {}, resting_.acceleration_of(holder.id)};
    };
    const Touch<2> touch = touch_at(support, footing.least_gap());
    resting_.touched(body.id, touch);
    if (footing.widest_gap() > flat || footing.least_gap() < -flat) return false;
    for (const double end : {footing.low, footing.high}) {
      const Vec<2> arm = footing.height * footing.into + end * turned_left(footing.into);
      const double rate = dot(footing.into, velocity - carrier + turning * turned_left(arm));
      if (rate * rate > 2.0 * press * flat) return false;
    }
    const Surfaces surfaces = table_.surfaces(body.id, support.id);
    const auto stands_on = [&](const Footing& all, std::span<const Touch<2>> touches) {
      const auto can_stand = [&](const Vec<2>& speed) {
        const Slider<2> slider = slider_on(touch, body, speed, 0.0);
        return all.is_over(foot_of(slider, slide(slider, surfaces), all));
      };
      const bool stops = length_squared(velocity - carrier) <= 2.0 * surfaces.friction * press * flat;
      if (!can_stand(velocity) && !(stops && can_stand(carrier))) return false;
      const Vec<2> onward = resting_.stand(body.id, can_stand(velocity) ? velocity : carrier, touches);
      const Vec<2> left =
          slide(slider_on(touch, body, onward, 0.0), surfaces).acceleration + touch.acceleration;
      if (resting_.overloaded(body.id, left)) {
        resting_.release(body.id);
        return false;
      }
      straighten(body.id, footing, time);
      velocity = resting_.stand(body.id, onward, touches);
      turning = 0.0;
      return true;
    };
    if (stands_on(footing, std::array{touch})) return true;
    for (const Support<2>& other : resting_.others_under(body.id, body.place.position, footing, flat)) {
      if (other == support || table_.is_kinematic(other.id) || table_.is_kinematic(support.id)) continue;
      const auto also = resting_.footing(body.id, other, body.place.position, footing.into);
      if (stands_on(united(footing, *also), std::array{touch, touch_at(other, also->least_gap())}))
        return true;
    }
  }
  return false;
}

/// The same of one that stands already, and leans on another.
template <int D>
bool ImpactResolver<D>::come_to_lean(const Contact& contact, const Stance& stance, const Push& push,
                                     Bounce<D>& bounced) {
  if constexpr (D == 2) {
    const bool turned = contact.is_turned();
    const Party& body = turned ? contact.b : contact.a;
    if (resting_.supports().of(body.id).empty()) return false;
    Vec<2>& velocity = turned ? bounced.velocity_b : bounced.velocity_a;
    double& turning = turned ? spun_.b_after : spun_.a_after;
    const double press = dot(push.into, body.acceleration);
    const double rate = dot(push.into, velocity);
    if (!(press > 0.0) || turning != 0.0 || rate * rate > 2.0 * press * stance.flat) return false;
    Support<2> support = support_of(contact);
    if (stance.footing) support.own_piece = stance.footing->own_piece;
    if (stance.footing) support.other_piece = stance.footing->piece;
    const Touch<2> touch{support, push.into, 0.0, 0.0, {}, {}};
    const auto kept = resting_.lean(body.id, body.place.position, velocity, touch, push);
    if (!kept) return false;
    velocity = *kept;
    return true;
  }
  return false;
}

/// After something that may have knocked a body off what holds it.
template <int D>
void ImpactResolver<D>::knock(const Contact& contact, const Party& party, Vec<D>& velocity,
                              AngularVelocity<D>& turning) {
  if (!table_.is_dynamic(party.id) || resting_.supports().of(party.id).empty()) return;
  double rounding = rounding_of(contact);
  if constexpr (D == 2) {
    if (table_.turns(party.id)) {
      for (const Support<2>& support : resting_.supports().of(party.id)) {
        const double flat = flat_within(party, support.id);
        rounding = std::max(rounding, flat);
        const Vec<2>& into = resting_.supports().into(party.id, support);
        const auto footing = resting_.footing(party.id, support, party.place.position, into);
        const Touch<2> touch = resting_.touch_of(party.id, support, party.place.position, into);
        const double press = dot(into, flight_.gravity() - touch.acceleration);
        // What it leans on with a corner may be anywhere.
        const double reach = table_.radius[party.id];
        const double low = footing ? footing->low : -reach, high = footing ? footing->high : reach;
        bool stays = press > 0.0;
        for (const double end : {low, high}) {
          const double rate = dot(into, velocity - touch.velocity) - turning * end;
          stays = stays && rate * rate <= 2.0 * press * flat;
        }
        if (!stays) {
          resting_.release(party.id);
          return;
        }
      }
      turning = 0.0;
    }
  }
  velocity = resting_.knocked(party.id, party.place.position, velocity, rounding);
}

/// Does what one flat support holds stay upright as it slides so? Then until when.
template <int D>
bool ImpactResolver<D>::stands_for(const Party& party, const Slider<D>& slider,
                                   const AngularVelocity<D>& turning, Slide<D>& way) const {
  if constexpr (D == 2) {
    if (turning != 0.0) return false;
    const std::optional<Footing> footing = resting_.footing(party.id, party.place.position);
    if (!footing) return false;
    const double foot = foot_of(slider, way, *footing);
    if (!footing->is_over(foot)) return false;
    const Vec<2> along = turned_left(slider.into);
    const double speed = dot(along, slider.velocity);
    const double acceleration = dot(along, way.acceleration);
    const double ends = std::min(
        time_to_come(std::min(footing->side_high - foot, footing->shift_high), speed, acceleration),
        time_to_come(std::min(foot - footing->side_low, -footing->shift_low), -speed, -acceleration));
    if (ends <= way.lasts) {
      way.lasts = ends;
      if (std::isfinite(ends)) way.ends = kStandEnds;
    }
  }
  return true;
}

template Resolution ImpactResolver<2>::resolve_standing(std::span<Record<2>>, const OrderedPair<2>&,
                                                        const Instant&);
template bool ImpactResolver<2>::lands_on_standing(std::span<const Record<2>>, const OrderedPair<2>&,
                                                   const Instant&);
template bool ImpactResolver<3>::lands_on_standing(std::span<const Record<3>>, const OrderedPair<3>&,
                                                   const Instant&);
template double ImpactResolver<2>::fall_off(std::span<Record<2>>, const Party&, Id, const Instant&);
template Stance ImpactResolver<2>::stance_of(const Contact&, const TurningTouch<2>&) const;
template bool ImpactResolver<2>::takes_up(const Party&, const Vec<2>&, const Vec<2>&) const;
template Push ImpactResolver<2>::push_of(const Contact&, const TurningTouch<2>&) const;
template bool ImpactResolver<2>::come_to_lean(const Contact&, const Stance&, const Push&, Bounce<2>&);
template void ImpactResolver<2>::stand_on(const Contact&, const Stance&, TurningTouch<2>&) const;
template bool ImpactResolver<2>::come_to_stand(const Contact&, const Stance&, Bounce<2>&, const Instant&);
template void ImpactResolver<2>::knock(const Contact&, const Party&, Vec<2>&, AngularVelocity<2>&);
template bool ImpactResolver<2>::stands_for(const Party&, const Slider<2>&, const AngularVelocity<2>&,
                                            Slide<2>&) const;
template Resolution ImpactResolver<3>::resolve_standing(std::span<Record<3>>, const OrderedPair<3>&,
                                                        const Instant&);
template double ImpactResolver<3>::fall_off(std::span<Record<3>>, const Party&, Id, const Instant&);
template Stance ImpactResolver<3>::stance_of(const Contact&, const TurningTouch<3>&) const;
template bool ImpactResolver<3>::takes_up(const Party&, const Vec<3>&, const Vec<3>&) const;
template Push ImpactResolver<3>::push_of(const Contact&, const TurningTouch<3>&) const;
template bool ImpactResolver<3>::come_to_lean(const Contact&, const Stance&, const Push&, Bounce<3>&);
template void ImpactResolver<3>::stand_on(const Contact&, const Stance&, TurningTouch<3>&) const;
template bool ImpactResolver<3>::come_to_stand(const Contact&, const Stance&, Bounce<3>&, const Instant&);
template void ImpactResolver<3>::knock(const Contact&, const Party&, Vec<3>&, AngularVelocity<3>&);
template bool ImpactResolver<3>::stands_for(const Party&, const Slider<3>&, const AngularVelocity<3>&,
                                            Slide<3>&) const;

}  // namespace firsthit
