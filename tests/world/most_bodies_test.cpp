#include "world/world_impl.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <string>

// A world has as many ids as there are numbers below those of the sides of the box: more than fit into any
// test. So here they are fewer.

namespace firsthit {

/// The inside of a world that is used from outside.
World<2>::Impl& inside_of(World<2>& world);

template <auto kMember>
struct Opened {
  friend World<2>::Impl& inside_of(World<2>& world) { return *(world.*kMember); }
};
template struct Opened<&World<2>::impl_>;

namespace {

std::string refusal(World<2>& world, const Body<2>& body) {
  try {
    world.add(body);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(MostBodies, AreAsManyAsThereAreIds) {
  World<2> world(box<2>(Side::Wall, 16.0));
  EXPECT_EQ(inside_of(world).most_bodies, 0xfffffff0U) << "the sides have the last sixteen";
}

TEST(MostBodies, OneMoreIsRefusedAndTheWorldStaysAsItIs) {
  for (const double begun : {0.0, 1.0}) {
    World<2> world(box<2>(Side::Wall, 16.0));
    inside_of(world).most_bodies = 3;
    world.add(ball<2>({2.0, 8.0}, {1.0, 0.0}));
    world.add(ball<2>({8.0, 8.0}, {0.0, 0.0}));
    World<2> plain(box<2>(Side::Wall, 16.0));
    plain.add(ball<2>({2.0, 8.0}, {1.0, 0.0}));
    plain.add(ball<2>({8.0, 8.0}, {0.0, 0.0}));
    for (World<2>* each : {&world, &plain}) {
      if (begun > 0.0) each->run_until(begun);
      each->add(fixed<2>(Ball{1.0}, {12.0, 8.0}));
    }
    const std::string told =
        "World::add: expected at most 3 bodies, those included that are gone, found one more";
    Body<2> leaning = fixed<2>(Box<2>{{0.5, 0.5}}, {4.0, 4.0});
    leaning.orientation.z = 0.25;
    EXPECT_EQ(refusal(world, ball<2>({4.0, 4.0}, {1.0, 1.0})), told);
    EXPECT_EQ(refusal(world, fixed<2>(Ball{1.0}, {4.0, 4.0})), told);
    EXPECT_EQ(refusal(world, leaning), told);
    EXPECT_EQ(world.size(), 3U);
    EXPECT_FALSE(world.contains({3}));
    world.run_until(40.0);
    plain.run_until(40.0);
    EXPECT_GT(world.collisions(), 0U);
    EXPECT_EQ(world.collisions(), plain.collisions());
    EXPECT_EQ(world.state_hash(), plain.state_hash());
  }
}

TEST(MostBodies, IdsOfThoseWhoAreGoneAreNotUsedAgain) {
  World<2> world(box<2>(Side::Wall, 16.0));
  inside_of(world).most_bodies = 2;
  world.add(ball<2>({2.0, 8.0}, {1.0, 0.0}));
  world.add(ball<2>({8.0, 8.0}, {0.0, 0.0}));
  world.remove({0});
  EXPECT_NE(refusal(world, ball<2>({2.0, 8.0}, {1.0, 0.0})), "none");
}

}  // namespace
}  // namespace firsthit
