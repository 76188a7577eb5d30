// Programs that use the names before the last renaming still compile, with a warning, for one release.

#include <firsthit/firsthit.hpp>

#include <gtest/gtest.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace firsthit {
namespace {

World<2> two_balls() {
  WorldOptions<2> options;
  options.space = {{0.0, 0.0}, {10.0, 10.0}, {}};
  World<2> world(options);
  world.add({.position = {2.0, 5.0}, .velocity = {1.0, 0.0}});
  world.add({.position = {8.0, 5.0}, .filter = Filter{.is = 2, .meets = 3}});
  world.run_until(0.0);
  return world;
}

TEST(OldNames, OfFiltersStillMeanTheSame) {
  const Filter old{.is = 2, .meets = 3};
  EXPECT_EQ(old, (Filter{.category = 2, .mask = 3}));
  Filter changed;
  changed.meets = 7;
  EXPECT_EQ(changed.mask, 7U);
  EXPECT_EQ(changed.category, 1U);
}

TEST(OldNames, OfQuestionsStillWork) {
  World<2> world = two_balls();
  EXPECT_EQ(world.near(BodyId{0}, 6.0).size(), world.neighbours_within(BodyId{0}, 6.0).size());
  EXPECT_EQ(world.predicted().size(), world.predicted_impacts().size());
  const Among all_but_one{.filter = {}, .but = {BodyId{1}}};
  EXPECT_TRUE(world.cast(Ball{0.5}, {2.0, 8.0}, {0.0, -2.0}));
  EXPECT_FALSE(world.cast(Ball{0.5}, {6.0, 5.0}, {2.0, 0.0}, all_but_one));
}

}  // namespace
}  // namespace firsthit
