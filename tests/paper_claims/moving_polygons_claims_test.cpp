#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/firsthit.hpp>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <vector>

// Moving points, segments and polygons: what the source claims, claim by claim (docs/concepts/sources.md).

namespace firsthit {
namespace {

using Pair = Deformation<PointSegment>;

/// A place, without rounding.
struct Place {
  mpq_class x, y;
};
Place operator-(const Place& a, const Place& b) { return {a.x - b.x, a.y - b.y}; }
mpq_class cross(const Place& a, const Place& b) { return a.x * b.y - a.y * b.x; }

Place between(const Vec<2>& from, const Vec<2>& to, const mpq_class& t) {
  const auto along = [&t](double a, double b) -> mpq_class {
    return mpq_class(a) + t * (mpq_class(b) - mpq_class(a));
  };
  return {along(from[0], to[0]), along(from[1], to[1])};
}

/// Point and segment at a fraction of the window.
struct Scene {
  Place p, a, b;
  /// Where on the segment's line the point is, 0 at its first end, if it is on it.
  std::optional<mpq_class> part() const {
    if (a.x != b.x) return mpq_class((p.x - a.x) / (b.x - a.x));
    if (a.y != b.y) return mpq_class((p.y - a.y) / (b.y - a.y));
    return std::nullopt;
  }
  /// As it is printed.
  mpq_class printed_part() const {
    return a.x != b.x ? (p.x - a.x) / (a.x - b.x) : (p.y - a.y) / (a.y - b.y);
  }
};

Scene scene(const Pair& pair, const mpq_class& t) {
  return {between(pair.start.point, pair.end.point, t),
          between(pair.start.segment[0], pair.end.segment[0], t),
          between(pair.start.segment[1], pair.end.segment[1], t)};
}

struct Quadratic {
  mpq_class a, b, c;
  mpq_class at(const mpq_class& t) const { return (a * t + b) * t + c; }
  mpq_class discriminant() const { return b * b - 4 * a * c; }
};

/// The printed coefficients, gathered: at 0 and in its change over the window, the segment's first end and
/// the point are seen from the segment's second end.
Quadratic printed(const Pair& pair) {
  const Scene start = scene(pair, 0);
  const Scene end = scene(pair, 1);
  const Place a0 = start.a - start.b;
  const Place p0 = start.p - start.b;
  const Place da = (end.a - end.b) - a0;
  const Place dp = (end.p - end.b) - p0;
  return {da.y * dp.x - dp.y * da.x, a0.y * dp.x + p0.x * da.y - p0.y * da.x - a0.x * dp.y,
          a0.y * p0.x - p0.y * a0.x};
}

double whole(Random& random) { return static_cast<double>(random.below(13)) - 6.0; }

Vec<2> random_place(Random& random) {
  Vec<2> place;
  for (double& c : place.c) c = whole(random);
  return place;
}

PointSegment random_features(Random& random) {
  PointSegment features;
  features.point = random_place(random);
  for (Vec<2>& end : features.segment) end = random_place(random);
  return features;
}

TEST(MovingSegments, MeetPointsAtRootsOfThePrintedQuadratic) {
  // Three on one line: the cross product of both, seen from an end, is zero. Three times tell a quadratic.
  Random random(1);
  int impacts = 0;
  for (int i = 0; i < 10000 && !HasFailure(); ++i) {
    const PointSegment start = random_features(random);
    const PointSegment end = random_features(random);
    const Pair pair{start, end};
    const Quadratic f = printed(pair);
    for (const int t : {0, 1, 2}) {
      const Scene now = scene(pair, t);
      EXPECT_EQ(f.at(t), cross(now.p - now.b, now.a - now.b));
    }
    const FeatureEncounter hit = first_hit(pair);
    if (!hit) continue;
    ++impacts;
    EXPECT_LE(f.at(mpq_class(hit.delay)) * f.at(mpq_class(hit.delay_upper)), 0);
    const Scene then = scene(pair, mpq_class(hit.delay));
    if (abs(then.a.x - then.b.x) < 1e-3) continue;  // a delay's rounding counts for less than what follows
    const auto part = then.part();
    EXPECT_GE(*part, -1e-9);
    EXPECT_LE(*part, 1.0 + 1e-9);
  }
  EXPECT_GT(impacts, 1000);
}

TEST(MovingSegments, AreNotPassedUnnoticed) {
  // A change of sides well within the segment, between two looks, is found at the latest there.
  Random random(2);
  int passed = 0;
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    const PointSegment start = random_features(random);
    const PointSegment end = random_features(random);
    const Pair pair{start, end};
    const Quadratic f = printed(pair);
    const FeatureEncounter hit = first_hit(pair);
    const auto inside = [&](const mpq_class& t) {
      const auto part = scene(pair, t).part();
      return part && *part > 0.1 && *part < 0.9;
    };
    for (int look = 1; look <= 64; ++look) {
      const mpq_class before = mpq_class(look - 1) / 64;
      const mpq_class after = mpq_class(look) / 64;
      if (f.at(before) * f.at(after) >= 0 || !inside(before) || !inside(after)) continue;
      ++passed;
      EXPECT_TRUE(hit);
      EXPECT_LE(mpq_class(hit.delay), after);
      break;
    }
  }
  EXPECT_GT(passed, 300);
}

TEST(MovingSegments, ThatDoNotTurnMakeThePrintedRootsDivideByZero) {
  // Neither turning nor stretching, the commonest case: a is zero, the equation b t + c = 0 linear, and its
  // root and the place on the segment are fractions. They decide.
  Random random(3);
  int hits = 0;
  int misses = 0;
  for (int i = 0; i < 10000 && !HasFailure(); ++i) {
    const PointSegment start = random_features(random);
    const Vec<2> step = random_place(random);
    const Vec<2> to = random_place(random);
    const Pair pair{start, {to, {start.segment[0] + step, start.segment[1] + step}}};
    const Quadratic f = printed(pair);
    ASSERT_EQ(f.a, 0);
    if (f.b == 0) continue;
    const mpq_class t = -f.c / f.b;
    const auto part = scene(pair, t).part();
    ASSERT_TRUE(part) << "a segment without length has b = 0";
    const Scene then = scene(pair, t);
    EXPECT_EQ((then.p.x - then.a.x) * (then.b.y - then.a.y), (then.p.y - then.a.y) * (then.b.x - then.a.x))
        << "so either coordinate will do";
    const bool meets = t >= 0 && t <= 1 && *part >= 0 && *part <= 1;
    const FeatureTouch touch = first_touch(pair);
    ASSERT_EQ(touch.touches, meets);
    ++(meets ? hits : misses);
    if (meets) {
      EXPECT_TRUE(touch.lower <= t && t <= touch.upper);
    }
  }
  EXPECT_GT(hits, 500);
  EXPECT_GT(misses, 3000);
}

TEST(MovingSegments, AreMetWithinTheirEndsByTheOtherSignOfThePlaceOnThem) {
  // The segment leads from a to b, so the place is (p - a) / (b - a). Printed is a - b: then what hits is
  // called a miss, and what passes beside the first end a hit.
  const std::array<Vec<2>, 2> segment{Vec2{0.0, 1.0}, Vec2{4.0, 1.0}};
  const Pair hits{{{1.0, 0.0}, segment}, {{1.0, 2.0}, segment}};
  EXPECT_EQ(scene(hits, mpq_class(1, 2)).printed_part(), mpq_class(-1, 4));
  EXPECT_EQ(first_hit(hits).outcome, Outcome::Impact);
  EXPECT_EQ(first_hit(hits).delay, 0.5);
  const Pair beside{{{-1.0, 0.0}, segment}, {{-1.0, 2.0}, segment}};
  EXPECT_EQ(scene(beside, mpq_class(1, 2)).printed_part(), mpq_class(1, 4));
  EXPECT_EQ(first_hit(beside).outcome, Outcome::Miss);
}

TEST(MovingSegments, OnWhoseLineAPointSlidesHaveNoQuadraticToSolve) {
  // a = b = c = 0, which is neither 0, 1 nor 2 solutions. The point comes to the segment's end at 1/2.
  const std::array<Vec<2>, 2> segment{Vec2{2.0, 0.0}, Vec2{6.0, 0.0}};
  const Pair pair{{{0.0, 0.0}, segment}, {{4.0, 0.0}, segment}};
  const Quadratic f = printed(pair);
  EXPECT_TRUE(f.a == 0 && f.b == 0 && f.c == 0);
  const FeatureEncounter answer = first_hit(pair);
  EXPECT_EQ(answer.outcome, Outcome::Graze);
  EXPECT_EQ(answer.first_touch, 0.5);
}

TEST(MovingSegments, WithoutLengthCanBeTouched) {
  // It shrinks to a point at 1/2, just where the moving point then is, and grows again.
  const Pair turns_inside_out{{{0.0, -1.0}, {Vec2{-1.0, 0.0}, Vec2{1.0, 0.0}}},
                              {{0.0, 1.0}, {Vec2{1.0, 0.0}, Vec2{-1.0, 0.0}}}};
  EXPECT_FALSE(scene(turns_inside_out, mpq_class(1, 2)).part()) << "which the source takes for no collision";
  const FeatureTouch touch = first_touch(turns_inside_out);
  EXPECT_TRUE(touch);
  EXPECT_EQ(touch.lower, 0.5);
  EXPECT_EQ(touch.upper, 0.5);
}

TEST(MovingSegments, AreMetAtBothEndsOfTheWindow) {
  const std::array<Vec<2>, 2> segment{Vec2{-1.0, 1.0}, Vec2{1.0, 1.0}};
  const FeatureEncounter at_the_end = first_hit(Pair{{{0.0, 0.0}, segment}, {{0.0, 1.0}, segment}});
  EXPECT_EQ(at_the_end.outcome, Outcome::Impact);
  EXPECT_EQ(at_the_end.delay, 1.0);
  const FeatureTouch at_the_start = first_touch(Pair{{{0.0, 1.0}, segment}, {{0.0, 2.0}, segment}});
  EXPECT_TRUE(at_the_start);
  EXPECT_EQ(at_the_start.upper, 0.0);
}

TEST(MovingSegments, ThatTouchAndTurnBackDoNotCollideThoughThereIsARoot) {
  // With u = 2 t - 1, from -1 to 1: ends (1, u) and (-1 - u / 2, -u), the point at rest at the origin. The
  // cross product of the ends is u^2 / 2: never on the other side.
  const Pair pair{{{0.0, 0.0}, {Vec2{1.0, -1.0}, Vec2{-0.5, 1.0}}},
                  {{0.0, 0.0}, {Vec2{1.0, 1.0}, Vec2{-1.5, -1.0}}}};
  EXPECT_EQ(printed(pair).discriminant(), 0);
  const FeatureEncounter answer = first_hit(pair);
  EXPECT_EQ(answer.outcome, Outcome::Graze);
  EXPECT_EQ(answer.first_touch, 0.5);
}

TEST(MovingSegments, MayBeVerticalAsWellAsLevel) {
  Random random(4);
  int impacts = 0;
  const auto mirrored = [](PointSegment features) {
    std::swap(features.point[0], features.point[1]);
    for (Vec<2>& end : features.segment) std::swap(end[0], end[1]);
    return features;
  };
  for (int i = 0; i < 2000; ++i) {
    PointSegment start = random_features(random);
    PointSegment end = random_features(random);
    start.segment[1][0] = start.segment[0][0];
    end.segment[1][0] = end.segment[0][0];
    const FeatureEncounter vertical = first_hit(Pair{start, end});
    const FeatureEncounter level = first_hit(Pair{mirrored(start), mirrored(end)});
    EXPECT_EQ(vertical.outcome, level.outcome);
    EXPECT_EQ(vertical.delay, level.delay);
    impacts += vertical ? 1 : 0;
  }
  EXPECT_GT(impacts, 100);
}

TEST(MovingSegments, GiveTheNormalThatTheyHaveThenAndThePlaceOfThePoint) {
  // The segment turns from level to steep: its ends (0, 0) and (4, 4 t). The point comes down to (2, y).
  const Pair pair{{{2.0, 3.0}, {Vec2{0.0, 0.0}, Vec2{4.0, 0.0}}},
                  {{2.0, -1.0}, {Vec2{0.0, 0.0}, Vec2{4.0, 4.0}}}};
  // 3 - 4 t = 2 t: at 1/2, at (2, 1), when the segment leads along (2, 1).
  const FeatureEncounter hit = first_hit(pair);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit.delay, 0.5);
  const FeatureContact<2> where = contact(pair, hit);
  EXPECT_EQ(where.point_a, (Vec2{2.0, 1.0}));
  EXPECT_NEAR(where.normal[0], 1.0 / std::sqrt(5.0), 1e-15);
  EXPECT_NEAR(where.normal[1], -2.0 / std::sqrt(5.0), 1e-15);
}

