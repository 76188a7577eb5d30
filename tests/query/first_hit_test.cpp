#include "core/never.hpp"

#include <firsthit/error.hpp>
#include <firsthit/first_hit.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

// Pairs whose answers are known, margins, and what is refused.

namespace firsthit {
namespace {

template <int D>
Moving<D> at(Shape<D> shape, Vec<D> position, Vec<D> velocity = {}) {
  return {std::move(shape), Linear<D>{position, velocity}};
}

const Shape<2> kSquare = Box<2>{{1.0, 1.0}};
const Shape<3> kCube = Box<3>{{1.0, 1.0, 1.0}};

template <int D>
void expect_contact(const Encounter<D>& e, double delay, const Vec<D>& normal, const Vec<D>& place) {
  EXPECT_EQ(e.outcome, Outcome::Impact);
  EXPECT_EQ(e.delay, delay);
  EXPECT_EQ(e.delay_upper, delay);
  EXPECT_EQ(e.first_touch, delay);
  EXPECT_EQ(e.normal, normal);
  EXPECT_EQ(e.point_a, place);
  EXPECT_EQ(e.point_b, place);
  EXPECT_EQ(e.gap, 0.0);
}

void expect_feature(const Feature& feature, Feature::Kind kind, int index) {
  EXPECT_EQ(feature.kind, kind);
  EXPECT_EQ(feature.index, index);
}

TEST(FirstHit, BoxesMeetInTheMiddleOfWhatTheirSidesHaveInCommon) {
  const auto e = first_hit(at(kSquare, {0.0, 0.0}), at(kSquare, {4.0, 0.5}, {-1.0, 0.0}));
  expect_contact(e, 2.0, {1.0, 0.0}, {1.0, 0.25});
  expect_feature(e.feature_a, Feature::Kind::Edge, 1);
  expect_feature(e.feature_b, Feature::Kind::Edge, 0);
  const auto f = first_hit(at(kCube, {}), at(kCube, {0.5, -0.5, 4.0}, {0.0, 0.0, -1.0}));
  expect_contact(f, 2.0, {0.0, 0.0, 1.0}, {0.25, -0.25, 1.0});
  expect_feature(f.feature_a, Feature::Kind::Face, 5);
  expect_feature(f.feature_b, Feature::Kind::Face, 4);
}

TEST(FirstHit, BoxesThatSlidePastEachOtherGraze) {
  const auto e = first_hit(at(kSquare, {0.0, 0.0}), at(kSquare, {4.0, 2.0}, {-1.0, 0.0}));
  EXPECT_EQ(e.outcome, Outcome::Graze);
  EXPECT_EQ(e.first_touch, 2.0);
  EXPECT_EQ(e.delay, kNever);
  const double above = std::nextafter(2.0, 3.0);
  EXPECT_EQ(first_hit(at(kSquare, {0.0, 0.0}), at(kSquare, {4.0, above}, {-1.0, 0.0})).outcome,
            Outcome::Miss);
  const double below = std::nextafter(2.0, 1.0);
  EXPECT_EQ(first_hit(at(kSquare, {0.0, 0.0}), at(kSquare, {4.0, below}, {-1.0, 0.0})).outcome,
            Outcome::Impact);
}

TEST(FirstHit, CornersThatMeetBounceBackAlongTheirVelocity) {
  const auto e = first_hit(at(kSquare, {0.0, 0.0}), at(kSquare, {4.0, 4.0}, {-1.0, -1.0}));
  EXPECT_EQ(e.outcome, Outcome::Impact);
  EXPECT_EQ(e.delay, 2.0);
  EXPECT_EQ(e.point_a, (Vec<2>{1.0, 1.0}));
  EXPECT_EQ(e.normal[0], e.normal[1]);
  expect_feature(e.feature_a, Feature::Kind::Vertex, 3);
  expect_feature(e.feature_b, Feature::Kind::Vertex, 0);
}

TEST(FirstHit, AnOrientedBoxIsMetWhereItIs) {
  // Turned by the angle of the triangle 3, 4, 5: its lowest corner is 0.8 + 0.6 below its centre.
  const Shape<2> turned = OrientedBox<2>{{1.0, 1.0}, {{{0.8, 0.6}, {-0.6, 0.8}}}};
  const auto e = first_hit(at(kSquare, {0.0, 0.0}), at(turned, {0.0, 5.0}, {0.0, -1.0}));
  EXPECT_EQ(e.outcome, Outcome::Impact);
  EXPECT_NEAR(e.delay, 5.0 - 1.4 - 1.0, 1e-15);
  EXPECT_EQ(e.normal, (Vec<2>{0.0, 1.0}));
  EXPECT_NEAR(e.point_b[0], -0.2, 1e-15);
  EXPECT_NEAR(e.point_b[1], 1.0, 1e-15);
  expect_feature(e.feature_a, Feature::Kind::Edge, 3);
  expect_feature(e.feature_b, Feature::Kind::Vertex, 0);
}

TEST(FirstHit, AnEdgeOfABoxIsNamedByItsAxisAndSides) {
  // Turned about the second axis: its lower edge lies across the cube's upper face.
  const Shape<3> turned =
      OrientedBox<3>{{1.0, 1.0, 1.0}, {{{0.8, 0.0, 0.6}, {0.0, 1.0, 0.0}, {-0.6, 0.0, 0.8}}}};
  const auto e = first_hit(at(kCube, {}), at(turned, {0.5, 0.5, 4.0}, {0.0, 0.0, -1.0}));
  EXPECT_EQ(e.outcome, Outcome::Impact);
  EXPECT_EQ(e.normal, (Vec<3>{0.0, 0.0, 1.0}));
  EXPECT_NEAR(e.point_a[0], 0.5 - 0.2, 1e-15);
  EXPECT_NEAR(e.point_a[1], 0.25, 1e-15);
  expect_feature(e.feature_a, Feature::Kind::Face, 5);
  expect_feature(e.feature_b, Feature::Kind::Edge, 4);
}

TEST(FirstHit, RoundShapesMeetOnTheirSurfaces) {
  const Shape<2> capsule = Capsule<2>{{-1.0, 0.0}, {1.0, 0.0}, 0.5};
  expect_contact(first_hit(at(capsule, {0.0, 0.0}), at<2>(Ball{1.0}, {0.25, 4.0}, {0.0, -1.0})), 2.5,
                 {0.0, 1.0}, {0.25, 0.5});
  const auto e = first_hit(at(kSquare, {0.0, 0.0}), at<2>(Ball{1.0}, {1.6, 5.8}, {0.0, -1.0}));
  EXPECT_EQ(e.outcome, Outcome::Impact);
  EXPECT_NEAR(e.delay, 4.0, 1e-15);  // past the corner at (1, 1) by 0.6, so 0.8 above it
  EXPECT_NEAR(e.normal[0], 0.6, 1e-15);
  EXPECT_NEAR(e.normal[1], 0.8, 1e-15);
  EXPECT_EQ(e.point_a, (Vec<2>{1.0, 1.0}));
  expect_feature(e.feature_a, Feature::Kind::Vertex, 3);
  expect_feature(e.feature_b, Feature::Kind::Face, 0);
}

TEST(FirstHit, AHullWithARadiusIsRounded) {
  const Shape<2> rounded = Hull<2>{{{0.0, 0.0}, {4.0, 0.0}, {0.0, 4.0}}, 1.0};
  expect_contact(first_hit(at(rounded, {0.0, 0.0}), at<2>(Point{}, {1.0, -3.0}, {0.0, 1.0})), 2.0,
                 {0.0, -1.0}, {1.0, -1.0});
  const auto corner = first_hit(at(rounded, {0.0, 0.0}), at<2>(Ball{4.0}, {-3.0, -10.0}, {0.0, 1.0}));
  EXPECT_EQ(corner.delay_upper, 6.0);  // past the corner by 3, so 4 below it
  EXPECT_EQ(corner.normal, (Vec<2>{-0.6, -0.8}));
  EXPECT_NEAR(corner.point_a[0], -0.6, 1e-15);
  EXPECT_NEAR(corner.point_a[1], -0.8, 1e-15);
  expect_feature(corner.feature_a, Feature::Kind::Vertex, 0);
}

TEST(FirstHit, ThinThingsImpactWhereTheyPassThroughEachOther) {
  const Shape<3> triangle = Triangle{{{{0.0, 0.0, 0.0}, {4.0, 0.0, 0.0}, {0.0, 4.0, 0.0}}}};
  for (const Vec<2> inside : {Vec<2>{1.0, 1.0}, Vec<2>{2.0, 2.0}, Vec<2>{4.0, 0.0}}) {
    const auto e = first_hit(at(triangle, {}), at<3>(Point{}, {inside[0], inside[1], 1.0}, {0.0, 0.0, -1.0}));
    EXPECT_EQ(e.outcome, Outcome::Impact);
    EXPECT_EQ(e.delay, 1.0);
    EXPECT_EQ(e.point_b, (Vec<3>{inside[0], inside[1], 0.0}));
  }
  const Shape<3> segment = Segment<3>{{-1.0, 1.0, 0.0}, {5.0, 1.0, 0.0}};
  const auto e = first_hit(at(triangle, {}), at(segment, {0.0, 0.0, 1.0}, {0.0, 0.0, -1.0}));
  expect_contact(e, 1.0, {0.0, 0.0, 1.0}, {1.5, 1.0, 0.0});
  expect_feature(e.feature_a, Feature::Kind::Face, 0);
  expect_feature(e.feature_b, Feature::Kind::Edge, 0);
  // In its plane it slides.
  EXPECT_EQ(first_hit(at(triangle, {}), at<3>(Point{}, {-1.0, 1.0, 0.0}, {1.0, 0.0, 0.0})).outcome,
            Outcome::Graze);
}

TEST(FirstHit, AnOverlapTellsTheLeastDepthAndItsNormal) {
  const auto closing = first_hit(at(kSquare, {0.0, 0.0}), at(kSquare, {1.5, 0.5}, {-1.0, 0.0}));
  EXPECT_EQ(closing.outcome, Outcome::Overlap);
  EXPECT_EQ(closing.delay, 0.0);
  EXPECT_EQ(closing.gap, -0.5);
  EXPECT_EQ(closing.normal, (Vec<2>{1.0, 0.0}));
  EXPECT_EQ(closing.point_a, (Vec<2>{1.0, 0.25}));
  EXPECT_EQ(closing.point_b, (Vec<2>{0.5, 0.25}));
  const auto parting = first_hit(at(kSquare, {0.0, 0.0}), at(kSquare, {1.5, 0.5}, {1.0, 0.0}));
  EXPECT_EQ(parting.outcome, Outcome::Graze);
  EXPECT_EQ(parting.first_touch, 0.0);
  EXPECT_EQ(parting.gap, -0.5);
  // One within the other, as deep along two axes: the normal is between both, the depth is that of either.
  const auto both = first_hit(at(kSquare, {0.0, 0.0}), at(kSquare, {1.0, 1.0}, {-1.0, -1.0}));
  EXPECT_EQ(both.outcome, Outcome::Overlap);
  EXPECT_EQ(both.gap, -1.0);
  EXPECT_EQ(both.normal[0], both.normal[1]);
}

TEST(FirstHit, WithAMarginTheGapFallsToIt) {
  const auto boxes =
      first_hit(at(kSquare, {0.0, 0.0}), at(kSquare, {4.0, 0.5}, {-1.0, 0.0}), {.margin = 0.5});
  EXPECT_EQ(boxes.outcome, Outcome::Impact);
  EXPECT_EQ(boxes.delay, 1.5);
  EXPECT_EQ(boxes.gap, 0.5);
  EXPECT_EQ(boxes.point_a, (Vec<2>{1.0, 0.25}));
  EXPECT_EQ(boxes.point_b, (Vec<2>{1.5, 0.25}));
  const auto balls =
      first_hit(at<3>(Ball{1.0}, {}), at<3>(Ball{1.0}, {5.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}), {.margin = 1.0});
  EXPECT_EQ(balls.delay, 2.0);
  EXPECT_EQ(balls.point_a, (Vec<3>{1.0, 0.0, 0.0}));
  EXPECT_EQ(balls.point_b, (Vec<3>{2.0, 0.0, 0.0}));
  // Nearer than the margin from the start: an overlap of the grown pair, with the gap as it is.
  const auto near =
      first_hit(at<2>(Ball{1.0}, {0.0, 0.0}), at<2>(Ball{1.0}, {2.25, 0.0}, {-1.0, 0.0}), {.margin = 0.5});
  EXPECT_EQ(near.outcome, Outcome::Overlap);
  EXPECT_EQ(near.gap, 0.25);
  EXPECT_EQ(near.point_b, (Vec<2>{1.25, 0.0}));
  const Moving<2> floor = at<2>(HalfSpace<2>{{0.0, 2.0}, 2.0}, {0.0, 0.0});
  const auto plane = first_hit(floor, at(kSquare, {0.0, 5.0}, {0.0, -1.0}), {.margin = 0.5});
  EXPECT_EQ(plane.delay, 2.5);
  EXPECT_EQ(plane.gap, 0.5);
  EXPECT_EQ(plane.point_a, (Vec<2>{0.0, 1.0}));
  EXPECT_EQ(plane.point_b, (Vec<2>{0.0, 1.5}));
  const Moving<2> falling{Ball{0.5}, Falling<2>{{0.0, 10.0}, {}, {0.0, -2.0}}};
  const auto fall = first_hit(at<2>(Ball{0.5}, {0.0, 0.0}), falling, {.margin = 5.0});
  EXPECT_EQ(fall.delay, 2.0);
  EXPECT_EQ(fall.gap, 5.0);
  EXPECT_EQ(fall.point_a, (Vec<2>{0.0, 0.5}));
  EXPECT_EQ(fall.point_b, (Vec<2>{0.0, 5.5}));
}

TEST(FirstHit, WhatFallsTogetherIsOnAStraightCourse) {
  const Moving<2> a{kSquare, Falling<2>{{0.0, 0.0}, {0.0, 0.0}, {0.0, -2.0}}};
  const Moving<2> b{kSquare, Falling<2>{{4.0, 0.5}, {-1.0, 0.0}, {0.0, -2.0}}};
  const auto e = first_hit(a, b);
  EXPECT_EQ(e.outcome, Outcome::Impact);
  EXPECT_EQ(e.delay, 2.0);
  EXPECT_EQ(e.point_a, (Vec<2>{1.0, 0.25 - 4.0}));
}

TEST(FirstHit, WhatFallsAwayFromTheEndOfASegmentIsToldThatEnd) {
  // It begins there, and goes up and away: the segment lies behind the normal.
  const Moving<2> segment{Segment<2>{{0.0, 0.0}, {1.0, 0.0}}, Linear<2>{{2.0, 3.0}, {}}};
  const Moving<2> point{Point{}, Falling<2>{{2.0, 3.0}, {-1.0, 1.0}, {0.0, 0.5}}};
  const Encounter<2> answer = first_hit(segment, point, {.horizon = 1.0});
  EXPECT_EQ(answer.outcome, Outcome::Graze);
  EXPECT_EQ(answer.first_touch, 0.0);
  EXPECT_LE(answer.normal[0], 0.0);
  EXPECT_EQ(answer.feature_a.kind, Feature::Kind::Vertex);
  EXPECT_EQ(answer.feature_a.index, 0);
  EXPECT_EQ(answer.point_a, (Vec<2>{2.0, 3.0}));
  EXPECT_EQ(answer.point_b, answer.point_a);
}

TEST(FirstHit, TheTimeToCollisionIsTheDelayIfThereIsOne) {
  const Moving<2> wall = at(kSquare, {0.0, 0.0});
  EXPECT_EQ(time_to_collision(wall, at(kSquare, {4.0, 0.0}, {-1.0, 0.0})), 2.0);
  EXPECT_EQ(time_to_collision(wall, at(kSquare, {4.0, 0.0}, {-1.0, 0.0}), {.horizon = 1.0}), std::nullopt);
  EXPECT_EQ(time_to_collision(wall, at(kSquare, {4.0, 2.0}, {-1.0, 0.0})), std::nullopt);
  EXPECT_EQ(time_to_collision(wall, at(kSquare, {1.0, 0.0}, {-1.0, 0.0})), 0.0);
}

template <int D>
std::string refusal(const Moving<D>& a, const Moving<D>& b, const Query& query = {}) {
  try {
    first_hit(a, b, query);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(FirstHit, RefusesWhatItCannotUseAndSaysWhere) {
  const Moving<2> box = at(kSquare, {0.0, 0.0});
  const Moving<3> cube = at(kCube, {});
  EXPECT_EQ(refusal(box, at<2>(Container{1.0}, {0.0, 0.0})),
            "first_hit: b.shape: expected a shape that queries know, found a container");
  EXPECT_EQ(refusal(cube, at<3>(Arc{}, {})), "first_hit: b.shape: expected no arc in 3D, found one");
  EXPECT_EQ(refusal(box, at<2>(Arc{0.0}, {0.0, 0.0})), "first_hit: b.shape.radius: expected > 0, found 0");
  EXPECT_EQ(refusal(box, at<2>(Arc{1.0, {0.0, 0.0}}, {0.0, 0.0})),
            "first_hit: b.shape.from: expected a vector that is not zero, found 0");
  EXPECT_EQ(refusal(at<2>(Arc{}, {}), at<2>(Arc{}, {0.0, 0.0})),
            "first_hit: the pair: expected shapes that queries know, found arc and arc");
  EXPECT_EQ(refusal(cube, at<3>(Polygon({{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}}), {})),
            "first_hit: b.shape: expected no polygon in 3D, found one");
  EXPECT_EQ(refusal(box, at<2>(Triangle{}, {0.0, 0.0})),
            "first_hit: b.shape: expected no triangle in 2D, found one");
  EXPECT_EQ(refusal(box, at<2>(Hull<2>{}, {0.0, 0.0})),
            "first_hit: b.shape.vertices: expected at least one, found none");
  EXPECT_EQ(refusal(box, at<2>(Hull<2>{{{0.0, 0.0}, {1e180, 1.0}}}, {0.0, 0.0})),
            "first_hit: b.shape.vertices[1][0]: expected 0 or a size from 2^-450 to 2^450, found 1e+180");
  EXPECT_EQ(refusal(box, at<2>(Box<2>{{1.0, -1.0}}, {0.0, 0.0})),
            "first_hit: b.shape.half_extents[1]: expected >= 0, found -1");
  EXPECT_EQ(
      refusal(box, at<2>(OrientedBox<2>{{0x1p-400, 1.0}, {{{1.0, 0x1p-60}, {0.0, 1.0}}}}, {0.0, 0.0})),
      "first_hit: b.shape.half_extents[k] * axes[0][1]: expected 0 or a size from 2^-450 to 2^450, found "
      "3.3589380537835444e-139");
  EXPECT_EQ(refusal(box, at<2>(HalfSpace<2>{{0x1p-300, 0.0}, 0x1p300}, {0.0, 0.0})),
            "first_hit: b.shape.offset / normal: expected 0 or a size from 2^-450 to 2^450, found "
            "4.149515568880993e+180");
  EXPECT_EQ(refusal(box, box, {.horizon = -1.0}), "first_hit: query.horizon: expected >= 0, found -1");
  EXPECT_EQ(refusal(box, box, {.margin = -1.0}), "first_hit: query.margin: expected >= 0, found -1");
  EXPECT_EQ(refusal(box, box, {.margin = kNever}),
            "first_hit: query.margin: expected a finite number, found inf");
  EXPECT_EQ(refusal(box, box, {.margin = std::nan("")}),
            "first_hit: query.margin: expected a finite number, found nan");
}

}  // namespace
}  // namespace firsthit
