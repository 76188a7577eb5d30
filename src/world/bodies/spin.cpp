#include "world/bodies/spin.hpp"

#include "core/vec_math.hpp"
#include "exact/double_double.hpp"
#include "exact/sin_cos.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

namespace {

constexpr DoubleDouble kPi{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
constexpr DoubleDouble kTurnsPerRadian{0x1.45f306dc9c883p-3, -0x1.6b01ec5417056p-57};

/// A whole number, without loss.
DoubleDouble whole(std::int64_t n) {
  const std::int64_t high = n >> 32;  // rounded down, so the rest is not negative
  return exact_sum(0x1p32 * static_cast<double>(high),
                   static_cast<double>(n - high * (std::int64_t{1} << 32)));
}

/// [T] With all its digits.
DoubleDouble between(const Instant& start, const Instant& end, const Timebase& timebase) {
  return whole(end.ticks - start.ticks) * timebase.tick() + exact_difference(end.offset, start.offset);
}

/// The nearest whole number, of two the even one. (The library's own is a call on plain x86-64.)
double nearest_whole(double x) {
  constexpr double kToWhole = 0x1.8p52;
  return std::fabs(x) < 0x1p51 ? (x + kToWhole) - kToWhole : std::nearbyint(x);
}

/// What `speed` [rad/T] at the start, which grows by `gain` [rad/T^2], turns by from `start` to `end`, in
/// 2^-64 turns, without whole turns.
std::uint64_t turned_by(double speed, double gain, const Instant& start, const Instant& end,
                        const Timebase& timebase) {
  if (start == end) return 0;
  const DoubleDouble elapsed = between(start, end, timebase);
  DoubleDouble turns = elapsed * kTurnsPerRadian * speed;
  if (gain != 0.0) turns = turns + elapsed * elapsed * kTurnsPerRadian * (0.5 * gain);
  const DoubleDouble part =
      exact_sum(turns.high - nearest_whole(turns.high), turns.low - nearest_whole(turns.low));
  const double most = nearest_whole(0x1p32 * part.high);
  const double rest = (part.high - 0x1p-32 * most) + part.low;
  return (static_cast<std::uint64_t>(static_cast<std::int64_t>(most)) << 32) +
         static_cast<std::uint64_t>(static_cast<std::int64_t>(nearest_whole(0x1p64 * rest)));
}

/// Of half the angle, from -1/4 to 1/4 of a turn.
SinCos half_angle(std::uint64_t turned) {
  const DoubleDouble half_turns = whole(static_cast<std::int64_t>(turned));
  return sin_cos(kPi * DoubleDouble{0x1p-64 * half_turns.high, 0x1p-64 * half_turns.low});
}

/// Angular velocity and acceleration lead along one axis if the sine of the angle between them is no more:
/// far above what rounds where a ball rolls straight on, and too little to be seen in how it stands.
constexpr double kAlong = 0x1p-40;

/// Where the axis turns as well, steps of so much of a radian, and at most so many.
constexpr double kStepsPerRadian = 32.0;
constexpr double kMostSteps = 8192.0;

/// Turned further, by a quaternion of `cosine` and the vector `axis`.
Orientation<3> turned_on(const Orientation<3>& from, double cosine, const Vec<3>& axis) {
  const Vec<3> v{from.x, from.y, from.z};
  const double w = cosine * from.w - dot(axis, v);
  const Vec<3> turned = cosine * v + from.w * axis + cross(axis, v);
  const double size = std::sqrt(w * w + length_squared(turned));
  return {w / size, turned[0] / size, turned[1] / size, turned[2] / size};
}

}  // namespace

template <>
Spin<2> Spin<2>::at(const Instant& time, const Timebase& timebase) const {
  return {orientation, turned + turned_by(velocity, acceleration, clock, time, timebase),
          velocity_at(time, timebase), time, acceleration};
}

template <>
Orientation<2> Spin<2>::stands() const {
  if (turned == 0) return orientation;
  const auto [sine, cosine] = half_angle(turned);
  return {orientation.w * cosine - orientation.z * sine, orientation.z * cosine + orientation.w * sine};
}

template <>
Spin<3> Spin<3>::at(const Instant& time, const Timebase& timebase) const {
  Spin<3> now{orientation, 0, velocity_at(time, timebase), time, acceleration};
  const double speed = length(velocity);
  const double gain = grows() ? length(acceleration) : 0.0;
  if (!(speed > 0.0 || gain > 0.0)) return now;
  if (!(gain > 0.0)) {
    const auto [sine, cosine] = half_angle(turned_by(speed, 0.0, clock, time, timebase));
    now.orientation = turned_on(orientation, cosine, (sine / speed) * velocity);
    return now;
  }
  if (!(length(cross(velocity, acceleration)) > kAlong * (speed * gain))) {  // about one axis
    const Vec<3> axis = speed > 0.0 ? (1.0 / speed) * velocity : (1.0 / gain) * acceleration;
    const double faster = speed > 0.0 ? dot(axis, acceleration) : gain;
    const auto [sine, cosine] = half_angle(turned_by(speed, faster, clock, time, timebase));
    now.orientation = turned_on(orientation, cosine, speed > 0.0 ? (sine / speed) * velocity : sine * axis);
    return now;
  }
  const double elapsed = timebase.between(clock, time);
  const double angle = elapsed * (speed + elapsed * gain);
  const double steps = std::clamp(std::ceil(kStepsPerRadian * angle), 1.0, kMostSteps);
  const double step = elapsed / steps;
  for (double i = 0.0; i < steps; i += 1.0) {
    const Vec<3> first = velocity + (i * step) * acceleration;
    const Vec<3> by = step * (first + (0.5 * step) * acceleration) +
                      (step * step * step / 12.0) * cross(acceleration, first);
    const double size = length(by);
    const auto [sine, cosine] = sin_cos(DoubleDouble{std::min(0.5 * size, kLargestAngle), 0.0});
    if (size > 0.0) now.orientation = turned_on(now.orientation, cosine, (sine / size) * by);
  }
  return now;
}

template <>
Orientation<3> Spin<3>::stands() const {
  return orientation;
}

}  // namespace firsthit
