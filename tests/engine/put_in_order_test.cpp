#include "engine/put_in_order.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

TEST(PutInOrder, BringsEachToItsPlace) {
  Random random(5, 0);
  for (std::size_t count = 0; count < 200; ++count) {
    std::vector<Id> order(count);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    std::vector<std::uint64_t> all(count);
    for (std::size_t i = 0; i < count; ++i) all[i] = 1000 + i;
    put_in_order(all, order);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(all[i], 1000 + order[i]);
  }
}

TEST(PutInOrder, LeavesWhatIsInOrder) {
  std::vector<int> all = {3, 1, 4, 1, 5};
  put_in_order(all, std::vector<Id>{0, 1, 2, 3, 4});
  EXPECT_EQ(all, (std::vector<int>{3, 1, 4, 1, 5}));
  put_in_order(all, std::vector<Id>{4, 0, 1, 2, 3});  // one long round
  EXPECT_EQ(all, (std::vector<int>{5, 3, 1, 4, 1}));
}

}  // namespace
}  // namespace firsthit
