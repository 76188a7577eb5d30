#include "world/response/friction.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 5;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

template <int D>
Vec<D> some_vector(Random& random) {
  Vec<D> v;
  for (double& c : v.c) c = random.uniform(-1.0, 1.0);
  return v;
}

template <int D>
AngularVelocity<D> some_spin(Random& random) {
  if constexpr (D == 2) {
    return random.uniform(-1.0, 1.0);
  } else {
    return some_vector<3>(random);
  }
}

double squared(double x) { return x * x; }
double squared(const Vec3& v) { return length_squared(v); }

/// Two balls that have just bounced.
template <int D>
struct Two {
  Vec<D> d;
  Vec<D> v_a, v_b;
  double m_a, m_b;
  Rubbed<D> a, b;
  Bounce<D> bounced;

  Two(Random& random, double restitution) {
    const double r_a = random.uniform(0.1, 1.0);
    const double r_b = random.uniform(0.1, 1.0);
    do {
      d = some_vector<D>(random);
    } while (!(length(d) > 0.1));
    d = ((r_a + r_b) / length(d)) * d;
    v_a = some_vector<D>(random);
    v_b = some_vector<D>(random);
    if (dot(d, v_b - v_a) > 0.0) std::swap(v_a, v_b);
    m_a = random.uniform(0.5, 2.0);
    m_b = random.uniform(0.5, 2.0);
    a = {1.0 / m_a, 1.0 / (random.uniform(0.1, 1.0) * m_a * r_a * r_a), r_a, some_spin<D>(random)};
    b = {1.0 / m_b, 1.0 / (random.uniform(0.1, 1.0) * m_b * r_b * r_b), r_b, some_spin<D>(random)};
    bounced = bounce(d, v_a, v_b, m_a, m_b, restitution);
  }

  Friction<D> rub(const Surfaces& surfaces) { return firsthit::rub(d, v_a, v_b, a, b, surfaces, bounced); }

  double energy(const Vec<D>& of_a, const Vec<D>& of_b, const AngularVelocity<D>& w_a,
                const AngularVelocity<D>& w_b) const {
    return 0.5 * (m_a * length_squared(of_a) + m_b * length_squared(of_b) + squared(w_a) / a.inverse_inertia +
                  squared(w_b) / b.inverse_inertia);
  }
  /// [L/T] Of b's surface along a's, where they touch.
  Vec<D> slip(const Vec<D>& of_a, const Vec<D>& of_b, const AngularVelocity<D>& w_a,
              const AngularVelocity<D>& w_b) const {
    const Vec<D> n = (1.0 / length(d)) * d;
    const Vec<D> u = (of_b + turning_velocity(w_b, -b.arm * n)) - (of_a + turning_velocity(w_a, a.arm * n));
    return u - dot(u, n) * n;
  }
};

template <int D>
void check_grip_and_slip() {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  for (int i = 0; i < 10000; ++i) {
    const double restitution = random.uniform(0.0, 1.0);
    const double beta = random.uniform(-1.0, 1.0);
    const double mu = random.uniform(0.0, 1.0);
    Two<D> two(random, restitution);
    const Vec<D> p = two.m_a * two.v_a + two.m_b * two.v_b;
    const Vec<D> before = two.slip(two.v_a, two.v_b, two.a.angular_velocity, two.b.angular_velocity);
    const double smooth = two.energy(two.bounced.velocity_a, two.bounced.velocity_b, two.a.angular_velocity,
                                     two.b.angular_velocity);
    const auto friction = two.rub({mu, beta});
    const auto& [v_a, v_b, closing, impulse] = two.bounced;
    const Vec<D> after = two.slip(v_a, v_b, friction.a, friction.b);
    // Walton's law: they grip, or slip with all the friction that there is, against the slip.
    const double size = length(friction.impulse);
    EXPECT_LE(size, mu * impulse * (1.0 + 1e-14));
    if (size < mu * impulse * (1.0 - 1e-12)) {
      EXPECT_LT(length(after + beta * before), 1e-13);
    } else {
      EXPECT_GT(dot(after + beta * before, before), -1e-13);
    }
    EXPECT_LT(length(size * before + length(before) * friction.impulse), 1e-13);
    EXPECT_LT(std::fabs(dot(friction.impulse, two.d)), 1e-14);
    // What a gets b loses.
    EXPECT_LT(length(two.m_a * v_a + two.m_b * v_b - p), 1e-14);
    EXPECT_LE(two.energy(v_a, v_b, friction.a, friction.b), smooth * (1.0 + 1e-14));
    EXPECT_GE(signed_dot(two.d, v_b - v_a), 0.0);
  }
}

