#include "engine/bin_scale.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace firsthit {
namespace {

TEST(BinScale, CountsMomentsFromATickOn) {
  BinScale scale;
  scale.start(Timebase(0.25), 3, 100);  // a moment lasts 1/32
  EXPECT_EQ(scale.shift(), 3);
  EXPECT_EQ(scale.moment_of({100, 0.0}), 0);
  EXPECT_EQ(scale.moment_of({101, 0.0}), 8);
  EXPECT_EQ(scale.moment_of({101, 0.125}), 12);
  EXPECT_EQ(scale.moment_of({101, 0.15}), 12) << "rounded down";
  EXPECT_EQ(scale.moment_of({99, 0.0}), -8);
}

TEST(BinScale, ReachesFromTheFinestToTheCoarsestTicks) {
  BinScale fine;
  fine.start(Timebase(0x1p-20), 40, 0);
  EXPECT_EQ(fine.moment_of({1, 0x1p-21}), std::int64_t{3} << 39);
  BinScale coarse;
  coarse.start(Timebase(0x1p20), -10, 0);
  EXPECT_EQ(coarse.moment_of({5000, 0.0}), 4);
  const std::int64_t last = coarse.moment_of({std::numeric_limits<std::int64_t>::max(), 0.0});
  EXPECT_EQ(fine.moment_of({std::int64_t{1} << 62, 0.0}), std::int64_t{1} << 61) << "and no further";
  EXPECT_GT(last, 0);
}

TEST(BinScale, HasManyMomentsToABin) {
  BinScale scale;
  scale.start(Timebase(1.0), 0, 0);
  EXPECT_EQ(BinScale::begin(3), 3 * 65536);
  EXPECT_EQ(scale.bin_of({3 * 65536, 0.0}), 3);
  EXPECT_EQ(scale.bin_of({3 * 65536 - 1, 0.5}), 2);
  EXPECT_EQ(scale.bin_of({-1, 0.0}), -1);
}

}  // namespace
}  // namespace firsthit
