#include "memory.hpp"

#include <firsthit/error.hpp>

#include <fmt/core.h>

#include <sys/resource.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <utility>

namespace firsthit {
namespace {

// All in bytes, from the peaks of runs of gas2d and gas3d at a packing of 0.5 and 0.4 with 4,000 to 2 million
// balls, and of the installed scenes: `firsthit run gas3d --set gas.0.count=N --set run.collisions=N`,
// peak_memory_bytes of summary.json.
constexpr double kProgram = 12.4e6;                // the program and its libraries
constexpr double kWorldOfBall[] = {340.0, 470.0};  // in 2D and 3D, with what reads and samples it
constexpr double kAloneOfBall[] = {180.0, 198.0};  // the same where samples are read in place
constexpr double kReadInPlace = 500e3;             // of more balls they are
constexpr double kReportOfBall[] = {60.0, 70.0};   // of those that the report shows
constexpr double kMostInReport = 220e3;            // bodies
constexpr double kBody = 2e3;                      // one with a shape of its own
constexpr double kPathsOfImpact = 150.0;           // of what the report keeps
constexpr double kMostPaths = 13e6;

double kilobytes_in(const char* key) {
  const std::string value = value_in("/proc/meminfo", key);
  return value.empty() ? std::numeric_limits<double>::infinity()
                       : 1024.0 * std::strtod(value.c_str(), nullptr);
}

/// What this process may take of the machine's memory: by its own limit (ulimit -v), and by that of its
/// group.
double allowed_memory() {
  double most = std::numeric_limits<double>::infinity();
  rlimit own{};
  if (getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_cur != RLIM_INFINITY)
    most = static_cast<double>(own.rlim_cur);
  double group = 0.0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> group) most = std::min(most, group);  // or the word max
  return most;
}

}  // namespace

MemoryEstimate memory_of(const Scene& scene) {
  const std::size_t space = scene.dimension == 2 ? 0 : 1;
  const auto balls = static_cast<double>(scene.balls.size());
  const SceneObservables& asked = scene.observables;
  const bool in_place = balls > kReadInPlace && scene.spins.empty() && !asked.mean_square_displacement &&
                        !asked.velocity_autocorrelation && !asked.radial_distribution;
  MemoryEstimate estimate;
  estimate.bytes = kProgram + (in_place ? kAloneOfBall : kWorldOfBall)[space] * balls +
                   kReportOfBall[space] * std::min(balls, kMostInReport) +
                   kBody * static_cast<double>(scene.bodies.size());
  if (scene.run.collisions)
    estimate.bytes += std::min(kPathsOfImpact * static_cast<double>(*scene.run.collisions), kMostPaths);
  else
    estimate.paths = kMostPaths;
  return estimate;
}

void refuse_if_too_large(const Scene& scene, double most) {
  constexpr double kSure = 1.25;
  const double bytes = memory_of(scene).bytes;
  const double allowed = std::min(most, whole_memory());
  if (bytes > kSure * allowed)
    throw InputError(fmt::format("{}: needs about {} of memory, and this process may have {}", scene.file,
                                 bytes_text(bytes), bytes_text(allowed)));
}

double memory_limit(const std::string& text) {
  double number = 0.0;
  const auto [rest, bad] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string unit(rest, text.data() + text.size());
  unit.erase(0, std::min(unit.find_first_not_of(' '), unit.size()));
  if (bad == std::errc() && number > 0.0 && std::isfinite(number))
    for (const auto& [name, bytes] :
         {std::pair{"MiB", 0x1p20}, std::pair{"GiB", 0x1p30}, std::pair{"TiB", 0x1p40}, std::pair{"MB", 1e6},
          std::pair{"GB", 1e9}, std::pair{"TB", 1e12}})
      if (unit == name) return number * bytes;
  throw InputError("--max-memory: expected an amount such as 4GiB, 512MiB or 2GB, found " + text);
}

double whole_memory() { return std::min(kilobytes_in("MemTotal"), allowed_memory()); }
double free_memory() { return std::min(kilobytes_in("MemAvailable"), allowed_memory()); }

void give_back_what_is_freed() {
#ifdef __GLIBC__
  constexpr int kLargeBlock = 1 << 20;  // bytes. Fewer: more calls to the system. More: more stays
  mallopt(M_MMAP_THRESHOLD, kLargeBlock);
#endif
}

std::string bytes_text(double bytes) {
  return bytes < 0x1p30 ? fmt::format("{:.0f} MiB", bytes / 0x1p20)
                        : fmt::format("{:.1f} GiB", bytes / 0x1p30);
}

std::string value_in(const char* file, std::string_view key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? std::string() : line.substr(begin);
  }
  return {};
}

}  // namespace firsthit
