#include "scene/base/scene.hpp"

#include "core/random.hpp"
#include "scene/build/build.hpp"
#include "scene/support.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace firsthit {
namespace {

TEST(Scene, ContainersAndArcsAreRead) {
  const Scene scene = scene_of(R"(
format = 1
dimension = 2
[space]
sides = "open"
[run]
until = 1
[[ball]]
position = [0, 0]
radius = 0
mass = 1
[[obstacle]]
position = [1, 0]
radius = 0.5
[[obstacle]]
position = [0.5, 0]
radius = 3
side = "inside"
[[arc]]
name = "lid"
center = [0, 1]
radius = 2
from = -45
to = 90
[[arc]]
center = [0, 0]
radius = 1
from = 0
to = 360
)");
  EXPECT_EQ(scene.balls[0].radius, 0.0);
  ASSERT_EQ(scene.fixed.size(), 4U);
  EXPECT_EQ(scene.min, (Triple{-2.5, -3.0, 0.0})) << "the box is what they span";
  World<2> world = build<2>(scene);
  EXPECT_EQ(std::get<Ball>(world.body({1}).shape).radius, 0.5);
  EXPECT_EQ(std::get<Container>(world.body({2}).shape).radius, 3.0);
  EXPECT_EQ(world.body({2}).position, (Vec2{0.5, 0.0}));
  const Arc lid = std::get<Arc>(world.body({3}).shape);
  EXPECT_EQ(lid.radius, 2.0);
  EXPECT_EQ(world.body({3}).position, (Vec2{0.0, 1.0}));
  EXPECT_EQ(lid.from, (Vec2{std::sqrt(0.5), -std::sqrt(0.5)}));
  EXPECT_EQ(lid.to, (Vec2{0.0, 1.0}));
  const Arc ring = std::get<Arc>(world.body({4}).shape);
  EXPECT_EQ(ring.from, ring.to);
  EXPECT_EQ(name_of(scene, 1), "obstacle-1");
  EXPECT_EQ(name_of(scene, 2), "obstacle-2");
  EXPECT_EQ(name_of(scene, 3), "lid");
  EXPECT_EQ(name_of(scene, 4), "arc-2");
}

TEST(Scene, PointsMayStartTogetherAndOnAWall) {
  std::string text = "format = 1\ndimension = 2\n[space]\nmin = [0, 0]\nmax = [1, 1]\n[run]\nuntil = 1\n";
  for (int i = 0; i < 50; ++i) text += "[[ball]]\nposition = [0.5, 0]\nradius = 0\nmass = 1\n";
  EXPECT_EQ(scene_of(text).balls.size(), 50U);
}

TEST(Scene, WithoutABoxIsOpenSpace) {
  const std::string head = "format = 1\ndimension = 2\n[run]\nuntil = 1\n";
  const std::string ball = "[[ball]]\nposition = [2, 3]\nradius = 1\nmass = 1\nvelocity = [1e6, 0]\n";
  for (const std::string space : {"", "[space]\n", "[space]\nmaterial = \"air\"\n"}) {
    const Scene scene = scene_of(head + space + ball);
    EXPECT_EQ(scene.sides[0], Side::Open);
    EXPECT_EQ(scene.sides[1], Side::Open);
    EXPECT_EQ(scene.min, (Triple{1.0, 2.0, 0.0})) << "the box is what they span";
    EXPECT_EQ(scene.max, (Triple{3.0, 4.0, 0.0}));
    World<2> world = build<2>(scene);
    world.run_until(1.0);
    EXPECT_EQ(world.state({0}).position, (Vec2{1000002.0, 3.0}));
    EXPECT_EQ(scene_of(scene.as_run).sides, scene.sides) << "the scene as run is the same scene";
  }
  // A box has walls unless it says otherwise, and so has that of a gas.
  EXPECT_EQ(scene_of(head + "[space]\nmin = [0, 0]\nmax = [9, 9]\n" + ball).sides[0], Side::Wall);
  const std::string gas = "[[gas]]\ncount = 9\nradius = 1\nmass = 1\ntemperature = 1\npacking = 0.1\n";
  EXPECT_EQ(scene_of(head + gas).sides[0], Side::Wall);
}

TEST(Scene, EveryKeyIsRead) {
  const Scene scene = scene_of(R"(
format = 1
dimension = 2
[space]
min = [0.0, -1.0]
max = [4, 1]
sides = ["wall", "periodic"]
material = "cushion"
[physics]
gravity = [-9.81, 0]
restitution = 0.9
rest = false
contact_duration = 1e-3
[[contact]]
materials = ["cushion", "ball"]
restitution = 0.5
[run]
until = 2.5
collisions = 1000
measure_from = 0.5
window = 0.1
sample_every = 0.25
seed = 42
neighbours = "all"
[[ball]]
name = "cue"
position = [1.0, 0.5]
velocity = [3, -2]
radius = 0.1
mass = 0.2
material = "ball"
color = "#f5f5f0"
[[obstacle]]
position = [2.0, 0.0]
radius = 0.2
[[half_space]]
name = "ramp"
normal = [1.0, 0.0]
offset = 0.5
[[wall]]
from = [3.0, -0.5]
to = [3.0, 0.5]
)");
  EXPECT_EQ(scene.dimension, 2);
  EXPECT_EQ(scene.min, (Triple{0.0, -1.0, 0.0}));
  EXPECT_EQ(scene.max, (Triple{4.0, 1.0, 0.0}));
  EXPECT_EQ(scene.sides[0], Side::Wall);
  EXPECT_EQ(scene.sides[1], Side::Periodic);
  EXPECT_EQ(scene.gravity, (Triple{-9.81, 0.0, 0.0}));
  EXPECT_EQ(scene.restitution, 0.9);
  EXPECT_FALSE(scene.rest);
  EXPECT_EQ(scene.contact_duration, 1e-3);
  EXPECT_EQ(scene.run.until, 2.5);
  EXPECT_EQ(scene.run.collisions, 1000U);
  EXPECT_EQ(scene.run.measure_from, 0.5);
  EXPECT_EQ(scene.run.window, 0.1);
  EXPECT_EQ(scene.run.sample_every, 0.25);
  EXPECT_EQ(scene.run.seed, 42U);
  EXPECT_EQ(scene.run.neighbours, NeighbourSearch::AllPairs);
  EXPECT_EQ(scene.name, "test");
  ASSERT_EQ(scene.balls.size(), 1U);
  EXPECT_EQ(scene.balls[0].position, (Triple{1.0, 0.5, 0.0}));
  EXPECT_EQ(scene.balls[0].velocity, (Triple{3.0, -2.0, 0.0}));
  EXPECT_EQ(scene.balls[0].radius, 0.1);
  EXPECT_EQ(scene.balls[0].mass, 0.2);
  EXPECT_EQ(scene.balls[0].color, 0xf5f5f0U);
  EXPECT_EQ(scene.materials[scene.balls[0].material], "ball");
  EXPECT_EQ(scene.materials[scene.side_material], "cushion");
  ASSERT_EQ(scene.contacts.size(), 1U);
  EXPECT_EQ(scene.contacts[0].restitution, 0.5);
  ASSERT_EQ(scene.fixed.size(), 3U);
  EXPECT_EQ(scene.fixed[0].kind, SceneFixed::Kind::Ball);
  EXPECT_EQ(scene.fixed[1].offset, 0.5);
  EXPECT_EQ(scene.fixed[2].to, (Triple{3.0, 0.5, 0.0}));
}

TEST(Scene, BodiesHaveNames) {
  const std::string text = std::string(kEmptyBox) + R"(
[[ball]]
position = [1.0, 1.0]
radius = 0.1
mass = 1.0
[[ball]]
name = "cue"
position = [2.0, 1.0]
radius = 0.1
mass = 1.0
[[gas]]
count = 2
radius = 0.1
mass = 1.0
temperature = 0.0
[[gas]]
count = 3
radius = 0.1
mass = 1.0
temperature = 0.0
[[obstacle]]
position = [3.0, 1.0]
radius = 0.1
[[wall]]
name = "gate"
from = [9.0, 9.0]
to = [9.9, 9.0]
[[wall]]
from = [9.0, 8.0]
to = [9.9, 8.0]
)";
  const Scene scene = scene_of(text);
  const std::vector<std::string> expected = {"ball-1",  "cue",     "gas-1-1",    "gas-1-2", "gas-2-1",
                                             "gas-2-2", "gas-2-3", "obstacle-1", "gate",    "wall-2"};
  for (std::uint32_t i = 0; i < expected.size(); ++i) EXPECT_EQ(name_of(scene, i), expected[i]);
  EXPECT_EQ(name_of(scene, World<2>::side(1, true).value), "upper y side");
}

