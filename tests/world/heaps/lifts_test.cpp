#include "core/vec_math.hpp"
#include "world/slabs.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>

// Lifts and trays that start and stop: what they carry, and how hard it presses, as Newton says.

namespace firsthit {
namespace {

constexpr RunLimits kPlenty{.events = 1'000'000};
constexpr double kGravity = 10.0;

enum class Kind : std::uint8_t { Smooth, Rubs, Turns };

template <int D>
WorldOptions<D> falling(Kind kind) {
  WorldOptions<D> options;
  options.gravity = along<D>(1, -kGravity);
  options.restitution = 0.25;
  options.friction = kind == Kind::Smooth ? 0.0 : 0.5;
  return options;
}

/// A lift, whose top is at 1/4, and crates of masses 1, 2, 3 that fall flat on it and on each other.
template <int D>
World<D> lift_with_crates(Kind kind, int count) {
  World<D> world(falling<D>(kind));
  world.add(slab<D>(3.0, 0.25, BodyKind::Kinematic));
  for (int i = 0; i < count; ++i) {
    Body<D> crate = slab<D>(0.5, 0.5, BodyKind::Dynamic);
    crate.mass = i + 1.0;
    crate.position = along<D>(0, 0.125 * (i % 3 - 1)) + along<D>(1, 0.75 + 0.125 + 1.125 * i);
    crate.spins = kind == Kind::Turns;
    world.add(crate);
  }
  return world;
}

/// [M L/T^2] On a body, of all that lie on it or that it lies on.
template <int D>
Vec<D> force_on(const World<D>& world, std::uint32_t id) {
  Vec<D> sum;
  for (const RestingContact<D>& contact : world.contacts()) {
    if (contact.a.value == id) sum = sum + contact.force;
    if (contact.b.value == id) sum = sum - contact.force;
  }
  return sum;
}

/// All crates go along with the lift, at the same height above it, and what acts on each is its mass times
/// what its acceleration is beyond gravity. Places, and so speeds, err by some roundings of the largest.
template <int D>
void expect_carried(const World<D>& world, const Vec<D>& acceleration) {
  const BodyState<D> lift = world.state({0});
  EXPECT_EQ(lift.acceleration, acceleration);
  const double rounding = 0x1p-44 * (max_abs(lift.position) + max_abs(lift.velocity) + 8.0);
  double all = 0.0;
  for (std::uint32_t i = 1; i < world.size(); ++i) {
    const BodyState<D> state = world.state({i});
    all += world.body({i}).mass;
    EXPECT_LE(max_abs(state.velocity - lift.velocity), rounding) << i;
    EXPECT_LE(max_abs(state.acceleration - acceleration), 0x1p-44 * kGravity) << i;
    EXPECT_EQ(state.angular_velocity, AngularVelocity<D>{}) << i;
    EXPECT_NEAR(state.position[1] - lift.position[1], i - 0.25, rounding) << i;
    const Vec<D> wanted = world.body({i}).mass * (acceleration - world.options().gravity);
    EXPECT_LE(max_abs(force_on(world, i) - wanted), 0x1p-40 * length(wanted)) << i;
  }
  const Vec<D> pressed = all * (world.options().gravity - acceleration);
  EXPECT_LE(max_abs(force_on(world, 0) - pressed), 0x1p-40 * length(pressed));
}

template <int D>
void expect_a_lift_starts_and_stops() {
  for (const Kind kind : {Kind::Smooth, Kind::Rubs, Kind::Turns}) {
    for (const int count : {1, 3}) {
      SCOPED_TRACE(testing::Message() << D << " " << static_cast<int>(kind) << " " << count);
      World<D> world = lift_with_crates<D>(kind, count);
      ASSERT_EQ(world.run_until(20.0, kPlenty).outcome, RunOutcome::ReachedTime);
      expect_carried(world, Vec<D>{});
      // Up, evenly, and slower until it stands; then down, and so on.
      double time = 20.0;
      for (const double up : {2.0, 0.0, -2.0, 0.0, -4.0, 0.0, 4.0, 0.0}) {
        world.set_acceleration({0}, along<D>(1, up));
        time += 1.0;
        ASSERT_EQ(world.run_until(time, kPlenty).outcome, RunOutcome::ReachedTime);
        expect_carried(world, along<D>(1, up));
        const std::uint64_t collisions = world.collisions();
        time += 3.0;
        ASSERT_EQ(world.run_until(time, kPlenty).outcome, RunOutcome::ReachedTime);
        expect_carried(world, along<D>(1, up));
        EXPECT_EQ(world.collisions(), collisions) << up;
      }
      // v = a t: 8 up, for 4 more, and to a stand: 16 + 32 + 16; then twice as far down.
      EXPECT_NEAR(world.state({0}).position[1], -64.0, 1e-9);
      EXPECT_LE(max_abs(world.state({0}).velocity), 0x1p-44);
    }
  }
}

TEST(Lifts, StartAndStopUnderCratesWithTheForcesThatNewtonSays) {
  expect_a_lift_starts_and_stops<2>();
  expect_a_lift_starts_and_stops<3>();
}

// One that falls faster than what lies on it leaves that: it flies on freely.
TEST(Lifts, LeaveWhatTheyFallAwayFrom) {
  for (const Kind kind : {Kind::Smooth, Kind::Rubs, Kind::Turns}) {
    World<2> world = lift_with_crates<2>(kind, 2);
    ASSERT_EQ(world.run_until(20.0, kPlenty).outcome, RunOutcome::ReachedTime);
    const double height = world.state({1}).position[1];
    world.set_acceleration({0}, {0.0, -1.5 * kGravity});
    ASSERT_EQ(world.run_until(21.0, kPlenty).outcome, RunOutcome::ReachedTime);
    EXPECT_TRUE(world.contacts().empty());
    EXPECT_NEAR(world.state({0}).position[1], -0.75 * kGravity, 1e-12);
    for (std::uint32_t i = 1; i < 3; ++i) {
      EXPECT_EQ(world.state({i}).acceleration, world.options().gravity) << i;
      // They come to rest no more, so they leave with what a hop gives, 2^-14 of their size high: 0.025 a
      // time.
      EXPECT_NEAR(world.state({i}).position[1], height + (i - 1.0) - 0.5 * kGravity, 0.05) << i;
    }
  }
}

// A tray that starts sideways takes along what friction holds on it, up to a = mu g; what it does not hold
// slips, and gets mu g.
TEST(Lifts, TakeAlongSidewaysWhatFrictionHolds) {
  for (const Kind kind : {Kind::Rubs, Kind::Turns}) {
    for (const double part : {0.25, 0.5, 1.5}) {  // of mu g
      SCOPED_TRACE(testing::Message() << static_cast<int>(kind) << " " << part);
      World<2> world(falling<2>(kind));
      Body<2> tray = slab<2>(100.0, 0.25, BodyKind::Kinematic);
      world.add(tray);
      Body<2> crate = slab<2>(0.5, 0.25, BodyKind::Dynamic);
      crate.position = {0.0, 0.625};
      crate.mass = 3.0;
      crate.spins = kind == Kind::Turns;
      world.add(crate);
      ASSERT_EQ(world.run_until(10.0, kPlenty).outcome, RunOutcome::ReachedTime);
      const double most = world.options().friction * kGravity;
      world.set_acceleration({0}, {part * most, 0.0});
      ASSERT_EQ(world.run_until(12.0, kPlenty).outcome, RunOutcome::ReachedTime);
      const double gets = std::min(part, 1.0) * most;
      const BodyState<2> state = world.state({1});
      // What turns, and slips, hops once or twice first, 2^-16 of its size high: friction then has the
      // impulses of these, too.
      const double hop = std::sqrt(2.0 * kGravity * 0x1p-16);
      const double slack =
          kind == Kind::Turns && part > 1.0 ? 4.0 * world.options().friction * hop : 0x1p-44 * most;
      EXPECT_NEAR(state.velocity[0], 2.0 * gets, slack);
      EXPECT_NEAR(state.position[0], 2.0 * gets, 2.0 * slack + 0x1p-44 * 100.0);
      EXPECT_NEAR(state.position[1], 0.5, 1e-12);
      const Vec<2> force = force_on(world, 1);
      EXPECT_NEAR(force[0], 3.0 * gets, 1e-12);
      EXPECT_NEAR(force[1], 3.0 * kGravity, 1e-12);
    }
  }
}

// The same of a stack: at more than mu g all of it slips, and gets that; by hops it errs by a few hundredths.
TEST(Lifts, TakeAlongStacksSidewaysThatFrictionHolds) {
  for (const Kind kind : {Kind::Rubs, Kind::Turns}) {
    for (const double part : {0.5, 1.5}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(kind) << " " << part);
      World<2> world(falling<2>(kind));
      world.add(slab<2>(100.0, 0.25, BodyKind::Kinematic));
      Body<2> crate = slab<2>(1.0, 0.125, BodyKind::Dynamic);
      crate.spins = kind == Kind::Turns;
      for (const double height : {0.5, 1.0}) {
        crate.position = {0.0, height};
        world.add(crate);
      }
      ASSERT_EQ(world.run_until(10.0, kPlenty).outcome, RunOutcome::ReachedTime);
      const double most = world.options().friction * kGravity;
      world.set_acceleration({0}, {part * most, 0.0});
      ASSERT_EQ(world.run_until(12.0, kPlenty).outcome, RunOutcome::ReachedTime);
      for (std::uint32_t i = 1; i < 3; ++i) {
        if (part > 1.0) {
          EXPECT_NEAR(world.state({i}).velocity[0], 2.0 * most, 0.25) << i;
        } else {
          EXPECT_NEAR(world.state({i}).velocity[0], 2.0 * part * most, 0x1p-44 * most) << i;
          EXPECT_NEAR(force_on(world, i)[0], part * most, 0x1p-40 * most) << i;
        }
      }
    }
  }
}

// Two smooth disks lie in a tray that starts sideways: its wall pushes both, the one of them the other.
TEST(Lifts, PushSidewaysWithTheirWalls) {
  World<2> world(falling<2>(Kind::Smooth));
  world.add(slab<2>(4.0, 0.25, BodyKind::Kinematic));
  Body<2> wall = slab<2>(0.25, 2.0, BodyKind::Kinematic);
  wall.position = {-2.25, 2.0};
  world.add(wall);
  Body<2> disk;
  disk.shape = Ball{0.5};
  for (const double x : {-1.4375, -0.375}) {
    disk.position = {x, 0.75};
    world.add(disk);
  }
  for (std::uint32_t i = 0; i < 2; ++i) world.set_acceleration({i}, {3.0, 0.0});
  ASSERT_EQ(world.run_until(10.0, kPlenty).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t i = 2; i < 4; ++i) EXPECT_NEAR(world.state({i}).acceleration[0], 3.0, 0x1p-40) << i;
  EXPECT_NEAR(force_on(world, 0)[1], -2.0 * kGravity, 0x1p-40);
  EXPECT_NEAR(force_on(world, 1)[0], -6.0, 0x1p-40);
}

// Balls roll on it without slipping: the tray moves away below, and they get a / (1 + m r^2 / I) of its
// acceleration, a third in the plane, two sevenths in space.
template <int D>
void expect_a_tray_rolls_a_ball(double part) {
  World<D> world(falling<D>(Kind::Rubs));
  world.add(slab<D>(100.0, 0.25, BodyKind::Kinematic));
  Body<D> ball;
  ball.shape = Ball{0.5};
  ball.position = along<D>(1, 0.875);
  ball.spins = true;
  world.add(ball);
  ASSERT_EQ(world.run_until(10.0, kPlenty).outcome, RunOutcome::ReachedTime);
  world.set_acceleration({0}, along<D>(0, 3.0));
  ASSERT_EQ(world.run_until(12.0, kPlenty).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({1}).velocity[0], 2.0 * part * 3.0, 1e-12);
  EXPECT_NEAR(world.state({1}).position[0], 2.0 * part * 3.0, 1e-11);
  EXPECT_NEAR(force_on(world, 1)[0], world.body({1}).mass * part * 3.0, 1e-12);
}
TEST(Lifts, RollBallsOnTrays) {
  expect_a_tray_rolls_a_ball<2>(1.0 / 3.0);
  expect_a_tray_rolls_a_ball<3>(2.0 / 7.0);
}

// A smooth ball on a wedge that starts into it: at tan(angle) = a / g it lies still on that, without
// friction.
TEST(Lifts, HoldASmoothBallOnASlopeThatStartsIntoIt) {
  World<2> world(falling<2>(Kind::Smooth));
  Body<2> wedge;
  wedge.kind = BodyKind::Kinematic;
  wedge.shape = Polygon{{{-10.0, -10.0}, {10.0, -10.0}, {10.0, 10.0}}};  // 45 degrees
  world.add(wedge);
  Body<2> ball;
  ball.shape = Ball{0.5};
  ball.position = {-0.5 * std::sqrt(0.5), 0.5 * std::sqrt(0.5)};
  world.add(ball);
  world.set_acceleration({0}, {-kGravity, 0.0});
  ASSERT_EQ(world.run_until(3.0, kPlenty).outcome, RunOutcome::ReachedTime);
  const BodyState<2> state = world.state({1});
  EXPECT_NEAR(state.velocity[0], -3.0 * kGravity, 1e-9);
  EXPECT_NEAR(state.velocity[1], 0.0, 1e-9);
  ASSERT_EQ(world.contacts().size(), 1u);
  EXPECT_NEAR(length(world.contacts()[0].force), std::sqrt(2.0) * kGravity, 1e-9);
}

// Three disks, the upper one between the others, in a bin that is carried: they bear (g + a) / g of what they
// bear at rest. The upper one, 3/4 aside and h above the lower ones, presses these on the walls by 3/8 h of
// it.
TEST(Lifts, PressHeapsOfDisks) {
  World<2> world(falling<2>(Kind::Smooth));
  Body<2> wall = slab<2>(0.25, 4.0, BodyKind::Kinematic);
  world.add(slab<2>(3.0, 0.25, BodyKind::Kinematic));
  for (const double x : {-0.25, 2.75}) {
    wall.position = {x, 4.25};
    world.add(wall);
  }
  Body<2> disk;
  disk.shape = Ball{0.5};
  for (const Vec<2>& place : {Vec<2>{0.5625, 0.875}, Vec<2>{1.9375, 0.875}, Vec<2>{1.25, 1.75}}) {
    disk.position = place;
    world.add(disk);
  }
  double time = 0.0;
  for (const double up : {0.0, 4.7, -5.3}) {
    for (std::uint32_t i = 0; i < 3; ++i) world.set_acceleration({i}, {0.0, up});
    ASSERT_EQ(world.run_until(time += 10.3, kPlenty).outcome, RunOutcome::ReachedTime);
    // Contacts are off by 16 u of the largest coordinate, and their directions by twice that.
    const double rounding = 0x1p-46 * (8.0 + world.state({0}).position[1]);
    const double weight = disk.mass * (kGravity + up);
    const double aside = weight * 0.375 / std::sqrt(1.0 - 0.75 * 0.75);
    EXPECT_NEAR(force_on(world, 0)[1], -3.0 * weight, rounding * weight) << up;
    EXPECT_NEAR(force_on(world, 1)[0], -aside, rounding * weight) << up;
    EXPECT_NEAR(force_on(world, 2)[0], aside, rounding * weight) << up;
  }
}

// Saved while it starts, and read again, it goes on bit for bit.
TEST(Lifts, AreSavedAndGoOnBitForBit) {
  World<2> world = lift_with_crates<2>(Kind::Turns, 3);
  world.set_acceleration({0}, {0.0, 2.0});
  ASSERT_EQ(world.run_until(1.5, kPlenty).outcome, RunOutcome::ReachedTime);
  std::stringstream file;
  world.save(file);
  World<2> other = World<2>::load(file);
  for (World<2>* each : {&world, &other}) {
    ASSERT_EQ(each->run_until(10.0, kPlenty).outcome, RunOutcome::ReachedTime);
    each->set_acceleration({0}, {0.0, -2.0});
    ASSERT_EQ(each->run_until(20.0, kPlenty).outcome, RunOutcome::ReachedTime);
  }
  EXPECT_EQ(other.state_hash(), world.state_hash());
  EXPECT_EQ(other.collisions(), world.collisions());
}

// A press that has crushed somebody, and stops, stays where it is.
TEST(Lifts, AccelerateNoMoreOnceTheyHaveCrushedSomebody) {
  World<2> world(falling<2>(Kind::Smooth));
  world.add(slab<2>(3.0, 0.25, BodyKind::Fixed));
  Body<2> press = slab<2>(3.0, 0.25, BodyKind::Kinematic);
  press.position = {0.0, 2.0};
  press.on_crush = OnCrush::Stops;
  world.add(press);
  Body<2> crate = slab<2>(0.5, 0.5, BodyKind::Dynamic);
  crate.position = {0.0, 0.75};
  world.add(crate);
  world.set_acceleration({1}, {0.0, -1.0});
  ASSERT_EQ(world.run_until(10.0, kPlenty).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.state({1}).velocity, Vec<2>{});
  EXPECT_EQ(world.state({1}).acceleration, Vec<2>{});
  EXPECT_NEAR(world.state({1}).position[1], 1.5, 1e-6);
}

TEST(Lifts, SayWhatIsWrong) {
  const auto error = [](World<2>& world, BodyId id, const Vec<2>& acceleration) -> std::string {
    try {
      world.set_acceleration(id, acceleration);
    } catch (const InputError& what) {
      return what.what();
    }
    return "";
  };
  World<2> world = lift_with_crates<2>(Kind::Smooth, 1);
  EXPECT_EQ(error(world, {1}, {0.0, 1.0}),
            "World::set_acceleration: expected a kinematic body, found another");
  EXPECT_EQ(error(world, {0}, {0.0, NAN}).find("World::set_acceleration"), 0u);
  EXPECT_NE(error(world, {7}, {0.0, 1.0}), "");
  World<2> weightless;
  weightless.add(slab<2>(3.0, 0.25, BodyKind::Kinematic));
  EXPECT_EQ(error(weightless, {0}, {0.0, 1.0}),
            "World::set_acceleration: expected a world with gravity, found one without");
  WorldOptions<2> options = falling<2>(Kind::Smooth);
  options.space.sides = {Side::Periodic, Side::Open};
  options.space.max = {10.0, 10.0};
  World<2> repeating(options);
  repeating.add(slab<2>(3.0, 0.25, BodyKind::Kinematic));
  EXPECT_EQ(error(repeating, {0}, {1.0, 0.0}),
            "World::set_acceleration: expected 0 along a periodic axis, found 1");
  EXPECT_EQ(error(repeating, {0}, {0.0, 1.0}), "");
}

}  // namespace
}  // namespace firsthit
