#pragma once

#include "query/pairs/turning/turning_side.hpp"

namespace firsthit {

/// At least one is a concave polygon, or a polygon that meets an arc: their pieces are asked.
PairMeeting<2> turning_polygons_meet(const TurningSide<2>& a, const TurningSide<2>& b,
                                     const QueryWindow& window);

}  // namespace firsthit
