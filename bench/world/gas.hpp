#pragma once

#include <firsthit/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace firsthit::bench {

/// Balls of diameter 1 and mass 1 in a periodic cube or square with a corner at 0; the first of them may be
/// large balls, as dense as the others and as warm.
template <int D>
struct Gas {
  double length = 0.0;             ///< [L] of the box
  std::vector<Vec<D>> positions;   ///< [L] in the box
  std::vector<Vec<D>> velocities;  ///< [L/T] normal, variance 1 per axis; they sum up to 0
  std::size_t large_balls = 0;
  double large_radius = 0.5;  ///< [L]

  double radius(std::size_t i) const { return i < large_balls ? large_radius : 0.5; }
  double mass(std::size_t i) const {
    const double size = 2.0 * radius(i);
    return D == 2 ? size * size : size * size * size;
  }
};

/// `bodies` balls that fill the share `packing` of their box. They take random places of a lattice,
/// so that neighbours in space are strangers in memory. The lattice (body-centred, or square in 2D)
/// is one that balls cannot hold: it melts within a few collisions. The same bits on every machine.
template <int D>
Gas<D> make_gas(std::size_t bodies, double packing, std::uint64_t seed);

/// The same with `large balls` besides, of `ratio` times the radius: `packing` is that of the others in what
/// large balls leave of the box.
template <int D>
Gas<D> make_mixture(std::size_t bodies, std::size_t large_balls, double ratio, double packing,
                    std::uint64_t seed);

}  // namespace firsthit::bench
