#pragma once

#include "core/vec_math.hpp"
#include "query/convex/polytope/inline_vector.hpp"
#include "query/tolerant/solid_meeting.hpp"

#include <cmath>
#include <span>

namespace firsthit {

/// n . v, or 0 where rounding cannot tell it from that.
template <int D>
double rate_along(const Vec<D>& n, const Vec<D>& v) {
  double rate = 0.0;
  double size = 0.0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double product = n[axis] * v[axis];
    rate += product;
    size += std::fabs(product);
  }
  return std::fabs(rate) > 0x1p-50 * size ? rate : 0.0;
}

/// One of the planes that bound the polytope of all places of b where it overlaps a.
template <int D>
struct Plane {
  Vec<D> normal{};     ///< outward, from a to b, unit to rounding
  double reach = 0.0;  ///< [L] of the polytope along the normal
  double gap = 0.0;    ///< [L] of b's place over the plane, now
  double rate = 0.0;   ///< [L/T] at which that grows
  double fall = 0.0;   ///< [L/T^2] at which the rate grows

  bool keeps_apart() const { return gap >= 0.0 && rate >= 0.0 && fall >= 0.0; }
};

/// Two planes whose unit normals differ by less (squared) count as one face where a contact asks whether it
/// is near a corner: such corners do not put its normal in doubt by more than the root of it, 2^-20. (Normals
/// are known to some u: 2^-106, squared, so rounding never parts a face from itself.)
inline constexpr double kSameFace = 0x1p-40;

template <int D>
bool is_same_face(const Plane<D>& a, const Plane<D>& b) {
  return length_squared(a.normal - b.normal) <= kSameFace;
}

/// The plane of this normal, `reach` [L] from a's place.
template <int D>
Plane<D> plane_at(const Vec<D>& normal, double reach, const RelativeMotion<D>& approach) {
  Plane<D> plane;
  plane.normal = normal;
  plane.reach = reach;
  plane.gap = dot(normal, approach.d) - reach;
  plane.rate = rate_along(normal, approach.v);
  if (approach.falls()) plane.fall = rate_along(normal, approach.g);
  return plane;
}

/// The normals of all planes that may bound the places where two pieces overlap.
template <int D>
void collect_normals(const SolidPiece<D>& a, const SolidPiece<D>& b, InlineVector<Vec<D>, 24>& normals);

/// All planes of two pieces, or false if one of them keeps them apart.
template <int D>
bool collect_planes(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach,
                    InlineVector<Plane<D>, 24>& planes);

/// While the course is behind all planes; empty if it never is.
template <int D>
SolidOverlap overlap_of(std::span<const Plane<D>> planes);

/// What happens on the way through these planes: all but the contact's area.
template <int D>
SolidMeeting<D> pass_planes(std::span<const Plane<D>> planes, const RelativeMotion<D>& approach);

}  // namespace firsthit
