#include "physics/turning_worlds.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "geometry/rotation.hpp"
#include "support/any_turning.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/error.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

// Bodies of space whose moments of inertia are not equal: bricks, prisms, capsules, which tumble.

namespace firsthit {
namespace {

Shape<3> brick() { return Box<3>{{1.0, 0.5, 0.25}}; }
Shape<3> prism() { return Box<3>{{0.3, 0.3, 0.7}}; }
Shape<3> capsule() { return Capsule<3>{{0.0, 0.0, -0.5}, {0.0, 0.0, 0.5}, 0.25}; }
/// A wedge that is not symmetric at all, its centre of mass in the origin.
Shape<3> shard() {
  Hull<3> hull{{{1.0, 0.1, 0.0}, {-0.7, 0.6, 0.2}, {-0.5, -0.8, 0.1}, {0.1, 0.2, 0.9}, {0.0, 0.1, -0.8}}};
  const Vec<3> centre = mass_properties<3>(hull).centre;
  for (Vec<3>& vertex : hull.vertices) vertex = vertex - centre;
  return hull;
}

/// The tensor of inertia as it stands, by the rows of the shape's own.
std::array<Vec<3>, 3> tensor_of(const Body<3>& body) {
  const auto own = mass_properties<3>(body.shape).inertia_per_mass;
  const Rotation<3> stands = rotation_of(body.orientation);
  std::array<Vec<3>, 3> r;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec<3> axis = stands.inverse_of(kCoordinateAxes<3>[i]);
    r[i] = body.mass * stands.of({dot(own[0], axis), dot(own[1], axis), dot(own[2], axis)});
  }
  return r;
}
Vec<3> times(const std::array<Vec<3>, 3>& tensor, const Vec<3>& v) {
  return {dot(tensor[0], v), dot(tensor[1], v), dot(tensor[2], v)};
}
Vec<3> solved(const std::array<Vec<3>, 3>& t, const Vec<3>& v) {  // by Cramer's rule; t is symmetric
  const double det = dot(t[0], cross(t[1], t[2]));
  return {dot(v, cross(t[1], t[2])) / det, dot(t[0], cross(v, t[2])) / det, dot(t[0], cross(t[1], v)) / det};
}

struct All {
  double energy = 0.0;
  Vec<3> momentum{};
  Vec<3> angular{};  // about the origin
};
All all_of(const World<3>& world, double gravity = 0.0) {
  All all;
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    const Body<3> body = world.body({id});
    if (body.kind != BodyKind::Dynamic) continue;
    const Vec<3> own = times(tensor_of(body), body.angular_velocity);
    all.energy += 0.5 * (body.mass * length_squared(body.velocity) + dot(own, body.angular_velocity)) +
                  body.mass * gravity * body.position[2];
    all.momentum = all.momentum + body.mass * body.velocity;
    all.angular = all.angular + own + body.mass * cross(body.position, body.velocity);
  }
  return all;
}

double deepest(const World<3>& world) {
  double depth = 0.0;
  for (std::uint32_t a = 0; a < world.size(); ++a)
    for (std::uint32_t b = a + 1; b < world.size(); ++b) {
      const Body<3> one = world.body({a});
      const Body<3> other = world.body({b});
      depth = std::max(depth, -distance<3>({one.shape, one.position, one.orientation},
                                           {other.shape, other.position, other.orientation})
                                   .distance);
    }
  return depth;
}

/// Bodies of four shapes on a grid, as many along each axis, in a box.
World<3> filled(std::uint64_t seed, const WorldOptions<3>& given, int along) {
  WorldOptions<3> options = given;
  const double room = 2.5;
  for (std::size_t axis = 0; axis < 3; ++axis) options.space.max[axis] = room * along;
  World<3> world{options};
  Random random(seed);
  const std::array<Shape<3>, 4> shapes{brick(), prism(), capsule(), shard()};
  for (int i = 0; i < along * along * along; ++i) {
    const Vec<3> place{room * (i % along + 0.5), room * (i / along % along + 0.5),
                       room * (i / (along * along) + 0.5)};
    Body<3> body = turning<3>(shapes[static_cast<std::size_t>(i % 4)], place, any_vector(random),
                              any_vector(random), 1.0 + 0.25 * (i % 3));
    body.orientation = any_orientation(random);
    world.add(body);
  }
  return world;
}

WorldOptions<3> with_sides(Side side) {
  WorldOptions<3> options;
  options.space.sides = {side, side, side};
  return options;
}

