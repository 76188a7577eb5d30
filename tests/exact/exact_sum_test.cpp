#include "exact/exact_sum.hpp"

#include "core/random.hpp"
#include "support/nearest_double.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace firsthit {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();

double sum_of(const std::vector<double>& terms) {
  ExactSum sum;
  for (const double term : terms) sum.add(term);
  return sum.value();
}

double reference(const std::vector<double>& terms) {
  mpq_class exact = 0;
  for (const double term : terms) exact += mpq_class(term);
  return nearest_double(exact);
}

/// Any finite double, each exponent as often, in one case of `one_in` a subnormal or zero.
double any_double(Random& random, std::uint64_t one_in) {
  const std::uint64_t mantissa = random.next() >> 12U;
  const std::uint64_t exponent = random.below(one_in) == 0 ? 0 : random.below(2047);
  const std::uint64_t sign = random.below(2);
  return std::bit_cast<double>(sign << 63U | exponent << 52U | mantissa);
}

void expect_exact(const std::vector<double>& terms) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(sum_of(terms)), std::bit_cast<std::uint64_t>(reference(terms)));
}

TEST(ExactSum, OfNothingAndOfZerosIsZero) {
  EXPECT_EQ(ExactSum{}.value(), 0.0);
  for (const std::vector<double>& terms :
       {std::vector<double>{0.0}, {-0.0, -0.0}, {3.0, -3.0}, {-kSmallest, kSmallest}}) {
    EXPECT_EQ(sum_of(terms), 0.0);
    EXPECT_FALSE(std::signbit(sum_of(terms)));
  }
}

TEST(ExactSum, OfOneTermIsThatTerm) {
  Random random(61);
  for (int i = 0; i < 100000; ++i) {
    const double term = any_double(random, 5);
    ASSERT_EQ(sum_of({term}), term);
  }
  for (int exponent = -1074; exponent < 1024; ++exponent) {
    ASSERT_EQ(sum_of({std::ldexp(1.0, exponent)}), std::ldexp(1.0, exponent));
    ASSERT_EQ(sum_of({-std::ldexp(1.0, exponent)}), -std::ldexp(1.0, exponent));
  }
}

TEST(ExactSum, OfAFewOfAnySizeIsTheNearestDouble) {
  Random random(62);
  int subnormal = 0;
  int infinite = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<double> terms(2 + random.below(6));
    const bool small = random.below(4) == 0;
    for (double& term : terms) term = any_double(random, small ? 1 : 20);
    expect_exact(terms);
    const double size = std::fabs(sum_of(terms));
    if (size < 0x1p-1022) ++subnormal;
    if (size == kInfinity) ++infinite;
  }
  EXPECT_GT(subnormal, 1000);
  EXPECT_LT(infinite, 100);
}

/// Terms of like sizes, of which the largest cancel: what is left comes from the last bits of all.
TEST(ExactSum, OfWhatCancelsKeepsEveryBit) {
  Random random(63);
  int cancelled = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<double> terms;
    const int around = static_cast<int>(random.below(1800)) - 900;
    for (std::uint64_t i = 0; i < 1 + random.below(20); ++i) {
      const double x = random.uniform(-1.0, 1.0);
      terms.push_back(std::ldexp(x, around + static_cast<int>(random.below(120))));
      if (random.below(3) != 0) terms.push_back(-terms.back());
    }
    const double tiny = random.uniform(-1.0, 1.0);
    terms.push_back(std::ldexp(tiny, around - static_cast<int>(random.below(150))));
    for (std::size_t i = terms.size(); i > 1; --i) std::swap(terms[i - 1], terms[random.below(i)]);
    expect_exact(terms);
    const double largest = std::fabs(*std::max_element(
        terms.begin(), terms.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); }));
    if (std::fabs(sum_of(terms)) < 0x1p-60 * largest) ++cancelled;
  }
  EXPECT_GT(cancelled, 50);
}

TEST(ExactSum, OfTenThousandIsTheNearestDoubleInAnyOrder) {
  Random random(64);
  for (int round = 0; round < 8; ++round) {
    std::vector<double> terms(10000);  // several carries
    const bool one_sign = round % 2 == 0;
    for (double& term : terms) {
      const double x = random.uniform(one_sign ? 0.5 : -1.0, 1.0);
      term = std::ldexp(x, static_cast<int>(random.below(60 * static_cast<std::uint64_t>(round) + 1)));
    }
    expect_exact(terms);
    const double sum = sum_of(terms);
    std::sort(terms.begin(), terms.end());
    EXPECT_EQ(sum_of(terms), sum);
    std::reverse(terms.begin(), terms.end());
    EXPECT_EQ(sum_of(terms), sum);
  }
}

