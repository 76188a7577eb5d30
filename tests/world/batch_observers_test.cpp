#include "world/eventful_worlds.hpp"
#include "world/inside.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

// Who is told of many events at a time is told of what an observer is told of.

namespace firsthit {
namespace {

/// All that is told of an event, and of whom it tells.
struct Told {
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> bodies;

  void add(std::uint64_t word) { words.push_back(word); }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  template <int D>
  void add(const Vec<D>& vector) {
    for (const double each : vector.c) add(each);
  }
  template <int D>
  void add(const ImpactSide<D>& side) {
    bodies.push_back(side.id.value);
    add(std::uint64_t{side.id.value});
    for (const Vec<D>& each : {side.position, side.velocity_before, side.velocity_after, side.acceleration})
      add(each);
    add(side.elapsed);
  }
  bool is_of(std::uint32_t a, std::uint32_t b) const {
    return std::any_of(bodies.begin(), bodies.end(), [&](std::uint32_t id) { return id == a || id == b; });
  }
  bool operator==(const Told&) const = default;
};

/// Keeps all of it, in order.
template <int D>
struct Log final : Observer<D> {
  std::vector<Told> events;
  std::size_t turns = 0;
  std::size_t passings = 0;

  void impact(const Impact<D>& impact) override {
    Told told;
    told.add(impact.index);
    told.add(impact.time);
    told.add(static_cast<std::uint64_t>(impact.kind));
    told.add(impact.a);
    told.add(impact.b);
    told.add(impact.point);
    told.add(impact.normal);
    for (const double each : {impact.impulse, impact.virial, impact.overlap}) told.add(each);
    events.push_back(told);
  }
  void turn(const Turn<D>& turn) override {
    Told told;
    told.add(turn.time);
    told.add(static_cast<std::uint64_t>(turn.kind));
    told.add(turn.body);
    told.add(std::uint64_t{turn.support.value});
    told.add(turn.acceleration_after);
    events.push_back(told);
    ++turns;
  }
  void passing(const Passing<D>& passing) override {
    Told told;
    told.add(passing.time);
    for (const BodyId id : {passing.a, passing.b}) {
      told.bodies.push_back(id.value);
      told.add(std::uint64_t{id.value});
    }
    told.add(std::uint64_t{passing.enters});
    events.push_back(told);
    ++passings;
  }
};

template <int D>
struct Batches final : BatchObserver<D> {
  Log<D> log;
  std::vector<std::size_t> sizes;
  void events(EventBatch<D>& batch) override {
    sizes.push_back(batch.size());
    batch.tell(log);
  }
};

template <int D>
void expect_the_same_events() {
  std::size_t turns = 0;
  std::size_t passings = 0;
  for (const Eventful<D>& kind : eventful_worlds<D>()) {
    SCOPED_TRACE(kind.name);
    World<D> plain = kind.make();
    Log<D> expected;
    plain.observe(expected);
    run_eventful(kind, plain);
    ASSERT_GT(expected.events.size(), 10U);

    World<D> world = kind.make();
    Batches<D> all;
    Batches<D> some;
    world.observe(all);
    world.observe(some, {BodyId{7}, BodyId{3}});
    run_eventful(kind, world);
    EXPECT_EQ(world.state_hash(), plain.state_hash());
    ASSERT_EQ(all.log.events.size(), expected.events.size());
    for (std::size_t i = 0; i < expected.events.size(); ++i)
      ASSERT_EQ(all.log.events[i], expected.events[i]) << i;
    std::vector<Told> of_some;
    for (const Told& told : expected.events)
      if (told.is_of(3, 7)) of_some.push_back(told);
    EXPECT_EQ(some.log.events, of_some);
    EXPECT_LT(of_some.size(), expected.events.size());
    turns += expected.turns;
    passings += expected.passings;
  }
  EXPECT_GT(turns, 100U);
  EXPECT_GT(passings, 10U);
}

TEST(BatchObservers, AreToldOfWhatAnObserverIsToldOfInThePlane) { expect_the_same_events<2>(); }
TEST(BatchObservers, AreToldOfWhatAnObserverIsToldOfInSpace) { expect_the_same_events<3>(); }

void run_on(World<2>& world, std::uint64_t collisions) {
  RunLimits limits;
  limits.collisions = world.collisions() + collisions;
  world.run_until(1e9, limits);
}

/// Balls that stand in memory as in space: what is told of them must be of ids.
TEST(BatchObservers, AreToldOfIdsWhereverBodiesStandInMemory) {
  World<2> plain = large_gas(NeighbourSearch::Automatic, 320, 0.5, false);
  World<2> world = large_gas(NeighbourSearch::Automatic, 320, 0.5, false);
  Inside<2> inside(world);
  inside.run(kForEver, 10);
  ASSERT_LT(way_to_next(inside), 2.0) << "they are in the order of space";
  Log<2> expected;
  plain.observe(expected);
  run_on(plain, 5000);
  Batches<2> all;
  run_on(world, 2000);  // they are put in order before anybody watches
  world.observe(all);
  run_on(world, 3000);
  EXPECT_GT(all.sizes.size(), 2U) << "no more than some hundred at a time";
  ASSERT_EQ(all.log.events.size(), 3000U);
  for (std::size_t i = 0; i < 3000; ++i) ASSERT_EQ(all.log.events[i], expected.events[i + 2000]) << i;
  EXPECT_EQ(world.state_hash(), plain.state_hash());
}

TEST(BatchObservers, OfSomeAreToldOfThemWhereverTheyStandInMemory) {
  World<2> plain = large_gas();
  Log<2> expected;
  plain.observe(expected);
  run_on(plain, 60000);
  World<2> world = large_gas();
  Batches<2> some;
  world.observe(some, {BodyId{5}, BodyId{102000}});
  run_on(world, 60000);
  std::vector<Told> of_some;
  for (const Told& told : expected.events)
    if (told.is_of(5, 102000)) of_some.push_back(told);
  EXPECT_GT(of_some.size(), 1U);
  EXPECT_EQ(some.log.events, of_some);
}

/// What one finds who asks a world.
struct Found {
  std::uint64_t events, hash;
  double time, action;
  std::vector<double> near;

