#include "world/response/impact_resolver.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>

// Courses that change without an impact, and those of bodies that are stuck together: these have the same
// velocity, clock and acceleration, to the last bit, so none of them ever comes near another; and their
// places to each other are kept, so that however often they are rounded they do not drift apart.

namespace firsthit {

/// Where those are who are stuck to one of these: to be asked before anything changes how they fall.
template <int D>
void ImpactResolver<D>::gather(std::span<const Record<D>> records, const Instant& time, const Party& party) {
  sticks_ = false;
  resting_.rebase(party.id, party.place.wraps);
  mates_.clear();
  places_.clear();
  take_mates(records, time, party);
  resting_.set_surroundings(records, time, places_);
}

template <int D>
void ImpactResolver<D>::gather(std::span<const Record<D>> records, const Instant& time,
                               const Contact& contact) {
  if (bonds_.is_empty() && !table_.interactions.is_select()) return;  // nobody sticks, or will
  mates_.clear();
  places_.clear();
  take_mates(records, time, contact.a);
  take_mates(records, time, contact.b);
  resting_.set_surroundings(records, time, places_);
}

template <int D>
void ImpactResolver<D>::take_mates(std::span<const Record<D>> records, const Instant& time,
                                   const Party& party) {
  places_.push_back({party.id, party.place.position});
  for (const Id id : bonds_.of(party.id)) {
    const bool known =
        std::any_of(places_.begin(), places_.end(), [id](const auto& one) { return one.id == id; });
    if (known || !table_.moves(id)) continue;
    mates_.push_back(party_of(records, id, time));
    resting_.rebase(id, mates_.back().place.wraps);
    places_.push_back({id, mates_.back().place.position});
  }
}

/// One who is stuck to a body that is now at `position` goes on as that does.
template <int D>
void ImpactResolver<D>::follow(Record<D>& record, Party mate, Id body, const Vec<D>& position,
                               const Vec<D>& velocity, const Instant& time) {
  if (!sticks_ && table_.is_dynamic(mate.id)) {  // else their places will be told, or are not ours to change
    Vec<D> off = (position + bonds_.apart(body, mate.id)) - mate.place.position;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double length = flight_.period().length[axis];
      if (flight_.period().along(axis)) off[axis] -= std::nearbyint(off[axis] / length) * length;
    }
    shift(mate, off);
  }
  renew(record, mate, velocity, time);
  record.position = mate.place.position;  // even if it rests on something, too
}

/// Puts a body so much [L] further, before its record is made.
template <int D>
void ImpactResolver<D>::shift(Party& party, const Vec<D>& by) {
  const Place<D> moved = flight_.wrapped(party.place.position + by);
  party.place.position = moved.position;
  for (std::size_t axis = 0; axis < D; ++axis) party.place.wraps[axis] += moved.wraps[axis];
  resting_.rebase(party.id, moved.wraps);
}

/// Remembers where all who are stuck to a body are to each other.
template <int D>
void ImpactResolver<D>::place_members(std::span<const Record<D>> records, Id body) {
  for (const Id id : bonds_.of(body)) bonds_.place(id, records[id].position);
}

/// The course of one of two has changed, and with it that of all who are stuck to it.
template <int D>
void ImpactResolver<D>::renew_all(std::span<Record<D>> records, const Party& party, const Vec<D>& velocity,
                                  Id partner, const Instant& time) {
  if (!table_.moves(party.id)) return;
  renew(records[party.id], party, velocity, time);
  if (mates_.empty()) return;
  const std::span<const Id> stuck = bonds_.of(party.id);
  for (const Party& mate : mates_) {
    if (mate.id == partner || !std::binary_search(stuck.begin(), stuck.end(), mate.id) ||
        std::find(others_.begin(), others_.end(), mate.id) != others_.end())
      continue;
    reporter_.report_turn(TurnKind::Pulled, mate, party.id, velocity, time);
    follow(records[mate.id], mate, party.id, records[party.id].position, velocity, time);
    others_.push_back(mate.id);
  }
}

template <int D>
void ImpactResolver<D>::change_all(TurnKind kind, const Party& party, Id partner, const Vec<D>& velocity,
                                   const Instant& time) {
  change_all(kind, party, partner, velocity, spins_.velocity_at(party.id, time, flight_.timebase()), time);
}

