#pragma once

#include <firsthit/first_hit.hpp>
#include <firsthit/vec.hpp>

#include <span>

namespace firsthit::inline v0 {

/// A closed chain of straight edges in the plane that deforms: every vertex moves on its own straight line
/// at constant speed, from its place at the start of a window to its place at the end.
///
/// Edge i runs from vertex i to the next one, the last edge back to vertex 0. The chain may be concave,
/// cross itself, and repeat vertices.
struct DeformingOutline {
  std::span<const Vec2> start;  ///< [L], at least one vertex
  std::span<const Vec2> end;    ///< [L], as many
};

/// The first time at which one outline passes through the other: the earliest impact of all vertices of
/// one with all edges of the other, both ways, and their first touch, as exact arithmetic decides.
///
/// `delay`, `delay_upper` and `first_touch` are fractions of the window. Outlines are thin: one inside the
/// other without a touch is a Miss, and what they enclose has no say. Outlines that cross at the start touch
/// then. No vertex gets from one side of an outline to the other without an impact.
///
/// The features are those that meet at the impact, or at the first touch of a Graze: a vertex and an edge,
/// or two edges that cross at the start. Of several that meet between the same two doubles, the ones with
/// the smallest coordinates. Throws InputError for numbers that are not finite, and for outlines without
/// vertices or with different numbers of them at start and end. Derivation: docs/numerics/outlines.md.
/// Cost: O(n log n + k), n vertices of both and k pairs of a vertex and an edge whose swept bounds meet.
/// Threads: any number at once.
Encounter<2> first_hit(const DeformingOutline& a, const DeformingOutline& b);

}  // namespace firsthit::inline v0
