#pragma once

#include "core/instant.hpp"
#include "engine/candidates.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

// Straight flights of balls, one ball against many, in as many lanes as the machine has: the widest
// instructions that it knows, or that hwy::SetSupportedTargetsForTest left it. Each lane computes what
// ball_ball_delay does for the pair alone, operation by operation, so the number of lanes changes no bit.

namespace firsthit {

/// The ball that looks, and what all pairs share.
template <int D>
struct Lookout {
  const Record<D>* records;
  const double* radius;  ///< [L] by id; null: all are as large as the ball itself
  double own_radius;     ///< [L]
  Id body;
  Vec<D> box;           ///< [L] 0 along axes that do not repeat
  double tick;          ///< [T]
  double short_flight;  ///< [L] Flight::short_flight
};

/// Somebody whom the ball may meet.
struct Approach {
  std::size_t candidate = 0;
  double behind = 0.0;    ///< [T] its clock behind the ball's
  double delay = 0.0;     ///< [T] from the later of the two clocks
  bool is_known = false;  ///< or lanes cannot tell the delay
};

/// By how much, of itself and of a tick, a delay from another clock may differ by rounding.
inline constexpr double kDelaySlack = 0x1p-40;

/// Looks at the candidates that move, all of which must be balls that do not fall, and appends those whom the
/// ball may meet before `bound` [T] from its own clock, with kDelaySlack, and before the others; in their
/// order.
void find_approaches(const Lookout<2>& own, const Candidates<2>& candidates, double bound,
                     std::vector<Approach>& found);
void find_approaches(const Lookout<3>& own, const Candidates<3>& candidates, double bound,
                     std::vector<Approach>& found);

}  // namespace firsthit
