#include "world/cells/layout/cell_addresses.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace firsthit {
namespace {

/// Bodies come and go between boxes near by and far away, and what an address tells besides stays.
template <int D>
void expect_boxes_kept(std::uint64_t seed) {
  constexpr std::size_t kBodies = 20;
  Random random(seed, D);
  CellAddresses<D> addresses(kBodies);
  std::vector<Image<D>> expected(kBodies);
  std::size_t most_far = 0;
  for (Id body = 0; body < kBodies; ++body) addresses[body].at[1] = static_cast<std::uint16_t>(7 * body);
  for (int step = 0; step < 2000; ++step) {
    const auto body = static_cast<Id>(random.below(kBodies));
    const std::int64_t most = random.below(3) == 0 ? 1000000 : 3;
    for (std::int32_t& boxes : expected[body])
      boxes = static_cast<std::int32_t>(
          static_cast<std::int64_t>(random.below(2 * static_cast<std::uint64_t>(most) + 1)) - most);
    addresses.set_boxes(body, expected[body]);
    std::size_t far = 0;
    for (Id each = 0; each < kBodies; ++each) {
      ASSERT_EQ(addresses.boxes(each), expected[each]);
      ASSERT_EQ(addresses[each].at[1], 7 * each);
      bool is_far = false;
      for (const std::int32_t boxes : expected[each]) is_far = is_far || boxes < -3 || boxes > 3;
      far += is_far ? 1 : 0;
    }
    ASSERT_EQ(addresses.count_far(), far) << "whoever comes back leaves nothing behind";
    most_far = std::max(most_far, far);
  }
  EXPECT_GT(most_far, 5U);
}

TEST(CellAddresses, TellHowManyBoxesACellIsBeyondTheRecords) {
  expect_boxes_kept<2>(41);
  expect_boxes_kept<3>(42);
}

TEST(CellAddress, HoldsTheNumberOfALargeBall) {
  for (const std::uint32_t number : {0U, 5U, 0xffffU, 0x10000U, 0x54321U}) {
    CellAddress<2> address;
    address.set_large_ball(number);
    EXPECT_EQ(address.is_large, 1);
    EXPECT_EQ(address.large_ball(), number);
  }
}

TEST(CellAddress, TellsHowItsBodyWillLeave) {
  CellAddress<3> address;
  address.leave_by({1.0, 2, true});
  EXPECT_EQ(address.axis, 2);
  EXPECT_EQ(address.up, 1);
  address.leave_by({1.0, 1, false});
  EXPECT_EQ(address.axis, 1);
  EXPECT_EQ(address.up, 0);
}

}  // namespace
}  // namespace firsthit
