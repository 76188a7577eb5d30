#include "c/observers.hpp"

#include "c/live_world.hpp"
#include "c/structs.hpp"
#include "c/values.hpp"

namespace firsthit::c {
namespace {

template <int D>
FirsthitImpactSide told(const ImpactSide<D>& side) {
  return {c::told(side.position),
          c::told(side.velocity_before),
          c::told(side.velocity_after),
          c::told(side.acceleration),
          side.elapsed,
          side.id.value,
          0};
}

template <int D>
FirsthitImpact told(const Impact<D>& impact) {
  return {sizeof(FirsthitImpact),
          impact.index,
          impact.time,
          static_cast<FirsthitImpactKind>(impact.kind),
          0,
          told(impact.a),
          told(impact.b),
          c::told(impact.point),
          c::told(impact.normal),
          impact.impulse,
          impact.virial,
          impact.overlap};
}

}  // namespace

template <int D>
void Teller<D>::impact(const Impact<D>& impact) {
  if (to_.impact == nullptr) return;
  const FirsthitImpact event = told(impact);
  to_.impact(to_.user, &event);
}

template <int D>
void Teller<D>::impact_spins(const Impact<D>& impact, const ImpactSpins<D>& spins) {
  if (to_.impact_spins == nullptr) return;
  const FirsthitImpact event = told(impact);
  const FirsthitImpactSpins turning{sizeof(FirsthitImpactSpins),     told_rate(spins.a_before),
                                    told_rate(spins.a_after),        told_rate(spins.b_before),
                                    told_rate(spins.b_after),        c::told(spins.tangential_impulse),
                                    told_rate(spins.a_acceleration), told_rate(spins.b_acceleration)};
  to_.impact_spins(to_.user, &event, &turning);
}

template <int D>
void Teller<D>::turn(const Turn<D>& turn) {
  if (to_.turn == nullptr) return;
  const FirsthitTurn event{sizeof(FirsthitTurn),
                           turn.time,
                           static_cast<FirsthitTurnKind>(turn.kind),
                           turn.support.value,
                           told(turn.body),
                           c::told(turn.acceleration_after),
                           told_rate(turn.angular_velocity_after),
                           told_rate(turn.angular_acceleration_after)};
  to_.turn(to_.user, &event);
}

template <int D>
void Teller<D>::passing(const Passing<D>& passing) {
  if (to_.passing == nullptr) return;
  const FirsthitPassing event{sizeof(FirsthitPassing), passing.time,           passing.a.value,
                              passing.b.value,         passing.enters ? 1 : 0, 0};
  to_.passing(to_.user, &event);
}

template class Teller<2>;
template class Teller<3>;

namespace {

template <class Observe>
FirsthitStatus watch(FirsthitWorld* world, const FirsthitObserver* observer, bool batched,
                     std::uint32_t* into, const Observe& observe) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    there(into, "into");
    auto watcher = std::make_unique<Watcher<D>>(read(observer, "observer", FirsthitObserver{}), batched);
    auto& watchers = live.watchers();
    watchers.reserve(watchers.size() + 1);
    live.change([&](World<D>& changed) { observe(changed, *watcher); });
    watchers.push_back(std::move(watcher));
    *into = static_cast<std::uint32_t>(watchers.size() - 1);
  });
}

}  // namespace
}  // namespace firsthit::c

using namespace firsthit;
using namespace firsthit::c;

FirsthitStatus firsthit_world_observe(FirsthitWorld* world, const FirsthitObserver* observer,
                                      std::uint32_t* into) {
  return watch(world, observer, false, into,
               []<int D>(World<D>& of, Watcher<D>& watcher) { of.observe(watcher.teller); });
}

FirsthitStatus firsthit_world_observe_batches(FirsthitWorld* world, const FirsthitObserver* observer,
                                              const FirsthitBodyId* only, std::size_t count,
                                              std::uint32_t* into) {
  return watch(world, observer, true, into, [&]<int D>(World<D>& of, Watcher<D>& watcher) {
    of.observe(watcher, ids(array(only, count, "only"), count));
  });
}

FirsthitStatus firsthit_world_unobserve(FirsthitWorld* world, std::uint32_t observer) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    auto& watchers = live.watchers();
    if (observer >= watchers.size() || !watchers[observer])
      throw InputError("observer: expected one that watches, found " + std::to_string(observer));
    live.change([&](World<D>& of) {
      Watcher<D>& watcher = *watchers[observer];
      if (watcher.batched)
        of.unobserve(static_cast<BatchObserver<D>&>(watcher));
      else
        of.unobserve(static_cast<Observer<D>&>(watcher.teller));
    });
    watchers[observer].reset();
  });
}
