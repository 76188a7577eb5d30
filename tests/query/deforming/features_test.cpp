#include <firsthit/error.hpp>
#include <firsthit/features.hpp>

#include "query/deforming/features_exact.hpp"
#include "query/deforming/features_oracle.hpp"
#include "query/deforming/random_features.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

// Cases that are known, and the laws of symmetry, scale and range for features that deform.

namespace firsthit {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

void expect_touch_at(const FeatureTouch& touch, double time) {
  EXPECT_TRUE(touch.touches);
  EXPECT_EQ(touch.lower, time);
  EXPECT_EQ(touch.upper, time);
}

void expect_touch_between(const FeatureTouch& touch, long numerator, long denominator) {
  EXPECT_TRUE(touch.touches);
  EXPECT_LT(mpq_class(touch.lower), mpq_class(numerator, denominator));
  EXPECT_GT(mpq_class(touch.upper), mpq_class(numerator, denominator));
  EXPECT_EQ(touch.upper, std::nextafter(touch.lower, 2.0));
}

void expect_miss(const FeatureTouch& touch) {
  EXPECT_FALSE(touch.touches);
  EXPECT_EQ(touch.lower, 1.0);
  EXPECT_EQ(touch.upper, 1.0);
}

const std::array<Vec3, 3> kFloor = {Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}};

/// A vertex that flies while the triangle rests.
FeatureTouch over_floor(const Vec3& from, const Vec3& to) {
  return first_touch({{from, kFloor}, {to, kFloor}});
}

FeatureTouch rods(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& from,
                  const std::array<Vec3, 2>& to) {
  return first_touch(Deformation<EdgeEdge>{{a, from}, {a, to}});
}

TEST(Features, AVertexHitsTheInsideTheEdgesAndTheCornersOfAFace) {
  expect_touch_at(over_floor({1, 1, 1}, {1, 1, -1}), 0.5);
  expect_touch_between(over_floor({1, 1, 1}, {1, 1, -2}), 1, 3);
  expect_touch_at(over_floor({2, 0, 1}, {2, 0, -1}), 0.5);
  expect_touch_at(over_floor({2, 2, 1}, {2, 2, -1}), 0.5);
  expect_touch_at(over_floor({4, 0, 1}, {4, 0, -1}), 0.5);
  expect_miss(over_floor({4, std::nextafter(0.0, -1.0), 1}, {4, std::nextafter(0.0, -1.0), -1}));
  expect_miss(over_floor({std::nextafter(2.0, 3.0), 2, 1}, {std::nextafter(2.0, 3.0), 2, -1}));
}

TEST(Features, TouchesAtTheEndsOfTheWindowCount) {
  expect_touch_at(over_floor({1, 1, 0}, {1, 1, 1}), 0.0);
  expect_touch_at(over_floor({1, 1, 1}, {1, 1, 0}), 1.0);
  expect_miss(over_floor({1, 1, 1}, {1, 1, 0x1p-1074}));
  expect_touch_at(over_floor({1, 1, 0}, {1, 1, 0}), 0.0);
}

TEST(Features, AVertexThatSlidesInThePlaneOfAFaceTouchesWhereItEntersIt) {
  expect_touch_between(over_floor({-1, 1, 0}, {2, 1, 0}), 1, 3);
  expect_touch_at(over_floor({-1, 0, 0}, {1, 0, 0}), 0.5);
  expect_touch_at(over_floor({-1, 1, 0}, {1, -1, 0}), 0.5);  // through a corner only
  expect_miss(over_floor({-2, 1, 0}, {1, -2, 0}));
}

TEST(Features, AFaceWithoutAreaIsASegmentAndOneWithoutLengthAPoint) {
  const std::array<Vec3, 3> line = {Vec3{0, 0, 0}, Vec3{4, 4, 4}, Vec3{1, 1, 1}};
  const std::array<Vec3, 3> point = {Vec3{1, 1, 1}, Vec3{1, 1, 1}, Vec3{1, 1, 1}};
  const auto at = [](const std::array<Vec3, 3>& face, const Vec3& from, const Vec3& to) {
    return first_touch(Deformation<VertexFace>{{from, face}, {to, face}});
  };
  expect_touch_at(at(line, {3, 3, 2}, {3, 3, 4}), 0.5);
  expect_miss(at(line, {5, 5, 4}, {5, 5, 6}));
  expect_touch_at(at(line, {5, 5, 5}, {3, 3, 3}), 0.5);  // along the line, to its end
  expect_touch_at(at(point, {0, 0, 0}, {2, 2, 2}), 0.5);
  expect_miss(at(point, {0, 0, 0}, {2, 2, 3}));
  expect_touch_at(at(point, {1, 1, 1}, {1, 1, 1}), 0.0);
}

