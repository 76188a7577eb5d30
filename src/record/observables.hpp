#pragma once

#include "record/setup.hpp"

#include <firsthit/observer.hpp>

#include <array>
#include <cstdint>
#include <optional>
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

/// Sums over the bodies of a frame, by id, compensated: one rounding or two in all.
template <int D>
Conserved<D> conserved(const RunSetup<D>& setup, const Frame<D>& frame);

/// What was measured from `Observables::from` on. Quantities that are not defined are empty.
struct Measured {
  double time = 0.0;  ///< [T] how long
  CollisionCounts collisions{};
  std::optional<double> temperature;              ///< [M L^2/T^2]
  std::optional<double> pressure;                 ///< [M/(L T^2)], in 2D [M/T^2]
  std::optional<double> compressibility;          ///< P V / (N T)
  std::optional<double> collision_rate_per_body;  ///< [1/T]
  double deepest_overlap = 0.0;                   ///< [L]
};

/// Counts and averages over time.
///
/// Temperature is 2 <E_kin> / (D N); where the momentum is conserved (every side periodic, nothing
/// fixed) that of the centre-of-mass frame, with N - 1. Pressure is that of the virial,
/// (2 <E_kin> + sum of virials / time) / (D V), and has a volume only in a box without open sides.
template <int D>
class Observables : public Observer<D> {
 public:
  /// Watches from the time of `now` on and counts from `measure_from` [T] on, if that is later.
  /// `setup` must outlive it.
  Observables(const RunSetup<D>& setup, const Frame<D>& now, double measure_from);

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
  };

  void end_flight(const ImpactSide<D>& side, double time);

  double kinetic_action(double mass, const Vec<D>& velocity, const Vec<D>& acceleration,
                        double duration) const;

  const RunSetup<D>& setup_;
  double from_;                          ///< [T]
  Vec<D> drift_{};                       ///< [L/T] of the centre of mass where it is conserved, else zero
  std::vector<std::uint32_t> index_of_;  ///< by BodyId::value: which of RunSetup::balls, or kFixed
  std::vector<Sums> sums_;               ///< of RunSetup::balls
  CollisionCounts all_{};
  CollisionCounts counted_{};
  double deepest_overlap_ = 0.0;
};

}  // namespace firsthit
