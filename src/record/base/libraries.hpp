#pragma once

#include <string>
#include <utility>
#include <vector>

namespace firsthit {

/// Is HDF5 among them? Without it there are no files trajectory.h5 (FIRSTHIT_H5MD of CMake).
bool has_hdf5();

/// The libraries that output is written with, and their versions: those found at run time, where they tell.
std::vector<std::pair<std::string, std::string>> output_libraries();

}  // namespace firsthit
