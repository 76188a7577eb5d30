#include "query/round/ball_kernels.hpp"

#include "core/vec_math.hpp"
#include "exact/bracketed_root.hpp"
#include "exact/signed_sum.hpp"
#include "query/ballistic/exact_pairs.hpp"
#include "query/ballistic/exact_path.hpp"
#include "query/ballistic/falling_filter.hpp"
#include "query/ballistic/first_fall.hpp"
#include "query/ballistic/flight_proof.hpp"
#include "query/base/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

/// Longer than any delay in units of the problem's own time: with numbers within range, places and speeds
/// grow much sooner than this.
constexpr double kLongest = 0x1p300;

/// q(t) = |p(t)|^2 - sigma^2 with p = d + v t + g t^2 / 2. Evaluated through p, never through the
/// coefficients of the quartic: those cancel where p itself keeps its digits.
///
/// `sign` is 1 for what comes in from outside, and -1 for what goes out from inside: the event is that
/// f = sign q is <= 0 and falls.
template <int D>
struct Quartic {
  Vec<D> d, v, g;
  double sigma;
  double sign;

  Vec<D> place(double t) const { return d + t * (v + (0.5 * t) * g); }
  Vec<D> speed(double t) const { return v + t * g; }
  double value(double t) const { return sign * (length_squared(place(t)) - sigma * sigma); }
  /// f' / 2
  double slope(double t) const { return sign * dot(place(t), speed(t)); }
  /// f'' / 2
  double curvature(double t) const { return sign * (length_squared(speed(t)) + dot(place(t), g)); }

  /// Is f falling right after 0, to the lowest derivative that is not zero? The fourth of q is positive.
  bool falls_at_start() const {
    const double derivatives[] = {signed_dot(d, v), length_squared(v) + dot(d, g), dot(v, g)};
    for (const double derivative : derivatives)
      if (derivative != 0.0) return sign * derivative < 0.0;
    return sign < 0.0;
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

  /// Will f change its direction no more after t, or, if it falls for ever, be below 0?
  bool is_last(double t) const { return sign > 0.0 ? !(slope(t) < 0.0) : slope(t) < 0.0 && value(t) < 0.0; }

  double root_of_slope(double low, double high, bool rising) const {
    return bracketed_root(low, high, rising, [this](double t) { return Slope{slope(t), curvature(t)}; });
  }
  double root(double low, double high) const {
    return bracketed_root(low, high, false, [this](double t) { return Slope{value(t), 2.0 * slope(t)}; });
  }

  /// The first t >= 0 at which f <= 0 and falls: f is cut where f' changes sign, found in turn
  /// between the roots of f''.
  double first_delay() const {
    bool falling = falls_at_start();
    if (falling && sign * signed_excess(d, sigma) <= 0.0) return 0.0;

    double cuts[3] = {};
    int count = bends(cuts);
    double last = count > 0 ? std::max(1.0, 2.0 * cuts[count - 1]) : 1.0;
    while (!is_last(last) && last < kLongest) last *= 2.0;  // q grows like t^4
    cuts[count++] = last;

    double low = 0.0;
    double summit = 0.0;  // where the present fall of f begins
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
    return falling ? root(summit, last) : kNever;
  }
};

/// A gap that is given as a polynomial.
struct ScaledGap {
  const RoundedPolynomial& gap;

  bool is_quiet(double begin, double end) const {
    return gap.surely_positive(begin, end) || gap.surely_rises(begin, end);
  }
  bool stays_quiet(double t) const { return gap.only_rises(t); }
};

/// Is there surely no event? Most gaps only rise soon; some after very many crossing times.
bool surely_never(const ScaledGap& gap) {
  constexpr double kSoon = 64.0;
  const auto quiet = [&gap](double begin, double end) { return gap.is_quiet(begin, end); };
  if (gap.stays_quiet(0.0)) return true;
  for (double end = 1.0; end < kSoon; end *= 2.0)
    if (gap.stays_quiet(end)) return quiet_throughout(0.0, end, quiet);
  return quiet_until(gap, kLongest, 1.0, kCoarse) == kLongest;
}

/// Is the first event of a gap surely at `delay`, but for kProofWidth of it?
bool surely_at(const RoundedPolynomial& gap, double delay) {
  const ScaledGap view{gap};
  if (delay == kNever) return surely_never(view);
  const auto quiet = [&view](double begin, double end) { return view.is_quiet(begin, end); };
  const double early = delay * (1.0 - kProofWidth);
  const double late = delay * (1.0 + kProofWidth);
  const RoundedPolynomial inside = -gap;
  return delay > 0.0 && inside.surely_positive(late, late) && inside.surely_rises(late, late) &&
         quiet(early, early) && quiet_throughout(0.0, early, quiet);
}

/// As exact arithmetic says.
template <int D>
double exact_delay(const Quartic<D>& q) {
  constexpr double kEnd = std::numeric_limits<double>::max();
  const Course<D> ball{q.d, q.v, q.g};
  GapEvent event;
  if (q.sign > 0.0) {
    const std::optional<GapEvent> filtered = filtered_ball_event(Course<D>{}, q.sigma, ball, 0.0, 0.0, kEnd);
    event = filtered ? *filtered : ball_ball_event(Course<D>{}, q.sigma, ball, 0.0, 0.0, kEnd).event;
  } else {
    event = first_event(squared_room<D>(relative_path(Course<D>{}, ball), Dyadic(q.sigma)), 0.0, kEnd,
                        q.first_delay());
  }
  return event.kind == GapEvent::Kind::None ? kNever : event.lower;
}

/// Straight from inside a sphere of radius sigma around the origin: the first t >= 0 at which
/// |p + v t| >= sigma and grows.
template <int D>
double straight_exit(const Vec<D>& p, const Vec<D>& v, double sigma) {
  // a t^2 + 2 b t + c = 0, its larger root. From inside, with c < 0, disc is a sum of equal signs; from
  // outside it is taken by Lagrange's identity, as in ball_ball_delay.
  const double a = length_squared(v);
  if (!(a > 0.0)) return kNever;
  const double b = signed_dot(p, v);
  const double c = signed_excess(p, sigma);
  if (c >= 0.0 && b >= 0.0) return 0.0;  // at b = 0 it grows with t^2
  const double disc = c < 0.0 ? b * b - a * c : a * (sigma * sigma) - cross_squared(p, v);
  const double root = disc > 0.0 ? std::sqrt(disc) : 0.0;  // 0: never gets in; closes where it is nearest
  const double t = b > 0.0 ? -c / (b + root) : (root - b) / a;
  return t < kNever ? t : kNever;
}

/// Below this, in units of the problem's own length and time, an acceleration counts as none: it
/// would take 2^100 crossing times to matter, when no digit of the place is left.
constexpr double kNoAcceleration = 0x1p-200;

/// A problem in units of the larger of |d| and sigma, and of the shorter of the times that speed and
/// acceleration take to cross it: powers of two, so that nothing is rounded.
template <int D>
struct Scaled {
  Quartic<D> q;
  int time_exponent;
  bool in_range;

