#include <firsthit/motion.hpp>

#include "core/angle.hpp"
#include "core/vec_math.hpp"
#include "geometry/free_top.hpp"
#include "geometry/rotation.hpp"

#include <firsthit/error.hpp>

#include <cmath>

namespace firsthit {
namespace {

/// (cos, sin) of half an angle.
Vec<2> half_angle(double degrees) {
  if (!std::isfinite(degrees)) throw InputError("turned_by: degrees: expected a finite number");
  return direction_at(0.5 * degrees);
}

}  // namespace

inline namespace v0 {

template <int D>
Vec<D> Linear<D>::at(double delay) const {
  return position + delay * velocity;
}

template <int D>
Vec<D> Falling<D>::at(double delay) const {
  return position + delay * (velocity + (0.5 * delay) * acceleration);
}

Orientation<2> turned_by(double degrees) {
  const Vec<2> half = half_angle(degrees);
  return {half[0], half[1]};
}

Orientation<3> turned_by(double degrees, const Vec<3>& axis) {
  if (!is_finite(axis) || is_zero(axis))
    throw InputError("turned_by: axis: expected finite numbers that are not all 0");
  const Vec<2> half = half_angle(degrees);
  const Vec<3> along = (1.0 / max_abs(axis)) * axis;
  const Vec<3> imaginary = (half[1] / length(along)) * along;
  return {half[0], imaginary[0], imaginary[1], imaginary[2]};
}

template <int D>
Vec<D> Spinning<D>::at(double delay) const {
  return Falling<D>{position, velocity, acceleration}.at(delay);
}

template <int D>
Vec<D> Spinning<D>::at(double delay, const Vec<D>& of_shape) const {
  const Vec<D> start = rotation_of(orientation).of(of_shape - centre);
  return at(delay) + SteadySpin<D>(angular_velocity).after(delay).of(start);
}

namespace {

/// [L] On Bezier's cubic, for u from 0 to 1.
template <int D>
Vec<D> on_cubic(const std::array<Vec<D>, 4>& control, double u) {
  const double v = 1.0 - u;
  return (v * v * v) * control[0] + (3.0 * u * v * v) * control[1] + (3.0 * u * u * v) * control[2] +
         (u * u * u) * control[3];
}

}  // namespace

template <int D>
Vec<D> Spline<D>::at(double delay) const {
  return on_cubic(control, delay / duration);
}

template <int D>
Vec<D> Spline<D>::at(double delay, const Vec<D>& of_shape) const {
  const Vec<D> start = rotation_of(orientation).of(of_shape - centre);
  return at(delay) + SteadySpin<D>(angular_velocity).after(delay).of(start);
}

template <int D>
Vec<D> Precessing<D>::at(double delay) const {
  return Falling<D>{position, velocity, acceleration}.at(delay);
}

template <int D>
Vec<D> Precessing<D>::at(double delay, const Vec<D>& of_shape) const {
  const Vec<D> spun = SteadySpin<D>(spin).after(delay).of(of_shape - centre);
  const Vec<D> turned = SteadySpin<D>(precession).after(delay).of(rotation_of(orientation).of(spun));
  return at(delay) + turned;
}

template <int D>
Vec<D> Tumbling<D>::at(double delay) const {
  return Falling<D>{position, velocity, acceleration}.at(delay);
}

template <int D>
Vec<D> Tumbling<D>::at(double delay, const Vec<D>& of_shape) const {
  if constexpr (D == 2) {
    return Spinning<D>{position, velocity, angular_velocity, orientation, acceleration, centre}.at(delay,
                                                                                                   of_shape);
  } else {
    // Back in time it turns as one does that turns the other way.
    FreeTop top(orientation, delay < 0.0 ? -angular_velocity : angular_velocity, inertia);
    if (!(top.fastest() * std::fabs(delay) <= top.furthest_angle()))
      throw InputError(
          "Tumbling::at: delay: expected at most 2^16 rad until then, of one whose moments are nearly "
          "equal, and 2^30 rad of others");
    const FreeTop::Turned now = top.after(std::fabs(delay));
    return at(delay) + rotation_of(now.orientation).of(of_shape - centre);
  }
}

template struct Linear<2>;
template struct Linear<3>;
template struct Falling<2>;
template struct Falling<3>;
template struct Spinning<2>;
template struct Spinning<3>;
template struct Spline<2>;
template struct Spline<3>;
template struct Precessing<2>;
template struct Precessing<3>;
template struct Tumbling<2>;
template struct Tumbling<3>;

}  // namespace v0
}  // namespace firsthit
