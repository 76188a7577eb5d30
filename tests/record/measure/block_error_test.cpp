#include "record/measure/block_error.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace firsthit {
namespace {

constexpr int kValues = 1 << 16;

TEST(BlockError, OfIndependentValuesIsTheirSpreadOverTheRootOfTheirNumber) {
  Random random(1);
  BlockError error;
  for (int i = 0; i < kValues; ++i) error.add(random.uniform());
  // The variance of [0, 1) is 1/12. A row of 16 knows it to a fifth; which row counts is a matter of chance.
  EXPECT_NEAR(error.error().value() / std::sqrt(1.0 / 12.0 / kValues), 1.0, 0.25);
}

TEST(BlockError, OfValuesThatKnowOfEachOtherIsLarger) {
  // x' = a x + noise: the error is that of independent values times the root of (1 + a) / (1 - a).
  for (const double a : {0.5, 0.9, 0.98}) {
    Random random(2);
    BlockError error;
    double x = 0.0;
    for (int i = 0; i < kValues; ++i) {
      x = a * x + (random.uniform() - 0.5);
      error.add(x);
    }
    const double variance = 1.0 / 12.0 / (1.0 - a * a);
    const double expected = std::sqrt(variance / kValues * (1.0 + a) / (1.0 - a));
    EXPECT_NEAR(error.error().value() / expected, 1.0, 0.3) << a;
  }
}

TEST(BlockError, NeedsThirtyTwoValues) {
  BlockError error;
  EXPECT_FALSE(error.error());
  for (int i = 0; i < 31; ++i) error.add(i);
  EXPECT_FALSE(error.error());
  error.add(31);
  EXPECT_TRUE(error.error());
}

TEST(BlockError, OfEqualValuesIsZero) {
  BlockError error;
  for (int i = 0; i < 100; ++i) error.add(0.25);
  EXPECT_EQ(error.error().value(), 0.0);
}

Statistics counted(double begin, double kinetic_action, double virial) {
  Statistics statistics;
  statistics.begin = begin;
  statistics.kinetic_action = kinetic_action;
  statistics.virial = virial;
  return statistics;
}

TEST(CompressibilityError, IsOfTheValuesBetweenSamplesThatAreEquallyFarApart) {
  // From 1 on, 64 times a virial of 0 or 4 in turn, beside a kinetic action of 2: 0 or 1 for virial / (2
  // action). Two neighbours are 1/2 always, so the first row's error is the largest: sqrt(64 / 4 / (64 *
  // 63)).
  CompressibilityError error;
  error.add(0.25, counted(1.0, 0.0, 0.0));  // before measuring
  double action = 0.0, virial = 0.0;
  for (int i = 0; i <= 64; ++i) {
    error.add(1.0 + 0.25 * i, counted(1.0, action, virial));
    action += 2.0;
    virial += i % 2 == 0 ? 0.0 : 4.0;
  }
  error.add(17.1, counted(1.0, action, 1e9));  // what is left at the end
  EXPECT_NEAR(error.error(9.0, 10.0).value(), 0.9 * std::sqrt(16.0 / (64.0 * 63.0)), 1e-15);
}

}  // namespace
}  // namespace firsthit
