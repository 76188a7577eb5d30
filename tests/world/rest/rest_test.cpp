#include "core/vec_math.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// Balls that come to rest on floors, in grooves and between pegs, and what ends their rest.

namespace firsthit {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kDegree = 3.14159265358979323846 / 180.0;

template <int D>
BodyId floor_at(World<D>& world, double height) {
  Vec<D> up;
  up[D - 1] = 1.0;
  return world.add(fixed<D>(HalfSpace<D>{up, height}));
}

template <int D>
bool rests(const World<D>& world, BodyId id) {
  return world.state(id).velocity == Vec<D>{} && world.state(id).acceleration == Vec<D>{};
}

TEST(BallAtRest, CostsNoEventsEver) {
  for (const Side sides : {Side::Open, Side::Wall, Side::Periodic}) {
    for (const NeighbourSearch search : {NeighbourSearch::Lists, NeighbourSearch::AllPairs}) {
      auto options = box<3>(Side::Wall, 8.0);
      options.space.sides[0] = sides;
      options.space.sides[1] = sides;
      options.gravity = {0.0, 0.0, -3.0};
      options.restitution = 0.5;
      options.neighbours = search;
      World<3> world(options);
      const BodyId one = world.add(ball<3>({2.0, 4.0, 3.0}, {}));
      const BodyId other = world.add(ball<3>({6.0, 4.0, 1.0}, {}));
      world.run_until(100.0);
      EXPECT_TRUE(rests(world, one));
      EXPECT_TRUE(rests(world, other));
      const std::uint64_t events = world.events();
      const std::uint64_t hash = world.state_hash();
      world.run_until(1e6);
      EXPECT_EQ(world.events(), events);
      EXPECT_EQ(world.state_hash(), hash);
      EXPECT_EQ(world.state(one).position, (Vec3{2.0, 4.0, 1.0}));
      EXPECT_EQ(world.run_until(std::numeric_limits<double>::infinity()).outcome, RunOutcome::ReachedTime);
    }
  }
}

// What slides on a smooth floor into a wedge of two walls, at an angle a, without restitution: each impact
// leaves it the cosine of a of its speed, for ever, and in no time. It stops where it touches both.
TEST(BallAtRest, StopsInAWedgeThatItSlidesInto) {
  for (const double angle : {30.0 * kDegree, 45.0 * kDegree, 70.0 * kDegree}) {
    auto options = box<3>(Side::Wall, 12.0);
    options.gravity = {0.0, 0.0, -1.0};
    options.restitution = 0.0;
    World<3> world(options);
    const BodyId id = world.add(ball<3>({9.0, 1.5, 1.5}, {-1.0, -0.1, 0.0}));
    world.add(fixed<3>(HalfSpace<3>{{std::sin(angle), -std::cos(angle), 0.0}, 0.0}));
    ASSERT_EQ(world.run_until(50.0).outcome, RunOutcome::ReachedTime) << angle;
    EXPECT_TRUE(rests(world, id)) << angle;
    EXPECT_NEAR(world.state(id).position[0], (1.0 + std::cos(angle)) / std::sin(angle), 1e-13);
    EXPECT_NEAR(world.state(id).position[1], 1.0, 1e-13);
  }
}

TEST(BodyAtRest, StopsBetweenAWallAndAnEdgeThatItSlidesBetween) {
  auto options = box<3>(Side::Wall, 8.0);
  options.gravity = {0.0, 0.0, -1.0};
  options.restitution = 0.0;
  World<3> world(options);
  // An octahedron on its tip: one of its upright faces' edges meets an upright edge of the block.
  Body<3> body = ball<3>({6.0, 1.0, 1.0}, {-0.5, -0.1, 0.0});
  body.shape = Hull<3>{{{0.5, 0.0, 0.0},
                        {-0.5, 0.0, 0.0},
                        {0.0, 0.5, 0.0},
                        {0.0, -0.5, 0.0},
                        {0.0, 0.0, 0.5},
                        {0.0, 0.0, -0.5}}};
  const BodyId id = world.add(body);
  Body<3> block = fixed<3>(Box<3>{{0.5, 0.5, 1.0}});
  block.position = {2.5, 1.25, 1.0};  // its edge is at x = 3, y = 0.75
  world.add(block);
  ASSERT_EQ(world.run_until(50.0).outcome, RunOutcome::ReachedTime);
  EXPECT_TRUE(rests(world, id));
  // The edge of the octahedron is where |x| + |y| = 0.5, seen from its place at (3.25, 0.5).
  EXPECT_NEAR(world.state(id).position[0], 3.25, 1e-13);
  EXPECT_NEAR(world.state(id).position[1], 0.5, 1e-13);
}

TEST(BallAtRest, SlidesOnForEverInABoxThatRepeatsAndDoesNotSink) {
  auto options = box<2>(Side::Periodic, 4.0);
  options.space.sides[1] = Side::Open;
  options.gravity = {0.0, -1.0};
  options.restitution = 0.5;
  World<2> world(options);
  const BodyId id = world.add(ball<2>({1.0, 3.0}, {0.7, 0.0}));
  floor_at(world, 0.0);
  world.run_until(50.0);
  const std::uint64_t collisions = world.collisions();
  world.run_until(1e6);
  EXPECT_EQ(world.collisions(), collisions);
  EXPECT_EQ(world.state(id).velocity, (Vec2{0.7, 0.0}));
  EXPECT_EQ(world.state(id).position[1], 1.0);
}

template <int D>
Vec<D> tilted_gravity(double tilt) {
  Vec<D> gravity;
  gravity[0] = std::sin(tilt * kDegree);
  gravity[1] = -std::cos(tilt * kDegree);
  return gravity;
}

/// A ball of radius 1/10 in a groove of two planes through the origin's groove, whose half angle is given.
template <int D>
World<D> groove(double half_angle, const WorldOptions<D>& options) {
  World<D> world(options);
  Vec<D> start;
  start[0] = 0.01;
  start[1] = 3.0;
  Vec<D> push;
  push[0] = 0.02;
  if constexpr (D == 3) push[2] = 0.5;
  world.add(ball<D>(start, push, 0.1));
  for (const double side : {1.0, -1.0}) {
    Vec<D> normal;
    normal[0] = side * std::cos(half_angle * kDegree);
    normal[1] = std::sin(half_angle * kDegree);
    world.add(fixed<D>(HalfSpace<D>{normal, -0.1}));  // so that the centre comes to rest in the origin
  }
  return world;
}

template <int D>
World<D> groove(double half_angle, double tilt, double restitution) {
  return groove<D>(half_angle, open_space<D>(tilted_gravity<D>(tilt), restitution));
}

TEST(BallInAGroove, ComesToRestInItHoweverSharpItIs) {
  for (const double half_angle : {1.0, 5.0, 20.0, 44.0, 45.0, 46.0, 70.0, 80.0}) {
    for (const double e : {0.0, 0.05, 0.3, 0.6, 0.9}) {
      for (const double tilt : {0.0, 1.0}) {
        SCOPED_TRACE(testing::Message() << "half angle " << half_angle << ", e " << e << ", tilt " << tilt);
        World<2> world = groove<2>(half_angle, tilt, e);
        ASSERT_EQ(world.run_until(3000.0).outcome, RunOutcome::ReachedTime);
        EXPECT_TRUE(rests(world, {0}));
        const Vec2 place = world.state({0}).position;
        EXPECT_NEAR(std::hypot(place[0], place[1]), 0.0, 1e-13);
        EXPECT_LT(world.events(), 60000U);
      }
    }
  }
}

TEST(BallInAGroove, SlidesAlongIt) {
  for (const double half_angle : {10.0, 45.0, 80.0}) {
    for (const double e : {0.0, 0.5}) {
      World<3> world = groove<3>(half_angle, 0.0, e);
      ASSERT_EQ(world.run_until(4000.0).outcome, RunOutcome::ReachedTime);
      const BodyState<3> state = world.state({0});
      EXPECT_NEAR(state.position[2], 2000.0, 1e-10);
      EXPECT_NEAR(state.position[0], 0.0, 1e-13);
      EXPECT_NEAR(state.position[1], 0.0, 1e-13);
      EXPECT_EQ(state.velocity[2], 0.5);
      world.run_until(1e6);
      EXPECT_NEAR(world.state({0}).position[1], 0.0, 1e-13) << "does not sink";
    }
  }
}

TEST(BallInAGroove, SlidesAlongItThroughABoxThatRepeats) {
  for (const double half_angle : {10.0, 30.0, 69.0, 80.0}) {
    for (const double tilt : {0.0, 1.0, 7.0}) {
      SCOPED_TRACE(testing::Message() << "half angle " << half_angle << ", tilt " << tilt);
      std::vector<std::uint64_t> hashes;
      for (const NeighbourSearch search : {NeighbourSearch::Lists, NeighbourSearch::AllPairs}) {
        WorldOptions<3> options = open_space<3>(tilted_gravity<3>(tilt), 0.5);
        options.space.sides[2] = Side::Periodic;
        options.space.max[2] = 5.0;
        options.neighbours = search;
        World<3> world = groove<3>(half_angle, options);
        ASSERT_EQ(world.run_until(4000.0).outcome, RunOutcome::ReachedTime);
        EXPECT_EQ(world.state({0}).velocity[2], 0.5);
        hashes.push_back(world.state_hash());
      }
      EXPECT_EQ(hashes[0], hashes[1]);
    }
  }
}

TEST(BallInAGroove, WithAnOverhangingSideSlidesOutOnTheOther) {
  // Both planes lean to the right: the upper one holds nothing.
  World<2> world(open_space<2>({0.0, -1.0}, 0.4));
  const BodyId id = world.add(ball<2>({0.5, 2.0}, {}, 0.1));
  world.add(fixed<2>(HalfSpace<2>{{0.6, 0.8}, 0.0}));    // falls to the right by 36.9 degrees
  world.add(fixed<2>(HalfSpace<2>{{0.8, -0.6}, -9.0}));  // an overhang to the left of it
  ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state(id).acceleration[0], 0.48, kEpsilon);
  EXPECT_NEAR(world.state(id).acceleration[1], -0.36, kEpsilon);
}

