#pragma once

#include "query/convex/exact/exact_hull.hpp"
#include "query/convex/polytope/rounded_polytope.hpp"

#include <cstdint>

namespace firsthit {

/// Two cores on straight courses in whole numbers: seen from a, b is at velocity * time, and the two touch
/// while that place is within reach of the polytope K. Lengths are multiples of 2^length_unit, times are in
/// units of 2^time_unit.
template <int D>
struct ExactPair {
  DifferenceHull<D> hull;
  IntegerVec<D> velocity;
  Integer reach;
  std::int64_t length_unit = 0;
  std::int64_t time_unit = 0;

  ExactPair(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin);

  /// Where b is, seen from a. Requires: t is finite and >= 0.
  RationalPlace<D> at(double t) const;
};

}  // namespace firsthit
