#pragma once

#include "query/base/query_trace.hpp"
#include "query/convex/exact/exact_nearest.hpp"
#include "query/convex/exact/exact_pair.hpp"

#include <optional>

namespace firsthit {

/// The sign of the gap at a place outside K, from which `nearest` is seen; `scale` is the place's.
template <int D>
int gap_sign(const ExactPair<D>& pair, const NearestPart<D>& nearest, const Integer& scale = 1);

/// The first touch of a pair that is apart at the start and closes.
template <int D>
struct ExactTouch {
  double lower = 0.0;  ///< [T] equals `upper` or is the double before it
  double upper = 0.0;
  IntegerVec<D> normal;  ///< from K to where b is at `lower`
};

/// Nothing if it is after `end`. Requires: `at_start` is seen at time 0, the gap is above 0 there and falls,
/// and the course meets the inside of the grown K. `trace` may be null.
template <int D>
std::optional<ExactTouch<D>> first_touch_in(const ExactPair<D>& pair, NearestPart<D> at_start, double end,
                                            QueryTrace* trace);

}  // namespace firsthit
