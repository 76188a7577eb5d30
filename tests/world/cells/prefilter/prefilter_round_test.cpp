#include "world/cells/prefilter/prefilter_round.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <vector>

namespace firsthit {
namespace {

/// Lanes that leave of each whatever its bound says, as a number of bits.
PrefilterLanes<2> obedient_lanes() {
  PrefilterLanes<2> lanes;
  lanes.prefilter = [](const PrefilterField<2>&, std::span<PrefilterQuery<2>> looks) {
    for (PrefilterQuery<2>& one : looks) one.left = static_cast<std::uint64_t>(one.bound);
  };
  return lanes;
}

class PrefilterRoundTest : public testing::Test {
 protected:
  PrefilterRoundTest() { std::iota(ids_.begin(), ids_.end(), 100); }

  std::vector<Id> ask(std::size_t count) {
    const std::span<const Id> left =
        round_.ask(obedient_lanes(), {frame_, nullptr, records_.data(), table_, flight_}, count);
    return {left.begin(), left.end()};
  }
  void set(std::size_t i, std::uint64_t left) {
    round_[i].ids = std::span<const Id>(ids_).first(kPrefilterBlock);
    round_[i].bound = static_cast<float>(left);
  }

  std::array<Id, kPrefilterBlock + kRoomBehind> ids_;
  Records<2> records_ = Records<2>(200);
  BodyTable<2> table_;
  FreeFlight<2> flight_;
  FloatStateFrame<2> frame_;
  PrefilterRound<2> round_;
};

TEST_F(PrefilterRoundTest, TellsTheFirstAndTheLastOfThoseLeftOfEach) {
  set(0, 0b10110100);
  set(1, std::uint64_t{1} << 63U);
  EXPECT_EQ(ask(2), (std::vector<Id>{102, 107, 163, 163}));
  EXPECT_EQ(round_.asked().size(), 2U);
}

TEST_F(PrefilterRoundTest, TellsSomebodyWhereNobodyIsLeft) {
  set(0, 0);
  EXPECT_EQ(ask(1), (std::vector<Id>{100, 100}));
}

TEST_F(PrefilterRoundTest, CountsOnlyThoseAsked) {
  set(0, 1);
  set(1, 2);
  EXPECT_EQ(ask(1), (std::vector<Id>{100, 100}));
  EXPECT_EQ(round_.asked().size(), 1U);
  EXPECT_TRUE(ask(0).empty());
  EXPECT_TRUE(round_.asked().empty());
}

}  // namespace
}  // namespace firsthit
