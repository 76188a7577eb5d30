#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "world/rest/cone.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <tuple>
#include <vector>

// Bodies that come to rest on bodies: stacks, walls, what they bear, and what becomes of them.

namespace firsthit {
namespace {

constexpr double kGravity = 10.0;
constexpr double kHour = 3600.0;

WorldOptions<2> pulled(double restitution, double friction) {
  WorldOptions<2> options;
  options.gravity = {0.0, -kGravity};
  options.restitution = restitution;
  options.friction = friction;
  return options;
}

Body<2> ground() {
  Body<2> body;
  body.kind = BodyKind::Fixed;
  body.shape = HalfSpace<2>{{0.0, 1.0}, 0.0};
  return body;
}

Body<2> crate(const Vec<2>& position, bool spins, const Vec<2>& half = {0.5, 0.5}) {
  Body<2> body;
  body.shape = Box<2>{half};
  body.position = position;
  body.spins = spins;
  return body;
}

struct Stack {
  World<2> world;
  std::vector<BodyId> crates;
};

/// Crates above each other, so far [L] apart.
Stack stack_of(int count, double restitution, double friction, bool spins, double apart) {
  Stack stack{World<2>(pulled(restitution, friction)), {}};
  stack.world.add(ground());
  for (int i = 0; i < count; ++i)
    stack.crates.push_back(stack.world.add(crate({0.0, 0.5 + apart + i * (1.0 + apart)}, spins)));
  return stack;
}

/// Nothing moves, nothing happens any more, and an hour later not a bit is another.
void expect_asleep(World<2>& world, const std::vector<BodyId>& bodies) {
  for (const BodyId id : bodies) {
    ASSERT_TRUE(is_zero(world.state(id).velocity)) << id.value;
    ASSERT_TRUE(is_zero(world.state(id).acceleration)) << id.value;
  }
  const std::uint64_t hash = world.state_hash();
  const std::uint64_t events = world.events();
  EXPECT_EQ(world.run_until(world.time() + kHour).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.state_hash(), hash);
  EXPECT_EQ(world.events(), events);
}

class Stacks : public testing::TestWithParam<std::tuple<int, double, double, bool>> {};

TEST_P(Stacks, OfCratesThatFellFlatOnEachOtherStandExactly) {
  const auto [count, restitution, friction, spins] = GetParam();
  for (const double apart : {0.0, 0.5}) {
    Stack stack = stack_of(count, restitution, friction, spins, apart);
    EXPECT_EQ(stack.world.run_until(60.0).outcome, RunOutcome::ReachedTime);
    for (int i = 0; i < count; ++i) {
      const Vec<2> place = stack.world.state(stack.crates[static_cast<std::size_t>(i)]).position;
      EXPECT_EQ(place[0], 0.0);
      EXPECT_NEAR(place[1], 0.5 + i, 1e-12 * count);
    }
    expect_asleep(stack.world, stack.crates);
  }
}

INSTANTIATE_TEST_SUITE_P(Piles, Stacks,
                         testing::Combine(testing::Values(2, 3, 10, 100), testing::Values(0.0, 0.3, 0.8),
                                          testing::Values(0.0, 0.5), testing::Bool()));

TEST(Piles, ATowerThatLeansStandsAsLongAsItsWeightGoesThroughEachCrate) {
  // Of four crates, each off by s from the one below, the three upper weigh on the first at (1 + 2 + 3) s /
  // 3, off its middle: they fall from s = 1/4 on.
  for (const double off : {0.05, 0.1}) {
    World<2> world(pulled(0.0, 0.5));
    world.add(ground());
    std::vector<BodyId> crates;
    for (int i = 0; i < 4; ++i) crates.push_back(world.add(crate({off * i, 0.5 + i}, true)));
    EXPECT_EQ(world.run_until(2.0).outcome, RunOutcome::ReachedTime);
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(world.state(crates[static_cast<std::size_t>(i)]).position[0], off * i, 0x1p-16);  // by hops
      EXPECT_NEAR(world.state(crates[static_cast<std::size_t>(i)]).position[1], 0.5 + i, 1e-11);
    }
    expect_asleep(world, crates);
  }
  World<2> world(pulled(0.0, 0.5));
  world.add(ground());
  std::vector<BodyId> crates;
  for (int i = 0; i < 4; ++i) crates.push_back(world.add(crate({0.3 * i, 0.5 + i}, true)));
  EXPECT_EQ(world.run_until(4.0).outcome, RunOutcome::ReachedTime);
  EXPECT_LT(world.state(crates[3]).position[1], 2.5);
}

TEST(Piles, ATallBlockDoesNotStandUnderASlabThatSlidesOnIt) {
  // Friction of 4 g at a height of 2 would tip it over its edge, 0.2 from its middle, for all that its own
  // weight g, and that of the slab, 4 g anywhere on its top, can do: 8 > 0.2 (1 + 2 x 4).
  World<2> world(pulled(0.0, 1.0));
  world.add(ground());
  Body<2> tall = crate({0.0, 1.0}, true, {0.2, 1.0});
  tall.mass = 1.0;
  const BodyId block = world.add(tall);
  world.run_until(1.0);
  Body<2> slab = crate({-0.5, 2.1}, true, {1.0, 0.1});
  slab.mass = 4.0;
  slab.velocity = {3.0, 0.0};
  world.add(slab);
  world.run_until(2.0);
  EXPECT_GT(std::fabs(world.state(block).orientation.z), 1e-3);
}

TEST(Piles, WhatLiesOnACrateThatGoesFalls) {
  for (const bool spins : {false, true}) {
    Stack stack = stack_of(3, 0.0, 0.5, spins, 0.0);
    stack.world.run_until(1.0);
    stack.world.remove(stack.crates[0]);
    stack.world.run_until(3.0);
    EXPECT_NEAR(stack.world.state(stack.crates[1]).position[1], 0.5, 1e-12);
    EXPECT_NEAR(stack.world.state(stack.crates[2]).position[1], 1.5, 1e-12);
    expect_asleep(stack.world, {stack.crates[1], stack.crates[2]});
  }
}

TEST(Piles, ACrateShotFromUnderAnotherLetsItFall) {
  Stack stack = stack_of(2, 0.0, 0.0, false, 0.0);
  stack.world.run_until(1.0);
  stack.world.set_velocity(stack.crates[0], {1e6, 0.0});
  stack.world.run_until(3.0);
  EXPECT_NEAR(stack.world.state(stack.crates[1]).position[1], 0.5, 1e-12);
  EXPECT_TRUE(is_zero(stack.world.state(stack.crates[1]).velocity));
}

TEST(Piles, ABallThatDropsOnAStackBouncesOffAsFromTheGround) {
  Stack stack = stack_of(5, 0.5, 0.0, false, 0.0);
  stack.world.run_until(1.0);
  Body<2> ball;
  ball.shape = Ball{0.25};
  ball.position = {0.0, 5.25 + 1.25};
  const BodyId dropped = stack.world.add(ball);
  stack.world.run_until(1.0 + std::sqrt(2.0 * 1.25 / kGravity) + 1e-6);
  EXPECT_NEAR(stack.world.state(dropped).velocity[1], 0.5 * std::sqrt(2.0 * kGravity * 1.25), 1e-4);
  for (const BodyId id : stack.crates) EXPECT_TRUE(is_zero(stack.world.state(id).velocity));
  stack.world.run_until(20.0);
  EXPECT_NEAR(stack.world.state(dropped).position[1], 5.25, 1e-11);
  stack.crates.push_back(dropped);
  expect_asleep(stack.world, stack.crates);
}

TEST(Piles, APyramidStandsAndAWallLosesOneBrickOnly) {
  World<2> world(pulled(0.3, 0.5));
  world.add(ground());
  std::vector<BodyId> bricks;
  for (int row = 0; row < 10; ++row)
    for (int i = 0; i < 10 - row; ++i)
      bricks.push_back(world.add(crate({1.05 * (i + 0.5 * row), 0.5 + 1.1 * row}, false)));
  EXPECT_EQ(world.run_until(30.0).outcome, RunOutcome::ReachedTime);
  std::size_t next = 0;
  for (int row = 0; row < 10; ++row)
    for (int i = 0; i < 10 - row; ++i) EXPECT_NEAR(world.state(bricks[next++]).position[1], 0.5 + row, 1e-11);
  expect_asleep(world, bricks);
  // The topmost goes to the side, and nobody else notices.
  const BodyId top = bricks.back();
  const std::uint64_t before = world.collisions();
  world.set_velocity(top, {3.0, 30.0});
  bricks.pop_back();
  world.run_until(world.time() + 0.1);
  for (const BodyId id : bricks) EXPECT_TRUE(is_zero(world.state(id).velocity));
  EXPECT_EQ(world.collisions(), before);
}

TEST(Piles, GoOnFromASavedWorldAsFromTheirOwn) {
  Stack stack = stack_of(10, 0.3, 0.5, true, 0.25);
  stack.world.run_until(0.9);
  std::stringstream saved;
  stack.world.save(saved);
  World<2> other = World<2>::load(saved);
  stack.world.run_until(20.0);
  other.run_until(20.0);
  EXPECT_EQ(other.state_hash(), stack.world.state_hash());
  stack.world.remove(stack.crates[4]);
  other.remove(stack.crates[4]);
  stack.world.run_until(25.0);
  other.run_until(25.0);
  EXPECT_EQ(other.state_hash(), stack.world.state_hash());
  EXPECT_NEAR(other.state(stack.crates[9]).position[1], 8.5, 1e-9);
}

TEST(Piles, ScaleWithLengthsAndTimesBitForBit) {
  const auto run = [](double length, double time) {
    WorldOptions<2> options = pulled(0.3, 0.5);
    options.gravity = {0.0, -kGravity * length / (time * time)};
    World<2> world(options);
    world.add(ground());
    std::vector<BodyId> crates;
    for (int i = 0; i < 6; ++i)
      crates.push_back(world.add(
          crate({0.01 * length * i, length * (0.75 + 1.25 * i)}, false, {0.5 * length, 0.5 * length})));
    world.run_until(8.0 * time);
    std::vector<double> places;
    for (const BodyId id : crates)
      for (std::size_t axis = 0; axis < 2; ++axis) places.push_back(world.state(id).position[axis] / length);
    return places;
  };
  const std::vector<double> usual = run(1.0, 1.0);
  EXPECT_EQ(run(0x1p20, 1.0), usual);
  EXPECT_EQ(run(0x1p-7, 0x1p4), usual);
}

TEST(Piles, OfRandomBoxesComeToRestAndNobodyIsInAnother) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto draw = [&random](double low, double high) { return low + (high - low) * random.uniform(); };
    World<2> world(pulled(draw(0.0, 0.8), seed % 2 == 0 ? 0.0 : draw(0.0, 1.0)));
    world.add(ground());
    std::vector<BodyId> boxes;
    std::vector<Vec<2>> halves;
    for (int i = 0; i < 15; ++i) {
      halves.push_back({draw(0.3, 0.6), draw(0.3, 0.6)});
      boxes.push_back(
          world.add(crate({(i % 3) * 1.0 + draw(-0.2, 0.2), 1.0 + 1.3 * i}, false, halves.back())));
    }
    RunLimits limits;
    limits.events = 2'000'000;
    EXPECT_EQ(world.run_until(200.0, limits).outcome, RunOutcome::ReachedTime);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Vec<2> a = world.state(boxes[i]).position;
      EXPECT_GE(a[1] - halves[i][1], -1e-11);
      for (std::size_t k = i + 1; k < boxes.size(); ++k) {
        const Vec<2> d = world.state(boxes[k]).position - a;
        const Vec<2> reach = halves[i] + halves[k];
        EXPECT_GE(std::max(std::fabs(d[0]) - reach[0], std::fabs(d[1]) - reach[1]), -1e-11);
      }
    }
  }
}

