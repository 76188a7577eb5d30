#pragma once

#include "query/tolerant/solid_planes.hpp"
#include "query/tolerant/time_intervals.hpp"

#include <algorithm>
#include <vector>

// Solids of which one falls, seen from the other: their course is a parabola. The questions are those of
// solid_planes.hpp and solid_round.hpp. Derivation: docs/numerics/solids.md.

namespace firsthit {

/// [L] Over a plane; with the tolerance added, below 0 only where it is deeper than that.
template <int D>
Parabola height_over(const Plane<D>& plane) {
  return {0.5 * plane.fall, plane.rate, plane.gap};
}
template <int D>
Parabola height_with_tolerance(const Plane<D>& plane, const RelativeMotion<D>& approach) {
  return {0.5 * plane.fall + approach.tolerance_fall, plane.rate + approach.tolerance_growth,
          plane.gap + approach.tolerance};
}

/// [T] From when on, at the earliest from t on, the plane comes nearer; infinite for never.
template <int D>
double closing_from(const Plane<D>& plane, double t) {
  const double rate = plane.rate + t * plane.fall;
  if (rate < 0.0 || (rate == 0.0 && plane.fall < 0.0)) return t;
  return plane.fall < 0.0 ? plane.rate / -plane.fall : std::numeric_limits<double>::infinity();
}

/// [T] When a course that passes the plane and is deep behind it at time `deep` has touched it; or, if it
/// begins behind it, has closed on it at first.
template <int D>
double touch_before(const Plane<D>& plane, double deep) {
  return std::min(closing_from(plane, std::max(height_over(plane).last_zero(deep), 0.0)), deep);
}

template <int D>
SolidMeeting<D> fall_through_planes(std::span<const Plane<D>> planes, const RelativeMotion<D>& approach);

/// All times from now on that are behind all planes, in order.
template <int D>
std::vector<TimeInterval> intervals_behind(std::span<const Plane<D>> planes);

/// Two pieces that solids_meet hands to round_pieces_meet.
template <int D>
SolidMeeting<D> round_pieces_fall(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                  const RelativeMotion<D>& approach);

/// All times from now on in which they overlap, in order.
template <int D>
std::vector<TimeInterval> round_pieces_intervals(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                                 const RelativeMotion<D>& approach);

}  // namespace firsthit
