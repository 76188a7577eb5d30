#include <firsthit/firsthit.hpp>

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "geometry/facets.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

constexpr double kPi = std::numbers::pi;

double area(const Shape<2>& shape) { return volume<2>(shape); }
double volume_in_space(const Shape<3>& shape) { return volume<3>(shape); }

/// To a few roundings.
void expect_right(double found, double expected) { EXPECT_NEAR(found, expected, 4e-15 * expected); }

/// The corners of a box of these edges, and places within it.
std::vector<Vec<3>> crate(double a, double b, double c) {
  std::vector<Vec<3>> corners = {{0.5 * a, 0.5 * b, 0.5 * c}, {0.25 * a, 0.0, 0.0}};
  for (const double x : {0.0, a})
    for (const double y : {0.0, b})
      for (const double z : {0.0, c}) corners.push_back({x, y, z});
  return corners;
}

TEST(Volume, OfRoundShapesIsThatOfSchoolbooks) {
  expect_right(area(Ball{3.0}), 9.0 * kPi);
  expect_right(volume_in_space(Ball{3.0}), 36.0 * kPi);
  expect_right(area(Capsule<2>{{1.0, 1.0}, {4.0, 5.0}, 2.0}), 20.0 + 4.0 * kPi);
  expect_right(volume_in_space(Capsule<3>{{1.0, 1.0, 0.0}, {4.0, 5.0, 0.0}, 3.0}), 45.0 * kPi + 36.0 * kPi);
}

TEST(Volume, OfBoxesIsTheProductOfTheirEdges) {
  EXPECT_EQ(area(Box<2>{{0.5, 1.5}}), 3.0);
  EXPECT_EQ(volume_in_space(Box<3>{{0.5, 1.5, 2.0}}), 12.0);
  expect_right(area(OrientedBox<2>{{0.5, 1.5}, {Vec<2>{0.6, 0.8}, Vec<2>{-0.8, 0.6}}}), 3.0);
  expect_right(volume_in_space(OrientedBox<3>{
                   {0.5, 1.5, 2.0}, {Vec<3>{0.6, 0.0, 0.8}, Vec<3>{-0.8, 0.0, 0.6}, Vec<3>{0.0, 1.0, 0.0}}}),
               12.0);
  // Axes that are not across each other, or not of unit length: that of the parallelepiped.
  expect_right(area(OrientedBox<2>{{0.5, 0.5}, {Vec<2>{2.0, 0.0}, Vec<2>{5.0, 3.0}}}), 6.0);
}

TEST(Volume, OfPolygonsIsWhatIsWithinTheirChain) {
  const std::vector<Vec<2>> ell = {{0.0, 0.0}, {3.0, 0.0}, {3.0, 1.0}, {1.0, 1.0}, {1.0, 4.0}, {0.0, 4.0}};
  EXPECT_EQ(area(Polygon(ell)), 6.0);
  EXPECT_EQ(area(Polygon({ell.rbegin(), ell.rend()})), 6.0);
  std::vector<Vec<2>> far = ell;
  for (Vec<2>& corner : far) corner = corner + Vec<2>{0x1p40, -0x1p40};
  EXPECT_EQ(area(Polygon(far)), 6.0);
}

TEST(Volume, OfHullsHasTheirRoundedRim) {
  const std::vector<Vec<2>> square = {{0.0, 2.0}, {1.0, 1.0}, {2.0, 0.0}, {0.0, 0.0}, {2.0, 2.0}, {1.0, 0.0}};
  EXPECT_EQ(area(Hull<2>{square}), 4.0);
  expect_right(area(Hull<2>{square, 0.5}), 4.0 + 8.0 * 0.5 + 0.25 * kPi);
  expect_right(area(Hull<2>{{{1.0, 1.0}, {4.0, 5.0}}, 2.0}), 20.0 + 4.0 * kPi);
  expect_right(area(Hull<2>{{{1.0, 1.0}}, 2.0}), 4.0 * kPi);

  EXPECT_EQ(volume_in_space(Hull<3>{crate(1.0, 2.0, 4.0)}), 8.0);
  // Faces grow plates, the edges quarters of cylinders, the corners together a ball.
  expect_right(volume_in_space(Hull<3>{crate(1.0, 2.0, 4.0), 0.5}),
               8.0 + 28.0 * 0.5 + kPi * 7.0 * 0.25 + kPi / 6.0);
  // A regular tetrahedron of edge sqrt(8): the normals of its faces make angles with cosine -1/3.
  const std::vector<Vec<3>> tetrahedron = {
      {1.0, 1.0, 1.0}, {1.0, -1.0, -1.0}, {-1.0, 1.0, -1.0}, {-1.0, -1.0, 1.0}};
  expect_right(volume_in_space(Hull<3>{tetrahedron}), 8.0 / 3.0);
  const double edge = std::sqrt(8.0);
  expect_right(
      volume_in_space(Hull<3>{tetrahedron, 0.5}),
      8.0 / 3.0 + std::sqrt(3.0) * 8.0 * 0.5 + 3.0 * edge * std::acos(-1.0 / 3.0) * 0.25 + kPi / 6.0);
}