TEST(PilesInSpace, OfBoxesStand) {
  for (const double friction : {0.0, 0.4}) {
    WorldOptions<3> options;
    options.gravity = {0.0, 0.0, -kGravity};
    options.restitution = 0.3;
    options.friction = friction;
    World<3> world(options);
    Body<3> body;
    body.kind = BodyKind::Fixed;
    body.shape = HalfSpace<3>{{0.0, 0.0, 1.0}, 0.0};
    world.add(body);
    body.kind = BodyKind::Dynamic;
    body.shape = Box<3>{{0.5, 0.5, 0.5}};
    std::vector<BodyId> boxes;
    for (int i = 0; i < 20; ++i) {
      body.position = {0.05 * (i % 3), 0.04 * (i % 4), 0.6 + 1.2 * i};
      boxes.push_back(world.add(body));
    }
    EXPECT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
    for (int i = 0; i < 20; ++i) {
      const BodyState<3> now = world.state(boxes[static_cast<std::size_t>(i)]);
      EXPECT_NEAR(now.position[2], 0.5 + i, 1e-10);
      EXPECT_TRUE(is_zero(now.velocity));
    }
    const std::uint64_t events = world.events();
    world.run_until(60.0 + kHour);
    EXPECT_EQ(world.events(), events);
  }
}

TEST(Cone, AddsUpWhatLiesWithinAndNothingElse) {
  Random random(5);
  const auto draw = [&random] { return 2.0 * random.uniform() - 1.0; };
  for (int round = 0; round < 2000; ++round) {
    std::vector<Vec<3>> rays;
    for (int i = 0; i < 5; ++i) rays.push_back({draw(), draw(), 0.2 + random.uniform()});
    Vec<3> within;
    for (const Vec<3>& ray : rays) within = within + random.uniform() * ray;
    const auto found = combined(rays, within);
    ASSERT_TRUE(found);
    Vec<3> sum;
    for (const Multiple& part : *found) {
      EXPECT_GE(part.share, 0.0);
      sum = sum + part.share * rays[part.index];
    }
    EXPECT_LT(length(sum - within), 1e-10 * length(within));
    EXPECT_FALSE(combined(rays, {draw(), draw(), -random.uniform()}));  // all rays lead upwards
  }
}

}  // namespace
}  // namespace firsthit
