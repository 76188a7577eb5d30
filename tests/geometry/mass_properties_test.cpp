#include <firsthit/firsthit.hpp>

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

constexpr double kPi = std::numbers::pi;

MassProperties<2> flat(const Shape<2>& shape) { return mass_properties<2>(shape); }
MassProperties<3> solid(const Shape<3>& shape) { return mass_properties<3>(shape); }

void expect_near(const Vec<3>& found, const Vec<3>& expected, double error = 1e-14) {
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], error);
}

/// About the axes, and nothing between them.
void expect_principal(const MassProperties<3>& found, const Vec<3>& expected, double error = 1e-14) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR(found.inertia_per_mass[i][j], i == j ? expected[i] : 0.0, error) << i << j;
}

TEST(MassProperties, OfSimpleShapesAreThoseOfSchoolbooks) {
  EXPECT_NEAR(flat(Ball{3.0}).inertia_per_mass, 4.5, 1e-14);
  expect_principal(solid(Ball{3.0}), {3.6, 3.6, 3.6});
  EXPECT_NEAR(flat(Box<2>{{1.5, 2.0}}).inertia_per_mass, (9.0 + 16.0) / 12.0, 1e-15);
  expect_principal(solid(Box<3>{{0.5, 1.0, 1.5}}), {13.0 / 12.0, 10.0 / 12.0, 5.0 / 12.0});
  // A rod: L^2 / 12 about its middle.
  const MassProperties<2> rod = flat(Segment<2>{{1.0, 1.0}, {4.0, 5.0}});
  EXPECT_NEAR(rod.inertia_per_mass, 25.0 / 12.0, 1e-14);
  EXPECT_NEAR(rod.centre[0], 2.5, 1e-15);
  EXPECT_NEAR(rod.centre[1], 3.0, 1e-15);
  expect_principal(solid(Segment<3>{{0.0, 0.0, 0.0}, {0.0, 0.0, 6.0}}), {3.0, 3.0, 0.0});
  EXPECT_EQ(flat(Point{}).inertia_per_mass, 0.0);
  EXPECT_EQ(flat(Point{}).volume, 0.0);
  // A ring: R^2; half of it has its centre at 2 R / pi.
  EXPECT_NEAR(flat(Arc{2.0, {1.0, 1.0}, {2.0, 2.0}}).inertia_per_mass, 4.0, 1e-14);
  const MassProperties<2> half = flat(Arc{2.0, {1.0, 0.0}, {-3.0, 0.0}});
  EXPECT_NEAR(half.centre[0], 0.0, 1e-15);
  EXPECT_NEAR(half.centre[1], 4.0 / kPi, 1e-14);
  EXPECT_NEAR(half.inertia_per_mass, 4.0 - 16.0 / (kPi * kPi), 1e-14);
  // Three quarters: those of the circle less those of the last one.
  const MassProperties<2> most = flat(Arc{1.0, {1.0, 0.0}, {0.0, -1.0}});
  EXPECT_NEAR(most.centre[0], -2.0 / (3.0 * kPi), 1e-15);
  EXPECT_NEAR(most.centre[1], 2.0 / (3.0 * kPi), 1e-15);
}

