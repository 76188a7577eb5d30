#include "world/response/impact_resolver.hpp"

#include "core/vec_math.hpp"
#include "world/balance/least_pushes.hpp"
#include "world/response/turning_impact.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

// Impacts that turn what is no ball.

namespace firsthit {

namespace {

/// Two that are held at their places are turned out of each other if they touch with this part of their reach
/// as a lever, at least. Smaller: so much further than what they overlap some place may be put.
constexpr double kLeastLever = 0x1p-10;

/// In parts of how fast the middle closes, what rounds of how fast corners do.
constexpr double kCloses = 0x1p-40;

/// The sine between what supports leave a body free to do and the way into something: below, that stops
/// nobody who slides on them. Smaller: it is the rounding of their directions.
constexpr double kAcross = 0x1p-20;

/// What a push of size 1 along n at a place does to the velocities of two, and to how they turn, each about
/// its own axes.
UnitPush push_at(const TurningParty<3>& a, const TurningParty<3>& b, const Vec<3>& place, const Vec<3>& apart,
                 const Vec<3>& n) {
  const Vec<3> turns_a = a.inverse_inertia.along_axes(cross(place, n));
  const Vec<3> turns_b = b.inverse_inertia.along_axes(cross(place - apart, n));
  UnitPush push;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    push.add(axis, -n[axis]);
    push.add(3 + axis, -turns_a[axis]);
    push.add(6 + axis, n[axis]);
    push.add(9 + axis, turns_b[axis]);
  }
  return push;
}

/// Where two push each other that touch at several places, as the corners of a face: in the middle if after
/// that none closes, else as pushing_place has it in the plane.
Vec<3> pushing_place(const TurningParty<3>& a, const TurningParty<3>& b, const Vec<3>& apart, const Vec<3>& n,
                     std::span<const Vec<3>> places, const Vec<3>& middle) {
  std::vector<double> speed;
  std::vector<double> inverse_mass;
  for (const TurningParty<3>* party : {&a, &b}) {
    const Vec<3> turning = party->inverse_inertia.along_axes(party->angular_velocity);
    for (const Vec<3>* const rates : {&party->velocity, &turning})
      speed.insert(speed.end(), std::begin(rates->c), std::end(rates->c));
    inverse_mass.insert(inverse_mass.end(), 3, party->inverse_mass);
    const Vec<3>& gives = party->inverse_inertia.values();
    inverse_mass.insert(inverse_mass.end(), std::begin(gives.c), std::end(gives.c));
  }
  std::vector<UnitPush> pushes;
  for (const Vec<3>& place : places) pushes.push_back(push_at(a, b, place, apart, n));
  const UnitPush in_middle = push_at(a, b, middle, apart, n);
  const double closing = -in_middle.dot(speed);
  const double gives = in_middle.gives(inverse_mass);
  if (closing > 0.0 && gives > 0.0) {
    std::vector<double> after = speed;
    in_middle.give(closing / gives, inverse_mass, after);
    const auto parts = [&](const UnitPush& push) { return push.dot(after) >= -kCloses * closing; };
    if (std::all_of(pushes.begin(), pushes.end(), parts)) return middle;
  }
  const std::vector<double> wanted(places.size(), 0.0);
  const std::vector<double> sizes = least_pushes(pushes, wanted, speed, inverse_mass);
  double whole = 0.0;
  Vec<3> place;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    whole += sizes[i];
    place = place + sizes[i] * places[i];
  }
  return whole > 0.0 ? (1.0 / whole) * place : middle;
}

}  // namespace

