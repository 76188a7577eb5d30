// No #pragma once: it is included again for every instruction set.
#if defined(FIRSTHIT_QUERY_BATCH_ROUNDING_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef FIRSTHIT_QUERY_BATCH_ROUNDING_HPP
#undef FIRSTHIT_QUERY_BATCH_ROUNDING_HPP
#else
#define FIRSTHIT_QUERY_BATCH_ROUNDING_HPP
#endif

#include "query/batch/lanes.hpp"
#include "query/convex/filter/course_errors.hpp"

#include <cstddef>

// From enclosures to the doubles of an answer, only where every number enclosed has the same one: derived in
// docs/numerics/batches.md.

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {

/// What a lane takes: numbers of the input that are 0 or of such a size, so that nothing below overflows,
/// and nothing that underflows matters.
inline constexpr double kSmallest = 0x1p-100;
inline constexpr double kLargest = 0x1p100;

HWY_INLINE Mask in_range(Lanes x) {
  const Lanes size = abs(x);
  return (size <= kLargest) & ((size >= kSmallest) | (size == 0.0));
}

/// Whether an enclosed number is certain to lie strictly between two neighbouring doubles: these.
struct Between {
  Mask sure;
  Lanes lower;
  Lanes upper;
};

/// Of the numbers within `error` of x. Requires: x.high is x rounded to nearest.
HWY_INLINE Between between(LongLanes x, Lanes error) {
  const Lanes rest = abs(x.low);
  const Mask behind = x.low < 0.0;
  const Lanes lower = either(behind, before(x.high), x.high);
  const Lanes upper = either(behind, x.high, after(x.high));
  return {(x.high > 0.0) & (rest > error) & (rest + error < upper - lower), lower, upper};
}

/// The doubles next to x / y. The guess is cut to 26 bits, so its product with y's head is exact; y's tail
/// rounds by 2^-78, sums by 2^-76: 2^-73 of the guess; dividing by y.high for y costs 3 u of the step, below
/// 2^-50. Requires: x within `error` of x.high + x.low, where that is rounded to x.high but for 2 u of it or
/// an error; y > 0, |y.low| <= u y.high.
HWY_INLINE Between quotient(LongLanes x, Lanes error, LongLanes y) {
  const Lanes guess = head(x.high / y.high);
  const Lanes y_head = head(y.high);
  const Lanes y_tail = (y.high - y_head) + y.low;
  const Lanes step = ((x.high - guess * y_head) + (x.low - guess * y_tail)) / y.high;
  const Lanes doubt = Lanes(1.01) * (error / y.high) + Lanes(0x1p-73) * guess + Lanes(0x1p-50) * abs(step);
  Between r = between(fast_two_sum(guess, step), doubt);
  r.sure = r.sure & (abs(step) < Lanes(0x1p-20) * guess);
  return r;
}

/// A vector whose components are sums of two doubles, each within an error.
template <int D>
struct LongVec {
  PerAxis<Lanes, D> high;
  PerAxis<Lanes, D> low;
  PerAxis<Lanes, D> error;
};

template <int D>
struct Direction {
  Mask sure;
  PerAxis<Lanes, D> component;
};

/// The exact vector over its largest component, each component rounded to nearest.
template <int D>
HWY_INLINE Direction<D> scaled(const LongVec<D>& x) {
  PerAxis<Lanes, D> heads;
  PerAxis<Lanes, D> tails;
  for (std::size_t i = 0; i < D; ++i) {
    const LongLanes sum = two_sum(x.high[i], x.low[i]);
    heads[i] = head(sum.high);
    tails[i] = (sum.high - heads[i]) + sum.low;
  }
  Lanes first = heads[0];
  Lanes rest = tails[0];
  Lanes error_first = x.error[0];
  for (std::size_t i = 1; i < D; ++i) {
    const Mask more = abs(heads[i]) > abs(first);
    first = either(more, heads[i], first);
    rest = either(more, tails[i], rest);
    error_first = either(more, x.error[i], error_first);
  }
  const Lanes sign = times_sign(1.0, first);
  rest = times_sign(rest, first);
  first = abs(first);
  const Lanes inverse = Lanes(1.0) / (first + rest);
  Direction<D> r{error_first < Lanes(0x1p-40) * first, {}};
  Mask taken = !always();
  for (std::size_t i = 0; i < D; ++i) {
    const Mask largest = (abs(heads[i]) == first) & !taken;
    taken = taken | largest;
    const Lanes q = head((heads[i] + tails[i]) * inverse);
    const Lanes low = ((heads[i] - q * first) + (tails[i] - q * rest)) * inverse;
    const Lanes error =
        Lanes(1.01) * (inverse * (x.error[i] + abs(q) * error_first)) + Lanes(0x1p-71) * abs(q);
    const Lanes nearest = q + (low - error);
    // What could be the largest itself is not told here.
    r.sure = r.sure & (largest | ((nearest == q + (low + error)) & (abs(nearest) < 1.0)));
    r.component[i] = either(largest, sign, nearest);
  }
  return r;
}

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
