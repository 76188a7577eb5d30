#pragma once

#include <firsthit/distance.hpp>

#include <vector>

namespace firsthit {

/// A shape that is turned, as shapes that are not: one, or of a concave polygon its convex pieces. Each
/// number errs by 2^-48 of the shape's size. Requires: what `distance` accepts.
template <int D>
std::vector<Placed<D>> turned_parts(const Placed<D>& placed);

}  // namespace firsthit
