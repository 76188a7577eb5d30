#include "core/random.hpp"
#include "scene/build/build.hpp"
#include "scene/support.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <variant>

namespace firsthit {
namespace {

/// A table of a unit box at a place, and more keys.
std::string box_at(double x, double y, std::string_view more = "mass = 1\n") {
  return fmt::format("[[body]]\nshape = {{ box = {{ half_extents = [0.5, 0.5] }} }}\nposition = [{}, {}]\n{}",
                     x, y, more);
}

std::string in_box(const std::string& bodies) { return std::string(kEmptyBox) + bodies; }

/// All keys that bodies have, and contacts of all responses.
constexpr std::string_view kAllKeys = R"([[body]]
name = "hero"
shape = { capsule = { from = [0, -0.25], to = [0, 0.25], radius = 0.125 } }
position = [1, 1]
velocity = [0.5, -0.1]
mass = 0.3
material = "boots"
color = "#102030"
groups = ["player", "default"]
meets = ["wall", "enemy"]
after_hit = "waits"
[[body]]
shape = { segment = { from = [-1, 0], to = [1, 0] } }
position = [5, 0.5]
kind = "fixed"
material = "ice"
groups = ["wall"]
one_way = [0, 2]
surface_velocity = [0.75, 0]
[[body]]
shape = { oriented_box = { half_extents = [1, 0.5], angle = 90 } }
position = [5, 5]
velocity = [0.1, 0]
kind = "kinematic"
groups = ["enemy"]
meets = []
surface_velocity = [0, -2]
on_crush = "passes"
[[body]]
name = "door"
shape = { polygon = { vertices = [[0, 0], [1, 0], [0.5, 0.25], [0, 1]] } }
position = [8, 8]
kind = "fixed"
sensor = true
[[ball]]
position = [3, 3]
velocity = [4, 3]
radius = 0.1
mass = 1
[[obstacle]]
position = [9, 1]
radius = 0.5
[[contact]]
materials = ["boots", "ice"]
response = "slide"
[[contact]]
materials = ["boots", "boots"]
response = "stop"
[[contact]]
materials = ["ice", "default"]
response = "stick"
[[contact]]
materials = ["ice", "ice"]
response = "pass"
[[contact]]
materials = ["default", "default"]
response = "bounce"
restitution = 0.25
)";

Scene scene_of_all_keys() { return scene_of(in_box(std::string(kAllKeys)), {"run.window=0.5"}); }

/// The mass that a scene gives to its only body or ball.
template <int D>
double mass_of(const std::string& table) {
  const std::string text = fmt::format("format = 1\ndimension = {}\n[run]\nuntil = 1\n{}\n", D, table);
  return build<D>(scene_of(text)).body({0}).mass;
}

TEST(SceneBodies, WithoutAMassHaveThatOfWhatTheyFill) {
  constexpr double kPi = std::numbers::pi;
  const std::string flat = "[[body]]\nposition = [1, 2]\n";
  const std::string solid = "[[body]]\nposition = [1, 2, 3]\n";
  EXPECT_EQ(mass_of<2>(flat + "shape = { box = { half_extents = [0.5, 2.0] } }"), 4.0);
  EXPECT_EQ(mass_of<2>(flat + "density = 0.5\nshape = { box = { half_extents = [0.5, 2.0] } }"), 2.0);
  EXPECT_EQ(mass_of<2>(flat + "mass = 7\nshape = { box = { half_extents = [0.5, 2.0] } }"), 7.0);
  EXPECT_DOUBLE_EQ(mass_of<2>(flat + "shape = { ball = { radius = 2.0 } }"), 4.0 * kPi);
  EXPECT_DOUBLE_EQ(mass_of<2>(flat + "shape = { capsule = { from = [0, 0], to = [3, 4], radius = 1.0 } }"),
                   10.0 + kPi);
  EXPECT_DOUBLE_EQ(mass_of<2>(flat + "shape = { oriented_box = { half_extents = [0.5, 2.0], angle = 30 } }"),
                   4.0);
  EXPECT_DOUBLE_EQ(
      mass_of<2>(flat + "shape = { hull = { vertices = [[0, 0], [2, 0], [2, 2], [0, 2]], radius = 1.0 } }"),
      12.0 + kPi);
  EXPECT_EQ(mass_of<2>(flat + "shape = { polygon = { vertices = [[0, 0], [2, 0], [2, 2], [1, 1]] } }"), 2.0);
  EXPECT_DOUBLE_EQ(mass_of<3>(solid + "shape = { ball = { radius = 3.0 } }"), 36.0 * kPi);
  EXPECT_DOUBLE_EQ(mass_of<3>(solid + "density = 6\nshape = { hull = { vertices = [[0, 0, 0], [1, 0, 0], "
                                      "[0, 1, 0], [0, 0, 1]] } }"),
                   1.0);
  EXPECT_DOUBLE_EQ(mass_of<2>("[[ball]]\nposition = [0, 0]\nradius = 2"), 4.0 * kPi);
  EXPECT_DOUBLE_EQ(mass_of<2>("[[ball]]\nposition = [0, 0]\nradius = 2\ndensity = 3"), 12.0 * kPi);
  // What fills nothing needs a mass, and then has it.
  EXPECT_EQ(mass_of<2>("[[ball]]\nposition = [0, 0]\nradius = 0\nmass = 3"), 3.0);
  EXPECT_EQ(mass_of<2>(flat + "mass = 3\nshape = { segment = { from = [0, 0], to = [3, 4] } }"), 3.0);
}

TEST(SceneBodies, EveryKeyIsRead) {
  const Scene scene = scene_of_all_keys();
  ASSERT_EQ(scene.bodies.size(), 2U);
  ASSERT_EQ(scene.still_bodies.size(), 2U);
  const SceneBody& hero = scene.bodies[0];
  const auto& capsule = std::get<Capsule<2>>(std::get<Shape<2>>(hero.shape));
  EXPECT_EQ(capsule.from, (Vec2{0.0, -0.25}));
  EXPECT_EQ(capsule.to, (Vec2{0.0, 0.25}));
  EXPECT_EQ(capsule.radius, 0.125);
  EXPECT_EQ(hero.kind, BodyKind::Dynamic);
  EXPECT_EQ(hero.position, (Triple{1.0, 1.0, 0.0}));
  EXPECT_EQ(hero.velocity, (Triple{0.5, -0.1, 0.0}));
  EXPECT_EQ(hero.mass, 0.3);
  EXPECT_EQ(scene.materials[hero.material], "boots");
  EXPECT_EQ(hero.color, 0x102030U);
  EXPECT_EQ(hero.after_hit, AfterHit::Waits);
  EXPECT_FALSE(hero.sensor);
  const SceneBody& enemy = scene.bodies[1];
  EXPECT_EQ(enemy.kind, BodyKind::Kinematic);
  const auto& box = std::get<OrientedBox<2>>(std::get<Shape<2>>(enemy.shape));
  EXPECT_EQ(box.axes[0], (Vec2{0.0, 1.0}));
  EXPECT_EQ(box.axes[1], (Vec2{-1.0, 0.0}));
  EXPECT_EQ(scene.still_bodies[0].one_way, (Triple{0.0, 2.0, 0.0}));
  EXPECT_EQ(scene.still_bodies[0].surface_velocity, (Triple{0.75, 0.0, 0.0}));
  EXPECT_EQ(enemy.surface_velocity, (Triple{0.0, -2.0, 0.0}));
  EXPECT_EQ(hero.surface_velocity, Triple{});
  EXPECT_TRUE(scene.still_bodies[1].sensor);
  EXPECT_EQ(std::get<Polygon>(std::get<Shape<2>>(scene.still_bodies[1].shape)).vertices().size(), 4U);
}

TEST(SceneBodies, MeetWhomTheirGroupsSay) {
  const Scene scene = scene_of_all_keys();
  const Filter hero = scene.bodies[0].filter, enemy = scene.bodies[1].filter;
  const Filter wall = scene.still_bodies[0].filter, plain = scene.still_bodies[1].filter;
  EXPECT_EQ(plain, Filter{});
  EXPECT_EQ(enemy.mask, 0U);
  EXPECT_EQ(hero.mask, wall.category | enemy.category);
  EXPECT_EQ(wall.mask, 0xffffffffU);
  EXPECT_NE(hero.category & plain.category, 0U);  // "default" is a group like others
  EXPECT_EQ(wall.category & enemy.category, 0U);
  EXPECT_EQ(wall.category & plain.category, 0U);
}

TEST(SceneBodies, OfHalfSpacesBeginAtTheirPlaceUnlessToldOtherwise) {
  World<2> world = build<2>(scene_of(R"(format = 1
dimension = 2
[run]
until = 9
[[ball]]
position = [0, 4]
velocity = [0, -1]
radius = 1
[[body]]
kind = "fixed"
shape = { half_space = { normal = [0, 2] } }
position = [7, 1]
)"));
  world.run_until(3.0);  // it meets the ground at 2, and is back at 3
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_EQ(world.state({0}).position, (Vec2{0.0, 3.0}));
}

TEST(SceneBodies, StandInTheWorldInTheDocumentedOrder) {
  const Scene scene = scene_of_all_keys();
  const World<2> world = build<2>(scene);
  ASSERT_EQ(world.size(), 6U);
  const std::array<const char*, 6> names = {"ball-1", "hero", "body-3", "obstacle-1", "body-2", "door"};
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(name_of(scene, i), names[i]);
  EXPECT_EQ(name_of(scene, World<2>::side(1, true).value), "upper y side");
  EXPECT_EQ(color_of(scene, 1), 0x102030U);
  EXPECT_EQ(color_of(scene, 5), kNoColor);
  EXPECT_TRUE(std::holds_alternative<Capsule<2>>(world.body({1}).shape));
  EXPECT_EQ(world.body({1}).mass, 0.3);
  EXPECT_EQ(world.body({1}).after_hit, AfterHit::Waits);
  EXPECT_EQ(world.body({1}).filter, scene.bodies[0].filter);
  EXPECT_EQ(world.body({2}).kind, BodyKind::Kinematic);
  EXPECT_EQ(world.body({4}).one_way, (Vec2{0.0, 2.0}));
  EXPECT_EQ(world.body({2}).surface_velocity, (Vec2{0.0, -2.0}));
  EXPECT_EQ(world.body({2}).on_crush, OnCrush::Passes);
  EXPECT_EQ(world.body({4}).on_crush, OnCrush::EndsRun);
  EXPECT_EQ(world.body({4}).surface_velocity, (Vec2{0.75, 0.0}));
  EXPECT_TRUE(world.body({5}).sensor);
}

TEST(SceneBodies, OfTheSceneAsRunAreTheSame) {
  const Scene once = scene_of_all_keys();
  const Scene twice = scene_of(once.as_run);
  EXPECT_EQ(twice.as_run, once.as_run);
  World<2> first = build<2>(once);
  World<2> second = build<2>(twice);
  for (World<2>* world : {&first, &second}) {
    world->set_window(0.5);
    world->run_until(100.0);
  }
  EXPECT_GT(first.collisions(), 5U);
  EXPECT_EQ(first.state_hash(), second.state_hash());
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(name_of(twice, i), name_of(once, i));
}

TEST(SceneBodies, OfAllShapesAreReadInSpace) {
  const Scene scene = scene_of(R"(format = 1
dimension = 3
[space]
sides = "open"
[run]
until = 1
[[body]]
shape = { point = {} }
position = [0, 0, 0]
mass = 1
[[body]]
shape = { oriented_box = { half_extents = [1, 2, 3], axes = [[0, 1, 0], [-1, 0, 0], [0, 0, 1]] } }
position = [10, 0, 0]
mass = 1
[[body]]
shape = { hull = { vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], radius = 0.5 } }
position = [20, 0, 0]
mass = 1
[[body]]
shape = { triangle = { vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]] } }
position = [30, 0, 0]
mass = 1
[[body]]
shape = { half_space = { normal = [0, 0, 1], offset = -1 } }
position = [0, 0, -4]
kind = "fixed"
)");
  // What they span at the start, the half-space left out.
  EXPECT_EQ(scene.min, (Triple{0.0, -1.0, -3.0}));
  EXPECT_EQ(scene.max, (Triple{31.0, 1.5, 3.0}));
  World<3> world = build<3>(scene);
  EXPECT_EQ(std::get<Hull<3>>(world.body({2}).shape).radius, 0.5);
  EXPECT_EQ(std::get<HalfSpace<3>>(world.body({4}).shape).offset, -1.0);
}

