#pragma once

#include "oracle/turning/apart.hpp"

namespace firsthit::turning_judge {

/// Have two that are thin gone through each other between these times? A corner of one has changed sides of
/// an edge (2D) or face (3D) of the other, or an edge of an edge (3D). Where they are near each other is not
/// asked.
template <int D>
bool has_crossed(const Asked<D>& asked, double from, double to);

/// Two that never overlap, however they move: without radius, of so few corners that what parts them is their
/// distance (2D: a point and a segment; 3D: two segments, a point and a triangle).
template <int D>
bool are_thin(const Asked<D>& asked);

/// [T] When two that are thin go clearly through each other first, within [0, end], if ever: inside of both,
/// and from one side to the other. `allowance`: [L] what does not count, at a time.
template <int D>
std::optional<double> first_crossing(const Asked<D>& asked, double end, const Allowance<D>& allowance);

}  // namespace firsthit::turning_judge
