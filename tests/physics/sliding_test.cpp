#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

// What rests on something flat slips, grips and rolls, as Coulomb and Coriolis tell: all numbers that are
// expected here are closed forms, or integrated by small steps.

namespace firsthit {
namespace {

constexpr double kGravity = 9.81;
constexpr double kRadius = 0.25;

/// A half-space whose surface goes through the origin, rising by `angle` along x.
template <int D>
WorldOptions<D> pulled_down() {
  WorldOptions<D> options;
  options.gravity[D - 1] = -kGravity;
  options.restitution = 0.5;
  return options;
}

template <int D>
Vec<D> up_from(double angle) {
  Vec<D> normal;
  normal[0] = -std::sin(angle);
  normal[D - 1] = std::cos(angle);
  return normal;
}

/// Uphill.
template <int D>
Vec<D> along(double angle) {
  Vec<D> way;
  way[0] = std::cos(angle);
  way[D - 1] = std::sin(angle);
  return way;
}

template <int D>
struct Slope {
  World<D> world;
  BodyId body;
};

/// A ball, or disc, that lies on a slope.
template <int D>
Slope<D> on_slope(double angle, const WorldOptions<D>& options, const Vec<D>& velocity,
                  const AngularVelocity<D>& turning, bool spins = true, double inertia = 0.0) {
  Slope<D> slope{World<D>(options), {}};
  Body<D> ground;
  ground.shape = HalfSpace<D>{up_from<D>(angle)};
  ground.kind = BodyKind::Fixed;
  slope.world.add(ground);
  Body<D> ball;
  ball.shape = Ball{kRadius};
  ball.position = kRadius * up_from<D>(angle);
  ball.velocity = velocity;
  ball.mass = 3.0;
  ball.spins = spins;
  ball.angular_velocity = turning;
  ball.inertia = inertia;
  slope.body = slope.world.add(ball);
  return slope;
}

Vec<2> turning_of(double turning, const Vec<2>& arm) { return turning * turned_left(arm); }
Vec<3> turning_of(const Vec<3>& turning, const Vec<3>& arm) { return cross(turning, arm); }

template <int D>
Vec<D> slip(const BodyState<D>& state, const Vec<D>& up) {
  return state.velocity + turning_of(state.angular_velocity, -kRadius * up);
}

TEST(Sliding, ABlockStopsAfterItsBrakingDistance) {
  WorldOptions<2> options = pulled_down<2>();
  options.friction = 0.3;
  auto [world, body] = on_slope<2>(0.0, options, {2.0, 0.0}, 0.0, false);
  const double stops = 2.0 / (0.3 * kGravity);
  world.run_until(0.5 * stops);
  EXPECT_NEAR(world.state(body).velocity[0], 1.0, 1e-14);
  world.run_until(1.01 * stops);
  EXPECT_NEAR(world.state(body).position[0], 2.0 * 2.0 / (2.0 * 0.3 * kGravity), 1e-14);
  EXPECT_EQ(world.state(body).velocity, (Vec<2>{}));
  EXPECT_EQ(world.state(body).acceleration, (Vec<2>{}));
  const std::uint64_t events = world.events();
  world.run_until(1e6);
  EXPECT_LE(world.events(), events + 2);
}

TEST(Sliding, ABlockOnASlopeStandsOrSlides) {
  const double angle = 0.4;
  WorldOptions<2> options = pulled_down<2>();
  options.friction = std::tan(angle) + 0.01;
  {
    auto [world, body] = on_slope<2>(angle, options, {}, 0.0, false);
    const Vec<2> before = world.state(body).position;
    world.run_until(1000.0);
    EXPECT_LE(length(world.state(body).position - before), 1e-14);
    EXPECT_EQ(world.state(body).velocity, (Vec<2>{}));
  }
  options.friction = 0.3;
  auto [world, body] = on_slope<2>(angle, options, {}, 0.0, false);
  world.run_until(3.0);
  const double downhill = -dot(world.state(body).velocity, along<2>(angle));
  EXPECT_NEAR(downhill, 3.0 * kGravity * (std::sin(angle) - 0.3 * std::cos(angle)), 1e-12);
}

TEST(Sliding, ABlockGoesUpASlopeAndStays) {
  const double angle = 0.2;
  WorldOptions<2> options = pulled_down<2>();
  options.friction = 0.5;
  auto [world, body] = on_slope<2>(angle, options, 3.0 * along<2>(angle), 0.0, false);
  world.run_until(10.0);
  const double slows = kGravity * (std::sin(angle) + 0.5 * std::cos(angle));
  EXPECT_NEAR(dot(world.state(body).position, along<2>(angle)), 9.0 / (2.0 * slows), 1e-13);
  EXPECT_EQ(world.state(body).velocity, (Vec<2>{}));
}

TEST(Sliding, ABeltTakesABlockAlong) {
  WorldOptions<2> options = pulled_down<2>();
  options.friction = 0.25;
  World<2> world(options);
  Body<2> belt;
  belt.shape = Box<2>{{100.0, 0.5}};
  belt.position = {0.0, -0.5};
  belt.velocity = {1.5, 0.0};
  belt.kind = BodyKind::Kinematic;
  world.add(belt);
  Body<2> block;
  block.shape = Box<2>{{0.5, 0.25}};
  block.position = {0.0, 0.25};
  const BodyId id = world.add(block);
  const double takes = 1.5 / (0.25 * kGravity);
  world.run_until(0.5 * takes);
  EXPECT_NEAR(world.state(id).velocity[0], 0.75, 1e-12);
  world.run_until(10.0);
  EXPECT_EQ(world.state(id).velocity, (Vec<2>{1.5, 0.0}));
  EXPECT_NEAR(world.state(id).position[0], 1.5 * 10.0 - 1.5 * takes / 2.0, 1e-12);
}

/// With m r^2 / I = k: from slipping at u on the flat, gripping after |u| / (mu g (1 + k)).
template <int D>
void rolls_after_slipping(const Vec<D>& velocity, const AngularVelocity<D>& turning, double leverage) {
  const double friction = 0.2;
  WorldOptions<D> options = pulled_down<D>();
  options.friction = friction;
  auto [world, body] = on_slope<D>(0.0, options, velocity, turning);
  const Vec<D> up = up_from<D>(0.0);
  const Vec<D> u = velocity + turning_of(turning, -kRadius * up);
  const double takes = length(u) / (friction * kGravity * (1.0 + leverage));
  const Vec<D> brake = (friction * kGravity / length(u)) * u;
  world.run_until(0.7 * takes);
  EXPECT_LE(length(world.state(body).velocity - (velocity - 0.7 * takes * brake)), 1e-14);
  world.run_until(1.0001 * takes);
  const Vec<D> rolls = velocity - (1.0 / (1.0 + leverage)) * u;
  EXPECT_LE(length(world.state(body).velocity - rolls), 1e-14);
  EXPECT_LE(length(slip(world.state(body), up)), 1e-14);
  EXPECT_EQ(world.state(body).acceleration, (Vec<D>{}));
  world.run_until(takes + 100.0);
  const Vec<D> place = kRadius * up + takes * velocity - (0.5 * takes * takes) * brake + 100.0 * rolls;
  EXPECT_LE(length(world.state(body).position - place), 1e-11);
  EXPECT_LE(length(slip(world.state(body), up)), 1e-14);
}

/// On a conveyor whose surface runs at 2 along x, and stops after 3.
template <int D>
World<D> on_conveyor(const Shape<D>& shape, bool spins, BodyKind kind = BodyKind::Fixed) {
  WorldOptions<D> options;
  options.gravity[1] = -kGravity;
  options.friction = 0.25;
  World<D> world(options);
  Body<D> belt;
  Box<D> box;
  for (double& half : box.half_extents.c) half = 50.0;
  box.half_extents[1] = 0.5;
  belt.shape = box;
  belt.position[1] = -0.5;
  belt.kind = kind;
  belt.surface_velocity[0] = 2.0;
  world.add(belt);
  Body<D> body;
  body.shape = shape;
  body.position[1] = 0.5;
  body.spins = spins;
  world.add(body);
  return world;
}
double size_of(double turning) { return std::fabs(turning); }
double size_of(const Vec<3>& turning) { return length(turning); }
Vec<2> along_x(double x, const Vec<2>&) { return {x, 0.5}; }
Vec<3> along_x(double x, const Vec<3>&) { return {x, 0.5, 0.0}; }

/// A block slips until it has the belt's speed, and stops as it would on the ground.
template <int D>
void block_goes_with_a_conveyor(const Shape<D>& shape, bool spins, BodyKind kind, double error) {
  World<D> world = on_conveyor<D>(shape, spins, kind);
  const double pull = 0.25 * kGravity, takes = 2.0 / pull, way = 0.5 * 2.0 * takes;
  const auto expect = [&](double time, double x, double speed) {
    ASSERT_EQ(world.run_until(time).outcome, RunOutcome::ReachedTime);
    EXPECT_NEAR(max_abs(world.state({1}).position - along_x(x, Vec<D>{})), 0.0, error) << time;
    EXPECT_NEAR(world.state({1}).velocity[0], speed, error) << time;
  };
  expect(0.5 * takes, 0.25 * way, 1.0);
  expect(takes + 1.0, way + 2.0, 2.0);
  EXPECT_EQ(world.state({1}).acceleration, Vec<D>{});
  world.set_surface_velocity({0}, {});
  expect(1.5 * takes + 1.0, way + 2.0 + 0.75 * way, 1.0);
  expect(2.0 * takes + 2.0, way + 2.0 + way, 0.0);
  EXPECT_EQ(world.state({0}).position[0], 0.0);
}
TEST(Conveyor, TakesBlocksAlong) {
  for (const BodyKind kind : {BodyKind::Fixed, BodyKind::Kinematic}) {
    block_goes_with_a_conveyor<2>(Box<2>{{0.5, 0.5}}, false, kind, 1e-12);
    block_goes_with_a_conveyor<3>(Box<3>{{0.5, 0.5, 0.5}}, false, kind, 1e-12);
    block_goes_with_a_conveyor<2>(Box<2>{{0.5, 0.5}}, true, kind, 1e-5);  // it comes down by a hop
  }
}

// A ball on it is spun until it rolls: at a third of the belt's speed if it is a disc, at two sevenths if a
// sphere.
template <int D>
void ball_rolls_on_a_conveyor(double part) {
  World<D> world = on_conveyor<D>(Ball{0.5}, true);
  world.run_until(5.0);
  const BodyState<D> state = world.state({1});
  EXPECT_NEAR(state.velocity[0], 2.0 * part, 1e-14);
  EXPECT_NEAR(size_of(state.angular_velocity), 2.0 * (1.0 - part) / 0.5, 1e-13);
  EXPECT_EQ(state.acceleration, Vec<D>{});
}
TEST(Conveyor, MakesBallsRoll) {
  ball_rolls_on_a_conveyor<2>(1.0 / 3.0);
  ball_rolls_on_a_conveyor<3>(2.0 / 7.0);
}

// What only bounces on it gets mu times what the normal gives, and a block at its end tips or falls there as
// from any floor.
TEST(Conveyor, RubsWhatBouncesAndHasAnEnd) {
  World<2> world = on_conveyor<2>(Box<2>{{0.5, 0.5}}, false);
  world.set_position({1}, {48.0, 1.5});
  world.set_restitution({}, {}, 0.5);
  const std::uint64_t before = world.collisions();
  world.run_until(10.0, RunLimits{.collisions = before + 1});
  const double closing = std::sqrt(2.0 * kGravity);
  EXPECT_NEAR(world.state({1}).velocity[0], std::min(2.0, 0.25 * 1.5 * closing), 1e-12);
  EXPECT_NEAR(world.state({1}).velocity[1], 0.5 * closing, 1e-12);
  world.run_until(10.0);
  EXPECT_LT(world.state({1}).position[1], -1.0);  // over the end, at 50
}

TEST(Conveyor, CarriesAStack) {
  World<2> world = on_conveyor<2>(Box<2>{{0.5, 0.5}}, false);
  world.set_restitution({}, {}, 0.25);
  for (int i = 1; i < 3; ++i) {
    Body<2> crate;
    crate.shape = Box<2>{{0.5, 0.5}};
    crate.position = {0.0, 0.5 + i};
    world.add(crate);
  }
  // Friction accelerates all of them alike, by mu g, wherever they slip on each other.
  world.run_until(0.5);
  double momentum = 0.0;
  for (std::uint32_t i = 1; i <= 3; ++i) momentum += world.state({i}).velocity[0];
  EXPECT_NEAR(momentum, 3.0 * 0.25 * kGravity * 0.5, 0.02);
  for (std::uint32_t i = 1; i <= 3; ++i)
    EXPECT_NEAR(world.state({i}).velocity[0], 0.25 * kGravity * 0.5, 0.1) << i;
  world.run_until(5.0);
  for (std::uint32_t i = 1; i <= 3; ++i) {
    EXPECT_EQ(world.state({i}).velocity, (Vec<2>{2.0, 0.0})) << i;
    EXPECT_EQ(world.state({i}).acceleration, (Vec<2>{})) << i;
    EXPECT_NEAR(world.state({i}).position[1], i - 0.5, 1e-13) << i;
  }
}

TEST(Conveyor, IsWhatImpactsDoNotMove) {
  World<2> world;
  Body<2> body;
  body.surface_velocity = {1.0, 0.0};
  EXPECT_THROW(world.add(body), InputError);
  body.kind = BodyKind::Fixed;
  const BodyId id = world.add(body);
  EXPECT_EQ(world.body(id).surface_velocity, (Vec<2>{1.0, 0.0}));
  world.set_surface_velocity(id, {0.0, 2.0});
  EXPECT_EQ(world.body(id).surface_velocity, (Vec<2>{0.0, 2.0}));
  body.surface_velocity = {};
  body.kind = BodyKind::Dynamic;
  EXPECT_THROW(world.set_surface_velocity(world.add(body), {1.0, 0.0}), InputError);
  EXPECT_THROW(world.set_surface_velocity(id, {std::nan(""), 0.0}), InputError);
}

// Onto a belt that sinks at 4 and runs at 1/4 falls a block: seen from the belt it bounces with e times its
// speed, though it goes on down, and friction gives it mu times what the normal gives, or all of the belt's
// speed. (It was let go no further down than the ground lets it.)
TEST(Sliding, ABlockThatFallsOnABeltThatSinksBouncesAsSeenFromThere) {
  for (const double friction : {0.0, 0.0625, 10.0}) {
    WorldOptions<2> options;
    options.gravity = {0.0, -1.0};
    options.restitution = 0.5;
    options.friction = friction;
    World<2> world(options);
    Body<2> belt;
    belt.shape = Box<2>{{10.0, 1.0}};
    belt.position = {0.0, -1.0};
    belt.velocity = {0.25, -4.0};
    belt.kind = BodyKind::Kinematic;
    world.add(belt);
    Body<2> block;
    block.shape = Box<2>{{0.5, 0.5}};
    block.position = {0.0, 2.5};
    block.velocity = {0.0, -4.5};
    const BodyId id = world.add(block);
    world.run_until(10.0, RunLimits{.collisions = 1});
    const double time = std::sqrt(4.25) - 0.5;  // of 2 = t / 2 + t^2 / 2
    const double closing = 0.5 + time;
    EXPECT_NEAR(world.time(), time, 1e-12);
    EXPECT_NEAR(world.state(id).velocity[1], -4.0 + 0.5 * closing, 1e-12) << friction;
    EXPECT_NEAR(world.state(id).velocity[0], std::min(0.25, friction * 1.5 * closing), 1e-12) << friction;
  }
}

TEST(Sliding, ADiscOnTheFloorRollsAtTwoThirds) {
  rolls_after_slipping<2>({3.0, 0.0}, 0.0, 2.0);
  rolls_after_slipping<2>({3.0, 0.0}, -5.0, 2.0);
  rolls_after_slipping<2>({1.0, 0.0}, 40.0, 2.0);  // so much backspin that it comes back
  rolls_after_slipping<2>({0.0, 0.0}, 10.0, 2.0);
}

TEST(Sliding, ABilliardBallRollsAfterAParabola) {
  // Coriolis, Theorie mathematique des effets du jeu de billard, 1835: masse shots as well.
  rolls_after_slipping<3>({3.0, 0.0, 0.0}, {}, 2.5);
  rolls_after_slipping<3>({3.0, 0.0, 0.0}, {25.0, -10.0, 8.0}, 2.5);
  rolls_after_slipping<3>({0.5, 1.0, 0.0}, {-30.0, 20.0, -40.0}, 2.5);
}

TEST(Sliding, ARoundBodyDownASlopeRollsOrSlips) {
  const double angle = 0.5;
  for (const double leverage : {2.5, 2.0, 1.0}) {  // a ball, a disc, a hoop
    const double switches = std::tan(angle) / (1.0 + leverage);
    for (const double friction : {1.02 * switches, 0.9 * switches, 0.3 * switches}) {
      WorldOptions<3> options = pulled_down<3>();
      options.friction = friction;
      auto [world, body] = on_slope<3>(angle, options, {}, {}, true, 3.0 * kRadius * kRadius / leverage);
      world.run_until(2.0);
      const bool rolls = friction > switches;
      const double gains = rolls ? kGravity * std::sin(angle) * leverage / (1.0 + leverage)
                                 : kGravity * (std::sin(angle) - friction * std::cos(angle));
      const double spins =
          rolls ? gains / kRadius : leverage * friction * kGravity * std::cos(angle) / kRadius;
      EXPECT_NEAR(-dot(world.state(body).velocity, along<3>(angle)), 2.0 * gains, 1e-13);
      EXPECT_NEAR(length(world.state(body).angular_velocity), 2.0 * spins, 1e-12);
      EXPECT_NEAR(dot(world.state(body).position, along<3>(angle)), -2.0 * gains, 1e-13);
    }
  }
}

TEST(Sliding, RollingAndSpinningDieOut) {
  WorldOptions<3> options = pulled_down<3>();
  options.friction = 0.2;
  options.rolling_friction = 0.01;
  options.spinning_friction = 0.044;
  const double speed = 1.2;
  auto [world, body] = on_slope<3>(0.0, options, {speed, 0.0, 0.0}, {0.0, speed / kRadius, 20.0});
  const double stops = speed / (0.01 * kGravity);
  const double slows = 2.5 * 0.044 * kGravity / kRadius;
  world.run_until(1.0);
  EXPECT_NEAR(world.state(body).velocity[0], speed - 0.01 * kGravity, 1e-14);
  EXPECT_NEAR(world.state(body).angular_velocity[2], 20.0 - slows, 1e-13);
  world.run_until(1.0001 * 20.0 / slows);
  EXPECT_EQ(world.state(body).angular_velocity[2], 0.0);
  EXPECT_GT(world.state(body).velocity[0], 0.0);
  world.run_until(1.0001 * stops);
  EXPECT_NEAR(world.state(body).position[0], speed * speed / (2.0 * 0.01 * kGravity), 1e-12);
  EXPECT_EQ(world.state(body).velocity, (Vec<3>{}));
  EXPECT_EQ(world.state(body).angular_velocity, (Vec<3>{}));
  EXPECT_EQ(world.state(body).angular_acceleration, (Vec<3>{}));
}

TEST(Sliding, OffTheFallLineABlockStopsWhereSmallStepsLead) {
  const double angle = 0.3;
  const double friction = 0.6;
  WorldOptions<3> options = pulled_down<3>();
  options.friction = friction;
  auto [world, body] = on_slope<3>(angle, options, Vec<3>{0.0, 4.0, 0.0}, {}, false);
  // du/dt = g - c u / |u|. So c |u| + g . u is linear in time: it stops at c |u0| / (c^2 - g^2).
  const double g = kGravity * std::sin(angle);
  const double c = friction * kGravity * std::cos(angle);
  const double stops = 4.0 * c / (c * c - g * g);
  Vec<2> u{0.0, 4.0}, x{};  // uphill, across
  constexpr int kSteps = 2000000;
  const double h = stops / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    const Vec<2> pull{-g, 0.0};
    const Vec<2> half = u + (0.5 * h) * (pull - (c / length(u)) * u);
    const Vec<2> rate = pull - (c / length(half)) * half;
    x = x + h * (u + (0.5 * h) * rate);
    u = u + h * rate;
  }
  world.run_until(0.99 * stops);
  EXPECT_GT(length(world.state(body).velocity), 0.01);
  world.run_until(stops * (1.0 + 1e-6));
  EXPECT_EQ(world.state(body).velocity, (Vec<3>{}));
  const Vec<3> place = world.state(body).position;
  EXPECT_NEAR(dot(place, along<3>(angle)), x[0], 1e-4 * length(x));
  EXPECT_NEAR(place[1], x[1], 1e-4 * length(x));
}

TEST(Sliding, OffTheFallLineABallRollsInTheEnd) {
  const double angle = 0.3;
  WorldOptions<3> options = pulled_down<3>();
  options.friction = 0.5;
  auto [world, body] = on_slope<3>(angle, options, Vec<3>{0.0, 3.0, 0.0}, {10.0, 0.0, 15.0});
  const Vec<3> up = up_from<3>(angle);
  const Vec<3> u = slip(world.state(body), up);
  const double g = kGravity * std::sin(angle);
  const double c = 3.5 * 0.5 * kGravity * std::cos(angle);
  const double grips = (c * length(u) - g * dot(u, along<3>(angle))) / (c * c - g * g);
  world.run_until(grips * (1.0 - 1e-4));
  EXPECT_GT(length(slip(world.state(body), up)), 1e-6);
  world.run_until(grips * (1.0 + 1e-6));
  EXPECT_LE(length(slip(world.state(body), up)), 1e-13);
  const Vec<3> pull = -5.0 / 7.0 * g * along<3>(angle);
  EXPECT_LE(length(world.state(body).acceleration - pull), 1e-14);
}

TEST(Sliding, NeverGainsEnergy) {
  const double angle = 0.3;
  for (const double friction : {0.02, 0.2, 0.5}) {
    WorldOptions<3> options = pulled_down<3>();
    options.friction = friction;
    options.rolling_friction = 0.02;
    auto [world, body] =
        on_slope<3>(angle, options, Vec<3>{0.0, 3.0, 0.0} + 4.0 * along<3>(angle), {30.0, -20.0, 15.0});
    double last = 1e9;
    for (int i = 1; i < 400; ++i) {
      world.run_until(0.01 * i);
      const BodyState<3> now = world.state(body);
      const double energy = 1.5 * length_squared(now.velocity) +
                            0.5 * 0.4 * 3.0 * kRadius * kRadius * length_squared(now.angular_velocity) +
                            3.0 * kGravity * now.position[2];
      EXPECT_LE(energy, last + 1e-12) << friction << " " << i;
      last = energy;
    }
  }
}

/// A billiard table without cushions.
void lay_cloth(World<3>& world) {
  const Material cloth{1};
  world.set_restitution({}, cloth, 0.5);
  world.set_friction({}, cloth, 0.2);
  world.set_rolling_friction({}, cloth, 0.01);
  Body<3> table;
  table.shape = HalfSpace<3>{{0.0, 0.0, 1.0}};
  table.kind = BodyKind::Fixed;
  table.material = cloth;
  world.add(table);
}

/// Head on, with e = 1 and no friction between balls: the cue ball keeps its spin and loses its speed, and
/// rolls on at 2/7 of the speed that its spin is worth.
TEST(Sliding, StopDrawAndFollow) {
  const double r = 0.028575;
  const double speed = 2.0;
  for (const double worth : {0.0, -1.5, 2.0}) {  // [L/T] of its spin when it hits
    WorldOptions<3> options = pulled_down<3>();
    options.restitution = 1.0;
    World<3> world(options);
    lay_cloth(world);
    Body<3> ball;
    ball.shape = Ball{r};
    ball.spins = true;
    ball.position = {0.0, 0.0, r};
    const BodyId object = world.add(ball);
    ball.position = {-2.0 * r - 1e-9, 0.0, r};
    ball.velocity = {speed, 0.0, 0.0};
    ball.angular_velocity = {0.0, worth / r, 0.0};
    const BodyId cue = world.add(ball);
    world.run_until(60.0);
    const auto goes = [](double v, double w) {  // until it stands, from slipping at v with a spin worth w
      const double u = v - w;
      const double takes = std::fabs(u) / (3.5 * 0.2 * kGravity);
      const double brakes = u > 0.0 ? 0.2 * kGravity : -0.2 * kGravity;
      const double rolls = v - 2.0 / 7.0 * u;
      return v * takes - 0.5 * brakes * takes * takes +
             std::copysign(rolls * rolls / (2.0 * 0.01 * kGravity), rolls);
    };
    EXPECT_NEAR(world.state(object).position[0], goes(speed, 0.0), 1e-7);
    EXPECT_NEAR(world.state(cue).position[0], -2.0 * r + goes(0.0, worth), 1e-7);
    EXPECT_EQ(world.state(cue).velocity, (Vec<3>{}));
    EXPECT_EQ(world.collisions(ImpactKind::BodyBody), 1U);
  }
}

/// Balls of all seeds that are broken come to stand, on the cloth, and none overlap: some push others along.
TEST(Sliding, BreaksEndAtRest) {
  const double r = 0.028575;
  std::uint64_t impacts = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    WorldOptions<3> options = pulled_down<3>();
    options.space = {{0.0, 0.0, 0.0}, {2.54, 1.27, 1.0}, {Side::Wall, Side::Wall, Side::Open}};
    options.restitution = 0.95;
    options.friction = seed % 2 == 0 ? 0.0 : 0.05;
    World<3> world(options);
    lay_cloth(world);
    world.set_spinning_friction({}, Material{1}, 0.044);
    Body<3> ball;
    ball.shape = Ball{r};
    ball.mass = 0.17;
    ball.spins = true;
    const double apart = 2.0 * r + 1e-4;
    for (const int row : {0, 1, 2, 3, 4}) {
      const int balls = row < 3 ? row + 1 : 5 - row;
      for (int i = 0; i < balls; ++i) {
        ball.position = {1.905 + row * apart * std::sqrt(0.75), 0.635 + (i - 0.5 * (balls - 1)) * apart, r};
        world.add(ball);
      }
    }
    ball.position = {0.635, 0.635 + random.uniform(-0.1, 0.1), r};
    ball.velocity = {random.uniform(2.0, 9.0), random.uniform(-0.2, 0.2), 0.0};
    ball.angular_velocity = {0.0, random.uniform(-90.0, 90.0), random.uniform(-50.0, 50.0)};
    world.add(ball);
    ASSERT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime) << seed;
    impacts += world.collisions(ImpactKind::BodyBody);
    for (std::uint32_t i = 1; i < world.size(); ++i) {
      EXPECT_EQ(world.state({i}).velocity, (Vec<3>{})) << seed << ' ' << i;
      EXPECT_EQ(world.state({i}).angular_velocity, (Vec<3>{})) << seed << ' ' << i;
      EXPECT_NEAR(world.state({i}).position[2], r, 1e-12);
      for (std::uint32_t j = 1; j < i; ++j)
        EXPECT_GE(length(world.state({i}).position - world.state({j}).position), 2.0 * r - 1e-14);
    }
  }
  EXPECT_GT(impacts, 2000U);
}

