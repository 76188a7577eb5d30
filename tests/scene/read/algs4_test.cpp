#include "scene/read/algs4.hpp"

#include "core/random.hpp"
#include "scene/support.hpp"

#include <algorithm>
#include <iomanip>

namespace firsthit {
namespace {

std::string problems_of(const ImportResult& result) {
  std::string text;
  for (const Problem& problem : result.problems) text += to_string(problem) + "\n";
  return text;
}

/// What is wrong with particles that must be wrong.
std::string complaint(std::string_view text) {
  const ImportResult result = import_algs4(text, "p.txt");
  EXPECT_FALSE(result.scene.has_value());
  return problems_of(result);
}

/// The scene of particles that must be right.
Scene imported(std::string_view text, bool allow_overlap = false) {
  const ImportResult result = import_algs4(text, "p.txt", allow_overlap);
  if (!result.scene) throw std::runtime_error(problems_of(result));  // fails the test
  return scene_of(*result.scene);
}

TEST(Algs4Import, KeepsEveryNumberAndColour) {
  const Scene scene = imported(
      "2\n0.0426727843173064 .5 -2.5E-10 +1e-3 0.028999999999999998 100000.0 0 128 255\n"
      "0.75 0.25 0 -0.0 5e-2 3 250 5 16\n");
  ASSERT_EQ(scene.balls.size(), 2U);
  EXPECT_EQ(scene.balls[0].position, (Triple{0.0426727843173064, 0.5, 0.0}));
  EXPECT_EQ(scene.balls[0].velocity, (Triple{-2.5e-10, 0.001, 0.0}));
  EXPECT_EQ(scene.balls[0].radius, 0.028999999999999998);
  EXPECT_EQ(scene.balls[0].mass, 100000.0);
  EXPECT_EQ(scene.balls[0].color, 0x0080ffU);
  EXPECT_EQ(scene.balls[1].position, (Triple{0.75, 0.25, 0.0}));
  EXPECT_EQ(scene.balls[1].velocity, Triple{});
  EXPECT_EQ(scene.balls[1].radius, 0.05);
  EXPECT_EQ(scene.balls[1].mass, 3.0);
  EXPECT_EQ(scene.balls[1].color, 0xfa0510U);
}

TEST(Algs4Import, MakesAnElasticUnitBoxWithWalls) {
  const Scene scene = imported("1 0.5 0.5 0 0 0.1 1 0 0 0");
  EXPECT_EQ(scene.dimension, 2);
  EXPECT_EQ(scene.min, Triple{});
  EXPECT_EQ(scene.max, (Triple{1.0, 1.0, 0.0}));
  EXPECT_EQ(scene.sides[0], Side::Wall);
  EXPECT_EQ(scene.sides[1], Side::Wall);
  EXPECT_EQ(scene.gravity, Triple{});
  EXPECT_EQ(scene.restitution, 1.0);
  EXPECT_EQ(scene.run.until, 100.0);
  EXPECT_FALSE(scene.run.allow_overlap);
}

TEST(Algs4Import, TakesAnyWhiteSpaceBetweenNumbers) {
  const Scene scene = imported("\r\n\t 2 .25 .25\r\n\r\n0 0\v.1\f1\n0\n0\n1\n.75 .75 0 0 .1 1 0 0 2\r\n\n  ");
  ASSERT_EQ(scene.balls.size(), 2U);
  EXPECT_EQ(scene.balls[1].position, (Triple{0.75, 0.75, 0.0}));
  EXPECT_EQ(scene.balls[1].color, 2U);
}

TEST(Algs4Import, TakesAFileOfNoParticles) { EXPECT_TRUE(imported("0\n").balls.empty()); }

TEST(Algs4Import, RandomParticlesComeThroughToTheLastBit) {
  constexpr std::uint64_t kSeed = 61;
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 0);
  constexpr int kSide = 20;  // of a grid of cells, a particle in each
  std::vector<SceneBall> balls;
  std::ostringstream text;
  text << std::setprecision(17) << kSide * kSide << "\n";
  for (int i = 0; i < kSide * kSide; ++i) {
    SceneBall b;
    b.radius = random.uniform(1e-9, 0.02);
    b.position[0] = (i % kSide + random.uniform(0.45, 0.55)) / kSide;
    b.position[1] = (i / kSide + random.uniform(0.45, 0.55)) / kSide;
    b.velocity[0] = random.uniform(-1e-12, 1e-12);
    b.velocity[1] = random.uniform(-1e3, 1e3);
    b.mass = random.uniform(1e-20, 1e-19);
    b.color = static_cast<Color>(random.below(0x1000000));
    text << b.position[0] << " " << b.position[1] << " " << b.velocity[0] << " " << b.velocity[1] << " "
         << b.radius << " " << b.mass << " " << (b.color >> 16U) << " " << (b.color >> 8U & 255U) << " "
         << (b.color & 255U) << "\n";
    balls.push_back(b);
  }
  const Scene scene = imported(text.str());
  ASSERT_EQ(scene.balls.size(), balls.size());
  for (std::size_t i = 0; i < balls.size(); ++i) {
    EXPECT_EQ(scene.balls[i].position, balls[i].position);
    EXPECT_EQ(scene.balls[i].velocity, balls[i].velocity);
    EXPECT_EQ(scene.balls[i].radius, balls[i].radius);
    EXPECT_EQ(scene.balls[i].mass, balls[i].mass);
    EXPECT_EQ(scene.balls[i].color, balls[i].color);
  }
}

TEST(Algs4Import, TellsWhereANumberIsNoneOrOutOfRange) {
  EXPECT_EQ(complaint("1\n0.5 0.5 0 zero 0.1 1 0 0 0\n"),
            "p.txt:2:11: vy: expected a number, found \"zero\"\n");
  EXPECT_EQ(complaint("1\n0.5 0,5 0 0 0.1 1 0 0 0\n"), "p.txt:2:5: ry: expected a number, found \"0,5\"\n");
  EXPECT_EQ(complaint("1\n0.5 0.5 NaN 0 0.1 1 0 0 0\n"),
            "p.txt:2:9: vx: expected a finite number, found nan\n");
  EXPECT_EQ(complaint("1\n0.5 0.5 0 0 0 1 0 0 0\n"), "p.txt:2:13: radius: expected > 0, found 0\n");
  EXPECT_EQ(complaint("1\n0.5 0.5 0 0\n-0.5 1 0 0 0\n"), "p.txt:3:1: radius: expected > 0, found -0.5\n");
  EXPECT_EQ(complaint("1\n0.5 0.5 0 0 0.1 -1 0 0 0\n"), "p.txt:2:17: mass: expected > 0, found -1\n");
}

TEST(Algs4Import, TellsWhereAColourIsOutOfRange) {
  EXPECT_EQ(complaint("1\n0.5 0.5 0 0 0.1 1 256 0 0\n"),
            "p.txt:2:19: r: expected a whole number from 0 to 255, found \"256\"\n");
  EXPECT_EQ(complaint("1\n0.5 0.5 0 0 0.1 1 0 -1 0\n"),
            "p.txt:2:21: g: expected a whole number from 0 to 255, found \"-1\"\n");
  EXPECT_EQ(complaint("1\n0.5 0.5 0 0 0.1 1 0 0 0.5\n"),
            "p.txt:2:23: b: expected a whole number from 0 to 255, found \"0.5\"\n");
}

TEST(Algs4Import, TellsAllMistakes) {
  EXPECT_EQ(complaint("two\n0.5 0.5 0 0 -0.1 1 0 300 0\n0.5 x 0 0 0.1 1 0 0 0\n"),
            "p.txt:1:1: number of particles: expected a whole number up to 100000000, found \"two\"\n"
            "p.txt:2:13: radius: expected > 0, found -0.1\n"
            "p.txt:2:22: g: expected a whole number from 0 to 255, found \"300\"\n"
            "p.txt:3:5: ry: expected a number, found \"x\"\n");
}

TEST(Algs4Import, RefusesANumberOfParticlesThatIsNone) {
  for (const std::string count : {"-1", "1.0", "1e1", "100000001", "99999999999999999999"})
    EXPECT_EQ(
        complaint(count),
        "p.txt:1:1: number of particles: expected a whole number up to 100000000, found \"" + count + "\"\n");
}

TEST(Algs4Import, RefusesFewerOrMoreParticlesThanTheFirstNumberSays) {
  const std::string one = "0.5 0.5 0 0 0.1 1 0 0 0";
  EXPECT_EQ(complaint("2\n" + one + "\n"), "p.txt:2:24: expected 2 particles of 9 numbers each, found 1\n");
  EXPECT_EQ(complaint("2\n" + one + "\n0.5 0.7"),
            "p.txt:3:8: expected 2 particles of 9 numbers each, found 1 and 2 of the 9 numbers of another\n");
  EXPECT_EQ(complaint("3"), "p.txt:1:2: expected 3 particles of 9 numbers each, found 0\n");
  EXPECT_EQ(complaint("1\n" + one + "\n# end"),
            "p.txt:3:1: expected the end of the file after 1 particles, found \"#\" and 1 more words\n");
  EXPECT_EQ(complaint("1\n" + one + " 7"),
            "p.txt:2:25: expected the end of the file after 1 particles, found \"7\"\n");
}

TEST(Algs4Import, RefusesAnEmptyFile) {
  for (const char* text : {"", "\n", " \r\n\t"})
    EXPECT_EQ(complaint(text), "p.txt:1:1: expected the number of particles, found an empty file\n");
}

TEST(Algs4Import, RefusesWhatIsNotAscii) {
  EXPECT_EQ(complaint("1\n0.5 0.5 0 0 0.1 1\xc2\xa0 0 0 0\n"),
            "p.txt:2:18: expected printable ASCII text, found byte 0xc2\n");
  EXPECT_EQ(complaint("\xef\xbb\xbf"
                      "1\n0.5 0.5 0 0 0.1 1 0 0 0\n"),
            "p.txt:1:1: expected printable ASCII text, found byte 0xef\n");
  EXPECT_EQ(complaint(std::string_view("1\n0.5 0.5 0 0 0.1 1 0 0 0\0\n", 27)),
            "p.txt:2:24: expected printable ASCII text, found byte 0x00\n");
}

TEST(Algs4Import, CountsMistakesBeyondTheTwentieth) {
  std::string text = "25\n";
  for (int i = 0; i < 25; ++i) text += "a 0.5 0 0 0.1 1 0 0 0\n";
  const std::string told = complaint(text);
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 21);
  EXPECT_TRUE(contains(told, "p.txt:21:1: rx: expected a number, found \"a\"\n")) << told;
  EXPECT_TRUE(told.ends_with(": 5 more mistakes\n")) << told;
}

