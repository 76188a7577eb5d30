#include "exact/integer.hpp"

#include "core/random.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace firsthit {
namespace {

/// The same number twice, up to thousands of bits.
struct Twin {
  Integer ours;
  mpz_class theirs;
};

Twin random_twin(Random& random) {
  Twin r;
  const std::uint64_t parts = random.below(2) == 0 ? random.below(3) : random.below(40);
  for (std::uint64_t i = 0; i < parts; ++i) {
    const std::uint64_t bits = random.below(70);
    // Runs of ones and zeros carry and borrow the furthest.
    auto part = static_cast<std::int64_t>(random.next() >> 2U);
    if (random.below(3) == 0) part = (std::int64_t{1} << 62) - 1;
    if (random.below(3) == 0) part = 0;
    r.ours = (r.ours << bits) + Integer(part);
    r.theirs = (r.theirs << bits) + mpz_class(static_cast<long>(part));
  }
  if (random.below(2) == 0) {
    r.ours.negate();
    r.theirs = -r.theirs;
  }
  return r;
}

void expect_equal(const Integer& ours, const mpz_class& theirs) {
  ASSERT_EQ(ours.sign(), sgn(theirs));
  ASSERT_EQ(ours.bits(), theirs == 0 ? 0U : mpz_sizeinbase(theirs.get_mpz_t(), 2));
  // Read out from above, a double's worth at a time.
  Integer rest = ours;
  mpz_class read = 0;
  while (rest.sign() != 0) {
    const Magnified m = rest.rounded();
    Integer part = Integer::scaled(m.value, m.exponent < 0 ? m.exponent : 0);
    mpz_class same(std::ldexp(m.value, m.exponent < 0 ? static_cast<int>(m.exponent) : 0));
    if (m.exponent > 0) {
      part = part << static_cast<std::size_t>(m.exponent);
      same <<= static_cast<mp_bitcnt_t>(m.exponent);
    }
    read += same;
    rest = rest - part;
  }
  ASSERT_EQ(read, theirs);
}

TEST(Integers, AddSubtractMultiplyDivideAndShiftAsGmpDoes) {
  Random random(4);
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    const Twin a = random_twin(random);
    const Twin b = random_twin(random);
    const std::uint64_t shift = random.below(300);
    expect_equal(a.ours, a.theirs);
    expect_equal(a.ours + b.ours, a.theirs + b.theirs);
    expect_equal(a.ours - b.ours, a.theirs - b.theirs);
    expect_equal(a.ours * b.ours, a.theirs * b.theirs);
    expect_equal(a.ours << shift, a.theirs << shift);
    if (b.theirs != 0) expect_equal(a.ours / b.ours, a.theirs / b.theirs);
    Integer sum = a.ours;
    sum.add_product(a.ours, b.ours);
    expect_equal(sum, a.theirs + a.theirs * b.theirs);
    sum.add_product(b.ours, b.ours, -1);
    expect_equal(sum, a.theirs + a.theirs * b.theirs - b.theirs * b.theirs);
    expect_equal(-a.ours, -a.theirs);
    ASSERT_EQ(compare(a.ours, b.ours), (cmp(a.theirs, b.theirs) > 0) - (cmp(a.theirs, b.theirs) < 0));
    if (HasFatalFailure()) return;
  }
}

TEST(Integers, CancelToZero) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const Twin a = random_twin(random);
    EXPECT_EQ((a.ours - a.ours).sign(), 0);
    EXPECT_EQ((a.ours - a.ours).bits(), 0U);
    EXPECT_EQ(compare(a.ours, a.ours), 0);
  }
}

TEST(Integers, HoldTheirValueWhenCopiedAndMovedBetweenSizes) {
  const Integer small(7);
  const Integer large = Integer(7) << 5000;
  Integer a = small;
  a = large;
  EXPECT_EQ(compare(a, large), 0);
  Integer b = std::move(a);
  a = small;
  EXPECT_EQ(compare(a, small), 0);
  EXPECT_EQ(compare(b, large), 0);
  b = Integer(small);
  EXPECT_EQ(compare(b, small), 0);
  b = Integer(large);
  const Integer& alias = b;
  b = alias;
  EXPECT_EQ(compare(b, large), 0);
}

TEST(Integers, TakeEveryFiniteDouble) {
  for (const double x : {0.0, -0.0, 1.0, -3.5, 0x1p-1074, -0x1.fffffffffffffp1023, 0x1.0000000000001p-1022}) {
    const Integer a = Integer::scaled(x, 1074);
    EXPECT_EQ(a.sign(), (x > 0.0) - (x < 0.0));
    const Magnified m = a.rounded();
    EXPECT_EQ(std::ldexp(m.value, static_cast<int>(m.exponent - 1074)), x);
  }
}

TEST(Integers, AreReadFromDigitsAndFromNothingElse) {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const Twin a = random_twin(random);
    const std::optional<Integer> read = Integer::parse(a.theirs.get_str());
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(compare(*read, a.ours), 0);
  }
  EXPECT_EQ(compare(*Integer::parse("+0012"), Integer(12)), 0);
  EXPECT_EQ(Integer::parse("-0")->sign(), 0);
  for (const char* text : {"", "-", "+", "1.0", "1e3", " 1", "1 ", "--1", "0x1", "1234567890123456789x"})
    EXPECT_FALSE(Integer::parse(text).has_value()) << text;
}

