#include "query/turning/base/turning_course.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

/// So long f stays above 0, if that is within a time: until the zero of a parabola that is below f there.
/// The parabola comes nearest to f at the end of that time.
[[gnu::always_inline]] inline double above_within(const TurningCourse& f, double time) {
  // t^4 <= time^2 t^2. If third < 0: t^3 <= time t^2; else t^3 >= 2 time t^2 - time^2 t, or 0.
  const double fourth = f.fourth_within(time) * time;
  const bool leans = f.third > 0.0 && f.rate < 0.0;
  const double of_third = f.third < 0.0 ? (-1.0 / 3.0) * f.third : leans ? (-2.0 / 3.0) * f.third : 0.0;
  const double falls = (fourth * (1.0 / 12.0) + of_third) * time - f.bend;
  const double rate = leans ? f.rate - f.third * (1.0 / 6.0) * (time * time) : f.rate;
  const double square = rate * rate + 2.0 * f.value * falls;
  const double root = std::sqrt(std::max(square, 0.0));
  const bool rises = rate > 0.0;
  const double over = rises ? rate + root : 2.0 * f.value;
  const double under = rises ? std::max(falls, 0.0) : square < 0.0 ? 0.0 : root - rate;
  return over / under * (1.0 - 0x1p-45);
}

/// Near the zero of what f is above of, if that is within a time: where the parabola without third and
/// fourth derivatives is 0, and from there by Newton.
double zero_near(const TurningCourse& f, double longest) {
  const double root = std::sqrt(std::max(f.rate * f.rate - 2.0 * f.value * f.bend, 0.0));
  const bool rises = f.rate > 0.0;
  const double over = rises ? f.rate + root : 2.0 * f.value;
  const double under = rises ? std::max(-f.bend, 0.0) : root - f.rate;
  double r = std::min(over / under, longest);
  for (int i = 0; i < 2; ++i) {
    const double fourth = f.fourth_within(r) * (r * r) * (1.0 / 24.0);
    const double next = r - (f.value_at(r) - fourth * (r * r)) / (f.rate_at(r) - 4.0 * fourth * r);
    if (next > 0.0 && next < longest) r = next;
  }
  return r;
}

/// Of the time of an impact: a bracket that is wider than this, and than errors explain, is narrowed by one
/// more look before it is told.
constexpr double kSharpest = 0x1p-42;

/// A step is long enough if it misses so much of what it might be.
constexpr double kEnough = 0x1p-12;

}  // namespace

double time_above_zero(const TurningCourse& f, double longest) {
  double safe = above_within(f, longest);
  if (safe >= longest) return longest;
  double behind = longest;
  double time = zero_near(f, longest);
  constexpr int kRounds = 4;
  for (int round = 0; round < kRounds; ++round) {
    const double found = above_within(f, time);
    if (found >= time) {
      safe = std::max(safe, time);
      behind = std::min(behind, found);
    } else {
      safe = std::max(safe, found);
      behind = time;
    }
    if (!(behind > (1.0 + kEnough) * safe)) break;
    time = behind < 2.0 * safe ? behind : std::sqrt(safe * behind);
  }
  return safe > 0.0 ? safe : 0.0;
}

double sharp_landing(const TurningCourse& f, double t, double time, double deep, double error) {
  const double closing = -f.rate_at(time);
  if (!(closing > 0.0)) return 0.0;
  const double spread = f.fourth_within(time) * (time * time) * (time * time) * (1.0 / 24.0);
  const double left = std::max(f.value_at(time), 0.0) + spread;
  const double more = (left + deep) / closing;
  const double clear = t + time;
  if (left > 8.0 * error && more > kSharpest * clear) return 0.0;
  return std::nextafter(clear + more, std::numeric_limits<double>::infinity());
}

}  // namespace firsthit
