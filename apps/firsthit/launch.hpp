#pragma once

#include "scene/base/scene.hpp"

#include <firsthit/world.hpp>

namespace firsthit {

/// The world of a scene, ready at time 0: all that a world refuses has been refused, and its clock
/// reaches the run's end. Throws InputError.
template <int D>
World<D> launch(const Scene& scene);

}  // namespace firsthit
