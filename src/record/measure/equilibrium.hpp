#pragma once

#include "record/base/run_info.hpp"
#include "record/setup/setup.hpp"

#include <optional>
#include <string>

namespace firsthit {

/// What the theory of hard balls in equilibrium says of a run, where it says anything.
struct Equilibrium {
  bool speeds = false;                          ///< velocities come to Maxwell's distribution
  bool pressure = false;                        ///< the equation of state holds
  std::string reason;                           ///< why one of the two does not; empty if both do
  std::optional<double> diameter;               ///< [L] of a ball; set, as the next two, where speeds are
  std::optional<double> number_density;         ///< [1/L^D]
  std::optional<double> packing_fraction;       ///< the share of the box that the balls fill
  std::optional<double> compressibility;        ///< P V / (N T), as Measured defines it; where pressure is
  std::optional<double> compressibility_error;  ///< how far off theory may be itself, at most
};

template <int D>
Equilibrium equilibrium_of(const RunSetup<D>& setup, const RunNature& nature);

/// P V / (N T) of a fluid of hard disks (D = 2) or balls (3) of one size, without bounds.
/// Requires: 0 <= packing_fraction < 1.
/// Error: that of hard_ball_error.
/// Source: Henderson, 1975, doi:10.1080/00268977500102511; Carnahan and Starling, 1969,
/// doi:10.1063/1.1672048.
double hard_ball_compressibility(int dimension, double packing_fraction);

/// A bound on its relative error below freezing. Found by runs of 2000 and 4000 bodies, whose own errors are
/// below 0.1 %: in 2D it was off by 0.1 % at a packing of 0.45, 0.4 at 0.5, 1.1 at 0.6, 2.1 at 0.65 and 4.8
/// at 0.68; in 3D by 0.3 % from 0.4 to 0.49.
double hard_ball_error(int dimension, double packing_fraction);

/// Who says so, in a line.
const char* hard_ball_source(int dimension);

/// Why the energy of the whole may change; empty where nothing changes it.
template <int D>
std::string why_energy_changes(const RunSetup<D>& setup, const RunNature& nature);

/// Why temperature and pressure mean nothing in such a run; empty where they do.
std::string why_no_thermodynamics(const RunNature& nature);

}  // namespace firsthit
