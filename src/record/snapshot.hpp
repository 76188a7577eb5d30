#pragma once

#include "record/pictures/picture.hpp"

#include <optional>
#include <string>

namespace firsthit {

/// What a run looked like at time `at` [T], or at its end, from the trajectory.h5 in its folder alone: the
/// last sample that is not after `at`. Throws InputError if there is none to read.
Picture snapshot(const std::string& folder, std::optional<double> at);

}  // namespace firsthit
