#include "world/bodies/spin_table.hpp"

#include "core/vec_math.hpp"
#include "exact/double_double.hpp"
#include "exact/sin_cos.hpp"

#include <cmath>
#include <cstddef>
#include <variant>

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

/// What `speed` [rad/T] turns by from `start` to `end`, in 2^-64 turns, without whole turns.
std::uint64_t turned_by(double speed, const Instant& start, const Instant& end, const Timebase& timebase) {
  const DoubleDouble turns = between(start, end, timebase) * kTurnsPerRadian * speed;
  const DoubleDouble part =
      exact_sum(turns.high - std::nearbyint(turns.high), turns.low - std::nearbyint(turns.low));
  const double most = std::nearbyint(0x1p32 * part.high);
  const double rest = (part.high - 0x1p-32 * most) + part.low;
  return (static_cast<std::uint64_t>(static_cast<std::int64_t>(most)) << 32) +
         static_cast<std::uint64_t>(static_cast<std::int64_t>(std::nearbyint(0x1p64 * rest)));
}

/// Of half the angle, from -1/4 to 1/4 of a turn.
SinCos half_angle(std::uint64_t turned) {
  const DoubleDouble half_turns = whole(static_cast<std::int64_t>(turned));
  return sin_cos(kPi * DoubleDouble{0x1p-64 * half_turns.high, 0x1p-64 * half_turns.low});
}

}  // namespace

double speed_of(double angular_velocity) { return std::fabs(angular_velocity); }
double speed_of(const Vec<3>& angular_velocity) { return length(angular_velocity); }

template <>
Spin<2> Spin<2>::at(const Instant& time, const Timebase& timebase) const {
  return {orientation, turned + turned_by(velocity, clock, time, timebase), velocity, time};
}

template <>
Orientation<2> Spin<2>::stands() const {
  if (turned == 0) return orientation;
  const auto [sine, cosine] = half_angle(turned);
  return {orientation.w * cosine - orientation.z * sine, orientation.z * cosine + orientation.w * sine};
}

template <>
Spin<3> Spin<3>::at(const Instant& time, const Timebase& timebase) const {
  const double speed = length(velocity);
  if (!(speed > 0.0)) return {orientation, 0, velocity, time};
  const auto [sine, cosine] = half_angle(turned_by(speed, clock, time, timebase));
  const Vec<3> axis = (sine / speed) * velocity;
  const Vec<3> v{orientation.x, orientation.y, orientation.z};
  const double w = cosine * orientation.w - dot(axis, v);
  const Vec<3> turned_v = cosine * v + orientation.w * axis + cross(axis, v);
  const double size = std::sqrt(w * w + length_squared(turned_v));
  return {{w / size, turned_v[0] / size, turned_v[1] / size, turned_v[2] / size}, 0, velocity, time};
}

template <>
Orientation<3> Spin<3>::stands() const {
  return orientation;
}

template <int D>
void SpinTable<D>::add(Id id, const Body<D>& body, const Instant& now) {
  if (!body.spins) return;
  spins_.resize(id + std::size_t{1});
  inverse_inertias_.resize(id + std::size_t{1});
  who_.resize(id + std::size_t{1});
  spins_[id] = {body.orientation, 0, body.angular_velocity, now};
  who_[id] = true;
  if (body.kind != BodyKind::Dynamic) return;
  const double inertia =
      body.inertia > 0.0 ? body.inertia : inertia_of_ball<D>(body.mass, std::get<Ball>(body.shape).radius);
  inverse_inertias_[id] = 1.0 / inertia;
}

template <int D>
void SpinTable<D>::renumber(std::span<const Id> order) {
  if (is_empty()) return;
  SpinTable<D> after;
  after.spins_.reserve(order.size());
  for (const Id id : order) {
    after.spins_.push_back((*this)[id]);
    after.inverse_inertias_.push_back(inverse_inertia(id));
    after.who_.push_back(spins(id));
  }
  *this = std::move(after);
}

template <int D>
double SpinTable<D>::energy(Id id) const {
  const double inverse = inverse_inertia(id);
  if (!(inverse > 0.0)) return 0.0;
  const double speed = speed_of(spins_[id].velocity);
  return 0.5 * speed * speed / inverse;
}

template class SpinTable<2>;
template class SpinTable<3>;

}  // namespace firsthit
