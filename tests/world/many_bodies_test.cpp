#include <firsthit/world.hpp>

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>

// Of more than some ten thousand bodies what the next events need is fetched ahead, and beyond some tens of
// thousands more of it. That changes nothing.

namespace firsthit {
namespace {

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
