#pragma once

#include "core/random.hpp"
#include "oracle/cases.hpp"

#include <firsthit/shape.hpp>

namespace firsthit::turning_judge {

/// From one bound to the other, every power as likely. Requires: both above 0.
double log_uniform(Random& random, double low, double high);

/// In the box of that half size around the origin.
template <int D>
Vec<D> random_place(Random& random, double size);

template <int D>
Vec<D> random_direction(Random& random);

/// Of about that size [L], its origin in or near it.
template <int D>
Shape<D> random_shape(Random& random, judging::Kind kind, double size);

}  // namespace firsthit::turning_judge
