#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>

// Large bodies among small ones, that others get into the middle of: which no ball lets anybody.

namespace firsthit {
namespace {

struct Ended {
  std::uint64_t collisions = 0;
  std::uint64_t hash = 0;
  friend bool operator==(const Ended&, const Ended&) = default;
};
Ended end_of(const World<2>& world) { return {world.collisions(), world.state_hash()}; }

WorldOptions<2> room(NeighbourSearch search, double size) {
  WorldOptions<2> options;
  options.space = {{0.0, 0.0}, {size, size}};
  options.neighbours = search;
  return options;
}

// A rod lies along a wall, and a ball that comes later strikes its end, again and again in the corner that
// the two and the wall make: within the ball around the rod.
TEST(LargeSolids, AreStruckByWhoComesIntoTheBallAroundThem) {
  const auto run = [](NeighbourSearch search) {
    WorldOptions<2> options = room(search, 2.0);
    options.restitution = 0.0;
    World<2> world(options);
    for (int i = 0; i < 3; ++i) world.add({.shape = Ball{0.125}});
    world.add({.shape = Segment<2>{{1.0, 0.0}, {0.0, 0.0}}, .position = {0.5, 0.0}});
    world.run_until(2.0);
    world.add({.shape = Ball{0.125}, .velocity = {12.625, 1.0}});
    world.run_until(4.0);
    return end_of(world);
  };
  const Ended all = run(NeighbourSearch::AllPairs);
  EXPECT_GT(all.collisions, 5U);
  EXPECT_EQ(run(NeighbourSearch::Automatic), all);
  EXPECT_EQ(run(NeighbourSearch::Lists), all);
}

// A tongs, open to the right, with balls all around that fly into its mouth and out of it.
TEST(LargeSolids, AreStruckInTheirMouths) {
  const auto run = [](NeighbourSearch search) {
    World<2> world(room(search, 32.0));
    world.add({.shape = Polygon({{-6.0, -6.0},
                                 {6.0, -6.0},
                                 {6.0, -5.0},
                                 {-5.0, -5.0},
                                 {-5.0, 5.0},
                                 {6.0, 5.0},
                                 {6.0, 6.0},
                                 {-6.0, 6.0}}),
               .position = {12.0, 16.0},
               .mass = 50.0});
    for (int i = 0; i < 60; ++i)
      world.add({.shape = Ball{0.25},
                 .position = {24.0 + i % 6, 11.0 + i / 6},
                 .velocity = {-1.0 - 0.125 * (i % 7), 0.25 * (i % 5 - 2)}});
    world.run_until(60.0);
    return end_of(world);
  };
  const Ended all = run(NeighbourSearch::AllPairs);
  EXPECT_GT(all.collisions, 300U);
  EXPECT_EQ(run(NeighbourSearch::Automatic), all);
}

}  // namespace
}  // namespace firsthit
