#include "core/vec_math.hpp"
#include "world/slabs.hpp"

#include <firsthit/error.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

// What becomes of those who are pressed against what does not give way, and of who presses them.

namespace firsthit {
namespace {

constexpr RunLimits kPlenty{.events = 1'000'000};

template <int D>
struct Told final : Observer<D> {
  void turn(const Turn<D>& turn) override {
    if (turn.kind == TurnKind::Crushed) crushed.push_back(turn);
  }
  void passing(const Passing<D>& passing) override { passings.push_back(passing); }
  std::vector<Turn<D>> crushed;
  std::vector<Passing<D>> passings;
};

struct Pile {
  double gravity = 1.0;
  double restitution = 0.5;
  bool rubs = false;
  bool turns = false;
  bool balls = false;
  int count = 3;
};

std::vector<Pile> piles() {
  std::vector<Pile> all;
  for (const double restitution : {0.0, 0.5}) {
    for (const double gravity : {0.0, 1.0}) {
      for (const bool rubs : {false, true}) all.push_back({gravity, restitution, rubs});
      for (const bool balls : {false, true}) all.push_back({gravity, restitution, true, true, balls, 1});
    }
    all.push_back({1.0, restitution, true, true});
  }
  return all;
}

/// A floor with its surface at 1/4, what stands on it, as many as are told, and a press that comes down from
/// 10 above it.
template <int D>
struct Room {
  Room(const Pile& pile, OnCrush on_crush) : count(static_cast<std::uint32_t>(pile.count)) {
    WorldOptions<D> options;
    options.gravity = along<D>(1, -pile.gravity);
    options.restitution = pile.restitution;
    options.friction = pile.rubs ? 0.5 : 0.0;
    world = World<D>(options);
    world.add(slab<D>(3.0, 0.25, BodyKind::Fixed));
    for (int i = 0; i < pile.count; ++i) {
      Body<D> body = slab<D>(0.5, 0.5, BodyKind::Dynamic);
      if (pile.balls) body.shape = Ball{0.5};
      body.spins = pile.turns;
      body.position = along<D>(0, 0.125 * (i % 3 - 1)) + along<D>(1, 0.75 + i);
      world.add(body);
    }
    Body<D> body = slab<D>(3.0, 0.25, BodyKind::Kinematic);
    body.position = along<D>(1, 10.5);
    body.velocity = along<D>(1, -1.0);
    body.on_crush = on_crush;
    press = world.add(body);
    world.observe(told);
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room() { world.unobserve(told); }

  double height(BodyId id) const { return world.state(id).position[1]; }
  double fastest() const {
    double most = 0.0;
    for (std::uint32_t i = 1; i <= count; ++i) most = std::max(most, length(world.state({i}).velocity));
    return most;
  }

  World<D> world;
  Told<D> told;
  BodyId press;
  std::uint32_t count;
};

template <int D>
void expect_stops(const Pile& pile) {
  Room<D> room(pile, OnCrush::Stops);
  ASSERT_EQ(room.world.run_until(20.0, kPlenty).outcome, RunOutcome::ReachedTime);
  // It touches them once it has come so far; where it stands it is further back, by 2^-30 of the smallest
  // size, which is at most sqrt(3) / 2, and what is rounded when those who turn are pressed together.
  ASSERT_FALSE(room.told.crushed.empty());
  EXPECT_NEAR(room.told.crushed[0].time, 10.0 - pile.count, 0x1p-30);
  EXPECT_EQ(room.told.crushed[0].body.id, room.press);
  EXPECT_EQ(room.told.crushed[0].support, room.press);
  for (std::size_t i = 1; i < room.told.crushed.size(); ++i) {
    EXPECT_EQ(room.told.crushed[i].support, room.press);
    EXPECT_EQ(length(room.told.crushed[i].body.velocity_after), 0.0);
  }
  EXPECT_EQ(room.world.state(room.press).velocity[1], 0.0);
  EXPECT_NEAR(room.height(room.press), 0.5 + pile.count, 0x1p-29);
  EXPECT_GE(room.height(room.press), 0.5 + pile.count - 0x1p-40);
  EXPECT_EQ(room.fastest(), 0.0);
  EXPECT_EQ(room.world.body(room.press).on_crush, OnCrush::Stops);
  // It is a shelf from now on, and can be taken up again; those who were crushed stay where they are.
  const std::uint64_t before = room.world.collisions();
  ASSERT_EQ(room.world.run_until(3620.0, kPlenty).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(room.world.collisions(), before);
  room.world.set_velocity(room.press, along<D>(1, 1.0));
  ASSERT_EQ(room.world.run_until(3622.0, kPlenty).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(room.height(room.press), 2.5 + pile.count, 0x1p-29);
  for (std::uint32_t i = 1; i <= room.count; ++i) EXPECT_NEAR(room.height({i}), i - 0.25, 0x1p-29) << i;
}

TEST(Crushes, StopWhoHasCrushedOthersAndTheyStandOnIfHeIsToldSo) {
  for (const Pile& pile : piles()) {
    expect_stops<2>(pile);
    expect_stops<3>(pile);
  }
}

template <int D>
void expect_passes(const Pile& pile) {
  Room<D> room(pile, OnCrush::Passes);
  ASSERT_EQ(room.world.run_until(25.0, kPlenty).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(room.height(room.press), 10.5 - 25.0, pile.count * 0x1p-29);
  EXPECT_EQ(room.world.state(room.press).velocity[1], -1.0);
  std::vector<int> times(room.count + 1);
  for (const Passing<D>& passing : room.told.passings) {
    EXPECT_EQ(passing.b, room.press);
    ASSERT_TRUE(passing.a.value >= 1 && passing.a.value <= room.count);
    int& before = times[passing.a.value];
    EXPECT_EQ(passing.enters, before == 0) << passing.a.value;
    // Its surface meets theirs above, and its other one leaves theirs below, a side's width and its own
    // later.
    const double enters = 10.0 - passing.a.value;
    EXPECT_NEAR(passing.time, before == 0 ? enters : enters + 1.5, 0x1p-26);
    ++before;
  }
  for (std::uint32_t i = 1; i <= room.count; ++i) {
    EXPECT_EQ(times[i], 2) << i;
    EXPECT_NEAR(room.height({i}), i - 0.25, 0x1p-26) << i;
  }
  EXPECT_EQ(room.fastest(), 0.0);
}

TEST(Crushes, GoOnThroughThoseWhoWereCrushedIfHeIsToldSo) {
  for (const Pile& pile : piles()) {
    if (pile.gravity == 0.0 && pile.turns) continue;  // nothing holds them, so they go where rounding leads
    expect_passes<2>(pile);
    expect_passes<3>(pile);
  }
}

// A body that bounces between a floor and a press, which comes down at 1, gets no faster than (1 + e) /
// (1 - e^2) = 2; of three, one may get what all of them have. (Speeds with which all would part, where nobody
// can, came to 23,000.)
TEST(Crushes, MakeNobodyFasterThanThePressAndItsBouncesDo) {
  Room<3> room({.rubs = true, .turns = true}, OnCrush::EndsRun);
  const RunResult run = room.world.run_until(20.0, kPlenty);
  EXPECT_EQ(run.outcome, RunOutcome::Crushed);
  EXPECT_NE(std::find(run.culprits.begin(), run.culprits.end(), room.press), run.culprits.end());
  EXPECT_LE(room.fastest(), 6.0);
}

// What loses nothing gets ever faster, until the clock cannot follow: then there is still some room.
TEST(Crushes, OfWhatLosesNothingLeaveItStanding) {
  for (const bool turns : {false, true}) {
    for (const OnCrush on_crush : {OnCrush::Stops, OnCrush::Passes}) {
      Room<2> room({.gravity = 0.0, .restitution = 1.0, .turns = turns, .count = 1}, on_crush);
      ASSERT_EQ(room.world.run_until(20.0, kPlenty).outcome, RunOutcome::ReachedTime);
      EXPECT_EQ(room.fastest(), 0.0);
      EXPECT_EQ(room.told.passings.size(), on_crush == OnCrush::Passes ? 2U : 0U);
      ASSERT_FALSE(room.told.crushed.empty());
      EXPECT_NEAR(room.told.crushed[0].time, 9.0, 0x1p-6);
      EXPECT_NEAR(room.height({1}), 0.75, 0x1p-6);
      EXPECT_NEAR(room.height(room.press), on_crush == OnCrush::Passes ? -9.5 : 1.5, 0x1p-6);
    }
  }
}

// One of two presses ends the run: no matter what the other would do.
TEST(Crushes, EndTheRunIfEitherPressIsToldSo) {
  for (const OnCrush of_other : {OnCrush::EndsRun, OnCrush::Stops, OnCrush::Passes}) {
    World<2> world({.restitution = 0.5});
    world.add({.shape = Ball{0.5}, .position = {0.125, 0.0}});
    Body<2> press = slab<2>(0.5, 2.0, BodyKind::Kinematic);
    press.position = {-3.0, 0.0};
    press.velocity = {1.0, 0.0};
    const BodyId left = world.add(press);
    press.position = {3.0, 0.0};
    press.velocity = {-1.0, 0.0};
    press.on_crush = of_other;
    const BodyId right = world.add(press);
    const RunResult run = world.run_until(10.0, kPlenty);
    EXPECT_EQ(run.outcome, RunOutcome::Crushed);
    EXPECT_EQ(run.culprits.size(), 3U);
    EXPECT_NEAR(world.time(), 2.0, 1e-9);
    EXPECT_EQ(world.state(left).velocity[0], 1.0);
    EXPECT_EQ(world.state(right).velocity[0], -1.0);
  }
}

// A door turns against a wall, and a ball is in between.
template <int D>
void expect_door(OnCrush on_crush) {
  World<D> world({.restitution = 0.25});
  world.add([] {
    Body<D> wall = slab<D>(6.0, 0.5, BodyKind::Fixed);
    wall.position = along<D>(1, -0.5);
    return wall;
  }());
  Body<D> ball;
  ball.shape = Ball{0.25};
  ball.position = along<D>(0, 2.0) + along<D>(1, 0.25);
  world.add(ball);
  Body<D> door = slab<D>(0.125, 0.125, BodyKind::Kinematic);
  auto& box = std::get<Box<D>>(door.shape);
  box.half_extents[0] = 3.0;
  door.position = along<D>(1, 0.375);
  door.spins = true;
  // It leans, and is to lie on the wall.
  const double turn = 0.25;
  if constexpr (D == 2) {
    door.orientation = {1.0, turn};
    door.angular_velocity = -0.125;
  } else {
    door.orientation = {1.0, 0.0, 0.0, turn};
    door.angular_velocity = along<D>(2, -0.125);
  }
  door.on_crush = on_crush;
  const BodyId id = world.add(door);
  Told<D> told;
  world.observe(told);
  const RunResult run = world.run_until(16.0, kPlenty);
  world.unobserve(told);
  EXPECT_EQ(run.outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(told.crushed.empty(), false);
  const bool turns = world.state(id).angular_velocity != AngularVelocity<D>{};
  EXPECT_EQ(turns, on_crush == OnCrush::Passes);
  EXPECT_EQ(told.passings.empty(), on_crush == OnCrush::Stops);
}

TEST(Crushes, KnowDoorsThatTurn) {
  for (const OnCrush on_crush : {OnCrush::Stops, OnCrush::Passes}) {
    expect_door<2>(on_crush);
    expect_door<3>(on_crush);
  }
}

// A press meets a ball through the side of a box that repeats.
TEST(Crushes, AreSeenThroughRepeatingSides) {
  for (const OnCrush on_crush : {OnCrush::Stops, OnCrush::Passes}) {
    WorldOptions<2> options;
    options.space = {{0.0, 0.0}, {8.0, 4.0}, {Side::Periodic, Side::Wall}};
    options.restitution = 0.5;
    World<2> world(options);
    Body<2> post = slab<2>(0.25, 1.0, BodyKind::Fixed);
    post.position = {1.75, 2.0};
    world.add(post);
    world.add({.shape = Ball{0.5}, .position = {1.0, 2.0}});
    Body<2> press = slab<2>(0.25, 1.0, BodyKind::Kinematic);
    press.position = {4.0, 2.0};
    press.velocity = {1.0, 0.0};
    press.on_crush = on_crush;
    const BodyId id = world.add(press);
    Told<2> told;
    world.observe(told);
    ASSERT_EQ(world.run_until(7.0, kPlenty).outcome, RunOutcome::ReachedTime);
    world.unobserve(told);
    // Its surface is at 1/2 of the next box after 4.25; it has gone through the ball 1.5 later.
    ASSERT_FALSE(told.crushed.empty());
    EXPECT_NEAR(told.crushed[0].time, 4.25, 0x1p-29);
    if (on_crush == OnCrush::Stops) {
      EXPECT_NEAR(world.state(id).position[0], 0.25, 0x1p-29);
    } else {
      ASSERT_EQ(told.passings.size(), 2U);
      EXPECT_NEAR(told.passings[1].time, 4.25 + 1.5, 0x1p-26);
      EXPECT_NEAR(world.state(id).position[0], 3.0, 0x1p-26);
    }
    EXPECT_NEAR(world.state({1}).position[0], 1.0, 0x1p-29);
  }
}

// A world that is saved while its press is in others goes on as it would have.
TEST(Crushes, AreSaved) {
  Room<2> room({.rubs = true}, OnCrush::Passes);
  room.world.run_until(7.0, kPlenty);
  ASSERT_EQ(room.told.passings.size(), 1U);
  std::ostringstream saved;
  room.world.save(saved);
  std::istringstream in(saved.str());
  World<2> again = World<2>::load(in);
  EXPECT_EQ(again.body(room.press).on_crush, OnCrush::Passes);
  ASSERT_EQ(room.world.run_until(25.0, kPlenty).outcome, RunOutcome::ReachedTime);
  ASSERT_EQ(again.run_until(25.0, kPlenty).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(again.collisions(), room.world.collisions());
  for (std::uint32_t i = 1; i <= 4; ++i) {
    EXPECT_EQ(again.state({i}).position, room.world.state({i}).position);
    EXPECT_EQ(again.state({i}).velocity, room.world.state({i}).velocity);
  }
}

// An observer throws as it is told of a crush: the press has stopped, and the next run goes on from there.
TEST(Crushes, GoOnWhenAnObserverHasThrown) {
  struct Throws final : Observer<2> {
    void turn(const Turn<2>& turn) override {
      if (turn.kind == TurnKind::Crushed) throw std::runtime_error("told");
    }
  };
  Room<2> room({.rubs = true}, OnCrush::Stops);
  Throws throws;
  room.world.observe(throws);
  EXPECT_THROW(room.world.run_until(20.0, kPlenty), std::runtime_error);
  EXPECT_EQ(room.world.state(room.press).velocity[1], 0.0);
  room.world.unobserve(throws);
  EXPECT_EQ(room.world.run_until(20.0, kPlenty).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(room.fastest(), 0.0);
}

TEST(Crushes, AreOfKinematicBodies) {
  for (const BodyKind kind : {BodyKind::Dynamic, BodyKind::Fixed, BodyKind::Pinned}) {
    World<2> world;
    Body<2> body = slab<2>(1.0, 1.0, kind);
    body.on_crush = OnCrush::Stops;
    EXPECT_THROW(world.add(body), InputError);
  }
}

}  // namespace
}  // namespace firsthit
