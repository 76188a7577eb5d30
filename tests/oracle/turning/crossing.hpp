#pragma once

#include "oracle/turning/apart.hpp"

namespace firsthit::turning_judge {

/// Have two that are thin gone through each other between these times? A corner of one has changed sides of an
/// edge (2D) or face (3D) of the other, or an edge of an edge (3D). Where they are near each other is not
/// asked.
template <int D>
bool has_crossed(const Asked<D>& asked, double from, double to);

}  // namespace firsthit::turning_judge
