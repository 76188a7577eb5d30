#pragma once

#include "query/convex/polytope/rounded_polytope.hpp"

namespace firsthit {

/// How two convex shapes lie to each other at one time: a function of the exact sets alone.
template <int D>
struct ExactNearest {
  /// [L] the signed distance less the radii and the margin, rounded to the nearest double. Where the cores
  /// meet it is minus the least depth of K, which is 0 if K is flat, less these.
  double gap = 0.0;
  int sign = 0;  ///< of the exact gap, even where the double is 0
  /// Is b's place in K: do the cores meet?
  bool cores_meet = false;
  /// From a to b along the normal, over its largest component, each component rounded to the nearest double,
  /// as in ConvexEvent. Zero only where it says so in docs/numerics/convex.md, if b's place is in K.
  Vec<D> direction{};
};

/// At the time t, in whole numbers. `margin` is added to the radii.
/// Requires: what first_hit accepts; 0 <= t < infinity.
template <int D>
ExactNearest<D> exact_nearest(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double t,
                              double margin = 0.0);

}  // namespace firsthit
