#pragma once

#include "query/convex/exact/exact_hull.hpp"

namespace firsthit {

/// How the line x = v time, all of it, lies to the polytope K grown by a reach.
template <int D>
struct LinePass {
  enum class Aim {
    Past,      ///< they do not meet
    Touching,  ///< it meets the boundary, seen along v
    Through    ///< it meets the inside, seen along v: K has one if it is not flat across v
  };
  Aim aim = Aim::Past;
  IntegerVec<D> across;    ///< if touching: outward normal of K across v, towards the line
  ExactSimplex<2> around;  ///< if through and reach is 0, in 3D: a triangle that holds the line, seen along v
};

/// Requires: v is not zero, reach >= 0.
template <int D>
LinePass<D> line_pass(const DifferenceHull<D>& hull, const IntegerVec<D>& v, const Integer& reach);

/// Where a line enters K: at the time numerator / denominator.
template <int D>
struct LineEntry {
  Integer numerator;
  Integer denominator = 1;  ///< > 0
  IntegerVec<D> normal;  ///< the only outward normal there; zero if there are more, or it was not looked for
};

/// The first time at which the line touches the grown K. Requires: the pass of the same line; not past,
/// and if reach is not 0, touching.
template <int D>
LineEntry<D> line_entry(const DifferenceHull<D>& hull, const IntegerVec<D>& v, const LinePass<D>& pass);

}  // namespace firsthit
