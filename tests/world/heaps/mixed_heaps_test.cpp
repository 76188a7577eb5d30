#include "core/vec_math.hpp"
#include "support/long_form.hpp"
#include "world/heaps/bins.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <sstream>

// Balls, crates and wedges that do not turn, without friction, in one heap.

namespace firsthit {
namespace {

// A disk of radius 3/4 comes down on the inner edges of two crates of side 1, which stand at walls 3 apart:
// 1/2 from either edge, so sqrt(5)/4 above them. Each edge bears half of its weight W, and pushes its crate
// to the wall with W / 2 over the slope: (W / 2) (1/2) / (sqrt(5)/4) = W / sqrt(5).
TEST(MixedHeaps, OfADiskBetweenTwoCratesHaveTheirClosedForm) {
  for (const double restitution : {0.0, 0.5, 0.8}) {
    World<2> world(bin(3.0, restitution));
    world.add(body_of(Box<2>{{0.5, 0.5}}, {0.51, 0.6}, 1.0));
    world.add(body_of(Box<2>{{0.5, 0.5}}, {2.48, 0.55}, 3.0));
    world.add(body_of(Ball{0.75}, {1.52, 2.5}, 2.0));
    ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime) << restitution;
    for (std::uint32_t i = 0; i < 3; ++i) ASSERT_TRUE(is_at_rest(world, i)) << i << " " << restitution;
    EXPECT_NEAR(world.state({0}).position[0], 0.5, 1e-12);
    EXPECT_NEAR(world.state({1}).position[0], 2.5, 1e-12);
    EXPECT_NEAR(world.state({2}).position[0], 1.5, 1e-12);
    EXPECT_NEAR(world.state({2}).position[1], 1.0 + 0.25 * std::sqrt(5.0), 1e-12);
    expect_balance(world);
    int seen = 0;
    for (const RestingContact<2>& contact : world.contacts()) {
      const double press = length(contact.force);
      if (contact.b == world.side(0, false) || contact.b == world.side(0, true)) {
        EXPECT_NEAR(press, 2.0 / std::sqrt(5.0), 1e-12);
        ++seen;
      } else if (contact.b == world.side(1, false)) {
        EXPECT_NEAR(press, (contact.a.value == 0 ? 1.0 : 3.0) + 1.0, 1e-12);
        ++seen;
      } else {
        EXPECT_NEAR(contact.point[1], 1.0, 1e-12);  // an edge
        EXPECT_NEAR(std::fabs(contact.point[0] - 1.5), 0.5, 1e-12);
        ++seen;
      }
    }
    EXPECT_EQ(seen, 6);
    expect_nothing_happens(world, 3600.0);
  }
}

// Two wedges at walls 3 apart, whose slopes of 45 degrees go down to 3/4 above the floor, where they are 1
// apart; a square of weight W stands on its tip between them, 1/4 above the floor. Each slope bears it with
// W / sqrt(2), half of that sideways.
TEST(MixedHeaps, OfWedgesAndASquareOnItsTipHaveTheirClosedForm) {
  World<2> world(bin(3.0, 0.3));
  const Hull<2> left{{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.25}, {-0.5, 1.25}}};
  const Hull<2> right{{{0.5, -0.5}, {-0.5, -0.5}, {-0.5, 0.25}, {0.5, 1.25}}};
  world.add(body_of(left, {0.52, 0.6}, 1.0));
  world.add(body_of(right, {2.49, 0.55}, 1.0));
  world.add(body_of(Hull<2>{{{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}}}, {1.51, 3.0}, 3.0));
  ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t i = 0; i < 3; ++i) ASSERT_TRUE(is_at_rest(world, i)) << i;
  EXPECT_NEAR(world.state({0}).position[0], 0.5, 1e-12);
  EXPECT_NEAR(world.state({1}).position[0], 2.5, 1e-12);
  EXPECT_NEAR(world.state({2}).position[0], 1.5, 1e-12);
  EXPECT_NEAR(world.state({2}).position[1], 1.25, 1e-12);
  int seen = 0;
  for (const RestingContact<2>& contact : world.contacts()) {
    if (contact.b == world.side(1, false)) continue;
    const bool wall = contact.b == world.side(0, false) || contact.b == world.side(0, true);
    EXPECT_NEAR(length(contact.force), wall ? 1.5 : 3.0 / std::sqrt(2.0), 1e-12);
    ++seen;
  }
  EXPECT_EQ(seen, 4);
  expect_nothing_happens(world, 3600.0);
}

