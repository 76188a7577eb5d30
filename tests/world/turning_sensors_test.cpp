#include "physics/turning_worlds.hpp"

#include "core/random.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/error.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>
#include <vector>

// Those who turn, and those they go through: sensors, and materials that pass each other.

namespace firsthit {
namespace {

constexpr double kPi = std::numbers::pi;

/// Who entered and left whom, and when.
template <int D>
class Passings : public Observer<D> {
 public:
  void passing(const Passing<D>& passing) override {
    const std::pair pair{passing.a.value, passing.b.value};
    all.push_back({passing.time, pair.first, pair.second, passing.enters});
    EXPECT_EQ(inside.contains(pair), !passing.enters) << "entered twice, or left twice";
    if (passing.enters)
      inside.insert(pair);
    else
      inside.erase(pair);
  }
  std::vector<std::tuple<double, std::uint32_t, std::uint32_t, bool>> all;
  std::set<std::pair<std::uint32_t, std::uint32_t>> inside;
};

/// Expects `passings` to enter at first + k period and leave at last + k period.
void are_at(const Passings<2>& passings, double first, double last, double period, double until) {
  std::size_t i = 0;
  for (double turn = 0.0; first + turn < until; turn += period) {
    ASSERT_GT(passings.all.size(), i);
    EXPECT_TRUE(std::get<3>(passings.all[i]));
    EXPECT_NEAR(std::get<0>(passings.all[i++]), first + turn, 1e-9);
    if (last + turn > until) break;
    ASSERT_GT(passings.all.size(), i);
    EXPECT_FALSE(std::get<3>(passings.all[i]));
    EXPECT_NEAR(std::get<0>(passings.all[i++]), last + turn, 1e-9);
  }
  EXPECT_EQ(passings.all.size(), i);
}

TEST(TurningSensors, ARodThatTurnsDipsIntoASensorWithBothEnds) {
  // Its ends are at cos(w t +- pi / 2): beyond 1/2 from a sixth of a half turn to five sixths.
  const Body<2> rod = turning<2>(Segment<2>{{0.0, -1.0}, {0.0, 1.0}}, {0.0, 0.0}, {}, 1.0);
  for (const Shape<2>& shape : {Shape<2>{Box<2>{{2.0, 5.0}}}, Shape<2>{HalfSpace<2>{{-1.0, 0.0}, 2.0}}}) {
    for (const bool first : {false, true}) {
      World<2> world{WorldOptions<2>{}};
      if (first) world.add(rod);
      world.add({.shape = shape, .position = {2.5, 0.0}, .kind = BodyKind::Fixed, .sensor = true});
      if (!first) world.add(rod);
      Passings<2> passings;
      world.observe(passings);
      world.run_until(40.0);
      are_at(passings, kPi / 6.0, 5.0 * kPi / 6.0, kPi, 40.0);
      EXPECT_EQ(world.collisions(), 0U);
    }
  }
}

TEST(TurningSensors, ABeamThatTurnsSweepsOverABall) {
  // The ball is 2 away: they touch where 2 sin angle is both half widths.
  for (const BodyKind kind : {BodyKind::Dynamic, BodyKind::Kinematic}) {
    World<2> world{WorldOptions<2>{}};
    Body<2> beam = turning<2>(Box<2>{{3.0, 0.1}}, {0.0, 0.0}, {}, 2.0);
    beam.kind = BodyKind::Kinematic;
    beam.sensor = true;
    world.add(beam);
    Body<2> target = ball<2>(0.2, {0.0, 2.0}, {});
    target.kind = kind;
    world.add(target);
    Passings<2> passings;
    world.observe(passings);
    world.run_until(20.0);
    const double half = 0.5 * std::asin(0.15);
    are_at(passings, 0.25 * kPi - half, 0.25 * kPi + half, 0.5 * kPi, 20.0);
  }
}

TEST(TurningSensors, WhoStandsInOneFromTheStartHasEntered) {
  World<2> world{WorldOptions<2>{}};
  world.add(turning<2>(Box<2>{{0.5, 0.5}}, {0.0, 0.0}, {1.0, 0.0}, 1.0));
  world.add({.shape = Box<2>{{2.0, 2.0}}, .kind = BodyKind::Fixed, .sensor = true});
  Passings<2> passings;
  world.observe(passings);
  world.run_until(10.0);
  ASSERT_EQ(passings.all.size(), 2U);
  EXPECT_EQ(std::get<0>(passings.all[0]), 0.0);
  // It leaves with the corner that is last: where it is by then, at t - (|cos| + |sin|) / 2.
  const double left = std::get<0>(passings.all[1]);
  EXPECT_NEAR(left - 0.5 * (std::fabs(std::cos(left)) + std::fabs(std::sin(left))), 2.0, 1e-9);
}

/// Boxes and capsules among sensors, one of which turns; `passing`: of one material that passes itself.
template <int D>
World<D> crowd(std::uint64_t seed, bool sensors, bool passing, NeighbourSearch search) {
  WorldOptions<D> options;
  for (std::size_t axis = 0; axis < D; ++axis) options.space.max[axis] = 8.0;
  options.restitution = 0.9;
  options.friction = 0.2;
  options.neighbours = search;
  World<D> world(options);
  Random random(seed);
  const auto any = [&](double low, double high) {
    Vec<D> v;
    for (double& x : v.c) x = random.uniform(low, high);
    return v;
  };
  for (int i = 0; i < 8; ++i) {
    Vec<D> at;
    at.c[0] = 1.0 + 2.0 * (i % 4);
    at.c[1] = i < 4 ? 2.0 : 6.0;
    if (D == 3) at.c[2] = 4.0;
    Vec<D> half;
    for (double& x : half.c) x = 0.4;
    Body<D> body = turning<D>(Shape<D>{Box<D>{half}}, at, any(-2.0, 2.0));
    if constexpr (D == 2)
      body.angular_velocity = random.uniform(-4.0, 4.0);
    else
      body.angular_velocity = any(-3.0, 3.0);
    if (i % 2 == 0) body.shape = Ball{0.4};
    world.add(body);
  }
  if (passing) world.set_response({}, {}, Response::Pass);
  if (!sensors) return world;
  for (int i = 0; i < 2; ++i) {
    Vec<D> half;
    for (double& x : half.c) x = 1.0;
    half.c[0] = 0.3;
    Vec<D> at;
    for (double& x : at.c) x = 4.0;
    at.c[1] = 3.0 + 2.0 * i;
    Body<D> sensor = turning<D>(Shape<D>{Box<D>{half}}, at);
    sensor.kind = BodyKind::Kinematic;
    sensor.sensor = true;
    if constexpr (D == 2)
      sensor.angular_velocity = 1.0 + i;
    else
      sensor.angular_velocity = {0.0, 1.0, 0.5 + i};
    world.add(sensor);
  }
  return world;
}

/// Who is in whom, as their shapes say; what hardly touches is left out of both.
template <int D>
void agree_with_shapes(const World<D>& world, const Passings<D>& passings, bool passing) {
  for (std::uint32_t i = 0; i < world.size(); ++i)
    for (std::uint32_t k = i + 1; k < world.size(); ++k) {
      const Body<D> a = world.body({i}), b = world.body({k});
      if (!passing && !a.sensor && !b.sensor) continue;
      const double gap =
          distance<D>({a.shape, a.position, a.orientation}, {b.shape, b.position, b.orientation}).distance;
      if (std::fabs(gap) < 1e-7) continue;
      EXPECT_EQ(passings.inside.contains({i, k}), gap < 0.0) << i << " and " << k << ": " << gap;
    }
}

template <int D>
void know_who_is_in_whom(bool passing) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    World<D> world = crowd<D>(seed, true, passing, NeighbourSearch::Automatic);
    Passings<D> passings;
    world.observe(passings);
    for (int i = 1; i <= 40; ++i) {
      world.run_until(0.15 * i);
      agree_with_shapes(world, passings, passing);
    }
    EXPECT_GT(passings.all.size(), 10U);
  }
}

