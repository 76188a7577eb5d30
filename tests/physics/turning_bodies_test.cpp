#include "physics/turning_worlds.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/error.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

// Bodies of the plane that are no balls, and turn.

namespace firsthit {
namespace {

Shape<2> box(double half_width, double half_height) { return Box<2>{{half_width, half_height}}; }

TEST(TurningBodies, ARodThatIsStruckOffItsCentreTurnsAsItMust) {
  // A ball of mass m at v strikes a rod of mass M and length L across it, h off its middle, elastically:
  // J = 2 v / (1/m + 1/M + 12 h^2 / (M L^2)).
  const double v = 2.0, m = 0.5, rod_mass = 3.0, l = 2.0, h = 0.75;
  World<2> world{WorldOptions<2>{}};
  const BodyId rod =
      world.add(turning<2>(Segment<2>{{-0.5 * l, 0.0}, {0.5 * l, 0.0}}, {0.0, 0.0}, {}, 0.0, rod_mass));
  const BodyId striker = world.add(ball<2>(0.1, {h, -1.0}, {0.0, v}, m));
  world.run_until(1.0);
  const double impulse = 2.0 * v / (1.0 / m + 1.0 / rod_mass + 12.0 * h * h / (rod_mass * l * l));
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_NEAR(world.state(rod).velocity[1], impulse / rod_mass, 1e-14);
  EXPECT_NEAR(world.state(rod).angular_velocity, h * impulse * 12.0 / (rod_mass * l * l), 1e-14);
  EXPECT_NEAR(world.state(striker).velocity[1], v - impulse / m, 1e-14);
  EXPECT_NEAR(world.state(striker).velocity[0], 0.0, 1e-15);
}

TEST(TurningBodies, ACrateThatHitsAWallWithACornerKeepsItsEnergy) {
  // At 45 degrees and v, straight on a wall: the corner's lever is 0, so it comes back as a ball does. At
  // another angle J = 2 v / (1/m + x^2 / I), x the lever.
  WorldOptions<2> options;
  options.space = {{0.0, -10.0}, {10.0, 10.0}, {Side::Wall, Side::Open}};
  for (const double degrees : {45.0, 20.0, 70.0}) {
    World<2> world(options);
    Body<2> crate = turning<2>(box(0.5, 0.5), {3.0, 0.0}, {-2.0, 0.0});
    crate.orientation = turned_by(degrees);
    const BodyId id = world.add(crate);
    const double inertia = world.body(id).inertia;
    EXPECT_NEAR(inertia, 1.0 / 6.0, 1e-15);
    world.run_until(1.5);
    const double angle = degrees * std::numbers::pi / 180.0;
    const double lever = std::sqrt(0.5) * std::cos(angle + 0.25 * std::numbers::pi);
    const double impulse = 4.0 / (1.0 + lever * lever / inertia);
    EXPECT_EQ(world.collisions(), 1U) << degrees;
    EXPECT_NEAR(world.state(id).velocity[0], -2.0 + impulse, 1e-13) << degrees;
    EXPECT_NEAR(std::fabs(world.state(id).angular_velocity), std::fabs(lever) * impulse / inertia, 1e-13);
    EXPECT_NEAR(totals(world).energy, 2.0, 1e-14);
  }
}

TEST(TurningBodies, ACrateThatHitsAWallFlatComesBackFlat) {
  WorldOptions<2> options;
  options.space = {{0.0, -10.0}, {10.0, 10.0}, {Side::Wall, Side::Open}};
  World<2> world(options);
  const BodyId id = world.add(turning<2>(box(0.5, 0.25), {3.0, 0.0}, {-2.0, 0.5}));
  world.run_until(2.0);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_EQ(world.state(id).velocity, (Vec<2>{2.0, 0.5}));
  EXPECT_EQ(world.state(id).angular_velocity, 0.0);
}

TEST(TurningBodies, APaddleThatTurnsBatsABallAway) {
  // The place of the paddle that is hit moves at w x; the ball leaves at twice that on top of its own.
  World<2> world{WorldOptions<2>{}};
  Body<2> paddle = turning<2>(box(2.0, 0.1), {0.0, 0.0}, {}, 1.0);
  paddle.kind = BodyKind::Kinematic;
  paddle.orientation = turned_by(-90.0);
  world.add(paddle);
  // It lies along x after a quarter of a turn; the ball is there then, one away from the middle.
  const double quarter = 0.5 * std::numbers::pi;
  const BodyId id = world.add(ball<2>(0.2, {1.0, 0.3 + 1.0 * quarter}, {0.0, -1.0}));
  world.run_until(2.0);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_NEAR(world.state(id).velocity[1], 3.0, 1e-12);
  EXPECT_NEAR(world.state(id).velocity[0], 0.0, 1e-12);
}

/// Boxes, a capsule, a triangle, an L and rods in a box, whatever their restitution.
World<2> crowd(double restitution, double friction, double tangential, std::uint64_t seed,
               NeighbourSearch search = NeighbourSearch::Automatic, Side side = Side::Wall) {
  WorldOptions<2> options;
  options.space = {{0.0, 0.0}, {12.0, 12.0}, {side, side}};
  options.restitution = restitution;
  options.friction = friction;
  options.tangential_restitution = tangential;
  options.neighbours = search;
  World<2> world(options);
  Random random(seed);
  const std::vector<Shape<2>> shapes = {
      box(0.5, 0.3), Capsule<2>{{-0.4, 0.0}, {0.4, 0.0}, 0.2},
      Polygon{{{-0.5, -0.25}, {0.5, -0.25}, {0.0, 0.5}}}, Segment<2>{{-0.6, 0.0}, {0.6, 0.0}},
      // An L of three unit squares, its centre of mass at 0.
      Polygon{{{-0.4, -0.4}, {0.8, -0.4}, {0.8, 0.2}, {0.2, 0.2}, {0.2, 0.8}, {-0.4, 0.8}}}, Ball{0.4}};
  for (int i = 0; i < 36; ++i) {
    Body<2> body = turning<2>(shapes[static_cast<std::size_t>(i) % shapes.size()],
                              {2.0 * (i % 6) + 1.0, 2.0 * (i / 6) + 1.0},
                              {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)},
                              random.uniform(-3.0, 3.0), random.uniform(0.5, 2.0));
    if (i % 6 == 4) {  // moved so that its centre of mass is where it is listed
      const double c = mass_properties<2>(body.shape).centre[0];
      std::vector<Vec<2>> vertices = std::get<Polygon>(body.shape).vertices();
      for (Vec<2>& vertex : vertices) vertex = vertex - Vec<2>{c, c};
      body.shape = Polygon{vertices};
    }
    world.add(body);
  }
  return world;
}

TEST(TurningBodies, KeepTheirEnergyWhereTheyAreElastic) {
  for (const double tangential : {0.0, 1.0}) {
    World<2> world =
        crowd(1.0, tangential > 0.0 ? std::numeric_limits<double>::infinity() : 0.0, tangential, 5);
    const double before = totals(world).energy;
    for (int i = 1; i <= 40; ++i) {
      world.run_until(0.5 * i);
      EXPECT_LE(deepest(world), 1e-12);
    }
    EXPECT_GT(world.collisions(), 400U);
    // A corner that grips, and would have to be pulled back, is let go instead: that takes energy.
    EXPECT_LE(totals(world).energy, before * (1.0 + 1e-12));
    if (tangential == 0.0) {
      EXPECT_NEAR(totals(world).energy, before, 1e-12 * before);
    }
  }
}

TEST(TurningBodies, NeverGainEnergyAndKeepTheirMomentum) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    World<2> world = crowd(random.uniform(0.5, 1.0), random.uniform(0.0, 1.0), random.uniform(-1.0, 1.0),
                           seed, NeighbourSearch::Automatic, Side::Periodic);
    const Totals<2> before = totals(world);
    double last = before.energy;
    for (int i = 1; i <= 20; ++i) {
      ASSERT_EQ(world.run_until(0.25 * i).outcome, RunOutcome::ReachedTime);
      const Totals<2> now = totals(world);
      EXPECT_LE(now.energy, last * (1.0 + 1e-14));
      EXPECT_LE(length(now.momentum - before.momentum), 1e-13);
      last = now.energy;
    }
    EXPECT_GT(world.collisions(), 40U);
    EXPECT_LT(world.collisions(), 2000U);  // lasting contacts are hops, not ever smaller bounces
    EXPECT_LE(deepest(world), 1e-12);
  }
}

