// Whom balls in cells meet first, by what they see of each other.

#include "world/cells.hpp"

#include "world/side_delay.hpp"

#include <limits>

namespace firsthit {

/// Who has many to look at does so alone.
template <int D>
bool Cells<D>::first_meetings(std::span<const Record<D>> records, std::span<const Id> bodies,
                              const Instant& now, std::span<Meeting<D>> first) {
  std::array<SightLook<D>, 2> looks;
  bool sees_all = sees() && bodies.size() <= looks.size();
  for (std::size_t i = 0; sees_all && i < bodies.size(); ++i) {
    sees_all = sights_.own(bodies[i], now, looks[i].own);
    looks[i].ids = ids_of(bodies[i], false, gathered_[i]);
    sees_all &= !gathered_[i].are_many || bodies.size() == 1;
  }
  forget_gathered();
  if (!sees_all) return false;
  look(field(records), now, std::span(looks).first(bodies.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!answer(records[bodies[i]], looks[i], first[i])) return false;
  return true;
}

template <int D>
bool Cells<D>::first_newcomer(std::span<const Record<D>> records, Id body, const Instant& now,
                              const Instant& until, Meeting<D>& first) {
  SightLook<D> one;
  const bool can_see = sees() && sights_.own(body, now, one.own);
  if (can_see) one.ids = ids_of(body, true, gathered_[0]);
  forget_gathered();
  if (!can_see) return false;
  if (!(until == kEndOfTime)) one.bound = sights_.in_frame(flight_.timebase().between(now, until));
  look(field(records), now, {&one, 1});
  return answer(records[body], one, first);
}

template <int D>
void Cells<D>::prepare(Id a, Id b) {
  if (!sees()) return;
  const std::array<Id, 2> both{a, b};
  for (std::size_t i = 0; i < both.size(); ++i) {
    const Home& home = homes_[both[i]];
    gather(both[i], home.at, map_.patch_around(home.at), gathered_[i]);
  }
}

/// Gathers those in a patch around, or beside, a cell of small balls.
template <int D>
void Cells<D>::gather(Id body, const Cell& cell, const Patch& patch, Gathered& near) {
  near.body = body;
  near.are_many = true;
  if (homes_[body].is_giant != 0 || (!giants_.none() && giants_.any_in(map_.number(cell)))) return;
  const auto count = firsthit::gather(slots_.first(0), patch, body, near.ids);
  near.are_many = !count;
  near.count = count.value_or(0);
}

/// Whom a body looks at; as it was prepared, if it was.
template <int D>
std::span<const Id> Cells<D>::ids_of(Id body, bool newcomers, Gathered& near) {
  const Home& home = homes_[body];
  if (near.body != body)
    gather(body, home.at,
           newcomers ? map_.patch_ahead(home.at, home.axis, home.up != 0) : map_.patch_around(home.at), near);
  if (!near.are_many) return {near.ids.data(), near.count};
  const Candidates<D> all = newcomers ? this->newcomers(body) : candidates(body);
  return {all.partner, all.moving};
}

/// What was prepared counts for the next question only.
template <int D>
void Cells<D>::forget_gathered() {
  for (Gathered& near : gathered_) near.body = kFirstSide;
}

template <int D>
bool Cells<D>::answer(const Record<D>& record, const SightLook<D>& look, Meeting<D>& first) const {
  FirstInSight<D> seen = look.first;
  if (homes_[look.own.body].is_inside == 0) seen.is_sure &= meet_sides(record, look.own.body, seen);
  first = {seen.with, seen.time, 0.0};
  return seen.is_sure;
}

/// Where its cell is at walls. False if it meets two at once.
template <int D>
bool Cells<D>::meet_sides(const Record<D>& record, Id body, FirstInSight<D>& first) const {
  const Home& home = homes_[body];
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (map_.repeats(axis)) continue;
    for (const bool upper : {false, true}) {
      if (home.is_giant == 0 && home.at[axis] != (upper ? map_.count(axis) - 1 : 0)) continue;
      const double delay = side_delay(space_, record, table_.radius[body], axis, upper, 0.0);
      if (delay == kNever) continue;
      const Instant time = flight_.timebase().after(record.clock, delay);
      if (time == first.time) return false;
      if (time < first.time) first = {{side_id(axis, upper), {}}, time, first.is_sure};
    }
  }
  return true;
}

template bool Cells<2>::first_meetings(std::span<const Record<2>>, std::span<const Id>, const Instant&,
                                       std::span<Meeting<2>>);
template bool Cells<2>::first_newcomer(std::span<const Record<2>>, Id, const Instant&, const Instant&,
                                       Meeting<2>&);
template void Cells<2>::prepare(Id, Id);
template void Cells<2>::gather(Id, const Cell&, const Patch&, Gathered&);
template void Cells<2>::forget_gathered();

template bool Cells<3>::first_meetings(std::span<const Record<3>>, std::span<const Id>, const Instant&,
                                       std::span<Meeting<3>>);
template bool Cells<3>::first_newcomer(std::span<const Record<3>>, Id, const Instant&, const Instant&,
                                       Meeting<3>&);
template void Cells<3>::prepare(Id, Id);
template void Cells<3>::gather(Id, const Cell&, const Patch&, Gathered&);
template void Cells<3>::forget_gathered();

}  // namespace firsthit
