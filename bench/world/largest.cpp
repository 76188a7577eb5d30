#include "largest.hpp"

#include "gas_world.hpp"
#include "heap.hpp"

#include <sys/resource.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <limits>

namespace firsthit::bench {
namespace {

constexpr std::size_t kBalls = 10'000'000;
constexpr double kPacking = 0.25;
constexpr std::uint64_t kWarmUp = 2'500'000;  // collisions
constexpr std::uint64_t kBlock = 2'500'000;

double seconds_since(std::clock_t started) {
  return static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
}

}  // namespace

void measure_largest(const std::function<void(const std::string&)>& progress) {
  progress("placing ten million balls");
  const std::int64_t before = bytes_held();
  std::clock_t started = std::clock();
  World<3> world = world_of(make_gas<3>(kBalls, kPacking, 1));
  const double placed = seconds_since(started);
  const auto advance = [&](std::uint64_t collisions) {
    RunLimits limits;
    limits.collisions = world.collisions() + collisions;
    const std::clock_t begun = std::clock();
    world.run_until(std::numeric_limits<double>::infinity(), limits);
    return seconds_since(begun);
  };
  progress("the first collision of ten million balls");
  const double first = advance(1);
  progress("warming up ten million balls");
  advance(kWarmUp);
  progress("ten million balls");
  const double nanoseconds = advance(kBlock) * 1e9 / static_cast<double>(kBlock);
  const std::int64_t held = bytes_held() - before;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  progress("");
  std::printf(
      "3D %4.2f %9zu | placed in %.1f s, first collision after %.1f s more, then %.0f ns | %.0f bytes a "
      "ball, "
      "%.2f GB at most | %016" PRIx64 "\n",
      kPacking, kBalls, placed, first, nanoseconds, static_cast<double>(held) / kBalls,
      static_cast<double>(usage.ru_maxrss) * 1024e-9, world.state_hash());
}

}  // namespace firsthit::bench
