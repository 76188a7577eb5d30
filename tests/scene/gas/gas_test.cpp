#include "scene/base/lattice.hpp"
#include "scene/support.hpp"

#include "core/hash.hpp"

#include <cmath>
#include <string>

namespace firsthit {
namespace {

constexpr double kPi = 3.14159265358979323846;

std::string gas_scene(int dimension, const std::string& sides, int count, double packing,
                      const std::string& start = "lattice") {
  return "format = 1\ndimension = " + std::to_string(dimension) + "\n[space]\nsides = \"" + sides +
         "\"\n[run]\nuntil = 1\nseed = 5\n[[gas]]\ncount = " + std::to_string(count) +
         "\npacking = " + std::to_string(packing) +
         "\nradius = 0.5\nmass = 2.0\ntemperature = 1.5\nstart = \"" + start + "\"\n";
}

double volume(const Scene& scene) {
  double v = 1.0;
  for (int i = 0; i < scene.dimension; ++i)
    v *= scene.max[static_cast<std::size_t>(i)] - scene.min[static_cast<std::size_t>(i)];
  return v;
}

// That nothing overlaps or lies outside is checked by the scene itself, which overlap tests hold to
// all pairs; a gas that did would be refused.
TEST(Gas, FillsItsBoxOnALattice) {
  for (const int count : {1, 108, 500, 1000, 4000}) {
    for (const char* sides : {"periodic", "wall"}) {
      const Scene flat = scene_of(gas_scene(2, sides, count, 0.7));
      EXPECT_EQ(flat.balls.size(), static_cast<std::size_t>(count));
      EXPECT_NEAR(count * kPi * 0.25 / volume(flat), 0.7, 1e-14);
      const Scene solid = scene_of(gas_scene(3, sides, count, 0.49));
      EXPECT_EQ(solid.balls.size(), static_cast<std::size_t>(count));
      EXPECT_NEAR(count * kPi / 6.0 / volume(solid), 0.49, 1e-14);
    }
  }
}

TEST(Gas, ReachesNearlyTheDensestPacking) {
  EXPECT_EQ(scene_of(gas_scene(3, "periodic", 4000, 0.74)).balls.size(),
            4000U);  // fcc cubes: pi / sqrt(18) = 0.7405
  EXPECT_EQ(scene_of(gas_scene(2, "periodic", 4000, 0.89)).balls.size(), 4000U);
}

TEST(Gas, IsInsertedAtRandomWhileThatGoes) {
  EXPECT_EQ(scene_of(gas_scene(2, "periodic", 1000, 0.5, "random")).balls.size(), 1000U);
  EXPECT_EQ(scene_of(gas_scene(2, "wall", 1000, 0.45, "random")).balls.size(), 1000U);
  EXPECT_EQ(scene_of(gas_scene(3, "periodic", 1000, 0.3, "random")).balls.size(), 1000U);
}

TEST(Gas, HasTheTemperatureExactlyAndInAPeriodicBoxNoDrift) {
  for (const int dimension : {2, 3}) {
    for (const char* sides : {"periodic", "wall"}) {
      const Scene scene = scene_of(gas_scene(dimension, sides, 500, 0.3));
      double twice_energy = 0.0;
      Triple momentum{};
      for (const SceneBall& ball : scene.balls)
        for (std::size_t i = 0; i < 3; ++i) {
          twice_energy += ball.mass * ball.velocity[i] * ball.velocity[i];
          momentum[i] += ball.mass * ball.velocity[i];
        }
      const bool periodic = std::string(sides) == "periodic";
      EXPECT_NEAR(twice_energy / (dimension * (periodic ? 499.0 : 500.0)), 1.5, 1e-12);
      if (!periodic) continue;
      for (const double p : momentum) EXPECT_NEAR(p, 0.0, 1e-11);
    }
  }
}

TEST(Gas, VelocitiesAreMaxwells) {
  const Scene scene = scene_of(gas_scene(3, "periodic", 20000, 0.3));
  double fourth = 0.0;
  for (const SceneBall& ball : scene.balls)
    for (const double v : ball.velocity) fourth += v * v * v * v / (0.75 * 0.75);  // T / m = 0.75
  // The fourth moment of the normal distribution is 3, that of x^4 has variance 96.
  EXPECT_NEAR(fourth / 60000.0, 3.0, 5.0 * std::sqrt(96.0 / 60000.0));
}

TEST(Gas, IsTheSameForASeedAndAnotherForAnother) {
  const std::string text = gas_scene(2, "periodic", 200, 0.4, "random");
  const auto hash = [](const Scene& scene) {
    StateHash sum;
    for (const SceneBall& ball : scene.balls)
      for (std::size_t i = 0; i < 2; ++i) sum.add(ball.position[i]), sum.add(ball.velocity[i]);
    return sum.value();
  };
  EXPECT_EQ(hash(scene_of(text)), hash(scene_of(text)));
  EXPECT_NE(hash(scene_of(text)), hash(scene_of(text, {"run.seed=6"})));
}

TEST(Gas, MixturesShareTheBoxAndThePacking) {
  for (const char* start : {"random", "lattice"}) {
    const std::string both = std::string("mass = 1\ntemperature = 1\nstart = \"") + start + "\"\n";
    const Scene scene = scene_of(
        "format = 1\ndimension = 2\n[space]\nsides = \"periodic\"\n[run]\nuntil = 1\n"
        "[[gas]]\ncount = 10\npacking = 0.1\nradius = 0.5\n" +
        both + "[[gas]]\ncount = 100\npacking = 0.1\nradius = 0.25\n" + both);
    ASSERT_EQ(scene.balls.size(), 110U);
    EXPECT_EQ(scene.balls[9].radius, 0.5);
    EXPECT_EQ(scene.balls[10].radius, 0.25);
    EXPECT_NEAR(kPi * (10 * 0.25 + 100 * 0.0625) / volume(scene), 0.2, 1e-14);
  }
}

TEST(Gas, LeavesRoomForWhatIsThere) {
  for (const char* start : {"random", "lattice"}) {
    const Scene scene = scene_of(
        std::string(kEmptyBox) +
        "[[ball]]\nposition = [2, 2]\nradius = 1.5\nmass = 1\n[[obstacle]]\nposition = [7, 7]\nradius = 2\n"
        "[[wall]]\nfrom = [0, 5]\nto = [5, 5]\n[[half_space]]\nnormal = [0, 2]\noffset = 1\n"
        "[[gas]]\ncount = 200\nradius = 0.15\nmass = 1\ntemperature = 1\nstart = \"" +
        start + "\"\n");
    EXPECT_EQ(scene.balls.size(), 201U);
  }
}

TEST(Lattice, HasRoomForTheClosestPackingsItIsMadeOf) {
  Room cube;
  cube.dimension = 3;
  cube.length = {3.0, 3.0, 3.0};
  cube.periodic = {true, true, true};
  EXPECT_NEAR(roomiest_lattice(cube, 108).radius, std::sqrt(2.0) / 4.0, 1e-12);  // fcc, cells of side 1
  EXPECT_NEAR(roomiest_lattice(cube, 1).radius, 1.5, 1e-12);                     // its own image
  Room strip;
  strip.length = {8.0, 4.0 * std::sqrt(3.0), 0.0};
  strip.periodic = {true, true, false};
  EXPECT_NEAR(roomiest_lattice(strip, 64).radius, 0.5, 1e-12);  // 8 rows of 8 touching disks
  Room box;
  box.length = {4.0, 2.0, 0.0};
  EXPECT_NEAR(roomiest_lattice(box, 8).radius, 0.5, 1e-12);  // squares, walls all around
}

}  // namespace
}  // namespace firsthit
