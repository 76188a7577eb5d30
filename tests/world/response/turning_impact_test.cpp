#include "world/response/turning_impact.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct Meeting {
  TurningParty<2> a, b;
  Vec<2> arm_a{}, arm_b{}, normal{};

  explicit Meeting(Random& random) {
    const auto vec = [&] { return Vec<2>{random.normal(), random.normal()}; };
    for (TurningParty<2>* party : {&a, &b})
      *party = {random.uniform(0.1, 2.0), random.uniform(0.1, 5.0), vec(), 2.0 * random.normal()};
    if (random.uniform() < 0.2) b.inverse_mass = b.inverse_inertia = 0.0;
    arm_a = vec();
    arm_b = vec();
    normal = vec();
    normal = (1.0 / length(normal)) * normal;
  }

  Vec<2> passing() const { return velocity_at(b, arm_b) - velocity_at(a, arm_a); }
  double energy() const {
    double all = 0.0;
    for (const TurningParty<2>& party : {a, b})
      if (party.inverse_mass > 0.0)
        all += 0.5 * length_squared(party.velocity) / party.inverse_mass +
               0.5 * party.angular_velocity * party.angular_velocity / party.inverse_inertia;
    return all;
  }
  /// What is left of the energy of b where nothing moves it: it does work, which is J . v.
  double work(const Vec<2>& push) const {
    return b.inverse_mass > 0.0 ? 0.0 : dot(push, velocity_at(b, arm_b));
  }
  void push(const Vec<2>& impulse) {
    a.velocity = a.velocity - a.inverse_mass * impulse;
    a.angular_velocity -= a.inverse_inertia * cross(arm_a, impulse);
    b.velocity = b.velocity + b.inverse_mass * impulse;
    b.angular_velocity += b.inverse_inertia * cross(arm_b, impulse);
  }
};

TEST(TurningImpact, NeverGivesEnergyAndKeepsToTheCone) {
  Random random(1);
  int closed = 0, gripped = 0, slipped = 0;
  for (int i = 0; i < 100000; ++i) {
    Meeting two(random);
    const double e = random.uniform();
    const Surfaces surfaces{random.uniform() < 0.3 ? kInfinite : random.uniform(0.0, 2.0),
                            random.uniform(-1.0, 1.0)};
    const Vec<2> before = two.passing();
    const double energy = two.energy();
    const Meeting start = two;
    const TurningImpulse<2> impulse =
        turning_impulse(two.a, two.b, two.arm_a, two.arm_b, two.normal, e, surfaces);
    if (!(dot(before, two.normal) < 0.0)) {
      EXPECT_EQ(impulse.normal, 0.0);
      continue;
    }
    const double turns = std::fabs(two.a.angular_velocity) * length(two.arm_a) +
                         std::fabs(two.b.angular_velocity) * length(two.arm_b);
    if (impulse.closing < 0x1p-9 * turns) continue;  // such slow ones lose nothing
    ++closed;
    EXPECT_GE(impulse.normal, 0.0);
    if (!std::isinf(surfaces.friction)) {
      EXPECT_LE(std::fabs(impulse.across), surfaces.friction * impulse.normal * (1.0 + 1e-12));
    }
    const Vec<2> push = impulse.normal * two.normal + impulse.across * turned_left(two.normal);
    const double work = two.work(push);
    two.push(push);
    EXPECT_LE(two.energy() + work, energy + 1e-12 * (energy + std::fabs(work)));
    const Vec<2> after = two.passing();
    EXPECT_NEAR(dot(after, two.normal), e * impulse.closing,
                1e-11 * (1.0 + impulse.closing));  // Newton's law
    // An impulse along the normal that leaves the place neither closing nor parting, by trial.
    Meeting trial = start;
    trial.push(trial.normal);
    const Vec<2> moved = trial.passing() - before;
    const Vec<2> left = turned_left(two.normal);
    const double drag = impulse.closing / dot(moved, two.normal) * dot(moved, left);
    const double slides = dot(before, left) + drag;
    const double gripped_rate =
        dot(before, left) + (1.0 + e) * drag - (1.0 + surfaces.tangential_restitution) * slides;
    const bool grips = std::fabs(dot(after, left) - gripped_rate) < 1e-9 * (1.0 + std::fabs(slides));
    (grips ? gripped : slipped) += 1;
  }
  EXPECT_GT(closed, 40000);
  EXPECT_GT(gripped, 10000);
  EXPECT_GT(slipped, 10000);
}

TEST(TurningImpact, OfBallsIsWaltonsLaw) {
  // Levers along the normal: P_t = min((1 + beta) u_t / k, mu J), k = 1/m_a + 1/m_b + r_a^2/I_a + r_b^2/I_b.
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    Meeting two(random);
    const double r_a = random.uniform(0.1, 2.0), r_b = random.uniform(0.1, 2.0);
    two.arm_a = r_a * two.normal;
    two.arm_b = -r_b * two.normal;
    const Vec<2> u = two.passing();
    const double closing = -dot(u, two.normal), slip = dot(u, turned_left(two.normal));
    if (!(closing > 0.1)) continue;
    const Surfaces surfaces{random.uniform(0.0, 1.0), random.uniform(-1.0, 1.0)};
    const double masses = two.a.inverse_mass + two.b.inverse_mass;
    const double give = masses + r_a * r_a * two.a.inverse_inertia + r_b * r_b * two.b.inverse_inertia;
    const double normal = 1.5 * closing / masses;
    const double across = std::min((1.0 + surfaces.tangential_restitution) * std::fabs(slip) / give,
                                   surfaces.friction * normal);
    const TurningImpulse<2> impulse =
        turning_impulse(two.a, two.b, two.arm_a, two.arm_b, two.normal, 0.5, surfaces);
    EXPECT_NEAR(impulse.normal, normal, 1e-12 * normal);
    EXPECT_NEAR(impulse.across, slip > 0.0 ? -across : across, 1e-12 * (1.0 + across));
  }
}

TEST(TurningImpact, OfASideThatLiesOnAnotherLeavesNeitherEndClosing) {
  Random random(3);
  int ends = 0, between = 0;
  for (int i = 0; i < 20000; ++i) {
    Meeting two(random);
    const Vec<2> apart{random.normal(), random.normal()};
    const Vec<2> along = turned_left(two.normal);
    const Vec<2> low{random.normal(), random.normal()};
    const Vec<2> high = low + random.uniform(0.1, 2.0) * along;
    const Vec<2> place = pushing_place(two.a, two.b, apart, two.normal, low, high);
    two.arm_a = place;
    two.arm_b = place - apart;
    const TurningImpulse<2> impulse =
        turning_impulse(two.a, two.b, two.arm_a, two.arm_b, two.normal, 0.0, Surfaces{});
    const auto rate = [&](const Vec<2>& end) {
      return dot(two.normal, velocity_at(two.b, end - apart) - velocity_at(two.a, end));
    };
    if (!(std::min(rate(low), rate(high)) < -0.1)) continue;
    const double slow = kTurningHop * 10.0;  // below that nothing is lost
    if (impulse.closing < slow) continue;
    two.push(impulse.normal * two.normal);
    EXPECT_GE(rate(low), -1e-11);
    EXPECT_GE(rate(high), -1e-11);
    const bool is_end = place == low || place == high;
    (is_end ? ends : between) += 1;
    if (!is_end) {
      EXPECT_NEAR(rate(low), 0.0, 1e-10);
      EXPECT_NEAR(rate(high), 0.0, 1e-10);
    }
  }
  EXPECT_GT(ends, 1000);
  EXPECT_GT(between, 300);
}

}  // namespace
}  // namespace firsthit