TEST(TurningSensors, KnowWhoIsInThem) { know_who_is_in_whom<2>(false); }
TEST(TurningSensors, InSpaceKnowWhoIsInThem) { know_who_is_in_whom<3>(false); }
TEST(TurningSensors, WhoPassesEachOtherIsKnown) { know_who_is_in_whom<2>(true); }
TEST(TurningSensors, InSpaceWhoPassesEachOtherIsKnown) { know_who_is_in_whom<3>(true); }

TEST(TurningSensors, HinderNobody) {
  World<2> with = crowd<2>(1, true, false, NeighbourSearch::Automatic);
  World<2> without = crowd<2>(1, false, false, NeighbourSearch::Automatic);
  with.run_until(5.0);
  without.run_until(5.0);
  EXPECT_GT(without.collisions(), 10U);
  EXPECT_EQ(with.collisions(), without.collisions());
  for (std::uint32_t id = 0; id < without.size(); ++id) {
    EXPECT_EQ(with.state({id}).position, without.state({id}).position);
    EXPECT_EQ(with.state({id}).angular_velocity, without.state({id}).angular_velocity);
  }
}

TEST(TurningSensors, TellTheSameHoweverTheWorldIsRun) {
  Passings<2> expected;
  World<2> lists = crowd<2>(2, true, false, NeighbourSearch::Lists);
  lists.observe(expected);
  lists.run_until(5.0);
  EXPECT_GT(expected.all.size(), 10U);

  Passings<2> seen;
  World<2> pairs = crowd<2>(2, true, false, NeighbourSearch::AllPairs);
  pairs.observe(seen);
  pairs.run_until(5.0);
  EXPECT_EQ(seen.all, expected.all);

  Passings<2> in_parts;
  World<2> parts = crowd<2>(2, true, false, NeighbourSearch::Automatic);
  parts.observe(in_parts);
  parts.set_window(0.0625);
  RunLimits limits;
  limits.events = 7;
  while (parts.run_until(5.0, limits).outcome != RunOutcome::ReachedTime) parts.time_to_collision({0}, {1});
  EXPECT_EQ(in_parts.all, expected.all);

  Passings<2> saved;
  World<2> first = crowd<2>(2, true, false, NeighbourSearch::Lists);
  first.observe(saved);
  first.run_until(2.3);
  std::stringstream file;
  first.save(file);
  World<2> second = World<2>::load(file);
  second.observe(saved);
  second.run_until(5.0);
  EXPECT_EQ(saved.all, expected.all);
  EXPECT_EQ(second.state_hash(), lists.state_hash());
}

TEST(TurningSensors, WhatSticksOrIsDecidedByAFunctionDoesNotTurn) {
  World<2> world{WorldOptions<2>{}};
  world.add(turning<2>(Box<2>{{1.0, 0.5}}, {}));
  EXPECT_THROW(world.set_response({}, {}, Response::Stick), InputError);
  EXPECT_THROW(world.set_response({}, {}, [](const Contact<2>&) { return Reaction<2>{}; }), InputError);
  World<2> sticky{WorldOptions<2>{}};
  sticky.set_response({}, {}, Response::Stick);
  EXPECT_THROW(sticky.add(turning<2>(Box<2>{{1.0, 0.5}}, {})), InputError);
  World<2> asks{WorldOptions<2>{}};
  asks.set_response({}, {}, [](const Contact<2>&) { return Reaction<2>{}; });
  EXPECT_THROW(asks.add(turning<2>(Box<2>{{1.0, 0.5}}, {})), InputError);
}

}  // namespace
}  // namespace firsthit