template <int D>
Resolution ImpactResolver<D>::resolve_turning(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                              const Instant& time) {
  if (!solids_.turns(pair.low) && !solids_.turns(pair.high))
    return lands_on_standing(records, pair, time) ? resolve_solids(records, pair, time)
                                                  : resolve_standing(records, pair, time);
  const TurningMeeting meeting = turning_.meet(records, pair, time);
  if (!meeting.meets || time < meeting.time)
    return {std::numeric_limits<double>::infinity(), false, false, false, {}};
  halfway_ = resting_.supports().holds_anybody();
  if (halfway_)
    for (const Id id : {pair.low, pair.high})
      if (table_.moves(id)) resting_.rebase(id, flight_.place_at(id, records[id], time).wraps);
  double rounding = 0.0;
  for (const Id id : {pair.low, pair.high})
    if (table_.moves(id)) rounding = std::max(rounding, rounding_of(party_of(records, id, time)));
  return meet_turning(records, pair, turning_.touch(records, pair, time, rounding), time);
}

/// The two touch so.
template <int D>
Resolution ImpactResolver<D>::meet_turning(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                           TurningTouch<D> touch, const Instant& time) {
  const double distance = dot(touch.normal, touch.apart);
  Contact contact{party_of(records, pair.low, time),
                  party_of(records, pair.high, time),
                  pair.image,
                  touch.normal,
                  distance,
                  distance - touch.gap,
                  0.0};
  gather(records, time, contact);
  see_spins(contact, time);
  contact.holder = unmoved(pair.low, pair.high);
  if (!contact.may_hold()) contact.holder = still_one(records, contact);
  const bool may_yield = contact.may_hold() && table_.is_dynamic(contact.is_turned() ? pair.low : pair.high);
  const TurningTouch<D> touched = touch;
  Stance stance = stance_of(contact, touch);
  if (stance.footing) stand_on(contact, stance, touch);
  Vec<D> place = turning_place(contact, touch, time);
  TurningPush<D> pushed = push_apart(contact, touch.apart, place, stance, time);
  if (may_yield && !is_held_firmly(contact, touch.apart, place, stance, pushed.impulse)) {
    contact.holder = Holder::None;
    touch = touched;
    stance = stance_of(contact, touch);
    place = turning_place(contact, touch, time);
    pushed = push_apart(contact, touch.apart, place, stance, time);
  }
  halfway_ = true;
  wake_struck(records, contact, time);
  Bounce<D> bounced = turn_away(contact, touch.apart, place, pushed);
  const bool rests = stance.may_hold && (come_to_stand(contact, stance, bounced, time) ||
                                         come_to_lean(contact, stance, push_of(contact, touch), bounced));
  const auto [shorter, longer] = std::minmax(contact.a.elapsed, contact.b.elapsed);
  const double approach = bounced.closing * (std::isfinite(longer) ? longer : shorter);
  const double rounding = rounding_of(contact);
  const bool impact = bounced.closing > 0.0;
  if (impact) {
    count_turning(contact, stance, bounced.closing, time);
    if (last_impacts_.are_kept())
      for (const Id id : {pair.low, pair.high})
        if (table_.moves(id))
          last_impacts_.remember(id, time, table_.is_dynamic(pair.low) && table_.is_dynamic(pair.high));
    settle_spins(contact, bounced, time);
    reporter_.measure_impact(contact, bounced, time);
    if (reporter_.is_heard(pair.low, pair.high))
      reporter_.report_impact(contact, bounced, time, contact.a.place.position + place, told_spins());
    reporter_.count_impact(pair.low, pair.high);
  }
  if (rests && !impact) settle_spins(contact, bounced, time);
  if (rests) tell_rest(contact, {bounced, impact, true}, time);
  // Else those that meet far from the origin would overlap for ever by less than a step of their places.
  part(contact, 2.0 * std::numeric_limits<double>::epsilon() *
                    std::max(max_abs(contact.a.place.position), max_abs(contact.b.place.position)));
  turn_apart(contact, touch.apart, place, time);
  renew_all(records, contact.a, bounced.velocity_a, pair.high, time);
  renew_all(records, contact.b, bounced.velocity_b, pair.low, time);
  return {approach / rounding, impact, true, false, others_};
}

