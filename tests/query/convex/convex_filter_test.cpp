#include "query/convex/convex_filter_pairs.hpp"
#include "query/convex/exact/convex_event.hpp"
#include "support/long_form.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace firsthit {
namespace {

using testing::FilterCores;
using testing::FilterQuery;
using testing::FilterSource;
using testing::kShapeKinds;
using testing::Numbers;
using Kind = GapEvent::Kind;

struct Counts {
  int asked = 0, given_up = 0, miss = 0, graze = 0, impact = 0, overlap = 0;

  void add(const GapEvent& event) {
    miss += event.kind == Kind::None && !event.touch ? 1 : 0;
    graze += event.kind == Kind::None && event.touch ? 1 : 0;
    impact += event.kind == Kind::Impact ? 1 : 0;
    overlap += event.kind == Kind::Overlap ? 1 : 0;
  }
};

template <int D>
::testing::AssertionResult same_bits(const ConvexEvent<D>& filter, const ConvexEvent<D>& exact) {
  if (filter.event.kind == exact.event.kind && filter.event.lower == exact.event.lower &&
      filter.event.upper == exact.event.upper && filter.event.touch == exact.event.touch &&
      filter.direction == exact.direction)
    return ::testing::AssertionSuccess();
  ::testing::AssertionResult failure = ::testing::AssertionFailure();
  failure.operator<<(std::hexfloat);
  for (const ConvexEvent<D>* e : {&filter, &exact}) {
    failure << (e == &filter ? "filter" : " exact") << ": kind " << static_cast<int>(e->event.kind) << ", ["
            << e->event.lower << ", " << e->event.upper << "], touch " << e->event.touch.value_or(-1.0)
            << ", direction";
    for (std::size_t i = 0; i < D; ++i) failure << " " << e->direction[i];
  }
  return failure;
}

template <int D>
void for_all_pairs(const auto& check) {
  for (std::size_t i = 0; i < kShapeKinds<D>.size(); ++i)
    for (std::size_t j = i; j < kShapeKinds<D>.size(); ++j) {
      SCOPED_TRACE(std::to_string(D) + "D, " + std::string(kShapeKinds<D>[i]) + " and " +
                   std::string(kShapeKinds<D>[j]));
      check(kShapeKinds<D>[i], kShapeKinds<D>[j]);
      if (::testing::Test::HasFatalFailure()) return;
    }
}

template <int D>
void expect_exact_answers(Numbers numbers, Counts& counts) {
  const int count = long_form() ? 10000 : 200;
  std::uint64_t seed = 0;
  for_all_pairs<D>([&](std::string_view kind_a, std::string_view kind_b) {
    for (int n = 0; n < count; ++n) {
      SCOPED_TRACE("seed " + std::to_string(++seed));
      const FilterQuery<D> q = FilterSource(seed, numbers).query<D>(kind_a, kind_b);
      const FilterCores<D> cores(q);
      ConvexEvent<D> got;
      ++counts.asked;
      if (!filter_convex_event(cores.a, cores.b, q.margin, q.end, got)) {
        ++counts.given_up;
        continue;
      }
      counts.add(got.event);
      ASSERT_TRUE(same_bits(got, exact_convex_event(cores.a, cores.b, q.margin, q.end)));
    }
  });
}

Counts expect_exact_answers(Numbers numbers) {
  Counts counts;
  expect_exact_answers<2>(numbers, counts);
  expect_exact_answers<3>(numbers, counts);
  return counts;
}

TEST(ConvexFilter, HasTheVeryBitsOfTheExactStageInTheContinuum) {
  const Counts counts = expect_exact_answers(Numbers::Continuum);
  EXPECT_GT(counts.miss, counts.asked / 4);
  EXPECT_GT(counts.impact, counts.asked / 10);
  EXPECT_GT(counts.overlap, counts.asked / 40);
  EXPECT_GT(counts.graze, counts.asked / 40);
}

TEST(ConvexFilter, HasTheVeryBitsOfTheExactStageOnAGrid) {
  const Counts counts = expect_exact_answers(Numbers::Grid);
  EXPECT_GT(counts.impact, counts.asked / 20);
  EXPECT_LT(counts.given_up, counts.asked / 2);
}

TEST(ConvexFilter, HasTheVeryBitsOfTheExactStageAFewRoundingsOffAGrid) {
  const Counts counts = expect_exact_answers(Numbers::Nudged);
  EXPECT_GT(counts.impact, counts.asked / 20);
  EXPECT_LT(counts.given_up, counts.asked / 2);
}

TEST(ConvexFilter, HasTheVeryBitsOfTheExactStageAtLargeRatios) {
  const Counts counts = expect_exact_answers(Numbers::Ratios);
  EXPECT_GT(counts.impact, counts.asked / 20);
  EXPECT_LT(counts.given_up, counts.asked / 2);
}

TEST(ConvexFilter, HasTheVeryBitsOfTheExactStageAtAnySize) {
  const Counts counts = expect_exact_answers(Numbers::Wild);
  EXPECT_GT(counts.impact + counts.overlap + counts.graze, counts.asked / 40);
}

TEST(ConvexFilter, ScalesWithLengthAndTime) {
  int impacts = 0;
  for (int n = 0; n < 2000; ++n) {
    SCOPED_TRACE("seed " + std::to_string(n));
    FilterSource source(static_cast<std::uint64_t>(n), Numbers::Continuum);
    FilterQuery<3> q = source.query<3>(kShapeKinds<3>[static_cast<std::size_t>(n) % 2], "capsule");
    const FilterCores<3> cores(q);
    ConvexEvent<3> small;
    const bool answered = filter_convex_event(cores.a, cores.b, q.margin, q.end, small);
    if (auto* ball = std::get_if<Ball>(&q.shape_a)) ball->radius *= 0x1p150;
    auto& capsule = std::get<Capsule<3>>(q.shape_b);
    capsule.radius *= 0x1p150;
    for (Vec<3>* x : {&q.position_a, &q.position_b, &capsule.from, &capsule.to}) *x = 0x1p150 * *x;
    for (Vec<3>* x : {&q.velocity_a, &q.velocity_b}) *x = 0x1p100 * *x;
    const FilterCores<3> scaled(q);
    ConvexEvent<3> large;
    ASSERT_EQ(filter_convex_event(scaled.a, scaled.b, q.margin * 0x1p150, q.end * 0x1p50, large), answered);
    if (!answered) continue;
    EXPECT_EQ(large.event.lower, small.event.lower * 0x1p50);
    EXPECT_EQ(large.event.upper, small.event.upper * 0x1p50);
    EXPECT_EQ(large.direction, small.direction);
    impacts += small.event.kind == Kind::Impact ? 1 : 0;
  }
  EXPECT_GT(impacts, 200);
}

template <int D>
void expect_few_given_up() {
  const int count = long_form() ? 200000 : 10000;
  for_all_pairs<D>([&](std::string_view kind_a, std::string_view kind_b) {
    if (kind_a == "turned box" && kind_b == kind_a) return;  // by the same angle, to rounding: no accident
    const bool parallel = kind_b == "turned box" && kind_a.ends_with("box");  // the same up axis
    Counts counts;
    FilterSource source(7, Numbers::Continuum);
    for (int n = 0; n < count; ++n) {
      const FilterQuery<D> q = source.query<D>(kind_a, kind_b);
      const FilterCores<D> cores(q);
      ConvexEvent<D> got;
      if (!filter_convex_event(cores.a, cores.b, q.margin, q.end, got)) ++counts.given_up;
    }
    EXPECT_LT(counts.given_up * (parallel ? 200 : 1000), count);
  });
}

TEST(ConvexFilter, AnswersAllButOneInAThousandRandomPairsOfEachKind) {
  expect_few_given_up<2>();
  expect_few_given_up<3>();
}

TEST(ConvexFilter, AnswersEveryPairOfBoxesAlongTheAxesOnAGrid) {
  FilterSource source(11, Numbers::Grid);
  Counts counts;
  for (int n = 0; n < 20000; ++n) {
    FilterQuery<3> q = source.query<3>("box", "box");
    q.margin = 0.0;
    const FilterCores<3> cores(q);
    ConvexEvent<3> got;
    ASSERT_TRUE(filter_convex_event(cores.a, cores.b, q.margin, q.end, got)) << n;
    counts.add(got.event);
  }
  EXPECT_GT(counts.miss, 5000);
  EXPECT_GT(counts.impact, 3000);
  EXPECT_GT(counts.graze, 1000);
}

/// Boxes turned about z stand on each other, and on floors, face to face.
TEST(ConvexFilter, AnswersMostBoxesThatMeetFaceToFace) {
  Random random(13);
  int impacts = 0;
  for (int n = 0; n < 2000; ++n) {
    const double s = random.uniform(-1.0, 1.0);
    const double c = std::sqrt(1.0 - s * s);
    const std::array<Vec<3>, 3> axes = {Vec<3>{c, s, 0.0}, Vec<3>{-s, c, 0.0}, Vec<3>{0.0, 0.0, 1.0}};
    FilterQuery<3> q;
    q.shape_a = OrientedBox<3>{{0.5, 0.7, 0.3}, axes};
    if (n % 2 == 0) {
      q.shape_b = Box<3>{{4.0, 4.0, 0.1}};
    } else {
      q.shape_b = OrientedBox<3>{{0.6, 0.7, 0.2}, axes};
    }
    q.position_b = {random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), -2.0};
    q.velocity_a = {random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), random.uniform(-2.0, -1.0)};
    q.end = 10.0;
    const FilterCores<3> cores(q);
    ConvexEvent<3> got;
    if (!filter_convex_event(cores.a, cores.b, q.margin, q.end, got)) continue;
    ASSERT_TRUE(same_bits(got, exact_convex_event(cores.a, cores.b, q.margin, q.end))) << n;
    ASSERT_EQ(got.event.kind, Kind::Impact);
    ASSERT_EQ(got.direction, (Vec<3>{0.0, 0.0, -1.0}));
    ++impacts;
  }
  EXPECT_GT(impacts, 1990);
}

