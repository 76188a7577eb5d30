#include "physics/gases.hpp"
#include "physics/statistics.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Inelastic gases cool by Haff's law, T(t) = T0 / (1 + t / tau)^2, while they are homogeneous.
// Haff 1983, doi:10.1017/S0022112083003419.
//
// An impact costs (1 - e^2) m w^2 / 4, w the closing speed, whose mean square over impacts is 4 T / m:
// (1 - e^2) T. So D/2 dT/dt = -rate/2 (1 - e^2) T, and as the rate goes with sqrt(T),
// 1 / tau = rate(T0) (1 - e^2) / (2 D). The rate is Enskog's, with Carnahan and Starling's value at
// contact. That velocities are not quite Maxwell's changes 1 / tau by 3/16 a2 = -0.3 % at e = 0.9
// (van Noije and Ernst 1998, doi:10.1007/s100350050009).

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 42;
constexpr double kRestitution = 0.9;
constexpr std::size_t kImpacts = 20;  // of a body

/// What is left of the temperature after 1, 2, ... impacts per body, in parts of Haff's law.
std::vector<double> against_haff(Random& random) {
  constexpr double kPacking = 0.25;
  World<3> world = spheres(10, kPacking, Start::Maxwell, random);
  run_impacts(world, 20.0);
  world.set_restitution({}, {}, kRestitution);
  const double start = world.time();
  const double hot = temperature(world);
  const double contact = (1.0 - 0.5 * kPacking) / std::pow(1.0 - kPacking, 3.0);
  const double rate = 24.0 * kPacking * contact * std::sqrt(hot / kPi);
  const double tau = 6.0 / (rate * (1.0 - kRestitution * kRestitution));
  std::vector<double> parts;
  for (std::size_t k = 0; k < kImpacts; ++k) {
    run_impacts(world, 1.0);
    const double factor = 1.0 + (world.time() - start) / tau;
    parts.push_back(temperature(world) / hot * factor * factor);
  }
  return parts;
}

TEST(CoolingGas, FollowsHaffsLawWhileHomogeneous) {
  // Measured: 0.2 % above the law after 5 impacts, 2 % after 20, where flow has begun to form vortices and
  // counts as temperature here. At e = 0.99, without them, 20 impacts leave 0.1 %.
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  std::vector<std::vector<double>> at(kImpacts);
  const int gases = long_form() ? 40 : 5;
  for (int k = 0; k < gases; ++k) {
    const auto parts = against_haff(random);
    for (std::size_t i = 0; i < kImpacts; ++i) at[i].push_back(parts[i]);
  }
  for (std::size_t i = 0; i < kImpacts; ++i) {
    const Mean part = mean_of(at[i]);
    EXPECT_NEAR(part.value, 1.0, 0.03) << i + 1 << " impacts per body";
    if (i % 5 == 4) note("in parts of Haff's law after " + std::to_string(i + 1), part.value, 1.0);
    if (i < 5) {
      EXPECT_NEAR(part.value, 1.0, 0.005 + kStandardErrors * part.error) << "still homogeneous";
    }
  }
}

}  // namespace
}  // namespace firsthit
