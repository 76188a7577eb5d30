#include "exact/sin_cos.hpp"

#include "core/expect.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>

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

/// A value and what its rounding lost, of one double or of two.
template <class V>
struct Parts {
  V value;
  V error;
};

/// As two_sum.
template <class V>
Parts<V> two_sum_of(const V& a, const V& b) {
  const V sum = a + b;
  const V b_part = sum - a;
  const V a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

/// As two_product.
template <class V>
Parts<V> two_product_of(const V& a, const V& b) {
  constexpr double kSplit = 134217729.0;  // 2^27 + 1
  const V p = a * b;
  const V ca = kSplit * a;
  const V cb = kSplit * b;
  const V a_high = ca - (ca - a);
  const V b_high = cb - (cb - b);
  const V a_low = a - a_high;
  const V b_low = b - b_high;
  return {p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

/// Taylor's series of sin and cos for |x| <= pi / 4 and a little: what is left out is below 2^-58.
/// Two doubles, of which both are told by the same instructions.
using Two [[gnu::vector_size(16)]] = double;

/// Sums of few terms next to each other, so that few have to wait for others.
/// (sin x - x) / x^3, of x^2.
template <class V>
V sine_rest(const V& square) {
  const V fourth = square * square;
  const V low = (square * (1.0 / 120.0) - 1.0 / 6.0) + fourth * (square * (1.0 / 362880.0) - 1.0 / 5040.0);
  const V high = (square * (1.0 / 6227020800.0) - 1.0 / 39916800.0) +
                 fourth * (square * (1.0 / 355687428096000.0) - 1.0 / 1307674368000.0);
  return low + (fourth * fourth) * high;
}

/// (cos x - 1 + x^2 / 2) / x^4, of x^2.
template <class V>
V cosine_rest(const V& square) {
  const V fourth = square * square;
  const V low = (1.0 / 24.0 - square * (1.0 / 720.0)) + fourth * (1.0 / 40320.0 - square * (1.0 / 3628800.0));
  const V high = (1.0 / 479001600.0 - square * (1.0 / 87178291200.0)) + fourth * (1.0 / 20922789888000.0);
  return low + (fourth * fourth) * high;
}

/// Within pi / 4 of so many quarter turns.
template <class V>
struct Near {
  V quarters;
  V sine;  // of the rest
  V cosine;
};

template <class V>
Near<V> near_quarter(const V& high, const V& low) {
  const V quarters = (high * kQuartersPerRadian + kToWhole) - kToWhole;
  const V near = high - quarters * kQuarterHigh;  // exact: both are multiples of 2^-22, or small
  const auto [value, error] = two_sum_of(near, -(quarters * kQuarterMiddle));
  const auto [x, rest] = two_sum_of(value, (error - quarters * kQuarterLow) + low);

  const V square = x * x;
  const V half = 0.5 * square;
  const V most = 1.0 - half;
  return {quarters, x + ((x * square) * sine_rest(square) + rest * most),
          most + (((1.0 - most) - half) + ((square * square) * cosine_rest(square) - x * rest))};
}

/// Without a branch, which nothing could foresee: after an odd number of quarters they change places, and
/// the second bit, of the number for sine and of the next one for cosine, is the sign.
SinCos turned_by_quarters(double quarters, double sine, double cosine) {
  const auto turn = static_cast<std::int32_t>(quarters);
  const bool odd = (turn & 1) != 0;
  constexpr double kSigns[2] = {1.0, -1.0};
  return {kSigns[turn >> 1 & 1] * (odd ? cosine : sine), kSigns[(turn + 1) >> 1 & 1] * (odd ? sine : cosine)};
}

}  // namespace

SinCos sin_cos(const DoubleDouble& angle) {
  FIRSTHIT_EXPECT(std::fabs(angle.high) <= kLargestAngle);
  const Near<double> near = near_quarter(angle.high, angle.low);
  return turned_by_quarters(near.quarters, near.sine, near.cosine);
}

std::array<SinCos, 2> sin_cos_of_products(double rate, double other_rate, double time) {
  const auto [high, low] = two_product_of(Two{rate, other_rate}, Two{time, time});
  FIRSTHIT_EXPECT(std::fabs(high[0]) <= kLargestAngle && std::fabs(high[1]) <= kLargestAngle);
  const Near<Two> near = near_quarter(high, low);
  return {turned_by_quarters(near.quarters[0], near.sine[0], near.cosine[0]),
          turned_by_quarters(near.quarters[1], near.sine[1], near.cosine[1])};
}

}  // namespace firsthit