TEST(SceneBodies, WhoDoNotMeetMayOverlap) {
  const std::string first = box_at(5.0, 5.0);
  const auto refused = [&](const std::string& second, const std::string& more = "") {
    const SceneResult result = parse_scene(in_box(first + second + more), "test.toml");
    return !result.scene && contains(all_problems(result), "overlaps");
  };
  EXPECT_TRUE(refused(box_at(5.5, 5.0)));
  EXPECT_TRUE(refused(box_at(5.5, 5.0, "kind = \"kinematic\"\n")));
  EXPECT_TRUE(refused(box_at(5.5, 5.0, "kind = \"fixed\"\n")));
  EXPECT_FALSE(refused(box_at(6.0, 5.0)));  // they touch
  EXPECT_FALSE(refused(box_at(5.5, 5.0, "mass = 1\nsensor = true\n")));
  EXPECT_FALSE(refused(box_at(5.5, 5.0, "kind = \"fixed\"\nsensor = true\n")));
  EXPECT_FALSE(refused(box_at(5.5, 5.0, "mass = 1\nmeets = []\n")));
  EXPECT_TRUE(refused(box_at(5.5, 5.0, "mass = 1\ngroups = [\"a\"]\nmeets = [\"default\"]\n")));
  EXPECT_FALSE(refused(box_at(5.5, 5.0, "mass = 1\ngroups = [\"a\"]\nmeets = [\"a\"]\n")));
  const std::string pass = "[[contact]]\nmaterials = [\"ghost\", \"default\"]\nresponse = \"pass\"\n";
  EXPECT_FALSE(refused(box_at(5.5, 5.0, "mass = 1\nmaterial = \"ghost\"\n"), pass));
  EXPECT_TRUE(refused(box_at(5.5, 5.0), box_at(1.0, 1.0, "mass = 1\nmaterial = \"ghost\"\n") + pass));
}

