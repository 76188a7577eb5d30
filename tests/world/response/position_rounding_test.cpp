#include "world/response/position_rounding.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace firsthit {
namespace {

constexpr double kUnit = 16.0 * 0x1p-52;  // of a largest coordinate of 1

TEST(PositionRounding, IsThatOfTheLargestNumberThatTakesPart) {
  const PositionRounding<2> open;
  EXPECT_EQ(open.of({3.0, -8.0}, 1.0), 8.0 * kUnit);
  EXPECT_EQ(open.of({3.0, -2.0}, 4.0), 4.0 * kUnit);
  EXPECT_EQ(open.of({1.0, 2.0}, {-16.0, 0.0}, 3.0), 16.0 * kUnit);
  EXPECT_EQ(open.of({-32.0, 2.0}, {16.0, 0.0}, 3.0), 32.0 * kUnit);
  EXPECT_EQ(open.of({1.0, 2.0}, {1.0, 0.0}, 64.0), 64.0 * kUnit);
}

TEST(PositionRounding, CountsTheSidesOfABox) {
  Space<3> space;
  space.sides = {Side::Periodic, Side::Wall, Side::Open};
  space.min = {0.0, -128.0, -1024.0};
  space.max = {32.0, 1.0, 1024.0};
  const PositionRounding<3> inside(space);
  EXPECT_EQ(inside.of({}, 1.0), 128.0 * kUnit) << "an open axis has no sides";
  EXPECT_EQ(inside.of({}, {}, 1.0), 128.0 * kUnit);
  EXPECT_EQ(inside.of({0.0, 0.0, 256.0}, 1.0), 256.0 * kUnit) << "but bodies may be far along it";
}

}  // namespace
}  // namespace firsthit
