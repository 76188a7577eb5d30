#include "record/setup/moving_bodies.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace firsthit {
namespace {

bool are_same(const MovingBody& a, const MovingBody& b) {
  return a.id == b.id && a.radius == b.radius && a.mass == b.mass && a.material == b.material &&
         a.shape == b.shape && a.kinematic == b.kinematic && a.sensor == b.sensor && a.waits == b.waits &&
         a.spins == b.spins && a.inertia == b.inertia;
}

/// Whoever differs from another in one thing, and each twice.
std::vector<MovingBody> all_kinds() {
  std::vector<MovingBody> bodies(10, MovingBody{{}, 0.5, 1.0, Material{0}});
  bodies[1].radius = 0.25;
  bodies[2].mass = 3.0;
  bodies[3].material = Material{1};
  bodies[4].shape = 7;
  bodies[5].kinematic = true;
  bodies[6].sensor = true;
  bodies[7].waits = true;
  bodies[8].spins = true;
  bodies[9].inertia = 0.1;
  bodies.insert(bodies.end(), bodies.begin(), bodies.end());
  return bodies;
}

TEST(MovingBodies, KeepEveryThingThatBodiesDifferIn) {
  std::vector<MovingBody> bodies = all_kinds();
  MovingBodies kept;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    bodies[i].id = BodyId{i};
    kept.push_back(bodies[i]);
  }
  ASSERT_EQ(kept.size(), 20U);
  EXPECT_EQ(kept.kinds().size(), 10U);
  std::size_t place = 0;
  for (const MovingBody& body : kept) EXPECT_TRUE(are_same(body, bodies[place++]));
  for (std::size_t i = 0; i < bodies.size(); ++i) EXPECT_TRUE(are_same(kept[i], bodies[i]));
}

TEST(MovingBodies, KnowIdsThatLeaveGaps) {
  MovingBodies kept;
  for (const std::uint32_t id : {0U, 1U, 5U, 6U, 9U}) kept.push_back({BodyId{id}, 0.5, 1.0, {}});
  EXPECT_FALSE(kept.count_from_zero());
  ASSERT_EQ(kept.size(), 5U);
  EXPECT_EQ(kept[1].id, BodyId{1});
  EXPECT_EQ(kept[2].id, BodyId{5});
  EXPECT_EQ(kept.id(4), BodyId{9});

  MovingBodies late;
  for (const std::uint32_t id : {3U, 4U}) late.push_back({BodyId{id}, 0.5, 1.0, {}});
  EXPECT_EQ(late[0].id, BodyId{3});
  EXPECT_EQ(late[1].id, BodyId{4});

  MovingBodies all;
  for (const std::uint32_t id : {0U, 1U, 2U}) all.push_back({BodyId{id}, 0.5, 1.0, {}});
  EXPECT_TRUE(all.count_from_zero());
  EXPECT_EQ(all[2].id, BodyId{2});
}

TEST(MovingBodies, AreTheSameHoweverManyKindsThereAre) {
  MovingBodies kept;
  for (std::uint32_t i = 0; i < 1000; ++i) kept.push_back({BodyId{i}, 1.0 + i % 100, 1.0, {}});
  for (std::uint32_t i = 0; i < 1000; ++i) ASSERT_EQ(kept[i].radius, 1.0 + i % 100);
  EXPECT_LE(kept.kinds().size(), 1000U);
}

}  // namespace
}  // namespace firsthit
