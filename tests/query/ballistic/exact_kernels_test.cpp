#include "query/round/ball_kernels.hpp"

#include "core/vec_math.hpp"
#include "exact/signed_sum.hpp"
#include "property/pairs.hpp"
#include "property/reference_events.hpp"
#include "query/ballistic/flight_proof.hpp"
#include "query/convex/exact/convex_event.hpp"
#include "support/long_form.hpp"

#include <firsthit/first_hit.hpp>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

// What the event engine's kernels decide, beside rational arithmetic and beside first_hit.

namespace firsthit {
namespace {

using laws::Draw;
using laws::Source;

int times(int count) { return long_form() ? 20 * count : count; }

double nudged(double x, Source& source) {
  const double there = source.chance(0.5) ? HUGE_VAL : -HUGE_VAL;
  return source.chance(0.3) ? x : std::nextafter(x, there);
}

template <int D>
struct Pair {
  Vec<D> d, v, g;
  double sigma = 0.0;
};

/// Grids of small whole numbers, and what is a unit of the last place away from touching or grazing.
template <int D>
Pair<D> hostile(Source& source) {
  Pair<D> p;
  if (source.chance(0.4)) {
    for (std::size_t i = 0; i < D; ++i) {
      p.d[i] = static_cast<double>(source.below(11)) - 5.0;
      p.v[i] = static_cast<double>(source.below(7)) - 3.0;
    }
    p.sigma = static_cast<double>(source.below(6));
    return p;
  }
  p.d = source.vector<D>(Draw::Continuum, 3.0);
  p.v = source.vector<D>(Draw::Continuum, 1.0);
  const double kind = source.uniform(0.0, 1.0);
  if (kind < 0.3) {  // tangent
    const double area = cross_squared(p.d, p.v);
    p.sigma = nudged(std::sqrt(area / length_squared(p.v)), source);
  } else if (kind < 0.6) {  // touching, and perhaps sliding
    p.sigma = nudged(length(p.d), source);
    if (source.chance(0.5)) {
      p.v = p.v - (dot(p.v, p.d) / length_squared(p.d)) * p.d;
      p.v[0] = nudged(p.v[0], source);
    }
  } else if (kind < 0.7) {  // parallel, in all digits or nearly
    const double factor = source.uniform(-1.0, 1.0);
    p.v = factor * p.d;
    p.v[1] = nudged(p.v[1], source);
    p.sigma = source.uniform(0.0, 1e-15);
  } else {
    p.sigma = source.uniform(0.0, 2.0);
  }
  return p;
}

mpq_class square(const mpq_class& x) { return x * x; }

template <int D>
mpq_class exact_dot(const Vec<D>& a, const Vec<D>& b) {
  mpq_class sum = 0;
  for (std::size_t i = 0; i < D; ++i) sum += mpq_class(a[i]) * mpq_class(b[i]);
  return sum;
}

enum class Story { Never, AtOnce, Later };

template <int D>
Story exact_story(const Pair<D>& p) {
  const mpq_class b = exact_dot(p.d, p.v);
  const mpq_class c = exact_dot(p.d, p.d) - square(p.sigma);
  if (b >= 0 || p.sigma == 0.0) return Story::Never;
  if (c <= 0) return Story::AtOnce;
  return b * b - exact_dot(p.v, p.v) * c > 0 ? Story::Later : Story::Never;
}

Story story(double delay) {
  return delay == kNever ? Story::Never : (delay == 0.0 ? Story::AtOnce : Story::Later);
}

/// Is the exact delay within `part` of t? Requires: there is one, later than now.
template <int D>
bool is_near(const Pair<D>& p, double t, double part) {
  const auto inside = [&p](const mpq_class& time) {
    mpq_class sum = -square(p.sigma);
    for (std::size_t i = 0; i < D; ++i) sum += square(mpq_class(p.d[i]) + mpq_class(p.v[i]) * time);
    return sum < 0;
  };
  const mpq_class late = mpq_class(t) * (1 + mpq_class(part));
  const mpq_class early = mpq_class(t) * (1 - mpq_class(part));
  const mpq_class middle = -exact_dot(p.d, p.v) / exact_dot(p.v, p.v);
  return !(early < middle && inside(early)) && early < middle && (late >= middle || inside(late));
}

struct Stages {
  int rounded = 0;
  int filter = 0;
  int exact = 0;
};

/// Which stage answers.
template <int D>
void count(const Pair<D>& p, Stages& stages) {
  const double d_squared = length_squared(p.d);
  const double c = d_squared - p.sigma * p.sigma;
  const double disc = length_squared(p.v) * (p.sigma * p.sigma) - cross_squared(p.d, p.v);
  const bool apart = c > kBallDoubt * d_squared;
  if (apart && (!(dot(p.d, p.v) < 0.0) || std::fabs(disc) > length_squared(p.v) * (kBallDoubt * d_squared))) {
    ++stages.rounded;
    return;
  }
  RoundedPolytope<D> a;
  RoundedPolytope<D> b;
  a.offsets = b.offsets = {a.own.data(), 1};
  a.radius = p.sigma;
  b.position = p.d;
  b.velocity = p.v;
  ConvexEvent<D> event;
  ++(filter_convex_event(a, b, 0.0, 1e300, event) ? stages.filter : stages.exact);
}

template <int D>
void check_straight_balls(int cases) {
  Stages stages;
  int stories[3] = {};
  int same = 0;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const Pair<D> p = hostile<D>(source);
    const double t = ball_ball_delay(p.d, p.v, p.sigma);
    const Story expected = exact_story(p);
    ASSERT_EQ(static_cast<int>(story(t)), static_cast<int>(expected)) << t;
    ++stories[static_cast<int>(expected)];
    count(p, stages);
    if (expected == Story::Later) {
      ASSERT_TRUE(is_near(p, t, 0x1p-37)) << t;
    }
    if (p.sigma == 0.0) continue;
    const Encounter<D> hit = first_hit<D>({Ball{p.sigma}, Linear<D>{}}, {Point{}, Linear<D>{p.d, p.v}});
    ASSERT_EQ(static_cast<bool>(hit), t < kNever);
    if (!hit) continue;
    ASSERT_LE(std::fabs(hit.delay - t), 0x1p-36 * t);
    same += hit.delay == t ? 1 : 0;
  }
  for (const int number : stories) EXPECT_GT(number, cases / 20);
  EXPECT_GT(stages.rounded, cases / 10);
  EXPECT_GT(stages.filter, cases / 50);
  EXPECT_GT(stages.exact, cases / 50);
  EXPECT_GT(same, cases / 50);
}

TEST(ExactKernels, DecideForStraightBallsAsRationalNumbersDo) {
  check_straight_balls<2>(times(20000));
  check_straight_balls<3>(times(20000));
}

TEST(ExactKernels, ContainersAreLeftAtOnceWhereRationalNumbersSaySo) {
  int at_once = 0;
  for (int i = 0; i < times(20000); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const Pair<3> p = hostile<3>(source);
    if (is_zero(p.v)) continue;
    const bool outside = exact_dot(p.d, p.d) >= square(p.sigma);
    const bool outward = exact_dot(p.d, p.v) >= 0;
    const double t = ball_container_delay(-p.d, p.v, {}, p.sigma);
    ASSERT_EQ(outside && outward, t == 0.0) << t;
    at_once += t == 0.0 ? 1 : 0;
  }
  EXPECT_GT(at_once, 1000);
}

template <int D>
reference::Coefficients gap(const Pair<D>& p) {
  reference::Coefficients r(5);
  for (std::size_t i = 0; i < static_cast<std::size_t>(D); ++i) {
    const mpq_class path[] = {mpq_class(p.d[i]), mpq_class(p.v[i]), mpq_class(mpq_class(p.g[i]) / 2)};
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) r[j + k] += path[j] * path[k];
  }
  r[0] -= square(p.sigma);
  return r;
}

