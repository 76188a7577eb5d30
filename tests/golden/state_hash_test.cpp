#include <firsthit/world.hpp>

#include "support/instruction_sets.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <type_traits>
#include <vector>

// The hash of a few worlds after a number of impacts, the same from every compiler and machine.
//
// These constants are a regression check, not evidence that anything is right: they were printed by
// the program itself once all other tests passed. A change of one means that a trajectory changed
// in at least one bit. If nobody wanted that, it is a bug; if the arithmetic was changed on purpose,
// say so in the changelog, run `build/dev/tests/golden_test` and copy the values that it found.

namespace firsthit {
namespace {

/// Whole numbers from a whole number, and multiples of 2^-20 from them: no rounding anywhere.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  /// From -1 to 1.
  double roll() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(static_cast<std::int64_t>(state_ >> 43U) - (std::int64_t{1} << 20)) * 0x1p-20;
  }

 private:
  std::uint64_t state_;
};

template <int D>
WorldOptions<D> box_of(double length, Side sides) {
  WorldOptions<D> options;
  options.space.sides.fill(sides);
  for (double& c : options.space.max.c) c = length;
  return options;
}

/// Balls on the odd places of a lattice of 2 that are wanted, with radii from `smallest` to `largest`.
template <int D>
void fill(World<D>& world, int per_side, double smallest, double largest, Dice& dice,
          const std::type_identity_t<std::function<bool(const Vec<D>&)>>& wanted = {}) {
  int count = 1;
  for (int axis = 0; axis < D; ++axis) count *= per_side;
  for (int i = 0; i < count; ++i) {
    Body<D> body;
    int rest = i;
    for (std::size_t axis = 0; axis < D; ++axis) {
      body.position[axis] = 2.0 * (rest % per_side) + 1.0;
      body.velocity[axis] = dice.roll();
      rest /= per_side;
    }
    if (wanted && !wanted(body.position)) continue;
    const double part = 0.5 * (1.0 + dice.roll());
    const double radius = smallest + part * (largest - smallest);
    body.shape = Ball{radius};
    body.mass = radius * radius * 4.0;
    world.add(body);
  }
}

template <int D>
std::uint64_t hash_after(World<D>& world, std::uint64_t collisions) {
  RunLimits limits;
  limits.collisions = collisions;
  EXPECT_EQ(world.run_until(1e6, limits).outcome, RunOutcome::ReachedCollisions);
  return world.state_hash();
}

TEST(Golden, GasInAPeriodicSquare) {
  Dice dice(1);
  World<2> world(box_of<2>(40.0, Side::Periodic));
  fill(world, 20, 0.75, 0.75, dice);
  EXPECT_EQ(hash_after(world, 20000), 0xe63499c309d8cb62U);
}

TEST(Golden, GasInAPeriodicCube) {
  Dice dice(2);
  World<3> world(box_of<3>(16.0, Side::Periodic));
  fill(world, 8, 0.875, 0.875, dice);
  EXPECT_EQ(hash_after(world, 20000), 0xf267af33d40b2d91U);
}

TEST(Golden, MixtureBetweenWalls) {
  Dice dice(3);
  World<2> world(box_of<2>(40.0, Side::Wall));
  fill(world, 20, 0.0625, 1.0, dice);
  EXPECT_EQ(hash_after(world, 20000), 0x7a7704458742217dU);
}

TEST(Golden, MixtureInACubeThatLosesEnergy) {
  Dice dice(4);
  WorldOptions<3> options = box_of<3>(16.0, Side::Wall);
  options.space.sides[1] = Side::Periodic;
  options.restitution = 0.9375;
  World<3> world(options);
  fill(world, 8, 0.25, 1.0, dice);
  EXPECT_EQ(hash_after(world, 5000), 0xe632297cdf301cbbU);
}

