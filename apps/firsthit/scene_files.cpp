#include "scene_files.hpp"

#include "record/system/paths.hpp"
#include "scene/toml/problems.hpp"
#include "screen/terminal.hpp"
#include "system/machine.hpp"

#include <firsthit/error.hpp>

#include <fmt/core.h>

#include <cstdlib>
#include <filesystem>
#include <set>

namespace firsthit {
namespace {

namespace fs = std::filesystem;

/// Where scenes are sought by name, first come, first served.
std::vector<fs::path> scene_folders() {
  std::vector<fs::path> folders;
  if (const char* own = std::getenv("FIRSTHIT_SCENES"); own != nullptr && *own != '\0')
    folders.push_back(path_of(own));
  const fs::path program = path_of(machine::program());
  if (!program.empty())
    folders.push_back(program.parent_path().parent_path() / "share" / "firsthit" / "scenes");
  return folders;
}

}  // namespace

std::vector<std::string> installed_scenes() {
  std::set<std::string> names;
  for (const fs::path& folder : scene_folders()) {
    std::error_code error;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error))
      if (file->path().extension() == ".toml") names.insert(text_of(file->path().stem()));
  }
  return {names.begin(), names.end()};
}

std::string find_scene(const std::string& scene) {
  std::error_code error;
  const fs::path file = path_of(scene);
  if (fs::exists(file, error) && !fs::is_directory(file, error)) return scene;
  if (!scene.empty() && !file.has_parent_path()) {
    for (const fs::path& folder : scene_folders()) {
      const fs::path path = folder / (scene + ".toml");
      if (fs::exists(path, error)) return text_of(path);
    }
  }
  const std::vector<std::string> known = installed_scenes();
  const std::string_view guess = nearest(scene, {known.begin(), known.end()});
  throw InputError(fmt::format("{}: expected a scene file, or one of the installed scenes ({}), found {}{}",
                               scene, joined(known), fs::is_directory(file, error) ? "a folder" : "neither",
                               guess.empty() ? "" : fmt::format("; did you mean {}?", guess)));
}

void tell(const std::vector<Problem>& problems, bool notes) {
  for (const Problem& problem : problems)
    if (notes || !problem.note) complain(problem);
}

}  // namespace firsthit
