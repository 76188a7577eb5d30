#pragma once

#include <firsthit/vec.hpp>

#include <array>
#include <cmath>
#include <cstddef>

namespace firsthit {

/// The sum of a[i] b[i] with twice the digits, and with the exact sign; at most four products.
/// Error: below 2^-101 of the sum of the products' sizes, if nothing overflows or underflows.
double sharp_sum(const double* a, const double* b, std::size_t count);

/// The sum of a[i] b[i], rounded term by term, in order; and the sum of the products' sizes.
struct RoundedSum {
  double value = 0.0;
  double size = 0.0;

  RoundedSum(const double* a, const double* b, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const double product = a[i] * b[i];
      value += product;
      size += std::fabs(product);
    }
  }
  /// Has it lost no more than 3 bits?
  bool keeps_digits() const { return std::fabs(value) >= 0.125 * size; }
};

/// The sum of a[i] b[i] with the exact sign: rounded where that leaves no doubt. With n <= 4, n products and
/// n - 1 sums err by n u of the sum of sizes, which is short by as much itself: below 4.1 u, counted as
/// 8 u = 2^-50; four products that underflow lose less than 2^-1070. docs/numerics/ball-kernels.md.
template <std::size_t N>
double signed_sum(const std::array<double, N>& a, const std::array<double, N>& b) {
  static_assert(N <= 4);
  const RoundedSum sum(a.data(), b.data(), N);
  return std::fabs(sum.value) > 0x1p-50 * sum.size + 0x1p-1070 ? sum.value : sharp_sum(a.data(), b.data(), N);
}

/// The same, and known to nearly all of its digits: rounded where it keeps them.
template <std::size_t N>
double precise_sum(const std::array<double, N>& a, const std::array<double, N>& b) {
  static_assert(N <= 4);
  const RoundedSum sum(a.data(), b.data(), N);
  return sum.keeps_digits() ? sum.value : sharp_sum(a.data(), b.data(), N);
}

/// a . b with the exact sign.
inline double signed_dot(const Vec<2>& a, const Vec<2>& b) {
  return signed_sum<2>({a[0], a[1]}, {b[0], b[1]});
}
inline double signed_dot(const Vec<3>& a, const Vec<3>& b) {
  return signed_sum<3>({a[0], a[1], a[2]}, {b[0], b[1], b[2]});
}

/// The same with nearly all digits.
inline double precise_dot(const Vec<2>& a, const Vec<2>& b) {
  return precise_sum<2>({a[0], a[1]}, {b[0], b[1]});
}
inline double precise_dot(const Vec<3>& a, const Vec<3>& b) {
  return precise_sum<3>({a[0], a[1], a[2]}, {b[0], b[1], b[2]});
}

/// |a|^2 - b^2 with the exact sign.
inline double signed_excess(const Vec<2>& a, double b) {
  return signed_sum<3>({a[0], a[1], -b}, {a[0], a[1], b});
}
inline double signed_excess(const Vec<3>& a, double b) {
  return signed_sum<4>({a[0], a[1], a[2], -b}, {a[0], a[1], a[2], b});
}

}  // namespace firsthit
