#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// Endlessly many impacts in a finite time end a run; many impacts do not.

namespace firsthit {
namespace {

template <int D>
bool among(const RunResult& result, const std::vector<BodyId>& suspects) {
  return std::all_of(result.culprits.begin(), result.culprits.end(), [&](BodyId id) {
    return std::find(suspects.begin(), suspects.end(), id) != suspects.end();
  });
}

/// Where nothing rests, bounces without end are a collapse.
template <int D>
WorldOptions<D> restless(WorldOptions<D> options) {
  options.rest = false;
  return options;
}

TEST(Collapse, OfABouncingBallNamesItAndTheFloorAtTheRightTime) {
  // It falls for 1; flights of 1, 1/2, 1/4, ... follow: all is over at 3.
  World<2> world(restless(open_space<2>({0.0, -2.0}, 0.5)));
  const BodyId flying = world.add(ball<2>({0.0, 1.5}, {}, 0.5));
  const BodyId floor = world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  const RunResult result = world.run_until(10.0);
  EXPECT_EQ(result.outcome, RunOutcome::Collapsed);
  EXPECT_EQ(result.culprits.size(), 2U);
  EXPECT_TRUE(among<2>(result, {flying, floor}));
  EXPECT_NEAR(world.time(), 3.0, 1e-7);
  EXPECT_NEAR(world.state(flying).position[1], 0.5, 1e-12);
}

TEST(Collapse, OfABallOnTheWallOfTheBoxNamesTheSide) {
  auto options = restless(box<3>(Side::Wall, 10.0));
  options.gravity = {0.0, 0.0, -2.0};
  options.restitution = 0.25;
  World<3> world(options);
  const BodyId id = world.add(ball<3>({5.0, 5.0, 2.0}, {0.5, 0.0, 0.0}));
  const RunResult result = world.run_until(100.0);
  EXPECT_EQ(result.outcome, RunOutcome::Collapsed);
  EXPECT_TRUE(among<3>(result, {id, World<3>::side(2, false)}));
  EXPECT_LT(world.time(), 2.0);
}

TEST(Collapse, LeavesOtherBodiesWhereTheyAreThen) {
  World<2> world(restless(open_space<2>({0.0, -2.0}, 0.5)));
  world.add(ball<2>({0.0, 1.5}, {}, 0.5));
  world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  const BodyId other = world.add(ball<2>({50.0, 100.0}, {1.0, 0.0}, 0.5));
  EXPECT_EQ(world.run_until(9.0).outcome, RunOutcome::Collapsed);
  const double time = world.time();
  EXPECT_NEAR(world.state(other).position[0], 50.0 + time, 1e-12);
  EXPECT_NEAR(world.state(other).position[1], 100.0 - time * time, 1e-12);
}

/// Two balls run into one between them, all drifting along.
World<2> three_balls(double restitution, double drift) {
  World<2> world(open_space<2>({}, restitution));
  world.add(ball<2>({-9.0, 0.0}, {drift + 1.0, 0.0}));
  world.add(ball<2>({-1.0, 0.0}, {drift, 0.0}));
  world.add(ball<2>({4.0, 0.0}, {drift - 1.0, 0.0}));
  return world;
}

// Below a restitution of 7 - 4 sqrt(3) = 0.0718 the middle one is hit for ever, above it is not:
// McNamara, Young 1992, doi:10.1063/1.858323.

TEST(Collapse, OfThreeBallsOnALineNeedsALowRestitution) {
  for (const double restitution : {0.0, 0.01, 0.04}) {
    World<2> world = three_balls(restitution, 0.0);
    const RunResult result = world.run_until(1000.0);
    EXPECT_EQ(result.outcome, RunOutcome::Collapsed) << "restitution " << restitution;
    EXPECT_TRUE(among<2>(result, {{0}, {1}, {2}}));
  }
  for (const double restitution : {0.08, 0.2, 0.5, 1.0}) {
    World<2> world = three_balls(restitution, 0.25);
    EXPECT_EQ(world.run_until(1000.0).outcome, RunOutcome::ReachedTime) << "restitution " << restitution;
    EXPECT_LE(world.collisions(), 12U) << "counted in exact arithmetic: at most 11";
  }
}

TEST(Collapse, OfThreeBallsThatDriftMayEndInTheirFlyingOnAsOne) {
  // The differences of their velocities fall below the rounding of the velocities: then it is over.
  for (const double restitution : {0.0, 0.01, 0.04, 0.05, 0.06, 0.07}) {
    for (const double drift : {0.0, 0.3, -70.0}) {
      World<2> world = three_balls(restitution, drift);
      const RunResult result = world.run_until(10.0);
      EXPECT_LT(world.collisions(), 2000U);
      if (result.outcome == RunOutcome::Collapsed) continue;
      for (std::uint32_t id = 0; id < 2; ++id) {
        const double parting = world.state({id + 1}).velocity[0] - world.state({id}).velocity[0];
        const double gap = world.state({id + 1}).position[0] - world.state({id}).position[0] - 2.0;
        EXPECT_NEAR(parting, 0.0, 0x1p-51 * (1.0 + std::abs(drift)));
        EXPECT_NEAR(gap, 0.0, 0x1p-46 * (1.0 + std::abs(drift)));
      }
    }
  }
}

TEST(Collapse, OfAFullyInelasticBallThatSlidesDownASlope) {
  for (const double restitution : {0.0, 0.01, 0.3}) {
    World<2> world(restless(open_space<2>({0.0, -9.81}, restitution)));
    const BodyId sliding = world.add(ball<2>({0.0, 3.0}, {}, 0.5));
    const BodyId slope = world.add(fixed<2>(HalfSpace<2>{{0.3, 0.7}, 0.0}));
    RunLimits limits;
    limits.events = 10'000'000;
    const RunResult result = world.run_until(100.0, limits);
    EXPECT_EQ(result.outcome, RunOutcome::Collapsed) << "restitution " << restitution;
    EXPECT_TRUE(among<2>(result, {sliding, slope}));
  }
}

TEST(Collapse, OfABallAtRestOnTheFloorFromTheStart) {
  for (const double restitution : {0.0, 0.5, 1.0}) {
    World<2> world(restless(open_space<2>({0.0, -1.0}, restitution)));
    world.add(ball<2>({0.0, 1.0}, {}));
    world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
    EXPECT_EQ(world.run_until(10.0).outcome, RunOutcome::Collapsed);
    EXPECT_EQ(world.time(), 0.0);
  }
}

TEST(Collapse, OfABallInAWedge) {
  World<2> world(restless(open_space<2>({0.0, -1.0}, 0.5)));
  world.add(ball<2>({0.1, 5.0}, {}));
  world.add(fixed<2>(HalfSpace<2>{{1.0, 1.0}, 0.0}));
  world.add(fixed<2>(HalfSpace<2>{{-1.0, 1.0}, 0.0}));
  RunLimits limits;
  limits.events = 10'000'000;
  EXPECT_EQ(world.run_until(1000.0, limits).outcome, RunOutcome::Collapsed);
}

TEST(Collapse, IsNotAHeapOfSmoothBalls) {
  auto options = box<2>(Side::Wall, 4.5);
  options.gravity = {0.0, -1.0};
  options.restitution = 0.6;
  Random random(12);
  World<2> world =
      gas<2>(options, {.per_side = 4, .length = 4.5, .radius = 0.5, .smallest = 0.6, .push = 0.02}, random);
  EXPECT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  const std::uint64_t collisions = world.collisions();
  EXPECT_EQ(world.run_until(110.0).outcome, RunOutcome::ReachedTime);
  EXPECT_LT(world.collisions(), collisions + 100);  // of who is loose
}

TEST(Collapse, IsNotABallThatComesToRestOnAnother) {
  World<2> world(open_space<2>({0.0, -1.0}, 0.5));
  world.add(ball<2>({0.0, 1.5}, {}));
  world.add(ball<2>({0.0, 4.0}, {}));
  world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  EXPECT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({0}).position[1], 1.0, 1e-10);
  EXPECT_NEAR(world.state({1}).position[1], 3.0, 1e-10);
  const std::uint64_t events = world.events();
  EXPECT_EQ(world.run_until(3700.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.events(), events);
}

TEST(Collapse, IsNotAnElasticBallThatBouncesManyTimes) {
  World<2> world(open_space<2>({0.0, -2.0}));
  world.add(ball<2>({0.0, 1.0 + 0x1p-20}, {}));
  world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  RunLimits limits;
  limits.collisions = 100'000;
  EXPECT_EQ(world.run_until(1e6, limits).outcome, RunOutcome::ReachedCollisions);
}

TEST(Collapse, IsNotALongRowOfTouchingBalls) {
  constexpr int kCount = 4000;
  World<2> world(open_space<2>());
  world.add(ball<2>({-4.0, 0.0}, {1.0, 0.0}));
  for (int i = 0; i < kCount; ++i) world.add(ball<2>({2.0 * i, 0.0}, {}));
  EXPECT_EQ(world.run_until(3.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.collisions(), static_cast<std::uint64_t>(kCount));
  EXPECT_EQ(world.state({kCount}).velocity, (Vec2{1.0, 0.0}));
  EXPECT_EQ(world.state({0}).velocity, (Vec2{0.0, 0.0}));
}

TEST(Collapse, OfBallsLockedInARowThatTheyFillNamesThem) {
  // Ten disks of diameter 1 on a periodic line of length 10 leave no room at all.
  auto options = box<2>(Side::Periodic, 10.0);
  World<2> world(options);
  for (int i = 0; i < 10; ++i) world.add(ball<2>({i + 0.5, 5.0}, {i % 3 - 1.0, 0.0}, 0.5));
  const RunResult result = world.run_until(1.0);
  EXPECT_EQ(result.outcome, RunOutcome::Collapsed);
  EXPECT_LT(world.time(), 1e-9);
}

}  // namespace
}  // namespace firsthit
