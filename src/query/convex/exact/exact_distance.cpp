#include "query/convex/exact/exact_distance.hpp"

#include "query/convex/exact/exact_cone.hpp"
#include "query/convex/exact/exact_depth.hpp"
#include "query/convex/exact/exact_direction.hpp"
#include "query/convex/exact/exact_nearest.hpp"
#include "query/convex/exact/exact_pair.hpp"

#include <algorithm>
#include <utility>

namespace firsthit {
namespace {

/// (height / (scale * sqrt(n)) - reach) * 2^exponent, rounded to the nearest double. Requires: n > 0.
double rounded_gap(const Integer& height, const Integer& scale, const Integer& n, const Integer& reach,
                   std::int64_t exponent) {
  // = (+-sqrt(square) - rest) / divisor
  const Integer square = height * height * n;
  const Integer divisor = scale * n;
  const Integer rest = reach * divisor;
  const auto side = [&](const Integer& root) { return height.sign() < 0 ? -root : root; };
  const Integer root = square_root(square);
  if (compare(root * root, square) == 0)
    return rounded_quotient(side(root) - rest, divisor, exponent).nearest;
  // The root is irrational: no tie, and more digits tell in the end.
  for (std::size_t bits = 64;; bits *= 2) {
    const Integer low = square_root(square << (2 * bits));
    const Integer fine_rest = rest << bits;
    const Integer fine_divisor = divisor << bits;
    const double one = rounded_quotient(side(low) - fine_rest, fine_divisor, exponent).nearest;
    const double other = rounded_quotient(side(low + Integer(1)) - fine_rest, fine_divisor, exponent).nearest;
    if (one == other) return one;
  }
}

}  // namespace

template <int D>
ExactNearest<D> exact_nearest(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double t,
                              double margin) {
  const ExactPair<D> pair(a, b, margin);
  const RationalPlace<D> place = pair.at(t);
  NearestPart<D> nearest = nearest_part(pair.hull, place);
  ExactNearest<D> r;
  const auto measure = [&](const Integer& height, const Integer& n) {
    r.gap = rounded_gap(height, place.scale, n, pair.reach, pair.length_unit);
    const Integer reach = place.scale * pair.reach;
    r.sign = height.sign() > 0 ? compare(height * height, reach * reach * n)
                               : std::min(height.sign(), -reach.sign());
  };
  r.cores_meet = nearest.inside;
  if (!nearest.inside) {
    r.direction = direction_of(nearest.normal);
    measure(nearest.height, dot(nearest.normal, nearest.normal));
    return r;
  }
  extend(pair.hull, nearest.part);
  if (nearest.part.size <= D) {
    r.direction = direction_on_boundary(pair.velocity, pair.hull, place);
    measure(0, 1);
    return r;
  }
  const LeastDepth<D> depth = least_depth(pair.hull, place, nearest.part);
  r.direction = direction_in_cone(pair.velocity, depth.normals);
  measure(-depth.height, dot(depth.normals[0], depth.normals[0]));
  return r;
}

template ExactNearest<2> exact_nearest(const RoundedPolytope<2>&, const RoundedPolytope<2>&, double, double);
template ExactNearest<3> exact_nearest(const RoundedPolytope<3>&, const RoundedPolytope<3>&, double, double);

}  // namespace firsthit
