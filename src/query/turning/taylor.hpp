#pragma once

namespace firsthit {

/// A function of time and its first two derivatives, at an instant, and a bound on the size of the third.
struct Taylor {
  double value = 0.0;
  double rate = 0.0;
  double bend = 0.0;
  double third = 0.0;
};

/// [T] So long value + rate t + bend t^2 / 2 - third t^3 / 6 stays above 0, at least, within `longest`.
/// Requires: value > 0, third >= 0.
double time_above_zero(const Taylor& f, double longest);

/// Of what derivatives are the sums of, over which they err; eight roundings are half of it. Smaller: steps
/// might be longer than is proven. docs/numerics/turning.md.
inline constexpr double kDerivativeError = 0x1p-49;

}  // namespace firsthit
