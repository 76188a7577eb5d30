#include "query/turning/base/turning_taylor.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

/// q(t) = value + rate t + bend t^2 / 2 - third t^3 / 6, where third is not below 0: its second derivative
/// falls, so it is convex first and concave then.
struct Cubic {
  Taylor f;

  double at(double t) const {
    return f.value + t * (f.rate + t * (0.5 * f.bend - f.third * t * (1.0 / 6.0)));
  }
  double rate_at(double t) const { return f.rate + t * (f.bend - 0.5 * f.third * t); }
  double newton(double t) const { return t - at(t) / rate_at(t); }
};

/// From 0 on, so long it stays above 0 at least: from step to step along parabolas below it.
double along_parabolas(const Cubic& q, double longest) {
  constexpr int kSteps = 4;
  double t = 0.0;
  for (int i = 0; i < kSteps; ++i) {
    const double bend = q.f.bend - q.f.third * t;
    const double value = q.at(t);
    const double rate = q.rate_at(t);
    if (!(value > 0.0)) break;
    // Within `ahead` the second derivative is at least bend - third * ahead.
    const auto until_zero = [&](double ahead) {
      const double falls = std::max(0.0, q.f.third * ahead - bend);
      const double root = std::sqrt(rate * rate + 2.0 * value * falls);
      const double zero = rate > 0.0 ? (rate + root) / falls : 2.0 * value / (root - rate);
      return zero > 0.0 ? zero : 0.0;  // 0 where it overflows
    };
    const double left = longest - t;
    const double whole = until_zero(left);
    if (whole >= left) return longest;
    const double twice = std::min(left, 2.0 * whole);
    const double step = std::min(twice, until_zero(twice)) * (1.0 - 0x1p-45);
    t += step;
    if (step < 0.02 * t) break;
  }
  return t;
}

/// Where it is concave from `from` on, positive there and not at longest: a time before its zero, from a few
/// steps of Newton's, which stay behind it, and the chord, which is below it.
double before_zero_of_concave(const Cubic& q, double from, double behind) {
  constexpr int kSteps = 10;
  for (int i = 0; i < kSteps; ++i) {
    const double next = q.newton(behind);
    if (!(next > from && next < behind)) break;
    const bool is_near = behind - next < 1e-7 * behind;
    behind = next;
    if (is_near) break;
  }
  const double above = q.at(from);
  const double below = q.at(behind);
  if (below >= 0.0) return behind;
  return from + (behind - from) * (above / (above - below));
}

}  // namespace

double time_above_zero(const Taylor& f, double longest) {
  constexpr double kLess = 1.0 - 0x1p-45;
  const Cubic q{f};
  const double third = f.third;
  const double falls_by =
      std::max(0.0, -f.rate) + longest * (0.5 * std::max(0.0, -f.bend) + longest * third * (1.0 / 6.0));
  if (f.value > longest * falls_by * (1.0 + 0x1p-40)) return longest;
  if (f.bend <= 0.0 || f.rate >= 0.0) {
    // It is concave, or rises until it is: one zero, if it is not above 0 at the end.
    if (q.at(longest) > 0.0) return longest;
    const double from = f.bend > 0.0 ? std::min(f.bend / third, longest) : 0.0;
    double behind = longest;
    if (f.bend <= 0.0) {
      const double root = std::sqrt(f.rate * f.rate - 2.0 * f.value * f.bend);
      const double parabola = f.rate > 0.0 ? (f.rate + root) / -f.bend : 2.0 * f.value / (root - f.rate);
      if (parabola < behind) behind = parabola;
    }
    const double zero = before_zero_of_concave(q, from, behind) * kLess;
    return zero > 0.0 ? zero : 0.0;
  }
  // It falls, ever slower. The tangent where the parabola without `third` is 0 is below it before, if it is
  // convex until then.
  const double square = f.rate * f.rate - 2.0 * f.value * f.bend;
  if (square > 0.0) {
    const double parabola = 2.0 * f.value / (std::sqrt(square) - f.rate);
    if (parabola < longest && f.bend > third * parabola) {
      const double zero = q.newton(parabola) * kLess;
      if (zero > 0.5 * parabola) return zero;
    }
  }
  return along_parabolas(q, longest);
}

}  // namespace firsthit
