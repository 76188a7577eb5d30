#include "record/measure/pair_counts.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace firsthit {
namespace {

using Counts = std::vector<std::uint64_t>;

template <int D>
Space<D> periodic(const Vec<D>& min, const Vec<D>& length) {
  Space<D> space{min, min + length, {}};
  space.sides.fill(Side::Periodic);
  return space;
}

template <int D>
std::vector<FrameState<D>> scattered(const Space<D>& space, std::size_t count, Random& random) {
  std::vector<FrameState<D>> states(count);
  for (FrameState<D>& state : states)
    for (std::size_t k = 0; k < D; ++k) state.position[k] = random.uniform(space.min[k], space.max[k]);
  return states;
}

/// All pairs, each with its nearest image.
template <int D>
Counts one_by_one(const Space<D>& space, const std::vector<FrameState<D>>& states, double range,
                  std::size_t bins) {
  Counts counts(bins, 0);
  for (std::size_t i = 0; i < states.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      Vec<D> way = states[i].position - states[j].position;
      for (std::size_t k = 0; k < D; ++k) {
        const double length = space.max[k] - space.min[k];
        way[k] -= length * std::nearbyint(way[k] / length);
      }
      const double distance = length(way);
      if (distance < range) ++counts[static_cast<std::size_t>(distance / range * static_cast<double>(bins))];
    }
  return counts;
}

template <int D>
void compare(const Space<D>& space, std::size_t count, double range, Random& random) {
  const std::vector<FrameState<D>> states = scattered(space, count, random);
  Counts counts(20, 0);
  count_pairs(space, states, range, counts);
  EXPECT_EQ(counts, one_by_one(space, states, range, 20)) << count << " bodies, range " << range;
  EXPECT_GT(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), 0U);
}

TEST(PairCounts, AreThoseOfAllPairsWithTheirNearestImages) {
  constexpr std::uint64_t kSeed = 41;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  for (const std::size_t count : {10U, 100U, 700U})
    for (const double share : {0.3, 0.45, 0.5}) {
      compare<2>(periodic<2>({-1, 3}, {10, 7}), count, share * 7.0, random);
      compare<3>(periodic<3>({-1, 3, 0}, {5, 6, 7}), count, share * 5.0, random);
    }
  compare<2>(periodic<2>({0, 0}, {10, 10}), 1500, 0.3, random);
  compare<3>(periodic<3>({0, 0, 0}, {10, 10, 10}), 1500, 1.0, random);
}

TEST(PairCounts, WorkInBoxesOfAnyShape) {
  constexpr std::uint64_t kSeed = 42;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  compare<2>(periodic<2>({0, 0}, {1000, 1}), 2000, 0.5, random);
  compare<3>(periodic<3>({0, 0, 0}, {1, 400, 1}), 1000, 0.5, random);
  compare<3>(periodic<3>({0, 0, 0}, {60, 60, 2}), 1000, 1.0, random);
  // Far apart in a box that is far too long: no memory goes with its length.
  const Space<3> needle = periodic<3>({0, 0, 0}, {1e30, 1, 1e30});
  Counts counts(4, 0);
  std::vector<FrameState<3>> states(3);
  states[1].position = {0, 0.3, 0};
  states[2].position = {5e29, 0.5, 5e29};
  count_pairs(needle, states, 0.5, counts);
  EXPECT_EQ(counts, (Counts{0, 0, 1, 0}));
}

TEST(PairCounts, SeeAcrossThePeriodicSides) {
  const Space<2> space = periodic<2>({0, 0}, {8, 8});
  std::vector<FrameState<2>> states(2);
  states[0].position = {0.5, 0.5};
  states[1].position = {7.25, 7.5};  // 1.25 and 1 apart: sqrt(2.5625), 1.6
  Counts counts(4, 0);
  count_pairs(space, states, 4.0, counts);
  EXPECT_EQ(counts, (Counts{0, 1, 0, 0}));
  count_pairs(space, states, 4.0, counts);  // adds
  EXPECT_EQ(counts, (Counts{0, 2, 0, 0}));
}

TEST(PairCounts, CountBodiesInOnePlace) {
  const Space<2> space = periodic<2>({0, 0}, {8, 8});
  Counts counts(4, 0);
  count_pairs(space, std::vector<FrameState<2>>(5), 4.0, counts);
  EXPECT_EQ(counts, (Counts{10, 0, 0, 0}));
}

TEST(PairCounts, AreNoneOfOneBodyAndItsImages) {
  const Space<2> space = periodic<2>({0, 0}, {8, 8});
  for (const std::size_t bodies : {0U, 1U}) {
    Counts counts(4, 0);
    count_pairs(space, std::vector<FrameState<2>>(bodies), 4.0, counts);
    EXPECT_EQ(counts, Counts(4, 0));
  }
}

}  // namespace
}  // namespace firsthit
