#include "scene/build/build.hpp"
#include "scene/support.hpp"

#include <firsthit/agents.hpp>

#include <cmath>
#include <string>

namespace firsthit {
namespace {

const std::string kRun = R"(format = 1
dimension = 2
[run]
until = 1.0
window = 0.25
[space]
min = [0.0, 0.0]
max = [10.0, 10.0]
)";

std::string agent(const std::string& position, const std::string& more = "") {
  return "[[agent]]\nposition = " + position +
         "\nradius = 0.5\nmass = 2.0\ngoal = [9.0, 9.0]\npreferred_speed = 1.5\n" + more;
}

TEST(SceneAgents, AreBallsWithAGoal) {
  const Scene scene = scene_of(kRun + agent("[1.0, 2.0]", "velocity = [0.5, 0.0]\nname = \"eve\"\n") +
                               agent("[3.0, 2.0]", "steering = \"avoid\"\nmax_acceleration = 4\n"));
  ASSERT_EQ(scene.balls.size(), 2U);
  ASSERT_EQ(scene.agents.size(), 2U);
  EXPECT_EQ(scene.balls[0].velocity, (Triple{0.5, 0.0, 0.0}));
  EXPECT_EQ(scene.balls[1].mass, 2.0);
  EXPECT_EQ(scene.agents[0].goal, (Triple{9.0, 9.0, 0.0}));
  EXPECT_EQ(scene.agents[0].steering, Steering::Goal);
  EXPECT_TRUE(std::isinf(scene.agents[0].max_acceleration));
  EXPECT_EQ(scene.agents[1].ball, 1U);
  EXPECT_EQ(scene.agents[1].preferred_speed, 1.5);
  EXPECT_EQ(scene.agents[1].steering, Steering::Avoid);
  EXPECT_EQ(scene.agents[1].max_acceleration, 4.0);
  EXPECT_EQ(name_of(scene, 0), "eve");
  EXPECT_EQ(name_of(scene, 1), "agent-2");
}

TEST(SceneAgents, ComeAfterBallsAndBeforeGasWhichLeavesThemRoom) {
  const Scene scene = scene_of(kRun + "[[obstacle]]\nposition = [8.0, 1.0]\nradius = 0.5\n" + R"([[gas]]
count = 60
radius = 0.4
mass = 1.0
temperature = 1.0
)" + agent("[5.0, 5.0]") + "[[ball]]\nposition = [2.0, 2.0]\nradius = 0.5\nmass = 1.0\n");
  EXPECT_EQ(name_of(scene, 0), "ball-1");
  EXPECT_EQ(name_of(scene, 1), "agent-1");
  EXPECT_EQ(name_of(scene, 2), "gas-1-1");
  EXPECT_EQ(name_of(scene, 62), "obstacle-1");
  ASSERT_EQ(scene.agents.size(), 1U);
  EXPECT_EQ(scene.agents[0].ball, 1U);
  EXPECT_EQ(scene.balls[1].position, (Triple{5.0, 5.0, 0.0}));
}

TEST(SceneAgents, SteerTheWorldThatIsBuilt) {
  const Scene scene = scene_of(kRun + agent("[3.0, 1.0]"), {"agent.0.goal=[3.0, 7.0]", "run.until=8"});
  World<2> world = build<2>(scene);
  const std::shared_ptr<Agents<2>> agents = agents_of<2>(scene);
  ASSERT_NE(agents, nullptr);
  EXPECT_EQ(agents->piece(), 0.25);
  world.set_window(agents->piece(), [&](World<2>& at) { agents->steer(at); });
  world.run_until(0.0);
  agents->steer(world);
  world.run_until(2.0);
  EXPECT_EQ(world.state({0}).position, (Vec2{3.0, 4.0}));
  world.run_until(8.0);
  EXPECT_EQ(world.state({0}).position, (Vec2{3.0, 7.0}));
  EXPECT_EQ(agents_of<2>(scene_of(kRun)), nullptr);
}

TEST(SceneAgents, FollowTheirPathsWithinTheErrorOfTheScene) {
  // 4 (0.25 / n)^2 / 8 <= 0.5 / 64 and 0.0005: 2 pieces, and 8.
  const std::string text = kRun + agent("[3.0, 1.0]", "max_acceleration = 4.0\n");
  EXPECT_EQ(agents_of<2>(scene_of(text))->pieces(), 2U);
  EXPECT_EQ(agents_of<2>(scene_of(text, {"run.path_error=0.0005"}))->pieces(), 8U);
}

}  // namespace
}  // namespace firsthit
