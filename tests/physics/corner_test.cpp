#include "core/vec_math.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

// Discs that turn in corners of the plane, where friction acts on two sides.

namespace firsthit {
namespace {

// A disc spins on a floor beside a wall, so that the floor's friction presses it against the wall. With N on
// the floor mu N is at the wall, whose friction lifts it: N (1 + mu^2) = m g. Both slow its spin, by 2 mu g
// (1 + mu) / (r (1 + mu^2)). It would bounce at the wall ever lower, endlessly often until it stops.
TEST(Corners, ADiscThatSpinsInOneStopsInTime) {
  constexpr double kSpin = 10.0, kRadius = 0.25;
  for (const auto& [friction, restitution] :
       {std::pair{0.1, 0.0}, std::pair{0.3, 0.0}, std::pair{0.8, 0.0}, std::pair{0.3, 0.5}}) {
    WorldOptions<2> options;
    options.space.max = {20.0, 20.0};
    for (auto& side : options.space.sides) side = Side::Wall;
    options.gravity = {0.0, -1.0};
    options.restitution = restitution;
    options.friction = friction;
    World<2> world(options);
    Body<2> disc;
    disc.shape = Ball{kRadius};
    disc.position = {20.0 - kRadius, kRadius};
    disc.mass = 2.0;
    disc.spins = true;
    disc.angular_velocity = -kSpin;
    world.add(disc);
    const double slows = 2.0 * friction * (1.0 + friction) / (kRadius * (1.0 + friction * friction));
    for (const double part : {0.25, 0.5, 0.75, 0.99}) {
      ASSERT_EQ(world.run_until(part * kSpin / slows).outcome, RunOutcome::ReachedTime) << friction;
      // While it hops at the wall it lacks its friction, and has it at once when it comes back.
      EXPECT_NEAR(world.state({0}).angular_velocity, -(1.0 - part) * kSpin, 0.002 * kSpin) << friction;
      EXPECT_NEAR(world.state({0}).position[0], 20.0 - kRadius, 1e-5) << friction;
    }
    ASSERT_EQ(world.run_until(10.0 * kSpin / slows).outcome, RunOutcome::ReachedTime) << friction;
    EXPECT_LT(std::fabs(world.state({0}).angular_velocity), restitution > 0.0 ? 1e-3 : 1e-300) << friction;
  }
}

// However slowly it turns, no wall gives it more than it has: that would send it off by itself.
TEST(Corners, ADiscGetsNoEnergyInOne) {
  constexpr double kRadius = 0.5, kWidth = 3.0;
  for (const double spin : {1.0, 1e-2, 1e-4, 1e-6, 1e-9})
    for (const bool rolls : {false, true}) {
      WorldOptions<2> options;
      options.space.max = {kWidth, 4.0};
      for (auto& side : options.space.sides) side = Side::Wall;
      options.gravity = {0.0, -1.0};
      options.restitution = 0.05;
      options.friction = 0.5;
      World<2> world(options);
      Body<2> disc;
      disc.shape = Ball{kRadius};
      disc.position = {kWidth - kRadius - (rolls ? 1e-9 : 0.0), kRadius};
      disc.mass = 1.0;
      disc.spins = true;
      disc.angular_velocity = -spin;
      if (rolls) disc.velocity = {kRadius * spin, 0.0};
      const BodyId id = world.add(disc);
      const auto energy = [&] {
        const BodyState<2> state = world.state(id);
        return 0.5 * length_squared(state.velocity) +
               0.25 * kRadius * kRadius * state.angular_velocity * state.angular_velocity +
               (state.position[1] - kRadius);
      };
      // Its height is rounded.
      constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
      double least = energy();
      for (double time = 0x1p-6; time < 16.0; time += 0x1p-6) {
        ASSERT_EQ(world.run_until(time, RunLimits{.events = 10'000}).outcome, RunOutcome::ReachedTime)
            << spin;
        EXPECT_LE(energy(), least * (1.0 + 0x1p-40) + kRounding * kRadius) << spin << " at " << time;
        least = std::min(least, energy());
      }
    }
}

// A disc rolls down a slope into the corner with a wall, whose friction knocks it at each impact: the wall
// holds it there together with the slope, though gravity alone does not press the disc against it. (Random
// ones; each met the wall endlessly often.)
TEST(Corners, ADiscThatRollsIntoThatOfASlopeAndAWallStays) {
  struct Case {
    double restitution, friction, slope, turning, above;
  };
  constexpr double kWall = 4.0, kDisc = 0.27;
  for (const Case& each : {Case{0.56103422204341769, 2.7789699849788754, 1.1991735788266034,
                                5.3333990674052378e-08, 0.00010885639740991138},
                           Case{0.38276283512245657, 1.2302128764018672, 1.0867840531260022,
                                -3.1132517664516021e-07, 2.6518756605318446e-08},
                           Case{0.75752787880956074, 1.5480076589804037, 1.0453345099507902,
                                -1.4245367380896163e-05, 3.5058872395897047e-09},
                           Case{0.35215711979186165, 2.8853174099275094, 1.1855347429373231,
                                -0.87917389127222689, 6.5380459801035759e-09}}) {
    WorldOptions<2> options;
    options.space.max = {kWall, 20.0};
    for (auto& side : options.space.sides) side = Side::Wall;
    options.gravity = {0.0, -1.0};
    options.restitution = each.restitution;
    options.friction = each.friction;
    World<2> world(options);
    Body<2> slope;
    slope.kind = BodyKind::Fixed;
    slope.shape = HalfSpace<2>{{std::sin(each.slope), std::cos(each.slope)}, 0.0};
    slope.position = {kWall, 1.0};
    world.add(slope);
    Body<2> disc;
    disc.shape = Ball{kDisc};
    disc.spins = true;
    disc.mass = 1.0;
    const double height = 1.0 + kDisc * (1.0 + std::sin(each.slope)) / std::cos(each.slope);
    disc.position = {kWall - kDisc - each.above * std::cos(each.slope),
                     height + each.above * std::sin(each.slope)};
    disc.angular_velocity = each.turning;
    world.add(disc);
    ASSERT_EQ(world.run_until(100.0, RunLimits{.events = 500'000}).outcome, RunOutcome::ReachedTime);
    EXPECT_NEAR(world.state({1}).position[0], kWall - kDisc, 1e-9) << each.slope;
    EXPECT_NEAR(world.state({1}).position[1], height, 1e-9) << each.slope;
  }
}

// The same on a crate: there it does not hop, and what is left of a spin leads it into the wall again and
// again, each time a part as fast, in no time. Where its way is shorter than any place can tell it stops.
TEST(Corners, ADiscThatHardlySpinsInThatOfACrateAndAWallStops) {
  for (const double spin : {1e-12, 1e-18, 1e-24, 1e-30, 1e-39}) {
    WorldOptions<2> options;
    options.space.max = {3.0, 4.0};
    for (auto& side : options.space.sides) side = Side::Wall;
    options.gravity = {0.0, -1.0};
    options.restitution = 0.05;
    options.friction = 0.07;
    World<2> world(options);
    constexpr Material kRough{1};
    world.set_restitution({}, kRough, 0.75);
    world.set_friction({}, kRough, 0.75);
    Body<2> crate;
    crate.shape = Box<2>{{0.5, 0.25}};
    crate.position = {2.25, 0.25};
    crate.material = kRough;
    crate.mass = 1.0;
    crate.spins = true;
    world.add(crate);
    Body<2> disc;
    disc.shape = Ball{0.5};
    disc.position = {2.5, 1.0};
    disc.mass = 1.0;
    disc.spins = true;
    disc.angular_velocity = -spin;
    const BodyId id = world.add(disc);
    ASSERT_EQ(world.run_until(100.0, RunLimits{.events = 10'000}).outcome, RunOutcome::ReachedTime) << spin;
    EXPECT_EQ(world.state(id).velocity, Vec<2>{}) << spin;
    EXPECT_EQ(world.state(id).angular_velocity, 0.0) << spin;
  }
}

}  // namespace
}  // namespace firsthit