// The disk and the crates in space: a ball in the notch between two long ones, along which it is free.
TEST(MixedHeaps, InSpaceHaveTheClosedFormToo) {
  WorldOptions<3> options;
  options.space.max = {3.0, 2.0, kHigh};
  for (auto& side : options.space.sides) side = Side::Wall;
  options.gravity = {0.0, 0.0, -1.0};
  options.restitution = 0.4;
  World<3> world(options);
  Body<3> body;
  body.shape = Box<3>{{0.5, 0.875, 0.5}};
  body.position = {0.51, 1.0, 0.6};
  world.add(body);
  body.position = {2.48, 1.0625, 0.55};
  world.add(body);
  body.shape = Ball{0.75};
  body.position = {1.52, 1.0, 2.5};
  body.mass = 2.0;
  world.add(body);
  ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(is_zero(world.state({i}).acceleration)) << i;
    ASSERT_TRUE(is_zero(world.state({i}).velocity)) << i;
  }
  EXPECT_NEAR(world.state({0}).position[0], 0.5, 1e-12);
  EXPECT_NEAR(world.state({1}).position[0], 2.5, 1e-12);
  EXPECT_NEAR(world.state({2}).position[2], 1.0 + 0.25 * std::sqrt(5.0), 1e-12);
  int walls = 0;
  for (const RestingContact<3>& contact : world.contacts()) {
    if (contact.b != world.side(0, false) && contact.b != world.side(0, true)) continue;
    EXPECT_NEAR(length(contact.force), 2.0 / std::sqrt(5.0), 1e-12);
    ++walls;
  }
  EXPECT_EQ(walls, 2);
}

