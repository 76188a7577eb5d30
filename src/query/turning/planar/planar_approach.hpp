#pragma once

#include "query/base/query_trace.hpp"
#include "query/turning/planar/planar_view.hpp"
#include "query/turning/turning_event.hpp"

#include <array>
#include <optional>

namespace firsthit {

/// A corner that meets a side, or another corner.
struct PlanarContact {
  Vec<2> place;                          ///< [L] in the world, halfway from surface to surface
  std::array<std::array<int, 2>, 2> of;  ///< of a and b: the corner, or the ends of the side
  std::array<bool, 2> is_side;
  std::array<Vec<2>, 2> outward;  ///< as each shape tells directions
};

/// What became of two that come from apart.
struct PlanarApproach {
  /// Nothing, or an impact; none if it takes a closer look, from `clear` on.
  std::optional<TurningEvent<2>> event;
  double clear = 0.0;                    ///< [T] from the window's start until then they are apart
  std::optional<PlanarContact> contact;  ///< of an impact, if it is so simple
};

/// Follows two figures from the start of a window while they are apart beyond doubt, and to their impact if
/// that is as sharp as most are: what `turning_event` does, for less. `margin` [L] >= 0.
PlanarApproach approach(const MovingFigure& a, const MovingFigure& b, double margin,
                        const TurningWindow& window, QueryTrace* trace);

}  // namespace firsthit
