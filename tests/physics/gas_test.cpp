#include "core/vec_math.hpp"
#include "physics/gases.hpp"
#include "support/long_form.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>

// What must stay stays: the energy of elastic gases, and that no two balls overlap.

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 20;

/// The deepest overlap of the stored positions at any impact.
struct Depth : Observer<3> {
  void impact(const Impact<3>& impact) override { deepest = std::max(deepest, impact.overlap); }
  double deepest = 0.0;  // [L]
};

/// How deep the deepest pair overlaps now, all images counted; below zero if none does.
double deepest_overlap(const World<3>& world) {
  const double length = world.options().space.max[0];
  const auto all = states(world);
  double deepest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      Vec3 d = all[j].position - all[i].position;
      for (double& c : d.c) c -= length * std::nearbyint(c / length);
      deepest = std::max(deepest, 1.0 - firsthit::length(d));
    }
  }
  return deepest;
}

TEST(Gas, KeepsItsEnergyAndItsBallsApart) {
  SCOPED_TRACE(kSeed);
  const std::uint64_t collisions = long_form() ? 1'000'000'000U : 200'000U;
  const double most_drift = long_form() ? 1e-10 : 1e-11;
  Random random(kSeed);
  World<3> world = spheres(long_form() ? 20 : 10, 0.49, Start::Maxwell, random);
  ASSERT_EQ(world.size(), long_form() ? 32'000U : 4'000U);
  Depth depth;
  world.observe(depth);
  const double energy = kinetic_energy(world);
  const Vec3 momentum_before = momentum(world);
  const double length = world.options().space.max[0];
  const double ulp = std::nextafter(length, 2.0 * length) - length;
  const double most = 1e-12 * 0.5 + 4.0 * ulp;
  // Look at all pairs a few times on the way, between impacts too.
  for (std::uint64_t part = 1; part <= 5; ++part) {
    RunLimits limits;
    limits.collisions = collisions / 5 * part;
    ASSERT_EQ(world.run_until(1e9, limits).outcome, RunOutcome::ReachedCollisions);
    EXPECT_LE(deepest_overlap(world), most);
    world.run_until(world.time() + 1e-4);
    EXPECT_LE(deepest_overlap(world), most);
  }
  EXPECT_LE(depth.deepest, most);
  const double energy_drift = kinetic_energy(world) / energy - 1.0;
  EXPECT_LT(std::fabs(energy_drift), most_drift);
  const double momentum_drift = firsthit::length(momentum(world) - momentum_before) /
                                std::sqrt(2.0 * energy * static_cast<double>(world.size()));
  EXPECT_LT(momentum_drift, most_drift);
  std::printf(
      "%.0e collisions of %zu balls: energy drifts by %.1e of itself, momentum by %.1e; deepest overlap "
      "%.1e\n",
      static_cast<double>(collisions), world.size(), energy_drift, momentum_drift, depth.deepest);
}

TEST(Gas, BetweenElasticWallsKeepsEnergyInAField) {
  SCOPED_TRACE(kSeed);
  auto options = box<2>(Side::Wall, 16.0);
  options.gravity = {0.0, -1.0};
  Random random(kSeed, 3);
  World<2> world = gas<2>(options, {.smallest = 0.5}, random);
  world.add(fixed<2>(Segment<2>{{-3.0, 0.0}, {3.0, 0.5}}, {8.0, 4.0}));
  const auto energy = [&] {
    double sum = kinetic_energy(world);
    for (std::uint32_t id = 0; id < 64; ++id) sum += world.body({id}).mass * world.state({id}).position[1];
    return sum;
  };
  const double before = energy();
  world.run_until(100.0);
  EXPECT_GT(world.collisions(), 5000U);
  EXPECT_NEAR(energy() / before, 1.0, 1e-11);
}

}  // namespace
}  // namespace firsthit