TEST(MassProperties, OfACapsuleAreThoseOfItsCylinderAndItsHalfBalls) {
  constexpr double kRadius = 0.5;
  constexpr double kLength = 3.0;
  const double cylinder = kPi * kRadius * kRadius * kLength;
  const double ball = 4.0 / 3.0 * kPi * kRadius * kRadius * kRadius;
  // The centre of a half ball is 3 r / 8 from its disk; about that it has 83 / 320 r^2 across its axis.
  const double far = 0.5 * kLength + 0.375 * kRadius;
  const double along = cylinder * 0.5 * kRadius * kRadius + ball * 0.4 * kRadius * kRadius;
  const double across = cylinder * (0.25 * kRadius * kRadius + kLength * kLength / 12.0) +
                        ball * (83.0 / 320.0 * kRadius * kRadius + far * far);
  const double mass = cylinder + ball;
  const MassProperties<3> found = solid(Capsule<3>{{1.0, 2.0, 0.0}, {1.0, 2.0, kLength}, kRadius});
  expect_near(found.centre, {1.0, 2.0, 1.5});
  expect_principal(found, {across / mass, across / mass, along / mass});
  EXPECT_NEAR(found.volume, mass, 1e-14);

  // In the plane: a rectangle and two half disks, whose centres are 4 r / (3 pi) from their middles.
  const double disk = kPi * kRadius * kRadius;
  const double offset = 4.0 * kRadius / (3.0 * kPi);
  const double reach = 0.5 * kLength + offset;
  const double rectangle = 2.0 * kRadius * kLength;
  const double inertia = rectangle * (kLength * kLength + 4.0 * kRadius * kRadius) / 12.0 +
                         disk * (0.5 * kRadius * kRadius - offset * offset + reach * reach);
  EXPECT_NEAR(flat(Capsule<2>{{0.0, 0.0}, {kLength, 0.0}, kRadius}).inertia_per_mass,
              inertia / (disk + rectangle), 1e-14);
}

TEST(MassProperties, OfPolygonsAreTheSumOfTheirParts) {
  // An L of a bar 3 x 1 and one 1 x 3 above its left end, by Steiner's theorem.
  const std::vector<Vec<2>> ell = {{0.0, 0.0}, {3.0, 0.0}, {3.0, 1.0}, {1.0, 1.0}, {1.0, 4.0}, {0.0, 4.0}};
  const Vec<2> centre{1.0, 1.5};
  const double inertia = (3.0 * (10.0 / 12.0 + 0.25 + 1.0) + 3.0 * (10.0 / 12.0 + 0.25 + 1.0)) / 6.0;
  for (const MassProperties<2>& found : {flat(Polygon(ell)), flat(Polygon({ell.rbegin(), ell.rend()}))}) {
    EXPECT_NEAR(found.centre[0], centre[0], 1e-15);
    EXPECT_NEAR(found.centre[1], centre[1], 1e-15);
    EXPECT_NEAR(found.inertia_per_mass, inertia, 1e-14);
    EXPECT_EQ(found.volume, 6.0);
  }
  // A triangle in space is a plate: of a right one (a^2 + b^2) / 18 about the axis across it.
  const MassProperties<3> plate = solid(Triangle{{Vec<3>{}, {3.0, 0.0, 0.0}, {0.0, 6.0, 0.0}}});
  expect_near(plate.centre, {1.0, 2.0, 0.0});
  EXPECT_NEAR(plate.inertia_per_mass[2][2], 45.0 / 18.0, 1e-14);
  EXPECT_NEAR(plate.inertia_per_mass[0][0], 36.0 / 18.0, 1e-14);
  EXPECT_NEAR(plate.inertia_per_mass[1][1], 9.0 / 18.0, 1e-14);
  EXPECT_NEAR(plate.inertia_per_mass[0][1], 18.0 / 36.0, 1e-14);  // minus the mean product
  EXPECT_EQ(plate.volume, 0.0);
}

TEST(MassProperties, KeepTheirDigitsFarAway) {
  const MassProperties<2> far = flat(Polygon(
      {{0x1p40, 0x1p41}, {0x1p40 + 3.0, 0x1p41}, {0x1p40 + 3.0, 0x1p41 + 4.0}, {0x1p40, 0x1p41 + 4.0}}));
  EXPECT_NEAR(far.inertia_per_mass, 25.0 / 12.0, 1e-14);
  EXPECT_EQ(far.centre[0], 0x1p40 + 1.5);
  EXPECT_EQ(far.centre[1], 0x1p41 + 2.0);
}

