#include "physics/turning_worlds.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "support/any_turning.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/error.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>

// Bodies in space that are no balls, and turn.

namespace firsthit {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

Shape<3> cube(double half) { return Box<3>{{half, half, half}}; }
/// Every other corner of a cube.
Shape<3> tetrahedron(double half) {
  return Hull<3>{{{half, half, half}, {half, -half, -half}, {-half, half, -half}, {-half, -half, half}}};
}

TEST(TurningInSpace, ACubeThatIsStruckOffItsCentreTurnsAsItMust) {
  // A smooth ball of mass m at v strikes a side of a cube of mass M and edge s, (y, z) off its middle:
  // J = (1 + e) v / (1/m + 1/M + (y^2 + z^2) / I), I = M s^2 / 6, about (0, z, -y).
  const double v = 2.0, m = 0.5, mass = 3.0, s = 2.0, y = 0.75, z = -0.5, e = 0.6;
  WorldOptions<3> options;
  options.restitution = e;
  World<3> world{options};
  const BodyId struck = world.add(turning<3>(cube(0.5 * s), {0.0, 0.0, 0.0}, {}, {}, mass));
  const BodyId striker = world.add(ball<3>(0.1, {-2.0, y, z}, {v, 0.0, 0.0}, m));
  world.run_until(1.0);
  const double inertia = mass * s * s / 6.0;
  EXPECT_NEAR(world.body(struck).inertia, inertia, 1e-15);
  const double impulse = (1.0 + e) * v / (1.0 / m + 1.0 / mass + (y * y + z * z) / inertia);
  EXPECT_EQ(world.collisions(), 1U);
  const BodyState<3> now = world.state(struck);
  EXPECT_NEAR(now.velocity[0], impulse / mass, 1e-14);
  EXPECT_NEAR(now.angular_velocity[0], 0.0, 1e-15);
  EXPECT_NEAR(now.angular_velocity[1], z * impulse / inertia, 1e-14);
  EXPECT_NEAR(now.angular_velocity[2], -y * impulse / inertia, 1e-14);
  EXPECT_NEAR(world.state(striker).velocity[0], v - impulse / m, 1e-14);
}

TEST(TurningInSpace, AGripStopsWhereTheyTouch) {
  // Any friction, nothing given back: the places that touch go on together.
  Random random(4);
  int met = 0;
  for (int i = 0; i < 40; ++i) {
    WorldOptions<3> options;
    options.restitution = 0.0;
    options.friction = kInfinite;
    World<3> world{options};
    Body<3> first = turning<3>(cube(0.5), {0.0, 0.0, 0.0}, {}, 0.3 * any_vector(random), 2.0);
    first.orientation = any_orientation(random);
    const BodyId struck = world.add(first);
    const BodyId striker = world.add(
        ball<3>(0.2, {-3.0, random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4)}, {3.0, 0.4, 0.3}));
    RunLimits limits;
    limits.collisions = 1;
    world.run_until(3.0, limits);
    if (world.collisions() == 0) continue;
    ++met;
    const BodyState<3> a = world.state(struck), b = world.state(striker);
    const Body<3> box = world.body(struck);
    const auto touch = distance<3>({box.shape, box.position, box.orientation}, {Ball{0.2}, b.position, {}});
    const Vec<3> of_a = a.velocity + cross(a.angular_velocity, touch.point_a - a.position);
    EXPECT_LE(length(of_a - b.velocity), 1e-12);  // a ball that does not spin is grasped by no lever
  }
  EXPECT_GT(met, 30);
}

TEST(TurningInSpace, ACubeThatHitsAWallFlatComesBackFlat) {
  WorldOptions<3> options;
  options.space = {{0.0, -10.0, -10.0}, {10.0, 10.0, 10.0}, {Side::Wall, Side::Open, Side::Open}};
  World<3> world(options);
  const BodyId id = world.add(turning<3>(cube(0.5), {3.0, 0.0, 0.0}, {-2.0, 0.5, 0.25}));
  world.run_until(2.0);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_EQ(world.state(id).velocity, (Vec<3>{2.0, 0.5, 0.25}));
  EXPECT_EQ(world.state(id).angular_velocity, (Vec<3>{}));
}

