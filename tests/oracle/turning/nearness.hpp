#pragma once

#include "oracle/turning/body.hpp"

#include <vector>

namespace firsthit::turning_judge {

/// A direction from a to b, and the rate that it turns at with what it belongs to.
template <int D, class N>
struct Axis {
  Place<D, N> normal;  ///< unit
  Rate<D, N> rate{};
};

/// How near two convex parts are to each other at a time.
template <int D, class N>
struct Nearness {
  /// [L] of the parts without radius: their distance; less than 0 where they overlap, by as much as the least
  /// shift that parts them.
  N gap{0.0};
  std::vector<Axis<D, N>> axes;  ///< the best one first
};

/// Of parts as looked at. `tolerance`: where the sides tell less than this below 0, the distance
/// of the boundaries is told.
template <int D, class N>
Nearness<D, N> nearness(const Body<D, N>& a, std::size_t part_a, const Body<D, N>& b, std::size_t part_b,
                        const N& tolerance);

}  // namespace firsthit::turning_judge
