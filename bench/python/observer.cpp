// The C++ half of observer.py: runs its gas, watched or alone, and says how long a collision took, and the
// hash.
#include <firsthit/world.hpp>

#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <string_view>

using namespace firsthit;

namespace {

struct Sum : BatchObserver<3> {
  double total = 0.0;
  void events(EventBatch<3>& batch) override {
    for (const Impact<3>& impact : batch.impacts()) total += impact.impulse;
  }
};

}  // namespace

int main(int, char** words) {
  constexpr long kSide = 20;
  constexpr double kLength = 2.0 * kSide;
  Space<3> space{{0.0, 0.0, 0.0}, {kLength, kLength, kLength}};
  space.sides = {Side::Periodic, Side::Periodic, Side::Periodic};
  Sum sum;
  World<3> world({.space = space});
  for (long i = 0; i < kSide * kSide * kSide; ++i) {
    const auto place = [](long k) { return 2.0 * double(k) + 1.0; };
    const auto course = [i](long k) { return double(i * k % 2039 - 1019) / 1024.0; };
    world.add({.shape = Ball{0.75},
               .position = {place(i % kSide), place(i / kSide % kSide), place(i / kSide / kSide)},
               .velocity = {course(17), course(101), course(1009)}});
  }
  constexpr std::uint64_t kCollisions = 200000;
  if (std::string_view(words[1]) == "watched") world.observe(sum);
  const std::clock_t begin = std::clock();
  world.run_until(1e9, {.collisions = kCollisions});
  std::printf("%.2f %016" PRIx64 "\n", double(std::clock() - begin) / CLOCKS_PER_SEC / kCollisions * 1e9,
              world.state_hash());
}