/// Falling pairs that start at the surface, or on a grid, or just graze at the summit of their course.
template <int D>
Pair<D> hostile_fall(Source& source) {
  Pair<D> p = hostile<D>(source);
  const bool on_grid = p.d[0] == std::floor(p.d[0]);
  if (on_grid) {
    for (std::size_t i = 0; i < D; ++i) p.g[i] = 2.0 * (static_cast<double>(source.below(5)) - 2.0);
  } else {
    p.g = source.vector<D>(Draw::Continuum, 1.0);
  }
  if (source.chance(0.1)) {  // (x, 0) turns over (x, h) and comes back
    const double height = source.uniform(0.1, 2.0);
    p = Pair<D>{};
    p.d[0] = -1.0;
    p.d[1] = -height - 1.0;
    p.v[0] = 1.0;
    p.v[1] = 2.0;
    p.g[1] = -2.0;
    p.sigma = nudged(height, source);
  }
  return p;
}

struct FallTally {
  int proven = 0;
  int exact = 0;
  int hits = 0;
  int misses = 0;
  int at_once = 0;

  void add(double t, bool is_proven) {
    ++(is_proven ? proven : exact);
    ++(t == kNever ? misses : (t == 0.0 ? at_once : hits));
  }
  void expect_fair(int least) const {
    for (const int number : {proven, exact, hits, misses, at_once}) EXPECT_GT(number, least);
  }
};