TEST(BallInACorner, OfATiltedBoxComesToRest) {
  auto options = box<3>(Side::Wall, 10.0);
  options.gravity = {-0.3, -0.5, -2.0};
  options.restitution = 0.6;
  World<3> world(options);
  const BodyId id = world.add(ball<3>({5.0, 6.0, 7.0}, {1.0, -2.0, 0.5}));
  ASSERT_EQ(world.run_until(1000.0).outcome, RunOutcome::ReachedTime);
  EXPECT_TRUE(rests(world, id));
  EXPECT_EQ(world.state(id).position, (Vec3{1.0, 1.0, 1.0}));
}

TEST(BallInACorner, ThatItHitsAtOneInstantBouncesBackTheWayItCame) {
  auto options = box<2>(Side::Wall, 10.0);
  options.gravity = {-1.0, -1.0};
  options.restitution = 0.5;
  World<2> world(options);
  const BodyId id = world.add(ball<2>({3.0, 3.0}, {}));
  world.run_until(2.5);
  EXPECT_EQ(world.state(id).velocity, (Vec2{0.5, 0.5})) << "2 - 1/2 * 1/2 after the impact at 2, with half";
}

TEST(BallBetweenPegs, ComesToRestTouchingBoth) {
  for (const double gap : {0.3, 1.0, 1.8}) {
    for (const double e : {0.0, 0.3, 0.6, 0.9}) {
      for (const double offset : {0.0, 0.02}) {
        SCOPED_TRACE(testing::Message() << "gap " << gap << ", e " << e << ", offset " << offset);
        World<2> world(open_space<2>({0.0, -1.0}, e));
        const double half = 0.5 * gap + 0.25;
        const double depth = std::sqrt(1.25 * 1.25 - half * half);
        const double start = std::sqrt(1.255 * 1.255 - (half - offset) * (half - offset));
        const BodyId id = world.add(ball<2>({offset, start}, {}, 1.0));
        world.add(fixed<2>(Ball{0.25}, {-half, 0.0}));
        world.add(fixed<2>(Ball{0.25}, {half, 0.0}));
        ASSERT_EQ(world.run_until(2000.0).outcome, RunOutcome::ReachedTime);
        EXPECT_TRUE(rests(world, id));
        EXPECT_NEAR(world.state(id).position[0], 0.0, 1e-14);
        EXPECT_NEAR(world.state(id).position[1], depth, 1e-14);
        const std::uint64_t events = world.events();
        world.run_until(4000.0);
        EXPECT_EQ(world.events(), events);
      }
    }
  }
}

