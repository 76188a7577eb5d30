#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

TEST(Windows, CallBackAtEveryMultipleOfTheirLength) {
  World<2> world(box<2>(Side::Wall, 10.0));
  world.add(ball<2>({5.0, 5.0}, {1.0, 0.0}));
  std::vector<double> times;
  world.set_window(0.75, [&](World<2>& at) { times.push_back(at.time()); });
  world.run_until(2.0);
  EXPECT_EQ(times, (std::vector<double>{0.75, 1.5}));
  world.run_until(3.0);
  EXPECT_EQ(times, (std::vector<double>{0.75, 1.5, 2.25, 3.0}))
      << "a window that ends with the run belongs to it";
  world.run_until(3.0);
  EXPECT_EQ(times.size(), 4U);
  EXPECT_EQ(world.time(), 3.0);
}

TEST(Windows, EndAfterTheImpactsAtTheirEnd) {
  World<2> world(box<2>(Side::Wall, 10.0));
  world.add(ball<2>({5.0, 5.0}, {1.0, 0.0}));
  std::vector<std::uint64_t> collisions;
  world.set_window(4.0, [&](World<2>& at) { collisions.push_back(at.collisions()); });
  world.run_until(12.0);
  EXPECT_EQ(collisions, (std::vector<std::uint64_t>{1, 1, 2})) << "it hits the walls at 4 and at 12";
}

TEST(Windows, CallbacksSteer) {
  // Turned upward at 1, after a quarter of its way to the wall, the ball reaches the upper one at 4.
  World<2> world(box<2>(Side::Wall, 10.0));
  Watcher<2> watcher;
  world.observe(watcher);
  const BodyId id = world.add(ball<2>({5.0, 3.0}, {1.0, 0.0}));
  world.set_window(1.0, [&](World<2>& at) {
    if (at.time() == 1.0) at.set_velocity(id, {0.0, 2.0});
  });
  world.run_until(4.5);
  ASSERT_EQ(watcher.impacts.size(), 1U);
  EXPECT_EQ(watcher.impacts[0].time, 4.0);
  EXPECT_EQ(watcher.impacts[0].b.id, (World<2>::side(1, true)));
  EXPECT_EQ(watcher.impacts[0].a.elapsed, 3.0) << "since it was steered";
  EXPECT_EQ(world.state(id).position, (Vec2{6.0, 8.0}));
}

TEST(Windows, ABallSteeredAwayIsMissedAndOneSteeredIntoTheWayIsHit) {
  World<2> world(open_space<2>());
  const BodyId runner = world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  const BodyId target = world.add(ball<2>({10.0, 0.0}, {}));
  const BodyId other = world.add(ball<2>({10.0, 8.0}, {}));
  world.run_until(2.0);
  world.set_velocity(target, {0.0, -4.0});
  world.set_velocity(other, {0.0, -1.0});  // is where the target was at 10
  world.run_until(20.0);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_EQ(world.state(target).velocity, (Vec2{0.0, -4.0}));
  EXPECT_NE(world.state(other).velocity, (Vec2{0.0, -1.0}));
  EXPECT_NE(world.state(runner).velocity, (Vec2{1.0, 0.0}));
}

TEST(Windows, AVelocityCanBeSetBeforeTheFirstRun) {
  World<2> world(open_space<2>());
  const BodyId id = world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  world.set_velocity(id, {0.0, 3.0});
  world.run_until(2.0);
  EXPECT_EQ(world.state(id).position, (Vec2{0.0, 6.0}));
}

TEST(Windows, SettingTheVelocityThatABodyHasChangesNothing) {
  Random random(3);
  Random again(3);
  World<2> plain = gas<2>(box<2>(Side::Wall, 16.0), {}, random);
  World<2> touched = gas<2>(box<2>(Side::Wall, 16.0), {}, again);
  touched.set_window(0.3, [](World<2>& world) {
    for (std::uint32_t id = 0; id < world.size(); ++id) world.set_velocity({id}, world.state({id}).velocity);
  });
  plain.run_until(12.0);
  touched.run_until(12.0);
  EXPECT_EQ(touched.state_hash(), plain.state_hash());
  EXPECT_GT(plain.collisions(), 200U);
}

