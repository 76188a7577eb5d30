#include "record/observables.hpp"

#include "core/vec_math.hpp"
#include "record/compensated_sum.hpp"

#include <algorithm>
#include <limits>

namespace firsthit {
namespace {

constexpr std::uint32_t kFixed = std::numeric_limits<std::uint32_t>::max();

template <int D>
bool all_sides(const Space<D>& space, Side side) {
  return std::all_of(space.sides.begin(), space.sides.end(), [&](Side each) { return each == side; });
}

/// Is the momentum conserved? Then all that matters is seen from the centre of mass.
template <int D>
bool conserves_momentum(const RunSetup<D>& setup) {
  return all_sides(setup.space, Side::Periodic) && setup.obstacles.empty();
}

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
  for (std::size_t i = 0; i < setup.balls.size(); ++i) {
    const double mass = setup.balls[i].mass;
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
Observables<D>::Observables(const RunSetup<D>& setup, const Frame<D>& now, double measure_from)
    : setup_(setup),
      from_(std::max(measure_from, now.time)),
      sums_(setup.balls.size(), Sums{now.time, 0.0, 0.0}) {
  std::uint32_t largest = 0;
  CompensatedSum mass;
  for (const MovingBall& ball : setup.balls) {
    largest = std::max(largest, ball.id.value);
    mass.add(ball.mass);
  }
  index_of_.assign(setup.balls.empty() ? 0 : std::size_t{largest} + 1, kFixed);
  for (std::uint32_t i = 0; i < setup.balls.size(); ++i) index_of_[setup.balls[i].id.value] = i;
  if (!setup.balls.empty() && conserves_momentum(setup))
    drift_ = (1.0 / mass.value()) * conserved(setup, now).momentum;
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
  sums.kinetic_action += kinetic_action(setup_.balls[index].mass, side.velocity_before, side.acceleration, duration);
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
  if (impact.kind == ImpactKind::BallBall) sums_[index_of_[impact.a.id.value]].virial += impact.virial;
}

template <int D>
Measured Observables<D>::measured(const Frame<D>& present) const {
  Measured result;
  result.time = std::max(0.0, present.time - from_);
  result.collisions = counted_;
  result.deepest_overlap = deepest_overlap_;
  const std::size_t count = setup_.balls.size();
  if (count == 0 || !(result.time > 0.0)) return result;

  CompensatedSum action;
  CompensatedSum virial;
  for (std::size_t i = 0; i < count; ++i) {
    const double duration = present.time - std::max(from_, sums_[i].since);
    action.add(sums_[i].kinetic_action);
    action.add(kinetic_action(setup_.balls[i].mass, present.states[i].velocity,
                              present.states[i].acceleration, duration));
    virial.add(sums_[i].virial);
  }
  const double kinetic = action.value() / result.time;
  const double freely_moving = static_cast<double>(count) - (conserves_momentum(setup_) ? 1.0 : 0.0);
  if (freely_moving > 0.0) result.temperature = 2.0 * kinetic / (D * freely_moving);
  const auto ball_ball = static_cast<double>(counted_[static_cast<std::size_t>(ImpactKind::BallBall)]);
  result.collision_rate_per_body = 2.0 * ball_ball / (static_cast<double>(count) * result.time);
  if (const std::optional<double> volume = volume_of(setup_.space)) {
    result.pressure = (2.0 * kinetic + virial.value() / result.time) / (D * *volume);
    if (result.temperature.value_or(0.0) > 0.0)
      result.compressibility =
          *result.pressure * *volume / (static_cast<double>(count) * *result.temperature);
  }
  return result;
}

template Conserved<2> conserved(const RunSetup<2>&, const Frame<2>&);
template Conserved<3> conserved(const RunSetup<3>&, const Frame<3>&);
template class Observables<2>;
template class Observables<3>;

}  // namespace firsthit
