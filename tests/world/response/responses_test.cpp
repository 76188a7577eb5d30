#include "world/worlds.hpp"

#include "core/vec_math.hpp"
#include "support/long_form.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

// What bodies do when they meet: bounce, slide, stop, stick, pass, or as the user wants; who meets whom; and
// those who move as they are told.

namespace firsthit {
namespace {

constexpr Material kA{1};
constexpr Material kB{2};

Body<2> disk(const Vec<2>& position, const Vec<2>& velocity, Material material, double mass = 1.0) {
  return {.shape = Ball{0.5}, .position = position, .velocity = velocity, .mass = mass, .material = material};
}

Body<2> tile(const Vec<2>& position, Material material) {
  return {.shape = Box<2>{{2.0, 0.5}}, .position = position, .material = material, .kind = BodyKind::Fixed};
}

struct Pair {
  Vec<2> a, b;
};

/// Two disks of masses 1 and 3 meet head on, with a little that leads along.
Pair after_meeting(Response response) {
  World<2> world(open_space<2>());
  world.set_response(kB, kA, response);
  world.add(disk({0.0, 0.0}, {3.0, 1.0}, kA));
  world.add(disk({4.0, 0.5}, {-1.0, 0.0}, kB, 3.0));
  world.run_until(1.0);
  return {world.state({0}).velocity, world.state({1}).velocity};
}

TEST(Responses, SlideTakesWhatClosesAndKeepsTheRest) {
  const Pair after = after_meeting(Response::Slide);
  const Vec<2> momentum = after.a + 3.0 * after.b;
  EXPECT_NEAR(momentum[0], 0.0, 1e-14);
  EXPECT_NEAR(momentum[1], 1.0, 1e-14);
  EXPECT_GT(std::fabs(after.a[1] - after.b[1]), 0.1);
  EXPECT_LT(0.5 * length_squared(after.a) + 1.5 * length_squared(after.b), 0.5 * 10.0 + 1.5);
}

TEST(Responses, StopLeavesBothTheirCommonVelocity) {
  const Pair after = after_meeting(Response::Stop);
  EXPECT_EQ(after.a, after.b);
  EXPECT_NEAR(after.a[0], 0.0, 1e-15);
  EXPECT_NEAR(after.a[1], 0.25, 1e-15);
}

/// Two disks pass through each other from 1 to 2, unless they bounce from a time on; walls turn both at 4.5.
double next_meeting_when_they_bounce_from(double begin) {
  WorldOptions<2> options;
  options.space = {.min = {-2.0, -2.0}, .max = {5.0, 2.0}};
  World<2> world(options);
  world.set_response(kA, kA, Response::Pass);
  world.add(disk({0.0, 0.0}, {1.0, 0.0}, kA));
  world.add(disk({3.0, 0.0}, {-1.0, 0.0}, kA));
  world.run_until(begin);
  world.set_response(kA, kA, Response::Bounce);
  world.run_until(begin);
  RunLimits limits;
  do {
    limits.collisions = world.collisions() + 1;
    if (world.run_until(20.0, limits).outcome != RunOutcome::ReachedCollisions) return 0.0;
  } while (world.time() == 4.5);
  return world.time();
}

TEST(Responses, BounceFromNowOnOfThoseWhoPassedIsWithWhatComesThen) {
  EXPECT_DOUBLE_EQ(next_meeting_when_they_bounce_from(0.5), 1.0);
  EXPECT_DOUBLE_EQ(next_meeting_when_they_bounce_from(1.25), 7.0);  // they overlap, and close
  EXPECT_DOUBLE_EQ(next_meeting_when_they_bounce_from(1.75), 7.0);  // they overlap, and part
  EXPECT_DOUBLE_EQ(next_meeting_when_they_bounce_from(2.5), 7.0);
}

TEST(Responses, PassChangesNothingAndTellsBothTimes) {
  World<2> world(open_space<2>());
  world.set_response(kA, kB, Response::Pass);
  world.add(disk({0.0, 0.0}, {4.0, 0.0}, kA));
  world.add(tile({6.0, 0.25}, kB));
  Watcher<2> seen;
  world.observe(seen);
  world.run_until(10.0);
  EXPECT_EQ(world.collisions(), 0U);
  EXPECT_EQ(world.state({0}).velocity, (Vec2{4.0, 0.0}));
  ASSERT_EQ(seen.passings.size(), 2U);
  EXPECT_TRUE(seen.passings[0].enters);
  EXPECT_FALSE(seen.passings[1].enters);
  EXPECT_DOUBLE_EQ(seen.passings[0].time, 3.5 / 4.0);
  EXPECT_DOUBLE_EQ(seen.passings[1].time, 8.5 / 4.0);
}

TEST(Responses, StickMakesOneOfTwo) {
  World<2> world(open_space<2>());
  world.set_response(kA, kB, Response::Stick);
  const BodyId a = world.add(disk({0.0, 0.0}, {3.0, 0.0}, kA));
  const BodyId b = world.add(disk({4.0, 0.0}, {-1.0, 0.0}, kB, 3.0));
  const BodyId c = world.add(disk({2.25, -8.0}, {0.0, 2.0}, {}, 4.0));  // hits b later
  world.run_until(2.0);
  EXPECT_EQ(world.state(a).velocity, (Vec2{0.0, 0.0}));
  EXPECT_EQ(world.state(b).velocity, (Vec2{0.0, 0.0}));
  world.run_until(6.0);
  EXPECT_GT(length(world.state(a).velocity), 0.1);
  EXPECT_EQ(world.state(a).velocity, world.state(b).velocity);
  EXPECT_NEAR(length(world.state(a).position - world.state(b).position), 1.0, 1e-14);
  const Vec<2> momentum = 4.0 * world.state(a).velocity + 4.0 * world.state(c).velocity;
  EXPECT_NEAR(momentum[0], 0.0, 1e-14);
  EXPECT_NEAR(momentum[1], 8.0, 1e-14);
}

TEST(Responses, WhatSticksToSomethingFixedStaysThere) {
  World<2> world(open_space<2>());
  world.set_response(kA, kB, Response::Stick);
  const BodyId dart = world.add(disk({0.0, 3.0}, {0.5, -1.0}, kA));
  world.add(tile({1.0, 0.0}, kB));
  const BodyId other = world.add(disk({-7.0, 1.0}, {1.0, 0.0}, {}));
  world.run_until(20.0);
  EXPECT_EQ(world.state(dart).velocity, (Vec2{0.0, 0.0}));
  EXPECT_DOUBLE_EQ(world.state(dart).position[1], 1.0);
  EXPECT_EQ(world.state(other).velocity, (Vec2{-1.0, 0.0})) << "it has bounced off the dart as off a wall";
}

/// What sticks together falls together: with gravity 1 downwards, a floor at 0, and restitution 1/2.
World<2> sticky_world() {
  WorldOptions<2> options = open_space<2>({0.0, -1.0});
  options.restitution = 0.5;
  World<2> world(options);
  world.set_response(kA, kB, Response::Stick);
  world.add({.shape = HalfSpace<2>{{0.0, 1.0}, 0.0}, .kind = BodyKind::Fixed});
  return world;
}

void expect_to_move_as_one(World<2>& world, BodyId a, BodyId b) {
  EXPECT_EQ(world.state(a).velocity, world.state(b).velocity);
  EXPECT_EQ(world.state(a).acceleration, world.state(b).acceleration);
}

TEST(Responses, StickMakesOneOfTwoThatFall) {
  World<2> world = sticky_world();
  const BodyId a = world.add(disk({0.0, 10.0}, {1.0, 0.0}, kA));
  const BodyId b = world.add(disk({4.0, 10.8}, {-1.0, 0.0}, kB, 3.0));
  world.run_until(4.0);
  // They met when 4 - 2 t was 0.6.
  EXPECT_EQ(world.collisions(), 1U);
  expect_to_move_as_one(world, a, b);
  EXPECT_DOUBLE_EQ(world.state(a).velocity[0], -0.5);
  EXPECT_DOUBLE_EQ(world.state(a).velocity[1], -4.0);
  // The lower one's impacts on the floor bounce both, and bring both to rest.
  const double lands = std::sqrt(2.0 * 9.5);
  world.run_until(lands + 1.0);
  EXPECT_EQ(world.collisions(), 2U);
  expect_to_move_as_one(world, a, b);
  EXPECT_NEAR(world.state(b).velocity[1], 0.5 * lands - 1.0, 1e-12);
  world.run_until(100.0);
  expect_to_move_as_one(world, a, b);
  EXPECT_EQ(world.state(b).acceleration, (Vec2{0.0, 0.0}));
  EXPECT_EQ(world.state(b).velocity, (Vec2{-0.5, 0.0}));
  EXPECT_DOUBLE_EQ(world.state(a).position[1], 0.5);
  EXPECT_NEAR(world.state(b).position[1], 1.3, 1e-12);
  EXPECT_NEAR(length(world.state(a).position - world.state(b).position), 1.0, 1e-12);
}

TEST(Responses, WhatHoldsOneOfThoseWhoStickHoldsAll) {
  World<2> world = sticky_world();
  world.add({.shape = Box<2>{{1.0, 0.5}}, .position = {0.0, 4.5}, .kind = BodyKind::Fixed});
  Body<2> crate{.shape = Box<2>{{0.25, 0.25}}, .position = {0.0, 5.25}, .material = kA};
  const BodyId below = world.add(crate);
  crate.position = {0.25, 7.0};
  crate.material = kB;
  const BodyId above = world.add(crate);
  world.run_until(5.0);
  expect_to_move_as_one(world, below, above);
  EXPECT_EQ(world.state(above).acceleration, (Vec2{0.0, 0.0}));
  EXPECT_NEAR(world.state(above).position[1], 5.75, 1e-12);
  // Pushed, they slide along the shelf until the lower one has left it, and fall, with as much way ahead.
  world.set_velocity(above, {0.5, 0.0});
  expect_to_move_as_one(world, below, above);
  world.run_until(5.0 + 2.4);
  EXPECT_NEAR(world.state(below).position[1], 5.25, 1e-12);
  world.run_until(5.0 + 2.5 + 1.0);
  expect_to_move_as_one(world, below, above);
  EXPECT_NEAR(world.state(below).position[1], 5.25 - 0.5, 1e-6);
  EXPECT_NEAR(world.state(above).position[1], 5.75 - 0.5, 1e-6);
  world.run_until(60.0);
  expect_to_move_as_one(world, below, above);
  EXPECT_NEAR(world.state(below).position[1], 0.25, 1e-12);
  EXPECT_NEAR(world.state(above).position[1], 0.75, 1e-6);
}

TEST(Responses, WhatSticksToSomethingFixedHangsThereUntilThatIsGone) {
  World<2> world = sticky_world();
  const BodyId dart = world.add(disk({0.0, 8.0}, {4.0, 0.0}, kA));
  const BodyId wall = world.add(
      {.shape = Box<2>{{0.5, 4.0}}, .position = {5.0, 8.0}, .material = kB, .kind = BodyKind::Fixed});
  world.run_until(10.0);
  const double height = 8.0 - 0.5;  // it took a unit of time
  EXPECT_EQ(world.state(dart).velocity, (Vec2{0.0, 0.0}));
  EXPECT_EQ(world.state(dart).acceleration, (Vec2{0.0, 0.0}));
  EXPECT_DOUBLE_EQ(world.state(dart).position[1], height);
  // What hits it bounces off it as off the wall.
  const BodyId other = world.add(disk({4.0, 12.0}, {0.0, 0.0}, {}));
  world.run_until(14.0);
  EXPECT_EQ(world.state(dart).position[1], height);
  EXPECT_GT(world.state(other).position[1], height + 1.0);
  world.remove(wall);
  world.remove(other);
  world.run_until(15.0);
  EXPECT_NEAR(world.state(dart).position[1], height - 0.5, 1e-12);
}

TEST(Responses, WhatSticksToALiftGoesWhereThatGoes) {
  World<2> world = sticky_world();
  const BodyId dart = world.add(disk({0.0, 8.0}, {4.0, 0.0}, kA));
  const BodyId lift = world.add({.shape = Box<2>{{0.5, 4.0}},
                                 .position = {5.0, 8.0},
                                 .velocity = {0.0, 0.25},
                                 .material = kB,
                                 .kind = BodyKind::Kinematic});
  world.run_until(2.0);
  expect_to_move_as_one(world, dart, lift);
  world.set_velocity(lift, {1.0, -0.5});
  world.run_until(4.0);
  expect_to_move_as_one(world, dart, lift);
  EXPECT_DOUBLE_EQ(world.state(dart).position[0], 4.0 + 2.0);
  EXPECT_DOUBLE_EQ(world.state(dart).position[1], 7.5 + 0.25 - 1.0);
}

TEST(Responses, WhatSticksToASideOfTheBoxStaysThere) {
  for (const double gravity : {0.0, -1.0}) {
    WorldOptions<2> options;
    options.space = {{0.0, 0.0}, {10.0, 10.0}, {Side::Wall, Side::Wall}};
    options.gravity = {0.0, gravity};
    options.side_material = kB;
    World<2> world(options);
    world.set_response(kA, kB, Response::Stick);
    const BodyId dart = world.add(disk({5.0, 8.0}, {4.5, 0.0}, kA));
    world.run_until(7.0);
    EXPECT_EQ(world.state(dart).velocity, (Vec2{0.0, 0.0}));
    EXPECT_DOUBLE_EQ(world.state(dart).position[0], 9.5);
    EXPECT_DOUBLE_EQ(world.state(dart).position[1], 8.0 + 0.5 * gravity);
    const BodyId other = world.add(disk({7.0, 8.0 + 0.5 * gravity}, {4.0, 0.0}, {}));
    world.run_until(7.5);
    EXPECT_LT(world.state(other).velocity[0], -3.9) << "it has bounced off the dart as off the wall";
    EXPECT_DOUBLE_EQ(world.state(dart).position[0], 9.5);
  }
}

TEST(Responses, AreWhatTheUserWants) {
  // A bullet through paper: it loses a third of its speed in each sheet.
  World<2> world(open_space<2>());
  int sheets = 0;
  world.set_response(kA, kB, [&sheets](const Contact<2>& contact) {
    ++sheets;
    EXPECT_EQ(contact.b.value, static_cast<std::uint32_t>(sheets));
    EXPECT_DOUBLE_EQ(contact.mass_a, 0.25);
    EXPECT_TRUE(std::isinf(contact.mass_b));
    return Reaction<2>{(2.0 / 3.0) * contact.velocity_a, {}, true};
  });
  Body<2> bullet{.shape = Ball{0.01}, .velocity = {900.0, 0.0}, .mass = 0.25, .material = kA};
  world.add(bullet);
  for (int i = 1; i <= 3; ++i)
    world.add({.shape = Segment<2>{{0.0, -1.0}, {0.0, 1.0}},
               .position = {1.0 * i, 0.0},
               .material = kB,
               .kind = BodyKind::Fixed});
  Watcher<2> seen;
  world.observe(seen);
  world.run_until(1.0);
  EXPECT_EQ(sheets, 3);
  EXPECT_EQ(world.collisions(), 3U);
  EXPECT_NEAR(world.state({0}).velocity[0], 900.0 * 8.0 / 27.0, 1e-9);
  ASSERT_EQ(seen.passings.size(), 3U) << "it has left each";
  EXPECT_NEAR(seen.passings[0].time, 0.99 / 900.0 + 0.02 / 600.0, 1e-12);
}

TEST(Responses, OfTheUsersThatLeaveThemClosingAreSlides) {
  World<2> world(open_space<2>());
  world.set_response(kA, kB, [](const Contact<2>& contact) {
    return Reaction<2>{contact.velocity_a, contact.velocity_b, false};
  });
  world.add(disk({0.0, 2.0}, {1.0, -1.0}, kA));
  world.add(tile({1.0, 0.0}, kB));
  world.run_until(2.0);
  EXPECT_EQ(world.state({0}).velocity, (Vec2{1.0, 0.0}));
  EXPECT_EQ(world.collisions(), 1U);
}

TEST(Filters, TellWhoMeetsWhom) {
  World<2> world(open_space<2>());
  Body<2> ghost = disk({0.0, 0.0}, {1.0, 0.0}, {});
  ghost.filter = {.category = 2, .mask = 4};
  Body<2> wall = tile({4.0, 0.0}, {});
  Body<2> trap = tile({12.0, 0.0}, {});
  trap.filter = {.category = 4, .mask = 2};
  world.add(ghost);
  world.add(wall);
  world.add(trap);
  Watcher<2> seen;
  world.observe(seen);
  world.run_until(20.0);
  ASSERT_EQ(seen.impacts.size(), 1U);
  EXPECT_EQ(seen.impacts[0].b.id.value, 2U);
  EXPECT_DOUBLE_EQ(seen.impacts[0].time, 9.5);
}

TEST(Kinematic, BodiesPushAndAreNotPushed) {
  World<2> world(open_space<2>());
  Body<2> bat{.shape = Box<2>{{0.5, 2.0}}, .velocity = {2.0, 0.0}, .kind = BodyKind::Kinematic};
  world.add(bat);
  world.add({.shape = Box<2>{{0.5, 0.5}}, .position = {4.0, 0.0}, .velocity = {-1.0, 0.25}});
  world.run_until(3.0);
  EXPECT_EQ(world.state({0}).velocity, (Vec2{2.0, 0.0}));
  EXPECT_EQ(world.state({1}).velocity, (Vec2{5.0, 0.25})) << "as it comes in, seen from the bat, it goes";
}

TEST(Kinematic, BodiesGoThroughWhatIsFixed) {
  World<2> world(open_space<2>());
  Body<2> lift{.shape = Box<2>{{0.5, 2.0}}, .velocity = {2.0, 0.0}, .kind = BodyKind::Kinematic};
  world.add(lift);
  world.add(tile({4.0, 0.0}, {}));
  world.run_until(5.0);
  EXPECT_EQ(world.collisions(), 0U);
  EXPECT_EQ(world.state({0}).position, (Vec2{10.0, 0.0}));
}

TEST(Sensors, TellOfEveryPassHoweverFast) {
  // Between walls that are 100 apart, through a gate a hundred-thousandth of a bullet thick.
  constexpr double kRadius = 0.1;
  constexpr double kHalf = 1e-6;
  constexpr double kWay = 100.0 - 2.0 * kRadius;  // from wall to wall
  constexpr double kRun = 0.01;
  const int bullets = long_form() ? 900 : 20;
  World<2> world(box<2>(Side::Wall, 100.0));
  Body<2> gate{.shape = Box<2>{{kHalf, 50.0}}, .position = {50.0, 50.0}, .kind = BodyKind::Fixed};
  gate.sensor = true;
  world.add(gate);
  std::vector<double> starts(1);
  std::vector<double> speeds(1);
  for (int i = 0; i < bullets; ++i) {
    starts.push_back(5.0 + 40.0 * i / bullets);
    speeds.push_back(1e6 + 2e6 * i / bullets);
    Body<2> bullet = disk({starts.back(), 0.5 + 99.0 * i / bullets}, {speeds.back(), 0.0}, {});
    bullet.shape = Ball{kRadius};
    bullet.filter = {.category = 2, .mask = 1};
    world.add(bullet);
  }
  Watcher<2> seen;
  world.observe(seen);
  world.run_until(kRun);
  std::vector<std::size_t> ins(starts.size());
  std::vector<std::size_t> outs(starts.size());
  for (const Passing<2>& passing : seen.passings) {
    // Unfolded, a bullet flies straight, and comes to a gate every 99.8.
    const std::uint32_t id = passing.b.value;
    const std::size_t gates = (passing.enters ? ins : outs)[id]++;
    const double to_first = (50.0 - starts[id]) + (passing.enters ? -1.0 : 1.0) * (kRadius + kHalf);
    const double time = (to_first + kWay * static_cast<double>(gates)) / speeds[id];
    ASSERT_NEAR(passing.time, time, 1e-12 * kRun) << id << (passing.enters ? " in " : " out ") << gates;
  }
  std::size_t all = 0;
  for (std::size_t id = 1; id < starts.size(); ++id) {
    const double flown = kRun * speeds[id];
    const double in = 50.0 - starts[id] - kRadius - kHalf;
    const double out = 50.0 - starts[id] + kRadius + kHalf;
    EXPECT_EQ(ins[id], static_cast<std::size_t>(std::floor((flown - in) / kWay)) + 1) << id;
    EXPECT_EQ(outs[id], static_cast<std::size_t>(std::floor((flown - out) / kWay)) + 1) << id;
    all += ins[id];
  }
  EXPECT_GT(all, long_form() ? 100000U : 2000U);
}

TEST(Cradles, OfBoxesDoWhatThoseOfBallsDo) {
  for (const Shape<2>& shape :
       {Shape<2>(Box<2>{{0.5, 0.5}}), Shape<2>(Capsule<2>{{0.0, -0.25}, {0.0, 0.25}, 0.5})}) {
    World<2> world(open_space<2>());
    for (int i = 0; i < 5; ++i)  // five that touch, and two that come
      world.add({.shape = shape,
                 .position = {i < 2 ? 1.0 * i - 5.0 : 1.0 * i, 0.0},
                 .velocity = {i < 2 ? 1.0 : 0.0, 0.0}});
    for (int i = 0; i < 2; ++i) world.add({.shape = shape, .position = {5.0 + i, 0.0}});
    world.run_until(10.0);
    for (std::uint32_t id = 0; id < 7; ++id)
      EXPECT_NEAR(world.state({id}).velocity[0], id < 5 ? 0.0 : 1.0, 1e-12) << id;
  }
}

}  // namespace
}  // namespace firsthit