TEST(Tumbling, ABrickThatFliesKeepsItsEnergyAndItsAngularMomentum) {
  World<3> world{WorldOptions<3>{}};
  Random random(1);
  for (int i = 0; i < 8; ++i) {
    Body<3> body = turning<3>(i % 2 == 0 ? brick() : shard(), {20.0 * i, 0.0, 0.0}, {}, any_vector(random));
    body.orientation = any_orientation(random);
    world.add(body);
  }
  const All before = all_of(world);
  for (const double time : {1.0, 30.0, 1000.0, 1e6}) {
    world.run_until(time);
    const All now = all_of(world);
    EXPECT_NEAR(now.energy, before.energy, 1e-13 * before.energy);
    EXPECT_LE(max_abs(now.angular - before.angular), 1e-13 * length(before.angular));
  }
}

TEST(Tumbling, ABrickThatTurnsAboutItsMiddleAxisTurnsOver) {
  // By the period of FreeTop.TurnsOverAfterHalfThePeriodThatEllipticIntegralsTell, of this brick's moments:
  // its middle axis is y, of 17 / 48, between 5 / 48 and 20 / 48 of its mass.
  const double off = 0.01;
  World<3> world{WorldOptions<3>{}};
  const BodyId id = world.add(turning<3>(brick(), {}, {}, {off, 2.0, 0.0}));
  const double i1 = 5.0 / 48.0, i2 = 17.0 / 48.0, i3 = 20.0 / 48.0;
  const double size = i1 * i1 * off * off + i2 * i2 * 4.0;
  const double energy = i1 * off * off + i2 * 4.0;
  const double p = std::sqrt((energy * i3 - size) * (i2 - i1) / (i1 * i2 * i3));
  const double k = std::sqrt((i3 - i2) * (size - energy * i1) / ((i2 - i1) * (energy * i3 - size)));
  const double period = 4.0 * std::comp_ellint_1(k) / p;
  const auto about_middle = [&] {
    const BodyState<3> now = world.state(id);
    return rotation_of(now.orientation).inverse_of(now.angular_velocity)[1];
  };
  world.run_until(0.5 * period);
  EXPECT_NEAR(about_middle(), -2.0, 1e-9);
  world.run_until(period);
  EXPECT_NEAR(about_middle(), 2.0, 1e-8);
}

TEST(Tumbling, ABrickThatIsStruckOffItsCentreTurnsAsItsTensorTells) {
  // A smooth ball of mass m at v along x strikes at r: J = (1 + e) v / (1/m + 1/M + n . (I^-1 (r x n)) x r).
  Random random(2);
  int struck = 0;
  for (int i = 0; i < 60; ++i) {
    const double v = 2.0, m = 0.5, mass = 3.0, e = 0.6;
    WorldOptions<3> options;
    options.restitution = e;
    World<3> world{options};
    Body<3> body = turning<3>(i % 2 == 0 ? brick() : shard(), {}, {}, {}, mass);
    body.orientation = any_orientation(random);
    const BodyId hit = world.add(body);
    const BodyId by = world.add(
        ball<3>(0.1, {-3.0, random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3)}, {v, 0.0, 0.0}, m));
    struct Where final : Observer<3> {
      void impact(const Impact<3>& impact) override {
        point = impact.point;
        normal = impact.normal;
      }
      Vec<3> point{}, normal{};
    } where;
    world.observe(where);
    world.run_until(10.0, RunLimits{.collisions = 1});
    if (world.collisions() == 0) continue;
    ++struck;
    Vec<3> n = where.normal;
    if (n[0] < 0.0) n = -n;  // onto the body
    const Vec<3> twist = cross(where.point, n);
    const Vec<3> turns = solved(tensor_of(body), twist);
    const double impulse = (1.0 + e) * v * n[0] / (1.0 / m + 1.0 / mass + dot(n, cross(turns, where.point)));
    const BodyState<3> now = world.state(hit);
    EXPECT_LE(max_abs(now.velocity - (impulse / mass) * n), 1e-12) << i;
    EXPECT_LE(max_abs(now.angular_velocity - impulse * turns), 1e-12) << i;
    EXPECT_LE(max_abs(world.state(by).velocity - (Vec<3>{v, 0.0, 0.0} - (impulse / m) * n)), 1e-12) << i;
  }
  EXPECT_GT(struck, 30);
}

TEST(Tumbling, AGasKeepsItsEnergyAndItsMomentum) {
  World<3> world = filled(3, with_sides(Side::Periodic), 4);
  const All before = all_of(world);
  ASSERT_EQ(world.run_until(20.0).outcome, RunOutcome::ReachedTime);
  EXPECT_GT(world.collisions(), 500U);
  const All now = all_of(world);
  EXPECT_NEAR(now.energy, before.energy, 1e-13 * before.energy);
  EXPECT_LE(max_abs(now.momentum - before.momentum), 1e-12);
}

