#include "world/world_impl.hpp"

#include "core/fp_environment.hpp"
#include "core/hash.hpp"
#include "core/vec_math.hpp"
#include "world/bodies/scales.hpp"
#include "world/input_checks.hpp"
#include "world/snapshot_impl.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace firsthit {

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
      for (const Id id : engine->culprits()) {
        run.culprits.push_back({engine->stable_id(id)});
        if (table.is_kinematic(id) && !table.is_pinned(id)) run.outcome = RunOutcome::Crushed;
      }
      break;
  }
  return run;
}

namespace {

/// Walls around nothing, as by default, are no walls.
template <int D>
WorldOptions<D> without_empty_box(WorldOptions<D> options) {
  Space<D>& space = options.space;
  if (is_zero(space.min) && is_zero(space.max) && space.sides == Space<D>{}.sides)
    space.sides.fill(Side::Open);
  return options;
}

}  // namespace

template <int D>
World<D>::World() : World(WorldOptions<D>{}) {}

template <int D>
World<D>::World(const NoOptions*) : World() {}

template <int D>
World<D>::World(const WorldOptions<D>& options) {
  const WorldOptions<D> given = without_empty_box(options);
  check_options(given);
  impl_ = Owned<Impl>(new Impl(given));
}

template <int D>
World<D>::~World() = default;
template <int D>
World<D>::World(World&&) noexcept = default;
template <int D>
World<D>& World<D>::operator=(World&&) noexcept = default;

template <int D>
void World<D>::set_restitution(Material a, Material b, double restitution) {
  impl_->check_between_events("World::set_restitution");
  check_restitution("World::set_restitution", restitution);
  impl_->table.interactions.set_restitution(a, b, restitution);
}

template <int D>
void World<D>::set_friction(Material a, Material b, double friction) {
  impl_->check_between_events("World::set_friction");
  check_friction("World::set_friction", friction);
  impl_->table.interactions.set_surface(a, b, &Surfaces::friction, friction);
}

template <int D>
void World<D>::set_tangential_restitution(Material a, Material b, double restitution) {
  impl_->check_between_events("World::set_tangential_restitution");
  check_tangential_restitution("World::set_tangential_restitution", restitution);
  impl_->table.interactions.set_surface(a, b, &Surfaces::tangential_restitution, restitution);
}

template <int D>
void World<D>::set_rolling_friction(Material a, Material b, double friction) {
  impl_->check_between_events("World::set_rolling_friction");
  check_not_negative("World::set_rolling_friction", friction);
  impl_->table.interactions.set_surface(a, b, &Surfaces::rolling_friction, friction);
}

template <int D>
void World<D>::set_spinning_friction(Material a, Material b, double friction) {
  impl_->check_between_events("World::set_spinning_friction");
  check_not_negative("World::set_spinning_friction", friction);
  impl_->table.interactions.set_surface(a, b, &Surfaces::spinning_friction, friction);
}

template <int D>
void World<D>::set_response(Material a, Material b, Response response) {
  impl_->set_response(a, b, response, {});
}

template <int D>
void World<D>::set_response(Material a, Material b, std::function<Reaction<D>(const Contact<D>&)> response) {
  if (!response) throw InputError("World::set_response: expected a function, found none");
  impl_->set_response(a, b, Response::Bounce, std::move(response));
}

template <int D>
void World<D>::set_window(double length, std::function<void(World&)> callback) {
  impl_->check_between_events("World::set_window");
  check_window(length);
  if (impl_->awaits_callback) {
    if (length != impl_->window || !callback)
      throw InputError("World::set_window: expected the window that was saved, " + shown(impl_->window) +
                       ", and a callback, found " + (callback ? shown(length) : "none"));
    impl_->awaits_callback = false;
  } else if (impl_->engine) {
    throw InputError("World::set_window: expected before the first run, found after it");
  }
  impl_->window = length;
  impl_->callback = std::move(callback);
}

template <int D>
void World<D>::observe(Observer<D>& observer) {
  impl_->resolver.reporter().add(observer);
}

template <int D>
void World<D>::unobserve(Observer<D>& observer) {
  impl_->resolver.reporter().remove(observer);
}

