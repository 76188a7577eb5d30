#include "support/long_form.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

// Nobody ever leaves a billiard table: points and balls among corners, arcs, segments and containers,
// with gravity and without. An oracle looks at every impact, and half way to it. He knows the tables by
// formulas of his own: how far inside the table a place is, negative outside.

namespace firsthit {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// By so much [L] may rounding put somebody outside: 8 units in the last place of the tables' coordinates.
constexpr double kFewUlp = 32.0 * std::numeric_limits<double>::epsilon();

/// How deep inside the table a place is [L]: the distance to the nearest wall, negative outside.
template <int D>
using Depth = std::function<double(const Vec<D>&)>;

template <int D>
double distance(const Vec<D>& a, const Vec<D>& b) {
  double squared = 0.0;
  for (std::size_t i = 0; i < D; ++i) squared += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(squared);
}

double distance_to_piece(const Vec<2>& p, const Vec<2>& a, const Vec<2>& b) {
  const double ux = b[0] - a[0];
  const double uy = b[1] - a[1];
  const double t = std::clamp(((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / (ux * ux + uy * uy), 0.0, 1.0);
  return distance<2>(p, {a[0] + t * ux, a[1] + t * uy});
}

/// A table: what stands there, and where its inside is. No side of it is longer than about 4.
template <int D>
struct Table {
  std::string name;
  WorldOptions<D> options = open_space<D>();
  std::vector<Body<D>> walls;
  Depth<D> depth;
  Vec<D> low{};   ///< [L] a box that holds the inside
  Vec<D> high{};  ///< [L]
};

Table<2> with_gravity(Table<2> table, const Vec<2>& gravity) {
  table.name += " with gravity";
  table.options.gravity = gravity;
  return table;
}

/// Walls between the vertices, which neighbours share; counterclockwise.
Table<2> polygon(const std::string& name, const std::vector<Vec<2>>& vertices) {
  Table<2> table;
  table.name = name;
  const auto next = [vertices](std::size_t i) { return vertices[(i + 1) % vertices.size()]; };
  table.low = table.high = vertices[0];
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    table.walls.push_back(fixed<2>(Segment<2>{vertices[i], next(i)}));
    for (std::size_t axis = 0; axis < 2; ++axis) {
      table.low[axis] = std::min(table.low[axis], vertices[i][axis]);
      table.high[axis] = std::max(table.high[axis], vertices[i][axis]);
    }
  }
  table.depth = [vertices, next](const Vec<2>& p) {
    bool inside = false;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const Vec<2> a = vertices[i];
      const Vec<2> b = next(i);
      nearest = std::min(nearest, distance_to_piece(p, a, b));
      if ((a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0] + (p[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1]))
        inside = !inside;
    }
    return inside ? nearest : -nearest;
  };
  return table;
}

Vec<2> turned(const Vec<2>& p, double angle) {
  return {std::cos(angle) * p[0] - std::sin(angle) * p[1], std::sin(angle) * p[0] + std::cos(angle) * p[1]};
}

/// Two half circles and two walls. Turned by an angle their ends meet only up to rounding.
Table<2> stadium(double angle) {
  Table<2> table;
  table.name = angle == 0.0 ? "stadium" : "turned stadium";
  const Vec<2> left = turned({-0.75, 0.0}, angle);
  const Vec<2> right = turned({0.75, 0.0}, angle);
  const Vec<2> up = turned({0.0, 1.0}, angle);
  const Vec<2> down = turned({0.0, -1.0}, angle);
  table.walls = {fixed<2>(Arc{1.0, up, down}, left), fixed<2>(Arc{1.0, down, up}, right),
                 fixed<2>(Segment<2>{turned({-0.75, 1.0}, angle), turned({0.75, 1.0}, angle)}),
                 fixed<2>(Segment<2>{turned({-0.75, -1.0}, angle), turned({0.75, -1.0}, angle)})};
  table.depth = [left, right](const Vec<2>& p) { return 1.0 - distance_to_piece(p, left, right); };
  table.low = {-1.75, -1.75};
  table.high = {1.75, 1.75};
  return table;
}

/// Three arcs that bulge inwards and meet in sharp corners at the vertices of a triangle.
Table<2> bulging_triangle() {
  Table<2> table;
  table.name = "bulging triangle";
  constexpr double kBow = 2.5;  // radius of the arcs
  std::vector<Vec<2>> vertices;
  for (int i = 0; i < 3; ++i) vertices.push_back(turned({1.6, 0.0}, 0.3 + 2.0 * kPi * i / 3.0));
  std::vector<Vec<2>> centres;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec<2> a = vertices[i];
    const Vec<2> b = vertices[(i + 1) % 3];
    const double half = 0.5 * distance<2>(a, b);
    const Vec<2> middle{0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])};
    const double away = std::sqrt(kBow * kBow - half * half) / std::hypot(middle[0], middle[1]);
    const Vec<2> centre{middle[0] + away * middle[0], middle[1] + away * middle[1]};
    centres.push_back(centre);
    table.walls.push_back(fixed<2>(
        Arc{kBow, {b[0] - centre[0], b[1] - centre[1]}, {a[0] - centre[0], a[1] - centre[1]}}, centre));
  }
  const Depth<2> triangle = polygon("", vertices).depth;
  table.depth = [centres, triangle](const Vec<2>& p) {
    double nearest = triangle(p);
    for (const Vec<2>& centre : centres) nearest = std::min(nearest, distance<2>(p, centre) - kBow);
    return nearest;
  };
  table.low = {-1.7, -1.7};
  table.high = {1.7, 1.7};
  return table;
}

