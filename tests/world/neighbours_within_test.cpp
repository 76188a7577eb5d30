#include "core/never.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

TEST(Near, TellsGapsAndTimesToCollisionWithBalls) {
  World<2> world(open_space<2>());
  const BodyId self = world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  const BodyId behind = world.add(ball<2>({-4.0, 0.0}, {1.0, 0.0}));
  const BodyId ahead = world.add(ball<2>({10.0, 0.0}, {-3.0, 0.0}));
  const BodyId aside = world.add(ball<2>({0.0, 8.0}, {1.0, -4.0}, 2.0));
  world.add(ball<2>({20.0, 0.0}, {-30.0, 0.0}));  // too far to be seen
  world.run_until(0.0);
  const std::vector<Neighbour<2>> found = world.neighbours_within(self, 8.0);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].id, aside);
  EXPECT_EQ(found[0].offset, (Vec2{0.0, 8.0}));
  EXPECT_EQ(found[0].normal, (Vec2{0.0, 1.0}));
  EXPECT_EQ(found[0].velocity, (Vec2{1.0, -4.0}));
  EXPECT_EQ(found[0].gap, 5.0);
  EXPECT_EQ(found[0].time_to_collision, 1.25);
  EXPECT_EQ(found[1].id, ahead);
  EXPECT_EQ(found[1].gap, 8.0) << "exactly at the distance is within it";
  EXPECT_EQ(found[1].time_to_collision, 2.0);
  EXPECT_EQ(found[2].id, behind);
  EXPECT_EQ(found[2].time_to_collision, kNever);
}

TEST(Near, TellsOfSidesAndFixedBodies) {
  World<2> world(box<2>(Side::Wall, 10.0));
  const BodyId self = world.add(ball<2>({4.0, 2.0}, {2.0, 1.0}));
  const BodyId floor = world.add(fixed<2>(HalfSpace<2>{{0.0, 2.0}, 1.0}));
  const BodyId fence = world.add(fixed<2>(Segment<2>{{0.0, 0.0}, {0.0, 9.0}}, {8.0, 0.5}));
  const BodyId post = world.add(fixed<2>(Ball{0.5}, {4.0, 6.0}));
  world.run_until(0.0);
  const std::vector<Neighbour<2>> found = world.neighbours_within(self, 5.0);
  ASSERT_EQ(found.size(), 6U);
  EXPECT_EQ(found[0].id, fence);
  EXPECT_EQ(found[0].gap, 3.0);
  EXPECT_EQ(found[0].time_to_collision, 1.5);
  EXPECT_EQ(found[0].offset, (Vec2{4.0, -1.5})) << "to its place";
  EXPECT_EQ(found[0].normal, (Vec2{1.0, 0.0}));
  EXPECT_EQ(found[1].id, (World<2>::side(0, true)));
  EXPECT_EQ(found[1].gap, 5.0);
  EXPECT_EQ(found[1].time_to_collision, 2.5);
  EXPECT_EQ(found[1].offset, (Vec2{6.0, 0.0}));
  EXPECT_EQ(found[2].id, floor) << "never, and the smaller id";
  EXPECT_EQ(found[2].gap, 0.5);
  EXPECT_EQ(found[2].time_to_collision, kNever);
  EXPECT_EQ(found[2].normal, (Vec2{0.0, -1.0}));
  EXPECT_EQ(found[3].id, post);
  EXPECT_EQ(found[3].gap, 2.5);
  EXPECT_EQ(found[3].time_to_collision, kNever) << "it passes by";
  EXPECT_EQ(found[4].id, (World<2>::side(0, false)));
  EXPECT_EQ(found[5].id, (World<2>::side(1, false)));
  EXPECT_EQ(found[5].gap, 1.0);
}

TEST(Near, CountsGravity) {
  World<2> world(open_space<2>({0.0, -2.0}));
  const BodyId self = world.add(ball<2>({0.0, 5.0}, {0.0, 3.0}));
  world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  world.run_until(1.0);
  EXPECT_NEAR(world.neighbours_within(self, 10.0).at(0).time_to_collision, 3.0, 1e-14)
      << "4 + 3 t = t^2 at t = 4";
  EXPECT_EQ(world.neighbours_within(self, 10.0).at(0).gap, 6.0);
}

