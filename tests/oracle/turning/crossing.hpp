#pragma once

#include "oracle/turning/apart.hpp"

namespace firsthit::turning_judge {

/// Have two that are thin gone through each other between these times: did a corner of one change sides of
/// the other, or (3D) an edge of an edge, where the two are near?
template <int D>
bool has_crossed(const Asked<D>& asked, double from, double to);

}  // namespace firsthit::turning_judge
