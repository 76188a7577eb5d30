#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

// Arithmetic on two numbers at once, as every processor can do it, with the bits of one at a time. In the
// order of core/vec_math.hpp.

namespace firsthit {

using Two = double __attribute__((vector_size(2 * sizeof(double))));

/// Two vectors: for each axis a coordinate of both.
template <int D>
using TwoVecs = std::array<Two, std::size_t{D}>;

inline Two larger(Two a, Two b) { return a < b ? b : a; }
inline Two magnitude(Two a) { return Two{std::fabs(a[0]), std::fabs(a[1])}; }

template <std::size_t D>
inline Two dot(const std::array<Two, D>& a, const std::array<Two, D>& b) {
  Two sum = a[0] * b[0];
  for (std::size_t axis = 1; axis < D; ++axis) sum += a[axis] * b[axis];
  return sum;
}

inline Two cross_squared(const TwoVecs<2>& a, const TwoVecs<2>& b) {
  const Two z = a[0] * b[1] - a[1] * b[0];
  return z * z;
}

inline Two cross_squared(const TwoVecs<3>& a, const TwoVecs<3>& b) {
  const Two x = a[1] * b[2] - a[2] * b[1];
  const Two y = a[2] * b[0] - a[0] * b[2];
  const Two z = a[0] * b[1] - a[1] * b[0];
  return (x * x + y * y) + z * z;
}

}  // namespace firsthit
