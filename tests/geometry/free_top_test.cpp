#include "geometry/free_top.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "geometry/rotation.hpp"
#include "support/any_turning.hpp"

#include <firsthit/shape.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

// How rigid bodies turn that nothing twists: against Euler's equations, solved here step by step in longer
// numbers, and against what their theory tells.

namespace firsthit {
namespace {

using Long = long double;

/// Moments of a cloud of mass about its axes, none of them equal.
Vec<3> any_moments(Random& random) {
  const Vec<3> square{random.uniform(0.1, 1.0), random.uniform(0.1, 1.0), random.uniform(0.1, 1.0)};
  return {square[1] + square[2], square[2] + square[0], square[0] + square[1]};
}

/// The turning in principal axes, and the rows of the matrix from these to the world.
struct Course {
  std::array<Long, 3> turning{};
  std::array<std::array<Long, 3>, 3> matrix{};
};

Course derivative(const Course& c, const Vec<3>& moments) {
  Course d;
  const auto& w = c.turning;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    d.turning[i] = (Long{moments[j]} - Long{moments[k]}) / Long{moments[i]} * w[j] * w[k];
  }
  for (std::size_t row = 0; row < 3; ++row) {
    const auto& m = c.matrix[row];
    d.matrix[row] = {m[1] * w[2] - m[2] * w[1], m[2] * w[0] - m[0] * w[2], m[0] * w[1] - m[1] * w[0]};
  }
  return d;
}

Course moved(Course c, Long by, const Course& d) {
  for (std::size_t i = 0; i < 3; ++i) {
    c.turning[i] += by * d.turning[i];
    for (std::size_t k = 0; k < 3; ++k) c.matrix[i][k] += by * d.matrix[i][k];
  }
  return c;
}

/// By the method of Runge and Kutta.
Course followed(Course c, const Vec<3>& moments, Long time, int steps) {
  const Long h = time / static_cast<Long>(steps);
  for (int i = 0; i < steps; ++i) {
    const Course first = derivative(c, moments);
    const Course second = derivative(moved(c, h / 2, first), moments);
    const Course third = derivative(moved(c, h / 2, second), moments);
    const Course fourth = derivative(moved(c, h, third), moments);
    c = moved(moved(moved(moved(c, h / 6, first), h / 3, second), h / 3, third), h / 6, fourth);
  }
  return c;
}

double largest_difference(const Rotation<3>& a, const Rotation<3>& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < 3; ++i) most = std::max(most, max_abs(a.rows[i] - b.rows[i]));
  return most;
}

TEST(PrincipalInertia, IsTheDiagonalOfABox) {
  const PrincipalInertia found = principal_inertia(Box<3>{{1.0, 2.0, 3.0}});
  EXPECT_LE(max_abs(found.moments - Vec<3>{13.0 / 3.0, 10.0 / 3.0, 5.0 / 3.0}), 0x1p-50);
  EXPECT_EQ(found.axes, Orientation<3>{});
}

TEST(PrincipalInertia, TurnsTheTensorOfAnyHullIntoADiagonal) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    Hull<3> hull;
    for (int k = 0; k < 6; ++k) hull.vertices.push_back(any_vector(random));
    const auto tensor = mass_properties<3>(hull).inertia_per_mass;
    const PrincipalInertia found = principal_inertia(hull);
    const Rotation<3> axes = rotation_of(found.axes);
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec<3> axis = axes.of(kCoordinateAxes<3>[k]);
      const Vec<3> turned{dot(tensor[0], axis), dot(tensor[1], axis), dot(tensor[2], axis)};
      EXPECT_LE(max_abs(turned - found.moments[k] * axis), 1e-14 * max_abs(found.moments)) << i;
    }
  }
}

TEST(FreeTop, FollowsEulersEquations) {
  // Steps of 1/4000 of 3: what Runge and Kutta leave out is of the order of (4 * 0.00075)^4 / 100 = 1e-12.
  Random random(2);
  for (int i = 0; i < 25; ++i) {
    const PrincipalInertia inertia{any_moments(random), any_orientation(random)};
    const Orientation<3> stands = any_orientation(random);
    const Vec<3> turning = any_vector(random);
    const Rotation<3> axes = rotation_of(inertia.axes);
    const Rotation<3> to_world = rotation_of(stands) * axes;
    Course c;
    const Vec<3> own = to_world.inverse_of(turning);
    for (std::size_t k = 0; k < 3; ++k) {
      c.turning[k] = own[k];
      for (std::size_t l = 0; l < 3; ++l) c.matrix[k][l] = to_world.rows[k][l];
    }
    const Course last = followed(c, inertia.moments, 3.0L, 4000);
    FreeTop top(stands, turning, inertia);
    ASSERT_TRUE(top.is_stepped());
    const FreeTop::Turned now = top.after(3.0);
    const Rotation<3> found = rotation_of(now.orientation) * axes;
    for (std::size_t k = 0; k < 3; ++k) {
      Long angular = 0.0L;
      for (std::size_t l = 0; l < 3; ++l) {
        EXPECT_NEAR(found.rows[k][l], static_cast<double>(last.matrix[k][l]), 3e-12) << i;
        angular += last.matrix[k][l] * last.turning[l];
      }
      EXPECT_NEAR(now.angular_velocity[k], static_cast<double>(angular), 1e-11) << i;
    }
    // And forwards from there is the same as all at once.
    FreeTop again(now.orientation, now.angular_velocity, inertia);
    EXPECT_LE(largest_difference(rotation_of(again.after(1.0).orientation),
                                 rotation_of(top.after(4.0).orientation)),
              1e-13);
  }
}

