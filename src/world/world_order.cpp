#include "world/world_impl.hpp"

#include <algorithm>
#include <limits>

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
    return Halt::Collapse;
  }
  forget_places();
  const Raised running(runs);
  ImpactReporter<D>& reporter = resolver.reporter();
  while (true) {
    arrange();
    EngineLimits part = limits;
    part.events = std::min(limits.events, arranged_until - engine->events());
    if (reporter.has_batch_observers()) part.events = std::min<std::uint64_t>(part.events, kEventsOfBatch);
    const std::uint64_t before = engine->events();
    const Halt halt = engine->run(part);
    limits.events -= engine->events() - before;
    const bool goes_on = halt == Halt::Events && limits.events > 0;
    reporter.deliver(!goes_on || reporter.has_thrown());
    has_untold_collapse = halt == Halt::Collapse && reporter.has_thrown();
    reporter.rethrow();
    if (!goes_on) return halt;
  }
}

/// If it is time for it, bodies stand in memory as they do in space from now on. Not if observers watch, who
/// may ask about single ones in the middle of a run, nor where bodies have more to them than is renumbered.
template <int D>
void World<D>::Impl::arrange() {
  if (resolver.reporter().has_observers()) stay_in_order();
  if (engine->events() < arranged_until) return;
  arranged_until = kForEver;
  if (stays_in_order || asleep || !table.is_plain_gas() || options.contact_duration > 0.0) return;
  const std::vector<Id> order = neighbours->better_order();
  if (order.empty()) return;
  is_settled.store(false, std::memory_order_relaxed);
  renumber(order);
  numbers = PackedIds(order.size());
  for (Id body = 0; body < order.size(); ++body) numbers.set(engine->stable_id(body), body);
  arranged_until = engine->events() + kEventsInOrder * order.size();
  tell_numbers();
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
  renumber(numbers.all());
  numbers = {};
  tell_numbers();
  is_settled.store(true, std::memory_order_release);
}

template <int D>
void World<D>::Impl::renumber(std::span<const Id> order) {
  table.renumber(order);
  wraps.renumber(order);
  spins.renumber(order);
  neighbours.reset();  // first: there is memory for one of it
  engine->renumber(order);
  neighbours = make_neighbour_finder<D>(table, flight, wraps, options, engine->records(), engine->now());
  engine->set_neighbours(*neighbours);
}

template Halt World<2>::Impl::run(EngineLimits);
template void World<2>::Impl::stay_in_order();
template void World<2>::Impl::tell_numbers();
template Halt World<3>::Impl::run(EngineLimits);
template void World<3>::Impl::stay_in_order();
template void World<3>::Impl::tell_numbers();

}  // namespace firsthit