TEST(Golden, BallsFallingOntoObstacles) {
  Dice dice(5);
  WorldOptions<2> options = box_of<2>(24.0, Side::Wall);
  options.gravity = {0.125, -1.0};
  World<2> world(options);
  fill(world, 12, 0.25, 0.75, dice);
  const auto stand = [&](const Shape<2>& shape, const Vec2& position) {
    world.add({.shape = shape, .position = position, .kind = BodyKind::Fixed});
  };
  stand(Ball{0.5}, {12.0, 12.0});
  stand(Segment<2>{{-2.0, 0.0}, {2.0, 0.25}}, {5.0, 7.875});
  stand(HalfSpace<2>{{3.0, 4.0}, 2.0}, {0.0, 0.0});
  stand(Point{}, {18.0, 6.0});
  EXPECT_EQ(hash_after(world, 20000), 0xbc411da2b242f213U);
}

TEST(Golden, BallsFallingInACube) {
  Dice dice(6);
  WorldOptions<3> options = box_of<3>(12.0, Side::Wall);
  options.gravity = {0.0, 0.0, -0.5};
  World<3> world(options);
  fill(world, 6, 0.5, 0.75, dice);
  EXPECT_EQ(hash_after(world, 20000), 0x62de5e71dcbf0ed9U);
}

TEST(Golden, SteeredBallsInWindows) {
  Dice dice(7);
  World<2> world(box_of<2>(16.0, Side::Periodic));
  fill(world, 8, 0.5, 0.875, dice);
  world.set_window(0.25, [&](World<2>& at) {
    const BodyId id{static_cast<std::uint32_t>(32.0 * (1.0 + dice.roll()))};
    const double along = dice.roll();
    const double up = dice.roll();
    at.set_velocity(id, {along, up});
  });
  world.run_until(200.0);
  EXPECT_EQ(world.state_hash(), 0x41323eb3e4c48681U);
}

TEST(Golden, BallsThatComeToRestOnTilesAndPegs) {
  Dice dice(8);
  WorldOptions<2> options = box_of<2>(24.0, Side::Wall);
  options.space.sides[0] = Side::Periodic;
  options.gravity = {0.0, -1.0};
  options.restitution = 0.5;
  options.contact_duration = 0.015625;
  World<2> world(options);
  fill(world, 12, 0.25, 0.5, dice);
  const auto stand = [&](const Shape<2>& shape, const Vec2& position) {
    world.add({.shape = shape, .position = position, .kind = BodyKind::Fixed});
  };
  for (int i = 0; i < 4; ++i) stand(Segment<2>{{0.0, 0.0}, {2.0, 0.0}}, {2.0 * i, 4.0});
  stand(Segment<2>{{0.0, 0.0}, {6.0, 1.5}}, {16.0, 6.0});
  for (int i = 0; i < 6; ++i) stand(Ball{0.25}, {8.0 + 0.75 * i, 10.0});
  world.run_until(40.0);
  EXPECT_EQ(world.state_hash(), 0x87594eb64dd93cbbU);
}

TEST(Golden, BallThatComesToRestInACorner) {
  WorldOptions<3> options = box_of<3>(8.0, Side::Wall);
  options.gravity = {-0.25, -0.5, -1.0};
  options.restitution = 0.75;
  World<3> world(options);
  world.add({.shape = Ball{1.0}, .position = {3.0, 4.0, 5.0}, .velocity = {0.5, -0.25, 0.125}});
  world.run_until(1000.0);
  EXPECT_EQ(world.state_hash(), 0x28a939ebc301f40cU);
}

TEST(Golden, GasThatCoolsPastCollapse) {
  Dice dice(9);
  WorldOptions<2> options = box_of<2>(40.0, Side::Periodic);
  options.restitution = 0.5;
  options.contact_duration = 0.0009765625;
  World<2> world(options);
  fill(world, 20, 0.75, 0.75, dice);
  EXPECT_EQ(hash_after(world, 40000), 0xac3e6e963331e61dU);
}

