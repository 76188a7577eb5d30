#include "record/setup/setup.hpp"

#include "record/record_support.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace firsthit {
namespace {

/// More balls than are read at a time, with obstacles between, which wrap around as they go.
World<2> crowd() {
  WorldOptions<2> options;
  options.space.max = {{300, 300}};
  options.space.sides = {Side::Periodic, Side::Periodic};
  World<2> world(options);
  for (std::uint32_t i = 0; i < 10000; ++i) {
    Body<2> body = testing::moving<2>({{1.0 + 2.0 * (i % 140), 1.0 + 2.0 * (i / 140)}},
                                      {{0.5 + i % 7, 3.0 - i % 5}}, 0.4);
    if (i % 1000 == 17) {
      body.kind = BodyKind::Fixed;
      body.velocity = {};
    }
    world.add(body);
  }
  return world;
}

void expect_same(const FrameState<2>& a, const FrameState<2>& b) {
  ASSERT_EQ(a.position, b.position);
  ASSERT_EQ(a.velocity, b.velocity);
  ASSERT_EQ(a.wraps, b.wraps);
  ASSERT_EQ(a.acceleration, b.acceleration);
}

TEST(FrameStates, AreTheSameReadFromAWorldAsKept) {
  World<2> world = crowd();
  const RunSetup<2> setup = setup_of(world);
  ASSERT_EQ(setup.bodies.size(), 9990U);
  Frame<2> read;
  for (const double time : {0.0, 0.5, 2.0}) {
    world.run_until(time);
    Frame<2> kept;
    capture(world, setup, kept);
    look_at(world, setup, read);
    EXPECT_EQ(read.time, time);
    EXPECT_EQ(read.collisions, kept.collisions);
    ASSERT_EQ(read.states.size(), kept.states.size());
    const Frame<2>& there = read;
    for (std::size_t i = 0; i < 9990; ++i) expect_same(there.states[i], kept.states[i]);
    for (std::size_t i = 0; i < 9990; i += 1009) {  // here and there
      expect_same(there.states[9989 - i], kept.states[9989 - i]);
      expect_same(there.states[i], kept.states[i]);
    }
  }
  EXPECT_GT(world.collisions(), 100U);
  read.states.release();
  EXPECT_EQ(read.states.size(), 0U);
}

}  // namespace
}  // namespace firsthit
