#pragma once

#include "query/convex/exact/exact_hull.hpp"

#include <firsthit/vec.hpp>

#include <vector>

namespace firsthit {

// Cones of directions, and the direction that comes out of them: docs/numerics/convex.md.

/// The projection of u on the cone of K's outward normals at a place, of any length: what is left of u when
/// its part within the cone of all directions from there into K is taken off. Zero if u points into K, or
/// along its boundary. Requires: `place` is in K.
template <int D>
IntegerVec<D> normal_part(const IntegerVec<D>& u, const DifferenceHull<D>& hull,
                          const RationalPlace<D>& place);

/// The projection of u on the cone that `rays` make, of any length. Requires: none of them is zero.
template <int D>
IntegerVec<D> cone_part(const IntegerVec<D>& u, const std::vector<IntegerVec<D>>& rays);

/// r over its largest component, each component rounded to the nearest double. Zero if r is.
template <int D>
Vec<D> direction_of(const IntegerVec<D>& r);

/// The sum of the unit vectors along the extreme rays of the cone that `rays` make, over its largest
/// component and rounded likewise. Of a cone that contains lines, the part across them counts.
/// Requires: no ray is zero, no two of them point the same way.
template <int D>
Vec<D> middle_direction(const std::vector<IntegerVec<D>>& rays);

}  // namespace firsthit
