#include "core/angle.hpp"

#include "core/expect.hpp"

#include <cmath>

namespace firsthit {

namespace {

constexpr double kRadiansPerDegree = 0x1.1df46a2529d39p-6;

/// Taylor's series for |x| <= pi / 4: what is left out is below 2^-60 of the sum.
double near_sine(double x) {
  double sum = 0.0;
  for (int n = 18; n >= 2; n -= 2) sum = (1.0 - sum) * (x * x / (n * (n + 1)));
  return x * (1.0 - sum);
}

double near_cosine(double x) {
  double sum = 0.0;
  for (int n = 19; n >= 1; n -= 2) sum = (1.0 - sum) * (x * x / (n * (n + 1)));
  return 1.0 - sum;
}

/// For 0 <= x <= 1, halved three times to an angle below pi / 32, where Taylor's series leaves out less than
/// 2^-60 of the sum.
double arctangent(double x) {
  constexpr int kHalvings = 3;
  for (int i = 0; i < kHalvings; ++i) x /= 1.0 + std::sqrt(1.0 + x * x);
  double sum = 0.0;
  for (int n = 17; n >= 3; n -= 2) sum = x * x * (1.0 / n - sum);
  return (1 << kHalvings) * (x * (1.0 - sum));
}

}  // namespace

double angle_between_units(double difference, double sum) {
  constexpr double kHalfTurn = 0x1.921fb54442d18p+1;
  FIRSTHIT_EXPECT(difference >= 0.0 && sum >= 0.0 && difference + sum > 0.0);
  // tan(angle / 2) = difference / sum. Source: Kahan, "How futile are mindless assessments of roundoff in
  // floating-point computation?", section 12.
  if (difference <= sum) return 2.0 * arctangent(difference / sum);
  return kHalfTurn - 2.0 * arctangent(sum / difference);
}

double cosine(double radians) {
  constexpr double kRight = 0x1.921fb54442d18p+0;
  FIRSTHIT_EXPECT(radians >= 0.0 && radians <= kRight);
  return radians <= 0.5 * kRight ? near_cosine(radians) : near_sine(kRight - radians);
}

Vec<2> direction_at(double degrees) {
  FIRSTHIT_EXPECT(std::isfinite(degrees));
  constexpr double kDiagonal = 0x1.6a09e667f3bcdp-1;     // sqrt(1/2)
  const double turned = std::remainder(degrees, 360.0);  // these differences are exact
  const double rest = std::remainder(turned, 90.0);
  const double quarters = (turned - rest) / 90.0;  // -2 to 2
  Vec<2> d{near_cosine(rest * kRadiansPerDegree), near_sine(rest * kRadiansPerDegree)};
  if (std::fabs(rest) == 45.0) d = {kDiagonal, std::copysign(kDiagonal, rest)};
  if (quarters == 1.0) return {-d[1], d[0]};
  if (quarters == -1.0) return {d[1], -d[0]};
  return quarters == 0.0 ? d : Vec<2>{-d[0], -d[1]};
}

}  // namespace firsthit
