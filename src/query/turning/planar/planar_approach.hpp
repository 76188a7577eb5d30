#pragma once

#include "query/turning/planar/planar_view.hpp"
#include "query/turning/turning_approach.hpp"

#include <array>

namespace firsthit {

/// A corner that meets a side, or another corner.
struct PlanarContact {
  Vec<2> place;                          ///< [L] in the world, halfway from surface to surface
  std::array<std::array<int, 2>, 2> of;  ///< of a and b: the corner, or the ends of the side
  std::array<bool, 2> is_side;
  std::array<Vec<2>, 2> outward;  ///< as each shape tells directions
};

using PlanarApproach = TurningApproach<2, PlanarContact>;

/// Follows two figures from the start of a window while they are apart beyond doubt, and to their impact if
/// that is as sharp as most are: what `turning_event` does, for less. `margin` [L] >= 0.
PlanarApproach approach(const MovingFigure& a, const MovingFigure& b, double margin,
                        const TurningWindow& window, const QueryWindow& asked);

}  // namespace firsthit