TEST(SceneBodies, ThatNoSideHoldsMayReachOutOfTheBox) {
  const auto refused = [](const std::string& more) {
    return !parse_scene(in_box(box_at(0.25, 5.0, more)), "test.toml").scene.has_value();
  };
  EXPECT_TRUE(refused("mass = 1\n"));
  EXPECT_TRUE(refused("mass = 1\ngroups = [\"a\"]\n"));
  EXPECT_TRUE(refused("mass = 1\nsensor = true\n"));
  EXPECT_FALSE(refused("kind = \"kinematic\"\n"));
  EXPECT_FALSE(refused("mass = 1\ngroups = [\"a\"]\nmeets = [\"a\"]\n"));
}

TEST(SceneBodies, ThatAreNotDynamicMayOverlapEachOther) {
  const std::string wall = box_at(5.0, 5.0, "kind = \"fixed\"\n");
  const std::string bat = box_at(5.5, 5.0, "kind = \"kinematic\"\n");
  const std::string rest = "[[obstacle]]\nposition = [5.5, 5.5]\nradius = 0.5\n";
  EXPECT_TRUE(parse_scene(in_box(wall + wall + bat + bat + rest), "test.toml").problems.empty());
}

TEST(SceneBodies, BallsThatPassMayOverlapToo) {
  const std::string balls =
      "[[ball]]\nposition = [5, 5]\nradius = 1\nmass = 1\nmaterial = \"a\"\n"
      "[[ball]]\nposition = [5.5, 5]\nradius = 1\nmass = 1\nmaterial = \"b\"\n";
  const std::string pass = "[[contact]]\nmaterials = [\"a\", \"b\"]\nresponse = \"pass\"\n";
  EXPECT_TRUE(contains(refusal_of(in_box(balls)), "ball-2 overlaps ball-1"));
  EXPECT_TRUE(parse_scene(in_box(balls + pass), "test.toml").problems.empty());
}

