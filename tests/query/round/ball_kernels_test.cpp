#include "query/round/ball_kernels.hpp"

#include "property/pairs.hpp"
#include "property/reference_events.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace firsthit {
namespace {

using laws::Draw;
using laws::Source;
using reference::Coefficients;
using reference::Story;

constexpr double kTolerance = 1e-12;  // of the sum of radii and of the distance: far above rounding

int times(int count) { return long_form() ? 10 * count : count; }

struct Tally {
  int hits = 0;
  int misses = 0;
  int at_once = 0;

  void add(double t) { ++(t == kNever ? misses : (t == 0.0 ? at_once : hits)); }
  void expect_fair(int least) const {
    EXPECT_GE(hits, least);
    EXPECT_GE(misses, least);
    EXPECT_GE(at_once, least);
  }
};

/// An event comes the earlier the thicker the bodies are. So the exact events of slightly thicker
/// and slightly thinner ones bracket the delay, whatever the kind of the event is.
void expect_between(double t, const Story& thicker, const Story& thinner) {
  ASSERT_GE(t, 0.0);  // and not NaN
  if (t == kNever) {
    ASSERT_FALSE(thinner.has_happened_by(mpq_class(0x1p900))) << "missed";
    return;
  }
  ASSERT_TRUE(thicker.has_happened_by(mpq_class(t * (1.0 + kTolerance)))) << "false or early, at " << t;
  ASSERT_FALSE(t > 0.0 && thinner.has_happened_by(mpq_class(t * (1.0 - kTolerance)))) << "late, at " << t;
}

template <int D>
Coefficients gap(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, const mpq_class& sigma) {
  Coefficients r(5);
  for (std::size_t i = 0; i < static_cast<std::size_t>(D); ++i) {
    const Coefficients p = {mpq_class(d[i]), mpq_class(v[i]), mpq_class(mpq_class(g[i]) / 2)};
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) r[j + k] += p[j] * p[k];
  }
  r[0] -= sigma * sigma;
  return r;
}

template <int D>
void expect_right(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma, double t) {
  const double slack = kTolerance * (sigma + max_abs(d));
  const Story thicker(gap(d, v, g, sigma + slack), -1);
  const Story thinner(gap(d, v, g, sigma > slack ? sigma - slack : 0.0), -1);
  expect_between(t, thicker, thinner);
}