TEST(Windows, ABallAtRestCanBeSentOffHoweverTheTimeBeforeWasSpent) {
  std::set<std::uint64_t> hashes;
  for (const double window : {0.0, 0.5, 100.0}) {
    for (const double rest : {0.0, 0.25, 3.0}) {
      World<2> world(open_space<2>());
      const BodyId id = world.add(ball<2>({0.0, 0.0}, {}));
      world.add(ball<2>({10.0, 0.0}, {}));
      world.set_window(window);
      world.run_until(rest);
      world.run_until(3.0);
      world.set_velocity(id, {4.0, 0.0});
      world.run_until(7.0);
      EXPECT_EQ(world.collisions(), 1U);
      EXPECT_EQ(world.state({0}).position, (Vec2{8.0, 0.0}));
      EXPECT_EQ(world.state({1}).position, (Vec2{18.0, 0.0})) << "hit at 5, then 8 further";
      hashes.insert(world.state_hash());
    }
  }
  EXPECT_EQ(hashes.size(), 1U);
}

// One after the other they would never end. (A damaged file may tell of such windows.)
TEST(Windows, ThatNobodyWaitsForCostNothingHoweverShort) {
  Random random(5), again(5);
  World<2> plain = gas<2>(box<2>(Side::Wall, 16.0), {}, random);
  World<2> short_ones = gas<2>(box<2>(Side::Wall, 16.0), {}, again);
  short_ones.set_window(0x1p-95);
  for (const double time : {4.0, 12.0}) {
    plain.run_until(time);
    short_ones.run_until(time);
  }
  EXPECT_EQ(short_ones.state_hash(), plain.state_hash());
  EXPECT_GT(plain.collisions(), 200U);
}

TEST(Windows, WhoWaitsGoesOnAtTheirEndsThoughNobodyWaitedBefore) {
  World<2> world(open_space<2>());
  world.add(ball<2>({100.0, 0.0}, {1.0, 0.0}));
  world.set_window(0.5);
  world.run_until(3.1);
  Body<2> waiting = ball<2>({0.0, 0.0}, {});
  waiting.after_hit = AfterHit::Waits;
  const BodyId id = world.add(waiting);
  world.add(ball<2>({-2.2, 0.0}, {1.0, 0.0}));  // is there at 3.3
  world.run_until(3.49);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_EQ(world.state(id).velocity, Vec2{});
  world.run_until(4.5);
  EXPECT_EQ(world.state(id).velocity, (Vec2{1.0, 0.0}));
  EXPECT_NEAR(world.state(id).position[0], 1.0, 1e-12) << "since 3.5";
}

TEST(Windows, ACallbackCanSendTheFirstBallOff) {
  World<2> world(open_space<2>());
  world.add(ball<2>({0.0, 0.0}, {}));
  world.add(ball<2>({10.0, 0.0}, {}));
  std::vector<double> times;
  world.set_window(0.75, [&](World<2>& at) {
    times.push_back(at.time());
    if (at.time() == 1.5) at.set_velocity({0}, {2.0, 0.0});
  });
  world.run_until(6.5);
  EXPECT_EQ(times, (std::vector<double>{0.75, 1.5, 2.25, 3.0, 3.75, 4.5, 5.25, 6.0}));
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_EQ(world.state({1}).position, (Vec2{12.0, 0.0})) << "hit at 5.5";
}

TEST(Windows, AWorldCanBeMovedWithItsCallback) {
  World<2> first(box<2>(Side::Wall, 10.0));
  first.add(ball<2>({5.0, 5.0}, {1.0, 0.0}));
  int calls = 0;
  first.set_window(1.0, [&](World<2>& at) {
    ++calls;
    EXPECT_EQ(at.size(), 1U);
  });
  first.run_until(2.5);
  World<2> second = std::move(first);
  second.run_until(6.0);
  EXPECT_EQ(calls, 6);
  EXPECT_EQ(second.state({0}).position, (Vec2{7.0, 5.0}));
}

}  // namespace
}  // namespace firsthit