/// Two that are held at their places are turned out of each other by what they overlap.
template <int D>
void ImpactResolver<D>::turn_apart(const Contact& contact, const Vec<D>& apart, const Vec<D>& place,
                                   const Instant& time) {
  if constexpr (D == 2) {
    const double depth = contact.radii - contact.distance;
    const bool held = std::isinf(bonds_.mass(contact.a.id)) && std::isinf(bonds_.mass(contact.b.id));
    if (!held || !(depth > 0.0)) return;
    const Vec<2>& n = contact.toward;
    const double lever_a = cross(place, n), lever_b = cross(place - apart, n);
    const double give_a = lever_a * spins_.inverse_inertia(contact.a.id);
    const double give_b = lever_b * spins_.inverse_inertia(contact.b.id);
    const double part = depth / (lever_a * give_a + lever_b * give_b);
    const auto twist = [&](Id body, double angle) {
      // Who touches almost through its axle would have to turn far.
      if (!table_.is_pinned(body) || !(std::fabs(angle) * table_.radius[body] <= depth / kLeastLever)) return;
      constexpr double kTurnsPerRadian = 0x1.45f306dc9c883p-3;
      Spin<2> spin = spins_.at(body, time, flight_.timebase());
      reporter_.statistics().add_spin(spins_, body, time);
      spin.turned += static_cast<std::uint64_t>(
          static_cast<std::int64_t>(std::nearbyint(0x1p64 * (kTurnsPerRadian * angle))));
      spins_.set(body, spin);
    };
    twist(contact.a.id, -give_a * part);
    twist(contact.b.id, give_b * part);
  }
}

/// The same of one that turns. A hop is too little to move what takes up the weight of who hops: where that
/// is now, or through its place.
template <int D>
bool ImpactResolver<D>::is_held_firmly(const Contact& contact, const Vec<D>& apart, const Vec<D>& place,
                                       const Stance& stance, const TurningImpulse<D>& impulse) const {
  if (!(impulse.closing < stance.hops))
    return is_held_firmly(contact, apart, place,
                          impulse.normal * contact.toward + vector_across(impulse.across, contact.toward));
  const Vec<D> pull =
      flight_.gravity() - resting_.acceleration_of(contact.is_turned() ? contact.a.id : contact.b.id);
  const Vec<D> weight = contact.is_turned() ? -pull : pull;
  return is_held_firmly(contact, apart, place, weight) ||
         is_held_firmly(contact, apart, contact.is_turned() ? apart : Vec<D>{}, weight);
}

template <int D>
TurningParty<D> ImpactResolver<D>::turning_party(const Contact& contact, const Party& party,
                                                 const AngularVelocity<D>& turning,
                                                 const Instant& time) const {
  const bool holds = contact.may_hold() && party.id == (contact.is_turned() ? contact.a.id : contact.b.id);
  if (holds && table_.is_dynamic(party.id)) return {0.0, 0.0, party.velocity, turning};
  const Vec<D> surface = table_.surface_velocity(party.id, contact.normal());
  return {1.0 / bonds_.mass(party.id), spins_.inverse_inertia_at(party.id, time, flight_.timebase()),
          party.velocity + surface, turning};
}

/// [L] Where the impulse acts, seen from the first.
template <int D>
Vec<D> ImpactResolver<D>::turning_place(const Contact& contact, const TurningTouch<D>& touch,
                                        const Instant& time) const {
  const TurningParty<D> a = turning_party(contact, contact.a, spun_.a_before, time);
  const TurningParty<D> b = turning_party(contact, contact.b, spun_.b_before, time);
  if constexpr (D == 2) {
    if (touch.low != touch.high) return pushing_place(a, b, touch.apart, touch.normal, touch.low, touch.high);
  } else {
    const double closing =
        dot(touch.normal, velocity_at(a, touch.low) - velocity_at(b, touch.low - touch.apart));
    if (!touch.is_patch && closing > 0.0) return touch.low;
    const auto pose = [&](const Party& party, const Vec<3>& place) {
      return Pose<3>{place, table_.moves(party.id) ? spins_.at(party.id, time, flight_.timebase()).stands()
                                                   : Orientation<3>{}};
    };
    const Vec<3>& place = contact.a.place.position;
    const std::vector<Vec<3>> places = heap_search_.touching_places(
        contact.a.id, pose(contact.a, place), contact.b.id, pose(contact.b, place + touch.apart),
        touch.normal, rounding_of(contact));
    return pushing_place(a, b, touch.apart, touch.normal, places, touch.low);
  }
  return touch.low;
}

