#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

// Whoever is no ball is put apart from what he meets, by what he overlaps: of him and a ball the ball goes a
// part of that, and into what lies behind it. That must not add up, however often he comes.

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 5;
constexpr std::uint32_t kSoft = 1;  // the sides' and the ball's: they take from each other all that closes
constexpr double kSide = 4.0;       // [L] of the box
constexpr double kRadius = 0.5;     // [L] of balls
constexpr double kDeep = 0x1p-20;   // [L]
constexpr double kRounding = 24.0 * 0x1p-52 * kSide;  // [L] 16 ulps are left as they are

/// Nothing falls, nothing rubs, and whoever is not soft bounces off without loss.
World<2> with_soft_sides() {
  WorldOptions<2> options = box<2>(Side::Wall, kSide);
  options.side_material = {kSoft};
  World<2> world(options);
  world.set_restitution({kSoft}, {kSoft}, 0.0);
  return world;
}

/// In the corner of two sides.
void add_soft_ball(World<2>& world) {
  Body<2> body = ball<2>({kRadius, kRadius}, {}, kRadius, 4.0);
  body.material = {kSoft};
  world.add(body);
}

/// [L] How deep the first body, a ball, comes into the sides, at most, while the other one strikes it so
/// often, from where chance has it; after each time it stops.
double deepest_while_struck(World<2>& world, int times) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  const BodyId struck{0}, striker{1};
  double deepest = 0.0;
  for (int i = 0; i < times; ++i) {
    const double x = random.uniform(2.5, 3.2), y = random.uniform(2.0, 2.3);
    world.set_position(striker, {x, y});
    const Vec<2> way = world.state(struck).position - Vec<2>{x, y};
    world.set_velocity(striker, random.uniform(0.5, 1.0) * way);
    if (world.body(striker).spins) {
      world.set_orientation(striker, turned_by(random.uniform(0.0, 360.0)));
      world.set_angular_velocity(striker, random.uniform(-1.0, 1.0));
    }
    const std::uint64_t before = world.collisions();
    EXPECT_EQ(world.run_until(world.time() + 2.0).outcome, RunOutcome::ReachedTime);
    EXPECT_GE(world.collisions(), before + 2) << "it strikes the ball, and that a side";
    const Vec<2> place = world.state(struck).position;
    deepest = std::max({deepest, kRadius - place[0], kRadius - place[1]});
    world.set_velocity(struck, {});
  }
  return deepest;
}

// An impact of who turns is told to 2^-44 of all lengths that take part, and pushes by as much: in a pile of
// balls and capsules a ball came 7e-11 deep into a side, in 2246 pushes.
TEST(PushedBalls, AreNotLedIntoASideByWhoTurns) {
  World<2> world = with_soft_sides();
  add_soft_ball(world);
  world.add({.shape = Capsule<2>{{-0.5, 0.0}, {0.5, 0.0}, 0.25}, .position = {3.0, 2.0}, .spins = true});
  EXPECT_LT(deepest_while_struck(world, 500), kRounding);
}

// Solids that do not turn push by an ulp or so.
TEST(PushedBalls, AreNotLedIntoASideByABox) {
  World<2> world = with_soft_sides();
  add_soft_ball(world);
  world.add({.shape = Box<2>{{0.3, 0.4}}, .position = {3.0, 2.0}, .mass = 2.0});
  EXPECT_LT(deepest_while_struck(world, 4000), kRounding);
}

// Pressed against the sides by a box that slides along it, a ball on a floor is stopped in the end: from then
// on it meets one of the two sides no more, but is pushed on.
TEST(PushedBalls, AreNotLedIntoASideWhereTheyAreStopped) {
  Random random(kSeed);
  double deepest = 0.0;
  for (int i = 0; i < 200; ++i) {
    WorldOptions<3> options = box<3>(Side::Wall, kSide);
    options.gravity = {0.0, 0.0, -10.0};
    options.restitution = 0.4;
    options.side_material = {kSoft};
    World<3> world(options);
    world.set_restitution({kSoft}, {kSoft}, 0.0);
    Body<3> soft = ball<3>({kRadius, kRadius, kRadius}, {}, kRadius, random.uniform(0.5, 1.0));
    soft.material = {kSoft};
    const BodyId id = world.add(soft);
    const double x = random.uniform(1.25, 1.35);
    const double y = random.uniform(1.42, 1.49);
    const double speed = random.uniform(0.01, 0.1);
    world.add({.shape = Box<3>{{0.5, 0.5, 0.5}},
               .position = {x, y, 0.5},
               .velocity = {-speed, 0.0, 0.0},
               .mass = 1.5});
    ASSERT_EQ(world.run_until(1.0 / speed).outcome, RunOutcome::ReachedTime);
    const Vec<3> place = world.state(id).position;
    deepest = std::max({deepest, kRadius - place[0], kRadius - place[1]});
  }
  EXPECT_LT(deepest, kRounding);
}

/// Two balls of masses 1 and 3 that are 2^-20 deep in each other, and close.
World<2> with_two_deep() {
  World<2> world(open_space<2>());
  world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}, kRadius, 1.0));
  world.add(ball<2>({2.0 * kRadius - kDeep, 0.0}, {-1.0, 0.0}, kRadius, 3.0));
  return world;
}

// Whoever else there may be, and by whichever way their impact goes: rules have a way of their own, even if
// they are of nobody there.
TEST(PushedBalls, ArePutApartByTheirMasses) {
  for (const bool has_rules : {false, true}) {
    World<2> world = with_two_deep();
    world.add({.shape = Box<2>{{1.0, 1.0}}, .position = {10.0, 0.0}});
    if (has_rules) world.set_response(Material{7}, Material{7}, Response::Stop);
    world.run_until(0.0);
    ASSERT_EQ(world.collisions(), 1U);
    EXPECT_EQ(world.state({0}).position, (Vec2{-0.75 * kDeep, 0.0})) << has_rules;
    EXPECT_EQ(world.state({1}).position, (Vec2{2.0 * kRadius - 0.75 * kDeep, 0.0})) << has_rules;
  }
}

TEST(PushedBalls, AmongBallsOnlyPartAsTheyCan) {
  World<2> world = with_two_deep();
  world.run_until(0.0);
  ASSERT_EQ(world.collisions(), 1U);
  EXPECT_EQ(world.state({0}).position, Vec2{});
}

}  // namespace
}  // namespace firsthit
