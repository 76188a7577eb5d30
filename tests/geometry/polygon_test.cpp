#include "core/random.hpp"

#include <firsthit/error.hpp>
#include <firsthit/shape.hpp>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

namespace firsthit {
namespace {

using Vertices = std::vector<Vec<2>>;

mpq_class cross(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c) {
  const auto to = [&](const Vec<2>& p, std::size_t i) -> mpq_class {
    return mpq_class(p[i]) - mpq_class(a[i]);
  };
  return mpq_class(to(b, 0) * to(c, 1) - to(b, 1) * to(c, 0));
}

/// Do two closed straight pieces meet? By the weights of a common place, in rational numbers.
bool meet(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c, const Vec<2>& d) {
  const mpq_class det = cross(a, b, d) - cross(a, b, c);
  if (det != 0) {
    const mpq_class on_cd = -cross(a, b, c) / det;
    const mpq_class on_ab = cross(c, d, a) / (cross(c, d, a) - cross(c, d, b));
    return on_cd >= 0 && on_cd <= 1 && on_ab >= 0 && on_ab <= 1;
  }
  if (cross(a, b, c) != 0) return false;
  for (std::size_t axis = 0; axis < 2; ++axis)
    if (std::max(a[axis], b[axis]) < std::min(c[axis], d[axis]) ||
        std::max(c[axis], d[axis]) < std::min(a[axis], b[axis]))
      return false;
  return true;
}

bool is_simple(const Vertices& v) {
  const std::size_t n = v.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (i != j && v[i] == v[j]) return false;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t next = (i + 1) % n;
    const std::size_t last = (i + 2) % n;
    // A neighbour's far end on this edge, or the other way round.
    if (meet(v[i], v[next], v[last], v[last]) || meet(v[next], v[last], v[i], v[i])) return false;
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t after = (j + 1) % n;
      if (j == i || j == next || after == i) continue;
      if (meet(v[i], v[next], v[j], v[after])) return false;
    }
  }
  return true;
}

mpq_class twice_area(std::span<const Vec<2>> v) {
  mpq_class sum;
  for (std::size_t i = 2; i < v.size(); ++i) sum += cross(v[0], v[i - 1], v[i]);
  return sum;
}

/// Pieces that turn left everywhere, and whose sides are the polygon's, once, or occur in both directions:
/// so together they go around every place once that the polygon goes around once.
void expect_partition(const Polygon& polygon) {
  const auto n = static_cast<int>(polygon.vertices().size());
  const int turn = sgn(twice_area(polygon.vertices()));
  std::multiset<std::pair<int, int>> sides;
  int reflex = 0;
  for (int i = 0; i < n; ++i) {
    const auto corner = [&](int k) { return polygon.vertices()[static_cast<std::size_t>((k + n) % n)]; };
    if (turn * sgn(cross(corner(i - 1), corner(i), corner(i + 1))) < 0) ++reflex;
  }
  mpq_class area;
  for (std::size_t k = 0; k < polygon.pieces(); ++k) {
    const auto piece = polygon.piece(k);
    const auto numbers = polygon.numbers(k);
    ASSERT_GE(piece.size(), 3U);
    ASSERT_EQ(piece.size(), numbers.size());
    ASSERT_GT(twice_area(piece), 0);
    area += twice_area(piece);
    for (std::size_t i = 0; i < piece.size(); ++i) {
      const std::size_t next = (i + 1) % piece.size();
      ASSERT_EQ(piece[i], polygon.vertices()[static_cast<std::size_t>(numbers[i])]);
      ASSERT_GE(cross(piece[i], piece[next], piece[(next + 1) % piece.size()]), 0);
      sides.emplace(numbers[i], numbers[next]);
    }
  }
  ASSERT_EQ(area, turn * twice_area(polygon.vertices()));
  int own = 0;
  for (const auto& [from, to] : sides) {
    const bool is_edge = (turn > 0 ? (from + 1) % n == to : (to + 1) % n == from);
    own += is_edge ? 1 : 0;
    ASSERT_EQ(sides.count({from, to}), 1U);
    ASSERT_EQ(sides.count({to, from}), is_edge ? 0U : 1U);
  }
  ASSERT_EQ(own, n);
  // The least number of convex pieces is at least half the number of reflex vertices and 1.
  ASSERT_LE(polygon.pieces(), static_cast<std::size_t>(2 * reflex + 1));
}

std::string refusal(Vertices vertices) {
  try {
    const Polygon polygon(std::move(vertices));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Polygons, AreRefusedWithTheNamesOfTheVertices) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal({}), "Polygon: vertices: expected at least 3, found 0");
  EXPECT_EQ(refusal({{0.0, 0.0}, {1.0, infinite}, {1.0, 1.0}}),
            "Polygon: vertices[1][1]: expected a finite number, found inf");
  EXPECT_EQ(refusal({{0.0, 0.0}, {1.0, 1e-140}, {1.0, 1.0}}),
            "Polygon: vertices[1][1]: expected 0 or a size from 2^-450 to 2^450, found "
            "9.9999999999999998e-141");
  EXPECT_EQ(refusal({{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {-0.0, 0.0}}),
            "Polygon: vertices[0] and vertices[3]: expected different places, found (-0, 0) twice");
  EXPECT_EQ(refusal({{0.0, 0.0}, {2.0, 2.0}, {2.0, 0.0}, {0.0, 2.0}}),
            "Polygon: edges from vertices[0] to [1] and from vertices[2] to [3]: expected to be apart, found "
            "that they meet");
  EXPECT_EQ(refusal({{0.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}}),
            "Polygon: vertices[2]: expected edges that meet only there, found that they lie upon each other");
  EXPECT_EQ(refusal({{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}}), "accepted");
}

