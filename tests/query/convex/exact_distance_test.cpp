#include "query/convex/exact/exact_distance.hpp"
#include "core/random.hpp"
#include "query/convex/convex_brute_force.hpp"
#include "query/convex/random_convex.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <iostream>
#include <limits>

namespace firsthit {
namespace {

using testing::BruteForce;
using testing::is_rounded;
using testing::Rational;

/// Is d the double nearest to sign * sqrt(square) - reach?
bool is_nearest_gap(double d, int sign, const Rational& square, const Rational& reach) {
  const auto compare_to = [&](const Rational& x) {  // the sign of the gap less x
    const Rational y = x + reach;
    if (sign > 0) return y < 0 ? 1 : sgn(Rational(square - y * y));
    return y > 0 ? -1 : -sgn(Rational(square - y * y));
  };
  const double infinity = std::numeric_limits<double>::infinity();
  const Rational above = (Rational(d) + Rational(std::nextafter(d, infinity))) / 2;
  const Rational below = (Rational(d) + Rational(std::nextafter(d, -infinity))) / 2;
  return compare_to(above) <= 0 && compare_to(below) >= 0;
}

template <int D>
void expect_nearest(std::uint64_t seed, bool with_boxes) {
  std::cout << "seed " << seed << '\n';
  Random random(seed);
  int apart = 0, meeting = 0;
  for (int i = 0; i < (long_form() ? 20000 : 500) && !::testing::Test::HasFailure(); ++i) {
    Draw draw{random, i % 4 == 0 ? Draw::Kind::Continuum : Draw::Kind::Whole};
    PairQuery<D> q = random_query<D>(draw, with_boxes);
    if (i % 2 == 0) q.position_b = q.position_a;
    const double t = i % 3 == 0 ? draw.size(2) : 0.0;
    const Cores<D> cores(q);
    const BruteForce<D> brute(cores.a, cores.b, q.margin);
    const ExactNearest<D> got = exact_nearest(cores.a, cores.b, t, q.margin);
    const auto place = brute.at(Rational(t));
    const bool meet = brute.contains(place);
    ++(meet ? meeting : apart);
    EXPECT_EQ(got.cores_meet, meet);
    EXPECT_EQ(got.sign, brute.gap_sign(place));
    const auto nearest = brute.nearest(place);
    EXPECT_TRUE(meet || is_rounded<D>(got.direction, nearest.to_place));
    EXPECT_TRUE(meet ? is_nearest_gap(got.gap, -1, brute.depth_squared(place), brute.reach())
                     : is_nearest_gap(got.gap, 1, nearest.squared, brute.reach()));
  }
  std::cout << "apart " << apart << ", meeting " << meeting << '\n';
  EXPECT_GT(meeting, 20);
  EXPECT_GT(apart, 20);
}

TEST(ExactNearest, RoundsTheExactGap) {
  expect_nearest<2>(21, true);
  expect_nearest<3>(22, false);
}

}  // namespace
}  // namespace firsthit
