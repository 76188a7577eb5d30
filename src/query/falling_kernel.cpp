#include "query/ball_kernels.hpp"

#include "core/vec_math.hpp"
#include "exact/bracketed_root.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

int exponent(double x) {
  int e = 0;
  std::frexp(x, &e);
  return e;
}

template <int D>
Vec<D> scaled(const Vec<D>& a, int e) {
  Vec<D> r;
  for (int i = 0; i < D; ++i) r.c[i] = std::ldexp(a.c[i], e);
  return r;
}

/// q(t) = |p(t)|^2 - sigma^2 with p = d + v t + g t^2 / 2. Evaluated through p, never through the
/// coefficients of the quartic: those cancel where p itself keeps its digits.
template <int D>
struct Quartic {
  Vec<D> d, v, g;
  double sigma;

  Vec<D> place(double t) const { return d + t * (v + (0.5 * t) * g); }
  Vec<D> speed(double t) const { return v + t * g; }
  double value(double t) const { return length_squared(place(t)) - sigma * sigma; }
  /// q' / 2
  double slope(double t) const { return dot(place(t), speed(t)); }
  /// q'' / 2
  double curvature(double t) const { return length_squared(speed(t)) + dot(place(t), g); }

  /// Is q falling right after 0, to the lowest derivative that is not zero? The fourth is positive.
  bool falls_at_start() const {
    const double derivatives[] = {dot(d, v), length_squared(v) + dot(d, g), dot(v, g)};
    for (const double derivative : derivatives)
      if (derivative != 0.0) return derivative < 0.0;
    return false;
  }

  /// The roots of q'' above 0, in order, into `roots`: there are at most two. Between them q' is monotone.
  int bends(double* roots) const {
    const double a = 1.5 * length_squared(g);
    const double half_b = 1.5 * dot(v, g);
    const double c = length_squared(v) + dot(d, g);
    const double disc = half_b * half_b - a * c;
    if (!(disc > 0.0)) return 0;
    const double root = std::sqrt(disc);
    const double sum = half_b >= 0.0 ? -half_b - root : root - half_b;
    double x = sum / a;
    double y = c / sum;
    if (y < x) std::swap(x, y);
    int count = 0;
    if (x > 0.0 && x < kNever) roots[count++] = x;
    if (y > x && y > 0.0 && y < kNever) roots[count++] = y;
    return count;
  }

  double root_of_slope(double low, double high, bool rising) const {
    return bracketed_root(low, high, rising, [this](double t) { return Slope{slope(t), curvature(t)}; });
  }
  double root(double low, double high) const {
    return bracketed_root(low, high, false, [this](double t) { return Slope{value(t), 2.0 * slope(t)}; });
  }

  /// The first t >= 0 at which q <= 0 and falls: q is cut where q' changes sign, found in turn
  /// between the roots of q''.
  double first_delay() const {
    bool falling = falls_at_start();
    if (falling && value(0.0) <= 0.0) return 0.0;

    double cuts[3] = {};
    int count = bends(cuts);
    double last = count > 0 ? std::max(1.0, 2.0 * cuts[count - 1]) : 1.0;
    while (slope(last) < 0.0) last *= 2.0;  // ends: q' grows like t^3
    cuts[count++] = last;

    double low = 0.0;
    double summit = 0.0;  // where the present fall of q begins
    for (int i = 0; i < count; ++i) {
      const double high = cuts[i];
      const bool falling_after = slope(high) < 0.0;
      if (!falling && falling_after) {
        summit = root_of_slope(low, high, false);
        if (value(summit) <= 0.0) return summit;
      } else if (falling && !falling_after) {
        const double valley = root_of_slope(low, high, true);
        if (value(valley) < 0.0) return root(summit, valley);
      }
      falling = falling_after;
      low = high;
    }
    return kNever;
  }
};

/// Below this, in units of the problem's own length and time, an acceleration counts as none: it
/// would take 2^100 crossing times to matter, when no digit of the place is left.
constexpr double kNoAcceleration = 0x1p-200;

}  // namespace

template <int D>
double ball_ball_falling_delay(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma) {
  if (is_zero(g)) return ball_ball_delay(d, v, sigma);
  if (!(sigma > 0.0)) return kNever;
  // Lengths in units of the larger of |d| and sigma, times in the shorter of the times that speed
  // and acceleration take to cross it: powers of two, so that nothing is rounded.
  const int length_exponent = exponent(std::max(max_abs(d), sigma));
  const int doubled = length_exponent - exponent(max_abs(g));
  int time_exponent = (doubled - (doubled & 1)) / 2;
  if (!is_zero(v)) time_exponent = std::min(time_exponent, length_exponent - exponent(max_abs(v)));
  const Quartic<D> q{scaled(d, -length_exponent), scaled(v, time_exponent - length_exponent),
                     scaled(g, 2 * time_exponent - length_exponent), std::ldexp(sigma, -length_exponent)};
  const double t = max_abs(q.g) < kNoAcceleration ? ball_ball_delay(q.d, q.v, q.sigma) : q.first_delay();
  return std::ldexp(t, time_exponent);
}

template double ball_ball_falling_delay<2>(const Vec<2>&, const Vec<2>&, const Vec<2>&, double);
template double ball_ball_falling_delay<3>(const Vec<3>&, const Vec<3>&, const Vec<3>&, double);

}  // namespace firsthit
