#pragma once

#include "query/convex/exact/exact_hull.hpp"

#include <firsthit/vec.hpp>

#include <vector>

namespace firsthit {

// Which of several normals of K is the direction: docs/numerics/convex.md.

/// The one nearest to -v of those that the cone of `normals` holds, or if that is zero the middle of all.
/// Requires: no normal is zero, no two of them point the same way.
template <int D>
Vec<D> direction_in_cone(const IntegerVec<D>& v, const std::vector<IntegerVec<D>>& normals);

/// The same of all outward normals of K at `place`. Requires: the place is on the boundary of K, or K is
/// flat and the place in it.
template <int D>
Vec<D> direction_on_boundary(const IntegerVec<D>& v, const DifferenceHull<D>& hull,
                             const RationalPlace<D>& place);

}  // namespace firsthit
