#include "core/vec_math.hpp"
#include "support/long_form.hpp"
#include "world/heaps/bins.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <sstream>
#include <vector>

// Balls and crates that do not turn, and rub: what friction holds, and what it does not.

namespace firsthit {
namespace {

// Two disks on a floor, of radius 1/2 and weight W, 3/2 apart, and a third one of them in between on both:
// seen from there the normals are off the vertical by a, sin a = 3/4. What the upper one gives each other is
// off its normal by the angle p of friction at most, so (W / 2) tan(a - p) sideways at the least; the floor
// takes up (W + W / 2) tan p. So they stand if tan(a - p) <= 3 tan p: 3 T t^2 + 4 t - T >= 0 for T = tan a, t
// = tan p.
constexpr double kSine = 0.75;
double steepness() { return kSine / std::sqrt(1.0 - kSine * kSine); }
double critical_of_three() {
  const double steep = steepness();
  return (std::sqrt(16.0 + 12.0 * steep * steep) - 4.0) / (6.0 * steep);
}

World<2> three_disks(double friction, double restitution) {
  World<2> world(bin(20.0, restitution, friction));
  world.add(body_of(Ball{0.5}, {10.0 - kSine, 0.5}, 1.0));
  world.add(body_of(Ball{0.5}, {10.0 + kSine, 0.5}, 1.0));
  world.add(body_of(Ball{0.5}, {10.0, 0.5 + std::sqrt(1.0 - kSine * kSine) + 0x1p-30}, 1.0));
  return world;
}

TEST(RoughHeaps, OfThreeDisksStandFromTheCriticalFrictionOn) {
  for (const double restitution : {0.0, 0.5}) {
    for (const double part : {1.03, 1.5, 4.0}) {
      World<2> world = three_disks(part * critical_of_three(), restitution);
      ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
      for (std::uint32_t i = 0; i < 3; ++i) ASSERT_TRUE(is_at_rest(world, i)) << i << " " << part;
      // Hops are 2^-18 of a radius high, and the disks creep by as much at each, for a thousand of them.
      EXPECT_NEAR(world.state({2}).position[1], 0.5 + std::sqrt(1.0 - kSine * kSine), 0.004) << part;
      EXPECT_GE(least_gap(world), -kDeepest);
      expect_balance(world);
      expect_nothing_happens(world, 3600.0);
    }
    for (const double part : {0.3, 0.9, 0.97}) {
      World<2> world = three_disks(part * critical_of_three(), restitution);
      ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
      for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_TRUE(is_at_rest(world, i)) << i << " " << part;
        EXPECT_NEAR(world.state({i}).position[1], 0.5, 1e-9) << i << " " << part;
      }
    }
  }
}

// On a fixed disk one stands where the surface is no steeper than friction holds.
TEST(RoughHeaps, OfOneDiskOnAnotherStandUpToTheAngleOfFriction) {
  for (const double friction : {0.1, 0.5, 2.0}) {
    for (const double part : {0.95, 1.05}) {
      World<2> world(bin(20.0, 0.0, friction));
      Body<2> fixed = body_of(Ball{1.0}, {10.0, 2.0}, 1.0);
      fixed.kind = BodyKind::Fixed;
      world.add(fixed);
      const double angle = std::atan(part * friction);
      const Vec<2> place{10.0 + 1.5 * std::sin(angle), 2.0 + 1.5 * std::cos(angle)};
      world.add(body_of(Ball{0.5}, place, 2.0));
      ASSERT_EQ(world.run_until(200.0).outcome, RunOutcome::ReachedTime);
      if (part > 1.0) {
        EXPECT_LT(world.state({1}).position[1], 1.0) << friction;
        continue;
      }
      ASSERT_TRUE(is_at_rest(world, 1)) << friction;
      EXPECT_LE(length(world.state({1}).position - place), 0.002) << friction;
      ASSERT_EQ(world.contacts().size(), 1U);
      EXPECT_NEAR(world.contacts()[0].force[1], 2.0, 1e-12);
      expect_balance(world);
      expect_nothing_happens(world, 3600.0);
    }
  }
}

// In space: a ball on three, whose centres are a triangle of side 3/2 off each other. Each gets a third of
// its weight: tan(a - p) <= 4 tan p, so 4 T t^2 + 5 t - T >= 0. Friction in space is taken to act within
// eight rays of its cone, which are 1 / cos(pi / 8) = 1.083 as far apart as a circle within them.
TEST(RoughHeaps, OfFourBallsStandFromTheCriticalFrictionOn) {
  const double out = 0.75 / std::cos(0.5235987755982988);  // from the middle of the triangle to its corners
  const double up = std::sqrt(1.0 - out * out);
  const double steep = out / up;
  const double critical = (std::sqrt(25.0 + 16.0 * steep * steep) - 5.0) / (8.0 * steep);
  for (const double part : {0.95, 1.15}) {
    WorldOptions<3> options;
    options.space.max = {20.0, 20.0, 20.0};
    for (auto& side : options.space.sides) side = Side::Wall;
    options.gravity = {0.0, 0.0, -1.0};
    options.restitution = 0.3;
    options.friction = part * critical;
    World<3> world(options);
    Body<3> body;
    body.shape = Ball{0.5};
    for (const double angle : {0.1, 0.1 + 2.0943951023931953, 0.1 - 2.0943951023931953}) {
      body.position = {10.0 + out * std::cos(angle), 10.0 + out * std::sin(angle), 0.5};
      world.add(body);
    }
    body.position = {10.0, 10.0, 0.5 + up + 0x1p-30};
    world.add(body);
    ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
    if (part < 1.0) {
      EXPECT_LT(world.state({3}).position[2], 0.51);
      continue;
    }
    double weight = 0.0;
    for (std::uint32_t i = 0; i < 4; ++i) {
      EXPECT_TRUE(is_zero(world.state({i}).velocity) && is_zero(world.state({i}).acceleration)) << i;
    }
    for (const RestingContact<3>& contact : world.contacts())
      if (contact.b == world.side(2, false)) weight += contact.force[2];
    EXPECT_NEAR(weight, 4.0, 1e-12);
    EXPECT_NEAR(world.state({3}).position[2], 0.5 + up, 0.004);
  }
}

// What comes down on a heap that holds does not move it.
TEST(RoughHeaps, TakeUpWhatComesDownOnThem) {
  World<2> world = three_disks(4.0 * critical_of_three(), 0.3);
  ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  std::vector<Vec<2>> places;
  for (std::uint32_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(is_at_rest(world, i)) << i;
    places.push_back(world.state({i}).position);
  }
  world.add(body_of(Ball{0.5}, {10.0, 5.0}, 7.0));
  ASSERT_EQ(world.run_until(101.0).outcome, RunOutcome::ReachedTime);
  ASSERT_EQ(world.run_until(200.0).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(world.state({i}).position, places[i]) << i;
  EXPECT_TRUE(is_at_rest(world, 3));
  expect_balance(world);
  // Sideways it is another thing.
  Body<2> fast = body_of(Ball{0.5}, {1.0, 0.5}, 50.0);
  fast.velocity = {10.0, 0.0};
  world.add(fast);
  ASSERT_EQ(world.run_until(202.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NE(world.state({0}).position, places[0]);
}

TEST(RoughHeaps, ThatWerePouredRest) {
  const std::uint64_t scenes = long_form() ? 1000 : 12;
  std::uint64_t falling = 0;
  for (std::uint64_t seed = 0; seed < scenes; ++seed) {
    World<2> world = poured(seed, Surface::Rough);
    const double height = world.state({static_cast<std::uint32_t>(world.size() - 1)}).position[1];
    const double before = energy_of(world);
    // 30 times the longest fall.
    const RunResult result = world.run_until(30.0 * std::sqrt(2.0 * height), RunLimits{.events = 3'000'000});
    ASSERT_EQ(result.outcome, RunOutcome::ReachedTime) << "seed " << seed << " at " << world.time();
    EXPECT_GE(least_gap(world), -kDeepest) << "seed " << seed;
    EXPECT_LE(energy_of(world), before) << "seed " << seed;
    expect_balance(world);
    bool rests = true;
    for (std::uint32_t i = 0; i < world.size(); ++i) rests = rests && is_at_rest(world, i);
    if (!rests) ++falling;  // very elastic ones bounce yet
    if (HasFailure()) FAIL() << "seed " << seed;
  }
  EXPECT_LE(falling, 1 + scenes / 100);
}

// A ball came to rest on a heap and on a wall that it pressed apart. (One of the random piles.)
TEST(RoughHeaps, HoldNobodyUnderWhomTheyWouldSlip) {
  World<2> world = poured(196, Surface::Rough);
  ASSERT_EQ(world.run_until(110.0).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t i = 0; i < world.size(); ++i) EXPECT_TRUE(is_at_rest(world, i)) << i;
  expect_balance(world);
}

TEST(RoughHeaps, AreSavedAndGoOnBitForBit) {
  World<2> world = three_disks(2.0 * critical_of_three(), 0.5);
  ASSERT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
  ASSERT_TRUE(is_at_rest(world, 2));
  std::stringstream file;
  world.save(file);
  World<2> other = World<2>::load(file);
  for (World<2>* each : {&world, &other}) {
    each->add(body_of(Ball{0.3}, {10.2, 12.0}, 1.0));
    ASSERT_EQ(each->run_until(90.0).outcome, RunOutcome::ReachedTime);
  }
  EXPECT_EQ(world.state_hash(), other.state_hash());
  EXPECT_EQ(world.collisions(), other.collisions());
}

// What stands still gives as a wall does: friction stops what grips there, whatever the two weigh.
TEST(RoughHeaps, OfOneThatStandsStopWhatGripsIt) {
  World<2> world(bin(20.0, 0.5, 1.0));
  world.add(body_of(Box<2>{{2.0, 0.5}}, {10.0, 0.5}, 3.0));
  ASSERT_EQ(world.run_until(1.0).outcome, RunOutcome::ReachedTime);
  ASSERT_TRUE(is_at_rest(world, 0));
  Body<2> ball = body_of(Ball{0.25}, {10.0, 2.0}, 1.0);
  ball.velocity = {0.125, 0.0};
  world.add(ball);
  ASSERT_EQ(world.run_until(3.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_NEAR(world.state({1}).velocity[0], 0.0, 0x1p-50);
  EXPECT_TRUE(is_at_rest(world, 0));
}

// In space a crate slides over one that stands, between the eight rays that stand for its cone of friction.
TEST(RoughHeaps, OfOneThatStandsHoldInSpaceWhatSlidesOnIt) {
  WorldOptions<3> options;
  options.space.max = {20.0, 20.0, 20.0};
  for (auto& side : options.space.sides) side = Side::Wall;
  options.gravity = {0.0, 0.0, -1.0};
  options.restitution = 0.3;
  options.friction = 0.25;
  World<3> world(options);
  Body<3> body;
  body.shape = Box<3>{{4.0, 4.0, 0.5}};
  body.position = {10.0, 10.0, 0.5};
  world.add(body);
  body.shape = Box<3>{{0.5, 0.5, 0.5}};
  body.position = {9.0, 10.0, 1.5};
  world.add(body);
  ASSERT_EQ(world.run_until(10.0).outcome, RunOutcome::ReachedTime);
  world.set_velocity({1}, {0.75, 0.25, 0.0});
  const std::uint64_t events = world.events();
  ASSERT_EQ(world.run_until(20.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.events(), events + 1);  // it grips, and has never fallen
  // It stops after v / (mu g), and v^2 / (2 mu g) of way.
  const double way = std::sqrt(0.75 * 0.75 + 0.25 * 0.25) / 0.5;
  EXPECT_TRUE(is_zero(world.state({1}).velocity));
  EXPECT_NEAR(world.state({1}).position[0], 9.0 + 0.75 * way, 1e-9);
  EXPECT_NEAR(world.state({1}).position[1], 10.0 + 0.25 * way, 1e-9);
  EXPECT_NEAR(world.state({1}).position[2], 1.5, 1e-12);
}

// Between a wall and friction that stops it before the clock can tell: it does not meet the wall endlessly
// often. (Random piles found these four; the disk 2 is the one.)
TEST(RoughHeaps, OfOneThatHardlySlidesAtAWallStand) {
  World<2> world(bin(5.335343433220185, 0.00041606376369485165, 0.2116075621962282));
  const auto add = [&world](const Shape<2>& shape, const Vec<2>& position, double mass, double speed) {
    Body<2> body = body_of(shape, position, mass);
    body.velocity = {speed, 0.0};
    world.add(body);
  };
  add(Ball{0.33459872239149485}, {1.089663001000317, 1.0345987223914948}, 0.73109377047415514,
      0.022904353523201054);
  add(Ball{0.59472629504963681}, {2.0900920875919136, 2.3573607753387424}, 0.71920867375201336,
      0.095923044351989006);
  add(Ball{0.27966328809675017}, {0.54027644553026288, 3.7216761573322676}, 0.87794257244361806,
      -0.11685261815875361);
  add(Box<2>{{0.24638616579328543, 0.26430224683083908}}, {0.7193784587768659, 4.5161315356802687},
      0.77721393463196342, 0.0);
  ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_TRUE(is_at_rest(world, i)) << i;
}

// In a groove between a wall and a round side friction takes what each bounce off the one gives the ball
// along the other, so it meets both without any time between. However many others fly about, which heaps are
// looked for by, it is soon asked whether friction holds it. (One of a random pile.)
TEST(RoughHeaps, OfOneThatJamsInAGrooveAreLookedForSoon) {
  WorldOptions<3> options;
  options.space.max = {2.01663324595855, 2.9817960165826927, 4000.0};
  for (auto& side : options.space.sides) side = Side::Wall;
  options.gravity = {0.0, 0.0, -1.0};
  options.restitution = 0.5378462075827204;
  options.friction = 1.0;
  World<3> world(options);
  const auto add = [&world](double radius, const Vec<3>& position, BodyKind kind) {
    Body<3> body;
    body.shape = Ball{radius};
    body.position = position;
    body.mass = 1.0;
    body.kind = kind;
    return world.add(body);
  };
  const Vec<3> ground{1.031874711057505, 1.8051363943918266, 0.0};
  add(0.3486494816652952, ground, BodyKind::Fixed);
  const Vec<3> place{0.909397348409848, 2.4740956156235936, 0.5204113540639523};
  const BodyId id = add(0.5077004009590993, place, BodyKind::Dynamic);
  for (int i = 0; i < 400; ++i)
    add(0.01, {0.1 + 0.09 * (i % 20), 0.1 + 0.13 * (i / 20), 2000.0 + i}, BodyKind::Dynamic);
  ASSERT_EQ(world.run_until(10.0, RunLimits{.events = 100'000}).outcome, RunOutcome::ReachedTime);
  EXPECT_LE(world.collisions(), 128U);
  EXPECT_TRUE(is_zero(world.state(id).velocity) && is_zero(world.state(id).acceleration));
  EXPECT_LE(length(world.state(id).position - place), 1e-9);
  // Along the wall friction bears it: what the round side and the wall give, each within its cone, is its
  // weight.
  Vec<3> force;
  for (const RestingContact<3>& contact : world.contacts()) {
    force = force + contact.force;
    const double press = -dot(contact.force, contact.normal);
    EXPECT_GT(press, 0.0);
    EXPECT_LE(length(contact.force + press * contact.normal), press * (1.0 + 1e-12));
  }
  EXPECT_LE(length(force + options.gravity), 1e-12);
}

// Two balls over the two sides of a roof, each so near that it is put there by one search, which others who
// hop ask for: each is put towards the other by more than half of what is between them. They pass each other,
// so neither holds the other.
TEST(RoughHeaps, AreNotPutIntoEachOther) {
  constexpr double kAngle = 0.4, kGap = 0x1p-12, kBetween = 1.5 * kGap * 0.38941834230865052;
  WorldOptions<3> options;
  options.gravity = {0.0, 0.0, -10.0};
  options.friction = 0.6;
  options.restitution = 0.0;
  World<3> world(options);
  const double down = std::tan(kAngle);
  Body<3> roof;
  Hull<3> shape;
  for (const double y : {-4.0, 4.0})
    for (const Vec<3>& corner :
         {Vec<3>{0.0, y, 0.0}, Vec<3>{2.0, y, -2.0 * down}, Vec<3>{-2.0, y, -2.0 * down}})
      shape.vertices.push_back(corner);
  roof.shape = shape;
  roof.kind = BodyKind::Fixed;
  world.add(roof);
  std::vector<BodyId> balls;
  for (const double side : {-1.0, 1.0}) {
    Body<3> ball;
    ball.shape = Ball{0.5};
    ball.mass = 1.0;
    const double x = 0.5 + 0.5 * kBetween;
    ball.position = {side * x, 0.0, (0.5 + kGap) / std::cos(kAngle) - x * down};
    ball.velocity = {0.0, side * 0.04, 0.0};
    balls.push_back(world.add(ball));
  }
  Body<3> floor;
  floor.shape = Box<3>{{4.0, 4.0, 0.5}};
  floor.position = {20.0, 0.0, -0.5};
  floor.kind = BodyKind::Fixed;
  world.add(floor);
  for (double x = 17.0; x < 23.0; x += 1.0) {
    for (double y = -3.0; y < 3.0; y += 2.5) {
      Body<3> ball;
      ball.shape = Ball{0.25};
      ball.mass = 1.0;
      ball.position = {x, y, 0.25};
      world.add(ball);
      ball.position = {x, y + 0.5, 0.25};
      world.add(ball);
      ball.position = {x, y + 0.25, 0.25 * (1.0 + std::sqrt(3.0)) + 0x1p-20};
      world.add(ball);
    }
  }
  for (int i = 0; i < 1000 && world.time() < 1.0; ++i) {
    world.run_until(1.0, RunLimits{.events = 1});
    const double apart = length(world.state(balls[0]).position - world.state(balls[1]).position);
    ASSERT_GE(apart, 1.0 - 0x1p-44) << i << " " << world.time();
  }
  for (const BodyId ball : balls) EXPECT_TRUE(is_zero(world.state(ball).velocity)) << ball.value;
}

}  // namespace
}  // namespace firsthit
