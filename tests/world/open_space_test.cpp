#include "world/worlds.hpp"

#include <firsthit/firsthit.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace firsthit {
namespace {

/// Balls on a spiral that fly inwards, meet, and fly apart for ever.
template <int D>
void add_crowd(World<D>& world) {
  for (int i = 0; i < 40; ++i) {
    Body<D> body{.shape = Ball{0.25}};
    const double angle = 2.399963 * i;
    body.position = {4.0 * std::cos(angle) * (1.0 + 0.125 * i), 4.0 * std::sin(angle) * (1.0 + 0.125 * i)};
    for (std::size_t axis = 0; axis < 2; ++axis) body.velocity[axis] = -0.5 * body.position[axis];
    world.add(body);
  }
  world.add({.shape = Ball{1.5}, .kind = BodyKind::Fixed});
}

TEST(OpenSpace, IsWhatAWorldWithoutOptionsHas) {
  World<2> by_default;
  World<2> by_braces({});
  World<2> by_options(WorldOptions<2>{});
  World<3> in_space;
  for (World<2>* world : {&by_default, &by_braces, &by_options}) {
    // 10^6 lengths away, past where any box of a unit, or at the origin, would have ended.
    const BodyId ball = world->add({.shape = Ball{1.0}, .velocity = {3.0, -4.0}});
    world->run_until(1e6);
    EXPECT_EQ(world->state(ball).position, (Vec2{3e6, -4e6}));
    EXPECT_EQ(world->collisions(), 0U);
    for (const Side side : world->options().space.sides) EXPECT_EQ(side, Side::Open);
  }
  const BodyId ball = in_space.add({.shape = Ball{1.0}, .velocity = {0.0, 0.0, -2.0}});
  in_space.run_until(1e6);
  EXPECT_EQ(in_space.state(ball).position, (Vec3{0.0, 0.0, -2e6}));
}

TEST(OpenSpace, HasGravityAndGroundIfTheyAreGiven) {
  World<2> world({.gravity = {0.0, -8.0}});
  world.add({.shape = HalfSpace<2>{{0.0, 1.0}, 0.0}, .kind = BodyKind::Fixed});
  const BodyId ball = world.add({.shape = Ball{1.0}, .position = {0.0, 5.0}, .velocity = {1.0, 0.0}});
  const BodyId free =
      world.add({.shape = Ball{1.0}, .position = {-9.0, 5.0}, .filter = {.category = 1, .mask = 0}});
  world.run_until(1.0);  // 4 to fall: that takes 1
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_EQ(world.state(ball).position, (Vec2{1.0, 1.0}));
  EXPECT_EQ(world.state(ball).velocity, (Vec2{1.0, 8.0}));
  world.run_until(1000.0);
  EXPECT_EQ(world.state(free).position[1], 5.0 - 4.0 * 1e6);  // it meets nobody, and falls for ever
}

TEST(OpenSpace, HasNoSidesAmongTheNeighbours) {
  World<2> world;
  const BodyId a = world.add({.shape = Ball{0.5}});
  const BodyId b = world.add({.shape = Ball{0.5}, .position = {3.0, 0.0}});
  world.run_until(0.0);
  const std::vector<Neighbour<2>> near = world.neighbours_within(a, 100.0);
  ASSERT_EQ(near.size(), 1U);
  EXPECT_EQ(near[0].id, b);
  EXPECT_EQ(near[0].gap, 2.0);
  EXPECT_FALSE(world.cast(Ball{0.5}, {}, {0.0, 100.0}));
}

template <int D>
void gives_the_same_bits(const Vec<D>& gravity) {
  WorldOptions<D> told{.gravity = gravity};
  told.space.sides.fill(Side::Open);
  World<D> expected(told);
  add_crowd(expected);
  expected.run_until(1000.0);
  ASSERT_GT(expected.collisions(), 10U);
  double farthest = 0.0;
  for (std::uint32_t id = 0; id < expected.size(); ++id)
    farthest = std::fmax(farthest, std::fabs(expected.state({id}).position[0]));
  ASSERT_GT(farthest, 500.0);
  for (const NeighbourSearch search :
       {NeighbourSearch::Automatic, NeighbourSearch::Lists, NeighbourSearch::AllPairs}) {
    World<D> world({.gravity = gravity, .neighbours = search});
    add_crowd(world);
    world.run_until(1000.0);
    EXPECT_EQ(world.state_hash(), expected.state_hash());
  }
}

TEST(OpenSpace, GivesTheBitsOfOpenSidesHoweverNeighboursAreFound) {
  gives_the_same_bits<2>({});
  gives_the_same_bits<3>({});
  gives_the_same_bits<2>({0.0, -0.5});
  gives_the_same_bits<3>({0.0, 0.25, -0.5});
}

TEST(OpenSpace, IsLeftByWhatMovesAsItIsToldUntilNothingIsLeftToHappen) {
  World<2> world;
  world.add({.shape = Ball{0.5}, .velocity = {1.0, 0.0}, .kind = BodyKind::Kinematic});
  world.add({.shape = Ball{0.5}, .position = {4.0, 0.0}});
  world.add({.shape = Ball{0.5}, .position = {5.0, 9.0}});
  world.add(
      {.shape = Ball{0.5}, .position = {5.0, 19.0}, .velocity = {0.0, 0.5}, .kind = BodyKind::Kinematic});
  RunLimits limits;
  limits.events = 100000;
  EXPECT_EQ(world.run_until(HUGE_VAL, limits).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.time(), 3.0);  // when 3 [L] of emptiness had been crossed
  EXPECT_EQ(world.collisions(), 1U);
}

TEST(OpenSpace, IsNotWhatABoxThatWasGivenBecomes) {
  // One corner at the origin, or both at one place: that is a box, or a mistake.
  World<2> world({.space = {.max = {10.0, 10.0}}});
  const BodyId ball = world.add({.shape = Ball{1.0}, .position = {5.0, 5.0}, .velocity = {1.0, 0.0}});
  world.run_until(5.0);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_EQ(world.state(ball).position, (Vec2{8.0, 5.0}));
  EXPECT_THROW(World<2>({.space = {.min = {1.0, 1.0}, .max = {1.0, 1.0}}}), InputError);
  EXPECT_THROW(World<2>({.space = {.max = {10.0, 0.0}}}), InputError);
  EXPECT_THROW(World<2>({.space = {.sides = {Side::Periodic, Side::Periodic}}}), InputError);
  EXPECT_THROW(World<2>({.space = {.sides = {Side::Wall, Side::Open}}}), InputError);
}

}  // namespace
}  // namespace firsthit
