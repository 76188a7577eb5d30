#include "world/motion/path_length.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace firsthit {
namespace {

/// The integral of the speed by Simpson's rule, in long double.
double by_quadrature(const Vec3& velocity, const Vec3& acceleration, double duration) {
  constexpr int kSteps = 20000;
  const auto speed = [&](int step) {
    const long double back =
        static_cast<long double>(duration) * (1.0L - static_cast<long double>(step) / kSteps);
    long double squared = 0.0L;
    for (std::size_t k = 0; k < 3; ++k) {
      const long double v = velocity[k] - back * acceleration[k];
      squared += v * v;
    }
    return std::sqrt(squared);
  };
  long double sum = speed(0) + speed(kSteps);
  for (int step = 1; step < kSteps; ++step) sum += (step % 2 == 1 ? 4.0L : 2.0L) * speed(step);
  return static_cast<double>(sum * static_cast<long double>(duration) / (3.0L * kSteps));
}

TEST(PathLength, IsSpeedTimesTimeWhereNothingPulls) {
  EXPECT_EQ(path_length<2>({3, 4}, {}, 2.0), 10.0);
  EXPECT_EQ(path_length<3>({}, {}, 2.0), 0.0);
}

TEST(PathLength, OfAFallFromRestIsHalfGTimesTimeSquared) {
  EXPECT_DOUBLE_EQ(path_length<2>({0, -6}, {0, -3}, 2.0), 6.0);
  // Up and down again: up for 1 to the height 3 / 2, and back.
  EXPECT_DOUBLE_EQ(path_length<2>({0, -3}, {0, -3}, 2.0), 3.0);
  EXPECT_EQ(path_length<2>({0, -6}, {0, -3}, 0.0), 0.0);
}

TEST(PathLength, OfAParabolaIsTheIntegralOfTheSpeed) {
  constexpr std::uint64_t kSeed = 31;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  int turning = 0;
  for (int i = 0; i < 50; ++i) {
    Vec3 velocity;
    Vec3 acceleration;
    for (std::size_t k = 0; k < 3; ++k) velocity[k] = random.normal();
    for (std::size_t k = 0; k < 3; ++k) acceleration[k] = random.normal();
    const double duration = 3.0 * random.uniform();
    const double at_the_start = dot(velocity - duration * acceleration, acceleration);
    if (at_the_start < 0.0 && dot(velocity, acceleration) > 0.0) ++turning;
    const double expected = by_quadrature(velocity, acceleration, duration);
    EXPECT_NEAR(path_length(velocity, acceleration, duration) / expected, 1.0, 1e-12);
  }
  EXPECT_GT(turning, 5);
  EXPECT_LT(turning, 45);
}

TEST(PathLength, LosesNoDigitsToAWeakPull) {
  // To first order in the pull g: speed 5 at the end, 5 - g . v / 5 t before: 5 t - g . v t^2 / 10.
  for (const double pull : {1e-9, 1e-12, 1e-20, 1e-300})
    EXPECT_DOUBLE_EQ(path_length<2>({3, 4}, {0, pull}, 2.0), 10.0 - 4.0 * pull * 4.0 / 10.0) << pull;
}

TEST(PathLength, BearsCoursesThatAreHardlyBent) {
  // Nearly straight along the pull: as if nothing went across.
  for (const double across : {1e-6, 1e-9, 1e-150})
    EXPECT_NEAR(path_length<2>({across, -6}, {0, -3}, 2.0), 6.0, 1e-10) << across;
}

}  // namespace
}  // namespace firsthit
