#include <firsthit/world.hpp>

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

// Of more than some ten thousand bodies what the next events need is fetched ahead, and beyond some tens of
// thousands more of it. That changes nothing.

namespace firsthit {
namespace {

/// LargeBalls in a row through the middle, among small balls.
struct LargeBalls {
  int count = 0;
  double radius = 0.0;
  double mass = 1.0;  // light ones change their courses much, heavy ones hardly
};

/// Balls on the places of a square or cubic lattice that large balls leave, with random velocities.
template <int D>
World<D> lattice(std::size_t per_side, Side side, double gravity, const LargeBalls& large_balls,
                 NeighbourSearch search) {
  const double length_of_box = 1.5 * static_cast<double>(per_side);
  WorldOptions<D> options;
  options.neighbours = search;
  options.gravity[0] = gravity;
  for (std::size_t axis = 0; axis < D; ++axis) {
    options.space.max[axis] = length_of_box;
    options.space.sides[axis] = axis == 0 ? side : Side::Periodic;
  }
  World<D> world(options);
  Random random(9);
  std::vector<Vec<D>> centres;
  for (int k = 0; k < large_balls.count; ++k) {
    Body<D> body;
    for (double& c : body.position.c) c = 0.5 * length_of_box;
    body.position[0] += (2.0 * large_balls.radius + 0.01) * (k - 0.5 * (large_balls.count - 1));
    body.velocity[D - 1] = 0.1 * random.normal();
    body.shape = Ball{large_balls.radius};
    body.mass = large_balls.mass;
    world.add(body);
    centres.push_back(body.position);
  }
  std::size_t count = 1;
  for (std::size_t axis = 0; axis < D; ++axis) count *= per_side;
  for (std::size_t i = 0; i < count; ++i) {
    Body<D> body;
    std::size_t rest = i;
    for (std::size_t axis = 0; axis < D; ++axis) {
      body.position[axis] = 1.5 * static_cast<double>(rest % per_side) + 0.75;
      body.velocity[axis] = random.normal();
      rest /= per_side;
    }
    const bool is_free = std::all_of(centres.begin(), centres.end(), [&](const Vec<D>& centre) {
      return length(body.position - centre) > large_balls.radius + 0.5;
    });
    if (!is_free) continue;
    body.shape = Ball{0.5};
    body.mass = 1.0;
    world.add(body);
  }
  return world;
}

template <int D>
void expect_same(std::size_t per_side, Side side, std::uint64_t collisions, double gravity = 0.0,
                 const LargeBalls& large_balls = {}) {
  RunLimits limits;
  limits.collisions = collisions;
  World<D> cells = lattice<D>(per_side, side, gravity, large_balls, NeighbourSearch::Automatic);
  World<D> lists = lattice<D>(per_side, side, gravity, large_balls, NeighbourSearch::Lists);
  for (World<D>* const world : {&cells, &lists})
    EXPECT_EQ(world->run_until(std::numeric_limits<double>::infinity(), limits).outcome,
              RunOutcome::ReachedCollisions);
  EXPECT_EQ(cells.time(), lists.time());
  EXPECT_EQ(cells.state_hash(), lists.state_hash());
}

TEST(ManyBodies, OfSomeTenThousand) {
  expect_same<3>(24, Side::Periodic, 20000);
  expect_same<2>(120, Side::Wall, 20000);
}

TEST(ManyBodies, OfManyTensOfThousands) {
  expect_same<3>(40, Side::Periodic, 60000);
  expect_same<2>(240, Side::Wall, 60000);
}

TEST(ManyBodies, ThatFall) { expect_same<3>(24, Side::Wall, 20000, -1.0); }

// Whom a large ball meets first is judged answer by answer in float_state_cache_run_test.cpp; here it is
// whole runs that agree.
TEST(ManyBodies, AroundALargeBall) {
  expect_same<3>(30, Side::Periodic, 40000, 0.0, {1, 13.0, 17576.0});
  expect_same<3>(30, Side::Periodic, 40000, 0.0, {1, 13.0, 10.0});
  expect_same<2>(300, Side::Wall, 40000, 0.0, {1, 180.0, 1000.0});
}

TEST(ManyBodies, AroundLargeBallsThatMeet) {
  expect_same<3>(34, Side::Periodic, 40000, 0.0, {2, 11.0, 1000.0});
  expect_same<3>(34, Side::Wall, 40000, 0.0, {2, 11.0, 5.0});
}

}  // namespace
}  // namespace firsthit
