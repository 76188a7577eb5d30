#include "core/vec_math.hpp"
#include "query/turning/base/turning_pair.hpp"
#include "query/turning/base/turning_taylor.hpp"
#include "query/turning/space/space_corners.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// What proves a step in space: as in the plane, but axes turn in any direction.

namespace firsthit {
namespace {

/// Of a third derivative, for the roundings in its sums.
constexpr double kMore = 1.0 + 0x1p-40;

/// Of the speed that its spin gives a precessing body: what the direction of that spin may add to it.
/// Smaller: a step might be too long.
constexpr double kOwnSpinError = 0x1p-46;

/// How the way between the centres changes along an axis.
class PathAlong {
 public:
  PathAlong(const TurningInstant<3>& now, const SpaceAxis& axis)
      : now_(now), rate_(axis.size()), tip_(axis.tip_speed()) {}

  /// [L/T^3] A bound on the size of the third derivative of n . p within a time.
  double third(double time) const {
    if (rate_ == 0.0) return now_.jerk_size * kMore;  // the time may be too long for the rest
    const double acceleration = now_.acceleration_size + now_.jerk_size * time;
    const double velocity = now_.speed + acceleration * time;
    const double place = now_.distance + velocity * time;
    return (now_.jerk_size + tip_ * (3.0 * acceleration + rate_ * (3.0 * velocity + rate_ * place))) * kMore;
  }

 private:
  const TurningInstant<3>& now_;
  double rate_;  // [rad/T]
  double tip_;   // [1/T]
};

/// Takes from the first two derivatives what rounding may have added to them.
void lower(const TurningPair<3>& pair, const TurningInstant<3>& now, double axis_rate, Taylor& f) {
  const double a = pair.a.rate() + axis_rate;
  const double b = pair.b.rate() + axis_rate;
  f.rate -=
      kDerivativeError * (now.speed + axis_rate * now.distance + (a * pair.a.reach() + b * pair.b.reach()));
  f.bend -=
      kDerivativeError * (now.acceleration_size + axis_rate * (2.0 * now.speed + axis_rate * now.distance) +
                          (a * a * pair.a.reach() + b * b * pair.b.reach()));
  for (const TurningBody<3>* body : {&pair.a, &pair.b})
    if (body->precesses()) f.rate -= kOwnSpinError * (body->rate() * body->reach());
}

/// [T] Where value + rate t + bend t^2 / 2 is 0 first; infinite if nowhere.
double zero_of_parabola(const Taylor& f) {
  const double square = f.rate * f.rate - 2.0 * f.value * f.bend;
  if (!(square >= 0.0) || (f.rate >= 0.0 && f.bend >= 0.0)) return std::numeric_limits<double>::infinity();
  const double root = std::sqrt(square);
  return f.rate > 0.0 ? (f.rate + root) / -f.bend : 2.0 * f.value / (root - f.rate);
}

/// [T] So long f stays above 0 within a time; its third derivative is bounded the better the shorter that is.
double longest_above_zero(Taylor f, const PathAlong& path, double time) {
  const double third = f.third * kMore;
  double within = std::min(time, zero_of_parabola(f));
  f.third = third + path.third(within);
  const double step = time_above_zero(f, within);
  if (step >= 0.5 * within || step == 0.0) return step;
  within = std::sqrt(within * step);
  f.third = third + path.third(within);
  return std::max(step, time_above_zero(f, within));
}

}  // namespace

template <>
double safe_step(const TurningPair<3>& pair, const TurningInstant<3>& now, const TurningAxis<3>& axis,
                 double least, double longest, double enough) {
  const SpaceAxis as_now(axis);
  const double fastest = std::max({as_now.size(), pair.a.rate(), pair.b.rate(), kSmallestRate});
  const double time = std::min(longest, 2.0 / fastest);
  Taylor common = as_now.of_path(now);
  common.value -= pair.radii + least + (pair.plane ? pair.plane->height : 0.0);
  lower(pair, now, as_now.size(), common);
  const SpaceCorners of_a(as_now, pair.a, -1.0);
  const SpaceCorners of_b(as_now, pair.b, 1.0);
  // Longer than the nearest two allow it is not; of the others, few come into question within that.
  const Taylor nearest = common + (of_a.nearest() + of_b.nearest());
  if (!(nearest.value > 0.0)) return 0.0;
  const PathAlong path(now, as_now);
  const double most = longest_above_zero(nearest, path, time);
  if (most <= enough) return 0.0;
  double safe = most;
  common.third = path.third(most);
  // All within the same time, so that the order does not show.
  const auto keep_safe = [&](const Taylor& a, const Taylor& b) {
    Taylor f = common + (a + b);
    f.third *= kMore;
    if (!(f.value > 0.0)) safe = 0.0;
    if (safe > 0.0) safe = std::min(safe, time_above_zero(f, most));
  };
  InlineVector<Taylor, 8> all_of_a;
  all_of_a.push_back(of_a.nearest());
  of_a.for_others(most, [&](const Taylor& a) {
    all_of_a.push_back(a);
    keep_safe(a, of_b.nearest());
  });
  of_b.for_others(most, [&](const Taylor& b) {
    for (const Taylor& a : all_of_a.all()) keep_safe(a, b);
  });
  return safe;
}

}  // namespace firsthit
