#include "core/never.hpp"
#include "property/pairs.hpp"
#include "property/reference_events.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

// Laws 1, 2, 3, 7 and 8 for balls, points and half-spaces: outcomes and times against rational arithmetic.

namespace firsthit::laws {
namespace {

using reference::Kind;
using reference::Story;

/// Outcomes seen, so that a test can ask for a fair number of each.
using Tally = std::map<Kind, int>;

template <int D>
void expect_exact(const Encounter<D>& e, const reference::Coefficients& gap, double horizon, Tally& tally) {
  const Story story(gap, horizon == kNever ? mpq_class(-1) : mpq_class(horizon));
  ++tally[story.kind];
  ASSERT_NE(e.outcome, Outcome::Unresolved);
  ASSERT_EQ(kind(e.outcome), story.kind) << "expected " << reference::name(story.kind);
  ASSERT_LE(e.first_touch, e.delay);
  if (e) {
    ASSERT_TRUE(story.happens_within(e.delay, e.delay_upper)) << e.delay << " to " << e.delay_upper;
    ASSERT_LE(e.delay_upper, std::nextafter(e.delay, kNever));
    ASSERT_LE(e.delay_upper, horizon);
  } else {
    ASSERT_EQ(e.delay, horizon);
  }
  if (story.touch_at_start) {
    ASSERT_EQ(e.first_touch, 0.0);
  }
}

std::uint64_t seed(std::uint64_t i) { return 0x5eed0000 + i; }

double random_horizon(Source& source) {
  const std::uint64_t which = source.below(4);
  if (which == 0) return kNever;
  if (which == 1) return 0.25 * static_cast<double>(source.below(20));
  return source.uniform(0.0, 10.0);
}

template <int D>
void check_balls(Draw draw, bool falls, int count, Tally& tally) {
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed(static_cast<std::uint64_t>(i))));
    Source source(seed(static_cast<std::uint64_t>(i)));
    const double radius_a = source.size(draw, 1.0);
    const double radius_b = source.size(draw, 1.0);
    const Motion<D> motion_a = source.motion<D>(draw, falls && source.chance(0.7), 2.0, 1.0);
    const Motion<D> motion_b = source.motion<D>(draw, falls, 2.0, 1.0);
    const Moving<D> a{Ball{radius_a}, motion_a};
    const Moving<D> b{Ball{radius_b}, motion_b};
    const double horizon = random_horizon(source);
    if (radius_a + radius_b == 0.0) continue;  // points have a law of their own
    const Encounter<D> e = first_hit(a, b, {horizon});
    expect_exact(e, ball_gap(a, b), horizon, tally);
    if (testing::Test::HasFatalFailure()) return;
  }
}

template <int D>
void check_planes(Draw draw, bool falls, int count, Tally& tally) {
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed(static_cast<std::uint64_t>(i))));
    Source source(seed(static_cast<std::uint64_t>(i)));
    HalfSpace<D> plane;
    plane.normal[0] = source.chance(0.5) ? 3.0 : -3.0;
    plane.normal[1] = source.chance(0.5) ? 4.0 : -4.0;
    plane.offset = source.number(draw, 4.0);
    const double radius_b = source.size(draw, 1.0);
    const Motion<D> motion_a = source.motion<D>(draw, falls && source.chance(0.3), 1.0, 1.0);
    const Motion<D> motion_b = source.motion<D>(draw, falls, 4.0, 1.0);
    const Moving<D> a{plane, motion_a};
    const Moving<D> b{Ball{radius_b}, motion_b};
    const double horizon = random_horizon(source);
    const Encounter<D> e = first_hit(a, b, {horizon});
    expect_exact(e, plane_gap(a, b, 5.0), horizon, tally);
    if (testing::Test::HasFatalFailure()) return;
  }
}

int times(int count) { return long_form() ? 20 * count : count; }

void expect_fair(Tally& tally, int least) {
  for (const Kind kind : {Kind::Miss, Kind::Impact, Kind::Overlap, Kind::Graze})
    EXPECT_GE(tally[kind], least) << reference::name(kind);
}

