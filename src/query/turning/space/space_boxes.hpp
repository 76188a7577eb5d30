#pragma once

#include "query/turning/base/turning_pair.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace firsthit {

/// The direction in which two boxes are furthest apart, or least deep in each other, of those across a side
/// of one, or across an edge of each.
struct BoxAxis {
  enum class Of { SideOfA, SideOfB, Edges };

  double gap = 0.0;  ///< [L] along it; below 0 where one is in the other
  Vec<3> normal;     ///< unit, from a to b
  Of of = Of::SideOfA;
  std::size_t edge_a = 0;  ///< half edges that it is across, if it is of edges
  std::size_t edge_b = 0;
  /// Is it below minus two errors of the instant along each direction, so that the two share a place?
  bool proves_impact = false;
};

/// Of b's centre at `place` [L], seen from a's, where gaps err by `error` [L]. Of directions as good, a's
/// sides come first. Nothing, if no direction is furthest, as where the middles of both are at one place. The
/// gap is above 0 only if the boxes are apart, to the instant's error. Source: Gottschalk, Lin and Manocha,
/// SIGGRAPH 1996. Derivation: docs/numerics/turning.md.
std::optional<BoxAxis> axis_between_boxes(const TurningBox& a, const TurningBox& b, const Vec<3>& place,
                                          double error);

}  // namespace firsthit
