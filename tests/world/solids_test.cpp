#include "world/worlds.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

// Bodies of any shape, in worlds.

namespace firsthit {
namespace {

Body<2> box_body(const Vec<2>& half, const Vec<2>& position, const Vec<2>& velocity = {}, double mass = 1.0) {
  return {.shape = Box<2>{half}, .position = position, .velocity = velocity, .mass = mass};
}

TEST(Solids, ABoxBouncesOffABoxAsTheoryHasIt) {
  World<2> world(open_space<2>());
  world.add(box_body({1.0, 1.0}, {0.0, 0.0}, {1.0, 0.5}));
  world.add(box_body({0.5, 2.0}, {4.0, 1.0}, {-1.0, 0.0}, 3.0));
  Watcher<2> seen;
  world.observe(seen);
  world.run_until(2.0);
  ASSERT_EQ(seen.impacts.size(), 1U);
  const Impact<2>& impact = seen.impacts[0];
  EXPECT_DOUBLE_EQ(impact.time, 1.25);
  EXPECT_EQ(impact.normal, (Vec2{1.0, 0.0}));
  // Side by side from y = -0.375 to 1.625 of the one and -1 to 3 of the other.
  EXPECT_DOUBLE_EQ(impact.point[0], 2.25);
  EXPECT_DOUBLE_EQ(impact.point[1], 0.625);
  EXPECT_DOUBLE_EQ(impact.a.velocity_after[0], -2.0);
  EXPECT_DOUBLE_EQ(impact.a.velocity_after[1], 0.5);
  EXPECT_DOUBLE_EQ(impact.b.velocity_after[0], 0.0);
  EXPECT_DOUBLE_EQ(impact.impulse, 3.0);
}

TEST(Solids, APolygonMeetsTheWallsOfTheBoxWithItsCorners) {
  World<2> world(box<2>(Side::Wall, 10.0));
  world.add({.shape = Polygon({{-1.0, -0.5}, {2.0, 0.0}, {-1.0, 0.75}}),
             .position = {5.0, 5.0},
             .velocity = {1.0, 2.0}});
  Watcher<2> seen;
  world.observe(seen);
  world.run_until(4.0);
  ASSERT_EQ(seen.impacts.size(), 2U);
  EXPECT_DOUBLE_EQ(seen.impacts[0].time, 4.25 / 2.0);
  EXPECT_EQ(seen.impacts[0].b.id, World<2>::side(1, true));
  EXPECT_DOUBLE_EQ(seen.impacts[0].point[1], 10.0);
  EXPECT_DOUBLE_EQ(seen.impacts[1].time, 3.0);
  EXPECT_EQ(seen.impacts[1].b.id, World<2>::side(0, true));
  EXPECT_DOUBLE_EQ(seen.impacts[1].point[0], 10.0);
}

TEST(Solids, ABoxSlidesOverFlushTilesWithoutNoticing) {
  // Tiles of a width that is no sum of powers of two: most joints are flush to rounding only.
  WorldOptions<2> options = open_space<2>();
  options.restitution = 0.0;
  World<2> world(options);
  for (int i = 0; i < 1000; ++i)
    world.add({.shape = Box<2>{{0.05, 0.05}}, .position = {0.1 * i, -0.05}, .kind = BodyKind::Fixed});
  const BodyId slider = world.add(box_body({0.3, 0.2}, {0.0, 1.0}, {1.0, -1.0}));
  Watcher<2> seen;
  world.observe(seen);
  world.run_until(90.0);
  EXPECT_NEAR(world.state(slider).position[1], 0.2, 1e-12);
  EXPECT_EQ(world.state(slider).velocity, (Vec2{1.0, 0.0}));
  EXPECT_LE(seen.impacts.size(), 10U) << "with the tiles that it came down on";
}

TEST(Solids, KeepTheirEnergyAndNeverOverlap) {
  for (const Side side : {Side::Wall, Side::Periodic}) {
    World<2> world(box<2>(side, 20.0));
    Random random(7);
    for (int i = 0; i < 64; ++i) {
      Body<2> body;
      const double size = random.uniform(0.3, 0.5);
      if (i % 4 == 0) body.shape = Box<2>{{size, 0.5 * size}};
      if (i % 4 == 1) body.shape = Capsule<2>{{-size, 0.0}, {0.3 * size, 0.4 * size}, 0.3 * size};
      if (i % 4 == 2) body.shape = Polygon({{-size, -size}, {0.1 * size, 0.0}, {-size, size}, {size, 0.0}});
      if (i % 4 == 3) body.shape = Ball{size};
      body.position = {2.5 * (i % 8) + 1.2, 2.5 * (i / 8) + 1.2};
      body.velocity = {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
      body.mass = random.uniform(0.5, 2.0);
      world.add(body);
    }
    const double energy = kinetic_energy(world);
    RunLimits limits;
    limits.collisions = 5000;
    world.run_until(1e6, limits);
    EXPECT_EQ(world.collisions(), 5000U);
    EXPECT_NEAR(kinetic_energy(world) / energy, 1.0, 1e-13);
    EXPECT_LT(deepest_overlap(world), 1e-13);
  }
}

TEST(Solids, NothingLeavesARoomOfThinWallsHoweverFast) {
  // Points, thin sticks and boxes, up to a million of their sizes within the run, in a room of segments that
  // meet in corners and of one box without any width.
  World<2> world(open_space<2>());
  const std::vector<Vec<2>> corners = {{0.0, 0.0}, {7.0, 1.0}, {9.0, 6.0}, {4.0, 9.0}, {-1.0, 5.0}};
  for (std::size_t i = 0; i < corners.size(); ++i)
    world.add({.shape = Segment<2>{corners[i], corners[(i + 1) % corners.size()]}, .kind = BodyKind::Fixed});
  world.add({.shape = Box<2>{{0.0, 1.0}}, .position = {4.0, 4.0}, .kind = BodyKind::Fixed});
  Random random(11);
  std::vector<BodyId> moving;
  for (int i = 0; i < 12; ++i) {
    Body<2> body;
    if (i % 3 == 0) body.shape = Point{};
    if (i % 3 == 1) body.shape = Segment<2>{{-0.01, 0.0}, {0.02, 0.01}};
    if (i % 3 == 2) body.shape = Box<2>{{0.01, 0.02}};
    body.position = {1.5 + 0.4 * i, i % 2 == 0 ? 2.6 : 5.4};
    body.velocity = {random.uniform(-1e3, 1e3), random.uniform(-1e3, 1e3)};
    body.filter = {.category = 2, .mask = 1};  // they do not meet each other
    moving.push_back(world.add(body));
  }
  // Some are aimed at corners, exactly.
  for (std::size_t i = 0; i < corners.size(); ++i)
    world.set_velocity(moving[3 * (i % 4)], 1e3 * (corners[i] - world.body(moving[3 * (i % 4)]).position));
  world.run_until(10.0);
  EXPECT_GT(world.collisions(), 10000U);
  for (const BodyId id : moving) {
    const Vec<2> at = world.state(id).position;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec<2> along = corners[(i + 1) % corners.size()] - corners[i];
      EXPECT_GT(cross(along, at - corners[i]), -1e-11 * length(along)) << id.value << " at wall " << i;
    }
  }
}

TEST(Solids, OfOneShapeAreTheSameWhetherItsRadiusIsABallsOrAHulls) {
  // A hull of one vertex is a ball, told by other kernels.
  World<2> balls(box<2>(Side::Wall, 10.0));
  World<2> hulls(box<2>(Side::Wall, 10.0));
  for (int i = 0; i < 4; ++i) {
    const Vec<2> position{2.0 + 2.0 * i, 3.0 + 0.3 * i};
    const Vec<2> velocity{i % 2 == 0 ? 1.0 : -1.0, 0.2 * i};
    balls.add({.shape = Ball{0.5}, .position = position, .velocity = velocity});
    hulls.add({.shape = Hull<2>{{{0.0, 0.0}}, 0.5}, .position = position, .velocity = velocity});
  }
  balls.run_until(12.0);
  hulls.run_until(12.0);
  ASSERT_GT(balls.collisions(), 8U);
  EXPECT_EQ(balls.collisions(), hulls.collisions());
  for (std::uint32_t id = 0; id < 4; ++id)
    EXPECT_LT(length(balls.state({id}).position - hulls.state({id}).position), 1e-9);
}

}  // namespace
}  // namespace firsthit
