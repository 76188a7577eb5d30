#include <firsthit/first_hit.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

// An arc and what it meets, where one of them turns or none: a formula tells when.

namespace firsthit {
namespace {

constexpr double kPi = std::numbers::pi;

Moving<2> spinning(Shape<2> shape, double rate, Vec<2> position = {}, Vec<2> centre = {}) {
  return {std::move(shape), Spinning<2>{.position = position, .angular_velocity = rate, .centre = centre}};
}
Moving<2> moving(Shape<2> shape, Vec<2> position, Vec<2> velocity = {}) {
  return {std::move(shape), Linear<2>{position, velocity}};
}

void expect_impact(const Moving<2>& a, const Moving<2>& b, double horizon, double time,
                   double relative = 1e-12) {
  for (const bool swap : {false, true}) {
    const Encounter<2> answer = swap ? first_hit(b, a, {horizon}) : first_hit(a, b, {horizon});
    EXPECT_EQ(answer.outcome, Outcome::Impact);
    EXPECT_LE(answer.delay, time * (1.0 + relative));
    EXPECT_GE(answer.delay_upper, time * (1.0 - relative));
    EXPECT_LE(answer.delay_upper - answer.delay, 4.0 * relative * horizon);
  }
}

void expect_outcome(const Moving<2>& a, const Moving<2>& b, double horizon, Outcome outcome) {
  EXPECT_EQ(first_hit(a, b, {horizon}).outcome, outcome);
  EXPECT_EQ(first_hit(b, a, {horizon}).outcome, outcome);
}

/// From one angle to another, in degrees.
Arc arc(double radius, double from, double to) {
  const auto direction = [](double degrees) {
    const double angle = degrees * kPi / 180.0;
    return Vec<2>{std::cos(angle), std::sin(angle)};
  };
  return {radius, direction(from), direction(to)};
}

/// A ball that goes around the origin.
Moving<2> orbiting(double radius, double way, double rate) {
  return spinning(Ball{radius}, rate, {}, {-way, 0.0});
}

TEST(KnownArcs, ABallRunsAroundWithinASpinningArcUnlessItComesFurther) {
  const Moving<2> ring = spinning(arc(2.0, 30.0, 330.0), 0.7);
  for (const double rate : {1.0, -3.0, 0.7}) {
    expect_outcome(ring, orbiting(0.5, 1.25, rate), 30.0, Outcome::Miss);
    expect_outcome(ring, orbiting(0.5, 1.5 - 1e-9, rate), 30.0, Outcome::Miss);
    expect_outcome(ring, orbiting(0.5, 2.5 + 1e-9, rate), 30.0, Outcome::Miss);
  }
  // Its middle is at 1.9: it meets an end where that is 0.5 away.
  const double off = std::acos((4.0 + 1.9 * 1.9 - 0.25) / (2.0 * 2.0 * 1.9));
  expect_impact(ring, orbiting(0.5, 1.9, 1.7), 30.0, kPi / 6.0 - off);
  expect_impact(ring, orbiting(0.5, 1.9, -0.3), 30.0, kPi / 6.0 - off);
}

TEST(KnownArcs, ARodsTipTurnsWithinAConcentricArc) {
  const Moving<2> still = moving(arc(2.0, 90.0, 0.0), {0.0, 0.0});
  const auto rod = [](double length, double rate) {
    return spinning(Segment<2>{{length, 0.0}, {0.0, 0.0}}, rate, {}, {0.0, 0.0});
  };
  const auto turned = [](Moving<2> moving, double degrees) {
    std::get<Spinning<2>>(moving.motion).orientation = turned_by(degrees);
    return moving;
  };
  expect_outcome(still, turned(rod(1.9, 1.0), 45.0), 100.0, Outcome::Miss);
  expect_outcome(still, turned(rod(2.0 - 1e-9, -5.0), 45.0), 100.0, Outcome::Miss);
  // One that is longer meets the ends of the opening.
  expect_impact(still, turned(rod(2.5, 1.0), 45.0), 100.0, kPi / 4.0);
  expect_impact(still, turned(rod(2.5, -2.0), 30.0), 100.0, kPi / 12.0);
  expect_impact(still, turned(rod(2.0 + 1e-9, 1.0), 45.0), 100.0, kPi / 4.0, 1e-9);
  // Thick ones meet them sooner, by the angle under which half of their width is seen.
  const Moving<2> thick = turned(spinning(Capsule<2>{{0.0, 0.0}, {3.0, 0.0}, 0.25}, 1.0), 45.0);
  expect_impact(still, thick, 100.0, kPi / 4.0 - std::asin(0.125));
}

TEST(KnownArcs, AnArcSwingsLikeAGateAndClosesOnABall) {
  // A half circle of radius 1 about (1, 0), hinged at its end at the origin; its other end is at 2.
  const auto gate = [](double rate) { return spinning(arc(1.0, 180.0, 0.0), rate, {}, {-1.0, 0.0}); };
  // With the end: it goes around the origin at 2, the ball is at angle 60 degrees, at 2.
  const Vec<2> there{2.0 * std::cos(kPi / 3.0), 2.0 * std::sin(kPi / 3.0)};
  expect_impact(gate(1.0), moving(Ball{0.25}, there), 3.0, kPi / 3.0 - 2.0 * std::asin(0.25 / 4.0));
  // A point at 1 from the hinge is met by the circle, where that is 1 away: 60 degrees from the diameter,
  // which is inside, below it.
  const double rate = 2.0;
  expect_impact(gate(-rate), moving(Point{}, {std::cos(1.5), -std::sin(1.5)}), 3.0, (1.5 - kPi / 3.0) / rate);
  expect_outcome(gate(1.0), moving(Ball{0.25}, {-1.5, 1.7}), 2.0, Outcome::Miss);
}

TEST(KnownArcs, WhatDoesNotTurnMeetsBothSidesAndTheEnds) {
  const Moving<2> bow = moving(arc(1.0, -90.0, 90.0), {0.0, 0.0});
  expect_impact(bow, moving(Ball{0.25}, {5.0, 0.0}, {-2.0, 0.0}), 10.0, 1.875);
  expect_impact(bow, moving(Ball{0.25}, {-5.0, 0.0}, {2.0, 0.0}), 10.0, 2.875);
  expect_impact(bow, moving(Box<2>{{0.5, 0.5}}, {5.0, 0.25}, {-1.0, 0.0}), 10.0, 3.5);
  expect_impact(bow, moving(Box<2>{{0.6, 0.6}}, {-5.0, 0.0}, {1.0, 0.0}), 10.0, 5.2);
  expect_impact(bow, moving(Segment<2>{{0.0, 0.0}, {9.0, 0.0}}, {-20.0, 0.0}, {1.0, 0.0}), 50.0, 12.0);
  expect_impact(bow, moving(Box<2>{{2.0, 0.5}}, {-1.0, 5.0}, {0.0, -1.0}), 10.0, 3.5);
  expect_outcome(bow, moving(Box<2>{{2.0, 0.5}}, {-3.0, 0.0}, {0.0, -1.0}), 10.0, Outcome::Miss);
  expect_impact(moving(HalfSpace<2>{{0.0, 1.0}, 0.0}, {}),
                moving(arc(1.0, -30.0, 200.0), {0.0, 5.0}, {0.0, -1.0}), 20.0, 4.5);
  const Moving<2> falls{Ball{0.5}, Falling<2>{{0.0, 3.0}, {0.0, 0.0}, {0.0, -2.0}}};
  expect_impact(moving(arc(2.0, 180.0, 0.0), {0.0, 0.0}), falls, 10.0, std::sqrt(4.5));
}

TEST(KnownArcs, ASpinningArcReachesAFloorWithItsEndAndItsSide) {
  const Moving<2> floor = moving(HalfSpace<2>{{0.0, 1.0}, 0.0}, {});
  // A quarter, from 0 to 90 degrees about its centre at height 0.5: the end at 0 goes down.
  expect_impact(floor, spinning(arc(1.0, 0.0, 90.0), -1.0, {0.0, 0.5}), 10.0, kPi / 6.0);
  // Off its centre: a circle of radius 1 that goes around at 1.
  expect_impact(floor, spinning(Arc{}, 2.0, {0.0, 1.5}, {-1.0, 0.0}), 10.0, (kPi + kPi / 6.0) / 2.0);
  expect_outcome(floor, spinning(Arc{}, 2.0, {0.0, 1.5}), 10.0, Outcome::Miss);
}

TEST(KnownArcs, AConcavePolygonMeetsARingFromWithin) {
  // An L that turns about the origin stays within; one that drifts does not.
  const Polygon l({{0.0, 0.0}, {1.0, 0.0}, {1.0, 0.25}, {0.25, 0.25}, {0.25, 1.0}, {0.0, 1.0}});
  const Moving<2> ring = moving(arc(2.0, 20.0, 340.0), {});
  expect_outcome(ring, spinning(l, 3.0), 20.0, Outcome::Miss);
  Moving<2> drifts = spinning(l, 0.0);
  std::get<Spinning<2>>(drifts.motion).velocity = {0.0, 0.5};
  // Corners (0.25, 1) and (0, 1): the first one, where 0.0625 + (1 + y)^2 = 4.
  expect_impact(ring, drifts, 20.0, 2.0 * (std::sqrt(4.0 - 0.0625) - 1.0));
}

TEST(KnownArcs, TheContactIsToldOnBoth) {
  const Moving<2> bow = moving(arc(1.0, -90.0, 90.0), {3.0, 1.0});
  const Encounter<2> from_outside = first_hit(bow, moving(Ball{0.25}, {8.0, 1.0}, {-2.0, 0.0}));
  EXPECT_NEAR(from_outside.normal[0], 1.0, 1e-12);
  EXPECT_NEAR(from_outside.point_a[0], 4.0, 1e-12);
  EXPECT_EQ(from_outside.feature_a.kind, Feature::Kind::Edge);
  const Encounter<2> from_inside = first_hit(bow, moving(Ball{0.25}, {3.0, 1.0}, {2.0, 0.0}));
  EXPECT_NEAR(from_inside.normal[0], -1.0, 1e-12);
  EXPECT_NEAR(from_inside.point_b[0], 4.0, 1e-12);
  const Encounter<2> at_end = first_hit(bow, moving(Box<2>{{1.0, 1.0}}, {3.0, 6.0}, {0.0, -1.0}));
  EXPECT_NEAR(at_end.normal[1], 1.0, 1e-12);
  EXPECT_EQ(at_end.feature_a.kind, Feature::Kind::Vertex);
  EXPECT_EQ(at_end.feature_a.index, 1);
  EXPECT_EQ(at_end.feature_b.kind, Feature::Kind::Edge);
  EXPECT_EQ(at_end.feature_b.index, 2);
  EXPECT_NEAR(at_end.delay, 3.0, 1e-12);
}

TEST(KnownArcs, OverlapsAreAsDeepAsTheDeepestPlaceOfTheArc) {
  const Moving<2> bow = moving(arc(2.0, -90.0, 90.0), {0.0, 0.0});
  const Encounter<2> deep = first_hit(bow, moving(Box<2>{{0.5, 1.0}}, {2.25, 0.0}, {-0.5, 0.0}));
  EXPECT_EQ(deep.outcome, Outcome::Overlap);
  EXPECT_NEAR(deep.gap, -0.25, 1e-12);
  EXPECT_NEAR(deep.normal[0], 1.0, 1e-12);
  EXPECT_EQ(first_hit(bow, moving(Box<2>{{0.5, 1.0}}, {2.25, 0.0}, {0.5, 0.0})).outcome, Outcome::Graze);
}

/// A ring turns about its own centre, and a ball within hardly overlaps it: nothing changes until the opening
/// comes by, and then the ring's end.
TEST(KnownArcs, ABallThatHardlyOverlapsIsMetByTheEndAfterTheOpening) {
  const double ring = 2.0;
  const double ball = 0.5;
  const double deep = 0x1p-41;  // 16 errors
  const double way = ring - ball + deep;
  // Where an end is as far from the ball's middle as its surface.
  const double touches = std::acos((ring * ring + way * way - ball * ball) / (2.0 * ring * way));
  for (const double half : {0.1, 0.5, 2.0, 8.0})
    for (const double rate : {1.0, -3.0, 0.2}) {
      const double time = (kPi + half * kPi / 180.0 - touches) / std::fabs(rate);
      const Moving<2> turns = spinning(arc(ring, half, 360.0 - half), rate);
      expect_impact(turns, moving(Ball{ball}, {-way, 0.0}), 5.0 / std::fabs(rate), time, 1e-7);
    }
}

}  // namespace
}  // namespace firsthit
