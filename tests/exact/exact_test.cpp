#include "core/random.hpp"
#include "exact/bracketed_root.hpp"
#include "exact/double_order.hpp"
#include "exact/dyadic.hpp"
#include "exact/error_free.hpp"
#include "exact/polynomial.hpp"
#include "exact/root_finder.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

double random_double(Random& random, int exponents) {
  const double x = random.uniform(-1.0, 1.0);
  const auto span = static_cast<std::uint64_t>(2 * exponents + 1);
  const int exponent = static_cast<int>(random.below(span)) - exponents;
  return std::ldexp(x, exponent);
}

TEST(ErrorFree, SumAndProductKeepTheirRoundingErrors) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const double a = random_double(random, 100);
    const double b = random_double(random, 100);
    const Exactly sum = two_sum(a, b);
    const Exactly product = two_product(a, b);
    EXPECT_EQ(mpq_class(sum.value) + mpq_class(sum.error), mpq_class(a) + mpq_class(b));
    EXPECT_EQ(mpq_class(product.value) + mpq_class(product.error), mpq_class(a) * mpq_class(b));
  }
}

TEST(ErrorFree, ADifferenceOfNearlyEqualProductsKeepsItsDigits) {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const double a = random.uniform(0.5, 1.0);
    const double b = random.uniform(0.5, 1.0);
    const double c = random.uniform(0.5, 1.0);
    const double d = (a * b / c) * (1.0 + 0x1p-52 * static_cast<double>(random.below(9)));
    const mpq_class exact = mpq_class(a) * mpq_class(b) - mpq_class(c) * mpq_class(d);
    const mpq_class error = mpq_class(difference_of_products(a, b, c, d)) - exact;
    EXPECT_LE(abs(error), abs(exact) * mpq_class(0x1p-50));
  }
}

/// The exact sum.
mpq_class as_rational(const std::vector<double>& terms) {
  mpq_class r = 0;
  for (const double term : terms) r += mpq_class(term);
  return r;
}

TEST(DyadicNumbers, SumsAndProductsAreExact) {
  Random random(3);
  int cancelled = 0;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE("case " + std::to_string(i));
    std::vector<double> terms;
    Dyadic sum;
    for (int k = 0; k < 4; ++k) {
      terms.push_back(random_double(random, 300));
      sum = sum + Dyadic(terms.back());
    }
    const mpq_class exact = as_rational(terms);
    EXPECT_EQ(sum.sign(), sgn(exact));
    // (sum)(sum - x) - sum^2 + sum x = 0, in another order of operations.
    const double x = random_double(random, 300);
    const Dyadic zero = sum * (sum - Dyadic(x)) - sum * sum + sum * Dyadic(x);
    EXPECT_EQ(zero.sign(), 0);
    // The sign of sum^2 - y^2 for a y as near to |sum| as a double can be.
    const double y = exact.get_d();
    const int sign = (sum * sum - Dyadic(y) * Dyadic(y)).sign();
    EXPECT_EQ(sign, sgn(mpq_class(exact * exact - mpq_class(y) * mpq_class(y))));
    if (sign == 0) ++cancelled;
  }
  EXPECT_LT(cancelled, 2900);
}

TEST(DyadicNumbers, DenormalsAndExtremesAreNumbers) {
  const double least = std::numeric_limits<double>::denorm_min();
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ((Dyadic(least) * Dyadic(most)).sign(), 1);
  EXPECT_EQ(
      (Dyadic(most) * Dyadic(most) + Dyadic(least) - Dyadic(most) * Dyadic(most) - Dyadic(least)).sign(), 0);
  EXPECT_EQ((Dyadic(most) + Dyadic(-least) - Dyadic(most)).sign(), -1);
  EXPECT_EQ(Dyadic(-0.0).sign(), 0);
}

Polynomial from_doubles(const std::vector<double>& coefficients) {
  std::vector<Surd> surds;
  for (const double c : coefficients) surds.push_back({Dyadic(c), {}});
  return {std::move(surds), Dyadic()};
}

/// c (x - r1)(x - r2)... for whole numbers r.
Polynomial with_roots(const std::vector<int>& roots, double factor) {
  std::vector<double> p = {factor};
  for (const int root : roots) {
    std::vector<double> next(p.size() + 1);
    for (std::size_t i = 0; i < p.size(); ++i) {
      next[i + 1] += p[i];
      next[i] -= root * p[i];
    }
    p = next;
  }
  return from_doubles(p);
}

