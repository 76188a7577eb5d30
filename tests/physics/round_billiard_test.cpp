#include "support/long_form.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

// Billiards whose walls are round: circle, sphere and stadium. The mean time between bounces is pi A / (L v)
// in the plane and 4 V / (S v) in space, over all courses; in a circle each course has its own, the
// length of its chord. Source: Santalo's formula, in Chernov 1997, doi:10.1007/BF02508462. A stadium is
// ergodic, so there one course tells: Bunimovich 1979, doi:10.1007/BF01197884.

namespace firsthit {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// The mean time from bounce to bounce [T], over so many bounces after the first.
template <int D>
double time_between_bounces(World<D>& world, std::uint64_t bounces) {
  const double never = std::numeric_limits<double>::infinity();
  RunLimits limits;
  limits.collisions = 1;
  world.run_until(never, limits);
  const double before = world.time();
  limits.collisions += bounces;
  EXPECT_EQ(world.run_until(never, limits).outcome, RunOutcome::ReachedCollisions);
  return (world.time() - before) / static_cast<double>(bounces);
}

/// A ball that starts at a wall of a round container, inwards and at this angle to the normal.
template <int D>
World<D> course_in_container(double radius, double room, double sine, double speed) {
  World<D> world(open_space<D>());
  world.add(fixed<D>(Container{room + radius}));
  Vec<D> start;
  Vec<D> velocity;
  start[0] = -room;
  velocity[0] = speed * std::sqrt(1.0 - sine * sine);
  velocity[1] = speed * sine;
  world.add(ball<D>(start, velocity, radius));
  return world;
}

TEST(CircularBilliard, EveryCourseHasItsChordForEver) {
  for (const double radius : {0.0, 0.25}) {
    for (const double sine : {0.0, 0.01, 0.3, 0.5, 0.8, 0.99, 0.9999}) {
      World<2> world = course_in_container<2>(radius, 1.5, sine, 2.0);
      const double chord = 3.0 * std::sqrt(1.0 - sine * sine);
      const double time = time_between_bounces(world, long_form() ? 1'000'000 : 20'000);
      EXPECT_NEAR(time, chord / 2.0, 1e-11) << "sine " << sine;
    }
  }
}

TEST(CircularBilliard, BouncesEveryPiAreasPerBorderAndSpeedOverAllCourses) {
  // Of the bounces of all courses the sines are even (in space, their squares).
  constexpr int kCourses = 200;
  double in_plane = 0.0;
  double in_space = 0.0;
  for (int i = 0; i < kCourses; ++i) {
    const double part = (i + 0.5) / kCourses;
    World<2> plane = course_in_container<2>(0.25, 1.5, part, 2.0);
    World<3> space = course_in_container<3>(0.25, 1.5, std::sqrt(part), 2.0);
    in_plane += time_between_bounces(plane, 200) / kCourses;
    in_space += time_between_bounces(space, 200) / kCourses;
  }
  EXPECT_NEAR(in_plane / (kPi * 1.5 / (2.0 * 2.0)), 1.0, 1e-3);  // pi (pi R^2) / (2 pi R v)
  EXPECT_NEAR(in_space / (4.0 * 1.5 / (3.0 * 2.0)), 1.0, 1e-3);  // 4 (4/3 pi R^3) / (4 pi R^2 v)
}

/// Half circles of radius 1 + radius around (-1, 0) and (1, 0), and walls between them.
World<2> stadium(double radius, const Vec<2>& start, const Vec<2>& velocity) {
  const double wide = 1.0 + radius;
  World<2> world(open_space<2>());
  world.add(ball<2>(start, velocity, radius));
  world.add(fixed<2>(Arc{wide, {0.0, -1.0}, {0.0, 1.0}}, {1.0, 0.0}));
  world.add(fixed<2>(Arc{wide, {0.0, 1.0}, {0.0, -1.0}}, {-1.0, 0.0}));
  world.add(fixed<2>(Segment<2>{{-1.0, -wide}, {1.0, -wide}}));
  world.add(fixed<2>(Segment<2>{{-1.0, wide}, {1.0, wide}}));
  return world;
}

TEST(Stadium, BouncesEveryPiAreasPerBorderAndSpeed) {
  const double theory = kPi * (4.0 + kPi) / ((4.0 + 2.0 * kPi) * 2.0);
  for (const double radius : {0.0, 0.2}) {
    World<2> world = stadium(radius, {0.1, 0.2}, {1.2, 1.6});
    const double time = time_between_bounces(world, long_form() ? 10'000'000 : 300'000);
    EXPECT_NEAR(time / theory, 1.0, 0.005) << "radius " << radius;
  }
}

TEST(Stadium, RunsBackToItsStart) {
  // Errors grow about e-fold with every bounce or two, from 1e-16: after 10 bounces there and 10 back
  // they are far below 1e-6.
  for (const double radius : {0.0, 0.2}) {
    const Vec<2> start{0.1, 0.2};
    World<2> world = stadium(radius, start, {1.2, 1.6});
    world.run_until(11.0);
    EXPECT_GE(world.collisions(), 8U);
    const Vec<2> v = world.state({0}).velocity;
    world.set_velocity({0}, {-v[0], -v[1]});
    world.run_until(22.0);
    EXPECT_NEAR(world.state({0}).position[0], start[0], 1e-6);
    EXPECT_NEAR(world.state({0}).position[1], start[1], 1e-6);
  }
}

TEST(CircularBilliard, RunsBackToItsStartFromFarAhead) {
  // Nothing is chaotic in a circle: errors grow no faster than the square of the number of bounces.
  World<2> world = course_in_container<2>(0.25, 1.5, 0.3, 2.0);
  world.run_until(1000.0);
  EXPECT_GT(world.collisions(), 600U);
  const Vec<2> v = world.state({1}).velocity;
  world.set_velocity({1}, {-v[0], -v[1]});
  world.run_until(2000.0);
  EXPECT_NEAR(world.state({1}).position[0], -1.5, 1e-9);
  EXPECT_NEAR(world.state({1}).position[1], 0.0, 1e-9);
}

}  // namespace
}  // namespace firsthit
