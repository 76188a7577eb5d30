#pragma once

#include "core/vec_math.hpp"
#include "query/exact_pairs.hpp"

#include <cmath>

namespace firsthit {

/// Is it certain, in spite of rounding, that two balls on straight courses never touch?
/// False says nothing. Answers most pairs, and costs a hundredth of the exact way.
/// Error: derived in docs/numerics/ball-ball.md. Requires: magnitudes from 2^-200 to 2^200, or 0.
template <int D>
bool surely_miss(const Course<D>& a, double a_radius, const Course<D>& b, double b_radius) {
  constexpr double kRounding = 0x1p-53;
  constexpr double kTermError = 8.0 * kRounding;      // of a sum of products of rounded differences
  constexpr double kProductError = 64.0 * kRounding;  // of products of such sums
  if (!(a.acceleration == b.acceleration)) return false;
  const Vec<D> d = b.position - a.position;
  const Vec<D> v = b.velocity - a.velocity;
  const double sigma = a_radius + b_radius;

  double size = 0.0;
  for (int i = 0; i < D; ++i) size += std::fabs(d.c[i] * v.c[i]);
  const double d_squared = length_squared(d);
  const double sigma_squared = sigma * sigma;
  const bool apart = d_squared - sigma_squared > kTermError * (d_squared + sigma_squared);
  if (apart && dot(d, v) > kTermError * size) return true;  // parting

  double area_squared = 0.0;  // |d x v|^2, rounded down
  for (int i = 0; i < D; ++i)
    for (int j = i + 1; j < D; ++j) {
      const double left = d.c[i] * v.c[j];
      const double right = d.c[j] * v.c[i];
      const double least = std::fabs(left - right) - kTermError * (std::fabs(left) + std::fabs(right));
      if (least > 0.0) area_squared += least * least;
    }
  return area_squared > (1.0 + kProductError) * (length_squared(v) * sigma_squared);  // passing by
}

}  // namespace firsthit
