#include "engine/late_heap.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

constexpr std::size_t kNowhere = 1000;

TEST(LateHeap, HasTheEarliestInFrontWhoeverComesAndGoes) {
  Random random(52);
  constexpr std::size_t kBodies = 50;
  LateHeap heap;
  std::vector<std::size_t> places(kBodies, kNowhere);
  std::vector<std::int64_t> times(kBodies);
  // Of one time, the larger number comes first.
  const auto ties = [](Id a, Id b) { return a > b; };
  const auto place = [&](Id body, std::size_t at) { places[body] = at; };
  std::set<std::pair<std::int64_t, std::int64_t>> expected;
  std::size_t most = 0;
  int shared = 0;
  for (int step = 0; step < 20000; ++step) {
    const auto body = static_cast<Id>(random.below(kBodies));
    if (places[body] != kNowhere) {
      heap.remove(places[body], ties, place);
      places[body] = kNowhere;
      expected.erase({times[body], -static_cast<std::int64_t>(body)});
    } else if (step / 1000 % 2 == 0 || random.below(2) == 0) {
      times[body] = static_cast<std::int64_t>(random.below(step / 2000 % 2 == 0 ? 5 : 1000));
      heap.push({times[body], 0.5}, body, ties, place);
      expected.emplace(times[body], -static_cast<std::int64_t>(body));
    }
    ASSERT_EQ(heap.size(), expected.size());
    ASSERT_EQ(heap.is_empty(), expected.empty());
    if (expected.empty()) {
      ASSERT_EQ(heap.first_time(), kEndOfTime);
      continue;
    }
    most = std::max(most, heap.size());
    const auto first = expected.begin();
    ASSERT_EQ(heap.front(), static_cast<Id>(-first->second));
    ASSERT_EQ(heap.first_time(), (Instant{first->first, 0.5}));
    ASSERT_EQ(places[heap.front()], 0U);
    shared += std::next(first) != expected.end() && std::next(first)->first == first->first ? 1 : 0;
  }
  EXPECT_GT(most, 15U);
  EXPECT_GT(shared, 1000);
  heap.clear();
  EXPECT_TRUE(heap.is_empty());
  EXPECT_EQ(heap.first_time(), kEndOfTime);
}

}  // namespace
}  // namespace firsthit
