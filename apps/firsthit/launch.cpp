#include "launch.hpp"

#include "scene/build/build.hpp"

#include <utility>

namespace firsthit {
namespace {

/// Can the world's clock follow every agent at its full speed? One that accelerates gets there later, when
/// it is too late to refuse the scene.
template <int D>
void try_speeds(World<D>& world, const Scene& scene) {
  for (const SceneAgent& agent : scene.agents) {
    const Vec<D> velocity = world.state({agent.ball}).velocity;
    Vec<D> fast;
    fast[0] = agent.preferred_speed;
    world.set_velocity({agent.ball}, fast);
    world.set_velocity({agent.ball}, velocity);
  }
}

}  // namespace

template <int D>
void let_steer(World<D>& world, const std::shared_ptr<Agents<D>>& agents) {
  world.set_window(agents->piece(), [agents](World<D>& at) { agents->steer(at); });
}

template <int D>
Launched<D> launch(const Scene& scene, const std::function<void()>& built) {
  World<D> world = build<D>(scene);
  try {
    const std::shared_ptr<Agents<D>> agents = agents_of<D>(scene);
    if (built) built();
    if (agents) {
      let_steer(world, agents);
    } else {
      world.set_window(scene.run.window);
    }
    RunLimits nothing;
    nothing.collisions = 0;  // starts the engine, looks whether the end can be reached, and stops
    world.run_until(scene.run.until.value_or(0.0), nothing);
    try_speeds(world, scene);
    if (agents) agents->steer(world);
    return {std::move(world), agents};
  } catch (const InputError& error) {
    throw InputError(scene.file + ": " + error.what());
  }
}

template void let_steer(World<2>&, const std::shared_ptr<Agents<2>>&);
template void let_steer(World<3>&, const std::shared_ptr<Agents<3>>&);
template Launched<2> launch(const Scene&, const std::function<void()>&);
template Launched<3> launch(const Scene&, const std::function<void()>&);

}  // namespace firsthit
