#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace firsthit {

/// The picture (SVG) of a run at time `at` [T], or at its end, from the trajectory.h5 in its folder
/// alone: the last sample that is not after `at`. Throws InputError if there is none to read.
std::string snapshot(const std::filesystem::path& folder, std::optional<double> at);

}  // namespace firsthit