TEST(Scene, WithoutBodiesItIsValidAndRuns) {
  const Scene scene = scene_of(kEmptyBox);
  World<2> world = build<2>(scene);
  EXPECT_EQ(world.size(), 0U);
  EXPECT_EQ(world.run_until(1.0).outcome, RunOutcome::ReachedTime);
}

TEST(Scene, AnOpenSpaceNeedsNoBox) {
  const Scene scene = scene_of(R"(format = 1
dimension = 3
[space]
sides = "open"
[run]
until = 1
[[ball]]
position = [1, 2, 3]
radius = 1
mass = 1
[[ball]]
position = [5, 2, 3]
radius = 0.5
mass = 1
)");
  EXPECT_EQ(scene.min, (Triple{0.0, 1.0, 2.0}));
  EXPECT_EQ(scene.max, (Triple{5.5, 3.0, 4.0}));
}

TEST(Scene, BuildAddsBodiesInTheDocumentedOrder) {
  const Scene scene = scene_of(std::string(kEmptyBox) + R"([[wall]]
from = [1.0, 0.0]
to = [1.0, 0.3]
[[obstacle]]
position = [5.0, 5.0]
radius = 1.0
[[ball]]
position = [2.0, 2.0]
velocity = [1.0, 0.0]
radius = 0.5
mass = 3.0
material = "rubber"
)");
  const World<2> world = build<2>(scene);
  ASSERT_EQ(world.size(), 3U);
  EXPECT_EQ(world.body({0}).kind, BodyKind::Dynamic);
  EXPECT_EQ(world.body({0}).mass, 3.0);
  EXPECT_EQ(world.body({0}).velocity, (Vec2{1.0, 0.0}));
  EXPECT_EQ(std::get<Ball>(world.body({1}).shape).radius, 1.0);
  EXPECT_EQ(world.body({1}).position, (Vec2{5.0, 5.0}));
  EXPECT_EQ(std::get<Segment<2>>(world.body({2}).shape).to, (Vec2{1.0, 0.3}));
  EXPECT_EQ(world.options().space.max, (Vec2{10.0, 10.0}));
}

