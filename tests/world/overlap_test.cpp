#include "core/vec_math.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace firsthit {
namespace {

double distance(const World<2>& world, BodyId a, BodyId b) {
  return length(world.state(b).position - world.state(a).position);
}

TEST(Overlap, APairThatPartsIsLeftAlone) {
  World<2> world(open_space<2>());
  const BodyId a = world.add(ball<2>({0.0, 0.0}, {-1.0, 0.0}));
  const BodyId b = world.add(ball<2>({0.5, 0.0}, {1.0, 0.25}));
  EXPECT_EQ(world.run_until(10.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.collisions(), 0U);
  EXPECT_EQ(world.state(a).velocity, (Vec2{-1.0, 0.0}));
  EXPECT_EQ(world.state(b).velocity, (Vec2{1.0, 0.25}));
}

TEST(Overlap, APairAtRestIsLeftAlone) {
  World<2> world(open_space<2>());
  world.add(ball<2>({0.0, 0.0}, {}));
  world.add(ball<2>({0.5, 0.0}, {}));
  EXPECT_EQ(world.run_until(10.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.collisions(), 0U);
}

TEST(Overlap, APairThatClosesBouncesOnceAtOnceAndParts) {
  World<2> world(open_space<2>());
  Watcher<2> watcher;
  world.observe(watcher);
  const BodyId a = world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  const BodyId b = world.add(ball<2>({0.5, 0.0}, {-1.0, 0.0}));
  EXPECT_EQ(world.run_until(4.0).outcome, RunOutcome::ReachedTime);
  ASSERT_EQ(watcher.impacts.size(), 1U);
  EXPECT_EQ(watcher.impacts[0].time, 0.0);
  EXPECT_EQ(watcher.impacts[0].overlap, 1.5);
  EXPECT_EQ(distance(world, a, b), 8.5);
}

TEST(Overlap, APairThatPassedTheMiddleBouncesOutward) {
  // Closing is about centres: these pass sideways, come nearest and part without another impact.
  World<2> world(open_space<2>());
  const BodyId a = world.add(ball<2>({0.0, 0.0}, {0.0, 0.0}));
  const BodyId b = world.add(ball<2>({0.5, 1.0}, {0.0, -1.0}));
  EXPECT_EQ(world.run_until(20.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_GT(distance(world, a, b), 2.0);
}

TEST(Overlap, WithWhatStandsStillIsLeftOnce) {
  World<2> world(open_space<2>({0.0, -2.0}));
  const BodyId id = world.add(ball<2>({0.0, 0.25}, {0.0, -4.0}));  // its centre is in the floor's reach
  world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  EXPECT_EQ(world.run_until(3.5).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state(id).position[1], 0.25 + 4.0 * 3.5 - 3.5 * 3.5, 1e-13)
      << "thrown up at once, with 4";
}

TEST(Overlap, OfRoundingSizeAtTheStartNeitherFreezesNorExplodesAGas) {
  // Touching neighbours: sums of 0.1 and multiples of 0.2 overlap here and gape there, by an ulp.
  auto options = box<2>(Side::Periodic, 10.0);
  World<2> world(options);
  Watcher<2> watcher;
  world.observe(watcher);
  Random random(21);
  int overlapping = 0;
  for (int i = 0; i < 1600; ++i) {
    const int column = i % 40;
    const int row = i / 40;
    const Vec2 position{0.1 + 0.2 * column, 0.1 + 0.2 * row};
    const double speed = random.uniform(-1.0, 1.0);
    const double other = random.uniform(-1.0, 1.0);
    world.add(ball<2>(position, {speed, other}, 0.1));
    if (column > 0 && position[0] - (0.1 + 0.2 * (column - 1)) < 0.2) ++overlapping;
  }
  EXPECT_GT(overlapping, 100) << "the test must test something";
  const double energy = kinetic_energy(world);
  RunLimits limits;
  limits.collisions = 50'000;
  EXPECT_EQ(world.run_until(1e6, limits).outcome, RunOutcome::ReachedCollisions);
  EXPECT_GT(world.time(), 0.1) << "it gets on";
  EXPECT_NEAR(kinetic_energy(world) / energy, 1.0, 1e-12);
  double deepest = 0.0;
  for (const auto& impact : watcher.impacts) deepest = std::max(deepest, impact.overlap);
  EXPECT_LT(deepest, 1e-12 * 0.1 + 4.0 * 10.0 * 0x1p-52);
}

TEST(Overlap, DeepInsideACrowdPartsAndConservesEnergy) {
  World<2> world(box<2>(Side::Wall, 20.0));
  Random random(22);
  for (int i = 0; i < 60; ++i) {
    const double x = random.uniform(6.0, 14.0);
    const double y = random.uniform(6.0, 14.0);
    const double v = random.uniform(-1.0, 1.0);
    const double w = random.uniform(-1.0, 1.0);
    world.add(ball<2>({x, y}, {v, w}));
  }
  const double energy = kinetic_energy(world);
  RunLimits limits;
  limits.events = 10'000'000;
  EXPECT_EQ(world.run_until(100.0, limits).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(kinetic_energy(world) / energy, 1.0, 1e-12);
}

}  // namespace
}  // namespace firsthit
