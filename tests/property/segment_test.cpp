#include "property/pairs.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

// Laws 1, 2, 7 and 9 for segments: against exact distances, and cases that are known.

namespace firsthit::laws {
namespace {

/// The square of the distance from a ball's centre to a segment at one moment, exactly.
mpq_class distance_squared(const Moving<2>& solid, const Moving<2>& ball, const mpq_class& t) {
  const auto& segment = std::get<Segment<2>>(solid.shape);
  std::array<mpq_class, 2> from;
  std::array<mpq_class, 2> along;
  const auto relative = path(solid, ball);
  for (std::size_t i = 0; i < 2; ++i) {
    from[i] = mpq_class(segment.from[i]) - reference::value(relative[i], t);
    along[i] = mpq_class(segment.to[i]) - mpq_class(segment.from[i]);
  }
  const mpq_class length = along[0] * along[0] + along[1] * along[1];
  mpq_class part = 0;
  if (length != 0) part = -(along[0] * from[0] + along[1] * from[1]) / length;
  part = std::clamp(part, mpq_class(0), mpq_class(1));
  const mpq_class x = from[0] + part * along[0];
  const mpq_class y = from[1] + part * along[1];
  return x * x + y * y;
}

Moving<2> wall(double x0, double y0, double x1, double y1) {
  return {Segment<2>{{x0, y0}, {x1, y1}}, Linear<2>{}};
}
Moving<2> ball(double x, double y, double vx, double vy, double r) {
  return {Ball{r}, Linear<2>{{x, y}, {vx, vy}}};
}

TEST(Segments, TheDistanceIsAboveTheRadiusBeforeTheImpactAndNotAfterIt) {
  int hits = 0;
  int misses = 0;
  int unresolved = 0;
  const int count = long_form() ? 30000 : 1000;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const Draw draw = source.chance(0.5) ? Draw::Grid : Draw::Continuum;
    const Vec<2> from = source.vector<2>(draw, 3.0);
    const Vec<2> to = source.chance(0.1) ? from : source.vector<2>(draw, 3.0);
    const Motion<2> motion_a = source.motion<2>(draw, false, 1.0, 1.0);
    const Motion<2> motion_b = source.motion<2>(draw, source.chance(0.5), 3.0, 1.0);
    const Moving<2> a{Segment<2>{from, to}, motion_a};
    const Moving<2> b{Ball{source.uniform(0.01, 1.0)}, motion_b};
    const Encounter<2> e = first_hit(a, b, {16.0});
    const mpq_class r = mpq_class(radius(b.shape));
    if (e.outcome == Outcome::Unresolved) ++unresolved;
    if (distance_squared(a, b, 0) <= r * r) {
      ASSERT_EQ(e.first_touch, 0.0);
      ASSERT_NE(e.outcome, Outcome::Miss);
      continue;
    }
    if (e.outcome == Outcome::Impact) {
      ++hits;
      ASSERT_GE(distance_squared(a, b, e.delay), r * r);
      ASSERT_LE(distance_squared(a, b, e.delay_upper), r * r);
      ASSERT_LE(e.delay_upper, std::nextafter(e.delay, 1e300));
    }
    if (e.outcome == Outcome::Miss) ++misses;
    for (int k = 1; k < 64; ++k) {
      const mpq_class earlier = mpq_class(e.delay) * k / 64;
      ASSERT_GE(distance_squared(a, b, earlier), r * r) << "inside before the delay";
    }
  }
  EXPECT_GT(hits, count / 10);
  EXPECT_GT(misses, count / 10);
  EXPECT_LE(unresolved, count / 1000);
}

TEST(Segments, SlidingAlongTheFaceIsAGrazeEvenWhenTheEndIsPassedBetweenTwoDoubles) {
  for (const double speed : {1.0, 3.0, 7.0, 0.1}) {
    const Encounter<2> e = first_hit(wall(0.0, 0.0, 3.0, 0.0), ball(-3.0, 0.5, speed, 0.0, 0.5));
    EXPECT_EQ(e.outcome, Outcome::Graze);
    const mpq_class exact = mpq_class(3) / mpq_class(speed);
    EXPECT_LE(mpq_class(e.first_touch), exact);
    EXPECT_GE(mpq_class(std::nextafter(e.first_touch, 1e300)), exact);
  }
}

TEST(Segments, TheEndIsHitByABallThatRunsAlongTheLine) {
  const Encounter<2> e = first_hit(wall(0.0, 0.0, 3.0, 0.0), ball(-3.0, 0.0, 1.0, 0.0, 0.5));
  EXPECT_EQ(e.outcome, Outcome::Impact);
  EXPECT_EQ(e.delay, 2.5);
  EXPECT_EQ(e.feature_a.kind, Feature::Kind::Vertex);
  EXPECT_EQ(e.feature_a.index, 0);
  EXPECT_EQ(e.normal, (Vec<2>{-1.0, 0.0}));
}

TEST(Segments, APointImpactsWhenItPassesThroughInsideAndAtTheEnds) {
  const Moving<2> line = wall(0.0, 0.0, 3.0, 0.0);
  for (const double x : {0.0, 1.0, 3.0}) {
    for (const double slant : {0.0, 1.0, -1.0}) {
      for (const double up : {1.0, -1.0}) {
        const Moving<2> point{Point{}, Linear<2>{{x - slant, -up}, {slant, up}}};
        const Encounter<2> e = first_hit(line, point);
        EXPECT_EQ(e.outcome, Outcome::Impact) << x << " " << slant << " " << up;
        EXPECT_EQ(e.delay, 1.0);
        EXPECT_EQ(e.point_a, (Vec<2>{x, 0.0}));
      }
    }
  }
  EXPECT_EQ(first_hit(line, {Point{}, Linear<2>{{-1.0, 1.0}, {0.5, -1.0}}}).outcome, Outcome::Miss);
}

TEST(Segments, APointThatTouchesAndGoesBackGrazes) {
  const Moving<2> point{Point{}, Falling<2>{{1.0, 1.0}, {0.0, -2.0}, {0.0, 2.0}}};
  EXPECT_EQ(first_hit(wall(0.0, 0.0, 3.0, 0.0), point).outcome, Outcome::Graze);
}

TEST(Segments, ABallThatStartsInsideAndPartsIsLeftAloneUntilItFallsBack) {
  const Moving<2> falls{Ball{0.5}, Falling<2>{{1.0, 0.25}, {0.0, 1.0}, {0.0, -8.0}}};
  const Encounter<2> inside = first_hit(wall(0.0, 0.0, 3.0, 0.0), falls);  // apex at 1/8, height 5/16
  EXPECT_EQ(inside.outcome, Outcome::Overlap);
  EXPECT_EQ(inside.delay, 0.125);
  EXPECT_EQ(inside.gap, -0.1875);
  const Moving<2> leaves{Ball{0.5}, Linear<2>{{1.0, 0.25}, {0.0, 1.0}}};
  EXPECT_EQ(first_hit(wall(0.0, 0.0, 3.0, 0.0), leaves).outcome, Outcome::Graze);
}

}  // namespace
}  // namespace firsthit::laws
