#include "world/response/turning_impact.hpp"

#include "core/random.hpp"
#include "support/any_turning.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

AngularVelocity<2> cross_of(const Vec<2>& arm, const Vec<2>& push) { return cross(arm, push); }
AngularVelocity<3> cross_of(const Vec<3>& arm, const Vec<3>& push) { return cross(arm, push); }

template <int D>
struct Meeting {
  TurningParty<D> a, b;
  Vec<D> arm_a{}, arm_b{}, normal{};

  explicit Meeting(Random& random) {
    for (TurningParty<D>* party : {&a, &b}) {
      *party = {random.uniform(0.1, 2.0), random.uniform(0.1, 5.0), any_vector<D>(random), {}};
      if constexpr (D == 2)
        party->angular_velocity = 2.0 * random.normal();
      else
        party->angular_velocity = 2.0 * any_vector<D>(random);
    }
    if constexpr (D == 3)
      for (TurningParty<3>* party : {&a, &b})  // every second has moments of its own about each axis
        if (random.uniform() < 0.5)
          party->inverse_inertia =
              InverseTensor({random.uniform(0.1, 5.0), random.uniform(0.1, 5.0), random.uniform(0.1, 5.0)},
                            rotation_of(Orientation<3>{random.normal(), random.normal(), random.normal(),
                                                       random.normal()}));
    if (random.uniform() < 0.2) b = {0.0, 0.0, b.velocity, b.angular_velocity};
    arm_a = any_vector<D>(random);
    arm_b = any_vector<D>(random);
    normal = any_vector<D>(random);
    normal = (1.0 / length(normal)) * normal;
  }

  Vec<D> passing() const { return velocity_at(b, arm_b) - velocity_at(a, arm_a); }
  Vec<D> along_surface(const Vec<D>& v) const { return v - dot(v, normal) * normal; }
  double energy() const {
    double all = 0.0;
    for (const TurningParty<D>& party : {a, b}) {
      if (!(party.inverse_mass > 0.0)) continue;
      all += 0.5 * length_squared(party.velocity) / party.inverse_mass;
      const AngularVelocity<D> turns = along_axes(party.inverse_inertia, party.angular_velocity);
      if constexpr (D == 2)
        all += 0.5 * turns * turns / party.inverse_inertia;
      else
        for (std::size_t k = 0; k < 3; ++k)
          all += 0.5 * turns[k] * turns[k] / party.inverse_inertia.values()[k];
    }
    return all;
  }
  /// What is left of the energy of b where nothing moves it: it does work, which is J . v.
  double work(const Vec<D>& push) const {
    return b.inverse_mass > 0.0 ? 0.0 : dot(push, velocity_at(b, arm_b));
  }
  void push(const Vec<D>& impulse) {
    a.velocity = a.velocity - a.inverse_mass * impulse;
    a.angular_velocity = a.angular_velocity - a.inverse_inertia * cross_of(arm_a, impulse);
    b.velocity = b.velocity + b.inverse_mass * impulse;
    b.angular_velocity = b.angular_velocity + b.inverse_inertia * cross_of(arm_b, impulse);
  }
};

template <int D>
void never_gives_energy() {
  Random random(1);
  int closed = 0, gripped = 0, slipped = 0;
  for (int i = 0; i < 100000; ++i) {
    Meeting<D> two(random);
    const double e = random.uniform();
    const Surfaces surfaces{random.uniform() < 0.3 ? kInfinite : random.uniform(0.0, 2.0),
                            random.uniform(-1.0, 1.0)};
    const Vec<D> before = two.passing();
    const double energy = two.energy();
    const Meeting<D> start = two;
    const TurningImpulse<D> impulse =
        turning_impulse(two.a, two.b, two.arm_a, two.arm_b, two.normal, e, surfaces);
    if (!(dot(before, two.normal) < 0.0)) {
      EXPECT_EQ(impulse.normal, 0.0);
      continue;
    }
    const double turns = speed_of(two.a.angular_velocity) * length(two.arm_a) +
                         speed_of(two.b.angular_velocity) * length(two.arm_b);
    if (impulse.closing < 0x1p-9 * turns) continue;  // such slow ones lose nothing
    ++closed;
    EXPECT_GE(impulse.normal, 0.0);
    const Vec<D> across = vector_across(impulse.across, two.normal);
    EXPECT_NEAR(dot(across, two.normal), 0.0, 1e-12 * (1.0 + length(across)));
    if (!std::isinf(surfaces.friction)) {
      EXPECT_LE(length(across), surfaces.friction * impulse.normal * (1.0 + 1e-12));
    }
    const Vec<D> push = impulse.normal * two.normal + across;
    const double work = two.work(push);
    two.push(push);
    EXPECT_LE(two.energy() + work, energy + 1e-12 * (energy + std::fabs(work)));
    const Vec<D> after = two.passing();
    EXPECT_NEAR(dot(after, two.normal), e * impulse.closing,
                1e-11 * (1.0 + impulse.closing));  // Newton's law
    // An impulse along the normal that leaves the place neither closing nor parting, by trial.
    Meeting<D> trial = start;
    trial.push(trial.normal);
    const Vec<D> moved = trial.passing() - before;
    const Vec<D> drag = (impulse.closing / dot(moved, two.normal)) * two.along_surface(moved);
    const Vec<D> slides = two.along_surface(before) + drag;
    const Vec<D> gripped_rate =
        two.along_surface(before) + (1.0 + e) * drag - (1.0 + surfaces.tangential_restitution) * slides;
    const bool grips = length(two.along_surface(after) - gripped_rate) < 1e-9 * (1.0 + length(slides));
    (grips ? gripped : slipped) += 1;
  }
  EXPECT_GT(closed, 40000);
  EXPECT_GT(gripped, 10000);
  EXPECT_GT(slipped, 10000);
}

