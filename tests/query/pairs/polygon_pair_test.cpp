#include "core/never.hpp"
#include "query/random_shapes.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

// Concave polygons: cups, combs and notches, what is thin between their pieces, and the same convex set as
// different shapes.

namespace firsthit {
namespace {

Moving<2> at(Shape<2> shape, Vec<2> position, Vec<2> velocity = {}) {
  return {std::move(shape), Linear<2>{position, velocity}};
}

/// A cup, open at the top: its walls are 1 thick and 5 high, its inside 4 wide.
Polygon cup() {
  return Polygon(
      {{0.0, 0.0}, {6.0, 0.0}, {6.0, 5.0}, {5.0, 5.0}, {5.0, 1.0}, {1.0, 1.0}, {1.0, 5.0}, {0.0, 5.0}});
}

TEST(Polygons, WhatFallsIntoACupMeetsItsFloor) {
  const Encounter<2> e = first_hit(at(cup(), {0.0, 0.0}), at(Box<2>{{1.0, 1.0}}, {3.0, 8.0}, {0.0, -1.0}));
  EXPECT_EQ(e.outcome, Outcome::Impact);
  EXPECT_EQ(e.delay, 6.0);
  EXPECT_EQ(e.normal, (Vec<2>{0.0, 1.0}));
  EXPECT_EQ(e.point_a, (Vec<2>{3.0, 1.0}));
  EXPECT_EQ(e.feature_a.kind, Feature::Kind::Edge);
  EXPECT_EQ(e.feature_a.index, 4);
}

TEST(Polygons, WhatIsAsWideAsACupGrazesItsWallsOnTheWayToItsFloor) {
  const Encounter<2> e = first_hit(at(cup(), {0.0, 0.0}), at(Box<2>{{2.0, 1.0}}, {3.0, 8.0}, {0.0, -1.0}));
  EXPECT_EQ(e.outcome, Outcome::Impact);
  EXPECT_EQ(e.first_touch, 2.0);
  EXPECT_EQ(e.delay, 6.0);
  const double wider = std::nextafter(2.0, 3.0);
  EXPECT_EQ(first_hit(at(cup(), {0.0, 0.0}), at(Box<2>{{wider, 1.0}}, {3.0, 8.0}, {0.0, -1.0})).delay, 2.0);
}

TEST(Polygons, WhatLandsOnSeveralTeethMeetsThemInTheMiddle) {
  const Polygon comb({{0.0, 0.0},
                      {5.0, 0.0},
                      {5.0, 2.0},
                      {4.0, 2.0},
                      {4.0, 1.0},
                      {3.0, 1.0},
                      {3.0, 2.0},
                      {2.0, 2.0},
                      {2.0, 1.0},
                      {1.0, 1.0},
                      {1.0, 2.0},
                      {0.0, 2.0}});
  const Encounter<2> e = first_hit(at(comb, {0.0, 0.0}), at(Box<2>{{4.0, 1.0}}, {2.5, 5.0}, {0.0, -1.0}));
  EXPECT_EQ(e.delay, 2.0);
  EXPECT_EQ(e.normal, (Vec<2>{0.0, 1.0}));
  EXPECT_EQ(e.point_a, (Vec<2>{2.5, 2.0}));
  // Off to the right, it stands on two teeth: from 2.25 to 5.
  EXPECT_EQ(first_hit(at(comb, {0.0, 0.0}), at(Box<2>{{4.0, 1.0}}, {6.25, 5.0}, {0.0, -1.0})).point_a,
            (Vec<2>{0.5 * (2.25 + 5.0), 2.0}));
}

TEST(Polygons, ThatInterlockHitEachOtherFromWithin) {
  // A hook in a cup, lifted: the hook's arms are under nothing, so it leaves; moved aside, it hits the wall.
  const Polygon plug(
      {{-1.0, 0.0}, {1.0, 0.0}, {1.0, 6.0}, {4.0, 6.0}, {4.0, 7.0}, {-4.0, 7.0}, {-4.0, 6.0}, {-1.0, 6.0}});
  const Moving<2> fixed = at(cup(), {0.0, 0.0});
  const Encounter<2> down = first_hit(fixed, at(plug, {3.0, 1.5}, {0.0, -1.0}));
  EXPECT_EQ(down.delay, 0.5);  // the stem is on the floor, 0.5 before the arms are on the walls: at 7.5 - 5
  EXPECT_EQ(down.point_a, (Vec<2>{3.0, 1.0}));
  const Encounter<2> aside = first_hit(fixed, at(plug, {3.0, 1.5}, {1.0, 0.0}));
  EXPECT_EQ(aside.delay, 1.0);
  EXPECT_EQ(aside.normal, (Vec<2>{-1.0, 0.0}));
  EXPECT_EQ(aside.point_a, (Vec<2>{5.0, 3.25}));
  EXPECT_EQ(first_hit(fixed, at(plug, {3.0, 1.5}, {0.0, 1.0})).outcome, Outcome::Miss);
}

TEST(Polygons, ASymmetricNotchSendsASymmetricWedgeBack) {
  const Polygon notch({{0.0, 0.0}, {4.0, 0.0}, {4.0, 4.0}, {2.0, 2.0}, {0.0, 4.0}});
  const Shape<2> wedge = Hull<2>{{{0.0, 0.0}, {1.0, 1.0}, {-1.0, 1.0}}};
  const Encounter<2> e = first_hit(at(notch, {0.0, 0.0}), at(wedge, {2.0, 6.0}, {0.0, -1.0}));
  EXPECT_EQ(e.delay, 4.0);
  EXPECT_EQ(e.normal, (Vec<2>{0.0, 1.0}));
}

TEST(Polygons, NothingThinSlipsInBetweenTwoPieces) {
  // The middle of the notch is a reflex vertex, from which a diagonal goes to (0, 0) or to (4, 0).
  const Polygon notch({{0.0, 0.0}, {4.0, 0.0}, {4.0, 4.0}, {2.0, 2.0}, {0.0, 4.0}});
  ASSERT_EQ(notch.pieces(), 2U);
  int diagonals = 0;
  for (const double side : {-1.0, 1.0})
    for (const double length : {0.0, 0.5, 8.0}) {
      // Along the diagonal, the end first.
      const Vec<2> in{side, -1.0};
      const Shape<2> needle = Segment<2>{{0.0, 0.0}, {-length * in[0], -length * in[1]}};
      for (const Shape<2>& thin : {needle, Shape<2>(Hull<2>{{{0.0, 0.0}, {-length * in[0], length}}})}) {
        const Moving<2> b = at(thin, {2.0 - 0.5 * side, 2.5}, in);
        for (const bool swap : {false, true}) {
          const Encounter<2> e =
              swap ? first_hit(b, at(notch, {0.0, 0.0})) : first_hit(at(notch, {0.0, 0.0}), b);
          ASSERT_EQ(e.outcome, Outcome::Impact) << side << " " << length;
          ASSERT_EQ(e.delay, 0.5);
          ASSERT_EQ(e.delay_upper, 0.5);
          ASSERT_EQ(e.point_a, (Vec<2>{2.0, 2.0}));
          ++diagonals;
        }
      }
    }
  EXPECT_EQ(diagonals, 24);
  // Just beside the diagonal it impacts like anywhere else; into the other direction it leaves.
  const Moving<2> inside = at(Point{}, {1.5, 1.5}, {1.0, 1.0});
  EXPECT_NE(first_hit(at(notch, {0.0, 0.0}), inside).outcome, Outcome::Miss);
}

TEST(Polygons, WhatIsInsideAndPassesFromPieceToPieceOverlapsStill) {
  // An L; wherever it is cut, a small ball goes from one arm to the other, inside all the time.
  const Polygon corner({{0.0, 0.0}, {6.0, 0.0}, {6.0, 2.0}, {2.0, 2.0}, {2.0, 6.0}, {0.0, 6.0}});
  ASSERT_EQ(corner.pieces(), 2U);
  int overlaps = 0;
  for (const Shape<2>& shape :
       {Shape<2>(Ball{0.25}), Shape<2>(Point{}), Shape<2>(Segment<2>{{0.0, 0.0}, {0.25, 0.125}})})
    for (const bool up : {false, true}) {
      const Encounter<2> e = up ? first_hit(at(corner, {0.0, 0.0}), at(shape, {1.0, 5.5}, {0.0, -1.0}))
                                : first_hit(at(corner, {0.0, 0.0}), at(shape, {5.5, 1.0}, {-1.0, 0.0}));
      EXPECT_NE(e.outcome, Outcome::Impact);
      EXPECT_NE(e.outcome, Outcome::Miss);
      EXPECT_EQ(e.first_touch, 0.0);
      overlaps += e.outcome == Outcome::Overlap ? 1 : 0;
    }
  EXPECT_GT(overlaps, 2);
}

/// A convex polygon of random vertices, counterclockwise: the hull of some places around 0.
std::vector<Vec<2>> random_convex(ShapeSource& source) {
  std::vector<Vec<2>> r;
  double angle = 0.0;
  for (int i = 0; i < 6; ++i) {
    angle += 0.2 + 0.16 * static_cast<double>(source.below(4));
    const double t = angle - 2.0;  // places on a circle, by its rational parameters
    r.push_back({(1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)});
  }
  return r;
}

void expect_same(const Encounter<2>& e, const Encounter<2>& f) {
  ASSERT_EQ(e.outcome, f.outcome);
  ASSERT_EQ(e.delay, f.delay);
  ASSERT_EQ(e.delay_upper, f.delay_upper);
  ASSERT_EQ(e.first_touch, f.first_touch);
  ASSERT_EQ(e.normal, f.normal);
  ASSERT_EQ(e.point_a, f.point_a);
  ASSERT_EQ(e.point_b, f.point_b);
  ASSERT_EQ(e.gap, f.gap);
}

TEST(Polygons, ThatAreConvexActLikeTheHullOfTheirVertices) {
  int hits = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    ShapeSource source(i, i % 2 == 0);
    const std::vector<Vec<2>> vertices = random_convex(source);
    const Vec<2> place = source.vector<2>(3.0);
    const Vec<2> velocity = source.vector<2>(1.0);
    const Moving<2> b = source.moving<2>(source.below(kShapeKinds));
    const Encounter<2> e = first_hit(at(Polygon(vertices), place, velocity), b);
    expect_same(e, first_hit(at(Hull<2>{vertices}, place, velocity), b));
    if (HasFatalFailure()) return;
    hits += e ? 1 : 0;
  }
  EXPECT_GT(hits, 50);
}

/// The first time at which a vertex of one crosses an edge of the other, to rounding, for shapes that are
/// apart.
double first_crossing(const std::vector<Vec<2>>& a, const std::vector<Vec<2>>& b, const Vec<2>& v) {
  double first = kNever;
  const auto edges = [&](const std::vector<Vec<2>>& chain, const std::vector<Vec<2>>& points, double sign) {
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const Vec<2> p = chain[i];
      const Vec<2> q = chain[(i + 1) % chain.size()];
      const Vec<2> along{q[0] - p[0], q[1] - p[1]};
      for (const Vec<2>& point : points) {
        const Vec<2> to{point[0] - p[0], point[1] - p[1]};
        const double rate = sign * (along[0] * v[1] - along[1] * v[0]);
        const double t = -(along[0] * to[1] - along[1] * to[0]) / rate;
        if (!(t >= 0.0)) continue;
        const Vec<2> then{to[0] + sign * t * v[0], to[1] + sign * t * v[1]};
        const double place =
            (along[0] * then[0] + along[1] * then[1]) / (along[0] * along[0] + along[1] * along[1]);
        if (place >= 0.0 && place <= 1.0) first = std::min(first, t);
      }
    }
  };
  edges(a, b, 1.0);
  edges(b, a, -1.0);
  return first;
}

TEST(Polygons, MeetWhenAVertexOfOneFirstMeetsAnEdgeOfTheOther) {
  int hits = 0;
  int concave = 0;
  for (std::uint64_t i = 0; i < (long_form() ? 20000U : 1000U); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    ShapeSource source(i, false);
    const Polygon a = source.polygon();
    const Polygon b = source.polygon();
    const Vec<2> place{5.0, source.number(4.0)};
    const Vec<2> v{-1.0, source.number(0.5)};
    std::vector<Vec<2>> moved = b.vertices();
    for (Vec<2>& p : moved) p = {p[0] + place[0], p[1] + place[1]};
    const double expected = first_crossing(a.vertices(), moved, v);
    const Encounter<2> e = first_hit(at(a, {0.0, 0.0}), at(b, place, v));
    ASSERT_EQ(e.outcome == Outcome::Impact, expected < kNever);
    if (!e) continue;
    ASSERT_NEAR(e.delay, expected, 1e-12);
    ++hits;
    concave += a.pieces() > 1 || b.pieces() > 1 ? 1 : 0;
  }
  EXPECT_GT(hits, 300);
  EXPECT_GT(concave, 200);
}

}  // namespace
}  // namespace firsthit
