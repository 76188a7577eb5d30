#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

// Bodies of the plane that turn, under gravity: how they tumble, come to stand on a side, slide there, tip
// and fall off.

namespace firsthit {
namespace {

constexpr double kGravity = 10.0;

WorldOptions<2> pulled(double restitution, double friction) {
  WorldOptions<2> options;
  options.gravity = {0.0, -kGravity};
  options.restitution = restitution;
  options.friction = friction;
  return options;
}

Body<2> fixed(const Shape<2>& shape, const Vec<2>& position = {}) {
  Body<2> body;
  body.kind = BodyKind::Fixed;
  body.shape = shape;
  body.position = position;
  return body;
}

Body<2> floor_at(double degrees = 0.0) {
  const double angle = degrees * std::numbers::pi / 180.0;
  return fixed(HalfSpace<2>{{std::sin(angle), std::cos(angle)}, 0.0});
}

Body<2> crate(double half_width, double half_height, const Vec<2>& position, double degrees = 0.0) {
  Body<2> body;
  body.shape = Box<2>{{half_width, half_height}};
  body.position = position;
  body.spins = true;
  body.orientation = turned_by(degrees);
  return body;
}

/// [rad] From -pi to pi.
double angle_of(const BodyState<2>& state) {
  const double angle = 2.0 * std::atan2(state.orientation.z, state.orientation.w);
  return std::remainder(angle, 2.0 * std::numbers::pi);
}

double energy_of(const World<2>& world, BodyId id) {
  const BodyState<2> now = world.state(id);
  const Body<2> body = world.body(id);
  return 0.5 * body.mass * length_squared(now.velocity) +
         0.5 * body.inertia * now.angular_velocity * now.angular_velocity +
         body.mass * kGravity * now.position[1];
}

bool is_still(const BodyState<2>& now) { return is_zero(now.velocity) && now.angular_velocity == 0.0; }

struct Turns : Observer<2> {
  void turn(const Turn<2>& turn) override {
    rested += turn.kind == TurnKind::Rested ? 1 : 0;
    if (turn.kind == TurnKind::Left) left.push_back(turn.time);
  }
  int rested = 0;
  std::vector<double> left;
};

TEST(Standing, ACrateDroppedOnACornerComesToRestFlat) {
  for (const double restitution : {0.0, 0.3, 0.8}) {
    for (const double degrees : {1e-6, 20.0, 44.0, 80.0}) {
      World<2> world(pulled(restitution, 0.5));
      world.add(floor_at());
      const BodyId id = world.add(crate(0.5, 0.25, {0.0, 2.0}, degrees));
      Turns turns;
      world.observe(turns);
      EXPECT_EQ(world.run_until(20.0).outcome, RunOutcome::ReachedTime);
      const BodyState<2> now = world.state(id);
      EXPECT_TRUE(is_still(now)) << restitution << ' ' << degrees;
      EXPECT_GE(turns.rested, 1);
      // On a long side or a short one, to within what the kernel does not resolve.
      const bool lies = std::fabs(now.position[1] - 0.25) < 1e-11;
      EXPECT_TRUE(lies || std::fabs(now.position[1] - 0.5) < 1e-11) << now.position[1];
      const double quarter = 0.5 * std::numbers::pi;
      EXPECT_NEAR(std::remainder(angle_of(now) - (lies ? 0.0 : quarter), 2.0 * quarter), 0.0, 1e-14);
      // An hour later nothing has happened.
      const std::uint64_t before = world.collisions();
      world.run_until(3600.0);
      EXPECT_EQ(world.collisions(), before);
      EXPECT_EQ(world.state(id).position, now.position);
    }
  }
}

TEST(Standing, ACrateDownASlopeStandsOrSlidesAsFrictionSays) {
  for (const double degrees : {10.0, 25.0}) {
    for (const double friction : {0.0, 0.1, 0.3, 0.6}) {
      const double angle = degrees * std::numbers::pi / 180.0;
      World<2> world(pulled(0.0, friction));
      world.add(floor_at(degrees));
      const Vec<2> up = {std::sin(angle), std::cos(angle)};
      const BodyId id = world.add(crate(0.5, 0.25, 0.2500001 * up, -degrees));
      world.run_until(1.0);
      const BodyState<2> before = world.state(id);
      world.run_until(2.0);
      const BodyState<2> after = world.state(id);
      const double pull = kGravity * (std::sin(angle) - friction * std::cos(angle));
      EXPECT_EQ(after.angular_velocity, 0.0);
      EXPECT_NEAR(length(after.velocity) - length(before.velocity), std::max(pull, 0.0), 1e-12);
      EXPECT_NEAR(dot(up, after.position), 0.25, 1e-12);
      if (pull < 0.0) {
        EXPECT_TRUE(is_still(after));
      }
    }
  }
}

TEST(Standing, ABlockThatSlidesTipsOnlyIfItIsTallForItsFriction) {
  // Friction mu N acts h below the centre: it turns the block over if mu h is more than half of the base.
  for (const bool tall : {false, true}) {
    const double half_width = 0.2, half_height = tall ? 0.45 : 0.35, friction = 0.5, speed = 4.0;
    World<2> world(pulled(0.0, friction));
    world.add(floor_at());
    const BodyId id = world.add(crate(half_width, half_height, {0.0, half_height + 1e-9}));
    world.run_until(1.0);
    ASSERT_TRUE(is_still(world.state(id)));
    world.set_velocity(id, {speed, 0.0});
    world.run_until(11.0);
    const BodyState<2> now = world.state(id);
    EXPECT_TRUE(is_still(now));
    if (tall) {
      EXPECT_NEAR(now.position[1], half_width, 1e-11);  // it has fallen forward
    } else {
      EXPECT_NEAR(now.position[0], speed * speed / (2.0 * friction * kGravity), 1e-4);
      EXPECT_NEAR(now.position[1], half_height, 1e-11);
      EXPECT_NEAR(angle_of(now), 0.0, 1e-15);
    }
  }
}

/// A block that rocks about its lower corners, its centre at `reach` from each: Housner, Bull. Seismol. Soc.
/// Am. 53, 403 (1963). theta is its tilt, alpha the angle of its diagonal: d2 theta / dt2 = -p^2 sin(alpha -
/// theta).
TEST(Standing, ABlockThatRocksLosesWhatHousnerSays) {
  const double half_width = 0.2, half_height = 0.8;
  const double alpha = std::atan(half_width / half_height);
  const double reach = std::hypot(half_width, half_height);
  const double tilt = 0.5 * alpha;
  World<2> world(pulled(0.0, std::numeric_limits<double>::infinity()));
  world.add(floor_at());
  // On its lower right corner, leaning to the right.
  const double lift = reach * std::cos(alpha - tilt);
  const BodyId id =
      world.add(crate(half_width, half_height, {0.0, lift + 1e-9}, -tilt * 180.0 / std::numbers::pi));
  const double start = kGravity * lift;
  const double flat = kGravity * half_height;
  // How it swings until it is flat, by small steps.
  const double p2 = kGravity * reach / (4.0 / 3.0 * reach * reach);
  double theta = tilt, omega = 0.0, time = 0.0;
  for (const double h = 1e-6; theta > 0.0; time += h) {
    omega += h * p2 * std::sin(alpha - theta);
    theta -= h * omega;
  }
  world.run_until(0.5 * time);
  // The first hop may come from nowhere, and hops trade energy: 2^-16 of its length high at most.
  EXPECT_NEAR(energy_of(world, id), start, 0x1p-15 * kGravity * reach);
  double highest = 0.0;  // after it has come down for the first time
  for (double t = 1.01 * time; t < 2.0 * time; t += 0.001) {
    world.run_until(t);
    highest = std::max(highest, std::fabs(angle_of(world.state(id))));
    EXPECT_LT(energy_of(world, id), start);
  }
  const double kept = std::pow(1.0 - 1.5 * std::sin(alpha) * std::sin(alpha), 2.0);
  EXPECT_NEAR((energy_of(world, id) - flat) / (start - flat), kept, 2e-3);
  EXPECT_NEAR(reach * (std::cos(alpha - highest) - std::cos(alpha)) * kGravity, kept * (start - flat),
              2e-3 * (start - flat));
  world.run_until(60.0);
  EXPECT_TRUE(is_still(world.state(id)));
  EXPECT_NEAR(world.state(id).position[1], half_height, 1e-11);
}

TEST(Standing, ACrateSlidesOverTheJointsOfTilesAsOverOneFloor) {
  World<2> world(pulled(0.2, 0.1));
  for (int i = -2; i < 20; ++i) world.add(fixed(Box<2>{{0.25, 0.5}}, {0.5 * i, -0.5}));
  Body<2> body = crate(0.4, 0.3, {0.0, 0.3000001});
  body.velocity = {3.0, 0.0};
  const BodyId id = world.add(body);
  world.run_until(20.0);
  const BodyState<2> now = world.state(id);
  EXPECT_TRUE(is_still(now));
  EXPECT_NEAR(now.position[0], 3.0 * 3.0 / (2.0 * 0.1 * kGravity), 1e-3);
  EXPECT_NEAR(now.position[1], 0.3, 1e-11);
}

TEST(Standing, ACrateThatSlidesOffAnEdgeTipsWhereItsWeightPassesIt) {
  const double friction = 0.2, half_height = 0.25, speed = 3.0;
  World<2> world(pulled(0.0, friction));
  world.add(fixed(Box<2>{{1.0, 0.5}}, {0.0, -0.5}));
  Body<2> body = crate(0.5, half_height, {-0.4, half_height + 1e-10});
  body.velocity = {speed, 0.0};
  const BodyId id = world.add(body);
  Turns turns;
  world.observe(turns);
  world.run_until(0.1);  // it slides by now
  const BodyState<2> slides = world.state(id);
  world.run_until(5.0);
  ASSERT_FALSE(turns.left.empty());
  // The ground's push acts mu h before the centre: s = v t - mu g t^2 / 2.
  const double way = 1.0 - friction * half_height - slides.position[0];
  const double v = slides.velocity[0], a = friction * kGravity;
  EXPECT_NEAR(turns.left[0], 0.1 + (v - std::sqrt(v * v - 2.0 * a * way)) / a, 1e-9);
  EXPECT_LT(world.state(id).position[1], -1.0);
  EXPECT_NE(world.state(id).angular_velocity, 0.0);
}

TEST(Standing, WhatBridgesAGapStandsAndWhatHangsOverFalls) {
  World<2> world(pulled(0.3, 0.4));
  world.add(fixed(Box<2>{{0.5, 0.5}}, {-1.0, -0.5}));
  world.add(fixed(Box<2>{{0.5, 0.5}}, {1.0, -0.5}));
  const BodyId bridge = world.add(crate(1.0, 0.1, {0.0, 0.3}, 0.0));
  const BodyId hangs = world.add(crate(0.5, 0.1, {1.6, 0.3}, 0.0));
  const BodyId stands = world.add(crate(0.2, 0.2, {-1.3, 0.5}, 3.0));
  world.run_until(10.0);
  EXPECT_TRUE(is_still(world.state(bridge)));
  EXPECT_NEAR(world.state(bridge).position[1], 0.1, 1e-11);
  EXPECT_TRUE(is_still(world.state(stands)));
  EXPECT_LT(world.state(hangs).position[1], -10.0);
}

TEST(Standing, WhatSlidesIntoACornerLeansThere) {
  // Down a slope without friction, to a wall: both hold it.
  World<2> world(pulled(0.5, 0.0));
  world.add(floor_at(20.0));
  world.add(fixed(HalfSpace<2>{{-1.0, 0.0}, -3.0}));
  const BodyId id = world.add(crate(0.4, 0.3, {0.5, 1.0}, -10.0));
  EXPECT_EQ(world.run_until(30.0).outcome, RunOutcome::ReachedTime);
  const BodyState<2> now = world.state(id);
  EXPECT_TRUE(is_still(now));
  EXPECT_TRUE(is_zero(now.acceleration));
  EXPECT_NEAR(std::remainder(angle_of(now) * 180.0 / std::numbers::pi + 20.0, 90.0), 0.0, 1e-9);
}

// What is met below its centre, at l, is turned more than stopped if m l^2 > I. What slides on a floor, so
// slowly that this takes up how it is turned, would go on, a part as fast, for ever and in no time.
Body<2> spire(double x, double speed) {
  Body<2> body;  // l^2 = 0.16, I / m = 0.12
  body.shape = Polygon({{-0.5, -0.4}, {0.5, -0.4}, {0.0, 0.8}});
  body.position = {x, 0.4};
  body.velocity = {speed, 0.0};
  body.spins = true;
  return body;
}
constexpr double kSmallGap = 1e-5;
constexpr double kRounds = 1e-20;  // of speeds of 1e-7

TEST(Standing, WhatSlidesSlowlyStopsWhereItIsMetBelowItsCentre) {
  for (const double speed : {1e-6, 1e-7, 1e-9}) {
    for (const bool kerb : {false, true}) {
      World<2> world(pulled(0.5, 0.0));
      world.add(floor_at());
      world.add(kerb ? fixed(Box<2>{{0.5, 0.05}}, {-0.5, 0.05}) : fixed(HalfSpace<2>{{1.0, 0.0}, 0.0}));
      const double half = kerb ? 0.3 : 0.5;
      Body<2> body = kerb ? crate(half, 0.5, {half + kSmallGap, 0.5}) : spire(half + kSmallGap, 0.0);
      body.velocity = {-speed, 0.0};
      const BodyId id = world.add(body);
      ASSERT_EQ(world.run_until(2.0 * kSmallGap / speed).outcome, RunOutcome::ReachedTime) << speed << kerb;
      EXPECT_TRUE(is_still(world.state(id))) << speed << kerb;
      EXPECT_NEAR(world.state(id).position[0], half, 1e-11) << speed << kerb;
    }
  }
}

TEST(Standing, TwoWhoSlideSlowlyIntoEachOtherGoOnTogether) {
  for (const double mass : {0.25, 1.0, 3.0}) {
    World<2> world(pulled(0.5, 0.0));
    world.add(floor_at());
    const BodyId left = world.add(spire(0.0, 1e-7));
    Body<2> other = spire(1.0 + kSmallGap, -2e-7);
    other.mass = mass;
    const BodyId right = world.add(other);
    ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime) << mass;
    const double together = (1e-7 - mass * 2e-7) / (1.0 + mass);
    EXPECT_NEAR(world.state(left).velocity[0], together, kRounds) << mass;
    EXPECT_NEAR(world.state(right).velocity[0], together, kRounds) << mass;
    EXPECT_EQ(world.state(left).angular_velocity, 0.0);
  }
}

TEST(Standing, ASlowWallTakesAlongWhatItMeetsBelowItsCentre) {
  World<2> world(pulled(0.5, 0.0));
  world.add(floor_at());
  Body<2> wall = fixed(Box<2>{{0.5, 2.0}}, {-0.5 - kSmallGap, 2.0});
  wall.kind = BodyKind::Kinematic;
  wall.velocity = {1e-7, 0.0};
  world.add(wall);
  const BodyId id = world.add(spire(0.5, 0.0));
  ASSERT_EQ(world.run_until(200.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state(id).velocity[0], 1e-7, kRounds);
  EXPECT_NEAR(world.state(id).position[0], 0.5 + kSmallGap, 1e-11);
}

TEST(Standing, WhatIsKnockedOffItsSideComesToRestAgain) {
  World<2> world(pulled(0.3, 0.5));
  world.add(floor_at());
  const BodyId id = world.add(crate(0.3, 0.6, {0.0, 0.7}));
  world.run_until(3.0);
  ASSERT_TRUE(is_still(world.state(id)));
  world.set_angular_velocity(id, -3.0);
  EXPECT_EQ(world.state(id).angular_velocity, -3.0);
  world.run_until(3.05);
  EXPECT_LT(angle_of(world.state(id)), 0.0);
  world.run_until(10.0);
  EXPECT_TRUE(is_still(world.state(id)));
  world.set_velocity(id, {0.0, 5.0});
  world.run_until(10.5);
  EXPECT_GT(world.state(id).position[1], 1.0);
  world.run_until(20.0);
  EXPECT_TRUE(is_still(world.state(id)));
  world.set_orientation(id, turned_by(30.0));
  world.run_until(20.1);
  EXPECT_NE(world.state(id).angular_velocity, 0.0);
  world.set_position(id, {0.0, 2.0});
  world.run_until(20.5);
  EXPECT_FALSE(is_still(world.state(id)));
  world.run_until(30.0);
  EXPECT_TRUE(is_still(world.state(id)));
}

TEST(Standing, QuestionsForeseeWhoHitsWhatStands) {
  World<2> world(pulled(0.3, 0.5));
  world.add(floor_at());
  const BodyId id = world.add(crate(0.5, 0.25, {0.0, 0.5}, 10.0));
  world.run_until(5.0);
  ASSERT_TRUE(is_still(world.state(id)));
  Body<2> ball;
  ball.shape = Ball{0.25};
  ball.position = {world.state(id).position[0], 2.0};
  const BodyId falls = world.add(ball);
  // From the crate's top, which is flat, it is 2 - 0.25 - 2 * 0.25 away.
  const double delay = std::sqrt(2.0 * (2.0 - 0.25 - 0.5) / kGravity);
  ASSERT_TRUE(world.time_to_collision(id, falls));
  EXPECT_NEAR(*world.time_to_collision(id, falls), delay, 1e-9);
  EXPECT_FALSE(world.time_to_collision(id, {0}));  // which holds it
  const auto impacts = world.predicted_impacts(10);
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_NEAR(impacts[0].time, 5.0 + delay, 1e-9);
}

TEST(Standing, ALiftCarriesWhatStandsOnIt) {
  World<2> world(pulled(0.2, 0.5));
  Body<2> lift;
  lift.kind = BodyKind::Kinematic;
  lift.shape = Box<2>{{2.0, 0.1}};
  lift.velocity = {0.5, 0.25};
  const BodyId ground = world.add(lift);
  const BodyId id = world.add(crate(0.3, 0.2, {0.0, 1.0}, 30.0));
  world.run_until(8.0);
  EXPECT_EQ(world.state(id).velocity, (Vec<2>{0.5, 0.25}));
  EXPECT_EQ(world.state(id).angular_velocity, 0.0);
  const double height = world.state(id).position[1] - world.state(ground).position[1];
  EXPECT_TRUE(std::fabs(height - 0.3) < 1e-11 || std::fabs(height - 0.4) < 1e-11) << height;
  world.set_velocity(ground, {});
  world.run_until(20.0);
  EXPECT_TRUE(is_still(world.state(id)));
}

TEST(Standing, ScalesWithLengthsAndTimesBitForBit) {
  const auto run = [](double length, double duration) {
    WorldOptions<2> options = pulled(0.4, 0.3);
    options.gravity = (length / (duration * duration)) * options.gravity;
    World<2> world(options);
    world.add(fixed(Box<2>{{8.0 * length, length}}, {0.0, -length}));
    const BodyId id = world.add(crate(0.5 * length, 0.25 * length, {0.0, 2.0 * length}, 30.0));
    world.run_until(8.0 * duration);
    BodyState<2> now = world.state(id);
    now.position = (1.0 / length) * now.position;
    return std::pair{now, world.collisions()};
  };
  const auto [one, count] = run(1.0, 1.0);
  const auto [other, other_count] = run(0x1p20, 0x1p-7);
  EXPECT_TRUE(is_still(one));
  EXPECT_EQ(one.position, other.position);
  EXPECT_EQ(one.orientation, other.orientation);
  EXPECT_EQ(count, other_count);
}

/// A body of a random shape, its centre of mass at its position.
Body<2> random_body(Random& random) {
  const auto between = [&](double low, double high) { return random.uniform(low, high); };
  const double w = between(0.15, 0.9), h = between(0.15, 0.9);
  std::vector<Vec<2>> corners;
  Body<2> body;
  body.spins = true;
  const auto kind = static_cast<int>(4.0 * random.uniform());
  if (kind == 0) {
    body.shape = Box<2>{{w, h}};
  } else if (kind == 1) {
    body.shape = Capsule<2>{{-w, 0.0}, {w, 0.0}, 0.3 * h};
  } else {
    const double t = 0.3 * std::min(w, h);
    corners = {{-w, -h},    {-w + t, -h}, {-w + t, h - t}, {w - t, h - t},
               {w - t, -h}, {w, -h},      {w, h},          {-w, h}};
    if (kind == 2)
      corners = {{w, 0.0}, {0.3 * w, h}, {-0.8 * w, 0.6 * h}, {-0.8 * w, -0.6 * h}, {0.3 * w, -h}};
    const Vec<2> centre = mass_properties<2>(Polygon(corners)).centre;
    for (Vec<2>& corner : corners) corner = corner - centre;
    body.shape = Polygon(corners);
  }
  body.orientation = turned_by(between(-180.0, 180.0));
  body.velocity = {between(-2.0, 2.0), between(-1.0, 1.0)};
  body.angular_velocity = between(-3.0, 3.0);
  body.mass = between(0.5, 1.5);
  return body;
}

TEST(Standing, RandomBodiesOnRandomGroundsComeToRestAndNeverGainEnergy) {
  int at_rest = 0, slides = 0, rolls = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const auto between = [&](double low, double high) { return random.uniform(low, high); };
    const double restitution = seed % 5 == 0 ? 0.0 : between(0.0, 0.9);
    const double friction = seed % 4 == 0 ? 0.0 : between(0.0, 1.0);
    WorldOptions<2> options = pulled(restitution, friction);
    options.space = {{-6.0, -6.0}, {6.0, 20.0}, {Side::Wall, Side::Wall}};
    World<2> world(options);
    if (seed % 3 == 0)
      for (int i = -6; i < 6; ++i) world.add(fixed(Box<2>{{0.5, 0.5}}, {i + 0.5, -0.5}));
    if (seed % 3 == 1)
      world.add(fixed(Polygon({{-6.0, -2.0},
                               {6.0, -2.0},
                               {6.0, 0.0},
                               {3.0, 0.0},
                               {3.0, -1.0},
                               {1.0, -1.0},
                               {1.0, 0.5},
                               {-1.0, 1.5},
                               {-6.0, 0.0}})));
    Body<2> body = random_body(random);
    body.position = {between(-4.0, 4.0), 5.0};
    const BodyId id = world.add(body);
    double energy = energy_of(world, id);
    for (double t = 0.25; t <= 25.0; t += 0.25) {
      ASSERT_EQ(world.run_until(t).outcome, RunOutcome::ReachedTime) << seed;
      const double now = energy_of(world, id);
      ASSERT_LE(now, energy + 0x1p-15 * body.mass * kGravity) << seed << ' ' << t;
      energy = now;
      const Vec<2>& place = world.state(id).position;
      ASSERT_TRUE(std::fabs(place[0]) < 6.0 && place[1] > -6.0) << seed;
    }
    const BodyState<2> now = world.state(id);
    for (std::uint32_t k = 0; k + 1 < world.size(); ++k) {
      const Body<2> ground = world.body({k});
      ASSERT_GT(
          distance<2>({ground.shape, ground.position}, {body.shape, now.position, now.orientation}).distance,
          -1e-11)
          << seed;
    }
    if (is_still(now))
      ++at_rest;
    else if (now.angular_velocity == 0.0)
      ++slides;
    else
      ++rolls;
  }
  EXPECT_GT(at_rest, 42) << slides << ' ' << rolls;
  EXPECT_LT(rolls, 6);
}

TEST(Standing, CratesThatFallOnEachOtherNeverCollapse) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Random random(seed);
    WorldOptions<2> options = pulled(seed % 2 == 0 ? 0.0 : 0.4, 0.4);
    options.space = {{-2.0, 0.0}, {2.0, 20.0}, {Side::Wall, Side::Wall}};
    World<2> world(options);
    for (int i = 0; i < 4; ++i) {
      Body<2> body = random_body(random);
      body.position = {1.6 * random.uniform() - 0.8, 2.0 + 2.2 * i};
      world.add(body);
    }
    ASSERT_EQ(world.run_until(4.0).outcome, RunOutcome::ReachedTime) << seed;
    for (std::uint32_t i = 0; i < world.size(); ++i)
      for (std::uint32_t k = i + 1; k < world.size(); ++k) {
        const Body<2> a = world.body({i}), b = world.body({k});
        EXPECT_GT(
            distance<2>({a.shape, a.position, a.orientation}, {b.shape, b.position, b.orientation}).distance,
            -1e-6)
            << seed;
      }
  }
}

}  // namespace
}  // namespace firsthit
