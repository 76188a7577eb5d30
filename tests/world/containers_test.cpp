#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

// Balls and points in containers, among arcs, and where walls meet: from school geometry.

namespace firsthit {
namespace {

template <int D>
void expect_near(const Vec<D>& a, const Vec<D>& b, double error) {
  for (std::size_t axis = 0; axis < D; ++axis) EXPECT_NEAR(a[axis], b[axis], error) << "axis " << axis;
}

TEST(Containers, ABallFliesTheChordsOfARegularHexagon) {
  World<2> world(open_space<2>());
  Watcher<2> watcher;
  world.observe(watcher);
  // Its centre moves on chords of the circle of radius 2 around (5, 5), each as long as that radius.
  const double half = std::sqrt(3.0);
  const BodyId id = world.add(ball<2>({5.0, 5.0 - half}, {1.0, 0.0}, 0.5));
  world.add(fixed<2>(Container{2.5}, {5.0, 5.0}));
  world.run_until(12.0);
  ASSERT_EQ(watcher.impacts.size(), 6U);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(watcher.impacts[k].time, 1.0 + 2.0 * static_cast<double>(k), 1e-13);
    const double angle = (static_cast<double>(k) - 1.0) * std::acos(0.5);
    expect_near<2>(watcher.impacts[k].normal, {std::cos(angle), std::sin(angle)}, 1e-13);
    expect_near<2>(watcher.impacts[k].point, {5.0 + 2.5 * std::cos(angle), 5.0 + 2.5 * std::sin(angle)},
                   1e-12);
    EXPECT_EQ(watcher.impacts[k].kind, ImpactKind::BodyObstacle);
  }
  expect_near<2>(world.state(id).position, {5.0, 5.0 - half}, 1e-12);
}

TEST(Containers, ABallInASphereComesBackAlongADiameter) {
  World<3> world(open_space<3>());
  world.add(fixed<3>(Container{4.0}, {1.0, 2.0, 3.0}));
  world.add(ball<3>({1.0, 2.0, 3.0}, {0.0, 0.6, -0.8}, 1.0));
  world.run_until(12.0);
  EXPECT_EQ(world.collisions(), 2U);
  expect_near<3>(world.state({1}).position, {1.0, 2.0, 3.0}, 1e-14);
  expect_near<3>(world.state({1}).velocity, {0.0, 0.6, -0.8}, 1e-14);
}

TEST(Containers, UnderGravityABallFallsOntoTheBottom) {
  // From the middle it falls 4 - 1, with g = 6 in 1; and is up again 2 later.
  World<2> world(open_space<2>({0.0, -6.0}));
  Watcher<2> watcher;
  world.observe(watcher);
  world.add(fixed<2>(Container{4.0}));
  world.add(ball<2>({0.0, 0.0}, {}));
  world.run_until(5.5);
  ASSERT_EQ(watcher.impacts.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(watcher.impacts[k].time, 1.0 + 2.0 * static_cast<double>(k), 1e-12);
  EXPECT_NEAR(watcher.impacts[0].impulse, 12.0, 1e-12);
}

TEST(Containers, BallsInsideHitEachOtherAndKeepTheirEnergy) {
  Random random(5);
  World<3> world(open_space<3>());
  world.add(fixed<3>(Container{6.0}));
  for (int i = 0; i < 27; ++i)
    world.add(ball<3>({2.2 * (i % 3 - 1), 2.2 * (i / 3 % 3 - 1), 2.2 * (i / 9 - 1)},
                      {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)}));
  const double energy = kinetic_energy(world);
  RunLimits limits;
  limits.collisions = 20'000;
  EXPECT_EQ(world.run_until(1e9, limits).outcome, RunOutcome::ReachedCollisions);
  EXPECT_NEAR(kinetic_energy(world), energy, 1e-11 * energy);
  for (std::uint32_t id = 1; id < world.size(); ++id) {
    const Vec<3> p = world.state({id}).position;
    EXPECT_LE(std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]), 5.0 + 1e-13);
  }
}

TEST(Containers, ABallThatDoesNotFitEndsTheRun) {
  World<2> world(open_space<2>());
  world.add(fixed<2>(Container{1.0}));
  world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}, 1.0));
  RunLimits limits;
  limits.events = 100'000;
  EXPECT_EQ(world.run_until(10.0, limits).outcome, RunOutcome::Collapsed);
}