TEST(Features, AFaceThatIsFlatForAMomentTouchesThenOnlyWhatIsOnIt) {
  // At 1/2 its third vertex passes the line of the two others; the vertex waits on that line.
  const auto passing = [](double x) {
    const Vec3 vertex = {x, 0, 0};
    return first_touch(Deformation<VertexFace>{{vertex, {Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{1, 2, 1}}},
                                               {vertex, {Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{1, -2, -1}}}});
  };
  expect_touch_at(passing(3), 0.0);
  expect_miss(passing(5));
}

TEST(Features, EdgesCrossInsideAndAtTheirEnds) {
  const std::array<Vec3, 2> rod = {Vec3{-1, 0, 0}, Vec3{1, 0, 0}};
  expect_touch_at(rods(rod, {Vec3{0, -1, 1}, Vec3{0, 1, 1}}, {Vec3{0, -1, -1}, Vec3{0, 1, -1}}), 0.5);
  expect_touch_at(rods(rod, {Vec3{1, 0, 1}, Vec3{1, 1, 1}}, {Vec3{1, 0, -1}, Vec3{1, 1, -1}}), 0.5);
  expect_miss(rods(rod, {Vec3{2, -1, 1}, Vec3{2, 1, 1}}, {Vec3{2, -1, -1}, Vec3{2, 1, -1}}));
  expect_touch_between(rods(rod, {Vec3{0, -1, 2}, Vec3{0, 1, 2}}, {Vec3{0, -1, -4}, Vec3{0, 1, -4}}), 1, 3);
}

TEST(Features, ParallelEdgesTouchWhenTheyComeTogether) {
  const std::array<Vec3, 2> rod = {Vec3{0, 0, 0}, Vec3{4, 0, 0}};
  expect_touch_at(rods(rod, {Vec3{3, 0, 1}, Vec3{6, 0, 1}}, {Vec3{3, 0, -1}, Vec3{6, 0, -1}}), 0.5);
  expect_touch_at(rods(rod, {Vec3{4, 0, 1}, Vec3{6, 0, 1}}, {Vec3{4, 0, -1}, Vec3{6, 0, -1}}), 0.5);
  expect_miss(rods(rod, {Vec3{5, 0, 1}, Vec3{6, 0, 1}}, {Vec3{5, 0, -1}, Vec3{6, 0, -1}}));
  // On one line for ever.
  expect_touch_at(rods(rod, {Vec3{5, 0, 0}, Vec3{6, 0, 0}}, {Vec3{3, 0, 0}, Vec3{4, 0, 0}}), 0.5);
  expect_touch_between(rods(rod, {Vec3{5, 0, 0}, Vec3{6, 0, 0}}, {Vec3{2, 0, 0}, Vec3{3, 0, 0}}), 1, 3);
  expect_miss(rods(rod, {Vec3{5, 0, 0}, Vec3{6, 0, 0}}, {Vec3{4.5, 0, 0}, Vec3{6, 0, 0}}));
}

TEST(Features, EdgesWithoutLengthArePoints) {
  const std::array<Vec3, 2> rod = {Vec3{0, 0, 0}, Vec3{4, 0, 0}};
  const std::array<Vec3, 2> point = {Vec3{1, 0, 0}, Vec3{1, 0, 0}};
  expect_touch_at(rods(rod, {Vec3{1, 1, 1}, Vec3{1, 1, 1}}, {Vec3{1, -1, -1}, Vec3{1, -1, -1}}), 0.5);
  expect_touch_at(rods(point, {Vec3{1, 1, 1}, Vec3{1, 1, 1}}, {Vec3{1, -1, -1}, Vec3{1, -1, -1}}), 0.5);
  expect_miss(rods(point, {Vec3{2, 1, 1}, Vec3{2, 1, 1}}, {Vec3{2, -1, -1}, Vec3{2, -1, -1}}));
}