/// A chain of corners around a middle.
std::vector<Vec<2>> random_outline(Random& random, std::size_t corners, const Vec<2>& middle) {
  std::vector<Vec<2>> outline;
  for (std::size_t i = 0; i < corners; ++i) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(corners);
    const double radius = random.uniform(0.3, 2.0);
    outline.push_back(middle + radius * Vec2{std::cos(angle), std::sin(angle)});
  }
  return outline;
}

/// The earliest impact of all corners of one with all edges of the other, one way.
double earliest(const DeformingOutline& corners, const DeformingOutline& edges) {
  double delay = 2.0;
  for (std::size_t i = 0; i < corners.start.size(); ++i) {
    for (std::size_t j = 0; j < edges.start.size(); ++j) {
      const std::size_t k = (j + 1) % edges.start.size();
      const FeatureEncounter hit = first_hit(Pair{{corners.start[i], {edges.start[j], edges.start[k]}},
                                                  {corners.end[i], {edges.end[j], edges.end[k]}}});
      if (hit) delay = std::min(delay, hit.delay);
    }
  }
  return delay;
}

TEST(MovingPolygons, ThatAreApartFirstCollideWhereACornerMeetsAnEdgeOfTheOther) {
  Random random(5);
  int hits = 0;
  int misses = 0;
  for (int i = 0; i < 400; ++i) {
    const std::vector<Vec<2>> a_start = random_outline(random, 5, {0.0, 0.0});
    const std::vector<Vec<2>> b_start = random_outline(random, 7, {5.0, 0.0});
    const double height = random.uniform(-6.0, 6.0);
    const std::vector<Vec<2>> a_end = random_outline(random, 5, {4.0, height});
    const std::vector<Vec<2>> b_end = random_outline(random, 7, {2.0, 0.0});
    const DeformingOutline a{a_start, a_end};
    const DeformingOutline b{b_start, b_end};
    const double all_pairs = std::min(earliest(a, b), earliest(b, a));
    const Encounter<2> hit = first_hit(a, b);
    EXPECT_EQ(hit.outcome == Outcome::Impact, all_pairs <= 1.0);
    if (all_pairs <= 1.0) {
      EXPECT_EQ(hit.delay, all_pairs);
    }
    ++(hit ? hits : misses);
  }
  EXPECT_GT(hits, 100);
  EXPECT_GT(misses, 100);
}

