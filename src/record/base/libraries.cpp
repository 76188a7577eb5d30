#include "record/base/libraries.hpp"

#include <fmt/core.h>
#include <zlib.h>

#ifdef FIRSTHIT_H5MD
#include <hdf5.h>
#endif

namespace firsthit {

#ifdef FIRSTHIT_H5MD
bool has_hdf5() { return true; }

static std::string hdf5_version() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}
#else
bool has_hdf5() { return false; }

static std::string hdf5_version() { return "none: no trajectory.h5"; }
#endif

std::vector<std::pair<std::string, std::string>> output_libraries() {
  return {{"HDF5", hdf5_version()},
          {"zlib", zlibVersion()},
          {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)}};
}

}  // namespace firsthit
