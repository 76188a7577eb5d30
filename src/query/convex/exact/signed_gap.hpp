#pragma once

#include "query/convex/polytope/rounded_polytope.hpp"

namespace firsthit {

/// The sign of the gap of two cores, their radii grown by `margin` in all, after t [T]. Exact.
template <int D>
int gap_sign_at(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double t);

/// How far two cores are apart, now.
template <int D>
struct SignedGap {
  double gap = 0.0;    ///< [L] rounded to the nearest double; minus the least depth where they overlap
  Vec<D> direction{};  ///< as in a ConvexEvent of two that rest; zero if the cores themselves meet
};

/// Exact, but for the rounding of the answer.
template <int D>
SignedGap<D> signed_gap(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b);

}  // namespace firsthit
