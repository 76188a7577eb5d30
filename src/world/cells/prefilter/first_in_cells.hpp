#pragma once

#include "engine/roles.hpp"
#include "world/cells/prefilter/prefilter_lanes.hpp"

namespace firsthit {

/// Whom one who has looked meets first, decided among those who are left by the kernel of one pair: if that
/// is later than was asked, perhaps somebody else. False if others are to be asked: two come first, or a
/// flight is too long.
template <int D>
bool first_in_cells(const PrefilterField<D>& field, const Instant& now, const PrefilterQuery<D>& look,
                    Meeting<D>& first);

}  // namespace firsthit
