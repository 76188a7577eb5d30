#pragma once

#include "scene/base/scene.hpp"

#include <string>
#include <vector>

namespace firsthit {

/// The names of the scenes that came with the program, or stand in $FIRSTHIT_SCENES; sorted.
std::vector<std::string> installed_scenes();

/// The path of a scene that is given as a file or by the name of an installed one.
/// Throws InputError if there is neither.
std::string find_scene(const std::string& scene);

/// Tells the problems on standard error; notes only if `notes`.
void tell(const std::vector<Problem>& problems, bool notes);

}  // namespace firsthit