TEST(BallBetweenPegs, InSpaceRestsOnThreeBalls) {
  World<3> world(open_space<3>({0.0, 0.0, -1.0}, 0.5));
  const BodyId id = world.add(ball<3>({0.01, 0.005, 1.62}, {}));
  for (const double angle : {0.0, 120.0, 240.0})
    world.add(fixed<3>(Ball{1.0}, {1.2 * std::cos(angle * kDegree), 1.2 * std::sin(angle * kDegree), 0.0}));
  ASSERT_EQ(world.run_until(2000.0).outcome, RunOutcome::ReachedTime);
  EXPECT_TRUE(rests(world, id));
  EXPECT_LE(max_abs(world.state(id).position - Vec<3>{0.0, 0.0, 1.6}), 1e-13);
}

TEST(BallOnTop, OfAFixedOneStaysThere) {
  for (const double e : {0.0, 0.5, 0.9}) {
    World<2> world(open_space<2>({0.0, -1.0}, e));
    const BodyId id = world.add(ball<2>({5.0, 3.0}, {}));
    world.add(fixed<2>(Ball{0.5}, {5.0, 0.0}));
    ASSERT_EQ(world.run_until(1000.0).outcome, RunOutcome::ReachedTime);
    EXPECT_TRUE(rests(world, id));
    EXPECT_NEAR(world.state(id).position[1], 1.5, 1e-14);
  }
}

