#include "core/vec_math.hpp"
#include "physics/gases.hpp"
#include "physics/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// A gas whose velocities are all reversed runs back to its start, for as long as doubles remember it. How
// long that is, and why, is derived in docs/numerics/reversal.md.

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 47;
constexpr int kGases = 20;

/// A melted gas: balls that have forgotten their lattice.
template <int D>
World<D> melted(Random& random) {
  World<D> world = [&] {
    if constexpr (D == 3) return spheres(3, 0.25, Start::Maxwell, random);
    if constexpr (D == 2) return discs(10, 0.4, Start::Maxwell, random);
  }();
  run_impacts(world, 20.0);
  return world;
}

/// The same balls in a world that begins now, the first of them shifted along the first axis.
template <int D>
World<D> copy_of(const World<D>& world, double shift) {
  World<D> copy(world.options());
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    BodyState<D> state = world.state({id});
    if (id == 0) state.position[0] += shift;
    copy.add(ball<D>(state.position, state.velocity, 0.5));
  }
  return copy;
}

/// The distance [L] of two states of a gas in the space of all positions.
template <int D>
double distance(const std::vector<BodyState<D>>& a, const std::vector<BodyState<D>>& b,
                const WorldOptions<D>& options) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    Vec<D> d = a[i].position - b[i].position;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double side = options.space.max[axis];
      d[axis] -= side * std::nearbyint(d[axis] / side);
    }
    sum += length_squared(d);
  }
  return std::sqrt(sum);
}

/// By how much ln(distance) of two nearly equal gases grows while every body has one impact.
template <int D>
double growth_per_impact(Random& random) {
  const World<D> start = melted<D>(random);
  World<D> one = copy_of(start, 0.0);
  World<D> other = copy_of(start, 0x1p-40);
  const auto apart = [&] {
    other.run_until(one.time());
    return distance(states(one), states(other), one.options());
  };
  run_impacts(one, 6.0);
  const double early = apart();
  run_impacts(one, 16.0);
  const double late = apart();
  return std::log(late / early) / 16.0;
}

/// The distance from the start after `per_body` impacts of a body and as long back.
template <int D>
double return_error(double per_body, Random& random) {
  World<D> world = copy_of(melted<D>(random), 0.0);
  const auto start = states(world);
  run_impacts(world, per_body);
  const double time = world.time();
  const std::uint64_t there = world.collisions();
  for (std::uint32_t id = 0; id < world.size(); ++id) world.set_velocity({id}, -world.state({id}).velocity);
  world.run_until(2.0 * time);
  EXPECT_GE(world.collisions(), there + there / 2);
  return distance(start, states(world), world.options());
}

template <int D>
void expect_return() {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, D);
  std::vector<double> growth;
  for (int k = 0; k < kGases; ++k) growth.push_back(growth_per_impact<D>(random));
  const Mean lambda = mean_of(growth);

  const World<D> gas = melted<D>(random);
  const double rounding =
      0x1p-53 * gas.options().space.max[0] * std::sqrt(D * static_cast<double>(gas.size()));
  const auto expected = [&](double per_body) { return std::log(rounding) + lambda.value * per_body; };
  const auto logs = [&](double per_body) {
    std::vector<double> all;
    for (int k = 0; k < kGases; ++k) all.push_back(std::log(return_error<D>(per_body, random)));
    return all;
  };

  // As long as e^(lambda n) roundings are small, they come back.
  constexpr double kBound = 5.0;  // courses differ in how fast they part: a factor of 150
  std::vector<double> means;
  for (const double per_body : {8.0, 16.0, 24.0}) {
    const auto errors = logs(per_body);
    for (const double error : errors) EXPECT_LT(error, expected(per_body) + kBound) << per_body;
    means.push_back(mean_of(errors).value);
    EXPECT_NEAR(means.back(), expected(per_body), 0.5 * kBound) << per_body;
    note("ln of the error after " + std::to_string(per_body), means.back(), expected(per_body));
  }
  // There and back is twice as far, but the error grows as on one way only.
  const double slope = (means.back() - means.front()) / 16.0;
  note("growth of the return's error, against that of a small shift", slope, lambda.value);
  EXPECT_NEAR(slope / lambda.value, 1.0, 0.2);

  // When one rounding has grown to a diameter, nothing of the start is left.
  const double horizon = -std::log(rounding) / lambda.value;
  note("impacts per body until all is lost, against 40", horizon, 40.0);
  for (const double error : logs(1.5 * horizon)) EXPECT_GT(error, 0.0) << "they return after " << horizon;
}

TEST(Reversal, BringsSpheresBackForAsLongAsDoublesRemember) { expect_return<3>(); }

TEST(Reversal, BringsDiscsBackForAsLongAsDoublesRemember) { expect_return<2>(); }

}  // namespace
}  // namespace firsthit
