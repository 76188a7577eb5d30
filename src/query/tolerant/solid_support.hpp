#pragma once

#include "query/tolerant/solid_meeting.hpp"

namespace firsthit {

/// How one piece touches another, across a normal from the first to the second.
template <int D>
struct FaceContact {
  Vec<D> normal{};         ///< unit
  double gap = 0.0;        ///< [L] along it
  double curvature = 0.0;  ///< [1/L] of the contact: 0 face to face, or one over the joint radius (or the
                           ///< least radius, at an edge)
  Vec<D> ridge{};          ///< unit, of a round edge in space: along it there is no curvature; else zero
};

/// At the separation of `approach`, of which the least radius is above 0. `known` is the normal if they touch
/// face to face, as far as it is known.
template <int D>
FaceContact<D> face_contact_of(const SolidPiece<D>& a, const SolidPiece<D>& b,
                               const RelativeMotion<D>& approach, const Vec<D>& known);

/// Do two that lie on each other along one edge, as a ball in a groove or round sides that are parallel, go
/// along that, with the velocity of `approach`? Then their normal, unit from a to b, stays what it is.
template <int D>
bool go_along_ridge(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach,
                    const Vec<D>& normal);

/// [T] Until two that slide along each other, face to face across `normal` or along an edge, do so no more.
template <int D>
double time_on_face(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach,
                    const Vec<D>& normal);

}  // namespace firsthit