template <int D>
void check_balls(Draw draw, bool falls, int count, Tally& tally) {
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const Vec<D> d = source.vector<D>(draw, 3.0);
    const Vec<D> v = source.vector<D>(draw, 1.0);
    const Vec<D> g = falls ? source.vector<D>(draw, 1.0) : Vec<D>{};
    const double sigma = source.size(draw, 2.0);
    const double t = ball_ball_falling_delay(d, v, g, sigma);
    if (!falls) {
      ASSERT_EQ(t, ball_ball_delay(d, v, sigma));
    }
    expect_right(d, v, g, sigma, t);
    tally.add(t);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(BallKernels, StraightBallsHitWhenExactArithmeticSaysSo) {
  Tally tally;
  for (const Draw draw : {Draw::Grid, Draw::Continuum, Draw::Wild}) {
    check_balls<2>(draw, false, times(500), tally);
    check_balls<3>(draw, false, times(500), tally);
  }
  tally.expect_fair(100);
}

TEST(BallKernels, FallingBallsHitWhenExactArithmeticSaysSo) {
  Tally tally;
  for (const Draw draw : {Draw::Grid, Draw::Continuum, Draw::Wild}) {
    check_balls<2>(draw, true, times(100), tally);
    check_balls<3>(draw, true, times(100), tally);
  }
  tally.expect_fair(30);
}

template <int D>
void check_containers(Draw draw, bool falls, int count, Tally& tally) {
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const Vec<D> d = source.vector<D>(draw, 2.0);
    const Vec<D> v = source.chance(0.1) ? Vec<D>{} : source.vector<D>(draw, 1.0);
    const Vec<D> g = falls ? source.vector<D>(draw, 1.0) : Vec<D>{};
    const double room = source.size(draw, 2.0);
    const double t = ball_container_delay(d, v, g, room);
    // Seen from the container, whose gap is that of two balls with its sign turned.
    const double slack = kTolerance * (room + max_abs(d));
    Coefficients wide = gap(-d, v, g, room + slack);
    Coefficients narrow = gap(-d, v, g, room > slack ? room - slack : 0.0);
    for (Coefficients* coefficients : {&wide, &narrow})
      for (mpq_class& c : *coefficients) c = -c;
    expect_between(t, Story(narrow, -1), Story(wide, -1));
    tally.add(t);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(BallKernels, ContainersAreHitWhenExactArithmeticSaysSo) {
  Tally tally;
  for (const Draw draw : {Draw::Grid, Draw::Continuum, Draw::Wild}) {
    check_containers<2>(draw, false, times(500), tally);
    check_containers<3>(draw, false, times(500), tally);
    check_containers<2>(draw, true, times(100), tally);
    check_containers<3>(draw, true, times(100), tally);
  }
  tally.expect_fair(100);
}

TEST(BallKernels, WithinAContainerABallThatHasJustBouncedFliesAChord) {
  // From (1, 0) inwards at the angle a to the normal a chord is 2 cos a long.
  EXPECT_DOUBLE_EQ(ball_container_delay(Vec<2>{-1.0, 0.0}, Vec<2>{-0.6, 0.8}, {}, 1.0), 1.2);
  EXPECT_DOUBLE_EQ(ball_container_delay(Vec<3>{0.0, 0.0, -1.0}, Vec<3>{0.0, 1.6, -1.2}, {}, 1.0), 0.6);
  // A rounding outside makes no difference, and the apex is where one closes who never gets in.
  EXPECT_NEAR(ball_container_delay(Vec<2>{-1.0 - 0x1p-52, 0.0}, Vec<2>{-0.6, 0.8}, {}, 1.0), 1.2, 1e-15);
  EXPECT_EQ(ball_container_delay(Vec<2>{-3.0, 4.0}, Vec<2>{-1.0, 0.0}, {}, 1.0), 3.0);
}

TEST(BallKernels, ABallThatHasJustBouncedHitsAgainOnlyAfterItsFlight) {
  int bounces = 0;
  for (int i = 0; i < times(150); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const Vec<2> g{0.0, source.uniform(0.1, 10.0)};  // of the obstacle relative to the ball
    const double sigma = source.uniform(0.1, 2.0);
    Vec<2> d{source.uniform(-0.9, 0.9) * sigma, -sigma - source.uniform(0.0, 5.0)};
    Vec<2> v{source.uniform(-0.2, 0.2), source.uniform(-1.0, 3.0)};
    for (int bounce = 0; bounce < 5; ++bounce) {
      const double t = ball_ball_falling_delay(d, v, g, sigma);
      expect_right(d, v, g, sigma, t);
      if (testing::Test::HasFatalFailure() || t == kNever) break;
      ASSERT_GT(t, 0.0);
      d = d + t * (v + (0.5 * t) * g);
      v = v + t * g;
      const Vec<2> normal = (1.0 / length(d)) * d;
      v = v - (1.7 * dot(v, normal)) * normal;
      ++bounces;
    }
  }
  EXPECT_GT(bounces, 100);
}

TEST(BallKernels, ARestingBallClosesAtOnce) {
  EXPECT_EQ(ball_ball_falling_delay(Vec<2>{0.0, -1.0}, Vec<2>{}, Vec<2>{0.0, 9.81}, 1.0), 0.0);
  EXPECT_EQ(plane_delay(0.0, 0.0, -9.81), 0.0);
  EXPECT_EQ(ball_segment_delay({-1.0, -0.5}, {1.0, -0.5}, {}, {0.0, -9.81}, 0.5), 0.0);
}

TEST(BallKernels, AGrazeIsNoEvent) {
  EXPECT_EQ(ball_ball_delay(Vec<2>{4.0, 1.0}, Vec<2>{-1.0, 0.0}, 1.0), kNever);
  EXPECT_EQ(ball_ball_delay(Vec<3>{4.0, 0.6, 0.8}, Vec<3>{-1.0, 0.0, 0.0}, 0.999999), kNever);
  EXPECT_EQ(plane_delay(2.0, -2.0, 1.0), kNever);
  EXPECT_EQ(ball_segment_delay({1.0, -0.5}, {3.0, -0.5}, {1.0, 0.0}, {}, 0.5), kNever);
}

TEST(BallKernels, ScalingByPowersOfTwoScalesTheDelayExactly) {
  int hits = 0;
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const Vec<3> d = source.vector<3>(Draw::Continuum, 3.0);
    const Vec<3> v = source.vector<3>(Draw::Continuum, 1.0);
    const Vec<3> g = source.vector<3>(Draw::Continuum, 1.0);
    const double sigma = source.size(Draw::Continuum, 2.0);
    const int length_exponent = static_cast<int>(source.below(101)) - 50;
    const int time_exponent = static_cast<int>(source.below(101)) - 50;
    const double l = std::ldexp(1.0, length_exponent);
    const double speed = std::ldexp(1.0, length_exponent - time_exponent);
    const double acceleration = std::ldexp(1.0, length_exponent - 2 * time_exponent);
    const double t = ball_ball_falling_delay(d, v, g, sigma);
    EXPECT_EQ(ball_ball_falling_delay(l * d, speed * v, acceleration * g, l * sigma),
              std::ldexp(t, time_exponent));
    EXPECT_EQ(ball_ball_falling_delay(-d, -v, -g, sigma), t);
    EXPECT_EQ(ball_ball_delay(l * d, speed * v, l * sigma),
              std::ldexp(ball_ball_delay(d, v, sigma), time_exponent));
    const double plane = plane_delay(d[0], v[0], g[0]);
    EXPECT_EQ(plane_delay(l * d[0], speed * v[0], acceleration * g[0]), std::ldexp(plane, time_exponent));
    if (t > 0.0 && t < kNever) ++hits;
  }
  EXPECT_GT(hits, 50);
}

TEST(BallKernels, PlanesAreHitWhenExactArithmeticSaysSo) {
  Tally tally;
  for (const Draw draw : {Draw::Grid, Draw::Continuum})
    for (int i = 0; i < times(700); ++i) {
      SCOPED_TRACE("seed " + std::to_string(i));
      Source source(static_cast<std::uint64_t>(i));
      const double height = source.number(draw, 2.0);
      const double rate = source.number(draw, 1.0);
      const double acceleration = source.chance(0.3) ? 0.0 : source.number(draw, 1.0);
      const double t = plane_delay(height, rate, acceleration);
      const mpq_class slack = kTolerance * std::fabs(height);
      const mpq_class half = mpq_class(acceleration) / 2;
      const Story thicker({mpq_class(mpq_class(height) - slack), mpq_class(rate), half}, -1);
      const Story thinner({mpq_class(mpq_class(height) + slack), mpq_class(rate), half}, -1);
      expect_between(t, thicker, thinner);
      tally.add(t);
      if (testing::Test::HasFatalFailure()) return;
    }
  tally.expect_fair(100);
}

/// The square of the distance from the origin to a segment, exactly.
mpq_class distance_squared(const mpq_class (&from)[2], const mpq_class (&to)[2]) {
  const mpq_class x = to[0] - from[0];
  const mpq_class y = to[1] - from[1];
  const mpq_class length = x * x + y * y;
  mpq_class along = length == 0 ? mpq_class(0) : mpq_class(-(x * from[0] + y * from[1]) / length);
  if (along < 0) along = 0;
  if (along > 1) along = 1;
  const mpq_class px = from[0] + along * x;
  const mpq_class py = from[1] + along * y;
  return px * px + py * py;
}

struct SegmentCase {
  Vec<2> from, to, v, g;
  double radius;

  mpq_class distance_squared_at(double t) const {
    mpq_class shifted_from[2];
    mpq_class shifted_to[2];
    for (std::size_t i = 0; i < 2; ++i) {
      const mpq_class moved = mpq_class(v[i]) * t + mpq_class(g[i]) / 2 * t * t;
      shifted_from[i] = mpq_class(from[i]) - moved;
      shifted_to[i] = mpq_class(to[i]) - moved;
    }
    return distance_squared(shifted_from, shifted_to);
  }
};

TEST(BallKernels, SegmentsAreHitWhenExactDistancesSaySo) {
  Tally tally;
  for (int i = 0; i < times(4000); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const Draw draw = source.chance(0.5) ? Draw::Grid : Draw::Continuum;
    SegmentCase c;
    c.from = source.vector<2>(draw, 3.0);
    c.to = source.chance(0.1) ? c.from : source.vector<2>(draw, 3.0);
    c.v = source.vector<2>(draw, 2.0);
    c.g = source.chance(0.5) ? Vec<2>{} : source.vector<2>(draw, 1.0);
    c.radius = source.uniform(0.01, 1.0);
    const double t = ball_segment_delay(c.from, c.to, c.v, c.g, c.radius);
    ASSERT_GE(t, 0.0);
    tally.add(t);
    const mpq_class thin = mpq_class(c.radius) * mpq_class(1.0 - 1e-9);
    const mpq_class thick = mpq_class(c.radius) * mpq_class(1.0 + 1e-9);
    if (c.distance_squared_at(0.0) <= thick * thick) {  // inside at the start: only what parts may wait
      if (t == 0.0) continue;
      ASSERT_GE(c.distance_squared_at(1e-7), c.distance_squared_at(0.0)) << "closes, but is left alone";
      continue;
    }
    if (t < kNever) {
      ASSERT_LE(c.distance_squared_at(t), thick * thick) << "false, at " << t;
      ASSERT_GE(c.distance_squared_at(t), thin * thin) << "late, at " << t;
    }
    const double end = t < kNever ? t : 20.0;
    for (int k = 1; k < 64; ++k) {
      const double earlier = end * k / 64.0;
      ASSERT_GE(c.distance_squared_at(earlier), thin * thin) << "inside already at " << earlier;
    }
  }
  tally.expect_fair(50);
}

TEST(BallKernels, NoFiniteInputGivesNaNOrANegativeDelay) {
  Source source(1);
  const auto extreme = [&] {
    const double x = source.uniform(-1.0, 1.0);
    return std::ldexp(x, static_cast<int>(source.below(2100)) - 1074);
  };
  const auto vector = [&] {
    const double x = extreme();
    const double y = extreme();
    return Vec<2>{x, y};
  };
  int hits = 0;
  for (int i = 0; i < 20000; ++i) {
    SCOPED_TRACE("case " + std::to_string(i));
    const Vec<2> d = vector();
    const Vec<2> e = vector();
    const Vec<2> v = vector();
    const Vec<2> g = vector();
    const double sigma = std::fabs(extreme());
    for (const double t : {ball_ball_delay(d, v, sigma), ball_ball_falling_delay(d, v, g, sigma),
                           plane_delay(d[0], v[0], g[0]), ball_segment_delay(d, e, v, g, sigma),
                           ball_container_delay(d, v, g, sigma)}) {
      ASSERT_GE(t, 0.0);
      if (t < kNever) ++hits;
    }
  }
  EXPECT_GT(hits, 5000);
}

TEST(BallKernels, AFlightThatJustTouchesTheNormalOfAnEndHitsTheFace) {
  // Along the segment the centre goes 3 t - t^2 / 2 and turns at t = 3 over its end, at 4.5; the face
  // is reached when 5 - 2 t = 1. Probing the flight at its middle alone would see the end.
  EXPECT_EQ(ball_segment_delay({0.0, -5.0}, {4.5, -5.0}, {3.0, -2.0}, {-1.0, 0.0}, 1.0), 2.0);
  EXPECT_EQ(ball_segment_delay({4.5, -5.0}, {0.0, -5.0}, {3.0, -2.0}, {-1.0, 0.0}, 1.0), 2.0);
}

TEST(BallKernels, RunningAlongTheLineOfASegmentHitsItsEnd) {
  EXPECT_EQ(ball_segment_delay({2.0, 0.0}, {5.0, 0.0}, {1.0, 0.0}, {}, 0.5), 1.5);
  EXPECT_EQ(ball_segment_delay({5.0, 0.0}, {2.0, 0.0}, {1.0, 0.0}, {}, 0.5), 1.5);
}

TEST(BallKernels, BothFacesOfASegmentAreSolid) {
  EXPECT_EQ(ball_segment_delay({-1.0, -2.0}, {1.0, -2.0}, {0.0, -1.0}, {}, 0.5), 1.5);
  EXPECT_EQ(ball_segment_delay({-1.0, 2.0}, {1.0, 2.0}, {0.0, 1.0}, {}, 0.5), 1.5);
}

}  // namespace
}  // namespace firsthit
