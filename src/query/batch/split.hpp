// No #pragma once: it is included again for every instruction set.
#if defined(FIRSTHIT_QUERY_BATCH_SPLIT_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef FIRSTHIT_QUERY_BATCH_SPLIT_HPP
#undef FIRSTHIT_QUERY_BATCH_SPLIT_HPP
#else
#define FIRSTHIT_QUERY_BATCH_SPLIT_HPP
#endif

#include "query/batch/lanes.hpp"

// Sums of products with some 70 bits, without the cost of double-doubles: products of heads are exact, and
// what is lost of tails is far below a double's last place.

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {

/// A number as 26 bits and a tail that is 2^-25 of them at most.
struct Split {
  Lanes head;
  Lanes tail;
};

HWY_INLINE Split split(Lanes x) {
  const Lanes most = head(x);
  return {most, x - most};
}

/// Error: 2^-78 of it.
HWY_INLINE Split split(LongLanes x) {
  const LongLanes sum = two_sum(x.high, x.low);
  const Lanes most = head(sum.high);
  return {most, (sum.high - most) + sum.low};
}

struct SplitSum {
  Lanes sum;
  Lanes rest;

  HWY_INLINE void add_product(const Split& x, const Split& y) {
    const LongLanes total = two_sum(sum, x.head * y.head);
    sum = total.high;
    rest = rest + (total.low + (x.head * y.tail + x.tail * (y.head + y.tail)));
  }
};

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
