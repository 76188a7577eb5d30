#include "query/turning/base/turning_pair.hpp"

#include "core/vec_math.hpp"

#include <cmath>

namespace firsthit {
namespace {

template <int D>
Vec<D> difference(const Vec<D>& of_a, const Vec<D>& of_b) {
  return of_b - of_a;
}

}  // namespace

template <int D>
TurningInstant<D> at_instant(const TurningPair<D>& pair, double t) {
  TurningBody<D>::turn(pair.a, pair.b, t);
  const CubicPath<D>& a = pair.a.path();
  const CubicPath<D>& b = pair.b.path();
  const Vec<D> place = difference(a.position, b.position);
  const Vec<D> velocity = difference(a.velocity, b.velocity);
  const Vec<D> acceleration = difference(a.acceleration, b.acceleration);
  const Vec<D> jerk = difference(a.jerk, b.jerk);
  TurningInstant<D> now;
  now.t = t;
  now.jerk = jerk;
  now.acceleration = acceleration + t * jerk;
  now.velocity = velocity + t * (acceleration + (0.5 * t) * jerk);
  now.place = place + t * (velocity + t * (0.5 * acceleration + (t * (1.0 / 6.0)) * jerk));
  now.distance = length(now.place);
  now.speed = length(now.velocity);
  now.acceleration_size = is_zero(now.acceleration) ? 0.0 : length(now.acceleration);
  now.jerk_size = is_zero(jerk) ? 0.0 : length(jerk);
  const double moved = t * (sum_abs(velocity) + t * (sum_abs(acceleration) + t * sum_abs(jerk)));
  const double sizes =
      pair.a.reach() + pair.b.reach() + pair.radii + (pair.plane ? std::fabs(pair.plane->height) : 0.0);
  double rotations = 1.0;
  if (pair.a.precesses() || pair.b.precesses()) rotations = kOfPrecession;
  if (pair.a.tumbles() || pair.b.tumbles()) rotations = kOfTumbling;
  now.error = rotations * kTurningError<D> * (sum_abs(place) + moved + sizes);
  const double fastest =
      sum_abs(now.velocity) + (pair.a.rate() * pair.a.reach() + pair.b.rate() * pair.b.reach());
  now.blur = 0x1p-51 * t * fastest;
  return now;
}

template TurningInstant<2> at_instant(const TurningPair<2>&, double);
template TurningInstant<3> at_instant(const TurningPair<3>&, double);

}  // namespace firsthit
