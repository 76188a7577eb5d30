#include "world/worlds.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

// Bodies that come, go and jump while a world runs; frames; bodies that wait; and what is crushed.

namespace firsthit {
namespace {

Body<2> square(double half, const Vec<2>& position, const Vec<2>& velocity = {}) {
  return {.shape = Box<2>{{half, half}}, .position = position, .velocity = velocity};
}

TEST(Changes, ABodyThatComesLaterIsMetByAllOthers) {
  for (const NeighbourSearch search :
       {NeighbourSearch::Automatic, NeighbourSearch::Lists, NeighbourSearch::AllPairs}) {
    WorldOptions<2> options = box<2>(Side::Wall, 20.0);
    options.neighbours = search;
    World<2> world(options);
    for (int i = 0; i < 30; ++i) world.add(ball<2>({1.0 + 3.0 * (i % 6), 1.0 + 3.0 * (i / 6)}, {}, 0.5));
    const BodyId runner = world.add(ball<2>({1.0, 18.0}, {1.0, 0.0}, 0.5));
    world.run_until(2.0);
    EXPECT_EQ(world.collisions(), 0U);
    const BodyId wall = world.add(fixed<2>(Box<2>{{0.25, 1.0}}, {8.0, 18.0}));
    const BodyId chaser = world.add(ball<2>({1.0, 18.0}, {4.0, 0.0}, 0.5));
    Watcher<2> seen;
    world.observe(seen);
    world.run_until(4.0);
    // The chaser, 2 behind and 3 faster, hits after 1 / 3; they exchange velocities.
    ASSERT_GE(seen.impacts.size(), 2U);
    EXPECT_EQ(seen.impacts[0].b.id, chaser);
    EXPECT_DOUBLE_EQ(seen.impacts[0].time, 2.0 + 1.0 / 3.0);
    EXPECT_EQ(seen.impacts[1].a.id, runner);
    EXPECT_EQ(seen.impacts[1].b.id, wall);
    EXPECT_DOUBLE_EQ(seen.impacts[1].time, 2.0 + 1.0 / 3.0 + (7.25 - (3.0 + 1.0 / 3.0)) / 4.0);
  }
}

// A fuzzer found it: the clock had begun without a scale, and the newcomer fell since time 0.
TEST(Changes, WhoComesIntoAnEmptyWorldFallsFromThenOn) {
  for (const Vec2 velocity : {Vec2{}, Vec2{2.0, 4.0}}) {
    World<2> world(open_space<2>({0.0, -8.0}));
    world.add(fixed<2>(Ball{1.0}, {100.0, 0.0}));
    world.run_until(64.0);
    const BodyId late = world.add(ball<2>({}, velocity));
    EXPECT_EQ(world.time(), 64.0);
    EXPECT_EQ(world.state(late).position, Vec2{});
    EXPECT_EQ(world.state(late).velocity, velocity);
    world.run_until(66.0);
    EXPECT_EQ(world.state(late).position, (Vec2{2.0 * velocity[0], 2.0 * velocity[1] - 16.0}));
    world.set_velocity(late, {1.0, 0.0});
    world.run_until(67.0);
    EXPECT_EQ(world.state(late).position, (Vec2{2.0 * velocity[0] + 1.0, 2.0 * velocity[1] - 20.0}));
  }
}

TEST(Changes, ABodyThatIsGoneIsMetByNobody) {
  World<2> world(open_space<2>());
  const BodyId first = world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}, 0.5));
  const BodyId moving = world.add(ball<2>({4.0, 0.0}, {}, 0.5));
  const BodyId wall = world.add(fixed<2>(Box<2>{{0.5, 0.5}}, {8.0, 0.0}));
  const BodyId last = world.add(ball<2>({12.0, 0.0}, {}, 0.5));
  world.run_until(1.0);
  world.remove(moving);
  world.run_until(5.0);
  EXPECT_EQ(world.collisions(), 0U);
  world.remove(wall);
  EXPECT_FALSE(world.contains(wall));
  EXPECT_TRUE(world.contains(first));
  world.run_until(12.0);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_EQ(world.state(last).velocity, (Vec2{1.0, 0.0}));
  EXPECT_EQ(world.add(ball<2>({0.0, 9.0}, {}, 0.5)).value, 4U) << "ids are not used again";
}

TEST(Changes, WhatLaysOnABodyThatIsGoneFalls) {
  World<2> world(open_space<2>({0.0, -1.0}, 0.5));
  const BodyId lying = world.add(ball<2>({0.0, 2.0}, {}, 0.5));
  const BodyId table = world.add(fixed<2>(Segment<2>{{-1.0, 0.0}, {1.0, 0.0}}));
  world.run_until(50.0);
  EXPECT_NEAR(world.state(lying).position[1], 0.5, 1e-12);
  world.remove(table);
  world.run_until(52.0);
  EXPECT_NEAR(world.state(lying).position[1], 0.5 - 2.0, 1e-12);
}

