#pragma once

#include "scene/base/scene.hpp"

#include <firsthit/agents.hpp>
#include <firsthit/world.hpp>

#include <memory>

namespace firsthit {

/// The shape of an arc; its ends are rounded here, once.
Arc arc_of(const SceneFixed& fixed);

/// The world that a scene describes: the balls in order (ids 0, 1, ...), then the bodies of other shapes that
/// move, then what is fixed; materials are numbered as in the scene. The window is not set: whoever runs the
/// world decides about it. Throws InputError, with the place in the scene, for what the world refuses.
/// Requires: D is the scene's dimension.
template <int D>
World<D> build(const Scene& scene);

/// The agents of such a world; null if there are none. Throws InputError.
template <int D>
std::shared_ptr<Agents<D>> agents_of(const Scene& scene);

}  // namespace firsthit
