#include "physics/gases.hpp"
#include "physics/statistics.hpp"
#include "support/long_form.hpp"

#include "core/vec_math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// Gases of rough spheres: energy goes to and fro between flight and rotation.
//
// Huthmann and Zippelius, doi:10.1103/PhysRevE.56.R6275: while the gas is homogeneous, velocities are
// Maxwell's and spins know nothing of them, and with so much friction that surfaces always grip, the
// temperatures of flight T and of rotation R follow
//   dT = 4/3 (-A T + B R),  dR = 4/3 (B T - C R)   for each impact of a ball, in space,
//   A = (1 - e^2) / 4 + h (1 - h),  B = h^2 / q,  C = h / q (1 - h / q),
// with q = I / (m r^2) = 2/5 and h = q (1 + b) / (2 + 2 q), e and b the two restitutions. (They write it for
// the time; the rate of impacts takes their g and n away.)

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 43;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kQ = 0.4;

/// Of spheres of mass 1 and diameter 1 in equilibrium; temperatures of flight and rotation that the gas is
/// drawn from.
World<3> rough_spheres(int n, double packing, double flight, double rotation, Random& random) {
  World<3> smooth = spheres(n, packing, Start::Maxwell, random);
  run_impacts(smooth, 4.0);  // else, on the sites of a crystal, the fast ones come first
  World<3> world(smooth.options());
  world.set_friction({}, {}, kInfinite);
  const auto turns = draw_velocities<3>(smooth.size(), Start::Maxwell, random);
  const double inertia = kQ * 0.25;
  for (std::uint32_t id = 0; id < smooth.size(); ++id) {
    Body<3> body = smooth.body({id});
    body.velocity = std::sqrt(flight) * body.velocity;
    body.spins = true;
    body.angular_velocity = std::sqrt(rotation / inertia) * turns[id];
    world.add(body);
  }
  return world;
}

/// The temperature [M L^2/T^2] of the rotation.
double rotational_temperature(const World<3>& world) {
  double twice = 0.0;
  for (std::uint32_t id = 0; id < world.size(); ++id)
    twice += world.body({id}).inertia * length_squared(world.state({id}).angular_velocity);
  return twice / (3.0 * static_cast<double>(world.size()));
}

struct Temperatures {
  double flight;
  double rotation;
};

/// After so many impacts of a ball, by many small steps of their equations.
Temperatures theory(Temperatures now, double restitution, double tangential, double impacts) {
  const double h = kQ * (1.0 + tangential) / (2.0 + 2.0 * kQ);
  const double a = (1.0 - restitution * restitution) / 4.0 + h * (1.0 - h);
  const double b = h * h / kQ;
  const double c = h / kQ * (1.0 - h / kQ);
  constexpr int kSteps = 20000;
  const double step = 4.0 / 3.0 * impacts / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    const double half_t = now.flight + 0.5 * step * (-a * now.flight + b * now.rotation);
    const double half_r = now.rotation + 0.5 * step * (b * now.flight - c * now.rotation);
    now.flight += step * (-a * half_t + b * half_r);
    now.rotation += step * (b * half_t - c * half_r);
  }
  return now;
}

/// After each impact of a ball as Boltzmann's equation has it, of which the mean field is an approximation:
/// that spins come to lie with paths, or across them, and that speeds are no longer Maxwell's, is in it; that
/// neighbours know of each other is not. Of so many spheres, in parts of what the mean field tells of them.
/// Source: Bird 1994, Molecular Gas Dynamics and the Direct Simulation of Gas Flows, ch. 11: random pairs
/// meet along random directions, as often as they close along these.
std::vector<Temperatures> boltzmann_over_mean_field(double rotation, double restitution, double tangential,
                                                    int impacts, std::size_t count, Random& random) {
  constexpr double kFastest = 12.0;  // no two of them close faster
  const auto normal = [&random] {
    Vec<3> v;
    for (double& x : v.c) x = random.normal();
    return v;
  };
  std::vector<Vec<3>> velocity(count), surface(count);  // of each, and of its surface as it turns
  for (Vec<3>& v : velocity) v = normal();
  for (Vec<3>& u : surface) u = std::sqrt(rotation / kQ) * normal();
  const auto temperatures = [&] {
    Temperatures sum{0.0, 0.0};
    for (const Vec<3>& v : velocity) sum.flight += length_squared(v) / (3.0 * static_cast<double>(count));
    for (const Vec<3>& u : surface)
      sum.rotation += kQ * length_squared(u) / (3.0 * static_cast<double>(count));
    return sum;
  };
  const Temperatures start = temperatures();
  std::vector<Temperatures> parts;
  for (int k = 1; k <= impacts; ++k) {
    for (std::size_t met = 0; met < count / 2;) {
      const std::size_t i = random.below(count), j = random.below(count);
      Vec<3> n = normal();
      n = (1.0 / length(n)) * n;
      const double closing = dot(velocity[i] - velocity[j], n);
      if (i == j || !(random.uniform() * kFastest < closing)) continue;
      ++met;
      const Vec<3> slip = velocity[i] - velocity[j] + cross(surface[i] + surface[j], n) - closing * n;
      const Vec<3> push =
          -0.5 * (1.0 + restitution) * closing * n - kQ * (1.0 + tangential) / (2.0 + 2.0 * kQ) * slip;
      const Vec<3> turn = (1.0 / kQ) * cross(n, push);
      velocity[i] = velocity[i] + push;
      velocity[j] = velocity[j] - push;
      surface[i] = surface[i] + turn;
      surface[j] = surface[j] + turn;
    }
    const Temperatures now = temperatures();
    const Temperatures mean_field = theory(start, restitution, tangential, k);
    parts.push_back({now.flight / mean_field.flight, now.rotation / mean_field.rotation});
  }
  return parts;
}

