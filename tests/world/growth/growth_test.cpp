#include "world/growth/growth.hpp"

#include "core/vec_math.hpp"
#include "engine/engine.hpp"
#include "world/neighbours/neighbour_finder.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

// Balls that grow: when they meet, what comes of it, and where they end. The packings of whole scenes are
// tested in tests/scene.

namespace firsthit {
namespace {

constexpr double kForEver = std::numeric_limits<double>::infinity();

/// A few balls that grow, in the engine.
template <int D>
struct Growing {
  WorldOptions<D> options;
  BodyTable<D> table;
  Records<D> records;
  Timebase timebase{0x1p-4};
  FreeFlight<D> flight;
  ImageCounters<D> wraps;
  std::unique_ptr<GrowthPredictor<D>> predictor;
  std::unique_ptr<GrowthResolver<D>> resolver;
  std::unique_ptr<NeighbourFinder<D>> neighbours;
  std::unique_ptr<Engine<D>> engine;

  explicit Growing(const Space<D>& space) { options.space = space; }

  void add(const Vec<D>& position, const Vec<D>& velocity, double radius) {
    table.add(ball<D>(position, velocity, radius));
    records.push_back({position, velocity, Instant{}});
  }

  void start(const Growth& growth) {
    table.close();
    flight = FreeFlight<D>({}, period_of(options.space), timebase);
    flight.start(table.dynamic);
    wraps.resize(table.size());
    predictor = std::make_unique<GrowthPredictor<D>>(table, flight, options.space, growth);
    resolver = std::make_unique<GrowthResolver<D>>(table, flight, wraps, growth);
    neighbours = make_neighbour_finder<D>(table, flight, wraps, options, records, Instant{}, growth.scale);
    engine = std::make_unique<Engine<D>>(timebase, *predictor, *neighbours, *resolver);
    engine->start(records, table.mobile);
  }