TEST(Arcs, AQuarterSendsABallRoundTheCorner) {
  // At 45 degrees on the arc's inner face, which its centre sees at radius 1.
  World<2> world(open_space<2>());
  const double middle = std::sqrt(0.5);
  world.add(fixed<2>(Arc{1.25, {1.0, 0.0}, {0.0, 1.0}}, {3.0, 4.0}));
  const BodyId id = world.add(ball<2>({3.0, 4.0 + middle}, {1.0, 0.0}, 0.25));
  world.run_until(2.0 * middle);
  EXPECT_EQ(world.collisions(), 1U);
  expect_near<2>(world.state(id).position, {3.0 + middle, 4.0}, 1e-14);
  expect_near<2>(world.state(id).velocity, {0.0, -1.0}, 1e-14);
}

TEST(Arcs, ABallPassesByTheOpeningAndBouncesInside) {
  World<2> world(open_space<2>());
  Watcher<2> watcher;
  world.observe(watcher);
  world.add(fixed<2>(Arc{2.0, {0.0, -1.0}, {0.0, 1.0}}));
  world.add(ball<2>({-3.0, 0.0}, {1.0, 0.0}, 0.5));
  world.run_until(20.0);
  ASSERT_EQ(watcher.impacts.size(), 1U);
  EXPECT_NEAR(watcher.impacts[0].time, 4.5, 1e-14);
  EXPECT_NEAR(world.state({1}).position[0], 1.5 - 15.5, 1e-13);
}

TEST(Arcs, InAPeriodicBoxAreMetThroughItsEnds) {
  World<2> world(box<2>(Side::Periodic, 10.0));
  Watcher<2> watcher;
  world.observe(watcher);
  world.add(fixed<2>(Arc{1.0, {0.0, 1.0}, {0.0, -1.0}}, {9.5, 5.0}));  // its left half is the solid one
  world.add(ball<2>({1.5, 5.0}, {1.0, 0.0}, 0.5));
  world.run_until(18.5);
  ASSERT_EQ(watcher.impacts.size(), 2U);
  EXPECT_NEAR(watcher.impacts[0].time, 6.5, 1e-14);
  // Back to the left it flies 8 - 9.5 + 10 to the inner face, seen through the end of the box.
  EXPECT_NEAR(watcher.impacts[1].time, 6.5 + 8.0 - (9.0 - 10.0), 1e-13);
}

TEST(Points, AreReflectedExactlyByWhatHasAnInside) {
  World<2> world(box<2>(Side::Wall, 8.0));
  Watcher<2> watcher;
  world.observe(watcher);
  world.add(ball<2>({1.0, 3.0}, {1.0, 0.0}, 0.0));
  world.add(fixed<2>(Ball{1.0}, {6.0, 3.0}));
  world.run_until(9.0);
  ASSERT_EQ(watcher.impacts.size(), 2U);
  EXPECT_EQ(watcher.impacts[0].time, 4.0);
  EXPECT_EQ(watcher.impacts[1].time, 9.0);
}

TEST(Points, FlyThroughEachOther) {
  World<2> world(box<2>(Side::Wall, 8.0));
  Watcher<2> watcher;
  world.observe(watcher);
  world.add(ball<2>({2.0, 4.0}, {1.0, 0.0}, 0.0));
  world.add(ball<2>({6.0, 4.0}, {-1.0, 0.0}, 0.0));
  world.run_until(3.0);
  EXPECT_EQ(world.collisions(), 0U);
}

TEST(Points, TurnAtAThinWallWithinAFewHundredRoundings) {
  World<2> world(open_space<2>());
  Watcher<2> watcher;
  world.observe(watcher);
  world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}, 0.0));
  world.add(fixed<2>(Segment<2>{{4.0, -1.0}, {4.0, 1.0}}));
  world.run_until(7.0);
  ASSERT_EQ(watcher.impacts.size(), 1U);
  EXPECT_LE(watcher.impacts[0].time, 4.0);
  EXPECT_NEAR(watcher.impacts[0].time, 4.0, 1e-12);
  EXPECT_NEAR(world.state({0}).position[0], 1.0, 2e-12);
}

