#include <firsthit/world.hpp>

#include "core/fp_environment.hpp"
#include "core/hash.hpp"
#include "core/vec_math.hpp"
#include "engine/engine.hpp"
#include "world/ball_predictor.hpp"
#include "world/ball_resolver.hpp"
#include "world/body_table.hpp"
#include "world/flight.hpp"
#include "world/input_checks.hpp"
#include "world/near.hpp"
#include "world/nearby.hpp"
#include "world/resting.hpp"
#include "world/scales.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace firsthit {

/// The parts of a world and how they are put together.
template <int D>
struct World<D>::Impl {
  explicit Impl(const WorldOptions<D>& given) : options(given) {
    table.side_material = options.side_material;
    table.default_restitution = options.restitution;
  }

  void start(double tick, std::vector<Record<D>> records);
  void wake(Id body, const Vec<D>& velocity);
  void open_window();
  void forget_windows();
  RunResult result(Halt halt) const;

  WorldOptions<D> options;
  BodyTable<D> table;
  std::vector<Record<D>> starts;  // as added, until the first run
  Wraps<D> wraps;
  Flight<D> flight;
  Resting<D> resting{table, flight, options.space};
  BallPredictor<D> predictor{table, flight, options.space, resting};
  BallResolver<D> resolver{table, flight, options.space, wraps, resting};
  std::unique_ptr<Nearby<D>> neighbours;
  std::optional<Engine<D>> engine;  // made by the first run

  double window = 0.0;  // [T], 0 for none
  std::function<void(World&)> callback;
  std::uint64_t windows_done = 0;
  bool asleep = false;  // nothing has moved yet: the tick is a stand-in
  Instant window_end = kEndOfTime;
};

/// Starts the engine at time 0, from `records` as they were added or as they are. A tick of 0: nothing moves,
/// and any tick will do until something does.
template <int D>
void World<D>::Impl::start(double tick, std::vector<Record<D>> records) {
  asleep = tick == 0.0;
  const Timebase timebase(asleep ? 1.0 : tick);
  flight = Flight<D>(options.gravity, period_of(options.space), timebase);

  table.close();
  wraps.resize(table.size());
  for (const Id id : table.moving) {
    const Place<D> place = flight.wrapped(records[id].position);
    records[id].position = place.position;
    wraps.add(id, place.wraps);
  }
  flight.start(table.dynamic);
  resting.start(options.rest);
  resolver.start(options.contact_duration);
  neighbours = neighbours_for<D>(table, flight, wraps, options, records);
  engine.emplace(timebase, predictor, *neighbours, resolver);
  engine->start(std::move(records), table.dynamic);
  open_window();
}

/// The first body to move gives a world that was at rest its time scale: the engine starts anew, at
/// the present time. No record has changed so far, so nothing is lost.
template <int D>
void World<D>::Impl::wake(Id body, const Vec<D>& velocity) {
  const double now = flight.timebase().since_start(engine->now());
  std::vector<Record<D>> records(engine->records().begin(), engine->records().end());
  records[body].velocity = velocity;
  const double tick = tick_for<D>(table, records, options);
  records[body].velocity = Vec<D>{};
  const Instant present = Timebase(tick).after(Instant{}, now);
  if (present == kEndOfTime)
    throw InputError("World::set_velocity: expected a speed whose clock reaches the present time " +
                     shown(now) + ", found " + shown(length(velocity)));
  start(tick, std::move(records));
  engine->run({present});
}

template <int D>
void World<D>::Impl::open_window() {
  if (window > 0.0)
    window_end = flight.timebase().after(Instant{}, static_cast<double>(windows_done + 1) * window);
}

/// Without a callback windows change nothing; a run without end is better off without.
template <int D>
void World<D>::Impl::forget_windows() {
  window = 0.0;
  window_end = kEndOfTime;
}

