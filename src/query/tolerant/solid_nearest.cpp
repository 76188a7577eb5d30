#include "query/tolerant/solid_nearest.hpp"

#include "core/vec_math.hpp"
#include "query/convex/contact/contact.hpp"
#include "query/convex/exact/signed_gap.hpp"
#include "query/convex/filter/filter_nearest.hpp"
#include "query/tolerant/solid_round.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

/// Most pairs take less than ten steps; where rounding makes it go round in circles, exact arithmetic tells.
constexpr int kMostSteps = 48;

/// The corner of a core that is furthest along n.
template <int D>
Vec<D> furthest(const SolidPiece<D>& piece, const Vec<D>& n) {
  using Kind = typename SolidPiece<D>::Kind;
  if (piece.kind == Kind::Ball) return {};
  if (piece.kind == Kind::Box) {
    Vec<D> corner = piece.half;
    for (std::size_t axis = 0; axis < D; ++axis)
      if (n[axis] < 0.0) corner[axis] = -corner[axis];
    return corner;
  }
  return *std::max_element(piece.facets.vertices.begin(), piece.facets.vertices.end(),
                           [&n](const Vec<D>& x, const Vec<D>& y) { return dot(n, x) < dot(n, y); });
}

/// The same by exact arithmetic.
template <int D>
CoresApart<D> exactly_apart(const SolidPiece<D>& a, const SolidPiece<D>& b, const Vec<D>& d) {
  RoundedPolytope<D> core_a;
  RoundedPolytope<D> core_b;
  fill_cores(a, b, d, core_a, core_b);
  const SignedGap<D> gap = signed_gap(core_a, core_b);
  if (!(gap.gap > 0.0)) return {};
  const Vec<D> normal = unit(gap.direction);
  return {std::max(dot(normal, d) - (core_reach(a, normal) + core_reach(b, -normal)), 0.0), normal};
}

}  // namespace

/// Gilbert, Johnson and Keerthi (1988): the nearest place of the hull of a few differences of corners, and
/// ever again the difference that is furthest towards d from there.
template <int D>
CoresApart<D> cores_apart(const SolidPiece<D>& a, const SolidPiece<D>& b, const Vec<D>& d, double doubt) {
  Simplex<D> simplex;
  Vec<D> toward = d;
  Vec<D> place;
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec<D> corner = furthest(a, toward) - furthest(b, -toward);
    if (step > 0) {
      const double size = length(toward);
      const Vec<D> normal = (1.0 / size) * toward;
      const double least = dot(normal, d) - (core_reach(a, normal) + core_reach(b, -normal));
      if (size - least <= doubt) return {std::max(least, 0.0), normal};
    }
    simplex.corner[simplex.count++].w = corner;
    place = nearest_place(d, simplex, step > 0);
    if (simplex.count > D) return {};
    toward = d - place;
    if (length(toward) <= 0.5 * doubt) return {};
  }
  return exactly_apart(a, b, d);
}

template CoresApart<2> cores_apart(const SolidPiece<2>&, const SolidPiece<2>&, const Vec<2>&, double);
template CoresApart<3> cores_apart(const SolidPiece<3>&, const SolidPiece<3>&, const Vec<3>&, double);

}  // namespace firsthit
