#include "world/world_impl.hpp"

#include <firsthit/distance.hpp>

#include "core/fp_environment.hpp"
#include "geometry/rotation.hpp"
#include "world/bodies/fixed_shape.hpp"
#include "world/characters/mover.hpp"
#include "world/input_checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// Characters that move, and questions about what is where.

namespace firsthit {

namespace {

template <int D>
CastHit<D> told(const WorldBvh<D>& bvh, const Sweep<D>& sweep, const SweepHit<D>& hit) {
  const double fraction = hit.meeting.delay;
  return bvh.told({sweep.solid, sweep.from + fraction * sweep.way, {}, sweep.among}, hit, fraction);
}

}  // namespace

/// From now on questions find all bodies by their ids. Part of every question.
template <int D>
void World<D>::Impl::settle() {
  check_whole();
  // A wish for later runs, of which other questions need not know.
  if (!stays_in_order.load(std::memory_order_relaxed)) stays_in_order.store(true, std::memory_order_relaxed);
  if (is_settled.load(std::memory_order_acquire)) return;
  const std::lock_guard<std::mutex> lock(asking);
  begin();
  renew();
  stay_in_order();
  is_settled.store(true, std::memory_order_release);
}

/// Where everybody is now.
template <int D>
const WorldBvh<D>& World<D>::Impl::look_around() {
  check_whole();
  if (has_places.load(std::memory_order_acquire)) return bvh;
  settle();
  const std::lock_guard<std::mutex> lock(asking);
  if (has_places.load(std::memory_order_relaxed)) return bvh;
  table.prepare_all_solids();
  bvh.update(engine->records(), engine->now());
  has_places.store(!is_telling(), std::memory_order_release);
  return bvh;
}

/// How far [L] the ground has carried who stood on it: as the place under its feet has moved.
template <int D>
Vec<D> World<D>::Impl::ridden(const Ride& ride) const {
  const BodyState<D> now = state({ride.ground});
  Vec<D> moved = now.position - ride.then.position;
  for (std::size_t axis = 0; axis < D; ++axis)
    if (flight.period().along(axis))
      moved[axis] +=
          static_cast<double>(now.wraps[axis] - ride.then.wraps[axis]) * flight.period().length[axis];
  if (now.orientation == ride.then.orientation) return moved;
  const Vec<D> listed = rotation_of(ride.then.orientation).inverse_of(ride.footing);
  return moved + (rotation_of(now.orientation).of(listed) - ride.footing);
}

template <int D>
MoveResult<D> World<D>::move(BodyId id, const Vec<D>& displacement, const MovePolicy<D>& policy) {
  impl_->check_between_events("World::move");
  check_move(impl_->table, impl_->options.space, id, displacement, policy);
  const FpEnvironment environment;
  const WorldBvh<D>& bvh = impl_->look_around();
  const Vec<D> start = bvh.place(id.value);
  Vec<D> position = start;
  MoveResult<D> result;
  Mover<D> mover(bvh, bvh.solid(id.value), id.value, policy);
  const auto ride = impl_->rides.find(id.value);
  if (ride != impl_->rides.end() && contains({ride->second.ground})) {
    const Vec<D> moved = impl_->ridden(ride->second);
    if (!is_zero(moved)) position = mover.carried(position, moved, ride->second.ground);
    result.carried = position - start;
  }
  const Vec<D> carried = result.carried;
  std::vector<BodyId> crushed_by;
  position = mover.give_way(position, crushed_by);
  {
    const Raised asked(impl_->is_choosing);
    result = mover.move(position, displacement);
  }
  result.carried = carried;
  result.crushed = !crushed_by.empty();
  result.crushed_by = std::move(crushed_by);
  impl_->whole_or_broken([&] {
    if (!(result.position == start)) impl_->put(id, result.position);
    impl_->rides.erase(id.value);
    if (!result.grounded || !impl_->table.moves(result.ground.value)) return;
    const BodyState<D> ground = state(result.ground);
    Vec<D> footing = mover.footing() - ground.position;
    for (std::size_t axis = 0; axis < D; ++axis)
      if (const double side = impl_->flight.period().length[axis]; impl_->flight.period().along(axis))
        footing[axis] -= side * std::nearbyint(footing[axis] / side);
    impl_->rides[id.value] = {result.ground.value, ground, footing};
  });
  impl_->resolver.reporter().rethrow();
  return result;
}

template <int D>
std::optional<CastHit<D>> World<D>::cast(const Shape<D>& shape, const Vec<D>& position,
                                         const Vec<D>& displacement, const QueryFilter& among) const {
  check_cast("World::cast", shape, position, displacement, impl_->options.space);
  const FpEnvironment environment;
  const WorldBvh<D>& bvh = impl_->look_around();
  const Solid<D> solid = solid_of(shape);
  const Sweep<D> sweep{solid, position, displacement, among, false};
  const std::optional<SweepHit<D>> hit = bvh.first(sweep);
  if (!hit) return std::nullopt;
  return told(bvh, sweep, *hit);
}

template <int D>
std::vector<CastHit<D>> World<D>::cast_all(const Shape<D>& shape, const Vec<D>& position,
                                           const Vec<D>& displacement, const QueryFilter& among) const {
  check_cast("World::cast_all", shape, position, displacement, impl_->options.space);
  const FpEnvironment environment;
  const WorldBvh<D>& bvh = impl_->look_around();
  const Solid<D> solid = solid_of(shape);
  const Sweep<D> sweep{solid, position, displacement, among, false};
  std::vector<CastHit<D>> hits;
  for (const SweepHit<D>& hit : bvh.all(sweep)) hits.push_back(told(bvh, sweep, hit));
  return hits;
}

template <int D>
std::vector<BodyId> World<D>::overlaps(const Shape<D>& shape, const Vec<D>& position,
                                       const QueryFilter& among) const {
  check_cast("World::overlaps", shape, position, Vec<D>{}, impl_->options.space);
  const FpEnvironment environment;
  const WorldBvh<D>& bvh = impl_->look_around();
  std::vector<BodyId> found;
  bvh.visit(solid_of(shape), position, 0.0, among, [&](Id body, const Vec<D>& shift) {
    if (distance<D>({shape, position}, bvh.placed(body, shift)).distance <= 0.0) found.push_back({body});
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

template <int D>
std::optional<NearestBody<D>> World<D>::nearest(const Shape<D>& shape, const Vec<D>& position,
                                                double max_distance, const QueryFilter& among) const {
  check_cast("World::nearest", shape, position, Vec<D>{}, impl_->options.space);
  if (std::isnan(max_distance) || max_distance < 0.0)
    throw InputError("World::nearest: expected a distance >= 0, found " + shown(max_distance));
  const FpEnvironment environment;
  const WorldBvh<D>& bvh = impl_->look_around();
  std::optional<NearestBody<D>> best;
  const auto take = [&](Id body, const Vec<D>& shift) {
    const Separation<D> apart = distance<D>({shape, position}, bvh.placed(body, shift));
    if (!(apart.distance <= max_distance)) return;
    if (best &&
        (best->distance < apart.distance || (best->distance == apart.distance && best->body.value <= body)))
      return;
    best = NearestBody<D>{{body}, apart.distance, apart.normal, apart.point_b};
  };
  bvh.visit_near(solid_of(shape), position, max_distance, among, [&](Id body, const Vec<D>& shift) {
    take(body, shift);
    return best ? std::max(best->distance, 0.0) : max_distance;
  });
  return best;
}

/// Is what comes next of the two an impact? Or does one of them pass through the other, or slide off it?
template <int D>
bool World<D>::Impl::is_impact(Id body, const Candidate<D>& with) const {
  const OrderedPair<D> pair(body, with);
  Image<D> turned = pair.image;
  for (auto& n : turned) n = -n;
  return !table.passes(pair.low, pair.high) && !overlap_pairs.contains(pair) &&
         !resting.supports().rests_on(pair.low, pair.high, pair.image) &&
         !(pair.high < kFirstSide && resting.supports().rests_on(pair.high, pair.low, turned));
}

/// Or are they only to be looked at again then, as where one of them turns?
template <int D>
bool World<D>::Impl::is_foreseen(Id body, const Event<D>& event) const {
  if (!resting.supports().turns(body) && !resting.supports().turns(event.partner)) return true;
  const OrderedPair<D> pair(body, Candidate<D>{event.partner, event.image});
  const TurningMeeting found = predictor.turning().meet(engine->records(), pair, engine->now());
  return found.meets && found.time == event.time;
}

template <int D>
std::optional<double> World<D>::time_to_collision(BodyId a, BodyId b) const {
  {
    const auto held = impl_->hold_still();
    check_id(impl_->table, a);
    check_id(impl_->table, b);
  }
  if (a == b) throw InputError("World::time_to_collision: expected two bodies, found one twice");
  const FpEnvironment environment;
  impl_->settle();
  const Engine<D>& engine = *impl_->engine;
  const Id mover = impl_->table.moves(a.value) ? a.value : b.value;
  const Id other = mover == a.value ? b.value : a.value;
  if (!impl_->table.moves(mover)) return std::nullopt;
  Image<D> low{};
  Image<D> high{};
  const bool everywhere =
      !impl_->table.moves(other) && is_everywhere<D>(impl_->table.fixed_body(other).shape);
  if (impl_->flight.repeats() && !everywhere) {
    low = high = impl_->flight.nearest_image(mover, engine.records()[mover], other, engine.records()[other],
                                             engine.now());
    for (std::size_t axis = 0; axis < D; ++axis) {
      if (!impl_->flight.period().along(axis)) continue;
      --low[axis];
      ++high[axis];
    }
  }
  Instant first = kEndOfTime;
  each_image<D>(low, high, [&](const Image<D>& image) {
    if (!impl_->is_impact(mover, {other, image})) return;
    first =
        earlier(first, impl_->predictor.impact_time(engine.records(), mover, {other, image}, engine.now()));
  });
  if (first == kEndOfTime) return std::nullopt;
  return first < engine.now() ? 0.0 : impl_->flight.timebase().between(engine.now(), first);
}

template <int D>
std::vector<RestingContact<D>> World<D>::contacts() const {
  const FpEnvironment environment;
  impl_->settle();
  const Engine<D>& engine = *impl_->engine;
  Resting<D> resting = impl_->resting;  // others may ask at the same time, and observers within an event
  std::vector<RestingContact<D>> all;
  for (const PressedContact<D>& one : resting.contacts(engine.records(), engine.now())) {
    RestingContact<D> contact{{one.body}, {one.support}, one.place, one.into, one.force};
    const Record<D>& record = engine.records()[one.body];
    const Place<D> now = impl_->flight.place_at(one.body, record, engine.now());
    for (std::size_t axis = 0; axis < D; ++axis)
      contact.point[axis] -= static_cast<double>(now.wraps[axis]) * impl_->flight.period().length[axis];
    all.push_back(contact);
  }
  return all;
}

template <int D>
std::vector<PredictedImpact> World<D>::predicted_impacts(std::size_t max_count) {
  impl_->check_between_events("World::predicted_impacts");
  const FpEnvironment environment;
  impl_->settle();
  std::vector<PredictedImpact> all;
  impl_->engine->each_predicted(impl_->table.size(), [&](Id body, const Event<D>& event) {
    if (all.size() == max_count || !impl_->is_impact(body, {event.partner, event.image})) return;
    if (!impl_->is_foreseen(body, event)) return;
    all.push_back({impl_->flight.timebase().since_start(event.time), BodyId{std::min(body, event.partner)},
                   BodyId{std::max(body, event.partner)}});
  });
  return all;
}

template void World<2>::Impl::settle();
template const WorldBvh<2>& World<2>::Impl::look_around();
template Vec<2> World<2>::Impl::ridden(const Ride&) const;
template bool World<2>::Impl::is_impact(Id, const Candidate<2>&) const;
template bool World<2>::Impl::is_foreseen(Id, const Event<2>&) const;
template MoveResult<2> World<2>::move(BodyId, const Vec<2>&, const MovePolicy<2>&);
template std::optional<CastHit<2>> World<2>::cast(const Shape<2>&, const Vec<2>&, const Vec<2>&,
                                                  const QueryFilter&) const;
template std::vector<CastHit<2>> World<2>::cast_all(const Shape<2>&, const Vec<2>&, const Vec<2>&,
                                                    const QueryFilter&) const;
template std::vector<BodyId> World<2>::overlaps(const Shape<2>&, const Vec<2>&, const QueryFilter&) const;
template std::optional<NearestBody<2>> World<2>::nearest(const Shape<2>&, const Vec<2>&, double,
                                                         const QueryFilter&) const;
template std::optional<double> World<2>::time_to_collision(BodyId, BodyId) const;
template std::vector<RestingContact<2>> World<2>::contacts() const;
template std::vector<PredictedImpact> World<2>::predicted_impacts(std::size_t);
template void World<3>::Impl::settle();
template const WorldBvh<3>& World<3>::Impl::look_around();
template Vec<3> World<3>::Impl::ridden(const Ride&) const;
template bool World<3>::Impl::is_impact(Id, const Candidate<3>&) const;
template bool World<3>::Impl::is_foreseen(Id, const Event<3>&) const;
template MoveResult<3> World<3>::move(BodyId, const Vec<3>&, const MovePolicy<3>&);
template std::optional<CastHit<3>> World<3>::cast(const Shape<3>&, const Vec<3>&, const Vec<3>&,
                                                  const QueryFilter&) const;
template std::vector<CastHit<3>> World<3>::cast_all(const Shape<3>&, const Vec<3>&, const Vec<3>&,
                                                    const QueryFilter&) const;
template std::vector<BodyId> World<3>::overlaps(const Shape<3>&, const Vec<3>&, const QueryFilter&) const;
template std::optional<NearestBody<3>> World<3>::nearest(const Shape<3>&, const Vec<3>&, double,
                                                         const QueryFilter&) const;
template std::optional<double> World<3>::time_to_collision(BodyId, BodyId) const;
template std::vector<RestingContact<3>> World<3>::contacts() const;
template std::vector<PredictedImpact> World<3>::predicted_impacts(std::size_t);

}  // namespace firsthit
