#include "query/turning/space/space_boxes.hpp"

#include "core/vec_math.hpp"

#include <gtest/gtest.h>

#include <cmath>

// The fifteen directions of two boxes, where geometry tells the gap.

namespace firsthit {
namespace {

constexpr double kError = 0x1p-46;

/// A cube with edges of length 2, turned about an axis of the coordinates.
TurningBox cube(std::size_t axis, double angle) {
  const std::size_t i = (axis + 1) % 3;
  const std::size_t k = (axis + 2) % 3;
  TurningBox box;
  box.half[axis][axis] = 1.0;
  box.half[i][i] = box.half[k][k] = std::cos(angle);
  box.half[i][k] = std::sin(angle);
  box.half[k][i] = -std::sin(angle);
  return box;
}

/// One below the other, an edge along x across an edge along y: both reach sqrt(2) towards the other.
TEST(SpaceBoxes, OfTwoWhoseEdgesCrossTheGapIsAcrossBoth) {
  const double upright = std::acos(-1.0) / 4.0;
  for (const double gap : {0.25, 1e-9, -1e-9, -0.25}) {
    const auto found = axis_between_boxes(cube(0, upright), cube(1, upright),
                                          {0.03, -0.02, 2.0 * std::sqrt(2.0) + gap}, kError);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->gap, gap, 1e-14);
    EXPECT_EQ(found->of, BoxAxis::Of::Edges);
    EXPECT_NEAR(found->normal[2], 1.0, 1e-14);
    EXPECT_EQ(found->proves_impact, gap < 0.0);
  }
}

TEST(SpaceBoxes, OfTwoWhoseSidesFaceEachOtherTheGapIsAcrossASide) {
  for (const double gap : {0.25, -0.25}) {
    const auto found = axis_between_boxes(cube(2, 0.3), cube(2, 0.7), {0.1, 0.2, 2.0 + gap}, kError);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->gap, gap, 1e-15);
    EXPECT_NEAR(found->normal[2], 1.0, 1e-15);
    EXPECT_EQ(found->proves_impact, gap < 0.0);
  }
}

/// Of edges at an angle of 2^-26, the cross product is known to 2^-26 only: it proves no impact by itself.
TEST(SpaceBoxes, WhatNearlyParallelEdgesTellIsDoubted) {
  const double upright = std::acos(-1.0) / 4.0;
  TurningBox below = cube(0, upright);
  TurningBox above = cube(0, upright);
  for (Vec<3>& half : above.half) half = {half[0] - 0x1p-26 * half[1], half[1] + 0x1p-26 * half[0], half[2]};
  const double apart = 2.0 * std::sqrt(2.0);
  const auto shallow = axis_between_boxes(below, above, {0.0, 0.0, apart - 0x1p10 * kError}, kError);
  ASSERT_TRUE(shallow);
  EXPECT_FALSE(shallow->proves_impact);
}

TEST(SpaceBoxes, NoDirectionIsToldFromOneMiddle) {
  EXPECT_FALSE(axis_between_boxes(cube(0, 0.2), cube(1, 0.4), {0.0, 0.0, 0.0}, kError));
}

}  // namespace
}  // namespace firsthit
