#pragma once

#include "exact/double_double.hpp"

#include <cmath>
#include <optional>

namespace firsthit {

/// A real number known to within an error: |high + low - number| <= error.
///
/// Every operation bounds its own error and the rounding of that bound. One that overflows leaves an error
/// that is not finite: then nothing is certain. Derivation: docs/numerics/path-crossing.md.
class Approximate {
 public:
  Approximate() = default;
  Approximate(double x) : value_{x, 0.0} {}  // NOLINT: a double is a number that is known. Requires: finite.
  explicit Approximate(const DoubleDouble& x) : value_(x) {}

  const DoubleDouble& value() const { return value_; }
  double error() const { return error_; }

  bool is_zero() const { return value_.high == 0.0 && error_ == 0.0; }
  /// -1, 0 or 1; nothing if it is in doubt.
  std::optional<int> sign() const {
    if (is_zero()) return 0;
    if (std::fabs(value_.high) > 2.0 * error_) return value_.high < 0.0 ? -1 : 1;
    return std::nullopt;
  }

  Approximate operator-() const { return Approximate(-value_, error_); }

  friend Approximate operator+(const Approximate& a, const Approximate& b) {
    const DoubleDouble sum = a.value_ + b.value_;
    return {sum, (a.error_ + b.error_ + kSum * std::fabs(sum.high)) * kSlack};
  }

  friend Approximate operator-(const Approximate& a, const Approximate& b) { return a + -b; }

  friend Approximate operator*(const Approximate& a, const Approximate& b) {
    if (a.is_zero() || b.is_zero()) return {};
    const DoubleDouble product = a.value_ * b.value_;
    const double size = std::fabs(product.high);
    if (a.is_double() && b.is_double() && size >= kNoUnderflow) return Approximate(product);
    const double from_factors = std::fabs(a.value_.high) * b.error_ + std::fabs(b.value_.high) * a.error_;
    return {product, (from_factors + a.error_ * b.error_ + kProduct * size + kUnderflow) * kSlack};
  }

  /// A rounded quotient, and the rest over b. Requires: b is certainly above 0.
  friend Approximate operator/(const Approximate& a, const Approximate& b) {
    const double divisor = b.value_.high;
    const double first = a.value_.high / divisor;
    const Approximate rest = a - Approximate(first) * b;
    const double second = rest.value_.high / divisor;
    const double unsure = 4.0 * kRounding + b.error_ / divisor;
    if (!(unsure < 0.125)) return unknown();
    const Exactly sum = two_sum(first, second);
    return {{sum.value, sum.error}, 2.0 * (rest.error_ / divisor + std::fabs(second) * unsure) + kUnderflow};
  }

  /// A rounded root, and one step of Newton's. Requires: a is certainly above 0.
  friend Approximate square_root(const Approximate& a) {
    const double first = std::sqrt(a.value_.high);
    const Approximate rest = a - Approximate(first) * Approximate(first);
    const double second = rest.value_.high / (2.0 * first);
    const double unsure = 4.0 * kRounding + 2.0 * (std::fabs(rest.value_.high) + rest.error_) / a.value_.high;
    if (!(unsure < 0.125)) return unknown();
    const Exactly sum = two_sum(first, second);
    return {{sum.value, sum.error}, rest.error_ / first + std::fabs(second) * unsure + kUnderflow};
  }

 private:
  Approximate(const DoubleDouble& value, double error) : value_(value), error_(error) {}
  static Approximate unknown() { return {{0.0, 0.0}, HUGE_VAL}; }

  bool is_double() const { return value_.low == 0.0 && error_ == 0.0; }

  static constexpr double kRounding = 0x1p-53;
  static constexpr double kSum = 4.0 * kRounding * kRounding;      // proven: 3.1
  static constexpr double kProduct = 8.0 * kRounding * kRounding;  // proven: 7
  /// An error is itself rounded, at most 8 times in a row, and |A| stands for |high + low|: (1 + u)^16.
  static constexpr double kSlack = 1.0 + 0x1p-48;
  /// Then no part of an exact product underflows: its last bit, and those of its parts, are above 2^-1010.
  static constexpr double kNoUnderflow = 0x1p-900;
  /// More than all parts of a product can lose: fewer than 20, of 2^-1074 each.
  static constexpr double kUnderflow = 0x1p-1060;

  DoubleDouble value_;
  double error_ = 0.0;
};

}  // namespace firsthit
