#pragma once

#include <firsthit/statistics.hpp>

#include "core/instant.hpp"
#include "core/vec_math.hpp"
#include "engine/record.hpp"
#include "exact/exact_sum.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/spin_table.hpp"
#include "world/motion/free_flight.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace firsthit {

/// A flight, as it ends.
template <int D>
struct EndedFlight {
  double mass;          // [M] infinite of what no impact moves
  Vec<D> velocity;      // [L/T]
  Vec<D> acceleration;  // [L/T^2]
  double elapsed;       // [T] since the course last changed
};

/// What has been counted of impacts, and of the flights that have ended.
template <int D>
struct ImpactSums {
  MeasureOptions<D> options;
  bool is_on = false;  // anything is measured
  Instant from;
  std::array<std::uint64_t, 3> impacts{};
  std::uint64_t meetings = 0;
  double deepest_overlap = 0.0;
  ExactSum virial;
  ExactSum kinetic_action;
  ExactSum rotational_action;
  ExactSum path_length;

  void add(const EndedFlight<D>& flight, const FreeFlight<D>& how, const Instant& end) {
    if (!(from < end)) return;
    const double since = how.timebase().between(from, end);
    kinetic_action.add(action(flight, how, since));
    if (options.path_length) add_path(flight, since);
  }

  void add_spin(const SpinTable<D>& spins, Id body, const Timebase& timebase, const Instant& end) {
    if (from < end) rotational_action.add(spins.action(body, from, end, timebase));
  }
  /// The integral of m v^2 / 2 over the last `most` [T] of a flight under g that ends with velocity v:
  /// m/2 (v^2 t - t^2 v . g + t^3 g^2 / 3).
  double action(const EndedFlight<D>& flight, const FreeFlight<D>& how, double most) const {
    if (!(flight.mass < kImmovable)) return 0.0;
    const Vec<D> v = flight.velocity - options.drift;
    const double t = std::min(flight.elapsed, most);
    double twice = length_squared(v) * t;
    if (how.falls())
      twice += t * t * (t * length_squared(flight.acceleration) / 3.0 - dot(v, flight.acceleration));
    return 0.5 * flight.mass * twice;
  }
  /// The same for the length of the path.
  void add_path(const EndedFlight<D>& flight, double most);

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.options, self.is_on, self.from, self.impacts, self.meetings, self.deepest_overlap);
    archive(self.virial, self.kinetic_action, self.rotational_action, self.path_length);
  }
};

/// What has been counted, the flights of all `moving` as they are `now` included.
template <int D>
Statistics statistics_of(ImpactSums<D> sums, const UniformColumn<double>& mass, const SpinTable<D>& spins,
                         const SortedIds& moving, const FreeFlight<D>& flight,
                         std::span<const Record<D>> records, const Instant& now);

/// Counts what a world is asked to measure.
template <int D>
class ImpactStatistics {
 public:
  /// It must outlive the statistics.
  explicit ImpactStatistics(const FreeFlight<D>& flight) : flight_(flight) {}

  /// Is anything measured? If not, nothing is to be added.
  bool is_on() const { return sums_.is_on; }
  /// From `from` on, which is options.from as the clock has it: what was counted so far is forgotten.
  void begin(const MeasureOptions<D>& options, const Instant& from);
  /// A clock begins, or another one at the same time.
  void start() { sums_.from = flight_.timebase().after(Instant{}, sums_.options.from); }
  /// The clock's ticks have become 2^-finer as long.
  void set_timebase(int finer) { sums_.from = flight_.timebase().retold(sums_.from, finer); }

  void add_flight(const EndedFlight<D>& flight, const Instant& end) { sums_.add(flight, flight_, end); }
  /// A body has turned as it does so far until `end`.
  void add_spin(const SpinTable<D>& spins, Id body, const Instant& end) {
    if (is_on()) sums_.add_spin(spins, body, flight_.timebase(), end);
  }
  /// An impact of two, whose flights end by it.
  void add_impact(ImpactKind kind, const EndedFlight<D>& a, const EndedFlight<D>& b, double virial,
                  double overlap, const Instant& time) {
    if (sums_.from < time) {
      const double since = flight_.timebase().between(sums_.from, time);
      sums_.kinetic_action.add(sums_.action(a, flight_, since) + sums_.action(b, flight_, since));
      if (sums_.options.path_length)
        for (const EndedFlight<D>* flight : {&a, &b}) sums_.add_path(*flight, since);
    } else if (time < sums_.from) {
      return;
    }
    ++sums_.impacts[static_cast<std::size_t>(kind)];
    sums_.deepest_overlap = std::max(sums_.deepest_overlap, overlap);
    if (kind != ImpactKind::BodyBody) return;
    const bool both = a.mass < kImmovable && b.mass < kImmovable;
    sums_.meetings += both ? 2 : 1;
    if (both) sums_.virial.add(virial);
  }

  const ImpactSums<D>& sums() const { return sums_; }

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.sums_);
  }

 private:
  const FreeFlight<D>& flight_;
  ImpactSums<D> sums_;
};

}  // namespace firsthit