/// A ball on a level row of tiles, in their order or the other way round.
World<2> tiles(double width, double height, double speed, bool in_order, double restitution) {
  constexpr int kTiles = 600;
  World<2> world(open_space<2>({0.0, -1.0}, restitution));
  world.add(ball<2>({0.05, height + 0.25}, {speed, 0.0}, 0.25));
  for (int i = 0; i < kTiles; ++i) {
    const int place = in_order ? i - 2 : kTiles - 3 - i;
    world.add(fixed<2>(Segment<2>{{0.0, 0.0}, {width, 0.0}}, {place * width, height}));
  }
  return world;
}

TEST(BallOnTiles, PassesTheirJointsAsIfTheyWereOneFloor) {
  // Of the joints at multiples of 0.1, most are not flush to the bit.
  for (const double width : {0.1, 0.37}) {
    for (const double height : {0.0, 0.1}) {
      for (const double speed : {0.3, 5.0}) {  // slower and faster than sqrt(g r) = 1/2
        for (const bool in_order : {true, false}) {
          for (const double e : {0.0, 0.5}) {
            SCOPED_TRACE(testing::Message() << "width " << width << ", height " << height << ", speed "
                                            << speed << ", in order " << in_order << ", e " << e);
            World<2> world = tiles(width, height, speed, in_order, e);
            const double time = 500.0 * width / speed;
            RunLimits limits;
            limits.events = 20000;
            ASSERT_EQ(world.run_until(time, limits).outcome, RunOutcome::ReachedTime);
            const BodyState<2> state = world.state({0});
            EXPECT_NEAR(state.position[0], 0.05 + speed * time, 1e-10);
            EXPECT_NEAR(state.position[1], height + 0.25, 1e-14);
            EXPECT_NEAR(state.velocity[0], speed, 1e-12);
          }
        }
      }
    }
  }
}

TEST(BallOnTiles, OfABoxThatRepeatsSlidesOnToTheNextImage) {
  for (const NeighbourSearch search : {NeighbourSearch::Lists, NeighbourSearch::AllPairs}) {
    for (const double speed : {0.3, -0.3, 4.0}) {
      auto options = box<2>(Side::Periodic, 3.0);
      options.space.sides[1] = Side::Open;
      options.gravity = {0.0, -1.0};
      options.restitution = 0.5;
      options.neighbours = search;
      World<2> world(options);
      const BodyId id = world.add(ball<2>({1.0, 2.0}, {speed, 0.0}, 0.5));
      world.add(fixed<2>(Segment<2>{{0.0, 0.0}, {1.0, 0.0}}, {2.0, 0.0}));
      world.add(fixed<2>(Segment<2>{{0.0, 0.0}, {2.0, 0.0}}, {0.0, 0.0}));
      ASSERT_EQ(world.run_until(1000.0).outcome, RunOutcome::ReachedTime);
      const BodyState<2> state = world.state(id);
      EXPECT_NEAR(state.position[0] + 3.0 * static_cast<double>(state.wraps[0]), 1.0 + 1000.0 * speed, 1e-9);
      EXPECT_NEAR(state.position[1], 0.5, 1e-14);
      EXPECT_LT(world.events(), 10000U);
    }
  }
}

