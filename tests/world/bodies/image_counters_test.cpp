#include "world/bodies/image_counters.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace firsthit {
namespace {

/// A third of the bodies, or hardly any, go as far as words are long, and further; others a box or two.
template <int D>
void count(std::uint64_t seed, std::size_t bodies, std::size_t one_goes_far_of) {
  Random random(seed);
  ImageCounters<D> wraps;
  wraps.resize(bodies);
  std::vector<std::array<std::int64_t, std::size_t{D}>> sums(bodies);
  for (int step = 0; step < 5000; ++step) {
    const auto body = static_cast<Id>(random.below(bodies));
    std::array<std::int64_t, std::size_t{D}> more;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const std::uint64_t most = body % one_goes_far_of == 0 ? std::uint64_t{1} << random.below(40) : 2;
      more[axis] = static_cast<std::int64_t>(random.below(2 * most + 1)) - static_cast<std::int64_t>(most);
      if (body == 3) more[axis] = -(std::int64_t{1} << 31);
      sums[body][axis] += more[axis];
    }
    wraps.add(body, more);
    for (std::size_t axis = 0; axis < D; ++axis) ASSERT_EQ(wraps.along(body, axis), sums[body][axis]);
    if (step % 1000 == 0) {
      std::vector<Id> order(bodies);
      for (std::size_t i = 0; i < bodies; ++i) order[i] = static_cast<Id>((i + 7) % bodies);
      wraps.renumber(order);
      std::rotate(sums.begin(), sums.begin() + 7, sums.end());
    }
  }
  for (Id body = 0; body < bodies; ++body)
    for (std::size_t axis = 0; axis < D; ++axis) ASSERT_EQ(wraps.along(body, axis), sums[body][axis]);
}

TEST(ImageCounters, AreCountedHoweverManyTheyAre) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    for (const std::size_t one_goes_far_of : {3U, 200U}) {
      count<2>(seed, 200, one_goes_far_of);
      count<3>(seed, 200, one_goes_far_of);
    }
  }
}

}  // namespace
}  // namespace firsthit
