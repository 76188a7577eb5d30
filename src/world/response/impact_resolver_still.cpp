#include "core/vec_math.hpp"
#include "world/bodies/fixed_shape.hpp"
#include "world/response/bounce.hpp"
#include "world/response/impact_resolver.hpp"

#include <algorithm>
#include <cmath>

// Impacts on bodies that stand still on others, which take up what they can, and what becomes of those whom
// they hold.

namespace firsthit {

/// Of two that impacts move, one that stands still, if the other does not.
template <int D>
Holder ImpactResolver<D>::still_one(std::span<const Record<D>> records, const Contact& contact) const {
  const Id a = contact.a.id;
  const Id b = contact.b.id;
  if (!resting_.enabled() || !resting_.supports().holds_anybody() || last_impacts_.are_kept() ||
      !table_.is_dynamic(a) || !table_.is_dynamic(b) || !bonds_.of(a).empty() || !bonds_.of(b).empty())
    return Holder::None;
  const bool still_a = resting_.is_still(records, a);
  if (still_a == resting_.is_still(records, b)) return Holder::None;
  return still_a ? Holder::A : Holder::B;
}

/// Is one of two solids or balls held so firmly that the other bounces off it, and may come to rest on it, as
/// if it were fixed? `place` [L]: where they touch, seen from a; `apart` [L]: from a to b.
template <int D>
void ImpactResolver<D>::find_still_holder(std::span<const Record<D>> records, Contact& contact,
                                          const Vec<D>& apart, const Vec<D>& place, const Instant& time) {
  contact.holder = still_one(records, contact);
  if (!contact.may_hold()) return;
  const bool turned = contact.is_turned();
  const Party& body = turned ? contact.b : contact.a;
  const Party& holder = turned ? contact.a : contact.b;
  const Vec<D> normal = contact.normal();
  const Vec<D> into = turned ? -normal : normal;
  const double restitution = table_.restitution(body.id, holder.id);
  const Surfaces surfaces = table_.surfaces(body.id, holder.id);
  Bounce<D> bounced = bounce_off(into, body.velocity - holder.velocity, bonds_.mass(body.id), restitution);
  Rubbed<D> still = rubbed(holder.id, time);
  still.inverse_mass = still.inverse_inertia = 0.0;
  const Vec<D> along =
      rub(into, body.velocity, holder.velocity, rubbed(body.id, time), still, surfaces, bounced).impulse;
  const double sign = turned ? -1.0 : 1.0;
  const auto is_held = [&](const Vec<D>& push, Pulls pulls) {
    return is_held_firmly(contact, apart, place, push, pulls);
  };
  const bool firm =
      is_hop(contact, bounced.closing)
          ? is_held(normal, Pulls::Allowed)
          : is_held(sign * (bounced.impulse * into + along), Pulls::None) && is_held(normal, Pulls::None) &&
                (!(surfaces.friction > 0.0) ||
                 is_held(sign * (flight_.gravity() - resting_.acceleration_of(holder.id)), Pulls::None));
  if (!firm) {
    contact.holder = Holder::None;
    return;
  }
  if (table_.meet_as_balls(body.id, holder.id)) {
    const Facing<D> face = facing(table_.shape(holder.id), turned ? -apart : apart, table_.radius[body.id]);
    contact.curvature = face.curvature;
  }
}

/// Do two, one of which rests in a smooth heap, meet no faster than hops? However often they do, none of its
/// contacts opens further than they are high. (Where there is friction, it is asked of each hop whether the
/// heap bears it: else somebody could come to rest on what has to slip.)
template <int D>
bool ImpactResolver<D>::is_hop(const Contact& contact, double closing) const {
  const Id a = contact.a.id;
  const Id b = contact.b.id;
  return !may_rub() && resting_.heaps().contains(contact.is_turned() ? a : b) &&
         closing < heap_hop_speed(length(flight_.gravity()), std::min(table_.radius[a], table_.radius[b]));
}

/// Does the one that may hold the other take up what that gives it, and all that hold it? `push`: what b gets
/// of a.
template <int D>
bool ImpactResolver<D>::is_held_firmly(const Contact& contact, const Vec<D>& apart, const Vec<D>& place,
                                       const Vec<D>& push, Pulls pulls) const {
  return contact.is_turned() ? resting_.takes_up(contact.a.id, place, -push, pulls)
                             : resting_.takes_up(contact.b.id, place - apart, push, pulls);
}

/// A body that holds others, and does not stand still any more, lets them fall.
template <int D>
void ImpactResolver<D>::free_carried(std::span<Record<D>> records, const OrderedPair<D>& pair, Id carrier,
                                     const Instant& time) {
  if (!resting_.supports().carries(carrier) || resting_.is_still(records, carrier)) return;
  for (const Id held : resting_.supports().held_by(carrier)) let_fall(records, pair, held, carrier, time);
}

/// Nothing holds a body any more, as this has happened to what held it.
template <int D>
void ImpactResolver<D>::let_fall(std::span<Record<D>> records, const OrderedPair<D>& pair, Id body,
                                 Id carrier, const Instant& time) {
  if (resting_.heaps().contains(body)) {
    wake_heap(records, pair, body, time);
    return;
  }
  const bool of_pair = body == pair.low || body == pair.high;
  const Party party = party_of(records, body, time);
  gather(records, time, party);
  resting_.release(body);
  turn(body, spins_.velocity_at(body, time, flight_.timebase()), {}, time);
  if (of_pair && renews_pair_) return;
  const bool is_told = of_pair || std::find(others_.begin(), others_.end(), body) != others_.end();
  if (is_told && records[body].clock == time) return;
  reporter_.report_turn(TurnKind::Left, party, carrier, party.velocity, time);
  renew_all(records, party, party.velocity, body, time);
  if (!is_told) others_.push_back(body);
}

template bool ImpactResolver<2>::is_hop(const Contact&, double) const;
template bool ImpactResolver<3>::is_hop(const Contact&, double) const;
template Holder ImpactResolver<2>::still_one(std::span<const Record<2>>, const Contact&) const;
template void ImpactResolver<2>::find_still_holder(std::span<const Record<2>>, Contact&, const Vec<2>&,
                                                   const Vec<2>&, const Instant&);
template bool ImpactResolver<2>::is_held_firmly(const Contact&, const Vec<2>&, const Vec<2>&, const Vec<2>&,
                                                Pulls) const;
template void ImpactResolver<2>::free_carried(std::span<Record<2>>, const OrderedPair<2>&, Id,
                                              const Instant&);
template Holder ImpactResolver<3>::still_one(std::span<const Record<3>>, const Contact&) const;
template void ImpactResolver<3>::find_still_holder(std::span<const Record<3>>, Contact&, const Vec<3>&,
                                                   const Vec<3>&, const Instant&);
template bool ImpactResolver<3>::is_held_firmly(const Contact&, const Vec<3>&, const Vec<3>&, const Vec<3>&,
                                                Pulls) const;
template void ImpactResolver<3>::free_carried(std::span<Record<3>>, const OrderedPair<3>&, Id,
                                              const Instant&);

}  // namespace firsthit
