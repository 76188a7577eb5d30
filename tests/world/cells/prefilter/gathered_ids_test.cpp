#include "world/cells/prefilter/gathered_ids.hpp"

#include "support/instruction_sets.hpp"
#include "world/cells/layout/cell_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace firsthit {
namespace {

/// 5 by 5 cells that repeat, and whoever is in them.
struct Cells5 {
  Cells5() { slots.resize(map.size()); }
  void put(std::uint16_t x, std::uint16_t y, Id body) { slots.put(map.number({x, y}), body, false); }

  Space<2> space{{}, {5.0, 5.0}, {Side::Periodic, Side::Periodic}};
  CellMap<2> map{space, {{5, 5}, {1.0, 1.0}, {}}};
  CellSlots slots;
};

std::vector<Id> sorted(std::span<const Id> ids) {
  std::vector<Id> all(ids.begin(), ids.end());
  std::sort(all.begin(), all.end());
  return all;
}

TEST(GatheredIds, AreAllInThePatchAndThenPlacesWithTheBodysNumber) {
  for (const std::int64_t set : instruction_sets()) {
    const OnlyInstructionSet only(set);
    Cells5 cells;
    cells.put(0, 0, 3);
    cells.put(4, 4, 8);  // beside it, across two sides
    for (const Id body : {10U, 11U, 12U, 13U, 14U, 15U, 16U}) cells.put(1, 0, body);  // more than a piece
    cells.put(2, 0, 20);                                                              // too far
    GatheredIds near;
    EXPECT_FALSE(near.are_of(3));
    near.gather(prefilter_lanes<2>(), cells.slots.first(0), cells.map.patch_around({0, 0}), 3);
    EXPECT_TRUE(near.are_of(3));
    ASSERT_FALSE(near.are_too_many());
    EXPECT_EQ(sorted(near.ids()), (std::vector<Id>{3, 8, 10, 11, 12, 13, 14, 15, 16}));
    for (std::size_t i = 0; i < kRoomBehind; ++i) EXPECT_EQ(near.ids().data()[near.ids().size() + i], 3U);
    near.forget();
    EXPECT_FALSE(near.are_of(3));
  }
}

TEST(GatheredIds, TellIfTheyAreTooMany) {
  Cells5 cells;
  for (Id body = 0; body <= kMostInPatch; ++body) cells.put(2, 2, body);
  GatheredIds near;
  const PrefilterLanes<2> lanes = prefilter_lanes<2>();
  near.gather(lanes, cells.slots.first(0), cells.map.patch_around({2, 2}), 0);
  EXPECT_TRUE(near.are_of(0));
  EXPECT_TRUE(near.are_too_many());
  for (Id body = 100; body <= kMostInPatch; ++body) cells.slots.take(cells.map.number({2, 2}), body);
  near.gather(lanes, cells.slots.first(0), cells.map.patch_around({2, 2}), 0);
  EXPECT_FALSE(near.are_too_many());
  EXPECT_EQ(near.ids().size(), 100U);
  near.give_up(7);
  EXPECT_TRUE(near.are_of(7));
  EXPECT_TRUE(near.are_too_many());
}

}  // namespace
}  // namespace firsthit
