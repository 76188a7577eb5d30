#pragma once

#include "record/base/request.hpp"
#include "record/base/setup.hpp"
#include "record/measure/reference.hpp"

#include <firsthit/observer.hpp>

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
  double kinetic_energy = 0.0;    ///< [M L^2/T^2]
  double potential_energy = 0.0;  ///< [M L^2/T^2] sum of -m g . x, which no wrap enters
  double energy = 0.0;            ///< [M L^2/T^2] their sum
  Vec<D> momentum{};              ///< [M L/T]
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

  // Only where they are asked for.
  std::optional<double> mean_square_displacement;  ///< [L^2]
  std::optional<double> velocity_autocorrelation;  ///< [L^2/T^2]
  std::optional<double> mean_free_time;            ///< [T] time of all bodies by their impacts with others
  std::optional<double> mean_free_path;            ///< [L] paths of all bodies by the same
};

/// A number that is measured only where it is asked for.
struct MeasuredNumber {
  std::string_view name;
  std::string_view unit;
  std::optional<double> Measured::*value;
};

/// Those that are asked for, in the order of the table's columns.
std::vector<MeasuredNumber> numbers_of(const ObservableRequest& request);

/// Counts and averages over time.
///
/// Temperature is 2 <E_kin> / (D N); where the momentum is conserved (every side periodic, nothing
/// fixed) that of the centre-of-mass frame, with N - 1. Pressure is that of the virial,
/// (2 <E_kin> + sum of virials / time) / (D V), and has a volume only in a box without open sides.
/// Displacements, velocities and free paths are seen from the centre of mass in the same case. Bodies that
/// are moved by somebody count as obstacles do: they have no part in any of it.
template <int D>
class Observables : public Observer<D> {
 public:
  /// Watches from the time of `now` on and counts from `measure_from` [T] on, if that is later.
  /// `setup` must outlive it.
  Observables(const RunSetup<D>& setup, const Frame<D>& now, double measure_from,
              const ObservableRequest& request = {});

  /// Is it to be told, once measuring begins, with what to compare displacements and velocities?
  bool waits_to_look_back() const { return request_.looks_back() && !begin_; }
  /// They are compared with `now`.
  void look_back_to(const Frame<D>& now);

  void impact(const Impact<D>& impact) override;
  void turn(const Turn<D>& turn) override { end_flight(turn.body, turn.time); }

  /// As of `present`, which is not before the last impact.
  Measured measured(const Frame<D>& present) const;

  /// Impacts since it watches, measured or not.
  const CollisionCounts& collisions() const { return all_; }

 private:
  struct Sums {
    double since = 0.0;           ///< [T] when its course last changed
    double kinetic_action = 0.0;  ///< [M L^2/T] integral of the kinetic energy over time
    double virial = 0.0;          ///< [M L^2/T^2]
    double path = 0.0;            ///< [L], if asked for
  };

  void end_flight(const ImpactSide<D>& side, double time);
  void fly(std::size_t ball, const Vec<D>& velocity, const Vec<D>& acceleration, double duration,
           Sums& sums) const;
  double kinetic_action(double mass, const Vec<D>& velocity, const Vec<D>& acceleration,
                        double duration) const;

  const RunSetup<D>& setup_;
  ObservableRequest request_;
  double from_;                          ///< [T]
  Vec<D> drift_{};                       ///< [L/T] of the centre of mass where it is conserved, else zero
  std::vector<std::uint32_t> index_of_;  ///< by BodyId::value: which of RunSetup::bodies, or kFixed
  std::vector<Sums> sums_;               ///< of RunSetup::bodies
  CollisionCounts all_{};
  CollisionCounts counted_{};
  std::uint64_t meetings_ = 0;  ///< how often a body that moves freely met another that moves
  double deepest_overlap_ = 0.0;
  std::optional<Reference<D>> begin_;  ///< if asked for, once measuring has begun
};

}  // namespace firsthit