TEST(Tumbling, NobodyComesIntoAnother) {
  WorldOptions<3> options = with_sides(Side::Wall);
  World<3> world = filled(4, options, 3);
  for (int i = 1; i <= 100; ++i) {
    world.run_until(0.1 * i);
    ASSERT_LE(deepest(world), 1e-11) << i;
  }
  EXPECT_GT(world.collisions(), 150U);
}

TEST(Tumbling, FrictionAndRestitutionGiveNoEnergy) {
  Random random(5);
  for (int i = 0; i < 12; ++i) {
    WorldOptions<3> options = with_sides(Side::Wall);
    options.restitution = random.uniform(0.0, 1.0);
    options.friction = random.uniform(0.0, 1.5);
    options.tangential_restitution = random.uniform(-1.0, 1.0);
    World<3> world = filled(100U + static_cast<std::uint64_t>(i), options, 2);
    double last = all_of(world).energy;
    for (int k = 1; k <= 40; ++k) {
      world.run_until(0.25 * k);
      const double now = all_of(world).energy;
      EXPECT_LE(now, last * (1.0 + 1e-14));
      last = now;
    }
  }
}

// In equilibrium each way that a body can move, or turn about an axis of its own, has as much energy on the
// mean: of what is elastic and smooth, but for what a shape cannot be turned about. The means are over bodies
// and times; their errors are told by the spread of blocks of time.
TEST(Tumbling, EachAxisOfABrickHasAsMuchEnergyAsEachWayThatItMoves) {
  WorldOptions<3> options = with_sides(Side::Periodic);
  const int along = 3;
  for (std::size_t axis = 0; axis < 3; ++axis) options.space.max[axis] = 2.5 * along;
  World<3> world{options};
  Random random(6);
  for (int i = 0; i < along * along * along; ++i) {
    const Vec<3> place{2.5 * (i % along + 0.5), 2.5 * (i / along % along + 0.5),
                       2.5 * (i / (along * along) + 0.5)};
    world.add(turning<3>(brick(), place, any_vector(random)));  // nobody turns yet
  }
  const Vec<3> moments{5.0 / 48.0, 17.0 / 48.0, 20.0 / 48.0};  // about x, y, z, of mass 1
  constexpr int kBlocks = 20;
  constexpr int kTimes = 8;
  std::array<std::vector<double>, 4> means;  // about each axis, and along one, by block
  world.run_until(20.0);
  for (int block = 0; block < kBlocks; ++block) {
    std::array<double, 4> sum{};
    for (int i = 0; i < kTimes; ++i) {
      world.run_until(world.time() + 1.0);
      for (std::uint32_t id = 0; id < world.size(); ++id) {
        const BodyState<3> now = world.state({id});
        const Vec<3> turns = rotation_of(now.orientation).inverse_of(now.angular_velocity);
        for (std::size_t k = 0; k < 3; ++k) sum[k] += moments[k] * turns[k] * turns[k];
        sum[3] += length_squared(now.velocity) / 3.0;
      }
    }
    for (std::size_t k = 0; k < 4; ++k)
      means[k].push_back(sum[k] / (kTimes * static_cast<double>(world.size())));
  }
  const auto mean_of = [](const std::vector<double>& values) {
    double sum = 0.0;
    for (const double x : values) sum += x;
    return sum / static_cast<double>(values.size());
  };
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<double> off;  // from how it moves
    for (std::size_t i = 0; i < kBlocks; ++i) off.push_back(means[k][i] - means[3][i]);
    const double mean = mean_of(off);
    double square = 0.0;
    for (const double x : off) square += (x - mean) * (x - mean);
    const double error = std::sqrt(square / (kBlocks * (kBlocks - 1.0)));
    EXPECT_LE(std::fabs(mean), 4.0 * error) << k;
    EXPECT_LE(error, 0.05 * mean_of(means[3])) << k;  // or it would say nothing
  }
}