TEST(TurningInSpace, ACarouselBatsABallAway) {
  // A board turns about z; the place that is hit moves at w x, and the ball leaves at twice that besides its
  // own.
  World<3> world{WorldOptions<3>{}};
  Body<3> board = turning<3>(Box<3>{{2.0, 0.1, 1.0}}, {}, {}, {0.0, 0.0, 1.0});
  board.kind = BodyKind::Kinematic;
  const double root = std::sqrt(0.5);
  board.orientation = {root, 0.0, 0.0, -root};  // a quarter of a turn back
  world.add(board);
  const double quarter = 0.5 * std::numbers::pi;
  const BodyId id = world.add(ball<3>(0.2, {1.0, 0.3 + 1.0 * quarter, 0.4}, {0.0, -1.0, 0.0}));
  world.run_until(2.0);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_NEAR(world.state(id).velocity[1], 3.0, 1e-11);
  EXPECT_NEAR(world.state(id).velocity[0], 0.0, 1e-11);
  EXPECT_NEAR(world.state(id).velocity[2], 0.0, 1e-11);
}

/// Cubes, tetrahedra, rods that are heavy at their ends, and balls in a box.
World<3> crowd(double restitution, double friction, double tangential, std::uint64_t seed,
               NeighbourSearch search = NeighbourSearch::Automatic, Side side = Side::Wall) {
  WorldOptions<3> options;
  options.space = {{0.0, 0.0, 0.0}, {6.0, 6.0, 6.0}, {side, side, side}};
  options.restitution = restitution;
  options.friction = friction;
  options.tangential_restitution = tangential;
  options.neighbours = search;
  World<3> world(options);
  Random random(seed);
  const std::array<Shape<3>, 4> shapes{cube(0.4), tetrahedron(0.5),
                                       Capsule<3>{{-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}, 0.25}, Ball{0.4}};
  for (int i = 0; i < 27; ++i) {
    const Vec<3> position{2.0 * (i % 3) + 1.0, 2.0 * (i / 3 % 3) + 1.0, 2.0 * (i / 9) + 1.0};
    Body<3> body = turning<3>(shapes[static_cast<std::size_t>(i) % shapes.size()], position,
                              any_vector(random), 2.0 * any_vector(random), random.uniform(0.5, 2.0));
    body.orientation = any_orientation(random);
    if (i % 4 == 2) body.inertia = 0.2;
    world.add(body);
  }
  return world;
}

TEST(TurningInSpace, KeepsItsEnergyWhereElastic) {
  for (const double tangential : {0.0, 1.0}) {
    World<3> world = crowd(1.0, tangential > 0.0 ? kInfinite : 0.0, tangential, 5);
    const double before = totals(world).energy;
    for (int i = 1; i <= 20; ++i) {
      world.run_until(1.0 * i);
      EXPECT_LE(deepest(world), 1e-12);
    }
    EXPECT_GT(world.collisions(), 400U);
    EXPECT_LE(totals(world).energy, before * (1.0 + 1e-12));
    if (tangential == 0.0) {
      EXPECT_NEAR(totals(world).energy, before, 1e-12 * before);
    }
  }
}

TEST(TurningInSpace, NeverGainsEnergyAndKeepsItsMomentum) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    World<3> world = crowd(random.uniform(0.5, 1.0), random.uniform(0.0, 1.0), random.uniform(-1.0, 1.0),
                           seed, NeighbourSearch::Automatic, Side::Periodic);
    const Totals<3> before = totals(world);
    double last = before.energy;
    for (int i = 1; i <= 20; ++i) {
      ASSERT_EQ(world.run_until(0.25 * i).outcome, RunOutcome::ReachedTime);
      const Totals<3> now = totals(world);
      EXPECT_LE(now.energy, last * (1.0 + 1e-14));
      EXPECT_LE(length(now.momentum - before.momentum), 1e-13);
      last = now.energy;
    }
    EXPECT_GT(world.collisions(), 40U);
    EXPECT_LT(world.collisions(), 2000U);
    EXPECT_LE(deepest(world), 1e-12);
  }
}

