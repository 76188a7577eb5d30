#pragma once

namespace firsthit {

/// A function of time and its first two derivatives, at an instant, and a bound on the size of the third.
struct Taylor {
  double value = 0.0;
  double rate = 0.0;
  double bend = 0.0;
  double third = 0.0;
};

inline Taylor operator+(const Taylor& f, const Taylor& g) {
  return {f.value + g.value, f.rate + g.rate, f.bend + g.bend, f.third + g.third};
}

/// Of what derivatives are the sums of, over which they err; eight roundings are half of it. Smaller: a step
/// might be too long.
inline constexpr double kDerivativeError = 0x1p-49;

/// [rad/T] Where rates are so small that their products vanish, they are taken for this: a bound stays one.
inline constexpr double kSmallestRate = 0x1p-300;

/// [T] So long value + rate t + bend t^2 / 2 - third t^3 / 6 stays above 0, at least, within `longest`.
/// Requires: value > 0, third >= 0.
double time_above_zero(const Taylor& f, double longest);

}  // namespace firsthit
