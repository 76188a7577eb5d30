#include "reference/precise_world.hpp"
#include "reference/random_scenes.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

// The engine against a simulation that shares no formula with it.
//
// The tolerance is 1e-9 of the scene's own scales: its longest side for positions, the time in which
// its fastest start crosses that for times, their quotient for velocities. Every impact up to the
// third one of every body is compared, in the order of time, as long as the scene is not chaotic:
// a twin that starts 1e-13 of the box aside must stay within 1e-9 of the precise world, for then the
// rounding of doubles, some 1e-15 an impact, grows to no more. Left out, for no digits can be kept:
// what comes after a body's fifteenth impact, for one that bounces itself to rest on a support loses
// a factor of 1 / restitution in each bounce; and impacts at one instant, which do not occur in crowds.

namespace firsthit::reference {
namespace {

constexpr std::uint64_t kScenes = 120;
constexpr std::uint64_t kFirstSeed = 7001;
constexpr std::uint64_t kEach = 3;   // impacts that every body shall have
constexpr std::uint64_t kMost = 15;  // impacts that any body may have
constexpr long double kTolerance = 1e-9L;
constexpr long double kDisplacement = 1e-13L;
constexpr long double kTwinTolerance = 1e-9L;

struct Tally {
  std::uint64_t complete = 0;  // every body had its impacts, all of them compared
  std::uint64_t chaotic = 0;   // compared up to where the twin parted
  std::uint64_t finished = 0;  // the scene ended, or bodies kept out of each other's way
  std::uint64_t impacts = 0;
  std::array<std::uint64_t, 3> kinds{};
  std::uint64_t bent = 0;      // under gravity
  long double largest = 0.0L;  // error found, in the scales
};

/// How far [in the scene's scales] two accounts of an impact are apart.
template <int D>
struct Scales {
  explicit Scales(const Scene<D>& scene) {
    const Space<D>& space = scene.options.space;
    long double fastest = 0.0L;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const long double side = space.max[axis] - space.min[axis];
      length = std::max(length, side);
      if (space.sides[axis] == Side::Periodic) period[axis] = side;
      for (const Body<D>& body : scene.bodies)
        fastest = std::max(fastest, std::fabs(static_cast<long double>(body.velocity[axis])));
    }
    speed = fastest;
    time = length / speed;
  }

  long double apart(const PreciseImpact<D>& a, const PreciseImpact<D>& b) const {
    long double most = std::fabs(a.time - b.time) / time;
    for (std::size_t who = 0; who < 2; ++who) {
      for (std::size_t axis = 0; axis < D; ++axis) {
        long double shift = a.positions[who][axis] - b.positions[who][axis];
        if (period[axis] > 0.0L) shift -= std::round(shift / period[axis]) * period[axis];
        most = std::max(most, std::fabs(shift) / length);
        most = std::max(most, std::fabs(a.velocities[who][axis] - b.velocities[who][axis]) / speed);
      }
    }
    return most;
  }

  long double length = 0.0L, time = 0.0L, speed = 0.0L;
  LongVec<D> period{};
};

/// The engine's account. What is fixed has no place of interest.
template <int D>
PreciseImpact<D> as_precise(const Scene<D>& scene, const Impact<D>& impact) {
  const auto moves = [&](BodyId id) {
    return id.value < scene.bodies.size() && scene.bodies[id.value].kind == BodyKind::Dynamic;
  };
  PreciseImpact<D> result{impact.time, {impact.a.id.value, impact.b.id.value}, {}, {}};
  std::size_t who = 0;
  for (const ImpactSide<D>* side : {&impact.a, &impact.b}) {
    for (std::size_t axis = 0; axis < D && moves(side->id); ++axis) {
      result.positions[who][axis] = side->position[axis];
      result.velocities[who][axis] = side->velocity_after[axis];
    }
    ++who;
  }
  return result;
}

template <int D>
void compare(const Scene<D>& scene, Tally& tally) {
  SCOPED_TRACE(scene.name);
  World<D> world = make_world(scene);
  Chronicle<D> seen;
  world.observe(seen);
  RunLimits limits;
  limits.collisions = 40 * scene.moving();
  world.run_until(scene.until, limits);

  PreciseWorld<D> precise(scene);
  PreciseWorld<D> twin(scene, kDisplacement);
  const Scales<D> scales(scene);
  std::vector<std::uint64_t> counts(scene.bodies.size(), 0);
  std::size_t lacking = scene.moving();
  for (const Impact<D>& found : seen.impacts) {
    const auto expected = precise.next();
    const auto aside = twin.next();
    ASSERT_TRUE(expected.has_value());
    const auto has_many = [&](std::uint32_t id) {
      return id < counts.size() && scene.bodies[id].kind == BodyKind::Dynamic && counts[id] == kMost;
    };
    if (!aside || std::any_of(expected->ids.begin(), expected->ids.end(), has_many) ||
        aside->ids != expected->ids || scales.apart(*aside, *expected) > kTwinTolerance) {
      ++tally.chaotic;
      return;
    }
    const PreciseImpact<D> engine = as_precise(scene, found);
    ASSERT_EQ(engine.ids, expected->ids) << "impact " << found.index << " at " << found.time;
    const long double error = scales.apart(engine, *expected);
    tally.largest = std::max(tally.largest, error);
    ASSERT_LE(error, kTolerance) << "impact " << found.index << " at " << found.time;
    ++tally.impacts;
    ++tally.kinds[static_cast<std::size_t>(found.kind)];
    tally.bent += scene.options.gravity != Vec<D>{} ? 1U : 0U;
    for (const std::uint32_t id : expected->ids)
      if (id < counts.size() && ++counts[id] == kEach && scene.bodies[id].kind == BodyKind::Dynamic)
        --lacking;
    if (lacking == 0) {
      ++tally.complete;
      return;
    }
  }
  ++tally.finished;
}

TEST(EngineAgainstPreciseWorld, TheFirstImpactsOfEveryBodyAgreeToTheNinthDigit) {
  const std::uint64_t scenes = long_form() ? 20 * kScenes : kScenes;
  Tally tally;
  for (std::uint64_t i = 0; i < scenes; ++i) {
    const std::uint64_t most = 1 + i / 2 % 10;
    if (i % 2 == 0) {
      compare(random_crowd<2>(most, kFirstSeed + i), tally);
    } else {
      compare(random_crowd<3>(most, kFirstSeed + i), tally);
    }
  }
  EXPECT_GT(tally.complete, scenes * 3 / 5);
  EXPECT_GT(tally.impacts, 10 * scenes);
  for (const std::uint64_t of_a_kind : tally.kinds) EXPECT_GT(of_a_kind, scenes / 2);
  EXPECT_GT(tally.bent, 2 * scenes);
  EXPECT_GT(tally.largest, 0.0L);  // the two do not share their arithmetic
}

}  // namespace
}  // namespace firsthit::reference
