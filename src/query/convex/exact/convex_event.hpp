#pragma once

#include "query/base/first_event.hpp"
#include "query/base/query_trace.hpp"
#include "query/convex/polytope/rounded_polytope.hpp"

namespace firsthit {

/// What the gap of two cores on straight courses does within [0, end].
///
/// It is a function of the two sets and their motion alone, not of the stage that answered: the times are
/// the largest double that is not behind the exact one and the smallest that is not before it.
template <int D>
struct ConvexEvent {
  GapEvent event;
  /// From a to b along the normal, where they meet at the event, or else at the first touch; zero if they
  /// never do. The exact normal over its largest component, each component rounded to the nearest double:
  /// so its length is from 1 to sqrt(D). See docs/numerics/convex.md for what it is where it is not unique.
  Vec<D> direction{};
};

/// The exact stage: whole numbers of any size. `margin` is added to the radii.
/// Requires: what first_hit accepts; 0 <= end < infinity.
template <int D>
ConvexEvent<D> exact_convex_event(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin,
                                  double end, QueryTrace* trace = nullptr);

/// The rounded stage, with a derived error bound: false if it cannot tell; else `event` has the very bits
/// of the exact stage.
template <int D>
bool filter_convex_event(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double end,
                         ConvexEvent<D>& event);

/// The filter, and the exact stage where it cannot tell.
template <int D>
ConvexEvent<D> convex_event(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin,
                            double end, QueryTrace* trace = nullptr);

}  // namespace firsthit
