#include "commands.hpp"
#include "launch.hpp"
#include "memory.hpp"
#include "scene_files.hpp"
#include "screen/terminal.hpp"

#include <fmt/core.h>

namespace firsthit {
namespace {

std::string counted(std::size_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string counted_bodies(std::size_t number) {
  return fmt::format("{} {}", number, number == 1 ? "body" : "bodies");
}

/// `good: 2D, 16 balls, 3 bodies, 1 obstacle, until 8`
std::string verdict(const Scene& scene) {
  std::string text =
      fmt::format("{}: {} {}D", scene.file, painted(stdout, Paint::Green, "good:"), scene.dimension);
  if (!scene.balls.empty() || scene.bodies.empty()) text += ", " + counted(scene.balls.size(), "ball");
  if (!scene.bodies.empty()) text += ", " + counted_bodies(scene.bodies.size());
  if (fixed_count(scene) > 0) text += ", " + counted(fixed_count(scene), "obstacle");
  if (scene.run.until) text += fmt::format(", until {}", *scene.run.until);
  if (scene.run.collisions) text += fmt::format(", for {} collisions", *scene.run.collisions);
  const MemoryEstimate memory = memory_of(scene);
  text += ", memory about " + bytes_text(memory.bytes);
  if (memory.paths > 0.0) text += fmt::format(" (and up to {} for what happens)", bytes_text(memory.paths));
  if (memory.bytes > free_memory())
    text += fmt::format("; {} are free: it would not fit", bytes_text(free_memory()));
  return text + "\n";
}

/// Tells what is wrong with one scene; true if nothing is.
bool is_good(const std::string& name, const std::vector<std::string>& settings) {
  try {
    const SceneResult result = load_scene(find_scene(name), settings);
    tell(result.problems, true);
    if (!result) return false;
    refuse_if_too_large(*result.scene, whole_memory());
    if (result.scene->dimension == 2) {
      launch<2>(*result.scene);
    } else {
      launch<3>(*result.scene);
    }
    print_result(verdict(*result.scene));
    return true;
  } catch (const InputError& error) {
    complain(error.what());
    return false;
  }
}

}  // namespace

ExitCode check(const CheckOptions& options) {
  std::size_t bad = 0;
  for (const std::string& scene : options.scenes)
    if (!is_good(scene, options.settings)) ++bad;
  if (bad > 0 && options.scenes.size() > 1)
    complain(fmt::format("{} of {} scenes cannot run", bad, options.scenes.size()));
  return bad == 0 ? kDone : kBadInput;
}

}  // namespace firsthit
