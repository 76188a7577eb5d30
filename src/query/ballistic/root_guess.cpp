#include "query/ballistic/root_guess.hpp"

#include "core/never.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace firsthit {
namespace {

using Coefficients = std::array<double, 5>;

/// The lower root of a parabola that falls to it; kNever if there is none after 0.
double parabola_guess(const Coefficients& c) {
  const double disc = c[1] * c[1] - 4.0 * (c[2] * c[0]);
  if (!(disc > 0.0)) return kNever;
  const double root = std::sqrt(disc);
  if (c[1] < 0.0) return (2.0 * c[0]) / (root - c[1]);
  return c[2] < 0.0 ? (c[1] + root) / (-2.0 * c[2]) : kNever;
}

/// Newton's steps while the gap falls. Where it is convex they come to its root from before it, whatever
/// side they began on; where it is concave, from behind.
double falling_root(const Coefficients& c, double t) {
  constexpr int kMostSteps = 20;
  constexpr double kLastStep = 0x1p-26;  // of the time: the next would be about its square
  for (int i = 0; i < kMostSteps; ++i) {
    const double value = c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * c[4])));
    const double rate = c[1] + t * (2.0 * c[2] + t * (3.0 * c[3] + t * (4.0 * c[4])));
    if (!(rate < 0.0)) return kNever;
    const double step = value / rate;
    t -= step;
    if (!(std::fabs(step) > kLastStep * t)) break;
  }
  return t > 0.0 ? t : kNever;
}

/// Where q'' changes its sign: it is above 0 before `first` and after `second`, or everywhere if these are 0.
struct Bends {
  double first = 0.0;
  double second = 0.0;

  explicit Bends(const Coefficients& c) {
    // q'' / 2 = 6 c4 t^2 + 3 c3 t + c2
    const double disc = 9.0 * (c[3] * c[3]) - 24.0 * (c[4] * c[2]);
    if (!(disc > 0.0)) return;
    const double root = std::sqrt(disc);
    const double sum = c[3] >= 0.0 ? -3.0 * c[3] - root : root - 3.0 * c[3];
    first = sum / (12.0 * c[4]);
    second = 2.0 * c[2] / sum;
    if (second < first) std::swap(first, second);
  }
};

}  // namespace

double root_guess(const RoundedPolynomial& gap) {
  const Coefficients& c = gap.c;
  const double near = parabola_guess(c);
  if (gap.degree == 2) return near;
  const Bends bends(c);
  const double end = bends.second > 0.0 ? bends.first : kNever;
  // Convex until there, then concave until the second bend: it is below 0 there, or not before. Then convex.
  if (end > 0.0 && c[1] < 0.0) {
    double t = near < end ? falling_root(c, near) : kNever;
    if (t == kNever) t = falling_root(c, 0.0);
    if (t < end) return t;
  }
  if (end == kNever) return kNever;
  const double t = near < bends.second ? falling_root(c, near) : kNever;
  return t < bends.second ? t : falling_root(c, bends.second);
}

}  // namespace firsthit
