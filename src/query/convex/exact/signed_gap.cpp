#include "query/convex/exact/signed_gap.hpp"

#include "query/convex/exact/exact_cone.hpp"
#include "query/convex/exact/exact_depth.hpp"
#include "query/convex/exact/exact_pair.hpp"
#include "query/convex/exact/exact_search.hpp"

#include <utility>

namespace firsthit {
namespace {

/// (height / sqrt(squared_length) - reach) * 2^unit, to the nearest double.
double rounded_gap(const Integer& height, const Integer& squared_length, const Integer& reach,
                   std::int64_t unit) {
  // Times squared_length: +-sqrt(height^2 squared_length) - reach squared_length. The root lies between whole
  // numbers, of ever smaller units, until both ends round alike.
  const Integer square = height * height * squared_length;
  const Integer less = reach * squared_length;
  for (std::size_t bits = 64;; bits *= 2) {
    const Integer fine = square << 2 * bits;
    const Integer root = square_root(fine);
    const Integer next = compare(root * root, fine) == 0 ? root : root + 1;
    const bool inside = height.sign() < 0;
    const Integer low = (inside ? -next : root) - (less << bits);
    const Integer high = (inside ? -root : next) - (less << bits);
    if (low.sign() == 0 && high.sign() == 0) return 0.0;
    const double one = rounded_quotient(low, squared_length << bits, unit).nearest;
    if (one == rounded_quotient(high, squared_length << bits, unit).nearest) return one;
  }
}

/// Two cores and their nearest parts.
template <int D>
struct Seen {
  ExactPair<D> pair;
  RationalPlace<D> place;
  NearestPart<D> nearest;

  Seen(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double t)
      : pair(a, b, margin), place(pair.at(t)), nearest(nearest_part(pair.hull, place)) {}

  /// The least depth in K: of height 0 if K has no inside.
  LeastDepth<D> depth() {
    ExactSimplex<D> full = nearest.part;
    extend(pair.hull, full);
    if (full.size <= D) return {};
    return least_depth(pair.hull, place, full);
  }
};

}  // namespace

template <int D>
int gap_sign_at(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double t) {
  Seen<D> seen(a, b, margin, t);
  if (!seen.nearest.inside) return gap_sign(seen.pair, seen.nearest, seen.place.scale);
  return seen.pair.reach.sign() > 0 || seen.depth().height.sign() > 0 ? -1 : 0;
}

template <int D>
SignedGap<D> signed_gap(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b) {
  Seen<D> seen(a, b, 0.0, 0.0);
  const ExactPair<D>& pair = seen.pair;
  SignedGap<D> r;
  if (!seen.nearest.inside) {
    const IntegerVec<D>& normal = seen.nearest.normal;
    r.direction = direction_of(normal);
    r.gap = rounded_gap(seen.nearest.height, dot(normal, normal), pair.reach, pair.length_unit);
    return r;
  }
  const LeastDepth<D> depth = seen.depth();
  if (depth.height.sign() == 0) {
    r.gap = -rounded_quotient(pair.reach, 1, pair.length_unit).nearest;
  } else {
    r.gap = rounded_gap(-depth.height, dot(depth.normals[0], depth.normals[0]), pair.reach, pair.length_unit);
  }
  return r;
}

template int gap_sign_at(const RoundedPolytope<2>&, const RoundedPolytope<2>&, double, double);
template int gap_sign_at(const RoundedPolytope<3>&, const RoundedPolytope<3>&, double, double);
template SignedGap<2> signed_gap(const RoundedPolytope<2>&, const RoundedPolytope<2>&);
template SignedGap<3> signed_gap(const RoundedPolytope<3>&, const RoundedPolytope<3>&);

}  // namespace firsthit