template <int D>
RunResult World<D>::Impl::result(Halt halt) const {
  RunResult run;
  switch (halt) {
    case Halt::Time:
      run.outcome = RunOutcome::ReachedTime;
      break;
    case Halt::Collisions:
      run.outcome = RunOutcome::ReachedCollisions;
      break;
    case Halt::Events:
      run.outcome = RunOutcome::Paused;
      break;
    case Halt::Stop:
      run.outcome = RunOutcome::Interrupted;
      break;
    case Halt::Collapse:
      run.outcome = RunOutcome::Collapsed;
      for (const Id id : engine->culprits()) run.culprits.push_back({id});
      break;
  }
  return run;
}

template <int D>
World<D>::World(const WorldOptions<D>& options) {
  check_options(options);
  impl_ = std::make_unique<Impl>(options);
}

template <int D>
World<D>::~World() = default;
template <int D>
World<D>::World(World&&) noexcept = default;
template <int D>
World<D>& World<D>::operator=(World&&) noexcept = default;

template <int D>
BodyId World<D>::add(const Body<D>& body) {
  if (impl_->engine) throw InputError("World::add: expected before the first run, found after it");
  BodyTable<D>& table = impl_->table;
  if (table.size() >= kFirstSide) throw InputError("World::add: too many bodies");
  check_body(body, impl_->options);
  table.add(body);
  impl_->starts.push_back({body.position, body.velocity, Instant{}});
  return {static_cast<Id>(table.size() - 1)};
}

template <int D>
void World<D>::set_restitution(Material a, Material b, double restitution) {
  check_restitution("World::set_restitution", restitution);
  impl_->table.restitutions[std::minmax(a, b)] = restitution;
}

template <int D>
void World<D>::set_window(double length, std::function<void(World&)> callback) {
  if (impl_->engine) throw InputError("World::set_window: expected before the first run, found after it");
  check_window(length);
  impl_->window = length;
  impl_->callback = std::move(callback);
}

template <int D>
void World<D>::observe(Observer<D>& observer) {
  impl_->resolver.observers().push_back(&observer);
}

template <int D>
void World<D>::unobserve(Observer<D>& observer) {
  std::erase(impl_->resolver.observers(), &observer);
}

template <int D>
RunResult World<D>::run_until(double time, const RunLimits& limits) {
  check_run_time(time, impl_->engine ? this->time() : 0.0);
  const FpEnvironment environment;
  if (!impl_->engine) {
    impl_->starts.shrink_to_fit();
    measure<D>(impl_->table, impl_->starts, impl_->options);
    const double tick = tick_for<D>(impl_->table, impl_->starts, impl_->options);
    impl_->start(tick, std::move(impl_->starts));
  }
  const bool for_ever = std::isinf(time);
  if (for_ever && !impl_->callback) impl_->forget_windows();
  EngineLimits stops{Instant{}, limits.collisions, limits.events, limits.stop};
  while (true) {
    const Instant end = impl_->flight.timebase().after(Instant{}, time);  // a callback may start the clock
    if (end == kEndOfTime && !for_ever)
      throw InputError("World::run_until: expected a time that the clock reaches, found " + shown(time));
    const std::uint64_t before = impl_->engine->events();
    stops.time = earlier(end, impl_->window_end);
    const Halt halt = impl_->engine->run(stops);
    stops.events -= impl_->engine->events() - before;
    if (halt != Halt::Time || end < impl_->window_end || impl_->window_end == kEndOfTime)
      return impl_->result(halt);
    ++impl_->windows_done;
    if (impl_->callback) impl_->callback(*this);
    impl_->open_window();
    if (limits.stop != nullptr && *limits.stop) return impl_->result(Halt::Stop);
  }
}

template <int D>
void World<D>::set_velocity(BodyId id, const Vec<D>& velocity) {
  check_velocity(impl_->table, id, velocity);
  if (!impl_->engine) {
    impl_->starts[id.value].velocity = velocity;
    return;
  }
  const FpEnvironment environment;
  if (impl_->asleep && !is_zero(velocity)) impl_->wake(id.value, velocity);
  Engine<D>& engine = *impl_->engine;
  const Record<D>& record = engine.records()[id.value];
  check_speed(velocity, impl_->flight.timebase(), impl_->table.length_of(id.value));
  if (impl_->flight.velocity_at(id.value, record, engine.now()) == velocity) return;
  engine.steer(id.value, impl_->resolver.steered(record, id.value, velocity, engine.now()));
}

