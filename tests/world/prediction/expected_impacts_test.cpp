#include <firsthit/world.hpp>

#include <gtest/gtest.h>

// What is expected next is kept until it has come, and told again: but only of bodies that go on as they did.

namespace firsthit {
namespace {

/// Two boxes that turn and come towards each other.
World<2> boxes_on_their_way(const Vec<2>& velocity, double turning) {
  World<2> world(WorldOptions<2>{});
  for (const double x : {0.0, 2.5}) {
    Body<2> box;
    box.shape = Box<2>{{1.0, 0.5}};
    box.position = {x, 0.0};
    box.velocity = x > 0.0 ? velocity : Vec<2>{1.0, 0.0};
    box.spins = true;
    box.angular_velocity = x > 0.0 ? turning : 0.5;
    world.add(box);
  }
  return world;
}

TEST(ExpectedImpacts, AreToldAnewOnceACourseHasChanged) {
  World<2> world = boxes_on_their_way({-1.0, 0.0}, 0.25);
  world.run_until(0.0);
  const auto before = world.time_to_collision({0}, {1});
  ASSERT_TRUE(before);
  world.set_velocity({1}, {-0.5, 0.0});
  EXPECT_EQ(world.time_to_collision({0}, {1}),
            boxes_on_their_way({-0.5, 0.0}, 0.25).time_to_collision({0}, {1}));
  EXPECT_NE(world.time_to_collision({0}, {1}), before);
  world.set_velocity({1}, {-1.0, 0.0});
  world.set_angular_velocity({1}, -2.0);
  EXPECT_EQ(world.time_to_collision({0}, {1}),
            boxes_on_their_way({-1.0, 0.0}, -2.0).time_to_collision({0}, {1}));
  EXPECT_NE(world.time_to_collision({0}, {1}), before);
}

TEST(ExpectedImpacts, AreNotToldOnceTheyHaveBeen) {
  World<2> world = boxes_on_their_way({-1.0, 0.0}, 0.25);
  const double meet = world.time_to_collision({0}, {1}).value();
  world.run_until(0.5 * meet);
  EXPECT_NEAR(world.time_to_collision({0}, {1}).value(), 0.5 * meet, 1e-12);
  world.run_until(1.25 * meet);
  EXPECT_EQ(world.collisions(), 1U);
  const auto next = world.time_to_collision({0}, {1});
  EXPECT_TRUE(!next || *next > 0.0);
}

}  // namespace
}  // namespace firsthit
