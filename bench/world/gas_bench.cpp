// How many collisions a second a gas makes, and whether that depends on how many balls there are.
// Beside each time stands the hash of the state that was reached: a fast wrong answer shows.

#include <firsthit/firsthit.hpp>

#include <benchmark/benchmark.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>

namespace {

using namespace firsthit;

/// side^3 balls of radius 1/2 on a cubic lattice, packing about 0.3, in a periodic box.
World<3> gas(int side) {
  constexpr double kSpacing = 1.203125;
  const double length = kSpacing * side;
  WorldOptions<3> options;
  options.space = {
      {0.0, 0.0, 0.0}, {length, length, length}, {Side::Periodic, Side::Periodic, Side::Periodic}};
  World<3> world(options);
  std::uint32_t state = 1;
  for (int i = 0; i < side * side * side; ++i) {
    const int place[3] = {i % side, i / side % side, i / (side * side)};
    Body<3> body;
    body.shape = Ball{0.5};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      body.position[axis] = (0.5 + place[axis]) * kSpacing;
      state = state * 1664525U + 1013904223U;
      body.velocity[axis] = static_cast<double>(state >> 16U) / 32768.0 - 1.0;
    }
    world.add(body);
  }
  return world;
}

void gas_3d(benchmark::State& state) {
  const int side = static_cast<int>(state.range(0));
  const auto bodies = static_cast<std::uint64_t>(side) * static_cast<std::uint64_t>(side * side);
  RunLimits limits;
  limits.collisions = 20 * bodies;
  std::uint64_t hash = 0;
  for (auto _ : state) {
    state.PauseTiming();
    World<3> world = gas(side);
    state.ResumeTiming();
    world.run_until(1e9, limits);
    hash = world.state_hash();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(limits.collisions));
  char label[64];
  std::snprintf(label, sizeof label, "%" PRIu64 " balls, hash %016" PRIx64, bodies, hash);
  state.SetLabel(label);
}
BENCHMARK(gas_3d)->Arg(8)->Arg(16)->Arg(32)->Arg(64)->Unit(benchmark::kMillisecond);

}  // namespace
