#include "world/bodies/spin_table.hpp"

#include "core/room.hpp"
#include "core/vec_math.hpp"
#include "geometry/free_top.hpp"
#include "geometry/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <variant>

namespace firsthit {

namespace {

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
  if (!spin.grows()) return energy(id) * elapsed;
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
