#include "query/tolerant/solid_meeting.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "query/tolerant/solid_shapes.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/first_hit.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace firsthit {
namespace {

constexpr double kTolerance = 1e-9;
constexpr double kLeastRadius = 4e-9;

template <int D>
double gap_at(const Shape<D>& a, const Shape<D>& b, const Vec<D>& d, const Vec<D>& v, double t) {
  return distance<D>({a, {}}, {b, d + t * v}).distance;
}

/// The deepest that they get within [from, to]: of convex shapes the gap is a convex function of time.
template <int D>
double deepest(const Shape<D>& a, const Shape<D>& b, const Vec<D>& d, const Vec<D>& v, double from,
               double to) {
  for (int step = 0; step < 60; ++step) {
    const double third = (to - from) / 3.0;
    if (gap_at(a, b, d, v, from + third) < gap_at(a, b, d, v, to - third)) {
      to -= third;
    } else {
      from += third;
    }
  }
  return gap_at(a, b, d, v, 0.5 * (from + to));
}

template <int D>
void expect_to_agree_with_first_hit(std::uint64_t seed, int pairs) {
  Shapes<D> shapes(seed);
  int happened = 0;
  int missed = 0;
  for (int i = 0; i < pairs; ++i) {
    const Shape<D> a = shapes.draw();
    const Shape<D> b = shapes.draw();
    // Two without an inside meet as if they were grown: said of them elsewhere.
    if (std::holds_alternative<Segment<D>>(a) || std::holds_alternative<Segment<D>>(b)) continue;
    RelativeMotion<D> approach;
    approach.d = shapes.vector(4.0);
    approach.v = shapes.vector(1.0);
    if (shapes.random().below(2) == 0) approach.v = -0.25 * approach.d + 0.2 * approach.v;
    approach.tolerance = kTolerance;
    approach.least_radius = kLeastRadius;
    SCOPED_TRACE(testing::Message() << "pair " << i << " of shapes " << a.index() << " and " << b.index());
    if (gap_at(a, b, approach.d, approach.v, 0.0) <= 0.0) continue;
    const SolidMeeting<D> found = solids_meet(solid_of(a), solid_of(b), approach);
    const Encounter<D> exact =
        first_hit<D>({a, Linear<D>{{}, {}}}, {b, Linear<D>{approach.d, approach.v}}, Query{});
    if (!found.happens()) {
      ++missed;
      if (exact.outcome == Outcome::Impact && !std::holds_alternative<Polygon>(a) &&
          !std::holds_alternative<Polygon>(b)) {
        const double past = exact.delay + 8.0 / length(approach.v);
        EXPECT_GT(deepest(a, b, approach.d, approach.v, exact.delay, past), -2.0 * kTolerance);
      }
      continue;
    }
    ++happened;
    ASSERT_EQ(exact.outcome, Outcome::Impact);
    EXPECT_GE(found.delay, exact.delay * (1.0 - 1e-12) - 1e-13);
    const double gap = gap_at(a, b, approach.d, approach.v, found.delay);
    EXPECT_LE(std::fabs(gap), 1.01 * kTolerance);
    EXPECT_NEAR(length(found.normal), 1.0, 1e-12);
    EXPECT_LT(dot(found.normal, approach.v), 0.0);
    EXPECT_NEAR(dot(found.normal, approach.d + found.delay * approach.v), found.reach, 1.01 * kTolerance);
    // But for corners, where and when are those of the first touch.
    if (found.delay < exact.delay + 1e-12 * (1.0 + exact.delay)) {
      EXPECT_NEAR(dot(found.normal, exact.normal), 1.0, 1e-6);
    }
  }
  EXPECT_GT(happened, pairs / 8);
  EXPECT_GT(missed, pairs / 8);
}

TEST(SolidMeeting, AgreesWithFirstHitButForTheToleranceInThePlane) {
  expect_to_agree_with_first_hit<2>(1, 1500);
}

TEST(SolidMeeting, AgreesWithFirstHitButForTheToleranceInSpace) { expect_to_agree_with_first_hit<3>(2, 800); }

Solid<2> box(double half_x, double half_y) { return solid_of<2>(Box<2>{{half_x, half_y}}); }

RelativeMotion<2> coming(const Vec<2>& d, const Vec<2>& v) {
  RelativeMotion<2> approach{d, v};
  approach.tolerance = kTolerance;
  approach.least_radius = kLeastRadius;
  return approach;
}

TEST(SolidMeeting, IsNoneWhereABoxSlidesOverATileThatStandsOutByLessThanTheTolerance) {
  for (const double step : {-0.9 * kTolerance, 0.0, 0.9 * kTolerance})
    EXPECT_FALSE(solids_meet(box(5.0, 1.0), box(0.5, 0.5), coming({-7.0, 1.5 - step}, {1.0, 0.0})).happens());
}

TEST(SolidMeeting, IsOneWithTheSideWhereATileStandsOutByMore) {
  const auto found =
      solids_meet(box(5.0, 1.0), box(0.5, 0.5), coming({-7.0, 1.5 - 1.1 * kTolerance}, {1.0, 0.0}));
  ASSERT_TRUE(found.happens());
  EXPECT_NEAR(found.delay, 1.5, 2.0 * kTolerance);
  EXPECT_EQ(found.normal[0], -1.0);
}

TEST(SolidMeeting, IsWithTheFloorFirstWhereABoxComesDownOnTheJointOfTwoTiles) {
  // The second tile stands out by a rounding, and the box's corner comes down right in front of its side.
  const double step = 0x1p-50;
  const Vec<2> v{1.0, -1.0};
  const auto floor = solids_meet(box(1.0, 1.0), box(0.5, 0.5), coming({-0.5, 2.5}, v));
  const auto second = solids_meet(box(1.0, 1.0), box(0.5, 0.5), coming({-2.5, 2.5 - step}, v));
  ASSERT_TRUE(floor.happens() && second.happens());
  EXPECT_DOUBLE_EQ(floor.delay, 1.0);
  EXPECT_EQ(floor.normal[1], 1.0);
  EXPECT_GT(second.delay, floor.delay);
  EXPECT_LT(second.delay, floor.delay + 2.0 * kTolerance);
}

TEST(SolidMeeting, AtAFaceIsAtTheVeryTimeOfTheTouch) {
  const auto found = solids_meet(box(1.0, 1.0), box(0.5, 0.5), coming({4.0, 0.25}, {-2.0, 0.125}));
  EXPECT_DOUBLE_EQ(found.delay, 1.25);
  EXPECT_EQ(found.normal[0], 1.0);
  EXPECT_DOUBLE_EQ(found.reach, 1.5);
  EXPECT_DOUBLE_EQ(found.area, 1.0);
}

TEST(SolidMeeting, OfTwoThatAreDeepInEachOtherIsAtOnceIfTheyClose) {
  const auto closing = solids_meet(box(1.0, 1.0), box(1.0, 1.0), coming({1.5, 0.5}, {-1.0, 0.0}));
  EXPECT_EQ(closing.delay, 0.0);
  EXPECT_EQ(closing.normal[0], 1.0);
  EXPECT_FALSE(solids_meet(box(1.0, 1.0), box(1.0, 1.0), coming({1.5, 0.5}, {1.0, 0.0})).happens());
  EXPECT_FALSE(solids_meet(box(1.0, 1.0), box(1.0, 1.0), coming({1.5, 0.5}, {0.0, -1.0})).happens());
}

TEST(SolidMeeting, OfThingsWithoutAnInsideIsAsIfTheyWereGrown) {
  const Solid<2> wall = solid_of<2>(Segment<2>{{0.0, -1.0}, {0.0, 1.0}});
  const Solid<2> point = solid_of<2>(Shape<2>(Point{}));
  const auto found = solids_meet(wall, point, coming({3.0, 0.5}, {-1.0, 0.0}));
  EXPECT_DOUBLE_EQ(found.delay, 3.0 - kLeastRadius);
  EXPECT_EQ(found.normal[0], 1.0);
  // On the other side of the wall it is another face that is met.
  EXPECT_EQ(solids_meet(wall, point, coming({-3.0, 0.5}, {1.0, 0.0})).normal[0], -1.0);
}

TEST(SolidMeeting, LetsNothingThinSlipInBetweenThePiecesOfAPolygon) {
  const Polygon arrow({{-0.6, -0.5}, {0.0, 0.0}, {-0.6, 0.5}, {0.7, 0.0}});
  ASSERT_EQ(arrow.pieces(), 2U);
  const Solid<2> solid = solid_of<2>(arrow);
  const Solid<2> point = solid_of<2>(Shape<2>(Point{}));
  for (const double from : {-3.0, 3.0}) {
    const auto found = solids_meet(solid, point, coming({from, 0.0}, {-from, 0.0}));
    ASSERT_TRUE(found.happens());
    EXPECT_NEAR(from - from * found.delay, from < 0.0 ? 0.0 : 0.7, 2.0 * kLeastRadius);
  }
}

/// Boxes have a kernel of their own; hulls of their corners are met by the planes of all pieces.
TEST(SolidMeeting, OfTwoBoxesIsToTheBitThatOfTheHullsOfTheirCorners) {
  constexpr std::uint64_t kSeed = 11;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  int met = 0;
  int missed = 0;
  int inside = 0;
  const auto hull = [](const Vec<2>& h) {
    return solid_of<2>(Hull<2>{{{-h[0], -h[1]}, {h[0], -h[1]}, {h[0], h[1]}, {-h[0], h[1]}}, 0.0});
  };
  for (int round = 0; round < 20000; ++round) {
    Vec<2> half_a;
    Vec<2> half_b;
    auto approach = coming({}, {});
    approach.tolerance_growth = random.below(2) == 0 ? 0.0 : 0.5 * kTolerance;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      half_a[axis] = 0.25 * static_cast<double>(1 + random.below(4));
      half_b[axis] = random.uniform(0.1, 1.0);
      approach.d[axis] = random.uniform(-3.0, 3.0);
      approach.v[axis] = random.below(4) == 0 ? 0.0 : random.uniform(-3.0, 3.0);
      // Near enough to flush for the tolerance to decide.
      if (random.below(4) == 0)
        approach.d[axis] = half_a[axis] + half_b[axis] + kTolerance * random.uniform(-3.0, 3.0);
    }
    const auto found = solids_meet(solid_of<2>(Box<2>{half_a}), solid_of<2>(Box<2>{half_b}), approach);
    const auto expected = solids_meet(hull(half_a), hull(half_b), approach);
    ASSERT_EQ(found.delay, expected.delay) << "round " << round;
    ASSERT_EQ(found.normal, expected.normal) << "round " << round;
    ASSERT_EQ(found.reach, expected.reach) << "round " << round;
    met += found.happens() ? 1 : 0;
    missed += found.happens() ? 0 : 1;
    inside += found.delay == 0.0 ? 1 : 0;
  }
  EXPECT_GT(met, 2000);
  EXPECT_GT(missed, 2000);
  EXPECT_GT(inside, 100);
}

TEST(SolidMeeting, WithAHalfSpaceIsWithWhatReachesFurthest) {
  const Solid<2> floor = solid_of<2>(HalfSpace<2>{{0.0, 2.0}, 1.0});
  const Solid<2> triangle = solid_of<2>(Hull<2>{{{-1.0, -0.5}, {1.0, 0.0}, {0.0, 1.0}}, 0.0});
  const auto found = solids_meet(floor, triangle, coming({0.0, 3.0}, {0.5, -1.0}));
  EXPECT_DOUBLE_EQ(found.delay, 2.0);
  EXPECT_EQ(found.normal[1], 1.0);
  EXPECT_FALSE(solids_meet(floor, triangle, coming({0.0, 3.0}, {0.5, 0.0})).happens());
}

}  // namespace
}  // namespace firsthit
