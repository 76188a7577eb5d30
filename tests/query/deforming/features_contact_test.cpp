#include "core/vec_math.hpp"
#include "query/deforming/random_features.hpp"

#include <firsthit/features.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

// Contact points and normals of features that deform: rounded, but near, and pointing the right way.

namespace firsthit {
namespace {

template <int D>
void expect_near(const Vec<D>& found, const Vec<D>& expected, double error) {
  for (std::size_t i = 0; i < std::size_t{D}; ++i) EXPECT_NEAR(found[i], expected[i], error) << i;
}

TEST(FeatureContacts, AVertexThatFallsOnAFaceMeetsItWhereItFalls) {
  const std::array<Vec3, 3> floor = {Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}};
  const Deformation<VertexFace> pair = {{{0, 1, 1}, floor}, {{2, 1, -1}, floor}};
  const FeatureContact<3> found = contact(pair, first_touch(pair));
  expect_near<3>(found.point_a, {1, 1, 0}, 1e-15);
  expect_near<3>(found.point_b, {1, 1, 0}, 1e-15);
  expect_near<3>(found.normal, {0, 0, -1}, 1e-15);  // from the vertex down to the face
}

TEST(FeatureContacts, AFaceThatRisesToAVertexHasTheSameNormal) {
  const Deformation<VertexFace> pair = {{{1, 1, 0}, {Vec3{0, 0, -1}, Vec3{4, 0, -1}, Vec3{0, 4, -1}}},
                                        {{1, 1, 0}, {Vec3{0, 0, 1}, Vec3{4, 0, 1}, Vec3{0, 4, 1}}}};
  const FeatureContact<3> found = contact(pair, first_touch(pair));
  expect_near<3>(found.normal, {0, 0, -1}, 1e-15);
}

TEST(FeatureContacts, CrossingEdgesMeetWhereTheyCross) {
  const std::array<Vec3, 2> a = {Vec3{-1, 0, 0}, Vec3{3, 0, 0}};
  const Deformation<EdgeEdge> pair = {{a, {Vec3{0, -1, 1}, Vec3{0, 1, 1}}},
                                      {a, {Vec3{0, -1, -1}, Vec3{0, 1, -1}}}};
  const FeatureContact<3> found = contact(pair, first_touch(pair));
  expect_near<3>(found.point_a, {0, 0, 0}, 1e-15);
  expect_near<3>(found.point_b, {0, 0, 0}, 1e-15);
  expect_near<3>(found.normal, {0, 0, 1}, 1e-15);  // up to b, which comes from above
}

TEST(FeatureContacts, WhatSlidesIntoAnotherInOnePlaneMeetsItHeadOn) {
  const std::array<Vec3, 3> floor = {Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}};
  const Deformation<VertexFace> pair = {{{-1, 1, 0}, floor}, {{1, 1, 0}, floor}};
  const FeatureContact<3> found = contact(pair, first_touch(pair));
  expect_near<3>(found.point_a, {0, 1, 0}, 1e-15);
  expect_near<3>(found.normal, {1, 0, 0}, 1e-15);
}

TEST(FeatureContacts, APointMeetsASegment) {
  const std::array<Vec2, 2> wall = {Vec2{0, 0}, Vec2{4, 0}};
  const Deformation<PointSegment> pair = {{{0, 1}, wall}, {{2, -1}, wall}};
  const FeatureContact<2> found = contact(pair, first_touch(pair));
  expect_near<2>(found.point_a, {1, 0}, 1e-15);
  expect_near<2>(found.point_b, {1, 0}, 1e-15);
  expect_near<2>(found.normal, {0, -1}, 1e-15);
}

TEST(FeatureContacts, WhatNeverMovesHasNoNormal) {
  const EdgeEdge cross = {{Vec3{-1, 0, 0}, Vec3{1, 0, 0}}, {Vec3{0, -1, 0}, Vec3{0, 1, 0}}};
  const Deformation<EdgeEdge> pair = {cross, cross};
  EXPECT_EQ(contact(pair, first_touch(pair)).normal, (Vec3{0, 0, 0}));
}

template <class Features>
void expect_points_that_meet(Hostility hostility) {
  int hits = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Deformation<Features> pair = FeatureSource<Features>(seed).next(hostility);
    const FeatureTouch touch = first_touch(pair);
    if (!touch) continue;
    ++hits;
    const auto found = contact(pair, touch);
    // All numbers are below 8; a time's last place moves a vertex by less than 2^-49.
    ASSERT_LT(max_abs(found.point_b - found.point_a), 1e-13) << seed;
    const double size = length(found.normal);
    ASSERT_TRUE(size == 0.0 || std::fabs(size - 1.0) < 1e-14) << seed;
  }
  EXPECT_GT(hits, 10);
}

TEST(FeatureContacts, HaveTwoPointsThatDifferByRoundingOnly) {
  for (const Hostility hostility :
       {Hostility::None, Hostility::Grid, Hostility::Neighbours, Hostility::Flat, Hostility::Tangent}) {
    expect_points_that_meet<VertexFace>(hostility);
    expect_points_that_meet<EdgeEdge>(hostility);
    expect_points_that_meet<PointSegment>(hostility);
  }
}

}  // namespace
}  // namespace firsthit
