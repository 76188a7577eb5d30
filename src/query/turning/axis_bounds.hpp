#pragma once

#include "core/vec_math.hpp"
#include "query/turning/base/turning_pair.hpp"
#include "query/turning/space/space_corners.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

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
  Taylor of_corner(const TurningBody<2>& body, std::size_t i) const {
    const Vec<2>& x = body.corners()[i];
    const double relative = body.angular_velocity() - rate;
    const double square = relative * relative;
    const double along = dot(n, x);
    return {along, -relative * dot(across, x), -square * along, square * std::fabs(relative) * body.reach(i)};
  }
  /// [rad/T] How fast the body turns at most, seen from the axis.
  double relative_rate(const TurningBody<2>& body) const { return std::fabs(body.angular_velocity() - rate); }
};

template <>
struct AxisNow<3> : SpaceAxis {
  using SpaceAxis::SpaceAxis;
};

/// safe(within) is proven by bounds over `within`, which are the better the shorter that is.
inline double longest_safe(double within, const auto& safe) {
  constexpr int kRounds = 2;
  double longest = 0.0;
  for (int round = 0; round < kRounds; ++round) {
    const double step = safe(within);
    longest = std::max(longest, step);
    if (step >= 0.5 * within || step == 0.0) break;
    within = std::sqrt(within * step);
  }
  return longest;
}

/// Takes from the first two derivatives what rounding may have added to them.
template <int D>
void take_errors(const TurningPair<D>& pair, const TurningInstant<D>& now, double axis_rate, Taylor& f) {
  const double place = now.distance;
  const double velocity = now.speed;
  const auto of_body = [&](const TurningBody<D>& body) { return body.rate() + axis_rate; };
  const double a = of_body(pair.a);
  const double b = of_body(pair.b);
  f.rate -= kDerivativeError * (velocity + axis_rate * place + (a * pair.a.reach() + b * pair.b.reach()));
  f.bend -= kDerivativeError * (now.acceleration_size + axis_rate * (2.0 * velocity + axis_rate * place) +
                                (a * a * pair.a.reach() + b * b * pair.b.reach()));
}

/// A bound on the size of the third derivative of n . p within a time.
template <int D>
double third_of_path(const TurningInstant<D>& now, double axis_rate, double time) {
  if (axis_rate == 0.0) return now.jerk_size * (1.0 + 0x1p-40);  // the time may be too long for the rest
  const double acceleration = now.acceleration_size + now.jerk_size * time;
  const double velocity = now.speed + acceleration * time;
  const double place = now.distance + velocity * time;
  return (now.jerk_size +
          axis_rate * (3.0 * acceleration + axis_rate * (3.0 * velocity + axis_rate * place))) *
         (1.0 + 0x1p-40);
}

/// [T] So long third derivatives are bounded, where an axis turns at that rate [rad/T].
template <int D>
double longest_bounded(const TurningPair<D>& pair, double axis_rate) {
  return 2.0 / std::max({axis_rate, pair.a.rate(), pair.b.rate(), kSmallestRate});
}

}  // namespace firsthit
