#include <firsthit/distance.hpp>

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "geometry/rotation.hpp"
#include "world/heaps/bins_space.hpp"
#include "world/heaps/touching_parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

// How two pieces of space touch: which corners, edges and faces, where, and how far they are apart.

namespace firsthit {
namespace {

using Kind = TouchingParts::Kind;
constexpr double kPi = 3.14159265358979323846;

PieceHull<3> hull_of_box(const Vec<3>& half) { return hull_of(solid_of<3>(Box<3>{half}).pieces[0]); }

std::vector<Vec<3>> places(const PlacedPiece<3>& a, const PlacedPiece<3>& b, double within) {
  std::vector<Vec<3>> all;
  for (const TouchingParts& parts : touching_parts(a, b, within)) all.push_back(touch_of(a, b, parts).place);
  return all;
}
/// Is something there, and is it at one of these?
void expect_all_at(const std::vector<Vec<3>>& found, const std::vector<Vec<3>>& wanted) {
  const auto is_near = [](const Vec<3>& x, const std::vector<Vec<3>>& all) {
    return std::any_of(all.begin(), all.end(), [&x](const Vec<3>& y) { return length(x - y) < 1e-12; });
  };
  for (const Vec<3>& place : found) EXPECT_TRUE(is_near(place, wanted)) << place[0] << " " << place[2];
  for (const Vec<3>& place : wanted) EXPECT_TRUE(is_near(place, found)) << place[0] << " " << place[2];
}

// Two square faces, one turned by an eighth: they lie on each other in an octagon, the corners of which are
// where edges cross.
TEST(TouchingHulls, OfFacesThatAreTurnedTouchWhereTheirEdgesCross) {
  const PieceHull<3> hull = hull_of_box({1.0, 1.0, 1.0});
  EXPECT_EQ(hull.corners.size(), 8U);
  EXPECT_EQ(hull.faces.size(), 6U);
  EXPECT_EQ(hull.edges.size(), 12U);
  const PlacedPiece<3> a(hull, {}, {});
  const PlacedPiece<3> b(hull, rotation_of(turned_about({0.0, 1.0, 0.0}, 0.25 * kPi)), {0.0, 2.0, 0.0});
  const double part = std::sqrt(2.0) - 1.0;
  std::vector<Vec<3>> octagon;
  for (const double x : {-1.0, 1.0})
    for (const double z : {-part, part}) {
      octagon.push_back({x, 1.0, z});
      octagon.push_back({z, 1.0, x});
    }
  expect_all_at(places(a, b, 1e-12), octagon);
}

// The same, moved aside by half: a square, with a corner of each and two crossings. A gap between the two is
// told at each.
TEST(TouchingHulls, OfFacesThatAreMovedAsideTouchInASquare) {
  const PieceHull<3> hull = hull_of_box({1.0, 1.0, 1.0});
  const PlacedPiece<3> a(hull, {}, {});
  const PlacedPiece<3> b(hull, {}, {0.5, 2.25, 0.5});
  expect_all_at(places(a, b, 0.3), {{-0.5, 1.0, -0.5}, {1.0, 1.0, 1.0}, {-0.5, 1.0, 1.0}, {1.0, 1.0, -0.5}});
  for (const TouchingParts& parts : touching_parts(a, b, 0.3)) {
    const PartsTouch<3> touch = touch_of(a, b, parts);
    EXPECT_NEAR(touch.gap, 0.25, 1e-15);
    EXPECT_LT(length(touch.normal - Vec<3>{0.0, 1.0, 0.0}), 1e-15);
  }
  EXPECT_TRUE(touching_parts(a, b, 0.2).empty());
}

// An edge across an edge, at right angles.
TEST(TouchingHulls, OfEdgesAtRightAnglesTouchWhereTheyCross) {
  const PieceHull<3> hull = hull_of_box({1.0, 1.0, 1.0});
  const double up = std::sqrt(2.0);
  const PlacedPiece<3> a(hull, rotation_of(turned_about({0.0, 0.0, 1.0}, 0.25 * kPi)), {});
  const PlacedPiece<3> b(hull, rotation_of(turned_about({1.0, 0.0, 0.0}, 0.25 * kPi)), {0.25, 2.0 * up, 0.5});
  const std::vector<TouchingParts> all = touching_parts(a, b, 1e-12);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, Kind::Edges);
  const PartsTouch<3> touch = touch_of(a, b, all[0]);
  EXPECT_LT(length(touch.place - Vec<3>{0.0, up, 0.5}), 1e-14);
  EXPECT_LT(length(touch.normal - Vec<3>{0.0, 1.0, 0.0}), 1e-14);
}

// A capsule along an edge's direction over a face, across an edge, and with an end over a corner.
TEST(TouchingHulls, OfCapsulesTouchFacesEdgesAndCorners) {
  const PieceHull<3> box = hull_of_box({1.0, 1.0, 1.0});
  const PieceHull<3> rod =
      hull_of(solid_of<3>(Capsule<3>{{-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}, 0.25}).pieces[0]);
  const PlacedPiece<3> a(box, {}, {});
  expect_all_at(places(a, PlacedPiece<3>(rod, {}, {0.0, 1.25, 0.0}), 1e-12),
                {{-0.5, 1.0, 0.0}, {0.5, 1.0, 0.0}});
  expect_all_at(places(a, PlacedPiece<3>(rod, {}, {1.25, 1.25, 0.0}), 1e-12),
                {{0.75, 1.0, 0.0}, {1.0, 1.0, 0.0}});
  const double off = 0.25 / std::sqrt(2.0);
  expect_all_at(places(a, PlacedPiece<3>(rod, {}, {0.0, 1.0 + off, 1.0 + off}), 1e-12),
                {{-0.5, 1.0, 1.0}, {0.5, 1.0, 1.0}});
  const double third = 0.25 / std::sqrt(3.0);
  expect_all_at(places(a, PlacedPiece<3>(rod, {}, {1.5 + third, 1.0 + third, 1.0 + third}), 1e-12),
                {{1.0, 1.0, 1.0}});
}

/// The round pieces touch in some part if they are as near as that, and in none if they are not. Where faces
/// nearly lie on each other gaps are told along a face's normal, which is within 1/16 rad of the shortest
/// way, of which the radii are a part.
void expect_touches_as_near(const Hull<3>& shape_a, const Orientation<3>& stands_a, const Hull<3>& shape_b,
                            const Orientation<3>& stands_b, Vec<3> d, int i) {
  constexpr double kGap = 0x1p-8;
  const double error = 0x1p-9 * (kGap + shape_a.radius + shape_b.radius);
  const Separation<3> apart = distance<3>({shape_a, {}, stands_a}, {shape_b, d, stands_b});
  d = d - (apart.distance - kGap) * apart.normal;  // towards it, the shortest way
  const PieceHull<3> hull_a = hull_of(solid_of<3>(shape_a).pieces[0]);
  const PieceHull<3> hull_b = hull_of(solid_of<3>(shape_b).pieces[0]);
  const PlacedPiece<3> a(hull_a, rotation_of(stands_a), {}), b(hull_b, rotation_of(stands_b), d);
  EXPECT_FALSE(touching_parts(a, b, kGap + error).empty()) << i;
  EXPECT_TRUE(touching_parts(a, b, kGap - error).empty()) << i;
}

TEST(TouchingHulls, TouchIfAndOnlyIfTheyAreAsNear) {
  Random random(11);
  const auto place_of = [&random](double size) {
    const double x = random.uniform(-size, size);
    const double y = random.uniform(-size, size);
    return Vec<3>{x, y, random.uniform(-size, size)};
  };
  const auto stance = [&] {
    const Vec<3> axis = place_of(1.0);
    return turned_about(axis, random.uniform(-kPi, kPi));
  };
  const auto shape_of = [&] {
    Hull<3> hull;
    hull.radius = 0.125;
    const std::uint64_t corners = 1 + random.below(9);
    for (std::uint64_t i = 0; i < corners; ++i) hull.vertices.push_back(place_of(1.0));
    return hull;
  };
  int seen = 0;
  for (int i = 0; i < 4000; ++i) {
    const Hull<3> shape_a = shape_of(), shape_b = shape_of();
    const Orientation<3> stands_a = stance(), stands_b = stance();
    const Vec<3> d = place_of(2.5);
    if (!(distance<3>({shape_a, {}, stands_a}, {shape_b, d, stands_b}).distance > 0.0)) continue;
    ++seen;
    expect_touches_as_near(shape_a, stands_a, shape_b, stands_b, d, i);
  }
  EXPECT_GT(seen, 2000);
}

// A box over another, of which it stands askew by less than makes a face a slope, or a little more.
TEST(TouchingHulls, TouchIfTheyAreAsNearWhereFacesAreTilted) {
  Random random(13);
  Hull<3> box;
  box.radius = 0.125;
  for (int i = 0; i < 8; ++i)
    box.vertices.push_back({(i & 1) != 0 ? 1.0 : -1.0, (i & 2) != 0 ? 1.0 : -1.0, (i & 4) != 0 ? 1.0 : -1.0});
  for (int i = 0; i < 4000; ++i) {
    const double x = random.uniform(-1.0, 1.0);
    const double z = random.uniform(-1.0, 1.0);
    const double tilt = random.uniform(0.0, 0.125);
    const double half_turn = random.uniform(-0.5 * kPi, 0.5 * kPi);
    const double turn = random.uniform(-2.0, 2.0);
    const Orientation<3> askew = turned_about({std::cos(half_turn), 0.0, std::sin(half_turn)}, tilt);
    const Orientation<3> upright = turned_about({0.0, 1.0, 0.0}, turn);
    expect_touches_as_near(box, upright, box, askew, {x, 3.0, z}, i);
  }
}

// Sharp ones that are near each other do so in some part, also where a corner passes another, or an edge
// beside its end: nobody may be put into who was not seen to be near.
TEST(TouchingHulls, OfSharpOnesAreNeverMissed) {
  constexpr double kGap = 0x1p-8;
  Random random(17);
  const auto place_of = [&random](double size) {
    const double x = random.uniform(-size, size);
    const double y = random.uniform(-size, size);
    return Vec<3>{x, y, random.uniform(-size, size)};
  };
  int seen = 0;
  for (int i = 0; i < 4000; ++i) {
    Hull<3> shapes[2];
    for (Hull<3>& shape : shapes) {
      const std::uint64_t corners = 4 + random.below(5);
      for (std::uint64_t k = 0; k < corners; ++k) shape.vertices.push_back(place_of(1.0));
    }
    const Vec<3> d = place_of(2.5);
    const Separation<3> apart = distance<3>({shapes[0]}, {shapes[1], d});
    if (!(apart.distance > 0.0)) continue;
    ++seen;
    const PieceHull<3> hull_a = hull_of(solid_of<3>(shapes[0]).pieces[0]);
    const PieceHull<3> hull_b = hull_of(solid_of<3>(shapes[1]).pieces[0]);
    const PlacedPiece<3> a(hull_a, {}, {}), b(hull_b, {}, d - (apart.distance - kGap) * apart.normal);
    EXPECT_FALSE(touching_parts(a, b, 1.001 * kGap).empty()) << i;
  }
  EXPECT_GT(seen, 2000);
}

TEST(TouchingSides, OfSquaresAreNotMissedCornerToCorner) {
  const PieceHull<2> hull = hull_of(solid_of<2>(Box<2>{{1.0, 1.0}}).pieces[0]);
  const PlacedPiece<2> a(hull, {}, {});
  for (const Vec<2>& d : {Vec<2>{2.0 + 0x1p-10, 2.0 + 0x1p-12}, Vec<2>{-2.0 - 0x1p-12, 2.0 + 0x1p-10}}) {
    const PlacedPiece<2> b(hull, {}, d);
    const std::vector<TouchingParts> all = touching_parts(a, b, 0x1p-9);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(touch_of(a, b, all[0]).gap, 0x1p-10);
    EXPECT_TRUE(touching_parts(a, b, 0x1p-11).empty());
  }
}

// How deep they are in each other, or how far a plane keeps them apart, as by all planes that can.
TEST(TouchingHulls, ArePartedByTheBestPlane) {
  Random random(7);
  const auto place_of = [&random](double size) {
    return Vec<3>{random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
  };
  int apart = 0, edges = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto half_of = [&random] {
      return Vec<3>{random.uniform(0.2, 1.0), random.uniform(0.2, 1.0), random.uniform(0.2, 1.0)};
    };
    const Vec<3> half_a = half_of(), half_b = half_of();
    const Orientation<3> stands_a = turned_about(place_of(1.0), random.uniform(-kPi, kPi));
    const Orientation<3> stands_b = turned_about(place_of(1.0), random.uniform(-kPi, kPi));
    const PieceHull<3> hull_a = hull_of_box(half_a), hull_b = hull_of_box(half_b);
    const Vec<3> d = place_of(1.5);
    const PlacedPiece<3> a(hull_a, rotation_of(stands_a), {}), b(hull_b, rotation_of(stands_b), d);
    const StandingBox box_a = standing_box({}, stands_a, half_a), box_b = standing_box(d, stands_b, half_b);
    const TouchingParts parts = separating_parts(a, b);
    const double room = room_between(box_a, box_b);
    EXPECT_NEAR(touch_of(a, b, parts).gap, room, 1e-12) << i;
    if (room > 0.0) ++apart;
    if (parts.kind == Kind::Edges) ++edges;
  }
  EXPECT_GT(apart, 300);
  EXPECT_LT(apart, 1700);
  EXPECT_GT(edges, 200);
}

}  // namespace
}  // namespace firsthit
