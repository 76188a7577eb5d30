#pragma once

#include "scene/base/ball_grid.hpp"
#include "scene/base/scene.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace firsthit {

/// Evenly spaced places in a box. Along every axis there are `levels` coordinates, `step` apart; of
/// all combinations the pattern keeps those that make its lattice.
struct Lattice {
  enum class Pattern : std::uint8_t {
    Cubic,        ///< every combination; 2D: square
    FaceCentred,  ///< sum of the three level numbers even; 2D: centred, hexagonal when stretched so
    BodyCentred   ///< all three level numbers even, or all odd; 3D only
  };
  Pattern pattern = Pattern::Cubic;
  std::array<std::int64_t, 3> levels{1, 1, 1};
  Triple first{};       ///< [L] the lowest coordinates
  Triple step{};        ///< [L]
  double radius = 0.0;  ///< [L] of the largest balls that fit on all places without overlap

  std::uint64_t places() const;
  std::vector<Triple> all() const;
};

/// The lattice with at least `count` places in the room whose balls may be largest. Along axes that
/// are not periodic the balls stay inside. Deterministic: + - * / sqrt only.
/// Requires: count >= 1.
Lattice roomiest_lattice(const Room& room, std::uint64_t count);

}  // namespace firsthit
