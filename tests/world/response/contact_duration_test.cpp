#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// Contacts that last keep inelastic bodies from collapsing. Luding, McNamara 1998,
// doi:10.1007/s100350050017.

namespace firsthit {
namespace {

/// Two balls run into one between them.
World<2> three_balls(double restitution, double contact_duration) {
  auto options = open_space<2>({}, restitution);
  options.contact_duration = contact_duration;
  World<2> world(options);
  world.add(ball<2>({-9.0, 0.0}, {1.0, 0.0}));
  world.add(ball<2>({-1.0, 0.0}, {}));
  world.add(ball<2>({4.0, 0.0}, {-1.0, 0.0}));
  return world;
}

TEST(ContactDuration, LetsThreeBallsOnALineGoOn) {
  // Without it they collapse below a restitution of 7 - 4 sqrt(3) = 0.0718: McNamara, Young 1992,
  // doi:10.1063/1.858323.
  for (const double restitution : {0.0, 0.01, 0.05, 0.07}) {
    for (const double duration : {1e-9, 1e-6, 1e-3, 1.0}) {
      World<2> world = three_balls(restitution, duration);
      const double energy = kinetic_energy(world);
      EXPECT_EQ(world.run_until(1e6).outcome, RunOutcome::ReachedTime) << restitution << ", " << duration;
      EXPECT_LT(world.collisions(), 100U);
      EXPECT_LT(kinetic_energy(world), energy);
      EXPECT_NEAR(momentum(world)[0], 0.0, 1e-15);
      EXPECT_LE(world.state({0}).velocity[0], world.state({1}).velocity[0]);
      EXPECT_LE(world.state({1}).velocity[0], world.state({2}).velocity[0]);
    }
  }
}

TEST(ContactDuration, MakesAnImpactElasticOnlyIfEitherHasJustHadOne) {
  // The middle ball is hit at 7 from the left, and hits the right one later, by how much the speeds say.
  for (const double duration : {0.25, 1.0}) {
    auto options = open_space<2>({}, 0.5);
    options.contact_duration = duration;
    World<2> world(options);
    world.add(ball<2>({-9.0, 0.0}, {1.0, 0.0}));
    world.add(ball<2>({0.0, 0.0}, {}));
    world.add(ball<2>({2.375, 0.0}, {}));
    world.run_until(7.75);
    EXPECT_EQ(world.collisions(), 2U) << "at 7, and 3/8 / (3/4) = 1/2 later";
    const double passed_on = duration > 0.5 ? 0.75 : 0.75 * 0.75;
    EXPECT_EQ(world.state({2}).velocity[0], passed_on);
  }
}

TEST(ContactDuration, LetsASingleBallComeToRestAllTheSame) {
  for (const double duration : {1e-6, 1e-2, 10.0}) {
    auto options = open_space<2>({0.0, -2.0}, 0.5);
    options.contact_duration = duration;
    World<2> world(options);
    const BodyId id = world.add(ball<2>({0.0, 1.5}, {}, 0.5));
    world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
    world.run_until(3.1);
    EXPECT_EQ(world.state(id).acceleration, (Vec2{}));
    EXPECT_EQ(world.state(id).velocity, (Vec2{}));
  }
}

TEST(ContactDuration, LetsALiftCarryWhatComesToRestOnIt) {
  for (const bool turns : {false, true}) {
    for (const double speed : {0.0, 0.75}) {
      auto options = open_space<2>({0.0, -10.0}, 0.5);
      options.friction = 0.5;
      options.contact_duration = 1e-3;
      World<2> world(options);
      world.add({.shape = Box<2>{{8.0, 0.25}}, .velocity = {0.0, speed}, .kind = BodyKind::Kinematic});
      const BodyId crate = world.add({.shape = Box<2>{{0.5, 0.5}},
                                      .position = {0.25, 3.0},
                                      .spins = turns,
                                      .angular_velocity = turns ? 0.25 : 0.0});
      world.run_until(5.0);
      const std::uint64_t before = world.collisions();
      EXPECT_GT(before, 5U);
      world.run_until(65.0);
      EXPECT_EQ(world.collisions(), before) << "turns: " << turns << ", speed " << speed;
      EXPECT_EQ(world.state(crate).velocity, (Vec2{0.0, speed}));
      EXPECT_NEAR(world.state(crate).position[1], 0.75 + speed * 65.0, 1e-11);
    }
  }
}

TEST(ContactDuration, LetsNobodyRestAtWhomOthersKnock) {
  // Two crates: the upper one never rests on what impacts move, and what it gives the lower one loses
  // nothing.
  auto options = open_space<2>({0.0, -10.0}, 0.5);
  options.contact_duration = 1e-3;
  World<2> world(options);
  world.add({.shape = Box<2>{{2.0, 0.25}}, .velocity = {0.0, 0.75}, .kind = BodyKind::Kinematic});
  world.add({.shape = Box<2>{{0.5, 0.5}}, .position = {0.0, 1.0}});
  world.add({.shape = Box<2>{{0.5, 0.5}}, .position = {0.0, 2.25}});
  EXPECT_EQ(world.run_until(5.0).outcome, RunOutcome::ReachedTime);
  const std::uint64_t before = world.collisions();
  EXPECT_EQ(world.run_until(6.0).outcome, RunOutcome::ReachedTime);
  EXPECT_GT(world.collisions(), before + 100U);
}

TEST(ContactDuration, CountsImpactsOnTheFloorToo) {
  // Where nothing rests, a ball bounces on for ever: its flights end up no longer than the duration.
  auto options = open_space<2>({0.0, -2.0}, 0.5);
  options.contact_duration = 0.01;
  options.rest = false;
  World<2> world(options);
  world.add(ball<2>({0.0, 1.5}, {}, 0.5));
  world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  EXPECT_EQ(world.run_until(10.0).outcome, RunOutcome::ReachedTime);
  const std::uint64_t before = world.collisions();
  world.run_until(20.0);
  // The first flight that is shorter than 0.01 in 1, 1/2, 1/4, ..: 1/128.
  EXPECT_NEAR(static_cast<double>(world.collisions() - before), 1280.0, 1.0);
}

template <int D>
double energy_of(const World<D>& world) {
  double energy = kinetic_energy(world);
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    const Body<D> body = world.body({id});
    if (body.kind == BodyKind::Fixed) continue;
    for (std::size_t axis = 0; axis < D; ++axis)
      energy -= body.mass * world.options().gravity[axis] * body.position[axis];
  }
  return energy;
}

/// A column of balls, one above the other, falls onto the floor.
World<2> column(int balls, double restitution, bool rest, double duration) {
  auto options = open_space<2>({0.0, -1.0}, restitution);
  options.contact_duration = duration;
  options.rest = rest;
  World<2> world(options);
  for (int i = 0; i < balls; ++i) world.add(ball<2>({0.0, 0.6 + 1.1 * i}, {}, 0.5));
  world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  return world;
}

TEST(ContactDuration, LetsAColumnOfBallsStandOnAFloor) {
  for (const int balls : {2, 3, 8}) {
    for (const double restitution : {0.0, 0.5, 0.9}) {
      for (const bool rest : {true, false}) {
        if (!rest && restitution == 0.0)
          continue;  // balls without any bounce lie on the floor: they collapse
        SCOPED_TRACE(testing::Message() << balls << " balls, e " << restitution << ", rest " << rest);
        constexpr double kDuration = 0.01;
        World<2> world = column(balls, restitution, rest, kDuration);
        double energy = energy_of(world);
        std::uint64_t collisions = 0;
        for (double time = 1.0; time <= 30.0; time += 1.0) {
          collisions = world.collisions();
          ASSERT_EQ(world.run_until(time).outcome, RunOutcome::ReachedTime);
          const double now = energy_of(world);
          EXPECT_LE(now, energy + 1e-12) << "never grows";
          energy = now;
        }
        // Stacked up tightly, but for flights of the order of g t_c^2 for each ball below.
        EXPECT_LT(energy - 0.5 * balls * balls, 10.0 * kDuration * balls);
        EXPECT_LT(static_cast<double>(world.collisions() - collisions), 40.0 * balls / kDuration);
        for (std::uint32_t id = 0; id < static_cast<std::uint32_t>(balls); ++id)
          EXPECT_GT(world.state({id}).position[1], 0.5 + id - 1e-12);
      }
    }
  }
}

TEST(ContactDuration, CannotHelpABallLockedBetweenWallsOfItsOwnWidth) {
  for (const double duration : {0.0, 1e-3}) {
    for (const double restitution : {0.5, 1.0}) {
      auto options = open_space<2>({}, restitution);
      options.contact_duration = duration;
      World<2> world(options);
      const BodyId locked = world.add(ball<2>({0.0, 1.0}, {1.0, 0.5}));
      const BodyId below = world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
      const BodyId above = world.add(fixed<2>(HalfSpace<2>{{0.0, -1.0}, -2.0}));
      const RunResult result = world.run_until(10.0);
      ASSERT_EQ(result.outcome, RunOutcome::Collapsed);
      EXPECT_EQ(result.culprits[0], locked);
      EXPECT_TRUE(result.culprits[1] == below || result.culprits[1] == above);
      EXPECT_EQ(world.time(), 0.0);
    }
  }
}

/// Balls pour into a bowl of six segments.
World<2> pour(int per_side, double duration) {
  auto options = open_space<2>({0.0, -1.0}, 0.5);
  options.contact_duration = duration;
  World<2> world(options);
  Random random(5);
  const double width = 0.8 * per_side;
  for (int i = 0; i < per_side * per_side; ++i) {
    const double x = (i % per_side - 0.5 * (per_side - 1)) * 1.2 + random.uniform(-0.05, 0.05);
    const double fall = random.uniform(-0.1, 0.1);
    world.add(ball<2>({x, 0.4 * width + 1.0 + 1.2 * (i / per_side)}, {0.0, fall}, 0.5));
  }
  const std::vector<Vec2> rim = {{-width, 3.0 * width}, {-width, 0.5 * width}, {-0.4 * width, 0.0},
                                 {0.4 * width, 0.0},    {width, 0.5 * width},  {width, 3.0 * width}};
  for (std::size_t i = 0; i + 1 < rim.size(); ++i) world.add(fixed<2>(Segment<2>{rim[i], rim[i + 1]}));
  return world;
}

TEST(ContactDuration, LetsBallsThatPourIntoABowlGoOn) {
  constexpr int kPerSide = 8;
  World<2> world = pour(kPerSide, 0.02);
  double energy = energy_of(world);
  for (double time = 3.0; time <= 30.0; time += 3.0) {
    RunLimits limits;
    limits.events = 3'000'000;
    ASSERT_EQ(world.run_until(time, limits).outcome, RunOutcome::ReachedTime);
    EXPECT_LE(energy_of(world), energy + 1e-9);
    energy = energy_of(world);
  }
  EXPECT_LT(kinetic_energy(world), 0.1);
  for (std::uint32_t id = 0; id < kPerSide * kPerSide; ++id)
    EXPECT_GT(world.state({id}).position[1], 0.5 - 1e-9) << "nobody leaks out";
}

}  // namespace
}  // namespace firsthit
