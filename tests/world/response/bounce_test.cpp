#include "world/response/bounce.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 3;

template <int D>
Vec<D> some_vector(Random& random) {
  Vec<D> v;
  for (double& c : v.c) c = random.uniform(-1.0, 1.0);
  return v;
}

TEST(Bounce, EqualMassesExchangeTheirVelocitiesAlongTheNormal) {
  const auto after = bounce<2>({2.0, 0.0}, {3.0, 5.0}, {-1.0, 7.0}, 4.0, 4.0, 1.0);
  EXPECT_EQ(after.velocity_a, (Vec2{-1.0, 5.0}));
  EXPECT_EQ(after.velocity_b, (Vec2{3.0, 7.0}));
  EXPECT_EQ(after.closing, 4.0);
  EXPECT_EQ(after.impulse, 16.0);
}

TEST(Bounce, ALightBodyComesBackFromAHeavyOneAsMomentumAndEnergySay) {
  // v_a' = (m_a - m_b) / (m_a + m_b) v, v_b' = 2 m_a / (m_a + m_b) v.
  const auto after = bounce<3>({0.0, 0.0, 1.0}, {0.0, 0.0, 8.0}, {}, 1.0, 3.0, 1.0);
  EXPECT_EQ(after.velocity_a, (Vec3{0.0, 0.0, -4.0}));
  EXPECT_EQ(after.velocity_b, (Vec3{0.0, 0.0, 4.0}));
  EXPECT_EQ(after.impulse, 12.0);
}

TEST(Bounce, FullyInelasticBodiesGoOnTogetherAlongTheNormal) {
  const auto after = bounce<2>({0.0, -4.0}, {1.0, -3.0}, {2.0, 1.0}, 1.0, 3.0, 0.0);
  EXPECT_EQ(after.velocity_a, (Vec2{1.0, 0.0}));
  EXPECT_EQ(after.velocity_b, (Vec2{2.0, 0.0}));
}

TEST(Bounce, WhatDoesNotCloseKeepsItsCourse) {
  for (const double restitution : {0.0, 0.5, 1.0}) {
    const auto parting = bounce<2>({1.0, 0.0}, {-1.0, 2.0}, {1.0, 3.0}, 1.0, 2.0, restitution);
    EXPECT_EQ(parting.velocity_a, (Vec2{-1.0, 2.0}));
    EXPECT_EQ(parting.velocity_b, (Vec2{1.0, 3.0}));
    EXPECT_EQ(parting.impulse, 0.0);
    EXPECT_EQ(parting.closing, 0.0);
    const auto sliding = bounce_off<2>({0.0, -1.0}, {4.0, 0.0}, 1.0, restitution);
    EXPECT_EQ(sliding.velocity_a, (Vec2{4.0, 0.0}));
    EXPECT_EQ(sliding.impulse, 0.0);
  }
}

TEST(Bounce, OffSomethingFixedTurnsTheNormalVelocityByTheRestitution) {
  const auto elastic = bounce_off<2>({0.0, -2.0}, {5.0, -2.0}, 7.0, 1.0);
  EXPECT_EQ(elastic.velocity_a, (Vec2{5.0, 2.0}));
  EXPECT_EQ(elastic.impulse, 28.0);
  const auto half = bounce_off<2>({0.0, -2.0}, {5.0, -2.0}, 7.0, 0.5);
  EXPECT_EQ(half.velocity_a, (Vec2{5.0, 1.0}));
  const auto dead = bounce_off<2>({0.0, -2.0}, {5.0, -2.0}, 7.0, 0.0);
  EXPECT_EQ(dead.velocity_a, (Vec2{5.0, 0.0}));
}

TEST(Bounce, OffTheSameObliqueWallsOverAndOverKeepsTheEnergy) {
  // Each bounce rounds: two million times at random, that is some thousand roundings in all. An error that
  // belongs to the wall, as that of its normal's length, would add up to a thousand times as much.
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 11);
  for (int room = 0; room < 5; ++room) {
    const Vec2 walls[] = {some_vector<2>(random), some_vector<2>(random), some_vector<2>(random)};
    const Vec2 start = some_vector<2>(random);
    Vec2 v = start;
    for (int k = 0; k < 2'000'000; ++k) {
      const Vec2& d = walls[random.below(3)];
      v = bounce_off<2>(dot(d, v) > 0.0 ? d : -d, v, 1.0, 1.0).velocity_a;
    }
    EXPECT_NEAR(length_squared(v) / length_squared(start), 1.0, 5e-12);
  }
}

