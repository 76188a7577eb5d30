// Whom balls in cells meet first, by what they see of each other.

#include "world/cells/cells.hpp"

#include "core/prefetch.hpp"
#include "world/motion/side_delay.hpp"

#include <limits>

namespace firsthit {

/// Who has many to look at does so alone. (Flat, as what follows: it is part of every impact.)
template <int D>
[[gnu::flatten]] std::span<const Id> Cells<D>::prefilter(std::span<const Record<D>> records,
                                                         std::span<const Id> bodies, const Instant& now) {
  if (!sees()) {
    if (records.size() > kFitNearCache) fetch_seen_by(records, bodies);
    return look_around(records, 0);
  }
  bool sees_all = bodies.size() <= PrefilterRound<D>::kMost;
  for (std::size_t i = 0; sees_all && i < bodies.size(); ++i) {
    PrefilterQuery<D>& one = round_[i];
    one.bound = std::numeric_limits<float>::infinity();
    sees_all = float_states_.own(bodies[i], now, one.own);
    one.ids = large_ball_candidates(records, bodies[i], now);
    if (!one.ids.empty()) continue;
    one.ids = ids_of(bodies[i], false, gathered_[i]);
    sees_all &= !gathered_[i].are_too_many() || bodies.size() == 1;
  }
  return look_around(records, sees_all ? bodies.size() : 0);
}

template <int D>
std::span<const Id> Cells<D>::prefilter_newcomers(std::span<const Record<D>> records, Id body,
                                                  const Instant& now, const Instant& until) {
  PrefilterQuery<D>& one = round_[0];
  const bool can_see = sees() && float_states_.own(body, now, one.own);
  if (can_see) {
    one.ids = ids_of(body, true, gathered_[0]);
    one.bound = until == kEndOfTime ? std::numeric_limits<float>::infinity()
                                    : float_states_.in_frame(flight_.timebase().between(now, until));
  }
  return look_around(records, can_see ? 1 : 0);
}

/// Those whom the predictor will be asked about.
template <int D>
[[gnu::noinline]] void Cells<D>::fetch_seen_by(std::span<const Record<D>> records,
                                               std::span<const Id> bodies) {
  for (const Id body : bodies) {
    const Candidates<D> all = candidates(body);
    for (std::size_t k = 0; k < all.moving; ++k) {
      prefetch(&records[all.partner[k]]);
      table_.fetch_shape(all.partner[k]);
    }
  }
}

/// The first so many look, or nobody can.
template <int D>
[[gnu::flatten]] std::span<const Id> Cells<D>::look_around(std::span<const Record<D>> records,
                                                           std::size_t count) {
  for (GatheredIds& near : gathered_) near.forget();
  return round_.ask(lanes_, field(records), count);
}

template <int D>
[[gnu::flatten]] bool Cells<D>::first_meetings(std::span<const Record<D>> records, const Instant& now,
                                               std::span<Meeting<D>> first) {
  const std::span<PrefilterQuery<D>> looks = round_.asked();
  if (looks.empty()) return false;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const Id body = looks[i].own.body;
    if (addresses_[body].is_large != 0) {
      if (!first_of_large_ball(records, now, looks[i], first[i])) return false;
    } else if (!first_in_cells(field(records), now, looks[i], first[i])) {
      return false;
    }
    if (has_walls_ && addresses_[body].is_inside == 0 && !meet_sides(records[body], body, first[i]))
      return false;
  }
  return true;
}

/// Large balls are told of somebody near them whose course has changed, or who has come near.
template <int D>
void Cells<D>::tell_large_balls(Id body) {
  const Address& home = addresses_[body];
  if (home.is_large != 0) {
    large_balls_.tell_near(home.large_ball());
  } else {
    large_balls_.tell(cell_of(body), body);
  }
}

/// Whom a large ball may meet soon, if that is known; else nobody. Who has left its cells counts no more: it
/// would be told of again.
template <int D>
std::span<const Id> Cells<D>::large_ball_candidates(std::span<const Record<D>> records, Id body,
                                                    const Instant& now) {
  const Address& home = addresses_[body];
  if (home.is_large == 0) return {};
  LargeBallCandidates<D>& soon = large_balls_.large_ball_candidates(home.large_ball());
  if (!soon.is_known()) return {};
  const double margin = static_cast<double>(LargeBallCandidates<D>::kMargin) * 2.0 * layout_.largest;
  if (!soon.counts(flight_, flight_.place_at(body, records[body], now).position, records[body].velocity, now,
                   0.99 * margin)) {
    soon.forget();
    return {};
  }
  return soon.those([&](Id other) {
    return addresses_[other].is_large != 0 || large_balls_.is_in(home.large_ball(), cell_of(other));
  });
}

