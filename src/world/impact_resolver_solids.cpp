#include "world/impact_parts.hpp"
#include "world/impact_resolver.hpp"

#include "core/vec_math.hpp"
#include "query/solid_patch.hpp"
#include "response/bounce.hpp"

#include <algorithm>
#include <cmath>

// Impacts of bodies of any shape: they bounce along the normal of the contact, and turn nothing.

namespace firsthit {

template <int D>
Resolution ImpactResolver<D>::resolve_solids(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                             const Instant& time) {
  const SolidMeeting<D> meeting = solids_.meet(records, pair).meeting;
  const Vec<D> apart = solids_.apart(records, pair, time);
  Contact contact{party_of(records, pair.low, time),
                  party_of(records, pair.high, time),
                  pair.image,
                  meeting.normal,
                  dot(meeting.normal, apart),
                  meeting.reach,
                  0.0};
  const Answer answer =
      has_rule(contact) ? obey(contact, time) : Answer{bounce_of(contact, time), true, false};
  const auto [shorter, longer] = std::minmax(contact.a.elapsed, contact.b.elapsed);
  const double approach = answer.bounced.closing * (std::isfinite(longer) ? longer : shorter);
  const double rounding = rounding_of(contact);
  if (!observers_.empty()) tell_impact(contact, answer, time, meeting_point(contact, meeting, apart));
  ++impacts_;
  part(contact);
  if (table_.moves(pair.low)) renew(records[pair.low], contact.a, answer.bounced.velocity_a, time);
  if (table_.moves(pair.high)) renew(records[pair.high], contact.b, answer.bounced.velocity_b, time);
  move_stuck(records, contact.a, answer.bounced.velocity_a, pair.high, time);
  move_stuck(records, contact.b, answer.bounced.velocity_b, pair.low, time);
  return {approach / rounding, true, true, is_too_fast(contact, answer), others_};
}

template <int D>
Bounce<D> ImpactResolver<D>::bounce_of(const Contact& contact, const Instant& time) {
  const Party& a = contact.a;
  const Party& b = contact.b;
  const bool a_moves = table_.moves(a.id);
  const bool b_moves = table_.moves(b.id);
  double restitution = table_.restitution(a.id, b.id);
  if (!memories_.empty()) {
    for (const Id id : {a.id, b.id}) {
      if (!table_.moves(id)) continue;
      if (in_contact(memories_[id].impact, time)) restitution = 1.0;
      memories_[id].impact = time;
      if (a_moves && b_moves) memories_[id].meeting = time;
    }
  }
  const double mass_a = table_.mass[a.id];
  if (a_moves && b_moves)
    return bounce(contact.toward, a.velocity, b.velocity, mass_a, table_.mass[b.id], restitution);
  if (a_moves) return bounce_off(contact.toward, a.velocity, mass_a, restitution);
  Bounce<D> turned = bounce_off(-contact.toward, b.velocity, table_.mass[b.id], restitution);
  std::swap(turned.velocity_a, turned.velocity_b);
  return turned;
}

/// Takes back what rounding, and the tolerance for it, have let the two overlap.
template <int D>
void ImpactResolver<D>::part(Contact& contact) const {
  const double depth = contact.radii - contact.distance;
  if (!(depth > 0.0)) return;
  const bool a_moves = table_.moves(contact.a.id);
  const bool b_moves = table_.moves(contact.b.id);
  const double mass_a = clusters_.mass(contact.a.id);
  const double mass_b = clusters_.mass(contact.b.id);
  if (std::isinf(mass_a) && std::isinf(mass_b)) return;
  const double share = shares(mass_a, mass_b).a;
  const auto move = [&](Party& party, double way) {
    const Place<D> moved = flight_.wrapped(party.place.position + way * contact.toward);
    party.place.position = moved.position;
    for (std::size_t axis = 0; axis < D; ++axis) party.place.wraps[axis] += moved.wraps[axis];
  };
  if (a_moves && share > 0.0) move(contact.a, -share * depth);
  if (b_moves && share < 1.0) move(contact.b, (1.0 - share) * depth);
}

template <int D>
Vec<D> ImpactResolver<D>::meeting_point(const Contact& contact, const SolidMeeting<D>& meeting,
                                        const Vec<D>& apart) const {
  const SolidPiece<D>* const piece_b = contact.b.id < kFirstSide && !table_.solid(contact.b.id).plane
                                           ? &table_.solid(contact.b.id).pieces[meeting.piece_b]
                                           : nullptr;
  if (table_.solid(contact.a.id).plane)
    return contact.a.place.position + apart + flat_middle(*piece_b, -contact.toward);
  const SolidPiece<D>& piece_a = table_.solid(contact.a.id).pieces[meeting.piece_a];
  return contact.a.place.position + (piece_b != nullptr
                                         ? contact_middle(piece_a, *piece_b, apart, contact.toward)
                                         : flat_middle(piece_a, contact.toward));
}

template Resolution ImpactResolver<2>::resolve_solids(std::span<Record<2>>, const OrderedPair<2>&,
                                                      const Instant&);
template Resolution ImpactResolver<3>::resolve_solids(std::span<Record<3>>, const OrderedPair<3>&,
                                                      const Instant&);

}  // namespace firsthit
