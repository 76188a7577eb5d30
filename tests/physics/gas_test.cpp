#include "core/vec_math.hpp"
#include "support/long_form.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

// Elastic gases of hard balls: what must stay stays, and what theory knows comes out.

namespace firsthit {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr std::uint64_t kSeed = 20;

/// Sums over impacts.
template <int D>
struct Tally : Observer<D> {
  void impact(const Impact<D>& impact) override {
    deepest = std::max(deepest, impact.overlap);
    if (impact.kind != ImpactKind::BallBall) return;
    ++between_balls;
    virial += impact.virial;
  }
  double deepest = 0.0;  // [L]
  double virial = 0.0;   // [M L^2/T^2]
  std::uint64_t between_balls = 0;
};

/// 4 n^3 equal balls of diameter 1 and mass 1 on a face-centred lattice in a periodic cube.
World<3> dense_gas(int n, double packing, Random& random) {
  const double count = 4.0 * n * n * n;
  const double length = std::cbrt(count * kPi / 6.0 / packing);
  World<3> world(box<3>(Side::Periodic, length));
  const double cell = length / n;
  constexpr double kPlaces[4][3] = {
      {0.25, 0.25, 0.25}, {0.75, 0.75, 0.25}, {0.75, 0.25, 0.75}, {0.25, 0.75, 0.75}};
  for (int i = 0; i < n * n * n; ++i) {
    for (const auto& place : kPlaces) {
      const Vec3 at{cell * (i % n + place[0]), cell * (i / n % n + place[1]),
                    cell * (i / (n * n) + place[2])};
      Vec3 velocity;
      for (double& c : velocity.c) c = random.normal();
      world.add(ball<3>(at, velocity, 0.5));
    }
  }
  return world;
}

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
  const std::uint64_t collisions = long_form() ? 10'000'000U : 200'000U;
  Random random(kSeed);
  World<3> world = dense_gas(10, 0.49, random);
  ASSERT_EQ(world.size(), 4000U);
  Tally<3> tally;
  world.observe(tally);
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
  EXPECT_LE(tally.deepest, most);
  EXPECT_LT(std::fabs(kinetic_energy(world) / energy - 1.0), 1e-11);
  const Vec3 drift = momentum(world) - momentum_before;
  EXPECT_LT(firsthit::length(drift), 1e-11 * std::sqrt(2.0 * energy * 4000.0));
}

TEST(Gas, HasThePressureOfCarnahanAndStarlingAndTheirCollisionRate) {
  // Z = (1 + x + x^2 - x^3) / (1 - x)^3, doi:10.1063/1.1672048, good to 0.3 % here; Enskog's rate of
  // collisions belongs to it by the mean closing speed sqrt(pi T / m) of an impact.
  SCOPED_TRACE(kSeed);
  constexpr double kPacking = 0.3;
  const double expected =
      (1.0 + kPacking + kPacking * kPacking - kPacking * kPacking * kPacking) / std::pow(1.0 - kPacking, 3.0);
  Random random(kSeed, 1);
  World<3> world = dense_gas(6, kPacking, random);
  const auto count = static_cast<double>(world.size());
  RunLimits limits;
  limits.collisions = 60'000;
  world.run_until(1e9, limits);  // 140 impacts of each melt the lattice
  const double start = world.time();
  Tally<3> tally;
  world.observe(tally);
  limits.collisions += long_form() ? 5'000'000U : 250'000U;
  world.run_until(1e9, limits);
  const double time = world.time() - start;

  const double flow = length_squared(momentum(world)) / (2.0 * count);
  const double temperature = 2.0 * (kinetic_energy(world) - flow) / (3.0 * (count - 1.0));
  const double z = 1.0 + tally.virial / (3.0 * count * temperature * time);
  EXPECT_NEAR(z / expected, 1.0, 0.015);
  const double rate = 2.0 * static_cast<double>(tally.between_balls) / (count * time);
  const double enskog = 6.0 * (expected - 1.0) * std::sqrt(temperature / kPi);
  EXPECT_NEAR(rate / enskog, 1.0, 0.02);
}

TEST(Gas, SharesItsEnergyEquallyBetweenLightAndHeavy) {
  // A mixture forgets how it started: the mean kinetic energy of both kinds becomes the same.
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 2);
  World<2> world(box<2>(Side::Wall, 40.0));
  for (int i = 0; i < 400; ++i) {
    const bool heavy = i % 2 == 0;
    const double v = heavy ? 0.0 : random.normal();
    const double w = heavy ? 0.0 : random.normal();
    world.add(
        ball<2>({1.0 + 2.0 * (i % 20), 1.0 + 2.0 * (i / 20)}, {v, w}, heavy ? 0.8 : 0.4, heavy ? 4.0 : 1.0));
  }
  double light = 0.0;
  double heavy = 0.0;
  world.run_until(100.0);
  for (int k = 0; k < 200; ++k) {
    world.run_until(world.time() + 1.0);
    const auto all = states(world);
    for (std::size_t i = 0; i < all.size(); ++i)
      (i % 2 == 0 ? heavy : light) += (i % 2 == 0 ? 4.0 : 1.0) * length_squared(all[i].velocity);
  }
  EXPECT_NEAR(heavy / light, 1.0, 0.05);
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
