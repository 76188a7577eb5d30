#include "geometry/facets.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace firsthit {
namespace {

template <int D>
using Places = std::vector<Vec<D>>;

template <int D>
Facets<D> facets(const Places<D>& places) {
  return facets_of<D>(places);
}

// The same by trying all pairs and triples, for places of small whole numbers.

using Whole = std::array<std::int64_t, 3>;
using Directions = std::set<Whole>;

Whole operator-(const Whole& a, const Whole& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Whole operator-(const Whole& a) { return Whole{} - a; }
std::int64_t dot(const Whole& a, const Whole& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Whole cross(const Whole& a, const Whole& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
bool is_zero(const Whole& a) { return a == Whole{}; }

/// With the same direction, and as short as can be.
Whole shortest(Whole a) {
  const std::int64_t divisor = std::gcd(std::gcd(a[0], a[1]), a[2]);
  for (std::int64_t& x : a) x /= divisor;
  return a;
}

Whole without_sign(const Whole& a) { return std::max(shortest(a), shortest(-a)); }

struct Hull {
  std::set<Whole> vertices;
  Directions normals;
  Directions edges;
};

std::int64_t reach(const std::vector<Whole>& places, const Whole& along) {
  std::int64_t most = dot(places[0], along);
  for (const Whole& place : places) most = std::max(most, dot(place, along));
  return most;
}

/// Adds what has all places behind it, of a direction and its opposite.
bool add_outward(const std::vector<Whole>& places, const Whole& through, const Whole& normal,
                 Directions& normals) {
  bool found = false;
  for (const Whole& n : {normal, -normal})
    if (reach(places, n) == dot(through, n)) found = normals.insert(shortest(n)).second || found;
  return found;
}

bool is_corner(const std::vector<Whole>& places, const Directions& normals, const Whole& place) {
  std::vector<Whole> touching;
  for (const Whole& n : normals)
    if (reach(places, n) == dot(place, n)) touching.push_back(n);
  for (const Whole& a : touching)
    for (const Whole& b : touching)
      for (const Whole& c : touching)
        if (dot(cross(a, b), c) != 0) return true;
  return false;
}

/// Requires: not all on a line.
Hull tried_hull(const std::vector<Whole>& places) {
  Hull r;
  for (const Whole& a : places)
    for (const Whole& b : places)
      for (const Whole& c : places)
        if (const Whole n = cross(b - a, c - a); !is_zero(n)) add_outward(places, a, n, r.normals);
  const Directions faces = r.normals;
  for (const Whole& a : places)
    for (const Whole& b : places) {
      if (a == b) continue;
      std::vector<Whole> touching;
      for (const Whole& n : faces)
        if (reach(places, n) == dot(a, n) && reach(places, n) == dot(b, n)) touching.push_back(n);
      if (touching.size() < 2) continue;
      const bool is_flat = is_zero(cross(touching[0], touching[1]));
      if (!is_flat) r.edges.insert(without_sign(b - a));
      const Whole outward = cross(b - a, touching[0]);
      if (is_flat && reach(places, outward) == dot(a, outward)) {
        r.edges.insert(without_sign(b - a));
        r.normals.insert(shortest(outward));
      }
    }
  for (const Whole& place : places)
    if (is_corner(places, r.normals, place)) r.vertices.insert(place);
  return r;
}

bool are_on_a_line(const std::vector<Whole>& places) {
  for (const Whole& a : places)
    for (const Whole& b : places)
      if (!is_zero(cross(a - places[0], b - places[0]))) return false;
  return true;
}

Vec3 to_doubles(const Whole& a) {
  return {static_cast<double>(a[0]), static_cast<double>(a[1]), static_cast<double>(a[2])};
}

/// Are they the same directions, each once?
void expect_directions(const std::vector<Vec3>& found, const Directions& expected, bool with_sign) {
  ASSERT_EQ(found.size(), expected.size());
  for (const Whole& direction : expected) {
    const Vec3 unit = (1.0 / length(to_doubles(direction))) * to_doubles(direction);
    EXPECT_EQ(std::count_if(found.begin(), found.end(),
                            [&](const Vec3& n) {
                              return length(n - unit) < 0x1p-50 || (!with_sign && length(n + unit) < 0x1p-50);
                            }),
              1);
  }
}

void expect_tried_hull(const std::vector<Whole>& places) {
  Places<3> doubles;
  for (const Whole& place : places) doubles.push_back(to_doubles(place));
  const Facets<3> found = facets(doubles);
  const Hull expected = tried_hull(places);
  ASSERT_NO_FATAL_FAILURE(expect_directions(found.normals, expected.normals, true));
  ASSERT_NO_FATAL_FAILURE(expect_directions(found.edges, expected.edges, false));
  ASSERT_EQ(found.vertices.size(), expected.vertices.size());
  for (const Whole& place : expected.vertices)
    EXPECT_EQ(std::count(found.vertices.begin(), found.vertices.end(), to_doubles(place)), 1);
}

TEST(Facets, AreThoseThatTryingFindsOnAGrid) {
  Random random(1);
  std::set<std::size_t> numbers_of_faces;
  int flat = 0;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE("case " + std::to_string(i));
    const auto side = static_cast<std::int64_t>(2 + random.below(4));
    std::vector<Whole> places(3 + random.below(12));
    for (Whole& place : places)
      for (std::int64_t& x : place)
        x = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(side)));
    if (random.below(4) == 0)  // into a plane
      for (Whole& place : places) place[2] = 2 * place[0] - 3 * place[1] + 1;
    if (are_on_a_line(places)) continue;
    ASSERT_NO_FATAL_FAILURE(expect_tried_hull(places));
    const Hull hull = tried_hull(places);
    numbers_of_faces.insert(hull.normals.size());
    flat += hull.vertices.size() == hull.normals.size() - 2 ? 1 : 0;
  }
  EXPECT_GT(numbers_of_faces.size(), 8U);
  EXPECT_GT(flat, 300);
}

TEST(Facets, MergeWhatIsInOnePlane) {
  std::vector<Whole> cube;
  for (std::int64_t x = -2; x <= 2; ++x)
    for (std::int64_t y = -2; y <= 2; ++y)
      for (std::int64_t z = -2; z <= 2; ++z) cube.push_back({x, y, z});
  Places<3> places;
  for (const Whole& place : cube) places.push_back(to_doubles(place));
  const Facets<3> found = facets(places);
  EXPECT_EQ(found.vertices.size(), 8U);
  EXPECT_EQ(found.normals.size(), 6U);
  EXPECT_EQ(found.edges.size(), 3U);
  for (const Vec3& n : found.normals) EXPECT_EQ(sum_abs(n), 1.0);

  // One corner further out by a rounding: its one face that is not along the way breaks into two.
  for (const double x : {std::nextafter(2.0, 3.0), std::nextafter(2.0, 1.0)}) {
    Places<3> nudged;
    for (const double a : {-2.0, 2.0})
      for (const double b : {-2.0, 2.0})
        for (const double c : {-2.0, 2.0}) nudged.push_back({a, b, c});
    nudged.back()[0] = x;
    EXPECT_EQ(facets(nudged).vertices.size(), 8U);
    EXPECT_EQ(facets(nudged).normals.size(), 7U);
  }
}

struct Sizes {
  std::size_t vertices, normals, edges;
};

template <int D>
void expect_sizes(const Places<D>& places, const Sizes& expected) {
  const Facets<D> found = facets(places);
  EXPECT_EQ(found.vertices.size(), expected.vertices);
  EXPECT_EQ(found.normals.size(), expected.normals);
  EXPECT_EQ(found.edges.size(), expected.edges);
}

TEST(Facets, OfKnownSolids) {
  expect_sizes<3>({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {4, 4, 6});
  expect_sizes<3>({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}, {6, 8, 6});

  Places<3> prism;
  for (const double z : {-1.0, 1.0})
    for (const Vec2& p : {Vec2{2, 0}, {1, 2}, {-1, 2}, {-2, 0}, {-1, -2}, {1, -2}})
      prism.push_back({p[0], p[1], z});
  expect_sizes<3>(prism, {12, 8, 4});

  const auto dodecahedron = [](double long_half, double short_half) {
    Places<3> r;
    for (const double x : {-1.0, 1.0})
      for (const double y : {-1.0, 1.0}) {
        for (const double z : {-1.0, 1.0}) r.push_back({x, y, z});
        r.push_back({0.0, x * long_half, y * short_half});
        r.push_back({x * long_half, y * short_half, 0.0});
        r.push_back({y * short_half, 0.0, x * long_half});
      }
    return r;
  };
  expect_sizes<3>(dodecahedron(1.5, 0.75), {20, 12, 15});  // pentagons that are not regular
  // Regular ones are flat to rounding only: any of them may be up to three triangles.
  const double golden = 0.5 * (1.0 + std::sqrt(5.0));
  const Facets<3> regular = facets(dodecahedron(golden, 1.0 / golden));
  EXPECT_EQ(regular.vertices.size(), 20U);
  EXPECT_GE(regular.normals.size(), 12U);
  EXPECT_LE(regular.normals.size(), 36U);
  for (const Vec3& n : regular.normals) {  // (0, 1, golden) and its like
    EXPECT_NEAR(max_abs(n), golden / std::sqrt(1.0 + golden * golden), 1e-14);
    EXPECT_NEAR(std::min({std::fabs(n[0]), std::fabs(n[1]), std::fabs(n[2])}), 0.0, 1e-14);
  }
}

TEST(Facets, OfWhatHasNoInside) {
  expect_sizes<3>({{1, 2, 3}, {1, 2, 3}}, {1, 0, 0});
  expect_sizes<3>({{0, 0, 0}, {-0.0, 0, -0.0}}, {1, 0, 0});
  expect_sizes<2>({{0, -0.0}, {-0.0, 0}}, {1, 0, 0});
  EXPECT_FALSE(std::signbit(facets<2>({{1.0, -0.0}}).vertices[0][1]));
  const Facets<3> segment = facets<3>({{0, 0, 0}, {3, 0, 4}, {6, 0, 8}, {1.5, 0, 2}});
  EXPECT_EQ(segment.vertices, (Places<3>{{0, 0, 0}, {6, 0, 8}}));
  EXPECT_TRUE(segment.normals.empty());
  EXPECT_EQ(segment.edges, (Places<3>{{0.6, 0.0, 0.8}}));
  const Facets<2> flat = facets<2>({{0, 0}, {6, 8}, {3, 4}});
  EXPECT_EQ(flat.vertices, (Places<2>{{0, 0}, {6, 8}}));
  EXPECT_EQ(flat.normals, (Places<2>{{0.8, -0.6}, {0.6, 0.8}, {-0.8, 0.6}, {-0.6, -0.8}}));
  expect_sizes<3>({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {0.5, 0.5, 1}}, {4, 6, 2});
  expect_sizes<3>({{5, 0, 0}, {5, 1, 0}, {5, 0, 1}}, {3, 5, 3});
}

TEST(Facets, OfNumbersOfAnySize) {
  const double large = 0x1p1000;
  const double least = 0x1p-1074;
  expect_sizes<3>({{0, 0, 0}, {least, 0, 0}, {0, least, 0}, {0, 0, least}}, {4, 4, 6});
  expect_sizes<3>({{0, 0, 0}, {large, 0, 0}, {0, 1.0, 0}, {0, 0, least}}, {4, 4, 6});
  expect_sizes<3>({{large, large, large}, {-large, large, large}, {0, large, -large}, {0, -large, least}},
                  {4, 4, 6});
  expect_sizes<2>({{large, -large}, {-large, large}, {-large, -large}, {0, least}}, {4, 4, 0});
}

TEST(Facets, OfPolygonsRunCounterclockwise) {
  Random random(3);
  std::set<std::size_t> sizes;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE("case " + std::to_string(i));
    Places<2> places(3 + random.below(10));
    for (Vec2& place : places)
      for (double& x : place.c) x = static_cast<double>(random.below(6));
    const Facets<2> found = facets(places);
    const Places<2>& v = found.vertices;
    sizes.insert(v.size());
    if (v.size() < 3) continue;
    ASSERT_EQ(found.normals.size(), v.size());
    for (std::size_t k = 0; k < v.size(); ++k) {
      const Vec2 edge = v[(k + 1) % v.size()] - v[k];
      const Vec2 outward = {edge[1], -edge[0]};
      EXPECT_LT(length(found.normals[k] - (1.0 / length(edge)) * outward), 0x1p-50);
      ASSERT_GT(firsthit::cross(edge, v[(k + 2) % v.size()] - v[k]), 0.0);
      for (const Vec2& place : places) ASSERT_LE(dot(outward, place - v[k]), 0.0);
    }
    for (const Vec2& corner : v) ASSERT_TRUE(std::count(places.begin(), places.end(), corner));
  }
  EXPECT_GT(sizes.size(), 4U);
}

Places<3> random_places(Random& random, std::size_t count, bool on_sphere) {
  Places<3> r(count);
  for (Vec3& place : r) {
    for (double& x : place.c) x = random.normal();
    if (on_sphere) place = (1.0 / length(place)) * place;
  }
  return r;
}

/// How far n is from the exact normal of the plane through three places: the sine squared, at most.
mpq_class sine_squared(const Vec3& n, const Vec3& a, const Vec3& b, const Vec3& c) {
  using Exact = std::array<mpq_class, 3>;
  const auto exact = [](const Vec3& p, const Vec3& q) {
    return Exact{mpq_class(p[0]) - q[0], mpq_class(p[1]) - q[1], mpq_class(p[2]) - q[2]};
  };
  const auto product = [](const Exact& p, const Exact& q) -> Exact {
    return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
  };
  const auto squared = [](const Exact& p) -> mpq_class { return p[0] * p[0] + p[1] * p[1] + p[2] * p[2]; };
  const Exact rounded = exact(n, {});
  const Exact normal = product(exact(b, a), exact(c, a));
  return squared(product(rounded, normal)) / (squared(rounded) * squared(normal));
}

TEST(Facets, OfRandomHullsHoldThemAndAreSharp) {
  Random random(4);
  for (const bool on_sphere : {false, true})
    for (const std::size_t count : {5U, 30U, 200U}) {
      Places<3> places = random_places(random, count, on_sphere);
      const Facets<3> found = facets(places);
      EXPECT_TRUE(!on_sphere || found.vertices.size() == count);
      EXPECT_EQ(found.edges.size(), found.vertices.size() + found.normals.size() - 2);  // Euler
      for (const Vec3& n : found.normals) {
        EXPECT_NEAR(length(n), 1.0, 0x1p-51);
        Places<3> nearest = places;  // three of them are on the face
        std::partial_sort(nearest.begin(), nearest.begin() + 3, nearest.end(),
                          [&n](const Vec3& a, const Vec3& b) { return dot(n, a) > dot(n, b); });
        EXPECT_NEAR(dot(n, nearest[0]), dot(n, nearest[2]), 1e-14);
        EXPECT_LE(sine_squared(n, nearest[0], nearest[1], nearest[2]), mpq_class(0x1p-102));
      }
      for (int i = 0; i < 1000; ++i) {
        const Vec3 along = random_places(random, 1, true)[0];
        const auto reach = [&along](const Places<3>& of) {
          double most = -HUGE_VAL;
          for (const Vec3& place : of) most = std::max(most, dot(along, place));
          return most;
        };
        ASSERT_EQ(reach(found.vertices), reach(places));
      }
    }
}

TEST(Facets, AreWholeNextToFacesAndEdgesToo) {
  Random random(6);
  std::size_t corners = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE("case " + std::to_string(i));
    Places<3> places = random_places(random, 4, false);
    for (int k = 0; k < 20; ++k) {  // within a rounding of an edge or a face
      const std::size_t from = random.below(3);
      const double part = random.uniform();
      places.push_back((1.0 - part) * places[from] + part * places[from + 1]);
      places.push_back((1.0 - part) * places.back() + part * places[random.below(4)]);
    }
    const Facets<3> found = facets(places);
    corners += found.vertices.size();
    ASSERT_EQ(found.edges.size(), found.vertices.size() + found.normals.size() - 2);  // Euler
    for (const Vec3& n : found.normals) {
      double most = -HUGE_VAL;
      for (const Vec3& vertex : found.vertices) most = std::max(most, dot(n, vertex));
      for (const Vec3& place : places) ASSERT_LE(dot(n, place), most + 1e-14);
    }
  }
  EXPECT_GT(corners, 3000U);
}

TEST(Facets, KnowNeitherOrderNorUnitsNorTwins) {
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    Places<3> places = random_places(random, 4 + random.below(10), false);
    const Facets<3> found = facets(places);
    for (std::size_t k = places.size(); k > 1; --k) std::swap(places[k - 1], places[random.below(k)]);
    places.push_back(places[0]);
    for (const double unit : {1.0, 0x1p-900, 0x1p900}) {
      Places<3> scaled;
      for (const Vec3& place : places) scaled.push_back(unit * place);
      const Facets<3> again = facets(scaled);
      ASSERT_EQ(again.normals, found.normals);
      ASSERT_EQ(again.edges, found.edges);
      ASSERT_EQ(again.vertices.size(), found.vertices.size());
      for (std::size_t k = 0; k < found.vertices.size(); ++k)
        ASSERT_EQ(again.vertices[k], unit * found.vertices[k]);
    }
  }
}

}  // namespace
}  // namespace firsthit
