#include "index/swept_tree.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

SweptBox<2> swept(const Vec2& low, const Vec2& high, const Vec2& by) {
  return {{low, high}, {{low[0] + by[0], low[1] + by[1]}, {high[0] + by[0], high[1] + by[1]}}};
}

TEST(SweptBoxes, MeetNoEarlierThanToldAndHardlyLater) {
  const SweptBox<2> still = swept({0, 0}, {1, 1}, {0, 0});
  EXPECT_EQ(earliest_meeting(still, swept({1, 1}, {2, 2}, {5, 5})), 0.0);
  EXPECT_FALSE(earliest_meeting(still, swept({2, 0}, {3, 1}, {5, 0})));
  const std::optional<double> third = earliest_meeting(still, swept({2, 0}, {3, 1}, {-3, 0}));
  ASSERT_TRUE(third);
  EXPECT_LE(*third, 1.0 / 3.0);
  EXPECT_GT(*third, 1.0 / 3.0 - 0x1p-50);
  // Over it in x from 1/4 to 3/4, in y from 7/8 on: never both.
  EXPECT_FALSE(earliest_meeting(still, swept({-2, 8}, {-1, 9}, {4, -8})));
  EXPECT_TRUE(earliest_meeting(still, swept({-2, 6}, {-1, 7}, {4, -8})));
}

TEST(SweptBoxes, MayBeAsLargeAndAsSmallAsDoublesAre) {
  const double huge = std::numeric_limits<double>::max();
  const double least = std::numeric_limits<double>::denorm_min();
  const SweptBox<2> still = swept({0, 0}, {0, 0}, {0, 0});
  EXPECT_FALSE(earliest_meeting(still, {{{least, 0}, {least, 0}}, {{huge, 0}, {huge, 0}}}));
  const std::optional<double> late = earliest_meeting(still, {{{least, 0}, {least, 0}}, {{0, 0}, {0, 0}}});
  ASSERT_TRUE(late);
  EXPECT_LE(*late, 1.0);
  EXPECT_GT(*late, 0.99);
  const SweptBox<2> through{{{huge, 0}, {huge, 0}}, {{-huge, 0}, {-huge, 0}}};
  EXPECT_TRUE(earliest_meeting(still, through));
}

TEST(SweptTrees, VisitWhatMayMeetInTheOrderOfTime) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const auto number = [&random](std::uint64_t n) { return static_cast<double>(random.below(n)); };
    const auto boxes = [&](std::size_t count) {
      std::vector<SweptBox<2>> r;
      for (std::size_t i = 0; i < count; ++i) {
        const Vec2 low = {number(30), number(30)};
        const Vec2 high = {low[0] + number(3), low[1] + number(3)};
        r.push_back(swept(low, high, {number(5) - 2.0, number(5) - 2.0}));
      }
      return r;
    };
    const std::vector<SweptBox<2>> a = boxes(1 + random.below(40));
    const std::vector<SweptBox<2>> b = boxes(1 + random.below(40));
    std::set<std::pair<std::size_t, std::size_t>> visited;
    double last = 0.0;
    visit_in_time(SweptTree<2>(a), SweptTree<2>(b), [&](std::size_t i, std::size_t j, double time) {
      EXPECT_TRUE(visited.insert({i, j}).second);
      EXPECT_EQ(time, earliest_meeting(a[i], b[j]));
      EXPECT_GE(time, last);
      last = time;
      return 0.75;
    });
    // The limit holds from the first visit on.
    if (visited.size() == 1 && last > 0.75) visited.clear();
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j) {
        const std::optional<double> time = earliest_meeting(a[i], b[j]);
        ASSERT_EQ(visited.count({i, j}) > 0, time && *time <= 0.75) << seed;
      }
  }
}

}  // namespace
}  // namespace firsthit