TEST(Outcome, BallsOnStraightCoursesAreToldApartExactly) {
  Tally tally;
  for (const Draw draw : {Draw::Grid, Draw::Continuum, Draw::Wild}) {
    check_balls<2>(draw, false, times(800), tally);
    check_balls<3>(draw, false, times(500), tally);
  }
  expect_fair(tally, 30);
}

TEST(Outcome, FallingBallsAreToldApartExactly) {
  Tally tally;
  for (const Draw draw : {Draw::Grid, Draw::Continuum, Draw::Wild}) {
    check_balls<2>(draw, true, times(150), tally);
    check_balls<3>(draw, true, times(100), tally);
  }
  expect_fair(tally, 10);
}

TEST(Outcome, HalfSpacesAndBallsAreToldApartExactly) {
  Tally tally;
  for (const Draw draw : {Draw::Grid, Draw::Continuum, Draw::Wild})
    for (const bool falls : {false, true}) {
      check_planes<2>(draw, falls, times(200), tally);
      check_planes<3>(draw, falls, times(300), tally);
    }
  expect_fair(tally, 20);
}

TEST(Outcome, PointsThatMeetImpactIfTheyMoveRelativeToEachOtherThen) {
  Tally tally;
  for (std::uint64_t i = 0; i < 400; ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed(i)));
    Source source(seed(i));
    // b is at a's place at `time`, with velocity v, for numbers that leave all sums exact.
    const double time = 0.25 * static_cast<double>(source.below(9));
    const Vec<3> v = source.chance(0.3) ? Vec<3>{} : source.vector<3>(Draw::Grid, 4.0);
    const Vec<3> fall = source.chance(0.3) ? Vec<3>{} : source.vector<3>(Draw::Grid, 4.0);
    const Vec<3> common = source.vector<3>(Draw::Grid, 2.0);
    Falling<3> b{{}, {}, fall};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      b.velocity[axis] = v[axis] - time * fall[axis];
      b.position[axis] = -time * (b.velocity[axis] + 0.5 * time * fall[axis]) + common[axis];
    }
    const Moving<3> a{source.chance(0.5) ? Shape<3>(Point{}) : Shape<3>(Ball{0.0}), Linear<3>{common, {}}};
    const Encounter<3> e = first_hit(a, {Point{}, b});
    // They may meet before: b - a = (t - time) (v + (t - time) fall / 2).
    const std::size_t axis = fall[0] != 0.0 ? 0 : fall[1] != 0.0 ? 1 : 2;
    const double earlier = fall[axis] != 0.0 ? time - 2.0 * v[axis] / fall[axis] : -1.0;
    bool meet_twice = earlier >= 0.0 && v != Vec<3>{};
    for (std::size_t k = 0; k < 3; ++k) meet_twice = meet_twice && v[k] * fall[axis] == v[axis] * fall[k];
    std::vector<double> meetings{time};
    if (meet_twice) meetings.push_back(earlier);
    std::sort(meetings.begin(), meetings.end());
    double first = -1.0;  // after the start
    for (const double m : meetings)
      if (v != Vec<3>{} && m > 0.0 && first < 0.0) first = m;
    ASSERT_EQ(kind(e.outcome), first < 0.0 ? Kind::Graze : Kind::Impact);
    ++tally[kind(e.outcome)];
    EXPECT_LE(mpq_class(e.first_touch), mpq_class(meetings.front()));
    if (!e) continue;
    EXPECT_LE(e.delay, first);
    EXPECT_GE(e.delay_upper, first);
    EXPECT_EQ(e.delay_upper, e.delay) << "for a double";
  }
  EXPECT_GT(tally[Kind::Graze], 30);
  EXPECT_GT(tally[Kind::Impact], 100);
}

