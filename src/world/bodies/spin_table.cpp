#include "world/bodies/spin_table.hpp"

#include "core/room.hpp"
#include "core/vec_math.hpp"
#include "exact/double_double.hpp"
#include "exact/sin_cos.hpp"
#include "geometry/free_top.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
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

/// What `speed` [rad/T] at the start, which grows by `gain` [rad/T^2], turns by from `start` to `end`, in
/// 2^-64 turns, without whole turns.
std::uint64_t turned_by(double speed, double gain, const Instant& start, const Instant& end,
                        const Timebase& timebase) {
  const DoubleDouble elapsed = between(start, end, timebase);
  DoubleDouble turns = elapsed * kTurnsPerRadian * speed;
  if (gain != 0.0) turns = turns + elapsed * elapsed * kTurnsPerRadian * (0.5 * gain);
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

/// [M L^2] About its centre, its mass spread evenly; of what is pinned about its place.
double inertia_of(const Body<2>& body) {
  if (const auto* ball = std::get_if<Ball>(&body.shape)) return inertia_of_ball<2>(body.mass, ball->radius);
  const MassProperties<2> properties = mass_properties<2>(body.shape);
  const double off = body.kind == BodyKind::Pinned ? length_squared(properties.centre) : 0.0;
  return body.mass * (properties.inertia_per_mass + off);
}
/// The mean of its moments.
double inertia_of(const Body<3>& body) {
  if (const auto* ball = std::get_if<Ball>(&body.shape)) return inertia_of_ball<3>(body.mass, ball->radius);
  const std::array<Vec<3>, 3> moments = mass_properties<3>(body.shape).inertia_per_mass;
  return body.mass * ((moments[0][0] + moments[1][1] + moments[2][2]) / 3.0);
}

/// Two moments that differ by this part of the larger are equal: who types decimals cannot have it to the
/// last digit.
constexpr double kUneven = 1e-6;

std::optional<PrincipalInertia> top_of(const Body<2>&) { return {}; }

/// Angular velocity and acceleration lead along one axis if the sine of the angle between them is no more:
/// far above what rounds where a ball rolls straight on, and too little to be seen in how it stands.
constexpr double kAlong = 0x1p-40;

/// Where the axis turns as well, steps of so much of a radian, and at most so many.
constexpr double kStepsPerRadian = 32.0;
constexpr double kMostSteps = 8192.0;

/// So many courses of tops are kept, of some five thousand bytes each. Fewer: more are found again.
constexpr std::size_t kMostCourses = 4096;

/// Turned further, by a quaternion of `cosine` and the vector `axis`.
Orientation<3> turned_on(const Orientation<3>& from, double cosine, const Vec<3>& axis) {
  const Vec<3> v{from.x, from.y, from.z};
  const double w = cosine * from.w - dot(axis, v);
  const Vec<3> turned = cosine * v + from.w * axis + cross(axis, v);
  const double size = std::sqrt(w * w + length_squared(turned));
  return {w / size, turned[0] / size, turned[1] / size, turned[2] / size};
}

double inner(double a, double b) { return a * b; }
double inner(const Vec<3>& a, const Vec<3>& b) { return dot(a, b); }

}  // namespace

// Two that are nearly equal are made so; if all are, it is no top.
std::optional<PrincipalInertia> top_of(const Body<3>& body) {
  if (std::holds_alternative<Ball>(body.shape) || body.inertia > 0.0) return {};
  PrincipalInertia r = principal_inertia(body.shape);
  Vec<3>& m = r.moments;
  const double least = kUneven * max_abs(m);
  std::size_t equal = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    if (!(std::fabs(m[i] - m[j]) <= least)) continue;
    m[i] = m[j] = 0.5 * (m[i] + m[j]);
    ++equal;
  }
  if (equal > 1) return {};
  m = body.mass * m;
  return r;
}

double top_energy(const PrincipalInertia& top, const Orientation<3>& stands, const Vec<3>& angular_velocity) {
  const Vec<3> turning = rotation_of(top.axes).inverse_of(rotation_of(stands).inverse_of(angular_velocity));
  double twice = 0.0;
  for (std::size_t k = 0; k < 3; ++k) twice += top.moments[k] * turning[k] * turning[k];
  return 0.5 * twice;
}

