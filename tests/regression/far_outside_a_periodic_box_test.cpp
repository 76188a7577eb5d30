#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cstdint>

// A body that starts outside a periodic box was taken into it one box length at a time: from far away
// that took for ever, and from further away than a box length can be told from nothing, literally so.
// What is fixed could be larger than the box: every image that it covers was looked at in turn, or
// counted in 16 bits, so that a very long segment was missed.

namespace firsthit {
namespace {

TEST(FarOutsideAPeriodicBox, ABodyIsTakenInAtOnceAndExactly) {
  World<2> world(box<2>(Side::Periodic, 8.0));
  world.add(ball<2>({0x1p52 + 3.0, -0x1p52 - 5.0}, {}));
  world.run_until(0.0);
  const BodyState<2> state = world.state({0});
  EXPECT_EQ(state.position, (Vec2{3.0, 3.0}));
  EXPECT_EQ(state.wraps[0], std::int64_t{1} << 49);
  EXPECT_EQ(state.wraps[1], -(std::int64_t{1} << 49) - 1);
}

TEST(FarOutsideAPeriodicBox, WhereBoxesCannotBeCountedIsRefused) {
  World<2> world(box<2>(Side::Periodic, 8.0));
  EXPECT_THROW(world.add(ball<2>({0x1p56, 0.0}, {})), InputError);
  EXPECT_THROW(world.add(fixed<2>(Point{}, {0.0, -0x1p90})), InputError);
  EXPECT_THROW(world.add(fixed<2>(Segment<2>{{0.0, 0.0}, {0x1p17, 0.0}})), InputError);
  EXPECT_THROW(world.add(fixed<2>(Ball{4.0})), InputError);
}

TEST(FarOutsideAPeriodicBox, ALongSegmentIsHitThroughItsLastImage) {
  // It rises by 1 over 8000 boxes; the ball comes from above and meets its far end at a height of 1.
  auto options = box<2>(Side::Periodic, 8.0);
  options.space.sides[1] = Side::Open;
  World<2> world(options);
  const BodyId id = world.add(ball<2>({4.0, 5.0}, {0.0, -1.0}));
  world.add(fixed<2>(Segment<2>{{0.0, 0.0}, {64000.0, 1.0}}));
  world.run_until(4.0);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_NEAR(world.state(id).position[1], 3.0, 1e-3);
}

}  // namespace
}  // namespace firsthit
