#include "scene/build/build.hpp"
#include "scene/support.hpp"

#include <firsthit/motion.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

// How scenes say that balls spin, and that surfaces rub.

namespace firsthit {
namespace {

const std::string kPlane = "format = 1\ndimension = 2\n[run]\nuntil = 1\n";
const std::string kSpace = "format = 1\ndimension = 3\n[run]\nuntil = 1\n";
const std::string kDisk = "[[ball]]\nposition = [0, 0]\nradius = 2\nmass = 3\n";
const std::string kBall = "[[ball]]\nposition = [0, 0, 0]\nradius = 2\nmass = 3\n";

TEST(SpinsOfScenes, AreThoseOfTheirBodies) {
  const World<2> plane = build<2>(scene_of(kPlane + kDisk + "angular_velocity = 1.5\norientation = 90\n"));
  EXPECT_TRUE(plane.body({0}).spins);
  EXPECT_EQ(plane.body({0}).angular_velocity, 1.5);
  EXPECT_EQ(plane.body({0}).orientation, turned_by(90.0));
  EXPECT_EQ(plane.body({0}).inertia, 6.0);
  const World<3> space = build<3>(scene_of(
      kSpace + kBall + "angular_velocity = [1, 2, 3]\norientation = [0.6, 0, 0.8, 0]\ninertia = 4\n"));
  EXPECT_EQ(space.body({0}).angular_velocity, (Vec3{1.0, 2.0, 3.0}));
  EXPECT_EQ(space.body({0}).orientation, (Orientation<3>{0.6, 0.0, 0.8, 0.0}));
  EXPECT_EQ(space.body({0}).inertia, 4.0);
}

TEST(SpinsOfScenes, AreNoneUnlessAnythingSaysSo) {
  EXPECT_FALSE(build<2>(scene_of(kPlane + kDisk)).body({0}).spins);
  EXPECT_FALSE(build<2>(scene_of(kPlane + kDisk + "spins = false\n")).body({0}).spins);
  EXPECT_TRUE(build<2>(scene_of(kPlane + kDisk + "spins = true\n")).body({0}).spins);
  EXPECT_TRUE(build<2>(scene_of(kPlane + kDisk + "inertia = 1\n")).body({0}).spins);
}

TEST(SpinsOfScenes, OfKinematicBallsAreAsTheyAreTold) {
  const World<2> world =
      build<2>(scene_of(kPlane + "[[body]]\nkind = \"kinematic\"\nposition = [0, 0]\n"
                                 "shape = { ball = { radius = 1 } }\nangular_velocity = -2\n"));
  EXPECT_EQ(world.body({0}).kind, BodyKind::Kinematic);
  EXPECT_EQ(world.body({0}).angular_velocity, -2.0);
}

TEST(SpinsOfScenes, FixedBodiesStandAtAnAngleAndDoNotSpin) {
  const std::string plank = "[[body]]\nkind = \"fixed\"\nshape = { box = { half_extents = [4, 1";
  const World<2> plane = build<2>(scene_of(kPlane + plank + "] } }\nposition = [1, 2]\norientation = 30\n"));
  EXPECT_FALSE(plane.body({0}).spins);
  EXPECT_EQ(plane.state({0}).orientation, turned_by(30.0));
  const World<3> space =
      build<3>(scene_of(kSpace + plank + ", 1] } }\nposition = [1, 2, 3]\norientation = [0.6, 0, 0.8, 0]\n"));
  EXPECT_EQ(space.state({0}).orientation, (Orientation<3>{0.6, 0.0, 0.8, 0.0}));
}

TEST(SpinsOfScenes, BodiesOverlapAsTheyStandAtTheStart) {
  // A ball above a plank: a plank at 40 degrees reaches it, one that lies does not.
  const std::string ball = "[[ball]]\nposition = [3, 2.5]\nradius = 0.5\nmass = 1\n";
  const auto problems = [&](const std::string& kind) {
    return all_problems(parse_scene(kPlane + ball +
                                        "[[body]]\nposition = [0, 0]\nshape = { box = { "
                                        "half_extents = [4, 1] } }\n" +
                                        kind,
                                    "test.toml"));
  };
  for (const std::string kind : {"kind = \"fixed\"\n", "kind = \"kinematic\"\n"}) {
    EXPECT_FALSE(contains(problems(kind), "overlap")) << problems(kind);
    EXPECT_TRUE(contains(problems(kind + "orientation = 40\n"), "overlap"));
    EXPECT_FALSE(contains(problems(kind + "orientation = -40\n"), "overlap"));
  }
}

TEST(SpinsOfScenes, OfAGasMeetItsTemperatureOfRotation) {
  const std::string gas =
      "[[gas]]\ncount = 100\nradius = 0.5\nmass = 2\ntemperature = 3\npacking = 0.2\nspins = true\n";
  const auto temperature = [](const Scene& scene, double inertia, double freedoms) {
    double twice = 0.0;
    for (const SceneSpin& spin : scene.spins)
      for (const double w : spin.angular_velocity) twice += inertia * w * w;
    return twice / (freedoms * static_cast<double>(scene.spins.size()));
  };
  const Scene disks = scene_of(kPlane + gas);
  ASSERT_EQ(disks.spins.size(), 100U);
  EXPECT_NEAR(temperature(disks, 0.25, 1.0), 3.0, 1e-14);
  EXPECT_NEAR(temperature(scene_of(kSpace + gas + "rotational_temperature = 5\n"), 0.2, 3.0), 5.0, 1e-14);
  EXPECT_NEAR(temperature(scene_of(kSpace + gas + "inertia = 1.5\n"), 1.5, 3.0), 3.0, 1e-14);
  EXPECT_EQ(temperature(scene_of(kSpace + gas + "rotational_temperature = 0\n"), 0.2, 3.0), 0.0);
  // Flights are as without.
  const Scene smooth = scene_of(kPlane + gas.substr(0, gas.find("spins")));
  EXPECT_TRUE(smooth.spins.empty());
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(smooth.balls[i].velocity, disks.balls[i].velocity);
}

/// How fast a disk along a wall goes on that has fallen onto it at 1, by the friction that a scene tells.
double speed_after(const std::string& physics, const std::string& contact) {
  World<2> world = build<2>(scene_of(
      "format = 1\ndimension = 2\n[space]\nmin = [0, 0]\nmax = [20, 20]\nmaterial = \"wall\"\n[run]\nuntil = "
      "2\n" +
      physics + "[[ball]]\nposition = [5, 2]\nvelocity = [3, -1]\nradius = 1\nmass = 1\nspins = true\n" +
      contact));
  world.run_until(2.0);
  return world.state({0}).velocity[0];
}

TEST(FrictionOfScenes, IsThatOfThePairOrElseOfAll) {
  // Two thirds of the speed if it grips, a third if it reverses; 2 mu less if it slips, e = 1.
  EXPECT_EQ(speed_after("", ""), 3.0);
  EXPECT_NEAR(speed_after("[physics]\nfriction = 0.25\n", ""), 2.5, 1e-15);
  EXPECT_NEAR(speed_after("[physics]\nfriction = inf\n", ""), 2.0, 1e-15);
  EXPECT_NEAR(speed_after("[physics]\nfriction = inf\ntangential_restitution = 1\n", ""), 1.0, 1e-15);
  const std::string pair = "[[contact]]\nmaterials = [\"default\", \"wall\"]\nrestitution = 1\n";
  EXPECT_NEAR(speed_after("[physics]\nfriction = 0.25\n", pair), 2.5, 1e-15);
  EXPECT_NEAR(speed_after("[physics]\nfriction = 0.25\n", pair + "friction = 0.5\n"), 2.0, 1e-15);
  EXPECT_NEAR(speed_after("", pair + "friction = 9\ntangential_restitution = 1\n"), 1.0, 1e-15);
}

TEST(SpinsOfScenes, ThatMakeNoSenseAreRefused) {
  const auto refused = [](const std::string& text, const std::string& problem) {
    const SceneResult result = parse_scene(text, "test.toml");
    EXPECT_FALSE(result.scene.has_value()) << text;
    EXPECT_TRUE(contains(all_problems(result), problem)) << all_problems(result);
  };
  refused(kPlane + kDisk + "angular_velocity = [1, 2, 3]\n", "angular_velocity: expected a number");
  refused(kSpace + kBall + "angular_velocity = 1\n", "angular_velocity: expected an array of 3 numbers");
  refused(kSpace + kBall + "orientation = [1, 0, 0]\n", "orientation: expected an array of 4 numbers");
  refused(kSpace + kBall + "orientation = [1, 1, 0, 0]\n", "orientation: expected a quaternion of length 1");
  refused(kPlane + kDisk + "inertia = 0\n", "inertia: expected > 0");
  refused(kPlane + kDisk + "spins = false\ninertia = 1\n", "inertia: expected none beside spins = false");
  refused(kPlane + "[[ball]]\nposition = [0, 0]\nradius = 0\nmass = 1\nspins = true\n",
          "radius: expected > 0 for a ball that spins");
  refused(kPlane + "[physics]\nfriction = -1\n" + kDisk, "friction: expected >= 0");
  refused(kPlane + "[physics]\nfriction = nan\n" + kDisk, "friction: ");
  refused(kPlane + "[physics]\ntangential_restitution = 1.5\n" + kDisk,
          "tangential_restitution: expected -1 to 1, found 1.5");
  refused(kPlane + kDisk +
              "[[contact]]\nmaterials = [\"default\", \"default\"]\nresponse = \"stop\"\nfriction = 1\n",
          "friction: expected none beside response = \"stop\"");
  refused(kPlane +
              "[[gas]]\ncount = 9\nradius = 1\nmass = 1\ntemperature = 1\npacking = 0.1\n"
              "rotational_temperature = 1\n",
          "rotational_temperature: expected none without spins = true");
  const std::string fixed =
      kPlane + "[[body]]\nkind = \"fixed\"\nposition = [0, 0]\nshape = { box = { half_extents = [1, 1] } }\n";
  refused(fixed + "spins = true\n", "spins: expected false for a fixed body, found true");
  refused(fixed + "angular_velocity = 1\n", "angular_velocity: expected none for a fixed body");
  refused(fixed + "inertia = 1\n", "inertia: expected none for a fixed body");
  refused(fixed + "orientation = [1, 0]\n", "orientation: expected a number");
  EXPECT_THROW(  // its centre of mass is not its position
      build<2>(scene_of(kPlane + "[[body]]\nshape = { polygon = { vertices = [[0, 0], [2, 0], [0, 2]] } }\n"
                                 "position = [0, 0]\nspins = true\n")),
      InputError);
}

}  // namespace
}  // namespace firsthit