TEST(Algs4Import, AcceptsOverlapsOfRoundingSizeAndTouchingWalls) {
  // 0.3 - 0.1 rounds to below 0.2, and 0.1 + 0.1 to 0.2: the two overlap by some 1e-17. The first
  // also reaches into the lower x side by 1e-12, which is 1e-11 of its radius.
  const ImportResult result =
      import_algs4("2\n0.099999999999 0.1 0 0 0.1 1 0 0 0\n0.299999999999 0.1 0 0 0.1 1 0 0 0\n", "p.txt");
  ASSERT_TRUE(result.scene.has_value()) << problems_of(result);
  EXPECT_TRUE(contains(problems_of(result), "of rounding size")) << problems_of(result);
  EXPECT_EQ(scene_of(*result.scene).balls.size(), 2U);
}

TEST(Algs4Import, RefusesDeeperOverlapsUnlessTheyAreAllowed) {
  const std::string overlapping = "2\n0.25 0.5 0 0 0.125 1 0 0 0\n0.375 0.5 0 0 0.125 1 0 0 0\n";
  EXPECT_EQ(complaint(overlapping), "p.txt:3:1: balls-1-2 overlaps balls-1-1 (p.txt:2): 0.125 deep\n");
  EXPECT_TRUE(imported(overlapping, true).run.allow_overlap);
  const std::string outside = "1\n0.0625 0.5 0 0 0.125 1 0 0 0\n";
  EXPECT_EQ(complaint(outside),
            "p.txt:2:1: balls-1-1 lies outside: 0.0625 deep in the lower x side of the box\n");
  EXPECT_TRUE(imported(outside, true).run.allow_overlap);
}

TEST(Algs4Import, NamesTheFileInAWayThatNoSceneTrips) {
  const ImportResult result = import_algs4("0", "a/folder/\xc3\xa4\nb\".txt");
  ASSERT_TRUE(result.scene.has_value());
  EXPECT_FALSE(contains(*result.scene, "folder"));
  EXPECT_TRUE(parse_scene(*result.scene, "test.toml").scene.has_value());
}

TEST(Algs4Import, TellsWhichFileCannotBeRead) {
  EXPECT_EQ(problems_of(load_algs4("/nowhere/p.txt")),
            "/nowhere/p.txt: cannot read it: No such file or directory\n");
}

}  // namespace
}  // namespace firsthit