TEST(Near, WhatABodyRestsOnIsNearAndNotAboutToBeHit) {
  WorldOptions<2> options = box<2>(Side::Wall, 10.0);
  options.gravity = {0.0, -1.0};
  options.restitution = 0.0;
  World<2> world(options);
  const BodyId self = world.add(ball<2>({5.0, 2.0}, {}));
  world.run_until(5.0);
  const std::vector<Neighbour<2>> found = world.neighbours_within(self, 0.5);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, (World<2>::side(1, false)));
  EXPECT_EQ(found[0].time_to_collision, kNever);
}

/// All images of all others by their states: offset, gap and time, straight from the definitions.
template <int D>
std::vector<Neighbour<D>> by_brute_force(const World<D>& world, BodyId self, double distance, int images) {
  std::vector<Neighbour<D>> found;
  const BodyState<D> own = world.state(self);
  const Space<D>& space = world.options().space;
  const double own_radius = std::get<Ball>(world.body(self).shape).radius;
  std::array<int, 3> n{};
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    if (id == self.value) continue;
    const BodyState<D> other = world.state({id});
    const double sigma = own_radius + std::get<Ball>(world.body({id}).shape).radius;
    for (n[0] = -images; n[0] <= images; ++n[0])
      for (n[1] = -images; n[1] <= images; ++n[1])
        for (n[2] = D == 3 ? -images : 0; n[2] <= (D == 3 ? images : 0); ++n[2]) {
          Neighbour<D> neighbour;
          long double dd = 0.0L, dv = 0.0L, vv = 0.0L;
          for (std::size_t axis = 0; axis < D; ++axis) {
            const double side = space.max[axis] - space.min[axis];
            neighbour.offset[axis] = other.position[axis] + n[axis] * side - own.position[axis];
            const long double d = neighbour.offset[axis];
            const long double v = static_cast<long double>(other.velocity[axis]) - own.velocity[axis];
            dd += d * d;
            dv += d * v;
            vv += v * v;
          }
          neighbour.id = {id};
          neighbour.velocity = other.velocity;
          neighbour.gap = static_cast<double>(std::sqrt(dd) - sigma);
          const long double disc = dv * dv - vv * (dd - static_cast<long double>(sigma) * sigma);
          neighbour.time_to_collision =
              dv < 0.0L && disc > 0.0L ? static_cast<double>((-dv - std::sqrt(disc)) / vv) : kNever;
          if (neighbour.gap <= distance) found.push_back(neighbour);
        }
  }
  return found;
}

template <int D>
void expect_brute_force(NeighbourSearch search, double distance, int images, std::size_t least) {
  constexpr std::uint64_t kSeed = 5;
  SCOPED_TRACE(testing::Message() << D << "D, seed " << kSeed << ", distance " << distance);
  Random random(kSeed);
  WorldOptions<D> options = box<D>(Side::Periodic, 8.0);
  options.neighbours = search;
  World<D> world = gas<D>(options, {.per_side = D == 2 ? 6 : 4, .length = 8.0, .smallest = 0.4}, random);
  world.run_until(0.37);
  std::size_t total = 0;
  std::size_t hits = 0;
  for (std::uint32_t id = 0; id < 9; ++id) {
    std::vector<Neighbour<D>> expected = by_brute_force(world, {id}, distance, images);
    const std::vector<Neighbour<D>> found = world.neighbours_within({id}, distance);
    ASSERT_EQ(found.size(), expected.size());
    total += found.size();
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (i > 0) {
        EXPECT_LE(found[i - 1].time_to_collision, found[i].time_to_collision);
      }
      const auto same = std::find_if(expected.begin(), expected.end(), [&](const Neighbour<D>& other) {
        double off = 0.0;
        for (std::size_t axis = 0; axis < D; ++axis)
          off = std::max(off, std::fabs(other.offset[axis] - found[i].offset[axis]));
        return other.id == found[i].id && off < 1e-12;
      });
      ASSERT_NE(same, expected.end());
      EXPECT_NEAR(same->gap, found[i].gap, 1e-12);
      EXPECT_EQ(same->velocity, found[i].velocity);
      if (same->time_to_collision == kNever) {
        EXPECT_EQ(found[i].time_to_collision, kNever);
      } else {
        ++hits;
        EXPECT_NEAR(found[i].time_to_collision, same->time_to_collision, 1e-9 * same->time_to_collision);
      }
      expected.erase(same);
    }
  }
  EXPECT_GT(total, least);
  EXPECT_GT(hits, least / 100);
}

