#pragma once

#include "query/convex/patch.hpp"
#include "query/exact_pairs.hpp"

#include <optional>

namespace firsthit {

/// A half-space that `solid` carries, and a core with a course of its own, straight or falling. `margin` is
/// added to the core's radius. Of the core, only its vertices and its radius are looked at; `lowest` is its
/// patch against the plane's normal.
template <int D>
GapEvent half_space_event(const Course<D>& solid, const HalfSpace<D>& plane, const Course<D>& course,
                          const Core<D>& core, const Patch<D>& lowest, double margin, double end);

/// Two half-spaces. Nothing if their normals are not exactly opposite: then they overlap, without end.
template <int D>
std::optional<GapEvent> half_spaces_event(const Course<D>& at_a, const HalfSpace<D>& a, const Course<D>& at_b,
                                          const HalfSpace<D>& b, double margin, double end);

}  // namespace firsthit