void expect_told(const reference::Story& exact, double t) {
  if (t == kNever) {
    ASSERT_TRUE(exact.kind == reference::Kind::Miss || exact.kind == reference::Kind::Graze) << "missed";
  } else {
    ASSERT_TRUE(exact.kind == reference::Kind::Impact || exact.kind == reference::Kind::Overlap) << "false";
    const double width = kProofWidth + 0x1p-50;
    ASSERT_TRUE(exact.happens_within(mpq_class(t * (1.0 - width)), mpq_class(t * (1.0 + width)))) << t;
  }
}

template <int D>
void check_falling_balls(int cases) {
  FallTally tally;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const Pair<D> p = hostile_fall<D>(source);
    if (is_zero(p.g) || p.sigma == 0.0) continue;
    const double t = ball_ball_falling_delay(p.d, p.v, p.g, p.sigma);
    expect_told(reference::Story(gap(p), -1), t);
    if (testing::Test::HasFatalFailure()) return;
    tally.add(t, proven_falling_delay(p.d, p.v, p.g, p.sigma).has_value());

    const double out = ball_container_delay(-p.d, p.v, p.g, p.sigma);
    reference::Coefficients room = gap(p);
    for (mpq_class& c : room) c = -c;
    expect_told(reference::Story(room, -1), out);
    if (testing::Test::HasFatalFailure()) return;
  }
  tally.expect_fair(cases / 100);
}

TEST(ExactKernels, DecideForFallingBallsAsRationalNumbersDo) {
  check_falling_balls<2>(times(300));
  check_falling_balls<3>(times(200));
}

/// Do the balls of p just touch at t, but for 2^-46 of the way there?
template <int D>
bool touch_at(const Pair<D>& p, double t) {
  mpq_class squared = 0;
  double way = p.sigma;
  for (std::size_t i = 0; i < static_cast<std::size_t>(D); ++i) {
    const mpq_class time(t);
    squared += square(mpq_class(p.d[i]) + time * (mpq_class(p.v[i]) + time * mpq_class(p.g[i]) / 2));
    way += std::fabs(p.d[i]) + t * (std::fabs(p.v[i]) + 0.5 * t * std::fabs(p.g[i]));
  }
  const mpq_class doubt(0x1p-46 * way);
  const mpq_class sigma(p.sigma);
  return squared <= square(sigma + doubt) && (doubt >= sigma || squared >= square(sigma - doubt));
}

/// Flights of a few diameters that begin where a bounce has put them: one rounding from the surface.
template <int D>
void check_places_of_touch(int cases) {
  int between_balls = 0;
  int in_containers = 0;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    Pair<D> p;
    p.d = source.vector<D>(Draw::Continuum, 2.0);
    p.v = source.vector<D>(Draw::Continuum, std::exp2(source.uniform(-20.0, 2.0)));
    p.g = source.vector<D>(Draw::Continuum, 1.0);
    p.sigma = nudged(length(p.d), source);
    const bool outside = exact_dot(p.d, p.d) > square(p.sigma);
    const double t = outside ? ball_ball_falling_delay(p.d, p.v, p.g, p.sigma)
                             : ball_container_delay(-p.d, p.v, p.g, p.sigma);
    if (t == 0.0 || t == kNever || exact_dot(p.d, p.d) == square(p.sigma)) continue;
    ASSERT_TRUE(touch_at(p, t)) << t;
    ++(outside ? between_balls : in_containers);
  }
  EXPECT_GT(between_balls, cases / 20);
  EXPECT_GT(in_containers, cases / 20);
}

TEST(ExactKernels, FallingBallsTouchWhereTheyAreSaidTo) {
  check_places_of_touch<2>(times(5000));
  check_places_of_touch<3>(times(5000));
}

struct SegmentCase {
  Vec<2> from, to, v, g;
  double radius = 0.0;
};

