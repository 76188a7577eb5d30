#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "geometry/rotation.hpp"
#include "support/exact_sine.hpp"

#include <firsthit/error.hpp>
#include <firsthit/motion.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <numbers>

namespace firsthit {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kEndless = std::numeric_limits<double>::infinity();

TEST(TurnedBy, IsExactAtMultiplesOfARightAngle) {
  const Vec2 a{3.0, 5.0};
  const Vec2 quarters[] = {a, {-5.0, 3.0}, {-3.0, -5.0}, {5.0, -3.0}};
  for (int i = -9; i <= 9; ++i)
    EXPECT_EQ(rotation_of(turned_by(90.0 * i)).of(a), quarters[(i + 12) % 4]) << i;
  EXPECT_EQ(rotation_of(turned_by(90.0, {0.0, 0.0, 7.0})).of({2.0, 3.0, 5.0}), (Vec3{-3.0, 2.0, 5.0}));
  EXPECT_EQ(rotation_of(turned_by(-90.0, {1e-300, 0.0, 0.0})).of({2.0, 3.0, 5.0}), (Vec3{2.0, 5.0, -3.0}));
  EXPECT_EQ(rotation_of(turned_by(180.0, {0.0, 1e300, 0.0})).of({2.0, 3.0, 5.0}), (Vec3{-2.0, 3.0, -5.0}));
}

TEST(TurnedBy, IsTheAngleInDegreesCounterclockwise) {
  std::printf("seed 31\n");
  Random random(31);
  for (int i = 0; i < 5000; ++i) {
    const double degrees = random.below(2) == 0 ? random.uniform(-360.0, 360.0) : random.uniform(-1e6, 1e6);
    const Orientation<2> found = turned_by(degrees);
    // Of the half angle, as in quaternions. The cross product with the truth is the sine of what is missing.
    const ExactSine half = exact_sine(mpf_class(exact(degrees) * exact_pi() / 360, ExactSine::kBits));
    const mpf_class missing(exact(found.w) * half.sin - exact(found.z) * half.cos, ExactSine::kBits);
    ASSERT_LE(2.0 * std::fabs(missing.get_d()), 0x1p-50) << degrees;
    ASSERT_GT(mpf_class(exact(found.w) * half.cos + exact(found.z) * half.sin, ExactSine::kBits), 0.999);
    const Orientation<3> in_space = turned_by(degrees, {0.0, 0.0, 0.1});
    ASSERT_EQ(in_space.w, found.w);
    ASSERT_NEAR(in_space.z, found.z, 0x1p-52);
  }
}

TEST(TurnedBy, AThirdAboutADiagonalTakesEachAxisToTheNext) {
  const Vec3 found = rotation_of(turned_by(120.0, {5.0, 5.0, 5.0})).of({2.0, 3.0, 5.0});
  EXPECT_LE(max_abs(found - Vec3{5.0, 2.0, 3.0}), 1e-14);
}

TEST(TurnedBy, RefusesWhatIsNoAngleOrNoAxis) {
  EXPECT_THROW((void)turned_by(kNoNumber), InputError);
  EXPECT_THROW((void)turned_by(kEndless), InputError);
  EXPECT_THROW((void)turned_by(-kEndless, {1.0, 0.0, 0.0}), InputError);
  EXPECT_THROW((void)turned_by(30.0, {0.0, 0.0, 0.0}), InputError);
  EXPECT_THROW((void)turned_by(30.0, {0.0, kNoNumber, 1.0}), InputError);
  EXPECT_THROW((void)turned_by(30.0, {0.0, kEndless, 1.0}), InputError);
}

TEST(Spinning, TurnsAboutItsCentreWhichGoesItsOwnWay) {
  // A quarter turn in a unit of time, about (1, 0) of the shape, which falls from (10, 20).
  const Spinning<2> spinning{.position = {10.0, 20.0},
                             .velocity = {2.0, 0.0},
                             .angular_velocity = std::numbers::pi / 2.0,
                             .orientation = turned_by(90.0),
                             .acceleration = {0.0, -8.0},
                             .centre = {1.0, 0.0}};
  EXPECT_EQ(spinning.at(0.5), (Vec2{11.0, 19.0}));
  EXPECT_EQ(spinning.at(0.5, {1.0, 0.0}), (Vec2{11.0, 19.0}));
  EXPECT_EQ(spinning.at(0.0, {4.0, 0.0}), (Vec2{10.0, 23.0}));
  EXPECT_LE(max_abs(spinning.at(1.0, {4.0, 0.0}) - Vec2{9.0, 16.0}), 1e-14) << "(-3, 0) from (12, 16)";
  EXPECT_LE(max_abs(spinning.at(2.0, {4.0, 0.0}) - Vec2{14.0, 1.0}), 1e-14) << "(0, -3) from (14, 4)";
}

TEST(Spinning, InSpaceTurnsFromTheOrientationThatItHasNow) {
  // First a quarter turn about x, then one about z in each unit of time; rising, it is a screw.
  const Spinning<3> screw{.position = {},
                          .velocity = {0.0, 0.0, 2.0},
                          .angular_velocity = {0.0, 0.0, std::numbers::pi / 2.0},
                          .orientation = turned_by(90.0, {1.0, 0.0, 0.0})};
  EXPECT_EQ(screw.at(0.0, {0.0, 3.0, 0.0}), (Vec3{0.0, 0.0, 3.0}));
  EXPECT_LE(max_abs(screw.at(1.0, {0.0, 3.0, 0.0}) - Vec3{0.0, 0.0, 5.0}), 1e-14);
  EXPECT_LE(max_abs(screw.at(1.0, {3.0, 0.0, 0.0}) - Vec3{0.0, 3.0, 2.0}), 1e-14);
  EXPECT_LE(max_abs(screw.at(3.0, {3.0, 0.0, 4.0}) - Vec3{-4.0, -3.0, 6.0}), 1e-14);
}

TEST(Spinning, IsWhereTheoryHasItWithinItsBound) {
  Random random(32);
  const auto vec = [&](double size) {
    const double x = random.uniform(-size, size);
    const double y = random.uniform(-size, size);
    return Vec2{x, y};
  };
  for (int i = 0; i < 3000; ++i) {
    Spinning<2> m{.position = vec(100.0), .velocity = vec(10.0)};
    m.angular_velocity = random.uniform(-1000.0, 1000.0);
    m.orientation.w = random.normal();
    m.orientation.z = random.normal();
    m.acceleration = vec(10.0);
    m.centre = vec(5.0);
    const Vec2 of_shape = vec(5.0);
    const double delay = random.uniform(0.0, 1000.0);
    const ExactSine turn = exact_sine(mpf_class(exact(m.angular_velocity) * exact(delay), ExactSine::kBits));
    const mpf_class w = exact(m.orientation.w);
    const mpf_class z = exact(m.orientation.z);
    const mpf_class cos((w * w - z * z) / (w * w + z * z), ExactSine::kBits);
    const mpf_class sin(2 * w * z / (w * w + z * z), ExactSine::kBits);
    const mpf_class c(turn.cos * cos - turn.sin * sin, ExactSine::kBits);
    const mpf_class s(turn.sin * cos + turn.cos * sin, ExactSine::kBits);
    const mpf_class arm[2] = {exact(of_shape[0]) - exact(m.centre[0]),
                              exact(of_shape[1]) - exact(m.centre[1])};
    const Vec2 found = m.at(delay, of_shape);
    for (std::size_t k = 0; k < 2; ++k) {
      mpf_class truth(exact(m.velocity[k]) + exact(delay) * exact(m.acceleration[k]) / 2, ExactSine::kBits);
      truth *= exact(delay);
      truth += exact(m.position[k]);
      truth += k == 0 ? mpf_class(c * arm[0] - s * arm[1]) : mpf_class(s * arm[0] + c * arm[1]);
      const double size = std::fabs(m.position[k]) + delay * std::fabs(m.velocity[k]) +
                          0.5 * delay * delay * std::fabs(m.acceleration[k]) + sum_abs(of_shape) +
                          sum_abs(m.centre);
      ASSERT_LE(off(found[k], truth), 0x1p-47 * size) << "case " << i;
    }
  }
}

/// A symmetric top, moments (i, i, k), by its angular momentum.
TEST(Tumbling, OfASymmetricTopIsARegularPrecession) {
  const double i = 3.0;
  const double k = 2.0;
  const Vec3 rate{0.5, -1.0, 2.0};  // along the axes of the top, as it stands
  const Orientation<3> stands = turned_by(50.0, {1.0, 2.0, 3.0});
  const Rotation<3> to_world = rotation_of(stands);
  Tumbling<3> tumbles{.position = {1.0, 2.0, 3.0}, .velocity = {0.25, 0.0, 0.0}};
  tumbles.angular_velocity = to_world.of(rate);
  tumbles.orientation = stands;
  tumbles.centre = {0.0, 0.5, 0.0};
  tumbles.inertia.moments = {i, i, k};
  Precessing<3> precesses{.position = tumbles.position, .velocity = tumbles.velocity};
  precesses.precession = to_world.of({rate[0], rate[1], k * rate[2] / i});
  precesses.spin = {0.0, 0.0, (1.0 / k - 1.0 / i) * (k * rate[2])};
  precesses.orientation = stands;
  precesses.centre = tumbles.centre;
  for (const double delay : {-30.0, -1.0, 0.0, 0.25, 40.0}) {
    const Vec3 of_shape{1.0, -0.5, 0.75};
    EXPECT_LE(max_abs(tumbles.at(delay, of_shape) - precesses.at(delay, of_shape)), 1e-13) << delay;
  }
}

TEST(Tumbling, HasTheSameAngularMomentumBeforeAndAfter) {
  Tumbling<3> brick{.position = {1.0, 2.0, 3.0}, .velocity = {0.0, 0.0, 1.0}};
  brick.angular_velocity = {0.75, 1.0, -0.25};
  brick.inertia.moments = {13.0, 10.0, 5.0};
  // In the world, of how its axes turn, as differences tell it.
  const auto momentum_at = [&](double delay) {
    constexpr double kStep = 1e-4;
    const Vec3 origin = brick.at(delay, {});
    Vec3 axes[3];
    Vec3 rates[3];
    for (std::size_t a = 0; a < 3; ++a) {
      Vec3 unit;
      unit[a] = 1.0;
      axes[a] = brick.at(delay, unit) - origin;
      const Vec3 later = brick.at(delay + kStep, unit) - brick.at(delay + kStep, {});
      const Vec3 earlier = brick.at(delay - kStep, unit) - brick.at(delay - kStep, {});
      rates[a] = (0.5 / kStep) * (later - earlier);
    }
    Vec3 r;
    for (std::size_t a = 0; a < 3; ++a) {
      const double about = dot(rates[(a + 1) % 3], axes[(a + 2) % 3]);
      r = r + (brick.inertia.moments[a] * about) * axes[a];
    }
    return r;
  };
  const Vec3 momentum{13.0 * 0.75, 10.0, -5.0 * 0.25};
  for (const double delay : {-50.0, -3.0, -0.5, 0.0, 0.5, 3.0, 50.0})
    EXPECT_LE(max_abs(momentum_at(delay) - momentum), 1e-6) << delay;
}

}  // namespace
}  // namespace firsthit
