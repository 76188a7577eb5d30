#include "core/vec_math.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <type_traits>

namespace firsthit {
namespace {

TEST(Vec, IsItsCoordinatesAndNothingElse) {
  static_assert(sizeof(Vec2) == 2 * sizeof(double) && sizeof(Vec3) == 3 * sizeof(double));
  static_assert(std::is_trivially_copyable_v<Vec3> && std::is_standard_layout_v<Vec3>);
  EXPECT_EQ(Vec3{}, (Vec3{0.0, 0.0, 0.0}));
}

TEST(Vec, SumsDifferencesAndMultiplesGoByCoordinate) {
  const Vec3 a{1.0, -2.0, 4.0};
  const Vec3 b{0.5, 8.0, -3.0};
  EXPECT_EQ(a + b, (Vec3{1.5, 6.0, 1.0}));
  EXPECT_EQ(a - b, (Vec3{0.5, -10.0, 7.0}));
  EXPECT_EQ(-a, (Vec3{-1.0, 2.0, -4.0}));
  EXPECT_EQ(0.25 * a, (Vec3{0.25, -0.5, 1.0}));
}

TEST(Vec, ProductsAndLengthsOfWholeNumbersAreExact) {
  EXPECT_EQ(dot(Vec3{1.0, -2.0, 4.0}, Vec3{0.5, 8.0, -3.0}), -27.5);
  EXPECT_EQ(dot(Vec2{3.0, 5.0}, Vec2{-5.0, 3.0}), 0.0);
  EXPECT_EQ(length_squared(Vec3{2.0, 3.0, 6.0}), 49.0);
  EXPECT_EQ(length(Vec3{2.0, 3.0, 6.0}), 7.0);
  EXPECT_EQ(length(Vec2{-3.0, 4.0}), 5.0);
}

TEST(Vec, CrossSquaredIsTheAreaOfTheParallelogramSquared) {
  EXPECT_EQ(cross_squared(Vec2{3.0, 0.0}, Vec2{5.0, 2.0}), 36.0);
  EXPECT_EQ(cross_squared(Vec2{3.0, 6.0}, Vec2{-1.0, -2.0}), 0.0);
  EXPECT_EQ(cross_squared(Vec3{1.0, 2.0, 3.0}, Vec3{4.0, 5.0, 6.0}), 54.0);  // |(-3, 6, -3)|^2
  EXPECT_EQ(cross_squared(Vec3{0.0, 0.0, 3.0}, Vec3{0.0, 2.0, 7.0}), 36.0) << "in a plane, as in 2D";
}

TEST(Vec, MaxAbsIsTheLargestCoordinateOfEitherSign) {
  EXPECT_EQ(max_abs(Vec3{1.0, -7.0, 4.0}), 7.0);
  EXPECT_EQ(max_abs(Vec2{-0.0, 0.0}), 0.0);
}

TEST(Vec, TellsWhatIsZeroAndWhatIsFinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_zero(Vec2{0.0, -0.0}));
  EXPECT_FALSE(is_zero(Vec2{0.0, std::numeric_limits<double>::denorm_min()}));
  EXPECT_TRUE(is_finite(Vec3{1.0, 2.0, std::numeric_limits<double>::max()}));
  EXPECT_FALSE(is_finite(Vec3{1.0, -infinity, 2.0}));
  EXPECT_FALSE(is_finite(Vec3{1.0, 2.0, nan}));
}

}  // namespace
}  // namespace firsthit
