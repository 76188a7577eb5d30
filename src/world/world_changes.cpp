#include "world/world_impl.hpp"

#include "core/fp_environment.hpp"
#include "core/room.hpp"
#include "query/pairs/turned_parts.hpp"
#include "world/bodies/fixed_shape.hpp"
#include "world/bodies/scales.hpp"
#include "world/input_checks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Bodies that come, go, jump and are steered.

namespace firsthit {

/// The first body to move gives a world that was at rest its time scale.
template <int D>
void World<D>::Impl::wake(Id body, const Vec<D>& velocity, const AngularVelocity<D>& angular_velocity) {
  Records<D> then(engine->records().begin(), engine->records().end());
  then[body].velocity = velocity;
  SpinTable<D> spins_then = spins;
  if (spins.spins(body))
    spins_then.set(body, {spins[body].orientation, spins[body].turned, angular_velocity, {}});
  wake(tick_for<D>(table, spins_then, then, options),
       length(velocity) + table.radius[body] * speed_of(angular_velocity));
}

/// The same of the first body to fall, which is not there yet: whoever is there does not move.
template <int D>
void World<D>::Impl::wake_for(const Body<D>& falling) {
  Records<D> then(engine->records().begin(), engine->records().end());
  then.push_back({falling.position, falling.velocity, Instant{}});
  BodyTable<D> table_then = table;
  const auto id = static_cast<Id>(table_then.size());
  table_then.add(falling);
  SpinTable<D> spins_then = spins;
  spins_then.add(id, falling, Instant{});
  firsthit::measure<D>(table_then, then, options);
  wake(tick_for<D>(table_then, spins_then, then, options), length(falling.velocity));
}

/// The engine starts anew, at the present time. No record has changed so far, so nothing is lost. Nor has
/// anybody turned. `speed` [L/T]: for which the clock is set.
template <int D>
void World<D>::Impl::wake(double tick, double speed) {
  const double now = flight.timebase().since_start(engine->now());
  const Instant present = Timebase(tick).after(Instant{}, now);
  if (present == kEndOfTime)
    throw InputError("World: expected a speed whose clock reaches the present time " + shown(now) +
                     ", found " + shown(speed));
  Records<D> records(engine->records().begin(), engine->records().end());
  for (Record<D>& record : records) record.clock = Instant{};
  start(tick, records);
  spins.restart();
  bvh.forget_time();
  forget_places();
  try {
    engine->run({present});
  } catch (const std::bad_alloc&) {  // it has lost what it foresaw: that nothing happens
    engine->stand_at(present);
    is_settled.store(false, std::memory_order_relaxed);
  }
}

/// A body gets faster than the clock can follow: its ticks become shorter, and no time changes.
template <int D>
void World<D>::Impl::follow(Id body, const Vec<D>& velocity, const char* who) {
  const double most = fastest_clocked(flight.timebase(), table.length_of(body));
  const double speed = max_abs(velocity);
  if (speed <= most) return;
  constexpr int kRoom = 4;  // for those who get still a little faster
  const int finer = std::ilogb(speed / most) + 1 + kRoom;
  const Timebase timebase(std::ldexp(flight.timebase().tick(), -finer));
  if (finer > 60 || engine->now().ticks >= (std::int64_t{1} << (61 - finer)))
    throw InputError(std::string(who) + ": expected a speed that a clock can follow which has reached " +
                     shown(flight.timebase().since_start(engine->now())) + ", found " + shown(speed));
  flight.set_timebase(timebase);
  engine->set_timebase(timebase, finer);
  resolver.set_timebase(timebase, finer);
  bvh.forget_time();
  forget_places();
  open_window();
  try {
    look_around_anew();
  } catch (const std::bad_alloc&) {  // the next run will
    engine->lose();
    is_settled.store(false, std::memory_order_relaxed);
  }
}

/// Neighbours are found anew, so that bodies may come, go, and jump.
template <int D>
void World<D>::Impl::look_around_anew() {
  stay_in_order();
  neighbours =
      make_flexible_neighbour_finder<D>(table, flight, wraps, options, engine->records(), engine->now());
  finds_flexibly = true;
  engine->set_neighbours(*neighbours);
  known_bodies = table.moving.size();
}

template <int D>
void World<D>::Impl::be_flexible() {
  if (!finds_flexibly || engine->has_lost()) look_around_anew();
}

/// A body comes to a world that has begun. What is thrown leaves all as it was.
template <int D>
void World<D>::Impl::join(const Body<D>& body) {
  be_flexible();
  forget_places();
  const auto id = static_cast<Id>(table.size());
  Body<D> at_rest = body;
  at_rest.angular_velocity = {};
  wraps.make_room_for_one();
  wraps.make_room_for_two();
  flight.make_room_for_one();
  resolver.make_room_for_one();
  engine->make_room_for_one();
  const typename SpinTable<D>::Inertia inertia = spins.prepare(id, at_rest);
  typename BodyTable<D>::Coming coming = table.prepare(body);
  table.prepare_solid_of(body);
  try {
    resting.add();
  } catch (...) {
    table.take_back_solid();
    throw;
  }

  // From here on nothing fails.
  table.add(std::move(coming));
  spins.add(id, at_rest, engine->now(), inertia);
  table.prepare_solids();
  const bool moves = table.moves(id);
  wraps.resize(table.size());
  flight.add(table.is_dynamic(id));
  resolver.add();
  Place<D> place{body.position, {}};
  if (moves) place = flight.wrapped(body.position);
  wraps.add(id, place.wraps);
  engine->add({place.position, Vec<D>{}, engine->now()}, moves);
  const double largest = moves ? farthest_coordinate(place.position, options.space) + table.radius[id]
                               : max_abs(body.position) + size_of(body.shape);
  bool thickens = false;  // what is thin, which others may reach from further off then
  if (largest > table.largest_length) {
    thickens = table.least_radius > 0.0;
    table.largest_length = 2.0 * largest;
    if (thickens) table.least_radius = kLeastRadius * table.largest_length;
    table.point_length = std::max(table.point_length, kPointLength * table.largest_length);
    engine->predict_all();
  }
  if (table.least_radius == 0.0 && !moves && is_thin(body.shape)) {
    table.need_least_radius();
    thickens = true;
  }
  if (!thickens && table.moving.size() <= 2 * known_bodies + 16) return;
  try {
    look_around_anew();
  } catch (const std::bad_alloc&) {  // the next run will
    engine->lose();
  }
}

/// A fixed body that stands at an angle: its shape is turned once, and all but those who ask for it know only
/// what came of that.
template <int D>
BodyId World<D>::Impl::add_leaning(World& world, const Body<D>& body) {
  check_orientation<D>("World::add: orientation", body.orientation);
  Body<D> turned = body;
  turned.shape = turned_shape(body.shape, body.orientation);
  turned.orientation = {};
  std::map<Id, Leaning> one;
  one[static_cast<Id>(world.impl_->table.size())] = {body.shape, body.orientation};
  const BodyId id = world.add(turned);
  world.impl_->leaning.merge(one);
  return id;
}

template <int D>
BodyId World<D>::add(const Body<D>& body) {
  impl_->check_between_events("World::add");
  const bool leans = body.kind == BodyKind::Fixed && !body.spins && body.orientation != Orientation<D>{};
  if (leans) return Impl::add_leaning(*this, body);
  BodyTable<D>& table = impl_->table;
  if (table.size() >= impl_->most_bodies)
    throw InputError("World::add: expected at most " + std::to_string(impl_->most_bodies) +
                     " bodies, those included that are gone, found one more");
  check_body(body, impl_->options);
  check_width(body, impl_->options.space);
  check_interactions(body, table);
  const BodyId id{static_cast<Id>(table.size())};
  if (!impl_->engine) {
    const typename SpinTable<D>::Inertia inertia = impl_->spins.prepare(id.value, body);
    make_room(impl_->starts);
    table.add(body);  // the last that may throw
    impl_->spins.add(id.value, body, Instant{}, inertia);
    impl_->starts.push_back({body.position, body.velocity, Instant{}});
    return id;
  }
  const FpEnvironment environment;
  if (impl_->asleep && body.kind == BodyKind::Dynamic && !is_zero(impl_->options.gravity))
    impl_->wake_for(body);
  impl_->join(body);
  try {
    if (!is_zero(body.velocity)) set_velocity(id, body.velocity);
    if (body.spins) set_angular_velocity(id, body.angular_velocity);
  } catch (...) {  // no clock can follow it, or there is no memory for the first that ever moves
    if (!impl_->is_broken) remove(id);
    throw;
  }
  if (impl_->engine->has_lost()) impl_->is_settled.store(false, std::memory_order_relaxed);
  return id;
}

/// What bodies do that meet from now on.
template <int D>
void World<D>::Impl::set_response(Material a, Material b, Response response,
                                  std::function<Reaction<D>(const Contact<D>&)> react) {
  check_between_events("World::set_response");
  if (table.has_turning() && (react || response == Response::Stick))
    throw InputError(
        "World::set_response: expected bounce, slide, stop or pass where others than balls spin, found "
        "another");
  if (engine) stay_in_order();
  const PairProperties<D>& before = table.interactions.between(a, b);
  // (A function that is told again after World::load is the one from before.)
  const bool may_have_passed =
      before.response == Response::Pass || before.react || (before.awaits_react && !react);
  const bool goes_on_passing = response == Response::Pass && !react;
  table.interactions.set_response(a, b, response, std::move(react));
  if (!engine) return;
  whole_or_broken([&] {
    table.prepare_solids();
    for (const Id body : resting.heaps().each_first()) wake_heap(body);
    // Who went through another so far must not be found to have met it then.
    if (may_have_passed && !goes_on_passing && !asleep)
      for (const Id body : table.moving) take(resolver.retold(engine->records(), body, engine->now()));
  });
  engine->predict_all();
}

/// Bodies take new courses; who rests on one that moves as it is told then rests no more.
template <int D>
void World<D>::Impl::take(std::span<const Change<D>> changes) {
  std::vector<Id> struck;
  for (const Change<D>& change : changes) {
    engine->steer(change.body, change.record);
    if (resting.heaps().contains(change.body)) struck.push_back(change.body);
  }
  for (const Id body : struck) wake_heap(body);
  if (!resting.supports().holds_anybody()) return;
  std::vector<Id> supports;  // kept, as whoever is freed is a change, too
  for (const Change<D>& change : changes)
    if (!table.is_dynamic(change.body) ||
        (resting.supports().carries(change.body) && !resting.is_still(engine->records(), change.body)))
      supports.push_back(change.body);
  for (const Id support : supports) free_held(support);
  for (const Id carrier : resting.take_unloaded())
    while (const std::optional<Id> fails = resting.is_still(engine->records(), carrier)
                                               ? resting.overloaded(carrier, flight.acceleration(carrier))
                                               : std::nullopt)
      take(resolver.freed(engine->records(), *fails, carrier, engine->now()));
}

/// What rests on a body that goes, jumps, or changes its velocity rests no more.
template <int D>
void World<D>::Impl::free_held(Id support) {
  if (!resting.supports().holds_anybody()) return;
  for (const Id held : resting.supports().held_by(support))
    take(resolver.freed(engine->records(), held, support, engine->now()));
  for (const Id body : resting.heaps().touching(support)) wake_heap(body);
}

/// If the body rests in a heap, that does not any more.
template <int D>
void World<D>::Impl::wake_heap(Id body) {
  if (resting.heaps().contains(body)) take(resolver.woken(engine->records(), body, engine->now()));
}

template <int D>
void World<D>::remove(BodyId id) {
  impl_->check_between_events("World::remove");
  check_id(impl_->table, id);
  if (!impl_->engine) {
    impl_->table.make_room_to_remove(id.value);
    impl_->table.remove(id.value);
    return;
  }
  const FpEnvironment environment;
  impl_->be_flexible();
  impl_->forget_places();
  Engine<D>& engine = *impl_->engine;
  impl_->table.make_room_to_remove(id.value);
  impl_->bvh.make_room_to_forget();
  impl_->resolver.make_room();
  // From here on nothing fails where it rests in no heap, holds nobody and sticks to nobody.
  impl_->whole_or_broken([&] {
    impl_->wake_heap(id.value);
    const std::span<const Change<D>> changes =
        impl_->resolver.removed(engine.records(), id.value, engine.now());
    engine.remove(id.value);
    impl_->table.remove(id.value);
    impl_->take(changes);
    impl_->bvh.forget(id.value);
    impl_->overlap_pairs.remove(id.value);
    impl_->free_held(id.value);
  });
  if (engine.has_lost()) impl_->is_settled.store(false, std::memory_order_relaxed);
  impl_->resolver.reporter().rethrow();
}

template <int D>
bool World<D>::contains(BodyId id) const {
  const auto held = impl_->hold_still();
  return id.value < impl_->table.size() && !impl_->table.is_gone(id.value);
}

template <int D>
void World<D>::set_velocity(BodyId id, const Vec<D>& velocity) {
  impl_->check_between_events("World::set_velocity");
  check_velocity(impl_->table, id, velocity);
  if (!impl_->engine) {
    impl_->starts[id.value].velocity = velocity;
    return;
  }
  const FpEnvironment environment;
  if (impl_->asleep && !is_zero(velocity)) impl_->wake(id.value, velocity, {});
  impl_->follow(impl_->number_of(id), velocity);
  const Id body = impl_->number_of(id);
  const Engine<D>& engine = *impl_->engine;
  if (impl_->flight.velocity_at(body, engine.records()[body], engine.now()) == velocity) return;
  impl_->resolver.make_room();
  impl_->whole_or_broken(
      [&] { impl_->take(impl_->resolver.steered(engine.records(), body, velocity, engine.now())); });
  impl_->resolver.reporter().rethrow();
}

template <int D>
void World<D>::set_acceleration(BodyId id, const Vec<D>& acceleration) {
  impl_->check_between_events("World::set_acceleration");
  check_acceleration(impl_->table, impl_->options, id, acceleration);
  const FpEnvironment environment;
  impl_->begin();
  const Engine<D>& engine = *impl_->engine;
  const Id body = impl_->number_of(id);
  // As fast as it gets on its way through the whole scene.
  const double more = std::sqrt(2.0 * length(acceleration) * impl_->table.largest_length);
  const Vec<D> now = impl_->flight.velocity_at(body, engine.records()[body], engine.now());
  Vec<D> fastest;
  for (std::size_t axis = 0; axis < D; ++axis) fastest[axis] = std::fabs(now[axis]) + more;
  impl_->follow(body, fastest, "World::set_acceleration");
  const Id there = impl_->number_of(id);
  if (impl_->flight.acceleration(there) == acceleration) return;
  impl_->resolver.make_room();
  impl_->whole_or_broken(
      [&] { impl_->take(impl_->resolver.accelerated(engine.records(), there, acceleration, engine.now())); });
  impl_->resolver.reporter().rethrow();
}

template <int D>
void World<D>::set_surface_velocity(BodyId id, const Vec<D>& velocity) {
  impl_->check_between_events("World::set_surface_velocity");
  BodyTable<D>& table = impl_->table;
  check_surface_velocity(table, id, velocity);
  if (table.interactions.surface_velocity(id.value) == velocity) return;
  const FpEnvironment environment;
  if (impl_->engine) impl_->stay_in_order();
  impl_->whole_or_broken([&] {
    table.set_surface_velocity(id.value, velocity);
    if (impl_->engine) impl_->free_held(id.value);
  });
  impl_->resolver.reporter().rethrow();
}

template <int D>
void World<D>::set_angular_velocity(BodyId id, const AngularVelocity<D>& angular_velocity) {
  impl_->check_between_events("World::set_angular_velocity");
  check_id(impl_->table, id);
  check_angular_velocity<D>("World::set_angular_velocity", angular_velocity);
  if (!impl_->spins.spins(impl_->number_of(id)))
    throw InputError("World::set_angular_velocity: expected a body that spins, found another");
  SpinTable<D>& spins = impl_->spins;
  if (!impl_->engine) {
    Spin<D> spin = spins[id.value];
    spin.velocity = angular_velocity;
    spins.set(id.value, spin);
    return;
  }
  const FpEnvironment environment;
  const Id before = impl_->number_of(id);
  if (impl_->asleep && angular_velocity != AngularVelocity<D>{}) impl_->wake(before, {}, angular_velocity);
  Vec<D> of_surface{};
  of_surface[0] = impl_->table.radius[before] * speed_of(angular_velocity);
  impl_->follow(before, of_surface);
  const Id body = impl_->number_of(id);
  impl_->resolver.make_room();
  impl_->whole_or_broken([&] {
    impl_->take(impl_->resolver.spun(impl_->engine->records(), body, angular_velocity, impl_->engine->now()));
  });
  impl_->resolver.reporter().rethrow();
}

template <int D>
void World<D>::set_orientation(BodyId id, const Orientation<D>& orientation) {
  impl_->check_between_events("World::set_orientation");
  check_id(impl_->table, id);
  check_orientation<D>("World::set_orientation", orientation);
  const Id body = impl_->number_of(id);
  SpinTable<D>& spins = impl_->spins;
  if (!spins.spins(body))
    throw InputError("World::set_orientation: expected a body that spins, found another");
  const FpEnvironment environment;
  if (!impl_->engine) {
    spins.set(body, {orientation, 0, spins[body].velocity, {}, {}});
    return;
  }
  impl_->forget_places();
  const Engine<D>& engine = *impl_->engine;
  impl_->resolver.make_room();
  impl_->whole_or_broken([&] {
    impl_->take(impl_->resolver.turned(engine.records(), body, orientation, engine.now()));
    impl_->bvh.forget(id.value);
  });
  impl_->resolver.reporter().rethrow();
}

template <int D>
void World<D>::set_position(BodyId id, const Vec<D>& position) {
  impl_->check_between_events("World::set_position");
  impl_->put(id, position);
  impl_->resolver.reporter().rethrow();
}

template <int D>
void World<D>::Impl::put(BodyId id, const Vec<D>& position) {
  check_position(table, options, id, position);
  if (!engine) {
    starts[id.value].position = position;
    return;
  }
  const FpEnvironment environment;
  jump(id, position);
}

/// Puts a moving body elsewhere, once the world has begun.
template <int D>
void World<D>::Impl::jump(BodyId id, const Vec<D>& position) {
  be_flexible();
  forget_places();
  resolver.make_room();
  whole_or_broken([&] {
    take(resolver.moved(engine->records(), id.value, position, engine->now()));
    bvh.forget(id.value);
  });
  rides.erase(id.value);
  if (engine->has_lost()) return;
  // Whoever has jumped out of its region is found where it is now, also before the next run.
  try {
    if (neighbours->expiry(engine->records(), id.value, engine->now()) <= engine->now())
      neighbours->refresh(engine->records(), id.value, engine->now());
  } catch (const std::bad_alloc&) {
    engine->lose();
    is_settled.store(false, std::memory_order_relaxed);
  }
}

template void World<2>::Impl::wake(Id, const Vec<2>&, const AngularVelocity<2>&);
template void World<2>::Impl::wake(double, double);
template void World<2>::Impl::wake_for(const Body<2>&);
template void World<2>::Impl::follow(Id, const Vec<2>&, const char*);
template void World<2>::Impl::look_around_anew();
template void World<2>::Impl::be_flexible();
template void World<2>::Impl::take(std::span<const Change<2>>);
template void World<2>::Impl::free_held(Id);
template void World<2>::Impl::wake_heap(Id);
template void World<3>::Impl::wake_heap(Id);
template BodyId World<2>::Impl::add_leaning(World<2>&, const Body<2>&);
template BodyId World<2>::add(const Body<2>&);
template void World<2>::remove(BodyId);
template bool World<2>::contains(BodyId) const;
template void World<2>::Impl::set_response(Material, Material, Response,
                                           std::function<Reaction<2>(const Contact<2>&)>);
template void World<3>::Impl::set_response(Material, Material, Response,
                                           std::function<Reaction<3>(const Contact<3>&)>);
template void World<2>::set_velocity(BodyId, const Vec<2>&);
template void World<2>::set_acceleration(BodyId, const Vec<2>&);
template void World<2>::set_surface_velocity(BodyId, const Vec<2>&);
template void World<3>::set_acceleration(BodyId, const Vec<3>&);
template void World<3>::set_surface_velocity(BodyId, const Vec<3>&);
template void World<2>::set_angular_velocity(BodyId, const AngularVelocity<2>&);
template void World<2>::set_orientation(BodyId, const Orientation<2>&);
template void World<2>::set_position(BodyId, const Vec<2>&);
template void World<2>::Impl::put(BodyId, const Vec<2>&);
template void World<2>::Impl::jump(BodyId, const Vec<2>&);
template void World<3>::Impl::wake(Id, const Vec<3>&, const AngularVelocity<3>&);
template void World<3>::Impl::wake(double, double);
template void World<3>::Impl::wake_for(const Body<3>&);
template void World<3>::Impl::follow(Id, const Vec<3>&, const char*);
template void World<3>::Impl::look_around_anew();
template void World<3>::Impl::be_flexible();
template void World<3>::Impl::take(std::span<const Change<3>>);
template void World<3>::Impl::free_held(Id);
template BodyId World<3>::Impl::add_leaning(World<3>&, const Body<3>&);
template BodyId World<3>::add(const Body<3>&);
template void World<3>::remove(BodyId);
template bool World<3>::contains(BodyId) const;
template void World<3>::set_velocity(BodyId, const Vec<3>&);
template void World<3>::set_angular_velocity(BodyId, const AngularVelocity<3>&);
template void World<3>::set_orientation(BodyId, const Orientation<3>&);
template void World<3>::set_position(BodyId, const Vec<3>&);
template void World<3>::Impl::put(BodyId, const Vec<3>&);
template void World<3>::Impl::jump(BodyId, const Vec<3>&);

}  // namespace firsthit
