#pragma once

#include "core/instant.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/spin_table.hpp"

#include <span>

namespace firsthit {

/// [L] The largest coordinate, in size, of a place; along an axis that repeats, no more than its image's in
/// the box may have.
template <int D>
double farthest_coordinate(const Vec<D>& position, const Space<D>& space);

/// Fills in the lengths that stand for the radius of points, once all bodies are known.
template <int D>
void measure(BodyTable<D>& table, std::span<const Record<D>> records, const WorldOptions<D>& options);

/// The length of a tick [T] for a world as it starts: a power of two, about the time in which the
/// fastest speed that its energy allows, or that of a surface that turns, crosses the smallest radius, or
/// what stands for it. Scales with the scene: twice the lengths and times, twice the tick. 0 if nothing will
/// move unless somebody steers.
template <int D>
double tick_for(const BodyTable<D>& table, const SpinTable<D>& spins, std::span<const Record<D>> records,
                const WorldOptions<D>& options);

/// [L/T] The fastest that the clock can follow for a body of some length [L]: it rounds to tick * 2^-53, and
/// meanwhile such a body moves 2^-33 of its length.
double fastest_clocked(const Timebase& timebase, double length);

/// Neighbours that a list should hold in a gas. Fewer: lists expire more often. More: every
/// prediction looks at more pairs. Measured on gases of packing 0.05 to 0.49.
template <int D>
inline constexpr std::size_t kNeighbours = D == 2 ? 8 : 13;

/// How far [L] a body may go before its list of neighbours is made anew: at first, and in the limits
/// within which that follows the number of neighbours found. Changes the speed of a run, never its
/// result.
struct Shells {
  double first;
  double thinnest;
  double widest;
  double told;  ///< of those who move as they are told: they may be put elsewhere at any time
};

template <int D>
Shells shells_for(const BodyTable<D>& table, std::span<const Record<D>> records,
                  const WorldOptions<D>& options);

}  // namespace firsthit