TEST(FreeTop, OfTwoEqualMomentsPrecesses) {
  // By l / i about the momentum l, and by (1 / k - 1 / i) l_3 about its own axis before that.
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    const double across = random.uniform(0.6, 2.0);
    const double along = random.uniform(0.1, 1.2);
    const Orientation<3> stands = any_orientation(random);
    const Vec<3> turning = any_vector(random);
    FreeTop top(stands, turning, {{{across, across, along}}, {}});
    EXPECT_FALSE(top.is_stepped());
    const Rotation<3> start = rotation_of(stands);
    const Vec<3> own = start.inverse_of(turning);
    const Vec<3> momentum = start.of({across * own[0], across * own[1], along * own[2]});
    const double rate = length(momentum) / across;
    const double spin = (1.0 / along - 1.0 / across) * (along * own[2]);
    const double time = random.uniform(0.0, 20.0);
    const Vec<3> axis = (1.0 / length(momentum)) * momentum;
    const double degrees = 180.0 / 3.14159265358979323846;
    const Rotation<3> wanted = rotation_of(turned_by(rate * time * degrees, axis)) * start *
                               rotation_of(turned_by(spin * time * degrees, {0.0, 0.0, 1.0}));
    EXPECT_LE(largest_difference(rotation_of(top.after(time).orientation), wanted), 1e-13) << i;
  }
}

TEST(FreeTop, KeepsEnergyAndMomentumForEver) {
  Random random(4);
  for (int i = 0; i < 40; ++i) {
    const PrincipalInertia inertia{any_moments(random), any_orientation(random)};
    const Orientation<3> stands = any_orientation(random);
    const Vec<3> turning = any_vector(random);
    FreeTop top(stands, turning, inertia);
    const auto momentum_and_energy = [&](const Orientation<3>& q, const Vec<3>& w) {
      const Rotation<3> to_world = rotation_of(q) * rotation_of(inertia.axes);
      Vec<3> own = to_world.inverse_of(w);
      const Vec<3> parts = own;
      for (std::size_t k = 0; k < 3; ++k) own[k] *= inertia.moments[k];
      return std::pair{to_world.of(own), dot(own, parts)};
    };
    const auto [momentum, energy] = momentum_and_energy(stands, turning);
    for (const double time : {0.3, 10.0, 1e3, 1e6, 1e8}) {
      const FreeTop::Turned now = top.after(time / top.fastest());
      const auto [momentum_now, energy_now] = momentum_and_energy(now.orientation, now.angular_velocity);
      EXPECT_LE(max_abs(momentum_now - momentum), 0x1p-47 * length(momentum)) << i << " " << time;
      EXPECT_LE(std::fabs(energy_now - energy), 0x1p-47 * energy) << i << " " << time;
      EXPECT_LE(length(now.angular_velocity), top.fastest());
      EXPECT_LE(length_squared(now.angular_velocity) + length(now.angular_acceleration),
                top.rate() * top.rate());
    }
  }
}

// K(k), by Gauss' arithmetic-geometric mean: LLVM's standard library has no std::comp_ellint_1.
double complete_elliptic_integral(double k) {
  double arithmetic = 1.0;
  double geometric = std::sqrt((1.0 - k) * (1.0 + k));
  for (int i = 0; i < 10; ++i) {
    const double mean = 0.5 * (arithmetic + geometric);
    geometric = std::sqrt(arithmetic * geometric);
    arithmetic = mean;
  }
  return 0.5 * 3.141592653589793 / arithmetic;
}

