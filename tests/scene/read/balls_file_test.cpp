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
