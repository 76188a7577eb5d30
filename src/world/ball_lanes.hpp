#pragma once

#include "core/instant.hpp"
#include "engine/record.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

// Straight flights of balls, one ball against many, in as many lanes as the machine has: the widest
// instructions that it knows, or that hwy::SetSupportedTargetsForTest left it. Each lane computes what
// ball_ball_delay does for the pair alone, operation by operation, so the number of lanes changes no bit.

namespace firsthit {

/// As many lanes of doubles as any machine has.
inline constexpr std::size_t kMostLanes = 8;

/// The ball that looks, and what all pairs share.
template <int D>
struct Lookout {
  const Record<D>* records;
  const double* radius;  ///< [L] by id
  Id body;
  Vec<D> box;           ///< [L] 0 along axes that do not repeat
  double tick;          ///< [T]
  double short_flight;  ///< [L] Flight::short_flight
};

/// Those of the candidates that the ball may meet, in their order: columns of equal length.
struct Approaches {
  std::vector<std::int64_t> candidate;
  std::vector<double> behind;  ///< [T] its clock behind the ball's
  std::vector<double> speed;   ///< [L/T] the largest of both along any axis
  std::vector<double> delay;   ///< [T] from the later of the two clocks
  std::vector<double>
      from_own;  ///< [T] the same from the ball's own clock; not a number where lanes cannot tell
  std::size_t count = 0;

  /// Room for `most` of them, and for what lanes write beyond the last.
  void reserve(std::size_t most);
};

/// Looks at candidates[places[0]] to candidates[places[count - 1]]. All must be moving balls, none of which
/// falls. Those that surely never meet are left out. Requires: room for `count` in `found`, and kMostLanes
/// more places of any candidates.
void find_approaches(const Lookout<2>& own, std::span<const Candidate<2>> candidates,
                     const std::uint32_t* places, std::size_t count, Approaches& found);
void find_approaches(const Lookout<3>& own, std::span<const Candidate<3>> candidates,
                     const std::uint32_t* places, std::size_t count, Approaches& found);

}  // namespace firsthit