TEST(MassProperties, AreNumbersHoweverThinOrLargeAShapeIs) {
  for (const double radius : {0x1p-1040, 0x1p-1000, 0x1p-520, 0x1p-300, 0x1p-199}) {
    EXPECT_NEAR(flat(Capsule<2>{{0.0, 0.0}, {6.0, 0.0}, radius}).inertia_per_mass, 3.0, 1e-14);
    expect_principal(solid(Capsule<3>{{0.0, 0.0, 0.0}, {0.0, 0.0, 6.0}, radius}), {3.0, 3.0, 0.0});
  }
  const MassProperties<2> rod = flat(Segment<2>{{-0x1p1023, 0.0}, {0x1p1023, 0.0}});
  EXPECT_EQ(rod.centre, (Vec<2>{}));
  EXPECT_GT(rod.inertia_per_mass, 0x1p1023);
  // As thin as they get, a triangle is one or a rod, a wedge a wedge or a plate, a needle a needle or a rod.
  for (const double thin : {0x1p-480, 0x1p-530, 0x1p-600, 0x1p-1040, 0x1p-1074}) {
    const double triangle = flat(Hull<2>{{{0.0, 0.0}, {thin, thin}, {1.0, 0.0}}}).inertia_per_mass;
    EXPECT_NEAR(triangle, thin > 0x1p-800 ? 1.0 / 18.0 : 1.0 / 12.0, 1e-15) << thin;
    const MassProperties<3> wedge =
        solid(Hull<3>{{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, thin, 0.0}, {0.0, 0.0, 1.0}}});
    EXPECT_NEAR(wedge.inertia_per_mass[0][0], thin > 0x1p-800 ? 3.0 / 80.0 : 1.0 / 18.0, 1e-15) << thin;
    const MassProperties<3> needle =
        solid(Hull<3>{{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, thin, 0.0}, {0.0, 0.0, thin}}});
    const double expected = thin > 0x1p-440 ? 3.0 / 80.0 : thin > 0x1p-800 ? 1.0 / 18.0 : 1.0 / 12.0;
    EXPECT_NEAR(needle.inertia_per_mass[1][1], expected, 1e-15) << thin;
  }
}

TEST(MassProperties, OfHullsAreThoseOfWhatTheyAre) {
  std::vector<Vec<3>> crate;
  for (const double x : {1.0, 2.0})
    for (const double y : {1.0, 3.0})
      for (const double z : {1.0, 4.0}) crate.push_back({x, y, z});
  expect_principal(solid(Hull<3>{crate}), {13.0 / 12.0, 10.0 / 12.0, 5.0 / 12.0}, 1e-13);
  expect_near(solid(Hull<3>{crate}).centre, {1.5, 2.0, 2.5});
  // A regular tetrahedron of edge a: a^2 / 20 about any axis.
  const std::vector<Vec<3>> tetrahedron = {
      {1.0, 1.0, 1.0}, {1.0, -1.0, -1.0}, {-1.0, 1.0, -1.0}, {-1.0, -1.0, 1.0}};
  expect_principal(solid(Hull<3>{tetrahedron}), {0.4, 0.4, 0.4}, 1e-14);
  expect_near(solid(Hull<3>{tetrahedron}).centre, {});
  // Flat ones are plates, and those on a line rods.
  expect_principal(solid(Hull<3>{{{0.0, 0.0, 5.0}, {1.0, 0.0, 5.0}, {1.0, 2.0, 5.0}, {0.0, 2.0, 5.0}}}),
                   {4.0 / 12.0, 1.0 / 12.0, 5.0 / 12.0});
  expect_principal(solid(Hull<3>{{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {3.0, 0.0, 0.0}}}), {0.0, 0.75, 0.75});
  EXPECT_NEAR(flat(Hull<2>{{{0.0, 0.0}, {2.0, 0.0}, {2.0, 4.0}, {0.0, 4.0}}}).inertia_per_mass, 20.0 / 12.0,
              1e-14);
  // One corner that is round is a ball, two are a capsule.
  expect_principal(solid(Hull<3>{{{1.0, 2.0, 3.0}}, 2.0}), {1.6, 1.6, 1.6});
  const MassProperties<3> of_two = solid(Hull<3>{{{0.0, 0.0, 0.0}, {1.0, 2.0, 2.0}}, 0.5});
  const MassProperties<3> of_capsule = solid(Capsule<3>{{0.0, 0.0, 0.0}, {1.0, 2.0, 2.0}, 0.5});
  for (std::size_t i = 0; i < 3; ++i) expect_near(of_two.inertia_per_mass[i], of_capsule.inertia_per_mass[i]);
}

