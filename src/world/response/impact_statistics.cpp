#include "world/response/impact_statistics.hpp"

#include "world/motion/path_length.hpp"

namespace firsthit {

template <int D>
void ImpactSums<D>::add_path(const EndedFlight<D>& flight, double most) {
  if (flight.mass < kImmovable)
    path_length.add(firsthit::path_length(flight.velocity - options.drift, flight.acceleration,
                                          std::min(flight.elapsed, most)));
}

template <int D>
Statistics statistics_of(ImpactSums<D> sums, const UniformColumn<double>& mass, const SpinTable<D>& spins,
                         const SortedIds& moving, const FreeFlight<D>& flight,
                         std::span<const Record<D>> records, const Instant& now) {
  for (const Id body : moving) {
    const Record<D>& record = records[body];
    sums.add({mass[body], flight.velocity_at(body, record, now), flight.acceleration(body),
              flight.timebase().between(record.clock, now)},
             flight, now);
    sums.add_spin(spins, body, flight.timebase(), now);
  }
  Statistics statistics;
  statistics.begin = sums.options.from;
  statistics.time = std::max(0.0, flight.timebase().between(sums.from, now));
  statistics.impacts = sums.impacts;
  statistics.meetings = sums.meetings;
  statistics.kinetic_action = sums.kinetic_action.value();
  statistics.rotational_action = sums.rotational_action.value();
  statistics.virial = sums.virial.value();
  statistics.path_length = sums.path_length.value();
  statistics.deepest_overlap = sums.deepest_overlap;
  return statistics;
}

template <int D>
void ImpactStatistics<D>::begin(const MeasureOptions<D>& options, const Instant& from) {
  sums_ = {};
  sums_.options = options;
  sums_.is_on = true;
  sums_.from = from;
}

template struct ImpactSums<2>;
template struct ImpactSums<3>;
template Statistics statistics_of(ImpactSums<2>, const UniformColumn<double>&, const SpinTable<2>&,
                                  const SortedIds&, const FreeFlight<2>&, std::span<const Record<2>>,
                                  const Instant&);
template Statistics statistics_of(ImpactSums<3>, const UniformColumn<double>&, const SpinTable<3>&,
                                  const SortedIds&, const FreeFlight<3>&, std::span<const Record<3>>,
                                  const Instant&);
template class ImpactStatistics<2>;
template class ImpactStatistics<3>;

}  // namespace firsthit
