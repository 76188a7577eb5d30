#include "core/hash.hpp"
#include "scene/support.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

// Gases that are denser than insertion goes: their balls have grown.

namespace firsthit {
namespace {

constexpr double kPi = 3.14159265358979323846;

std::string digits(double x) {
  std::ostringstream text;
  text.precision(17);
  text << x;
  return text.str();
}

std::string head(int dimension, const std::string& sides, int seed) {
  return "format = 1\ndimension = " + std::to_string(dimension) + "\n[space]\nsides = \"" + sides +
         "\"\n[run]\nuntil = 1\nseed = " + std::to_string(seed) + "\n";
}

std::string table(int count, double packing, double radius) {
  return "[[gas]]\ncount = " + std::to_string(count) + "\npacking = " + std::to_string(packing) +
         "\nradius = " + std::to_string(radius) + "\nmass = 1\ntemperature = 1\nstart = \"random\"\n";
}

/// So many of radius 1 and so many smaller ones.
std::string mixture(int dimension, const std::string& sides, int seed, double packing, int large, int small,
                    double radius) {
  const double of_large = large;
  const double of_small = small * std::pow(radius, dimension);
  const double share = packing / (of_large + of_small);
  // Six digits of each packing: together they make a box, whatever it is.
  return head(dimension, sides, seed) + table(large, share * of_large, 1.0) +
         table(small, share * of_small, radius);
}

/// b - a through the nearest image.
std::array<long double, 3> separation(const Scene& scene, const SceneBall& a, const SceneBall& b) {
  std::array<long double, 3> d{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(scene.dimension); ++i) {
    d[i] = static_cast<long double>(b.position[i]) - static_cast<long double>(a.position[i]);
    const long double side = static_cast<long double>(scene.max[i]) - static_cast<long double>(scene.min[i]);
    if (scene.sides[i] == Side::Periodic) d[i] -= side * std::nearbyint(d[i] / side);
  }
  return d;
}

long double length(const std::array<long double, 3>& d) {
  return std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/// The least gap between two surfaces, or a surface and a wall, in radii of the smaller ball. All pairs.
long double least_gap(const Scene& scene) {
  long double least = std::numeric_limits<long double>::infinity();
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    const SceneBall& a = scene.balls[i];
    const long double radius = a.radius;
    for (std::size_t j = 0; j < i; ++j) {
      const SceneBall& b = scene.balls[j];
      const long double other = b.radius;
      const long double gap = length(separation(scene, a, b)) - (radius + other);
      least = std::min(least, gap / std::min(radius, other));
    }
    for (std::size_t k = 0; k < static_cast<std::size_t>(scene.dimension); ++k) {
      const long double x = a.position[k];
      if (scene.sides[k] == Side::Periodic) {
        EXPECT_TRUE(scene.min[k] <= a.position[k] && a.position[k] < scene.max[k]);
      } else {
        const long double below = x - radius - static_cast<long double>(scene.min[k]);
        const long double above = static_cast<long double>(scene.max[k]) - (x + radius);
        least = std::min(least, std::min(below, above) / radius);
      }
    }
  }
  return least;
}

double packing_of(const Scene& scene) {
  double filled = 0.0;
  double box = 1.0;
  for (const SceneBall& ball : scene.balls)
    filled += scene.dimension == 2 ? kPi * ball.radius * ball.radius
                                   : 4.0 / 3.0 * kPi * ball.radius * ball.radius * ball.radius;
  for (std::size_t i = 0; i < static_cast<std::size_t>(scene.dimension); ++i)
    box *= scene.max[i] - scene.min[i];
  return filled / box;
}

TEST(GrownGas, HasThePackingAskedForAndNoOverlapAtAll) {
  struct Case {
    int dimension;
    int count;
    double packing;
  };
  for (const Case& c : {Case{3, 500, 0.34}, Case{3, 500, 0.50}, Case{3, 500, 0.55}, Case{2, 300, 0.51},
                        Case{2, 300, 0.70}, Case{2, 300, 0.80}, Case{2, 12, 0.80}, Case{3, 12, 0.55}}) {
    for (const char* sides : {"periodic", "wall"}) {
      // Beside walls few balls have no room for such packings.
      if (c.count < 100 && std::string(sides) == "wall") continue;
      for (const int seed : {1, 2, 3}) {
        SCOPED_TRACE(std::to_string(c.dimension) + "D, " + std::to_string(c.packing) + ", " + sides +
                     ", seed " + std::to_string(seed));
        const Scene scene = scene_of(head(c.dimension, sides, seed) + table(c.count, c.packing, 0.5));
        EXPECT_EQ(scene.balls.size(), static_cast<std::size_t>(c.count));
        EXPECT_NEAR(packing_of(scene), c.packing, 1e-12);
        const long double gap = least_gap(scene);
        EXPECT_GT(gap, 0.0L);
        EXPECT_LT(gap, 5e-2L);  // somebody is near somebody
      }
    }
  }
}

TEST(GrownGas, MayBeAMixtureOfAnySizes) {
  for (const int seed : {1, 2}) {
    for (const std::string& text :
         {mixture(3, "periodic", seed, 0.55, 60, 480, 0.5), mixture(3, "wall", seed, 0.53, 60, 480, 0.5),
          mixture(3, "periodic", seed, 0.55, 2, 1000, 0.1), mixture(2, "periodic", seed, 0.80, 60, 240, 0.5),
          mixture(2, "wall", seed, 0.80, 60, 240, 0.5), mixture(2, "periodic", seed, 0.80, 10, 400, 0.1)}) {
      const Scene scene = scene_of(text);
      EXPECT_GT(least_gap(scene), 0.0L) << text;
    }
  }
}

TEST(GrownGas, MayBeAnywhereAndOfAnySize) {
  // A box whose corner is a million radii away, of radius 2^-40.
  const double unit = 0x1p-40;
  const double from = 1e6 * unit;
  const double to = from + 16.0 * unit;
  const auto corner = [](double x) { return "[" + digits(x) + ", " + digits(x) + ", " + digits(x) + "]"; };
  const Scene scene =
      scene_of("format = 1\ndimension = 3\n[space]\nsides = [\"periodic\", \"wall\", \"open\"]\nmin = " +
               corner(from) + "\nmax = " + corner(to) +
               "\n[run]\nuntil = 1\n[[gas]]\ncount = 470\nradius = " + digits(unit) +
               "\nmass = 1\ntemperature = 1\nstart = \"random\"\n");
  EXPECT_GT(packing_of(scene), 0.47);
  EXPECT_GT(least_gap(scene), 0.0L);
}

TEST(GrownGas, IsTheSameForASeedAndAnotherForAnother) {
  const auto hash = [](const Scene& scene) {
    StateHash sum;
    for (const SceneBall& ball : scene.balls)
      for (std::size_t i = 0; i < 3; ++i) sum.add(ball.position[i]), sum.add(ball.velocity[i]);
    return sum.value();
  };
  const std::string text = head(3, "periodic", 5) + table(200, 0.5, 0.5);
  EXPECT_EQ(hash(scene_of(text)), hash(scene_of(text)));
  EXPECT_NE(hash(scene_of(text)), hash(scene_of(text, {"run.seed=6"})));
}

TEST(GrownGas, ForgetsTheVelocitiesItGrewWith) {
  // Velocities come from a stream of their own: with or without growth, on a lattice or not.
  const std::string text = head(3, "periodic", 5) + table(200, 0.5, 0.5);
  const Scene grown = scene_of(text);
  const Scene on_lattice = scene_of(text, {"gas.0.start=lattice"});
  for (std::size_t i = 0; i < grown.balls.size(); ++i)
    EXPECT_EQ(grown.balls[i].velocity, on_lattice.balls[i].velocity);
}

/// The part of the balls that have seven or more solid bonds. Source: ten Wolde, Ruiz-Montero, Frenkel 1996,
/// doi:10.1063/1.471721. A bond is solid if what the two see around them correlates by more than one half:
/// the sum over m of q6m q6m* is, by the addition theorem, that of P6 over all pairs of their bonds.
double crystalline_part(const Scene& scene) {
  const double reach = 1.4 * 2.0 * scene.balls[0].radius;  // the first minimum of g(r)
  std::vector<std::vector<std::size_t>> near(scene.balls.size());
  std::vector<std::vector<std::array<double, 3>>> bonds(scene.balls.size());
  for (std::size_t i = 0; i < scene.balls.size(); ++i)
    for (std::size_t j = 0; j < scene.balls.size(); ++j) {
      const auto d = separation(scene, scene.balls[i], scene.balls[j]);
      const long double far = length(d);
      if (i == j || far > static_cast<long double>(reach)) continue;
      near[i].push_back(j);
      bonds[i].push_back({static_cast<double>(d[0] / far), static_cast<double>(d[1] / far),
                          static_cast<double>(d[2] / far)});
    }
  const auto correlation = [&](std::size_t i, std::size_t j) {
    double sum = 0.0;
    for (const auto& a : bonds[i])
      for (const auto& b : bonds[j]) {
        const double x = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        const double x2 = x * x;
        sum += ((231.0 * x2 - 315.0) * x2 + 105.0) * x2 / 16.0 - 5.0 / 16.0;
      }
    return sum / static_cast<double>(bonds[i].size() * bonds[j].size());
  };
  int crystalline = 0;
  for (std::size_t i = 0; i < scene.balls.size(); ++i) {
    int solid = 0;
    for (const std::size_t j : near[i])
      if (correlation(i, j) > 0.5 * std::sqrt(correlation(i, i) * correlation(j, j))) ++solid;
    if (solid >= 7) ++crystalline;
  }
  return crystalline / static_cast<double>(scene.balls.size());
}

TEST(GrownGas, IsDisorderedInSpace) {
  for (const int seed : {1, 2, 3}) {
    Scene scene = scene_of(head(3, "periodic", seed) + table(864, 0.55, 0.5));
    EXPECT_LT(crystalline_part(scene), 0.2);
  }
  // What a crystal of that packing would look like, each ball a tenth of the free way from its place.
  Scene scene = scene_of(head(3, "periodic", 1) + table(864, 0.55, 0.5), {"gas.0.start=lattice"});
  for (SceneBall& ball : scene.balls)
    for (std::size_t i = 0; i < 3; ++i) ball.position[i] += 0.03 * ball.velocity[i];
  EXPECT_GT(crystalline_part(scene), 0.9);
}

TEST(GrownGas, IsRefusedWithWhatIsWrong) {
  EXPECT_TRUE(contains(refusal_of(head(3, "periodic", 1) + table(100, 0.56, 0.5)),
                       "test.toml:8:1: start: expected a packing of at most 0.55 for \"random\""));
  EXPECT_TRUE(contains(refusal_of(head(2, "periodic", 1) + table(100, 0.81, 0.5)),
                       "expected a packing of at most 0.8 for \"random\""));
  // Eight balls fill at most the packing of a cube of them, 0.5236, between walls.
  const std::string jammed = refusal_of(head(3, "wall", 1) + table(8, 0.54, 0.5));
  EXPECT_TRUE(
      contains(jammed, "test.toml:8:1: start: of a packing of 0.54, balls that grow at random reached 0.4"))
      << jammed;
  // A box that no ball fits into is told as ever.
  EXPECT_TRUE(contains(refusal_of(head(3, "periodic", 1) + table(1, 0.55, 0.5)),
                       "expected a diameter below the periodic x side"));
  const std::string obstacle = "[[obstacle]]\nposition = [0, 0]\nradius = 0.1\n";
  EXPECT_TRUE(contains(refusal_of(head(2, "periodic", 1) + obstacle + table(100, 0.6, 0.5)),
                       "expected a packing of at most 0.5 for \"random\" beside other bodies"));
}

}  // namespace
}  // namespace firsthit
