#include "world/inside.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

// Which number a body has inside changes nothing that happens.

namespace firsthit {
namespace {

/// Every body of the one is as it is in the other, by ids.
template <int D>
void expect_same(Inside<D>& found, Inside<D>& expected) {
  const auto by_id = [](Inside<D>& inside) {
    const Engine<D>& engine = *inside.impl().engine;
    std::vector<Id> numbers(engine.records().size());
    for (Id body = 0; body < numbers.size(); ++body) numbers[engine.stable_id(body)] = body;
    return numbers;
  };
  const std::vector<Id> of_found = by_id(found);
  const std::vector<Id> of_expected = by_id(expected);
  EXPECT_EQ(found.impl().engine->now(), expected.impl().engine->now());
  for (Id id = 0; id < of_found.size(); ++id) {
    const Record<D>& a = found.impl().engine->records()[of_found[id]];
    const Record<D>& b = expected.impl().engine->records()[of_expected[id]];
    ASSERT_EQ(a.position, b.position) << id;
    ASSERT_EQ(a.velocity, b.velocity) << id;
    ASSERT_EQ(a.clock, b.clock) << id;
    for (std::size_t axis = 0; axis < D; ++axis)
      ASSERT_EQ(found.impl().wraps.along(of_found[id], axis),
                expected.impl().wraps.along(of_expected[id], axis));
  }
}

template <int D>
World<D> gas_of_seven(Side sides, double length, double smallest, Random& random) {
  return gas<D>(box<D>(sides, length), {.per_side = 7, .length = length, .radius = 0.5, .smallest = smallest},
                random);
}

/// The order changes after so many collisions, again and again.
template <int D>
void run_in_many_orders(const World<D>& world, std::uint64_t lasts, Random& random) {
  Inside<D> plain(world);
  Inside<D> shuffled(world);
  for (std::uint64_t collisions = 0; collisions < 20 * lasts; collisions += lasts) {
    plain.run(collisions);
    shuffled.run(collisions);
    expect_same(shuffled, plain);
    shuffled.shuffle(random);
  }
  EXPECT_EQ(shuffled.impl().engine->collisions(), plain.impl().engine->collisions());
}

TEST(Order, OfAGasChangesNothing) {
  Random random(51);
  for (const Side sides : {Side::Periodic, Side::Wall}) {
    for (const double length : {7.5, 10.0}) {
      for (const double smallest : {1.0, 0.3}) {
        SCOPED_TRACE(std::to_string(length) + " " + std::to_string(smallest));
        run_in_many_orders(gas_of_seven<2>(sides, length, smallest, random), 50, random);
        run_in_many_orders(gas_of_seven<3>(sides, length, smallest, random), 350, random);
      }
    }
  }
}

/// Balls on a lattice, which fly along its axes at one speed: very many meet at one instant, and whom a ball
/// meets first is for ids to tell.
TEST(Order, OfSimultaneousImpactsIsThatOfIds) {
  Random random(52);
  for (std::uint64_t round = 0; round < 10; ++round) {
    World<2> world(box<2>(Side::Periodic, 32.0));
    for (int i = 0; i < 64; ++i) {
      const double speed = random.below(2) == 0 ? 1.0 : -1.0;
      const bool along_x = random.below(2) == 0;
      world.add(ball<2>({4.0 * (i % 8), 4.0 * (i / 8)}, {along_x ? speed : 0.0, along_x ? 0.0 : speed}));
    }
    run_in_many_orders(world, 1 + 3 * round, random);
  }
}

/// Both fly as fast through very many boxes, so that what is left of their separation is what sums round.
TEST(Order, OfTwoTurnsTheirSeparationExactlyRound) {
  Random random(56);
  const Timebase timebase(0x1p-10);
  Period<3> period;
  period.length = {1.0, 2.0, 0.0};
  const FreeFlight<3> flight({}, period, timebase);
  for (int round = 0; round < 20000; ++round) {
    Record<3> a;
    Record<3> b;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      a.position[axis] = random.uniform();
      b.position[axis] = random.uniform();
      a.velocity[axis] = std::ldexp(random.uniform(-1.0, 1.0), static_cast<int>(random.below(46)));
      b.velocity[axis] = a.velocity[axis] + std::ldexp(random.uniform(-1.0, 1.0), 20);
    }
    a.clock = timebase.after(Instant{}, random.uniform(0.0, 100.0));
    b.clock = timebase.after(a.clock, std::ldexp(random.uniform(), -20));
    const Instant time = timebase.after(b.clock, random.uniform(0.0, 10.0));
    const Image<3> image = flight.nearest_image(0, a, 1, b, time);
    const Image<3> turned{-image[0], -image[1], -image[2]};
    ASSERT_EQ(flight.separation(0, a, 1, b, image, time), -flight.separation(1, b, 0, a, turned, time));
  }
}

/// In a box of which a ball flies through many between two impacts.
TEST(Order, OfLongFlightsChangesNothing) {
  Random random(53);
  for (int round = 0; round < 8; ++round) {
    World<3> world(box<3>(Side::Periodic, 16.0));
    for (int i = 0; i < 8; ++i)
      world.add(ball<3>({4.0 + 8.0 * (i % 2), 4.0 + 8.0 * (i / 2 % 2), 4.0 + 8.0 * (i / 4)},
                        {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)},
                        0.2));
    run_in_many_orders(world, 8, random);
  }
}