/// Of a box of these half extents with a rounded rim: the box, its plates, the quarters of its edges, which
/// are whole cylinders set apart, and the eighths of its corners; the mean of x^2 times the volume.
double second_moment(const Vec<3>& half, double r, std::size_t axis) {
  const double a = half[axis];
  const double b = half[(axis + 1) % 3];
  const double c = half[(axis + 2) % 3];
  const auto cube = [](double x) { return x * x * x; };
  // Along x a stretch from a to a + r, with its weight per length: integrals of x^2 by hand.
  const double within = 2.0 * cube(a) / 3.0;                             // of x^2 from -a to a
  const double beyond = 2.0 * (cube(a + r) - cube(a)) / 3.0;             // over both plates
  const double section = 4.0 * b * c + 4.0 * r * (b + c) + kPi * r * r;  // across x, for |x| < a
  const double quarter = kPi * r * r * a * a + 2.0 * (4.0 / 3.0) * a * cube(r) + kPi / 4.0 * r * r * r * r;
  const double ball = 4.0 / 3.0 * kPi * cube(r) * a * a + 2.0 * a * (kPi / 2.0) * r * r * r * r +
                      4.0 / 15.0 * kPi * cube(r) * r * r;
  return within * section + beyond * 4.0 * b * c + quarter * 2.0 * (b + c) + ball;
}

TEST(MassProperties, OfARoundedBoxAreThoseOfItsPlatesQuartersAndEighths) {
  const Vec<3> half{0.5, 1.0, 2.0};
  constexpr double kRadius = 0.75;
  std::vector<Vec<3>> corners;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      for (const double z : {-1.0, 1.0}) corners.push_back({x * half[0], y * half[1], z * half[2]});
  const MassProperties<3> found = solid(Hull<3>{corners, kRadius});
  Vec<3> mean;
  for (std::size_t i = 0; i < 3; ++i) mean[i] = second_moment(half, kRadius, i) / found.volume;
  expect_principal(found, {mean[1] + mean[2], mean[2] + mean[0], mean[0] + mean[1]}, 1e-13);
}

/// [L] How far a place is from a straight piece.
template <int D>
double from_piece(const Vec<D>& place, const Vec<D>& from, const Vec<D>& to) {
  const Vec<D> along = to - from;
  const double part = std::clamp(dot(place - from, along) / length_squared(along), 0.0, 1.0);
  return length(place - from - part * along);
}

/// Is a place within a radius of the hull of some corners, of which no four are in a plane? By all triangles
/// that have the others on one side.
class RoundHull {
 public:
  RoundHull(std::vector<Vec<3>> corners, double radius) : corners_(std::move(corners)), radius_(radius) {
    const std::size_t n = corners_.size();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j)
        for (std::size_t k = j + 1; k < n; ++k) note(i, j, k);
  }

  bool has(const Vec<3>& place) const {
    bool is_inside = faces_.size() > 1;
    for (const Face& face : faces_) {
      const double height = dot(face.outward, place - face.corner[0]);
      is_inside = is_inside && height <= 0.0;
      if (is_near(face, place, height)) return true;
    }
    return is_inside;
  }

 private:
  struct Face {
    Vec<3> outward;
    std::array<Vec<3>, 3> corner;
  };

  void note(std::size_t i, std::size_t j, std::size_t k) {
    const Vec<3> across = cross(corners_[j] - corners_[i], corners_[k] - corners_[i]);
    int above = 0;
    int below = 0;
    for (const Vec<3>& corner : corners_) {
      const double height = dot(across, corner - corners_[i]);
      if (&corner == &corners_[i] || &corner == &corners_[j] || &corner == &corners_[k]) continue;
      ++(height > 0.0 ? above : below);
    }
    if (above > 0 && below > 0) return;
    const double sign = above > 0 ? -1.0 : 1.0;
    faces_.push_back({(sign / length(across)) * across, {corners_[i], corners_[j], corners_[k]}});
  }

  bool is_near(const Face& face, const Vec<3>& place, double height) const {
    bool is_over = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec<3>& from = face.corner[k];
      const Vec<3>& to = face.corner[(k + 1) % 3];
      if (from_piece(place, from, to) <= radius_) return true;
      const Vec<3> inward = cross(face.outward, to - from);
      const double side = dot(inward, face.corner[(k + 2) % 3] - from);
      is_over = is_over && dot(inward, place - from) * side >= 0.0;
    }
    return is_over && std::fabs(height) <= radius_;
  }

  std::vector<Vec<3>> corners_;
  double radius_;
  std::vector<Face> faces_;
};