TEST(Volume, OfFlatHullsIsThatOfTheirRimOnly) {
  const std::vector<Vec<3>> plate = {{0.0, 0.0, 1.0}, {3.0, 0.0, 1.0}, {0.0, 2.0, 1.0}, {3.0, 2.0, 1.0}};
  EXPECT_EQ(volume_in_space(Hull<3>{plate}), 0.0);
  // Two plates, half a cylinder along each edge, and a ball.
  expect_right(volume_in_space(Hull<3>{plate, 0.5}), 6.0 + 5.0 * kPi * 0.25 + kPi / 6.0);
  const std::vector<Vec<3>> rod = {{0.0, 0.0, 0.0}, {1.5, 2.0, 0.0}, {3.0, 4.0, 0.0}};
  EXPECT_EQ(volume_in_space(Hull<3>{rod}), 0.0);
  expect_right(volume_in_space(Hull<3>{rod, 3.0}), 45.0 * kPi + 36.0 * kPi);
  expect_right(volume_in_space(Hull<3>{{{1.0, 2.0, 3.0}}, 3.0}), 36.0 * kPi);
  EXPECT_EQ(area(Hull<2>{{{0.0, 0.0}, {1.0, 3.0}}}), 0.0);
}

TEST(Volume, OfTurnedCratesHardlyDependsOnTheTurn) {
  // Rounded, the four corners of a face are in one plane no more: faces fall into triangles at angles of an
  // ulp.
  constexpr std::uint64_t kSeed = 11;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  int split = 0;
  for (int i = 0; i < 200; ++i) {
    Vec<3> q{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
    q = (1.0 / length(q)) * q;
    Vec<3> r = cross(q, Vec<3>{0.0, 0.0, 1.0});
    r = (1.0 / length(r)) * r;
    const Vec<3> s = cross(q, r);
    std::vector<Vec<3>> turned;
    for (const Vec<3>& corner : crate(1.0, 2.0, 4.0))
      turned.push_back(corner[0] * q + corner[1] * r + corner[2] * s);
    split += faces_of(turned).faces.size() > 6 ? 1 : 0;
    ASSERT_NEAR(volume_in_space(Hull<3>{turned}), 8.0, 1e-13);
    ASSERT_NEAR(volume_in_space(Hull<3>{turned, 0.5}), 8.0 + 14.0 + kPi * 1.75 + kPi / 6.0, 1e-12);
  }
  EXPECT_GT(split, 100);
}

TEST(Volume, OfRandomHullsIsWhatRandomPlacesFind) {
  constexpr std::uint64_t kSeed = 12;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int i = 0; i < 4; ++i) {
    Hull<3> hull{{}, 0.25 * i};
    for (int k = 0; k < 12; ++k) {
      const double x = random.uniform(-1.0, 1.0);
      const double y = random.uniform(-1.0, 1.0);
      const double z = random.uniform(-1.0, 1.0);
      hull.vertices.push_back({x, y, z});
    }
    const double side = 2.0 * (1.0 + hull.radius);
    int inside = 0;
    constexpr int kPlaces = 20'000;
    for (int k = 0; k < kPlaces; ++k) {
      const double x = random.uniform(-0.5 * side, 0.5 * side);
      const double y = random.uniform(-0.5 * side, 0.5 * side);
      const double z = random.uniform(-0.5 * side, 0.5 * side);
      inside += distance(Placed<3>{hull, {}}, Placed<3>{Point{}, {x, y, z}}).distance <= 0.0 ? 1 : 0;
    }
    const double share = static_cast<double>(inside) / kPlaces;
    ASSERT_GT(inside, 100);
    const double error = std::sqrt(share * (1.0 - share) / kPlaces);
    EXPECT_NEAR(volume_in_space(hull) / (side * side * side), share, 4.5 * error);
  }
}

TEST(Volume, OfWhatIsThinIsNothingAndOfWhatHasNoEndInfinite) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(area(Point{}), 0.0);
  EXPECT_EQ(area(Segment<2>{{0.0, 0.0}, {1.0, 1.0}}), 0.0);
  EXPECT_EQ(area(Arc{}), 0.0);
  EXPECT_EQ(volume_in_space(Triangle{{Vec<3>{}, Vec<3>{1.0, 0.0, 0.0}, Vec<3>{0.0, 1.0, 0.0}}}), 0.0);
  EXPECT_EQ(area(HalfSpace<2>{{0.0, 1.0}, 0.0}), kInfinity);
  EXPECT_EQ(volume_in_space(Container{}), kInfinity);
}

TEST(Volume, OfAHullThatIsNoneIsRefused) {
  EXPECT_THROW(static_cast<void>(area(Hull<2>{})), InputError);
  EXPECT_THROW(static_cast<void>(volume_in_space(Hull<3>{{{0.0, 0.0, std::nan("")}}})), InputError);
}

TEST(HullFaces, GoRoundEveryEdgeOnceEachWay) {
  std::map<std::pair<std::size_t, std::size_t>, int> seen;
  const HullFaces all = faces_of(crate(1.0, 2.0, 4.0));
  EXPECT_EQ(all.corners.size(), 8U);
  EXPECT_EQ(all.faces.size(), 6U);
  for (const auto& [normal, ring] : all.faces) {
    EXPECT_EQ(ring.size(), 4U);
    for (std::size_t k = 0; k < ring.size(); ++k) ++seen[{ring[k], ring[(k + 1) % ring.size()]}];
  }
  EXPECT_EQ(seen.size(), 24U);
  for (const auto& [edge, count] : seen) {
    EXPECT_EQ(count, 1);
    EXPECT_TRUE(seen.contains({edge.second, edge.first}));
  }
}

}  // namespace
}  // namespace firsthit