// Balls a second time, in fractions.

bool is_nearest(double d, const mpq_class& q) {
  const double infinity = std::numeric_limits<double>::infinity();
  const mpq_class off = abs(mpq_class(mpq_class(d) - q));
  const mpq_class above = abs(mpq_class(mpq_class(std::nextafter(d, infinity)) - q));
  const mpq_class below = abs(mpq_class(mpq_class(std::nextafter(d, -infinity)) - q));
  return off <= above && off <= below;
}

template <int D>
class BallsInFractions {
 public:
  explicit BallsInFractions(const FilterQuery<D>& q) : end_(q.end) {
    const mpq_class s = mpq_class(std::get<Ball>(q.shape_a).radius) +
                        mpq_class(std::get<Ball>(q.shape_b).radius) + mpq_class(q.margin);
    c_ = -s * s;
    for (std::size_t i = 0; i < D; ++i) {
      p_[i] = mpq_class(q.position_b[i]) - mpq_class(q.position_a[i]);
      v_[i] = mpq_class(q.velocity_b[i]) - mpq_class(q.velocity_a[i]);
      a_ += v_[i] * v_[i];
      b_ += p_[i] * v_[i];
      c_ += p_[i] * p_[i];
    }
  }

  void expect(const ConvexEvent<D>& got) const {
    if (c_ <= 0) {
      EXPECT_EQ(got.event.kind, b_ >= 0 ? Kind::None : c_ == 0 ? Kind::Impact : Kind::Overlap);
      EXPECT_EQ(got.event.touch, 0.0);
      expect_direction(got, 0.0);
      return;
    }
    const mpq_class room = b_ * b_ - a_ * c_;
    // The first root is not after the end if the gap is below 0 there, or past its least.
    const bool touches = b_ < 0 && room >= 0 && (gap(end_) <= 0 || b_ + a_ * mpq_class(end_) >= 0);
    ASSERT_EQ(got.event.touch.has_value(), touches);
    ASSERT_EQ(got.event.kind, touches && room > 0 ? Kind::Impact : Kind::None);
    if (!touches) return;
    const double lower = *got.event.touch;
    if (room > 0) {
      EXPECT_EQ(got.event.lower, lower);
      EXPECT_GE(gap(lower), 0);
      EXPECT_LT(b_ + a_ * mpq_class(lower), 0);
      if (gap(lower) > 0) {
        EXPECT_EQ(got.event.upper, std::nextafter(lower, 1e300));
        EXPECT_TRUE(gap(got.event.upper) < 0 || b_ + a_ * mpq_class(got.event.upper) > 0);
      } else {
        EXPECT_EQ(got.event.upper, lower);
      }
    }
    expect_direction(got, lower);
  }

