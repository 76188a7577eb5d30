#include "mixtures.hpp"

#include "gas_world.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <limits>
#include <vector>

namespace firsthit::bench {
namespace {

struct Mixture {
  int dimension;
  std::size_t balls;
  std::size_t large_balls;
  double ratio;
  double packing;
};

// LargeBalls of 1:10 have as much volume as the others; one of 1:100 in space has as much as a million.
constexpr Mixture kFull[] = {{3, 32'000, 32, 10.0, 0.25},  {3, 256'000, 256, 10.0, 0.25},
                             {3, 256'000, 1, 100.0, 0.2},  {3, 1'000'000, 1, 100.0, 0.2},
                             {3, 32'000, 1, 30.0, 0.25},   {2, 32'000, 320, 10.0, 0.3},
                             {2, 256'000, 25, 100.0, 0.3}, {2, 32'000, 1, 100.0, 0.3}};
constexpr Mixture kQuick[] = {{3, 32'000, 32, 10.0, 0.25}, {2, 32'000, 3, 100.0, 0.3}};

constexpr double kWarmUp = 2.0;  // collisions per ball
constexpr double kBlock = 1.0;
constexpr int kBlocks = 5;

/// A world, and what its collisions have cost.
template <int D>
struct Run {
  World<D> world;
  std::vector<double> blocks;  // [ns] per collision

  explicit Run(const Gas<D>& gas) : world(world_of(gas)) {}

  /// Returns [ns] per collision.
  double advance(double per_ball) {
    const auto count = static_cast<std::uint64_t>(0.5 * per_ball * static_cast<double>(world.size()));
    RunLimits limits;
    limits.collisions = world.collisions() + count;
    const std::clock_t started = std::clock();
    world.run_until(std::numeric_limits<double>::infinity(), limits);
    return static_cast<double>(std::clock() - started) * (1e9 / CLOCKS_PER_SEC) / static_cast<double>(count);
  }
  double median() {
    std::sort(blocks.begin(), blocks.end());
    return blocks[blocks.size() / 2];
  }
};

template <int D>
void measure(const Mixture& of) {
  Run<D> alike(make_gas<D>(of.balls, of.packing, 1));
  Run<D> mixture(make_mixture<D>(of.balls, of.large_balls, of.ratio, of.packing, 1));
  for (Run<D>* run : {&alike, &mixture}) run->advance(kWarmUp);
  for (int n = 0; n < kBlocks; ++n)
    for (Run<D>* run : {&alike, &mixture}) run->blocks.push_back(run->advance(kBlock));
  std::printf("%dD %4.2f %9zu %7zu  1:%-4.0f | %8.0f %8.0f %6.2f | %016" PRIx64 "\n", D, of.packing, of.balls,
              of.large_balls, of.ratio, alike.median(), mixture.median(), mixture.median() / alike.median(),
              mixture.world.state_hash());
  std::fflush(stdout);
}

}  // namespace

void measure_mixtures(bool quick, const std::function<void(const std::string&)>& progress) {
  std::printf("%7s %9s %7s  %-6s | %8s %8s %6s | %s\n", "mixture", "balls", "large", "radii", "alike", "ns",
              "ratio", "hash");
  const auto show = [&](const Mixture& of) {
    progress("mixtures: " + std::to_string(of.balls) + " balls");
    of.dimension == 2 ? measure<2>(of) : measure<3>(of);
    progress("");
  };
  if (quick) {
    for (const Mixture& of : kQuick) show(of);
  } else {
    for (const Mixture& of : kFull) show(of);
  }
}

}  // namespace firsthit::bench