TEST(Tumbling, BricksComeToRestOnOneOfTheirFaces) {
  for (const double e : {0.0, 0.3}) {
    WorldOptions<3> options;
    options.gravity = {0.0, 0.0, -1.0};
    options.restitution = e;
    options.friction = 0.5;
    World<3> world{options};
    Random random(7);
    world.add([] {
      Body<3> floor;
      floor.kind = BodyKind::Fixed;
      floor.shape = Box<3>{{200.0, 200.0, 1.0}};
      floor.position = {0.0, 0.0, -1.0};
      return floor;
    }());
    for (int i = 0; i < 12; ++i) {
      Body<3> body = turning<3>(i % 2 == 0 ? brick() : prism(), {10.0 * i - 60.0, 0.0, 3.0}, {},
                                0.5 * any_vector(random));
      body.orientation = any_orientation(random);
      world.add(body);
    }
    ASSERT_EQ(world.run_until(60.0, RunLimits{.events = 2'000'000}).outcome, RunOutcome::ReachedTime);
    for (std::uint32_t id = 1; id < world.size(); ++id) {
      const BodyState<3> now = world.state({id});
      EXPECT_EQ(now.velocity, (Vec<3>{})) << id;
      EXPECT_EQ(now.angular_velocity, (Vec<3>{})) << id;
      const Vec<3> half = std::get<Box<3>>(world.body({id}).shape).half_extents;
      double off = 1.0;
      for (std::size_t k = 0; k < 3; ++k) off = std::min(off, std::fabs(now.position[2] - half[k]));
      EXPECT_LE(off, 1e-12) << id;
    }
    const std::uint64_t events = world.events();
    world.run_until(3660.0);
    EXPECT_EQ(world.events(), events);
  }
}

TEST(Tumbling, ATowerOfBricksStands) {
  WorldOptions<3> options;
  options.gravity = {0.0, 0.0, -1.0};
  options.restitution = 0.3;
  options.friction = 0.5;
  World<3> world{options};
  Body<3> floor;
  floor.kind = BodyKind::Fixed;
  floor.shape = Box<3>{{20.0, 20.0, 1.0}};
  floor.position = {0.0, 0.0, -1.0};
  world.add(floor);
  for (int i = 0; i < 6; ++i)  // each a quarter turn from that below
    world.add([&] {
      Body<3> body = turning<3>(brick(), {0.0, 0.0, 0.25 + 0.51 * i});
      body.orientation = turned_by(90.0 * (i % 2), {0.0, 0.0, 1.0});
      return body;
    }());
  ASSERT_EQ(world.run_until(60.0, RunLimits{.events = 2'000'000}).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t id = 1; id < world.size(); ++id) {
    EXPECT_NEAR(world.state({id}).position[2], 0.25 + 0.5 * (id - 1.0), 0x1p-44) << id;
    EXPECT_EQ(world.state({id}).angular_velocity, (Vec<3>{})) << id;
  }
}

TEST(Tumbling, GoesOnBitForBitFromWhereItWasSaved) {
  World<3> world = filled(8, with_sides(Side::Wall), 2);
  world.run_until(3.0);
  std::stringstream saved;
  world.save(saved);
  World<3> again = World<3>::load(saved);
  world.run_until(9.0);
  again.run_until(9.0);
  EXPECT_EQ(again.state_hash(), world.state_hash());
  EXPECT_EQ(again.collisions(), world.collisions());
}

TEST(Tumbling, ScalesWithTimesBitForBit) {
  World<3> world = filled(9, with_sides(Side::Wall), 2);
  World<3> faster = [] {
    WorldOptions<3> options = with_sides(Side::Wall);
    for (std::size_t axis = 0; axis < 3; ++axis) options.space.max[axis] = 5.0;
    return World<3>{options};
  }();
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    Body<3> body = world.body({id});
    body.velocity = 4.0 * body.velocity;
    body.angular_velocity = 4.0 * body.angular_velocity;
    faster.add(body);
  }
  world.run_until(6.0);
  faster.run_until(1.5);
  EXPECT_GT(world.collisions(), 20U);
  EXPECT_EQ(faster.collisions(), world.collisions());
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    EXPECT_EQ(faster.state({id}).position, world.state({id}).position) << id;
    EXPECT_EQ(faster.state({id}).orientation, world.state({id}).orientation) << id;
    EXPECT_EQ(faster.state({id}).angular_velocity, 4.0 * world.state({id}).angular_velocity) << id;
  }
}

TEST(Tumbling, IsRefusedForWhatIsFlat) {
  World<3> world{WorldOptions<3>{}};
  Body<3> needle = turning<3>(Capsule<3>{{0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}, 1e-5}, {});
  try {
    world.add(needle);
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("thick in all directions"), std::string::npos) << message;
    EXPECT_NE(message.find("0.333"), std::string::npos) << message;  // 2^2 / 12
  }
  needle.inertia = 0.5;
  world.add(needle);
}

}  // namespace
}  // namespace firsthit
