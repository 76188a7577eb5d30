#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "geometry/rotation.hpp"
#include "support/long_form.hpp"
#include "world/heaps/bins_space.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>

// Bodies of space that turn, and rub: who stands, and who holds whom up.

namespace firsthit {
namespace {

constexpr double kPi = 3.14159265358979323846;

// A cube falls on a slope, of any direction: it stands where the angle of friction is steeper, to what its
// hops make of that, and glides down where it is not.
TEST(TurningHeapsInSpace, OfACubeStandOnASlopeThatFrictionHolds) {
  for (const double direction : {0.0, 0.3, 1.0}) {
    for (const double part : {1.03, 2.0, 0.9}) {
      constexpr double kAngle = 0.3;
      WorldOptions<3> options = bin_of_space(40.0, 0.3, part * std::tan(kAngle));
      options.gravity = {std::sin(kAngle) * std::cos(direction), -std::cos(kAngle),
                         std::sin(kAngle) * std::sin(direction)};
      World<3> world(options);
      world.add(turning(Box<3>{{0.5, 0.5, 0.5}}, {10.0, 0.5 + 0x1p-10, 10.0}, 1.0,
                        turned_about({0.0, 1.0, 0.0}, 0.7)));
      ASSERT_EQ(world.run_until(8.0, RunLimits{.events = 100'000}).outcome, RunOutcome::ReachedTime);
      const double way = length(world.state({0}).position - Vec<3>{10.0, 0.5, 10.0});
      ASSERT_EQ(is_still(world, 0), part > 1.0) << direction << " " << part;
      if (part > 1.0) {
        EXPECT_LT(way, 0.05) << direction << " " << part;
        EXPECT_NEAR(world.state({0}).position[1], 0.5, 1e-14);
        expect_upright(world);
        expect_nothing_happens(world, 3600.0);
      } else {  // with g (sin a - mu cos a), and hops rub by up to 3 % less
        const double pull = (1.0 - part) * std::sin(kAngle), less = 0.03 * part * std::sin(kAngle);
        EXPECT_NEAR(way, 0.5 * (pull + 0.5 * less) * 64.0, 0.25 * less * 64.0) << direction << " " << part;
      }
    }
  }
}

// A slab of length L and thickness d leans against a wall, at an angle t with the floor, friction mu at both
// ends: N1 and mu N1 at its foot, N2 = mu N1 and mu N2 at its top, N1 (1 + mu^2) = W. Both ends are corners
// of its lower face, so about the foot W (L cos t - d sin t) / 2 = N2 L (sin t + mu cos t).
double critical_slab(double mu, double length, double thickness) {
  const double n2 = mu / (1.0 + mu * mu);
  double low = 0.0;
  double high = 0.5 * kPi;
  for (int i = 0; i < 60; ++i) {
    const double t = 0.5 * (low + high);
    const double tips = 0.5 * (length * std::cos(t) - thickness * std::sin(t)) -
                        n2 * length * (std::sin(t) + mu * std::cos(t));
    (tips > 0.0 ? low : high) = t;
  }
  return 0.5 * (low + high);
}

TEST(TurningHeapsInSpace, OfASlabThatLeansStandFromTheAngleThatTheoryTells) {
  constexpr double kLength = 2.0, kThickness = 0.25;
  for (const double mu : {0.25, 0.5}) {
    EXPECT_NEAR(critical_slab(mu, kLength, 0.0), std::atan((1.0 - mu * mu) / (2.0 * mu)), 1e-12);
    for (const double off : {0.03, 0.2, -0.03, -0.2}) {
      const double t = critical_slab(mu, kLength, kThickness) + off;
      World<3> world(bin_of_space(20.0, 0.3, mu));
      // Its upper corners are at the wall x = 0.
      const Vec<3> along{-std::cos(t), std::sin(t), 0.0}, over{std::sin(t), std::cos(t), 0.0};
      const Vec<3> foot{kLength * std::cos(t) + 0x1p-24, 0x1p-24, 10.0};
      Body<3> slab = turning(Box<3>{{0.5 * kLength, 0.5 * kThickness, 0.75}},
                             foot + (0.5 * kLength) * along + (0.5 * kThickness) * over, 2.0,
                             turned_about({0.0, 0.0, 1.0}, -t));
      slab.inertia = 2.0 * (kLength * kLength + kThickness * kThickness) / 12.0;
      world.add(slab);
      ASSERT_EQ(world.run_until(60.0, RunLimits{.events = 1'000'000}).outcome, RunOutcome::ReachedTime);
      ASSERT_TRUE(is_still(world, 0)) << mu << " " << off;
      const StandingBox box = standing_box(world, 0);
      const double stands = std::asin(std::fabs(box.axes[0][1]));
      if (off > 0.0) {
        EXPECT_NEAR(stands, t, 0.004) << mu << " " << off;
        EXPECT_EQ(world.contacts().size(), 4U);
        expect_nothing_happens(world, 3600.0);
      } else {
        EXPECT_LT(stands, 1e-9) << mu << " " << off;  // it lies on the floor
      }
      expect_upright(world);
    }
  }
}

// Three balls on a floor, and a fourth between them, on all: lines of centres are off the vertical by a. As
// in the plane, what the upper one gives to a lower one must go through the place where that stands, so
// mu = tan(a / 2) is needed between them.
TEST(TurningHeapsInSpace, OfFourBallsStandFromTheFrictionThatTheoryTells) {
  constexpr double kSine = 0.75;
  const double critical = std::tan(0.5 * std::asin(kSine));
  const double up = std::sqrt(1.0 - kSine * kSine);
  for (const double part : {1.1, 1.5, 0.97, 0.7}) {
    World<3> world(bin_of_space(20.0, 0.3, part * critical));
    for (int i = 0; i < 3; ++i) {
      const double angle = 2.0 * kPi * i / 3.0 + 0.1;
      world.add(
          turning(Ball{0.5}, {10.0 + kSine * std::cos(angle), 0.5, 10.0 + kSine * std::sin(angle)}, 1.0));
    }
    world.add(turning(Ball{0.5}, {10.0, 0.5 + up + 0x1p-30, 10.0}, 1.0));
    ASSERT_EQ(world.run_until(60.0, RunLimits{.events = 1'000'000}).outcome, RunOutcome::ReachedTime);
    if (part < 1.0) {
      EXPECT_NEAR(world.state({3}).position[1], 0.5, 1e-9) << part;
      continue;
    }
    ASSERT_TRUE(all_still(world)) << part;
    EXPECT_NEAR(world.state({3}).position[1], 0.5 + up, 0.004) << part;
    expect_upright(world);
    expect_nothing_happens(world, 3600.0);
  }
}

TEST(TurningHeapsInSpace, OfCubesThatFellFlatOnEachOtherStandExactly) {
  for (const double restitution : {0.0, 0.3, 0.8}) {
    for (const int count : {2, 3, long_form() ? 30 : 8}) {
      World<3> world(bin_of_space(20.0, restitution, 0.5));
      for (int i = 0; i < count; ++i)
        world.add(turning(Box<3>{{0.5, 0.5, 0.5}}, {10.0, 0.5 + i * 1.125 + 0.125, 10.0}, 1.0));
      ASSERT_EQ(world.run_until(20.0, RunLimits{.events = 1'000'000}).outcome, RunOutcome::ReachedTime);
      ASSERT_TRUE(all_still(world)) << restitution << " " << count;
      for (int i = 0; i < count; ++i) {
        const Vec<3> place = world.state({static_cast<std::uint32_t>(i)}).position;
        EXPECT_LE(max_abs(place - Vec<3>{10.0, 0.5 + i, 10.0}), 0x1p-44) << restitution << " " << count;
      }
      expect_upright(world);
      expect_nothing_happens(world, 3600.0);
    }
  }
}

// Who bears little, below or on others who bear much, is in balance by all that acts on him. Far from the
// origin faces that lie on each other tilt by what places round, so friction must hold what normals lead
// aside. Four contacts, each to 2^-48 of all that acts on a crate, as docs/numerics/heaps.md has it.
TEST(TurningHeapsInSpace, OfLightAndHeavyCratesBalanceFarFromTheOrigin) {
  for (const double far : {100.0, 2000.0}) {
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
      Random random(seed);
      World<3> world(bin_of_space(2.0 * far, 0.0, 0.5));
      std::vector<double> load;
      std::vector<Vec<3>> left;
      double top = 0.0;
      for (std::uint64_t i = 0; i < 2 + seed % 4; ++i) {
        const double half = random.uniform(0.2, 0.6);
        const double mass = std::pow(10.0, random.uniform(0.0, 2.0));
        const double angle = random.uniform(0.0, 3.0);
        const double aside = random.uniform(-0.1, 0.1);
        world.add(turning(Box<3>{{half, half, half}}, {far + aside, top + half, far}, mass,
                          turned_about({0.0, 1.0, 0.0}, angle)));
        top += 2.0 * half + 0.01;
        load.push_back(mass);
        left.push_back({0.0, -mass, 0.0});
      }
      ASSERT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
      ASSERT_TRUE(all_still(world));
      for (const RestingContact<3>& contact : world.contacts()) {
        for (const auto& [id, sign] : {std::pair{contact.a, 1.0}, std::pair{contact.b, -1.0}}) {
          if (id.value >= world.size()) continue;
          left[id.value] = left[id.value] + sign * contact.force;
          load[id.value] += length(contact.force);
        }
      }
      for (std::size_t i = 0; i < left.size(); ++i)
        EXPECT_LE(length(left[i]), 0x1p-46 * load[i]) << far << ' ' << seed << ' ' << i;
    }
  }
}

// A board leans on the upper edge of a sill, by less than faces that nearly lie on each other: its rims cross
// that edge with the normal of the board, and not with that of the sill.
TEST(TurningHeapsInSpace, OfABoardThatLeansOnASillHaveTheNormalOfTheBoard) {
  WorldOptions<3> options;
  options.gravity = {0.0, 0.0, -10.0};
  options.friction = 0.5;
  options.restitution = 0.0;
  World<3> world(options);
  Body<3> ground;
  ground.shape = HalfSpace<3>{{0.0, 0.0, 1.0}, 0.0};
  ground.kind = BodyKind::Fixed;
  world.add(ground);
  Body<3> sill;
  sill.shape = Box<3>{{0.1, 0.3, 0.0175}};
  sill.position = {0.3, 0.0, 0.0175};
  sill.kind = BodyKind::Fixed;
  const BodyId low = world.add(sill);
  const BodyId board = world.add(turning(Box<3>{{0.5, 0.15, 0.01}}, {0.0, 0.0, 0.0625}, 1.0));
  ASSERT_EQ(world.run_until(20.0, RunLimits{.events = 50'000}).outcome, RunOutcome::ReachedTime);
  EXPECT_TRUE(is_still(world, board.value));
  const Vec<3> up = rotation_of(world.state(board).orientation).of({0.0, 0.0, 1.0});
  EXPECT_GT(std::fabs(up[0]), 0.03);
  int on_sill = 0;
  for (const RestingContact<3>& contact : world.contacts()) {
    if (contact.b != low) continue;
    ++on_sill;
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(contact.normal[axis], -up[axis], 1e-12) << axis;
  }
  EXPECT_EQ(on_sill, 2);
}

constexpr BodyId kBox{1};

/// On the ground a box stands whose side is at x = 0.
World<3> beside_a_box() {
  WorldOptions<3> options;
  options.gravity = {0.0, 0.0, -10.0};
  options.friction = 0.5;
  options.restitution = 0.0;
  World<3> world(options);
  Body<3> ground;
  ground.shape = HalfSpace<3>{{0.0, 0.0, 1.0}, 0.0};
  ground.kind = BodyKind::Fixed;
  world.add(ground);
  Body<3> box;
  box.shape = Box<3>{{0.5, 1.0, 0.5}};
  box.position = {-0.5, 0.0, 0.5};
  box.kind = BodyKind::Fixed;
  world.add(box);
  return world;
}

// A crate touches the side of a box with an upright edge, by less than faces that nearly lie on each other:
// at its foot that edge crosses the rim of that side, which tells the normal, and not the crate's own face.
TEST(TurningHeapsInSpace, OfACrateWithAnEdgeAtASideHaveTheNormalOfThatSide) {
  for (const double angle : {0x1p-6, -0x1p-6, 0x1p-9}) {
    World<3> world = beside_a_box();
    const double reach = 0.25 * (std::cos(angle) + std::fabs(std::sin(angle)));
    const BodyId crate = world.add(turning(Box<3>{{0.25, 0.25, 0.25}}, {reach, 0.0, 0.25 + 0x1p-20}, 1.0,
                                           turned_about({0.0, 0.0, 1.0}, angle)));
    ASSERT_EQ(world.run_until(20.0, RunLimits{.events = 50'000}).outcome, RunOutcome::ReachedTime);
    ASSERT_TRUE(is_still(world, crate.value)) << angle;
    int beside = 0;
    for (const RestingContact<3>& contact : world.contacts()) {
      if (contact.b != kBox) continue;
      ++beside;
      EXPECT_NEAR(contact.normal[0], -1.0, 1e-12) << angle;
    }
    EXPECT_GE(beside, 2) << angle;
  }
}

// A hull touches the lower edge of a box with a corner, from which two of its edges rise, one less steep than
// the other by 0.02: of the planes along that edge of the box and one of these only one parts the two.
TEST(TurningHeapsInSpace, OfAHullWithACornerAtAnEdgeHaveNormalsThatPartThem) {
  World<3> world = beside_a_box();
  const Vec<3> middle{0.5 + 0.014205298013244994, -0.0016556291390728585, 0.375 - 0.040562913907284726};
  Hull<3> shape;
  for (const Vec<3>& corner : {Vec<3>{0.0, 0.0, 0.0}, Vec<3>{1.0, 1.0, 0.0}, Vec<3>{1.0, -1.0, 0.0},
                               Vec<3>{0.30, 0.5, 1.0}, Vec<3>{0.28, -0.5, 1.0}})
    shape.vertices.push_back(corner - middle);
  Body<3> hull = turning(shape, middle + Vec<3>{0.0, 0.0, 0x1p-20}, 1.0);
  hull.inertia = 0.2;
  const BodyId put = world.add(hull);
  ASSERT_EQ(world.run_until(20.0, RunLimits{.events = 50'000}).outcome, RunOutcome::ReachedTime);
  ASSERT_TRUE(is_still(world, put.value));
  const BodyState<3> state = world.state(put);
  int beside = 0;
  for (const RestingContact<3>& contact : world.contacts()) {
    if (contact.b != kBox) continue;
    ++beside;
    for (const Vec<3>& corner : shape.vertices) {
      const Vec<3> place = state.position + rotation_of(state.orientation).of(corner);
      EXPECT_LE(dot(contact.normal, place - contact.point), 1e-12)
          << contact.normal[0] << " " << contact.normal[2];
    }
  }
  EXPECT_GE(beside, 1);
}

// Cubes on each other are thrown up together, and land, where places are told to 2^-40. (They were seen to
// meet and not to meet at once, a face's middle was taken for all of it, and what rounds of a slip for one.)
TEST(TurningHeapsInSpace, ThatAreThrownUpTogetherRestFarFromTheOrigin) {
  for (const double height : {3.0, 3620.0, 9000.0}) {
    for (const double speed : {1.0, 3.0}) {
      for (const double restitution : {0.0, 0.8}) {
        for (const int count : {1, 2, 6}) {
          WorldOptions<3> options;
          options.gravity = {0.0, -10.0, 0.0};
          options.restitution = restitution;
          options.friction = 0.5;
          World<3> world(options);
          Body<3> floor;
          floor.shape = Box<3>{{3.0, 0.25, 3.0}};
          floor.position = {0.0, height, 0.0};
          floor.kind = BodyKind::Fixed;
          world.add(floor);
          for (int i = 0; i < count; ++i) {
            Body<3> cube = turning(Box<3>{{0.5, 0.5, 0.5}}, {0.1 * (i % 3 - 1), height + 0.75 + i, 0.0}, 1.0);
            cube.velocity = {0.0, speed, 0.0};
            world.add(cube);
          }
          ASSERT_EQ(world.run_until(20.0, RunLimits{.events = 1'000'000}).outcome, RunOutcome::ReachedTime);
          for (int i = 0; i < count; ++i) {
            EXPECT_TRUE(is_still(world, static_cast<std::uint32_t>(1 + i))) << height << " " << i;
            // Each of the contacts below it is as near to nothing as 16 roundings of a place.
            EXPECT_NEAR(world.state({static_cast<std::uint32_t>(1 + i)}).position[1], height + 0.75 + i,
                        (1 + i) * 0x1p-48 * (height + count));
          }
          expect_upright(world);
        }
      }
    }
  }
}

// A ball that comes down on one that stands rests on it, or rolls there; one that strikes it in the side
// knocks it over; and who lies on one that is taken away falls.
TEST(TurningHeapsInSpace, HoldWhatComesDownAndFallWhenTheyAreStruck) {
  World<3> world(bin_of_space(20.0, 0.3, 0.5));
  world.add(turning(Box<3>{{1.5, 1.5, 1.5}}, {10.0, 1.75, 10.0}, 27.0, turned_about({0.0, 1.0, 0.0}, 0.4)));
  world.add(turning(Box<3>{{0.5, 0.5, 0.5}}, {10.0, 5.0, 10.0}, 1.0, turned_about({1.0, 2.0, 3.0}, 0.2)));
  ASSERT_EQ(world.run_until(30.0, RunLimits{.events = 1'000'000}).outcome, RunOutcome::ReachedTime);
  ASSERT_TRUE(all_still(world));
  EXPECT_NEAR(world.state({0}).position[1], 1.5, 1e-12);
  EXPECT_NEAR(world.state({1}).position[1], 3.5, 1e-12);
  const Vec<3> place = world.state({0}).position;

  Body<3> ball = turning(Ball{0.25}, {11.2, 5.0, 10.0}, 0.5);
  ball.velocity = {0.0, 0.0, 0.0625};
  world.add(ball);
  ASSERT_EQ(world.run_until(40.0, RunLimits{.events = 2'000'000}).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.state({0}).position, place);
  EXPECT_NEAR(world.state({2}).position[1], 3.25, 1e-9);  // it rolls on the cube
  EXPECT_TRUE(is_zero(world.state({2}).acceleration));
  EXPECT_GT(world.state({2}).velocity[2], 0.03);

  std::stringstream file;
  world.save(file);
  World<3> struck = World<3>::load(file);
  Body<3> fast = turning(Ball{0.5}, {1.0, 4.2, 10.0}, 5.0);
  fast.velocity = {10.0, 0.0, 0.0};
  struck.add(fast);
  ASSERT_EQ(struck.run_until(60.0, RunLimits{.events = 2'000'000}).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(struck.state({1}).position[1], 0.5, 1e-9);
  EXPECT_GE(least_room(struck), -1e-10);

  world.remove({0});
  EXPECT_EQ(world.state({1}).acceleration, world.options().gravity);
  EXPECT_EQ(world.state({2}).acceleration, world.options().gravity);
  ASSERT_EQ(world.run_until(60.0, RunLimits{.events = 2'000'000}).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({1}).position[1], 0.5, 1e-9);
}

/// Up to twelve balls and boxes that turn and rub, above each other in a bin.
World<3> poured_in_space(std::uint64_t seed, bool boxes_only) {
  Random random(seed);
  const double width = random.uniform(2.0, 5.0);
  const double restitution = random.uniform(0.0, 0.8);
  World<3> world(bin_of_space(width, restitution, random.uniform(0.05, 1.0)));
  const int count = 2 + static_cast<int>(random.uniform(0.0, 11.0));
  double top = 0.5;
  for (int i = 0; i < count; ++i) {
    const bool is_ball = random.uniform(0.0, 1.0) < 0.5 && !boxes_only;
    const Vec<3> half{random.uniform(0.2, 0.5), random.uniform(0.2, 0.5), random.uniform(0.2, 0.5)};
    const double reach = is_ball ? half[0] : length(half);
    const Shape<3> shape = is_ball ? Shape<3>(Ball{half[0]}) : Shape<3>(Box<3>{half});
    const Vec<3> axis{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(0.1, 1.0)};
    const double mass = random.uniform(0.5, 2.0);
    top += reach + random.uniform(0.01, 0.3);
    const Orientation<3> orientation = turned_about(axis, random.uniform(-kPi, kPi));
    const Vec<3> place{random.uniform(reach, width - reach), top, random.uniform(reach, width - reach)};
    Body<3> body = turning(shape, place, mass, orientation);
    body.inertia = mass * (is_ball ? 0.4 * half[0] * half[0] : 2.0 / 9.0 * length_squared(half));
    world.add(body);
    top += reach;
  }
  return world;
}

double whole_energy(const World<3>& world) {
  double energy = 0.0;
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const BodyState<3> state = world.state({i});
    const Body<3> body = world.body({i});
    energy += 0.5 * body.mass * length_squared(state.velocity) -
              body.mass * dot(world.options().gravity, state.position) +
              0.5 * body.inertia * length_squared(state.angular_velocity);
  }
  return energy;
}

TEST(TurningHeapsInSpace, ThatWerePouredRestOrRoll) {
  const std::uint64_t first = long_form() ? 0 : 4, scenes = long_form() ? 300 : 6;
  std::uint64_t falling = 0;
  for (std::uint64_t seed = first; seed < first + scenes; ++seed) {
    const bool boxes_only = seed % 2 == 0;
    World<3> world = poured_in_space(seed, boxes_only);
    const double height = world.state({static_cast<std::uint32_t>(world.size() - 1)}).position[1];
    const double before = whole_energy(world);
    const RunResult result = world.run_until(30.0 * std::sqrt(2.0 * height), RunLimits{.events = 1'000'000});
    ASSERT_EQ(result.outcome, RunOutcome::ReachedTime) << "seed " << seed << " at " << world.time();
    EXPECT_GE(least_room(world), -1e-10) << "seed " << seed;
    EXPECT_LE(whole_energy(world), before) << "seed " << seed;
    expect_upright(world);
    bool falls = false;
    for (std::uint32_t i = 0; i < world.size(); ++i)
      falls = falls || world.state({i}).acceleration == world.options().gravity;
    if (falls) ++falling;
    EXPECT_TRUE(falls || !boxes_only || all_still(world)) << "seed " << seed;
    if (HasFailure()) FAIL() << "seed " << seed;
  }
  EXPECT_LE(falling, 1 + scenes / 20);
}

TEST(TurningHeapsInSpace, AreSavedAndGoOnBitForBit) {
  for (const double half : {1.5, 60.0}) {  // while they hop, and at rest
    World<3> world(bin_of_space(3.0, 0.3, 0.5));
    world.add(turning(Box<3>{{0.5, 0.5, 0.5}}, {1.5, 0.9, 1.5}, 1.0, turned_about({1.0, 0.0, 0.3}, 0.5)));
    world.add(turning(Box<3>{{0.5, 0.5, 0.5}}, {1.7, 2.5, 1.4}, 1.0, turned_about({0.2, 1.0, 0.3}, 0.9)));
    ASSERT_EQ(world.run_until(half).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(all_still(world), half > 2.0);
    std::stringstream file;
    world.save(file);
    World<3> other = World<3>::load(file);
    const std::vector<RestingContact<3>> contacts = world.contacts();
    ASSERT_EQ(other.contacts().size(), contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      EXPECT_EQ(other.contacts()[i].point, contacts[i].point);
      EXPECT_EQ(other.contacts()[i].force, contacts[i].force);
    }
    for (World<3>* each : {&world, &other}) {
      each->add(turning(Ball{0.3}, {1.5, 6.0, 1.6}, 1.0));
      ASSERT_EQ(each->run_until(half + 20.0, RunLimits{.events = 1'000'000}).outcome,
                RunOutcome::ReachedTime);
    }
    EXPECT_EQ(world.state_hash(), other.state_hash()) << half;
    EXPECT_EQ(world.collisions(), other.collisions()) << half;
  }
}

}  // namespace
}  // namespace firsthit