/// On a grid, or touching an end, a face or the place between them, and moving along it.
SegmentCase hostile_segment(Source& source, bool falls) {
  SegmentCase c;
  if (source.chance(0.5)) {
    const auto whole = [&source](double largest) {
      return static_cast<double>(source.below(static_cast<std::uint64_t>(2.0 * largest) + 1)) - largest;
    };
    for (std::size_t i = 0; i < 2; ++i) {
      c.from[i] = whole(5.0);
      c.to[i] = whole(5.0);
      c.v[i] = whole(2.0);
      if (falls) c.g[i] = 2.0 * whole(1.0);
    }
    c.radius = 1.0 + static_cast<double>(source.below(4));
    return c;
  }
  c.from = source.vector<2>(Draw::Continuum, 3.0);
  c.to = source.vector<2>(Draw::Continuum, 3.0);
  c.v = source.vector<2>(Draw::Continuum, 1.0);
  if (falls) c.g = source.vector<2>(Draw::Continuum, 1.0);
  const Vec<2> along = c.to - c.from;
  c.radius = source.uniform(0.01, 1.0);
  if (source.chance(0.4)) c.radius = nudged(std::fabs(cross(c.from, along)) / length(along), source);
  if (source.chance(0.4)) {
    const double factor = source.uniform(-1.0, 1.0);
    c.v = factor * along;
    c.v[0] = nudged(c.v[0], source);
  }
  if (source.chance(0.2)) c.radius = nudged(length(c.from), source);
  return c;
}

TEST(ExactKernels, DecideForStraightSegmentsAsFirstHitDoes) {
  // Which rational arithmetic of its own judges in tests/oracle.
  int hits = 0;
  int misses = 0;
  int at_once = 0;
  for (int i = 0; i < times(20000); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const SegmentCase c = hostile_segment(source, false);
    if (c.from == c.to) continue;
    const double t = ball_segment_delay(c.from, c.to, c.v, {}, c.radius);
    const Encounter<2> hit =
        first_hit<2>({Segment<2>{c.from, c.to}, Linear<2>{}}, {Ball{c.radius}, Linear<2>{{}, c.v}});
    ASSERT_EQ(static_cast<bool>(hit), t < kNever) << t;
    ++(t == kNever ? misses : (t == 0.0 ? at_once : hits));
    if (hit) {
      ASSERT_LE(std::fabs(hit.delay - t), 0x1p-36 * hit.delay) << t;
    }
    // Backwards: the same.
    ASSERT_EQ(ball_segment_delay(c.to, c.from, c.v, {}, c.radius) < kNever, t < kNever);
  }
  for (const int number : {hits, misses, at_once}) EXPECT_GT(number, 1000);
}

TEST(ExactKernels, DecideForFallingSegmentsAsFirstHitDoes) {
  FallTally tally;
  for (int i = 0; i < times(1500); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const SegmentCase c = hostile_segment(source, true);
    if (c.from == c.to || is_zero(c.g)) continue;
    const double t = ball_segment_delay(c.from, c.to, c.v, c.g, c.radius);
    const Encounter<2> hit =
        first_hit<2>({Segment<2>{c.from, c.to}, Linear<2>{}}, {Ball{c.radius}, Falling<2>{{}, c.v, c.g}});
    if (hit.outcome == Outcome::Unresolved) continue;
    ASSERT_EQ(static_cast<bool>(hit), t < kNever) << t;
    tally.add(t, proven_segment_delay(c.from, c.to, c.v, c.g, c.radius).has_value());
    if (hit) {
      ASSERT_LE(std::fabs(hit.delay - t), 2.0 * kProofWidth * hit.delay) << t;
    }
  }
  tally.expect_fair(10);
}

