#pragma once

#include "query/convex/polytope/rounded_polytope.hpp"
#include "query/tolerant/solid_meeting.hpp"

#include <algorithm>

namespace firsthit {

/// [L] The radius of both together, as they meet.
template <int D>
double joint_radius(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach) {
  return std::max(a.radius + b.radius, approach.least_radius);
}

/// The cores of two pieces at rest, b's place being d [L] from a's, without their radii.
template <int D>
void fill_cores(const SolidPiece<D>& a, const SolidPiece<D>& b, const Vec<D>& d, RoundedPolytope<D>& core_a,
                RoundedPolytope<D>& core_b);

/// Two pieces of which one is round, or that have no inside without approach.least_radius: all but the area.
template <int D>
SolidMeeting<D> round_pieces_meet(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                  const RelativeMotion<D>& approach);

template <int D>
SolidDepth<D> round_pieces_depth(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                 const RelativeMotion<D>& approach);

template <int D>
SolidOverlap round_pieces_overlap(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                  const RelativeMotion<D>& approach);

}  // namespace firsthit
