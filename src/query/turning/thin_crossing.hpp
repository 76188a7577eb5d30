#pragma once

#include "query/turning/base/turning_pair.hpp"

#include <optional>

namespace firsthit {

/// One went through the other, which is as thin: it was on one side, and then on the other.
template <int D>
struct Crossing {
  double before = 0.0;  ///< [T]
  double after = 0.0;   ///< [T]
  Vec<D> normal{};      ///< unit, from a to b before; 0 if it is not told
};

/// Has a point of one surely gone through the other, which is a segment, between `from` and `to` [T]? When is
/// narrowed down. Two that have no inside are never in each other for long enough to be seen so. Leaves the
/// bodies turned to `to`. Of shapes with an inside, nothing.
std::optional<Crossing<2>> crossed(const TurningPair<2>& pair, double from, double to);
/// In space points, segments and triangles: a corner of one through the other's face, or an edge past an
/// edge.
std::optional<Crossing<3>> crossed(const TurningPair<3>& pair, double from, double to);

}  // namespace firsthit
