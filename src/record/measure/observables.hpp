#pragma once

#include "record/base/request.hpp"
#include "record/measure/reference.hpp"
#include "record/setup/setup.hpp"

#include <firsthit/statistics.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace firsthit {

/// Impacts by ImpactKind.
using CollisionCounts = std::array<std::uint64_t, 3>;

/// What holds at one time.
template <int D>
struct Conserved {
  double kinetic_energy = 0.0;     ///< [M L^2/T^2]
  double potential_energy = 0.0;   ///< [M L^2/T^2] sum of -m g . x, which no wrap enters
  double rotational_energy = 0.0;  ///< [M L^2/T^2]
  double energy = 0.0;             ///< [M L^2/T^2] their sum
  Vec<D> momentum{};               ///< [M L/T]

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.kinetic_energy, self.potential_energy, self.rotational_energy, self.energy, self.momentum);
  }
};

/// Sums over the bodies of a frame that move freely, by id, compensated: one rounding or two in all.
template <int D>
Conserved<D> conserved(const RunSetup<D>& setup, const Frame<D>& frame);

/// The velocity [L/T] of the frame that all is seen from: that of the centre of mass where the
/// momentum is conserved, else zero.
template <int D>
Vec<D> drift_of(const RunSetup<D>& setup, const Frame<D>& frame);

/// What was measured from `Observables::from` on. Quantities that are not defined are empty.
struct Measured {
  double time = 0.0;  ///< [T] how long
  CollisionCounts collisions{};
  std::optional<double> temperature;              ///< [M L^2/T^2]
  std::optional<double> pressure;                 ///< [M/(L T^2)], in 2D [M/T^2]
  std::optional<double> compressibility;          ///< P V / (N T)
  std::optional<double> collision_rate_per_body;  ///< [1/T]
  double deepest_overlap = 0.0;                   ///< [L]
  std::optional<double> rotational_temperature;   ///< [M L^2/T^2] where anybody spins whom impacts turn

  // Only where they are asked for.
  std::optional<double> mean_square_displacement;  ///< [L^2]
  std::optional<double> velocity_autocorrelation;  ///< [L^2/T^2]
  std::optional<double> mean_free_time;            ///< [T] time of all bodies by their impacts with others
  std::optional<double> mean_free_path;            ///< [L] paths of all bodies by the same

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.time, self.collisions, self.temperature, self.pressure, self.compressibility);
    archive(self.collision_rate_per_body, self.deepest_overlap, self.rotational_temperature);
    archive(self.mean_square_displacement, self.velocity_autocorrelation, self.mean_free_time);
    archive(self.mean_free_path);
  }
};

/// The same without what counts impacts: where infinitely many end a run, rounding tells how many there are.
Measured without_rates(Measured measured);

/// A number that is measured only where it is asked for.
struct MeasuredNumber {
  std::string_view name;
  std::string_view unit;
  std::optional<double> Measured::*value;
};

/// Those that are asked for, in the order of the table's columns.
std::vector<MeasuredNumber> numbers_of(const ObservableRequest& request);

/// Averages over time, of what a world has counted.
///
/// Temperature is 2 <E_kin> / (D N); where the momentum is conserved (every side periodic, nothing
/// fixed) that of the centre-of-mass frame, with N - 1. Pressure is that of the virial,
/// (2 <E_kin> + sum of virials / time) / (D V), and has a volume only in a box without open sides.
/// Displacements, velocities and free paths are seen from the centre of mass in the same case. Bodies that
/// are moved by somebody count as obstacles do: they have no part in any of it. The temperature of rotation
/// is 2 <E_rot> / N of those who spin, in space 2 <E_rot> / (3 N).
template <int D>
class Observables {
 public:
  /// From the time of `now` on, or from `measure_from` [T] on if that is later. `setup` must outlive it.
  Observables(const RunSetup<D>& setup, const Frame<D>& now, double measure_from,
              const ObservableRequest& request = {});

  /// What the world is to count, from the time of `now` on.
  const MeasureOptions<D>& to_measure() const { return to_measure_; }

  /// Is it to be told, once measuring begins, with what to compare displacements and velocities?
  bool waits_to_look_back() const { return request_.looks_back() && !begin_; }
  /// They are compared with `now`.
  void look_back_to(const Frame<D>& now);

  /// As of `present`, when the world had counted `counted`.
  Measured measured(const Frame<D>& present, const Statistics& counted) const;

  /// With what displacements and velocities are compared.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    bool compares = self.begin_.has_value();
    archive(compares);
    if constexpr (Archive::kReads) {
      Frame<D> begin;
      if (compares) archive(begin);
      archive.require(!compares || begin.states.size() == self.setup_.bodies.size(),
                      "expected a place of each body, found others");
      if (compares) self.look_back_to(begin);
    } else if (compares) {
      archive(self.begin_->begin());
    }
  }

 private:
  const RunSetup<D>& setup_;
  ObservableRequest request_;
  MeasureOptions<D> to_measure_;
  std::optional<Reference<D>> begin_;  ///< if asked for, once measuring has begun
};

}  // namespace firsthit
