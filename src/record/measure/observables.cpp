#include "record/measure/observables.hpp"

#include "core/vec_math.hpp"
#include "record/base/compensated_sum.hpp"
#include "record/base/path_length.hpp"

#include <algorithm>
#include <limits>

namespace firsthit {
namespace {

constexpr std::uint32_t kFixed = std::numeric_limits<std::uint32_t>::max();

/// [L^D], if the box has one.
template <int D>
std::optional<double> volume_of(const Space<D>& space) {
  double volume = 1.0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space.sides[axis] == Side::Open) return std::nullopt;
    volume *= space.max[axis] - space.min[axis];
  }
  return volume;
}

}  // namespace

template <int D>
Conserved<D> conserved(const RunSetup<D>& setup, const Frame<D>& frame) {
  CompensatedSum kinetic;
  CompensatedSum potential;
  CompensatedSum momentum[static_cast<std::size_t>(D)];
  for (std::size_t i = 0; i < setup.bodies.size(); ++i) {
    const double mass = setup.bodies[i].mass;
    const BodyState<D>& state = frame.states[i];
    kinetic.add(0.5 * mass * length_squared(state.velocity));
    potential.add(-mass * dot(setup.gravity, state.position));  // no gravity where positions wrap
    for (std::size_t axis = 0; axis < D; ++axis) momentum[axis].add(mass * state.velocity[axis]);
  }
  Conserved<D> result;
  result.kinetic_energy = kinetic.value();
  result.potential_energy = potential.value() + 0.0;  // never -0
  result.energy = result.kinetic_energy + result.potential_energy;
  for (std::size_t axis = 0; axis < D; ++axis) result.momentum[axis] = momentum[axis].value();
  return result;
}

template <int D>
Vec<D> drift_of(const RunSetup<D>& setup, const Frame<D>& frame) {
  if (setup.bodies.empty() || !conserves_momentum(setup)) return {};
  CompensatedSum mass;
  for (const MovingBody& ball : setup.bodies) mass.add(ball.mass);
  return (1.0 / mass.value()) * conserved(setup, frame).momentum;
}

std::vector<MeasuredNumber> numbers_of(const ObservableRequest& request) {
  std::vector<MeasuredNumber> numbers;
  if (request.mean_square_displacement)
    numbers.push_back({"mean_square_displacement", "L^2", &Measured::mean_square_displacement});
  if (request.velocity_autocorrelation)
    numbers.push_back({"velocity_autocorrelation", "L^2/T^2", &Measured::velocity_autocorrelation});
  if (request.free_flight) {
    numbers.push_back({"mean_free_time", "T", &Measured::mean_free_time});
    numbers.push_back({"mean_free_path", "L", &Measured::mean_free_path});
  }
  return numbers;
}

template <int D>
Observables<D>::Observables(const RunSetup<D>& setup, const Frame<D>& now, double measure_from,
                            const ObservableRequest& request)
    : setup_(setup),
      request_(request),
      from_(std::max(measure_from, now.time)),
      drift_(drift_of(setup, now)),
      sums_(setup.bodies.size(), Sums{now.time, 0.0, 0.0, 0.0}) {
  std::uint32_t largest = 0;
  for (const MovingBody& ball : setup.bodies) largest = std::max(largest, ball.id.value);
  index_of_.assign(setup.bodies.empty() ? 0 : std::size_t{largest} + 1, kFixed);
  for (std::uint32_t i = 0; i < setup.bodies.size(); ++i) index_of_[setup.bodies[i].id.value] = i;
  if (from_ == now.time) look_back_to(now);
}

template <int D>
void Observables<D>::look_back_to(const Frame<D>& now) {
  if (request_.looks_back()) begin_.emplace(setup_, now, drift_);
}

/// The integral of m |v - drift|^2 / 2 over a flight of `duration` under `acceleration` g that ends
/// with `velocity` v. There is no drift where anything accelerates.
template <int D>
double Observables<D>::kinetic_action(double mass, const Vec<D>& velocity, const Vec<D>& acceleration,
                                      double duration) const {
  const Vec<D> v = velocity - drift_;
  const double t = duration;
  const double straight = length_squared(v) * t;
  const double falling = t * t * (t * length_squared(acceleration) / 3.0 - dot(v, acceleration));
  return 0.5 * mass * (straight + falling);
}

