#include "world/containers/packed_ids.hpp"

#include <gtest/gtest.h>

namespace firsthit {
namespace {

TEST(PackedIds, AreWhatTheyWereSetTo) {
  for (const std::size_t count :
       {std::size_t{1}, std::size_t{300}, std::size_t{1} << 24U, (std::size_t{1} << 24U) + 1}) {
    PackedIds ids(count);
    ASSERT_EQ(ids.size(), count);
    const std::size_t step = count / 1000 + 1;
    for (std::size_t place = 0; place < count; place += step)
      ids.set(place, static_cast<Id>(count - 1 - place));
    for (std::size_t place = 0; place < count; place += step) ASSERT_EQ(ids[place], count - 1 - place);
  }
  EXPECT_TRUE(PackedIds().empty());
}

TEST(PackedIds, AreOneAfterTheOther) {
  PackedIds ids(3);
  ids.set(0, 2);
  ids.set(2, 1);
  EXPECT_EQ(ids.all(), (std::vector<Id>{2, 0, 1}));
}

}  // namespace
}  // namespace firsthit
