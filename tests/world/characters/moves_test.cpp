#include "world/worlds.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "support/long_form.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

// Characters that are moved among bodies.

namespace firsthit {
namespace {

Body<2> hero(const Shape<2>& shape, const Vec<2>& position) {
  return {.shape = shape, .position = position, .kind = BodyKind::Kinematic};
}

/// [L] How deep a character is in anything fixed; the oracle's own words.
template <int D>
double depth_of(const World<D>& world, BodyId id) {
  const Body<D> body = world.body(id);
  double deepest = 0.0;
  for (std::uint32_t other = 0; other < world.size(); ++other) {
    if (other == id.value || !world.contains({other})) continue;
    const Body<D> there = world.body({other});
    deepest =
        std::max(deepest, -distance<D>({body.shape, body.position}, {there.shape, there.position}).distance);
  }
  return deepest;
}

TEST(Moves, GoAllTheWayWhereNothingIsInIt) {
  World<2> world(open_space<2>());
  const BodyId id = world.add(hero(Box<2>{{0.5, 1.0}}, {1.0, 2.0}));
  const MoveResult<2> result = world.move(id, {3.0, -4.0});
  EXPECT_EQ(result.position, (Vec2{4.0, -2.0}));
  EXPECT_TRUE(result.hits.empty());
  EXPECT_EQ(world.state(id).position, (Vec2{4.0, -2.0}));
}

TEST(Moves, SlideAlongAWallAndTellWhatTheyHit) {
  World<2> world(open_space<2>());
  const BodyId wall = world.add(fixed<2>(Box<2>{{0.5, 10.0}}, {5.0, 0.0}));
  const BodyId id = world.add(hero(Box<2>{{0.5, 1.0}}, {0.0, 0.0}));
  const MoveResult<2> result = world.move(id, {8.0, 4.0});
  EXPECT_EQ(result.position, (Vec2{4.0, 4.0}));
  ASSERT_EQ(result.hits.size(), 1U);
  EXPECT_EQ(result.hits[0].body, wall);
  EXPECT_DOUBLE_EQ(result.hits[0].fraction, 0.5);
  EXPECT_EQ(result.hits[0].normal, (Vec2{1.0, 0.0}));
  EXPECT_DOUBLE_EQ(result.hits[0].area, 2.0);
  EXPECT_DOUBLE_EQ(result.hits[0].point[0], 4.5);
  EXPECT_DOUBLE_EQ(result.hits[0].point[1], 2.0);
  EXPECT_FALSE(result.grounded) << "it knows no up";
}

TEST(Moves, StopBounceAndCrossAsToldOrAsTheUserDecides) {
  const auto moved = [](const MovePolicy<2>& policy) {
    World<2> world(open_space<2>());
    world.add(fixed<2>(Box<2>{{0.5, 10.0}}, {5.0, 0.0}));
    world.add(fixed<2>(Box<2>{{0.5, 10.0}}, {15.0, 0.0}));
    const BodyId id = world.add(hero(Box<2>{{0.5, 1.0}}, {0.0, 0.0}));
    return world.move(id, {20.0, 2.0}, policy);
  };
  MovePolicy<2> policy;
  policy.response = MoveResponse::Stop;
  EXPECT_NEAR(moved(policy).position[0], 4.0, 1e-14);
  EXPECT_NEAR(moved(policy).position[1], 0.4, 1e-14);
  policy.response = MoveResponse::Bounce;
  EXPECT_NEAR(moved(policy).position[0], -12.0, 1e-13);
  EXPECT_NEAR(moved(policy).position[1], 2.0, 1e-14);
  policy.response = MoveResponse::Cross;
  EXPECT_NEAR(moved(policy).position[0], 20.0, 1e-13);
  EXPECT_EQ(moved(policy).hits.size(), 2U);
  policy.choose = [](const CastHit<2>& hit) {
    return hit.body.value == 0 ? MoveResponse::Cross : MoveResponse::Stop;
  };
  EXPECT_NEAR(moved(policy).position[0], 14.0, 1e-13);
}

TEST(Moves, EndInACornerWithoutJitter) {
  World<2> world(open_space<2>());
  world.add(fixed<2>(Box<2>{{0.5, 10.0}}, {5.0, 0.0}));
  world.add(fixed<2>(Box<2>{{10.0, 0.5}}, {0.0, -5.0}));
  const BodyId id = world.add(hero(Box<2>{{0.5, 0.5}}, {0.0, 0.0}));
  const Vec<2> corner = world.move(id, {9.0, -9.5}).position;
  EXPECT_NEAR(corner[0], 4.0, 1e-14);
  EXPECT_NEAR(corner[1], -4.0, 1e-14);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(world.move(id, {1.0, -1.0}).position, corner);
    EXPECT_EQ(world.move(id, {1.0, 0.0}).position, corner);
    EXPECT_EQ(world.move(id, {0.0, -1.0}).position, corner);
  }
  EXPECT_EQ(world.move(id, {-1.0, 0.0}).position[0], corner[0] - 1.0) << "and it can leave";
}

TEST(Moves, SlideAlongACreaseInSpace) {
  World<3> world(open_space<3>());
  world.add(fixed<3>(HalfSpace<3>{{1.0, 0.0, 1.0}, 0.0}));
  world.add(fixed<3>(HalfSpace<3>{{-1.0, 0.0, 1.0}, 0.0}));
  const BodyId id = world.add({.shape = Ball{1.0}, .position = {0.0, 0.0, 5.0}, .kind = BodyKind::Kinematic});
  const MoveResult<3> result = world.move(id, {0.5, 7.0, -20.0});
  EXPECT_NEAR(result.position[0], 0.0, 1e-12);
  EXPECT_NEAR(result.position[2], std::sqrt(2.0), 1e-12);
  EXPECT_GT(result.position[1], 6.0);
}

TEST(Walking, StaysOnTheGroundAndKnowsIt) {
  World<2> world(open_space<2>());
  const BodyId ground = world.add(fixed<2>(Box<2>{{50.0, 0.5}}, {0.0, -0.5}));
  const BodyId id = world.add(hero(Capsule<2>{{0.0, -0.5}, {0.0, 0.5}, 0.5}, {0.0, 3.0}));
  MovePolicy<2> policy;
  policy.up = {0.0, 1.0};
  MoveResult<2> result = world.move(id, {0.0, -1.0}, policy);
  EXPECT_FALSE(result.grounded);
  result = world.move(id, {0.5, -3.0}, policy);
  EXPECT_TRUE(result.grounded);
  EXPECT_EQ(result.ground, ground);
  EXPECT_NEAR(result.ground_normal[1], 1.0, 1e-12);
  EXPECT_NEAR(result.position[1], 1.0, 1e-12);
  for (int frame = 0; frame < 100; ++frame) result = world.move(id, {0.1, -0.2}, policy);
  EXPECT_TRUE(result.grounded);
  EXPECT_NEAR(result.position[0], 10.5, 1e-12);
  EXPECT_NEAR(result.position[1], 1.0, 1e-12);
}

TEST(Walking, ClimbsWhatIsNotTooSteepAndNothingElse) {
  // A slope of 30 and one of 60 degrees.
  for (const double degrees : {30.0, 60.0}) {
    const double tangent = std::tan(degrees * 3.141592653589793 / 180.0);
    World<2> world(open_space<2>());
    world.add(fixed<2>(Box<2>{{50.0, 0.5}}, {0.0, -0.5}));
    world.add(fixed<2>(Hull<2>{{{0.0, 0.0}, {10.0, 0.0}, {10.0, 10.0 * tangent}}}, {5.0, 0.0}));
    const BodyId id = world.add(hero(Box<2>{{0.4, 0.8}}, {0.0, 0.8}));
    MovePolicy<2> policy;
    policy.up = {0.0, 1.0};
    MoveResult<2> result;
    for (int frame = 0; frame < 100; ++frame) result = world.move(id, {0.1, -0.05}, policy);
    EXPECT_TRUE(result.grounded);
    if (degrees < 45.0) {
      EXPECT_GT(result.position[1], 2.0);
      const Vec<2> standing = result.position;
      for (int frame = 0; frame < 10; ++frame) result = world.move(id, {0.0, -0.05}, policy);
      EXPECT_LT(length(result.position - standing), 1e-10) << "who stands does not slide down";
    } else {
      EXPECT_NEAR(result.position[0], 4.6, 1e-12);
      EXPECT_NEAR(result.position[1], 0.8, 1e-12);
    }
  }
}

TEST(Walking, TakesStepsUpAndDown) {
  World<2> world(open_space<2>());
  for (int i = 0; i < 40; ++i) {
    const double height = 0.25 * std::min(i, 39 - i);  // stairs up, and down again
    world.add(fixed<2>(Box<2>{{0.5, 5.0}}, {1.0 * i, height - 5.0}));
  }
  const BodyId id = world.add(hero(Box<2>{{0.3, 0.9}}, {0.0, 0.9}));
  MovePolicy<2> policy;
  policy.up = {0.0, 1.0};
  policy.step_height = 0.3;
  policy.snap_distance = 0.3;
  double highest = 0.0;
  MoveResult<2> result;
  for (int frame = 0; frame < 380; ++frame) {
    result = world.move(id, {0.1, -0.02}, policy);
    EXPECT_TRUE(result.grounded) << frame;
    highest = std::max(highest, result.position[1]);
  }
  EXPECT_NEAR(highest, 0.25 * 19 + 0.9, 1e-9);
  EXPECT_NEAR(result.position[0], 38.0, 1e-6);
  EXPECT_LT(depth_of(world, id), 1e-12);
  // A step that is too high is a wall.
  world.add(fixed<2>(Box<2>{{0.5, 5.0}}, {41.0, 0.4 - 5.0}));
  for (int frame = 0; frame < 50; ++frame) result = world.move(id, {0.1, -0.02}, policy);
  EXPECT_NEAR(result.position[0], 40.5 - 0.3, 1e-12);
}

TEST(Walking, IsCarriedByWhatMoves) {
  World<2> world(open_space<2>());
  Body<2> lift = fixed<2>(Box<2>{{2.0, 0.5}}, {0.0, -0.5});
  lift.kind = BodyKind::Kinematic;
  lift.velocity = {1.0, 2.0};
  const BodyId platform = world.add(lift);
  const BodyId id = world.add(hero(Box<2>{{0.3, 0.9}}, {0.0, 0.9}));
  MovePolicy<2> policy;
  policy.up = {0.0, 1.0};
  EXPECT_TRUE(world.move(id, {0.0, -0.1}, policy).grounded);
  for (int frame = 1; frame <= 60; ++frame) {
    world.advance(1.0 / 60.0);
    const MoveResult<2> result = world.move(id, {0.0, -0.01}, policy);
    ASSERT_TRUE(result.grounded) << frame;
    EXPECT_EQ(result.ground, platform);
    EXPECT_NEAR(result.carried[0], 1.0 / 60.0, 1e-12);
  }
  EXPECT_NEAR(world.state(id).position[0], 1.0, 1e-9);
  EXPECT_NEAR(world.state(id).position[1], 2.9, 1e-9);
  world.set_velocity(platform, {0.0, -3.0});
  for (int frame = 1; frame <= 60; ++frame) {
    world.advance(1.0 / 60.0);
    ASSERT_TRUE(world.move(id, {0.0, -0.01}, policy).grounded) << frame;
  }
  EXPECT_NEAR(world.state(id).position[1], -0.1, 1e-9);
}

TEST(Walking, GivesWayOrIsCrushed) {
  World<2> world(open_space<2>());
  Body<2> wall = fixed<2>(Box<2>{{0.5, 2.0}}, {-3.0, 1.0});
  wall.kind = BodyKind::Kinematic;
  wall.velocity = {1.0, 0.0};
  const BodyId pusher = world.add(wall);
  world.add(fixed<2>(Box<2>{{0.5, 2.0}}, {3.0, 1.0}));
  const BodyId id = world.add(hero(Box<2>{{0.5, 0.5}}, {0.0, 0.5}));
  MoveResult<2> result;
  int frames = 0;
  while (!result.crushed && frames++ < 100) {
    world.advance(0.1);
    result = world.move(id, {});
    if (!result.crushed) {
      EXPECT_GE(result.position[0], world.state(pusher).position[0] + 1.0 - 1e-12);
    }
  }
  EXPECT_EQ(frames, 41) << "after 4 there is no room";
  ASSERT_EQ(result.crushed_by.size(), 1U);
  EXPECT_EQ(result.crushed_by[0], pusher);
  EXPECT_LE(result.position[0], 2.0 + 1e-12) << "it is not squeezed through";
}

TEST(Walking, JumpsOntoAPlatformFromBelow) {
  World<2> world(open_space<2>());
  world.add(fixed<2>(Box<2>{{50.0, 0.5}}, {0.0, -0.5}));
  Body<2> ledge = fixed<2>(Box<2>{{2.0, 0.1}}, {0.0, 2.0});
  ledge.one_way = {0.0, 1.0};
  const BodyId platform = world.add(ledge);
  const BodyId id = world.add(hero(Box<2>{{0.3, 0.5}}, {0.0, 0.5}));
  MovePolicy<2> policy;
  policy.up = {0.0, 1.0};
  EXPECT_NEAR(world.move(id, {0.0, 3.0}, policy).position[1], 3.5, 1e-14);
  const MoveResult<2> result = world.move(id, {0.0, -2.0}, policy);
  EXPECT_TRUE(result.grounded);
  EXPECT_EQ(result.ground, platform);
  EXPECT_NEAR(result.position[1], 2.6, 1e-12);
  EXPECT_NEAR(world.move(id, {0.0, 1.0}, policy).position[1], 3.6, 1e-12);
}

/// Floors, walls and ceilings of tiles at any angle: a box that slides over them keeps its speed.
TEST(Moves, NeverSnagOnTheJointsOfFlushTiles) {
  const int floors = long_form() ? 100000 : 2000;
  Random random(20);
  double worst = 0.0;
  for (int i = 0; i < floors; ++i) {
    World<2> world(open_space<2>());
    const double widths[] = {0.1, 1.0 / 3.0, 1.0, 0.7, random.uniform(0.1, 3.0)};
    const double width = widths[random.below(5)];
    const double offset = std::floor(std::pow(10.0, random.uniform(0.0, 6.0)));  // in widths
    const bool level = random.below(3) == 0;
    const double angle = level ? 1.5707963267948966 * static_cast<double>(random.below(4))
                               : random.uniform(0.0, 6.283185307179586);
    Vec<2> along{std::cos(angle), std::sin(angle)};
    if (level) along = {std::round(along[0]), std::round(along[1])};
    const Vec<2> out{-along[1], along[0]};
    const Vec<2> origin = (offset * width) * along + random.uniform(-5.0, 5.0) * out;
    constexpr int kTiles = 24;
    for (int tile = 0; tile < kTiles; ++tile) {
      const Vec<2> middle = origin + ((tile + 0.5) * width) * along - (0.5 * width) * out;
      if (level) {
        world.add(fixed<2>(Box<2>{{0.5 * width, 0.5 * width}}, middle));
      } else {
        world.add(fixed<2>(OrientedBox<2>{{0.5 * width, 0.5 * width}, {along, out}}, middle));
      }
    }
    const double half = width * random.uniform(0.1, 1.6);
    const Vec<2> start = origin + (6.0 * width) * along + (half + 1.0 * width) * out;
    Shape<2> shape = Box<2>{{half, half}};
    if (!level) shape = OrientedBox<2>{{half, half}, {along, out}};
    const BodyId id = world.add(hero(shape, start));
    world.move(id, -2.0 * width * out);  // down onto the tiles
    const double away = dot(out, world.state(id).position - origin) - half;
    const double size = (offset + kTiles) * width + 10.0;
    ASSERT_LT(std::fabs(away), 1e-13 * size) << i;
    // In steps of any length, pressed onto the tiles or not, to and fro.
    const double speed = width * std::pow(10.0, random.uniform(-9.0, 6.0));
    const double pressed = random.below(2) == 0 ? 0.0 : speed * random.uniform(0.0, 2.0);
    for (const double way : {1.0, -1.0}) {
      const Vec<2> before = world.state(id).position;
      const double room = (way > 0.0 ? 1.0 : -1.0) * 11.0 * width;
      double done = 0.0;
      int steps = 0;
      while (std::fabs(done) < std::fabs(room) && steps++ < 60) {
        const double step = std::min(speed, std::fabs(room) - std::fabs(done)) * way;
        world.move(id, step * along - pressed * out);
        done += step;
      }
      const double gone = dot(along, world.state(id).position - before);
      worst = std::max(worst, std::fabs(gone - done) / size);
      ASSERT_LT(std::fabs(gone - done), 1e-12 * size + 1e-15 * pressed)
          << "floor " << i << ", width " << width << ", angle " << angle << ", speed " << speed << ", way "
          << way;
      const double height = dot(out, world.state(id).position - origin) - half;
      ASSERT_GT(height, -1e-13 * size) << "floor " << i;
      ASSERT_LT(height, 1e-13 * size) << "floor " << i;
    }
  }
  EXPECT_GT(worst, 0.0) << "it is measured";
}

/// Characters that are moved by up to a million of their sizes in closed rooms stay in them.
TEST(Moves, NeverTunnel) {
  const int moves = long_form() ? 1000000 : 20000;
  Random random(30);
  const std::vector<Vec<2>> corners = {{0.0, 0.0}, {7.0, 1.0}, {9.0, 6.0}, {4.0, 9.0}, {-1.0, 5.0}};
  const std::vector<Shape<2>> shapes = {Point{},
                                        Ball{1e-3},
                                        Box<2>{{1e-3, 2e-3}},
                                        Segment<2>{{-1e-3, 0.0}, {1e-3, 1e-3}},
                                        Capsule<2>{{-0.2, 0.0}, {0.1, 0.1}, 0.1},
                                        Polygon({{-0.2, -0.1}, {0.2, 0.0}, {-0.2, 0.1}, {0.0, 0.0}})};
  for (const bool thick : {false, true}) {
    World<2> world(open_space<2>());
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec<2>& from = corners[i];
      const Vec<2>& to = corners[(i + 1) % corners.size()];
      const Vec<2> along = to - from;
      const Vec<2> out = (0.3 / length(along)) * Vec<2>{along[1], -along[0]};
      if (thick) {
        world.add(fixed<2>(Hull<2>{{from, to, to + out, from + out}}));
      } else {
        world.add(fixed<2>(Segment<2>{from, to}));
      }
    }
    world.add(fixed<2>(Box<2>{{0.0, 1.0}}, {4.0, 4.0}));  // a wall without any width
    std::vector<BodyId> heroes;
    for (std::size_t i = 0; i < shapes.size(); ++i)
      heroes.push_back(
          world.add(hero(shapes[i], {1.2 + 0.8 * static_cast<double>(i), i % 2 == 0 ? 2.6 : 5.6})));
    for (int i = 0; i < moves / 2; ++i) {
      const BodyId id = heroes[static_cast<std::size_t>(i) % heroes.size()];
      const Vec<2> at = world.state(id).position;
      Vec<2> way{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
      if (random.below(4) == 0) way = corners[random.below(corners.size())] - at;  // at a corner, exactly
      if (random.below(8) == 0) way = {0.0, way[1]};
      const double size = std::pow(10.0, random.uniform(-3.0, 6.0));
      MovePolicy<2> policy;
      policy.among.exclude.assign(heroes.begin(), heroes.end());
      policy.response = static_cast<MoveResponse>(random.below(3));
      world.move(id, size * way, policy);
      const Body<2> now = world.body(id);
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec<2> along = corners[(k + 1) % corners.size()] - corners[k];
        const HalfSpace<2> outside{{-along[1], along[0]}, 0.0};
        ASSERT_GT(distance<2>({now.shape, now.position}, {outside, corners[k]}).distance, -5e-12)
            << "move " << i << " of hero " << id.value << " past wall " << k
            << (thick ? ", thick" : ", thin");
      }
    }
  }
}

}  // namespace
}  // namespace firsthit
