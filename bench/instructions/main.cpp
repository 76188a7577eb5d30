// instructions WHAT HOW TIMES: answers 10,000 pairs, TIMES times over, or lets a gas have as many collisions
// each time, for who counts its instructions (make bench-arm). Prints the instruction set and a hash of the
// answers.

#include "query/base/instruction_set.hpp"
#include "query/load.hpp"
#include "query/timed_answers.hpp"
#include "world/gas.hpp"
#include "world/gas_world.hpp"

#include <firsthit/batch.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace {

using namespace firsthit;

constexpr std::size_t kCount = 10000;  // pairs, and collisions
constexpr Query kWindow{1.0, 0.0};

struct Wanted {
  std::string_view what;
  bool batch = false;
  int times = 1;
};

template <class A, class B, int D>
std::uint64_t pairs(const Wanted& wanted) {
  std::vector<Straight<A, D>> a(kCount);
  std::vector<Straight<B, D>> b(kCount);
  Load load;
  for (std::size_t i = 0; i < kCount; ++i) load.draw(a[i], b[i]);
  std::vector<Moving<D>> moving_a;
  std::vector<Moving<D>> moving_b;
  for (std::size_t i = 0; i < kCount; ++i) {
    moving_a.push_back(Load::moving(a[i]));
    moving_b.push_back(Load::moving(b[i]));
  }
  std::vector<Encounter<D>> answers(kCount);
  for (int time = 0; time < wanted.times; ++time) {
    if (wanted.batch)
      first_hit(std::span<const Straight<A, D>>(a), std::span<const Straight<B, D>>(b),
                std::span<Encounter<D>>(answers), kWindow);
    else
      for (std::size_t i = 0; i < kCount; ++i) answers[i] = first_hit(moving_a[i], moving_b[i], kWindow);
  }
  return hash_of(answers);
}

template <int D>
std::uint64_t gas(const Wanted& wanted, double packing) {
  constexpr std::size_t kBalls = 1000;
  World<D> world = bench::world_of(bench::make_gas<D>(kBalls, packing, 1));
  RunLimits limits;
  limits.collisions =
      20 * kBalls + static_cast<std::uint64_t>(wanted.times) * kCount;  // the lattice melts first
  world.run_until(std::numeric_limits<double>::infinity(), limits);
  return world.state_hash();
}

int answer(const Wanted& wanted) {
  const auto told = [&](std::uint64_t hash) {
    std::printf("%s %016llx\n", instruction_set(), static_cast<unsigned long long>(hash));
    return 0;
  };
  if (wanted.what == "balls-2d") return told(pairs<Ball, Ball, 2>(wanted));
  if (wanted.what == "balls-3d") return told(pairs<Ball, Ball, 3>(wanted));
  if (wanted.what == "boxes-2d") return told(pairs<Box<2>, Box<2>, 2>(wanted));
  if (wanted.what == "boxes-3d") return told(pairs<Box<3>, Box<3>, 3>(wanted));
  if (wanted.what == "oriented-boxes-2d") return told(pairs<OrientedBox<2>, OrientedBox<2>, 2>(wanted));
  if (wanted.what == "oriented-boxes-3d") return told(pairs<OrientedBox<3>, OrientedBox<3>, 3>(wanted));
  if (wanted.what == "ball-and-box-2d") return told(pairs<Ball, Box<2>, 2>(wanted));
  if (wanted.what == "ball-and-box-3d") return told(pairs<Ball, Box<3>, 3>(wanted));
  if (wanted.what == "gas-2d") return told(gas<2>(wanted, 0.7));
  if (wanted.what == "gas-3d") return told(gas<3>(wanted, 0.49));
  std::fprintf(stderr, "instructions: nothing is called '%.*s'\n", static_cast<int>(wanted.what.size()),
               wanted.what.data());
  return 2;
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) {
    std::fputs("usage: instructions WHAT single|batch TIMES\n", stderr);
    return 2;
  }
  return answer({words[1], std::string_view(words[2]) == "batch", std::atoi(words[3])});
}
