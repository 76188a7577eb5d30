#include "core/vec_math.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

// Balls that come to an edge, a wedge or a joint.

namespace firsthit {
namespace {

// A ball glides over a cube, which stands turned about the vertical, and beyond its edge: where the square of
// its speed across the edge is more than g r it flies off, and keeps its velocity along the ground; else it
// goes round the edge. (Several of these met it endlessly often, where the diagonal of the face was taken for
// the edge.)
TEST(Edges, BallsThatComeFastFlyOff) {
  constexpr double kHalf = 0.25, kRadius = 0.5, kSpeed = 0.85;
  int fly = 0, go_round = 0;
  for (int i = 0; i < 200; ++i) {
    WorldOptions<3> options;
    options.gravity = {0.0, -1.0, 0.0};
    options.restitution = 0.0;
    World<3> world(options);
    Body<3> floor;
    floor.shape = HalfSpace<3>{{0.0, 1.0, 0.0}, 0.0};
    floor.kind = BodyKind::Fixed;
    world.add(floor);
    Body<3> cube;
    cube.shape = Box<3>{{kHalf, kHalf, kHalf}};
    cube.position = {0.0, kHalf, 0.0};
    cube.kind = BodyKind::Fixed;
    const double yaw = 0.02 + 0.043 * i;
    cube.orientation = {std::cos(0.5 * yaw), 0.0, std::sin(0.5 * yaw), 0.0};
    world.add(cube);
    Body<3> ball;
    ball.shape = Ball{kRadius};
    ball.mass = 1.0;
    const double way = 0.37 * i;
    const Vec<3> along{std::cos(way), 0.0, std::sin(way)};
    ball.position = {-0.1 * along[0], 2.0 * kHalf + kRadius, -0.1 * along[2]};
    ball.velocity = kSpeed * along;
    world.add(ball);
    // The face's normal that it crosses last, of four: the furthest along its way.
    double across = 0.0;
    for (int k = 0; k < 4; ++k) across = std::max(across, std::cos(way + yaw - k * 1.57079632679489662));
    ASSERT_EQ(world.run_until(0.75, RunLimits{.events = 10'000}).outcome, RunOutcome::ReachedTime) << i;
    const BodyState<3> state = world.state({2});
    const Vec<3> gain = state.velocity - kSpeed * along - state.velocity[1] * Vec<3>{0.0, 1.0, 0.0};
    const double lifts = kSpeed * kSpeed * across * across / kRadius;
    if (lifts > 1.05) {
      ++fly;
      EXPECT_EQ(state.acceleration, options.gravity) << i;
      EXPECT_LT(length(gain), 1e-9) << i;
      EXPECT_LT(world.events(), 20U) << i;
    } else if (lifts < 0.95) {
      ++go_round;
      EXPECT_GT(dot(gain, along), 0.0) << i;
    }
  }
  EXPECT_GT(fly, 20);
  EXPECT_GT(go_round, 20);
}

// A ball falls into the wedge between a wall and the edge of a box, which is almost as wide as the ball: each
// impact on the one throws it against the other, with almost all that it had. It stops there, and glides
// along, no deeper, and with what it had along the wedge. (It met both endlessly often.)
TEST(Edges, ABallThatFallsBetweenAWallAndAnEdgeGlidesAlong) {
  constexpr double kRadius = 0.35, kAlong = 0.1;
  struct Case {
    double gap, restitution, until;
  };
  for (const auto& [gap, restitution, until] :
       {Case{0.66, 0.0, 4.5}, Case{0.66, 0.5, 4.5}, Case{0.697, 0.0, 2.0}}) {
    WorldOptions<3> options;
    options.space.max = {2.0, 20.0, 9.0};
    for (auto& side : options.space.sides) side = Side::Wall;
    options.gravity = {0.0, 0.0, -1.0};
    options.restitution = restitution;
    World<3> world(options);
    Body<3> box;
    box.shape = Box<3>{{0.5, 10.0, 0.25}};
    box.position = {1.5 - gap, 10.0, 0.25};
    box.kind = BodyKind::Fixed;
    world.add(box);
    Body<3> ball;
    ball.shape = Ball{kRadius};
    ball.position = {1.55, 5.0, 2.0};
    ball.velocity = {0.2, kAlong, 0.0};
    ball.mass = 1.0;
    world.add(ball);
    ASSERT_EQ(world.run_until(until, RunLimits{.events = 1'000'000}).outcome, RunOutcome::ReachedTime)
        << gap << " " << restitution;
    const BodyState<3> state = world.state({1});
    // Its centre is at 2 - r, and r away from the edge at (2 - gap, 0.5).
    const double aside = gap - kRadius;
    EXPECT_NEAR(state.position[0], 2.0 - kRadius, 1e-4) << gap;
    EXPECT_NEAR(state.position[2], 0.5 + std::sqrt(kRadius * kRadius - aside * aside), 1e-3) << gap;
    EXPECT_NEAR(state.position[1], 5.0 + until * kAlong, 1e-9) << gap;
  }
}

// A ball glides down an arc, over the floor that begins where the arc is level, and up another: to and fro.
// It bounces on floor and arc by less than anybody sees; those lose nothing that it glides with. (It stopped
// dead where the second arc begins, held by both.)
TEST(Edges, ABallThatGlidesFromAFloorOntoAnArcGoesOn) {
  constexpr double kRound = 6.0, kRadius = 0.5;
  WorldOptions<2> options;
  options.gravity = {0.0, -9.81};
  options.restitution = 0.5;
  World<2> world(options);
  const auto add = [&world](const Shape<2>& shape, const Vec<2>& place) {
    Body<2> body;
    body.shape = shape;
    body.position = place;
    body.kind = BodyKind::Fixed;
    world.add(body);
  };
  add(Segment<2>{{-1.5, 0.0}, {1.5, 0.0}}, {});
  add(Arc{kRound, {0.0, -1.0}, {1.0, 0.0}}, {1.5, kRound});
  add(Arc{kRound, {-1.0, 0.0}, {0.0, -1.0}}, {-1.5, kRound});
  Body<2> ball;
  ball.shape = Ball{kRadius};
  ball.mass = 1.0;
  const double low = kRound - kRadius, angle = 0.874;  // of its centre around the arc's, from below
  ball.position = {-1.5 - low * std::sin(angle), kRound - low * std::cos(angle)};
  world.add(ball);
  const double height = ball.position[1];
  double leftmost = 0.0, rightmost = 0.0;
  for (int i = 1; i <= 600; ++i) {
    ASSERT_EQ(world.run_until(0.02 * i).outcome, RunOutcome::ReachedTime);
    const BodyState<2> state = world.state({3});
    EXPECT_NEAR(0.5 * length_squared(state.velocity) + 9.81 * (state.position[1] - height), 0.0, 1e-4) << i;
    leftmost = std::min(leftmost, state.position[0]);
    rightmost = std::max(rightmost, state.position[0]);
  }
  EXPECT_NEAR(rightmost, -ball.position[0], 0.02);
  EXPECT_NEAR(leftmost, ball.position[0], 0.02);
}

// A disc that spins in the nook of a floor and a bump: friction on the floor presses it on the bump, where it
// rubs as well, until it stands. (It met the bump endlessly often.)
TEST(Edges, ADiscThatSpinsIntoANookGetsNoEnergy) {
  for (const double restitution : {0.0, 0.5}) {
    for (const double turns : {-1e-6, -1e-3, -1.0, -30.0, 1.0}) {
      WorldOptions<2> options;
      options.space = {{0.0, 0.0}, {8.0, 8.0}, {Side::Wall, Side::Wall}};
      options.gravity = {0.0, -1.0};
      options.restitution = restitution;
      options.friction = 0.1;
      World<2> world(options);
      Body<2> bump;
      bump.shape = Ball{0.5};
      bump.position = {4.0, 0.0};
      bump.kind = BodyKind::Fixed;
      world.add(bump);
      Body<2> disc;
      disc.shape = Ball{0.5};
      disc.position = {4.0 - std::sqrt(0.75), 0.5};
      disc.spins = true;
      disc.angular_velocity = turns;
      const BodyId id = world.add(disc);
      const double spun = 0.5 * 0.125 * turns * turns;
      const auto energy = [&] {
        const BodyState<2> state = world.state(id);
        return 0.5 * length_squared(state.velocity) +
               0.0625 * state.angular_velocity * state.angular_velocity + (state.position[1] - 0.5);
      };
      double before = spun;
      for (int i = 1; i <= 40; ++i) {
        ASSERT_EQ(world.run_until(0.5 * i, RunLimits{.events = 1'000'000}).outcome, RunOutcome::ReachedTime)
            << turns;
        EXPECT_LE(energy(), before * (1.0 + 1e-9) + 1e-12) << turns << " " << i;
        before = energy();
      }
    }
  }
}

}  // namespace
}  // namespace firsthit