 private:
  mpq_class gap(double t) const { return mpq_class((a_ * mpq_class(t) + 2 * b_) * mpq_class(t) + c_); }

  void expect_direction(const ConvexEvent<D>& got, double t) const {
    std::array<mpq_class, static_cast<std::size_t>(D)> x;
    mpq_class most = 0;
    for (std::size_t i = 0; i < D; ++i) {
      x[i] = p_[i] + v_[i] * mpq_class(t);
      most = std::max<mpq_class>(most, abs(x[i]));
    }
    for (std::size_t i = 0; i < D; ++i) EXPECT_TRUE(is_nearest(got.direction[i], x[i] / most));
  }

  std::array<mpq_class, static_cast<std::size_t>(D)> p_, v_;
  mpq_class a_ = 0, b_ = 0, c_;
  double end_;
};

template <int D>
void expect_balls_as_in_fractions(Numbers numbers) {
  Counts counts;
  const int count = long_form() ? 200000 : 4000;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE("seed " + std::to_string(n));
    const auto seed = static_cast<std::uint64_t>(n);
    const FilterQuery<D> q = FilterSource(seed, numbers).query<D>("ball", "ball");
    const FilterCores<D> cores(q);
    ConvexEvent<D> got;
    if (!filter_convex_event(cores.a, cores.b, q.margin, q.end, got)) continue;
    counts.add(got.event);
    BallsInFractions<D>(q).expect(got);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(counts.miss, count / 16);
  EXPECT_GT(counts.impact, count / 16);
  EXPECT_GT(counts.overlap, count / 40);
}

TEST(ConvexFilter, AnswersBallsAsFractionsDo) {
  for (const Numbers numbers : {Numbers::Continuum, Numbers::Grid, Numbers::Nudged, Numbers::Ratios}) {
    expect_balls_as_in_fractions<2>(numbers);
    expect_balls_as_in_fractions<3>(numbers);
  }
}

}  // namespace
}  // namespace firsthit
