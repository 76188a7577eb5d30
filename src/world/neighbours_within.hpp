#pragma once

#include <firsthit/world.hpp>

#include "world/bodies/body_table.hpp"
#include "world/bodies/spin_table.hpp"
#include "world/bodies/support_table.hpp"
#include "world/motion/free_flight.hpp"
#include "world/neighbours/neighbour_finder.hpp"
#include "world/prediction/pair_predictor.hpp"

#include <span>
#include <vector>

namespace firsthit {

/// A world at its present time, for those who look around in it.
template <int D>
struct Present {
  const BodyTable<D>& table;
  const FreeFlight<D>& flight;
  const Space<D>& space;
  const SpinTable<D>& spins;
  const SupportTable<D>& supports;
  const PairPredictor<D>& predictor;
  const NeighbourFinder<D>& nearby;
  std::span<const Record<D>> records;
  Instant now;
};

/// World::neighbours_within of a moving body.
template <int D>
std::vector<Neighbour<D>> neighbours_of(const Present<D>& present, Id body, double distance);

/// Somebody who is beside another.
template <int D>
struct Beside {
  Candidate<D> who;
  double gap = 0.0;  // [L]
};

/// Those that move and whose surfaces are within `distance` [L] of that of a moving body.
template <int D>
std::vector<Beside<D>> moving_within(const Present<D>& present, Id body, double distance);

}  // namespace firsthit
