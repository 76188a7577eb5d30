#include "core/vec_math.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

// A rod whose tip leads over rough ground: Painleve's paradox (1895; Genot and Brogliato 1999,
// doi:10.1016/S0997-7538(99)00144-8). A force that holds the tip up brakes it, too, and so turns the rod into
// the ground: beyond a critical friction by more than it holds it up. Then no force lets the tip slide on,
// and only an impulse without any impact before it stops it.

namespace firsthit {
namespace {

constexpr double kGravity = 10.0, kSpeed = 3.0, kHalfHeight = 0.01;

/// Its contacts are rows of hops, as high as 2^-16 of its half length at most.
constexpr double kHopHeight = 0x1p-16;
const double kHopSpeed = std::sqrt(2.0 * kGravity * kHopHeight);

/// A thin rod of length 2 and mass 1 that slides to the right on its lower right corner.
struct Rod {
  explicit Rod(double degrees) : angle(degrees * std::numbers::pi / 180.0) {
    body.shape = Box<2>{{1.0, kHalfHeight}};
    body.position = {0.0, -corner(angle)[1] + 0x1p-40};
    body.velocity = {kSpeed, 0.0};
    body.spins = true;
    body.orientation = turned_by(-degrees);
  }

  /// [L] From the centre.
  static Vec<2> corner(double angle) {
    return {std::cos(angle) - kHalfHeight * std::sin(angle),
            -std::sin(angle) - kHalfHeight * std::cos(angle)};
  }
  /// Beyond it a force on the corner that slides does not hold it up: 1 / m + x (x + mu y) / I < 0.
  double critical_friction() const {
    const Vec<2> at = corner(angle);
    return -(kInertia + at[0] * at[0]) / (at[0] * at[1]);
  }

