#pragma once

#include "query/convex/filter/filter_corners.hpp"
#include "query/convex/filter/filter_nearest.hpp"

#include <vector>

namespace firsthit {

/// Which facet of K is nearest to p, a place inside: by a growing polytope of K's corners around p, from a
/// simplex with D + 1 corners. The facet's corners are left in `simplex`. It is the only one, if it is a
/// facet and the corners in `tied` are on its plane: both remain to be proven. False if in doubt.
/// Source: van den Bergen, Proximity queries and penetration depth computation on 3D game objects (2001).
template <int D>
bool find_least_depth(const CorePair<D>& pair, Simplex<D>& simplex, std::vector<Difference<D>>& tied);

}  // namespace firsthit
