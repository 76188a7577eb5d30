#include "exact/integer.hpp"

#include "core/random.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
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

TEST(Integers, AddSubtractMultiplyAndShiftAsGmpDoes) {
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

}  // namespace
}  // namespace firsthit
