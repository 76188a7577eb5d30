#pragma once

#include "record/pictures/picture.hpp"

#include <optional>
#include <string>

namespace firsthit {

/// What a run looked like at time `at` [T], or at its end, from the files in its folder: the last sample of
/// trajectory.h5 that is not after `at`, or without one the true paths of paths.bin. Throws InputError if
/// there is neither, or if the run has no such time.
Picture snapshot(const std::string& folder, std::optional<double> at);

}  // namespace firsthit
