#pragma once

#include "exact/error_free.hpp"

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

/// a - b without loss.
constexpr DoubleDouble exact_difference(double a, double b) {
  const Exactly d = two_sum(a, -b);
  return {d.value, d.error};
}

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

}  // namespace firsthit