constexpr std::string_view kTwoBalls = R"([[ball]]
position = [3.0, 5.0]
radius = 1.0
mass = 1.0
[[ball]]
position = [7.0, 5.0]
radius = 1.0
mass = 1.0
)";

TEST(Override, SetsWhatThePathNames) {
  const std::string text = std::string(kEmptyBox) + std::string(kTwoBalls);
  const Scene scene =
      scene_of(text, {"ball.1.mass=100", "run.window=0.1", "run.neighbours=all", "ball.0.velocity=[1, 2]",
                      "physics.restitution=0.5", "space.sides = \"periodic\"", "ball.1.mass=200"});
  EXPECT_EQ(scene.balls[1].mass, 200.0);
  EXPECT_EQ(scene.balls[0].mass, 1.0);
  EXPECT_EQ(scene.balls[0].velocity, (Triple{1.0, 2.0, 0.0}));
  EXPECT_EQ(scene.run.window, 0.1);
  EXPECT_EQ(scene.run.neighbours, NeighbourSearch::AllPairs);
  EXPECT_EQ(scene.restitution, 0.5);
}

TEST(Override, ThatIsWrongNamesTheOption) {
  const std::string text = std::string(kEmptyBox) + std::string(kTwoBalls);
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"run.window=-1", "--set run.window=-1: window: expected >= 0, found -1"},
      {"run.windw=1", "--set run.windw=1: \"windw\": unknown key in [run]; did you mean window?"},
      {"ball.2.mass=1", "--set ball.2.mass=1: \"2\": expected a number from 0 to 1"},
      {"ball.x.mass=1", "--set ball.x.mass=1: \"x\": expected a number from 0 to 1"},
      {"ball.0.mass.unit=1", "--set ball.0.mass.unit=1: unit: there is nothing below 1"},
      {"window", "--set window: expected KEY=VALUE"},
      {"=3", "--set =3: expected KEY=VALUE"},
      {"run..window=3", "expected KEY=VALUE"},
      {"run.window=[1", "--set run.window=[1: expected a TOML value after =, found \"[1\""},
      {"run.window=1\nx = 2", "expected a TOML value after ="},
      {"run=3", "--set run=3: run: expected a table [run], found 3"},
      {"speed=3", "--set speed=3: \"speed\": unknown key in the scene"},
  };
  for (const auto& [option, message] : cases) {
    const std::string refusal = refusal_of(text, {option});
    EXPECT_TRUE(contains(refusal, message)) << option << "\n" << refusal;
  }
}