template <int D>
void check_half_spaces(int cases) {
  int never = 0;
  int at_once = 0;
  int later = 0;
  for (int i = 0; i < cases; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const Draw draw = source.chance(0.4) ? Draw::Grid : Draw::Continuum;
    HalfSpace<D> plane{source.vector<D>(draw, 2.0), source.number(draw, 2.0)};
    if (is_zero(plane.normal)) continue;
    const Vec<D> d = source.vector<D>(draw, 3.0);
    Vec<D> v = source.vector<D>(draw, 1.0);
    Vec<D> g;
    if (source.chance(0.5)) g = source.vector<D>(draw, 1.0);
    double radius = draw == Draw::Grid ? std::fabs(source.number(draw, 3.0)) : source.uniform(0.0, 1.0);
    const double size = length(plane.normal);
    const double height = -dot(plane.normal, d) - plane.offset;
    if (source.chance(0.3)) {  // slides along it
      v = v - (dot(v, plane.normal) / (size * size)) * plane.normal;
      if (v[0] != 0.0) v[0] = nudged(v[0], source);
    }
    if (source.chance(0.4) && height > 0.0) radius = nudged(height / size, source);
    const double rate = dot(plane.normal, v);
    const double pull = dot(plane.normal, g);
    if (source.chance(0.3) && rate < 0.0 && pull > 0.0) {  // turns where it touches
      const double touching = (height - rate * rate / (2.0 * pull)) / size;
      radius = touching > 0.0 ? nudged(touching, source) : radius;
    }
    const double t = ball_half_space_delay(plane, d, v, g, radius);
    const Encounter<D> hit = first_hit<D>({plane, Linear<D>{d, {}}}, {Ball{radius}, Falling<D>{{}, v, g}});
    ASSERT_NE(static_cast<int>(hit.outcome), static_cast<int>(Outcome::Unresolved));
    ASSERT_EQ(static_cast<bool>(hit), t < kNever) << t;
    ++(t == kNever ? never : (t == 0.0 ? at_once : later));
    if (hit) {
      ASSERT_LE(std::fabs(hit.delay - t), 0x1p-34 * hit.delay) << t;
    }
  }
  for (const int number : {never, at_once, later}) EXPECT_GT(number, cases / 20);
}

TEST(ExactKernels, DecideForHalfSpacesAsFirstHitDoes) {
  // Which rational arithmetic of its own judges in tests/oracle.
  check_half_spaces<2>(times(5000));
  check_half_spaces<3>(times(5000));
}

TEST(ExactKernels, PlanesAreMetExactlyWhenRationalNumbersSaySo) {
  int never = 0;
  int at_once = 0;
  int later = 0;
  for (int i = 0; i < times(4000); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const Draw draw = source.chance(0.3) ? Draw::Grid : Draw::Continuum;
    double height = source.number(draw, 2.0);
    const double rate = source.number(draw, 1.0);
    const double acceleration = source.chance(0.3) ? 0.0 : source.number(draw, 1.0);
    if (rate != 0.0 && acceleration != 0.0 && source.chance(0.5))
      height = nudged(rate * rate / (2.0 * acceleration), source);
    const reference::Story exact({mpq_class(height), mpq_class(rate), mpq_class(mpq_class(acceleration) / 2)},
                                 -1);
    const double t = plane_delay(height, rate, acceleration);
    const bool hits = exact.kind == reference::Kind::Impact || exact.kind == reference::Kind::Overlap;
    ASSERT_EQ(hits, t < kNever) << t;
    ++(t == kNever ? never : (t == 0.0 ? at_once : later));
    if (!hits) continue;
    const mpq_class width = mpq_class(0x1p-50) * mpq_class(t);
    ASSERT_TRUE(exact.happens_within(mpq_class(t) - width, mpq_class(t) + width))
        << height << " " << rate << " " << acceleration << " " << t;
  }
  for (const int number : {never, at_once, later}) EXPECT_GT(number, 200);
}

TEST(ExactKernels, SumsOfProductsHaveTheSignOfRationalNumbers) {
  int zeros = 0;
  int doubts = 0;
  for (int i = 0; i < times(20000); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    std::array<double, 4> a;
    std::array<double, 4> b;
    for (std::size_t k = 0; k < 4; ++k) {
      a[k] = source.number(source.chance(0.3) ? Draw::Grid : Draw::Wild, 1.0);
      b[k] = source.number(source.chance(0.3) ? Draw::Grid : Draw::Wild, 1.0);
    }
    if (source.chance(0.5)) {  // cancels but for the rounding of the last factor
      b[3] = a[3] != 0.0 ? nudged(-(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / a[3], source) : b[3];
    }
    if (source.chance(0.2)) {  // cancels twice, and leaves 2^-110 or nothing
      a = {a[0], a[0], 0x1p-55, 0.0};
      b = {b[0], -b[0], source.number(Draw::Grid, 0x1p-55), 0.0};
    }
    mpq_class exact = 0;
    for (std::size_t k = 0; k < 4; ++k) exact += mpq_class(a[k]) * mpq_class(b[k]);
    const double sum = signed_sum<4>(a, b);
    ASSERT_EQ((sum > 0.0) - (sum < 0.0), sgn(exact)) << sum;
    zeros += sum == 0.0 ? 1 : 0;
    doubts += std::fabs(sum) < 1e-30 ? 1 : 0;
  }
  EXPECT_GT(zeros, 100);
  EXPECT_GT(doubts, 500);
}

}  // namespace
}  // namespace firsthit
