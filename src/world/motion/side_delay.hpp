#pragma once

#include <firsthit/body.hpp>

#include "engine/record.hpp"
#include "query/round/ball_kernels.hpp"

#include <cstddef>

namespace firsthit {

/// How long [T] after its clock a ball impacts a side of the box, or kNever. acceleration [L/T^2]: along the
/// axis.
template <int D>
double side_delay(const Space<D>& space, const Record<D>& ball, double radius, std::size_t axis, bool upper,
                  double acceleration) {
  const double sign = upper ? -1.0 : 1.0;
  const double wall = upper ? space.max[axis] : space.min[axis];
  const double gap = sign * (ball.position[axis] - wall) - radius;
  return plane_delay(gap, sign * ball.velocity[axis], sign * acceleration);
}

}  // namespace firsthit
