#include "world/eventful_worlds.hpp"
#include "world/inside.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

// A snapshot is what the world was when it was taken, and stays so.

namespace firsthit {
namespace {

template <int D>
void expect_state(const BodyState<D>& found, const BodyState<D>& expected) {
  EXPECT_EQ(found.position, expected.position);
  EXPECT_EQ(found.velocity, expected.velocity);
  EXPECT_EQ(found.wraps, expected.wraps);
  EXPECT_EQ(found.acceleration, expected.acceleration);
}

/// What a world says now.
template <int D>
struct Then {
  explicit Then(const World<D>& world)
      : time(world.time()), collisions(world.collisions()), counted(world.statistics()) {
    for (std::uint32_t id = 0; id < world.size(); ++id) {
      is_there.push_back(world.contains({id}));
      states.push_back(is_there.back() ? world.state({id}) : BodyState<D>{});
    }
  }
  void expect(const Snapshot<D>& snapshot) const {
    EXPECT_EQ(snapshot.time(), time);
    EXPECT_EQ(snapshot.collisions(), collisions);
    ASSERT_EQ(snapshot.size(), states.size());
    for (std::uint32_t id = 0; id < states.size(); ++id) {
      SCOPED_TRACE(id);
      if (is_there[id]) {
        expect_state(snapshot.state({id}), states[id]);
      } else {
        EXPECT_THROW(static_cast<void>(snapshot.state({id})), InputError);
      }
    }
    const Statistics found = snapshot.statistics();
    EXPECT_EQ(found.impacts, counted.impacts);
    EXPECT_EQ(found.time, counted.time);
    EXPECT_EQ(found.kinetic_action, counted.kinetic_action);
    EXPECT_EQ(found.virial, counted.virial);
    EXPECT_EQ(found.path_length, counted.path_length);
  }

  double time;
  std::uint64_t collisions;
  Statistics counted;
  std::vector<bool> is_there;
  std::vector<BodyState<D>> states;
};

template <int D>
void expect_what_worlds_were() {
  for (const Eventful<D>& kind : eventful_worlds<D>()) {
    SCOPED_TRACE(kind.name);
    World<D> world = kind.make();
    world.measure({.path_length = true});
    std::vector<Snapshot<D>> snapshots;
    std::vector<Then<D>> expected;
    const auto take = [&] {
      if (snapshots.size() > 20) return;
      world.snapshot(snapshots.emplace_back());
      expected.emplace_back(world);
    };
    run_eventful(kind, world, {.after_run = take, .after_change = take, .events = 131});
    ASSERT_GT(snapshots.size(), 5U);
    for (std::size_t i = 0; i < snapshots.size(); ++i) expected[i].expect(snapshots[i]);
  }
}

TEST(Snapshot, IsWhatTheWorldWasInThePlane) { expect_what_worlds_were<2>(); }
TEST(Snapshot, IsWhatTheWorldWasInSpace) { expect_what_worlds_were<3>(); }

TEST(Snapshot, OfALargeGasIsByIdsWhereverTheyStandInMemory) {
  World<2> world = large_gas(NeighbourSearch::Automatic, 320, 0.5, false);
  world.measure({.drift = {0.1, 0.0}});
  RunLimits limits;
  limits.collisions = 20000;
  world.run_until(1e9, limits);
  Snapshot<2> snapshot;
  World<2> other = eventful::plain_gas<2>(Side::Wall);
  other.snapshot(snapshot);  // of which nothing is to stay
  world.snapshot(snapshot);
  const Then<2> then(world);
  limits.collisions = 40000;
  world.run_until(1e9, limits);
  then.expect(snapshot);
  world.snapshot(snapshot);  // into the same memory
  Then<2>(world).expect(snapshot);
}

/// What moves is told of inside the box; what is fixed, where it was put.
TEST(Snapshot, LeavesWhatIsFixedBeyondASideThatRepeats) {
  World<2> world(box<2>(Side::Periodic, 8.0));
  const BodyId post = world.add(fixed<2>(Ball{0.25}, {9.5, 3.0}));
  world.add(ball<2>({1.0, 1.0}, {1.0, 0.0}));
  world.run_until(20.0);
  Snapshot<2> snapshot;
  world.snapshot(snapshot);
  EXPECT_EQ(snapshot.state(post).position, (Vec<2>{9.5, 3.0}));
  expect_state(snapshot.state(post), world.state(post));
  expect_state(snapshot.state({1}), world.state({1}));
}

/// Taking one changes nothing that happens.
TEST(Snapshot, ChangesNothing) {
  World<2> alone = large_gas();
  World<2> world = large_gas();
  Snapshot<2> snapshot;
  RunLimits limits;
  for (limits.collisions = 1000; limits.collisions <= 10000; limits.collisions += 1000) {
    world.run_until(1e9, limits);
    world.snapshot(snapshot);
  }
  limits.collisions = 10000;
  alone.run_until(1e9, limits);
  EXPECT_EQ(world.state_hash(), alone.state_hash());
  EXPECT_EQ(world.events(), alone.events());
}

TEST(Snapshot, OfAWorldThatHasNotBegunBeginsIt) {
  World<3> world({.gravity = {0.0, 0.0, -1.0}});
  const BodyId id = world.add(ball<3>({1.0, 2.0, 3.0}, {0.5, 0.0, 0.0}));
  Snapshot<3> snapshot;
  world.snapshot(snapshot);
  EXPECT_EQ(snapshot.time(), 0.0);
  EXPECT_EQ(snapshot.state(id).position, (Vec<3>{1.0, 2.0, 3.0}));
  EXPECT_EQ(snapshot.state(id).acceleration, (Vec<3>{0.0, 0.0, -1.0}));
  world.run_until(2.0);
  EXPECT_EQ(snapshot.state(id).velocity, (Vec<3>{0.5, 0.0, 0.0}));
  EXPECT_THROW(static_cast<void>(snapshot.state({1})), InputError);
  EXPECT_THROW(static_cast<void>(snapshot.statistics()), InputError) << "nothing was measured";
  EXPECT_EQ(Snapshot<3>().size(), 0U);
  EXPECT_THROW(static_cast<void>(Snapshot<3>().state(id)), InputError);
}

}  // namespace
}  // namespace firsthit
