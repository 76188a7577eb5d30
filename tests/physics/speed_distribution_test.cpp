#include "core/vec_math.hpp"
#include "physics/gases.hpp"
#include "physics/statistics.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

// Maxwell's distribution of velocities comes out of impacts alone, whatever one starts from: here all
// speeds are equal. Source: Maxwell 1860, doi:10.1080/14786446008642818; for finitely many bodies of
// given energy it holds up to 1/N.
//
// If the distribution function F is right, F(x) is uniform: Pearson's chi-squared over 32 bins of equal
// chance tells, at one false alarm in a million. Snapshots are 10 impacts per body apart, when
// velocities have forgotten each other; that their energy is always the same only makes the statistic
// smaller.

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 41;

/// The share of speeds below `speed`, which is measured in sqrt(T / m).
template <int D>
double slower_than(double speed) {
  const double fall = std::exp(-0.5 * speed * speed);
  if constexpr (D == 2) return 1.0 - fall;
  return std::erf(std::sqrt(0.5) * speed) - std::sqrt(2.0 / kPi) * speed * fall;
}

/// The share of velocities along an axis below `velocity`, likewise.
double normal_below(double velocity) { return 0.5 * std::erfc(-std::sqrt(0.5) * velocity); }

/// How speeds and velocities along an axis are distributed.
struct Distribution {
  Uniformity speeds;
  Uniformity too_cold;  // the speeds, as if the temperature were 3 % lower
  Uniformity along_x;
};

template <int D>
void sample(const World<D>& world, Distribution& into) {
  const double unit = std::sqrt(temperature(world));
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    const Vec<D> velocity = (1.0 / unit) * world.state({id}).velocity;
    into.speeds.add(slower_than<D>(length(velocity)));
    into.too_cold.add(slower_than<D>(length(velocity) / std::sqrt(0.97)));
    into.along_x.add(normal_below(velocity[0]));
  }
}

template <int D>
void expect_maxwell(World<D> world) {
  const double limit = Uniformity::limit();
  Distribution start;
  sample(world, start);
  EXPECT_GT(start.speeds.chi_squared(), 100.0 * limit) << "the start has nothing of Maxwell's";

  run_impacts(world, 20.0);
  Distribution later;
  const int snapshots = long_form() ? 250 : 25;
  for (int k = 0; k < snapshots; ++k) {
    run_impacts(world, 10.0);
    sample(world, later);
  }
  note("speeds, chi-squared", later.speeds.chi_squared(), limit);
  note("one axis, chi-squared", later.along_x.chi_squared(), limit);
  EXPECT_LT(later.speeds.chi_squared(), limit) << later.speeds.total() << " speeds";
  EXPECT_LT(later.along_x.chi_squared(), limit);
  EXPECT_GT(later.too_cold.chi_squared(), limit) << "3 % less temperature would be noticed";
}

TEST(Speeds, OfSpheresBecomeMaxwells) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  expect_maxwell(spheres(10, 0.25, Start::EqualSpeeds, random));
}

TEST(Speeds, OfDiscsBecomeMaxwells) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 1);
  expect_maxwell(discs(64, 0.4, Start::EqualSpeeds, random));
}

}  // namespace
}  // namespace firsthit
