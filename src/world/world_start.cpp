#include "world/world_impl.hpp"

#include "world/bodies/scales.hpp"

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

// How a world begins: its parts are put together.

namespace firsthit {

/// Starts the engine at time 0, from `records` as they were added or as they are, and takes them. A tick of
/// 0: nothing moves, and any tick will do until something does. If memory runs out, nothing has changed.
template <int D>
void World<D>::Impl::start(double tick, Records<D>& records) {
  const bool rests = tick == 0.0;
  const Timebase timebase(rests ? 1.0 : tick);
  FreeFlight<D> flying(options.gravity, period_of(options.space), timebase);
  flying.start(table.dynamic);
  table.close();

  ImageCounters<D> counted = wraps;
  counted.resize(table.size());
  std::vector<std::pair<Id, Vec<D>>> unwrapped;
  for (const Id id : table.moving) {
    const Place<D> place = flying.wrapped(records[id].position);
    if (std::memcmp(&place.position, &records[id].position, sizeof place.position) == 0) continue;
    unwrapped.emplace_back(id, records[id].position);
    counted.add(id, place.wraps);
  }
  // What is near whom is told of where all are, and by parts that know this flight.
  std::swap(flight, flying);
  for (const auto& [id, position] : unwrapped) records[id].position = flight.wrapped(position).position;
  std::unique_ptr<NeighbourFinder<D>> found;
  std::unique_ptr<Engine<D>> made;
  std::swap(wraps, counted);
  try {
    resting.start(options.rest);
    resolver.start(options.contact_duration);
    found = make_neighbour_finder<D>(table, flight, wraps, options, records, Instant{});
    made = std::make_unique<Engine<D>>(timebase, predictor, *found, resolver);
    made->prepare(table.mobile);
    made->take(std::move(records));
  } catch (...) {
    for (const auto& [id, position] : unwrapped) records[id].position = position;
    std::swap(flight, flying);
    std::swap(wraps, counted);
    throw;
  }
  asleep = rests;
  neighbours = std::move(found);
  finds_flexibly = neighbours->is_flexible();
  engine = std::move(made);
  known_bodies = table.moving.size();
  arranged_until = 0;
  open_window();
}

/// What was foreseen, and who is near whom, is found anew if memory had run out.
template <int D>
void World<D>::Impl::renew() {
  if (!engine || !engine->has_lost()) return;
  is_settled.store(false, std::memory_order_relaxed);
  neighbours.reset();
  neighbours =
      finds_flexibly
          ? make_flexible_neighbour_finder<D>(table, flight, wraps, options, engine->records(), engine->now())
          : make_neighbour_finder<D>(table, flight, wraps, options, engine->records(), engine->now());
  engine->set_neighbours(*neighbours);
}

/// Makes the engine, if there is none.
template <int D>
void World<D>::Impl::begin() {
  if (engine) return;
  starts.shrink_to_fit();
  table.falls = !is_zero(options.gravity);
  firsthit::measure<D>(table, starts, options);
  const double tick = tick_for<D>(table, spins, starts, options);
  start(tick, starts);
  starts = {};
  is_settled.store(true, std::memory_order_release);
}

template void World<2>::Impl::start(double, Records<2>&);
template void World<2>::Impl::renew();
template void World<2>::Impl::begin();
template void World<3>::Impl::start(double, Records<3>&);
template void World<3>::Impl::renew();
template void World<3>::Impl::begin();

}  // namespace firsthit