/// Shapes of all kinds, from numbers that are exact in binary but for the oriented boxes' axes.
template <int D>
Shape<D> shape_of(int kind, Dice& dice) {
  const auto corner = [&dice] {
    Vec<D> v;
    for (double& x : v.c) x = 0.5 * dice.roll();
    return v;
  };
  switch (kind) {
    case 0:
      return Ball{0.375};
    case 1: {
      Box<D> box;
      for (double& half : box.half_extents.c) half = 0.375 + 0.125 * dice.roll();
      return box;
    }
    case 2: {
      const Vec<D> from = corner();
      return Capsule<D>{from, corner(), 0.125};
    }
    case 3: {
      OrientedBox<D> box;
      for (std::size_t axis = 0; axis < D; ++axis) {
        box.half_extents[axis] = 0.375 + 0.125 * dice.roll();
        box.axes[axis][axis] = 1.0;
      }
      box.axes[0] = box.axes[1] = {};
      box.axes[0][0] = box.axes[1][1] = 0.6;
      box.axes[0][1] = 0.8;
      box.axes[1][0] = -0.8;
      return box;
    }
    case 4: {
      Hull<D> hull;
      for (int i = 0; i < 6; ++i) hull.vertices.push_back(corner());
      return hull;
    }
    case 5:
      if constexpr (D == 2) return Polygon({{-0.5, -0.5}, {0.25, 0.0}, {-0.5, 0.5}, {0.625, 0.0}});
      return Triangle{{Vec3{0.5, 0.0, 0.0}, Vec3{-0.5, 0.25, 0.0}, Vec3{0.0, -0.25, 0.5}}};
    default: {
      const Vec<D> from = corner();
      return Segment<D>{from, corner()};
    }
  }
}

/// A crowd of them, some of which are fixed, kinematic, sensors, or do not meet each other.
template <int D>
World<D> world_of_shapes(Side sides, int per_side, Dice& dice) {
  World<D> world(box_of<D>(2.0 * per_side, sides));
  world.set_response(Material{1}, Material{1}, Response::Slide);
  const int count = D == 2 ? per_side * per_side : per_side * per_side * per_side;
  for (int i = 0; i < count; ++i) {
    Body<D> body;
    body.shape = shape_of<D>(i % 7, dice);
    body.mass = 1.0 + (i % 3);
    body.material = Material{i % 11 == 0 ? 1U : 0U};
    if (i % 9 == 4) body.kind = BodyKind::Fixed;
    if (i % 31 == 6) body.kind = BodyKind::Kinematic;
    body.sensor = i % 23 == 7;
    if (i % 13 == 2) body.filter = {{2}, {1}};
    int rest = i;
    for (std::size_t axis = 0; axis < D; ++axis) {
      body.position[axis] = 1.0 + 2.0 * (rest % per_side);
      rest /= per_side;
      const double speed = dice.roll();
      if (body.kind != BodyKind::Fixed) body.velocity[axis] = speed;
    }
    world.add(body);
  }
  return world;
}

TEST(Golden, BodiesOfAllShapesInASquare) {
  Dice dice(12);
  World<2> world = world_of_shapes<2>(Side::Wall, 12, dice);
  EXPECT_EQ(hash_after(world, 10000), 0xf61cd110540220e8U);
}

TEST(Golden, BodiesOfAllShapesInACubeThatRepeats) {
  Dice dice(13);
  World<3> world = world_of_shapes<3>(Side::Periodic, 5, dice);
  EXPECT_EQ(hash_after(world, 5000), 0xb5abd655d846562dU);
}

/// The golden hash of one world, after so many collisions in the short and in the long form.
struct Long {
  std::uint64_t short_form;  // after 100,000
  std::uint64_t long_form;   // after 10,000,000
};

/// The same by every instruction set, and with lists of neighbours instead of what is chosen by itself.
template <int D>
void expect_hash_by_all_ways(const std::function<World<D>(NeighbourSearch)>& make, const Long& golden) {
  const std::uint64_t collisions = long_form() ? 10'000'000U : 100'000U;
  const std::uint64_t expected = long_form() ? golden.long_form : golden.short_form;
  {
    SCOPED_TRACE("lists");
    World<D> world = make(NeighbourSearch::Lists);
    EXPECT_EQ(hash_after(world, collisions), expected);
  }
  for (const std::int64_t set : instruction_sets()) {
    const OnlyInstructionSet only(set);
    SCOPED_TRACE(hwy::TargetName(set));
    World<D> world = make(NeighbourSearch::Automatic);
    EXPECT_EQ(hash_after(world, collisions), expected);
  }
}

