#include "core/never.hpp"

#include <firsthit/path_crossing.hpp>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

// Paths of which the crossing is known.

namespace firsthit {
namespace {

constexpr double kMost = std::numeric_limits<double>::max();

void expect_equal(const Certified& bounds, double exact) {
  EXPECT_EQ(bounds.lower, exact);
  EXPECT_EQ(bounds.upper, exact);
}

void expect_between(const Certified& bounds, long numerator, long denominator) {
  EXPECT_LT(mpq_class(bounds.lower), mpq_class(numerator, denominator));
  EXPECT_GT(mpq_class(bounds.upper), mpq_class(numerator, denominator));
  EXPECT_EQ(bounds.upper, std::nextafter(bounds.lower, kNever));
}

/// The particle is there from the one delay to the other.
template <int D>
void expect_stay(const Passage<D>& passage, double enter, double leave) {
  expect_equal(passage.enter, enter);
  expect_equal(passage.leave, leave);
}

TEST(PathCrossing, EachParticlePassesTheCrossingAtItsOwnTime) {
  const PathCrossing<2> r = path_crossing<2>({{0, 0}, {1, 0}}, {{3, -4}, {0, 2}});
  EXPECT_EQ(r.kind, Crossing::Point);
  expect_stay(r.p, 3, 3);
  expect_stay(r.q, 2, 2);
  EXPECT_EQ(r.p.from, (Vec2{3, 0}));
  EXPECT_EQ(r.q.from, (Vec2{3, 0}));
  EXPECT_EQ(r.p.to, r.p.from);
  expect_equal(r.distance, 0);
  EXPECT_FALSE(r.opposed);
  EXPECT_TRUE(r);
}

TEST(PathCrossing, ADelayThatIsNoDoubleLiesBetweenNeighbours) {
  const PathCrossing<2> r = path_crossing<2>({{0, 0}, {3, 0}}, {{1, -1}, {0, 7}});
  EXPECT_EQ(r.kind, Crossing::Point);
  expect_between(r.p.enter, 1, 3);
  expect_between(r.q.enter, 1, 7);
  expect_equal(r.distance, 0);
}

TEST(PathCrossing, APlaceThatWasPassedBeforeNowDoesNotCount) {
  const PathCrossing<2> r = path_crossing<2>({{0, 0}, {1, 0}}, {{3, 4}, {0, 2}});
  EXPECT_EQ(r.kind, Crossing::None);
  EXPECT_FALSE(r);
  expect_equal(r.distance, 4);  // from (3, 0) to where q is now
  expect_equal(r.p.enter, 3);
  expect_equal(r.q.enter, 0);
  EXPECT_EQ(r.q.from, (Vec2{3, 4}));
}

TEST(PathCrossing, StartsAndHorizonsCount) {
  const Linear<2> p{{0, 0}, {1, 0}};
  const Linear<2> q{{3, -4}, {0, 2}};
  EXPECT_TRUE(path_crossing<2>(p, q, {.horizon_p = 3, .horizon_q = 2}));
  EXPECT_FALSE(path_crossing<2>(p, q, {.horizon_p = std::nextafter(3.0, 0.0)}));
  EXPECT_FALSE(path_crossing<2>(p, q, {.horizon_q = std::nextafter(2.0, 0.0)}));
  const PathCrossing<2> r = path_crossing<2>({{3, 0}, {1, 0}}, {{3, 0}, {0, 2}});
  EXPECT_EQ(r.kind, Crossing::Point);
  expect_stay(r.p, 0, 0);
  expect_stay(r.q, 0, 0);
  EXPECT_TRUE(path_crossing<2>({{3, 0}, {1, 0}}, {{3, 0}, {0, 2}}, {.horizon_p = 0, .horizon_q = 0}));
}

TEST(PathCrossing, PathsThatEndBeforeTheCrossingAreClosestAtAnEnd) {
  // p ends at (2, 0); the nearest place on q's diagonal is (2.5, -0.5).
  const PathCrossing<2> r = path_crossing<2>({{0, 0}, {1, 0}}, {{3, 0}, {-1, -1}}, {.horizon_p = 2});
  EXPECT_EQ(r.kind, Crossing::None);
  expect_equal(r.p.enter, 2);
  expect_equal(r.q.enter, 0.5);
  EXPECT_TRUE(mpq_class(r.distance.lower) * r.distance.lower < mpq_class(1, 2));
  EXPECT_TRUE(mpq_class(r.distance.upper) * r.distance.upper > mpq_class(1, 2));
  // q, too, ends before it comes there.
  const PathCrossing<2> early =
      path_crossing<2>({{0, 0}, {1, 0}}, {{3, -4}, {0, 2}}, {.horizon_p = 2, .horizon_q = 1.5});
  expect_equal(early.p.enter, 2);
  expect_equal(early.q.enter, 1.5);
}

TEST(PathCrossing, AParticleAtRestIsOnItsPathThroughoutItsWindow) {
  const Linear<2> p{{0, 0}, {2, 0}};
  const PathCrossing<2> on = path_crossing<2>(p, {{4, 0}, {0, 0}}, {.horizon_q = 5});
  EXPECT_EQ(on.kind, Crossing::Point);
  expect_stay(on.p, 2, 2);
  expect_stay(on.q, 0, 5);
  EXPECT_EQ(on.q.to, (Vec2{4, 0}));
  const PathCrossing<2> off = path_crossing<2>(p, {{4, 3}, {0, 0}});
  EXPECT_EQ(off.kind, Crossing::None);
  expect_equal(off.distance, 3);
  expect_stay(off.q, 0, kNever);
  EXPECT_EQ(off.q.to, (Vec2{4, 3}));
  EXPECT_TRUE(path_crossing<2>(p, {{4, 3}, {0, 0}}, {.tolerance = 3}));
}

TEST(PathCrossing, TwoParticlesAtRestMeetIfTheyAreAtOnePlace) {
  const PathCrossing<3> r = path_crossing<3>({{1, 2, 3}, {}}, {{1, 2, 3}, {}}, {.horizon_p = 4});
  EXPECT_EQ(r.kind, Crossing::Point);
  expect_stay(r.p, 0, 4);
  expect_stay(r.q, 0, kNever);
  const PathCrossing<3> apart = path_crossing<3>({{1, 2, 3}, {}}, {{4, 6, 3}, {}});
  EXPECT_EQ(apart.kind, Crossing::None);
  expect_equal(apart.distance, 5);
}

TEST(PathCrossing, ParticlesThatFollowEachOtherShareAStretch) {
  const Linear<2> p{{0, 0}, {1, 0}};
  const Linear<2> q{{2, 0}, {2, 0}};
  const PathCrossing<2> r = path_crossing<2>(p, q, {.horizon_p = 5, .horizon_q = 3});
  EXPECT_EQ(r.kind, Crossing::Stretch);
  EXPECT_FALSE(r.opposed);
  expect_stay(r.p, 2, 5);  // from (2, 0) to (5, 0)
  expect_stay(r.q, 0, 1.5);
  EXPECT_EQ(r.p.from, (Vec2{2, 0}));
  EXPECT_EQ(r.q.from, (Vec2{2, 0}));
  EXPECT_EQ(r.p.to, (Vec2{5, 0}));
  EXPECT_EQ(r.q.to, (Vec2{5, 0}));
  expect_equal(r.distance, 0);
}

TEST(PathCrossing, AStretchWithoutEndIsInfinite) {
  const PathCrossing<2> r = path_crossing<2>({{0, 0}, {1, 0}}, {{2, 0}, {2, 0}});
  EXPECT_EQ(r.kind, Crossing::Stretch);
  expect_stay(r.p, 2, kNever);
  expect_stay(r.q, 0, kNever);
  EXPECT_EQ(r.p.to, (Vec2{kNever, 0}));
}

TEST(PathCrossing, ParticlesThatComeTowardsEachOtherShareAStretchInOppositeDirections) {
  const Linear<2> p{{0, 0}, {1, 0}};
  const Linear<2> q{{8, 0}, {-2, 0}};
  const PathCrossing<2> r = path_crossing<2>(p, q, {.horizon_p = 5, .horizon_q = 2});
  EXPECT_EQ(r.kind, Crossing::Stretch);
  EXPECT_TRUE(r.opposed);
  expect_stay(r.p, 4, 5);
  expect_stay(r.q, 1.5, 2);
  EXPECT_EQ(r.p.from, r.q.to);
  EXPECT_EQ(r.p.to, r.q.from);
  const PathCrossing<2> whole = path_crossing<2>(p, q);
  expect_stay(whole.p, 0, 8);
  expect_stay(whole.q, 0, 4);
  EXPECT_EQ(path_crossing<2>(p, {{-1, 0}, {-2, 0}}).kind, Crossing::None);  // both leave
}

TEST(PathCrossing, EqualCoursesShareTheWholePath) {
  const Linear<3> p{{1, 2, 3}, {0.1, 0.2, 0.3}};
  const PathCrossing<3> r = path_crossing<3>(p, p, {.horizon_q = 0.7});
  EXPECT_EQ(r.kind, Crossing::Stretch);
  expect_stay(r.p, 0, 0.7);
  expect_stay(r.q, 0, 0.7);
}

TEST(PathCrossing, PathsOnOneLineMayTouchInAPointOrNotAtAll) {
  const Linear<2> p{{0, 0}, {1, 0}};
  const Linear<2> q{{8, 0}, {-2, 0}};
  const PathCrossing<2> touch = path_crossing<2>(p, q, {.horizon_p = 5, .horizon_q = 1.5});
  EXPECT_EQ(touch.kind, Crossing::Point);
  EXPECT_FALSE(touch.opposed);
  expect_stay(touch.p, 5, 5);
  expect_stay(touch.q, 1.5, 1.5);
  const PathCrossing<2> apart = path_crossing<2>(p, q, {.horizon_p = 5, .horizon_q = 1});
  EXPECT_EQ(apart.kind, Crossing::None);
  expect_stay(apart.p, 5, 5);
  expect_stay(apart.q, 1, 1);
  expect_equal(apart.distance, 1);
}

TEST(PathCrossing, SideBySideIsAStretchWithinTheTolerance) {
  const Linear<3> p{{0, 0, 0}, {1, 0, 0}};
  const Linear<3> q{{2, 3, 4}, {4, 0, 0}};
  const PathCrossing<3> r = path_crossing<3>(p, q, {.tolerance = 5});
  EXPECT_EQ(r.kind, Crossing::Stretch);
  expect_stay(r.p, 2, kNever);
  expect_stay(r.q, 0, kNever);
  expect_equal(r.distance, 5);
  const PathCrossing<3> less = path_crossing<3>(p, q, {.tolerance = std::nextafter(5.0, 0.0)});
  EXPECT_EQ(less.kind, Crossing::None);
  expect_stay(less.p, 2, kNever);
  expect_equal(less.distance, 5);
}

TEST(PathCrossing, PathsInSpaceCrossIfTheyComeWithinTheTolerance) {
  // Closest at (2, 0, 0) and (2, -1/2, 1/2).
  const Linear<3> p{{0, 0, 0}, {1, 0, 0}};
  const Linear<3> q{{2, -3, -2}, {0, 1, 1}};
  const double root = std::sqrt(0.5);
  ASSERT_GT(mpq_class(root) * root, mpq_class(1, 2));
  const PathCrossing<3> r = path_crossing<3>(p, q, {.tolerance = root});
  EXPECT_EQ(r.kind, Crossing::Point);
  expect_equal(r.p.enter, 2);
  expect_equal(r.q.enter, 2.5);
  EXPECT_EQ(r.p.from, (Vec3{2, 0, 0}));
  EXPECT_EQ(r.q.from, (Vec3{2, -0.5, 0.5}));
  EXPECT_EQ(r.distance.upper, root);
  EXPECT_EQ(r.distance.lower, std::nextafter(root, 0.0));
  EXPECT_EQ(path_crossing<3>(p, q, {.tolerance = std::nextafter(root, 0.0)}).kind, Crossing::None);
  EXPECT_EQ(path_crossing<3>(p, {{2, -3, -3}, {0, 1, 1}}).kind, Crossing::Point);
}

TEST(PathCrossing, PathsThatAreNearlyParallelCrossFarAway) {
  // One unit in the last place between the slopes: they cross 2^52 away.
  const PathCrossing<2> r = path_crossing<2>({{0, 0}, {1, 1}}, {{0, 1}, {1, std::nextafter(1.0, 0.0)}});
  EXPECT_EQ(r.kind, Crossing::Point);
  expect_stay(r.p, 0x1p53, 0x1p53);
  expect_stay(r.q, 0x1p53, 0x1p53);
  EXPECT_EQ(path_crossing<2>({{0, 0}, {1, 1}}, {{0, 1}, {1, std::nextafter(1.0, 2.0)}}).kind, Crossing::None);
}

TEST(PathCrossing, DelaysBeyondAllDoublesLieBetweenTheLargestAndInfinity) {
  const PathCrossing<2> r = path_crossing<2>({{0, 0}, {1, 0}}, {{0, 0}, {0.25, 0}}, {.horizon_p = kMost});
  EXPECT_EQ(r.kind, Crossing::Stretch);
  expect_stay(r.p, 0, kMost);
  EXPECT_EQ(r.q.leave.lower, kMost);
  EXPECT_EQ(r.q.leave.upper, kNever);
  const PathCrossing<2> tiny =
      path_crossing<2>({{0, 0}, {1, 0}}, {{0, 0}, {4, 0}}, {.horizon_p = 0x1p-1074, .horizon_q = kMost});
  expect_stay(tiny.p, 0, 0x1p-1074);
  EXPECT_EQ(tiny.q.leave.lower, 0.0);
  EXPECT_EQ(tiny.q.leave.upper, 0x1p-1074);
}

}  // namespace
}  // namespace firsthit
