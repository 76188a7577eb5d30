#pragma once

#include "exact/integer_vec.hpp"

#include <firsthit/vec.hpp>

#include <vector>

namespace firsthit {

/// The sum of the unit vectors along `rays` over its largest component, each component rounded to the nearest
/// double. Zero if the sum is. Requires: no ray is zero.
template <int D>
Vec<D> sum_of_units(const std::vector<IntegerVec<D>>& rays);

}  // namespace firsthit