/// By all places of a grid that are in a shape, up to `reach` from the origin along each axis.
template <int D>
MassProperties<D> by_grid(const auto& has, double reach, int cells) {
  double count = 0.0;
  Vec<D> sum{};
  std::array<Vec<D>, static_cast<std::size_t>(D)> products{};
  const double step = 2.0 * reach / cells;
  const int layers = D == 3 ? cells : 1;
  for (int k = 0; k < layers; ++k)
    for (int j = 0; j < cells; ++j)
      for (int i = 0; i < cells; ++i) {
        Vec<D> place;
        const int at[3] = {i, j, k};
        for (std::size_t d = 0; d < std::size_t{D}; ++d) place[d] = (at[d] + 0.5) * step - reach;
        if (!has(place)) continue;
        count += 1.0;
        sum = sum + place;
        for (std::size_t d = 0; d < std::size_t{D}; ++d) products[d] = products[d] + place[d] * place;
      }
  MassProperties<D> r{count * std::pow(step, D), (1.0 / count) * sum};
  for (std::size_t d = 0; d < std::size_t{D}; ++d)
    products[d] = (1.0 / count) * products[d] - r.centre[d] * r.centre;
  if constexpr (D == 2) {
    r.inertia_per_mass = products[0][0] + products[1][1];
  } else {
    const double trace = products[0][0] + products[1][1] + products[2][2];
    for (std::size_t d = 0; d < 3; ++d) {
      r.inertia_per_mass[d] = -products[d];
      r.inertia_per_mass[d][d] += trace;
    }
  }
  return r;
}

TEST(MassProperties, OfRoundedHullsAreWhatAGridOfPlacesSums) {
  const std::vector<Vec<2>> kite = {{-1.0, 0.1}, {0.3, -0.7}, {0.9, 0.0}, {0.2, 0.8}};
  const auto is_in_kite = [&](const Vec<2>& place) {
    bool is_inside = true;
    double nearest = 1.0;
    for (std::size_t i = 0; i < kite.size(); ++i) {
      const Vec<2>& from = kite[i];
      const Vec<2>& to = kite[(i + 1) % kite.size()];
      is_inside = is_inside && cross(to - from, place - from) >= 0.0;
      nearest = std::min(nearest, from_piece(place, from, to));
    }
    return is_inside || nearest <= 0.3;
  };
  const MassProperties<2> of_kite = flat(Hull<2>{kite, 0.3});
  const MassProperties<2> summed = by_grid<2>(is_in_kite, 1.4, 400);
  EXPECT_NEAR(of_kite.volume, summed.volume, 2e-3);
  EXPECT_NEAR(of_kite.centre[0], summed.centre[0], 2e-3);
  EXPECT_NEAR(of_kite.centre[1], summed.centre[1], 2e-3);
  EXPECT_NEAR(of_kite.inertia_per_mass, summed.inertia_per_mass, 2e-3);

  const std::vector<Vec<3>> rock = {
      {-0.9, 0.1, 0.0}, {0.3, -0.7, 0.2}, {0.8, 0.1, -0.4}, {0.1, 0.7, -0.1}, {0.0, 0.1, 0.8}};
  const std::vector<Vec<3>> plate = {{-0.9, 0.1, 0.3}, {0.3, -0.7, 0.2}, {0.8, 0.1, -0.4}};
  for (const std::vector<Vec<3>>& corners : {rock, plate}) {
    const MassProperties<3> found = solid(Hull<3>{corners, 0.25});
    const RoundHull hull(corners, 0.25);
    const MassProperties<3> sums = by_grid<3>([&](const Vec<3>& place) { return hull.has(place); }, 1.2, 64);
    EXPECT_NEAR(found.volume, sums.volume, 6e-3);
    expect_near(found.centre, sums.centre, 2e-3);
    for (std::size_t i = 0; i < 3; ++i)
      expect_near(found.inertia_per_mass[i], sums.inertia_per_mass[i], 2e-3);
  }
}