template <int D>
void Observables<D>::end_flight(const ImpactSide<D>& side, double time) {
  const std::uint32_t index = side.id.value < index_of_.size() ? index_of_[side.id.value] : kFixed;
  if (index == kFixed) return;
  Sums& sums = sums_[index];
  sums.since = time;
  if (time <= from_) return;
  const double duration = std::min(side.elapsed, time - from_);
  fly(index, side.velocity_before, side.acceleration, duration, sums);
}

/// Adds a flight of `duration` that ends with `velocity` to `sums`.
template <int D>
void Observables<D>::fly(std::size_t ball, const Vec<D>& velocity, const Vec<D>& acceleration,
                         double duration, Sums& sums) const {
  sums.kinetic_action += kinetic_action(setup_.bodies[ball].mass, velocity, acceleration, duration);
  if (request_.free_flight && !setup_.bodies[ball].kinematic)
    sums.path += path_length(velocity - drift_, acceleration, duration);
}

template <int D>
void Observables<D>::impact(const Impact<D>& impact) {
  const auto kind = static_cast<std::size_t>(impact.kind);
  ++all_[kind];
  end_flight(impact.a, impact.time);
  end_flight(impact.b, impact.time);
  if (impact.time < from_) return;
  ++counted_[kind];
  deepest_overlap_ = std::max(deepest_overlap_, impact.overlap);
  if (impact.kind != ImpactKind::BodyBody) return;
  const std::uint32_t a = index_of_[impact.a.id.value];
  const bool is_free = !setup_.bodies[a].kinematic && !setup_.bodies[index_of_[impact.b.id.value]].kinematic;
  meetings_ += is_free ? 2 : 1;
  if (is_free) sums_[a].virial += impact.virial;
}

template <int D>
Measured Observables<D>::measured(const Frame<D>& present) const {
  Measured result;
  result.time = std::max(0.0, present.time - from_);
  result.collisions = counted_;
  result.deepest_overlap = deepest_overlap_;
  const auto count = static_cast<double>(dynamic_count(setup_));
  const double freely_moving = count - (conserves_momentum(setup_) ? 1.0 : 0.0);
  if (begin_ && freely_moving > 0.0) {
    if (request_.mean_square_displacement)
      result.mean_square_displacement = begin_->mean_square_displacement(present);
    if (request_.velocity_autocorrelation)
      result.velocity_autocorrelation = begin_->velocity_autocorrelation(present);
  }
  if (count == 0.0 || !(result.time > 0.0)) return result;

  CompensatedSum action;
  CompensatedSum virial;
  CompensatedSum path;
  for (std::size_t i = 0; i < present.states.size(); ++i) {
    const BodyState<D>& state = present.states[i];
    Sums present_flight;
    fly(i, state.velocity, state.acceleration, present.time - std::max(from_, sums_[i].since),
        present_flight);
    for (const Sums& sums : {sums_[i], present_flight}) {
      action.add(sums.kinetic_action);
      virial.add(sums.virial);
      path.add(sums.path);
    }
  }
  const double kinetic = action.value() / result.time;
  if (freely_moving > 0.0) result.temperature = 2.0 * kinetic / (D * freely_moving);
  const auto meetings = static_cast<double>(meetings_);
  result.collision_rate_per_body = meetings / (count * result.time);
  if (request_.free_flight && meetings > 0.0) {
    result.mean_free_time = 1.0 / *result.collision_rate_per_body;
    result.mean_free_path = path.value() / meetings;
  }
  if (const std::optional<double> volume = volume_of(setup_.space)) {
    result.pressure = (2.0 * kinetic + virial.value() / result.time) / (D * *volume);
    if (result.temperature.value_or(0.0) > 0.0)
      result.compressibility = *result.pressure * *volume / (count * *result.temperature);
  }
  return result;
}

template Conserved<2> conserved(const RunSetup<2>&, const Frame<2>&);
template Conserved<3> conserved(const RunSetup<3>&, const Frame<3>&);
template Vec<2> drift_of(const RunSetup<2>&, const Frame<2>&);
template Vec<3> drift_of(const RunSetup<3>&, const Frame<3>&);
template class Observables<2>;
template class Observables<3>;

}  // namespace firsthit
