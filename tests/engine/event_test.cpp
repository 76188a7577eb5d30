#include "engine/event.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 11;

/// An event and the body that it is scheduled for.
using Scheduled = std::pair<Id, Event<2>>;

bool before(const Scheduled& a, const Scheduled& b) { return precedes(a.first, a.second, b.first, b.second); }

/// The same impact, as the partner has it.
Scheduled turned(const Scheduled& s) {
  Scheduled t = s;
  t.first = s.second.partner;
  t.second.partner = s.first;
  for (auto& n : t.second.image) n = -n;
  return t;
}

Scheduled impact(Id body, Id partner) {
  Event<2> event;
  event.time = {5, 0.25};
  event.partner = partner;
  return {body, event};
}

TEST(EventOrder, GoesByTimeFirst) {
  Scheduled early = impact(8, 9);
  Scheduled late = impact(1, 2);
  late.second.time = {5, 0.5};
  EXPECT_TRUE(before(early, late));
  late.second.time = {6, 0.0};
  EXPECT_TRUE(before(early, late));
  EXPECT_FALSE(before(late, early));
}

TEST(EventOrder, PutsRefreshesBeforeImpacts) {
  Scheduled refresh = impact(8, 9);
  refresh.second.kind = EventKind::Refresh;
  EXPECT_TRUE(before(refresh, impact(1, 2)));
}

TEST(EventOrder, PutsTheLowerGenerationBeforeTheLargerArea) {
  Scheduled caused = impact(1, 2);
  caused.second.generation = 1;
  caused.second.area = 10.0;
  EXPECT_TRUE(before(impact(3, 4), caused));
}

TEST(EventOrder, PutsTheLargerAreaBeforeTheSmallerId) {
  Scheduled large = impact(3, 4);
  large.second.area = 2.0;
  EXPECT_TRUE(before(large, impact(1, 2)));
}

TEST(EventOrder, GoesBySmallerThenLargerIdWhoeverHasTheEvent) {
  EXPECT_TRUE(before(impact(1, 9), impact(2, 3)));
  EXPECT_TRUE(before(impact(9, 1), impact(2, 3)));
  EXPECT_TRUE(before(impact(1, 3), impact(9, 1)));
}

TEST(EventOrder, GoesByImageOfTheLargerIdAtLast) {
  Scheduled low = impact(1, 2);
  Scheduled high = impact(1, 2);
  low.second.image = {-1, 3};
  high.second.image = {0, -3};
  EXPECT_TRUE(before(low, high));
  EXPECT_TRUE(before(turned(low), high));
  EXPECT_TRUE(before(low, turned(high)));
}

TEST(EventOrder, IsOneOrderHoweverTheEventsAreSeen) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  std::vector<Scheduled> all;
  for (int k = 0; k < 400; ++k) {
    const auto body = static_cast<Id>(random.below(4));
    const auto other = static_cast<Id>(4 + random.below(4));
    Scheduled s = impact(body, other);
    s.second.time = {static_cast<std::int64_t>(random.below(2)), 0.25 * static_cast<double>(random.below(2))};
    s.second.generation = static_cast<std::uint32_t>(random.below(2));
    s.second.area = static_cast<double>(random.below(2));
    for (auto& n : s.second.image) n = static_cast<std::int32_t>(random.below(3)) - 1;
    all.push_back(random.below(2) == 0 ? s : turned(s));
  }
  std::sort(all.begin(), all.end(), before);
  int equal = 0;
  int ordered = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i; j < all.size(); ++j) {
      EXPECT_FALSE(before(all[j], all[i])) << "sorted pairs must keep their order: it is transitive";
      EXPECT_EQ(before(all[i], all[j]), before(turned(all[i]), turned(all[j])));
      EXPECT_EQ(before(all[i], all[j]), before(turned(all[i]), all[j]));
      before(all[i], all[j]) ? ++ordered : ++equal;
    }
    EXPECT_FALSE(before(all[i], turned(all[i]))) << "an impact does not precede itself";
    EXPECT_FALSE(before(turned(all[i]), all[i]));
  }
  EXPECT_GT(ordered, 1000);
  EXPECT_GT(equal, 400);
}

}  // namespace
}  // namespace firsthit
