#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// Balls on a line: cradles, pi from collisions, and rods that look like points.

namespace firsthit {
namespace {

TEST(Cradle, PassesItsMomentumOnBitForBit) {
  World<2> world(open_space<2>());
  world.add(ball<2>({-5.0, 0.0}, {1.0, 0.0}));
  for (int i = 1; i < 5; ++i) world.add(ball<2>({2.0 * i, 0.0}, {}));
  EXPECT_EQ(world.run_until(10.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.collisions(), 4U);
  for (std::uint32_t id = 0; id < 4; ++id) EXPECT_EQ(world.state({id}).velocity, (Vec2{0.0, 0.0}));
  EXPECT_EQ(world.state({0}).position, (Vec2{0.0, 0.0}));
  EXPECT_EQ(world.state({4}).velocity, (Vec2{1.0, 0.0}));
  EXPECT_EQ(world.state({4}).position, (Vec2{13.0, 0.0}));
}

TEST(Cradle, LetsAsManyOutAsCameIn) {
  for (int incoming = 1; incoming < 5; ++incoming) {
    World<2> world(open_space<2>());
    for (int i = 0; i < 5; ++i) {
      const bool flies = i < incoming;
      world.add(ball<2>({flies ? 2.0 * i - 4.0 : 2.0 * i, 0.0}, {flies ? 1.0 : 0.0, 0.0}));
    }
    EXPECT_EQ(world.run_until(10.0).outcome, RunOutcome::ReachedTime);
    for (int i = 0; i < 5; ++i) {
      const double expected = i >= 5 - incoming ? 1.0 : 0.0;
      EXPECT_EQ(world.state({static_cast<std::uint32_t>(i)}).velocity, (Vec2{expected, 0.0}))
          << incoming << " in";
    }
  }
}

TEST(Cradle, WorksWithBallsThatTouchOnlyToRounding) {
  // Steps of 0.2 from 0.1 on overlap or gape by an ulp; and nothing here is a short binary number.
  World<3> world(open_space<3>());
  world.add(ball<3>({-0.7, 0.3, 0.7}, {1.1, 0.0, 0.0}, 0.1));
  for (int i = 0; i < 50; ++i) world.add(ball<3>({0.1 + 0.2 * i, 0.3, 0.7}, {}, 0.1));
  EXPECT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({50}).velocity[0], 1.1, 1e-13);
  for (std::uint32_t id = 0; id < 50; ++id) EXPECT_NEAR(world.state({id}).velocity[0], 0.0, 1e-13);
}

TEST(Cradle, SwingsBackFromWalls) {
  auto options = box<2>(Side::Wall, 32.0);
  World<2> world(options);
  world.add(ball<2>({3.0, 16.0}, {1.0, 0.0}));
  for (int i = 0; i < 4; ++i) world.add(ball<2>({13.0 + 2.0 * i, 16.0}, {}));
  // 8 to the row, 12 from its end to the wall, back 12, and the first goes 10 to its wall and back.
  EXPECT_EQ(world.run_until(8.0 + 12.0 + 12.0 + 10.0 + 10.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.collisions(), 4U + 1U + 4U + 1U + 4U) << "the next push has just gone through";
  EXPECT_EQ(world.state({4}).velocity, (Vec2{1.0, 0.0}));
}

TEST(Galperin, CountsTheDigitsOfPi) {
  // A ball of 100^k times the mass drives a light one against a wall: floor(pi 10^k) impacts.
  // Galperin 2003, doi:10.1070/RD2003v008n04ABEH000252.
  const std::uint64_t expected[] = {3, 31, 314, 3141, 31415};
  double mass = 1.0;
  for (const std::uint64_t count : expected) {
    World<2> world(open_space<2>());
    world.add(fixed<2>(HalfSpace<2>{{1.0, 0.0}, 0.0}));
    world.add(ball<2>({2.0, 0.0}, {}, 0.5, 1.0));
    world.add(ball<2>({5.0, 0.0}, {-1.0, 0.0}, 1.0, mass));
    EXPECT_EQ(world.run_until(1000.0).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(world.collisions(), count) << "mass " << mass;
    EXPECT_NEAR(kinetic_energy(world), 0.5 * mass, 1e-11 * mass);
    mass *= 100.0;
  }
}

TEST(Rods, OfEqualMassAreShiftedPointsThatFlyThroughEachOther) {
  // Without their lengths, balls on a line are points that exchange velocities.
  constexpr std::uint64_t kSeed = 6;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  for (int round = 0; round < 20; ++round) {
    World<2> world(open_space<2>());
    std::vector<double> lengths{0.0};
    std::vector<double> flown;
    double place = 0.0;
    double before = 0.0;
    for (int i = 0; i < 30; ++i) {
      const double radius = random.uniform(0.1, 1.0);
      const double velocity = random.uniform(-1.0, 1.0);
      const double gap = random.uniform(0.0, 1.0);
      place += i == 0 ? 0.0 : before + radius + gap;
      if (i > 0) lengths.push_back(lengths.back() + before + radius);
      before = radius;
      world.add(ball<2>({place, 0.0}, {velocity, 0.0}, radius));
      flown.push_back(place - lengths.back() + 9.0 * velocity);
    }
    std::sort(flown.begin(), flown.end());
    EXPECT_EQ(world.run_until(9.0).outcome, RunOutcome::ReachedTime);
    EXPECT_GT(world.collisions(), 50U);
    for (std::uint32_t i = 0; i < 30; ++i)
      EXPECT_NEAR(world.state({i}).position[0], flown[i] + lengths[i], 1e-12);
  }
}

}  // namespace
}  // namespace firsthit
