#pragma once

#include <firsthit/observer.hpp>
#include <firsthit/vec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace firsthit::inline v0 {

/// What `World::measure` is to count, and from when on.
template <int D>
struct MeasureOptions {
  double from = 0.0;         ///< [T] since the world's start; a time that is past stands for now
  Vec<D> drift{};            ///< [L/T] of the frame that velocities are seen from
  bool path_length = false;  ///< sum the lengths of the paths, too
};

/// What has happened in a world from a time on: counts, and sums over the bodies that impacts move. (Those
/// that move as they are told have no part in sums.) Each impact, and each flight from one change of course
/// to the next, adds a term of a few roundings, and the sum of all terms is rounded once: their order does
/// not matter, nor how many there are.
///
/// In a box of volume V with N bodies, over `time`: the temperature is 2 kinetic_action / (time D N), in
/// energy units; that of rotation 2 rotational_action / (time R N), R 1 in the plane and 3 in space; the
/// pressure (2 kinetic_action + virial) / (time D V); the mean free time N time / meetings, and the mean free
/// path path_length / meetings.
///
/// Threads: a value, which any number of them may read.
struct Statistics {
  double begin = 0.0;                      ///< [T] since the world's start
  double time = 0.0;                       ///< [T] how long
  std::array<std::uint64_t, 3> impacts{};  ///< by ImpactKind
  std::uint64_t meetings = 0;              ///< how often a body met another that moves: two for most impacts
  double kinetic_action = 0.0;             ///< [M L^2/T] the kinetic energy of all, integrated over time
  double rotational_action = 0.0;          ///< [M L^2/T] the same of their rotation, not part of that
  double virial = 0.0;                     ///< [M L^2/T^2] of all impacts between them, as of Impact
  double path_length = 0.0;                ///< [L] of all paths together, if asked for
  double deepest_overlap = 0.0;            ///< [L] of all impacts

  // Cost: O(1).
  std::uint64_t impacts_of(ImpactKind kind) const { return impacts[static_cast<std::size_t>(kind)]; }
};

}  // namespace firsthit::inline v0