TEST(MovingPolygons, ThatOverlapAsACrossHaveNoCornerAtAnEdge) {
  // A long and a tall one, through each other; the one sinks a little. No corner meets any edge.
  const auto box = [](double x, double y) { return std::vector<Vec<2>>{{-x, -y}, {x, -y}, {x, y}, {-x, y}}; };
  const std::vector<Vec<2>> level = box(5.0, 1.0);
  const std::vector<Vec<2>> tall = box(1.0, 5.0);
  std::vector<Vec<2>> sunk = level;
  for (Vec<2>& corner : sunk) corner[1] -= 0.5;
  const DeformingOutline a{level, sunk};
  const DeformingOutline b{tall, tall};
  EXPECT_GT(std::min(earliest(a, b), earliest(b, a)), 1.0);
  EXPECT_EQ(first_hit(a, b).first_touch, 0.0) << "outlines that cross touch";
  // As solids they overlap, which needs a response as soon as they get deeper: least, sideways, by 6.
  const Encounter<2> solid = first_hit<2>({Polygon(level), Linear<2>{{1.0, 0.0}, {-0.5, 0.0}}},
                                          {Polygon(tall), Linear<2>{}}, {.horizon = 1.0});
  EXPECT_EQ(solid.outcome, Outcome::Overlap);
  EXPECT_EQ(solid.gap, -5.0);
}

