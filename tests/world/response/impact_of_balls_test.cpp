#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "world/motion/free_flight.hpp"
#include "world/motion/relative_flight.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Two balls with whom nothing but their impact has to do take a straight path through it; whoever is watched
// takes the path of all others. The numbers must be the same.

namespace firsthit {
namespace {

constexpr double kUntil = 12.0;

template <int D>
Period<D> some_period(Random& random) {
  Period<D> period;
  for (std::size_t axis = 0; axis < D; ++axis) {
    period.min[axis] = random.uniform(-3.0, 3.0);
    if (random.below(3) != 0) period.length[axis] = random.uniform(1.0, 4.0);
  }
  return period;
}

template <int D>
Record<D> some_record(const Period<D>& period, double speed, Random& random) {
  Record<D> record;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double part = random.uniform(0.0, 1.0);
    record.position[axis] = period.min[axis] + part * (period.along(axis) ? period.length[axis] : 3.0);
    record.velocity[axis] = random.uniform(-speed, speed);
  }
  record.clock = {static_cast<std::int64_t>(random.below(5)), random.uniform(0.0, 0.125)};
  return record;
}

template <int D>
void compare_flights(std::uint64_t seed) {
  Random random(seed, D);
  int plain = 0;
  int other = 0;
  for (int i = 0; i < 20000; ++i) {
    const Period<D> period = some_period<D>(random);
    const Timebase timebase(0.125);
    const FreeFlight<D> flight(Vec<D>{}, period, timebase);
    const double speed = random.below(4) == 0 ? 20.0 : 1.0;
    const Record<D> a = some_record(period, speed, random);
    const Record<D> b = some_record(period, speed, random);
    const Instant time{5 + static_cast<std::int64_t>(random.below(8)), random.uniform(0.0, 0.125)};
    Image<D> image{};
    for (std::size_t axis = 0; axis < D; ++axis)
      if (period.along(axis)) image[axis] = static_cast<std::int32_t>(random.below(3)) - 1;
    const RelativeFlight<D> flown(flight, a, b, image, time);
    ++(flown.is_plain ? plain : other);
    if (!flown.is_plain) continue;
    const Place<D> place_a = flight.place_at(0, a, time);
    const Place<D> place_b = flight.place_at(1, b, time);
    EXPECT_EQ(flown.a, place_a.position);
    EXPECT_EQ(flown.b, place_b.position);
    EXPECT_EQ(place_a.wraps, decltype(place_a.wraps){});
    EXPECT_EQ(place_b.wraps, decltype(place_b.wraps){});
    EXPECT_EQ(flown.apart, flight.separation(0, a, 1, b, image, time));
    EXPECT_EQ(flown.elapsed_a, timebase.between(a.clock, time));
    EXPECT_EQ(flown.elapsed_b, timebase.between(b.clock, time));
  }
  EXPECT_GT(plain, 2000);
  EXPECT_GT(other, 2000);
}

TEST(RelativeFlight, TellsWhatAFlightTellsOfEachToTheLastBit) {
  compare_flights<2>(17);
  compare_flights<3>(18);
}

/// A gas in which impacts lose something, but not all alike.
template <int D>
World<D> losing(Side sides) {
  Random random(5, D);
  WorldOptions<D> options = box<D>(sides, 10.0);
  options.restitution = 0.875;
  World<D> world =
      gas<D>(options, {.per_side = 5, .length = 10.0, .radius = 0.8, .smallest = 0.25, .push = 0.05}, random);
  Vec<D> between;
  for (double& c : between.c) c = 2.0;  // of its lattice
  Body<D> other = ball<D>(between, -between, 0.25);
  other.material = Material{1};
  world.add(other);
  world.set_restitution(Material{0}, Material{1}, 0.25);
  return world;
}

template <int D>
World<D> elastic(Side sides, const GasOf& of) {
  Random random(6, D);
  return gas<D>(box<D>(sides, of.length), of, random);
}

template <int D>
std::vector<std::function<World<D>()>> gases() {
  return {[] { return losing<D>(Side::Wall); }, [] { return losing<D>(Side::Periodic); },
          [] { return elastic<D>(Side::Wall, {.per_side = 5, .length = 10.0}); },
          [] {
            return elastic<D>(Side::Periodic, {.per_side = 2, .length = 2.5});  // flights of many boxes
          },
          [] {
            return elastic<D>(Side::Periodic,
                              {.per_side = 5, .length = 6.5, .radius = 0.6, .smallest = 0.3, .push = 0.04});
          }};
}

template <int D>
void watch_all_gases() {
  for (const auto& fresh : gases<D>()) {
    World<D> alone = fresh();
    alone.run_until(kUntil);
    const std::uint64_t expected = alone.state_hash();
    EXPECT_GT(alone.collisions(), alone.size());

    Watcher<D> always;
    World<D> watched = fresh();
    watched.observe(always);
    watched.run_until(kUntil);
    EXPECT_EQ(watched.state_hash(), expected);
    EXPECT_EQ(always.impacts.size(), alone.collisions());

    Watcher<D> passer_by;
    World<D> glanced_at = fresh();
    glanced_at.run_until(kUntil / 3.0);
    const std::uint64_t before = glanced_at.collisions();
    EXPECT_GT(before, 0U);
    glanced_at.observe(passer_by);
    glanced_at.run_until(kUntil / 1.5);
    ASSERT_EQ(passer_by.impacts.size(), glanced_at.collisions() - before);
    for (std::size_t i = 0; i < passer_by.impacts.size(); ++i) {
      EXPECT_EQ(passer_by.impacts[i].index, before + i);
      EXPECT_EQ(passer_by.impacts[i].impulse, always.impacts[before + i].impulse);
      EXPECT_EQ(passer_by.impacts[i].a.velocity_after, always.impacts[before + i].a.velocity_after);
    }
    glanced_at.unobserve(passer_by);
    glanced_at.run_until(kUntil);
    EXPECT_EQ(glanced_at.state_hash(), expected);
    EXPECT_EQ(glanced_at.collisions(), alone.collisions());

    World<D> ruled = fresh();
    ruled.run_until(kUntil / 2.0);
    ruled.set_response(Material{7}, Material{7}, Response::Stop);  // of nobody here
    ruled.run_until(kUntil);
    EXPECT_EQ(ruled.state_hash(), expected);
  }
}

TEST(ImpactOfBalls, IsTheSameWhetherOrNotAnybodyWatchesOrHasRules) {
  watch_all_gases<2>();
  watch_all_gases<3>();
}

/// A place [L] where a ball of so large a radius touches nobody.
template <int D>
Vec<D> free_place(const World<D>& world, double length, double radius, Random& random) {
  for (;;) {
    Vec<D> place;
    for (double& c : place.c) c = random.uniform(radius, length - radius);
    bool is_free = true;
    for (std::uint32_t id = 0; id < world.size(); ++id)
      if (world.contains({id}))
        is_free = is_free && firsthit::length(world.state({id}).position - place) > 1.0 + radius;
    if (is_free) return place;
  }
}

/// Bodies come and go, the plain ones first.
template <int D>
World<D> change_much(Watcher<D>* watcher) {
  Random random(8, D);
  constexpr double kLength = 16.0;
  World<D> world = elastic<D>(Side::Wall, {.per_side = 4, .length = kLength, .radius = 0.9, .smallest = 0.5});
  if (watcher != nullptr) world.observe(*watcher);
  double time = 0.0;
  const auto run = [&] { world.run_until(time += 8.0); };
  const auto place = [&] { return free_place(world, kLength, 0.5, random); };
  Vec<D> fast;
  fast[0] = 3.0;
  run();
  world.add(ball<D>(place(), fast, 0.5, 0.1));
  run();
  world.remove({3});
  world.set_velocity({1}, -fast);
  run();
  world.set_position({2}, place());
  world.add(fixed<D>(Ball{0.5}, place()));
  run();
  world.add(fixed<D>(Segment<D>{{}, 0.5 * (1.0 / 3.0) * fast}, place()));
  run();
  Body<D> pusher = ball<D>(place(), Vec<D>{}, 0.25);
  pusher.kind = BodyKind::Kinematic;
  const BodyId pushes = world.add(pusher);
  run();
  world.set_velocity(pushes, 0.01 * fast);
  Body<D> sensor = ball<D>(place(), Vec<D>{}, 0.5);
  sensor.sensor = true;
  world.add(sensor);
  run();
  world.set_response(Material{0}, Material{0}, Response::Slide);
  run();
  world.set_response(Material{0}, Material{0}, Response::Stick);
  run();
  return world;
}

TEST(ImpactOfBalls, IsTheSameWhetherOrNotAnybodyWatchesAsMuchChanges) {
  Watcher<2> of_plane;
  Watcher<3> of_space;
  EXPECT_EQ(change_much<2>(nullptr).state_hash(), change_much<2>(&of_plane).state_hash());
  EXPECT_EQ(change_much<3>(nullptr).state_hash(), change_much<3>(&of_space).state_hash());
  EXPECT_GT(of_plane.impacts.size(), 100U);
  EXPECT_GT(of_space.impacts.size(), 100U);
  EXPECT_GT(of_plane.passings.size(), 0U);
}

/// Two balls between two walls have met at time 4, each its wall at 12, and are about to meet again at 20.
World<2> to_and_fro() {
  World<2> world(box<2>(Side::Wall, 20.0));
  world.add(ball<2>({5.0, 10.0}, {1.0, 0.0}));
  world.add(ball<2>({15.0, 10.0}, {-1.0, 0.0}));
  world.run_until(13.0);
  EXPECT_EQ(world.collisions(), 3U);
  return world;
}

TEST(ImpactOfBalls, ObeysARuleThatComesLater) {
  for (const Response response : {Response::Stop, Response::Stick, Response::Slide}) {
    World<2> world = to_and_fro();
    world.set_response(Material{0}, Material{0}, response);
    world.run_until(24.0);
    EXPECT_EQ(world.collisions(), 4U);
    EXPECT_EQ(world.state({0}).velocity, (Vec2{}));
    EXPECT_EQ(world.state({1}).velocity, (Vec2{}));
  }
  World<2> passing = to_and_fro();
  passing.set_response(Material{0}, Material{0}, Response::Pass);
  passing.run_until(24.0);
  EXPECT_EQ(passing.collisions(), 3U);
  EXPECT_EQ(passing.state({0}).position, (Vec2{13.0, 10.0}));

  World<2> asking = to_and_fro();
  int asked = 0;
  asking.set_response(Material{0}, Material{0}, [&asked](const Contact<2>& contact) {
    ++asked;
    return Reaction<2>{contact.velocity_b, contact.velocity_a};
  });
  asking.run_until(24.0);
  EXPECT_EQ(asked, 1);
}

TEST(ImpactOfBalls, MovesAllWhoAreStuckToOneOfThemLater) {
  World<2> world = to_and_fro();  // at 2 and 18 now
  world.set_response(Material{1}, Material{0}, Response::Stick);
  world.add({.shape = Ball{1.0}, .position = {6.0, 10.0}, .material = Material{1}});  // stuck to from 15 on
  world.run_until(19.0);
  ASSERT_EQ(world.collisions(), 4U);
  EXPECT_EQ(world.state({2}).velocity, (Vec2{0.5, 0.0}));
  world.run_until(30.0);
  EXPECT_EQ(world.state({0}).velocity, world.state({2}).velocity);
  EXPECT_EQ(world.state({2}).velocity, world.state({1}).velocity);
}

}  // namespace
}  // namespace firsthit
