#include "core/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace firsthit {
namespace {

// The first outputs of the authors' own C code (splitmix64.c with seed 1234567; xoshiro256plusplus.c
// with state 1, 2, 3, 4), as they are published with other implementations too.
TEST(Random, SplitMixGivesThePublishedNumbers) {
  SplitMix64 spread(1234567);
  for (const std::uint64_t expected : {6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                                       4593380528125082431U, 16408922859458223821U})
    EXPECT_EQ(spread.next(), expected);
}

TEST(Random, XoshiroGivesThePublishedNumbers) {
  Random random(std::array<std::uint64_t, 4>{1, 2, 3, 4});
  for (const std::uint64_t expected :
       {std::uint64_t{41943041}, std::uint64_t{58720359}, 3588806011781223U, 3591011842654386U,
        9228616714210784205U, 9973669472204895162U, 14011001112246962877U, 12406186145184390807U,
        15849039046786891736U, 10450023813501588000U})
    EXPECT_EQ(random.next(), expected);
}

TEST(Random, ASeedIsSpreadBySplitMix) {
  SplitMix64 spread(99);
  std::array<std::uint64_t, 4> state{};
  for (std::uint64_t& word : state) word = spread.next();
  Random from_state(state);
  Random from_seed(99);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(from_seed.next(), from_state.next());
}

TEST(Random, StreamsOfOneSeedDiffer) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t stream = 0; stream < 1000; ++stream) firsts.insert(Random(7, stream).next());
  EXPECT_EQ(firsts.size(), 1000U);
}

TEST(Random, UniformHasTheMomentsOfTheUnitInterval) {
  Random random(1);
  constexpr int kDraws = 1'000'000;
  double sum = 0.0;
  double squares = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.uniform();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    sum += x;
    squares += x * x;
  }
  // Five standard deviations: sqrt(1/12) and sqrt(4/45) over sqrt(draws).
  EXPECT_NEAR(sum / kDraws, 0.5, 5.0 * 0.2887e-3);
  EXPECT_NEAR(squares / kDraws, 1.0 / 3.0, 5.0 * 0.2982e-3);
}

TEST(Random, UniformBetweenBoundsStaysThere) {
  Random random(2);
  for (int i = 0; i < 10000; ++i) {
    const double x = random.uniform(-3.0, -3.0 + 0x1p-51);  // few doubles lie between
    ASSERT_GE(x, -3.0);
    ASSERT_LE(x, -3.0 + 0x1p-51);
  }
  EXPECT_EQ(random.uniform(5.0, 5.0), 5.0);
}

TEST(Random, BelowIsEvenWhereRemaindersWouldNotBe) {
  // Of 3 * 2^62 values, a plain remainder would give the lower third twice as often.
  Random random(3);
  const std::uint64_t n = 3ULL << 62U;
  constexpr int kDraws = 300'000;
  std::array<int, 3> thirds{};
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t x = random.below(n);
    ASSERT_LT(x, n);
    ++thirds[x >> 62U];
  }
  for (const int third : thirds) EXPECT_NEAR(third, kDraws / 3, 5.0 * std::sqrt(kDraws * 2.0 / 9.0));
  EXPECT_EQ(random.below(1), 0U);
}

TEST(Random, NormalHasTheMomentsOfTheBell) {
  Random random(4);
  constexpr int kDraws = 1'000'000;
  std::array<double, 5> moments{};
  int beyond_three = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.normal();
    double power = 1.0;
    for (double& moment : moments) moment += power, power *= x;
    beyond_three += std::abs(x) > 3.0 ? 1 : 0;
  }
  for (double& moment : moments) moment /= kDraws;
  // Variances of x, x^2, x^3, x^4: 1, 2, 15, 96; five standard deviations.
  EXPECT_NEAR(moments[1], 0.0, 5.0e-3);
  EXPECT_NEAR(moments[2], 1.0, 5.0e-3 * std::sqrt(2.0));
  EXPECT_NEAR(moments[3], 0.0, 5.0e-3 * std::sqrt(15.0));
  EXPECT_NEAR(moments[4], 3.0, 5.0e-3 * std::sqrt(96.0));
  EXPECT_NEAR(beyond_three, 2700, 5.0 * 52.0);  // 0.26998 %
}

double ulps_off(double x) {
  const long double exact = std::log(static_cast<long double>(x));
  const auto rounded = static_cast<double>(exact);
  const double ulp =
      std::nextafter(std::abs(rounded), std::numeric_limits<double>::infinity()) - std::abs(rounded);
  return static_cast<double>(std::abs(static_cast<long double>(natural_logarithm(x)) - exact) / ulp);
}

TEST(Logarithm, IsWithinTwoUlpsOfTheLongDoubleOne) {
  constexpr std::uint64_t kSeed = 5;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int i = 0; i < 200'000; ++i) {
    const double near_one = random.uniform(0.5, 2.0);
    ASSERT_LT(ulps_off(near_one), 2.0) << near_one;
    const double anywhere = std::ldexp(random.uniform(1.0, 2.0), static_cast<int>(random.below(2098)) - 1074);
    ASSERT_LT(ulps_off(anywhere), 2.0) << anywhere;
    const double close = 1.0 + random.uniform(-1e-6, 1e-6);
    if (close != 1.0) {
      ASSERT_LT(ulps_off(close), 2.0) << close;
    }
  }
}

TEST(Logarithm, KnowsItsEnds) {
  EXPECT_EQ(natural_logarithm(1.0), 0.0);
  EXPECT_NEAR(natural_logarithm(5e-324), -744.4400719213812, 1e-12);                // -1074 ln 2
  EXPECT_NEAR(natural_logarithm(0x1.fffffffffffffp1023), 709.782712893384, 1e-12);  // 1024 ln 2
}

}  // namespace
}  // namespace firsthit