template <int D>
void ImpactResolver<D>::change_all(TurnKind kind, const Party& party, Id partner, const Vec<D>& velocity,
                                   const AngularVelocity<D>& turning, const Instant& time) {
  if (may_rub()) rub_on_support(party, velocity, turning, time);
  reporter_.report_turn(kind, party, partner, velocity, time);
  changes_.assign(1, {party.id, {}});
  renew(changes_[0].record, party, velocity, time);
  for (const Party& mate : mates_) {
    const bool steered = kind == TurnKind::Steered;
    reporter_.report_turn(steered ? kind : TurnKind::Pulled, mate, steered ? mate.id : party.id, velocity,
                          time);
    changes_.push_back({mate.id, {}});
    follow(changes_.back().record, mate, party.id, changes_[0].record.position, velocity, time);
  }
}

template <int D>
auto ImpactResolver<D>::steered(std::span<const Record<D>> records, Id body, const Vec<D>& velocity,
                                const Instant& time) -> Changes {
  const Party party = party_of(records, body, time);
  gather(records, time, party);
  const Vec<D> after = resting_.knocked(body, party.place.position, velocity, rounding_of(party));
  change_all(TurnKind::Steered, party, body, after, time);
  return changes_;
}

/// Those who are stuck to it go along.
template <int D>
auto ImpactResolver<D>::accelerated(std::span<const Record<D>> records, Id body, const Vec<D>& acceleration,
                                    const Instant& time) -> Changes {
  const Party party = party_of(records, body, time);
  gather(records, time, party);
  resting_.accelerate(body, acceleration);
  for (const Party& mate : mates_) resting_.accelerate(mate.id, acceleration);
  change_all(TurnKind::Steered, party, body, party.velocity, time);
  return changes_;
}

template <int D>
auto ImpactResolver<D>::resumed(std::span<const Record<D>> records, Id body, const Vec<D>& velocity,
                                const Instant& time) -> Changes {
  changes_.clear();
  if (bonds_.mass(body) == kImmovable) return changes_;
  const Party party = party_of(records, body, time);
  gather(records, time, party);
  if (flight_.falls()) resting_.release(body);
  change_all(TurnKind::Steered, party, body, velocity, time);
  return changes_;
}

template <int D>
auto ImpactResolver<D>::crushed(std::span<const Record<D>> records, Id body, Id press, const Instant& time)
    -> Changes {
  const Party party = party_of(records, body, time);
  gather(records, time, party);
  if (table_.is_dynamic(body) && flight_.falls()) resting_.release(body);
  if (table_.is_kinematic(body) && flight_.falls()) resting_.accelerate(body, Vec<D>{});
  if (spins_.spins(body)) turn(body, {}, {}, time);
  change_all(TurnKind::Crushed, party, press, Vec<D>{}, AngularVelocity<D>{}, time);
  return changes_;
}

template <int D>
auto ImpactResolver<D>::freed(std::span<const Record<D>> records, Id body, Id support, const Instant& time)
    -> Changes {
  const Party party = party_of(records, body, time);
  gather(records, time, party);
  resting_.release(body);
  change_all(TurnKind::Left, party, support, party.velocity, time);
  return changes_;
}

template <int D>
auto ImpactResolver<D>::retold(std::span<const Record<D>> records, Id body, const Instant& time) -> Changes {
  const Party party = party_of(records, body, time);
  changes_.assign(1, {body, {}});
  renew(changes_[0].record, party, party.velocity, time);
  return changes_;
}

/// Those who are stuck to it stay where they are, and it to them at its new place.
template <int D>
auto ImpactResolver<D>::moved(std::span<const Record<D>> records, Id body, const Vec<D>& position,
                              const Instant& time) -> Changes {
  Party party = party_of(records, body, time);
  gather(records, time, party);
  if (table_.is_dynamic(body) && flight_.falls()) resting_.release(body);
  const Place<D> place = flight_.wrapped(position);
  if (!mates_.empty()) bonds_.move(body, place.position - party.place.position);
  reporter_.report_turn(TurnKind::Moved, party, body, party.velocity, time);
  party.place = place;
  changes_.assign(1, {body, {}});
  renew(changes_[0].record, party, party.velocity, time);
  for (const Party& mate : mates_) {
    changes_.push_back({mate.id, {}});
    reporter_.report_turn(TurnKind::Pulled, mate, body, party.velocity, time);
    renew(changes_.back().record, mate, party.velocity, time);
  }
  return changes_;
}

