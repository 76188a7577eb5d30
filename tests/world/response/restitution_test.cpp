#include "world/worlds.hpp"

#include <gtest/gtest.h>

namespace firsthit {
namespace {

constexpr Material kSteel{1};
constexpr Material kCork{2};
constexpr Material kCushion{3};

/// A world with a restitution for some pairs, 0.5 for all others.
World<2> some_world(Material sides) {
  auto options = box<2>(Side::Wall, 20.0);
  options.restitution = 0.5;
  options.side_material = sides;
  World<2> world(options);
  world.set_restitution(kSteel, kSteel, 1.0);
  world.set_restitution(kSteel, kCork, 0.25);
  world.set_restitution(kCushion, kCork, 0.75);
  return world;
}

/// How fast two equal balls part that met at a speed of 1.
double parting_speed(Material a, Material b) {
  World<2> world = some_world({});
  Body<2> left = ball<2>({5.0, 10.0}, {0.5, 0.0});
  Body<2> right = ball<2>({15.0, 10.0}, {-0.5, 0.0});
  left.material = a;
  right.material = b;
  world.add(left);
  world.add(right);
  world.run_until(9.0);
  return world.state({1}).velocity[0] - world.state({0}).velocity[0];
}

/// How fast a ball comes back that hit a side, or what stands in the way, at a speed of 1.
double speed_back(Material flying, Material side, bool obstacle) {
  World<2> world = some_world(side);
  Body<2> body = ball<2>({10.0, 10.0}, {1.0, 0.0});
  body.material = flying;
  world.add(body);
  if (obstacle) {
    Body<2> shelf = fixed<2>(Segment<2>{{0.0, -2.0}, {0.0, 2.0}}, {15.0, 10.0});
    shelf.material = side;
    world.add(shelf);
  }
  world.run_until(11.0);
  return -world.state({0}).velocity[0];
}

TEST(Restitution, GoesByThePairOfMaterialsInEitherOrder) {
  EXPECT_EQ(parting_speed(kSteel, kSteel), 1.0);
  EXPECT_EQ(parting_speed(kSteel, kCork), 0.25);
  EXPECT_EQ(parting_speed(kCork, kSteel), 0.25);
}

TEST(Restitution, OfOtherPairsIsTheDefault) {
  EXPECT_EQ(parting_speed(kCork, kCork), 0.5);
  EXPECT_EQ(parting_speed({}, kSteel), 0.5);
}

TEST(Restitution, IsOneOfSeveralPropertiesOfAPair) {
  for (const bool response_first : {false, true}) {
    World<2> world = some_world({});
    if (!response_first) world.set_restitution(kCork, kCork, 0.25);
    world.set_response(kCork, kCork, Response::Slide);
    world.set_response(kCork, kCork, Response::Bounce);
    world.set_response(kSteel, kCork, Response::Bounce);  // and keeps its own
    world.set_response(kSteel, {}, Response::Bounce);     // and keeps the default
    if (response_first) world.set_restitution(kCork, kCork, 0.25);
    const auto collide = [&](double y, Material a, Material b) {
      Body<2> left = ball<2>({5.0, y}, {0.5, 0.0});
      Body<2> right = ball<2>({15.0, y}, {-0.5, 0.0});
      left.material = a;
      right.material = b;
      world.add(left);
      world.add(right);
    };
    collide(3.0, kCork, kCork);
    collide(10.0, kCork, kSteel);
    collide(17.0, kSteel, {});
    world.run_until(9.0);
    const auto parting = [&](std::uint32_t id) {
      return world.state({id + 1}).velocity[0] - world.state({id}).velocity[0];
    };
    EXPECT_EQ(parting(0), 0.25);
    EXPECT_EQ(parting(2), 0.25);
    EXPECT_EQ(parting(4), 0.5);
  }
}

TEST(Restitution, OfSidesAndObstaclesGoesByTheirMaterial) {
  for (const bool obstacle : {false, true}) {
    EXPECT_EQ(speed_back(kCork, kCushion, obstacle), 0.75);
    EXPECT_EQ(speed_back(kSteel, kCork, obstacle), 0.25);
    EXPECT_EQ(speed_back(kSteel, kSteel, obstacle), 1.0);
    EXPECT_EQ(speed_back(kSteel, kCushion, obstacle), 0.5);
  }
}

TEST(Restitution, OfZeroLeavesNoSpeedAlongTheNormal) {
  auto options = box<2>(Side::Wall, 20.0);
  options.restitution = 0.0;
  World<2> world(options);
  world.add(ball<2>({10.0, 10.0}, {2.0, 1.0}));
  EXPECT_EQ(world.run_until(8.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.state({0}).velocity, (Vec2{0.0, 1.0}));
  EXPECT_EQ(world.state({0}).position, (Vec2{19.0, 18.0}));
}

}  // namespace
}  // namespace firsthit