/// Does the impact lose nothing, as contacts last? What gravity presses onto what impacts do not move comes
/// to rest there, unless others keep knocking at it.
template <int D>
bool ImpactResolver<D>::is_lasting(const Contact& contact, const Instant& time) const {
  const Timebase& timebase = flight_.timebase();
  const Id a = contact.a.id;
  const Id b = contact.b.id;
  if (!contact.may_hold())
    return last_impacts_.in_contact(a, timebase, time) || last_impacts_.in_contact(b, timebase, time);
  const Id held = contact.is_turned() ? b : a;
  const Vec<D> into = contact.is_turned() ? -contact.toward : contact.toward;
  const Vec<D> pull = flight_.acceleration(held) - resting_.acceleration_of(contact.is_turned() ? a : b);
  return resting_.enabled() && dot(into, pull) > 0.0
             ? last_impacts_.in_contact_with_dynamic(held, timebase, time)
             : last_impacts_.in_contact(held, timebase, time);
}

/// What the impact gives both. `apart` [L]: from a to b.
template <int D>
TurningPush<D> ImpactResolver<D>::push_apart(const Contact& contact, const Vec<D>& apart, const Vec<D>& place,
                                             const Stance& stance, const Instant& time) const {
  const Party& a = contact.a;
  const Party& b = contact.b;
  const bool lasting = is_lasting(contact, time);
  TurningParty<D> of_a = turning_party(contact, a, spun_.a_before, time);
  TurningParty<D> of_b = turning_party(contact, b, spun_.b_before, time);
  const Vec<D>& n = contact.toward;
  const Vec<D> arm_b = place - apart;
  const double closing = dot(n, velocity_at(of_a, place) - velocity_at(of_b, arm_b));
  if (closing < stance.slow && takes_up(a, place, -n))
    of_a = {0.0, 0.0, of_a.velocity, of_a.angular_velocity};
  else if (closing < stance.slow && takes_up(b, arm_b, n))
    of_b = {0.0, 0.0, of_b.velocity, of_b.angular_velocity};
  return {of_a, of_b,
          turning_impulse(of_a, of_b, place, arm_b, n, lasting ? 1.0 : table_.restitution(a.id, b.id),
                          lasting ? Surfaces{} : table_.surfaces(a.id, b.id), stance.slow, stance.lift,
                          stance.fallen)};
}

/// What that does to them.
template <int D>
Bounce<D> ImpactResolver<D>::turn_away(const Contact& contact, const Vec<D>& apart, const Vec<D>& place,
                                       const TurningPush<D>& pushed) {
  const Party& a = contact.a;
  const Party& b = contact.b;
  const auto& [of_a, of_b, impulse] = pushed;
  const Vec<D>& n = contact.toward;
  const Vec<D> arm_b = place - apart;
  const bool stops = table_.pair(a.id, b.id).response == Response::Stop;
  spun_.tangential_impulse = vector_across(impulse.across, n);
  const Vec<D> push = impulse.normal * n + spun_.tangential_impulse;
  Bounce<D> bounced{a.velocity - of_a.inverse_mass * push, b.velocity + of_b.inverse_mass * push,
                    impulse.closing, impulse.normal};
  spun_.a_after = spun_.a_before - of_a.inverse_inertia * cross(place, push);
  spun_.b_after = spun_.b_before + of_b.inverse_inertia * cross(arm_b, push);
  if constexpr (D == 2) {
    if (are_held(of_a, of_b)) {
      spun_.a_after = spun_.a_before - of_a.inverse_inertia * twist_of(impulse, place, n);
      spun_.b_after = spun_.b_before + of_b.inverse_inertia * twist_of(impulse, arm_b, n);
    }
  }
  if (stops && impulse.closing > 0.0) {  // whatever the place: they go on together, and turn no more
    const Shares share = shares(bonds_.mass(a.id), bonds_.mass(b.id));
    const Vec<D> common =
        std::isinf(bonds_.mass(b.id)) ? b.velocity : a.velocity + share.a * (b.velocity - a.velocity);
    bounced.velocity_a = bounced.velocity_b = common;
    stop_spins(contact);
  }
  if (resting_.supports().holds_anybody()) {
    knock(contact, a, bounced.velocity_a, spun_.a_after);
    knock(contact, b, bounced.velocity_b, spun_.b_after);
    if (!stops && impulse.closing > 0.0) stop_sliding(contact, apart, place, pushed, bounced);
  }
  return bounced;
}

