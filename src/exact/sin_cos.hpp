#pragma once

#include "exact/double_double.hpp"

#include <array>

namespace firsthit {

struct SinCos {
  double sin = 0.0;
  double cos = 1.0;
};

/// [rad] From here on, angles are too large for sin_cos: 2^30, some 170 million turns.
inline constexpr double kLargestAngle = 0x1p30;

/// Of an angle [rad] that two doubles tell together; the same bits everywhere, as the standard library's are
/// not. Error: 2^-52 of either. Odd, as sine and cosine are. Requires: |angle| <= kLargestAngle.
/// Derivation: docs/numerics/turning.md.
SinCos sin_cos(const DoubleDouble& angle);

/// Of a rate [rad/T] times a time [T], which is not rounded before.
inline SinCos sin_cos_of_product(double rate, double time) {
  const Exactly angle = two_product(rate, time);
  return sin_cos({angle.value, angle.error});
}

/// Of two angles at once, for little more than the price of one: the same bits.
std::array<SinCos, 2> sin_cos(const DoubleDouble& angle, const DoubleDouble& other);
std::array<SinCos, 2> sin_cos_of_products(double rate, double other_rate, double time);

}  // namespace firsthit
