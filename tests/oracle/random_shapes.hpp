#pragma once

#include "oracle/random_numbers.hpp"

#include <firsthit/shape.hpp>

#include <vector>

namespace firsthit::judging {

/// May throw InputError: the polygon drawn is none.
template <int D>
Shape<D> random_shape(Numbers& numbers, Kind kind);

/// One with short coordinates over a small number, rounded.
template <int D>
Vec<D> random_unit_vector(Numbers& numbers);

/// Some places of a shape that others may touch, if it has any.
template <int D>
std::vector<Vec<D>> places_of(const Shape<D>& shape);

/// Of a ball, capsule or hull.
template <int D>
double radius_of(const Shape<D>& shape);

Vec<3> vector_product(const Vec<3>& a, const Vec<3>& b);

}  // namespace firsthit::judging