TEST(SceneAsRun, GivesTheSameSceneAgain) {
  const std::string text = std::string(kEmptyBox) + std::string(kTwoBalls) + R"([[balls]]
data = '''
x,y,vx,vy,radius,mass,name,material,color
0.1,0.30000000000000004,1e-3,-7,0.05,0.1,tiny,rubber,#010203
1.5,1,0,0,0.25,1,,,
'''
[[gas]]
count = 20
radius = 0.1
mass = 0.3
temperature = 2.0
start = "random"
)";
  const Scene once = scene_of(text, {"run.seed=5", "ball.0.mass=0.1"});
  const Scene twice = scene_of(once.as_run);
  EXPECT_EQ(twice.as_run, once.as_run);
  EXPECT_EQ(twice.run.seed, 5U);
  ASSERT_EQ(twice.balls.size(), once.balls.size());
  for (std::uint32_t i = 0; i < once.balls.size(); ++i) {
    EXPECT_EQ(twice.balls[i].position, once.balls[i].position);
    EXPECT_EQ(twice.balls[i].velocity, once.balls[i].velocity);
    EXPECT_EQ(twice.balls[i].mass, once.balls[i].mass);
    EXPECT_EQ(twice.materials[twice.balls[i].material], once.materials[once.balls[i].material]);
    EXPECT_EQ(name_of(twice, i), name_of(once, i));
  }
}

TEST(Overlap, OfRoundingSizeIsAcceptedWithANote) {
  const std::string text = std::string(kEmptyBox) + std::string(kTwoBalls);
  const SceneResult rounding = parse_scene(text, "test.toml", {"ball.1.position=[4.9999999995, 5.0]"});
  ASSERT_TRUE(rounding.scene.has_value()) << all_problems(rounding);
  ASSERT_EQ(rounding.problems.size(), 1U);
  EXPECT_TRUE(rounding.problems[0].note);
  EXPECT_TRUE(contains(rounding.problems[0].message, "1 overlaps of rounding size"))
      << rounding.problems[0].message;
  EXPECT_TRUE(contains(refusal_of(text, {"ball.1.position=[4.999999998, 5.0]"}), "ball-2 overlaps ball-1"));
  const SceneResult allowed =
      parse_scene(text, "test.toml", {"ball.1.position=[4.5, 5.0]", "run.allow_overlap=true"});
  EXPECT_TRUE(allowed.scene.has_value()) << all_problems(allowed);
  EXPECT_TRUE(contains(all_problems(allowed), "1 overlaps, at most 0.5 deep, are allowed"));
}

