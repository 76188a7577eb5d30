#pragma once

#include "exact/double_double.hpp"
#include "exact/double_order.hpp"

#include <firsthit/vec.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

// From numbers with twice the digits and an error to the doubles of an answer: only where every number
// within the error has the same one. Derivations: docs/numerics/convex-filter.md.

namespace firsthit {

inline constexpr double kHalfUlp = 0x1p-53;                          // u
inline constexpr double kSmallestFiltered = 0x1p-200;
inline constexpr double kLargestFiltered = 0x1p204;

inline constexpr double kTailError = 0x1p-74;

template <int D>
inline constexpr std::size_t kAxes = static_cast<std::size_t>(D);

/// Two neighbouring doubles, or one twice.
struct Neighbours {
  double lower = 0.0;
  double upper = 0.0;
};

/// The doubles next to a number above 0 within `error` of x. False if that may be one itself, or another.
/// Requires: x.high is x rounded to nearest.
inline bool surely_between(const DoubleDouble& x, double error, Neighbours& r) {
  if (!(x.high > 0.0)) return false;
  const std::int64_t i = ordinal(x.high);
  const std::int64_t behind = x.low < 0.0 ? 1 : 0;  // as a number: which way is up to chance
  r.lower = from_ordinal(i - behind);
  r.upper = from_ordinal(i - behind + 1);
  const double rest = std::fabs(x.low);
  if (rest > error && rest + error < r.upper - r.lower) return true;
  r.lower = r.upper = x.high;
  return rest == 0.0 && error == 0.0;
}

/// The double nearest to all numbers within `error` of high + low, 0.0 for -0.0. False if there is not only
/// one. Requires: |low| below 2^-20 |high|, or high is 0.
inline bool surely_nearest(double high, double low, double error, double& r) {
  const double margin = 1.01 * error + 0x1p-80 * std::fabs(high);
  r = high + (low - margin);
  return r == high + (low + margin);
}

inline Vec<3> cross(const Vec<3>& a, const Vec<3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// The first 26 bits of a double.
inline double head(double x) {
  constexpr std::uint64_t kHead = ~((std::uint64_t{1} << 27U) - 1U);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & kHead);
}

/// A number as a head of 26 bits and a tail that is far smaller: products of heads are exact, and what is
/// lost of tails is far below a double's last place.
struct Split {
  double head = 0.0;
  double tail = 0.0;

  Split() = default;
  Split(double h, double t) : head(h), tail(t) {}
  explicit Split(double x) : head(firsthit::head(x)), tail(x - head) {}
  explicit Split(const Exactly& x) : head(firsthit::head(x.value)), tail((x.value - head) + x.error) {}
};

/// A sum of products of split numbers. Error: docs/numerics/convex-filter.md.
class SplitSum {
 public:
  SplitSum() = default;
  explicit SplitSum(const DoubleDouble& x) : sum_{x.high, x.low} {}
  void add_product(const Split& a, const Split& b) {
    const Exactly total = two_sum(sum_.value, a.head * b.head);
    sum_ = {total.value, sum_.error + (total.error + (a.head * b.tail + a.tail * (b.head + b.tail)))};
  }
  const Exactly& parts() const { return sum_; }
  double value() const { return sum_.value + sum_.error; }

 private:
  Exactly sum_{0.0, 0.0};
};

/// A vector of split numbers, with an error of each.
template <int D>
struct HeadVec {
  double head[kAxes<D>];
  double tail[kAxes<D>];
  double error[kAxes<D>];
};

/// Is a quotient of high + low surely not above 1, or so close to it that its inverse rounds to 1 as well?
inline bool at_most_one(double high, double low) {
  return (std::fabs(high) - 1.0) + std::copysign(1.0, high) * low < 0x1p-56;
}

/// The exact vector over its largest component, each component rounded to nearest. False if in doubt.
template <int D>
bool surely_scaled(const HeadVec<D>& x, Vec<D>& r, std::size_t most) {
  const double sign = std::copysign(1.0, x.head[most]);
  const double first = sign * x.head[most];
  const double rest = sign * x.tail[most];
  const double inverse = 1.0 / (first + rest);
  r[most] = sign;
  bool sure = (std::fabs(rest) < 0x1p-20 * first) & (x.error[most] < 0x1p-70 * first);
  for (std::size_t k = 1; k < D; ++k) {
    const std::size_t i = most + k < D ? most + k : most + k - D;
    const double q = head((x.head[i] + x.tail[i]) * inverse);
    const double low = ((x.head[i] - q * first) + (x.tail[i] - q * rest)) * inverse;
    if (!at_most_one(q, low)) return sure && surely_scaled(x, r, i);
    const double error = inverse * (x.error[i] + std::fabs(q) * x.error[most]) + 0x1p-72 * std::fabs(q);
    sure &= surely_nearest(q, low, error, r[i]);
  }
  return sure;
}

template <int D>
bool surely_scaled(const HeadVec<D>& x, Vec<D>& r) {
  std::size_t most = 0;
  for (std::size_t i = 1; i < D; ++i) most = std::fabs(x.head[i]) > std::fabs(x.head[most]) ? i : most;
  return surely_scaled(x, r, most);
}

template <int D>
bool surely_scaled(const std::array<Enclosed, kAxes<D>>& x, Vec<D>& r, std::size_t most) {
  const double sign = std::copysign(1.0, x[most].value.high);
  const double high = sign * x[most].value.high;
  const double low = sign * x[most].value.low;
  const double inverse = 1.0 / high;
  r[most] = sign;
  if (!(x[most].error < 0x1p-60 * high)) return false;
  bool sure = true;
  for (std::size_t k = 1; k < D; ++k) {
    const std::size_t i = most + k < D ? most + k : most + k - D;
    const double q = x[i].value.high * inverse;
    const Exactly product = two_product(q, high);
    const double rest =
        (((x[i].value.high - product.value) - product.error) + (x[i].value.low - q * low)) * inverse;
    if (!at_most_one(q, rest)) return surely_scaled<D>(x, r, i);
    const double error =
        inverse * (x[i].error + std::fabs(q) * x[most].error) + 32.0 * kUnitSquared * std::fabs(q);
    sure &= surely_nearest(q, rest, error, r[i]);
  }
  return sure;
}

template <int D>
bool surely_scaled(const std::array<Enclosed, kAxes<D>>& x, Vec<D>& r) {
  std::size_t most = 0;
  for (std::size_t i = 1; i < D; ++i) most = x[i].size() > x[most].size() ? i : most;
  return surely_scaled<D>(x, r, most);
}

}  // namespace firsthit
