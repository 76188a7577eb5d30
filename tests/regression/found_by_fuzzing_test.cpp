#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

// What the fuzzer of a world's calls has found (tests/fuzz/world_calls.cpp).

namespace firsthit {
namespace {

// A list of contacts was kept if there was anybody in it: of a world that began without bodies, contacts
// never lasted, and what was saved of it could not be loaded.
TEST(FoundByFuzzing, ContactsLastInAWorldThatBeganWithoutBodies) {
  auto options = box<2>(Side::Wall, 16.0);
  options.restitution = 0.5;
  options.contact_duration = 100.0;
  World<2> world(options);
  world.run_until(1.0);
  const BodyId ball_id = world.add(ball<2>({4.0, 8.0}, {1.0, 0.0}));
  world.run_until(13.0);
  EXPECT_EQ(world.collisions(), 1U);  // the wall is 11 away
  EXPECT_EQ(world.state(ball_id).velocity, (Vec2{-0.5, 0.0}));
  world.run_until(50.0);  // 14 further is the other one: within the duration of the first contact
  EXPECT_EQ(world.collisions(), 2U);
  EXPECT_EQ(world.state(ball_id).velocity, (Vec2{0.5, 0.0}));
  std::stringstream file;
  world.save(file);
  EXPECT_EQ(World<2>::load(file).state_hash(), world.state_hash());
}

// The same of what holds whom: who came to rest there wrote where no memory was.
TEST(FoundByFuzzing, BodiesRestInAWorldThatBeganWithoutBodies) {
  auto options = box<2>(Side::Wall, 16.0);
  options.gravity = {0.0, -1.0};
  options.restitution = 0.0;
  World<2> world(options);
  world.run_until(1.0);
  const BodyId id = world.add(ball<2>({8.0, 4.0}, {}));
  EXPECT_EQ(world.run_until(20.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.state(id).position, (Vec2{8.0, 1.0}));
  EXPECT_EQ(world.state(id).velocity, Vec2{});
  std::stringstream file;
  world.save(file);
  EXPECT_EQ(World<2>::load(file).state_hash(), world.state_hash());
}

// Where all pairs are looked at, bodies that were gone were still looked at, by their shapes: those of fixed
// ones stood where nobody had put any.
TEST(FoundByFuzzing, NobodyIsNearWhoIsGoneWhereAllPairsAreLookedAt) {
  auto options = box<2>(Side::Wall, 16.0);
  options.neighbours = NeighbourSearch::AllPairs;
  World<2> world(options);
  const BodyId stays = world.add(ball<2>({4.0, 8.0}, {}));
  const BodyId goes = world.add(ball<2>({7.0, 8.0}, {}));
  const BodyId post = world.add(fixed<2>(Ball{1.0}, {4.0, 11.0}));
  world.run_until(1.0);
  EXPECT_EQ(world.neighbours_within(stays, 2.0).size(), 2U);
  world.remove(goes);
  world.remove(post);
  EXPECT_TRUE(world.neighbours_within(stays, 2.0).empty());
}

// There, a body that came later to a box that repeats was given no region: images of others were missed.
TEST(FoundByFuzzing, WhoComesLaterMeetsImagesWhereAllPairsAreLookedAt) {
  for (const NeighbourSearch search : {NeighbourSearch::Lists, NeighbourSearch::AllPairs}) {
    auto options = box<2>(Side::Periodic, 16.0);
    options.neighbours = search;
    World<2> world(options);
    world.add(ball<2>({1.5, 8.0}, {}));
    world.run_until(1.0);
    world.add(ball<2>({12.0, 8.0}, {1.0, 0.0}));
    world.run_until(8.0);
    EXPECT_EQ(world.collisions(), 1U);  // its image is at 17.5: 3.5 to go
  }
}

// The ends of a segment were looked at if it was fixed only.
TEST(FoundByFuzzing, EndsOfSegmentsThatMoveAreNumbers) {
  for (const BodyKind kind : {BodyKind::Dynamic, BodyKind::Kinematic, BodyKind::Fixed}) {
    for (const double x : {HUGE_VAL, std::nan(""), 0x1p300}) {
      World<2> world;
      Body<2> body{.shape = Segment<2>{{0.0, 0.0}, {1.0, x}}, .kind = kind};
      EXPECT_THROW(world.add(body), InputError);
      body.shape = Segment<2>{{x, 0.0}, {1.0, 0.0}};
      EXPECT_THROW(world.add(body), InputError);
    }
  }
}

// A segment as long as 2^13 sides of a cube that repeats was taken, and then looked for in 2^42 boxes.
TEST(FoundByFuzzing, WhatReachesOverMoreBoxesThanCanBeLookedThroughIsRefused) {
  World<3> cube(box<3>(Side::Periodic, 1.0));
  EXPECT_THROW(cube.add(fixed<3>(Segment<3>{{0.0, 0.0, 0.0}, {2000.0, 0.0, 0.0}})), InputError);
  EXPECT_NO_THROW(cube.add(fixed<3>(Segment<3>{{0.0, 0.0, 0.0}, {400.0, 0.0, 0.0}})));
  World<2> square(box<2>(Side::Periodic, 1.0));
  EXPECT_NO_THROW(square.add(fixed<2>(Segment<2>{{0.0, 0.0}, {8000.0, 0.0}})));
}

// The mass of what is fixed, or moves as it is told, does not count, and was not looked at: a world with one
// that is NaN was saved, and could not be loaded. Nor was the moment of inertia of who does not spin.
TEST(FoundByFuzzing, MassesAndMomentsThatDoNotCountAreNumbersYet) {
  for (const BodyKind kind : {BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic}) {
    for (double Body<2>::*which : {&Body<2>::mass, &Body<2>::inertia}) {
      World<2> world;
      Body<2> body{.shape = Box<2>{{0.5, 0.5}}, .kind = kind};
      body.*which = std::nan("");
      EXPECT_THROW(world.add(body), InputError);
    }
  }
  World<2> world;
  world.add(
      Body<2>{.shape = Ball{1.0}, .mass = HUGE_VAL, .kind = BodyKind::Fixed});  // as one may think of it
  std::stringstream file;
  world.save(file);
  EXPECT_EQ(World<2>::load(file).body({0}).mass, HUGE_VAL);
}

// Its radius was -1e241: neighbours were looked for that far away, for ever.
TEST(FoundByFuzzing, ASavedCrateWhoseRadiusIsNotThatOfItsShapeIsRefused) {
  const char* const source = std::getenv("FIRSTHIT_SOURCE");
  ASSERT_NE(source, nullptr);
  std::ifstream file(std::string(source) + "/tests/fuzz/corpus/saved_worlds/a-crate-of-another-radius",
                     std::ios::binary);
  ASSERT_TRUE(file);
  try {
    World<2>::load(file);
    FAIL() << "it was loaded";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("radius of body 0: expected that of its shape"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace firsthit