template <int D>
void World<D>::observe(BatchObserver<D>& observer, std::vector<BodyId> only) {
  std::vector<Id> ids;
  for (const BodyId id : only) {
    check_id(impl_->table, id);
    ids.push_back(id.value);
  }
  impl_->resolver.reporter().add(observer, std::move(ids));
  try {
    impl_->tell_numbers();
  } catch (...) {
    impl_->resolver.reporter().remove(observer);
    throw;
  }
}

template <int D>
void World<D>::unobserve(BatchObserver<D>& observer) {
  impl_->resolver.reporter().remove(observer);
  impl_->tell_numbers();
}

template <int D>
void World<D>::measure(const MeasureOptions<D>& options) {
  impl_->check_between_events("World::measure");
  check_measure(options);
  MeasureOptions<D> given = options;
  const double now = time();
  const Timebase& timebase = impl_->flight.timebase();
  // What happens now is still to come, or has been: rounded to a double the present would not tell them
  // apart.
  const Instant from = options.from > now ? timebase.after(Instant{}, options.from)
                       : impl_->engine    ? impl_->engine->now()
                                          : Instant{};
  given.from = std::max(given.from, now);
  impl_->resolver.reporter().statistics().begin(given, from);
}

template <int D>
Statistics World<D>::statistics() const {
  const FpEnvironment environment;
  const auto held = impl_->hold_still();
  const ImpactSums<D>& sums = impl_->resolver.reporter().statistics().sums();
  if (!sums.is_on) throw InputError("World::statistics: expected World::measure before it");
  impl_->begin();
  return statistics_of<D>(sums, impl_->table.mass, impl_->spins, impl_->table.moving, impl_->flight,
                          impl_->engine->records(), impl_->engine->now());
}

template <int D>
void World<D>::Impl::check_whole() const {
  if (is_broken)
    throw InputError(
        "World: expected one that has had memory for every change, found one in which it ran out in the "
        "middle "
        "of an impact that brings others to rest, lets them stick, or the like, or of a change: it is of no "
        "further use");
}

template <int D>
void World<D>::Impl::check_between_events(const char* call) const {
  check_whole();
  if (!is_telling()) return;
  throw InputError(std::string(call) +
                   ": expected between two events, found within a call of an observer's, a response's or a "
                   "policy's");
}

/// Throws InputError, from the call of that name, unless time may go on.
template <int D>
void World<D>::Impl::check_may_run(const char* call) const {
  check_between_events(call);
  if (is_called_back)
    throw InputError(std::string(call) + ": expected outside of runs, found within the callback of a window");
  check_functions();
}

/// Those who have waited for a window's end go on.
template <int D>
void World<D>::Impl::let_go_on() {
  whole_or_broken([this] {
    for (const auto& [id, velocity] : resolver.waiting().take())
      take(resolver.resumed(engine->records(), id, velocity, engine->now()));
  });
}

namespace {

/// How a run has ended. A collapse that there is no memory to tell of is told by the next run.
template <class Impl>
RunResult told(Impl& impl, Halt halt) {
  try {
    return impl.result(halt);
  } catch (const std::bad_alloc&) {
    impl.has_untold_collapse = halt == Halt::Collapse;
    throw;
  }
}

/// Is anybody to go on when a window ends? That is asked where there is no callback only.
template <int D>
bool may_wait(const BodyTable<D>& table) {
  if (!table.interactions.is_select()) return false;
  for (const Id id : table.moving)
    if (table.interactions.waits(id)) return true;
  return false;
}

/// How many windows of `length` [T] have ended by `now`, of those that nobody was told of: so many may be
/// passed at once, however short they are.
std::uint64_t windows_until(const Timebase& timebase, double length, const Instant& now) {
  constexpr double kMost = 0x1p53;  // where a double no longer tells the next from this one
  const double whole = std::floor(timebase.since_start(now) / length);
  if (!(whole < kMost)) return static_cast<std::uint64_t>(kMost);
  auto done = static_cast<std::uint64_t>(whole);
  const auto end_of = [&](std::uint64_t number) {
    return timebase.after(Instant{}, static_cast<double>(number) * length);
  };
  while (done > 0 && now < end_of(done)) --done;
  while (done < static_cast<std::uint64_t>(kMost) && !(now < end_of(done + 1))) ++done;
  return done;
}

}  // namespace

