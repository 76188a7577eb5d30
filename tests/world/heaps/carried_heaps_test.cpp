#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "support/long_form.hpp"
#include "world/heaps/bins.hpp"
#include "world/slabs.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <sstream>
#include <vector>

// Bodies that rest together on what moves as it is told, and in worlds of which not all meet all others.

namespace firsthit {
namespace {

constexpr RunLimits kPlenty{.events = 1'000'000};

enum class Kind : std::uint8_t { Smooth, Rubs, Turns };

template <int D>
WorldOptions<D> falling(Kind kind, double restitution) {
  WorldOptions<D> options;
  options.gravity = along<D>(1, -1.0);
  options.restitution = restitution;
  options.friction = kind == Kind::Smooth ? 0.0 : 0.5;
  return options;
}

/// Crates a little off each other, above the first body, whose surface is at 1/4.
template <int D>
void add_crates(World<D>& world, Kind kind, int count) {
  for (int i = 0; i < count; ++i) {
    Body<D> crate = slab<D>(0.5, 0.5, BodyKind::Dynamic);
    crate.position = along<D>(0, 0.125 * (i % 3 - 1)) + along<D>(1, 0.75 + 0.125 + 1.125 * i);
    crate.spins = kind == Kind::Turns;
    world.add(crate);
  }
}

template <int D>
void expect_carried(const World<D>& world, const Vec<D>& velocity) {
  const Vec<D> lift = world.state({0}).position;
  const double rounding = 0x1p-48 * (max_abs(lift) + static_cast<double>(world.size()));
  for (std::uint32_t i = 1; i < world.size(); ++i) {
    const BodyState<D> state = world.state({i});
    EXPECT_EQ(state.velocity, velocity) << i;
    EXPECT_EQ(state.acceleration, Vec<D>{}) << i;
    EXPECT_EQ(state.angular_velocity, AngularVelocity<D>{}) << i;
    EXPECT_NEAR(state.position[1] - lift[1], i - 0.25, rounding) << i;
  }
  double press = 0.0;  // on what carries them: their weight, by Newton
  for (const RestingContact<D>& contact : world.contacts())
    if (contact.b == BodyId{0}) press += contact.force[1];
  EXPECT_NEAR(press, static_cast<double>(world.size() - 1), 0x1p-40);
}

template <int D>
void expect_a_lift_carries_crates() {
  for (const Kind kind : {Kind::Smooth, Kind::Rubs, Kind::Turns}) {
    for (const double restitution : {0.0, 0.5}) {
      if (D == 3 && kind == Kind::Turns && restitution == 0.0 && !long_form()) continue;
      std::vector<Vec<D>> ways{along<D>(1, 1.0), along<D>(1, -0.25)};
      if (kind != Kind::Smooth) ways.push_back(along<D>(0, 0.25) + along<D>(1, 0.125));
      for (const Vec<D>& velocity : ways) {
        SCOPED_TRACE(testing::Message() << D << " " << static_cast<int>(kind) << " " << restitution);
        World<D> world(falling<D>(kind, restitution));
        Body<D> lift = slab<D>(3.0, 0.25, BodyKind::Kinematic);
        lift.velocity = velocity;
        world.add(lift);
        add_crates(world, kind, 3);
        ASSERT_EQ(world.run_until(60.0, kPlenty).outcome, RunOutcome::ReachedTime);
        expect_carried(world, velocity);
        const std::uint64_t collisions = world.collisions();
        ASSERT_EQ(world.run_until(3660.0, kPlenty).outcome, RunOutcome::ReachedTime);
        EXPECT_EQ(world.collisions(), collisions);
        expect_carried(world, velocity);
        // It stops: they fly on, fall, and come to rest on it again.
        world.set_velocity({0}, Vec<D>{});
        ASSERT_EQ(world.run_until(3720.0, kPlenty).outcome, RunOutcome::ReachedTime);
        expect_carried(world, Vec<D>{});
      }
    }
  }
}

TEST(CarriedHeaps, GoAlongWithALift) {
  expect_a_lift_carries_crates<2>();
  expect_a_lift_carries_crates<3>();
}

// A smooth platform moves on under two crates, which stay where they are until its end has passed under the
// whole of the lower one.
TEST(CarriedHeaps, StayWhereTheyAreOnASmoothPlatformUntilItsEndHasPassed) {
  World<2> world(falling<2>(Kind::Smooth, 0.25));
  Body<2> platform = slab<2>(8.0, 0.25, BodyKind::Kinematic);
  platform.velocity = {0.125, 0.0};
  world.add(platform);
  Body<2> crate = slab<2>(0.5, 0.5, BodyKind::Dynamic);
  for (const double height : {0.75, 1.75}) {
    crate.position = {0.0, height + 0x1p-6};
    world.add(crate);
  }
  ASSERT_EQ(world.run_until(40.0, kPlenty).outcome, RunOutcome::ReachedTime);
  expect_carried(world, Vec<2>{});
  const std::uint64_t collisions = world.collisions();
  const double leaves = (8.0 + 0.5) / 0.125;
  ASSERT_EQ(world.run_until(leaves - 0x1p-20, kPlenty).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.collisions(), collisions);
  expect_carried(world, Vec<2>{});
  ASSERT_EQ(world.run_until(leaves + 1.0, kPlenty).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({1}).position[1], 0.75 - 0.5, 0x1p-20);  // they fall for a unit of time
}

TEST(CarriedHeaps, AreSavedAndGoOnBitForBit) {
  World<3> world(falling<3>(Kind::Turns, 0.25));
  Body<3> lift = slab<3>(3.0, 0.25, BodyKind::Kinematic);
  lift.velocity = {0.125, 0.25, 0.0};
  world.add(lift);
  add_crates(world, Kind::Turns, 3);
  ASSERT_EQ(world.run_until(60.0, kPlenty).outcome, RunOutcome::ReachedTime);
  expect_carried(world, lift.velocity);
  std::stringstream file;
  world.save(file);
  World<3> again = World<3>::load(file);
  for (World<3>* one : {&world, &again}) {
    one->set_velocity({0}, {0.0, -0.125, 0.0});
    ASSERT_EQ(one->run_until(100.0, kPlenty).outcome, RunOutcome::ReachedTime);
  }
  EXPECT_EQ(world.state_hash(), again.state_hash());
}

// A bin that is carried along holds what is poured into it as one that stands.
TEST(CarriedHeaps, ThatWerePouredRestInABinThatIsCarried) {
  for (std::uint64_t seed = 0; seed < (long_form() ? 100 : 4); ++seed) {
    Random random(seed);
    const Vec<2> velocity{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
    World<2> world(falling<2>(Kind::Rubs, random.uniform(0.0, 0.8)));
    const double half = random.uniform(1.0, 3.0);
    std::vector<Body<2>> sides{slab<2>(half + 1.0, 0.5, BodyKind::Kinematic),
                               slab<2>(0.5, 100.0, BodyKind::Kinematic),
                               slab<2>(0.5, 100.0, BodyKind::Kinematic)};
    sides[0].position = {0.0, -0.5};
    sides[1].position = {-half - 0.5, 99.0};
    sides[2].position = {half + 0.5, 99.0};
    for (Body<2>& side : sides) {
      side.velocity = velocity;
      world.add(side);
    }
    double top = 0.0;
    for (int i = 0; i < 8; ++i) {
      const double size = random.uniform(0.2, 0.5);
      const bool is_ball = random.uniform(0.0, 1.0) < 0.5;
      Body<2> body = slab<2>(size, size, BodyKind::Dynamic);
      if (is_ball) body.shape = Ball{size};
      body.position = {random.uniform(size - half, half - size), top + size + 0.1};
      body.velocity = velocity;
      top += 2.0 * size + 0.1;
      world.add(body);
    }
    ASSERT_EQ(world.run_until(200.0, RunLimits{.events = 5'000'000}).outcome, RunOutcome::ReachedTime)
        << seed;
    double deepest = 0.0;
    for (std::uint32_t i = 0; i < world.size(); ++i) {
      EXPECT_EQ(world.state({i}).velocity, velocity) << seed << " " << i;
      for (std::uint32_t k = 0; k < i && i >= sides.size(); ++k)
        deepest = std::min(deepest, gap_of(world.body({i}), world.body({k})));
    }
    EXPECT_GE(deepest, -1e-11) << seed;
    expect_balance(world);
  }
}

// Two columns of crates at one place, of categories that do not meet: each stands as if alone. What only
// notes who is in it hinders nobody, and a wheel on an axle is in nobody's way.
TEST(CarriedHeaps, StandWhereOthersDoNotMeetThem) {
  for (const Kind kind : {Kind::Smooth, Kind::Rubs, Kind::Turns}) {
    World<2> world(falling<2>(kind, 0.5));
    world.add(slab<2>(3.0, 0.25, BodyKind::Fixed));
    Body<2> sensor = slab<2>(1.0, 1.5, BodyKind::Fixed);
    sensor.position = {0.0, 1.5};
    sensor.sensor = true;
    Body<2> wheel;
    wheel.shape = Ball{0.25};
    wheel.position = {10.0, 0.0};
    wheel.kind = BodyKind::Pinned;
    wheel.spins = true;
    wheel.angular_velocity = 1.0;
    for (const std::uint32_t category : {2U, 4U}) {
      for (int i = 0; i < 3; ++i) {
        Body<2> crate = slab<2>(0.5, 0.5, BodyKind::Dynamic);
        crate.position = {category == 2U ? 0.0 : 0.25, 0.75 + 0.125 + (category == 2U ? 1.125 : 1.25) * i};
        crate.spins = kind == Kind::Turns;
        crate.filter = {.category = category, .mask = 1U | category};
        world.add(crate);
      }
    }
    world.add(sensor);
    world.add(wheel);
    ASSERT_EQ(world.run_until(60.0, kPlenty).outcome, RunOutcome::ReachedTime);
    for (std::uint32_t i = 1; i <= 6; ++i) {
      EXPECT_TRUE(is_at_rest(world, i)) << i;
      EXPECT_NEAR(world.state({i}).position[1], 0.75 + (i - 1) % 3, 0x1p-46) << i;
      EXPECT_NEAR(world.state({i}).position[0], i <= 3 ? 0.0 : 0.25, 0x1p-20) << i;
    }
    double press = 0.0;
    for (const RestingContact<2>& contact : world.contacts())
      if (contact.b == BodyId{0}) press += contact.force[1];
    EXPECT_NEAR(press, 6.0, 0x1p-40);
    expect_nothing_happens(world, 3600.0);
  }
}

// A crate stands on a shelf, and flush with that on a stack which it does not meet. When the shelf is pulled
// away it falls through the stack.
TEST(CarriedHeaps, AreNotHeldByWhatTheyDoNotMeet) {
  for (const Kind kind : {Kind::Smooth, Kind::Rubs, Kind::Turns}) {
    World<2> world(falling<2>(kind, 0.5));
    world.add(slab<2>(3.0, 0.25, BodyKind::Fixed));
    Body<2> shelf = slab<2>(0.5, 0.25, BodyKind::Kinematic);
    shelf.position = {0.0, 2.0};
    shelf.filter = {.category = 4U, .mask = 4U};
    const BodyId pulled = world.add(shelf);
    Body<2> crate = slab<2>(0.5, 0.5, BodyKind::Dynamic);
    crate.spins = kind == Kind::Turns;
    crate.filter = {.category = 2U, .mask = 1U | 2U};
    for (const double height : {0.875, 2.0}) {
      crate.position = {0.0, height};
      world.add(crate);
    }
    crate.position = {0.0625, 3.0};
    crate.filter = {.category = 4U, .mask = 1U | 4U};
    const BodyId id = world.add(crate);
    ASSERT_EQ(world.run_until(60.0, kPlenty).outcome, RunOutcome::ReachedTime);
    ASSERT_NEAR(world.state(id).position[1], 2.75, 0x1p-46);
    world.set_velocity(pulled, {16.0, 0.0});
    ASSERT_EQ(world.run_until(120.0, kPlenty).outcome, RunOutcome::ReachedTime);
    EXPECT_NEAR(world.state(id).position[1], 0.75, 0x1p-46);
    EXPECT_NEAR(world.state({3}).position[1], 1.75, 0x1p-46);
  }
}

// A press comes down on a stack: the run ends when there is no room any more, and says who.
TEST(CarriedHeaps, AreCrushedWhenThereIsNoRoomAnyMore) {
  for (const Kind kind : {Kind::Smooth, Kind::Rubs, Kind::Turns}) {
    World<2> world(falling<2>(kind, 0.5));
    world.add(slab<2>(3.0, 0.25, BodyKind::Fixed));
    add_crates(world, kind, 3);
    Body<2> press = slab<2>(3.0, 0.25, BodyKind::Kinematic);
    press.position = {0.0, 20.5};
    const BodyId id = world.add(press);
    ASSERT_EQ(world.run_until(60.0, kPlenty).outcome, RunOutcome::ReachedTime);
    world.set_velocity(id, {0.0, -1.0});
    const RunResult run = world.run_until(100.0, kPlenty);
    EXPECT_EQ(run.outcome, RunOutcome::Crushed);
    EXPECT_NEAR(world.time(), 60.0 + (20.25 - 3.25), 1e-9);
    EXPECT_NE(std::find(run.culprits.begin(), run.culprits.end(), id), run.culprits.end());
  }
}

}  // namespace
}  // namespace firsthit