TEST(Overlap, ThatTouchesExactlyIsNone) {
  const SceneResult touching = parse_scene(std::string(kEmptyBox) + std::string(kTwoBalls), "test.toml",
                                           {"ball.1.position=[5.0, 5.0]"});
  EXPECT_TRUE(touching.scene.has_value());
  EXPECT_TRUE(touching.problems.empty()) << all_problems(touching);
}

/// Every overlap by looking at all pairs and the nine images, as `a b` lines, against the messages.
TEST(Overlap, OfAnySizesAreFoundAsAllPairsFindThem) {
  constexpr std::uint64_t kSeed = 21;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  int hits = 0;
  int misses = 0;
  for (int round = 0; round < 400; ++round) {
    std::string text =
        "format = 1\ndimension = 2\n[space]\nmin = [-1, 2]\nmax = [9, 9]\nsides = \"periodic\"\n[run]\nuntil "
        "= 1\n";
    std::vector<std::array<double, 3>> balls;
    const std::uint64_t count = 2 + random.below(4);
    for (std::uint64_t i = 0; i < count; ++i) {
      const double x = random.uniform(-1.0, 9.0);
      const double y = random.uniform(2.0, 9.0);
      const double small = random.uniform(0.001, 0.05);
      const double large = random.uniform(0.5, 3.0);
      const double r = random.below(2) == 0 ? small : large;
      balls.push_back({x, y, r});
      char line[200];
      std::snprintf(line, sizeof line, "[[ball]]\nposition = [%.17g, %.17g]\nradius = %.17g\nmass = 1\n", x,
                    y, r);
      text += line;
    }
    int expected = 0;
    for (std::size_t a = 0; a < balls.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        double nearest = 1e300;
        for (int i = -1; i <= 1; ++i)
          for (int j = -1; j <= 1; ++j) {
            const double dx = balls[a][0] - balls[b][0] + 10.0 * i;
            const double dy = balls[a][1] - balls[b][1] + 7.0 * j;
            nearest = std::min(nearest, std::sqrt(dx * dx + dy * dy));
          }
        expected += nearest < balls[a][2] + balls[b][2] ? 1 : 0;
      }
    const SceneResult result = parse_scene(text, "test.toml");
    ASSERT_EQ(result.problems.size(), static_cast<std::size_t>(expected)) << text << all_problems(result);
    (expected > 0 ? hits : misses) += 1;
  }
  EXPECT_GT(hits, 40);
  EXPECT_GT(misses, 40);
}

TEST(PeriodicScene, BallsOutsideAreMovedInside) {
  const SceneResult result = parse_scene(std::string(kEmptyBox) + std::string(kTwoBalls), "test.toml",
                                         {"space.sides=periodic", "ball.0.position=[-1.0, 25.0]"});
  ASSERT_TRUE(result.scene.has_value()) << all_problems(result);
  EXPECT_EQ(result.scene->balls[0].position, (Triple{9.0, 5.0, 0.0}));
  EXPECT_TRUE(contains(all_problems(result), "note: 1 balls outside the periodic box were moved"));
}

TEST(ShippedScenes, AreValidWithoutNotes) {
  for (const char* name :
       {"break", "bricks", "cradle", "crates", "domino", "galperin", "gas2d", "gas3d", "gears", "heap",
        "hopper", "mixture", "nine-ball", "rough-gas", "tumble", "wall", "windmill"}) {
    const SceneResult result = load_scene(source_folder() + "/scenes/" + name + ".toml");
    EXPECT_TRUE(result.scene.has_value()) << name;
    EXPECT_TRUE(result.problems.empty()) << all_problems(result);
  }
}

}  // namespace
}  // namespace firsthit