TEST(Friction, GripsOrSlipsAsWaltonsLawSays) {
  check_grip_and_slip<2>();
  check_grip_and_slip<3>();
}

template <int D>
void check_kept_energy() {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  for (const double beta : {-1.0, 1.0})
    for (int i = 0; i < 10000; ++i) {
      Two<D> two(random, 1.0);
      const double before = two.energy(two.v_a, two.v_b, two.a.angular_velocity, two.b.angular_velocity);
      const auto friction = two.rub({kInfinite, beta});
      const double after = two.energy(two.bounced.velocity_a, two.bounced.velocity_b, friction.a, friction.b);
      EXPECT_NEAR(after, before, 4e-15 * before);
    }
}

TEST(Friction, OfPerfectlyRoughOrSmoothBallsLosesNothing) {
  check_kept_energy<2>();
  check_kept_energy<3>();
}

template <int D>
void check_angular_momentum() {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  const auto of = [](const Two<D>& two, const Vec<D>& v_a, const Vec<D>& v_b, const auto& w_a,
                     const auto& w_b) -> AngularVelocity<D> {
    return (1.0 / two.a.inverse_inertia) * w_a + (1.0 / two.b.inverse_inertia) * w_b +
           two.m_b * cross(two.d, v_b) + 0.0 * cross(two.d, v_a);  // about the centre of a
  };
  for (int i = 0; i < 10000; ++i) {
    Two<D> two(random, random.uniform(0.0, 1.0));
    const auto before = of(two, two.v_a, two.v_b, two.a.angular_velocity, two.b.angular_velocity);
    const auto friction = two.rub({random.uniform(0.0, 1.0), random.uniform(-1.0, 1.0)});
    const auto after = of(two, two.bounced.velocity_a, two.bounced.velocity_b, friction.a, friction.b);
    EXPECT_LT(std::sqrt(squared(after - before)), 2e-14);
  }
}

TEST(Friction, KeepsAngularMomentum) {
  check_angular_momentum<2>();
  check_angular_momentum<3>();
}

TEST(Friction, SeenFromTheOtherOfTheTwoIsTheSameToTheLastBit) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  for (int i = 0; i < 1000; ++i) {
    Two<3> two(random, 0.5);
    Bounce<3> there = bounce(-two.d, two.v_b, two.v_a, two.m_b, two.m_a, 0.5);
    const auto back = rub(-two.d, two.v_b, two.v_a, two.b, two.a, {0.3, 0.4}, there);
    const auto friction = two.rub({0.3, 0.4});
    EXPECT_EQ(friction.impulse, -back.impulse);
    EXPECT_EQ(friction.a, back.b);
    EXPECT_EQ(friction.b, back.a);
    EXPECT_EQ(two.bounced.velocity_a, there.velocity_b);
    EXPECT_EQ(two.bounced.velocity_b, there.velocity_a);
  }
}

TEST(Friction, NeedsAnImpulseAndSurfacesThatSlip) {
  const Rubbed<2> disk{1.0, 2.0, 1.0, 3.0};
  Bounce<2> parting{{-1.0, 0.0}, {1.0, 0.0}, 0.0, 0.0};
  EXPECT_EQ(rub<2>({2.0, 0.0}, {-1.0, 0.0}, {1.0, 0.0}, disk, disk, {kInfinite, 0.0}, parting).impulse,
            Vec2{});
  const Rubbed<2> counter{1.0, 2.0, 1.0, -3.0};  // as gears: the surfaces go the same way
  Bounce<2> meeting{{-1.0, 0.0}, {1.0, 0.0}, 2.0, 1.0};
  EXPECT_EQ(rub<2>({2.0, 0.0}, {1.0, 0.0}, {-1.0, 0.0}, disk, counter, {kInfinite, 0.0}, meeting).impulse,
            Vec2{});
  const Rubbed<2> immovable{0.0, 0.0, 1.0, 3.0};
  EXPECT_EQ(rub<2>({2.0, 0.0}, {1.0, 0.0}, {-1.0, 0.0}, immovable, immovable, {1.0, 0.0}, meeting).impulse,
            Vec2{});
}

}  // namespace
}  // namespace firsthit
