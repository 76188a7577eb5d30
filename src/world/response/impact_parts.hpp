#pragma once

#include "core/vec_math.hpp"
#include "world/response/impact_resolver.hpp"

#include <algorithm>
#include <limits>

// What an ImpactResolver works with.

namespace firsthit {

/// Two bodies that came together by less than this many roundings of their coordinates have made no
/// progress: positions cannot tell it from none. Smaller: a collapse is seen later, or, where noise
/// keeps bodies a few ulp apart, never. Larger: honest short approaches count as none.
inline constexpr double kRoundingsOfStillness = 16.0;

/// Two that touch, at the event's time, the smaller id first.
template <int D>
struct ImpactResolver<D>::Contact {
  Party a;
  Party b;
  Image<D> image;             // of b, seen from a
  Vec<D> toward;              // from a to b, of any length
  double distance;            // [L] between the centres, along `toward`; or to the surface of what is fixed
  double radii;               // [L] the distance at which they touch
  double curvature;           // [1/L] of what impacts do not move, as in Facing
  double tolerance = 0.0;     // [L] of two solids, as of a RelativeMotion
  std::uint32_t piece_a = 0;  // of two solids, those that meet
  std::uint32_t piece_b = 0;
  Vec<D> ridge{};  // as in Touch

  OrderedPair<D> pair() const { return {a.id, Candidate<D>{b.id, image}}; }

  /// Unit, from a to b; zero if there is none.
  Vec<D> normal() const {
    const double size = length(toward);
    return size > 0.0 ? (1.0 / size) * toward : Vec<D>{};
  }
};

/// What a contact does to the two.
template <int D>
struct ImpactResolver<D>::Answer {
  Bounce<D> bounced;
  bool impact = true;
  bool rests = false;
};

/// The approach [L] that the rounding of positions could explain, of two at `a` and `b` [L].
template <int D>
double ImpactResolver<D>::rounding_of(const Vec<D>& a, const Vec<D>& b, double radii) const {
  return kRoundingsOfStillness * std::numeric_limits<double>::epsilon() *
         std::max({max_abs(a), max_abs(b), farthest_side_, radii});
}

}  // namespace firsthit
