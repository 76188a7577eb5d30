#include "query/paths/path_crossing_number.hpp"

#include "core/random.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

// Numbers that are known within an error are within it, and their signs are right.

namespace firsthit {
namespace {

mpq_class value(const Approximate& x) { return mpq_class(x.value().high) + mpq_class(x.value().low); }

/// A number and what is known of it.
struct Pair {
  mpq_class exact;
  Approximate known;
};

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : random_(seed) {}

  /// Whole, from the continuum, or tiny.
  Pair drawn() {
    double x = random_.uniform(-1.0, 1.0);
    const std::uint64_t which = random_.below(8);
    if (which < 2) x = static_cast<double>(random_.below(5)) - 2.0;
    if (which == 2) x = std::ldexp(x, -static_cast<int>(random_.below(530)));
    return {mpq_class(x), Approximate(x)};
  }

  /// The sum of a product and what is nearly its opposite: little or nothing is left of either.
  Pair cancelled() {
    const Pair a = drawn();
    const Pair b = drawn();
    const Pair c = drawn();
    const Pair left = {a.exact * b.exact * c.exact, a.known * b.known * c.known};
    const Pair right = {a.exact * (b.exact * c.exact), a.known * (b.known * c.known)};
    const double off = random_.below(2) == 0 ? 0.0 : std::ldexp(random_.uniform(-1.0, 1.0), -100);
    return {left.exact - right.exact + mpq_class(off), (left.known - right.known) + Approximate(off)};
  }

  Pair any() { return random_.below(2) == 0 ? drawn() : cancelled(); }

 private:
  Random random_;
};

/// Returns whether the sign is certain.
bool expect_right(const Pair& pair) {
  EXPECT_LE(cmp(abs(value(pair.known) - pair.exact), mpq_class(pair.known.error())), 0);
  const auto sign = pair.known.sign();
  if (sign) {
    EXPECT_EQ(*sign, sgn(pair.exact));
  }
  return sign.has_value();
}

TEST(Approximate, SumsAndProductsAreWithinTheirErrors) {
  int certain = 0;
  int doubtful = 0;
  for (std::uint64_t seed = 0; seed < 20000 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Numbers numbers(seed);
    const Pair a = numbers.any();
    const Pair b = numbers.any();
    ++(expect_right(a) ? certain : doubtful);
    expect_right({-a.exact, -a.known});
    expect_right({a.exact + b.exact, a.known + b.known});
    expect_right({a.exact - b.exact, a.known - b.known});
    expect_right({a.exact * b.exact, a.known * b.known});
    expect_right({a.exact * b.exact + b.exact, a.known * b.known + b.known});
  }
  EXPECT_GT(certain, 5000);
  EXPECT_GT(doubtful, 2000);
}

TEST(Approximate, AProductOfDoublesAndAZeroHaveNoError) {
  EXPECT_EQ((Approximate(0.1) * Approximate(0.3)).error(), 0.0);
  EXPECT_TRUE((Approximate(0.1) - Approximate(0.1)).is_zero());
  EXPECT_TRUE((Approximate(0.1) * Approximate(0.3) * Approximate()).is_zero());
  EXPECT_EQ(Approximate().sign(), 0);
}

TEST(Approximate, QuotientsAndRootsAreWithinTheirErrors) {
  int narrow = 0;
  int roots = 0;
  for (std::uint64_t seed = 0; seed < 20000 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Numbers numbers(seed);
    const Pair a = numbers.any();
    const Pair b = numbers.any();
    if (b.known.sign().value_or(-1) <= 0) continue;
    const Approximate quotient = a.known / b.known;
    if (std::isfinite(quotient.error())) expect_right({a.exact / b.exact, quotient});
    if (quotient.error() <= 0x1p-95 * std::fabs(quotient.value().high)) ++narrow;
    const Approximate root = square_root(b.known);
    if (!std::isfinite(root.error())) continue;
    ++roots;
    const mpq_class low = value(root) - mpq_class(root.error());
    const mpq_class high = value(root) + mpq_class(root.error());
    if (low > 0) {
      EXPECT_LE(cmp(low * low, b.exact), 0);
    }
    EXPECT_GE(cmp(high * high, b.exact), 0);
  }
  EXPECT_GT(narrow, 2000);
  EXPECT_GT(roots, 3000);
}

TEST(Approximate, WhatOverflowsIsNotCertain) {
  const Approximate large = Approximate(0x1p1000) * Approximate(0x1p1000);
  EXPECT_FALSE(large.sign().has_value());
  EXPECT_FALSE((large - large).sign().has_value());
  EXPECT_FALSE((large + Approximate(1.0)).sign().has_value());
}

}  // namespace
}  // namespace firsthit
