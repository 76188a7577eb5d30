#pragma once

#include <string>

namespace firsthit {

/// What pictures and films of the run in a folder are called: its scene's name, or that of the folder.
std::string title_of(const std::string& folder);

}  // namespace firsthit
