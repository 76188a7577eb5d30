#pragma once

#include "query/base/first_event.hpp"
#include "query/base/query_window.hpp"
#include "query/turning/base/turning_pair.hpp"

namespace firsthit {

/// What the gap of two that turn does within [0, end].
///
/// An impact and an overlap are proven; so is that the two do not come deeper into each other than their
/// resolution before `event.lower`, or, without one, within the window. Derivation: docs/numerics/turning.md.
template <int D>
struct TurningEvent {
  GapEvent event;
  bool unresolved = false;  ///< the budget of steps is spent; nothing happens before event.lower
  Vec<D> normal{};          ///< unit, from a to b, where they meet or first touch
  double gap = 0.0;         ///< [L] then; below 0 where they overlap from the start
  /// [T] Overlapping from the start, they were first seen apart then: 0 if they do not overlap, infinite if
  /// that is not within the window.
  double inside_until = 0.0;
};

/// Requires: 0 <= end < infinity. Of `asked` neither end nor margin counts.
template <int D>
TurningEvent<D> turning_event(const TurningPair<D>& pair, double end, const QueryWindow& asked);

/// The same of two that are known not to touch before window.start.
template <int D>
TurningEvent<D> turning_event(const TurningPair<D>& pair, const TurningWindow& window,
                              const QueryWindow& asked);

}  // namespace firsthit