TEST(Polynomials, SturmCountsDistinctRoots) {
  const SturmChain chain(with_roots({1, 3, 3, 7}, -2.0));
  const int start = chain.variations_at(Dyadic(0.0));
  EXPECT_EQ(start - chain.variations_at(Dyadic(2.0)), 1);
  EXPECT_EQ(start - chain.variations_at(Dyadic(4.0)), 2);
  EXPECT_EQ(start - chain.variations_at(Dyadic(8.0)), 3);
}

TEST(Polynomials, SignsOfNumbersWithASquareRootAreExact) {
  // x - sqrt(2): 1.4142135623730951 is above, the double before is below.
  const Polynomial p({{Dyadic(), Dyadic(-1.0)}, {Dyadic(1.0), {}}}, Dyadic(2.0));
  EXPECT_EQ(p.sign_at(Dyadic(1.4142135623730951)), 1);
  EXPECT_EQ(p.sign_at(Dyadic(std::nextafter(1.4142135623730951, 0.0))), -1);
  // x - sqrt(9) at 3
  const Polynomial q({{Dyadic(), Dyadic(-1.0)}, {Dyadic(1.0), {}}}, Dyadic(9.0));
  EXPECT_EQ(q.sign_at(Dyadic(3.0)), 0);
}

TEST(RootFinder, GivesEveryRootInOrderWhateverTheGuess) {
  Random random(4);
  int manifold = 0;
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE("case " + std::to_string(i));
    std::vector<int> roots;
    for (int k = 0; k < 4; ++k) roots.push_back(static_cast<int>(random.below(12)) - 3);
    const Polynomial p = with_roots(roots, random.below(2) == 0 ? 1.0 : -1.0);
    if (p.sign_at(Dyadic()) == 0) continue;
    RootFinder finder(p, 0.0, 20.0);
    for (int expected = 1; expected <= 20; ++expected) {
      const auto times = std::count(roots.begin(), roots.end(), expected);
      if (times == 0) continue;
      if (times > 1) ++manifold;
      const std::optional<Root> root = finder.next(random.uniform(0.0, 20.0));
      ASSERT_TRUE(root.has_value());
      EXPECT_EQ(root->lower, expected);
      EXPECT_EQ(root->upper, expected);
      EXPECT_EQ(root->sign_after, p.sign_at(Dyadic(expected + 0x1p-30)));
    }
    EXPECT_FALSE(finder.next(1.0).has_value());
  }
  EXPECT_GT(manifold, 50);
}

TEST(RootFinder, TellsRootsApartThatAreCloserThanDoubles) {
  // (2^60 t - (2^60 + 1)) (2^60 t - (2^60 + 3)): both roots between 1 and the double after it.
  const double big = 0x1p60;
  const Dyadic b(big);
  const Dyadic first = b + Dyadic(1.0);
  const Dyadic second = b + Dyadic(3.0);
  const Polynomial p({{first * second, {}}, {-(b * (first + second)), {}}, {b * b, {}}}, Dyadic());
  RootFinder finder(p, 0.0, 2.0);
  const std::optional<Root> one = finder.next(0.0);
  const std::optional<Root> two = finder.next(0.0);
  ASSERT_TRUE(one && two);
  EXPECT_FALSE(finder.next(0.0));
  for (const Root& root : {*one, *two}) {
    EXPECT_EQ(root.lower, 1.0);
    EXPECT_EQ(root.upper, std::nextafter(1.0, 2.0));
  }
  EXPECT_EQ(one->sign_after, -1);
  EXPECT_EQ(two->sign_after, 1);
}

TEST(BracketedRoot, ConvergesOnSimpleAndManifoldRoots) {
  const auto cube = [](double x) {
    return Slope{(x - 0.3) * (x - 0.3) * (x - 0.3), 3.0 * (x - 0.3) * (x - 0.3)};
  };
  EXPECT_NEAR(bracketed_root(0.0, 1.0, true, cube), 0.3, 1e-15);
  const auto falling = [](double x) { return Slope{2.0 - x * x, -2.0 * x}; };
  EXPECT_NEAR(bracketed_root(0.0, 1e9, false, falling), 1.4142135623730951, 1e-15);
}

TEST(DoubleOrder, NumbersTheDoublesInTheirOrder) {
  EXPECT_EQ(ordinal(0.0), 0);
  EXPECT_EQ(ordinal(-0.0), 0);
  EXPECT_EQ(ordinal(std::nextafter(1.0, 2.0)) - ordinal(1.0), 1);
  EXPECT_EQ(from_ordinal(1), std::numeric_limits<double>::denorm_min());
}

}  // namespace
}  // namespace firsthit
