#include "core/vec_math.hpp"
#include "world/heaps/heap_search.hpp"
#include "world/world_impl.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

// Those who move as they are told, have crushed others, and do not end the run by that.

namespace firsthit {

namespace {

/// Who has crushed others goes back, or on, by this part of the size of the smallest of them. Smaller: less
/// than the overlap that rounding leaves of bodies that turn (2^-40 of their size), so they would be crushed
/// still, or have left each other at once. Larger: it can be seen.
constexpr double kRoom = 0x1p-30;

/// Whom a press is to go through is no further from it than this part of his size: those who lose nothing in
/// bounces get too fast for the clock while there is still some room. Smaller: it might be too far. Larger:
/// he might be behind another.
constexpr double kBeside = 0x1p-6;

}  // namespace

/// [L/T] No place of it moves faster.
template <int D>
double World<D>::Impl::speed_of_any_place(Id id) const {
  const Instant& now = engine->now();
  const double turning = spins.spins(id) ? speed_of(spins.velocity_at(id, now, flight.timebase())) : 0.0;
  const double extent = table.is_ball_that_moves(id) ? table.radius[id] : table.extent(id);
  return length(flight.velocity_at(id, engine->records()[id], now)) + extent * turning;
}

/// Puts a body where it will be in `time` [T], or was before if that is below 0, and leaves all others.
template <int D>
void World<D>::Impl::shift_in_time(Id id, double time) {
  const Instant now = engine->now();
  const Vec<D> velocity = flight.velocity_at(id, engine->records()[id], now);
  if (spins.spins(id)) {
    const Spin<D> spin = spins.at(id, now, flight.timebase());
    take(resolver.turned(engine->records(), id, turned_by(spin.stands(), 0.5 * time * spin.velocity), now));
  }
  jump({id}, flight.place_at(id, engine->records()[id], now).position + time * velocity);
}

/// Whom a press that passes those whom it has crushed goes through from now on, and how far [L] it is from
/// the furthest of them.
template <int D>
auto World<D>::Impl::to_be_passed(Id press, std::span<const Id> crushed, double size) const -> Passed {
  Passed passed;
  if (table.interactions.on_crush(press) != OnCrush::Passes) return passed;
  for (const auto& [who, gap] : moving_within(present(), press, kBeside * size)) {
    const OrderedPair<D> pair(press, who);
    if (std::find(crushed.begin(), crushed.end(), who.partner) == crushed.end() ||
        !table.meet(pair.low, pair.high) || table.passes(pair.low, pair.high) || overlap_pairs.contains(pair))
      continue;
    passed.pairs.push_back(pair);
    passed.gap = std::max(passed.gap, gap);
  }
  return passed;
}

/// Somebody was crushed by what moves as it is told. Does that stop, or go on through them, so that the run
/// goes on?
template <int D>
bool World<D>::Impl::give_way() {
  std::vector<Id> presses;
  std::vector<Id> crushed;
  std::optional<Id> stopped;  // one that has, as it had crushed those who are left next to no room
  double size = std::numeric_limits<double>::infinity();
  for (const Id id : engine->culprits()) {
    if (id >= table.size() || !table.moves(id)) continue;
    if (table.yields(id)) {
      crushed.push_back(id);
      size = std::min(size, table.radius[id]);
    } else if (speed_of_any_place(id) > 0.0) {
      if (table.interactions.on_crush(id) == OnCrush::EndsRun) return false;
      presses.push_back(id);
    } else if (table.interactions.on_crush(id) == OnCrush::Stops) {
      stopped = id;
    }
  }
  if (crushed.empty() || (presses.empty() && !stopped)) return false;
  // Not for ever at one instant.
  given_way = engine->now() == given_way_at ? given_way + 1 : 0;
  given_way_at = engine->now();
  if (given_way > table.moving.size()) return false;
  settle();
  std::vector<std::pair<Id, Passed>> all;
  for (const Id press : presses) {
    Passed passed = to_be_passed(press, crushed, size);
    if (table.interactions.on_crush(press) == OnCrush::Stops || !passed.pairs.empty())
      all.emplace_back(press, std::move(passed));
  }
  if (all.empty() && !stopped) return false;
  const Id by = all.empty() ? *stopped : all[0].first;
  whole_or_broken([&] {
    for (const auto& [press, passed] : all) {
      const double room = kRoom * size / speed_of_any_place(press);
      if (passed.pairs.empty()) {
        shift_in_time(press, -room);
        take(resolver.crushed(engine->records(), press, press, engine->now()));
        continue;
      }
      shift_in_time(press, passed.gap / speed_of_any_place(press) + room);
      for (const OrderedPair<D>& pair : passed.pairs) {
        overlap_pairs.enter(pair);
        resolver.reporter().report_passing(pair, true, engine->now());
      }
    }
    for (const Id id : crushed) take(resolver.crushed(engine->records(), id, by, engine->now()));
  });
  engine->predict_all();
  return true;
}

template bool World<2>::Impl::give_way();
template bool World<3>::Impl::give_way();

}  // namespace firsthit
