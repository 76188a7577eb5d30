#include "core/vec_math.hpp"
#include "physics/gases.hpp"
#include "physics/statistics.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Mixtures share their energy equally, and their kinds meet as theory says.

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 43;
constexpr int kPerSide = 16;  // on a simple cubic lattice
constexpr double kSpacing = 1.25;
constexpr double kRadii[] = {0.3, 0.6};
constexpr double kMasses[] = {1.0, 8.0};

std::size_t kind_of(std::uint32_t id) {
  return (id + id / kPerSide + id / (kPerSide * kPerSide)) % 2;  // alternating along every axis
}

/// Half the balls are small and light and at rest; the large and heavy have all the energy.
World<3> unequal_mixture(Random& random) {
  World<3> world(box<3>(Side::Periodic, kPerSide * kSpacing));
  constexpr std::uint32_t kCount = kPerSide * kPerSide * kPerSide;
  const auto velocities = draw_velocities<3>(kCount / 2, Start::EqualSpeeds, random);
  std::size_t heavy = 0;
  for (std::uint32_t id = 0; id < kCount; ++id) {
    const std::size_t kind = kind_of(id);
    const Vec3 at{kSpacing * (id % kPerSide + 0.5), kSpacing * (id / kPerSide % kPerSide + 0.5),
                  kSpacing * (id / (kPerSide * kPerSide) + 0.5)};
    world.add(ball<3>(at, kind == 1 ? velocities[heavy++] : Vec3{}, kRadii[kind], kMasses[kind]));
  }
  return world;
}

/// Impacts among and between the kinds.
struct Meetings : Observer<3> {
  void impact(const Impact<3>& impact) override {
    count[kind_of(impact.a.id.value) + kind_of(impact.b.id.value)] += 1.0;
  }
  double count[3] = {};
};

/// The value at contact of two kinds in a mixture of hard spheres, by Boublik and by Mansoori, Carnahan,
/// Starling and Leland: doi:10.1063/1.1673824, doi:10.1063/1.1675048. With moments z2, z3 of diameters,
/// z_k = pi/6 sum n_i s_i^k: 1/(1-z3) + 3 z2 x/(1-z3)^2 + 2 (z2 x)^2/(1-z3)^3, x = s_i s_j/(s_i+s_j).
double value_at_contact(std::size_t i, std::size_t j, double density) {
  double z2 = 0.0;
  double z3 = 0.0;
  for (const double radius : kRadii) {
    z2 += kPi / 6.0 * density * std::pow(2.0 * radius, 2.0);
    z3 += kPi / 6.0 * density * std::pow(2.0 * radius, 3.0);
  }
  const double x = 2.0 * kRadii[i] * kRadii[j] / (kRadii[i] + kRadii[j]);
  const double room = 1.0 - z3;
  return 1.0 / room + 3.0 * z2 * x / (room * room) + 2.0 * z2 * x * z2 * x / (room * room * room);
}

TEST(Mixture, SharesItsEnergyEquallyAndMeetsAsEnskogSays) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  World<3> world = unequal_mixture(random);
  ASSERT_EQ(world.size(), 4096U);
  run_impacts(world, 40.0);
  Meetings meetings;
  world.observe(meetings);
  const double start = world.time();
  std::vector<double> ratios;
  const int snapshots = long_form() ? 200 : 20;
  for (int k = 0; k < snapshots; ++k) {
    run_impacts(world, 10.0);
    double energy[2] = {};
    for (std::uint32_t id = 0; id < world.size(); ++id)
      energy[kind_of(id)] += kMasses[kind_of(id)] * length_squared(world.state({id}).velocity);
    ratios.push_back(energy[1] / energy[0]);
  }
  // Of a fixed energy, n bodies of each kind hold shares whose ratio scatters by 2 / sqrt(3 n) around 1:
  // the scatter of one snapshot; snapshots 10 impacts apart are independent.
  const Mean ratio = mean_of(ratios);
  const double scatter = 2.0 / std::sqrt(3.0 * 2048.0) / std::sqrt(static_cast<double>(snapshots));
  note("heavy over light energy", ratio.value, 1.0);
  EXPECT_NEAR(ratio.value, 1.0, kStandardErrors * scatter);
  EXPECT_LT(ratio.error, 2.0 * scatter) << "the snapshots do scatter as independent ones";

  // Impacts of kinds i and j per volume and time: n_i n_j (halved if i = j) times
  // s^2 sqrt(8 pi T / mu) g, with the distance of contact s and the reduced mass mu.
  const double t = temperature(world);
  const double density = 0.5 * number_density(world);  // of each kind
  const double volume = static_cast<double>(world.size()) / number_density(world);
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = i; j < 2; ++j) {
      const double s = kRadii[i] + kRadii[j];
      const double mu = kMasses[i] * kMasses[j] / (kMasses[i] + kMasses[j]);
      const double rate = (i == j ? 0.5 : 1.0) * density * density * volume * s * s *
                          std::sqrt(8.0 * kPi * t / mu) * value_at_contact(i, j, density);
      const double measured = meetings.count[i + j] / (world.time() - start);
      note("meetings of kinds " + std::to_string(i) + " and " + std::to_string(j), measured, rate);
      EXPECT_NEAR(measured / rate, 1.0, 0.01) << "kinds " << i << " and " << j;
    }
  }
}

}  // namespace
}  // namespace firsthit