TEST(Sliding, ThatIsUnderWayEndsInTimeWhateverTheClock) {
  // Somebody else becomes so fast that the clock gets finer ticks.
  WorldOptions<2> options = pulled_down<2>();
  options.friction = 0.25;
  auto [world, body] = on_slope<2>(0.0, options, {2.0, 0.0}, 0.0, false);
  Body<2> other;
  other.shape = Ball{0.1};
  other.position = {0.0, 50.0};
  const BodyId fast = world.add(other);
  const double stops = 2.0 / (0.25 * kGravity);
  world.run_until(0.5 * stops);
  world.set_velocity(fast, {1e9, 1e9});
  world.set_response(Material{7}, Material{7}, Response::Slide);  // all is predicted anew
  world.run_until(1.001 * stops);
  EXPECT_EQ(world.state(body).velocity, (Vec<2>{}));
  EXPECT_NEAR(world.state(body).position[0], 4.0 / (2.0 * 0.25 * kGravity), 1e-13);
}

TEST(Sliding, WhatIsSetTurningRollsAway) {
  WorldOptions<3> options = pulled_down<3>();
  options.friction = 0.3;
  auto [world, body] = on_slope<3>(0.0, options, {}, {});
  world.run_until(1.0);
  world.set_angular_velocity(body, {0.0, 12.0, 0.0});
  world.run_until(10.0);
  EXPECT_NEAR(world.state(body).velocity[0], 2.0 / 7.0 * 12.0 * kRadius, 1e-14);
}

TEST(Sliding, PerfectRoughnessGripsAtOnce) {
  WorldOptions<3> options = pulled_down<3>();
  options.friction = std::numeric_limits<double>::infinity();
  auto [world, body] = on_slope<3>(0.0, options, {3.5, 0.0, 0.0}, {});
  world.run_until(1.0);
  EXPECT_NEAR(world.state(body).velocity[0], 2.5, 1e-14);
  EXPECT_NEAR(world.state(body).position[0], 2.5, 1e-14);
}

TEST(Sliding, AWholeRollTurnsAsFarAsItGoes) {
  // Without slipping it has turned by its way over the radius.
  WorldOptions<2> options = pulled_down<2>();
  options.friction = 0.5;
  auto [world, body] = on_slope<2>(0.0, options, {1.0, 0.0}, -1.0 / kRadius);
  const double way = 2.0 * std::numbers::pi * kRadius * 1000.25;
  world.run_until(way);
  const Orientation<2> stands = world.state(body).orientation;
  EXPECT_NEAR(stands.w * stands.w - stands.z * stands.z, 0.0, 1e-11);  // a quarter of a turn
  EXPECT_NEAR(2.0 * stands.w * stands.z, -1.0, 1e-11);
}

}  // namespace
}  // namespace firsthit
