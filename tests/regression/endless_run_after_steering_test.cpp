#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <limits>

// A run may pause at the expiry of a list, later than the last impact. A body steered there starts its
// course at that time. A run without end then had nothing left to happen and went back to the last
// impact: before the body's own clock, with the body flown backwards.

namespace firsthit {
namespace {

TEST(EndlessRunAfterSteering, DoesNotGoBackBeforeTheChangeOfCourse) {
  World<2> world(open_space<2>());
  const BodyId id = world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  world.add(ball<2>({0.0, 30.0}, {1.0, 0.0}));
  RunLimits limits;
  limits.events = 1;
  ASSERT_EQ(world.run_until(1e9, limits).outcome, RunOutcome::Paused);
  const double time = world.time();
  ASSERT_GT(time, 0.0);
  const Vec2 position = world.state(id).position;
  world.set_velocity(id, {-3.0, 0.0});
  EXPECT_EQ(world.run_until(std::numeric_limits<double>::infinity()).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.time(), time);
  EXPECT_EQ(world.state(id).position, position);
}

}  // namespace
}  // namespace firsthit