TEST(MovingPolygons, TakenBackByTheRestOfTheFrameTouchAndDoNotOverlap) {
  Random random(6);
  int hits = 0;
  for (int i = 0; i < 500; ++i) {
    const Polygon a(random_outline(random, 5, {0.0, 0.0}));
    const Polygon b(random_outline(random, 6, {0.0, 0.0}));
    const double height = random.uniform(-3.0, 3.0);
    const Linear<2> at_a{{0.0, height}, {20.0, 0.0}};
    const Linear<2> at_b{{9.0, 0.0}, {-5.0, 1.0}};
    const Encounter<2> hit = first_hit<2>({a, at_a}, {b, at_b}, {.horizon = 0.5});
    if (!hit) continue;
    ++hits;
    const auto apart = [&](double delay) {
      return distance<2>({a, at_a.at(delay)}, {b, at_b.at(delay)}).distance;
    };
    EXPECT_GE(apart(hit.delay), -1e-14) << "but for the rounding of places";
    EXPECT_LE(apart(hit.delay_upper), 1e-14);
    EXPECT_GT(apart(0.5 * hit.delay), 0.0);
    EXPECT_LT(apart(hit.delay + 1e-6), 0.0);
  }
  EXPECT_GT(hits, 300);
}

/// The ends of a rod of half length 2 around the origin.
std::vector<Vec<2>> rod(double angle) {
  const Vec2 end = 2.0 * Vec2{std::cos(angle), std::sin(angle)};
  return {end, -end};
}

