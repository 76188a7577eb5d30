#include "exact/window_roots.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace firsthit {
namespace {

/// factor * (a t - b) for each b / a, all small.
IntegerCubic product(std::int64_t factor, const std::vector<std::array<std::int64_t, 2>>& roots) {
  IntegerCubic r{{Integer(factor), 0, 0, 0}};
  for (const auto& [b, a] : roots)
    for (std::size_t i = 4; i-- > 0;)
      r.c[i] = (i > 0 ? r.c[i - 1] * Integer(a) : Integer(0)) - r.c[i] * Integer(b);
  return r;
}

/// A fraction that is no double lies between the enclosure's ends, another at both of them.
void expect_enclosure(const Enclosure& found, std::int64_t numerator, std::int64_t denominator) {
  const double quotient = static_cast<double>(numerator) / static_cast<double>(denominator);
  const double rest = std::fma(-quotient, static_cast<double>(denominator), static_cast<double>(numerator));
  if (rest == 0.0) {
    EXPECT_EQ(found.lower, quotient);
    EXPECT_EQ(found.upper, quotient);
  } else {
    EXPECT_EQ(found.lower, rest > 0.0 ? quotient : std::nextafter(quotient, -1.0));
    EXPECT_EQ(found.upper, std::nextafter(found.lower, 2.0));
  }
}

TEST(WindowRoots, AreAllFoundInOrderBetweenNeighbouringDoubles) {
  std::vector<WindowRoot> roots = window_roots(product(-5, {{1, 3}, {2, 3}, {5, 7}}));
  ASSERT_EQ(roots.size(), 3U);
  expect_enclosure(roots[0].enclosure(), 1, 3);
  expect_enclosure(roots[1].enclosure(), 2, 3);
  expect_enclosure(roots[2].enclosure(), 5, 7);
}

TEST(WindowRoots, OutsideTheWindowDoNotCountAndAtItsEndsDo) {
  EXPECT_TRUE(window_roots(product(1, {{-1, 3}, {4, 3}, {5, 1}})).empty());
  std::vector<WindowRoot> roots = window_roots(product(1, {{0, 1}, {1, 1}, {1, 2}}));
  ASSERT_EQ(roots.size(), 3U);
  expect_enclosure(roots[0].enclosure(), 0, 1);
  expect_enclosure(roots[1].enclosure(), 1, 2);
  expect_enclosure(roots[2].enclosure(), 1, 1);
}

TEST(WindowRoots, CountOnceWhereTheyAreMultiple) {
  std::vector<WindowRoot> twice = window_roots(product(3, {{1, 3}, {1, 3}, {3, 4}}));
  ASSERT_EQ(twice.size(), 2U);
  expect_enclosure(twice[0].enclosure(), 1, 3);
  expect_enclosure(twice[1].enclosure(), 3, 4);
  std::vector<WindowRoot> thrice = window_roots(product(3, {{2, 7}, {2, 7}, {2, 7}}));
  ASSERT_EQ(thrice.size(), 1U);
  expect_enclosure(thrice[0].enclosure(), 2, 7);
  std::vector<WindowRoot> quadratic = window_roots(product(-3, {{2, 7}, {2, 7}}));
  ASSERT_EQ(quadratic.size(), 1U);
  expect_enclosure(quadratic[0].enclosure(), 2, 7);
}

TEST(WindowRoots, TellHowOftenTheyAreRoots) {
  const auto multiplicities = [](const std::vector<std::array<std::int64_t, 2>>& roots) {
    std::vector<int> r;
    for (const WindowRoot& root : window_roots(product(-2, roots))) r.push_back(root.multiplicity());
    std::sort(r.begin(), r.end());
    return r;
  };
  using Numbers = std::vector<int>;
  EXPECT_EQ(multiplicities({{1, 3}, {1, 2}, {3, 4}}), (Numbers{1, 1, 1}));
  EXPECT_EQ(multiplicities({{1, 3}, {1, 3}}), (Numbers{2}));
  EXPECT_EQ(multiplicities({{1, 3}, {1, 3}, {1, 2}}), (Numbers{1, 2}));
  EXPECT_EQ(multiplicities({{1, 3}, {1, 3}, {1, 3}}), (Numbers{3}));
  for (const std::int64_t end : {0, 1}) {
    EXPECT_EQ(multiplicities({{end, 1}}), (Numbers{1}));
    EXPECT_EQ(multiplicities({{end, 1}, {end, 1}}), (Numbers{2}));
    EXPECT_EQ(multiplicities({{end, 1}, {end, 1}, {2, 1}}), (Numbers{2}));
    EXPECT_EQ(multiplicities({{end, 1}, {end, 1}, {1, 2}}), (Numbers{1, 2}));
    EXPECT_EQ(multiplicities({{end, 1}, {end, 1}, {end, 1}}), (Numbers{3}));
    EXPECT_EQ(multiplicities({{end, 1}, {-1, 1}, {3, 1}}), (Numbers{1}));
  }
}

TEST(WindowRoots, AreToldApartWhereNoDoubleIsBetweenThem) {
  // 1/3 and 1/3 + 2^-80 / 3.
  const Integer large = Integer(3) << 80;
  const Integer first = Integer(1) << 80;
  const Integer second = first + Integer(1);
  const IntegerCubic f{{first * second, -(large * (first + second)), large * large, 0}};
  std::vector<WindowRoot> roots = window_roots(f);
  ASSERT_EQ(roots.size(), 2U);
  const IntegerCubic at_first{{-first, large, 0, 0}};
  const IntegerCubic at_second{{-second, large, 0, 0}};
  for (WindowRoot& root : roots) expect_enclosure(root.enclosure(), 1, 3);
  EXPECT_EQ(roots[0].sign_of(at_first), 0);
  EXPECT_EQ(roots[0].sign_of(at_second), -1);
  EXPECT_EQ(roots[1].sign_of(at_first), 1);
  EXPECT_EQ(roots[1].sign_of(at_second), 0);
}

TEST(WindowRoots, AsSmallAsDenormalsAreFound) {
  // 2^1074 t = 1, and 2^1074 t = 1/2.
  const double least = std::numeric_limits<double>::denorm_min();
  std::vector<WindowRoot> one = window_roots({{-1, Integer(1) << 1074, 0, 0}});
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].enclosure().lower, least);
  EXPECT_EQ(one[0].enclosure().upper, least);
  std::vector<WindowRoot> half = window_roots({{-1, Integer(1) << 1075, 0, 0}});
  ASSERT_EQ(half.size(), 1U);
  EXPECT_EQ(half[0].enclosure().lower, 0.0);
  EXPECT_EQ(half[0].enclosure().upper, least);
}

