#include "engine/sorted_bin.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

/// By moments, and of one moment those with the larger number first.
std::vector<Id> sorted(std::vector<std::pair<std::int64_t, Id>> events) {
  std::sort(events.begin(), events.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  });
  std::vector<Id> bodies;
  for (const auto& event : events) bodies.push_back(event.second);
  return bodies;
}

TEST(SortedBin, HasThoseThatCountInTheirOrder) {
  Random random(51);
  SortedBin bin;
  int ties = 0;
  int one_moment = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const std::size_t size = random.below(trial % 10 == 0 ? 300 : 40);
    const std::uint64_t moments = trial % 3 == 0 ? 1 + random.below(4) : 65536;
    std::vector<std::pair<std::int64_t, Id>> events;
    bin.fill([&](const auto& take) {
      for (std::size_t i = 0; i < size; ++i) {
        const auto moment = static_cast<std::int64_t>(random.below(moments));
        const auto body = static_cast<Id>(0xfffff000U * (i % 2) + 7 * i);
        const bool counts = random.below(4) != 0;
        take(moment, body, counts);
        if (counts) events.emplace_back(moment, body);
      }
    });
    bin.sort([&](Id a, Id b) {
      ++ties;
      return a > b;
    });
    const std::vector<Id> expected = sorted(events);
    ASSERT_EQ(bin.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(bin.body(i), expected[i]) << trial;
    EXPECT_EQ(bin.is_empty(), expected.empty());
    if (expected.empty()) continue;
    const auto [first, last] = std::minmax_element(events.begin(), events.end());
    EXPECT_EQ(bin.is_one_moment(), first->first == last->first);
    one_moment += bin.is_one_moment() ? 1 : 0;
  }
  EXPECT_GT(ties, 1000);
  EXPECT_GT(one_moment, 20);
  bin.clear();
  EXPECT_TRUE(bin.is_empty());
}

}  // namespace
}  // namespace firsthit
