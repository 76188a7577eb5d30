#pragma once

#include "query/pairs/turning/turning_side.hpp"
#include "query/turning/turning_event.hpp"

namespace firsthit {

/// What a pair does, with the place where it meets.
template <int D>
PairMeeting<D> meeting_of(const TurningPair<D>& pair, const Turned<D>& a, const Turned<D>& b,
                          const TurningEvent<D>& what, double margin);

/// The meeting of two bodies, each of one part: of the event that event_of(TurningPair) tells.
template <int D>
PairMeeting<D> bodies_meet(const TurningSide<D>& side_a, const TurningSide<D>& side_b,
                           const QueryWindow& window, const auto& event_of) {
  TurningPart<D> part_a;
  TurningPart<D> part_b;
  take_core(side_a, part_a.core);
  take_core(side_b, part_b.core);
  Turned<D> a{side_a, part_a};
  Turned<D> b{side_b, part_b};
  const TurningPair<D> pair = pair_of(a, b, window.margin);
  const TurningEvent<D> what = event_of(pair);
  if (window.only_when) return {what.event, what.unresolved, {}, {}, {}};
  return meeting_of(pair, a, b, what, window.margin);
}

}  // namespace firsthit