TEST(Points, MoveInAWorldOfNothingElse) {
  for (const double scale : {1.0, 0x1p60, 0x1p-60}) {
    World<3> world(open_space<3>());
    world.add(ball<3>({scale, 0.0, 0.0}, {0.0, scale, 0.0}, 0.0));
    EXPECT_EQ(world.run_until(1e6).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(world.state({0}).position, (Vec<3>{scale, 1e6 * scale, 0.0}));
    EXPECT_LT(world.events(), 200U);
  }
  World<2> world(open_space<2>());
  world.add(ball<2>({0.0, 0.0}, {3.0, 0.0}, 0.0));
  EXPECT_EQ(world.run_until(8.0).outcome, RunOutcome::ReachedTime);
}

TEST(Points, NeverPassAVertexHoweverTheyAreAimed) {
  constexpr std::uint64_t kSeed = 21;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  int turned = 0;
  for (int i = 0; i < 3000; ++i) {
    // Two walls meet in a vertex of no nice coordinates; the point flies at it, or a few ulp beside.
    const Vec<2> vertex{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
    const double opening = random.uniform(0.05, 1.5);
    World<2> world(open_space<2>());
    const double from = random.uniform(0.0, 6.28);
    const auto at = [&](double angle, double far) {
      return Vec<2>{vertex[0] + far * std::cos(angle), vertex[1] + far * std::sin(angle)};
    };
    const double aim = from + random.uniform(-0.9, 0.9) * opening;
    const Vec<2> start = at(aim, 0.5);
    Vec<2> velocity{vertex[0] - start[0], vertex[1] - start[1]};
    for (double& c : velocity.c)
      for (std::uint64_t steps = random.below(3); steps > 0; --steps) c = std::nextafter(c, 9.0);
    world.add(ball<2>(start, velocity, 0.0));
    world.add(fixed<2>(Segment<2>{vertex, at(from - opening, 5.0)}));
    world.add(fixed<2>(Segment<2>{at(from + opening, 5.0), vertex}));
    RunLimits limits;
    limits.collisions = 1000;
    ASSERT_EQ(world.run_until(3.0, limits).outcome, RunOutcome::ReachedTime) << i;
    // Within 0.5 to 2.5 of the vertex now, on the inside: within the opening to either side.
    const Vec<2> p = world.state({0}).position;
    const double angle =
        std::remainder(std::atan2(p[1] - vertex[1], p[0] - vertex[0]) - from, 6.283185307179586);
    ASSERT_LE(std::fabs(angle), opening + 1e-12) << i;
    if (world.collisions() > 0) ++turned;
  }
  EXPECT_EQ(turned, 3000);
}

TEST(Points, GiveTheSameResultInEveryScale) {
  const auto end = [](double scale) {
    World<2> world(open_space<2>());
    world.add(ball<2>({0.1 * scale, 0.2 * scale}, {0.7 * scale, 0.4 * scale}, 0.0));
    world.add(fixed<2>(Arc{scale, {0.0, -1.0}, {0.0, 1.0}}, {0.5 * scale, 0.0}));
    world.add(fixed<2>(Arc{scale, {0.0, 1.0}, {0.0, -1.0}}, {-0.5 * scale, 0.0}));
    world.add(fixed<2>(Segment<2>{{-0.5 * scale, -scale}, {0.5 * scale, -scale}}));
    world.add(fixed<2>(Segment<2>{{0.5 * scale, scale}, {-0.5 * scale, scale}}));
    world.run_until(300.0);
    EXPECT_GT(world.collisions(), 100U);
    const Vec<2> p = world.state({0}).position;
    return Vec<2>{p[0] / scale, p[1] / scale};
  };
  EXPECT_EQ(end(0x1p70), end(1.0));
  EXPECT_EQ(end(0x1p-70), end(1.0));
}

std::string refusal(const WorldOptions<2>& options, const Body<2>& body) {
  try {
    World<2>(options).add(body);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ContainersAndArcs, ThatCannotBeUsedAreRefused) {
  const auto open = open_space<2>();
  EXPECT_EQ(refusal(open, fixed<2>(Container{0.0})), "World::add: container radius: expected > 0, found 0");
  EXPECT_EQ(refusal(open, fixed<2>(Arc{-1.0})), "World::add: arc radius: expected > 0, found -1");
  EXPECT_EQ(refusal(open, fixed<2>(Arc{1.0, {}, {1.0, 0.0}})),
            "World::add: arc from: expected a vector that is not zero, found zero");
  EXPECT_EQ(refusal(open, fixed<2>(Arc{1.0, {1.0, 0.0}, {std::numeric_limits<double>::infinity(), 0.0}})),
            "World::add: arc to[0]: expected a finite number, found inf");
  EXPECT_EQ(refusal(box<2>(Side::Periodic, 9.0), fixed<2>(Container{1.0})),
            "World::add: shape: expected no container in a periodic box, found a container");
  World<3> world(open_space<3>());
  EXPECT_THROW(world.add(fixed<3>(Arc{1.0})), InputError);
}

}  // namespace
}  // namespace firsthit
