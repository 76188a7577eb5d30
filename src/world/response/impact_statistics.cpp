#include "world/response/impact_statistics.hpp"

#include "world/motion/path_length.hpp"

namespace firsthit {

template <int D>
void ImpactStatistics<D>::begin(const MeasureOptions<D>& options) {
  options_ = options;
  is_on_ = true;
  set_timebase();
  impacts_ = {};
  meetings_ = 0;
  deepest_overlap_ = 0.0;
  virial_ = {};
  sums_ = {};
}

template <int D>
void ImpactStatistics<D>::add_flight(const Flight& flight, const Instant& end, Sums& sums) const {
  if (!(from_ < end)) return;
  const double since = flight_.timebase().between(from_, end);
  sums.kinetic_action.add(kinetic_action(flight, since));
  if (options_.path_length) add_path(flight, since, sums);
}

template <int D>
void ImpactStatistics<D>::add_path(const Flight& flight, double most, Sums& sums) const {
  if (flight.mass < kImmovable)
    sums.path_length.add(firsthit::path_length(flight.velocity - options_.drift, flight.acceleration,
                                               std::min(flight.elapsed, most)));
}

template <int D>
Statistics ImpactStatistics<D>::at(std::span<const Record<D>> records, const Instant& now) const {
  Sums sums = sums_;
  for (const Id body : table_.moving) {
    if (records.empty()) break;  // it has not begun
    const Record<D>& record = records[body];
    add_flight({table_.mass[body], flight_.velocity_at(body, record, now), flight_.acceleration(body),
                flight_.timebase().between(record.clock, now)},
               now, sums);
  }
  Statistics statistics;
  statistics.begin = options_.from;
  statistics.time = std::max(0.0, flight_.timebase().between(from_, now));
  statistics.impacts = impacts_;
  statistics.meetings = meetings_;
  statistics.kinetic_action = sums.kinetic_action.value();
  statistics.virial = virial_.value();
  statistics.path_length = sums.path_length.value();
  statistics.deepest_overlap = deepest_overlap_;
  return statistics;
}

template class ImpactStatistics<2>;
template class ImpactStatistics<3>;

}  // namespace firsthit