  static constexpr double kInertia = (1.0 + kHalfHeight * kHalfHeight) / 3.0;
  double angle;
  Body<2> body;
};

/// [L/T] Of the corner, if it slides for so long, by small steps of what forces say: one that holds it on the
/// ground.
struct Sliding {
  double speed;
  double slows;  // [L/T^2] at the end
};
Sliding sliding(const Rod& rod, double friction, double time) {
  double angle = rod.angle, turning = 0.0, velocity = kSpeed, slows = 0.0, before = kSpeed;
  constexpr double kStep = 1e-6;
  for (double now = 0.0; now < time; now += kStep) {
    const Vec<2> at = Rod::corner(angle);
    const double gives = 1.0 + at[0] * (at[0] + friction * at[1]) / Rod::kInertia;
    const double force = (kGravity + turning * turning * at[1]) / gives;
    velocity -= kStep * friction * force;
    turning += kStep * force * (at[0] + friction * at[1]) / Rod::kInertia;
    angle -= kStep * turning;
    const double speed = velocity - turning * Rod::corner(angle)[1];
    slows = (speed - before) / kStep;
    before = speed;
  }
  return {before, slows};
}

struct Slid {
  double speed;    // [L/T] of the tip
  double kinetic;  // [M L^2/T^2]
};

Slid slid(const Rod& rod, double friction, double restitution, double time) {
  World<2> world({.gravity = {0.0, -kGravity}, .restitution = restitution, .friction = friction});
  world.add({.shape = HalfSpace<2>{{0.0, 1.0}, 0.0}, .kind = BodyKind::Fixed});
  const BodyId id = world.add(rod.body);
  EXPECT_EQ(world.run_until(time).outcome, RunOutcome::ReachedTime);
  const BodyState<2> now = world.state(id);
  const double angle = -2.0 * std::atan2(now.orientation.z, now.orientation.w);
  return {now.velocity[0] - now.angular_velocity * Rod::corner(angle)[1],
          0.5 * (length_squared(now.velocity) + Rod::kInertia * now.angular_velocity * now.angular_velocity)};
}

TEST(Painleve, ARodSlidesAsForcesSayBelowTheCriticalFriction) {
  const double time = 0.08;
  for (const double degrees : {45.0, 60.0, 70.0}) {
    const Rod rod(degrees);
    for (const double part : {0.0, 0.25, 0.5}) {
      const double friction = part * rod.critical_friction();
      const Sliding theory = sliding(rod, friction, time);
      // What it has got may be that of a hop less, and a hop tells no more of its own speed.
      EXPECT_NEAR(slid(rod, friction, 0.0, time).speed, theory.speed,
                  std::fabs(theory.slows) * 2.0 * kHopSpeed / kGravity + kHopSpeed)
          << degrees << " degrees, " << part;
    }
  }
}

TEST(Painleve, ItsTipStopsAtOnceBeyondIt) {
  constexpr double kTime = 1e-4;
  for (const double degrees : {45.0, 60.0, 70.0}) {
    const Rod rod(degrees);
    // What turns it about its tip is the impulse that stops that: its angular momentum about the tip stays.
    const double momentum = -kSpeed * Rod::corner(rod.angle)[1];
    const double kinetic =
        0.5 * momentum * momentum / (Rod::kInertia + length_squared(Rod::corner(rod.angle)));
    for (const double restitution : {0.0, 0.5}) {
      EXPECT_GT(slid(rod, 0.95 * rod.critical_friction(), restitution, kTime).speed, 2.0);
      for (const double part : {1.01, 1.05, 2.0}) {
        const Slid found = slid(rod, part * rod.critical_friction(), restitution, kTime);
        EXPECT_NEAR(found.speed, 0.0, kHopSpeed) << degrees << " degrees, " << part;
        EXPECT_NEAR(found.kinetic, kinetic, kGravity * kSpeed * kTime) << degrees << " degrees, " << part;
      }
    }
  }
}

TEST(Painleve, InSpaceItsTipStopsAtOnceToo) {
  for (const double degrees : {45.0, 60.0, 70.0}) {
    const Rod rod(degrees);
    const auto tip = [&](double part) {
      World<3> world(
          {.gravity = {0.0, -kGravity, 0.0}, .restitution = 0.0, .friction = part * rod.critical_friction()});
      world.add({.shape = HalfSpace<3>{{0.0, 1.0, 0.0}, 0.0}, .kind = BodyKind::Fixed});
      const BodyId id = world.add({.shape = Box<3>{{1.0, kHalfHeight, kHalfHeight}},
                                   .position = {0.0, rod.body.position[1], 0.0},
                                   .velocity = {kSpeed, 0.0, 0.0},
                                   .spins = true,
                                   .orientation = turned_by(-degrees, {0.0, 0.0, 1.0})});
      EXPECT_EQ(world.run_until(1e-4).outcome, RunOutcome::ReachedTime);
      const BodyState<3> now = world.state(id);
      return now.velocity[0] - now.angular_velocity[2] * Rod::corner(rod.angle)[1];
    };
    EXPECT_GT(tip(0.95), 2.0);
    for (const double part : {1.01, 2.0}) EXPECT_NEAR(tip(part), 0.0, kHopSpeed) << degrees << ", " << part;
  }
}

TEST(Painleve, TheRodComesToRestAndNeverGainsEnergy) {
  for (const double degrees : {30.0, 45.0, 60.0, 75.0}) {
    for (const double friction : {0.5, 1.0, 2.0, 4.0}) {
      const Rod rod(degrees);
      World<2> world({.gravity = {0.0, -kGravity}, .restitution = 0.3, .friction = friction});
      world.add({.shape = HalfSpace<2>{{0.0, 1.0}, 0.0}, .kind = BodyKind::Fixed});
      const BodyId id = world.add(rod.body);
      double energy = 0.5 * kSpeed * kSpeed + kGravity * rod.body.position[1];
      for (double time = 0.05; time <= 10.0; time += 0.05) {
        ASSERT_EQ(world.run_until(time, {.events = 2000}).outcome, RunOutcome::ReachedTime);
        const BodyState<2> state = world.state(id);
        const double now = 0.5 * (length_squared(state.velocity) +
                                  Rod::kInertia * state.angular_velocity * state.angular_velocity) +
                           kGravity * state.position[1];
        EXPECT_LE(now, energy + kGravity * kHopHeight);  // a first hop comes from nowhere
        energy = std::min(now, energy);
      }
      EXPECT_TRUE(is_zero(world.state(id).velocity));
      EXPECT_NEAR(world.state(id).position[1], kHalfHeight, 1e-11);
    }
  }
}

}  // namespace
}  // namespace firsthit
