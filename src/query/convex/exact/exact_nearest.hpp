#pragma once

#include "query/convex/exact/exact_hull.hpp"

namespace firsthit {

/// Where a place is seen from K: the place of K nearest to it.
template <int D>
struct NearestPart {
  /// The smallest part whose hull holds the nearest place in its inside.
  ExactSimplex<D> part;
  bool inside = false;   ///< is the place in K itself?
  IntegerVec<D> normal;  ///< from K to the place, of any length; zero if inside
  Integer height;        ///< normal . (place - part) * scale: the distance, times normal's length and scale
};

/// Source: Wolfe 1976, doi:10.1007/BF01580381; Gilbert, Johnson, Keerthi 1988, doi:10.1109/56.2083. Every
/// step comes strictly nearer, as numbers are exact: so it ends. `start` is where to look first, and may be
/// empty; it never changes the answer but for `part` where several are right.
template <int D>
NearestPart<D> nearest_part(const DifferenceHull<D>& hull, const RationalPlace<D>& place,
                            const ExactSimplex<D>& start = {});

}  // namespace firsthit