template <int D>
RunResult World<D>::run_until(double time, const RunLimits& limits) {
  impl_->check_may_run("World::run_until");
  check_run_time(time, impl_->engine ? this->time() : 0.0);
  const FpEnvironment environment;
  impl_->begin();
  const bool for_ever = std::isinf(time);
  if (for_ever && !impl_->callback) impl_->forget_windows();
  impl_->resolver.waiting().set_windows(impl_->window > 0.0);
  const bool windows_matter = impl_->callback || (impl_->window > 0.0 && may_wait(impl_->table));
  EngineLimits stops{Instant{}, limits.collisions, limits.events, limits.stop};
  while (true) {
    const Instant end = impl_->flight.timebase().after(Instant{}, time);  // a callback may start the clock
    if (end == kEndOfTime && !for_ever)
      throw InputError("World::run_until: expected a time that the clock reaches, found " + shown(time));
    const std::uint64_t before = impl_->engine->events();
    stops.time = windows_matter ? earlier(end, impl_->window_end) : end;
    const Halt halt = impl_->run(stops);
    stops.events -= impl_->engine->events() - before;
    if (!windows_matter) {
      if (impl_->window > 0.0)
        impl_->windows_done =
            std::max(impl_->windows_done,
                     windows_until(impl_->flight.timebase(), impl_->window, impl_->engine->now()));
      impl_->open_window();
      return told(*impl_, halt);
    }
    if (halt != Halt::Time || end < impl_->window_end || impl_->window_end == kEndOfTime)
      return told(*impl_, halt);
    ++impl_->windows_done;
    impl_->let_go_on();
    impl_->open_window();
    impl_->resolver.reporter().rethrow();
    if (impl_->callback) {
      const Raised called(impl_->is_called_back);
      impl_->callback(*this);
    }
    if (!limits.stop.is_set()) continue;
    impl_->resolver.reporter().deliver(true);
    impl_->resolver.reporter().rethrow();
    return told(*impl_, Halt::Stop);
  }
}

template <int D>
RunResult World<D>::advance(double duration, const RunLimits& limits) {
  impl_->check_may_run("World::advance");
  check_not_negative("World::advance", duration);
  const FpEnvironment environment;
  impl_->begin();
  const Instant end = impl_->flight.timebase().after(impl_->engine->now(), duration);
  if (end == kEndOfTime)
    throw InputError("World::advance: expected a time that the clock reaches, found " + shown(duration) +
                     " more");
  impl_->resolver.waiting().set_windows(true);
  const Halt halt = impl_->run({end, limits.collisions, limits.events, limits.stop});
  if (halt == Halt::Time) {
    impl_->let_go_on();
    impl_->resolver.reporter().deliver(true);
    impl_->resolver.reporter().rethrow();
  }
  return told(*impl_, halt);
}

template <int D>
double World<D>::time() const {
  const auto held = impl_->hold_still();
  return impl_->engine ? impl_->flight.timebase().since_start(impl_->engine->now()) : 0.0;
}

template <int D>
std::size_t World<D>::size() const {
  const auto held = impl_->hold_still();
  return impl_->table.size();
}

template <int D>
Body<D> World<D>::body(BodyId id) const {
  const auto held = impl_->hold_still();
  const BodyState<D> now = impl_->state(id);
  const BodyTable<D>& table = impl_->table;
  if (!table.moves(id.value)) {
    Body<D> fixed = table.fixed_body(id.value);
    if (const auto leaning = impl_->leaning.find(id.value); leaning != impl_->leaning.end()) {
      fixed.shape = leaning->second.shape;
      fixed.orientation = leaning->second.orientation;
    }
    return fixed;
  }
  const bool dynamic = table.is_dynamic(id.value);
  const bool pinned = table.is_pinned(id.value);
  const Id number = impl_->number_of(id);
  const double mass = pinned ? table.fixed_body(id.value).mass : dynamic ? table.mass[number] : 1.0;
  Body<D> body{table.shape(number),
               now.position,
               now.velocity,
               mass,
               table.materials[number],
               pinned    ? BodyKind::Pinned
               : dynamic ? BodyKind::Dynamic
                         : BodyKind::Kinematic};
  body.filter = table.interactions.filter(id.value);
  body.sensor = table.interactions.is_sensor(id.value);
  body.after_hit = table.interactions.waits(id.value) ? AfterHit::Waits : AfterHit::GoesOn;
  body.one_way = table.interactions.one_way(id.value);
  body.surface_velocity = table.interactions.surface_velocity(id.value);
  body.on_crush = table.interactions.on_crush(id.value);
  body.spins = impl_->spins.spins(number);
  body.orientation = now.orientation;
  body.angular_velocity = now.angular_velocity;
  if (const double inverse = impl_->spins.inverse_inertia(number);
      inverse > 0.0 && !impl_->spins.is_top(number))
    body.inertia = 1.0 / inverse;
  return body;
}