TEST(FreeTop, TurnsOverAfterHalfThePeriodThatEllipticIntegralsTell) {
  // About its middle axis, nearly: it turns over and over (Dzhanibekov's effect). With l^2 < 2 E i_2 the
  // period is 4 K(k) / p, p^2 = (2 E i_3 - l^2)(i_2 - i_1) / (i_1 i_2 i_3), k^2 = (i_3 - i_2)(l^2 - 2 E i_1)
  // /
  // ((i_2 - i_1)(2 E i_3 - l^2)). (Landau and Lifshitz, Mechanics, par. 37)
  const Vec<3> moments{1.25, 4.25, 5.0};
  for (const double off : {0.5, 0.1, 1e-3}) {
    const Vec<3> turning{off, 2.0, 0.0};
    const Vec<3> own{moments[0] * off, moments[1] * 2.0, 0.0};
    const double size = dot(own, own);
    const double energy = dot(own, turning);
    ASSERT_LT(size, energy * moments[1]);
    const double p = std::sqrt((energy * moments[2] - size) * (moments[1] - moments[0]) /
                               (moments[0] * moments[1] * moments[2]));
    const double k = std::sqrt((moments[2] - moments[1]) * (size - energy * moments[0]) /
                               ((moments[1] - moments[0]) * (energy * moments[2] - size)));
    const double period = 4.0 * complete_elliptic_integral(k) / p;
    FreeTop top({}, turning, {moments, {}});
    const auto own_turning = [&](double time) {
      const FreeTop::Turned now = top.after(time);
      return rotation_of(now.orientation).inverse_of(now.angular_velocity);
    };
    EXPECT_NEAR(own_turning(0.5 * period)[1], -2.0, 1e-9) << off;
    EXPECT_LE(max_abs(own_turning(period) - turning), 1e-8) << off;
  }
}

TEST(FreeTop, SteadilyAboutAPrincipalAxisTurnsAsItIsTold) {
  FreeTop top({}, {0.0, 3.0, 0.0}, {{{1.25, 4.25, 5.0}}, {}});
  EXPECT_FALSE(top.is_stepped());
  EXPECT_EQ(top.after(1000.0).angular_velocity, (Vec<3>{0.0, 3.0, 0.0}));
}

TEST(FreeTop, PassesOverWholePeriodsAsIfItWereFollowed) {
  // Told anew every 40 rad it is never asked for long enough to pass over any.
  Random random(6);
  for (int i = 0; i < 20; ++i) {
    const PrincipalInertia inertia{{{1.25, 4.25, 5.0}}, any_orientation(random)};
    const Orientation<3> stands = any_orientation(random);
    Vec<3> turning = any_vector(random);
    turning[1] *= 0.25;  // its middle axis makes much of what rounds
    FreeTop top(stands, turning, inertia);
    const double part = 40.0 / top.fastest();
    FreeTop::Turned now{stands, turning, {}};
    for (int k = 0; k < 5; ++k) now = FreeTop(now.orientation, now.angular_velocity, inertia).after(part);
    EXPECT_LE(
        largest_difference(rotation_of(top.after(5.0 * part).orientation), rotation_of(now.orientation)),
        1e-9)
        << i;
  }
}

TEST(FreeTop, TellsSomethingHoweverLongOrSlowlyItTurns) {
  const PrincipalInertia brick{{{1.25, 4.25, 5.0}}, {}};
  const PrincipalInertia rod{{{1.0, 1.0, 0.25}}, {}};
  const PrincipalInertia nearly{{{1.0, 1.0 + 0x1p-52, 1.0 + 0x1p-51}}, {}};
  for (const PrincipalInertia& inertia : {brick, rod, nearly})
    for (const double rate : {1e-320, 1e-290, 1.0, 1e150})
      for (const double angle : {0.5, 1e6, 1e12, 1e200}) {
        const double time = angle / rate;
        if (!std::isfinite(time)) continue;
        FreeTop top({}, rate * Vec<3>{0.5, 1.0, 0.25}, inertia);
        if (angle > top.furthest_angle() && top.furthest_angle() == kLongestTumble) continue;
        const Orientation<3> stands = top.after(time).orientation;
        const double square =
            stands.w * stands.w + stands.x * stands.x + stands.y * stands.y + stands.z * stands.z;
        EXPECT_NEAR(square, 1.0, 1e-14) << rate << " " << angle;
        EXPECT_LE(length(top.after(time).angular_velocity), 2.0 * rate);
      }
}

TEST(FreeTop, ScalesWithTimesAndMomentsBitForBit) {
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const PrincipalInertia inertia{any_moments(random), any_orientation(random)};
    const Orientation<3> stands = any_orientation(random);
    const Vec<3> turning = any_vector(random);
    FreeTop top(stands, turning, inertia);
    FreeTop faster(stands, 8.0 * turning, {0.25 * inertia.moments, inertia.axes});
    for (const double time : {1.5, 40.0, 500.0}) {
      const FreeTop::Turned now = top.after(time);
      const FreeTop::Turned then = faster.after(0.125 * time);
      EXPECT_EQ(now.orientation, then.orientation) << i;
      EXPECT_EQ(8.0 * now.angular_velocity, then.angular_velocity) << i;
    }
    // In whichever order it is asked.
    FreeTop other(stands, turning, inertia);
    const Orientation<3> late = other.after(40.0).orientation;
    EXPECT_EQ(other.after(1.5).orientation, top.after(1.5).orientation);
    EXPECT_EQ(other.after(40.0).orientation, late);
    EXPECT_EQ(late, top.after(40.0).orientation);
  }
}

}  // namespace
}  // namespace firsthit