/// When a turning rod meets a point, as a part of one turn, which is followed by so many chords.
std::optional<double> met(const Vec<2>& point, int chords) {
  const std::vector<Vec<2>> still = {point};
  for (int i = 0; i < chords; ++i) {
    const double step = 2.0 * std::numbers::pi / chords;
    const std::vector<Vec<2>> start = rod(i * step);
    const std::vector<Vec<2>> end = i + 1 == chords ? rod(0.0) : rod((i + 1) * step);
    const Encounter<2> hit = first_hit(DeformingOutline{start, end}, DeformingOutline{still, still});
    if (hit) return (i + hit.delay) / chords;
  }
  return std::nullopt;
}

TEST(MovingPolygons, ThatTurnOnceInAFrameSeemToStandStillByChords) {
  // The point is at an angle of atan(4 / 3) and within the rod's reach: that part of the turn.
  const Vec2 point{0.6, 0.8};
  const double truth = std::atan2(0.8, 0.6) / (2.0 * std::numbers::pi);
  EXPECT_FALSE(met(point, 1)) << "both its ends are where they began";
  // A chord's angle is off by tan h - h at most, h half of the angle that it spans.
  for (const int chords : {16, 64, 256}) {
    const auto found = met(point, chords);
    ASSERT_TRUE(found) << chords;
    const double half = std::numbers::pi / chords;
    EXPECT_NEAR(*found, truth, (std::tan(half) - half) / (2.0 * std::numbers::pi) + 1e-15);
  }
}

TEST(MovingPolygons, ThatTurnCutCornersByChordsAndLessSoByMore) {
  // Of 8 chords, the middle of the first is at 2 cos(pi / 8) = 1.848 from the origin; of 32, at 1.990.
  const double middle = std::numbers::pi / 8.0;
  const Vec2 point = 1.95 * Vec2{std::cos(middle), std::sin(middle)};
  EXPECT_FALSE(met(point, 8)) << "the ends pass inside of it";
  const auto fine = met(point, 32);
  ASSERT_TRUE(fine);
  EXPECT_NEAR(*fine, 1.0 / 16.0, 1e-4);
}

/// The same rod as what it is, with so many turns in a window of 1.
Moving<2> spinning_rod(double turns) {
  return {Segment<2>{{-2.0, 0.0}, {2.0, 0.0}},
          Spinning<2>{.angular_velocity = 2.0 * std::numbers::pi * turns}};
}