TEST(Outcome, GrazesWithinOneUnitOfTheLastPlaceAreToldFromHitsAndMisses) {
  int grazes = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed(i)));
    Source source(seed(i));
    const double radius_a = source.uniform(0.1, 1.0);
    const double radius_b = source.uniform(0.1, 1.0);
    const double x = source.uniform(2.0, 9.0);
    const double sum = radius_a + radius_b;
    for (const double height : {std::nextafter(sum, 0.0), sum, std::nextafter(sum, 9.0)}) {
      Tally tally;
      const Moving<2> a{Ball{radius_a}, Linear<2>{{0.0, 0.0}, {1.0, 0.0}}};
      const Moving<2> b{Ball{radius_b}, Linear<2>{{x, height}, {-0.5, 0.0}}};
      expect_exact(first_hit(a, b), ball_gap(a, b), kNever, tally);
      grazes += tally[Kind::Graze];
    }
  }
  EXPECT_GT(grazes, 100);  // whenever the sum of the radii is a double
}

TEST(Outcome, AnImpactExactlyAtTheHorizonCounts) {
  const Moving<2> a{Ball{0.5}, Linear<2>{{0.0, 0.0}, {0.0, 0.0}}};
  const Moving<2> b{Ball{0.5}, Linear<2>{{4.0, 0.0}, {-3.0, 0.0}}};
  EXPECT_EQ(first_hit(a, b, {1.0}).outcome, Outcome::Impact);
  const Encounter<2> before = first_hit(a, b, {std::nextafter(1.0, 0.0)});
  EXPECT_EQ(before.outcome, Outcome::Miss);
  EXPECT_EQ(before.delay, std::nextafter(1.0, 0.0));
  const Moving<2> touching{Ball{0.5}, Linear<2>{{1.0, 0.0}, {-3.0, 0.0}}};
  EXPECT_EQ(first_hit(a, touching, {0.0}).outcome, Outcome::Impact);
}

TEST(Outcome, TouchingAndPartingIsAGrazeAndALaterImpactIsStillFound) {
  const Moving<2> floor{HalfSpace<2>{{0.0, 1.0}, 0.0}, Linear<2>{}};
  const Moving<2> ball{Ball{0.5}, Falling<2>{{0.0, 0.5}, {1.0, 8.0}, {0.0, -16.0}}};
  EXPECT_EQ(first_hit(floor, ball, {0.5}).outcome, Outcome::Graze);
  const Encounter<2> later = first_hit(floor, ball);
  EXPECT_EQ(later.outcome, Outcome::Impact);
  EXPECT_EQ(later.delay, 1.0);
  EXPECT_EQ(later.delay_upper, 1.0);
  EXPECT_EQ(later.first_touch, 0.0);
}

TEST(Outcome, AnOverlappingPairThatPartsIsLeftAloneUntilItClosesAgain) {
  const Moving<2> floor{HalfSpace<2>{{0.0, 1.0}, 0.0}, Linear<2>{}};
  const Moving<2> deep{Ball{0.5}, Falling<2>{{0.0, 0.0}, {0.0, 2.0}, {0.0, -8.0}}};
  const Encounter<2> inside = first_hit(floor, deep);  // apex 0.25 above: still 0.25 deep
  EXPECT_EQ(inside.outcome, Outcome::Overlap);
  EXPECT_EQ(inside.delay, 0.25);
  EXPECT_EQ(inside.gap, -0.25);
  EXPECT_EQ(inside.normal, (Vec<2>{0.0, 1.0}));
  const Moving<2> shallow{Ball{0.5}, Falling<2>{{0.0, 0.25}, {0.0, 3.0}, {0.0, -8.0}}};
  const Encounter<2> out =
      first_hit(floor, shallow);  // height 1/4 + 3 t - 4 t^2 is 1/2 at 1/8 +- ..., from above last
  EXPECT_EQ(out.outcome, Outcome::Impact);
  EXPECT_NEAR(out.delay, (3.0 + std::sqrt(5.0)) / 8.0, 1e-15);
}

}  // namespace
}  // namespace firsthit::laws