/// The space between half-spaces, given by their inner normals (unit) and offsets.
Table<2> wedges(const std::string& name, const std::vector<std::pair<double, double>>& angle_and_offset) {
  Table<2> table;
  table.name = name;
  std::vector<HalfSpace<2>> planes;
  for (const auto& [angle, offset] : angle_and_offset) {
    planes.push_back({turned({1.0, 0.0}, angle), offset});
    table.walls.push_back(fixed<2>(planes.back()));
  }
  table.depth = [planes](const Vec<2>& p) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const HalfSpace<2>& plane : planes)
      nearest = std::min(nearest, plane.normal[0] * p[0] + plane.normal[1] * p[1] - plane.offset);
    return nearest;
  };
  table.low = {-2.0, -2.0};
  table.high = {2.0, 2.0};
  return table;
}

template <int D>
Table<D> container(const Vec<D>& gravity, bool with_obstacle) {
  Table<D> table;
  table.name = std::string(with_obstacle ? "ring" : "container") + (D == 2 ? " 2D" : " 3D") +
               (gravity == Vec<D>{} ? "" : " with gravity");
  table.options = open_space<D>(gravity);
  Vec<D> centre;
  for (std::size_t axis = 0; axis < D; ++axis) centre[axis] = 0.3 + 0.1 * static_cast<double>(axis);
  Vec<D> inner = centre;
  inner[0] += 0.25;
  table.walls.push_back(fixed<D>(Container{1.5}, centre));
  if (with_obstacle) table.walls.push_back(fixed<D>(Ball{0.5}, inner));
  table.depth = [centre, inner, with_obstacle](const Vec<D>& p) {
    const double room = 1.5 - distance<D>(p, centre);
    return with_obstacle ? std::min(room, distance<D>(p, inner) - 0.5) : room;
  };
  for (std::size_t axis = 0; axis < D; ++axis) {
    table.low[axis] = centre[axis] - 1.5;
    table.high[axis] = centre[axis] + 1.5;
  }
  return table;
}

