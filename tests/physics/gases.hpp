#pragma once

#include "core/vec_math.hpp"
#include "physics/statistics.hpp"
#include "world/worlds.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// Gases of equal balls of diameter 1 and mass 1 in a periodic box, and what is measured in them.

namespace firsthit {

enum class Start : std::uint8_t {
  Maxwell,     ///< velocities as in equilibrium
  EqualSpeeds  ///< all speeds the same, all directions equally likely
};

/// A velocity of mean square D.
template <int D>
Vec<D> draw_velocity(Start start, Random& random) {
  Vec<D> velocity;
  for (double& c : velocity.c) c = random.normal();
  if (start == Start::EqualSpeeds) velocity = std::sqrt(D / length_squared(velocity)) * velocity;
  return velocity;
}

/// n balls around one point of rest: no momentum in all, or else a gas would drift.
template <int D>
std::vector<Vec<D>> draw_velocities(std::size_t n, Start start, Random& random) {
  std::vector<Vec<D>> all(n);
  Vec<D> mean;
  for (Vec<D>& velocity : all) {
    velocity = draw_velocity<D>(start, random);
    mean = mean + (1.0 / static_cast<double>(n)) * velocity;
  }
  for (Vec<D>& velocity : all) velocity = velocity - mean;
  return all;
}

/// 4 n^3 balls on a face-centred lattice that fills a share `packing` of a cube.
inline World<3> spheres(int n, double packing, Start start, Random& random) {
  const double length = std::cbrt(4.0 * n * n * n * kPi / 6.0 / packing);
  const double cell = length / n;
  constexpr double kPlaces[4][3] = {
      {0.25, 0.25, 0.25}, {0.75, 0.75, 0.25}, {0.75, 0.25, 0.75}, {0.25, 0.75, 0.75}};
  World<3> world(box<3>(Side::Periodic, length));
  const auto velocities = draw_velocities<3>(static_cast<std::size_t>(4 * n * n * n), start, random);
  for (int i = 0; i < 4 * n * n * n; ++i) {
    const auto& place = kPlaces[i % 4];
    const int at = i / 4;
    const Vec3 position{cell * (at % n + place[0]), cell * (at / n % n + place[1]),
                        cell * (at / (n * n) + place[2])};
    world.add(ball<3>(position, velocities[static_cast<std::size_t>(i)], 0.5));
  }
  return world;
}

/// n^2 discs (n even) on a triangular lattice that fills a share `packing` of a rectangle.
inline World<2> discs(int n, double packing, Start start, Random& random) {
  const double spacing = std::sqrt(kPi / (2.0 * std::sqrt(3.0) * packing));
  const double row = 0.5 * std::sqrt(3.0) * spacing;
  WorldOptions<2> options = box<2>(Side::Periodic, spacing * n);
  options.space.max[1] = row * n;
  World<2> world(options);
  const auto velocities = draw_velocities<2>(static_cast<std::size_t>(n * n), start, random);
  for (int i = 0; i < n * n; ++i) {
    const Vec2 position{spacing * (i % n + (i / n % 2 == 0 ? 0.25 : 0.75)), row * (i / n + 0.5)};
    world.add(ball<2>(position, velocities[static_cast<std::size_t>(i)], 0.5));
  }
  return world;
}

/// Balls in a unit of volume [1/L^D].
template <int D>
double number_density(const World<D>& world) {
  double volume = 1.0;
  for (std::size_t axis = 0; axis < D; ++axis)
    volume *= world.options().space.max[axis] - world.options().space.min[axis];
  return static_cast<double>(world.size()) / volume;
}

/// The temperature [M L^2/T^2] of a gas without momentum in all: that fixes D of its degrees of freedom.
template <int D>
double temperature(const World<D>& world) {
  return 2.0 * kinetic_energy(world) / (D * (static_cast<double>(world.size()) - 1.0));
}

/// Runs until every body has had `per_body` more impacts, on average.
template <int D>
void run_impacts(World<D>& world, double per_body) {
  RunLimits limits;
  limits.collisions =
      world.collisions() + static_cast<std::uint64_t>(0.5 * per_body * static_cast<double>(world.size()));
  ASSERT_EQ(world.run_until(1e12, limits).outcome, RunOutcome::ReachedCollisions);
}

/// Sums over the impacts of a gas.
template <int D>
struct Tally : Observer<D> {
  void impact(const Impact<D>& impact) override {
    impacts += 1.0;
    virial += impact.virial;
    for (const ImpactSide<D>* side : {&impact.a, &impact.b}) {
      flight_time += side->elapsed;
      path += side->elapsed * length(side->velocity_before);
    }
  }
  double impacts = 0.0;
  double virial = 0.0;       // [M L^2/T^2]
  double flight_time = 0.0;  // [T] of the flights that ended
  double path = 0.0;         // [L] likewise
};

/// What a gas at rest as a whole shows, each a mean over blocks of its run.
struct GasFigures {
  Mean compressibility;  ///< p / (n T)
  Mean rate;             ///< [1/T] impacts of one ball per time
  Mean free_time;        ///< [T] between two impacts of a ball
  Mean free_path;        ///< [L] likewise
};

/// Measures while every body has `per_body` impacts, in 20 blocks.
///
/// Each impact carries momentum over the distance of the centres (Clausius's virial), so
/// p V = N T + (sum of impulse times distance) / (D time).
template <int D>
GasFigures measure(World<D>& world, double per_body) {
  constexpr std::size_t kBlocks = 20;
  const auto n = static_cast<double>(world.size());
  const double t = temperature(world);
  std::vector<double> compressibility;
  std::vector<double> rate;
  std::vector<double> free_time;
  std::vector<double> free_path;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    Tally<D> tally;
    world.observe(tally);
    const double before = world.time();
    run_impacts(world, per_body / kBlocks);
    const double time = world.time() - before;
    world.unobserve(tally);
    compressibility.push_back(1.0 + tally.virial / (D * (n - 1.0) * t * time));
    rate.push_back(2.0 * tally.impacts / (n * time));
    free_time.push_back(tally.flight_time / (2.0 * tally.impacts));
    free_path.push_back(tally.path / (2.0 * tally.impacts));
  }
  return {mean_of(compressibility), mean_of(rate), mean_of(free_time), mean_of(free_path)};
}

}  // namespace firsthit