template <int D>
void check_conservation() {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, D);
  int closing = 0;
  int parting = 0;
  for (int k = 0; k < 10000; ++k) {
    const Vec<D> d = some_vector<D>(random);
    const Vec<D> v_a = some_vector<D>(random);
    const Vec<D> v_b = some_vector<D>(random);
    const double m_a = std::exp2(random.uniform(-10.0, 10.0));
    const double m_b = std::exp2(random.uniform(-10.0, 10.0));
    const double e = random.uniform();
    const Bounce<D> after = bounce(d, v_a, v_b, m_a, m_b, e);
    (after.impulse > 0.0 ? closing : parting) += 1;

    const Vec<D> momentum = (m_a * v_a + m_b * v_b) - (m_a * after.velocity_a + m_b * after.velocity_b);
    const double scale = 8.0 * (m_a + m_b);
    EXPECT_LE(max_abs(momentum), 1e-15 * scale);

    // Newton's law along the normal, and nothing across it.
    const Vec<D> n = (1.0 / length(d)) * d;
    const double before = dot(n, v_b - v_a);
    const double expected = before < 0.0 ? -e * before : before;
    EXPECT_NEAR(dot(n, after.velocity_b - after.velocity_a), expected, 1e-14);
    EXPECT_NEAR(after.closing, before < 0.0 ? -before : 0.0, 1e-14);
    EXPECT_LE(length(m_a * (after.velocity_a - v_a) + after.impulse * n), 1e-14 * scale);

    // The energy lost is (1 - e^2) / 2 of the reduced mass times the closing speed squared.
    const double lost = 0.5 * (m_a * (length_squared(v_a) - length_squared(after.velocity_a)) +
                               m_b * (length_squared(v_b) - length_squared(after.velocity_b)));
    const double reduced = m_a * m_b / (m_a + m_b);
    const double loss = before < 0.0 ? 0.5 * reduced * (1.0 - e * e) * before * before : 0.0;
    EXPECT_NEAR(lost, loss, 1e-14 * scale);
  }
  EXPECT_GT(closing, 3000);
  EXPECT_GT(parting, 3000);
}

TEST(Bounce, KeepsMomentumAndLosesTheEnergyThatRestitutionSaysInThePlane) { check_conservation<2>(); }
TEST(Bounce, KeepsMomentumAndLosesTheEnergyThatRestitutionSaysInSpace) { check_conservation<3>(); }

TEST(Bounce, DoesNotCareForTheLengthOfTheNormal) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 9);
  for (int k = 0; k < 1000; ++k) {
    const Vec3 d = some_vector<3>(random);
    const Vec3 v_a = some_vector<3>(random);
    const Vec3 v_b = some_vector<3>(random);
    const auto one = bounce(d, v_a, v_b, 1.0, 3.0, 0.7);
    const auto other = bounce(0x1p-20 * d, v_a, v_b, 1.0, 3.0, 0.7);
    EXPECT_EQ(other.velocity_a, one.velocity_a);
    EXPECT_EQ(other.velocity_b, one.velocity_b);
    EXPECT_EQ(other.impulse, one.impulse);
  }
}

TEST(Bounce, EndsWhereTheSquareOfTheNormalsLengthIsNothing) {
  for (const double length : {0x1p-399, 0x1p-500, 0x1p-537, 0x1p-1000, 0x1p-1074}) {
    EXPECT_EQ(bounce_off<2>({0.0, length}, {3.0, 0x1p180}, 2.0, 0.5).velocity_a, (Vec2{3.0, -0x1p179}))
        << length;
    const auto after = bounce<2>({length, 0.0}, {3.0, 5.0}, {-1.0, 7.0}, 4.0, 4.0, 1.0);
    EXPECT_EQ(after.velocity_a, (Vec2{-1.0, 5.0})) << length;
    EXPECT_EQ(after.closing, 4.0) << length;
    EXPECT_EQ(after.impulse, 16.0) << length;
    EXPECT_EQ(parted<2>({0.0, length}, {0.0, -4.0}), (Vec2{0.0, -4.0})) << length;
    EXPECT_LE(parted<2>({0.0, length}, {3.0, 4.0})[1], 0.0) << length;
  }
}

TEST(Bounce, IsTheSameFromTheOtherSide) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 10);
  for (int k = 0; k < 1000; ++k) {
    const Vec2 d = some_vector<2>(random);
    const Vec2 v_a = some_vector<2>(random);
    const Vec2 v_b = some_vector<2>(random);
    const auto one = bounce(d, v_a, v_b, 1.0, 3.0, 0.7);
    const auto other = bounce(-d, v_b, v_a, 3.0, 1.0, 0.7);
    EXPECT_EQ(other.velocity_b, one.velocity_a);
    EXPECT_EQ(other.velocity_a, one.velocity_b);
    EXPECT_EQ(other.impulse, one.impulse);
  }
}

}  // namespace
}  // namespace firsthit
