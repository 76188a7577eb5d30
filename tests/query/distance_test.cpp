#include "query/random_shapes.hpp"
#include "support/long_form.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

// Distances, beside rational arithmetic.

namespace firsthit {
namespace {

using Place = std::array<mpq_class, 2>;

Place minus(const Place& a, const Place& b) { return {mpq_class(a[0] - b[0]), mpq_class(a[1] - b[1])}; }
mpq_class dot(const Place& a, const Place& b) { return a[0] * b[0] + a[1] * b[1]; }
mpq_class cross(const Place& a, const Place& b) { return a[0] * b[1] - a[1] * b[0]; }

/// The square of the distance of p from the piece from a to b.
mpq_class squared_distance(const Place& p, const Place& a, const Place& b) {
  const Place along = minus(b, a);
  const mpq_class length = dot(along, along);
  mpq_class t = length == 0 ? mpq_class(0) : mpq_class(dot(minus(p, a), along) / length);
  t = std::clamp(t, mpq_class(0), mpq_class(1));
  const Place nearest{mpq_class(a[0] + t * along[0]), mpq_class(a[1] + t * along[1])};
  return dot(minus(p, nearest), minus(p, nearest));
}

/// The signed square of the distance of the origin from the hull of places, negative inside.
mpq_class signed_square(const std::vector<Place>& k) {
  const Place origin{0, 0};
  mpq_class least = squared_distance(origin, k[0], k[0]);
  for (const Place& a : k)
    for (const Place& b : k) least = std::min(least, squared_distance(origin, a, b));
  // Outside if some line through two of them has all on one side and the origin on the other, or on it.
  mpq_class depth = -1;
  bool flat = true;
  for (const Place& a : k)
    for (const Place& b : k) {
      const Place along = minus(b, a);
      bool edge = dot(along, along) > 0;
      bool any = false;
      for (const Place& c : k) {
        const mpq_class side = cross(along, minus(c, a));
        edge = edge && side >= 0;
        any = any || side > 0;
      }
      if (!edge || !any) continue;
      flat = false;
      const mpq_class side = cross(along, minus(origin, a));
      if (side <= 0) return least;
      const mpq_class square = side * side / dot(along, along);
      if (depth < 0 || square < depth) depth = square;
    }
  return flat ? least : mpq_class(-depth);
}

/// Is `found` nearest to (+-sqrt(|signed|) - radius), to within half a unit of the last place?
void expect_nearest(double found, const mpq_class& signed_root, const mpq_class& radius) {
  const auto over = [&](const mpq_class& y) {  // sign of exact - y
    const mpq_class z = y + radius;            // sqrt against z
    if (sgn(signed_root) >= 0) return z < 0 ? 1 : cmp(signed_root, mpq_class(z * z));
    return z >= 0 ? -1 : cmp(mpq_class(z * z), mpq_class(-signed_root));
  };
  const mpq_class up = (mpq_class(found) + mpq_class(std::nextafter(found, HUGE_VAL))) / 2;
  const mpq_class down = (mpq_class(found) + mpq_class(std::nextafter(found, -HUGE_VAL))) / 2;
  EXPECT_LE(over(up), 0) << found;
  EXPECT_GE(over(down), 0) << found;
}

TEST(Distance, OfHullsInThePlaneIsTheNearestDouble) {
  int apart = 0;
  int inside = 0;
  int touching = 0;
  for (int i = 0; i < (long_form() ? 10000 : 300); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    ShapeSource source(static_cast<std::uint64_t>(i), i % 2 == 0);
    // Capsules are hulls with a radius.
    const Shape<2> a = source.shape<2>(6);
    const Shape<2> b = source.shape<2>(source.below(2) == 0 ? 6 : 3);
    const Vec<2> place_a = source.vector<2>(2.0);
    const Vec<2> place_b = source.vector<2>(2.0);
    const auto& hull_a = std::get<Hull<2>>(a);
    const auto* capsule = std::get_if<Capsule<2>>(&b);
    const Hull<2> hull_b =
        capsule != nullptr ? Hull<2>{{capsule->from, capsule->to}, capsule->radius} : std::get<Hull<2>>(b);
    std::vector<Place> k;  // seen from each difference, b is at the origin
    for (const Vec<2>& p : hull_a.vertices)
      for (const Vec<2>& q : hull_b.vertices) {
        Place difference;
        for (std::size_t axis = 0; axis < 2; ++axis)
          difference[axis] =
              mpq_class(place_a[axis]) + mpq_class(p[axis]) - mpq_class(place_b[axis]) - mpq_class(q[axis]);
        k.push_back(difference);
      }
    const Separation<2> s = distance(Placed<2>{a, place_a}, Placed<2>{b, place_b});
    const mpq_class exact = signed_square(k);
    expect_nearest(s.distance, exact, mpq_class(hull_a.radius) + mpq_class(hull_b.radius));
    if (HasFailure()) return;
    ++(s.distance > 0.0 ? apart : s.distance < 0.0 ? inside : touching);
    const double gap_of_points =
        (s.point_b[0] - s.point_a[0]) * s.normal[0] + (s.point_b[1] - s.point_a[1]) * s.normal[1];
    const bool has_normal = s.normal != Vec<2>{};
    EXPECT_NEAR(gap_of_points, has_normal ? s.distance : 0.0, 1e-14);
  }
  EXPECT_GT(apart, 60);
  EXPECT_GT(inside, 60);
  EXPECT_GT(touching, 5);
}

TEST(Distance, OfBoxesInSpaceIsThatOfTheirSidesEdgesAndCorners) {
  const Placed<3> cube{Box<3>{{1.0, 1.0, 1.0}}, {}};
  const auto to = [&](const Vec<3>& place) {
    return distance(cube, Placed<3>{Box<3>{{0.5, 0.5, 0.5}}, place});
  };
  EXPECT_EQ(to({3.5, 0.25, 0.0}).distance, 2.0);
  EXPECT_EQ(to({3.5, 0.25, 0.0}).normal, (Vec<3>{1.0, 0.0, 0.0}));
  EXPECT_EQ(to({3.5, 0.25, 0.0}).point_a, (Vec<3>{1.0, 0.25, 0.0}));
  EXPECT_EQ(to({3.5, 1.0, 0.0}).point_b, (Vec<3>{3.0, 0.75, 0.0}));
  EXPECT_EQ(to({4.5, 5.5, 0.0}).distance, 5.0);  // 3 and 4
  EXPECT_EQ(to({3.5, 4.5, 7.5}).distance, 7.0);  // 2, 3 and 6
  EXPECT_EQ(to({3.5, 4.5, 7.5}).point_a, (Vec<3>{1.0, 1.0, 1.0}));
  EXPECT_EQ(to({1.5, 0.0, 0.0}).distance, 0.0);
  EXPECT_EQ(to({1.5, 0.0, 0.0}).normal, (Vec<3>{1.0, 0.0, 0.0}));
  EXPECT_EQ(to({1.25, 0.5, 0.25}).distance, -0.25);
  EXPECT_EQ(to({1.25, 0.5, 0.25}).normal, (Vec<3>{1.0, 0.0, 0.0}));
  EXPECT_EQ(to({0.0, 0.0, 0.0}).distance, -1.5);
  EXPECT_EQ(to({0.0, 0.0, 0.0}).normal, Vec<3>{});  // as deep in all directions
}

TEST(Distance, OfConcavePolygonsIsThatOfTheirNearestPieces) {
  // A cup, open at the top: a box in it is 1 from either side, and 0.5 from its floor.
  const Placed<2> cup{
      Polygon(
          {{0.0, 0.0}, {6.0, 0.0}, {6.0, 5.0}, {5.0, 5.0}, {5.0, 1.0}, {1.0, 1.0}, {1.0, 5.0}, {0.0, 5.0}}),
      {}};
  const Placed<2> inner{Box<2>{{1.0, 1.0}}, {3.0, 2.5}};
  const Separation<2> s = distance(cup, inner);
  EXPECT_EQ(s.distance, 0.5);
  EXPECT_EQ(s.normal, (Vec<2>{0.0, 1.0}));
  EXPECT_EQ(s.point_a, (Vec<2>{3.0, 1.0}));
  EXPECT_EQ(s.point_b, (Vec<2>{3.0, 1.5}));
  // In the middle between both walls there is no nearest one.
  const Separation<2> middle = distance(cup, Placed<2>{Ball{1.0}, {3.0, 4.0}});
  EXPECT_EQ(middle.distance, 1.0);
  EXPECT_EQ(middle.normal, Vec<2>{});
  EXPECT_LT(distance(cup, Placed<2>{Box<2>{{1.0, 1.0}}, {3.0, 1.5}}).distance, 0.0);
  EXPECT_EQ(distance(cup, Placed<2>{Point{}, {3.0, 1.0}}).distance, 0.0);
}

}  // namespace
}  // namespace firsthit