TEST(BallOnSegments, ThatFormAVComesToRestAtTheBottom) {
  for (const double e : {0.0, 0.5, 0.8}) {
    World<2> world(open_space<2>({0.0, -1.0}, e));
    const BodyId id = world.add(ball<2>({1.0, 3.0}, {}, 0.5));
    world.add(fixed<2>(Segment<2>{{0.0, 0.0}, {-4.0, 4.0}}));
    world.add(fixed<2>(Segment<2>{{0.0, 0.0}, {4.0, 4.0}}));
    ASSERT_EQ(world.run_until(1000.0).outcome, RunOutcome::ReachedTime);
    EXPECT_TRUE(rests(world, id));
    EXPECT_NEAR(world.state(id).position[0], 0.0, 1e-14);
    EXPECT_NEAR(world.state(id).position[1], 0.5 * std::sqrt(2.0), 1e-14);
  }
}

TEST(BallOnSegments, LeavesThemAtAnySlopeAndPlaceWithoutGettingStuck) {
  Random random(3);
  int slid = 0;
  for (int i = 0; i < 300; ++i) {
    const double angle = random.uniform(-1.5, 1.5);
    const double x = random.uniform(-1e3, 1e3);
    const double y = random.uniform(-1e3, 1e3);
    const double size = random.uniform(0.5, 5.0);
    const double radius = random.uniform(0.05, 2.0);
    World<2> world(open_space<2>({0.0, -1.0}, random.uniform(0.0, 0.8)));
    const Vec2 along{std::cos(angle), std::sin(angle)};
    const double off = radius + 0.001;
    world.add(
        ball<2>({x + 0.5 * size * along[0] - off * along[1], y + 0.5 * size * along[1] + off * along[0]}, {},
                radius));
    world.add(fixed<2>(Segment<2>{{0.0, 0.0}, {size * along[0], size * along[1]}}, {x, y}));
    RunLimits limits;
    limits.events = 1'000'000;
    ASSERT_EQ(world.run_until(200.0, limits).outcome, RunOutcome::ReachedTime) << "seed 3, number " << i;
    slid += world.state({0}).position[1] < y - 5.0 ? 1 : 0;
  }
  EXPECT_GT(slid, 250);
}

TEST(BallAtRest, IsKnockedAwayByAnotherAndSettlesAgain) {
  World<2> world(open_space<2>({0.0, -1.0}, 0.5));
  const BodyId target = world.add(ball<2>({0.0, 1.0}, {}));
  const BodyId bullet = world.add(ball<2>({-8.0, 1.0}, {2.0, 0.0}));
  floor_at(world, 0.0);
  world.run_until(4.0);
  // Both slide: (1 - e) / 2 and (1 + e) / 2 of the speed.
  EXPECT_NEAR(world.state(bullet).velocity[0], 0.5, 4.0 * kEpsilon);
  EXPECT_NEAR(world.state(target).velocity[0], 1.5, 4.0 * kEpsilon);
  EXPECT_EQ(world.state(target).velocity[1], 0.0);
  EXPECT_EQ(world.state(target).acceleration, (Vec2{}));
  EXPECT_EQ(world.collisions(), 1U);
}

TEST(BallAtRest, IsThrownUpByOneThatComesFromTheSide) {
  World<2> world(open_space<2>({0.0, -1.0}, 1.0));
  const BodyId target = world.add(ball<2>({0.0, 1.0}, {}));
  const BodyId bullet = world.add(ball<2>({-4.0, 0.5}, {8.0, 0.0}, 0.5, 2.0));
  floor_at(world, 0.0);
  Watcher<2> watcher;
  world.observe(watcher);
  world.run_until(0.45);
  ASSERT_EQ(watcher.impacts.size(), 2U) << "it is hit, and the other one is driven into the floor";
  EXPECT_GT(world.state(target).velocity[0], 1.0);
  EXPECT_EQ(world.state(target).acceleration, (Vec2{0.0, -1.0}));
  const double raised = world.state(target).position[1] - 1.0 + 2.0 * (world.state(bullet).position[1] - 0.5);
  EXPECT_NEAR(kinetic_energy(world) + raised, 64.0, 1e-12);
  EXPECT_NEAR(momentum(world)[0], 16.0, 1e-13) << "the floor pushes up only";
}

