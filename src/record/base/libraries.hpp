#pragma once

#include <string>
#include <utility>
#include <vector>

namespace firsthit {

/// The libraries that output is written with, and their versions: those found at run time, where they tell.
std::vector<std::pair<std::string, std::string>> output_libraries();

}  // namespace firsthit