TEST(TurningBodies, KeepTheirAngularMomentumInOpenSpace) {
  World<2> world{WorldOptions<2>{}};
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const Vec<2> position{2.0 * (i % 5) - 4.0, 2.0 * (i / 5) - 3.0};
    world.add(turning<2>(box(0.6, 0.2), position, -0.5 * position + Vec<2>{random.uniform(-0.2, 0.2), 0.0},
                         random.uniform(-2.0, 2.0)));
  }
  const Totals<2> before = totals(world);
  world.run_until(20.0);
  EXPECT_GT(world.collisions(), 20U);
  EXPECT_NEAR(totals(world).angular, before.angular, 1e-12);
  EXPECT_NEAR(totals(world).energy, before.energy, 1e-13 * before.energy);
}

TEST(TurningBodies, AreTheSameBitsWhateverTheSearchTheWindowsAndTheStops) {
  for (const Side side : {Side::Wall, Side::Periodic})
    for (std::uint64_t seed = 21; seed < 25; ++seed) {
      has_the_same_bits_however_it_is_run(
          [&](NeighbourSearch search) { return crowd(0.9, 0.3, 0.5, seed, search, side); });
    }
}

TEST(TurningBodies, ComeToEquipartition) {
  // Hard rectangles, elastic and smooth: half of kT for each way to move, so the mean energy of rotation is
  // half of that of flight. 60 bodies, some hundred impacts each: its ratio is known to some 10 %.
  WorldOptions<2> options;
  options.space = {{0.0, 0.0}, {20.0, 20.0}, {Side::Periodic, Side::Periodic}};
  World<2> world(options);
  Random random(11);
  for (int i = 0; i < 64; ++i)
    world.add(turning<2>(box(0.9, 0.3), {2.5 * (i % 8) + 1.25, 2.5 * (i / 8) + 1.25},
                         {random.normal(), random.normal()}));
  world.run_until(20.0);
  double rotation = 0.0, flight = 0.0;
  for (int i = 1; i <= 200; ++i) {
    world.run_until(20.0 + 0.5 * i);
    for (std::uint32_t id = 0; id < world.size(); ++id) {
      const BodyState<2> now = world.state({id});
      flight += 0.5 * length_squared(now.velocity);
      rotation += 0.5 * world.body({id}).inertia * now.angular_velocity * now.angular_velocity;
    }
  }
  EXPECT_NEAR(rotation / flight, 0.5, 0.05);
}

