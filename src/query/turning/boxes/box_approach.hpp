#pragma once

#include "query/convex/contact/support_feature.hpp"
#include "query/turning/boxes/box_view.hpp"
#include "query/turning/turning_approach.hpp"

namespace firsthit {

/// A corner that meets a side, or an edge that meets an edge.
struct BoxContact {
  Vec<3> place;     ///< [L] in the world, halfway from surface to surface
  BoxPart part[2];  ///< of a and b
};

using BoxApproach = TurningApproach<3, BoxContact>;

/// Follows two boxes from the start of a window while they are apart beyond doubt, and to their impact if
/// that is as sharp as most are: what `turning_event` does, for less.
BoxApproach approach(const MovingBox& a, const MovingBox& b, const TurningWindow& window,
                     const QueryWindow& asked);

}  // namespace firsthit