TEST(Order, OfALargeDenseGasIsThatOfSpaceTimeAndAgain) {
  const World<2> world = large_gas();
  Inside<2> inside(world);
  EXPECT_GT(way_to_next(inside), 50.0);
  inside.run(kForEver, 10);
  EXPECT_LT(way_to_next(inside), 2.0);
  Random random(55);
  inside.shuffle(random);
  EXPECT_GT(way_to_next(inside), 50.0);
  inside.run(kForEver, 32 * world.size());
  EXPECT_LT(way_to_next(inside), 2.0) << "again, after that many events";
}

TEST(Order, OfAVeryLargeThinGasIsThatOfSpaceAndChangesNothing) {
  World<2> ordered = large_gas(NeighbourSearch::Automatic, 710, 0.3);
  Inside<2> inside(ordered);
  inside.run(kForEver, 10);
  EXPECT_LT(way_to_next(inside), 2.0);
  World<2> plain = large_gas(NeighbourSearch::Lists, 710, 0.3);
  RunLimits limits;
  limits.collisions = 50000;
  for (World<2>* world : {&ordered, &plain}) world->run_until(1e9, limits);
  EXPECT_EQ(ordered.state_hash(), plain.state_hash());
}

/// What a world tells of its bodies, and what is done to them, goes by ids. (With lists it is always in their
/// order.)
TEST(Order, IsSeenByNobody) {
  World<2> ordered = large_gas();
  World<2> plain = large_gas(NeighbourSearch::Lists);
  const auto step = [&](std::uint64_t collisions) {
    RunLimits limits;
    limits.collisions = ordered.collisions() + collisions;
    for (World<2>* world : {&ordered, &plain})
      ASSERT_EQ(world->run_until(1e9, limits).outcome, RunOutcome::ReachedCollisions);
    ASSERT_EQ(ordered.state_hash(), plain.state_hash());
    for (std::uint32_t id = 0; id < ordered.size(); id += 997) {
      const BodyState<2> a = ordered.state({id});
      const BodyState<2> b = plain.state({id});
      ASSERT_EQ(a.position, b.position);
      ASSERT_EQ(a.velocity, b.velocity);
      ASSERT_EQ(a.wraps, b.wraps);
      ASSERT_EQ(ordered.body({id}).position, b.position);
    }
  };
  const auto both = [&](const auto& change) {
    change(ordered);
    change(plain);
  };
  step(20000);
  both([](World<2>& world) { world.set_velocity({4321}, {0.5, -3.0}); });
  step(20000);
  both([](World<2>& world) { world.set_velocity({77}, {1e6, 0.0}); });  // the clock becomes finer
  step(20000);
  std::vector<std::vector<Neighbour<2>>> near;
  both([&](World<2>& world) { near.push_back(world.neighbours_within({1234}, 1.0)); });
  ASSERT_EQ(near[0].size(), near[1].size());
  ASSERT_GT(near[0].size(), 2U);
  for (std::size_t i = 0; i < near[0].size(); ++i) ASSERT_EQ(near[0][i].id, near[1][i].id);
  step(20000);
}

TEST(Order, IsThatOfIdsForWhoWatches) {
  World<2> ordered = large_gas();
  World<2> plain = large_gas(NeighbourSearch::Lists);
  Watcher<2> first;
  plain.observe(first);
  Watcher<2> later;
  RunLimits limits;
  limits.collisions = 3000;
  for (World<2>* world : {&ordered, &plain}) world->run_until(1e9, limits);
  ordered.observe(later);
  limits.collisions = 5000;
  for (World<2>* world : {&ordered, &plain}) world->run_until(1e9, limits);
  ASSERT_EQ(later.impacts.size(), 2000U);
  for (std::size_t i = 0; i < later.impacts.size(); ++i) {
    ASSERT_EQ(later.impacts[i].a.id, first.impacts[3000 + i].a.id);
    ASSERT_EQ(later.impacts[i].b.id, first.impacts[3000 + i].b.id);
    ASSERT_EQ(later.impacts[i].normal, first.impacts[3000 + i].normal);
  }
}

TEST(Order, IsThatOfIdsOnceSomebodyAsksOrComes) {
  using Change = void (*)(World<2>&);
  const std::vector<Change> changes{
      [](World<2>& world) { world.remove({5}); },
      [](World<2>& world) { world.set_position({5}, world.state({5}).position); },
      [](World<2>& world) { world.set_response(Material{}, Material{}, Response::Slide); },
      [](World<2>& world) { EXPECT_FALSE(world.predicted_impacts(3).empty()); },
      [](World<2>& world) { world.time_to_collision({1}, {2}); },
      [](World<2>& world) {
        EXPECT_EQ(world.overlaps(Ball{0.0}, world.state({9}).position).at(0), BodyId{9});
      }};
  for (const Change change : changes) {
    World<2> ordered = large_gas();
    World<2> plain = large_gas(NeighbourSearch::Lists);
    for (World<2>* world : {&ordered, &plain}) {
      RunLimits limits;
      limits.collisions = 3000;
      world->run_until(1e9, limits);
      change(*world);
      limits.collisions = 6000;
      world->run_until(1e9, limits);
    }
    EXPECT_EQ(ordered.state_hash(), plain.state_hash());
  }
}

}  // namespace
}  // namespace firsthit