TEST(TurningImpact, OfTwoThatAreHeldNeverGivesEnergyAndKeepsToTheCone) {
  Random random(2);
  int closed = 0, gripped = 0;
  for (int i = 0; i < 100000; ++i) {
    Meeting<2> two(random);
    for (TurningParty<2>* party : {&two.a, &two.b}) {
      party->inverse_mass = 0.0;
      party->velocity = {};
    }
    if (two.b.inverse_inertia == 0.0) two.b = {};                                   // fixed
    if (random.uniform() < 0.2) two.arm_b = random.uniform(-2.0, 2.0) * two.arm_a;  // along one line
    if (random.uniform() < 0.1) two.normal = (1.0 / length(two.arm_a)) * two.arm_a;
    const auto energy_of = [](const Meeting<2>& of) {
      double all = 0.0;
      for (const TurningParty<2>& party : {of.a, of.b})
        if (party.inverse_inertia > 0.0)
          all += 0.5 * party.angular_velocity * party.angular_velocity / party.inverse_inertia;
      return all;
    };
    const double e = random.uniform();
    const Surfaces surfaces{random.uniform() < 0.3 ? kInfinite : random.uniform(0.0, 2.0),
                            random.uniform(-1.0, 1.0)};
    const double energy = energy_of(two);
    const double before = cross(two.arm_b, two.normal) * two.b.angular_velocity -
                          cross(two.arm_a, two.normal) * two.a.angular_velocity;
    EXPECT_NEAR(before, dot(two.passing(), two.normal), 1e-14 * (1.0 + length(two.passing())) * 100.0);
    const TurningImpulse<2> impulse =
        turning_impulse(two.a, two.b, two.arm_a, two.arm_b, two.normal, e, surfaces);
    EXPECT_GE(impulse.normal, 0.0);
    if (!std::isinf(surfaces.friction)) {
      EXPECT_LE(std::fabs(impulse.across), surfaces.friction * impulse.normal * (1.0 + 1e-12));
    }
    if (!(before < 0.0)) {
      EXPECT_EQ(impulse.normal, 0.0);
      continue;
    }
    const double turns = std::fabs(two.a.angular_velocity) * length(two.arm_a) +
                         std::fabs(two.b.angular_velocity) * length(two.arm_b);
    two.a.angular_velocity -= two.a.inverse_inertia * twist_of(impulse, two.arm_a, two.normal);
    two.b.angular_velocity += two.b.inverse_inertia * twist_of(impulse, two.arm_b, two.normal);
    EXPECT_LE(energy_of(two), energy * (1.0 + 1e-11));
    if (impulse.closing < 0x1p-9 * turns) continue;  // such slow ones lose nothing
    ++closed;
    gripped += impulse.across != 0.0 ? 1 : 0;
    EXPECT_NEAR(dot(two.passing(), two.normal), e * impulse.closing, 1e-9 * impulse.closing);
  }
  EXPECT_GT(closed, 20000);
  EXPECT_GT(gripped, 10000);
}

TEST(TurningImpact, NeverGivesEnergyAndKeepsToTheCone) { never_gives_energy<2>(); }
TEST(TurningImpact, InSpaceNeverGivesEnergyAndKeepsToTheCone) { never_gives_energy<3>(); }

TEST(TurningImpact, OfBallsIsWaltonsLaw) {
  // Levers along the normal: P_t = min((1 + beta) u_t / k, mu J), k = 1/m_a + 1/m_b + r_a^2/I_a + r_b^2/I_b.
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    Meeting<2> two(random);
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
    Meeting<2> two(random);
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
