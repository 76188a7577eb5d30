#include "scene/support.hpp"

#include <filesystem>

namespace firsthit {
namespace {

/// A folder of its own for the files of one test.
class BallsFile : public testing::Test {
 protected:
  BallsFile() {
    folder_ =
        testing::TempDir() + "firsthit_" + testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_);
  }
  ~BallsFile() override { std::filesystem::remove_all(folder_); }

  SceneResult load(const std::string& file, const std::string& text, const std::string& more = "") {
    std::ofstream(folder_ + "/" + file, std::ios::binary) << text;
    std::ofstream(folder_ + "/scene.toml") << kEmptyBox << "[[balls]]\nfile = \"" << file << "\"\n" << more;
    return load_scene(folder_ + "/scene.toml");
  }

 private:
  std::string folder_;
};

TEST_F(BallsFile, CsvIsReadBesideTheScene) {
  const SceneResult result = load("start.csv",
                                  "# from a colleague\r\nname, x,y ,vx,vy,color,id\r\n\r\ncue, "
                                  "1.5,2,+3,-4e-1,#ff0000,9\r\n,5,5,0,0,,8\r\n",
                                  "radius = 0.25\nmass = 2.0\nmaterial = \"ivory\"\n");
  ASSERT_TRUE(result.scene.has_value()) << all_problems(result);
  const Scene& scene = *result.scene;
  ASSERT_EQ(scene.balls.size(), 2U);
  EXPECT_EQ(scene.balls[0].position, (Triple{1.5, 2.0, 0.0}));
  EXPECT_EQ(scene.balls[0].velocity, (Triple{3.0, -0.4, 0.0}));
  EXPECT_EQ(scene.balls[0].radius, 0.25);
  EXPECT_EQ(scene.balls[0].mass, 2.0);
  EXPECT_EQ(scene.balls[0].color, 0xff0000U);
  EXPECT_EQ(scene.materials[scene.balls[1].material], "ivory");
  EXPECT_EQ(name_of(scene, 0), "cue");
  EXPECT_EQ(name_of(scene, 1), "balls-1-2");
}

TEST_F(BallsFile, ExtendedXyzIsRead) {
  const SceneResult result =
      load("start.xyz",
           "2\nLattice=\"10 0 0 0 10 0 0 0 1\" "
           "Properties=id:I:1:type:S:1:pos:R:3:velo:R:3:radius:R:1:mass:R:1 pbc=\"F F F\"\n"
           "1 A 1.0 2.0 0.0 0.5 -0.5 0 0.25 1.5\n2 B\t3.0 4.0 0 0 0 0 0.5 2.5\n");
  ASSERT_TRUE(result.scene.has_value()) << all_problems(result);
  const Scene& scene = *result.scene;
  ASSERT_EQ(scene.balls.size(), 2U);
  EXPECT_EQ(scene.balls[0].position, (Triple{1.0, 2.0, 0.0}));
  EXPECT_EQ(scene.balls[0].velocity, (Triple{0.5, -0.5, 0.0}));
  EXPECT_EQ(scene.balls[1].radius, 0.5);
  EXPECT_EQ(scene.balls[1].mass, 2.5);
  EXPECT_EQ(scene.materials[scene.balls[1].material], "B");
}

TEST_F(BallsFile, ColumnsOfCsvTellHowBallsTurn) {
  const SceneResult result = load("spins.csv",
                                  "x,y,angular_velocity_z,orientation_w,orientation_z,inertia\n"
                                  "1,2,-1.5,0.6,0.8,0.25\n3,4,,,,\n5,6,2,,,\n",
                                  "radius = 0.25\nmass = 2.0\n");
  ASSERT_TRUE(result.scene.has_value()) << all_problems(result);
  const Scene& scene = *result.scene;
  ASSERT_EQ(scene.balls.size(), 3U);
  EXPECT_EQ(scene.balls[1].spin, kNoSpin);
  const SceneSpin& first = scene.spins[scene.balls[0].spin];
  EXPECT_EQ(first.angular_velocity, (Triple{-1.5, 0.0, 0.0}));
  EXPECT_EQ(first.orientation, (std::array{0.6, 0.0, 0.0, 0.8}));
  EXPECT_EQ(first.inertia, 0.25);
  const SceneSpin& last = scene.spins[scene.balls[2].spin];
  EXPECT_EQ(last.angular_velocity[0], 2.0);
  EXPECT_EQ(last.orientation, (std::array{1.0, 0.0, 0.0, 0.0}));
  EXPECT_EQ(last.inertia, 0.0);
  // The scene as run says the same.
  const Scene again = scene_of(scene.as_run);
  EXPECT_EQ(again.as_run, scene.as_run);
  ASSERT_EQ(again.spins.size(), 2U);
  EXPECT_EQ(again.balls[1].spin, kNoSpin);
  EXPECT_EQ(again.spins[0].orientation, first.orientation);
  EXPECT_EQ(again.spins[0].angular_velocity, first.angular_velocity);
  EXPECT_EQ(again.spins[0].inertia, 0.25);
}

TEST_F(BallsFile, ATableSaysThatAllItsBallsSpin) {
  const SceneResult result =
      load("spins.csv", "x,y\n1,2\n3,4\n", "radius = 0.25\nmass = 2.0\nspins = true\ninertia = 0.5\n");
  ASSERT_TRUE(result.scene.has_value()) << all_problems(result);
  ASSERT_EQ(result.scene->spins.size(), 2U);
  EXPECT_EQ(result.scene->spins[1].inertia, 0.5);
}

TEST_F(BallsFile, ExtendedXyzTellsHowBallsTurnAsOurTrajectoriesDo) {
  const std::string header =
      "1\nProperties=type:S:1:pos:R:3:radius:R:1:mass:R:1:orientation:R:4:angular_velocity:R:3\n";
  const SceneResult result = load("spins.xyz", header + "A 1 2 0 0.25 1.5 0 0 0.8 0.6 0 0 -3\n");
  ASSERT_TRUE(result.scene.has_value()) << all_problems(result);
  const SceneSpin& spin = result.scene->spins.at(result.scene->balls[0].spin);
  EXPECT_EQ(spin.angular_velocity, (Triple{-3.0, 0.0, 0.0}));
  EXPECT_EQ(spin.orientation, (std::array{0.6, 0.0, 0.0, 0.8}));
  const std::string wrong = all_problems(load("wrong.xyz", header + "A 1 2 0 0.25 1.5 0.6 0 0.8 0 0 1 -3\n"));
  EXPECT_TRUE(contains(wrong, "wrong.xyz:3:18: orientation_x: expected 0 in 2D, found 0.6")) << wrong;
  EXPECT_TRUE(contains(wrong, "angular_velocity_y: expected 0 in 2D, found 1")) << wrong;
  EXPECT_TRUE(contains(wrong, "orientation: expected a quaternion of length 1, found one of 0.8")) << wrong;
}

TEST_F(BallsFile, APointDoesNotSpin) {
  const std::string wrong = all_problems(
      load("points.csv", "x,y,angular_velocity_z\n1,2,0\n3,4,5\n", "radius = 0.0\nmass = 1.0\n"));
  EXPECT_TRUE(contains(wrong, "points.csv:3:1: radius: expected > 0 for a ball that spins, found 0"))
      << wrong;
  EXPECT_FALSE(contains(wrong, "points.csv:2")) << wrong;
}

TEST_F(BallsFile, OnlyTheFirstFrameOfATrajectoryIsRead) {
  const SceneResult result =
      load("many.xyz", "1\nframe 1\nA 1 1 0\n1\nframe 2\nA 2 2 0\n", "radius = 0.5\nmass = 1.0\n");
  ASSERT_TRUE(result.scene.has_value()) << all_problems(result);
  ASSERT_EQ(result.scene->balls.size(), 1U);
  EXPECT_EQ(result.scene->balls[0].position, (Triple{1.0, 1.0, 0.0}));
}

TEST_F(BallsFile, WhatIsWrongIsToldWithItsLineAndColumn) {
  const std::string text =
      all_problems(load("bad.csv", "x,y,radius,mass,name\n1,1,0.5,1,a\n 3,nan,-1,1,a\n4,5,0x1,1,b c\n"));
  for (const char* part :
       {"bad.csv:3:4: y: expected a finite number, found nan", "bad.csv:3:8: radius: expected >= 0, found -1",
        "bad.csv:3:13: name: expected each name once, found \"a\" again, the name of",
        "bad.csv:4:5: radius: expected a number, found \"0x1\"", "bad.csv:4:11: name: expected letters"})
    EXPECT_TRUE(contains(text, part)) << part << "\n" << text;
}

TEST_F(BallsFile, AHopelessFileIsGivenUp) {
  std::string rows = "x,y,radius,mass\n";
  for (int i = 0; i < 1000; ++i) rows += "a,1,0.1,1\n";
  EXPECT_LE(load("bad.csv", rows).problems.size(), 20U);
}

TEST_F(BallsFile, AnEmptyFileIsRefused) {
  EXPECT_TRUE(
      contains(all_problems(load("empty.csv", "")), "expected a header of column names, found nothing"));
  EXPECT_TRUE(contains(all_problems(load("empty.xyz", "")), "empty.xyz:1:1: expected the number of balls"));
}

TEST_F(BallsFile, OverlapsAreNamedWithTheirRows) {
  const std::string text = all_problems(load("start.csv", "x,y,radius,mass\n1,1,0.5,1\n1.5,1,0.5,1\n"));
  EXPECT_TRUE(contains(text, "start.csv:3:1: balls-1-2 overlaps balls-1-1 (")) << text;
  EXPECT_TRUE(contains(text, "start.csv:2): 0.5 deep")) << text;
}

}  // namespace
}  // namespace firsthit
