#include "scene/change/change.hpp"

#include "scene/build/build.hpp"
#include "scene/support.hpp"

#include <string>
#include <vector>

namespace firsthit {
namespace {

constexpr const char* kText = R"(
format = 1
dimension = 3
[space]
min = [0, 0, 0]
max = [8, 8, 8]
[run]
until = 9
[[ball]]
position = [2, 2, 2]
velocity = [1, 0.5, 0]
radius = 0.5
mass = 1
angular_velocity = [0, 0, 1]
orientation = [1, 0, 0, 0]
[[ball]]
position = [6, 2, 2]
radius = 0.5
mass = 1
[[body]]
name = "cube"
shape = { box = { half_extents = [0.5, 0.5, 0.5] } }
position = [5, 5, 5]
velocity = [0, -1, 0.25]
mass = 2
)";

std::uint64_t hash_of(const Scene& scene) {
  World<3> world = build<3>(scene);
  world.run_until(9.0);
  return world.state_hash();
}

TEST(ChangedScene, RunsAsOneThatIsReadWithThatNumber) {
  const Scene scene = scene_of(kText);
  const struct {
    std::uint32_t body;
    const char* key;
    std::vector<double> numbers;
    const char* setting;
  } changes[] = {
      {0, "position", {2.5, 3.0, 4.0}, "ball.0.position=[2.5, 3.0, 4.0]"},
      {0, "velocity", {-3.0, 0.5, 1.0}, "ball.0.velocity=[-3.0, 0.5, 1.0]"},
      {0, "radius", {0.75}, "ball.0.radius=0.75"},
      {0, "mass", {4.0}, "ball.0.mass=4.0"},
      {0, "angular_velocity", {1.0, 2.0, -1.0}, "ball.0.angular_velocity=[1.0, 2.0, -1.0]"},
      {0, "orientation", {0.0, 1.0, 0.0, 0.0}, "ball.0.orientation=[0.0, 1.0, 0.0, 0.0]"},
      {2, "velocity", {0.5, -1.5, 0.25}, "body.0.velocity=[0.5, -1.5, 0.25]"},
      {2, "mass", {0.125}, "body.0.mass=0.125"},
  };
  const std::uint64_t before = hash_of(scene);
  for (const auto& change : changes) {
    const SceneResult changed = changed_scene(scene, change.body, change.key, change.numbers);
    ASSERT_TRUE(changed) << change.setting << ": " << all_problems(changed);
    EXPECT_TRUE(changed.scene->as_run.empty());
    const std::uint64_t hash = hash_of(*changed.scene);
    EXPECT_EQ(hash, hash_of(scene_of(kText, {change.setting}))) << change.setting;
    EXPECT_NE(hash, before) << change.setting;
  }
  EXPECT_EQ(hash_of(scene), before);
}

TEST(ChangedScene, WhatWouldBeWrongInAFileIsWrong) {
  const Scene scene = scene_of(kText);
  const struct {
    std::uint32_t body;
    const char* key;
    std::vector<double> numbers;
    const char* problem;
  } changes[] = {
      {0, "position", {5.5, 2.0, 2.0}, "ball-2 overlaps ball-1"},
      {0, "position", {5.0, 4.25, 5.0}, "overlaps"},
      {0, "radius", {2.5}, "ball-1 lies outside: 0.5 deep in the lower x side"},
      {0, "radius", {-1.0}, "radius: expected > 0, found -1"},
      {0, "velocity", {1.0, 2.0}, "velocity: expected 3 numbers, found 2"},
      {0, "mass", {1e60}, "mass: expected"},
      {0, "orientation", {1.0, 1.0, 0.0, 0.0}, "orientation: expected a quaternion of length 1"},
      {1, "orientation", {1.0, 0.0, 0.0, 0.0}, "orientation: expected one of a body that spins"},
      {2, "radius", {1.0}, "radius: expected one of a ball"},
      {3, "mass", {1.0}, "mass: expected the id of a moving body, found 3"},
      {0, "color", {1.0}, "color: expected"},
  };
  for (const auto& change : changes) {
    const SceneResult changed = changed_scene(scene, change.body, change.key, change.numbers);
    EXPECT_FALSE(changed) << change.key;
    EXPECT_NE(all_problems(changed).find(change.problem), std::string::npos) << all_problems(changed);
  }
}

TEST(ChangedScene, WhatWouldChangeMoreIsRefused) {
  const Scene gas =
      scene_of(std::string(kText) + "[[gas]]\ncount = 5\nradius = 0.25\nmass = 1\ntemperature = 1\n");
  const SceneResult moved = changed_scene(gas, 0, "position", {3.0, 3.0, 3.0});
  EXPECT_FALSE(moved);
  EXPECT_NE(all_problems(moved).find("makes way"), std::string::npos);
  const Scene agents = scene_of(
      "format = 1\ndimension = 2\n[space]\nmin = [0, 0]\nmax = [9, 9]\n[run]\nuntil = 1\nwindow = 0.1\n"
      "[[agent]]\nposition = [2, 2]\ngoal = [7, 7]\nradius = 0.5\nmass = 1\npreferred_speed = 1\n");
  EXPECT_FALSE(changed_scene(agents, 0, "radius", {0.75})) << "its goal may have no room for it";
  EXPECT_TRUE(changed_scene(agents, 0, "position", {3.0, 2.0}));
}

}  // namespace
}  // namespace firsthit
