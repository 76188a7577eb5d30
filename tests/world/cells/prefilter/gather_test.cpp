#include "core/random.hpp"
#include "support/instruction_sets.hpp"
#include "world/cells/layout/cell_map.hpp"
#include "world/cells/layout/cell_slots.hpp"
#include "world/cells/prefilter/prefilter_lanes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

// Who is gathered of a patch of cells.

namespace firsthit {
namespace {

struct Tally {
  std::size_t went_on = 0;
  std::size_t too_many = 0;
};

/// Patches, with cells that go on, against a loop over all who are in them.
template <int D>
void gather_all(std::uint64_t seed, Tally& tally) {
  Random random(seed, D);
  Space<D> space;
  CellLayout<D> layout;
  for (std::size_t axis = 0; axis < D; ++axis) {
    space.sides[axis] = random.below(2) == 0 ? Side::Wall : Side::Periodic;
    layout.count[axis] = static_cast<std::int32_t>(5 + random.below(3));
    layout.width[axis] = 1.0;
    space.max[axis] = layout.count[axis];
  }
  const CellMap<D> map(space, layout);
  CellSlots slots;
  slots.resize(map.size());
  const auto random_cell = [&] {
    typename CellMap<D>::Cell cell;
    for (std::size_t axis = 0; axis < D; ++axis)
      cell[axis] = static_cast<std::uint16_t>(random.below(static_cast<std::uint64_t>(layout.count[axis])));
    return cell;
  };
  const std::size_t crowd = random.below(5) == 0 ? 5 : 1;
  const std::size_t bodies = crowd * map.size() * random.below(4) / 2;
  for (Id id = 0; id < bodies; ++id) slots.put(map.number(random_cell()), id + 7, random.below(3) == 0);
  for (int i = 0; i < 50; ++i) {
    const auto cell = random_cell();
    const std::size_t axis = random.below(D);
    const bool up = random.below(2) == 0;
    const auto expect_same = [&](const CellPatch& patch, const auto& cells) {
      std::vector<Id> expected;
      bool goes_on = false;
      for (const std::uint32_t number : cells) {
        goes_on |= slots.first(number)->goes_on();
        slots.each_in(number, [&](Id id, bool) { expected.push_back(id); });
      }
      PatchIds ids;
      const std::size_t count = prefilter_lanes<D>().gather(slots.first(0), patch, 3, ids);
      if (goes_on) ++tally.went_on;
      if (expected.size() > kMostInPatch) {
        ASSERT_EQ(count, kMostInPatch + 1);
        ++tally.too_many;
        return;
      }
      if (count > kMostInPatch) {
        ASSERT_GT(expected.size() + CellSlots::kSlots, kMostInPatch);
        return;
      }
      std::vector<Id> found(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count));
      std::sort(found.begin(), found.end());
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(found, expected);
      for (std::size_t k = count; k < count + kRoomBehind; ++k) ASSERT_EQ(ids[k], 3U);
    };
    expect_same(map.patch_around(cell), map.around(cell));
    expect_same(map.patch_ahead(cell, axis, up), map.ahead(cell, axis, up));
  }
}

TEST(CellPatches, GiveAllWhoAreInTheirCellsByEveryInstructionSet) {
  for (const std::int64_t set : instruction_sets()) {
    const OnlyInstructionSet only(set);
    SCOPED_TRACE(hwy::TargetName(set));
    Tally tally;
    for (std::uint64_t seed = 1; seed <= 40 && !testing::Test::HasFatalFailure(); ++seed) {
      gather_all<2>(seed, tally);
      gather_all<3>(seed, tally);
    }
    EXPECT_GT(tally.went_on, 500U);
    EXPECT_GT(tally.too_many, 50U);
    EXPECT_LT(tally.went_on + tally.too_many, 7000U);
  }
}

}  // namespace
}  // namespace firsthit
