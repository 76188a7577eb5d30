#include "world/worlds.hpp"

#include <firsthit/snapshot.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <vector>

// A snapshot is read by other threads while its world goes on. Built with the thread sanitizer (preset
// `tsan`), anything that the two share is a failure.

namespace firsthit {
namespace {

/// All that a snapshot has, summed up.
double all_of(const Snapshot<2>& snapshot) {
  const Statistics counted = snapshot.statistics();
  double sum = counted.kinetic_action + counted.virial + snapshot.time();
  for (std::uint32_t id = 0; id < snapshot.size(); ++id) {
    const BodyState<2> state = snapshot.state({id});
    sum += state.position[0] + state.velocity[1] + static_cast<double>(state.wraps[0]);
  }
  return sum;
}

TEST(SnapshotThreads, ReadWhileTheWorldGoesOn) {
  Random random(91);
  World<2> world = gas<2>(box<2>(Side::Periodic, 24.0),
                          {.per_side = 20, .length = 24.0, .radius = 0.5, .smallest = 0.7}, random);
  world.measure();
  Snapshot<2> snapshot;
  for (int round = 1; round <= 10; ++round) {
    world.snapshot(snapshot);
    const double alone = all_of(snapshot);
    std::vector<double> found(3);
    std::vector<std::thread> readers;
    for (double& each : found) readers.emplace_back([&each, &snapshot] { each = all_of(snapshot); });
    world.run_until(0.5 * round);
    for (std::thread& reader : readers) reader.join();
    for (const double each : found) EXPECT_EQ(each, alone);
  }
  EXPECT_GT(world.collisions(), 500U);
}

}  // namespace
}  // namespace firsthit