  Halt run_until(double time, std::uint64_t collisions) {
    EngineLimits limits{timebase.after({}, time)};
    limits.collisions = collisions;
    return engine->run(limits);
  }
  double now() const { return timebase.since_start(engine->now()); }
  Vec<D> velocity(Id id) const { return engine->records()[id].velocity; }
};

TEST(GrowingDelay, IsTheTimeAtWhichSurfacesMeet) {
  // 10 - 2 t = 3 / 2 + 3 / 4 t
  EXPECT_DOUBLE_EQ(growing_delay<2>({10.0, 0.0}, {-2.0, 0.0}, 1.5, 0.75), 8.5 / 2.75);
  // At rest: 5 = 1 + t / 4
  EXPECT_DOUBLE_EQ(growing_delay<2>({3.0, 4.0}, {}, 1.0, 0.25), 16.0);
  // They part, but more slowly than they grow: 5 + t = 1 + 3 t
  EXPECT_DOUBLE_EQ(growing_delay<2>({3.0, 4.0}, {0.6, 0.8}, 1.0, 3.0), 2.0);
  EXPECT_EQ(growing_delay<2>({3.0, 4.0}, {0.6, 0.8}, 1.0, 1.0), kForEver);
  // Past each other at a distance of 4: (t - 3)^2 + 16 = (t + 1)^2
  EXPECT_DOUBLE_EQ(growing_delay<2>({-3.0, 4.0}, {1.0, 0.0}, 1.0, 1.0), 3.0);
  EXPECT_EQ(growing_delay<2>({-3.0, 4.0}, {1.0, 0.0}, 1.0, 0.1), kForEver);
  // They touch: closing, parting, and going along with what grows.
  EXPECT_EQ(growing_delay<2>({1.0, 0.0}, {1.0, 0.0}, 1.0, 2.0), 0.0);
  EXPECT_EQ(growing_delay<2>({1.0, 0.0}, {3.0, 0.0}, 1.0, 2.0), kForEver);
  EXPECT_EQ(growing_delay<2>({1.0, 0.0}, {2.0, 0.0}, 1.0, 2.0), kForEver);
}

TEST(GrowingDelay, IsTheFirstRootOfTheExactGap) {
  Random random(7);
  int met = 0;
  int overtaken = 0;
  for (int round = 0; round < 20000; ++round) {
    Vec<3> d;
    Vec<3> v;
    const double speed = random.uniform() < 0.5 ? 0.1 : 10.0;  // slower or faster than they grow
    for (std::size_t axis = 0; axis < 3; ++axis) {
      d[axis] = random.uniform(-3.0, 3.0);
      v[axis] = random.uniform(-speed, speed);
    }
    const double sigma = random.uniform(0.1, 1.5);
    const double growth = random.uniform(0.0, 1.0);
    const auto gap = [&](long double t) {
      long double sum = 0.0L;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const long double x = static_cast<long double>(d[axis]) + t * static_cast<long double>(v[axis]);
        sum += x * x;
      }
      return std::sqrt(sum) - (static_cast<long double>(sigma) + t * static_cast<long double>(growth));
    };
    if (gap(0.0L) < 1e-6L) continue;
    const double delay = growing_delay<3>(d, v, sigma, growth);
    const bool meets = delay < kForEver;
    if (meets) {
      ++met;
      if (dot(d, v) > sigma * growth) ++overtaken;
      EXPECT_NEAR(static_cast<double>(gap(delay)), 0.0, 1e-13 * (1.0 + 10.0 * delay));
    }
    const long double end = meets ? static_cast<long double>(delay) : 100.0L;
    for (int k = 0; k < 64; ++k) EXPECT_GT(gap(end * (k / 64.0L)), 0.0L);
  }
  EXPECT_GT(met, 5000);
  EXPECT_LT(met, 15000);
  EXPECT_GT(overtaken, 500);
}

TEST(GrowingDelay, KeepsItsDigitsFromAfar) {
  // The error is a few roundings of the way, not of its square: docs/numerics/growth.md.
  Random random(8);
  int met = 0;
  for (int round = 0; round < 1000; ++round) {
    const Vec<2> d = {0x1p20, random.uniform(-1.5, 1.5)};
    const Vec<2> v = {-64.0, random.uniform(-0x1p-15, 0x1p-15)};
    const double growth = 0x1p-16;
    const double delay = growing_delay<2>(d, v, 1.0, growth);
    if (delay == kForEver) continue;
    ++met;
    const long double t = delay;
    const long double x = static_cast<long double>(d[0]) + t * static_cast<long double>(v[0]);
    const long double y = static_cast<long double>(d[1]) + t * static_cast<long double>(v[1]);
    const long double gap = std::sqrt(x * x + y * y) - (1.0L + t * static_cast<long double>(growth));
    EXPECT_NEAR(static_cast<double>(gap), 0.0, 80.0 * 0x1p-53 * (2.0 * 0x1p20 + 1.0));
  }
  EXPECT_GT(met, 500);
  EXPECT_LT(met, 1000);
}

TEST(GrowingBalls, MeetHeadOnWhenTheyShouldAndGainTheEnergyThatTheyShould) {
  // Radii 1 and 2, times 1/2 + t / 8; 12 apart, closing at 2: they meet when 12 - 2 t = 3 (1/2 + t / 8).
  Growing<2> two(box<2>(Side::Wall, 64.0).space);
  two.add({20.0, 20.0}, {1.5, 0.25}, 1.0);
  two.add({32.0, 20.0}, {-0.5, 0.25}, 2.0);
  two.start({0.5, 0.125});
  ASSERT_EQ(two.run_until(6.0, 1), Halt::Collisions);
  EXPECT_DOUBLE_EQ(two.now(), 10.5 / 2.375);
  // Seen from the surfaces, which meet at 2 + 3/8, it is elastic: they part at 2 + 2 * 3/8. Half of that
  // each.
  EXPECT_DOUBLE_EQ(two.velocity(0)[0], 0.5 - 1.375);
  EXPECT_DOUBLE_EQ(two.velocity(1)[0], 0.5 + 1.375);
  EXPECT_EQ(two.velocity(0)[1], 0.25);
  EXPECT_EQ(two.velocity(1)[1], 0.25);
}

TEST(GrowingBalls, AreHitByWallsThatTheyGrowInto) {
  Growing<2> one(box<2>(Side::Wall, 64.0).space);
  one.add({3.0, 32.0}, {0.0, 0.0}, 4.0);
  one.start({0.25, 0.125});
  ASSERT_EQ(one.run_until(6.0, 1), Halt::Collisions);
  EXPECT_EQ(one.now(), 4.0);  // 3 = 1 + t / 2
  EXPECT_EQ(one.velocity(0)[0], 1.0);
}

TEST(GrowingBalls, TouchAtEveryImpactToWithinRounding) {
  for (const Side sides : {Side::Periodic, Side::Wall}) {
    Random random(5);
    const double side = 12.0;
    Growing<3> many(box<3>(sides, side).space);
    for (int i = 0; i < 216; ++i) {
      Vec<3> place;
      Vec<3> velocity;
      for (std::size_t axis = 0, rest = static_cast<std::size_t>(i); axis < 3; ++axis, rest /= 6) {
        place[axis] = 2.0 * static_cast<double>(rest % 6) + 1.0;
        velocity[axis] = random.normal();
      }
      many.add(place, velocity, 1.0);
    }
    const Growth growth{0.8, 0x1p-5};
    many.start(growth);
    const double most = 0x1p-46 * side;  // less than 64 u S: docs/numerics/growth.md
    int pairs = 0;
    int walls = 0;
    for (std::uint64_t n = 1; n <= 4000; ++n) {
      ASSERT_EQ(many.run_until(4.0, n), Halt::Collisions);
      const long double radius = growth.at(many.now());
      std::vector<const Record<3>*> hit;
      for (const Record<3>& record : many.engine->records())
        if (record.clock == many.engine->now()) hit.push_back(&record);
      ASSERT_LE(hit.size(), 2U);
      long double gap = std::numeric_limits<long double>::infinity();
      if (hit.size() == 2) {
        ++pairs;
        long double sum = 0.0L;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          long double x = static_cast<long double>(hit[1]->position[axis]) -
                          static_cast<long double>(hit[0]->position[axis]);
          if (sides == Side::Periodic) x -= 12.0L * std::nearbyint(x / 12.0L);
          sum += x * x;
        }
        gap = std::sqrt(sum) - 2.0L * radius;
      } else {
        ++walls;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          const long double x = hit[0]->position[axis];
          gap = std::min({gap, x - radius, 12.0L - x - radius});
        }
      }
      EXPECT_LT(std::fabs(gap), static_cast<long double>(most));
    }
    EXPECT_GT(pairs, 1000);
    EXPECT_EQ(walls > 200, sides == Side::Wall);
  }
}