/// A box with an oblique corner cut off by a half-space, and a fixed ball in it.
template <int D>
Table<D> cut_box() {
  Table<D> table;
  table.name = D == 2 ? "cut square" : "cut cube";
  table.options = box<D>(Side::Wall, 2.0);
  HalfSpace<D> cut;
  Vec<D> post;
  for (std::size_t axis = 0; axis < D; ++axis) {
    cut.normal[axis] = axis == 0 ? 1.0 : 0.5;
    post[axis] = 1.3;
    table.high[axis] = 2.0;
  }
  cut.offset = 0.7;
  table.walls = {fixed<D>(cut), fixed<D>(Ball{0.3}, post)};
  table.depth = [cut, post](const Vec<D>& p) {
    double height = -cut.offset;
    double size = 0.0;
    double nearest = distance<D>(p, post) - 0.3;
    for (std::size_t axis = 0; axis < D; ++axis) {
      height += cut.normal[axis] * p[axis];
      size += cut.normal[axis] * cut.normal[axis];
      nearest = std::min({nearest, p[axis], 2.0 - p[axis]});
    }
    return std::min(nearest, height / std::sqrt(size));
  };
  return table;
}

/// Looks at every impact, and half way to it.
template <int D>
class Oracle : public Observer<D> {
 public:
  Oracle(const Table<D>& table, const std::vector<double>& radii) : table_(table), radii_(radii) {}

  void impact(const Impact<D>& impact) override {
    look(impact.a);
    look(impact.b);
    if (impact.kind != ImpactKind::BodyBody) ++bounces;
  }

  double worst = 0.0;  ///< [L] by how much somebody was outside at most
  std::uint64_t bounces = 0;

 private:
  void look(const ImpactSide<D>& side) {
    if (side.id.value >= radii_.size()) return;
    const double radius = radii_[side.id.value];
    worst = std::max(worst, radius - table_.depth(side.position));
    const double half = 0.5 * side.elapsed;
    Vec<D> middle = side.position;
    for (std::size_t axis = 0; axis < D; ++axis)
      middle[axis] -= half * (side.velocity_before[axis] - 0.5 * half * side.acceleration[axis]);
    worst = std::max(worst, radius - table_.depth(middle));
  }

  const Table<D>& table_;
  std::vector<double> radii_;
};

/// A place where a ball of this radius touches neither walls nor the others.
template <int D>
Vec<D> free_place(const Table<D>& table, double radius, const std::vector<Body<D>>& others, Random& random) {
  while (true) {
    Vec<D> p;
    for (std::size_t axis = 0; axis < D; ++axis) p[axis] = random.uniform(table.low[axis], table.high[axis]);
    const bool free = std::all_of(others.begin(), others.end(), [&](const Body<D>& other) {
      return distance<D>(p, other.position) > radius + std::get<Ball>(other.shape).radius;
    });
    if (free && table.depth(p) > radius + 1e-3) return p;
  }
}

/// Plays on a table with balls of these radii until so many bounces.
template <int D>
void play(const Table<D>& table, const std::vector<double>& radii, std::uint64_t bounces,
          std::uint64_t seed) {
  SCOPED_TRACE(table.name + ", " + std::to_string(radii.size()) + " bodies, the first of radius " +
               std::to_string(radii[0]) + ", seed " + std::to_string(seed));
  Random random(seed);
  World<D> world(table.options);
  std::vector<Body<D>> balls;
  for (const double radius : radii) {
    Vec<D> velocity;
    for (double& c : velocity.c) c = random.uniform(-1.0, 1.0);
    balls.push_back(ball<D>(free_place(table, radius, balls, random), velocity, radius, 0.1 + radius));
    world.add(balls.back());
  }
  for (const Body<D>& wall : table.walls) world.add(wall);
  Oracle<D> oracle(table, radii);
  world.observe(oracle);
  const double energy = kinetic_energy(world);
  RunLimits limits;
  limits.collisions = bounces;
  const RunResult result = world.run_until(std::numeric_limits<double>::infinity(), limits);
  ASSERT_EQ(result.outcome, RunOutcome::ReachedCollisions) << "at time " << world.time();
  EXPECT_GE(oracle.bounces, bounces / 10);
  EXPECT_LE(oracle.worst, kFewUlp) << "outside";
  if (table.options.gravity == Vec<D>{}) {
    EXPECT_NEAR(kinetic_energy(world), energy, 1e-9 * energy);
  }
}

