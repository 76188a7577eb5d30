#include "world/cells/layout/cell_slots.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace firsthit {
namespace {

TEST(CellSlots, HoldWhoeverIsPutInAndNotTakenOut) {
  Random random(5);
  constexpr Id kBodies = 60;
  constexpr std::size_t kCells = 6;  // so that most go on in others
  CellSlots slots;
  slots.resize(kCells);
  struct At {
    std::size_t cell;
    bool marked;
  };
  std::map<Id, At> where;
  for (int step = 0; step < 20000; ++step) {
    const auto body = static_cast<Id>(random.below(kBodies));
    if (const auto found = where.find(body); found != where.end()) {
      slots.take(found->second.cell, body);
      where.erase(found);
    } else {
      // Now and then everybody wants the same.
      const std::size_t cell = step / 1000 % 2 == 0 ? 0 : random.below(kCells);
      where[body] = {cell, random.below(4) == 0};
      slots.put(cell, body, where[body].marked);
    }
    std::map<Id, At> seen;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      std::uint32_t states = 0;
      bool any_marked = false;
      bool goes_on = false;
      for (const CellSlots::Piece* piece = slots.first(cell);; piece = slots.next(*piece)) {
        states |= piece->state();
        goes_on = goes_on || piece->goes_on();
        if (!piece->goes_on()) break;
      }
      slots.each_in(cell, [&](Id id, bool marked) {
        EXPECT_TRUE(seen.insert({id, {cell, marked}}).second) << "twice";
        any_marked = any_marked || marked;
      });
      ASSERT_EQ(CellSlots::Piece::has_marked(states), any_marked);
      ASSERT_EQ(CellSlots::Piece::goes_on(states), goes_on);
    }
    ASSERT_EQ(seen.size(), where.size());
    for (const auto& [id, at] : where) {
      ASSERT_TRUE(seen.contains(id));
      ASSERT_EQ(seen[id].cell, at.cell);
      ASSERT_EQ(seen[id].marked, at.marked);
    }
  }
}

}  // namespace
}  // namespace firsthit
