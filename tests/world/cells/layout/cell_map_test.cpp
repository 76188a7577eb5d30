#include "world/cells/layout/cell_map.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

// In which order cells are visited.

namespace firsthit {
namespace {

/// The bits of a cell's places along the axes, those of the last axis first, in turns.
template <int D>
std::uint64_t interleaved(const typename CellMap<D>::Cell& cell) {
  std::uint64_t bits = 0;
  for (int bit = 15; bit >= 0; --bit)
    for (std::size_t axis = std::size_t{D}; axis-- > 0;) bits = bits << 1U | (cell[axis] >> bit & 1U);
  return bits;
}

template <int D>
void expect_z_order(std::uint64_t seed) {
  Random random(seed, D);
  Space<D> space;
  CellLayout<D> layout;
  for (std::size_t axis = 0; axis < D; ++axis) {
    space.sides[axis] = random.below(2) == 0 ? Side::Wall : Side::Periodic;
    layout.count[axis] = static_cast<std::int32_t>(5 + random.below(seed % 3 == 0 ? 40 : 5));
    layout.width[axis] = 1.0;
    space.max[axis] = layout.count[axis];
  }
  const CellMap<D> map(space, layout);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted;
  typename CellMap<D>::Cell cell{};
  for (std::size_t axis = 0; axis < D;) {
    sorted.emplace_back(interleaved<D>(cell), map.number(cell));
    for (axis = 0; axis < D && ++cell[axis] == layout.count[axis]; ++axis) cell[axis] = 0;
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> expected;
  for (const auto& each : sorted) expected.push_back(each.second);
  std::vector<std::uint32_t> found;
  map.each_in_z_order([&](std::uint32_t number) { found.push_back(number); });
  EXPECT_EQ(found, expected);
}

TEST(CellMap, VisitsAllCellsInZOrder) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    expect_z_order<2>(seed);
    expect_z_order<3>(seed);
  }
}

}  // namespace
}  // namespace firsthit
