#pragma once

#include "scene/read/draft.hpp"

#include <cstdint>

// Where the balls of a gas start. By + - * / sqrt only, so that it is the same on every machine.

namespace firsthit {

// By dimension less 2: the packing up to which balls are inserted at random. That jams at 0.547 and 0.382;
// close to that nearly every attempt fails, so the limits stay below. Higher: minutes, and failures.
inline constexpr double kMostInserted[] = {0.50, 0.33};

// The packing up to which they grow. Equal ones jam at about 0.84 and 0.64. Higher: minutes, failures, and
// crystals.
inline constexpr double kMostGrown[] = {0.80, 0.55};

inline constexpr double kRoundedUp = 1.0 + 1e-12;  // the box, and so a packing, is rounded

/// Random numbers of one purpose must not shift those of another.
enum GasStream : std::uint64_t { kPlaces = 1, kVelocities = 2, kGrowth = 3, kSpins = 4 };

/// The positive root of x^3 = v: no library's cube root is the same as another's.
double cube_root(double v);

/// The balls of the draft that still want places: those from `first` on.
struct NewBalls {
  std::uint32_t first = 0;
  bool are_mixed = false;  ///< of several tables
  double packing = 0.0;
  FilePlace place;  ///< where problems are told
};

/// Evenly, as their number allows; sizes are mixed.
void place_on_lattice(Draft& draft, const NewBalls& balls);

/// By insertion while that goes, by growth beyond. Requires: where they must grow, they are alone in the box.
void place_at_random(Draft& draft, const NewBalls& balls);

}  // namespace firsthit
