#include "world/eventful_worlds.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

// Files of all versions of the format so far. They were written once, by the program of their day, from
// `eventful::mixed_responses` at time 0.8 and, in space, `eventful::falling` at 3.5, and from three balls
// that hold each other between walls while a fourth falls, a ball between two crates while another falls, and
// two cards that lean on each other below a ball that falls, and two crates on a conveyor of which one slips,
// and a brick and a capsule that tumble beside a tetrahedron that rests, and four crates that hop on each
// other, and a press that is within the upper one of two crates, and six crates that hop all at once; and
// hold what that told of them then. A file is never made anew; a new version gets new ones.

namespace firsthit {
namespace {

std::string path_of(const std::string& name) {
  const char* const source = std::getenv("FIRSTHIT_SOURCE");
  return (source != nullptr ? std::string(source) + "/" : "") + "tests/world/saved/" + name;
}

/// What was told of a world when it was saved.
struct Told {
  std::string file;
  double time;
  std::uint64_t collisions, state_hash;
};

template <int D>
World<D> check(const Told& told) {
  std::ifstream file(path_of(told.file), std::ios::binary);
  EXPECT_TRUE(file) << told.file;
  World<D> world = World<D>::load(file);
  EXPECT_EQ(world.time(), told.time);
  EXPECT_EQ(world.collisions(), told.collisions);
  EXPECT_EQ(world.state_hash(), told.state_hash);
  return world;
}

/// It goes on, and as it does when this program has saved it again.
template <int D>
void check_future(World<D>& world, const std::function<void(World<D>&)>& give_functions) {
  std::stringstream again;
  world.save(again);
  World<D> other = World<D>::load(again);
  const double end = world.time() + 0.5;
  const RunLimits limits{.collisions = world.collisions() + 500};
  for (World<D>* each : {&world, &other}) {
    give_functions(*each);
    each->run_until(end, limits);
  }
  EXPECT_EQ(other.state_hash(), world.state_hash());
  EXPECT_EQ(other.collisions(), world.collisions());
}

TEST(SavedWorldOfVersion1, IsReadInThePlane) {
  World<2> world = check<2>({"responses_v1.saved", 0.8, 5U, 0x00b77157916e22ebU});
  EXPECT_EQ(world.size(), 37U);
  EXPECT_TRUE(world.body({36}).sensor);
  check_future<2>(world, eventful::set_function<2>);
}

TEST(SavedWorldOfVersion1, IsReadInSpace) {
  World<3> world = check<3>({"falling_v1.saved", 3.5, 542U, 0xf067d5199ae0c8c5U});
  EXPECT_EQ(world.size(), 66U);
  EXPECT_EQ(world.options().contact_duration, 0x1p-10);
  check_future<3>(world, [](World<3>&) {});
}

TEST(SavedWorldOfVersion2, KnowsItsHeap) {
  World<2> world = check<2>({"heap_v2.saved", 101.5, 12133U, 0xb152ce23e1c20d24U});
  EXPECT_EQ(world.state({2}).acceleration, (Vec<2>{}));
  EXPECT_EQ(world.state({3}).acceleration, (Vec<2>{0.0, -1.0}));
  check_future<2>(world, [](World<2>&) {});
}

TEST(SavedWorldOfVersion3, KnowsItsHeapOfBallsAndCrates) {
  World<2> world = check<2>({"heap_v3.saved", 101.5, 20815U, 0xc2560fdbb7269fd1U});
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(world.state({i}).acceleration, (Vec<2>{}));
  EXPECT_EQ(world.state({3}).acceleration, (Vec<2>{0.0, -1.0}));
  EXPECT_EQ(world.contacts().size(), 6U);
  check_future<2>(world, [](World<2>&) {});
}

TEST(SavedWorldOfVersion4, KnowsItsCards) {
  World<2> world = check<2>({"cards_v4.saved", 61.5, 1024U, 0x43d7ff58bd897484U});
  for (std::uint32_t i = 0; i < 2; ++i) EXPECT_EQ(world.state({i}).acceleration, (Vec<2>{}));
  EXPECT_EQ(world.state({2}).acceleration, (Vec<2>{0.0, -1.0}));
  EXPECT_EQ(world.contacts().size(), 3U);
  check_future<2>(world, [](World<2>&) {});
}

TEST(SavedWorldOfVersion5, KnowsItsConveyor) {
  World<2> world = check<2>({"belt_v5.saved", 5.5, 22U, 0xe6b9260d5c654d5bU});
  EXPECT_EQ(world.body({0}).surface_velocity, (Vec<2>{1.0, 0.0}));
  EXPECT_EQ(world.state({1}).acceleration, (Vec<2>{0.0625, 0.0}));  // it slips
  check_future<2>(world, [](World<2>&) {});
  world.run_until(30.0);
  for (std::uint32_t i = 1; i <= 2; ++i) EXPECT_EQ(world.state({i}).velocity, (Vec<2>{1.0, 0.125})) << i;
}

TEST(SavedWorldOfVersion6, KnowsItsTops) {
  World<3> world = check<3>({"tops_v6.saved", 4.5, 375U, 0x4a1aff77e1d50540U});
  EXPECT_EQ(world.body({1}).inertia, 0.0);  // of its shape, about each axis another
  EXPECT_EQ(world.state({3}).velocity, (Vec<3>{}));
  check_future<3>(world, [](World<3>&) {});
}

TEST(SavedWorldOfVersion7, KnowsItsHops) {
  World<2> world = check<2>({"crates_v7.saved", 1.75, 211U, 0x1f9c3d6298aeb7d7U});
  check_future<2>(world, [](World<2>&) {});
  world.run_until(100.0);  // the fourth has fallen off
  for (std::uint32_t i = 1; i <= 3; ++i) EXPECT_EQ(world.state({i}).velocity, (Vec<2>{})) << i;
}

TEST(SavedWorldOfVersion8, KnowsItsPress) {
  World<2> world = check<2>({"press_v8.saved", 2.5, 275U, 0xb0960a2a38701968U});
  EXPECT_EQ(world.body({3}).on_crush, OnCrush::Passes);
  check_future<2>(world, [](World<2>&) {});
  world.run_until(10.0);  // its lower side is at 7/4 then, and it goes at 1: it leaves both
  EXPECT_NEAR(world.state({3}).position[1], 4.5 - 10.0, 0x1p-28);
  for (std::uint32_t i = 1; i <= 2; ++i) EXPECT_EQ(world.state({i}).velocity, (Vec<2>{})) << i;
}

TEST(SavedWorldOfVersion9, KnowsWhatContactsCarry) {
  World<2> world = check<2>({"hopping_v9.saved", 0.8, 137U, 0x01e9e0df7914b56aU});
  check_future<2>(world, [](World<2>&) {});
  world.run_until(10.0);
  for (std::uint32_t i = 0; i < world.size(); ++i) EXPECT_EQ(world.state({i}).velocity, (Vec<2>{})) << i;
}

}  // namespace
}  // namespace firsthit
