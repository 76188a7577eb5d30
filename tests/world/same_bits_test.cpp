#include "support/instruction_sets.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cfenv>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

// One trajectory, whatever way the run is cut and the neighbours are found.

namespace firsthit {
namespace {

constexpr double kUntil = 12.0;

/// A kind of world, built as often as one likes.
struct Kind {
  std::string name;
  std::function<World<2>(NeighbourSearch)> plane;
  std::function<World<3>(NeighbourSearch)> space;
};

template <int D>
World<D> build(WorldOptions<D> options, const GasOf& of, NeighbourSearch search) {
  options.neighbours = search;
  Random random(41, D);
  return gas<D>(options, of, random);
}

/// A box with things in it to hit.
World<2> obstacle_course(NeighbourSearch search) {
  auto options = box<2>(Side::Wall, 16.0);
  options.gravity = {0.25, -1.0};
  options.restitution = 0.9;
  World<2> world = build<2>(options, {.smallest = 0.5}, search);
  world.add(fixed<2>(Ball{0.4}, {8.0, 8.0}));
  world.add(fixed<2>(Segment<2>{{-1.5, 0.0}, {1.5, 0.0}}, {4.0, 6.0}));
  world.add(fixed<2>(HalfSpace<2>{{1.0, 1.0}, 0.5}));
  world.add(fixed<2>(Point{}, {12.0, 4.0}));
  return world;
}

WorldOptions<2> channel() {
  auto options = box<2>(Side::Periodic, 16.0);
  options.space.sides[1] = Side::Wall;
  options.gravity = {0.0, -0.5};
  return options;
}

std::vector<Kind> kinds() {
  const GasOf dense{.per_side = 6, .length = 6.5, .radius = 0.5};
  const GasOf mixture{.per_side = 6, .length = 16.0, .radius = 1.25, .smallest = 0.05, .push = 0.05};
  return {
      {"walls", [](auto s) { return build<2>(box<2>(Side::Wall, 16.0), {}, s); },
       [](auto s) { return build<3>(box<3>(Side::Wall, 10.0), {.per_side = 5, .length = 10.0}, s); }},
      {"periodic", [](auto s) { return build<2>(box<2>(Side::Periodic, 16.0), {}, s); },
       [](auto s) { return build<3>(box<3>(Side::Periodic, 10.0), {.per_side = 5, .length = 10.0}, s); }},
      {"dense", [=](auto s) { return build<2>(box<2>(Side::Periodic, 6.5), dense, s); },
       [=](auto s) { return build<3>(box<3>(Side::Periodic, 6.5), dense, s); }},
      {"mixture", [=](auto s) { return build<2>(box<2>(Side::Periodic, 16.0), mixture, s); },
       [=](auto s) { return build<3>(box<3>(Side::Wall, 16.0), mixture, s); }},
      {"small_box",
       [](auto s) { return build<2>(box<2>(Side::Periodic, 2.5), {.per_side = 2, .length = 2.5}, s); },
       [](auto s) { return build<3>(box<3>(Side::Periodic, 2.5), {.per_side = 2, .length = 2.5}, s); }},
      {"one_ball",
       [](auto s) { return build<2>(box<2>(Side::Periodic, 2.0), {.per_side = 1, .length = 2.0}, s); },
       [](auto s) { return build<3>(box<3>(Side::Wall, 2.0), {.per_side = 1, .length = 2.0}, s); }},
      {"open",
       [](auto s) {
         return build<2>(open_space<2>({0.0, -1.0}), {}, s);
       },
       [](auto s) { return build<3>(open_space<3>(), {.per_side = 5, .length = 7.0}, s); }},
      {"falling", obstacle_course,
       [](auto s) {
         auto options = box<3>(Side::Wall, 10.0);
         options.gravity = {0.0, 0.0, -1.0};
         return build<3>(options, {.per_side = 5, .length = 10.0}, s);
       }},
      {"channel", [](auto s) { return build<2>(channel(), {}, s); },
       [](auto s) {
         return build<3>(box<3>(Side::Periodic, 5.0), {.per_side = 3, .length = 5.0, .radius = 0.8}, s);
       }},
  };
}

class SameBits : public testing::TestWithParam<Kind> {
 protected:
  /// What a run must give, in the plane and in space.
  template <int D>
  World<D> fresh(NeighbourSearch search = NeighbourSearch::Lists) const {
    if constexpr (D == 2) return GetParam().plane(search);
    if constexpr (D == 3) return GetParam().space(search);
  }

