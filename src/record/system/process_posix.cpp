#include "record/system/process.hpp"

#include <cstdlib>
#include <fstream>
#include <string>

namespace firsthit {

/// Of this program: what getrusage tells is the most of what the process was before it became this program,
/// too.
std::uint64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;  // in KiB
  return 0;
}

}  // namespace firsthit