TEST(Near, FindsEveryImageWithinReach) {
  for (const auto search : {NeighbourSearch::Lists, NeighbourSearch::AllPairs}) {
    expect_brute_force<2>(search, 0.3, 1, 9);
    expect_brute_force<2>(search, 2.0, 1, 90);
    expect_brute_force<2>(search, 13.0, 3, 1000);
    expect_brute_force<3>(search, 1.5, 1, 30);
    expect_brute_force<3>(search, 9.0, 2, 1000);
  }
}

template <int D>
void expect_same_from_both_searches() {
  for (const Side sides : {Side::Wall, Side::Periodic, Side::Open}) {
    std::vector<World<D>> worlds;
    for (const auto search : {NeighbourSearch::Lists, NeighbourSearch::AllPairs}) {
      Random random(8);
      WorldOptions<D> options = box<D>(sides, 12.0);
      options.neighbours = search;
      worlds.push_back(gas<D>(options, {.per_side = 4, .length = 12.0, .smallest = 0.2}, random));
      for (int i = 0; i < 3; ++i) worlds.back().add(fixed<D>(Ball{0.25}, Vec<D>{3.0 * i, 6.0}));
      worlds.back().run_until(3.3);
    }
    ASSERT_EQ(worlds[0].state_hash(), worlds[1].state_hash());
    for (std::uint32_t id = 0; id < 16; ++id) {
      const auto a = worlds[0].neighbours_within({id}, 3.0);
      const auto b = worlds[1].neighbours_within({id}, 3.0);
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].id, b[i].id);
        EXPECT_EQ(a[i].offset, b[i].offset);
        EXPECT_EQ(a[i].gap, b[i].gap);
        EXPECT_EQ(a[i].time_to_collision, b[i].time_to_collision);
      }
    }
  }
}

TEST(Near, IsTheSameHoweverNeighboursAreFound) {
  expect_same_from_both_searches<2>();
  expect_same_from_both_searches<3>();
}

TEST(Near, ForetellsTheNextImpactOfTheWorld) {
  Random random(4);
  World<2> world = gas<2>(box<2>(Side::Periodic, 16.0), {}, random);
  Watcher<2> watcher;
  world.observe(watcher);
  for (int round = 0; round < 50; ++round) {
    world.run_until(0.5 * round);
    double soonest = kNever;
    std::uint32_t who = 0;
    for (std::uint32_t id = 0; id < world.size(); ++id) {
      const std::vector<Neighbour<2>> found = world.neighbours_within({id}, 4.0);
      if (found.empty() || !(found[0].time_to_collision < soonest)) continue;
      soonest = found[0].time_to_collision;
      who = id;
    }
    const std::size_t before = watcher.impacts.size();
    world.run_until(world.time() + 0.49, {.collisions = world.collisions() + 1});
    if (watcher.impacts.size() == before) continue;
    EXPECT_EQ(watcher.impacts.back().a.id.value, who);
    EXPECT_NEAR(watcher.impacts.back().time, 0.5 * round + soonest, 1e-14 * (1.0 + 0.5 * round));
  }
  EXPECT_GT(watcher.impacts.size(), 30U);
}

TEST(Near, RefusesWhatCannotBeAnswered) {
  World<2> world(box<2>(Side::Periodic, 10.0));
  const BodyId self = world.add(ball<2>({5.0, 5.0}, {}));
  const BodyId post = world.add(fixed<2>(Ball{1.0}, {1.0, 1.0}));
  EXPECT_THROW(world.neighbours_within(self, 1.0), InputError) << "before the first run";
  world.run_until(1.0);
  EXPECT_EQ(world.neighbours_within(self, 7.0).size(), 4U) << "four images of the post";
  EXPECT_THROW(world.neighbours_within(post, 1.0), InputError);
  EXPECT_THROW(world.neighbours_within({7}, 1.0), InputError);
  EXPECT_THROW(world.neighbours_within(self, -1.0), InputError);
  EXPECT_THROW(world.neighbours_within(self, kNever), InputError);
  EXPECT_THROW(world.neighbours_within(self, 1e5), InputError);
}

}  // namespace
}  // namespace firsthit