/// All bits set, at every place in a chunk: no chunk overflows between two carries.
TEST(ExactSum, OfThousandsOfTheLongestTermsIsExact) {
  for (int exponent = 0; exponent < 33; ++exponent) {
    const double term = std::ldexp(0x1.fffffffffffffp0, exponent);
    for (const int count : {999, 1000, 1001, 4096}) {
      for (const double sign : {1.0, -1.0}) {
        expect_exact(std::vector<double>(static_cast<std::size_t>(count), sign * term));
        EXPECT_EQ(sum_of(std::vector<double>(4096, sign * term)), sign * 4096.0 * term);
      }
    }
  }
}

TEST(ExactSum, CanBeReadAtAnyTime) {
  Random random(65);
  ExactSum sum;
  std::vector<double> terms;
  for (int i = 0; i < 3000; ++i) {
    const double x = random.uniform(-1.0, 1.0);
    terms.push_back(std::ldexp(x, static_cast<int>(random.below(300))));
    sum.add(terms.back());
    if (i % 97 == 0) {
      ASSERT_EQ(sum.value(), reference(terms)) << i;
    }
  }
}

TEST(ExactSum, RoundsTiesToEven) {
  EXPECT_EQ(sum_of({1.0, 0x1p-53}), 1.0);
  EXPECT_EQ(sum_of({1.0 + 0x1p-52, 0x1p-53}), 1.0 + 0x1p-51);
  EXPECT_EQ(sum_of({-1.0, -0x1p-53}), -1.0);
  EXPECT_EQ(sum_of({-1.0 - 0x1p-52, -0x1p-53}), -1.0 - 0x1p-51);
  // However little decides a tie, and however far from it it stands.
  for (const double little : {0x1p-60, 0x1p-120, 0x1p-200, 0x1p-1022, kSmallest}) {
    EXPECT_EQ(sum_of({1.0, 0x1p-53, little}), 1.0 + 0x1p-52) << little;
    EXPECT_EQ(sum_of({1.0 + 0x1p-52, 0x1p-53, -little}), 1.0 + 0x1p-52) << little;
    EXPECT_EQ(sum_of({-1.0, -0x1p-53, -little}), -1.0 - 0x1p-52) << little;
    EXPECT_EQ(sum_of({-1.0 - 0x1p-52, -0x1p-53, little}), -1.0 - 0x1p-52) << little;
  }
  EXPECT_EQ(sum_of({0x1p53, 1.0}), 0x1p53);
  EXPECT_EQ(sum_of({0x1p53 + 2.0, 1.0}), 0x1p53 + 4.0);
}

/// At every place that a tie can have in a chunk.
TEST(ExactSum, RoundsTiesToEvenAtEveryExponent) {
  for (int exponent = -1020; exponent < 1023; ++exponent) {
    const double one = std::ldexp(1.0, exponent);
    const double odd = std::ldexp(1.0 + 0x1p-52, exponent);
    const double half = std::ldexp(1.0, exponent - 53);
    expect_exact({one, half});
    expect_exact({odd, half});
    expect_exact({odd, half, -kSmallest});
    expect_exact({one, half, kSmallest});
    if (exponent > -1000) {
      ASSERT_EQ(sum_of({odd, half}), std::ldexp(1.0 + 0x1p-51, exponent));
    }
  }
}

TEST(ExactSum, ThatIsTooLargeIsInfinite) {
  EXPECT_EQ(sum_of({kLargest, kLargest}), kInfinity);
  EXPECT_EQ(sum_of({-kLargest, -kLargest}), -kInfinity);
  EXPECT_EQ(sum_of({kLargest, 0x1p970}), kInfinity) << "halfway to what would come next, the even one";
  EXPECT_EQ(sum_of({kLargest, std::nextafter(0x1p970, 0.0)}), kLargest);
  for (const std::size_t count : {1000U, 8193U, 20000U, 100000U}) {
    EXPECT_EQ(sum_of(std::vector<double>(count, kLargest)), kInfinity) << count;
    EXPECT_EQ(sum_of(std::vector<double>(count, -kLargest)), -kInfinity) << count;
  }
}

TEST(ExactSum, ComesBackFromBeyondTheLargestDouble) {
  EXPECT_EQ(sum_of({kLargest, kLargest, -kLargest}), kLargest);
  std::vector<double> terms(50000, kLargest);
  terms.insert(terms.end(), 50000, -kLargest);
  terms.push_back(kSmallest);
  EXPECT_EQ(sum_of(terms), kSmallest);
}

TEST(ExactSum, OfWhatIsNotFiniteIsInfinite) {
  for (const double term : {kInfinity, -kInfinity, kNan}) {
    EXPECT_EQ(sum_of({term}), kInfinity);
    EXPECT_EQ(sum_of({1.0, term, 2.0}), kInfinity);
    EXPECT_EQ(sum_of({kInfinity, term, -kInfinity}), kInfinity);
  }
}

}  // namespace
}  // namespace firsthit
