#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "exact/sin_cos.hpp"
#include "world/heaps/hops.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <sstream>

// Those who are pressed together hop all at once, and Coulomb's law holds between them.

namespace firsthit {
namespace {

Body<2> crate(double wide, double high, const Vec<2>& place) {
  Body<2> body;
  body.shape = Box<2>{{wide, high}};
  body.position = place;
  body.spins = true;
  return body;
}

/// Crates fall in rows into a bin five wide, each at an angle of its own.
World<2> bin_of(int count) {
  WorldOptions<2> options;
  options.gravity = {0.0, -10.0};
  options.restitution = 0.3;
  options.friction = 0.5;
  options.space.max = {5.0, 100.0};
  World<2> world(options);
  for (int i = 0; i < count; ++i) {
    Body<2> body = crate(0.25, 0.25, {0.75 + 0.875 * (i % 5), 1.0 + 0.875 * (i / 5)});
    const double half = 0.5 * std::fmod(0.7 * i, std::numbers::pi);
    body.orientation = {std::cos(half), std::sin(half)};
    world.add(body);
  }
  return world;
}

double energy_of(const World<2>& world) {
  double energy = 0.0;
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const BodyState<2> state = world.state({i});
    const Body<2> body = world.body({i});
    const double inertia = body.mass * length_squared(std::get<Box<2>>(body.shape).half_extents) / 3.0;
    energy += 0.5 * body.mass * length_squared(state.velocity) + 10.0 * body.mass * state.position[1] +
              0.5 * inertia * state.angular_velocity * state.angular_velocity;
  }
  return energy;
}

// Each of them alone would hop some hundred times in the time in which it falls its size, and as many times
// as often as there are others above it.
TEST(JointHops, SpareThoseWhoLieDeepMostOfTheirImpacts) {
  World<2> world = bin_of(40);
  ASSERT_EQ(world.run_until(10.0, RunLimits{.events = 100'000}).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t i = 0; i < world.size(); ++i) EXPECT_EQ(world.state({i}).velocity, Vec<2>{}) << i;
}

/// Ten smooth disks fall into a bin four wide.
World<2> bin_of_disks(std::uint64_t seed) {
  WorldOptions<2> options;
  options.gravity = {0.0, -10.0};
  options.restitution = 0.5;
  options.space.max = {4.0, 100.0};
  World<2> world(options);
  Random random(seed);
  for (int i = 0; i < 10; ++i) {
    Body<2> disk;
    const double radius = random.uniform(0.3, 0.6);
    disk.shape = Ball{radius};
    disk.position = {random.uniform(radius, 4.0 - radius), 1.0 + 1.3 * i};
    world.add(disk);
  }
  return world;
}

// Where nothing rubs, too: so they slosh to and fro, but each hop on its own took hundreds of thousands of
// events.
TEST(JointHops, BringSmoothDisksToRest) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    World<2> world = bin_of_disks(seed);
    ASSERT_EQ(world.run_until(20.0, RunLimits{.events = 50'000}).outcome, RunOutcome::ReachedTime) << seed;
    int held = 0;
    for (std::uint32_t i = 0; i < world.size(); ++i)
      held += static_cast<int>(is_zero(world.state({i}).acceleration));
    EXPECT_GE(held, 9) << seed;  // one may roll to and fro between others
  }
}

// Smooth hexagons are poured into the bin. As they turn and slide over each other gaps close that gravity
// alone would leave open: foreseen as if no side turned, they would meet again and again in one hop (27,000
// events).
TEST(JointHops, FollowSidesThatTurn) {
  WorldOptions<2> options;
  options.gravity = {0.0, -10.0};
  options.restitution = 0.3;
  options.space.max = {5.0, 100.0};
  World<2> world(options);
  Hull<2> hexagon;
  for (const double side : {-1.0, 1.0})
    for (const double x : {-0.14, 0.14}) hexagon.vertices.push_back({x, side * 0.2425});
  hexagon.vertices.push_back({-0.28, 0.0});
  hexagon.vertices.push_back({0.28, 0.0});
  for (int i = 0; i < 10; ++i) {
    Body<2> body = crate(0.25, 0.25, {0.75 + 0.875 * (i % 5), 1.0 + 0.875 * (i / 5)});
    body.shape = hexagon;
    const SinCos half = sin_cos_of_product(0.5, std::fmod(0.7 * i, std::numbers::pi));
    body.orientation = {half.cos, half.sin};
    world.add(body);
  }
  EXPECT_EQ(world.run_until(10.0, RunLimits{.events = 15'000}).outcome, RunOutcome::ReachedTime);
}

// What they get by a hop is what lifts them, 2^-14 of their size, and they have at most 8 times as much of
// it.
TEST(JointHops, GiveNoEnergyButThatOfTheHop) {
  World<2> world = bin_of(20);
  double least = energy_of(world);
  double mass = 0.0;
  for (std::uint32_t i = 0; i < world.size(); ++i) mass += world.body({i}).mass;
  const double hops = 8.0 * 10.0 * mass * kJointHop * 0.25;
  for (double time = 0.03125; time < 4.0; time += 0.03125) {
    ASSERT_EQ(world.run_until(time, RunLimits{.events = 100'000}).outcome, RunOutcome::ReachedTime);
    const double energy = energy_of(world);
    EXPECT_LE(energy, least + hops) << time;
    least = std::min(least, energy);
  }
}

// Two slabs on each other slide over a floor and stop where Coulomb's law tells, v^2 / (2 mu g), as one: the
// floor rubs the lower one by the weight of both. They are wide, so that neither tips.
TEST(JointHops, BrakeAStackByItsWeight) {
  for (const double friction : {0.125, 0.25}) {
    for (const double restitution : {0.0, 0.5}) {
      WorldOptions<2> options;
      options.gravity = {0.0, -10.0};
      options.restitution = restitution;
      options.friction = friction;
      World<2> world(options);
      Body<2> floor;
      floor.shape = HalfSpace<2>{{0.0, 1.0}, 0.0};
      floor.kind = BodyKind::Fixed;
      world.add(floor);
      for (int i = 0; i < 3; ++i) {
        Body<2> slab = crate(1.0, 0.125, {0.0, 0.125 + 0.25 * i + 0x1p-20 * (i + 1)});
        slab.velocity = {1.0, 0.0};
        world.add(slab);
      }
      ASSERT_EQ(world.run_until(10.0, RunLimits{.events = 100'000}).outcome, RunOutcome::ReachedTime);
      const double way = 1.0 / (2.0 * friction * 10.0);
      for (std::uint32_t i = 1; i <= 3; ++i) {
        EXPECT_EQ(world.state({i}).velocity, Vec<2>{}) << i;
        EXPECT_NEAR(world.state({i}).position[0], way, 0.01 * way)
            << friction << " " << restitution << " " << i;
      }
    }
  }
}

/// What falls on a heap is passed on to all of it at once: one by one these impacts were nine in ten of all
/// (361,000 events until then).
TEST(StruckHeaps, PassOnImpactsAtOnce) {
  World<2> world = bin_of(100);
  EXPECT_EQ(world.run_until(4.0, RunLimits{.events = 40'000}).outcome, RunOutcome::ReachedTime);
}

/// Smooth disks are poured on each other on a smooth floor, and drift along it: nothing ever pushes all of
/// them along.
TEST(StruckHeaps, KeepTheMomentumThatNothingTakes) {
  WorldOptions<2> options;
  options.gravity = {0.0, -10.0};
  options.restitution = 0.3;
  World<2> world(options);
  Body<2> floor;
  floor.shape = HalfSpace<2>{{0.0, 1.0}, 0.0};
  floor.kind = BodyKind::Fixed;
  world.add(floor);
  Random random(7);
  double momentum = 0.0;
  double mass = 0.0;
  for (int i = 0; i < 60; ++i) {
    Body<2> disk;
    const double radius = random.uniform(0.2, 0.4);
    disk.shape = Ball{radius};
    disk.position[0] = random.uniform(-2.0, 2.0);
    disk.position[1] = 0.5 + 0.85 * i;
    disk.velocity = {1.0, 0.0};
    const double own = world.body(world.add(disk)).mass;
    momentum += own;
    mass += own;
  }
  ASSERT_EQ(world.run_until(4.0, RunLimits{.events = 200'000}).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t i = 1; i < world.size(); ++i) {
    const BodyId id{i};
    momentum -= world.body(id).mass * world.state(id).velocity[0];
  }
  EXPECT_NEAR(momentum, 0.0, 0x1p-40 * mass);
}

/// What contacts carry is saved, as it tells whom the next impact reaches.
TEST(StruckHeaps, GoOnBitForBitOnceSaved) {
  World<2> world = bin_of(30);
  World<2> cut = bin_of(30);
  for (double time = 0.25; time < 2.0; time += 0.03125) {
    world.run_until(time);
    cut.run_until(time);
    std::stringstream bytes;
    cut.save(bytes);
    cut = World<2>::load(bytes);
  }
  EXPECT_GT(world.collisions(), 1'000U);
  EXPECT_EQ(cut.collisions(), world.collisions());
  EXPECT_EQ(cut.state_hash(), world.state_hash());
}

}  // namespace
}  // namespace firsthit
