#include "world/snapshot_impl.hpp"
#include "world/world_impl.hpp"

#include "core/fp_environment.hpp"

#include <firsthit/error.hpp>

#include <string>

namespace firsthit {

template <int D>
BodyState<D> state_of(const FreeFlight<D>& flight, const ImageCounters<D>& wraps, const SpinTable<D>& spins,
                      Id body, const Record<D>& record, const Instant& now) {
  const Place<D> place = flight.place_at(body, record, now);
  BodyState<D> state{place.position,
                     flight.velocity_at(body, record, now),
                     place.wraps,
                     flight.acceleration(body),
                     {},
                     {},
                     {}};
  if (spins.spins(body)) {
    const Spin<D> spin = spins.at(body, now, flight.timebase());
    state.orientation = spin.stands();
    state.angular_velocity = spin.velocity;
    state.angular_acceleration = spins.acceleration_at(body, now, flight.timebase());
  }
  for (std::size_t axis = 0; axis < D; ++axis) state.wraps[axis] += wraps.along(body, axis);
  return state;
}

template <int D>
Snapshot<D>::Snapshot() : impl_(new Impl) {}
template <int D>
Snapshot<D>::~Snapshot() = default;
template <int D>
Snapshot<D>::Snapshot(Snapshot&&) noexcept = default;
template <int D>
Snapshot<D>& Snapshot<D>::operator=(Snapshot&&) noexcept = default;

template <int D>
double Snapshot<D>::time() const {
  return impl_->flight.timebase().since_start(impl_->now);
}

template <int D>
std::uint64_t Snapshot<D>::collisions() const {
  return impl_->collisions;
}

template <int D>
std::size_t Snapshot<D>::size() const {
  return impl_->records.size();
}

template <int D>
BodyState<D> Snapshot<D>::state(BodyId id) const {
  const Impl& then = *impl_;
  if (id.value >= size() || (id.value < then.gone.size() && then.gone[id.value]))
    throw InputError("Snapshot::state: expected an id of a body that was there, found " +
                     std::to_string(id.value));
  const FpEnvironment environment;
  const Id body = then.numbers.empty() ? id.value : then.numbers[id.value];
  if (!then.mobile[body]) {
    BodyState<D> state{};
    state.position = then.records[body].position;
    if (const auto there = then.leaning.find(id.value); there != then.leaning.end())
      state.orientation = there->second;
    return state;
  }
  return state_of(then.flight, then.wraps, then.spins, body, then.records[body], then.now);
}

template <int D>
Statistics Snapshot<D>::statistics() const {
  const FpEnvironment environment;
  const Impl& then = *impl_;
  if (!then.sums.is_on) throw InputError("Snapshot::statistics: expected World::measure before it was taken");
  return statistics_of<D>(then.sums, then.mass, then.spins, then.moving, then.flight, then.records, then.now);
}

template <int D>
void World<D>::snapshot(Snapshot<D>& into) const {
  const auto held = impl_->hold_still();
  impl_->begin();
  typename Snapshot<D>::Impl& copy = *into.impl_;
  const std::span<const Record<D>> records = impl_->engine->records();
  copy.records.assign(records.begin(), records.end());
  copy.wraps = impl_->wraps;
  copy.spins = impl_->spins;
  copy.numbers = impl_->numbers;
  copy.flight = impl_->flight;
  copy.mass = impl_->table.mass;
  copy.mobile = impl_->table.mobile;
  copy.moving = impl_->table.moving;
  copy.gone = impl_->table.gone();
  copy.leaning.clear();
  for (const auto& [id, given] : impl_->leaning) copy.leaning[id] = given.orientation;
  copy.sums = impl_->resolver.reporter().statistics().sums();
  copy.now = impl_->engine->now();
  copy.collisions = impl_->engine->collisions();
}

template BodyState<2> state_of(const FreeFlight<2>&, const ImageCounters<2>&, const SpinTable<2>&, Id,
                               const Record<2>&, const Instant&);
template BodyState<3> state_of(const FreeFlight<3>&, const ImageCounters<3>&, const SpinTable<3>&, Id,
                               const Record<3>&, const Instant&);
template class Snapshot<2>;
template class Snapshot<3>;
template void World<2>::snapshot(Snapshot<2>&) const;
template void World<3>::snapshot(Snapshot<3>&) const;

}  // namespace firsthit
