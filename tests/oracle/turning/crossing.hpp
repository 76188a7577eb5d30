#pragma once

#include "oracle/turning/apart.hpp"

namespace firsthit::turning_judge {

/// Have two that are thin gone through each other between these times? A corner of one has changed sides of
/// an edge (2D) or face (3D) of the other, or an edge of an edge (3D). Where they are near each other is not
/// asked.
template <int D>
bool has_crossed(const Asked<D>& asked, double from, double to);

/// What two can do to each other, however they move.
enum class Thinness {
  Overlaps,  ///< anything
  Crosses,   ///< without depth: go through each other (2D: point and segment or arc; 3D: two segments, point
             ///< and triangle)
  Touches    ///< nothing but that: a point and another one, or (3D) a segment
};
template <int D>
Thinness thinness(const Asked<D>& asked);

/// [T] When two that are thin go clearly through each other first, within [0, end], if ever: inside of both,
/// and from one side to the other. `allowance`: [L] what does not count, at a time.
template <int D>
std::optional<double> first_crossing(const Asked<D>& asked, double end, const Allowance<D>& allowance);

}  // namespace firsthit::turning_judge