TEST(Features, ARootThatTouchesFromOneSideCounts) {
  // The rod's ends pass each other's heights: its middle is at height (1 - 2 t)^2 over the other rod's.
  const std::array<Vec3, 2> start_a = {Vec3{-1, 0, 0}, Vec3{1, 0, 0}};
  const Deformation<EdgeEdge> pair = {{start_a, {Vec3{0, -1, 1}, Vec3{0, 1, 1}}},
                                      {start_a, {Vec3{0, 1, 1}, Vec3{0, -1, -1}}}};
  const FeatureTouch touch = first_touch(pair);
  EXPECT_EQ(oracle::objection(oracle::formula(pair), touch), "");
}

TEST(Features, APointMeetsASegmentInThePlane) {
  const std::array<Vec2, 2> wall = {Vec2{0, 0}, Vec2{4, 0}};
  const auto at = [&wall](const Vec2& from, const Vec2& to) {
    return first_touch(Deformation<PointSegment>{{from, wall}, {to, wall}});
  };
  expect_touch_at(at({1, 1}, {1, -1}), 0.5);
  expect_touch_between(at({1, 1}, {1, -2}), 1, 3);
  expect_touch_at(at({4, 1}, {4, -1}), 0.5);
  expect_miss(at({5, 1}, {5, -1}));
  expect_touch_at(at({5, 0}, {3, 0}), 0.5);
  // A swinging wall passes a waiting point: at height (1 - 2 t) x for t from 0 to 1.
  expect_touch_at(first_touch(Deformation<PointSegment>{{{2, 0}, {Vec2{0, 0}, Vec2{4, 4}}},
                                                        {{2, 0}, {Vec2{0, 0}, Vec2{4, -4}}}}),
                  0.5);
}

void expect_impact_at(const FeatureEncounter& hit, double time) {
  EXPECT_EQ(hit.outcome, Outcome::Impact);
  EXPECT_EQ(hit.delay, time);
  EXPECT_EQ(hit.delay_upper, time);
}

void expect_graze_at(const FeatureEncounter& hit, double time) {
  EXPECT_EQ(hit.outcome, Outcome::Graze);
  EXPECT_EQ(hit.first_touch, time);
  EXPECT_EQ(hit.first_touch_upper, time);
  EXPECT_EQ(hit.delay, 1.0);
  EXPECT_EQ(hit.delay_upper, 1.0);
}

FeatureEncounter through_floor(const Vec3& from, const Vec3& to) {
  return first_hit(Deformation<VertexFace>{{from, kFloor}, {to, kFloor}});
}

/// The wall moves as well, so that heights over it can be of second degree.
FeatureEncounter at_wall(const std::array<Vec2, 2>& from, const std::array<Vec2, 2>& to, const Vec2& start,
                         const Vec2& end) {
  return first_hit(Deformation<PointSegment>{{start, from}, {end, to}});
}

TEST(FeatureImpacts, WhatPassesThroughImpactsInsideAndAtEnds) {
  expect_impact_at(through_floor({1, 1, 1}, {1, 1, -1}), 0.5);
  expect_impact_at(through_floor({4, 0, 1}, {4, 0, -1}), 0.5);  // through a corner
  EXPECT_EQ(through_floor({5, 0, 1}, {5, 0, -1}).outcome, Outcome::Miss);
  const std::array<Vec2, 2> wall = {Vec2{0, 0}, Vec2{4, 0}};
  expect_impact_at(at_wall(wall, wall, {1, 1}, {1, -1}), 0.5);
  expect_impact_at(at_wall(wall, wall, {4, 1}, {4, -1}), 0.5);
}

TEST(FeatureImpacts, ATouchAtTheStartIsAGrazeAndOneAtTheEndIsJudgedAsIfTheMotionWentOn) {
  expect_graze_at(through_floor({1, 1, 0}, {1, 1, -1}), 0.0);
  expect_impact_at(through_floor({1, 1, 1}, {1, 1, 0}), 1.0);
  // The point's height over the wall is a multiple of (1 - t)^2: it would go back.
  expect_graze_at(at_wall({Vec2{-4, 1}, Vec2{1, 0}}, {Vec2{-4, 0}, Vec2{0, 0}}, {0, 0}, {0, 0}), 1.0);
}