TEST(WindowRoots, TellTheSignOfEveryPolynomialWithRationalRoots) {
  Random random(6);
  int zeros = 0;
  int signs = 0;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    const auto fraction = [&random]() -> std::array<std::int64_t, 2> {
      const auto a = static_cast<std::int64_t>(1 + random.below(6));
      return {static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(a) + 3)) - 1, a};
    };
    std::vector<std::array<std::int64_t, 2>> of_f;
    for (std::uint64_t n = 1 + random.below(3); n > 0; --n) of_f.push_back(fraction());
    std::vector<std::array<std::int64_t, 2>> of_g;
    for (std::uint64_t n = random.below(3); n > 0; --n) of_g.push_back(fraction());
    const IntegerCubic g = product(random.below(2) == 0 ? 2 : -2, of_g);
    for (WindowRoot& root : window_roots(product(1, of_f))) {
      const Enclosure found = root.enclosure();
      // Which root of f is it? Those of the test differ by more than its width.
      for (const auto& [b, a] : of_f) {
        const double x = static_cast<double>(b) / static_cast<double>(a);
        if (x < found.lower || x > found.upper) continue;
        int sign = g.c[of_g.size()].sign();
        for (const auto& [d, c] : of_g) sign *= (b * c > d * a) - (b * c < d * a);
        EXPECT_EQ(root.sign_of(g), sign);
        ++(sign == 0 ? zeros : signs);
        break;
      }
    }
  }
  EXPECT_GT(zeros, 300);
  EXPECT_GT(signs, 300);
}

}  // namespace
}  // namespace firsthit