void expect_impact_at(const Encounter<2>& hit, double truth) {
  EXPECT_EQ(hit.outcome, Outcome::Impact);
  EXPECT_LE(hit.delay, truth * (1.0 + 1e-15));
  EXPECT_GE(hit.delay_upper, truth * (1.0 - 1e-15));
  EXPECT_LE(hit.delay_upper - hit.delay, 1e-11 * truth);
}

TEST(MovingPolygons, ThatSpinAreMetOnTheirArcsWhateverTheyTurnByInAFrame) {
  // To the left it comes to the point after its angle, to the right with its other end after the rest of
  // half a turn.
  const Moving<2> point{Point{}, Linear<2>{{0.6, 0.8}, {}}};
  const double angle = std::atan2(0.8, 0.6) / (2.0 * std::numbers::pi);
  for (const double turns : {0.25, 1.0, 2.5, 1000.0}) {
    expect_impact_at(first_hit(spinning_rod(turns), point, {.horizon = 1.0}), angle / turns);
    expect_impact_at(first_hit(spinning_rod(-turns), point, {.horizon = 2.0}), (0.5 - angle) / turns);
  }
  EXPECT_EQ(first_hit(spinning_rod(0.125), point, {.horizon = 1.0}).outcome, Outcome::Miss);
}

TEST(MovingPolygons, ThatSpinCutNoCorners) {
  const double middle = std::numbers::pi / 8.0;
  for (const double far : {1.95, 1.9999999}) {
    const Moving<2> point{Point{}, Linear<2>{far * Vec2{std::cos(middle), std::sin(middle)}, {}}};
    expect_impact_at(first_hit(spinning_rod(1.0), point, {.horizon = 1.0}), 1.0 / 16.0);
  }
  const Moving<2> beyond{Point{}, Linear<2>{2.0000001 * Vec2{std::cos(middle), std::sin(middle)}, {}}};
  EXPECT_EQ(first_hit(spinning_rod(1.0), beyond, {.horizon = 1.0}).outcome, Outcome::Miss);
}

TEST(MovingPolygons, ThatSpinAreMetInTheirHollowsToo) {
  // An angle iron whose lower arm has its upper side at 1. A point 2.5 away from the bend is there when it is
  // seen at asin(1 / 2.5) from the arm; the other arm is behind it.
  const Polygon iron({{0.0, 0.0}, {3.0, 0.0}, {3.0, 1.0}, {1.0, 1.0}, {1.0, 3.0}, {0.0, 3.0}});
  const Moving<2> spinning{iron, Spinning<2>{.angular_velocity = 1.0}};
  const Moving<2> point{Point{}, Linear<2>{2.5 * Vec2{std::cos(0.9), std::sin(0.9)}, {}}};
  expect_impact_at(first_hit(spinning, point), 0.9 - std::asin(0.4));
}

TEST(MovingPolygons, GiveTimePlaceAndNormalWhereALookAtBothEndsSeesNothing) {
  const Moving<2> dart{Point{}, Linear<2>{{0.0, 0.5}, {512.0, 0.0}}};
  const Moving<2> paper{Segment<2>{{0.0, -1.0}, {0.0, 1.0}}, Linear<2>{{3.0, 0.0}, {}}};
  EXPECT_EQ(distance<2>({Point{}, {0.0, 0.5}}, {Segment<2>{{0.0, -1.0}, {0.0, 1.0}}, {3.0, 0.0}}).distance,
            3.0);
  EXPECT_EQ(distance<2>({Point{}, {8.0, 0.5}}, {Segment<2>{{0.0, -1.0}, {0.0, 1.0}}, {3.0, 0.0}}).distance,
            5.0);
  const Encounter<2> hit = first_hit(dart, paper, {.horizon = 1.0 / 64.0});
  EXPECT_EQ(hit.outcome, Outcome::Impact);
  EXPECT_EQ(hit.delay, 3.0 / 512.0);
  EXPECT_EQ(hit.point_b, (Vec2{3.0, 0.5}));
  EXPECT_EQ(hit.normal, (Vec2{1.0, 0.0}));
}

}  // namespace
}  // namespace firsthit
