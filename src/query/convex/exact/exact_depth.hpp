#pragma once

#include "query/convex/exact/exact_hull.hpp"

#include <vector>

namespace firsthit {

/// The facets of K nearest to a place in K.
template <int D>
struct LeastDepth {
  std::vector<IntegerVec<D>> normals;  ///< outward, of any length, no two along one another
  Integer height;                      ///< the depth, times the first normal's length and the place's scale
};

/// The boundary of a polytope of vertices of K around a place in K, as far as it was needed.
template <int D>
struct Shell {
  struct Facet {
    std::array<std::size_t, static_cast<std::size_t>(D)> corners{};
    IntegerVec<D> normal;    // outward, of any length
    Integer height;          // over the place: depth times length of normal times scale, >= 0
    Integer height_squared;  // these two tell the depth
    Integer normal_squared;
    bool final = false;  // a facet of K itself
  };
  std::vector<DifferenceVertex<D>> vertices;
  std::vector<Facet> facets;
};

/// Grows a simplex of vertices of K around `place` until the facets of least depth are those of K: the
/// expanding polytope of van den Bergen 2001 (Proximity queries and penetration depth computation on 3D game
/// objects), exact. Stops as soon as the place is known to be inside K, if `only_inside`.
/// Requires: `full` has D + 1 vertices, and holds the place.
template <int D>
Shell<D> grown_shell(const DifferenceHull<D>& hull, const RationalPlace<D>& place,
                     const ExactSimplex<D>& full, bool only_inside);

/// Is the place on the boundary of K? Requires: a shell of grown_shell.
template <int D>
bool on_boundary(const Shell<D>& shell);

/// Requires: `full` has D + 1 vertices, and holds the place.
template <int D>
LeastDepth<D> least_depth(const DifferenceHull<D>& hull, const RationalPlace<D>& place,
                          const ExactSimplex<D>& full);

}  // namespace firsthit
