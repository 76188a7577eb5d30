#pragma once

#include "query/convex/filter_corners.hpp"
#include "query/convex/filter_nearest.hpp"

namespace firsthit {

/// Which facet of K is nearest to p, a place inside: by a growing polytope of K's corners around p, from a
/// simplex with D + 1 corners. The facet's corners are left in `simplex`.
/// False if it is not sure that no other facet is as near. Whether it is one remains to be proven: that all
/// of K lies behind it.
/// Source: van den Bergen, Proximity queries and penetration depth computation on 3D game objects (2001).
template <int D>
bool find_least_depth(const CorePair<D>& pair, Simplex<D>& simplex);

}  // namespace firsthit
