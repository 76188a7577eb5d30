#pragma once

#include <firsthit/statistics.hpp>

#include "core/instant.hpp"
#include "core/vec_math.hpp"
#include "engine/record.hpp"
#include "exact/exact_sum.hpp"
#include "world/bodies/body_table.hpp"
#include "world/motion/free_flight.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace firsthit {

/// Counts what a world is asked to measure.
template <int D>
class ImpactStatistics {
 public:
  /// Both must outlive the statistics.
  ImpactStatistics(const BodyTable<D>& table, const FreeFlight<D>& flight) : table_(table), flight_(flight) {}

  /// Is anything measured? If not, nothing is to be added.
  bool is_on() const { return is_on_; }
  /// From now on: what was counted so far is forgotten.
  void begin(const MeasureOptions<D>& options);
  /// The clock has other ticks.
  void set_timebase() { from_ = flight_.timebase().after(Instant{}, options_.from); }

  /// A flight, as it ends.
  struct Flight {
    double mass;          // [M] infinite of what no impact moves
    Vec<D> velocity;      // [L/T]
    Vec<D> acceleration;  // [L/T^2]
    double elapsed;       // [T] since the course last changed
  };
  void add_flight(const Flight& flight, const Instant& end) { add_flight(flight, end, sums_); }
  /// An impact of two, whose flights end by it.
  void add_impact(ImpactKind kind, const Flight& a, const Flight& b, double virial, double overlap,
                  const Instant& time) {
    if (from_ < time) {
      const double since = flight_.timebase().between(from_, time);
      sums_.kinetic_action.add(kinetic_action(a, since) + kinetic_action(b, since));
      if (options_.path_length)
        for (const Flight* flight : {&a, &b}) add_path(*flight, since, sums_);
    } else if (time < from_) {
      return;
    }
    ++impacts_[static_cast<std::size_t>(kind)];
    deepest_overlap_ = std::max(deepest_overlap_, overlap);
    if (kind != ImpactKind::BodyBody) return;
    const bool both = a.mass < kImmovable && b.mass < kImmovable;
    meetings_ += both ? 2 : 1;
    if (both) virial_.add(virial);
  }

  /// The flights of all who are there, as they are `now`, included.
  Statistics at(std::span<const Record<D>> records, const Instant& now) const;

 private:
  struct Sums {
    ExactSum kinetic_action;
    ExactSum path_length;
  };

  void add_flight(const Flight& flight, const Instant& end, Sums& sums) const;
  /// The integral of m v^2 / 2 over the last `most` [T] of a flight under g that ends with velocity v:
  /// m/2 (v^2 t - t^2 v . g + t^3 g^2 / 3).
  double kinetic_action(const Flight& flight, double most) const {
    if (!(flight.mass < kImmovable)) return 0.0;
    const Vec<D> v = flight.velocity - options_.drift;
    const double t = std::min(flight.elapsed, most);
    double action = length_squared(v) * t;
    if (flight_.falls())
      action += t * t * (t * length_squared(flight.acceleration) / 3.0 - dot(v, flight.acceleration));
    return 0.5 * flight.mass * action;
  }
  void add_path(const Flight& flight, double most, Sums& sums) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  MeasureOptions<D> options_;
  bool is_on_ = false;
  Instant from_;
  std::array<std::uint64_t, 3> impacts_{};
  std::uint64_t meetings_ = 0;
  double deepest_overlap_ = 0.0;
  ExactSum virial_;
  Sums sums_;  // of the flights that have ended
};

}  // namespace firsthit