TEST(FeatureImpacts, TouchingAndGoingBackGrazes) {
  // The wall's end passes the point while its start falls: the height is a multiple of (1 - 2 t)^2.
  expect_graze_at(at_wall({Vec2{-4, 1}, Vec2{1, 0}}, {Vec2{-4, -1}, Vec2{-1, 0}}, {0, 0}, {0, 0}), 0.5);
}

TEST(FeatureImpacts, WhatIsFlatForEverGrazes) {
  expect_graze_at(through_floor({-1, 0, 0}, {1, 0, 0}), 0.5);
  const std::array<Vec2, 2> wall = {Vec2{0, 0}, Vec2{4, 0}};
  expect_graze_at(at_wall(wall, wall, {5, 0}, {3, 0}), 0.5);
  expect_graze_at(at_wall(wall, wall, {6, 0}, {-2, 0}), 0.25);
}

TEST(FeatureImpacts, ComeFirstWhateverGrazesWereBefore) {
  // Starts on the wall and leaves it; the wall swings after it and overtakes it.
  const FeatureEncounter hit = at_wall({Vec2{0, 0}, Vec2{8, 0}}, {Vec2{0, 0}, Vec2{-8, 8}}, {1, 0}, {1, 2});
  expect_impact_at(hit, 0.25);
  EXPECT_EQ(hit.first_touch, 0.0);
}

/// The places of a pair as numbers: two ends, four vertices, three axes.
using Numbers = std::array<std::array<std::array<double, 3>, 4>, 2>;

template <class Features, class Change>
void expect_unchanged_by(const char* what, const Change& change) {
  int hits = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Deformation<Features> pair =
        FeatureSource<Features>(seed).next(static_cast<Hostility>(seed % (kHostilities - 1)));
    Numbers numbers = std::bit_cast<Numbers>(pair);
    for (auto& end : numbers) change(end);
    const FeatureTouch before = first_touch(pair);
    const FeatureTouch after = first_touch(std::bit_cast<Deformation<Features>>(numbers));
    ASSERT_EQ(before.touches, after.touches) << what << ", seed " << seed;
    ASSERT_EQ(before.lower, after.lower) << what << ", seed " << seed;
    ASSERT_EQ(before.upper, after.upper) << what << ", seed " << seed;
    if (before.touches) ++hits;
  }
  EXPECT_GT(hits, 400);
}

using End = std::array<std::array<double, 3>, 4>;

template <class Features>
void expect_laws_of_space() {
  expect_unchanged_by<Features>("a mirror", [](End& end) {
    for (auto& vertex : end) vertex[1] = -vertex[1];
  });
  expect_unchanged_by<Features>("other names of axes", [](End& end) {
    for (auto& vertex : end) vertex = {vertex[2], vertex[0], vertex[1]};
  });
  expect_unchanged_by<Features>("another unit of length", [](End& end) {
    for (auto& vertex : end)
      for (double& x : vertex) x *= 0x1p300;
  });
  expect_unchanged_by<Features>("a unit for each axis", [](End& end) {
    for (auto& vertex : end) vertex = {vertex[0] * 0x1p90, vertex[1] * 8.0, vertex[2] * 0x1p150};
  });
}

TEST(FeatureLaws, AMirrorAPermutationOfAxesAndAUnitChangeNoBit) {
  expect_laws_of_space<VertexFace>();
  expect_laws_of_space<EdgeEdge>();
}

TEST(FeatureLaws, TheOrderOfVerticesChangesNoBit) {
  expect_unchanged_by<VertexFace>("a turn of the face", [](End& end) {
    end = {end[0], end[2], end[3], end[1]};
  });
  expect_unchanged_by<VertexFace>("the face's other side", [](End& end) { std::swap(end[1], end[3]); });
  expect_unchanged_by<EdgeEdge>("the edges in another order", [](End& end) {
    end = {end[2], end[3], end[0], end[1]};
  });
  expect_unchanged_by<EdgeEdge>("an edge backwards", [](End& end) { std::swap(end[2], end[3]); });
}

