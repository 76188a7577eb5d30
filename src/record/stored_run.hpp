#pragma once

#include "record/pictures/picture.hpp"

#include <optional>
#include <string>

namespace firsthit {

/// A time was asked for that the run does not have.
struct OutOfRun {
  double begin;  ///< [T] of the run
  double end;
};

/// The last sample in a trajectory.h5 that is not after `at`, or the last one. Throws InputError, and
/// OutOfRun.
Picture picture_of_trajectory(const std::string& path, std::optional<double> at);

}  // namespace firsthit
