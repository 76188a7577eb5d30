#include "core/vec_math.hpp"
#include "query/turning/turning_pair.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// Of two corners, f(t) = n(t) . (p(t) + x_b(t) - x_a(t)) is their distance along an axis n that turns. With a
// bound K on the size of its third derivative, f(t) >= f0 + f1 t + f2 t^2 / 2 - K t^3 / 6. Where all these
// are above what the radii reach, the axis separates the two. Derivation: docs/numerics/turning.md.

namespace firsthit {
namespace {

/// A function of time and its first two derivatives, at an instant.
struct Taylor {
  double value = 0.0;
  double rate = 0.0;
  double bend = 0.0;
};

Vec<2> turned_left(const Vec<2>& a) { return {-a[1], a[0]}; }

/// What the axis does, with what all corners have in common.
template <int D>
struct AxisNow;

template <>
struct AxisNow<2> {
  Vec<2> n;
  Vec<2> across;  // n turned to the left
  double rate;

  explicit AxisNow(const TurningAxis<2>& axis)
      : n(axis.normal), across(turned_left(axis.normal)), rate(axis.rate) {}

  Taylor of_path(const TurningInstant<2>& now) const {
    return {
        dot(n, now.place), rate * dot(across, now.place) + dot(n, now.velocity),
        dot(n, now.acceleration) + 2.0 * rate * dot(across, now.velocity) - rate * rate * dot(n, now.place)};
  }
  /// Of a corner that turns with its body; both turn about one axis.
  Taylor of_corner(const Vec<2>& x, double spin) const {
    const double relative = spin - rate;
    const double along = dot(n, x);
    return {along, -relative * dot(across, x), -(relative * relative) * along};
  }
  double relative_rate(double spin) const { return std::fabs(spin - rate); }
  double third_derivative(double spin, double reach) const {
    const double relative = relative_rate(spin);
    return relative * relative * relative * reach;
  }
};

template <>
struct AxisNow<3> {
  Vec<3> n;
  Vec<3> first;  // derivatives of n
  Vec<3> second;
  Vec<3> rate;
  double size;

  explicit AxisNow(const TurningAxis<3>& axis)
      : n(axis.normal),
        first(cross(axis.rate, axis.normal)),
        second(cross(axis.rate, first)),
        rate(axis.rate),
        size(length(axis.rate)) {}

  Taylor of_path(const TurningInstant<3>& now) const {
    return {dot(n, now.place), dot(first, now.place) + dot(n, now.velocity),
            dot(n, now.acceleration) + 2.0 * dot(first, now.velocity) + dot(second, now.place)};
  }
  Taylor of_corner(const Vec<3>& x, const Vec<3>& spin) const {
    const Vec<3> v = cross(spin, x);
    const Vec<3> relative = cross(spin - rate, x);
    return {dot(n, x), dot(n, relative), dot(second, x) + 2.0 * dot(first, v) + dot(n, cross(spin, v))};
  }
  double relative_rate(const Vec<3>& spin) const { return length(spin - rate); }
  double third_derivative(const Vec<3>& spin, double reach) const {
    const double both = size + length(spin);
    return relative_rate(spin) * both * both * reach;
  }
};

/// The corners of one body that may be the nearest along the axis within a time.
class NearCorners {
 public:
  /// `sign`: 1 if those that reach least far count, -1 if those that reach furthest.
  template <int D>
  NearCorners(const AxisNow<D>& axis, const TurningBody<D>& body, double sign, double time) {
    const auto corners = body.corners();
    if (corners.empty()) {
      all_.push_back({});
      return;
    }
    double least = std::numeric_limits<double>::infinity();
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const double along = sign * dot(axis.n, corners[i].place);
      if (along < least) {
        least = along;
        nearest = i;
      }
    }
    const double moves = axis.relative_rate(body.angular_velocity()) * time;
    if (moves == 0.0) {
      add(axis.of_corner(corners[nearest].place, body.angular_velocity()), sign);
      return;
    }
    const double square = moves * moves * (1.0 + 0x1p-40);
    for (const auto& corner : corners) {
      const double beyond = sign * dot(axis.n, corner.place) - least;
      const Vec<D> apart = corner.place - corners[nearest].place;
      if (beyond * beyond > square * length_squared(apart)) continue;
      add(axis.of_corner(corner.place, body.angular_velocity()), sign);
    }
  }
  std::span<const Taylor> all() const { return all_.all(); }

 private:
  void add(const Taylor& f, double sign) { all_.push_back({sign * f.value, sign * f.rate, sign * f.bend}); }