TEST(FeatureLaws, ACommonVelocityChangesNoBitWhereItDoesNotRound) {
  int hits = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Deformation<EdgeEdge> pair = FeatureSource<EdgeEdge>(seed).next(Hostility::Grid);
    Numbers numbers = std::bit_cast<Numbers>(pair);
    for (auto& vertex : numbers[1]) vertex = {vertex[0] + 5.0, vertex[1] - 3.0, vertex[2] + 0.5};
    const FeatureTouch before = first_touch(pair);
    const FeatureTouch after = first_touch(std::bit_cast<Deformation<EdgeEdge>>(numbers));
    ASSERT_EQ(before.touches, after.touches) << seed;
    ASSERT_EQ(before.lower, after.lower) << seed;
    ASSERT_EQ(before.upper, after.upper) << seed;
    if (before.touches) ++hits;
  }
  EXPECT_GT(hits, 400);
}

/// Numbers of every size that there is, small whole multiples of a few powers of two.
template <class Features>
Deformation<Features> extreme(std::uint64_t seed) {
  Random random(seed, 9);
  std::array<double, sizeof(Deformation<Features>) / sizeof(double)> numbers;
  const int low = static_cast<int>(random.below(2090)) - 1074;
  for (double& x : numbers) {
    const double whole = static_cast<double>(random.below(5)) - 2.0;
    const int exponent = random.below(4) == 0 ? static_cast<int>(random.below(2090)) - 1074 : low;
    x = std::ldexp(whole, exponent);
  }
  return std::bit_cast<Deformation<Features>>(numbers);
}

template <class Features>
void expect_right_at_extremes(int count) {
  int hits = 0;
  for (int seed = 0; seed < count; ++seed) {
    const auto pair = extreme<Features>(static_cast<std::uint64_t>(seed));
    const FeatureTouch touch = first_touch(pair);
    ASSERT_EQ(oracle::objection(oracle::formula(pair), touch), "") << seed;
    if (touch.touches) ++hits;
  }
  EXPECT_GT(hits, count / 100);
}

TEST(FeatureLaws, EveryFiniteDoubleIsANumberLikeAnyOther) {
  expect_right_at_extremes<VertexFace>(60);
  expect_right_at_extremes<EdgeEdge>(60);
  expect_right_at_extremes<PointSegment>(300);
}

TEST(FeatureLaws, WhatIsNotFiniteIsRefusedByName) {
  const auto message = [](const auto& pair) -> std::string {
    try {
      first_touch(pair);
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  Deformation<VertexFace> face{};
  face.end.face[1][2] = kInf;
  EXPECT_EQ(message(face), "first_touch: end.face[1][2]: expected a finite number, found inf");
  Deformation<EdgeEdge> edges{};
  edges.start.b[0][1] = kNan;
  EXPECT_EQ(message(edges), "first_touch: start.b[0][1]: expected a finite number, found nan");
  Deformation<PointSegment> point{};
  point.start.point[0] = -kInf;
  EXPECT_EQ(message(point), "first_touch: start.point[0]: expected a finite number, found -inf");
  const std::array<Deformation<EdgeEdge>, 2> batch = {Deformation<EdgeEdge>{}, edges};
  std::array<FeatureTouch, 2> touches;
  try {
    first_touch(batch, touches);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "first_touch: pairs[1].start.b[0][1]: expected a finite number, found nan");
  }
}

TEST(FeatureLaws, TheCallersRoundingModeAndFlushToZeroChangeNoBit) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const auto pair = FeatureSource<EdgeEdge>(seed).next(static_cast<Hostility>(seed % kHostilities));
    const FeatureTouch before = first_touch(pair);
    std::fesetround(FE_UPWARD);
#if defined(__SSE2__)
    const unsigned control = _mm_getcsr();
    _mm_setcsr(control | 0x8040U);
#endif
    const FeatureTouch after = first_touch(pair);
    const int rounding = std::fegetround();
#if defined(__SSE2__)
    _mm_setcsr(control);
#endif
    std::fesetround(FE_TONEAREST);
    ASSERT_EQ(rounding, FE_UPWARD);
    ASSERT_EQ(before.touches, after.touches) << seed;
    ASSERT_EQ(before.lower, after.lower) << seed;
    ASSERT_EQ(before.upper, after.upper) << seed;
  }
}

}  // namespace
}  // namespace firsthit