template <int D>
auto ImpactResolver<D>::removed(std::span<const Record<D>> records, Id body, const Instant& time) -> Changes {
  const Party party = party_of(records, body, time);
  gather(records, time, party);
  reporter_.measure_flight(party, time);
  changes_.clear();
  resting_.forget(body);
  bonds_.remove(body);
  waiting_.remove(body);
  hops_.forget(body);
  const auto first = std::find_if(mates_.begin(), mates_.end(),
                                  [this](const Party& mate) { return table_.is_dynamic(mate.id); });
  if (!flight_.falls() || first == mates_.end()) return changes_;
  resting_.release(first->id);
  const Party left = *first;
  mates_.erase(first);
  change_all(TurnKind::Pulled, left, body, left.velocity, time);
  return changes_;
}

template void ImpactResolver<2>::gather(std::span<const Record<2>>, const Instant&, const Party&);
template void ImpactResolver<2>::gather(std::span<const Record<2>>, const Instant&, const Contact&);
template void ImpactResolver<2>::shift(Party&, const Vec<2>&);
template void ImpactResolver<2>::place_members(std::span<const Record<2>>, Id);
template void ImpactResolver<2>::renew_all(std::span<Record<2>>, const Party&, const Vec<2>&, Id,
                                           const Instant&);
template void ImpactResolver<2>::change_all(TurnKind, const Party&, Id, const Vec<2>&, const Instant&);
template void ImpactResolver<2>::change_all(TurnKind, const Party&, Id, const Vec<2>&,
                                            const AngularVelocity<2>&, const Instant&);
template auto ImpactResolver<2>::steered(std::span<const Record<2>>, Id, const Vec<2>&, const Instant&)
    -> Changes;
template auto ImpactResolver<2>::accelerated(std::span<const Record<2>>, Id, const Vec<2>&, const Instant&)
    -> Changes;
template auto ImpactResolver<2>::resumed(std::span<const Record<2>>, Id, const Vec<2>&, const Instant&)
    -> Changes;
template auto ImpactResolver<2>::crushed(std::span<const Record<2>>, Id, Id, const Instant&) -> Changes;
template auto ImpactResolver<2>::freed(std::span<const Record<2>>, Id, Id, const Instant&) -> Changes;
template auto ImpactResolver<2>::moved(std::span<const Record<2>>, Id, const Vec<2>&, const Instant&)
    -> Changes;
template auto ImpactResolver<2>::retold(std::span<const Record<2>>, Id, const Instant&) -> Changes;
template auto ImpactResolver<2>::removed(std::span<const Record<2>>, Id, const Instant&) -> Changes;
template void ImpactResolver<3>::gather(std::span<const Record<3>>, const Instant&, const Party&);
template void ImpactResolver<3>::gather(std::span<const Record<3>>, const Instant&, const Contact&);
template void ImpactResolver<3>::shift(Party&, const Vec<3>&);
template void ImpactResolver<3>::place_members(std::span<const Record<3>>, Id);
template void ImpactResolver<3>::renew_all(std::span<Record<3>>, const Party&, const Vec<3>&, Id,
                                           const Instant&);
template void ImpactResolver<3>::change_all(TurnKind, const Party&, Id, const Vec<3>&, const Instant&);
template void ImpactResolver<3>::change_all(TurnKind, const Party&, Id, const Vec<3>&,
                                            const AngularVelocity<3>&, const Instant&);
template auto ImpactResolver<3>::steered(std::span<const Record<3>>, Id, const Vec<3>&, const Instant&)
    -> Changes;
template auto ImpactResolver<3>::accelerated(std::span<const Record<3>>, Id, const Vec<3>&, const Instant&)
    -> Changes;
template auto ImpactResolver<3>::resumed(std::span<const Record<3>>, Id, const Vec<3>&, const Instant&)
    -> Changes;
template auto ImpactResolver<3>::crushed(std::span<const Record<3>>, Id, Id, const Instant&) -> Changes;
template auto ImpactResolver<3>::freed(std::span<const Record<3>>, Id, Id, const Instant&) -> Changes;
template auto ImpactResolver<3>::moved(std::span<const Record<3>>, Id, const Vec<3>&, const Instant&)
    -> Changes;
template auto ImpactResolver<3>::retold(std::span<const Record<3>>, Id, const Instant&) -> Changes;
template auto ImpactResolver<3>::removed(std::span<const Record<3>>, Id, const Instant&) -> Changes;

}  // namespace firsthit