  Scaled(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma, double sign)
      : in_range(is_in_range(d) && is_in_range(v) && is_in_range(g) && is_in_range(Vec<2>{sigma, 0.0})) {
    const int length_exponent = exponent(std::max(max_abs(d), sigma));
    const int doubled = length_exponent - exponent(max_abs(g));
    time_exponent = (doubled - (doubled & 1)) / 2;
    if (!is_zero(v)) time_exponent = std::min(time_exponent, length_exponent - exponent(max_abs(v)));
    q = {scaled(d, -length_exponent), scaled(v, time_exponent - length_exponent),
         scaled(g, 2 * time_exponent - length_exponent), std::ldexp(sigma, -length_exponent), sign};
  }

  bool falls() const { return !(max_abs(q.g) < kNoAcceleration); }
  double rounded_delay() const {
    if (falls()) return q.first_delay();
    return q.sign > 0.0 ? ball_ball_delay(q.d, q.v, q.sigma) : straight_exit(q.d, q.v, q.sigma);
  }
  /// Is it surely within and closing now?
  bool starts() const {
    return q.sign * signed_excess(q.d, q.sigma) <= 0.0 && q.sign * signed_dot(q.d, q.v) < 0.0;
  }
  /// What can be proven, in units of the problem.
  std::optional<double> proven_delay() const {
    if (!falls()) return rounded_delay();
    if (starts()) return 0.0;
    const RoundedPolynomial gap = squared_gap(q.d, q.v, q.g, q.sigma, q.sign);
    const std::optional<double> bounce = small_bounce_delay(gap, q.sigma * q.sigma);
    if (bounce && surely_at(gap, *bounce)) return bounce;
    const double t = rounded_delay();
    return surely_at(gap, t) ? std::optional(t) : std::nullopt;
  }
  double delay() const {
    if (!in_range) return std::ldexp(rounded_delay(), time_exponent);
    const std::optional<double> t = proven_delay();
    return std::ldexp(t ? *t : exact_delay(q), time_exponent);
  }
};

}  // namespace

template <int D>
double ball_ball_falling_delay(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma) {
  if (is_zero(g)) return ball_ball_delay(d, v, sigma);
  if (!(sigma > 0.0)) return kNever;
  return Scaled<D>(d, v, g, sigma, 1.0).delay();
}

template <int D>
std::optional<double> proven_falling_delay(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma) {
  const Scaled<D> problem(d, v, g, sigma, 1.0);
  const std::optional<double> t = problem.proven_delay();
  return t ? std::optional(std::ldexp(*t, problem.time_exponent)) : std::nullopt;
}

template <int D>
double rounded_falling_delay(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma) {
  if (!(sigma > 0.0)) return kNever;
  if (is_zero(g)) return ball_ball_delay(d, v, sigma);
  const Scaled<D> problem(d, v, g, sigma, 1.0);
  return std::ldexp(problem.rounded_delay(), problem.time_exponent);
}

template <int D>
double ball_container_delay(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double room) {
  const double sigma = std::max(room, 0.0);
  return is_zero(g) ? straight_exit(-d, v, sigma) : Scaled<D>(-d, v, g, sigma, -1.0).delay();
}

template double ball_ball_falling_delay<2>(const Vec<2>&, const Vec<2>&, const Vec<2>&, double);
template double ball_ball_falling_delay<3>(const Vec<3>&, const Vec<3>&, const Vec<3>&, double);
template std::optional<double> proven_falling_delay<2>(const Vec<2>&, const Vec<2>&, const Vec<2>&, double);
template std::optional<double> proven_falling_delay<3>(const Vec<3>&, const Vec<3>&, const Vec<3>&, double);
template double rounded_falling_delay<2>(const Vec<2>&, const Vec<2>&, const Vec<2>&, double);
template double rounded_falling_delay<3>(const Vec<3>&, const Vec<3>&, const Vec<3>&, double);
template double ball_container_delay<2>(const Vec<2>&, const Vec<2>&, const Vec<2>&, double);
template double ball_container_delay<3>(const Vec<3>&, const Vec<3>&, const Vec<3>&, double);

}  // namespace firsthit