  InlineVector<Taylor, 8> all_;
};

/// So long q(t) = value + rate t + bend t^2 / 2 - third t^3 / 6 stays above 0, at least, within `longest`:
/// from step to step along parabolas below it. Requires: value > 0.
double time_above_zero(const Taylor& f, double third, double longest) {
  constexpr int kSteps = 4;
  double t = 0.0;
  for (int i = 0; i < kSteps; ++i) {
    const double bend = f.bend - third * t;
    const double value = f.value + t * (f.rate + t * (0.5 * f.bend - third * t * (1.0 / 6.0)));
    const double rate = f.rate + t * (f.bend - 0.5 * third * t);
    if (!(value > 0.0)) break;
    // Within `ahead` the second derivative is at least bend - third * ahead.
    const auto until_zero = [&](double ahead) {
      const double falls = std::max(0.0, third * ahead - bend);
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

/// safe(within) is proven by bounds over `within`, which are the better the shorter that is.
double longest_safe(double within, const auto& safe) {
  constexpr int kRounds = 3;
  double longest = 0.0;
  for (int round = 0; round < kRounds; ++round) {
    const double step = safe(within);
    longest = std::max(longest, step);
    if (step >= 0.5 * within || step == 0.0) break;
    within = std::sqrt(within * step);
  }
  return longest;
}

/// Where rates are so small that their products vanish, they are taken for this: a bound stays one.
constexpr double kSmallestRate = 0x1p-300;

/// Of what derivatives are the sums of, over which they err; eight roundings are half of it.
constexpr double kDerivativeError = 0x1p-49;

/// Takes from the first two derivatives what rounding may have added to them.
template <int D>
void lower(const TurningPair<D>& pair, const TurningInstant<D>& now, double axis_rate, Taylor& f) {
  const double place = sum_abs(now.place);
  const double velocity = sum_abs(now.velocity);
  const auto of_body = [&](const TurningBody<D>& body) { return body.rate() + axis_rate; };
  const double a = of_body(pair.a);
  const double b = of_body(pair.b);
  f.rate -= kDerivativeError * (velocity + axis_rate * place + a * pair.a.reach() + b * pair.b.reach());
  f.bend -= kDerivativeError * (sum_abs(now.acceleration) + axis_rate * (2.0 * velocity + axis_rate * place) +
                                a * a * pair.a.reach() + b * b * pair.b.reach());
}

template <int D>
double third_of_path(const TurningInstant<D>& now, double axis_rate, double time) {
  const double jerk = length(now.jerk);
  const double acceleration = length(now.acceleration) + jerk * time;
  const double velocity = length(now.velocity) + acceleration * time;
  const double place = length(now.place) + velocity * time;
  return (jerk + axis_rate * (3.0 * acceleration + axis_rate * (3.0 * velocity + axis_rate * place))) *
         (1.0 + 0x1p-40);
}

template <int D>
double third_derivative(const TurningPair<D>& pair, const TurningInstant<D>& now, const AxisNow<D>& axis,
                        double axis_rate, double time) {
  return (third_of_path(now, axis_rate, time) +
          axis.third_derivative(pair.a.angular_velocity(), pair.a.reach()) +
          axis.third_derivative(pair.b.angular_velocity(), pair.b.reach())) *
         (1.0 + 0x1p-40);
}

}  // namespace

template <int D>
double safe_step(const TurningPair<D>& pair, const TurningInstant<D>& now, const TurningAxis<D>& axis,
                 double least, double longest) {
  const AxisNow<D> as_now(axis);
  const double axis_rate = size_of(axis.rate);
  const double fastest = std::max({axis_rate, pair.a.rate(), pair.b.rate(), kSmallestRate});
  const double time = std::min(longest, 2.0 / fastest);
  Taylor common = as_now.of_path(now);
  common.value -= pair.radii + least + (pair.plane ? pair.plane->height : 0.0);
  lower(pair, now, axis_rate, common);
  return longest_safe(time, [&](double within) {
    const NearCorners of_a(as_now, pair.a, -1.0, within);
    const NearCorners of_b(as_now, pair.b, 1.0, within);
    const double third = third_derivative(pair, now, as_now, axis_rate, within);
    double safe = within;
    for (const Taylor& a : of_a.all())
      for (const Taylor& b : of_b.all()) {
        const Taylor f{common.value + (a.value + b.value), common.rate + (a.rate + b.rate),
                       common.bend + (a.bend + b.bend)};
        safe = f.value > 0.0 ? std::min(safe, time_above_zero(f, third, safe)) : 0.0;
      }
    return safe;
  });
}

/// The direction of a way, as it turns.
TurningAxis<2> axis_between(const Vec<2>& way, const Vec<2>& velocity, double distance) {
  const Vec<2> normal = (1.0 / distance) * way;
  return {normal, cross(normal, velocity) / distance};
}
TurningAxis<3> axis_between(const Vec<3>& way, const Vec<3>& velocity, double distance) {
  const Vec<3> normal = (1.0 / distance) * way;
  return {normal, (1.0 / distance) * cross(normal, velocity)};
}

template <int D>
double safe_step_of_balls(const TurningPair<D>& pair, const TurningInstant<D>& now, double least,
                          double longest) {
  if (pair.plane) return 0.0;
  const double distance = pair.plane ? dot(pair.plane->normal, now.place) : length(now.place);
  const double reach = (pair.plane ? pair.plane->height : pair.a.reach()) + pair.b.reach();
  const double apart = distance - (reach + pair.radii + least);
  if (!(apart > 0.0)) return 0.0;
  const TurningAxis<D> axis =
      pair.plane ? TurningAxis<D>{pair.plane->normal} : axis_between(now.place, now.velocity, distance);
  const AxisNow<D> as_now(axis);
  const double axis_rate = size_of(axis.rate);
  Taylor f = as_now.of_path(now);
  f.value = apart;
  const double velocity = sum_abs(now.velocity);
  const double place = sum_abs(now.place);
  f.rate -= kDerivativeError * (velocity + axis_rate * place);
  f.bend -= kDerivativeError * (sum_abs(now.acceleration) + axis_rate * (2.0 * velocity + axis_rate * place));
  return longest_safe(
      longest, [&](double time) { return time_above_zero(f, third_of_path(now, axis_rate, time), time); });
}

template double safe_step_of_balls(const TurningPair<2>&, const TurningInstant<2>&, double, double);
template double safe_step_of_balls(const TurningPair<3>&, const TurningInstant<3>&, double, double);
template double safe_step(const TurningPair<2>&, const TurningInstant<2>&, const TurningAxis<2>&, double,
                          double);
template double safe_step(const TurningPair<3>&, const TurningInstant<3>&, const TurningAxis<3>&, double,
                          double);

}  // namespace firsthit