TEST(SceneBodies, OverlapsOfTheirsAreAllowedOnRequest) {
  const SceneResult result =
      parse_scene(in_box(box_at(5.0, 5.0) + box_at(5.75, 5.0)), "test.toml", {"run.allow_overlap=true"});
  EXPECT_TRUE(contains(all_problems(result), "1 overlaps, at most 0.25 deep, are allowed"));
  EXPECT_TRUE(result.scene.has_value());
}

/// Boxes along the axes overlap where their sides do, along each axis: with what is fixed too, and through
/// images of a box that repeats.
TEST(SceneBodies, OverlapsAreFoundAsAllPairsFindThem) {
  constexpr std::uint64_t kSeed = 31;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  int hits = 0;
  int misses = 0;
  for (int round = 0; round < 300; ++round) {
    std::string text =
        "format = 1\ndimension = 2\n[space]\nmin = [-1, 2]\nmax = [9, 9]\nsides = \"periodic\"\n"
        "[run]\nuntil = 1\n";
    std::vector<std::array<double, 5>> boxes;  // place, half extents, is it fixed?
    const std::uint64_t count = 3 + random.below(3);
    for (std::uint64_t i = 0; i < count; ++i) {
      const double x = random.uniform(-1.0, 9.0);
      const double y = random.uniform(2.0, 9.0);
      const double wide = random.uniform(0.01, 1.5);
      const double high = random.uniform(0.01, 1.5);
      const bool fixed = random.below(3) == 0;
      const double longer = fixed ? 4.0 * wide : wide;  // wider than the box, perhaps
      boxes.push_back({x, y, longer, high, fixed ? 1.0 : 0.0});
      text += fmt::format(
          "[[body]]\nshape = {{ box = {{ half_extents = [{}, {}] }} }}\nposition = [{}, {}]\n{}\n", longer,
          high, x, y, fixed ? "kind = \"fixed\"" : "mass = 1");
    }
    int expected = 0;
    for (std::size_t a = 0; a < boxes.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        if (boxes[a][4] + boxes[b][4] == 2.0) continue;
        bool meet = false;
        for (int i = -2; i <= 2; ++i)
          for (int j = -2; j <= 2; ++j)
            meet = meet || (std::abs(boxes[a][0] - boxes[b][0] + 10.0 * i) < boxes[a][2] + boxes[b][2] &&
                            std::abs(boxes[a][1] - boxes[b][1] + 7.0 * j) < boxes[a][3] + boxes[b][3]);
        expected += meet ? 1 : 0;
      }
    const SceneResult result = parse_scene(text, "test.toml");
    ASSERT_EQ(result.problems.size(), static_cast<std::size_t>(expected)) << text << all_problems(result);
    (expected > 0 ? hits : misses) += 1;
  }
  EXPECT_GT(hits, 40);
  EXPECT_GT(misses, 40);
}

