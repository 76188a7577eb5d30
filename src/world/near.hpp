#pragma once

#include <firsthit/world.hpp>

#include "world/body_table.hpp"
#include "world/flight.hpp"
#include "world/nearby.hpp"
#include "world/pair_predictor.hpp"
#include "world/resting.hpp"

#include <span>
#include <vector>

namespace firsthit {

/// A world at its present time, for those who look around in it.
template <int D>
struct Present {
  const BodyTable<D>& table;
  const Flight<D>& flight;
  const Space<D>& space;
  const Resting<D>& resting;
  const PairPredictor<D>& predictor;
  const Nearby<D>& nearby;
  std::span<const Record<D>> records;
  Instant now;
};

/// World::near of a moving body.
template <int D>
std::vector<Neighbour<D>> neighbours_of(const Present<D>& present, Id body, double distance);

}  // namespace firsthit