/// Points, a single ball, and a crowd of both that push one another into the corners.
template <int D>
void play_all(const Table<D>& table, std::uint64_t bounces) {
  const std::vector<std::vector<double>> casts = {
      {0.0}, {0.0}, {0.08}, {1e-7}, {0.0, 0.1, 0.05, 0.0, 0.07, 1e-9}};
  std::uint64_t seed = 1;
  for (const std::vector<double>& radii : casts) play(table, radii, bounces / casts.size(), seed++);
}

/// The environment's FIRSTHIT_BOUNCES, such as 1e9, is for all tables of this file together.
std::uint64_t bounces_per_table() {
  constexpr double kTables = 20.0;
  const char* given = std::getenv("FIRSTHIT_BOUNCES");
  const double bounces = given != nullptr ? std::strtod(given, nullptr) : (long_form() ? 1e8 : 1e6);
  return static_cast<std::uint64_t>(bounces / kTables);
}

const std::vector<Vec<2>> kShard = {{0.0, 0.0}, {2.0, 0.3}, {1.1, 0.6}, {1.7, 1.9}, {0.7, 0.9}, {-0.9, 1.4}};

TEST(Leaks, NoneFromPolygonsWithAcuteObtuseAndReflexCorners) {
  play_all(polygon("shard", kShard), bounces_per_table());
  std::vector<Vec<2>> slanted;
  for (const Vec<2>& p : kShard) slanted.push_back(turned({p[0] + 0.1, p[1] + 0.2}, 1.234));
  play_all(polygon("turned shard", slanted), bounces_per_table());
  play_all(polygon("sharp triangle", {{0.0, 0.0}, {3.0, 0.1}, {2.9, 0.9}}), bounces_per_table());
}

TEST(Leaks, NoneFromPolygonsUnderGravity) {
  play_all(with_gravity(polygon("shard", kShard), {0.1, -0.8}), bounces_per_table());
  play_all(with_gravity(polygon("sharp triangle", {{0.0, 0.0}, {3.0, 0.1}, {2.9, 0.9}}), {-0.4, -0.2}),
           bounces_per_table());
}

TEST(Leaks, NoneFromStadiums) {
  play_all(stadium(0.0), bounces_per_table());
  play_all(stadium(0.7), bounces_per_table());
  play_all(with_gravity(stadium(0.0), {0.0, -0.5}), bounces_per_table());
  play_all(with_gravity(stadium(0.7), {0.3, -0.5}), bounces_per_table());
}

TEST(Leaks, NoneFromArcsThatMeetInCorners) {
  play_all(bulging_triangle(), bounces_per_table());
  play_all(with_gravity(bulging_triangle(), {0.2, -0.3}), bounces_per_table());
}

TEST(Leaks, NoneFromWedgesOfHalfSpaces) {
  const Table<2> wedge = wedges("wedge", {{0.5, -0.7}, {0.5 + 0.95 * kPi, -0.8}, {0.5 + 1.45 * kPi, -0.6}});
  play_all(wedge, bounces_per_table());
  play_all(with_gravity(wedge, {0.05, -0.6}), bounces_per_table());
  play_all(wedges("triangle", {{0.1, -0.7}, {2.1, -0.8}, {4.4, -0.6}}), bounces_per_table());
}

TEST(Leaks, NoneFromContainers) {
  play_all(container<2>({}, false), bounces_per_table());
  play_all(container<2>({0.0, -0.7}, true), bounces_per_table());
  play_all(container<3>({}, true), bounces_per_table());
  play_all(container<3>({0.1, 0.0, -0.7}, false), bounces_per_table());
}

TEST(Leaks, NoneFromBoxesWithACutCorner) {
  play_all(cut_box<2>(), bounces_per_table());
  play_all(cut_box<3>(), bounces_per_table());
}

}  // namespace
}  // namespace firsthit
