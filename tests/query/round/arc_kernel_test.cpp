#include "query/round/ball_kernels.hpp"

#include "property/pairs.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace firsthit {
namespace {

using laws::Draw;
using laws::Source;

constexpr double kTurn = 6.283185307179586;

/// Seen through angles, in long double: another way than the kernel's.
struct ArcCase {
  Arc arc;
  Vec<2> d, v, g;
  double radius;

  long double distance_at(double t) const {
    const auto place = [&](std::size_t i) {
      return -static_cast<long double>(d[i]) + t * (static_cast<long double>(v[i]) + 0.5L * t * g[i]);
    };
    const long double x = place(0);
    const long double y = place(1);
    const long double from = std::atan2(static_cast<long double>(arc.from[1]), arc.from[0]);
    long double span = std::atan2(static_cast<long double>(arc.to[1]), arc.to[0]) - from;
    if (span <= 0.0L) span += 2.0L * 3.14159265358979323846L;
    long double angle = std::atan2(y, x) - from;
    while (angle < 0.0L) angle += 2.0L * 3.14159265358979323846L;
    if (angle <= span) return std::fabs(std::hypot(x, y) - arc.radius);
    const auto to_end = [&](const Vec<2>& ray) {
      const long double size = std::hypot(static_cast<long double>(ray[0]), ray[1]);
      return std::hypot(x - arc.radius * ray[0] / size, y - arc.radius * ray[1] / size);
    };
    return std::min(to_end(arc.from), to_end(arc.to));
  }
};

ArcCase case_of(Source& source) {
  const Draw draw = source.chance(0.3) ? Draw::Grid : Draw::Continuum;
  ArcCase c;
  c.arc.radius = source.uniform(0.3, 2.0);
  const double from = source.uniform(0.0, kTurn);
  const double to = from + source.uniform(0.05, kTurn);
  c.arc.from = {std::cos(from), std::sin(from)};
  c.arc.to = {3.0 * std::cos(to), 3.0 * std::sin(to)};
  if (source.chance(0.2)) c.arc.from = {0.0, -2.0};
  if (source.chance(0.2)) c.arc.to = {0.0, 1.0};
  if (source.chance(0.1)) c.arc.to = c.arc.from;
  c.d = source.vector<2>(draw, 2.0);
  c.v = source.vector<2>(draw, 2.0);
  c.g = source.chance(0.5) ? Vec<2>{} : source.vector<2>(draw, 1.0);
  c.radius = source.chance(0.2) ? source.uniform(1.0, 4.0) : source.uniform(0.001, 0.5);
  return c;
}

TEST(ArcKernel, ArcsAreHitWhenTheirDistancesSaySo) {
  int hits = 0;
  int misses = 0;
  int at_once = 0;
  for (int i = 0; i < (long_form() ? 200'000 : 20'000); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const ArcCase c = case_of(source);
    const double t = ball_arc_delay(c.arc, c.d, c.v, c.g, c.radius);
    ASSERT_GE(t, 0.0);
    ++(t == kNever ? misses : (t == 0.0 ? at_once : hits));
    const long double start = c.distance_at(0.0);
    if (start <= c.radius * (1.0L + 1e-9L)) {  // inside at the start: only what parts may wait
      if (t == 0.0) continue;
      ASSERT_GE(c.distance_at(1e-7), start - 1e-12L) << "closes, but is left alone";
      continue;
    }
    ASSERT_NE(t, 0.0) << "false";
    if (t < kNever) {
      ASSERT_NEAR(static_cast<double>(c.distance_at(t)), c.radius, 1e-9) << "at " << t;
    }
    const double end = t < kNever ? t : 20.0;
    for (int k = 1; k < 128; ++k)
      ASSERT_GE(c.distance_at(end * k / 128.0), c.radius * (1.0L - 1e-9L)) << "inside before " << t;
  }
  EXPECT_GT(hits, 2000);
  EXPECT_GT(misses, 1000);
  EXPECT_GT(at_once, 1000);
}

const Arc kRightHalf{1.0, {0.0, -1.0}, {0.0, 1.0}};

TEST(ArcKernel, BothFacesAndBothEndsAreSolid) {
  EXPECT_EQ(ball_arc_delay(kRightHalf, {0.0, 0.0}, {1.0, 0.0}, {}, 0.25), 0.75) << "from inside";
  EXPECT_EQ(ball_arc_delay(kRightHalf, {-3.0, 0.0}, {-1.0, 0.0}, {}, 0.25), 1.75) << "from outside";
  EXPECT_EQ(ball_arc_delay(kRightHalf, {0.0, 3.0}, {0.0, 1.0}, {}, 0.25), 1.75) << "an end, head on";
  EXPECT_EQ(ball_arc_delay(kRightHalf, {3.0, 1.0}, {1.0, 0.0}, {}, 0.25), 2.75)
      << "an end, along its tangent";
  EXPECT_NEAR(ball_arc_delay(kRightHalf, {3.0, 0.0}, {1.0, 0.0}, {}, 0.25), 3.75, 1e-15) << "by its opening";
}

TEST(ArcKernel, ABallTooWideForTheOpeningHitsBothEndsAtOnce) {
  // Its centre stops sqrt(1.25^2 - 1) before the opening.
  EXPECT_NEAR(ball_arc_delay(kRightHalf, {3.0, 0.0}, {1.0, 0.0}, {}, 1.25), 2.25, 1e-15);
}

TEST(ArcKernel, AWholeCircleHasNoEnds) {
  const Arc circle{1.0, {0.6, 0.8}, {0.6, 0.8}};
  EXPECT_EQ(ball_arc_delay(circle, {-3.0, 0.0}, {-1.0, 0.0}, {}, 0.25), 1.75);
  EXPECT_EQ(ball_arc_delay(circle, {0.0, 0.0}, {0.0, -1.0}, {}, 0.25), 0.75);
}

TEST(ArcKernel, UnderAnAccelerationTheFaceThatIsReachedIsTheRightOne) {
  // Thrown through the opening it falls back onto the arc's inner face: y = 2 t - t^2 from -0.4.
  const Arc bowl{1.0, {-1.0, 0.0}, {1.0, 0.0}};
  EXPECT_NEAR(ball_arc_delay(bowl, {0.0, 0.4}, {0.0, 2.0}, {0.0, -2.0}, 0.1), 1.0 + std::sqrt(1.5), 1e-14);
  // One that comes from below meets its outer face: 1.1 = 3 - t (4 - t).
  EXPECT_NEAR(ball_arc_delay(bowl, {0.0, 3.0}, {0.0, 4.0}, {0.0, -2.0}, 0.1), 2.0 - std::sqrt(2.1), 1e-14);
}

TEST(ArcKernel, PowersOfTwoAndMirrorsChangeNothing) {
  int hits = 0;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const ArcCase c = case_of(source);
    const double t = ball_arc_delay(c.arc, c.d, c.v, c.g, c.radius);
    const int length_exponent = static_cast<int>(source.below(101)) - 50;
    const int time_exponent = static_cast<int>(source.below(101)) - 50;
    const double l = std::ldexp(1.0, length_exponent);
    const double speed = std::ldexp(1.0, length_exponent - time_exponent);
    const double acceleration = std::ldexp(1.0, length_exponent - 2 * time_exponent);
    const Arc larger{l * c.arc.radius, c.arc.from, c.arc.to};
    EXPECT_EQ(ball_arc_delay(larger, l * c.d, speed * c.v, acceleration * c.g, l * c.radius),
              std::ldexp(t, time_exponent));
    const auto mirrored = [](const Vec<2>& a) { return Vec<2>{a[0], -a[1]}; };
    const Arc mirror{c.arc.radius, mirrored(c.arc.to), mirrored(c.arc.from)};
    EXPECT_EQ(ball_arc_delay(mirror, mirrored(c.d), mirrored(c.v), mirrored(c.g), c.radius), t);
    if (t > 0.0 && t < kNever) ++hits;
  }
  EXPECT_GT(hits, 500);
}

TEST(ArcKernel, NoFiniteInputGivesNaNOrANegativeDelay) {
  Source source(1);
  const auto extreme = [&] {
    const double x = source.uniform(-1.0, 1.0);
    return std::ldexp(x, static_cast<int>(source.below(401)) - 200);
  };
  const auto vector = [&] {
    const double x = extreme();
    const double y = extreme();
    return Vec<2>{x, y};
  };
  int hits = 0;
  for (int i = 0; i < 20000; ++i) {
    SCOPED_TRACE("case " + std::to_string(i));
    const Vec<2> from = vector();
    const Vec<2> to = vector();
    const Arc arc{std::fabs(extreme()), from, to};
    const Vec<2> d = vector();
    const Vec<2> v = vector();
    const Vec<2> g = vector();
    const double t = ball_arc_delay(arc, d, v, g, std::fabs(extreme()));
    ASSERT_GE(t, 0.0);
    if (t < kNever) ++hits;
  }
  EXPECT_GT(hits, 2000);
}

}  // namespace
}  // namespace firsthit