TEST(TurningBodies, ThatNeverMeetAreLookedAtNowAndThen) {
  World<2> world{WorldOptions<2>{}};
  world.add(turning<2>(box(1.0, 0.2), {-1.1, 0.0}, {}, 1.0));
  world.add(turning<2>(box(1.0, 0.2), {1.1, 0.0}, {}, -1.0));  // as its picture in a mirror
  world.run_until(1000.0);
  EXPECT_EQ(world.collisions(), 0U);
  EXPECT_LT(world.events(), 200U);
}

TEST(TurningBodies, AreSetTurningAndUprightAtAnyTime) {
  // A paddle lies beside a ball's way, is put across it, or begins to turn into it.
  const auto meets = [](auto change) {
    WorldOptions<2> options;
    options.neighbours = NeighbourSearch::AllPairs;  // nothing but the change makes anybody look again
    World<2> world{options};
    const BodyId paddle = world.add(turning<2>(box(1.0, 0.1), {0.0, -0.5}));
    world.add(ball<2>(0.1, {-5.0, 0.0}, {1.0, 0.0}));
    world.run_until(4.5);
    change(world, paddle);
    world.run_until(10.0);
    return world.collisions();
  };
  EXPECT_EQ(meets([](World<2>&, BodyId) {}), 0U);
  EXPECT_EQ(meets([](World<2>& world, BodyId id) { world.set_orientation(id, turned_by(90.0)); }), 1U);
  EXPECT_GE(meets([](World<2>& world, BodyId id) { world.set_angular_velocity(id, 2.0); }), 1U);
}

TEST(TurningBodies, StopWhereTheirMaterialsDo) {
  World<2> world{WorldOptions<2>{}};
  world.set_response({}, {}, Response::Stop);
  const BodyId id = world.add(turning<2>(box(1.0, 0.1), {0.0, 0.0}, {}, 0.1));
  const BodyId striker = world.add(ball<2>(0.1, {0.5, -1.0}, {0.0, 1.0}, 3.0));
  world.run_until(2.0);
  for (const BodyId each : {id, striker}) {
    EXPECT_NEAR(world.state(each).velocity[1], 0.75, 1e-15);
    EXPECT_EQ(world.state(each).angular_velocity, 0.0);
  }
}

TEST(TurningBodies, AreRefusedWhereNobodyKnowsYetWhatTheyDo) {
  const Body<2> crate = turning<2>(box(1.0, 1.0), {});
  World<2> world{WorldOptions<2>{}};
  world.add(crate);
  EXPECT_THROW(world.set_response({}, {}, Response::Stick), InputError);
  World<2> other{WorldOptions<2>{}};
  other.set_response({}, {}, Response::Stick);
  EXPECT_THROW(other.add(crate), InputError);
}

}  // namespace
}  // namespace firsthit