// A slab lies on a disk, which goes from under it: nothing happens until it comes to the edge.
TEST(MixedHeaps, GlideUntilAnEdgeComes) {
  World<2> world(bin(20.0, 0.3));
  world.add(body_of(Ball{0.5}, {8.0, 0.51}, 1.0));
  world.add(body_of(Box<2>{{3.0, 0.25}}, {8.0, 1.3}, 2.0));
  ASSERT_EQ(world.run_until(50.0).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t i = 0; i < 2; ++i) ASSERT_TRUE(is_at_rest(world, i)) << i;
  const double speed = 0x1p-7;
  world.set_velocity({0}, {speed, 0.0});
  ASSERT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t i = 0; i < 2; ++i) ASSERT_TRUE(is_held(world, i)) << i;
  EXPECT_NEAR(world.state({0}).velocity[0], speed, 1e-12);
  EXPECT_EQ(world.state({0}).velocity[1], 0.0);
  EXPECT_NEAR(world.state({0}).position[0], 8.0 + 10.0 * speed, 1e-9);
  expect_balance(world);
  std::stringstream file;
  world.save(file);
  World<2> other = World<2>::load(file);
  const std::uint64_t events = world.events();
  const double edge = 50.0 + 3.0 / speed;
  ASSERT_EQ(world.run_until(edge - 0.125).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.events(), events);
  EXPECT_NEAR(world.state({1}).position[1], 1.25, 1e-12);
  ASSERT_EQ(world.run_until(edge + 100.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({1}).position[1], 0.25, 1e-12);
  EXPECT_GT(std::fabs(world.state({0}).velocity[0]), 2.0 * speed);  // the edge has slid down its side
  ASSERT_EQ(other.run_until(edge + 100.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(other.state_hash(), world.state_hash());
}

// Two rods of radius 1/2 lie along r on the floor, each at a wall, their axes 3/2 apart; a third one lies on
// both, sqrt(1 - (3/4)^2) above them. Along r nothing hinders it, and nothing changes while it goes, until
// its axis, 1/2 long, has left theirs, which are 4 long: 9/4 from the middle.
TEST(MixedHeaps, GlideAlongARoundBackUntilItEnds) {
  for (const Vec<3>& along : {Vec<3>{1.0, 0.0, 0.0}, Vec<3>{0.6, 0.0, 0.8}}) {
    const Vec<3> across{-along[2], 0.0, along[0]};
    WorldOptions<3> options;
    options.gravity = {0.0, -1.0, 0.0};
    options.restitution = 0.3;
    World<3> world(options);
    const auto add = [&](const Shape<3>& shape, const Vec<3>& place, BodyKind kind) {
      Body<3> body;
      body.shape = shape;
      body.position = place;
      body.kind = kind;
      return world.add(body);
    };
    add(HalfSpace<3>{{0.0, 1.0, 0.0}, 0.0}, {}, BodyKind::Fixed);
    for (const double side : {1.0, -1.0}) add(HalfSpace<3>{-side * across, -1.25}, {}, BodyKind::Fixed);
    for (const double side : {1.0, -1.0})
      add(Capsule<3>{-2.0 * along, 2.0 * along, 0.5}, Vec<3>{0.0, 0.51, 0.0} + 0.74 * side * across,
          BodyKind::Dynamic);
    const BodyId rod = add(Capsule<3>{-0.25 * along, 0.25 * along, 0.5}, {0.0, 1.5, 0.0}, BodyKind::Dynamic);
    ASSERT_EQ(world.run_until(50.0).outcome, RunOutcome::ReachedTime);
    const auto is_held = [&] { return is_zero(world.state(rod).acceleration); };
    ASSERT_TRUE(is_held() && is_zero(world.state(rod).velocity));
    const Vec<3> before = world.state(rod).position;
    const double height = 0.5 + std::sqrt(1.0 - 0.75 * 0.75);
    EXPECT_NEAR(before[1], height, 1e-12);
    const double speed = 0x1p-7;
    world.set_velocity(rod, speed * along);
    ASSERT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
    ASSERT_TRUE(is_held());
    const std::uint64_t impacts = world.collisions();
    const double edge = 50.0 + (2.25 - dot(before, along)) / speed;
    ASSERT_EQ(world.run_until(edge - 0.125).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(world.collisions(), impacts);
    EXPECT_LE(length(world.state(rod).velocity - speed * along), 1e-12);
    EXPECT_LE(length(world.state(rod).position - before - (edge - 50.125) * speed * along), 1e-9);
    EXPECT_NEAR(world.state(rod).position[1], height, 1e-12);
    int seen = 0;
    for (const RestingContact<3>& contact : world.contacts()) {
      if (contact.a != rod && contact.b != rod) continue;
      EXPECT_NEAR(length(contact.force), 0.5 / std::sqrt(1.0 - 0.75 * 0.75), 1e-12);
      ++seen;
    }
    EXPECT_EQ(seen, 2);
    ASSERT_EQ(world.run_until(edge + 0.125).outcome, RunOutcome::ReachedTime);
    EXPECT_GT(world.collisions(), impacts);
    ASSERT_EQ(world.run_until(edge + 50.0).outcome, RunOutcome::ReachedTime);
    EXPECT_LT(world.state(rod).position[1], height - 0.01);  // it has gone down over the ends
  }
}

/// The disk under the slab catches up with another, more slowly than hops are: one gets what the other loses.
TEST(MixedHeaps, ThatGlideGiveWayToWhatIsAsSlowAsAHop) {
  World<2> world(bin(20.0, 0.0));
  world.add(body_of(Ball{0.5}, {8.0, 0.51}, 1.0));
  world.add(body_of(Box<2>{{3.0, 0.25}}, {8.0, 1.3}, 2.0));
  world.add(body_of(Ball{0.5}, {9.0625, 0.5}, 1.0));
  ASSERT_EQ(world.run_until(50.0).outcome, RunOutcome::ReachedTime);
  const double speed = 0x1p-7;
  const double slower = speed - 0x1p-11;  // a hop is 2^-9 fast
  world.set_velocity({0}, {speed, 0.0});
  world.set_velocity({2}, {slower, 0.0});
  ASSERT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
  ASSERT_TRUE(is_held(world, 1));  // they glide
  EXPECT_EQ(world.state({2}).velocity[0], slower);
  ASSERT_EQ(world.run_until(55.0 + 0.0625 / 0x1p-11).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({0}).velocity[0] + world.state({2}).velocity[0], speed + slower, 1e-12);
  EXPECT_LE(world.state({0}).velocity[0], 0.5 * (speed + slower));
}

/// A slow disk in a heap is no wall that moves: what it pushes along pushes back.
TEST(MixedHeaps, ThatGlideGiveWayToWhatTheyMeet) {
  World<2> world(bin(20.0, 0.0));
  for (const double x : {6.0, 8.0}) world.add(body_of(Ball{0.5}, {x, 0.5}, 1.0));
  world.add(body_of(Box<2>{{3.0, 0.25}}, {7.0, 1.3}, 1.0));
  world.add(body_of(Ball{0.5}, {12.0, 0.5}, 1.0));
  ASSERT_EQ(world.run_until(50.0).outcome, RunOutcome::ReachedTime);
  world.set_velocity({1}, {0x1p-7, 0.0});
  ASSERT_EQ(world.run_until(1000.0).outcome, RunOutcome::ReachedTime);
  // e = 0: the two that met share the momentum.
  EXPECT_NEAR(world.state({1}).velocity[0], 0x1p-8, 0x1p-16);
  EXPECT_NEAR(world.state({3}).velocity[0], 0x1p-8, 0x1p-16);
}

TEST(MixedHeaps, ThatWerePouredRestOrGlide) {
  const std::uint64_t scenes = long_form() ? 600 : 5;
  std::uint64_t spent = 0;
  std::uint64_t falling = 0;
  for (std::uint64_t seed = 0; seed < scenes; ++seed) {
    World<2> world = poured(seed, Surface::Smooth);
    const double height = world.state({static_cast<std::uint32_t>(world.size() - 1)}).position[1];
    const double before = energy_of(world);
    // 30 times the longest fall.
    const RunResult result = world.run_until(30.0 * std::sqrt(2.0 * height), RunLimits{.events = 3'000'000});
    ASSERT_TRUE(result.outcome == RunOutcome::ReachedTime || result.outcome == RunOutcome::Paused)
        << "seed " << seed << " at " << world.time();
    EXPECT_GE(least_gap(world), -kDeepest) << "seed " << seed;
    EXPECT_LE(energy_of(world), before) << "seed " << seed;
    expect_balance(world);
    if (result.outcome == RunOutcome::Paused) {
      ++spent;
      continue;
    }
    for (std::uint32_t i = 0; i < world.size(); ++i)
      if (!is_held(world, i)) {
        ++falling;
        break;
      }
    if (HasFailure()) FAIL() << "seed " << seed;
  }
  RecordProperty("spent", static_cast<int>(spent));
  RecordProperty("falling", static_cast<int>(falling));
  EXPECT_LE(spent + falling, 1 + scenes / 20);
}

TEST(MixedHeaps, AreSavedAndGoOnBitForBit) {
  World<2> world = poured(3, Surface::Smooth);
  ASSERT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
  std::stringstream file;
  world.save(file);
  World<2> other = World<2>::load(file);
  for (World<2>* each : {&world, &other}) {
    each->add(body_of(Ball{0.3}, {1.0, 12.0}, 1.0));
    ASSERT_EQ(each->run_until(90.0).outcome, RunOutcome::ReachedTime);
  }
  EXPECT_EQ(world.state_hash(), other.state_hash());
  EXPECT_EQ(world.collisions(), other.collisions());
}

}  // namespace
}  // namespace firsthit