TEST(Changes, ABodyThatJumpsIsMetWhereItIs) {
  World<2> world(box<2>(Side::Wall, 30.0));
  std::vector<BodyId> all;
  for (int i = 0; i < 25; ++i)
    all.push_back(world.add(ball<2>({2.0 + 6.0 * (i % 5), 2.0 + 6.0 * (i / 5)}, {}, 0.5)));
  const BodyId jumper = world.add(ball<2>({5.0, 2.0}, {1.0, 0.0}, 0.5));
  world.run_until(1.0);
  world.set_position(jumper, {23.0, 26.0});
  world.run_until(2.9);
  EXPECT_EQ(world.collisions(), 0U);
  world.run_until(3.1);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_EQ(world.state(all.back()).velocity, (Vec2{1.0, 0.0}));
}

TEST(Changes, AreTheSameWithEverySearch) {
  std::vector<std::uint64_t> hashes;
  for (const NeighbourSearch search :
       {NeighbourSearch::Automatic, NeighbourSearch::Lists, NeighbourSearch::AllPairs}) {
    for (const Side side : {Side::Wall, Side::Periodic}) {
      WorldOptions<2> options = box<2>(side, 16.0);
      options.neighbours = search;
      World<2> world(options);
      Random random(5);
      const auto place = [&random] { return Vec<2>{random.uniform(1.0, 15.0), random.uniform(1.0, 15.0)}; };
      const auto velocity = [&random] {
        return Vec<2>{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
      };
      for (int i = 0; i < 36; ++i) {
        Body<2> body = ball<2>({1.2 + 2.6 * (i % 6), 1.2 + 2.6 * (i / 6)}, velocity(), 0.4);
        if (i % 3 == 0 && search == NeighbourSearch::Lists) body.shape = Ball{0.4};
        world.add(body);
      }
      for (int frame = 0; frame < 200; ++frame) {
        world.advance(0.1);
        if (frame % 10 == 3) world.add(square(0.2, place(), velocity()));
        if (frame % 10 == 5) world.remove({static_cast<std::uint32_t>(frame / 10)});
        if (frame % 10 == 7) world.set_position({static_cast<std::uint32_t>(20 + frame / 20)}, place());
        if (frame % 40 == 9) world.add(fixed<2>(Box<2>{{0.3, 0.1}}, place()));
      }
      EXPECT_GT(world.collisions(), 100U);
      hashes.push_back(world.state_hash());
    }
  }
  for (std::size_t i = 2; i < hashes.size(); ++i) EXPECT_EQ(hashes[i], hashes[i % 2]) << i;
}

/// Boxes and balls in a room, some of them fixed.
World<2> room() {
  World<2> world(box<2>(Side::Wall, 12.0));
  Random random(3);
  for (int i = 0; i < 36; ++i) {
    Body<2> body = square(random.uniform(0.2, 0.6), {1.0 + 2.0 * (i % 6), 1.0 + 2.0 * (i / 6)});
    if (i % 3 == 0) body.shape = Ball{0.5};
    if (i % 7 == 0) {
      body.kind = BodyKind::Fixed;
    } else {
      body.velocity = {random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0)};
    }
    world.add(body);
  }
  return world;
}

TEST(Frames, ChangeNothingHoweverLongTheyAre) {
  World<2> none = room();
  none.run_until(10.0);
  ASSERT_GT(none.collisions(), 200U);
  for (const int rate : {30, 60, 1000}) {
    World<2> world = room();
    Watcher<2> seen;
    world.observe(seen);
    for (int frame = 0; frame < 10 * rate; ++frame) world.advance(1.0 / rate);
    world.run_until(10.0 > world.time() ? 10.0 : world.time());
    EXPECT_EQ(world.collisions(), none.collisions()) << rate;
    EXPECT_EQ(world.state_hash(), none.state_hash()) << rate;
  }
}

TEST(Frames, WhoseBudgetIsSpentLeaveTheWorldAtOneTimeAndGoOn) {
  World<2> whole = room();
  whole.advance(2.0);
  World<2> world = room();
  RunLimits limits;
  limits.events = 5;
  int frames = 0;
  RunResult result;
  while ((result = world.advance(2.0 - world.time(), limits)).outcome == RunOutcome::Paused) {
    ++frames;
    const double now = world.time();
    EXPECT_LT(now, 2.0);
    for (std::uint32_t id = 0; id < world.size(); ++id) static_cast<void>(world.state({id}));
    EXPECT_EQ(world.time(), now);
  }
  EXPECT_GT(frames, 10);
  EXPECT_EQ(result.outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.state_hash(), whole.state_hash());
}

