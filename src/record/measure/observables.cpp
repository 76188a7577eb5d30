#include "record/measure/observables.hpp"

#include "core/vec_math.hpp"
#include "record/base/compensated_sum.hpp"
#include "world/bodies/spin_table.hpp"

#include <algorithm>

namespace firsthit {

namespace {

template <int D>
double rotational_energy(const MovingBody& body, const FrameSpin<D>& spin) {
  if constexpr (D == 3)
    if (body.top) return top_energy(*body.top, spin.orientation, spin.angular_velocity);
  const double turns = speed_of(spin.angular_velocity);
  return 0.5 * body.inertia * turns * turns;
}

}  // namespace

template <int D>
Conserved<D> conserved(const RunSetup<D>& setup, const Frame<D>& frame) {
  CompensatedSum kinetic;
  CompensatedSum potential;
  CompensatedSum rotational;
  CompensatedSum momentum[static_cast<std::size_t>(D)];
  for (std::size_t i = 0; i < setup.bodies.size(); ++i) {
    const double mass = setup.bodies[i].mass;
    const FrameState<D>& state = frame.states[i];
    kinetic.add(0.5 * mass * length_squared(state.velocity));
    potential.add(-mass * dot(setup.gravity, state.position));  // no gravity where positions wrap
    if (!frame.spins.empty()) {
      rotational.add(rotational_energy(setup.bodies[i], frame.spins[i]));
    }
    for (std::size_t axis = 0; axis < D; ++axis) momentum[axis].add(mass * state.velocity[axis]);
  }
  Conserved<D> result;
  result.kinetic_energy = kinetic.value();
  result.potential_energy = potential.value() + 0.0;  // never -0
  result.rotational_energy = rotational.value();
  result.energy = (result.kinetic_energy + result.potential_energy) + result.rotational_energy;
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

Measured without_rates(Measured measured) {
  measured.collision_rate_per_body.reset();
  measured.mean_free_time.reset();
  measured.mean_free_path.reset();
  return measured;
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
      to_measure_{std::max(measure_from, now.time), drift_of(setup, now), request.free_flight} {
  if (to_measure_.from == now.time) look_back_to(now);
}

template <int D>
void Observables<D>::look_back_to(const Frame<D>& now) {
  if (request_.looks_back()) begin_.emplace(setup_, now, to_measure_.drift);
}

template <int D>
Measured Observables<D>::measured(const Frame<D>& present, const Statistics& counted) const {
  Measured result;
  result.time = std::max(0.0, present.time - to_measure_.from);
  result.collisions = counted.impacts;
  result.deepest_overlap = counted.deepest_overlap;
  const auto count = static_cast<double>(dynamic_count(setup_));
  const double freely_moving = count - (conserves_momentum(setup_) ? 1.0 : 0.0);
  if (begin_ && freely_moving > 0.0) {
    if (request_.mean_square_displacement)
      result.mean_square_displacement = begin_->mean_square_displacement(present);
    if (request_.velocity_autocorrelation)
      result.velocity_autocorrelation = begin_->velocity_autocorrelation(present);
  }
  if (count == 0.0 || !(result.time > 0.0)) return result;

  const double kinetic = counted.kinetic_action / result.time;
  if (freely_moving > 0.0) result.temperature = 2.0 * kinetic / (D * freely_moving);
  const auto turning = static_cast<double>(std::count_if(
      setup_.bodies.begin(), setup_.bodies.end(), [](const MovingBody& body) { return body.inertia > 0.0; }));
  if (turning > 0.0)
    result.rotational_temperature =
        2.0 * counted.rotational_action / (result.time * (D == 2 ? 1.0 : 3.0) * turning);
  const auto meetings = static_cast<double>(counted.meetings);
  result.collision_rate_per_body = meetings / (count * result.time);
  if (request_.free_flight && meetings > 0.0) {
    result.mean_free_time = 1.0 / *result.collision_rate_per_body;
    result.mean_free_path = counted.path_length / meetings;
  }
  if (const std::optional<double> volume = volume_of(setup_.space)) {
    result.pressure = (2.0 * kinetic + counted.virial / result.time) / (D * *volume);
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
