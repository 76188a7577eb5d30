#include "memory.hpp"

#include "core/decimal.hpp"
#include "system/machine.hpp"

#include <firsthit/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace firsthit {
namespace {

// All in bytes, from the peaks of runs of gas2d and gas3d at a packing of 0.5 and 0.4 with 4,000 to 2 million
// balls, and of the installed scenes: `firsthit run gas3d --set gas.0.count=N --set run.collisions=N`,
// peak_memory_bytes of summary.json.
constexpr double kProgram = 13.4e6;                // the program and its libraries
constexpr double kWorldOfBall[] = {340.0, 470.0};  // in 2D and 3D, with what reads and samples it
constexpr double kAloneOfBall[] = {180.0, 198.0};  // the same where samples are read in place
constexpr double kReadInPlace = 500e3;             // of more balls they are
constexpr double kReportOfBall[] = {60.0, 70.0};   // of those that the report shows
constexpr double kMostInReport = 220e3;            // bodies
constexpr double kBody = 2e3;                      // one with a shape of its own
constexpr double kPathsOfImpact = 150.0;           // of what the report keeps
constexpr double kMostPaths = 13e6;

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
  const LeadingDecimal found = leading_decimal(text).value_or(LeadingDecimal{});
  std::string unit(found.rest);
  unit.erase(0, std::min(unit.find_first_not_of(' '), unit.size()));
  if (found.number > 0.0 && std::isfinite(found.number))
    for (const auto& [name, bytes] :
         {std::pair{"MiB", 0x1p20}, std::pair{"GiB", 0x1p30}, std::pair{"TiB", 0x1p40}, std::pair{"MB", 1e6},
          std::pair{"GB", 1e9}, std::pair{"TB", 1e12}})
      if (unit == name) return found.number * bytes;
  throw InputError("--max-memory: expected an amount such as 4GiB, 512MiB or 2GB, found " + text);
}

double whole_memory() { return std::min(machine::memory(), machine::memory_allowed()); }
double free_memory() { return std::min(machine::memory_free(), machine::memory_allowed()); }

std::string bytes_text(double bytes) {
  return bytes < 0x1p30 ? fmt::format("{:.0f} MiB", bytes / 0x1p20)
                        : fmt::format("{:.1f} GiB", bytes / 0x1p30);
}

}  // namespace firsthit
