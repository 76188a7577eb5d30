// No #pragma once: it is included again for every kind of Lanes, a double or several, by whoever has defined
// FIRSTHIT_LANES, their namespace, and what stands around it.

#ifdef FIRSTHIT_LANES
FIRSTHIT_LANES_BEGIN
namespace firsthit::FIRSTHIT_LANES {

// pi / 2 in three parts: the first two have 23 bits each, so that their products with a whole number of
// quarter turns, below 2^30, are exact; all together miss pi / 2 by 2^-103.
inline constexpr double kQuarterHigh = 0x1.921fb4p+0;
inline constexpr double kQuarterMiddle = 0x1.4442dp-24;
inline constexpr double kQuarterLow = 0x1.8469898cc5170p-48;
inline constexpr double kQuartersPerRadian = 0x1.45f306dc9c883p-1;

/// Added and taken away again, it leaves the nearest whole number, of either sign.
inline constexpr double kToWhole = 0x1.8p52;

/// A value and what its rounding lost.
struct LanesExactly {
  Lanes value;
  Lanes error;
};

/// a * b: as two_product of doubles.
inline LanesExactly exact_product(Lanes a, Lanes b) {
  const Lanes split = Lanes{} + 134217729.0;  // 2^27 + 1
  const Lanes p = a * b;
  const Lanes ca = split * a;
  const Lanes cb = split * b;
  const Lanes a_high = ca - (ca - a);
  const Lanes b_high = cb - (cb - b);
  const Lanes a_low = a - a_high;
  const Lanes b_low = b - b_high;
  return {p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

/// a + b: as two_sum of doubles.
inline LanesExactly exact_total(Lanes a, Lanes b) {
  const Lanes sum = a + b;
  const Lanes b_part = sum - a;
  const Lanes a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

/// Taylor's series of sin and cos for |x| <= pi / 4 and a little: what is left out is below 2^-58. Summed in
/// halves, so that few terms have to wait for others.
/// (sin x - x) / x^3, of x^2.
inline Lanes sine_rest(Lanes square) {
  const Lanes fourth = square * square;
  const Lanes low =
      (square * (1.0 / 120.0) - 1.0 / 6.0) + fourth * (square * (1.0 / 362880.0) - 1.0 / 5040.0);
  const Lanes high = (square * (1.0 / 6227020800.0) - 1.0 / 39916800.0) +
                     fourth * (square * (1.0 / 355687428096000.0) - 1.0 / 1307674368000.0);
  return low + (fourth * fourth) * high;
}

/// (cos x - 1 + x^2 / 2) / x^4, of x^2.
inline Lanes cosine_rest(Lanes square) {
  const Lanes fourth = square * square;
  const Lanes low =
      (1.0 / 24.0 - square * (1.0 / 720.0)) + fourth * (1.0 / 40320.0 - square * (1.0 / 3628800.0));
  const Lanes high = (1.0 / 479001600.0 - square * (1.0 / 87178291200.0)) + fourth * (1.0 / 20922789888000.0);
  return low + (fourth * fourth) * high;
}

/// An angle [rad]: so many quarter turns, and the sine and cosine of the rest.
struct QuarterTurns {
  Lanes quarters;
  Lanes sine;
  Lanes cosine;
};

inline QuarterTurns quarter_turns(LanesExactly angle) {
  const Lanes quarters = (angle.value * kQuartersPerRadian + kToWhole) - kToWhole;
  const Lanes near = angle.value - quarters * kQuarterHigh;  // exact: both are multiples of 2^-22, or small
  const LanesExactly rest = exact_total(near, -(quarters * kQuarterMiddle));
  const LanesExactly x = exact_total(rest.value, (rest.error - quarters * kQuarterLow) + angle.error);

  const Lanes square = x.value * x.value;
  const Lanes half = 0.5 * square;
  const Lanes most = 1.0 - half;
  return {quarters, x.value + ((x.value * square) * sine_rest(square) + x.error * most),
          most + (((1.0 - most) - half) + ((square * square) * cosine_rest(square) - x.value * x.error))};
}

}  // namespace firsthit::FIRSTHIT_LANES
FIRSTHIT_LANES_END
#endif
