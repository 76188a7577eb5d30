#include "physics/turning_worlds.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/error.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <sstream>
#include <vector>

// Bodies of the plane that are held at their places, and turn: rods on axles, doors, toothed wheels.

namespace firsthit {
namespace {

constexpr double kPi = std::numbers::pi;

Body<2> pinned(const Shape<2>& shape, const Vec<2>& position, double turns = 0.0, double mass = 1.0) {
  Body<2> body = turning<2>(shape, position, {}, turns, mass);
  body.kind = BodyKind::Pinned;
  return body;
}

Shape<2> box(double half_width, double half_height) { return Box<2>{{half_width, half_height}}; }

constexpr double kPressureAngle = 25.0 * kPi / 180.0;
constexpr double kModule = 0.3;  // [L] times half the number of teeth: the pitch radius

double base_radius(int teeth) { return 0.5 * kModule * teeth * std::cos(kPressureAngle); }

/// With teeth whose flanks are involutes of the base circle, told at four radii. Source: the law of gearing,
/// as in any book on machines.
Polygon wheel(int teeth) {
  const double pitch = 0.5 * kModule * teeth;
  const double base = base_radius(teeth), tip = pitch + 0.85 * kModule, root = pitch - 1.15 * kModule;
  const auto involute = [](double angle) { return std::tan(angle) - angle; };
  const auto half_width =
      [&](double r) {  // [rad] of a tooth, less 1/32 of the module of play where they meet
        const double here = r > base ? involute(std::acos(base / r)) : 0.0;
        return 0.5 * kPi / teeth - kModule / 32.0 / pitch + involute(kPressureAngle) - here;
      };
  std::vector<double> radii;
  if (root < base) radii.push_back(root);
  for (int k = 0; k < 4; ++k) radii.push_back(std::max(base, root) + k / 3.0 * (tip - std::max(base, root)));
  std::vector<Vec<2>> vertices;
  for (int tooth = 0; tooth < teeth; ++tooth) {
    const auto at = [&](double r, double side) {
      const double angle = 2.0 * kPi * tooth / teeth + side * half_width(r);
      vertices.push_back({r * std::cos(angle), r * std::sin(angle)});
    };
    for (auto r = radii.begin(); r != radii.end(); ++r) at(*r, -1.0);
    for (auto r = radii.rbegin(); r != radii.rend(); ++r) at(*r, 1.0);
  }
  return Polygon{vertices};
}

/// Two wheels in mesh, a tooth of the one between two of the other, of which the first turns.
World<2> gears(double restitution, double friction, NeighbourSearch search = NeighbourSearch::Automatic) {
  WorldOptions<2> options;
  options.restitution = restitution;
  options.friction = friction;
  options.neighbours = search;
  World<2> world(options);
  world.add(pinned(wheel(10), {0.0, 0.0}, 2.0, 1.5));
  Body<2> other = pinned(wheel(14), {12.0 * kModule, 0.0}, 0.0, 2.0);
  other.orientation = turned_by(180.0 + 180.0 / 14.0);
  world.add(other);
  return world;
}

/// By how much a body has turned since this was made [rad], told at least every half turn.
class Angle {
 public:
  Angle(const World<2>& world, BodyId id) : world_(world), id_(id), last_(now()) {}
  double turned() {
    const double angle = now();
    turned_ += std::remainder(angle - last_, 2.0 * kPi);
    last_ = angle;
    return turned_;
  }

