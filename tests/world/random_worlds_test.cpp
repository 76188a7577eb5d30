#include "core/vec_math.hpp"
#include "support/long_form.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// Worlds of every kind, drawn at random: whatever they are, lists, windows and stops change no bit,
// and elastic ones keep their bodies apart.

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 99;

template <int D>
struct Recipe {
  WorldOptions<D> options;
  std::vector<Body<D>> bodies;
  double until = 0.0;
};

template <int D>
WorldOptions<D> random_options(Random& random) {
  WorldOptions<D> options;
  const double length = std::exp2(random.uniform(-1.0, 4.0));
  const bool falls = random.below(3) == 0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    options.space.sides[axis] = static_cast<Side>(random.below(3));
    options.space.min[axis] = length * random.uniform(-2.0, 1.0);
    options.space.max[axis] = options.space.min[axis] + length * random.uniform(0.5, 1.5);
    const double pull = random.uniform(-1.0, 1.0);
    if (falls && options.space.sides[axis] != Side::Periodic) options.gravity[axis] = pull * length;
  }
  if (random.below(3) == 0) options.restitution = random.uniform(0.7, 1.0);
  return options;
}

/// The vector between centres through the nearest image.
template <int D>
Vec<D> nearest(const Space<D>& space, const Vec<D>& a, const Vec<D>& b) {
  Vec<D> d = b - a;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double length = space.max[axis] - space.min[axis];
    if (space.sides[axis] == Side::Periodic) d[axis] -= length * std::nearbyint(d[axis] / length);
  }
  return d;
}

/// A ball somewhere in the box, moving or not, or none if it has no room there.
template <int D>
void add_ball(Recipe<D>& recipe, Random& random, double radius) {
  const Space<D>& space = recipe.options.space;
  Vec<D> position;
  Vec<D> velocity;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double margin = space.sides[axis] == Side::Wall ? radius : 0.0;
    const double part = random.uniform();
    position[axis] = space.min[axis] + margin + part * (space.max[axis] - space.min[axis] - 2.0 * margin);
    velocity[axis] = random.uniform(-1.0, 1.0);
  }
  for (const Body<D>& other : recipe.bodies) {
    if (length(nearest(space, position, other.position)) < radius + std::get<Ball>(other.shape).radius)
      return;
  }
  if (random.below(10) == 0) {
    recipe.bodies.push_back(fixed<D>(Ball{radius}, position));
  } else {
    recipe.bodies.push_back(ball<D>(position, velocity, radius, std::exp2(random.uniform(-3.0, 3.0))));
  }
}

template <int D>
Recipe<D> random_recipe(Random& random) {
  Recipe<D> recipe{random_options<D>(random), {}, 0.0};
  double side = 1e300;
  for (std::size_t axis = 0; axis < D; ++axis)
    side = std::min(side, recipe.options.space.max[axis] - recipe.options.space.min[axis]);
  const double largest = 0.45 * side * std::exp2(random.uniform(-4.0, 0.0));
  const double ratio = std::exp2(random.uniform(0.0, 6.0));
  const std::uint64_t tries = 1 + random.below(random.below(4) == 0 ? 3 : 150);
  for (std::uint64_t k = 0; k < tries; ++k)
    add_ball<D>(recipe, random, largest * std::exp2(-random.uniform() * std::log2(ratio)));
  recipe.until = side * random.uniform(1.0, 4.0);
  return recipe;
}

template <int D>
World<D> build(const Recipe<D>& recipe, NeighbourSearch search) {
  WorldOptions<D> options = recipe.options;
  options.neighbours = search;
  World<D> world(options);
  for (const Body<D>& body : recipe.bodies) world.add(body);
  return world;
}

constexpr RunLimits kEnough{.collisions = 3000};

template <int D>
void check_bits(const Recipe<D>& recipe, World<D>& reference, const RunResult& result, Random& random) {
  World<D> all = build(recipe, NeighbourSearch::AllPairs);
  EXPECT_EQ(all.run_until(recipe.until, kEnough).outcome, result.outcome);
  EXPECT_EQ(all.state_hash(), reference.state_hash()) << "without lists";

  World<D> windows = build(recipe, NeighbourSearch::Lists);
  windows.set_window(recipe.until * random.uniform(0.003, 1.0));
  windows.run_until(recipe.until, kEnough);
  EXPECT_EQ(windows.state_hash(), reference.state_hash()) << "with windows";

  World<D> pieces = build(recipe, NeighbourSearch::Lists);
  RunLimits limits = kEnough;
  limits.events = 1 + random.below(50);
  while (pieces.run_until(recipe.until, limits).outcome == RunOutcome::Paused) continue;
  EXPECT_EQ(pieces.state_hash(), reference.state_hash()) << "in pieces of " << limits.events << " events";
}

template <int D>
void check_apart(const Recipe<D>& recipe, const World<D>& world) {
  const auto all = states(world);
  const Space<D>& space = recipe.options.space;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (recipe.bodies[i].kind == BodyKind::Fixed && recipe.bodies[j].kind == BodyKind::Fixed) continue;
      const double sigma =
          std::get<Ball>(recipe.bodies[i].shape).radius + std::get<Ball>(recipe.bodies[j].shape).radius;
      const double scale =
          max_abs(all[i].position) + max_abs(all[j].position) + max_abs(space.max) + max_abs(space.min);
      EXPECT_GE(length(nearest(space, all[i].position, all[j].position)), sigma - 1e-13 * (scale + sigma))
          << i << ' ' << j;
    }
  }
}

template <int D>
void check_random_worlds() {
  Random random(kSeed, D);
  const int rounds = long_form() ? 1000 : 100;
  int with_collisions = 0;
  int without = 0;
  int collapsed = 0;
  for (int round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << ", " << D << "D, round " << round);
    const Recipe<D> recipe = random_recipe<D>(random);
    World<D> world = build(recipe, NeighbourSearch::Lists);
    const RunResult result = world.run_until(recipe.until, kEnough);
    check_bits(recipe, world, result, random);
    check_apart(recipe, world);
    (world.collisions() > 0 ? with_collisions : without) += 1;
    if (result.outcome == RunOutcome::Collapsed) ++collapsed;
  }
  EXPECT_GT(with_collisions, rounds / 3);
  EXPECT_GT(without, rounds / 50);
  EXPECT_LT(collapsed, rounds / 2);
}

TEST(RandomWorlds, AreTheSameBitForBitHoweverTheyAreRunInThePlane) { check_random_worlds<2>(); }
TEST(RandomWorlds, AreTheSameBitForBitHoweverTheyAreRunInSpace) { check_random_worlds<3>(); }

}  // namespace
}  // namespace firsthit