TEST(GrowingBalls, ArePredictedAlikeByBoth) {
  Random random(3);
  Growing<3> many(box<3>(Side::Periodic, 16.0).space);
  for (int i = 0; i < 400; ++i) {
    Vec<3> place;
    Vec<3> velocity;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      place[axis] = random.uniform(0.0, 16.0);
      velocity[axis] = random.normal();
    }
    many.add(place, velocity, random.uniform(0.5, 0.75));
    many.records.back().clock = many.timebase.after({}, random.uniform());
  }
  many.start({1.0, 0.125});
  const Instant now = many.timebase.after({}, 1.0);
  int met = 0;
  for (Id a = 0; a < 400; ++a)
    for (Id b = 0; b < a; ++b) {
      const std::int32_t turn = b % 2 == 0 ? 1 : 0;
      std::vector<Meeting<3>> of_a;
      std::vector<Meeting<3>> of_b;
      CandidateList<3> list;
      list.add_moving(b, {turn, 0, -turn});
      many.predictor->predict(many.records, a, list.view_of(a), now, kEndOfTime, of_a);
      list.clear();
      list.add_moving(a, {-turn, 0, turn});
      many.predictor->predict(many.records, b, list.view_of(b), now, kEndOfTime, of_b);
      const Instant time_a = of_a.empty() ? kEndOfTime : of_a[0].time;
      const Instant time_b = of_b.empty() ? kEndOfTime : of_b[0].time;
      EXPECT_EQ(time_a, time_b);
      if (!of_a.empty()) ++met;
    }
  EXPECT_GT(met, 300);
  EXPECT_LT(met, 40000);
}

/// Places on a square or cubic lattice, and a place for each.
template <int D>
std::vector<Vec<D>> lattice(int per_side, double step) {
  std::vector<Vec<D>> places;
  int count = 1;
  for (int axis = 0; axis < D; ++axis) count *= per_side;
  for (int i = 0; i < count; ++i) {
    Vec<D> place;
    int rest = i;
    for (std::size_t axis = 0; axis < D; ++axis) {
      place[axis] = (rest % per_side + 0.5) * step;
      rest /= per_side;
    }
    places.push_back(place);
  }
  return places;
}

TEST(Grow, IsCovariantUnderScalingAndKnowsNoLengthOfItsOwn) {
  for (const Side sides : {Side::Periodic, Side::Wall}) {
    std::vector<Vec<3>> places = lattice<3>(6, 2.0);
    const std::vector<double> radii(places.size(), 0.95);
    Random random(1);
    ASSERT_EQ(grow<3>(box<3>(sides, 12.0).space, radii, 0.8, places, random), 1.0);
    for (const double unit : {0x1p60, 0x1p-60}) {
      std::vector<Vec<3>> scaled = lattice<3>(6, 2.0 * unit);
      const std::vector<double> scaled_radii(places.size(), 0.95 * unit);
      Random again(1);
      ASSERT_EQ(grow<3>(box<3>(sides, 12.0 * unit).space, scaled_radii, 0.8, scaled, again), 1.0);
      for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(scaled[i], unit * places[i]);
    }
  }
}

TEST(Grow, TellsHowFarItCameWhereBallsJam) {
  // A disk in a box of its own size, less than half of it left to grow.
  std::vector<Vec<2>> places = {{1.0, 1.0}};
  Random random(1);
  const double reached =
      grow<2>(box<2>(Side::Wall, 2.0).space, std::vector<double>{1.125}, 0.5, places, random);
  EXPECT_NEAR(reached, 1.0 / 1.125, 0.01);
  EXPECT_LT(reached, 1.0 / 1.125);
  EXPECT_EQ(places[0], (Vec<2>{1.0, 1.0}));
}

}  // namespace
}  // namespace firsthit