 private:
  double now() const {
    const Orientation<2> stands = world_.state(id_).orientation;
    return 2.0 * std::atan2(stands.z, stands.w);
  }
  const World<2>& world_;
  BodyId id_;
  double last_;
  double turned_ = 0.0;
};

double energy_of(const World<2>& world) {
  double energy = 0.0;
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    const Body<2> body = world.body({id});
    if (body.kind == BodyKind::Fixed) continue;
    const double mass = body.kind == BodyKind::Dynamic ? body.mass : 0.0;
    energy += mass * (0.5 * length_squared(body.velocity) - dot(world.options().gravity, body.position)) +
              0.5 * body.inertia * squared(body.angular_velocity);
  }
  return energy;
}

TEST(PinnedBodies, ARodThatIsStruckTurnsAboutItsAxle) {
  // J = (1 + e) v / (1/m + h^2 / I), and the rod goes nowhere. I is M L^2 / 12 about its middle, M L^2 / 3
  // about its end, as a door's about its hinge.
  const double v = 2.0, m = 0.5, rod_mass = 3.0, l = 2.0, h = 0.75;
  for (const double e : {1.0, 0.4}) {
    for (const bool at_end : {false, true}) {
      WorldOptions<2> options;
      options.restitution = e;
      World<2> world(options);
      const double from = at_end ? 0.0 : -0.5 * l;
      const BodyId rod =
          world.add(pinned(Segment<2>{{from, 0.0}, {from + l, 0.0}}, {0.3, 0.1}, 0.0, rod_mass));
      const BodyId striker = world.add(ball<2>(0.1, {0.3 + h, -0.9}, {0.0, v}, m));
      const double inertia = rod_mass * l * l / (at_end ? 3.0 : 12.0);
      EXPECT_NEAR(world.body(rod).inertia, inertia, 1e-14 * inertia);
      world.run_until(0.75);
      const double impulse = (1.0 + e) * v / (1.0 / m + h * h / inertia);
      EXPECT_EQ(world.collisions(), 1U);
      EXPECT_NEAR(world.state(rod).angular_velocity, h * impulse / inertia, 1e-13);
      EXPECT_NEAR(world.state(striker).velocity[1], v - impulse / m, 1e-13);
      EXPECT_EQ(world.state(rod).position, (Vec<2>{0.3, 0.1}));
      EXPECT_EQ(world.state(rod).velocity, (Vec<2>{0.0, 0.0}));
    }
  }
}

TEST(PinnedBodies, OneStrikesAnotherByTheirLevers) {
  // A rod comes up from below against a corner of a bar: J = (1 + e) w x / (x^2 / I_a +
  // y^2 / I_b) with levers x and y, and neither axle gives way.
  for (const double e : {1.0, 0.5}) {
    WorldOptions<2> options;
    options.restitution = e;
    World<2> world(options);
    const double w = 1.5;
    Body<2> rod = pinned(Segment<2>{{0.0, 0.0}, {2.0, 0.0}}, {0.0, 0.0}, w, 1.2);
    rod.orientation = turned_by(-50.0);
    const BodyId a = world.add(rod);
    const BodyId b = world.add(pinned(box(1.8, 0.1), {3.0, 0.0}, 0.0, 2.0));
    const double inertia_a = 1.2 * 4.0 / 3.0;
    const double inertia_b = 2.0 * (1.8 * 1.8 + 0.1 * 0.1) / 3.0;
    world.run_until(0.6);
    const Vec<2> corner{1.2, -0.1};
    const double x = length(corner);
    const double y = cross(corner - Vec<2>{3.0, 0.0}, (1.0 / x) * turned_left(corner));
    const double impulse = (1.0 + e) * w * x / (x * x / inertia_a + y * y / inertia_b);
    EXPECT_EQ(world.collisions(), 1U);
    EXPECT_NEAR(world.state(a).angular_velocity, w - x * impulse / inertia_a, 1e-11);
    EXPECT_NEAR(world.state(b).angular_velocity, y * impulse / inertia_b, 1e-11);
  }
}

TEST(PinnedBodies, ARodComesBackFromAWallAsItCame) {
  WorldOptions<2> options;
  options.space = {{-5.0, -1.0}, {5.0, 5.0}, {Side::Wall, Side::Wall}};
  options.restitution = 0.5;
  World<2> world(options);
  const BodyId id = world.add(pinned(Segment<2>{{0.0, 0.0}, {2.0, 0.0}}, {0.0, 0.0}, -1.0));
  world.run_until(1.0);  // its tip is at -1 after 30 degrees
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_NEAR(world.state(id).angular_velocity, 0.5, 1e-12);
}

TEST(PinnedBodies, AWheelIsDrivenByFriction) {
  // A ball falls straight onto a rough disk that turns. The surfaces pass each other at w R, the impulse
  // along them is that over 1/m + r^2 / i + R^2 / I, or mu times the normal one if that is less.
  const double w = -4.0, big = 1.0, small = 0.25, m = 0.5, mass = 3.0, v = 1.0;
  for (const double friction : {0.1, 5.0}) {
    WorldOptions<2> options;
    options.friction = friction;
    World<2> world(options);
    const BodyId disk = world.add(pinned(Ball{big}, {0.0, 0.0}, w, mass));
    Body<2> dropped = ball<2>(small, {0.0, 2.0}, {0.0, -v}, m);
    dropped.spins = true;
    const BodyId id = world.add(dropped);
    world.run_until(1.0);
    ASSERT_EQ(world.collisions(), 1U);
    const double normal = 2.0 * m * v;
    const double grip = -w * big / (1.0 / m + 2.0 / m + 2.0 / mass);
    const double along = std::min(grip, friction * normal);
    EXPECT_EQ(along < grip, friction < 1.0);
    EXPECT_NEAR(world.state(id).velocity[0], along / m, 1e-12);
    EXPECT_NEAR(world.state(id).velocity[1], v, 1e-12);
    EXPECT_NEAR(world.state(id).angular_velocity, small * along / (0.5 * m * small * small), 1e-12);
    EXPECT_NEAR(world.state(disk).angular_velocity, w + big * along / (0.5 * mass * big * big), 1e-12);
  }
}

/// Holds every impact against what the levers of its place say.
class Levers : public Observer<2> {
 public:
  Levers(const World<2>& world, double restitution) : world_(world), restitution_(restitution) {}
  void impact_spins(const Impact<2>& impact, const ImpactSpins<2>& spins) override {
    const double lever_a = cross(impact.point - impact.a.position, impact.normal);
    const double lever_b = cross(impact.point - impact.b.position, impact.normal);
    const double inertia_a = world_.body(impact.a.id).inertia, inertia_b = world_.body(impact.b.id).inertia;
    const double closing = lever_a * spins.a_before - lever_b * spins.b_before;
    const double opening = lever_b * spins.b_after - lever_a * spins.a_after;
    const double scale = std::fabs(lever_a * spins.a_before) + std::fabs(lever_b * spins.b_before);
    EXPECT_GT(closing, 0.0);
    const bool slow = closing < 0x1p-8 * (scale + std::fabs(spins.a_before) + std::fabs(spins.b_before));
    if (!slow) {
      EXPECT_NEAR(opening, restitution_ * closing, 1e-10 * scale);
    }
    slow_ += slow ? 1 : 0;
    // What the one loses over its lever the other gets over its own.
    EXPECT_NEAR(inertia_a * (spins.a_after - spins.a_before) / lever_a,
                -inertia_b * (spins.b_after - spins.b_before) / lever_b, 1e-10 * impact.impulse);
    EXPECT_NEAR(inertia_b * (spins.b_after - spins.b_before) / lever_b, impact.impulse,
                1e-10 * impact.impulse);
    ++seen_;
  }
  int seen() const { return seen_; }
  int slow() const { return slow_; }

