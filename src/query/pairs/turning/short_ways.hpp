#pragma once

#include "query/pairs/turning/turning_side.hpp"

#include <optional>

namespace firsthit {

/// Of figures of few corners; nothing if they are not.
std::optional<PairMeeting<2>> figures_meet(const TurningSide<2>& a, const TurningSide<2>& b,
                                           const QueryWindow& window);

/// Of boxes in space; nothing if they are none.
std::optional<PairMeeting<3>> boxes_meet(const TurningSide<3>& a, const TurningSide<3>& b,
                                         const QueryWindow& window);

}  // namespace firsthit