TEST(GoldenByAllWays, NamesWhatThisMachineLacks) {
  const std::vector<std::int64_t> sets = instruction_sets();
  for (std::int64_t all = HWY_TARGETS; all != 0; all &= all - 1) {
    const std::int64_t set = all & -all;
    const bool runs = std::find(sets.begin(), sets.end(), set) != sets.end();
    std::printf("%s: %s\n", hwy::TargetName(set), runs ? "run" : "skipped, this machine lacks it");
  }
  EXPECT_FALSE(sets.empty());
}

TEST(GoldenByAllWays, GasInAPeriodicCube) {
  expect_hash_by_all_ways<3>(
      [](NeighbourSearch search) {
        Dice dice(10);
        WorldOptions<3> options = box_of<3>(32.0, Side::Periodic);
        options.neighbours = search;
        World<3> world(options);
        fill(world, 16, 0.9375, 0.9375, dice);
        return world;
      },
      {0x88ad0ad57213c806U, 0x0ad54c1a6d405545U});
}

TEST(GoldenByAllWays, DiscsOfLikeSizesBetweenWalls) {
  expect_hash_by_all_ways<2>(
      [](NeighbourSearch search) {
        Dice dice(11);
        WorldOptions<2> options = box_of<2>(128.0, Side::Periodic);
        options.space.sides[1] = Side::Wall;
        options.neighbours = search;
        World<2> world(options);
        fill(world, 64, 0.625, 0.9375, dice);
        return world;
      },
      {0x200d3bdd2552aa22U, 0x3703f38ca393fd36U});
}

TEST(GoldenByAllWays, LargeBallsAmongSmallOnes) {
  expect_hash_by_all_ways<3>(
      [](NeighbourSearch search) {
        Dice dice(12);
        WorldOptions<3> options = box_of<3>(32.0, Side::Periodic);
        options.neighbours = search;
        World<3> world(options);
        world.add(
            {.shape = Ball{5.5}, .position = {8.0, 16.0, 16.0}, .velocity = {0.5, 0.0, 0.25}, .mass = 300.0});
        world.add(
            {.shape = Ball{3.5}, .position = {22.0, 8.0, 8.0}, .velocity = {-0.5, 0.25, 0.0}, .mass = 2.0});
        fill(world, 16, 0.5, 0.625, dice, [](const Vec3& place) {
          const auto clear = [&](double x, double y, double z, double reach) {
            const double dx = place[0] - x;
            const double dy = place[1] - y;
            const double dz = place[2] - z;
            return dx * dx + dy * dy + dz * dz > reach * reach;
          };
          return clear(8.0, 16.0, 16.0, 6.25) && clear(22.0, 8.0, 8.0, 4.25);
        });
        return world;
      },
      {0x5c9014d53222c899U, 0x680f892408d640a3U});
}

/// A gas whose balls spin, and lose energy where they rub.
template <int D>
std::uint64_t hash_of_spinning_gas() {
  Dice dice(13);
  WorldOptions<D> options = box_of<D>(24.0, Side::Periodic);
  options.space.sides[0] = Side::Wall;
  options.restitution = 0.9;
  options.friction = 0.4;
  options.tangential_restitution = 0.3;
  World<D> smooth(options);
  fill(smooth, 12, 0.375, 0.75, dice);
  World<D> world(options);
  for (std::uint32_t id = 0; id < smooth.size(); ++id) {
    Body<D> body = smooth.body({id});
    body.spins = true;
    if constexpr (D == 2) {
      body.angular_velocity = 4.0 * dice.roll();
    } else {
      for (double& c : body.angular_velocity.c) c = 4.0 * dice.roll();
    }
    world.add(body);
  }
  return hash_after(world, 10000);
}

TEST(Golden, BallsThatSpin) {
  EXPECT_EQ(hash_of_spinning_gas<2>(), 0xc81ebbd0e8ef5bf8U);
  EXPECT_EQ(hash_of_spinning_gas<3>(), 0x560458b199d15ec1U);
}

}  // namespace
}  // namespace firsthit