TEST(Integers, HaveAnExactQuotientOnlyWhereItIsADouble) {
  Random random(8);
  for (int i = 0; i < 1000; ++i) {
    const double x = std::ldexp(random.uniform(-1.0, 1.0), static_cast<int>(random.below(2000)) - 1000);
    const Integer factor = random_twin(random).ours + Integer(1);
    if (factor.sign() == 0) continue;
    const Integer q = factor << 1074;
    const Integer p = Integer::scaled(x, 1074) * factor;
    ASSERT_EQ(exact_quotient(p, q), x);
    ASSERT_EQ(exact_quotient(-p, q), -x);
    // A prime above 2^53 divides no double's mantissa.
    ASSERT_EQ(exact_quotient(p, q * Integer((std::int64_t{1} << 61) - 1)).has_value(), x == 0.0);
  }
  EXPECT_EQ(exact_quotient(1, 3), std::nullopt);
  EXPECT_EQ(exact_quotient(3, 6), 0.5);
  EXPECT_EQ(exact_quotient(0, 7), 0.0);
  EXPECT_EQ(exact_quotient((Integer(1) << 53) + 1, 1), std::nullopt);
  EXPECT_EQ(exact_quotient(Integer(1) << 1024, 1), std::nullopt);
  EXPECT_EQ(exact_quotient(1, Integer(1) << 1074), 0x1p-1074);
  EXPECT_EQ(exact_quotient(1, Integer(1) << 1075), std::nullopt);
}

mpq_class times_power(const mpq_class& x, std::int64_t exponent) {
  mpq_class r;
  if (exponent >= 0) {
    mpq_mul_2exp(r.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(r.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return r;
}

void expect_rounded(const Rounded& r, const mpq_class& exact) {
  const double infinity = std::numeric_limits<double>::infinity();
  ASSERT_LE(mpq_class(r.lower), exact);
  ASSERT_GE(mpq_class(r.upper), exact);
  const bool is_double = mpq_class(r.lower) == exact;
  ASSERT_EQ(r.upper, is_double ? r.lower : std::nextafter(r.lower, infinity));
  const mpq_class down = exact - mpq_class(r.lower);
  const mpq_class up = mpq_class(r.upper) - exact;
  const int order = cmp(down, up);
  if (order != 0) {
    ASSERT_EQ(r.nearest, order < 0 ? r.lower : r.upper);
  } else {
    ASSERT_TRUE(r.nearest == r.lower || r.nearest == r.upper);
    ASSERT_TRUE(is_double || (std::bit_cast<std::uint64_t>(r.nearest) & 1U) == 0);
  }
}

TEST(Integers, HaveAQuotientRoundedDownUpAndToTheNearest) {
  Random random(9);
  int ties = 0;
  for (int i = 0; i < 3000 && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    Twin p = random_twin(random);
    Twin q = random_twin(random);
    if (q.theirs == 0) continue;
    if (random.below(4) == 0) {  // a tie, or next to one
      const std::int64_t odd = static_cast<std::int64_t>(random.next() >> 10U) | (std::int64_t{1} << 53) | 1;
      const std::int64_t nudge = random.below(3) == 0 ? 1 : 0;
      p.ours = q.ours * Integer(odd) + Integer(nudge);
      p.theirs = q.theirs * mpz_class(static_cast<long>(odd)) + mpz_class(static_cast<long>(nudge));
      ties += nudge == 0 ? 1 : 0;
    }
    if (q.ours.sign() < 0) {
      q.ours.negate();
      q.theirs = -q.theirs;
    }
    const auto bits = static_cast<std::int64_t>(p.ours.bits()) - static_cast<std::int64_t>(q.ours.bits());
    // Anywhere among the doubles, most of all where they end.
    const std::int64_t size = random.below(2) == 0 ? static_cast<std::int64_t>(random.below(2000)) - 1000
                                                   : static_cast<std::int64_t>(random.below(80)) - 1090;
    expect_rounded(rounded_quotient(p.ours, q.ours, size - bits),
                   times_power(mpq_class(p.theirs) / q.theirs, size - bits));
  }
  EXPECT_GT(ties, 300);
}

TEST(Integers, HaveASquareRootRoundedDown) {
  Random random(10);
  for (int i = 0; i < 2000; ++i) {
    Twin a = random_twin(random);
    if (a.theirs < 0) continue;
    if (random.below(2) == 0) {  // a square or its neighbour
      const auto nudge = static_cast<std::int64_t>(random.below(3)) - 1;
      a.ours = a.ours * a.ours + Integer(nudge);
      a.theirs = a.theirs * a.theirs + mpz_class(static_cast<long>(nudge));
      if (a.theirs < 0) continue;
    }
    expect_equal(square_root(a.ours), sqrt(a.theirs));
  }
}

}  // namespace
}  // namespace firsthit
