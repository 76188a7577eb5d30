#include "launch.hpp"

#include "scene/build.hpp"

namespace firsthit {

template <int D>
World<D> launch(const Scene& scene) {
  try {
    World<D> world = build<D>(scene);
    world.set_window(scene.run.window);
    RunLimits nothing;
    nothing.collisions = 0;  // starts the engine, looks whether the end can be reached, and stops
    world.run_until(scene.run.until.value_or(0.0), nothing);
    return world;
  } catch (const InputError& error) {
    throw InputError(scene.file + ": " + error.what());
  }
}

template World<2> launch(const Scene&);
template World<3> launch(const Scene&);

}  // namespace firsthit