template <int D>
BodyState<D> World<D>::state(BodyId id) const {
  const auto held = impl_->hold_still();
  return impl_->state(id);
}

template <int D>
BodyState<D> World<D>::Impl::state(BodyId id) const {
  check_id(table, id);
  if (!table.moves(id.value)) {
    BodyState<D> state{};
    state.position = table.fixed_body(id.value).position;
    if (const auto there = leaning.find(id.value); there != leaning.end())
      state.orientation = there->second.orientation;
    return state;
  }
  if (!engine) {
    const Record<D>& start = starts[id.value];
    const bool falls = table.is_dynamic(id.value);
    const Spin<D>& spin = spins[id.value];
    return {start.position,   start.velocity, {}, falls ? options.gravity : Vec<D>{},
            spin.orientation, spin.velocity,  {}};
  }
  const FpEnvironment environment;
  const Id body = number_of(id);
  return state_of(flight, wraps, spins, body, engine->records()[body], engine->now());
}

template <int D>
const WorldOptions<D>& World<D>::options() const {
  return impl_->options;
}

template <int D>
std::vector<Neighbour<D>> World<D>::neighbours_within(BodyId id, double distance) const {
  {
    const auto held = impl_->hold_still();
    check_near(impl_->table, impl_->options.space, id, distance);
    if (!impl_->engine)
      throw InputError("World::neighbours_within: expected after the first run, found before it");
  }
  const FpEnvironment environment;
  impl_->settle();
  return neighbours_of(impl_->present(), id.value, distance);
}

template <int D>
BodyId World<D>::side(int axis, bool upper) {
  if (axis < 0 || axis >= D)
    throw InputError("World::side: expected an axis of the box, found " + std::to_string(axis));
  return {side_id(static_cast<std::size_t>(axis), upper)};
}

template <int D>
std::uint64_t World<D>::collisions() const {
  const auto held = impl_->hold_still();
  return impl_->engine ? impl_->engine->collisions() : 0;
}

template <int D>
std::uint64_t World<D>::collisions(ImpactKind kind) const {
  const auto held = impl_->hold_still();
  return impl_->resolver.reporter().impacts(kind);
}

template <int D>
std::uint64_t World<D>::events() const {
  const auto held = impl_->hold_still();
  return impl_->engine ? impl_->engine->events() : 0;
}

template <int D>
std::uint64_t World<D>::state_hash() const {
  const auto held = impl_->hold_still();
  StateHash hash;
  for (Id id = 0; id < impl_->table.size(); ++id) {
    if (impl_->table.is_gone(id)) continue;
    const Id body = impl_->number_of({id});
    const Record<D>& record = impl_->engine ? impl_->engine->records()[body] : impl_->starts[body];
    for (std::size_t axis = 0; axis < D; ++axis) hash.add(record.position[axis]);
    for (std::size_t axis = 0; axis < D; ++axis) hash.add(record.velocity[axis]);
    hash.add(record.clock.ticks);
    hash.add(record.clock.offset);
    for (std::size_t axis = 0; axis < D; ++axis)
      hash.add(impl_->engine ? impl_->wraps.along(body, axis) : std::int64_t{0});
    for (const auto& supports :
         {impl_->resting.supports().of(body), impl_->resting.supports().touched(body)}) {
      for (const Support<D>& support : supports) {
        hash.add(std::int64_t{support.id});
        for (const std::int32_t n : support.image) hash.add(std::int64_t{n});
      }
    }
    impl_->resolver.last_impacts().each_number(body, [&](auto number) { hash.add(number); });
    impl_->spins.each_number(body, [&](auto number) { hash.add(number); });
  }
  return hash.value();
}

template class World<2>;
template class World<3>;

}  // namespace firsthit
