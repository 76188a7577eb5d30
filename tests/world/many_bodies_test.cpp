#include <firsthit/world.hpp>

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

// Of more than some ten thousand bodies what the next events need is fetched ahead, and beyond some tens of
// thousands more of it. That changes nothing.

namespace firsthit {
namespace {

template <int D>
double length_of(const Vec<D>& a, const Vec<D>& b) {
  double squared = 0.0;
  for (std::size_t axis = 0; axis < D; ++axis) squared += (a[axis] - b[axis]) * (a[axis] - b[axis]);
  return std::sqrt(squared);
}

/// Balls on the places of a square or cubic lattice, with random velocities.
template <int D>
World<D> lattice(std::size_t per_side, Side side, double gravity, NeighbourSearch search) {
  WorldOptions<D> options;
  options.neighbours = search;
  options.gravity[0] = gravity;
  for (std::size_t axis = 0; axis < D; ++axis) {
    options.space.max[axis] = 1.5 * static_cast<double>(per_side);
    options.space.sides[axis] = axis == 0 ? side : Side::Periodic;
  }
  World<D> world(options);
  Random random(9);
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
    body.shape = Ball{0.5};
    body.mass = 1.0;
    world.add(body);
  }
  return world;
}

template <int D>
void expect_same(std::size_t per_side, Side side, double gravity, std::uint64_t collisions) {
  RunLimits limits;
  limits.collisions = collisions;
  World<D> cells = lattice<D>(per_side, side, gravity, NeighbourSearch::Automatic);
  World<D> lists = lattice<D>(per_side, side, gravity, NeighbourSearch::Lists);
  for (World<D>* const world : {&cells, &lists})
    EXPECT_EQ(world->run_until(std::numeric_limits<double>::infinity(), limits).outcome,
              RunOutcome::ReachedCollisions);
  EXPECT_EQ(cells.time(), lists.time());
  EXPECT_EQ(cells.state_hash(), lists.state_hash());
}

/// The same with giants, who take the places of others, between walls or not. Light ones change their courses
/// much, heavy ones hardly.
template <int D>
World<D> lattice_with_giants(std::size_t per_side, double radius, int giants, double mass, Side side,
                             NeighbourSearch search) {
  WorldOptions<D> options;
  options.neighbours = search;
  const double length = 1.5 * static_cast<double>(per_side);
  for (std::size_t axis = 0; axis < D; ++axis) {
    options.space.max[axis] = length;
    options.space.sides[axis] = axis == 0 ? side : Side::Periodic;
  }
  World<D> world(options);
  Random random(11);
  std::vector<Vec<D>> centres;
  for (int k = 0; k < giants; ++k) {
    Body<D> body;
    for (std::size_t axis = 0; axis < D; ++axis) body.position[axis] = 0.5 * length;
    body.position[0] += (2.0 * radius + 0.01) * (k - 0.5 * (giants - 1));
    body.velocity[D - 1] = 0.1 * random.normal();
    body.shape = Ball{radius};
    body.mass = mass;
    world.add(body);
    centres.push_back(body.position);
  }
  std::size_t count = 1;
  for (std::size_t axis = 0; axis < D; ++axis) count *= per_side;
  for (std::size_t i = 0; i < count; ++i) {
    Body<D> body;
    std::size_t rest = i;
    bool is_free = true;
    for (std::size_t axis = 0; axis < D; ++axis) {
      body.position[axis] = 1.5 * static_cast<double>(rest % per_side) + 0.75;
      body.velocity[axis] = random.normal();
      rest /= per_side;
    }
    for (const Vec<D>& centre : centres) is_free &= length_of(body.position, centre) > radius + 0.5;
    if (!is_free) continue;
    body.shape = Ball{0.5};
    body.mass = 1.0;
    world.add(body);
  }
  return world;
}

template <int D>
void expect_same_with_giants(std::size_t per_side, double radius, int giants, double mass, Side side,
                             std::uint64_t collisions) {
  RunLimits limits;
  limits.collisions = collisions;
  World<D> cells = lattice_with_giants<D>(per_side, radius, giants, mass, side, NeighbourSearch::Automatic);
  World<D> lists = lattice_with_giants<D>(per_side, radius, giants, mass, side, NeighbourSearch::Lists);
  for (World<D>* const world : {&cells, &lists})
    EXPECT_EQ(world->run_until(std::numeric_limits<double>::infinity(), limits).outcome,
              RunOutcome::ReachedCollisions);
  EXPECT_EQ(cells.time(), lists.time());
  EXPECT_EQ(cells.state_hash(), lists.state_hash());
}

TEST(ManyBodies, AroundAGiant) {
  expect_same_with_giants<3>(30, 13.0, 1, 17576.0, Side::Periodic, 40000);
  expect_same_with_giants<3>(30, 13.0, 1, 10.0, Side::Periodic, 40000);
  expect_same_with_giants<2>(300, 180.0, 1, 1000.0, Side::Wall, 40000);
}

TEST(ManyBodies, AroundGiantsThatMeet) {
  expect_same_with_giants<3>(34, 11.0, 2, 1000.0, Side::Periodic, 40000);
  expect_same_with_giants<3>(34, 11.0, 2, 5.0, Side::Wall, 40000);
}

TEST(ManyBodies, OfSomeTenThousand) {
  expect_same<3>(24, Side::Periodic, 0.0, 20000);
  expect_same<2>(120, Side::Wall, 0.0, 20000);
}

TEST(ManyBodies, OfManyTensOfThousands) {
  expect_same<3>(40, Side::Periodic, 0.0, 60000);
  expect_same<2>(240, Side::Wall, 0.0, 60000);
}

TEST(ManyBodies, ThatFall) { expect_same<3>(24, Side::Wall, -1.0, 20000); }

}  // namespace
}  // namespace firsthit