TEST(Polygons, AreAcceptedExactlyIfTheyAreSimple) {
  Random random(11);
  int simple = 0;
  int others = 0;
  for (int i = 0; i < 6000; ++i) {
    Vertices vertices(3 + random.below(6));
    for (Vec<2>& v : vertices)
      v = {static_cast<double>(random.below(4)), static_cast<double>(random.below(4))};
    const bool expected = is_simple(vertices);
    ASSERT_EQ(refusal(vertices) == "accepted", expected) << "case " << i;
    ++(expected ? simple : others);
    if (expected) expect_partition(Polygon(vertices));
    if (HasFatalFailure()) FAIL() << "case " << i;
  }
  EXPECT_GT(simple, 300);
  EXPECT_GT(others, 300);
}

/// A chain around a random order of places, untangled where edges cross.
Vertices untangled(Random& random, std::size_t n, bool grid) {
  Vertices v(n);
  for (Vec<2>& p : v)
    for (double& x : p.c) x = grid ? static_cast<double>(random.below(16)) : random.uniform(-1.0, 1.0);
  for (int round = 0; round < 200; ++round) {
    bool crossed = false;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 2; j < n; ++j) {
        if (i == 0 && j == n - 1) continue;
        if (!meet(v[i], v[i + 1], v[j], v[(j + 1) % n])) continue;
        std::reverse(v.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                     v.begin() + static_cast<std::ptrdiff_t>(j) + 1);
        crossed = true;
      }
    if (!crossed) break;
  }
  return v;
}

TEST(Polygons, FallIntoFewConvexPiecesThatCoverThemOnce) {
  Random random(5);
  int many = 0;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE("case " + std::to_string(i));
    const Vertices vertices = untangled(random, 6 + random.below(20), i % 2 == 0);
    if (refusal(vertices) != "accepted") continue;
    const Polygon polygon(vertices);
    expect_partition(polygon);
    Vertices backwards(vertices.rbegin(), vertices.rend());
    expect_partition(Polygon(backwards));
    if (HasFatalFailure()) return;
    many += polygon.pieces() > 2 ? 1 : 0;
  }
  EXPECT_GT(many, 20);
}

TEST(Polygons, AMirrorImageHasMirroredPieces) {
  Random random(6);
  int seen = 0;
  for (int i = 0; i < 40; ++i) {
    Vertices vertices = untangled(random, 5 + random.below(12), i % 2 == 0);
    if (refusal(vertices) != "accepted") continue;
    ++seen;
    const Polygon polygon(vertices);
    for (Vec<2>& v : vertices) v[0] = -v[0];
    const Polygon mirrored(vertices);
    ASSERT_EQ(polygon.pieces(), mirrored.pieces());
    for (std::size_t k = 0; k < polygon.pieces(); ++k) {
      const std::set<int> one(polygon.numbers(k).begin(), polygon.numbers(k).end());
      const std::set<int> other(mirrored.numbers(k).begin(), mirrored.numbers(k).end());
      ASSERT_EQ(one, other);
    }
  }
  EXPECT_GT(seen, 20);
}

TEST(Polygons, ConvexOnesAreOnePieceEvenWithVerticesInTheirEdges) {
  const Polygon square({{0.0, 0.0}, {1.0, 0.0}, {2.0, 0.0}, {2.0, 2.0}, {1.0, 2.0}, {0.0, 2.0}, {0.0, 1.0}});
  EXPECT_EQ(square.pieces(), 1U);
  expect_partition(square);
  const Polygon clockwise({{0.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}, {1.0, 0.0}});
  EXPECT_EQ(clockwise.pieces(), 1U);
  expect_partition(clockwise);
}

TEST(Polygons, ALargeCombAndASpiralFallApart) {
  Vertices comb;
  for (int i = 0; i < 200; ++i) {
    comb.push_back({static_cast<double>(2 * i), 5.0});
    comb.push_back({static_cast<double>(2 * i + 1), i % 3 == 0 ? 1.0 : 2.0});
  }
  comb.push_back({400.0, 0.0});
  comb.push_back({0.0, 0.0});
  expect_partition(Polygon(comb));
  Vertices spiral;
  const int turns = 40;
  for (int i = 0; i < 4 * turns; ++i) {
    const double r = i + 2.0;
    spiral.push_back({i % 4 == 0 || i % 4 == 3 ? r : -r, i % 4 < 2 ? r : -r});
  }
  for (int i = 4 * turns - 1; i >= 0; --i) {
    const double r = i + 2.0 - 0.5;
    spiral.push_back({i % 4 == 0 || i % 4 == 3 ? r : -r, i % 4 < 2 ? r : -r});
  }
  EXPECT_EQ(refusal(spiral), "accepted");
  expect_partition(Polygon(spiral));
}

}  // namespace
}  // namespace firsthit
