#include "core/vec_math.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

// A response of the user's set a speed of 2^190. No clock follows that: the world ended as collapsed, and the
// next run went round for ever, as the ball crossed its box more often than time could tell. It is refused
// where it is wanted, and the world stands before that impact.

namespace firsthit {
namespace {

template <int D>
World<D> two_in_a_box() {
  World<D> world(box<D>(Side::Wall, 16.0));
  Vec<D> place{};
  for (double& c : place.c) c = 8.0;
  Vec<D> velocity{};
  velocity[0] = 1.0;
  place[0] = 4.0;
  world.add(ball<D>(place, velocity));
  place[0] = 12.0;
  world.add(ball<D>(place, Vec<D>{}));
  return world;
}

template <int D>
void expect_refused(double speed, const std::string& what) {
  World<D> world = two_in_a_box<D>();
  world.set_response({}, {}, [speed](const Contact<D>& contact) {
    return Reaction<D>{contact.velocity_a, speed * contact.normal};
  });
  world.run_until(1.0);
  const std::uint64_t hash = world.state_hash();
  const std::uint64_t events = world.events();
  const double time = world.time();
  for (int twice = 0; twice < 2; ++twice) {
    try {
      world.run_until(20.0);
      ADD_FAILURE() << "a speed of " << speed << " was taken";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
    EXPECT_EQ(world.state_hash(), hash);
    EXPECT_EQ(world.collisions(), 0U);
  }
  EXPECT_GE(world.time(), time);
  EXPECT_LT(world.time(), 6.0);  // where they meet
  EXPECT_GE(world.events(), events);

  world.set_response({}, {}, Response::Bounce);
  World<D> other = two_in_a_box<D>();
  ASSERT_EQ(world.run_until(20.0).outcome, RunOutcome::ReachedTime);
  other.run_until(20.0);
  EXPECT_EQ(world.state_hash(), other.state_hash());
  EXPECT_EQ(world.collisions(), other.collisions());
}

TEST(TooFastReaction, IsRefusedAndTheImpactIsStillToCome) {
  const std::string clock =
      "World: response: expected a velocity of body 1 that the clock can follow, at most";
  expect_refused<2>(0x1p190, clock);
  expect_refused<3>(0x1p190, clock);
  expect_refused<2>(std::numeric_limits<double>::max(), clock);
  expect_refused<2>(std::numeric_limits<double>::infinity(), "World: response: expected finite velocities");
  expect_refused<3>(std::nan(""), "World: response: expected finite velocities");
}

TEST(TooFastReaction, IsOneWhoseBodyCrossesItsRadiusInLessThanTheClockTells) {
  World<2> world = two_in_a_box<2>();
  double speed = 0x1p16;
  world.set_response({}, {}, [&speed](const Contact<2>& contact) {
    return Reaction<2>{contact.velocity_a, speed * contact.normal};
  });
  RunLimits limits;
  limits.collisions = 20;
  EXPECT_EQ(world.run_until(20.0, limits).outcome, RunOutcome::ReachedCollisions);
}

}  // namespace
}  // namespace firsthit
