#include "exact/sin_cos.hpp"

#include "core/expect.hpp"

#include <cmath>
#include <cstdint>

namespace firsthit {
namespace {

// pi / 2 in three parts: the first two have 23 bits each, so that their products with a whole number of
// quarter turns, below 2^30, are exact; all together miss pi / 2 by 2^-103.
constexpr double kQuarterHigh = 0x1.921fb4p+0;
constexpr double kQuarterMiddle = 0x1.4442dp-24;
constexpr double kQuarterLow = 0x1.8469898cc5170p-48;
constexpr double kQuartersPerRadian = 0x1.45f306dc9c883p-1;

/// Added and taken away again, it leaves the nearest whole number, of either sign.
constexpr double kToWhole = 0x1.8p52;

/// Taylor's series of sin and cos for |x| <= pi / 4 and a little: what is left out is below 2^-58.
/// (sin x - x) / x^3, of x^2.
double sine_rest(double square) {
  constexpr double kTerms[] = {
      1.0 / 355687428096000.0, -1.0 / 1307674368000.0, 1.0 / 6227020800.0, -1.0 / 39916800.0,
      1.0 / 362880.0,          -1.0 / 5040.0,          1.0 / 120.0,        -1.0 / 6.0};
  double sum = 0.0;
  for (const double term : kTerms) sum = sum * square + term;
  return sum;
}

/// (cos x - 1 + x^2 / 2) / x^4, of x^2.
double cosine_rest(double square) {
  constexpr double kTerms[] = {
      1.0 / 20922789888000.0, -1.0 / 87178291200.0, 1.0 / 479001600.0, -1.0 / 3628800.0,
      1.0 / 40320.0,          -1.0 / 720.0,         1.0 / 24.0};
  double sum = 0.0;
  for (const double term : kTerms) sum = sum * square + term;
  return sum;
}

}  // namespace

SinCos sin_cos(const DoubleDouble& angle) {
  FIRSTHIT_EXPECT(std::fabs(angle.high) <= kLargestAngle);
  const double quarters = (angle.high * kQuartersPerRadian + kToWhole) - kToWhole;
  const double near = angle.high - quarters * kQuarterHigh;  // exact: both are multiples of 2^-22, or small
  const Exactly rest = two_sum(near, -(quarters * kQuarterMiddle));
  const Exactly x = two_sum(rest.value, (rest.error - quarters * kQuarterLow) + angle.low);

  const double square = x.value * x.value;
  const double half = 0.5 * square;
  const double most = 1.0 - half;
  const double sine = x.value + ((x.value * square) * sine_rest(square) + x.error * most);
  const double cosine =
      most + (((1.0 - most) - half) + ((square * square) * cosine_rest(square) - x.value * x.error));

  // Without a branch, which nothing could foresee: after an odd number of quarters they change places, and
  // the second bit, of the number for sine and of the next one for cosine, is the sign.
  const auto turn = static_cast<std::int32_t>(quarters);
  const bool odd = (turn & 1) != 0;
  constexpr double kSigns[2] = {1.0, -1.0};
  return {kSigns[turn >> 1 & 1] * (odd ? cosine : sine), kSigns[(turn + 1) >> 1 & 1] * (odd ? sine : cosine)};
}

}  // namespace firsthit
