#include "core/vec_math.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

// Walls of bricks that turn, and rub: put down flush, fallen, and struck.

namespace firsthit {
namespace {

/// Bricks of 1 x 0.5, half ones at the ends of every other row, `gap` [L] above each other.
World<2> wall(double restitution, double gap, int rows = 6, int columns = 6) {
  WorldOptions<2> options;
  options.space.min = {-10.0, 0.0};
  options.space.max = {20.0, 20.0};
  options.gravity = {0.0, -9.81};
  options.restitution = restitution;
  options.friction = 0.5;
  World<2> world(options);
  const auto add = [&](double left, double width, int row) {
    Body<2> brick;
    brick.shape = Box<2>{{0.5 * width, 0.25}};
    brick.mass = width;
    brick.position = {left + 0.5 * width, 0.25 + gap + row * (0.5 + gap)};
    brick.spins = true;
    world.add(brick);
  };
  for (int row = 0; row < rows; ++row) {
    const double end = row % 2 == 0 ? 0.0 : 0.5;
    if (end > 0.0) add(0.0, end, row);
    for (double left = end; left + 1.0 <= columns; left += 1.0) add(left, 1.0, row);
    if (end > 0.0) add(columns - end, end, row);
  }
  return world;
}

bool all_still(const World<2>& world) {
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const BodyState<2> state = world.state({i});
    if (!is_zero(state.velocity) || state.angular_velocity != 0.0) return false;
  }
  return true;
}

/// The contacts' forces bear all weights, by Newton's law for the whole: what the floor gives is what all
/// weigh; and no two bodies are in each other.
void expect_sound(const World<2>& world) {
  double weight = 0.0;
  for (std::uint32_t i = 0; i < world.size(); ++i) weight += 9.81 * world.body({i}).mass;
  Vec<2> from_floor;
  for (const RestingContact<2>& contact : world.contacts())
    if (contact.b == world.side(1, false)) from_floor = from_floor + contact.force;
  EXPECT_NEAR(from_floor[1], weight, 1e-10 * weight);
  EXPECT_NEAR(from_floor[0], 0.0, 1e-10 * weight);
  for (std::uint32_t i = 0; i < world.size(); ++i)
    for (std::uint32_t j = 0; j < i; ++j) {
      const Body<2> a = world.body({i}), b = world.body({j});
      if (length(a.position - b.position) > 2.0) continue;
      EXPECT_GE(
          distance<2>({a.shape, a.position, a.orientation}, {b.shape, b.position, b.orientation}).distance,
          -1e-13)
          << i << " and " << j;
    }
}

TEST(Walls, ThatArePutDownFlushStandFromTheStart) {
  for (const double restitution : {0.0, 0.3, 0.8}) {
    World<2> world = wall(restitution, 0.0);
    const World<2> before = wall(restitution, 0.0);
    world.run_until(0.01);
    EXPECT_TRUE(all_still(world));
    const std::uint64_t events = world.events();
    EXPECT_LE(events, 4U * world.size()) << restitution;
    world.run_until(3600.0);
    EXPECT_EQ(world.events(), events);
    for (std::uint32_t i = 0; i < world.size(); ++i)
      EXPECT_LE(length(world.state({i}).position - before.state({i}).position), 1e-6);
    expect_sound(world);
  }
}

// Of however many bricks: they are asked together.
TEST(Walls, OfHundredsOfBricksStandFromTheStart) {
  for (const auto& [rows, columns] : {std::pair{12, 8}, std::pair{30, 18}}) {
    World<2> world = wall(0.3, 0.0, rows, columns);
    const World<2> before = wall(0.3, 0.0, rows, columns);
    world.run_until(0.05);
    EXPECT_TRUE(all_still(world));
    EXPECT_LE(world.events(), 4U * world.size());
    // Until they are found at rest they fall less than roundings of the height, and nothing else moves them.
    for (std::uint32_t i = 0; i < world.size(); ++i)
      EXPECT_LE(length(world.state({i}).position - before.state({i}).position), 1e-12) << i;
    expect_sound(world);
  }
}

TEST(Walls, ThatFellALittleComeToRest) {
  World<2> world = wall(0.3, 0x1p-10, 10, 8);
  RunLimits limits;
  limits.events = 100'000;
  ASSERT_EQ(world.run_until(2.0, limits).outcome, RunOutcome::ReachedTime);
  EXPECT_TRUE(all_still(world));
  expect_sound(world);
}

TEST(Walls, FallWhereABallGoesThroughAndComeToRestAgain) {
  World<2> world = wall(0.2, 0.0, 4, 5);
  const World<2> before = wall(0.2, 0.0, 4, 5);
  world.run_until(3600.0);
  ASSERT_TRUE(all_still(world));
  Body<2> ball;
  ball.shape = Ball{0.4};
  ball.mass = 4.0;
  ball.position = {-5.0, 1.0};
  ball.velocity = {30.0, 1.5};
  world.add(ball);
  RunLimits limits;
  limits.events = 2'000'000;
  ASSERT_EQ(world.run_until(3660.0, limits).outcome, RunOutcome::ReachedTime);
  int still = 0, moved = 0;
  for (std::uint32_t i = 0; i + 1 < world.size(); ++i) {
    const BodyState<2> state = world.state({i});
    still += is_zero(state.velocity) && state.angular_velocity == 0.0 ? 1 : 0;
    moved += length(state.position - before.state({i}).position) > 0.25 ? 1 : 0;
  }
  EXPECT_EQ(still, static_cast<int>(world.size()) - 1) << "all bricks";
  EXPECT_GT(moved, 3) << "some are elsewhere";
}

}  // namespace
}  // namespace firsthit
