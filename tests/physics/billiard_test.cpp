#include "core/vec_math.hpp"
#include "physics/statistics.hpp"
#include "support/long_form.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

// The mean time between bounces of a billiard is pi A / (L v) in the plane and 4 V / (S v) in space: A, L
// (V, S) are what the ball's centre can reach and its border. Source: Santalo's formula, in Chernov 1997,
// doi:10.1007/BF02508462. It holds for the mean over all courses, and for single ones if the billiard is
// ergodic, as Sinai's is: a disc in a box, doi:10.1070/RM1970v025n02ABEH003794.

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 46;
constexpr double kSide = 1.0;     // [L] of the box
constexpr double kRadius = 0.05;  // [L] of the flying ball
constexpr double kSpeed = 1.5;    // [L/T]

template <int D>
Vec<D> everywhere(double x) {
  Vec<D> v;
  for (double& c : v.c) c = x;
  return v;
}

template <int D>
Vec<D> random_velocity(Random& random) {
  Vec<D> velocity;
  for (double& c : velocity.c) c = random.normal();
  return (kSpeed / length(velocity)) * velocity;
}

/// The mean time [T] between so many bounces that come next.
template <int D>
double time_between_bounces(World<D>& world, std::uint64_t bounces) {
  RunLimits limits;
  limits.collisions = world.collisions() + 1;
  world.run_until(1e12, limits);
  const double before = world.time();
  limits.collisions += bounces;
  EXPECT_EQ(world.run_until(1e12, limits).outcome, RunOutcome::ReachedCollisions);
  return (world.time() - before) / static_cast<double>(bounces);
}

/// Ten courses in an ergodic billiard take `theory` between bounces. `make_world` puts the ball in.
template <int D, class MakeWorld>
void expect_time(double theory, const MakeWorld& make_world) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, D);
  std::vector<double> times;
  const std::uint64_t bounces = long_form() ? 4'000'000U : 400'000U;
  for (int course = 0; course < 10; ++course) {
    World<D> world = make_world(random);
    time_between_bounces(world, 1000);
    times.push_back(time_between_bounces(world, bounces));
  }
  const Mean time = mean_of(times);
  note("time between bounces", time.value, theory);
  note("its error", time.error, theory);
  EXPECT_NEAR(time.value / theory, 1.0, 0.005);
  EXPECT_NEAR(time.value, theory, kStandardErrors * time.error);
  for (const double one : times) EXPECT_NEAR(one / theory, 1.0, 0.02) << "every course alike";
}

/// A ball in the corner of a box around a fixed ball.
template <int D>
World<D> sinai(double obstacle, Random& random) {
  World<D> world(box<D>(Side::Wall, kSide));
  Vec<D> start;
  for (double& c : start.c) c = random.uniform(0.1, 0.15);
  world.add(ball<D>(start, random_velocity<D>(random), kRadius));
  world.add(fixed<D>(Ball{obstacle}, everywhere<D>(0.5 * kSide)));
  return world;
}

TEST(SinaisBilliard, BouncesEveryPiAreasPerBorderAndSpeed) {
  constexpr double kObstacle = 0.25;
  const double side = kSide - 2.0 * kRadius;
  const double radius = kObstacle + kRadius;
  const double area = side * side - kPi * radius * radius;
  const double border = 4.0 * side + 2.0 * kPi * radius;
  expect_time<2>(kPi * area / (border * kSpeed), [](Random& random) { return sinai<2>(kObstacle, random); });
}

TEST(SinaisBilliard, InSpaceBouncesEveryFourVolumesPerSurfaceAndSpeed) {
  constexpr double kObstacle = 0.35;
  const double side = kSide - 2.0 * kRadius;
  const double radius = kObstacle + kRadius;
  const double volume = side * side * side - 4.0 / 3.0 * kPi * radius * radius * radius;
  const double surface = 6.0 * side * side + 4.0 * kPi * radius * radius;
  expect_time<3>(4.0 * volume / (surface * kSpeed),
                 [](Random& random) { return sinai<3>(kObstacle, random); });
}

}  // namespace
}  // namespace firsthit