  explicit Found(const World<2>& world)
      : events(world.events()),
        hash(world.state_hash()),
        time(world.time()),
        action(world.statistics().kinetic_action) {
    const BodyState<2> state = world.state({17});
    near.insert(near.end(), {state.position[0], state.position[1], state.velocity[0], state.velocity[1]});
    for (const Neighbour<2>& each : world.neighbours_within({17}, 0.5))
      near.insert(near.end(), {static_cast<double>(each.id.value), each.gap, each.time_to_collision});
    const auto nearest = world.nearest(Ball{0.25}, {100.0, 200.0});
    near.insert(near.end(), {static_cast<double>(nearest->body.value), nearest->distance});
  }
  bool operator==(const Found&) const = default;
};

/// Asks all that is const of a world, at every batch.
struct Curious final : BatchObserver<2> {
  explicit Curious(World<2>& asked) : world(asked) {}
  void events(EventBatch<2>& batch) override {
    EXPECT_LE(batch.impacts().back().time, world.time());
    EXPECT_LT(batch.impacts().back().index, world.collisions());
    found.emplace_back(world);
  }
  World<2>& world;
  std::vector<Found> found;
};

/// Whoever asks in the middle of a run is told what is told of a world that has run as far and stands.
TEST(BatchObservers, MayAskWhatIsConst) {
  World<2> alone = large_gas();
  World<2> world = large_gas();
  for (World<2>* each : {&alone, &world}) each->measure();
  Curious curious(world);
  world.observe(curious);
  run_on(world, 5000);
  ASSERT_GT(curious.found.size(), 2U);
  EXPECT_EQ(curious.found.back(), Found(world)) << "the last are handed over before the run returns";
  RunLimits limits;
  limits.collisions = 5000;
  for (const Found& found : curious.found) {
    limits.events = found.events - alone.events();
    alone.run_until(1e9, limits);
    EXPECT_EQ(Found(alone), found);
  }
  EXPECT_EQ(world.state_hash(), alone.state_hash());
}

/// A large gas of which all fly along rows, so that normals do, too.
World<2> rows() {
  World<2> like = large_gas();
  World<2> world(like.options());
  Random random(58);
  for (std::uint32_t id = 0; id < like.size(); ++id) {
    Body<2> body = like.body({id});
    body.velocity = {random.uniform(-1.0, 1.0), 0.0};
    world.add(body);
  }
  return world;
}

/// Takes the batches away.
struct Thief final : BatchObserver<2> {
  void events(EventBatch<2>& batch) override {
    taken.emplace_back();
    std::swap(taken.back(), batch);
  }
  std::vector<EventBatch<2>> taken;
};

TEST(BatchObservers, MayKeepABatch) {
  World<2> plain = large_gas();
  Log<2> expected;
  plain.observe(expected);
  run_on(plain, 2000);
  World<2> world = large_gas();
  Thief thief;
  world.observe(thief);
  run_on(world, 2000);
  Log<2> found;
  for (const EventBatch<2>& batch : thief.taken) batch.tell(found);
  EXPECT_EQ(found.events, expected.events);
}

/// Two wait at the obstacle until the frame ends, and go on then: by turns at its very end.
TEST(BatchObservers, AreToldOfAllOfAFrameBeforeItReturns) {
  World<2> world(open_space<2>());
  for (const double x : {-4.0, 4.0}) {
    Body<2> body = ball<2>({x, 0.0}, {-0.5 * x, 0.0});
    body.after_hit = AfterHit::Waits;
    world.add(body);
  }
  world.add(fixed<2>(Ball{1.0}, {0.0, 0.0}));
  Batches<2> told;
  Log<2> expected;
  world.observe(told);
  world.observe(expected);
  world.advance(4.0);
  EXPECT_EQ(expected.turns, 2U);
  EXPECT_EQ(told.log.events, expected.events);
}

/// The same at the end of a window, after which the run is stopped.
TEST(BatchObservers, AreToldOfAllOfARunThatIsStoppedAtAWindow) {
  std::atomic<bool> stop = false;
  World<2> world(open_space<2>());
  const BodyId body = world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  world.set_window(2.0, [&](World<2>& running) {
    running.set_velocity(body, {0.0, 1.0});
    stop = true;
  });
  Batches<2> told;
  world.observe(told);
  RunLimits limits;
  limits.stop = &stop;
  EXPECT_EQ(world.run_until(5.0, limits).outcome, RunOutcome::Interrupted);
  EXPECT_EQ(told.log.turns, 1U);
}

/// What an observer is told of an impact of two that fly along an axis has no negative zeros but theirs.
TEST(BatchObservers, AreToldOfTheSameZerosWherever) {
  World<2> plain = rows();
  World<2> world = rows();
  Inside<2> inside(world);
  inside.run(kForEver, 10);
  ASSERT_LT(way_to_next(inside), 3.0) << "they are in the order of space";
  Log<2> expected;
  plain.observe(expected);
  Batches<2> all;
  world.observe(all);
  for (World<2>* each : {&plain, &world}) run_on(*each, 5000);
  EXPECT_EQ(all.log.events, expected.events);
}

TEST(BatchObservers, AreToldNothingAfterTheyHaveGone) {
  World<2> world = large_gas();
  Batches<2> first;
  Batches<2> second;
  world.observe(first);
  world.observe(second);
  run_on(world, 100);
  world.unobserve(first);
  run_on(world, 100);
  EXPECT_EQ(first.log.events.size(), 100U);
  EXPECT_EQ(second.log.events.size(), 200U);
}

TEST(BatchObservers, OfNobodyThatIsThereAreRefused) {
  World<2> world;
  world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  Batches<2> some;
  EXPECT_THROW(world.observe(some, {BodyId{1}}), InputError);
}

}  // namespace
}  // namespace firsthit
