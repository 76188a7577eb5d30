#pragma once

#include "scene/base/scene.hpp"

#include <firsthit/agents.hpp>
#include <firsthit/world.hpp>

#include <functional>
#include <memory>

namespace firsthit {

/// A world, and who steers it; null if nobody does.
template <int D>
struct Launched {
  World<D> world;
  std::shared_ptr<Agents<D>> agents;
};

/// The world of a scene, ready at time 0: all that a world refuses has been refused, and its clock
/// reaches the run's end. `built` is called when the scene's balls are not needed any more, before the world
/// begins, which takes memory. Throws InputError.
template <int D>
Launched<D> launch(const Scene& scene, const std::function<void()>& built = {});

/// The agents steer it at each window from now on.
template <int D>
void let_steer(World<D>& world, const std::shared_ptr<Agents<D>>& agents);

}  // namespace firsthit
