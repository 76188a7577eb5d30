#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace firsthit {
namespace {

TEST(PeriodicBox, CountsTheBoxLengthsThatABodyHasFlown) {
  World<2> world(box<2>(Side::Periodic, 4.0));
  const BodyId id = world.add(ball<2>({1.0, 3.0}, {1.0, -0.5}));
  world.run_until(10.0);
  EXPECT_EQ(world.state(id).position, (Vec2{3.0, 2.0}));  // 11 = 3 + 2 x 4 and -2 = 2 - 4
  EXPECT_EQ(world.state(id).wraps, (std::array<std::int64_t, 2>{2, -1}));
  EXPECT_EQ(world.collisions(), 0U);
}

TEST(PeriodicBox, PutsABodyThatStartsOutsideIntoTheBox) {
  World<2> world(box<2>(Side::Periodic, 4.0));
  const BodyId id = world.add(ball<2>({-9.0, 4.0}, {}));
  world.run_until(1.0);
  EXPECT_EQ(world.state(id).position, (Vec2{3.0, 0.0}));
  EXPECT_EQ(world.state(id).wraps, (std::array<std::int64_t, 2>{-3, 1}));
}

TEST(PeriodicBox, AFlightOfAMillionBoxesLosesNoDigits) {
  World<2> world(box<2>(Side::Periodic, 1.0));
  const BodyId id = world.add(ball<2>({0.25, 0.125}, {1.0 + 0x1p-40, -1.0}, 0.25));
  world.run_until(1048576.0);  // 2^20: the surplus speed makes 2^-20
  EXPECT_EQ(world.state(id).position, (Vec2{0.25 + 0x1p-20, 0.125}));
  EXPECT_EQ(world.state(id).wraps, (std::array<std::int64_t, 2>{1 << 20, -(1 << 20)}));
}

TEST(PeriodicBox, WhatIsFixedFarOutsideIsMetAtItsImage) {
  for (const double lengths : {0.0, 3.0, -3.0, 0x1p20, -0x1p20, 0x1p29, -0x1p29}) {
    World<2> world(box<2>(Side::Periodic, 4.0));
    Watcher<2> watcher;
    world.observe(watcher);
    Body<2> post;
    post.kind = BodyKind::Fixed;
    post.shape = Ball{0.5};
    post.position = {3.0 + 4.0 * lengths, 1.0};
    world.add(post);
    world.add(ball<2>({1.0, 1.0}, {0.5, 0.0}, 0.5));
    world.run_until(3.0);
    ASSERT_EQ(watcher.impacts.size(), 1U) << lengths;
    EXPECT_EQ(watcher.impacts[0].time, 2.0) << lengths;
  }
}

TEST(PeriodicBox, BodiesMeetAfterManyBoxesAtTheRightTime) {
  // Side by side in x, drifting apart by 2^-20 of a box per unit of time; the gap to the image
  // closes from 1/4 in 2^18, and both have then flown as many boxes.
  World<2> world(box<2>(Side::Periodic, 1.0));
  Watcher<2> watcher;
  world.observe(watcher);
  world.add(ball<2>({0.125, 0.5}, {1.0, 0.0}, 0.125));
  world.add(ball<2>({0.625, 0.5}, {1.0 + 0x1p-20, 0.0}, 0.125));
  world.run_until(300000.0);
  ASSERT_EQ(watcher.impacts.size(), 1U);
  EXPECT_NEAR(watcher.impacts[0].time, 262144.0, 1e-9);
  EXPECT_LT(watcher.impacts[0].overlap, 1e-15);
}

TEST(PeriodicBox, EveryImageCounts) {
  // The nearest image passes by, a further one is hit.
  World<2> world(box<2>(Side::Periodic, 3.0));
  Watcher<2> watcher;
  world.observe(watcher);
  world.add(ball<2>({0.5, 0.5}, {}, 0.25));
  world.add(ball<2>({0.5, 1.5}, {3.0, 1.0}, 0.25));
  world.run_until(5.0);
  // It comes to the height of its image at (6.5, 0.5 + 3) after 2, and touches when 0.5 before it.
  ASSERT_GE(watcher.impacts.size(), 1U);
  const double along = 0.5 / std::sqrt(10.0);
  EXPECT_NEAR(watcher.impacts[0].time, 2.0 - along, 1e-14);
}

TEST(PeriodicBox, ABallDoesNotMeetItsOwnImage) {
  World<3> world(box<3>(Side::Periodic, 1.0));
  world.add(ball<3>({0.5, 0.5, 0.5}, {3.0, 1.0, -2.0}, 0.4999));
  EXPECT_EQ(world.run_until(1000.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.collisions(), 0U);
}

TEST(PeriodicBox, KeepsMomentum) {
  Random random(5);
  World<3> world =
      gas<3>(box<3>(Side::Periodic, 10.0), {.per_side = 5, .length = 10.0, .smallest = 0.5}, random);
  const Vec3 before = momentum(world);
  world.run_until(40.0);
  EXPECT_GT(world.collisions(), 500U);
  const Vec3 after = momentum(world);
  for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(after[axis], before[axis], 1e-12);
}

TEST(EmptyWorlds, RunToTheirEnd) {
  for (const Side sides : {Side::Wall, Side::Periodic, Side::Open}) {
    World<2> empty(box<2>(sides, 1.0));
    EXPECT_EQ(empty.run_until(5.0).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(empty.time(), 5.0);
    World<2> furnished(box<2>(sides, 1.0));
    furnished.add(fixed<2>(Ball{0.25}, {0.5, 0.5}));
    EXPECT_EQ(furnished.run_until(5.0).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(furnished.state({0}).position, (Vec2{0.5, 0.5}));
    EXPECT_EQ(furnished.collisions(), 0U);
  }
}

TEST(EndlessRuns, EndWhenNothingIsLeftToHappen) {
  for (const NeighbourSearch search : {NeighbourSearch::Lists, NeighbourSearch::AllPairs}) {
    auto options = open_space<2>();
    options.neighbours = search;
    World<2> world(options);
    world.set_window(search == NeighbourSearch::Lists ? 0.0 : 0.5);
    world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
    world.add(ball<2>({8.0, 0.0}, {-1.0, 0.0}));
    EXPECT_EQ(world.run_until(std::numeric_limits<double>::infinity()).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(world.collisions(), 1U);
    EXPECT_EQ(world.time(), 3.0);  // of the one impact: 6 between the surfaces, closing at 2
    EXPECT_EQ(world.state({0}).position, (Vec<2>{3.0, 0.0}));
  }
}

TEST(EndlessRuns, LetTheWorldGoOnFromTheLastImpact) {
  World<2> world(open_space<2>());
  world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  const BodyId second = world.add(ball<2>({8.0, 0.0}, {-1.0, 0.0}));
  const BodyId waiting = world.add(ball<2>({4.0, 20.0}, {}));
  world.run_until(std::numeric_limits<double>::infinity());
  world.set_velocity(second, {0.0, 2.0});  // from (5, 0): meets the third at sqrt(2^2 - 1) below its centre
  world.run_until(100.0);
  EXPECT_EQ(world.collisions(), 2U);
  EXPECT_GT(world.state(waiting).velocity[1], 0.0);
}

TEST(EmptyWorlds, OfNoTimeDoNothing) {
  World<2> world(box<2>(Side::Wall, 10.0));
  world.add(ball<2>({5.0, 5.0}, {1.0, 0.0}));
  EXPECT_EQ(world.run_until(0.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.time(), 0.0);
  RunLimits none;
  none.collisions = 0;
  EXPECT_EQ(world.run_until(99.0, none).outcome, RunOutcome::ReachedCollisions);
  EXPECT_EQ(world.time(), 0.0);
}

}  // namespace
}  // namespace firsthit