TEST(BallAtRest, CanBeSteeredUpAlongAndIntoTheFloor) {
  World<2> world(open_space<2>({0.0, -1.0}, 0.5));
  const BodyId id = world.add(ball<2>({0.0, 1.0}, {}));
  floor_at(world, 0.0);
  world.run_until(1.0);
  ASSERT_TRUE(rests(world, id));

  world.set_velocity(id, {3.0, 0.0});
  EXPECT_EQ(world.state(id).acceleration, (Vec2{}));
  world.run_until(2.0);
  EXPECT_EQ(world.state(id).position, (Vec2{3.0, 1.0}));

  world.set_velocity(id, {1e-9, 0.0});  // slow, but not lost
  world.run_until(3.0);
  EXPECT_EQ(world.state(id).velocity, (Vec2{1e-9, 0.0}));

  world.set_velocity(id, {0.0, 1.0});
  EXPECT_EQ(world.state(id).acceleration, (Vec2{0.0, -1.0}));
  world.run_until(4.0);
  EXPECT_NEAR(world.state(id).position[1], 1.5, 4.0 * kEpsilon);
  world.run_until(20.0);
  ASSERT_TRUE(rests(world, id));

  world.set_velocity(id, {0.0, -1.0});  // it bounces at once
  world.run_until(20.25);
  EXPECT_NEAR(world.state(id).velocity[1], 0.25, 4.0 * kEpsilon);
  world.run_until(100.0);
  ASSERT_TRUE(rests(world, id));
  world.set_velocity(id, {0.0, 0.0});  // which it has
  ASSERT_TRUE(rests(world, id));
}

/// Keeps what observers are told, and checks that every leg starts where the one before has ended.
struct Legs : Observer<2> {
  void impact(const Impact<2>& impact) override {
    ++impacts;
    for (const ImpactSide<2>& side : {impact.a, impact.b}) add(side, impact.time);
  }
  void turn(const Turn<2>& turn) override {
    kinds.push_back(turn.kind);
    add(turn.body, turn.time);
    expected_acceleration = turn.acceleration_after;
    expects = true;
  }
  void add(const ImpactSide<2>& side, double now) {
    if (side.id.value != 0) return;
    if (expects && side.elapsed > 0.0) {
      EXPECT_EQ(side.acceleration, expected_acceleration);
    }
    expects = false;
    const double t = side.elapsed;
    EXPECT_NEAR(time + t, now, 1e-13);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      EXPECT_NEAR(position[axis] + t * (velocity[axis] + 0.5 * t * side.acceleration[axis]),
                  side.position[axis], 1e-13);
      EXPECT_NEAR(velocity[axis] + t * side.acceleration[axis], side.velocity_before[axis], 1e-13);
    }
    position = side.position;
    velocity = side.velocity_after;
    time = now;
  }
  Vec2 position, velocity, expected_acceleration;
  double time = 0.0;
  bool expects = false;
  std::uint64_t impacts = 0;
  std::vector<TurnKind> kinds;
};

TEST(Observers, AreToldOfEveryLegOnceAndInOrder) {
  World<2> world(open_space<2>({0.0, -1.0}, 0.5));
  Legs legs;
  legs.position = {0.0, 3.0};
  legs.velocity = {0.5, 0.0};
  world.observe(legs);
  const BodyId id = world.add(ball<2>(legs.position, legs.velocity));
  world.add(fixed<2>(Segment<2>{{-5.0, 0.0}, {5.0, 0.0}}));
  floor_at(world, -4.0);
  world.run_until(30.0);
  world.set_velocity(id, {0.0, 1.0});
  world.run_until(60.0);
  using enum TurnKind;
  EXPECT_EQ(legs.kinds, (std::vector<TurnKind>{Rested, Left, Rested, Steered, Rested}));
  EXPECT_EQ(world.collisions(), legs.impacts);
  EXPECT_LT(legs.time, 60.0);
  EXPECT_EQ(legs.position, world.state(id).position);
}

}  // namespace
}  // namespace firsthit
