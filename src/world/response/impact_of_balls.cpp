#include "world/response/impact_resolver.hpp"

#include "world/motion/relative_flight.hpp"
#include "world/response/bounce.hpp"

#include <algorithm>

// What nearly all impacts of a gas are. All other impacts take longer ways to the same numbers.

namespace firsthit {

template <int D>
Resolution ImpactResolver<D>::resolve(std::span<Record<D>> records, Id body, const Event<D>& event) {
  const OrderedPair<D> pair(body, {event.partner, event.image});
  if (just_bounce(pair)) {
    const RelativeFlight<D> flown(flight_, records[pair.low], records[pair.high], pair.image, event.time);
    if (flown.is_plain && !is_pushed(pair, flown)) return bounce_balls(records, pair, flown, event.time);
  }
  make_room();
  halfway_ = false;
  Resolution resolution = resolve_any(records, pair, event.time);
  halfway_ = false;
  resolution.halts = reporter_.has_thrown();
  return resolution;
}

/// Are the two balls that nothing but this impact has to do with? Who does not fall does not rest, and where
/// everybody bounces nobody passes, waits, sticks to another or moves as he is told. Where nobody spins and
/// no surface rubs nobody turns.
template <int D>
bool ImpactResolver<D>::just_bounce(const OrderedPair<D>& pair) const {
  return !last_impacts_.are_kept() && !flight_.falls() && !may_rub() && !table_.interactions.is_select() &&
         table_.moves(pair.low) && table_.moves(pair.high) && table_.meet_as_balls(pair.low, pair.high);
}

/// Has whoever is no ball pushed the two deeper into each other than rounding lets them come?
template <int D>
bool ImpactResolver<D>::is_pushed(const OrderedPair<D>& pair, const RelativeFlight<D>& flown) const {
  if (table_.is_all_balls()) return false;
  const double radii = table_.radius[pair.low] + table_.radius[pair.high];
  return radii - length(flown.apart) > rounding_.of(flown.a, flown.b, radii);
}

/// Flat: numbers that go from function to function through memory would take longer than what is done to
/// them.
template <int D>
[[gnu::flatten]] Resolution ImpactResolver<D>::bounce_balls(std::span<Record<D>> records,
                                                            const OrderedPair<D>& pair,
                                                            const RelativeFlight<D>& flown,
                                                            const Instant& time) {
  const auto [low, high, image] = pair;
  const Bounce<D> bounced = bounce(flown.apart, records[low].velocity, records[high].velocity,
                                   table_.mass[low], table_.mass[high], table_.restitution(low, high));
  const double radii = table_.radius[low] + table_.radius[high];
  const bool is_heard = reporter_.is_heard(low, high);
  if (is_heard) reporter_.make_room();
  if (reporter_.statistics().is_on()) {
    const double distance = length(flown.apart);
    reporter_.statistics().add_impact(ImpactKind::BodyBody,
                                      {table_.mass[low], records[low].velocity, {}, flown.elapsed_a},
                                      {table_.mass[high], records[high].velocity, {}, flown.elapsed_b},
                                      bounced.impulse * distance, std::max(0.0, radii - distance), time);
  }
  if (is_heard) report_balls(records, pair, flown, bounced, time);
  // Number by number, as they will be read: a read of what was written in other parts, just before, would
  // wait.
  const auto write = [&time](Record<D>& record, const Vec<D>& place, const Vec<D>& velocity) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      record.position[axis] = place[axis];
      record.velocity[axis] = velocity[axis];
    }
    record.clock.ticks = time.ticks;
    record.clock.offset = time.offset;
  };
  write(records[low], flown.a, bounced.velocity_a);
  write(records[high], flown.b, bounced.velocity_b);
  reporter_.count_meeting();
  const double approach = bounced.closing * std::max(flown.elapsed_a, flown.elapsed_b);
  return {approach / rounding_.of(flown.a, flown.b, radii), true, true, false, {}, reporter_.has_thrown()};
}

template <int D>
[[gnu::noinline]] void ImpactResolver<D>::report_balls(std::span<const Record<D>> records,
                                                       const OrderedPair<D>& pair,
                                                       const RelativeFlight<D>& flown,
                                                       const Bounce<D>& bounced, const Instant& time) {
  const auto [low, high, image] = pair;
  Contact contact{{low, {flown.a, {}}, records[low].velocity, {}, flown.elapsed_a},
                  {high, {flown.b, {}}, records[high].velocity, {}, flown.elapsed_b},
                  image,
                  flown.apart,
                  length(flown.apart),
                  table_.radius[low] + table_.radius[high],
                  0.0};
  reporter_.report_impact(contact, bounced, time, touching_point(contact));
}

template Resolution ImpactResolver<2>::resolve(std::span<Record<2>>, Id, const Event<2>&);
template Resolution ImpactResolver<3>::resolve(std::span<Record<3>>, Id, const Event<3>&);

}  // namespace firsthit