TEST(Waiting, BodiesStandAtTheContactUntilTheFrameEnds) {
  // The wall is 7.25 frames away: at the end of the eighth the ball still touches it, then it goes back.
  World<2> world(open_space<2>());
  Body<2> waiter = ball<2>({0.0, 0.0}, {1.0, 0.0}, 0.5);
  waiter.after_hit = AfterHit::Waits;
  world.add(waiter);
  world.add(ball<2>({0.0, 5.0}, {1.0, 0.0}, 0.5));  // goes on at once
  world.add(fixed<2>(Segment<2>{{0.0, -9.0}, {0.0, 9.0}}, {7.75, 0.0}));
  for (int frame = 0; frame < 8; ++frame) world.advance(1.0);
  EXPECT_DOUBLE_EQ(world.state({0}).position[0], 7.25);
  EXPECT_DOUBLE_EQ(world.state({1}).position[0], 6.5);
  EXPECT_EQ(world.state({0}).velocity, (Vec2{-1.0, 0.0}));
  world.advance(1.0);
  EXPECT_DOUBLE_EQ(world.state({0}).position[0], 6.25);
  EXPECT_DOUBLE_EQ(world.state({1}).position[0], 5.5);
}

TEST(Waiting, BodiesGoAlongWithWhatPushesThem) {
  World<2> world(open_space<2>());
  Body<2> waiter = square(0.5, {3.0, 0.0});
  waiter.after_hit = AfterHit::Waits;
  world.add(waiter);
  Body<2> pusher = square(0.5, {0.0, 0.0}, {1.0, 0.0});
  pusher.kind = BodyKind::Kinematic;
  world.add(pusher);
  world.advance(4.0);
  EXPECT_NEAR(world.state({0}).position[0], 5.0, 1e-12);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_EQ(world.state({0}).velocity, (Vec2{2.0, 0.0})) << "from now on";
}

/// A press comes down on a body above something fixed.
RunResult pressed(Response response, double restitution, const Shape<2>& shape, World<2>& world) {
  world.set_response({}, {}, response);
  world.set_restitution({}, {}, restitution);
  world.add({.shape = shape, .position = {0.0, 1.0}});
  Body<2> press = square(2.0, {0.0, 6.0}, {0.0, -1.0});
  press.kind = BodyKind::Kinematic;
  world.add(press);
  world.add(fixed<2>(Box<2>{{5.0, 0.5}}, {0.0, -0.5}));
  return world.run_until(20.0);
}

TEST(Crushing, EndsWithThoseWhoCrush) {
  for (const Response response : {Response::Bounce, Response::Slide, Response::Stop}) {
    for (const double restitution : {1.0, 0.5}) {
      for (const Shape<2>& shape : {Shape<2>(Box<2>{{0.5, 0.5}}), Shape<2>(Ball{0.5})}) {
        World<2> world(open_space<2>());
        const RunResult result = pressed(response, restitution, shape, world);
        EXPECT_EQ(result.outcome, RunOutcome::Crushed);
        EXPECT_EQ(result.culprits.size(), 3U);
        EXPECT_LE(world.time(), 3.0 + 1e-9) << "when the press is as far from the ground as the body is wide";
        EXPECT_GT(world.time(), 2.9);
        const double y = world.state({0}).position[1];
        EXPECT_GE(y, 0.5 - 1e-12);
        EXPECT_LE(y, world.state({1}).position[1] - 2.5 + 1e-12);
        // Without the victim the press goes on.
        world.remove({0});
        EXPECT_EQ(world.run_until(20.0).outcome, RunOutcome::ReachedTime);
      }
    }
  }
}

TEST(Clocks, BecomeFinerForWhatIsMuchFaster) {
  // A lift moves a thousandth of its size in a second, then a bullet comes.
  World<2> world(box<2>(Side::Wall, 1000.0));
  Body<2> lift = square(0.5, {500.0, 10.0}, {0.0, 1e-3});
  lift.kind = BodyKind::Kinematic;
  world.add(lift);
  world.run_until(100.0);
  const BodyId bullet = world.add(ball<2>({10.0, 500.0}, {1e9, 0.0}, 0.5));
  Watcher<2> seen;
  world.observe(seen);
  world.run_until(100.0 + 1e-3);
  EXPECT_EQ(world.collisions(), 1001U) << "999 apart";
  EXPECT_NEAR(world.state({0}).position[1], 10.1, 1e-5);
  EXPECT_EQ(std::fabs(world.state(bullet).velocity[0]), 1e9);
  EXPECT_NEAR(seen.impacts[0].time - 100.0, 989.5e-9, 1e-13);
}

}  // namespace
}  // namespace firsthit
