#pragma once

#include "exact/error_free.hpp"

#include <cmath>

namespace firsthit {

/// A number as a double and a rest below half of that double's last place: about 106 bits.
///
/// Errors, relative to the result and with u = 2^-53: below 3.1 u^2 for a sum, 7 u^2 for a product, if
/// nothing overflows and no error term underflows.
/// Source: Joldes, Muller, Popescu 2017, doi:10.1145/3121432, algorithms 6, 9 and 11.
struct DoubleDouble {
  double high = 0.0;
  double low = 0.0;
};

/// a + b where |a| >= |b| or a is 0. Source: Dekker, Numer. Math. 18, 224 (1971).
constexpr DoubleDouble fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b without loss.
constexpr DoubleDouble exact_sum(double a, double b) {
  const Exactly s = two_sum(a, b);
  return {s.value, s.error};
}

/// a - b without loss.
constexpr DoubleDouble exact_difference(double a, double b) { return exact_sum(a, -b); }

constexpr DoubleDouble operator-(const DoubleDouble& a) { return {-a.high, -a.low}; }

constexpr DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  const Exactly high = two_sum(a.high, b.high);
  const Exactly low = two_sum(a.low, b.low);
  const DoubleDouble sum = fast_two_sum(high.value, high.error + low.value);
  return fast_two_sum(sum.high, low.error + sum.low);
}

constexpr DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }

constexpr DoubleDouble operator*(const DoubleDouble& a, double b) {
  const Exactly p = two_product(a.high, b);
  return fast_two_sum(p.value, p.error + a.low * b);
}

constexpr DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const Exactly p = two_product(a.high, b.high);
  return fast_two_sum(p.value, p.error + (a.high * b.low + a.low * b.high));
}

/// A number known up to an error, both computed along: value.high + value.low +- error.
///
/// Sums and products of whole doubles that need no more than 106 bits are exact. Errors: 3.1 u^2 of a sum and
/// 7 u^2 of a product, each counted as 4 and 8; what underflow can do to a product is below 2^-1000.
/// Requires: sizes below 2^900.
struct Enclosed {
  DoubleDouble value;
  double error = 0.0;

  constexpr Enclosed() = default;
  constexpr Enclosed(double x) : value{x, 0.0} {}  // NOLINT: every double is one
  constexpr Enclosed(const DoubleDouble& x, double e) : value(x), error(e) {}

  constexpr bool is_whole() const { return value.low == 0.0 && error == 0.0; }
  constexpr double size() const { return value.high < 0.0 ? -value.high : value.high; }
  constexpr bool surely_positive() const { return value.high + value.low > 1.01 * error; }
  constexpr bool surely_negative() const { return value.high + value.low < -1.01 * error; }
  constexpr bool surely_zero() const { return value.high == 0.0 && value.low == 0.0 && error == 0.0; }
};

inline constexpr double kUnitSquared = 0x1p-106;  // u^2
/// Covers that an error is itself rounded a few times, and that |high| stands for |high + low|: some 2^-50.
/// A sum errs by 3.1 u^2 of itself, counted as 4; a product by 7 u^2, counted as 8; a root by 2 u^2 for its
/// rest and as much for the quotient, counted as 8.
inline constexpr double kErrorsRound = 1.0 + 0x1p-40;

constexpr Enclosed operator-(const Enclosed& a) { return {-a.value, a.error}; }

constexpr Enclosed operator+(const Enclosed& a, const Enclosed& b) {
  if (a.is_whole() && b.is_whole()) {
    const Exactly sum = two_sum(a.value.high, b.value.high);
    return {{sum.value, sum.error}, 0.0};
  }
  if (a.surely_zero()) return b;
  if (b.surely_zero()) return a;
  Enclosed sum{a.value + b.value, 0.0};
  sum.error = (a.error + b.error + 4.0 * kUnitSquared * sum.size()) * kErrorsRound;
  return sum;
}

constexpr Enclosed operator-(const Enclosed& a, const Enclosed& b) { return a + -b; }

constexpr Enclosed operator*(const Enclosed& a, const Enclosed& b) {
  if (a.surely_zero() || b.surely_zero()) return {};
  if (a.is_whole() && b.is_whole()) {
    const Exactly product = two_product(a.value.high, b.value.high);
    const double size = product.value < 0.0 ? -product.value : product.value;
    return {{product.value, product.error}, size > 0x1p-800 ? 0.0 : 0x1p-1000};
  }
  Enclosed product{a.value * b.value, 0.0};
  product.error = ((a.size() + a.error) * b.error + b.size() * a.error +
                   8.0 * kUnitSquared * (a.size() * b.size()) + 0x1p-1000) *
                  kErrorsRound;
  return product;
}

/// Requires: surely positive.
inline Enclosed square_root(const Enclosed& a) {
  const double root = std::sqrt(a.value.high);
  const Exactly square = two_product(root, root);
  const double rest = ((a.value.high - square.value) - square.error) + a.value.low;
  if (rest == 0.0 && a.is_whole()) return root;
  const Enclosed r{fast_two_sum(root, rest / (2.0 * root)), 0.0};
  return {r.value, (8.0 * kUnitSquared * root + a.error / root) * kErrorsRound};
}

}  // namespace firsthit
