#pragma once

#include "core/bits.hpp"
#include "exact/double_double.hpp"
#include "exact/double_order.hpp"
#include "query/convex/filter/course_errors.hpp"

#include <firsthit/vec.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

// From numbers with twice the digits and an error to the doubles of an answer: only where every number
// within the error has the same one. Whole derivations: docs/numerics/convex-filter.md.

namespace firsthit {

/// Sizes that filters take: their terms have a degree of four at most, so the fourth power of the smallest
/// times u^2 is 2^-906, far above what underflows (2^-1000), and nothing overflows. 2^204: sums of usual
/// sizes.
inline constexpr double kSmallestFiltered = 0x1p-200;
inline constexpr double kLargestFiltered = 0x1p204;

template <int D>
inline constexpr std::size_t kAxes = static_cast<std::size_t>(D);

/// make(axis) for every axis. Nothing is written before: arrays that are filled later would be cleared first.
template <int D, class Make>
auto for_each_axis(const Make& make) {
  using Each = std::array<decltype(make(std::size_t{0})), kAxes<D>>;
  if constexpr (D == 2) return Each{make(0), make(1)};
  if constexpr (D == 3) return Each{make(0), make(1), make(2)};
}

/// The first 26 bits of a double.
inline double head(double x) {
  constexpr std::uint64_t kHead = ~((std::uint64_t{1} << 27U) - 1U);
  return bit_cast<double>(bit_cast<std::uint64_t>(x) & kHead);
}

/// Two neighbouring doubles, or one twice.
struct NeighbouringDoubles {
  double lower = 0.0;
  double upper = 0.0;
};

/// The doubles next to a number above 0 within `error` of x. False if that may be one itself, or another.
/// Requires: x.high is x rounded to nearest.
inline bool surely_between(const DoubleDouble& x, double error, NeighbouringDoubles& r) {
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

/// The doubles next to x / y. Requires: x within `error` of x.high + x.low, where x.high is that rounded but
/// for 2 u of it or an error; y > 0, and `inverse` is 1 / y.high rounded.
///
/// The guess has 26 bits, so its product with y's head is exact, and x.high less that product, too; y's tail
/// rounds by 2^-78, sums by 2^-76: 2^-73 of the guess. The inverse for 1 / y and its product cost 4 u of the
/// step, below 2^-50. Smaller: an answer might be wrong; larger: the exact stage is asked more often.
inline bool surely_between_quotient(const DoubleDouble& x, double error, const DoubleDouble& y,
                                    double inverse, NeighbouringDoubles& r) {
  const double guess = head(x.high * inverse);
  const double y_head = head(y.high);
  const double y_tail = (y.high - y_head) + y.low;
  const double step = ((x.high - guess * y_head) + (x.low - guess * y_tail)) * inverse;
  const double doubt = 1.01 * (error * inverse) + 0x1p-73 * guess + 0x1p-50 * std::fabs(step);
  return surely_between(fast_two_sum(guess, step), doubt, r) && std::fabs(step) < 0x1p-20 * guess;
}

/// The double nearest to all numbers within `error` of high + low, 0.0 for -0.0. False if there is not only
/// one.
inline bool surely_nearest(double high, double low, double error, double& r) {
  const double margin = 1.01 * error + 2.0 * kHalfUlp * std::fabs(low);
  r = high + (low - margin);
  return r == high + (low + margin);
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

/// The components of a vector over the one that is taken for the largest: high + low +- error.
template <int D>
struct Quotients {
  double high[kAxes<D>];
  double low[kAxes<D>];
  double error[kAxes<D>];
};

/// Rounds all but `most`, and returns it; or returns a component that is surely larger. Where one may be
/// larger, it does not matter to these two, but the others are off by as much.
template <int D>
std::size_t surely_rounded(const Quotients<D>& x, std::size_t most, Vec<D>& r, bool& sure) {
  double blur = 0.0;
  for (std::size_t k = 1; k < D; ++k) {
    const std::size_t i = most + k < D ? most + k : most + k - D;
    const double excess = (std::fabs(x.high[i]) - 1.0) + std::copysign(1.0, x.high[i]) * x.low[i];
    if (excess > x.error[i]) return i;
    if (excess >= -x.error[i]) blur += 2.0 * x.error[i];
  }
  for (std::size_t k = 1; k < D; ++k) {
    const std::size_t i = most + k < D ? most + k : most + k - D;
    sure &= surely_nearest(x.high[i], x.low[i], x.error[i] + blur * std::fabs(x.high[i]), r[i]);
  }
  return most;
}

/// The exact vector over its largest component, each component rounded to nearest. False if in doubt.
/// `most`: the largest, as far as doubles tell.
template <int D>
bool surely_scaled(const HeadVec<D>& x, std::size_t most, Vec<D>& r) {
  const double sign = std::copysign(1.0, x.head[most]);
  const double whole = sign * (x.head[most] + x.tail[most]);
  const double inverse = 1.0 / whole;
  const double first = head(whole);
  const double rest = (sign * x.head[most] - first) + sign * x.tail[most];
  Quotients<D> q;
  for (std::size_t k = 1; k < D; ++k) {
    const std::size_t i = most + k < D ? most + k : most + k - D;
    q.high[i] = head((x.head[i] + x.tail[i]) * inverse);
    q.low[i] = ((x.head[i] - q.high[i] * first) + (x.tail[i] - q.high[i] * rest)) * inverse;
    const double size = std::fabs(q.high[i]);
    q.error[i] = inverse * (x.error[i] + size * x.error[most]) + 0x1p-72 * size;
  }
  r[most] = sign;
  bool sure = x.error[most] < 0x1p-60 * first;
  const std::size_t larger = surely_rounded(q, most, r, sure);
  return sure && (larger == most || surely_scaled(x, larger, r));
}

template <int D>
bool surely_scaled(const HeadVec<D>& x, Vec<D>& r) {
  std::size_t most = 0;
  for (std::size_t i = 1; i < D; ++i) most = std::fabs(x.head[i]) > std::fabs(x.head[most]) ? i : most;
  return surely_scaled(x, most, r);
}

/// The direction of a vector that moves. All but a few steps of it are done before it is known how far: a
/// third of the time of surely_scaled is left then.
template <int D>
class TurningDirection {
 public:
  /// From x along v. Errors: docs/numerics/convex-filter.md.
  TurningDirection(const HeadVec<D>& x, const std::array<double, kAxes<D>>& v) {
    for (std::size_t i = 1; i < D; ++i) most_ = std::fabs(x.head[i]) > std::fabs(x.head[most_]) ? i : most_;
    sign_ = std::copysign(1.0, x.head[most_]);
    const double whole = sign_ * (x.head[most_] + x.tail[most_]);
    const double first = head(whole);
    const double rest = (sign_ * x.head[most_] - first) + sign_ * x.tail[most_];
    inverse_ = 1.0 / whole;
    growth_ = sign_ * v[most_] * inverse_;
    sure_ = x.error[most_] < 0x1p-60 * first;
    for (std::size_t k = 1; k < D; ++k) {
      const std::size_t i = other(k);
      const double q = head((x.head[i] + x.tail[i]) * inverse_);
      quotient_[k] = q;
      rest_[k] = (x.head[i] - q * first) + (x.tail[i] - q * rest);
      slope_[k] = v[i] - q * (sign_ * v[most_]);
      error_[k] = inverse_ * (x.error[i] + std::fabs(q) * x.error[most_]) + 0x1p-72 * std::fabs(q);
    }
  }

  /// After `step`, small beside what moves x by its own size: over its largest component, each component
  /// rounded to nearest. False if in doubt.
  bool after(double step, Vec<D>& r) const {
    const double grown = growth_ * step;
    const double inverse = inverse_ * (1.0 - grown);
    bool sure = sure_;
    for (std::size_t k = 1; k < D; ++k) {
      const double low = (rest_[k] + slope_[k] * step) * inverse;
      const double error = error_[k] + 2.0 * std::fabs(low) * (grown * grown);
      double& component = r[other(k)];
      const bool nearest = surely_nearest(quotient_[k], low, error, component);
      sure = sure & nearest & (std::fabs(component) < 1.0);  // else another is the largest, or as large
    }
    r[most_] = sign_;
    return sure & (std::fabs(grown) < 0x1p-10);
  }

 private:
  std::size_t other(std::size_t k) const { return most_ + k < D ? most_ + k : most_ + k - D; }

  std::size_t most_ = 0;  // the largest component
  double sign_;           // of it
  double inverse_;        // of it
  double growth_;         // of it, over itself, per step
  bool sure_;
  // Of the others: quotients of 26 bits, the rests that those leave, and how these change per step.
  std::array<double, kAxes<D>> quotient_;
  std::array<double, kAxes<D>> rest_;
  std::array<double, kAxes<D>> slope_;
  std::array<double, kAxes<D>> error_;
};

template <int D>
bool surely_scaled(const std::array<Enclosed, kAxes<D>>& x, std::size_t most, Vec<D>& r) {
  const double sign = std::copysign(1.0, x[most].value.high);
  const double high = sign * x[most].value.high;
  const double low = sign * x[most].value.low;
  const double inverse = 1.0 / high;
  Quotients<D> q;
  for (std::size_t k = 1; k < D; ++k) {
    const std::size_t i = most + k < D ? most + k : most + k - D;
    q.high[i] = x[i].value.high * inverse;
    const Exactly product = two_product(q.high[i], high);
    const double rest =
        ((x[i].value.high - product.value) - product.error) + (x[i].value.low - q.high[i] * low);
    q.low[i] = rest * inverse;
    const double size = std::fabs(q.high[i]);
    q.error[i] = inverse * (x[i].error + size * x[most].error) + 32.0 * kUnitSquared * size;
  }
  r[most] = sign;
  bool sure = x[most].error < 0x1p-80 * high;
  const std::size_t larger = surely_rounded(q, most, r, sure);
  return sure && (larger == most || surely_scaled<D>(x, larger, r));
}

template <int D>
bool surely_scaled(const std::array<Enclosed, kAxes<D>>& x, Vec<D>& r) {
  std::size_t most = 0;
  for (std::size_t i = 1; i < D; ++i) most = x[i].size() > x[most].size() ? i : most;
  return surely_scaled<D>(x, most, r);
}

}  // namespace firsthit
