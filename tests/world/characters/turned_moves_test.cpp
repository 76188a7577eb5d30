#include "world/turned_by_hand.hpp"
#include "world/worlds.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

// Characters among bodies that have turned.

namespace firsthit {
namespace {

constexpr double kPi = std::numbers::pi;

Body<2> turning(const Shape<2>& shape, const Vec<2>& position, double rate, double degrees = 0.0) {
  Body<2> body;
  body.shape = shape;
  body.position = position;
  body.kind = BodyKind::Kinematic;
  body.spins = true;
  body.angular_velocity = rate;
  body.orientation = turned_by(degrees);
  return body;
}

Body<2> hero(const Shape<2>& shape, const Vec<2>& position) {
  return {.shape = shape, .position = position, .kind = BodyKind::Kinematic};
}

MovePolicy<2> walking() {
  MovePolicy<2> policy;
  policy.up = {0.0, 1.0};
  policy.snap_distance = 0.2;
  return policy;
}

TEST(TurnedMoves, SlideAlongADoorThatStandsAtAnAngle) {
  // A door of a face through the origin, 30 degrees from upright: what is left of the way after the hit is
  // projected onto it.
  World<2> world(open_space<2>());
  const BodyId door = world.add(turning(Box<2>{{1.0, 20.0}}, {0.0, 0.0}, 0.0, 30.0));
  const BodyId id = world.add(hero(Ball{0.5}, {-6.0, 0.0}));
  const MoveResult<2> moved = world.move(id, {10.0, 0.0});
  ASSERT_EQ(moved.hits.size(), 1U);
  EXPECT_EQ(moved.hits[0].body, door);
  const Vec<2> normal{std::cos(kPi / 6.0), std::sin(kPi / 6.0)};
  const double touches = -1.5 / normal[0];  // the ball's centre, on the x axis
  EXPECT_NEAR(moved.hits[0].position[0], touches, 1e-12);
  EXPECT_LT(length(moved.hits[0].normal - normal), 1e-13);
  const Vec<2> left{4.0 - touches, 0.0};
  const Vec<2> expected = Vec<2>{touches, 0.0} + (left - dot(left, normal) * normal);
  EXPECT_LT(length(moved.position - expected), 1e-12);
}

TEST(TurnedMoves, NeverEndInsideAnythingAndGoAsFarAsTheSameShapesTurnedByHandLetThem) {
  const double now = 4.0;
  int slid = 0, free = 0;
  for (int round = 0; round < 40; ++round) {
    Random random(static_cast<std::uint64_t>(100 + round));
    World<2> turned(open_space<2>());
    World<2> by_hand(open_space<2>());
    std::vector<Body<2>> all;
    for (int i = 0; i < 20; ++i) {
      Body<2> body =
          turning(turnable_shape(i + round), {3.0 * (i % 5), 3.0 * (i / 5)}, random.uniform(-2.0, 2.0));
      turned.add(body);
      all.push_back(
          {.shape = turned_by_hand(body.shape, static_cast<long double>(body.angular_velocity) * now),
           .position = body.position,
           .kind = BodyKind::Kinematic});
      by_hand.add(all.back());
    }
    const Shape<2> shape = round % 2 == 0 ? Shape<2>(Ball{0.2}) : Shape<2>(Box<2>{{0.2, 0.3}});
    turned.run_until(now);
    for (int i = 0; i < 10; ++i) {
      const Vec<2> from{random.uniform(-1.0, 13.0), random.uniform(-1.0, 10.0)};
      const Vec<2> way{random.uniform(-5.0, 5.0), random.uniform(-5.0, 5.0)};
      if (!turned.overlaps(shape, from).empty()) continue;
      const BodyId id = turned.add(hero(shape, from));
      const BodyId twin = by_hand.add(hero(shape, from));
      const MoveResult<2> moved = turned.move(id, way);
      const MoveResult<2> expected = by_hand.move(twin, way);
      EXPECT_LT(length(moved.position - expected.position), 1e-9) << round << ' ' << i;
      ASSERT_EQ(moved.hits.size(), expected.hits.size());
      for (std::size_t k = 0; k < moved.hits.size(); ++k)
        EXPECT_EQ(moved.hits[k].body, expected.hits[k].body);
      for (const Body<2>& there : all)
        EXPECT_GT(distance<2>({shape, moved.position}, {there.shape, there.position}).distance, -1e-11);
      ++(moved.hits.empty() ? free : slid);
      turned.remove(id);
      by_hand.remove(twin);
    }
  }
  EXPECT_GT(slid, 80);
  EXPECT_GT(free, 40);
}

TEST(TurnedMoves, ACarouselCarriesWhomeverStandsOnItAsThePlaceUnderHisFeetMoves) {
  // A beam that slowly turns about its middle.
  World<2> world(open_space<2>());
  const double rate = 0.01, arm = 0.3;
  const BodyId beam = world.add(turning(Box<2>{{5.0, 1.0}}, {0.0, 0.0}, rate));
  const BodyId id = world.add(hero(Ball{0.5}, {arm, 1.5}));
  MoveResult<2> moved = world.move(id, {0.0, -0.1}, walking());
  ASSERT_TRUE(moved.grounded);
  EXPECT_EQ(moved.ground, beam);
  for (int i = 1; i <= 20; ++i) {
    const double before = rate * (i - 1), angle = rate * i;
    // Where it stood, as a place of the beam.
    const Vec<2> centre = world.state(id).position;
    const Vec<2> foot = centre - turned_by_hand(Vec<2>{0.0, 0.5}, before);
    const Vec<2> there = turned_by_hand(turned_by_hand(foot, -before), angle);
    world.run_until(static_cast<double>(i));
    moved = world.move(id, {}, walking());
    EXPECT_LT(length(moved.carried - (there - foot)), 1e-12) << i;
    ASSERT_TRUE(moved.grounded) << i;
    EXPECT_EQ(moved.ground, beam);
    EXPECT_NEAR(moved.ground_normal[0], -std::sin(angle), 1e-12);
    // It stands on the side as it then is: half its width above it.
    EXPECT_NEAR(dot(moved.position, Vec<2>{-std::sin(angle), std::cos(angle)}), 1.5, 1e-11);
  }
}

TEST(TurnedMoves, ASpinningBallCarriesWhomeverStandsOnIt) {
  World<2> world(open_space<2>());
  const double radius = 10.0, rate = 0.1;
  const BodyId drum = world.add(turning(Ball{radius}, {0.0, 0.0}, rate));
  const BodyId id = world.add(hero(Box<2>{{0.5, 1.0}}, {0.0, radius + 1.0}));
  MoveResult<2> moved = world.move(id, {0.0, -0.01}, walking());
  ASSERT_TRUE(moved.grounded);
  EXPECT_EQ(moved.ground, drum);
  world.run_until(0.25);
  moved = world.move(id, {}, walking());
  EXPECT_NEAR(moved.carried[0], -radius * std::sin(rate * 0.25), 1e-12);
  EXPECT_NEAR(moved.carried[1], radius * (std::cos(rate * 0.25) - 1.0), 1e-12);
}

TEST(TurnedMoves, ABallThatSpinsInSpaceCarriesAboutItsAxis) {
  World<3> world(open_space<3>());
  Body<3> drum;
  drum.shape = Ball{10.0};
  drum.kind = BodyKind::Kinematic;
  drum.spins = true;
  drum.angular_velocity = {0.0, 0.0, 0.1};
  world.add(drum);
  const BodyId id = world.add(
      {.shape = Box<3>{{0.5, 1.0, 0.5}}, .position = {0.0, 11.0, 0.0}, .kind = BodyKind::Kinematic});
  MovePolicy<3> policy;
  policy.up = {0.0, 1.0, 0.0};
  policy.snap_distance = 0.2;
  ASSERT_TRUE(world.move(id, {0.0, -0.01, 0.0}, policy).grounded);
  world.run_until(0.5);
  const MoveResult<3> moved = world.move(id, {}, policy);
  EXPECT_LT(length(moved.carried - Vec<3>{-10.0 * std::sin(0.05), 10.0 * (std::cos(0.05) - 1.0), 0.0}),
            1e-12);
}

TEST(TurnedMoves, CarryThroughTheSidesOfABoxThatRepeats) {
  // The beam's place is at its lower side, the foot in its image at the upper one; it moves and turns.
  const auto carried = [](const WorldOptions<2>& options, const Vec<2>& from) {
    World<2> world(options);
    Body<2> beam = turning(Box<2>{{5.0, 1.0}}, {0.5, 10.0}, 0.02);
    beam.velocity = {-1.0, 0.25};
    world.add(beam);
    const BodyId id = world.add(hero(Ball{0.5}, from));
    EXPECT_TRUE(world.move(id, {0.0, -0.1}, walking()).grounded);
    world.run_until(1.0);
    return world.move(id, {}, walking()).carried;
  };
  const Vec<2> expected = carried(open_space<2>(), {-1.5, 11.5});
  EXPECT_NEAR(expected[0], -1.0 + (-2.0 * std::cos(0.02) - std::sin(0.02) + 2.0), 1e-12);
  EXPECT_LT(length(carried(box<2>(Side::Periodic, 20.0), {18.5, 11.5}) - expected), 1e-12);
}

TEST(TurnedMoves, GiveWayToADoorThatTurnsIntoThem) {
  // A door hinged at the origin swings down onto a ball that stands on the x axis.
  World<2> world(open_space<2>());
  const double rate = -0.5, radius = 0.5, thick = 0.1;
  const BodyId door = world.add(turning(Box<2>{{4.0, thick}}, {0.0, 0.0}, rate, 90.0));
  const BodyId id = world.add(hero(Ball{radius}, {2.0, 0.0}));
  int pushed = 0;
  for (int i = 1; i <= 60; ++i) {
    world.run_until(0.05 * i);
    const Vec<2> before = world.state(id).position;
    const double angle = kPi / 2.0 + rate * 0.05 * i;
    const Vec<2> down{std::sin(angle), -std::cos(angle)};
    const double gap = dot(before, down) - thick - radius;
    const MoveResult<2> moved = world.move(id, {});
    EXPECT_FALSE(moved.crushed);
    // Across the door by what it is too near, and no further.
    const Vec<2> expected = gap < 0.0 ? before - gap * down : before;
    EXPECT_LT(length(moved.position - expected), 1e-11) << i;
    pushed += gap < -1e-6 ? 1 : 0;
  }
  EXPECT_GT(pushed, 5);
  // With a wall at its back, and the hinge far away, it has nowhere to go.
  world.set_position(id, {2.0, -0.05});
  world.set_orientation(door, turned_by(0.0));
  world.add({.shape = Box<2>{{5.0, 1.0}}, .position = {0.0, -1.55}, .kind = BodyKind::Fixed});
  const MoveResult<2> crushed = world.move(id, {});
  EXPECT_TRUE(crushed.crushed);
  ASSERT_EQ(crushed.crushed_by.size(), 1U);
  EXPECT_EQ(crushed.crushed_by[0], door);
}

TEST(TurnedMoves, OneThatIsTurnedMovesAsItStands) {
  World<2> world(open_space<2>());
  world.add(fixed<2>(Box<2>{{1.0, 10.0}}, {5.0, 0.0}));
  const BodyId id = world.add(turning(Box<2>{{1.0, 1.0}}, {0.0, 0.0}, 0.0, 45.0));
  MovePolicy<2> stops;
  stops.response = MoveResponse::Stop;
  EXPECT_NEAR(world.move(id, {10.0, 0.0}, stops).position[0], 4.0 - std::sqrt(2.0), 1e-12);
  EXPECT_EQ(world.state(id).orientation, turned_by(45.0));
}

}  // namespace
}  // namespace firsthit
