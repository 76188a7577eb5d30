#pragma once

#include "core/instant.hpp"
#include "engine/candidates.hpp"
#include "world/bodies/body_table.hpp"
#include "world/motion/free_flight.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Straight flights of balls, one ball against many, in as many lanes as the machine has: the widest
// instructions that it knows, or that hwy::SetSupportedTargetsForTest left it. Lanes only tell who cannot be
// met first; who is left is for the one kernel to judge, so the number of lanes changes no bit.

namespace firsthit {

/// The ball that looks, and what all pairs share.
template <int D>
struct LaneView {
  LaneView(std::span<const Record<D>> all, Id looks, const Instant& present, const BodyTable<D>& table,
           const FreeFlight<D>& flies);

  const Record<D>* records;
  const double* radius;  ///< [L] by id; null: all are as large as the ball itself
  double own_radius;     ///< [L]
  Id body;
  Instant now;
  const FreeFlight<D>& flight;
  Vec<D> position;             ///< [L] now
  double coordinates_squared;  ///< [L^2] of the largest coordinate, as ball-lanes.md counts it

  // For balls that grow: their radii are those above times `scale` now, and that grows.
  double scale = 1.0;
  double growth = 0.0;  ///< [1/T], >= 0
};

/// Appends those of the candidates that move whom the ball may meet first, if it meets them until `bound` [T]
/// from now, in their order, and perhaps others. All must be balls that do not fall.
void find_first(const LaneView<2>& own, const Candidates<2>& candidates, double bound,
                std::vector<Candidate<2>>& found);
void find_first(const LaneView<3>& own, const Candidates<3>& candidates, double bound,
                std::vector<Candidate<3>>& found);

}  // namespace firsthit