  template <int D>
  std::uint64_t at_once() const {
    World<D> world = fresh<D>();
    EXPECT_EQ(world.run_until(kUntil).outcome, RunOutcome::ReachedTime);
    return world.state_hash();
  }

  /// Runs `check` in both dimensions.
  template <typename Check>
  static void both(const Check& check) {
    check(std::integral_constant<int, 2>{});
    check(std::integral_constant<int, 3>{});
  }
};

TEST_P(SameBits, WithListsWithCellsAndWithout) {
  both([&](auto dimension) {
    constexpr int D = dimension;
    for (const NeighbourSearch search : {NeighbourSearch::AllPairs, NeighbourSearch::Automatic}) {
      World<D> world = fresh<D>(search);
      world.run_until(kUntil);
      EXPECT_EQ(world.state_hash(), at_once<D>());
      if (GetParam().name != "one_ball" && GetParam().name != "open") {
        EXPECT_GT(world.collisions(), world.size());
      }
    }
  });
}

TEST_P(SameBits, WithEveryInstructionSet) {
  both([&](auto dimension) {
    constexpr int D = dimension;
    for (const std::int64_t set : instruction_sets()) {
      const OnlyInstructionSet only(set);
      SCOPED_TRACE(hwy::TargetName(set));
      World<D> world = fresh<D>(NeighbourSearch::Automatic);
      world.run_until(kUntil);
      EXPECT_EQ(world.state_hash(), at_once<D>());
    }
  });
}

TEST_P(SameBits, WithAnyWindow) {
  both([&](auto dimension) {
    constexpr int D = dimension;
    for (const double window : {0.01, 0.3, 7.0, 100.0}) {
      World<D> world = fresh<D>(NeighbourSearch::Automatic);
      world.set_window(window);
      world.run_until(kUntil);
      EXPECT_EQ(world.state_hash(), at_once<D>()) << "windows of " << window;
    }
  });
}

TEST_P(SameBits, InPiecesOfTime) {
  both([&](auto dimension) {
    constexpr int D = dimension;
    World<D> world = fresh<D>(NeighbourSearch::Automatic);
    for (int k = 1; k <= 100; ++k) world.run_until(kUntil * k / 100.0);
    EXPECT_EQ(world.state_hash(), at_once<D>());
  });
}

TEST_P(SameBits, InPiecesOfEventsAndCollisionsAndBetweenStops) {
  both([&](auto dimension) {
    constexpr int D = dimension;
    for (const std::uint64_t budget : {1U, 7U, 1000U}) {
      World<D> world = fresh<D>();
      RunLimits limits;
      limits.events = budget;
      std::uint64_t before = 0;
      while (world.run_until(kUntil, limits).outcome == RunOutcome::Paused) {
        ASSERT_EQ(world.events(), before + budget);
        before = world.events();
      }
      EXPECT_EQ(world.state_hash(), at_once<D>()) << "budgets of " << budget;
    }
    World<D> world = fresh<D>();
    RunLimits limits;
    limits.collisions = 3;
    while (world.run_until(kUntil, limits).outcome == RunOutcome::ReachedCollisions) {
      ASSERT_EQ(world.collisions(), limits.collisions);
      limits.collisions += 3;
    }
    EXPECT_EQ(world.state_hash(), at_once<D>());
  });
}

TEST_P(SameBits, WhateverTheCallersFloatingPointSettings) {
  both([&](auto dimension) {
    constexpr int D = dimension;
    const std::uint64_t expected = at_once<D>();
    World<D> world = fresh<D>();
    std::fesetround(FE_DOWNWARD);
#if defined(__SSE2__)
    const unsigned settings = _mm_getcsr();
    _mm_setcsr(settings | 0x8040U);  // flush denormals
#endif
    world.run_until(kUntil);
#if defined(__SSE2__)
    _mm_setcsr(settings);
#endif
    const int mode = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(mode, FE_DOWNWARD);
    EXPECT_EQ(world.state_hash(), expected);
  });
}

INSTANTIATE_TEST_SUITE_P(Of, SameBits, testing::ValuesIn(kinds()),
                         [](const auto& kind) { return kind.param.name; });

/// So many bodies that what their events need is fetched ahead, by cells and by lists.
template <int D>
void expect_same_bits_of_many(WorldOptions<D> options, const GasOf& of) {
  options.space.sides[0] = Side::Wall;
  World<D> cells = build<D>(options, of, NeighbourSearch::Automatic);
  World<D> lists = build<D>(options, of, NeighbourSearch::Lists);
  RunLimits limits;
  limits.collisions = 2 * cells.size();  // until buckets are as long as they should be
  for (World<D>* world : {&cells, &lists})
    EXPECT_EQ(world->run_until(1e6, limits).outcome, RunOutcome::ReachedCollisions);
  EXPECT_EQ(cells.state_hash(), lists.state_hash());
}

TEST(SameBitsOfMany, WithCellsAndWithLists) {
  expect_same_bits_of_many<2>(box<2>(Side::Periodic, 360.0), {.per_side = 240, .length = 360.0});
  expect_same_bits_of_many<3>(box<3>(Side::Periodic, 60.0), {.per_side = 40, .length = 60.0});
}

TEST(StopFlag, EndsARunBetweenEventsWithoutTrace) {
  World<2> plain = build<2>(box<2>(Side::Wall, 16.0), {}, NeighbourSearch::Lists);
  plain.run_until(kUntil);
  World<2> world = build<2>(box<2>(Side::Wall, 16.0), {}, NeighbourSearch::Lists);
  std::atomic<bool> stop = true;
  RunLimits limits;
  limits.stop = &stop;
  EXPECT_EQ(world.run_until(kUntil, limits).outcome, RunOutcome::Interrupted);
  EXPECT_EQ(world.events(), 0U);
  stop = false;
  EXPECT_EQ(world.run_until(kUntil, limits).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.state_hash(), plain.state_hash());
}

TEST(StateHash, ChangesWithAnyBitOfAnyBody) {
  World<2> one(open_space<2>());
  World<2> other(open_space<2>());
  one.add(ball<2>({1.0, 0.0}, {1.0, 0.0}));
  other.add(ball<2>({1.0 + 0x1p-52, 0.0}, {1.0, 0.0}));
  EXPECT_NE(one.state_hash(), other.state_hash());
  World<2> signless(open_space<2>());
  signless.add(ball<2>({1.0, -0.0}, {1.0, -0.0}));
  EXPECT_EQ(one.state_hash(), signless.state_hash());
}

TEST(Scaling, ByPowersOfTwoScalesARunBitForBit) {
  // Lengths by 2^10, times by 2^-7; gravity goes along.
  constexpr double kLength = 0x1p10;
  constexpr double kTime = 0x1p-7;
  auto options = box<2>(Side::Wall, 16.0);
  options.gravity = {0.0, -1.0};
  options.restitution = 0.875;
  Random random(8);
  World<2> world = gas<2>(options, {}, random);
  auto scaled_options = box<2>(Side::Wall, 16.0 * kLength);
  scaled_options.gravity = {0.0, -kLength / (kTime * kTime)};
  scaled_options.restitution = 0.875;
  World<2> scaled(scaled_options);
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    const Body<2>& body = world.body({id});
    scaled.add(ball<2>({kLength * body.position[0], kLength * body.position[1]},
                       {kLength / kTime * body.velocity[0], kLength / kTime * body.velocity[1]},
                       kLength * std::get<Ball>(body.shape).radius, body.mass));
  }
  world.run_until(6.0);
  scaled.run_until(6.0 * kTime);
  EXPECT_GT(world.collisions(), 200U);
  EXPECT_EQ(scaled.collisions(), world.collisions());
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      EXPECT_EQ(scaled.state({id}).position[axis], kLength * world.state({id}).position[axis]);
      EXPECT_EQ(scaled.state({id}).velocity[axis], kLength / kTime * world.state({id}).velocity[axis]);
    }
  }
}

}  // namespace
}  // namespace firsthit
