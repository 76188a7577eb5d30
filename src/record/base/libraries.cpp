#include "record/base/libraries.hpp"

#include <fmt/core.h>
#include <hdf5.h>
#include <zlib.h>

namespace firsthit {

std::vector<std::pair<std::string, std::string>> output_libraries() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return {{"HDF5", fmt::format("{}.{}.{}", major, minor, release)},
          {"zlib", zlibVersion()},
          {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)}};
}

}  // namespace firsthit
