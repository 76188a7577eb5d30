#include "query/tolerant/solid_patch.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace firsthit {
namespace {

template <int D>
SolidPiece<D> box(const Vec<D>& half) {
  SolidPiece<D> piece;
  piece.kind = SolidPiece<D>::Kind::Box;
  piece.half = half;
  return piece;
}

/// The same by its corners, which know nothing of axes.
template <int D>
SolidPiece<D> by_corners(const Vec<D>& half) {
  SolidPiece<D> piece;
  piece.kind = SolidPiece<D>::Kind::Sharp;
  for (unsigned corner = 0; corner < 1U << D; ++corner) {
    Vec<D> vertex = half;
    for (std::size_t axis = 0; axis < D; ++axis)
      if ((corner >> axis & 1U) == 0) vertex[axis] = -vertex[axis];
    piece.facets.vertices.push_back(vertex);
  }
  return piece;
}

template <int D>
void expect_as_by_corners() {
  constexpr std::uint64_t kSeed = 7;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  int beside = 0;
  for (int round = 0; round < 3000; ++round) {
    Vec<D> half_a;
    Vec<D> half_b;
    Vec<D> d;
    for (std::size_t axis = 0; axis < D; ++axis) {
      half_a[axis] = random.uniform(0.1, 1.0);
      half_b[axis] = random.below(8) == 0 ? 0.0 : random.uniform(0.1, 1.0);
      d[axis] = random.uniform(-2.0, 2.0);
    }
    const std::size_t across = random.below(D);
    Vec<D> normal;
    normal[across] = random.below(2) == 0 ? 1.0 : -1.0;
    const Vec<D> middle = contact_middle(box(half_a), box(half_b), d, normal);
    EXPECT_EQ(middle, contact_middle(by_corners(half_a), by_corners(half_b), d, normal)) << "round " << round;
    for (std::size_t axis = 0; axis < D; ++axis)
      beside += axis != across && std::fabs(d[axis]) > half_a[axis] + half_b[axis] ? 1 : 0;
  }
  EXPECT_GT(beside, 300) << "pairs that do not touch";
  EXPECT_LT(beside, 3000);
}

TEST(SolidPatch, OfTwoBoxesTheMiddleIsThatOfTheFaceTheyShare) {
  // b stands on a's top: they share 0.5 to 1 across.
  EXPECT_EQ(contact_middle<2>(box<2>({1.0, 2.0}), box<2>({0.75, 0.5}), {1.25, 2.5}, {0.0, 1.0}),
            (Vec<2>{0.75, 2.0}));
  EXPECT_EQ(contact_middle<3>(box<3>({1.0, 2.0, 1.0}), box<3>({0.75, 0.5, 4.0}), {1.25, -2.5, 0.0},
                              {0.0, -1.0, 0.0}),
            (Vec<3>{0.75, -2.0, 0.0}));
}

// A ridge lies across a square face at an angle, and beyond it: they share the part of it that is over the
// face.
TEST(SolidPatch, OfAnEdgeOnAFaceTheMiddleIsOnBoth) {
  const auto wedge = [](double angle) {  // its ridge, below, leads from -2 to 2
    const Vec<3> along{std::cos(angle), 0.0, std::sin(angle)}, side{-std::sin(angle), 0.0, std::cos(angle)};
    std::vector<Vec<3>> corners{-2.0 * along, 2.0 * along};
    for (const double end : {-2.0, 2.0})
      for (const double out : {-1.0, 1.0})
        corners.push_back(end * along + out * side + Vec<3>{0.0, 1.0, 0.0});
    return solid_of<3>(Hull<3>{corners, 0.0}).pieces[0];
  };
  for (const double angle : {0.3, 0.7, 2.0}) {
    const Vec<3> along{std::cos(angle), 0.0, std::sin(angle)};
    const Vec<3> d = Vec<3>{0.0, 0.5, 0.0} + 1.0 * along;  // over the middle, moved along itself
    // It is over the square of half 0.5 from the one side to the other.
    const Vec<3> middle = contact_middle<3>(box<3>({0.5, 0.5, 0.5}), wedge(angle), d, {0.0, 1.0, 0.0});
    EXPECT_LT(length(middle - Vec<3>{0.0, 0.5, 0.0}), 1e-10) << angle;
    const Vec<3> aside{0.1, 0.0, -0.2};
    const Vec<3> moved = contact_middle<3>(box<3>({0.5, 0.5, 0.5}), wedge(angle), d + aside, {0.0, 1.0, 0.0});
    EXPECT_LT(length(cross(moved - Vec<3>{0.0, 0.5, 0.0} - aside, along)), 1e-10) << angle;
    EXPECT_LE(std::max(std::fabs(moved[0]), std::fabs(moved[2])), 0.5 + 1e-10);
    EXPECT_NEAR(moved[1], 0.5, 1e-15);
  }
}

TEST(SolidPatch, OfTwoBoxesTheMiddleIsToTheBitThatOfTheirCorners) {
  expect_as_by_corners<2>();
  expect_as_by_corners<3>();
}

}  // namespace
}  // namespace firsthit
