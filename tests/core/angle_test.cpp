#include "core/angle.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace firsthit {
namespace {

TEST(Angle, MultiplesOfARightAngleAreExact) {
  for (const double turns : {0.0, 360.0, -360.0, 720.0}) {
    EXPECT_EQ(direction_at(turns), (Vec<2>{1.0, 0.0}));
    EXPECT_EQ(direction_at(90.0 + turns), (Vec<2>{0.0, 1.0}));
    EXPECT_EQ(direction_at(180.0 + turns), (Vec<2>{-1.0, 0.0}));
    EXPECT_EQ(direction_at(270.0 + turns), (Vec<2>{0.0, -1.0}));
  }
}

TEST(Angle, DiagonalsHaveEqualCoordinates) {
  const double half = std::sqrt(0.5);
  EXPECT_EQ(direction_at(45.0), (Vec<2>{half, half}));
  EXPECT_EQ(direction_at(135.0), (Vec<2>{-half, half}));
  EXPECT_EQ(direction_at(225.0), (Vec<2>{-half, -half}));
  EXPECT_EQ(direction_at(-45.0), (Vec<2>{half, -half}));
}

TEST(Angle, CosinesAgreeWithLongOnes) {
  Random random(4);
  for (int i = 0; i < 100'000; ++i) {
    const double x = random.uniform(0.0, 1.5707963267948966);
    ASSERT_NEAR(cosine(x), static_cast<double>(std::cos(static_cast<long double>(x))), 0x1p-52) << x;
  }
  EXPECT_EQ(cosine(0.0), 1.0);
  EXPECT_NEAR(cosine(0.7853981633974483), std::sqrt(0.5), 0x1p-52);
  EXPECT_EQ(cosine(1.5707963267948966), 0.0);
}

TEST(Angle, BetweenUnitVectorsAgreesWithLongOnes) {
  constexpr std::uint64_t kSeed = 5;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int i = 0; i < 100'000; ++i) {
    const double part = random.uniform(0.0, 1.0);
    const double difference = 2.0 * part * part * part;  // many small ones
    const double sum = std::sqrt((2.0 - difference) * (2.0 + difference));
    const long double angle =
        2.0L * std::atan2(static_cast<long double>(difference), static_cast<long double>(sum));
    ASSERT_NEAR(angle_between_units(difference, sum), static_cast<double>(angle),
                0x1p-50 * static_cast<double>(angle));
    ASSERT_NEAR(angle_between_units(sum, difference), 3.14159265358979323846 - static_cast<double>(angle),
                0x1p-49);
  }
  EXPECT_EQ(angle_between_units(0.0, 2.0), 0.0);
  EXPECT_EQ(angle_between_units(2.0, 0.0), 3.14159265358979323846);
}

TEST(Angle, OthersAgreeWithSineAndCosine) {
  constexpr std::uint64_t kSeed = 3;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int i = 0; i < 100'000; ++i) {
    const double degrees = random.uniform(-360.0, 360.0);
    const long double radians = degrees * (3.14159265358979323846264L / 180.0L);
    const Vec<2> direction = direction_at(degrees);
    const double c = static_cast<double>(std::cos(radians));
    const double s = static_cast<double>(std::sin(radians));
    ASSERT_NEAR(direction[0], c, 0x1p-51 * std::fabs(c) + 0x1p-62) << degrees;
    ASSERT_NEAR(direction[1], s, 0x1p-51 * std::fabs(s) + 0x1p-62) << degrees;
    ASSERT_EQ(direction_at(-degrees), (Vec<2>{direction[0], -direction[1]}));
  }
}

}  // namespace
}  // namespace firsthit
