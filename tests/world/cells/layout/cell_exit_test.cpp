#include "world/cells/layout/cell_exit.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

// When bodies leave cells: at the exit they are at that end of their cell, and before it inside.

namespace firsthit {
namespace {

/// 8 by 6 cells from (-4, 10) on, each 2 wide: repeating along the first axis, between walls along the other.
struct Box {
  Space<2> space{{-4.0, 10.0}, {12.0, 22.0}, {Side::Periodic, Side::Wall}};
  CellLayout<2> layout = [] {
    CellLayout<2> cells;
    cells.count = {8, 6};
    cells.width = {2.0, 2.0};
    cells.overhang = {0.25, 0.25};
    return cells;
  }();
  CellMap<2> map{space, layout};
  Period<2> period = [] {
    Period<2> box;
    box.length[0] = 16.0;
    return box;
  }();
};

TEST(CellExit, OfAStraightFlightIsAtTheFirstEndOfTheCell) {
  const Box box;
  // The cell (2, 3) lasts from 0 to 2 and from 16 to 18, and a quarter beyond.
  const CellMap<2>::Cell cell{2, 3};
  const CellExit right = straight_exit(box.map, cell, {1.0, 17.0}, {0.5, 0.25});
  EXPECT_EQ(right.delay, 2.5);
  EXPECT_EQ(right.axis, 0U);
  EXPECT_TRUE(right.up);
  const CellExit down = straight_exit(box.map, cell, {1.0, 17.0}, {0.5, -2.0});
  EXPECT_EQ(down.delay, 0.625);
  EXPECT_EQ(down.axis, 1U);
  EXPECT_FALSE(down.up);
  EXPECT_EQ(straight_exit(box.map, cell, {1.0, 17.0}, {}).delay, kNever);
  EXPECT_EQ(straight_exit(box.map, cell, {2.5, 17.0}, {0.5, 0.0}).delay, 0.0) << "it is beyond already";
}

TEST(CellExit, IsNeverIntoAWall) {
  const Box box;
  EXPECT_EQ(straight_exit(box.map, {2, 5}, {1.0, 21.0}, {0.0, 1.0}).delay, kNever);
  EXPECT_EQ(straight_exit(box.map, {2, 0}, {1.0, 11.0}, {0.0, -1.0}).delay, kNever);
  EXPECT_EQ(falling_exit<2>(box.map, {2, 5}, {1.0, 21.0}, {0.0, 1.0}, {}, box.period).delay, kNever);
  // What flies up to the ceiling falls out below all the same.
  const CellExit falls = falling_exit<2>(box.map, {2, 5}, {1.0, 21.0}, {0.0, 0.5}, {0.0, -1.0}, box.period);
  EXPECT_EQ(falls.axis, 1U);
  EXPECT_FALSE(falls.up);
  EXPECT_NEAR(21.0 + 0.5 * falls.delay - 0.5 * falls.delay * falls.delay, 19.75, 1e-12);
}

TEST(CellExit, OfWhatFallsIsTheFirstTimeOutside) {
  const Box box;
  Random random(43);
  int ups = 0;
  int downs = 0;
  int straight = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const CellMap<2>::Cell cell{static_cast<std::uint16_t>(random.below(8)), 3};
    const double x = random.uniform(-0.25, 2.25);
    Vec<2> place{-4.0 + 2.0 * cell[0] + x, random.uniform(15.75, 18.25)};
    const Vec<2> start{x, place[1] - 16.0};  // from where the cell begins
    if (place[0] < -4.0) place[0] += 16.0;   // as it is told: in the box
    if (place[0] >= 12.0) place[0] -= 16.0;
    const Vec<2> velocity{random.normal(), random.normal()};
    const bool is_straight = trial % 4 == 0;
    const Vec<2> pull = is_straight ? Vec<2>{} : Vec<2>{0.0, -random.uniform(0.1, 3.0)};
    const CellExit exit = falling_exit(box.map, cell, place, velocity, pull, box.period);
    ASSERT_LT(exit.delay, 1e6);
    const auto at = [&](double t, std::size_t axis) {
      return start[axis] + t * (velocity[axis] + 0.5 * t * pull[axis]);
    };
    EXPECT_NEAR(at(exit.delay, exit.axis), exit.up ? 2.25 : -0.25, 1e-9);
    for (int step = 0; step < 20; ++step) {
      for (std::size_t axis = 0; axis < 2; ++axis) {
        const double then = at(0.05 * step * exit.delay, axis);
        EXPECT_GT(then, -0.25 - 1e-9);
        EXPECT_LT(then, 2.25 + 1e-9);
      }
    }
    if (is_straight && cell[0] > 0 && cell[0] < 7) {
      const CellExit same = straight_exit(box.map, cell, place, velocity);
      EXPECT_NEAR(same.delay, exit.delay, 1e-9 * (1.0 + exit.delay));
      EXPECT_EQ(same.axis, exit.axis);
      EXPECT_EQ(same.up, exit.up);
      ++straight;
    }
    (exit.up ? ups : downs) += 1;
  }
  EXPECT_GT(ups, 300);
  EXPECT_GT(downs, 300);
  EXPECT_GT(straight, 300);
}

}  // namespace
}  // namespace firsthit
