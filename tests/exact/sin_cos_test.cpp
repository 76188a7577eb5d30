#include "exact/sin_cos.hpp"

#include "core/random.hpp"
#include "support/exact_sine.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace firsthit {
namespace {

constexpr double kBound = 0x1p-52;

void expect_true(const SinCos& found, const mpf_class& angle) {
  const ExactSine truth = exact_sine(angle);
  ASSERT_LE(off(found.sin, truth.sin), kBound) << angle.get_d();
  ASSERT_LE(off(found.cos, truth.cos), kBound) << angle.get_d();
}

/// Of either sign and every size up to the largest.
double random_angle(Random& random) {
  const double size = std::ldexp(random.uniform(0.5, 1.0), 30 - static_cast<int>(random.below(60)));
  return random.below(2) == 0 ? size : -size;
}

TEST(SinCos, AreTheTrueOnesWithinTheirBound) {
  std::printf("seed 11\n");
  Random random(11);
  const int angles = long_form() ? 300000 : 8000;
  for (int i = 0; i < angles && !HasFatalFailure(); ++i) {
    const double high = random_angle(random);
    const double low = high * std::ldexp(random.uniform(-1.0, 1.0), -54);
    expect_true(sin_cos({high, 0.0}), exact(high));
    expect_true(sin_cos({high, low}), mpf_class(exact(high) + exact(low), ExactSine::kBits));
  }
}

TEST(SinCos, AreTrueNextToQuarterTurnsWhereOneOfThemVanishes) {
  Random random(12);
  const int angles = long_form() ? 100000 : 4000;
  for (int i = 0; i < angles && !HasFatalFailure(); ++i) {
    // Half the time few of them, or so many that hardly a digit is left.
    const std::uint64_t most = i % 2 == 0 ? 40 : 683565275;  // 2^30 rad
    const double quarters = static_cast<double>(random.below(most + 1));
    const mpf_class truth(exact(quarters) * exact_pi() / 2, ExactSine::kBits);
    double near = truth.get_d();  // towards 0
    if (near > kLargestAngle) continue;
    for (int step = 0; step < 3; ++step) {
      expect_true(sin_cos({near, 0.0}), exact(near));
      expect_true(sin_cos({-near, 0.0}), exact(-near));
      near = std::nextafter(near, kLargestAngle);
    }
    const double high = truth.get_d();
    const double low = mpf_class(truth - exact(high), ExactSine::kBits).get_d();
    expect_true(sin_cos({high, low}), mpf_class(exact(high) + exact(low), ExactSine::kBits));
  }
}

TEST(SinCos, AreTrueToTheLargestAngle) {
  for (const double angle : {kLargestAngle, std::nextafter(kLargestAngle, 0.0), -kLargestAngle})
    expect_true(sin_cos({angle, 0.0}), exact(angle));
}

TEST(SinCos, OfNoAngleAndOfTinyOnesHaveAllTheirDigits) {
  EXPECT_EQ(sin_cos({}).sin, 0.0);
  EXPECT_EQ(sin_cos({}).cos, 1.0);
  for (const double tiny : {0x1p-1074, 0x1p-500, -0x1p-60, 0x1p-30}) {
    EXPECT_EQ(sin_cos({tiny, 0.0}).sin, tiny);
    EXPECT_NEAR(sin_cos({tiny, 0.0}).cos, 1.0, 0x1p-53);
  }
}

TEST(SinCos, AreOddAndEvenBitForBit) {
  Random random(13);
  for (int i = 0; i < 20000; ++i) {
    const double high = random_angle(random);
    const double low = high * std::ldexp(random.uniform(-1.0, 1.0), -54);
    const SinCos there = sin_cos({high, low});
    const SinCos back = sin_cos({-high, -low});
    ASSERT_EQ(back.sin, -there.sin) << high;
    ASSERT_EQ(back.cos, there.cos) << high;
  }
}

TEST(SinCos, OfAProductAreThoseOfTheProductBeforeItIsRounded) {
  Random random(14);
  double most_lost = 0.0;
  for (int i = 0; i < 2000 && !HasFatalFailure(); ++i) {
    const double rate = random.uniform(-1000.0, 1000.0);
    const double time = random.uniform(0.0, 1e6);
    const mpf_class product(exact(rate) * exact(time), ExactSine::kBits);
    expect_true(sin_cos_of_product(rate, time), product);
    most_lost = std::max(most_lost, off(rate * time, product));
  }
  EXPECT_GT(most_lost, 1e-8) << "or rounding before would have done as well";
}

}  // namespace
}  // namespace firsthit
