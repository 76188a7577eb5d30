#include "core/random.hpp"
#include "query/convex/convex_brute_force.hpp"
#include "query/convex/exact/convex_event.hpp"
#include "query/convex/random_convex.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace firsthit {
namespace {

using testing::BruteForce;
using testing::is_rounded;
using testing::Rational;
using Kind = GapEvent::Kind;

/// How often what was seen.
struct Seen {
  int miss = 0, graze = 0, impact = 0, overlap = 0;
  int at_start = 0, tangent = 0, middle = 0, thin = 0, exact_time = 0, between = 0, round = 0;
};

/// Compares an answer with brute force.
template <int D>
class Check {
 public:
  Check(const PairQuery<D>& q, Seen& seen)
      : seen_(seen), cores_(q), brute_(cores_.a, cores_.b, q.margin), end_(q.end), got_(answer(q)) {
    if (got_.event.kind == Kind::None) ++(got_.event.touch ? seen_.graze : seen_.miss);
    if (got_.event.kind == Kind::Impact) ++seen_.impact;
    if (got_.event.kind == Kind::Overlap) ++seen_.overlap;
  }

  void run() {
    const auto& v = brute_.velocity();
    const bool rests = std::all_of(v.begin(), v.end(), [](const Rational& x) { return x == 0; });
    if (at_start()) return;
    if (rests) return expect_miss();
    if (brute_.reach() == 0) return sharp();
    grown();
  }

 private:
  void expect_miss() {
    EXPECT_EQ(got_.event.kind, Kind::None);
    EXPECT_FALSE(got_.event.touch);
    EXPECT_EQ(got_.direction, Vec<D>{});
  }

  void expect_start(Kind kind) {
    ++seen_.at_start;
    EXPECT_EQ(got_.event.kind, kind);
    EXPECT_EQ(got_.event.touch, 0.0);
    EXPECT_EQ(got_.event.lower, 0.0);
    EXPECT_EQ(got_.event.upper, 0.0);
  }

  void expect_direction_among(const std::vector<testing::Place<D>>& normals) {
    const auto against = brute_.in_cone(testing::times<D>(-1, brute_.velocity()), normals);
    if (testing::dot<D>(against, against) != 0) {
      EXPECT_TRUE(is_rounded<D>(got_.direction, against));
      return;
    }
    ++seen_.middle;
    Vec<D> sum = brute_.middle(normals);
    double most = 0.0;
    for (std::size_t i = 0; i < D; ++i) most = std::max(most, std::fabs(sum[i]));
    for (std::size_t i = 0; i < D; ++i)
      EXPECT_NEAR(got_.direction[i], most < 1e-12 ? 0.0 : sum[i] / most, 1e-12);
  }

  bool at_start() {
    const testing::Place<D> start{};
    const int gap = brute_.gap_sign(start);
    if (gap > 0) return false;
    const auto& v = brute_.velocity();
    if (!brute_.contains(start)) {
      const auto n = brute_.nearest(start).to_place;
      const bool closing = testing::dot<D>(n, v) < 0;
      expect_start(!closing ? Kind::None : gap < 0 ? Kind::Overlap : Kind::Impact);
      EXPECT_TRUE(is_rounded<D>(got_.direction, n));
      return true;
    }
    const auto normals = brute_.least_deep(start);
    const bool closing =
        std::all_of(normals.begin(), normals.end(), [&](const auto& n) { return testing::dot<D>(n, v) < 0; });
    // On the boundary of a solid set the course enters if it goes against all normals.
    expect_start(!closing ? Kind::None : gap < 0 ? Kind::Overlap : Kind::Impact);
    expect_direction_among(normals);
    return true;
  }

  void expect_time(const Rational& t) {
    ASSERT_TRUE(got_.event.touch);
    const double lower = *got_.event.touch;
    EXPECT_LE(Rational(lower), t);
    if (Rational(lower) == t) ++seen_.exact_time;
    const double upper = Rational(lower) == t ? lower : std::nextafter(lower, 1e300);
    EXPECT_GE(Rational(upper), t);
    if (got_.event.kind != Kind::None) {
      EXPECT_EQ(got_.event.lower, lower);
      EXPECT_EQ(got_.event.upper, upper);
    }
  }

  void sharp() {
    const auto crossing = brute_.crossing({});
    if (crossing.empty || crossing.from < 0 || crossing.from > Rational(end_)) return expect_miss();
    const bool thin = !crossing.inside && brute_.passes_thin();
    if (thin) ++seen_.thin;
    EXPECT_EQ(got_.event.kind, crossing.inside || thin ? Kind::Impact : Kind::None);
    expect_time(crossing.from);
    expect_direction_among(brute_.least_deep(brute_.at(crossing.from)));
  }

