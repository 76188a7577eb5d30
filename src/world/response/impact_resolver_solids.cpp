#include "world/response/impact_resolver.hpp"

#include "core/vec_math.hpp"
#include "query/tolerant/solid_patch.hpp"
#include "world/response/bounce.hpp"

#include <algorithm>
#include <cmath>

// Impacts of bodies of any shape that do not turn: they bounce along the normal of the contact.

namespace firsthit {

template <int D>
Resolution ImpactResolver<D>::resolve_solids(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                             const Instant& time) {
  const auto found = solids_.meet(records, pair);
  halfway_ = resting_.supports().holds_anybody();
  if (halfway_)
    for (const Id id : {pair.low, pair.high})
      if (table_.moves(id)) resting_.rebase(id, flight_.place_at(id, records[id], time).wraps);
  const SolidMeeting<D>& meeting = found.meeting;
  const Vec<D> apart = solids_.apart(records, pair, time);
  Contact contact{party_of(records, pair.low, time),
                  party_of(records, pair.high, time),
                  pair.image,
                  meeting.normal,
                  dot(meeting.normal, apart),
                  meeting.reach,
                  0.0,
                  found.tolerance,
                  static_cast<std::uint32_t>(meeting.piece_a),
                  static_cast<std::uint32_t>(meeting.piece_b),
                  {}};
  gather(records, time, contact);
  if (found.slid)
    if (const std::optional<double> slid = end_slide(records, pair, time))
      return {*slid / rounding_of(contact), false, true, false, others_};
  if (found.leaves) return leave_solid(records, pair, *found.leaves, time);
  contact.holder = unmoved(pair.low, pair.high);
  if (!contact.may_hold())
    find_still_holder(records, contact, apart, meeting_point(meeting, pair, apart), time);
  if (flight_.falls() && contact.may_hold()) {
    const Party& body = contact.is_turned() ? contact.b : contact.a;
    const Touch<D> touch = resting_.touch_of(body.id, support_of(contact), body.place.position,
                                             contact.is_turned() ? -meeting.normal : meeting.normal);
    contact.curvature = touch.curvature;
    contact.ridge = touch.ridge;
  }
  const bool is_heard = reporter_.is_heard(contact.a.id, contact.b.id);
  const Vec<D> point = is_heard ? contact.a.place.position + meeting_point(meeting, pair, apart) : Vec<D>{};
  halfway_ = true;
  wake_struck(records, contact, time);
  if (may_rub()) see_spins(contact, time);
  const Answer answer = respond(contact, time);
  if (may_rub()) settle_spins(contact, answer.bounced, time);
  const auto [shorter, longer] = std::minmax(contact.a.elapsed, contact.b.elapsed);
  const double approach = answer.bounced.closing * (std::isfinite(longer) ? longer : shorter);
  const double rounding = rounding_of(contact);
  if (answer.impact) {
    reporter_.measure_impact(contact, answer.bounced, time);
    if (is_heard) reporter_.report_impact(contact, answer.bounced, time, point, told_spins());
    reporter_.count_impact(contact.a.id, contact.b.id);
  }
  if (answer.rests) tell_rest(contact, answer, time);
  part(contact);
  if (!is_zero(answer.out)) shift(contact.is_turned() ? contact.b : contact.a, answer.out);
  renew_all(records, contact.a, answer.bounced.velocity_a, pair.high, time);
  renew_all(records, contact.b, answer.bounced.velocity_b, pair.low, time);
  if (sticks_) place_members(records, pair.low);
  return {approach / rounding, answer.impact, true, is_too_fast(contact, answer), others_};
}

/// A body has slid off what it rests on.
template <int D>
Resolution ImpactResolver<D>::leave_solid(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                          const Support<D>& support, const Instant& time) {
  const Party body = party_of(records, pair.low == support.id ? pair.high : pair.low, time);
  if (resting_.heaps().contains(body.id))
    return {leave_heap(records, pair, body, time) / rounding_of(body), false, true, false, others_};
  Support<D> now = support;  // its record will be where the body is
  if (!resting_.supports().is_everywhere_or_side(now.id))
    for (std::size_t axis = 0; axis < D; ++axis)
      now.image[axis] -= static_cast<std::int32_t>(body.place.wraps[axis]);
  const double rounding = rounding_of(body);
  return {leave(records, body, now, time) / rounding, false, true, false, others_};
}

/// Takes back what rounding, and the tolerance for it, have let the two overlap: by `least` [L] at least.
template <int D>
void ImpactResolver<D>::part(Contact& contact, double least) {
  double depth = contact.radii - contact.distance;
  if (!(depth > 0.0)) return;
  depth = std::max(depth, least);
  const bool a_moves = table_.moves(contact.a.id);
  const bool b_moves = table_.moves(contact.b.id);
  const double mass_a = contact.holder == Holder::A ? kImmovable : bonds_.mass(contact.a.id);
  const double mass_b = contact.holder == Holder::B ? kImmovable : bonds_.mass(contact.b.id);
  if (std::isinf(mass_a) && std::isinf(mass_b)) return;
  const double share = shares(mass_a, mass_b).a;
  if (a_moves && share > 0.0) shift(contact.a, (-share * depth) * contact.toward);
  if (b_moves && share < 1.0) shift(contact.b, ((1.0 - share) * depth) * contact.toward);
}

/// Balls come into each other, or into what is fixed, by rounding only. But whoever is no ball puts them a
/// little further each time that he is put apart from them: what is more than rounding is taken back, so that
/// it does not add up.
template <int D>
void ImpactResolver<D>::part_pushed(Contact& contact) {
  if (table_.is_all_balls() || !(contact.radii - contact.distance > rounding_of(contact))) return;
  contact.toward = contact.normal();
  part(contact);
}

/// [L] Where two solids meet, seen from the first.
template <int D>
Vec<D> ImpactResolver<D>::meeting_point(const SolidMeeting<D>& meeting, const OrderedPair<D>& pair,
                                        const Vec<D>& apart) const {
  const SolidPiece<D>* const piece_b = pair.high < kFirstSide && !solids_.solid(pair.high).plane
                                           ? &solids_.solid(pair.high).pieces[meeting.piece_b]
                                           : nullptr;
  if (solids_.solid(pair.low).plane) return apart + flat_middle(*piece_b, -meeting.normal);
  const SolidPiece<D>& piece_a = solids_.solid(pair.low).pieces[meeting.piece_a];
  return piece_b != nullptr ? contact_middle(piece_a, *piece_b, apart, meeting.normal)
                            : flat_middle(piece_a, meeting.normal);
}

template Vec<2> ImpactResolver<2>::meeting_point(const SolidMeeting<2>&, const OrderedPair<2>&,
                                                 const Vec<2>&) const;
template Vec<3> ImpactResolver<3>::meeting_point(const SolidMeeting<3>&, const OrderedPair<3>&,
                                                 const Vec<3>&) const;
template void ImpactResolver<2>::part(Contact&, double);
template void ImpactResolver<2>::part_pushed(Contact&);
template Resolution ImpactResolver<2>::resolve_solids(std::span<Record<2>>, const OrderedPair<2>&,
                                                      const Instant&);
template void ImpactResolver<3>::part(Contact&, double);
template void ImpactResolver<3>::part_pushed(Contact&);
template Resolution ImpactResolver<3>::resolve_solids(std::span<Record<3>>, const OrderedPair<3>&,
                                                      const Instant&);

}  // namespace firsthit