/// Supports take up how an impact turns what stands on them, or presses it onto them, and leave what leads
/// along them: where one slides against something below its centre it would still do so, a part as fast, and
/// meet that endlessly at once. It goes on no further: the nearest velocities, in energy, at which the place
/// does not close.
template <int D>
void ImpactResolver<D>::stop_sliding(const Contact& contact, const Vec<D>& apart, const Vec<D>& place,
                                     const TurningPush<D>& pushed, Bounce<D>& bounced) {
  const Vec<D>& n = contact.toward;
  const Vec<D> arm_b = place - apart;
  const TurningParty<D> a{pushed.a.inverse_mass, pushed.a.inverse_inertia, bounced.velocity_a, spun_.a_after};
  const TurningParty<D> b{pushed.b.inverse_mass, pushed.b.inverse_inertia, bounced.velocity_b, spun_.b_after};
  const double closing = dot(n, velocity_at(a, place) - velocity_at(b, arm_b));
  if (!(closing > 0.0)) return;
  // What an impulse along n does to one of them, and how that opens the place.
  struct Gives {
    bool held;
    Vec<D> way;
    double opens;
  };
  const auto gives = [&](Id id, const TurningParty<D>& party, const Vec<D>& arm) {
    std::vector<Vec<D>> into;
    for (const Support<D>& support : resting_.supports().of(id))
      into.push_back(resting_.supports().into(id, support));
    if (into.empty()) return Gives{false, n, mass_along(mass_at(party, {}, arm, {}, n), n)};
    Vec<D> way = without(n, std::span<const Vec<D>>(into), (1U << into.size()) - 1U);
    if (!(length(way) > kAcross)) way = {};
    return Gives{true, way, party.inverse_mass * length_squared(way)};
  };
  const Gives of_a = gives(contact.a.id, a, place);
  const Gives of_b = gives(contact.b.id, b, arm_b);
  if (!(of_a.held || of_b.held) || !(of_a.opens + of_b.opens > 0.0)) return;
  const double impulse = closing / (of_a.opens + of_b.opens);
  bounced.velocity_a = bounced.velocity_a - (impulse * a.inverse_mass) * of_a.way;
  bounced.velocity_b = bounced.velocity_b + (impulse * b.inverse_mass) * of_b.way;
  bounced.impulse += impulse;
  if (!of_a.held) spun_.a_after = spun_.a_after - a.inverse_inertia * cross(place, impulse * n);
  if (!of_b.held) spun_.b_after = spun_.b_after + b.inverse_inertia * cross(arm_b, impulse * n);
}

template Resolution ImpactResolver<2>::meet_turning(std::span<Record<2>>, const OrderedPair<2>&,
                                                    TurningTouch<2>, const Instant&);
template Resolution ImpactResolver<2>::resolve_turning(std::span<Record<2>>, const OrderedPair<2>&,
                                                       const Instant&);
template Resolution ImpactResolver<3>::meet_turning(std::span<Record<3>>, const OrderedPair<3>&,
                                                    TurningTouch<3>, const Instant&);
template Resolution ImpactResolver<3>::resolve_turning(std::span<Record<3>>, const OrderedPair<3>&,
                                                       const Instant&);

}  // namespace firsthit
