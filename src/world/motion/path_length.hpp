#pragma once

#include <firsthit/vec.hpp>

namespace firsthit {

/// How far one gets [L] in `duration` [T] under a constant acceleration [L/T^2], along the course, if
/// one ends with `velocity` [L/T]: the integral of the speed.
/// Error: a few units in the last place; no digits cancel, however weak the acceleration.
template <int D>
double path_length(const Vec<D>& velocity, const Vec<D>& acceleration, double duration);

}  // namespace firsthit