struct Case {
  double restitution;
  double tangential;
  double rotation;  // temperature at the start; that of flight is 1
};

TEST(RoughGas, SharesItsEnergyAsHuthmannAndZippeliusSay) {
  // A packing of 0.02, before any vortices. The mean field leaves out that spins come to lie along paths
  // (Brilliantov et al., doi:10.1103/PhysRevLett.98.128001), and that speeds are no longer Maxwell's: up to
  // 0.033 of the temperatures, as Boltzmann's equation, which has both, tells. That leaves out the packing.
  constexpr double kMeanField = 0.04;
  constexpr double kPacking = 0.01;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  const int n = long_form() ? 20 : 10;
  const int gases = long_form() ? 10 : 4;
  for (const auto& [restitution, tangential, rotation] :
       {Case{1.0, 0.0, 0.0}, Case{1.0, 0.9, 2.0}, Case{0.9, 0.5, 0.0}, Case{0.9, -0.5, 1.0},
        Case{0.8, 0.2, 0.5}}) {
    constexpr int kLast = 8;
    std::vector<std::vector<double>> flights(kLast), rotations(kLast);
    for (int gas = 0; gas < gases; ++gas) {
      World<3> world = rough_spheres(n, 0.02, 1.0, rotation, random);
      world.set_restitution({}, {}, restitution);
      world.set_tangential_restitution({}, {}, tangential);
      const Temperatures start{temperature(world), rotational_temperature(world)};
      for (int k = 0; k < kLast; ++k) {
        run_impacts(world, 1.0);
        const Temperatures expected = theory(start, restitution, tangential, k + 1.0);
        flights[static_cast<std::size_t>(k)].push_back(temperature(world) / expected.flight);
        rotations[static_cast<std::size_t>(k)].push_back(rotational_temperature(world) / expected.rotation);
      }
    }
    const std::size_t count = long_form() ? 400'000 : 20'000;
    const auto boltzmann = boltzmann_over_mean_field(rotation, restitution, tangential, kLast, count, random);
    for (const std::size_t k : {0U, 1U, 3U, 7U}) {
      SCOPED_TRACE("e " + std::to_string(restitution) + ", beta " + std::to_string(tangential) + ", after " +
                   std::to_string(k + 1));
      for (const auto* parts : {&flights[k], &rotations[k]}) {
        const Mean mean = mean_of(*parts);
        note("e " + std::to_string(restitution) + " beta " + std::to_string(tangential) + " after " +
                 std::to_string(k + 1) + (parts == &flights[k] ? " flight" : " rotation"),
             mean.value, 1.0);
        // Of 4 gases the scatter is itself uncertain: what 12,000 draws of energies scatter, if that is more.
        const double chance = std::sqrt(2.0 / (3.0 * static_cast<double>(4 * n * n * n * gases)));
        const double error = std::max(mean.error, chance);
        EXPECT_NEAR(mean.value, 1.0, kMeanField + kStandardErrors * error);
        const double expected = parts == &flights[k] ? boltzmann[k].flight : boltzmann[k].rotation;
        const double drawn = std::sqrt(2.0 / (3.0 * static_cast<double>(count)));
        EXPECT_NEAR(mean.value, expected, kPacking + kStandardErrors * std::hypot(error, drawn));
      }
    }
  }
}

