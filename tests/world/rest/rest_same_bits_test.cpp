#include "core/vec_math.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cstdint>

// Rest and lasting contacts are the same, bit for bit, however a run is made, scaled or mirrored.

namespace firsthit {
namespace {

/// Balls, slopes, tiles and pegs in a box that repeats sideways.
World<2> busy(NeighbourSearch search, double length, double duration, double mirror = 1.0) {
  WorldOptions<2> options;
  options.space.sides = {Side::Periodic, Side::Wall};
  options.space.min = {-6.0 * length, 0.0};
  options.space.max = {6.0 * length, 20.0 * length};
  options.gravity = {0.0, -length / (duration * duration)};
  options.restitution = 0.625;
  options.contact_duration = 0.0078125 * duration;
  options.neighbours = search;
  World<2> world(options);
  const auto at = [&](double x, double y) { return Vec2{mirror * length * x, length * y}; };
  for (int i = 0; i < 24; ++i) {
    const double across = -5.0 + 2.0 * (i % 6);
    world.add(ball<2>(at(across + 0.03125 * (i % 5), 12.0 + 2.0 * (i / 6)),
                      Vec2{mirror * (0.125 * (i % 3) - 0.0625) * length / duration, 0.0}, 0.5 * length, 1.0));
  }
  world.add(fixed<2>(Segment<2>{at(-3.0, 4.0), at(1.0, 3.0)}));
  world.add(fixed<2>(Segment<2>{at(1.0, 3.0), at(5.0, 3.0)}));
  world.add(fixed<2>(Segment<2>{at(4.0, 6.0), at(8.0, 6.0)}));  // reaches into the next box
  for (int i = 0; i < 6; ++i) world.add(fixed<2>(Ball{0.25 * length}, at(-5.5 + 2.0 * i, 9.0)));
  return world;
}

TEST(Rest, IsTheSameBitsWhateverTheSearchTheWindowsAndTheStops) {
  World<2> expected = busy(NeighbourSearch::Lists, 1.0, 1.0);
  ASSERT_EQ(expected.run_until(25.0).outcome, RunOutcome::ReachedTime);
  EXPECT_GT(expected.collisions(), 1000U);

  World<2> all = busy(NeighbourSearch::AllPairs, 1.0, 1.0);
  all.run_until(25.0);
  EXPECT_EQ(all.state_hash(), expected.state_hash());

  World<2> windows = busy(NeighbourSearch::Lists, 1.0, 1.0);
  windows.set_window(0.37);
  windows.run_until(25.0);
  EXPECT_EQ(windows.state_hash(), expected.state_hash());

  World<2> stops = busy(NeighbourSearch::Lists, 1.0, 1.0);
  Watcher<2> watcher;
  stops.observe(watcher);
  for (double time = 0.0; time < 25.0; time += 0.61) {
    RunLimits limits;
    limits.events = 7;
    stops.run_until(time, limits);
    stops.state({0});
  }
  stops.run_until(25.0);
  EXPECT_EQ(stops.state_hash(), expected.state_hash());
  EXPECT_EQ(watcher.impacts.size(), expected.collisions());
}

TEST(Rest, ScalesWithLengthsAndTimesBitForBit) {
  World<2> one = busy(NeighbourSearch::Lists, 1.0, 1.0);
  one.run_until(20.0);
  for (const double length : {0x1p-40, 0x1p30}) {
    for (const double duration : {0x1p-20, 0x1p33}) {
      World<2> other = busy(NeighbourSearch::Lists, length, duration);
      other.run_until(20.0 * duration);
      EXPECT_EQ(other.collisions(), one.collisions());
      for (std::uint32_t id = 0; id < one.size(); ++id) {
        EXPECT_EQ(other.state({id}).position, length * one.state({id}).position);
        EXPECT_EQ(other.state({id}).velocity, (length / duration) * one.state({id}).velocity);
      }
    }
  }
}

TEST(Rest, IsMirroredInAMirror) {
  World<2> one = busy(NeighbourSearch::Lists, 1.0, 1.0);
  World<2> other = busy(NeighbourSearch::Lists, 1.0, 1.0, -1.0);
  one.run_until(12.0);
  other.run_until(12.0);
  EXPECT_GT(one.collisions(), 200U);
  EXPECT_EQ(other.collisions(), one.collisions());
  for (std::uint32_t id = 0; id < 24; ++id) {
    EXPECT_EQ(other.state({id}).velocity[1], one.state({id}).velocity[1]);
    EXPECT_EQ(other.state({id}).velocity[0], -one.state({id}).velocity[0]);
  }
}

}  // namespace
}  // namespace firsthit
