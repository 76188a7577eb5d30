#include "engine/event_rate.hpp"

#include "engine/bin_scale.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace firsthit {
namespace {

TEST(EventRate, TellsHowOftenBinsShouldBeHalved) {
  EventRate rate;
  rate.start(BinScale::begin(10), 9);
  rate.count(320);
  // In ten bins: 32 to a bin.
  EXPECT_EQ(rate.finer_by(BinScale::begin(20), 16.0), 1);
  EXPECT_EQ(rate.finer_by(BinScale::begin(20), 4.0), 3);
  EXPECT_EQ(rate.finer_by(BinScale::begin(20), 128.0), -2);
  EXPECT_EQ(rate.finer_by(BinScale::begin(90), 4.0), 0);
}

TEST(EventRate, IsUnknownOfFewEventsOrNoTime) {
  EventRate rate;
  rate.start(5, 0);
  rate.count(15);
  EXPECT_EQ(rate.finer_by(BinScale::begin(20), 16.0), std::nullopt);
  rate.count(1);
  EXPECT_NE(rate.finer_by(BinScale::begin(20), 16.0), std::nullopt);
  EXPECT_EQ(rate.finer_by(5, 16.0), std::nullopt);
}

TEST(EventRate, KeepsWhatIsEarnedUntilItStarts) {
  EventRate rate;
  rate.start(0, 0);
  rate.count(7);
  rate.count_late();
  EXPECT_EQ(rate.counted(), 8U);
  EXPECT_EQ(rate.late(), 1U);
  rate.start_again(BinScale::begin(4), 4);
  EXPECT_EQ(rate.counted(), 0U);
  EXPECT_EQ(rate.late(), 0U);
  EXPECT_EQ(rate.earned(), 8U);
  EXPECT_EQ(rate.bins_since(6), 2);
  rate.start(0, 0);
  EXPECT_EQ(rate.earned(), 0U);
  EXPECT_EQ(rate.bins_since(6), 6);
}

TEST(EventRate, RoundsLogarithms) {
  EXPECT_EQ(log2_rounded(1.0), 0);
  EXPECT_EQ(log2_rounded(1.4), 0);
  EXPECT_EQ(log2_rounded(1.5), 1);
  EXPECT_EQ(log2_rounded(0.3), -2);
}

}  // namespace
}  // namespace firsthit
