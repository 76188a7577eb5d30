#pragma once

#include <firsthit/distance.hpp>
#include <firsthit/orientation.hpp>
#include <firsthit/shape.hpp>

#include <vector>

namespace firsthit {

/// A shape that is turned about its place, as one that is not: boxes become oriented ones. Each number errs
/// by 2^-48 of the shape's size. Throws InputError for a polygon whose chain is no longer simple when its
/// vertices are rounded. Requires: numbers of an orientation that are finite, and not all 0.
template <int D>
Shape<D> turned_shape(const Shape<D>& shape, const Orientation<D>& orientation);

/// The same at its place; of a polygon its convex pieces. Requires: what `distance` accepts.
template <int D>
std::vector<Placed<D>> turned_parts(const Placed<D>& placed);

}  // namespace firsthit