double speed_of(double angular_velocity) { return std::fabs(angular_velocity); }
double speed_of(const Vec<3>& angular_velocity) { return length(angular_velocity); }

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
  const double gain = length(acceleration);
  if (!(speed > 0.0 || gain > 0.0)) return now;
  if (!(length(cross(velocity, acceleration)) > kAlong * (speed * gain))) {  // about one axis
    const Vec<3> axis = speed > 0.0 ? (1.0 / speed) * velocity : (1.0 / gain) * acceleration;
    const double faster = speed > 0.0 && gain > 0.0 ? dot(axis, acceleration) : gain;
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

template <int D>
auto SpinTable<D>::prepare(Id id, const Body<D>& body) -> Inertia {
  Inertia inertia;
  if (!body.spins) return inertia;
  const std::size_t size = id + std::size_t{1};
  if (body.kind == BodyKind::Dynamic || body.kind == BodyKind::Pinned) {
    inertia.inverse = 1.0 / (body.inertia > 0.0 ? body.inertia : inertia_of(body));
    if (const auto top = top_of(body)) {
      inertia.top = *top;
      make_room(tops_, size - std::min(size, tops_.size()));
    }
  }
  make_room(spins_, size - spins_.size());
  make_room(inverse_inertias_, size - spins_.size());
  make_room(who_, size - spins_.size());
  return inertia;
}

template <int D>
void SpinTable<D>::add(Id id, const Body<D>& body, const Instant& now, const Inertia& inertia) noexcept {
  if (!body.spins) return;
  const std::size_t size = id + std::size_t{1};
  spins_.resize(size);
  inverse_inertias_.resize(size);
  who_.resize(size);
  spins_[id] = {body.orientation, 0, body.angular_velocity, now};
  who_[id] = true;
  inverse_inertias_[id] = inertia.inverse;
  if (inertia.top == kNoTop) return;
  tops_.resize(std::max(size, tops_.size()), kNoTop);
  tops_[id] = inertia.top;
}

template <int D>
bool SpinTable<D>::is_inertia(const PrincipalInertia& inertia) {
  const Vec<3>& m = inertia.moments;
  const auto& [w, x, y, z] = inertia.axes;
  for (const double number : {w, x, y, z})
    if (!std::isfinite(number)) return false;
  // As `World::add` takes them, and a little more, as two that are nearly equal have been made so.
  const double most = max_abs(m);
  for (std::size_t i = 0; i < 3; ++i)
    if (!(m[i] > 0.5 * kUneven * most && std::isfinite(m[i]) &&
          m[i] <= (1.0 + kUneven) * (m[(i + 1) % 3] + m[(i + 2) % 3])))
      return false;
  return w != 0.0 || x != 0.0 || y != 0.0 || z != 0.0;
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
    if (!tops_.empty()) after.tops_.push_back(is_top(id) ? top(id) : kNoTop);
  }
  *this = std::move(after);
}

FreeTop::Turned TopCourses::after(Id id, const Spin<3>& spin, const PrincipalInertia& inertia, double time) {
  const std::lock_guard<std::mutex> held(asking_);
  const std::size_t place = id % kMostCourses;
  if (courses_.size() <= place) courses_.resize(place + 1);
  Course& course = courses_[place];
  if (course.orientation != spin.orientation || course.velocity != spin.velocity || course.inertia != inertia)
    course = {spin.orientation, spin.velocity, inertia, FreeTop(spin.orientation, spin.velocity, inertia)};
  return course.top.after(time);
}

template <int D>
Spin<D> SpinTable<D>::at(Id id, const Instant& time, const Timebase& timebase) const {
  const Spin<D>& spin = (*this)[id];
  if constexpr (D == 3) {
    if (is_top(id)) {
      const double elapsed = timebase.between(spin.clock, time);
      if (!(elapsed > 0.0)) return {spin.orientation, 0, spin.velocity, time, {}};
      const FreeTop::Turned now = courses_.after(id, spin, top(id), elapsed);
      return {now.orientation, 0, now.angular_velocity, time, {}};
    }
  }
  return spin.at(time, timebase);
}

template <int D>
AngularVelocity<D> SpinTable<D>::velocity_at(Id id, const Instant& time, const Timebase& timebase) const {
  return is_top(id) ? at(id, time, timebase).velocity : (*this)[id].velocity_at(time, timebase);
}

template <int D>
AngularVelocity<D> SpinTable<D>::acceleration_at(Id id, const Instant& time, const Timebase& timebase) const {
  if constexpr (D == 3) {
    if (is_top(id)) {
      const Spin<3> now = at(id, time, timebase);
      return FreeTop(now.orientation, now.velocity, top(id)).after(0.0).angular_acceleration;
    }
  }
  return (*this)[id].acceleration;
}

template <int D>
InverseInertia<D> SpinTable<D>::inverse_inertia_at(Id id, const Orientation<D>& stands) const {
  if constexpr (D == 3) {
    if (is_top(id)) {
      const Vec<3>& m = top(id).moments;
      return {Vec<3>{1.0 / m[0], 1.0 / m[1], 1.0 / m[2]}, rotation_of(stands) * rotation_of(top(id).axes)};
    }
  }
  return inverse_inertia(id);
}

template <int D>
InverseInertia<D> SpinTable<D>::inverse_inertia_at(Id id, const Instant& time,
                                                   const Timebase& timebase) const {
  if (!is_top(id)) return inverse_inertia(id);
  return inverse_inertia_at(id, at(id, time, timebase).stands());
}

template <int D>
double SpinTable<D>::energy(Id id) const {
  const double inverse = inverse_inertia(id);
  if (!(inverse > 0.0)) return 0.0;
  if constexpr (D == 3) {
    if (is_top(id)) return top_energy(top(id), spins_[id].orientation, spins_[id].velocity);
  }
  const double speed = speed_of(spins_[id].velocity);
  return 0.5 * speed * speed / inverse;
}

template <int D>
double SpinTable<D>::action(Id id, const Instant& from, const Instant& end, const Timebase& timebase) const {
  const double inverse = inverse_inertia(id);
  if (!(inverse > 0.0)) return 0.0;
  const Spin<D>& spin = spins_[id];
  const double elapsed = timebase.between(later(from, spin.clock), end);
  if (spin.acceleration == AngularVelocity<D>{}) return energy(id) * elapsed;
  // I/2 (w^2 t - t^2 w . a + t^3 a^2 / 3), w at the end: as of a flight.
  const AngularVelocity<D> last = spin.velocity_at(end, timebase);
  const double gain = inner(spin.acceleration, spin.acceleration);
  const double twice =
      elapsed * (inner(last, last) + elapsed * (elapsed * gain / 3.0 - inner(last, spin.acceleration)));
  return 0.5 / inverse * twice;
}

template class SpinTable<2>;
template class SpinTable<3>;

}  // namespace firsthit
