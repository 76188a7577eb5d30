#pragma once

#include "query/convex/polytope/rounded_polytope.hpp"

#include <firsthit/shape.hpp>

#include <deque>
#include <span>

namespace firsthit {

/// A convex part of a shape, at rest at the origin.
template <int D>
struct TurningPart {
  RoundedPolytope<D> core;
  std::span<const int> numbers{};  ///< of the shape's vertices that are the core's; empty if the same
  bool is_kite = false;            ///< over a diagonal between two pieces
};

/// Convex pieces of a polygon, and a kite over each diagonal between two of them, so that their insides cover
/// its own: who comes in along a diagonal is in the inside of no piece, but in that of the kite. They refer
/// to the polygon.
std::deque<TurningPart<2>> parts_of(const Polygon& polygon);

}  // namespace firsthit
