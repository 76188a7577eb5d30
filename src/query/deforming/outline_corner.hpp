#pragma once

#include <firsthit/outlines.hpp>

#include <cstddef>

namespace firsthit {

/// A point that flies from `start` to `end`.
struct FlyingPoint {
  Vec2 start;
  Vec2 end;
};

/// Does a point pass through a chain at an end (0 or 1) of one of its edges, although it passes both that
/// edge and the next one there in line, so that it only grazes either? Decided exactly, by the jumps of the
/// angles at which it sees them; yes if the point is on the line of the next edge, but not of this one, for
/// ever, and so has no side there. Derivation: docs/numerics/outlines.md.
bool passes_in_line(const FlyingPoint& point, const DeformingOutline& chain, std::size_t edge,
                    std::size_t end);

}  // namespace firsthit
