#include "world/containers/list_pool.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 17;

std::multiset<std::uint64_t> entries_of(const ListPool<std::uint64_t>& pool,
                                        const ListPool<std::uint64_t>::List& list) {
  std::multiset<std::uint64_t> entries;
  pool.each(list, [&](std::uint64_t entry) { entries.insert(entry); });
  return entries;
}

TEST(ListPool, HoldsWhatManySetsHold) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  ListPool<std::uint64_t> pool;
  std::vector<ListPool<std::uint64_t>::List> lists(20);
  std::vector<std::multiset<std::uint64_t>> expected(lists.size());
  int removed = 0;
  int cleared = 0;
  for (int step = 0; step < 20000; ++step) {
    const auto which = random.below(lists.size());
    const auto what = random.below(100);
    const auto entry = random.below(8);  // few kinds: the same one is often there twice
    if (what == 0) {
      pool.clear(lists[which]);
      expected[which].clear();
      ++cleared;
    } else if (what < 45 && expected[which].contains(entry)) {
      pool.remove(lists[which], entry);
      expected[which].erase(expected[which].find(entry));
      ++removed;
    } else {
      pool.append(lists[which], entry);
      expected[which].insert(entry);
    }
    ASSERT_EQ(lists[which].size(), expected[which].size());
    ASSERT_EQ(entries_of(pool, lists[which]), expected[which]) << "step " << step;
  }
  for (std::size_t i = 0; i < lists.size(); ++i) EXPECT_EQ(entries_of(pool, lists[i]), expected[i]);
  EXPECT_GT(removed, 3000);
  EXPECT_GT(cleared, 100);
}

}  // namespace
}  // namespace firsthit
