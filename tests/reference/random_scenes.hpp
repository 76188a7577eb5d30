#pragma once

#include "reference/scene.hpp"

#include <cstdint>

namespace firsthit::reference {

/// What kinds of scenes are drawn.
enum class SceneKind : std::uint8_t {
  Gas,           ///< many balls, radii up to 1:100, any sides
  Falling,       ///< a few balls under gravity, among obstacles
  SmallBox,      ///< one to three balls, hardly narrower than a periodic side
  Lattice,       ///< exact places and velocities: many impacts at one instant
  Between,       ///< balls that fall between two images of each other, and hit both at once
  Slopes,        ///< balls that come to rest on floors, slide down slopes and off their ends
  InlineVector,  ///< one or two balls
  Alike          ///< balls of like sizes and nothing else in a wide box: what cells are for
};
inline constexpr int kSceneKinds = 8;

/// A scene of the kind; the same for the same seed, on every machine.
template <int D>
Scene<D> random_scene(SceneKind kind, std::uint64_t seed);

/// Bodies of all shapes, moving and fixed, in a box with any sides.
template <int D>
Scene<D> random_shapes(std::uint64_t seed);

/// The same under gravity, with more that is fixed, and more that moves as it is told.
template <int D>
Scene<D> random_falling_shapes(std::uint64_t seed);

/// Boxes and balls among fixed boxes, with exact places and velocities: flush sides, and corners that are hit
/// exactly.
template <int D>
Scene<D> random_tiles(std::uint64_t seed);

/// The scene with friction, in which all balls spin that can.
template <int D>
Scene<D> with_spins(Scene<D> scene, std::uint64_t seed);

/// A dense crowd of at most `most` balls of like sizes: each hits its neighbours again and again, so
/// that all have had a few impacts before small errors have grown.
template <int D>
Scene<D> random_crowd(std::uint64_t most, std::uint64_t seed);

}  // namespace firsthit::reference
