#include "property/all_pairs.hpp"

#include <cmath>
#include <variant>

// Laws 7 and 8 for every pair of shapes: both ends of the window, and starts of every kind.

namespace firsthit::laws {
namespace {

template <int D>
Encounter<D> answer_until(Case<D> query, double horizon) {
  query.query.horizon = horizon;
  return answer(query);
}

template <int D>
void windows_are_closed() {
  int at_doubles = 0;
  int between = 0;
  for_all_pairs<D>([&](const Case<D>& query, std::uint64_t) {
    const Encounter<D> e = answer(query);
    if (e.outcome != Outcome::Impact || e.delay == 0.0) return;
    expect_same_times(e, answer_until(query, e.delay_upper));
    const Encounter<D> before = answer_until(query, std::nextafter(e.delay_upper, 0.0));
    EXPECT_TRUE(before.outcome == Outcome::Miss || before.outcome == Outcome::Graze);
    EXPECT_EQ(before.delay, std::nextafter(e.delay_upper, 0.0));
    ++(e.delay == e.delay_upper ? at_doubles : between);
  });
  EXPECT_GT(at_doubles, 30);
  EXPECT_GT(between, 100);
}

TEST(AllPairs, AnImpactAtTheVeryEndOfTheWindowCounts) {
  windows_are_closed<2>();
  windows_are_closed<3>();
}

template <int D>
void grazes_begin_where_they_say() {
  int later = 0;
  for_all_pairs<D>([&](const Case<D>& query, std::uint64_t) {
    const Encounter<D> e = answer(query);
    if (e.outcome != Outcome::Graze || e.first_touch == 0.0) return;
    ++later;
    const double behind = std::nextafter(e.first_touch, HUGE_VAL);
    if (behind <= query.query.horizon) {
      EXPECT_EQ(answer_until(query, behind).outcome, Outcome::Graze);
    }
    EXPECT_EQ(answer_until(query, std::nextafter(e.first_touch, 0.0)).outcome, Outcome::Miss);
  });
  EXPECT_GT(later, 20);
}

TEST(AllPairs, AGrazeBeginsAtItsFirstTouch) {
  grazes_begin_where_they_say<2>();
  grazes_begin_where_they_say<3>();
}

template <int D>
bool is_polygon(const Moving<D>& moving) {
  return std::holds_alternative<Polygon>(moving.shape);
}

/// The gap of two convex sets is convex in time: what closes at the start parts if time runs backwards.
template <int D>
void what_closes_parts_backwards() {
  int overlaps = 0;
  int impacts = 0;
  for_all_pairs<D>([&](const Case<D>& query, std::uint64_t) {
    const Encounter<D> e = answer(query);
    if (!e || e.delay > 0.0 || is_polygon(query.a) || is_polygon(query.b)) return;
    ++(e.outcome == Outcome::Overlap ? overlaps : impacts);
    EXPECT_EQ(e.delay_upper, 0.0);
    EXPECT_EQ(e.first_touch, 0.0);
    const Encounter<D> f = answer(changed<D>(query, [](double& x, Meaning meaning, std::size_t) {
      if (meaning == Meaning::Speed) x = -x;
    }));
    EXPECT_EQ(f.outcome, Outcome::Graze);
    EXPECT_EQ(f.first_touch, 0.0);
    EXPECT_EQ(f.delay, query.query.horizon);
  });
  EXPECT_GT(overlaps, 100);
  EXPECT_GT(impacts, 10);
}

TEST(AllPairs, WhatClosesAtTheStartPartsBackwardsInTime) {
  what_closes_parts_backwards<2>();
  what_closes_parts_backwards<3>();
}

template <int D>
void what_does_not_move_never_hits() {
  int grazes = 0;
  int misses = 0;
  for_all_pairs<D>([&](const Case<D>& query, std::uint64_t) {
    Case<D> still = query;
    auto& motion = std::get<Linear<D>>(still.b.motion);
    motion.velocity = std::get<Linear<D>>(still.a.motion).velocity;
    const Encounter<D> e = answer(still);
    EXPECT_FALSE(e);
    EXPECT_EQ(e.first_touch, e.outcome == Outcome::Graze ? 0.0 : query.query.horizon);
    ++(e.outcome == Outcome::Graze ? grazes : misses);
  });
  EXPECT_GT(grazes, 100);
  EXPECT_GT(misses, 100);
}

TEST(AllPairs, WhatMovesTogetherNeverHits) {
  what_does_not_move_never_hits<2>();
  what_does_not_move_never_hits<3>();
}

}  // namespace
}  // namespace firsthit::laws
