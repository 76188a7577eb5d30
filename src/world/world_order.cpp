#include "world/world_impl.hpp"

#include <algorithm>
#include <limits>
#include <utility>

// Where in memory bodies stand. Of a large gas most of the time goes to lines of memory, and neighbours in
// space that are neighbours in memory share them. Which number a body has inside changes nothing that
// happens: events at one time are told apart by ids.

namespace firsthit {

namespace {

/// After so many events a body all are put in order anew, which takes as long as an event of every third.
/// More: they are less in order. Fewer: more of that work.
constexpr std::uint64_t kEventsInOrder = 32;

constexpr std::uint64_t kForEver = std::numeric_limits<std::uint64_t>::max();

}  // namespace

/// Runs the engine, and puts bodies in order from time to time.
template <int D>
Halt World<D>::Impl::run(EngineLimits limits) {
  if (has_untold_collapse) {
    has_untold_collapse = false;
    if (!give_way()) return Halt::Collapse;
  }
  forget_places();
  bvh.forget_time();  // those who are in each other are parted without that any time passes
  const Raised running(runs);
  ImpactReporter<D>& reporter = resolver.reporter();
  while (true) {
    arrange();
    renew();
    EngineLimits part = limits;
    part.events = std::min(limits.events, arranged_until - engine->events());
    if (reporter.has_batch_observers()) part.events = std::min<std::uint64_t>(part.events, kEventsOfBatch);
    const std::uint64_t before = engine->events();
    const Halt halt = run_engine(part);
    limits.events -= engine->events() - before;
    const bool collapses = halt == Halt::Collapse && (reporter.has_thrown() || !give_way());
    const bool goes_on = halt == Halt::Events ? limits.events > 0 : halt == Halt::Collapse && !collapses;
    reporter.deliver(!goes_on || reporter.has_thrown());
    has_untold_collapse = collapses && reporter.has_thrown();
    reporter.rethrow();
    if (!goes_on) return halt;
  }
}

/// If memory runs out, the engine is between two events, and what it foresees is found anew when it is to go
/// on; or it is in the middle of one that cannot be done again.
template <int D>
Halt World<D>::Impl::run_engine(const EngineLimits& limits) {
  try {
    return engine->run(limits);
  } catch (const std::bad_alloc&) {
    is_broken = is_broken || resolver.is_halfway();
    is_settled.store(false, std::memory_order_relaxed);
    throw;
  }
}

/// If it is time for it, bodies stand in memory as they do in space from now on. Not if observers watch, who
/// may ask about single ones in the middle of a run, nor where bodies have more to them than is renumbered.
template <int D>
void World<D>::Impl::arrange() {
  if (resolver.reporter().has_observers()) stay_in_order();
  if (engine->events() < arranged_until) return;
  if (stays_in_order || asleep || !table.is_plain_gas() || options.contact_duration > 0.0) {
    arranged_until = kForEver;
    return;
  }
  renew();
  const std::vector<Id> order = neighbours->better_order();
  if (order.empty()) {
    arranged_until = kForEver;
    return;
  }
  is_settled.store(false, std::memory_order_relaxed);
  PackedIds after(order.size());
  for (Id body = 0; body < order.size(); ++body) after.set(engine->stable_id(order[body]), body);
  renumber(order, std::move(after));
  arranged_until = engine->events() + kEventsInOrder * order.size();
}

/// Those who are told of single events, but not at once, are told of ids.
template <int D>
void World<D>::Impl::tell_numbers() {
  std::function<Id(Id)> name;
  if (resolver.reporter().has_batch_observers() && !numbers.empty())
    name = [this](Id body) { return engine->stable_id(body); };
  resolver.reporter().renumber(std::move(name));
}

/// From now on bodies stand in memory in the order of ids.
template <int D>
void World<D>::Impl::stay_in_order() {
  stays_in_order = true;
  if (numbers.empty()) return;
  renumber(numbers.all(), {});
  is_settled.store(true, std::memory_order_release);
}

/// From now on body i is the one that was order[i] so far, and they have these numbers. What is thrown leaves
/// all as it was, but for what is found anew.
template <int D>
void World<D>::Impl::renumber(std::span<const Id> order, PackedIds after) {
  std::function<Id(Id)> name;  // while numbers change, and afterwards
  std::function<Id(Id)> name_after;
  if (resolver.reporter().has_batch_observers() && !after.empty()) {
    name = [this, order](Id body) { return engine->stable_id(order[body]); };
    name_after = [this](Id body) { return engine->stable_id(body); };
  }
  std::function<Id(Id)> name_before = resolver.reporter().renumber(std::move(name));
  try {
    typename BodyTable<D>::Renumbered table_after = table.renumbered(order);
    ImageCounters<D> wraps_after = wraps;
    wraps_after.renumber(order);
    SpinTable<D> spins_after = spins;
    spins_after.renumber(order);
    engine->lose();
    neighbours.reset();  // first: there is memory for one of it
    engine->renumber(order);
    table.take(std::move(table_after));
    wraps = std::move(wraps_after);
    spins = std::move(spins_after);
  } catch (...) {
    resolver.reporter().renumber(std::move(name_before));
    throw;
  }
  resolver.reporter().rename(std::move(name_after));
  numbers = std::move(after);
  finds_flexibly = false;
  try {
    renew();
  } catch (const std::bad_alloc&) {  // the next run will
  }
}

template Halt World<2>::Impl::run(EngineLimits);
template void World<2>::Impl::stay_in_order();
template void World<2>::Impl::tell_numbers();
template Halt World<3>::Impl::run(EngineLimits);
template void World<3>::Impl::stay_in_order();
template void World<3>::Impl::tell_numbers();

}  // namespace firsthit