TEST(TurningInSpace, KeepsItsAngularMomentumWhereNothingIsAround) {
  for (const double friction : {0.0, 0.7}) {
    WorldOptions<3> options;
    options.friction = friction;
    World<3> world{options};
    Random random(3);
    for (int i = 0; i < 27; ++i) {
      const Vec<3> position{2.0 * (i % 3) - 2.0, 2.0 * (i / 3 % 3) - 2.0, 2.0 * (i / 9) - 2.0};
      Body<3> body = turning<3>(i % 2 == 0 ? cube(0.5) : tetrahedron(0.6), position,
                                -0.5 * position + 0.1 * any_vector(random), any_vector(random));
      body.orientation = any_orientation(random);
      world.add(body);
    }
    const Totals<3> before = totals(world);
    world.run_until(20.0);
    EXPECT_GT(world.collisions(), 20U);
    EXPECT_LE(length(totals(world).angular - before.angular), 1e-11);
    if (friction == 0.0) {
      EXPECT_NEAR(totals(world).energy, before.energy, 1e-13 * before.energy);
    }
  }
}

TEST(TurningInSpace, HasTheSameBitsWhateverTheSearchTheWindowsAndTheStops) {
  for (const Side side : {Side::Wall, Side::Periodic})
    for (std::uint64_t seed = 21; seed < 23; ++seed) {
      has_the_same_bits_however_it_is_run(
          [&](NeighbourSearch search) { return crowd(0.9, 0.3, 0.5, seed, search, side); });
    }
}

TEST(TurningInSpace, ComesToEquipartition) {
  // Hard cubes, elastic and smooth: three ways to turn and three to move, so both energies are equal on
  // average. 64 bodies, some hundred impacts each: the ratio is known to some 5 %.
  WorldOptions<3> options;
  options.space = {{0.0, 0.0, 0.0}, {8.0, 8.0, 8.0}, {Side::Periodic, Side::Periodic, Side::Periodic}};
  World<3> world(options);
  Random random(11);
  for (int i = 0; i < 64; ++i)
    world.add(turning<3>(cube(0.5), {2.0 * (i % 4) + 1.0, 2.0 * (i / 4 % 4) + 1.0, 2.0 * (i / 16) + 1.0},
                         any_vector(random)));
  world.run_until(20.0);
  double rotation = 0.0, flight = 0.0;
  for (int i = 1; i <= 100; ++i) {
    world.run_until(20.0 + 0.5 * i);
    for (std::uint32_t id = 0; id < world.size(); ++id) {
      const BodyState<3> now = world.state({id});
      flight += 0.5 * length_squared(now.velocity);
      rotation += 0.5 * world.body({id}).inertia * length_squared(now.angular_velocity);
    }
  }
  EXPECT_NEAR(rotation / flight, 1.0, 0.05);
}

TEST(TurningInSpace, HopsOnTheFloorWithoutSinkingIntoIt) {
  WorldOptions<3> options;
  options.space = {{0.0, 0.0, 0.0}, {6.0, 6.0, 9.0}, {Side::Wall, Side::Wall, Side::Wall}};
  options.gravity = {0.0, 0.0, -10.0};
  options.restitution = 0.4;
  options.friction = 0.5;
  World<3> world{options};
  Random random(8);
  for (int i = 0; i < 3; ++i) {
    Body<3> body =
        turning<3>(i == 1 ? tetrahedron(0.5) : cube(0.5), {2.0 * i + 1.0, 3.0, 3.0}, {}, any_vector(random));
    body.orientation = any_orientation(random);
    world.add(body);
  }
  const auto energy = [&] {
    double all = totals(world).energy;
    for (std::uint32_t id = 0; id < world.size(); ++id) all += 10.0 * world.state({id}).position[2];
    return all;
  };
  const double highest_hop = 3.0 * 10.0 * 1.0 * 0x1p-15;  // of each by 2^-16 of its length, and something
  double last = energy();
  for (int i = 1; i <= 16; ++i) {
    ASSERT_EQ(world.run_until(0.125 * i).outcome, RunOutcome::ReachedTime);
    EXPECT_LE(energy(), last + highest_hop);
    last = energy();
    for (std::uint32_t id = 0; id < world.size(); ++id) {
      const Body<3> body = world.body({id});
      EXPECT_GE(distance<3>({HalfSpace<3>{{0.0, 0.0, 1.0}, 0.0}, {}, {}},
                            {body.shape, body.position, body.orientation})
                    .distance,
                -1e-11);
    }
  }
}

}  // namespace
}  // namespace firsthit
