#include "reference/random_scenes.hpp"
#include "reference/reference_world.hpp"
#include "support/long_form.hpp"
#include "world/cells/layout/cell_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

// The engine against the literal algorithm: the same impacts in the same order, bit for bit.

namespace firsthit::reference {
namespace {

constexpr std::uint64_t kScenes = 200;
constexpr std::uint64_t kImpacts = 2000;
constexpr std::uint64_t kFirstSeed = 20240607;

/// What the scenes were like, to show that they are worth something.
struct Tally {
  std::uint64_t full_runs = 0;  // with all the impacts that were asked for
  std::uint64_t collapsed = 0;
  std::uint64_t impacts = 0;
  std::uint64_t ball_ball = 0, ball_obstacle = 0, ball_side = 0;
  std::uint64_t images = 0;  // through an image that is not the nearest record
  std::uint64_t later_generations = 0;
  std::uint64_t simultaneous = 0;  // at exactly the time of the impact before
  std::uint64_t discarded = 0;
  std::uint64_t rested = 0, left = 0, steered = 0;  // turns
  std::uint64_t gripped = 0, rubbed = 0;
  std::uint64_t passings = 0, pulled = 0;
  std::uint64_t lasting = 0;      // scenes in which contacts last
  std::uint64_t lone_pairs = 0;   // scenes with one or two moving bodies
  std::uint64_t cells = 0;        // scenes in which neighbours are found by cells
  std::uint64_t large_balls = 0;  // of these, by cells that large_balls span
};

template <int D>
bool same(const Vec<D>& a, const Vec<D>& b) {
  return std::equal(a.c, a.c + D, b.c, [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x + 0.0) == std::bit_cast<std::uint64_t>(y + 0.0);  // -0.0 as 0.0
  });
}

template <int D>
bool same(const ImpactSide<D>& a, const ImpactSide<D>& b) {
  return a.id == b.id && same(a.position, b.position) && same(a.velocity_before, b.velocity_before) &&
         same(a.velocity_after, b.velocity_after) && a.elapsed == b.elapsed;
}

template <int D>
bool same(const Impact<D>& a, const Impact<D>& b) {
  return a.index == b.index && a.time == b.time && a.kind == b.kind && same(a.a, b.a) && same(a.b, b.b) &&
         same(a.point, b.point) && same(a.normal, b.normal) && a.impulse == b.impulse &&
         a.virial == b.virial && a.overlap == b.overlap;
}

template <int D>
bool same(const Turn<D>& a, const Turn<D>& b) {
  return a.time == b.time && a.kind == b.kind && same(a.body, b.body) && a.support == b.support &&
         same(a.acceleration_after, b.acceleration_after);
}

template <int D>
bool same(const Passing<D>& a, const Passing<D>& b) {
  return a.time == b.time && a.a == b.a && a.b == b.b && a.enters == b.enters;
}

template <int D>
void count(const ReferenceWorld<D>& world, const std::vector<Impact<D>>& impacts, Tally& tally) {
  tally.impacts += impacts.size();
  tally.full_runs += impacts.size() == kImpacts ? 1U : 0U;
  tally.discarded += world.discarded();
  for (const Impact<D>& impact : impacts) {
    tally.ball_ball += impact.kind == ImpactKind::BodyBody ? 1U : 0U;
    tally.ball_obstacle += impact.kind == ImpactKind::BodyObstacle ? 1U : 0U;
    tally.ball_side += impact.kind == ImpactKind::BodySide ? 1U : 0U;
  }
  const Prediction<D>* before = nullptr;
  for (const Prediction<D>& event : world.history()) {
    tally.images += event.image != Image<D>{} ? 1U : 0U;
    tally.later_generations += event.generation > 0 ? 1U : 0U;
    tally.simultaneous += before != nullptr && before->time == event.time ? 1U : 0U;
    before = &event;
  }
}

/// Where the two are compared as wholes: on the way, and at the end.
constexpr std::array<std::uint64_t, 2> kLegs = {kImpacts / 7, kImpacts};

/// The library's run of a scene is that of the literal algorithm.
template <int D>
void expect_same_run(const Scene<D>& scene, Tally& tally) {
  World<D> world = make_world(scene);
  ReferenceWorld<D> reference(scene);
  Chronicle<D> seen;
  Chronicle<D> expected;
  world.observe(seen);
  reference.observe(expected);
  bool collapsed = false;
  for (std::size_t leg = 0; leg < kLegs.size() && !collapsed; ++leg) {
    RunLimits limits;
    limits.collisions = kLegs[leg];
    const RunResult result = world.run_until(scene.until, limits);
    collapsed = result.outcome == RunOutcome::Collapsed || result.outcome == RunOutcome::Crushed;
    const bool ended = reference.run(collapsed ? seen.impacts.size() : limits.collisions);
    for (std::size_t i = 0; i < std::min(seen.impacts.size(), expected.impacts.size()); ++i) {
      const Impact<D>& a = seen.impacts[i];
      const Impact<D>& b = expected.impacts[i];
      ASSERT_TRUE(same(a, b)) << "impact " << i << ": expected " << b.a.id.value << " and " << b.b.id.value
                              << " at " << b.time << ", found " << a.a.id.value << " and " << a.b.id.value
                              << " at " << a.time;
    }
    ASSERT_EQ(seen.impacts.size(), expected.impacts.size());
    ASSERT_EQ(seen.turns.size(), expected.turns.size());
    ASSERT_TRUE(std::equal(seen.turns.begin(), seen.turns.end(), expected.turns.begin(),
                           [](const Turn<D>& a, const Turn<D>& b) { return same(a, b); }));
    for (std::size_t i = 0; i < std::min(seen.passings.size(), expected.passings.size()); ++i) {
      const Passing<D>& a = seen.passings[i];
      const Passing<D>& b = expected.passings[i];
      ASSERT_TRUE(same(a, b)) << "passing " << i << ": expected " << b.a.value << " and " << b.b.value
                              << " at " << b.time << (b.enters ? " in" : " out") << ", found " << a.a.value
                              << " and " << a.b.value << " at " << a.time << (a.enters ? " in" : " out");
    }
    ASSERT_EQ(seen.passings.size(), expected.passings.size());
    ASSERT_TRUE(std::equal(seen.passings.begin(), seen.passings.end(), expected.passings.begin(),
                           [](const Passing<D>& a, const Passing<D>& b) { return same(a, b); }));
    ASSERT_EQ(world.state_hash(), reference.state_hash());
    if (!collapsed) {
      ASSERT_EQ(result.outcome == RunOutcome::ReachedTime, ended);
    }
  }
  tally.collapsed += collapsed ? 1U : 0U;
  tally.passings += expected.passings.size();
  tally.lasting += scene.options.contact_duration > 0.0 ? 1U : 0U;
  for (const Turn<D>& turn : expected.turns) {
    tally.rested += turn.kind == TurnKind::Rested ? 1U : 0U;
    tally.left += turn.kind == TurnKind::Left ? 1U : 0U;
    tally.pulled += turn.kind == TurnKind::Pulled ? 1U : 0U;
    tally.steered += turn.kind == TurnKind::Steered ? 1U : 0U;
    tally.gripped += turn.kind == TurnKind::Gripped ? 1U : 0U;
    tally.rubbed += turn.kind == TurnKind::Rubbed ? 1U : 0U;
  }
  count(reference, expected.impacts, tally);
}

/// Runs a scene with every search.
template <int D>
void expect_same_with_every_search(Scene<D> scene, Tally& tally) {
  SCOPED_TRACE(scene.name);
  for (const NeighbourSearch search :
       {NeighbourSearch::Automatic, NeighbourSearch::Lists, NeighbourSearch::AllPairs}) {
    scene.options.neighbours = search;
    expect_same_run(scene, tally);
  }
}

template <int D>
void expect_same_runs(SceneKind kind, std::uint64_t seed, Tally& tally) {
  const Scene<D> scene = random_scene<D>(kind, seed);
  tally.lone_pairs += scene.moving() <= 2 ? 1U : 0U;
  BodyTable<D> table;
  for (const Body<D>& body : scene.bodies) table.add(body);
  const auto layout = layout_of_cells(table, scene.options.space);
  const std::vector<double>& radii = table.radius.values();
  tally.cells += layout ? 1U : 0U;
  tally.large_balls += layout && *std::max_element(radii.begin(), radii.end()) > layout->largest ? 1U : 0U;
  expect_same_with_every_search(scene, tally);
}

TEST(EngineAgainstReference, RandomScenesHaveTheSameImpactsInTheSameOrderAtTheSameTimes) {
  const std::uint64_t scenes = long_form() ? 10 * kScenes : kScenes;
  Tally tally;
  for (std::uint64_t i = 0; i < scenes; ++i) {
    const auto kind = static_cast<SceneKind>(i / 2 % kSceneKinds);
    if (i % 2 == 0) {
      expect_same_runs<2>(kind, kFirstSeed + i, tally);
    } else {
      expect_same_runs<3>(kind, kFirstSeed + i, tally);
    }
  }
  // Each scene is run with every search. The scenes were worth it:
  EXPECT_GT(tally.full_runs, scenes / 3);
  EXPECT_GT(tally.lone_pairs, scenes / 10);
  EXPECT_GT(tally.cells, scenes / 10);
  EXPECT_GT(tally.large_balls, scenes / 25);
  EXPECT_GT(tally.collapsed, scenes / 20);
  EXPECT_GT(tally.impacts, 1000 * scenes);
  EXPECT_GT(tally.ball_ball, tally.impacts / 4);
  EXPECT_GT(tally.ball_obstacle, tally.impacts / 50);
  EXPECT_GT(tally.ball_side, tally.impacts / 10);
  EXPECT_GT(tally.images, tally.impacts / 20);
  EXPECT_GT(tally.later_generations, tally.impacts / 20);
  EXPECT_GT(tally.simultaneous, tally.impacts / 20);
  EXPECT_GT(tally.discarded, tally.impacts / 4);
  EXPECT_GT(tally.rested, scenes);
  EXPECT_GT(tally.left, scenes / 20);
  EXPECT_GT(tally.steered, scenes);
  EXPECT_GT(tally.lasting, scenes / 2);
}

TEST(EngineAgainstReference, ScenesOfAllShapesHaveTheSameImpactsInTheSameOrderAtTheSameTimes) {
  const std::uint64_t scenes = long_form() ? 400 : 40;
  Tally tally;
  for (std::uint64_t i = 0; i < scenes; i += 4) {
    expect_same_with_every_search(random_shapes<2>(kFirstSeed + i), tally);
    expect_same_with_every_search(random_shapes<3>(kFirstSeed + i + 1), tally);
    expect_same_with_every_search(random_tiles<2>(kFirstSeed + i + 2), tally);
    expect_same_with_every_search(random_tiles<3>(kFirstSeed + i + 3), tally);
  }
  EXPECT_GT(tally.full_runs, scenes / 3);
  EXPECT_GT(tally.impacts, 1000 * scenes);
  EXPECT_GT(tally.ball_ball, tally.impacts / 4);
  EXPECT_GT(tally.ball_obstacle, tally.impacts / 20);
  EXPECT_GT(tally.ball_side, tally.impacts / 20);
  EXPECT_GT(tally.images, tally.impacts / 20);
  EXPECT_GT(tally.later_generations, tally.impacts / 50);
  EXPECT_GT(tally.simultaneous, tally.impacts / 20);
  EXPECT_GT(tally.discarded, tally.impacts / 4);
  EXPECT_GT(tally.steered, scenes / 2);
  EXPECT_GT(tally.passings, 50 * scenes);
  EXPECT_GT(tally.pulled, scenes);
}

TEST(EngineAgainstReference, FallingScenesOfAllShapesHaveTheSameImpactsInTheSameOrderAtTheSameTimes) {
  const std::uint64_t scenes = long_form() ? 400 : 40;
  Tally tally;
  for (std::uint64_t i = 0; i < scenes; i += 2) {
    expect_same_with_every_search(random_falling_shapes<2>(kFirstSeed + i), tally);
    expect_same_with_every_search(random_falling_shapes<3>(kFirstSeed + i + 1), tally);
  }
  EXPECT_GT(tally.impacts, 1000 * scenes);
  EXPECT_GT(tally.ball_ball, tally.impacts / 8);
  EXPECT_GT(tally.ball_obstacle, tally.impacts / 16);
  EXPECT_GT(tally.rested, scenes);
  EXPECT_GT(tally.left, scenes / 8);
  EXPECT_GT(tally.steered, scenes / 2);
  EXPECT_GT(tally.passings, 20 * scenes);
  EXPECT_GT(tally.pulled, scenes);
}

TEST(EngineAgainstReference, ScenesOfBallsThatSpinHaveTheSameImpactsInTheSameOrderAtTheSameTimes) {
  const std::uint64_t scenes = long_form() ? 1000 : 100;
  Tally tally;
  for (std::uint64_t i = 0; i < scenes; i += 2) {
    const auto kind = static_cast<SceneKind>(i / 2 % kSceneKinds);
    const std::uint64_t seed = kFirstSeed + i;
    const bool shapes = i % 8 == 0;
    expect_same_with_every_search(
        with_spins(shapes ? random_falling_shapes<2>(seed) : random_scene<2>(kind, seed), seed), tally);
    expect_same_with_every_search(
        with_spins(shapes ? random_falling_shapes<3>(seed) : random_scene<3>(kind, seed), seed), tally);
  }
  EXPECT_GT(tally.full_runs, scenes / 3);
  EXPECT_GT(tally.impacts, 1000 * scenes);
  EXPECT_GT(tally.ball_ball, tally.impacts / 8);
  EXPECT_GT(tally.ball_obstacle, tally.impacts / 50);
  EXPECT_GT(tally.rested, scenes);
  EXPECT_GT(tally.gripped, scenes);
  EXPECT_GT(tally.rubbed, scenes);
  EXPECT_GT(tally.steered, scenes / 2);
}

}  // namespace
}  // namespace firsthit::reference