template <int D>
double World<D>::time() const {
  return impl_->engine ? impl_->flight.timebase().since_start(impl_->engine->now()) : 0.0;
}

template <int D>
std::size_t World<D>::size() const {
  return impl_->table.size();
}

template <int D>
Body<D> World<D>::body(BodyId id) const {
  const BodyState<D> now = state(id);
  const BodyTable<D>& table = impl_->table;
  if (!table.moves(id.value)) return table.fixed_body(id.value);
  return {Ball{table.radius[id.value]}, now.position,     now.velocity, table.mass[id.value],
          table.materials[id.value],    BodyKind::Dynamic};
}

template <int D>
BodyState<D> World<D>::state(BodyId id) const {
  check_id(impl_->table, id);
  if (!impl_->table.moves(id.value)) {
    const Body<D>& body = impl_->table.fixed_body(id.value);
    return {body.position, body.velocity, {}, {}};
  }
  if (!impl_->engine) {
    const Record<D>& start = impl_->starts[id.value];
    return {start.position, start.velocity, {}, impl_->options.gravity};
  }
  const FpEnvironment environment;
  const Record<D>& record = impl_->engine->records()[id.value];
  const Instant& now = impl_->engine->now();
  const Place<D> place = impl_->flight.place_at(id.value, record, now);
  BodyState<D> state{place.position, impl_->flight.velocity_at(id.value, record, now), place.wraps,
                     impl_->flight.acceleration(id.value)};
  for (std::size_t axis = 0; axis < D; ++axis) state.wraps[axis] += impl_->wraps.along(id.value, axis);
  return state;
}

template <int D>
const WorldOptions<D>& World<D>::options() const {
  return impl_->options;
}

template <int D>
std::vector<Neighbour<D>> World<D>::near(BodyId id, double distance) const {
  check_near(impl_->table, impl_->options.space, id, distance);
  if (!impl_->engine) throw InputError("World::near: expected after the first run, found before it");
  const FpEnvironment environment;
  const Present<D> present{
      impl_->table,     impl_->flight,      impl_->options.space,     impl_->resting,
      impl_->predictor, *impl_->neighbours, impl_->engine->records(), impl_->engine->now()};
  return neighbours_of(present, id.value, distance);
}

template <int D>
BodyId World<D>::side(int axis, bool upper) {
  if (axis < 0 || axis >= D)
    throw InputError("World::side: expected an axis of the box, found " + std::to_string(axis));
  return {side_id(static_cast<std::size_t>(axis), upper)};
}

template <int D>
std::uint64_t World<D>::collisions() const {
  return impl_->engine ? impl_->engine->collisions() : 0;
}

template <int D>
std::uint64_t World<D>::events() const {
  return impl_->engine ? impl_->engine->events() : 0;
}

template <int D>
std::uint64_t World<D>::state_hash() const {
  StateHash hash;
  for (Id id = 0; id < impl_->table.size(); ++id) {
    const Record<D>& record = impl_->engine ? impl_->engine->records()[id] : impl_->starts[id];
    for (std::size_t axis = 0; axis < D; ++axis) hash.add(record.position[axis]);
    for (std::size_t axis = 0; axis < D; ++axis) hash.add(record.velocity[axis]);
    hash.add(record.clock.ticks);
    hash.add(record.clock.offset);
    for (std::size_t axis = 0; axis < D; ++axis)
      hash.add(impl_->engine ? impl_->wraps.along(id, axis) : std::int64_t{0});
    for (const auto& supports : {impl_->resting.supports(id), impl_->resting.touched(id)}) {
      for (const Support<D>& support : supports) {
        hash.add(std::int64_t{support.id});
        for (const std::int32_t n : support.image) hash.add(std::int64_t{n});
      }
    }
    impl_->resolver.each_memory(id, [&](auto number) { hash.add(number); });
  }
  return hash.value();
}

template class World<2>;
template class World<3>;

}  // namespace firsthit