  void grown() {
    const auto& v = brute_.velocity();
    const Rational reach_squared = brute_.reach() * brute_.reach();
    const auto line = brute_.nearest_to_line();
    const auto falls = [&](const testing::Place<D>& x) {
      return testing::dot<D>(brute_.nearest(x).to_place, v) < 0;
    };
    if (line.squared > reach_squared || !falls({})) return expect_miss();
    if (line.squared == reach_squared) {
      ++seen_.tangent;
      const auto crossing = brute_.crossing(testing::times<D>(-1, line.to_place));
      ASSERT_FALSE(crossing.empty);
      if (crossing.from > Rational(end_)) return expect_miss();
      EXPECT_EQ(got_.event.kind, Kind::None);
      expect_time(crossing.from);
      EXPECT_TRUE(
          is_rounded<D>(got_.direction, brute_.nearest(brute_.at(Rational(*got_.event.touch))).to_place));
      return;
    }
    if (!got_.event.touch) {
      const auto at_end = brute_.at(Rational(end_));
      EXPECT_TRUE(brute_.gap_sign(at_end) > 0 && falls(at_end));
      return expect_miss();
    }
    EXPECT_EQ(got_.event.kind, Kind::Impact);
    ++seen_.round;
    const double lower = got_.event.lower;
    const double upper = got_.event.upper;
    EXPECT_LE(upper, end_);
    EXPECT_EQ(got_.event.touch, lower);
    const auto before = brute_.at(Rational(lower));
    const auto after = brute_.at(Rational(upper));
    if (lower == upper) {
      ++seen_.exact_time;
      EXPECT_EQ(brute_.gap_sign(before), 0);
      EXPECT_TRUE(falls(before));
    } else {
      EXPECT_EQ(upper, std::nextafter(lower, 1e300));
      EXPECT_TRUE(brute_.gap_sign(before) > 0 && falls(before));
      const int sign = brute_.gap_sign(after);
      EXPECT_TRUE(sign < 0 || !falls(after));
      if (sign >= 0) ++seen_.between;
    }
    EXPECT_TRUE(is_rounded<D>(got_.direction, brute_.nearest(before).to_place));
  }

  Seen& seen_;
  Cores<D> cores_;
  BruteForce<D> brute_;
  double end_;
  ConvexEvent<D> got_;
};

template <int D>
Seen compare_with_brute_force(std::uint64_t seed, int count, Draw::Kind kind, bool with_boxes, bool nudged) {
  std::cout << "seed " << seed << '\n';
  Random random(seed);
  Draw draw{random, kind};
  Seen seen;
  for (int i = 0; i < count; ++i) {
    PairQuery<D> q = random_query<D>(draw, with_boxes);
    if (nudged) {
      nudge(q.position_a, random);
      nudge(q.position_b, random);
      nudge(q.velocity_b, random);
    }
    SCOPED_TRACE("query " + std::to_string(i) + ", shapes " + std::to_string(q.shape_a.index()) + " and " +
                 std::to_string(q.shape_b.index()));
    Check<D>(q, seen).run();
    if (::testing::Test::HasFailure()) break;
  }
  std::cout << "miss " << seen.miss << ", graze " << seen.graze << ", impact " << seen.impact << ", overlap "
            << seen.overlap << "; at start " << seen.at_start << ", tangent " << seen.tangent << ", middle "
            << seen.middle << ", thin " << seen.thin << ", round " << seen.round << ", exact time "
            << seen.exact_time << ", between " << seen.between << '\n';
  return seen;
}

/// All outcomes in fair numbers: a share of 1 / `rare` each.
void expect_all_outcomes(const Seen& seen, int rare) {
  const int count = seen.miss + seen.graze + seen.impact + seen.overlap;
  for (const int outcome : {seen.miss, seen.graze, seen.impact, seen.overlap})
    EXPECT_GT(outcome, count / rare);
  EXPECT_GT(seen.round, count / rare);
}

TEST(ExactConvexEvent, IsThatOfBruteForceOnSmallNumbersInThePlane) {
  const Seen seen =
      compare_with_brute_force<2>(1, long_form() ? 100000 : 2500, Draw::Kind::Whole, true, false);
  expect_all_outcomes(seen, 20);
  EXPECT_GT(seen.thin, 50);
  EXPECT_GT(seen.tangent, 10);
  EXPECT_GT(seen.middle, 50);
  EXPECT_GT(seen.exact_time, 100);
}

TEST(ExactConvexEvent, IsThatOfBruteForceOnSmallNumbersInSpace) {
  const Seen seen =
      compare_with_brute_force<3>(2, long_form() ? 50000 : 1500, Draw::Kind::Whole, false, false);
  expect_all_outcomes(seen, 50);
  EXPECT_GT(seen.thin, 20);
}

TEST(ExactConvexEvent, IsThatOfBruteForceForBoxesInSpace) {
  const Seen seen = compare_with_brute_force<3>(3, long_form() ? 20000 : 300, Draw::Kind::Whole, true, false);
  expect_all_outcomes(seen, 60);
}

TEST(ExactConvexEvent, IsThatOfBruteForceInTheContinuum) {
  const Seen flat =
      compare_with_brute_force<2>(4, long_form() ? 30000 : 500, Draw::Kind::Continuum, true, false);
  expect_all_outcomes(flat, 20);
  const Seen space =
      compare_with_brute_force<3>(5, long_form() ? 10000 : 150, Draw::Kind::Continuum, false, false);
  expect_all_outcomes(space, 100);
}

TEST(ExactConvexEvent, IsThatOfBruteForceNextToTies) {
  const Seen flat = compare_with_brute_force<2>(6, long_form() ? 30000 : 600, Draw::Kind::Whole, true, true);
  expect_all_outcomes(flat, 20);
  const Seen space =
      compare_with_brute_force<3>(7, long_form() ? 10000 : 200, Draw::Kind::Whole, false, true);
  expect_all_outcomes(space, 100);
}

TEST(ExactConvexEvent, IsThatOfBruteForceAtAllSizesAtOnce) {
  const Seen flat = compare_with_brute_force<2>(8, long_form() ? 20000 : 400, Draw::Kind::Wild, true, false);
  expect_all_outcomes(flat, 20);
  EXPECT_GT(flat.between, 5);
  compare_with_brute_force<3>(9, long_form() ? 5000 : 60, Draw::Kind::Wild, true, false);
}

}  // namespace
}  // namespace firsthit
