#include "world/response/impact_resolver.hpp"

#include "core/decimal.hpp"
#include "core/vec_math.hpp"
#include "world/bodies/scales.hpp"
#include "world/response/bounce.hpp"

#include <firsthit/error.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>

// Responses other than a bounce: those who stop, stick together, wait, or pass, and what users want.

namespace firsthit {

template <int D>
bool ImpactResolver<D>::has_rule(const Contact& contact) const {
  if (!table_.interactions.is_select()) return false;
  return !bonds_.is_empty() || table_.have_rule(contact.a.id, contact.b.id) ||
         (waiting_.may_wait() &&
          (table_.interactions.waits(contact.a.id) || table_.interactions.waits(contact.b.id)));
}

template <int D>
auto ImpactResolver<D>::obey(const Contact& contact, const Instant& time) -> Answer {
  const Party& a = contact.a;
  const Party& b = contact.b;
  const PairProperties<D>& pair = table_.pair(a.id, b.id);
  const double mass_a = bonds_.mass(a.id);
  const double mass_b = bonds_.mass(b.id);
  Answer answer;
  Bounce<D>& bounced = answer.bounced;
  const bool stops = pair.response == Response::Stop || pair.response == Response::Stick;
  if (pair.react) {
    try {
      bounced = react(contact, time);
    } catch (...) {
      take_back(contact);
      halfway_ = false;
      throw;
    }
  } else if (stops) {
    const Shares share = shares(mass_a, mass_b);
    const Vec<D> change = b.velocity - a.velocity;
    const Vec<D> common = std::isinf(mass_b) ? b.velocity : a.velocity + share.a * change;
    const double closing = std::max(-dot(contact.normal(), change), 0.0);
    bounced = {common, common, closing, reduced_mass(mass_a, mass_b) * closing};
    if (pair.response == Response::Stick) stick(contact, bounced);
  } else {
    answer =
        contact.may_hold() && !is_anchored(contact) ? meet_fixed(contact, time) : meet_moving(contact, time);
  }
  if ((pair.react || stops) && !sticks_ && resting_.supports().holds_anybody()) {
    const double rounding = rounding_of(contact);
    for (const auto& [party, velocity] :
         {std::pair{&a, &bounced.velocity_a}, std::pair{&b, &bounced.velocity_b}})
      if (table_.is_dynamic(party->id))
        *velocity = resting_.knocked(party->id, party->place.position, *velocity, rounding);
  }
  if (flight_.falls() && contact.may_hold() && !answer.rests && !overlap_pairs_.contains(contact.pair())) {
    const Party& body = contact.is_turned() ? b : a;
    Vec<D>& velocity = contact.is_turned() ? bounced.velocity_b : bounced.velocity_a;
    const Touch<D> touch = touch_of(contact);
    velocity = resting_.caught(body.id, body.place.position, velocity, touch, landing_rounding(contact));
    answer.rests = resting_.supports().rests_on(body.id, touch.support);
  }
  if (waiting_.may_wait()) wait(contact, bounced);
  return answer;
}

/// From now on the two are one, or the first stays where it is if the other is a side.
template <int D>
void ImpactResolver<D>::stick(const Contact& contact, Bounce<D>& bounced) {
  const Party& a = contact.a;
  const Party& b = contact.b;
  if (b.id < kFirstSide) {
    bonds_.stick(a.id, b.id);
  } else {
    bonds_.anchor(a.id);
  }
  sticks_ = true;
  stop_spins(contact);
  if (!flight_.falls()) return;
  const Party& body = table_.is_dynamic(a.id) ? a : b;
  bounced.velocity_a = bounced.velocity_b =
      resting_.joined(body.id, body.place.position, bounced.velocity_a, rounding_of(contact));
}

/// Is the body that may fall stuck to something that nothing moves?
template <int D>
bool ImpactResolver<D>::is_anchored(const Contact& contact) const {
  return bonds_.mass(contact.is_turned() ? contact.b.id : contact.a.id) == kImmovable;
}

/// Nothing has come of a contact: no record begins here, so what holds whom is again as seen from where the
/// records are.
template <int D>
void ImpactResolver<D>::take_back(const Contact& contact) {
  const auto back = [this](const Party& party) {
    std::array<std::int64_t, std::size_t{D}> boxes = party.place.wraps;
    for (std::int64_t& each : boxes) each = -each;
    if (table_.moves(party.id)) resting_.rebase(party.id, boxes);
  };
  if (!resting_.supports().holds_anybody()) return;
  back(contact.a);
  back(contact.b);
  for (const Party& mate : mates_) back(mate);
}

/// Throws InputError for a velocity [L/T] of a reaction's that a body cannot go on with.
template <int D>
void ImpactResolver<D>::check_wanted(Id id, const Vec<D>& velocity) const {
  const double most = fastest_clocked(flight_.timebase(), table_.length_of(id));
  if (max_abs(velocity) <= most) return;
  throw InputError("World: response: expected a velocity of body " + std::to_string(id) +
                   " that the clock can follow, at most " + shortest_decimal(most) + ", found " +
                   shortest_decimal(max_abs(velocity)));
}

/// Asks the user.
template <int D>
Bounce<D> ImpactResolver<D>::react(const Contact& contact, const Instant& time) {
  const Party& a = contact.a;
  const Party& b = contact.b;
  const double mass_a = bonds_.mass(a.id);
  const double mass_b = bonds_.mass(b.id);
  const Vec<D> normal = contact.normal();
  Reaction<D> wanted = table_.pair(a.id, b.id)
                           .react({flight_.timebase().since_start(time), BodyId{a.id}, BodyId{b.id},
                                   a.velocity, b.velocity, mass_a, mass_b, normal});
  if (!is_finite(wanted.velocity_a) || !is_finite(wanted.velocity_b))
    throw InputError("World: response: expected finite velocities, found others");
  for (const auto& [party, mass, velocity] :
       {std::tuple{&a, mass_a, &wanted.velocity_a}, std::tuple{&b, mass_b, &wanted.velocity_b}}) {
    if (std::isinf(mass)) {
      *velocity = party->velocity;
    } else {
      check_wanted(party->id, *velocity);
    }
  }
  const double closing = std::max(-dot(normal, b.velocity - a.velocity), 0.0);
  const double reduced = reduced_mass(mass_a, mass_b);
  const double change = dot(normal, (wanted.velocity_b - wanted.velocity_a) - (b.velocity - a.velocity));
  if (wanted.pass && b.id < kFirstSide) {
    overlap_pairs_.enter({a.id, {b.id, contact.image}});
    return {wanted.velocity_a, wanted.velocity_b, closing, reduced * std::max(change, 0.0)};
  }
  Bounce<D> apart = bounce(contact.toward, wanted.velocity_a, wanted.velocity_b, mass_a, mass_b, 0.0);
  apart.impulse += reduced * std::max(change, 0.0);
  apart.closing = closing;
  return apart;
}

/// Those who wait stand still, unless that would be in the other's way: then they go along with it.
template <int D>
void ImpactResolver<D>::wait(const Contact& contact, Bounce<D>& bounced) {
  const Vec<D> normal = contact.normal();
  const auto hold = [&](const Party& party, const Vec<D>& toward, Vec<D>& velocity, const Vec<D>& others) {
    if (!table_.interactions.waits(party.id) || bonds_.mass(party.id) == kImmovable) return;
    waiting_.add(party.id, velocity);
    if (flight_.falls()) resting_.hang(party.id);
    velocity = bounce(toward, Vec<D>{}, others, 1.0, kImmovable, 0.0).velocity_a;
  };
  const Vec<D> of_a = bounced.velocity_a;
  hold(contact.a, normal, bounced.velocity_a, bounced.velocity_b);
  hold(contact.b, -normal, bounced.velocity_b, table_.interactions.waits(contact.a.id) ? Vec<D>{} : of_a);
}

template <int D>
Resolution ImpactResolver<D>::pass_through(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                           const Instant& time) {
  const bool leaves = overlap_pairs_.contains(pair);
  if (table_.turns(pair.low) || table_.turns(pair.high)) {  // or only to be looked at again
    const TurningMeeting meeting = turning_.pass(records, pair, leaves, time);
    if (!meeting.meets || time < meeting.time)
      return {std::numeric_limits<double>::infinity(), false, false, false, {}};
  }
  if (leaves) {
    overlap_pairs_.leave(pair);
  } else {
    overlap_pairs_.enter(pair);
  }
  halfway_ = true;
  reporter_.report_passing(pair, !leaves, time);
  if (leaves && !table_.passes(pair.low, pair.high)) {
    // The next time they meet for good, so their courses begin here.
    for (const Id id : {pair.low, pair.high}) {
      if (!table_.moves(id)) continue;
      const Party party = party_of(records, id, time);
      gather(records, time, party);
      reporter_.report_turn(TurnKind::Left, party, id == pair.low ? pair.high : pair.low, party.velocity,
                            time);
      renew_all(records, party, party.velocity, id, time);
    }
    return {std::numeric_limits<double>::infinity(), false, true, false, others_};
  }
  return {std::numeric_limits<double>::infinity(), false, false, false, {}};
}

template bool ImpactResolver<2>::has_rule(const Contact&) const;
template auto ImpactResolver<2>::obey(const Contact&, const Instant&) -> Answer;
template bool ImpactResolver<2>::is_anchored(const Contact&) const;
template void ImpactResolver<2>::stick(const Contact&, Bounce<2>&);
template Resolution ImpactResolver<2>::pass_through(std::span<Record<2>>, const OrderedPair<2>&,
                                                    const Instant&);
template bool ImpactResolver<3>::has_rule(const Contact&) const;
template auto ImpactResolver<3>::obey(const Contact&, const Instant&) -> Answer;
template bool ImpactResolver<3>::is_anchored(const Contact&) const;
template void ImpactResolver<3>::stick(const Contact&, Bounce<3>&);
template Resolution ImpactResolver<3>::pass_through(std::span<Record<3>>, const OrderedPair<3>&,
                                                    const Instant&);

}  // namespace firsthit