TEST(RoughGas, ThatLosesNothingSharesItsEnergyEvenlyAndPressesAsASmoothOne) {
  // Equipartition, and the pressure of Carnahan and Starling: friction acts at right angles to the way from
  // centre to centre, and so adds nothing to the virial.
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  constexpr double kPacking = 0.25;
  World<3> world = rough_spheres(10, kPacking, 1.0, 0.0, random);
  world.set_tangential_restitution({}, {}, 1.0);
  const double energy = kinetic_energy(world);
  run_impacts(world, 40.0);
  world.measure();
  run_impacts(world, long_form() ? 1000.0 : 100.0);
  const Statistics s = world.statistics();
  const auto balls = static_cast<double>(world.size());
  const double t = 2.0 * s.kinetic_action / (s.time * 3.0 * balls);
  const double r = 2.0 * s.rotational_action / (s.time * 3.0 * balls);
  note("temperature of flight", t, 0.5);
  note("temperature of rotation", r, 0.5);
  // The two fluctuate against each other by 1 / sqrt(3 N) at any time: half a percent; less by 30 times in
  // which they forget.
  EXPECT_NEAR(r / t, 1.0, 0.01);
  EXPECT_NEAR(t + r, 2.0 * energy / (3.0 * balls), 1e-12);
  double volume = 1.0;
  for (const double side : world.options().space.max.c) volume *= side;
  const double pressure = (2.0 * s.kinetic_action + s.virial) / (s.time * 3.0 * volume);
  const double z = pressure * volume / (balls * t);
  const double theory =
      (1.0 + kPacking + kPacking * kPacking - std::pow(kPacking, 3.0)) / std::pow(1.0 - kPacking, 3.0);
  note("p / (n T)", z, theory);
  EXPECT_NEAR(z, theory, 0.005 * theory);  // their formula is off by 0.1 % here, the run by some 0.1 %
}

TEST(RoughGas, KeepsItsEnergyWherePerfectlyRoughOrSmoothAndNeverGainsAny) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  const double impacts = long_form() ? 1e8 : 1e6;
  for (const double tangential : {-1.0, 1.0}) {
    World<3> world = rough_spheres(5, 0.2, 1.0, 1.0, random);
    world.set_tangential_restitution({}, {}, tangential);
    const auto energy = [&world] {
      return kinetic_energy(world) + 1.5 * static_cast<double>(world.size()) * rotational_temperature(world);
    };
    const double start = energy();
    world.measure();
    run_impacts(world, 2.0 * impacts / static_cast<double>(world.size()));
    note("energy", energy(), start);
    EXPECT_NEAR(energy(), start, 1e-10 * start);
    EXPECT_LT(world.statistics().deepest_overlap, 1e-12 * 0.5);
  }
  double last = kInfinite;
  World<3> world = rough_spheres(5, 0.2, 1.0, 1.0, random);
  for (int k = 0; k < 200; ++k) {
    world.set_restitution({}, {}, random.uniform(0.5, 1.0));
    world.set_tangential_restitution({}, {}, random.uniform(-1.0, 1.0));
    world.set_friction({}, {}, random.uniform(0.0, 1.0));
    run_impacts(world, 0.2);
    const double energy =
        kinetic_energy(world) + 1.5 * static_cast<double>(world.size()) * rotational_temperature(world);
    EXPECT_LE(energy, last * (1.0 + 1e-14));
    last = energy;
  }
}

/// About the origin [M L^2/T].
Vec3 angular_momentum(const World<3>& world) {
  Vec3 sum;
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    const Body<3> body = world.body({id});
    if (body.kind == BodyKind::Fixed) continue;
    sum = sum + body.mass * cross(body.position, body.velocity) + body.inertia * body.angular_velocity;
  }
  return sum;
}

TEST(RoughGas, InASmoothContainerKeepsItsAngularMomentum) {
  // Of k impacts each errs by some 20 roundings of m v R at most, of either sign: sqrt(k) times as much.
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  constexpr double kRadius = 4.0;
  constexpr Material kGlass{1};
  WorldOptions<3> options;
  options.space.sides.fill(Side::Open);
  options.friction = 0.5;
  options.tangential_restitution = 0.5;
  World<3> world(options);
  world.set_friction({}, kGlass, 0.0);
  Body<3> container = fixed<3>(Container{kRadius});
  container.material = kGlass;
  world.add(container);
  double scale = 0.0;
  for (int i = 0; i < 27; ++i) {
    Body<3> body = ball<3>({1.5 * (i % 3 - 1), 1.5 * (i / 3 % 3 - 1), 1.5 * (i / 9 - 1)},
                           draw_velocity<3>(Start::Maxwell, random), 0.5);
    body.spins = true;
    body.angular_velocity = draw_velocity<3>(Start::Maxwell, random);
    world.add(body);
    scale += length(body.velocity) * kRadius;
  }
  const Vec3 before = angular_momentum(world);
  RunLimits limits;
  limits.collisions = long_form() ? 1'000'000 : 20'000;
  ASSERT_EQ(world.run_until(1e12, limits).outcome, RunOutcome::ReachedCollisions);
  EXPECT_GT(world.collisions(ImpactKind::BodyObstacle), limits.collisions / 4);
  const double roundings = std::sqrt(static_cast<double>(limits.collisions));
  const double drift = length(angular_momentum(world) - before);
  note("drift in parts of the bound", drift, 20.0 * 0x1p-52 * roundings * scale / 27.0);
  EXPECT_LT(drift, 20.0 * 0x1p-52 * roundings * scale / 27.0);
}

}  // namespace
}  // namespace firsthit
