#include "world/wraps.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace firsthit {
namespace {

template <int D>
void count(std::uint64_t seed) {
  Random random(seed);
  constexpr std::size_t kBodies = 20;
  Wraps<D> wraps;
  wraps.resize(kBodies);
  std::vector<std::array<std::int64_t, std::size_t{D}>> sums(kBodies);
  for (int step = 0; step < 5000; ++step) {
    const auto body = static_cast<Id>(random.below(kBodies));
    std::array<std::int64_t, std::size_t{D}> more;
    for (std::size_t axis = 0; axis < D; ++axis) {
      // A box or two; some bodies go as far as words are long, and further.
      const std::uint64_t most = body % 3 == 0 ? std::uint64_t{1} << random.below(40) : 2;
      more[axis] = static_cast<std::int64_t>(random.below(2 * most + 1)) - static_cast<std::int64_t>(most);
      if (body == 3) more[axis] = -(std::int64_t{1} << 31);
      sums[body][axis] += more[axis];
    }
    wraps.add(body, more);
    for (std::size_t axis = 0; axis < D; ++axis) ASSERT_EQ(wraps.along(body, axis), sums[body][axis]);
  }
  for (Id body = 0; body < kBodies; ++body)
    for (std::size_t axis = 0; axis < D; ++axis) ASSERT_EQ(wraps.along(body, axis), sums[body][axis]);
}

TEST(Wraps, AreCountedHoweverManyTheyAre) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    count<2>(seed);
    count<3>(seed);
  }
}

}  // namespace
}  // namespace firsthit