TEST(SceneBodies, OutsideThePeriodicBoxAreMovedInside) {
  const SceneResult result = parse_scene(in_box(box_at(-1.0, 25.0)), "test.toml", {"space.sides=periodic"});
  EXPECT_TRUE(contains(all_problems(result), "note: 1 bodies outside the periodic box were moved"));
  ASSERT_TRUE(result.scene.has_value());
  EXPECT_EQ(result.scene->bodies[0].position, (Triple{9.0, 5.0, 0.0}));
}

TEST(SceneBodies, ThatTheWorldRefusesAreToldWithTheirPlace) {
  const Scene scene = scene_of(in_box("[[body]]\nshape = { segment = { from = [0, 0], to = [1e6, 0] } "
                                      "}\nposition = [1, 1]\nkind = \"fixed\"\n"),
                               {"space.sides=periodic"});
  try {
    build<2>(scene);
    FAIL() << "expected a refusal";
  } catch (const InputError& error) {
    EXPECT_TRUE(contains(error.what(),
                         "test.toml:8:1: shape: expected at most 2^13 times as long as the periodic side"))
        << error.what();
  }
}

TEST(SceneBodies, GasLeavesThemRoom) {
  for (const char* start : {"lattice", "random"}) {
    SCOPED_TRACE(start);
    const std::string text =
        in_box(box_at(5.0, 5.0) + box_at(2.0, 8.0, "kind = \"fixed\"\n") +
               box_at(8.0, 8.0, "kind = \"fixed\"\nsensor = true\n") +
               fmt::format("[[gas]]\ncount = 300\nradius = 0.15\nmass = 1\ntemperature = 1\n"
                           "start = \"{}\"\n",
                           start));
    const SceneResult result = parse_scene(text, "test.toml");
    ASSERT_TRUE(result.scene.has_value()) << all_problems(result);
    int in_sensor = 0;
    for (const SceneBall& ball : result.scene->balls) {
      const Vec2 at{ball.position[0], ball.position[1]};
      const auto gap = [&](double x, double y) {
        return distance<2>({Box<2>{{0.5, 0.5}}, {x, y}}, {Ball{ball.radius}, at}).distance;
      };
      EXPECT_GT(gap(5.0, 5.0), 0.0);
      EXPECT_GT(gap(2.0, 8.0), 0.0);
      in_sensor += gap(8.0, 8.0) < 0.0 ? 1 : 0;
    }
    EXPECT_GT(in_sensor, 0);
  }
}