 private:
  const World<2>& world_;
  double restitution_;
  int seen_ = 0;
  int slow_ = 0;
};

TEST(PinnedBodies, TeethPassOnAngularMomentumByTheirLevers) {
  for (const double e : {1.0, 0.7}) {
    World<2> world = gears(e, 0.0);
    Levers levers(world, e);
    world.observe(levers);
    world.run_until(e == 1.0 ? 4.0 : 2.0);
    EXPECT_GT(levers.seen(), 8);
    EXPECT_GT(levers.seen(), 2 * levers.slow());
  }
}

TEST(PinnedBodies, ElasticWheelsKeepTheirEnergyAndNeverSlipATooth) {
  // N_1 angle_1 + N_2 angle_2 stays within what the teeth leave: else one would have gone through another.
  World<2> world = gears(1.0, 0.0);
  Angle small(world, {0}), large(world, {1});
  const double energy = energy_of(world);
  double least = 0.0, most = 0.0;
  for (int i = 1; i <= 40; ++i) {
    world.run_until(0.25 * i);
    const double play = 10.0 * small.turned() + 14.0 * large.turned();
    least = std::min(least, play);
    most = std::max(most, play);
    if (i % 8 == 0) {
      EXPECT_LE(deepest(world), 1e-11);
    }
  }
  EXPECT_GT(world.collisions(), 20U);
  EXPECT_GT(std::fabs(small.turned()), 5.0);
  EXPECT_LT(most - least, 0.25 * kPi);  // a tooth further would be 2 pi
  EXPECT_NEAR(energy_of(world), energy, 1e-12 * energy);
  EXPECT_EQ(world.state({1}).position, (Vec<2>{12.0 * kModule, 0.0}));
}

TEST(PinnedBodies, InelasticWheelsShareAngularMomentumAsTheLawOfGearingSays) {
  // Involutes push along one line, at the base radii R as levers: I_1 w_1 / R_1 - I_2 w_2 / R_2 stays, and
  // when they turn on together w_1 R_1 = -w_2 R_2. Flanks of three straight pieces do so to some percent.
  World<2> world = gears(0.3, 0.0);
  const double r_1 = base_radius(10), r_2 = base_radius(14);
  const double give_1 = world.body({0}).inertia / (r_1 * r_1), give_2 = world.body({1}).inertia / (r_2 * r_2);
  const double rim = give_1 * (2.0 * r_1) / (give_1 + give_2);
  world.run_until(2.0);
  Angle small(world, {0}), large(world, {1});
  for (int i = 1; i <= 16; ++i) {
    world.run_until(2.0 + 0.25 * i);
    small.turned(), large.turned();
  }
  EXPECT_NEAR(small.turned() / 4.0, rim / r_1, 0.04 * rim / r_1);
  EXPECT_NEAR(large.turned() / 4.0, -rim / r_2, 0.04 * rim / r_2);
  // What play is left cannot be more than a part of a tooth.
  EXPECT_NEAR(10.0 * small.turned(), -14.0 * large.turned(), 0.25 * kPi);
}

TEST(PinnedBodies, WheelsWithFrictionNeverGainEnergy) {
  for (const double friction : {0.2, std::numeric_limits<double>::infinity()}) {
    World<2> world = gears(0.9, friction);
    double energy = energy_of(world);
    for (int i = 1; i <= 10; ++i) {
      world.run_until(0.2 * i);
      const double now = energy_of(world);
      EXPECT_LE(now, energy * (1.0 + 1e-10)) << i;
      energy = now;
    }
    EXPECT_GT(world.collisions(), 5U);
  }
}

/// A star on an axle that balls and crates fall onto, and another beside it.
World<2> mill(NeighbourSearch search = NeighbourSearch::Automatic) {
  WorldOptions<2> options;
  options.space = {{-4.0, 0.0}, {6.0, 12.0}, {Side::Wall, Side::Wall}};
  options.gravity = {0.0, -4.0};
  options.restitution = 0.6;
  options.friction = 0.3;
  options.neighbours = search;
  World<2> world(options);
  const Polygon star{
      {{2.0, 0.0}, {0.3, 0.3}, {0.0, 2.0}, {-0.3, 0.3}, {-2.0, 0.0}, {-0.3, -0.3}, {0.0, -2.0}, {0.3, -0.3}}};
  world.add(pinned(star, {0.0, 4.0}, 0.0, 5.0));
  Body<2> driven = pinned(star, {2.8, 4.0}, 0.0, 2.0);
  driven.orientation = turned_by(45.0);
  world.add(driven);
  Random random(3);
  for (int i = 0; i < 6; ++i)
    world.add(turning<2>(i % 2 == 0 ? box(0.2, 0.15) : Shape<2>{Capsule<2>{{-0.1, 0.0}, {0.1, 0.0}, 0.15}},
                         {0.8 + random.uniform(0.0, 0.5), 7.0 + 0.5 * i}, {}, random.uniform(-1.0, 1.0),
                         0.4));
  return world;
}

TEST(PinnedBodies, AreTheSameBitsWhateverTheSearchTheWindowsAndTheStops) {
  has_the_same_bits_however_it_is_run([](NeighbourSearch search) {
    WorldOptions<2> options;
    options.space = {{0.0, 0.0}, {6.0, 6.0}, {Side::Wall, Side::Wall}};
    options.neighbours = search;
    World<2> world(options);
    world.add(pinned(Segment<2>{{-1.3, 0.0}, {1.3, 0.0}}, {2.0, 3.0}, 2.0));
    world.add(pinned(box(1.0, 0.2), {4.0, 3.0}, 0.0));
    for (int i = 0; i < 6; ++i)
      world.add(
          turning<2>(box(0.3, 0.2), {0.6 + 0.9 * i, i % 2 == 0 ? 0.8 : 5.2}, {2.0, 1.4 * i - 4.0}, 1.0));
    return world;
  });
}

TEST(PinnedBodies, StayAtTheirPlacesUnderWhatFallsOntoThem) {
  World<2> world = mill();
  double energy = energy_of(world);
  double fastest = 0.0;
  for (int i = 1; i <= 10; ++i) {
    world.run_until(0.2 * i);
    const double now = energy_of(world);
    EXPECT_LE(now, energy * (1.0 + 1e-4)) << i;  // what hops may be lifted by 2^-18 of its size
    energy = now;
    fastest = std::max(fastest, std::fabs(world.state({1}).angular_velocity));
    EXPECT_LE(deepest(world), 1e-9);
  }
  EXPECT_GT(fastest, 0.1);  // by what fell on the first
  EXPECT_EQ(world.state({0}).position, (Vec<2>{0.0, 4.0}));
  EXPECT_EQ(world.state({1}).position, (Vec<2>{2.8, 4.0}));
}

TEST(PinnedBodies, GoOnFromAFileWithTheSameBits) {
  World<2> whole = mill();
  whole.run_until(1.0);
  std::stringstream file;
  whole.save(file);
  World<2> again = World<2>::load(file);
  EXPECT_EQ(again.body({0}).kind, BodyKind::Pinned);
  EXPECT_EQ(again.body({0}).mass, 5.0);
  whole.run_until(1.7);
  again.run_until(1.7);
  EXPECT_GT(whole.collisions(), 5U);
  EXPECT_EQ(again.state_hash(), whole.state_hash());
}

TEST(PinnedBodies, WhatCannotBePinnedIsRefused) {
  const auto refused = [](const WorldOptions<2>& options, const Body<2>& body, const std::string& why) {
    World<2> world(options);
    try {
      world.add(body);
      ADD_FAILURE() << why;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
    }
  };
  const Body<2> door = pinned(Segment<2>{{0.0, 0.0}, {2.0, 0.0}}, {});
  Body<2> moves = door, stiff = door, senses = door;
  moves.velocity = {1.0, 0.0};
  stiff.spins = false;
  senses.sensor = true;
  refused({}, moves, "velocity: expected zero for what is pinned");
  refused({}, stiff, "spins: expected true for what is pinned");
  refused({}, senses, "sensor: expected none that is pinned");
  WorldOptions<2> falls;
  falls.gravity = {0.0, -1.0};
  refused(falls, door, "a shape whose centre of mass is at its position");
  World<2> world{WorldOptions<2>{}};
  const BodyId id = world.add(door);
  EXPECT_THROW(world.set_velocity(id, {1.0, 0.0}), InputError);
  EXPECT_THROW(world.move(id, {1.0, 0.0}), InputError);
  world.set_angular_velocity(id, 2.0);
  EXPECT_EQ(world.state(id).angular_velocity, 2.0);
  Body<3> cube = turning<3>(Box<3>{{1.0, 1.0, 1.0}}, {});
  cube.kind = BodyKind::Pinned;
  World<3> space{WorldOptions<3>{}};
  EXPECT_THROW(space.add(cube), InputError);
}

}  // namespace
}  // namespace firsthit
