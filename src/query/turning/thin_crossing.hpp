#pragma once

#include "query/turning/base/turning_pair.hpp"

namespace firsthit {

/// Has a point of one surely gone through the other, which is a segment, between `from` and `to` [T]? Two
/// that have no inside are never in each other for long enough to be seen so. Leaves the bodies turned to
/// `to`. Of shapes with an inside, false.
bool crossed(const TurningPair<2>& pair, double from, double to);
/// In space points, segments and triangles: a corner of one through the other's face, or an edge past an
/// edge.
bool crossed(const TurningPair<3>& pair, double from, double to);

}  // namespace firsthit
