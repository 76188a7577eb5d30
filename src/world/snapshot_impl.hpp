#pragma once

#include <firsthit/snapshot.hpp>

#include "engine/record.hpp"
#include "world/bodies/image_counters.hpp"
#include "world/bodies/spin_table.hpp"
#include "world/bodies/uniform_column.hpp"
#include "world/containers/packed_ids.hpp"
#include "world/containers/sorted_ids.hpp"
#include "world/motion/free_flight.hpp"
#include "world/response/impact_statistics.hpp"

#include <map>
#include <vector>

namespace firsthit {

/// Of a body that moves. `body`: its number.
template <int D>
BodyState<D> state_of(const FreeFlight<D>& flight, const ImageCounters<D>& wraps, const SpinTable<D>& spins,
                      Id body, const Record<D>& record, const Instant& now);

/// As these parts were in a world, in the order of its memory: copying them takes least time.
template <int D>
struct Snapshot<D>::Impl {
  Records<D> records;
  ImageCounters<D> wraps;
  SpinTable<D> spins;
  PackedIds numbers;  // by id; empty: they are the ids
  FreeFlight<D> flight;
  UniformColumn<double> mass;
  std::vector<bool> mobile;
  SortedIds moving;
  std::vector<bool> gone;
  std::map<Id, Orientation<D>> leaning;  // those who are fixed, and stand at an angle
  ImpactSums<D> sums;
  Instant now;
  std::uint64_t collisions = 0;
};

}  // namespace firsthit