/// Two boxes that meet head on, of two materials, and what becomes of their velocities.
std::array<double, 2> velocities_after(const std::string& contact) {
  const Scene scene = scene_of(in_box(box_at(3.0, 5.0, "mass = 1\nvelocity = [1, 0]\nmaterial = \"a\"\n") +
                                      box_at(6.0, 5.0, "mass = 3\nmaterial = \"b\"\n") +
                                      "[[contact]]\nmaterials = [\"b\", \"a\"]\n" + contact + "\n"));
  World<2> world = build<2>(scene);
  world.run_until(2.5);
  return {world.state({0}).velocity[0], world.state({1}).velocity[0]};
}

TEST(SceneContacts, SayWhatBodiesDoWhenTheyMeet) {
  EXPECT_EQ(velocities_after("restitution = 1"), (std::array{-0.5, 0.5}));
  EXPECT_EQ(velocities_after("response = \"bounce\"\nrestitution = 0.5"), (std::array{-0.125, 0.375}));
  EXPECT_EQ(velocities_after("response = \"slide\""), (std::array{0.25, 0.25}));
  EXPECT_EQ(velocities_after("response = \"stop\""), (std::array{0.25, 0.25}));
  EXPECT_EQ(velocities_after("response = \"stick\""), (std::array{0.25, 0.25}));
  EXPECT_EQ(velocities_after("response = \"pass\""), (std::array{1.0, 0.0}));
}

}  // namespace
}  // namespace firsthit