/// Of those whom it may meet soon; if that is later than they count for, of all whom it may touch.
template <int D>
bool Cells<D>::first_of_large_ball(std::span<const Record<D>> records, const Instant& now,
                                   PrefilterQuery<D>& look, Meeting<D>& first) {
  const Id body = look.own.body;
  LargeBallCandidates<D>& soon = large_balls_.large_ball_candidates(addresses_[body].large_ball());
  if (soon.is_known()) {
    if (!first_in_cells(field(records), now, look, first)) return false;
    if (first.time <= soon.until()) return true;
    soon.forget();
    first = {};
    const Candidates<D> all = candidates(body);
    look.ids = {all.partner, all.moving};
    look.bound = std::numeric_limits<float>::infinity();
    firsthit::prefilter(field(records), {&look, 1});
  }
  if (!first_in_cells(field(records), now, look, first)) return false;
  if (look.ids.size() > many_ && !(first.time == kEndOfTime)) {
    large_balls_.want_to_be_told();
    soon.find(field(records), look.own, look.ids, flight_.place_at(body, records[body], now).position,
              records[body].velocity, now, flight_.timebase().between(now, first.time),
              float_states_.in_frame(1.0));
  }
  return true;
}

template <int D>
void Cells<D>::prepare(Id a, Id b) {
  // Those who choose their cells will not be here any more.
  if (!sees() || chooses_) return;
  const std::array<Id, 2> both{a, b};
  for (std::size_t i = 0; i < both.size(); ++i) {
    const Address& home = addresses_[both[i]];
    gather(both[i], home.at, map_.patch_around(home.at), gathered_[i]);
  }
}

/// Gathers those in a patch around, or beside, a cell of small balls.
template <int D>
void Cells<D>::gather(Id body, const Cell& cell, const CellPatch& patch, GatheredIds& near) {
  if (addresses_[body].is_large != 0 || (!large_balls_.none() && large_balls_.any_in(map_.number(cell)))) {
    near.give_up(body);
    return;
  }
  near.gather(lanes_, slots_.first(0), patch, body);
  if (!near.are_too_many() && addresses_.size() > kFitNearCache) near.fetch(float_states_.by_id());
}

/// Whom a body looks at; as it was prepared, if it was.
template <int D>
std::span<const Id> Cells<D>::ids_of(Id body, bool newcomers, GatheredIds& near) {
  const Address& home = addresses_[body];
  if (!near.are_of(body))
    gather(body, home.at,
           newcomers ? map_.patch_ahead(home.at, home.axis, home.up != 0) : map_.patch_around(home.at), near);
  if (!near.are_too_many()) return near.ids();
  const Candidates<D> all = newcomers ? this->newcomers(body) : candidates(body);
  return {all.partner, all.moving};
}

/// Where its cell is at walls. False if it meets two at once.
template <int D>
bool Cells<D>::meet_sides(const Record<D>& record, Id body, Meeting<D>& first) const {
  const Address& home = addresses_[body];
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (map_.repeats(axis)) continue;
    for (const bool upper : {false, true}) {
      if (home.is_large == 0 && home.at[axis] != (upper ? map_.count(axis) - 1 : 0)) continue;
      const double delay = side_delay(space_, record, table_.radius[body], axis, upper, 0.0);
      if (delay == kNever) continue;
      const Instant time = flight_.timebase().after(record.clock, delay);
      if (time == first.time) return false;
      if (time < first.time) first = {{side_id(axis, upper), {}}, time, 0.0};
    }
  }
  return true;
}

template std::span<const Id> Cells<2>::prefilter(std::span<const Record<2>>, std::span<const Id>,
                                                 const Instant&);
template std::span<const Id> Cells<2>::prefilter_newcomers(std::span<const Record<2>>, Id, const Instant&,
                                                           const Instant&);
template bool Cells<2>::first_meetings(std::span<const Record<2>>, const Instant&, std::span<Meeting<2>>);
template void Cells<2>::tell_large_balls(Id);
template void Cells<2>::prepare(Id, Id);
template void Cells<2>::gather(Id, const Cell&, const CellPatch&, GatheredIds&);

template std::span<const Id> Cells<3>::prefilter(std::span<const Record<3>>, std::span<const Id>,
                                                 const Instant&);
template std::span<const Id> Cells<3>::prefilter_newcomers(std::span<const Record<3>>, Id, const Instant&,
                                                           const Instant&);
template bool Cells<3>::first_meetings(std::span<const Record<3>>, const Instant&, std::span<Meeting<3>>);
template void Cells<3>::tell_large_balls(Id);
template void Cells<3>::prepare(Id, Id);
template void Cells<3>::gather(Id, const Cell&, const CellPatch&, GatheredIds&);

}  // namespace firsthit
