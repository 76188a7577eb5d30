#pragma once

#include "query/turning/base/turning_pair.hpp"

#include <array>
#include <cstddef>

namespace firsthit {

/// A corner of all places of b seen from places of a: b's corner j seen from a's corner i.
struct Difference3 {
  std::size_t i = 0;
  std::size_t j = 0;
  Vec<3> d;  ///< [L]
};

/// The differences of two bodies at an instant: a convex polytope, which contains the origin where they meet.
class Differences3 {
 public:
  Differences3(const TurningPair<3>& pair, const TurningInstant<3>& now)
      : a_(pair.a.corners()), b_(pair.b.corners()), place_(now.place) {}

  Difference3 at(std::size_t i, std::size_t j) const { return {i, j, place_ + (b_[j] - a_[i])}; }
  /// The one that reaches least far along a direction.
  Difference3 lowest(const Vec<3>& direction) const;

 private:
  std::span<const Vec<3>> a_;
  std::span<const Vec<3>> b_;
  Vec<3> place_;
};

/// Some corners of it, and the place of their hull that is nearest to the origin.
struct Simplex3 {
  std::array<Difference3, 4> corner{};
  std::size_t count = 0;
  Vec<3> nearest;  ///< [L]
  bool has_origin = false;
};

/// Goes to the corners nearest to the origin, from those of `simplex` on, or from the direction of `start` if
/// it has none, until none is nearer by more than a part of `error` [L], or rounding ends it. While it is
/// further than `radii` [L] by 2^38 errors, a part of that suffices: then `nearest` is up to 1/32 of it too
/// far. Source: Gilbert, Johnson and Keerthi, IEEE J. Robot. Autom. 4, 193 (1988).
void approach_origin(const Differences3& all, const Vec<3>& start, double radii, double error,
                     Simplex3& simplex);

/// The face of all differences nearest to the origin, which is among them.
struct Depth3 {
  double depth = 0.0;               ///< [L] of the origin below it; not above 0 if it is not inside
  Vec<3> outward;                   ///< unit
  std::array<Difference3, 3> face;  ///< three of its corners
};

/// Grows a tetrahedron, from the corners of `simplex` on, until its face nearest to the origin is one of the
/// polytope of differences, to within `error` [L]. Source: van den Bergen, Game Developers Conference 2001.
Depth3 depth_of_origin(const Differences3& all, Simplex3 simplex, double error);

}  // namespace firsthit
