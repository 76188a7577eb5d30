#include "geometry/rotation.hpp"

#include "core/random.hpp"
#include "exact/sin_cos.hpp"
#include "support/exact_sine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace firsthit {
namespace {

constexpr double kUnit = 0x1p-53;

/// What the rows of a rotation should be.
template <std::size_t N>
using Fractions = std::array<std::array<mpq_class, N>, N>;

Fractions<2> fractions(const Orientation<2>& q) {
  const mpq_class w = q.w;
  const mpq_class z = q.z;
  const mpq_class square = w * w + z * z;
  const mpq_class cos = (w * w - z * z) / square;
  const mpq_class sin = 2 * w * z / square;
  return {{{cos, -sin}, {sin, cos}}};
}

/// v -> q v q* / |q|^2, as it is in every book.
Fractions<3> fractions(const Orientation<3>& q) {
  const mpq_class w = q.w;
  const mpq_class x = q.x;
  const mpq_class y = q.y;
  const mpq_class z = q.z;
  const mpq_class s = 2 / mpq_class(w * w + x * x + y * y + z * z);
  return {{{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
           {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
           {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}}};
}

template <int D>
double error(const Orientation<D>& q) {
  const auto truth = fractions(q);
  const Rotation<D> found = rotation_of(q);
  double most = 0.0;
  for (std::size_t i = 0; i < D; ++i)
    for (std::size_t k = 0; k < D; ++k)
      most = std::max(most, std::fabs(mpq_class(mpq_class(found.rows[i][k]) - truth[i][k]).get_d()));
  return most;
}

/// Of all sizes that doubles have without losing digits, together and one beside another.
double number(Random& random, int exponent) {
  if (random.below(8) == 0) return 0.0;
  return std::ldexp(random.uniform(-1.0, 1.0),
                    exponent - static_cast<int>(random.below(4) * random.below(30)));
}

TEST(RotationOf, IsTheOneOfTheseVeryNumbersWhateverTheirSize) {
  Random random(21);
  for (int i = 0; i < 20000; ++i) {
    const int exponent = static_cast<int>(random.below(1600)) - 800;
    Orientation<3> q;
    for (double* x : {&q.w, &q.x, &q.y, &q.z}) *x = number(random, exponent);
    if (q.w != 0.0 || q.z != 0.0) {
      ASSERT_LE((error<2>({q.w, q.z})), 4.0 * kUnit) << q.w << " " << q.z;
    }
    if (q.w == 0.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0) continue;
    ASSERT_LE(error<3>(q), 9.0 * kUnit) << q.w << " " << q.x << " " << q.y << " " << q.z;
  }
}

TEST(RotationOf, IsExactAtQuarterTurnsAndAtThirdsAboutADiagonal) {
  for (const double size : {1.0, 0.3, 1e-300, -1e300}) {
    EXPECT_EQ(rotation_of(Orientation<2>{size, size}).of({3.0, 5.0}), (Vec2{-5.0, 3.0}));
    EXPECT_EQ(rotation_of(Orientation<2>{0.0, size}).of({3.0, 5.0}), (Vec2{-3.0, -5.0}));
    EXPECT_EQ(rotation_of(Orientation<2>{size, -size}).of({3.0, 5.0}), (Vec2{5.0, -3.0}));
    EXPECT_EQ(rotation_of(Orientation<3>{size, size, 0.0, 0.0}).of({2.0, 3.0, 5.0}), (Vec3{2.0, -5.0, 3.0}));
    EXPECT_EQ(rotation_of(Orientation<3>{size, 0.0, size, 0.0}).of({2.0, 3.0, 5.0}), (Vec3{5.0, 3.0, -2.0}));
    EXPECT_EQ(rotation_of(Orientation<3>{size, 0.0, 0.0, size}).of({2.0, 3.0, 5.0}), (Vec3{-3.0, 2.0, 5.0}));
    EXPECT_EQ(rotation_of(Orientation<3>{size, size, size, size}).of({2.0, 3.0, 5.0}), (Vec3{5.0, 2.0, 3.0}));
  }
}

/// How far the rows are from unit vectors at right angles.
template <int D>
double skew(const Rotation<D>& r) {
  double most = 0.0;
  for (std::size_t i = 0; i < D; ++i)
    for (std::size_t k = 0; k < D; ++k)
      most = std::max(most, std::fabs(dot(r.rows[i], r.rows[k]) - (i == k ? 1.0 : 0.0)));
  return most;
}

TEST(Rotations, KeepLengthsAndRightAnglesAndAreTurnedBackByTheirInverse) {
  Random random(22);
  for (int i = 0; i < 5000; ++i) {
    Orientation<3> q;
    for (double* x : {&q.w, &q.x, &q.y, &q.z}) *x = random.normal();
    Vec3 a;
    for (double& x : a.c) x = random.normal();
    const Rotation<3> in_space = rotation_of(q);
    const Rotation<2> in_plane = rotation_of(Orientation<2>{q.w, q.z});
    // Each of the numbers is off by 9 u at most, so that of three products the sum is by 2 * 9 * sqrt(3) u.
    ASSERT_LE(skew(in_space), 40.0 * kUnit);
    ASSERT_LE(skew(in_plane), 20.0 * kUnit);
    ASSERT_LE(max_abs(in_space.inverse_of(in_space.of(a)) - a), 0x1p-46 * max_abs(a));
  }
}

TEST(Rotations, AreCarriedOutFromTheRight) {
  const Rotation<3> about_x = rotation_of(Orientation<3>{1.0, 1.0, 0.0, 0.0});
  const Rotation<3> about_z = rotation_of(Orientation<3>{1.0, 0.0, 0.0, 1.0});
  const Vec3 a{2.0, 3.0, 5.0};
  EXPECT_EQ((about_z * about_x).of(a), about_z.of(about_x.of(a)));
  EXPECT_NE((about_x * about_z).of(a), about_z.of(about_x.of(a)));
}

TEST(SteadySpin, IsTrueAfterManyTurnsAsAfterNone) {
  Random random(23);
  double most_turns = 0.0;
  for (int i = 0; i < 4000; ++i) {
    const double rate = std::ldexp(random.uniform(-1.0, 1.0), static_cast<int>(random.below(40)) - 20);
    const SteadySpin<2> spin(rate);
    const double time = random.uniform(0.0, 1.0) * std::min(1e9, 0.99 * kLargestAngle / std::fabs(rate));
    ASSERT_LE(spin.angle_within(time), kLargestAngle);
    most_turns = std::max(most_turns, spin.angle_within(time) / 6.28);
    const ExactSine truth = exact_sine(mpf_class(exact(rate) * exact(time), ExactSine::kBits));
    const Rotation<2> found = spin.after(time);
    ASSERT_LE(off(found.rows[0][0], truth.cos), 2.5 * kUnit);
    ASSERT_LE(off(found.rows[1][0], truth.sin), 2.5 * kUnit);
    ASSERT_EQ(found.rows[1][1], found.rows[0][0]);
    ASSERT_EQ(found.rows[0][1], -found.rows[1][0]);
  }
  EXPECT_GT(most_turns, 1e8);
}

TEST(SteadySpin, InSpaceIsTrueAboutEveryAxis) {
  // R = cos + (1 - cos) n n^T + sin [n], with n = w / |w|, by 384 bits.
  Random random(24);
  for (int i = 0; i < 2000; ++i) {
    Vec3 rate;
    const int exponent = static_cast<int>(random.below(40)) - 20;
    for (double& x : rate.c) x = number(random, exponent);
    if (max_abs(rate) == 0.0) continue;
    const SteadySpin<3> spin(rate);
    const double time = random.uniform(0.0, 0.5) * kLargestAngle / max_abs(rate);
    mpf_class square(0, ExactSine::kBits);
    for (const double x : rate.c) square += exact(x) * exact(x);
    const mpf_class size(sqrt(square), ExactSine::kBits);
    const ExactSine truth = exact_sine(mpf_class(size * exact(time), ExactSine::kBits));
    const Rotation<3> found = spin.after(time);
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 3; ++column) {
        mpf_class there((1 - truth.cos) * exact(rate[row]) * exact(rate[column]) / square, ExactSine::kBits);
        if (row == column) there += truth.cos;
        // [n] has n_k at (j, i) and -n_k at (i, j), where i, j, k are in their cyclic order.
        const std::size_t third = 3 - row - column;
        if (row != column) {
          const mpf_class part(truth.sin * exact(rate[third]) / size, ExactSine::kBits);
          if ((row + 1) % 3 == column)
            there -= part;
          else
            there += part;
        }
        ASSERT_LE(off(found.rows[row][column], there), 12.0 * kUnit) << "case " << i;
      }
  }
}

TEST(SteadySpin, OfNothingLeavesAllAsItIs) {
  EXPECT_EQ(SteadySpin<2>(0.0).after(1e300).of({3.0, 5.0}), (Vec2{3.0, 5.0}));
  EXPECT_EQ(SteadySpin<3>(Vec3{}).after(1e300).of({2.0, 3.0, 5.0}), (Vec3{2.0, 3.0, 5.0}));
  EXPECT_EQ(SteadySpin<3>(Vec3{1.0, 2.0, 3.0}).after(0.0).of({2.0, 3.0, 5.0}), (Vec3{2.0, 3.0, 5.0}));
}

}  // namespace
}  // namespace firsthit