TEST(MassProperties, MoveAndTurnAndGrowWithTheirShape) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<Vec<3>> corners(4 + static_cast<std::size_t>(round % 5));
    for (Vec<3>& corner : corners)
      for (double& x : corner.c) x = random.uniform(-1.0, 1.0);
    const double radius = round % 2 == 0 ? 0.0 : random.uniform(0.0, 0.5);
    const MassProperties<3> found = solid(Hull<3>{corners, radius});

    // A quarter turn about z and a shift.
    std::vector<Vec<3>> turned;
    for (const Vec<3>& p : corners) turned.push_back(Vec<3>{-p[1], p[0], p[2]} + Vec<3>{4.0, 2.0, 1.0});
    const MassProperties<3> moved = solid(Hull<3>{turned, radius});
    expect_near(moved.centre,
                Vec<3>{-found.centre[1], found.centre[0], found.centre[2]} + Vec<3>{4.0, 2.0, 1.0}, 1e-12);
    EXPECT_NEAR(moved.inertia_per_mass[0][0], found.inertia_per_mass[1][1], 1e-11);
    EXPECT_NEAR(moved.inertia_per_mass[1][1], found.inertia_per_mass[0][0], 1e-11);
    EXPECT_NEAR(moved.inertia_per_mass[0][1], -found.inertia_per_mass[1][0], 1e-11);
    EXPECT_NEAR(moved.inertia_per_mass[0][2], -found.inertia_per_mass[1][2], 1e-11);

    // Units of powers of two leave no trace.
    for (const int exponent : {-400, 3, 400}) {
      std::vector<Vec<3>> larger = corners;
      for (Vec<3>& corner : larger)
        for (double& x : corner.c) x = std::ldexp(x, exponent);
      const MassProperties<3> grown = solid(Hull<3>{larger, std::ldexp(radius, exponent)});
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(grown.centre[i], std::ldexp(found.centre[i], exponent));
        for (std::size_t j = 0; j < 3; ++j)
          EXPECT_EQ(grown.inertia_per_mass[i][j], std::ldexp(found.inertia_per_mass[i][j], 2 * exponent));
      }
    }
  }
}

/// What it says, or nothing.
template <int D>
std::string refusal(const Shape<D>& shape) {
  try {
    mass_properties<D>(shape);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(MassProperties, AreRefusedOfWhatHasNone) {
  EXPECT_EQ(refusal<2>(HalfSpace<2>{{0.0, 1.0}}),
            "mass_properties: expected a shape that ends, found a half-space");
  EXPECT_EQ(refusal<3>(Container{}), "mass_properties: expected a shape that ends, found a container");
  EXPECT_EQ(refusal<3>(Arc{}), "mass_properties: expected a shape of space, found an arc");
  EXPECT_EQ(refusal<2>(Triangle{}), "mass_properties: expected a shape of the plane, found a triangle");
  EXPECT_EQ(refusal<2>(Arc{1.0, {}, {1.0, 0.0}}),
            "mass_properties: expected directions of an arc that are not zero, found one");
  EXPECT_EQ(refusal<2>(Hull<2>{}), "mass_properties: expected a hull of at least one vertex, found none");
  EXPECT_EQ(refusal<2>(Ball{-1.0}), "mass_properties: expected a radius that is not below 0, found one");
  EXPECT_EQ(refusal<2>(Box<2>{{1.0, std::numeric_limits<double>::quiet_NaN()}}),
            "mass_properties: expected finite numbers, found others");
}

}  // namespace
}  // namespace firsthit
