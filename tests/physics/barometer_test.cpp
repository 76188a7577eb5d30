#include "core/vec_math.hpp"
#include "physics/gases.hpp"
#include "physics/statistics.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// A column of gas under gravity becomes thinner upwards and is as warm above as below: Boltzmann 1868.
//
// Per area, the weight above a height is the pressure there. So the share of balls above it is
// p(z) / p(0), and p(0) = N m g / area. Without volume of their own that is the barometric law,
// exp(-m g z / T); with it, the chemical potential ln x + (8 x - 9 x^2 + 3 x^3) / (1 - x)^3 of a packing x
// (Carnahan and Starling 1969, doi:10.1063/1.1672048) falls by m g z / T instead of ln x alone.
//
// Balls on an elastic floor under an open sky, between sides that repeat. They start evenly spread and
// with equal speeds, nothing like the end.

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 44;
constexpr double kRadius = 0.5;
constexpr std::uint32_t kCount = 4000;
constexpr double kSide = 60.0;         // [L] of the square floor
constexpr double kScaleHeight = 60.0;  // [L] T / (m g) for T = 1: the packing at the floor is then 1 %

/// p / T times the volume of a ball, for a packing.
double pressure(double x) { return x * (1.0 + x + x * x - x * x * x) / std::pow(1.0 - x, 3.0); }

double chemical_potential(double x) {
  return std::log(x) + (8.0 * x - 9.0 * x * x + 3.0 * x * x * x) / std::pow(1.0 - x, 3.0);
}

/// Where a function that grows with the packing takes a value.
template <class Function>
double packing_where(const Function& function, double value) {
  double low = 0.0;
  double high = 0.5;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (function(middle) < value ? low : high) = middle;
  }
  return high;
}

/// The shares of balls above given heights.
class Atmosphere {
 public:
  explicit Atmosphere(double t) : scale_(kScaleHeight * t) {
    const double ball_volume = kPi / 6.0;
    at_floor_ = packing_where(pressure, ball_volume * kCount / (kSide * kSide * scale_));
  }
  double share_above(double height) const {
    const double potential = chemical_potential(at_floor_) - height / scale_;
    return pressure(packing_where(chemical_potential, potential)) / pressure(at_floor_);
  }

 private:
  double scale_;  // [L]
  double at_floor_;
};

struct Sample {
  double height = 0.0;         // [L] of the ball's lowest point
  double speed_squared = 0.0;  // [L^2/T^2]
};

void expect_boltzmann(const std::vector<Sample>& samples) {
  double t = 0.0;
  for (const Sample& s : samples) t += s.speed_squared / (3.0 * static_cast<double>(samples.size()));
  const Atmosphere atmosphere(t);
  const Atmosphere lower(0.94 * t);
  Uniformity heights;
  Uniformity too_low;  // as if the scale height were 6 % less
  std::vector<double> energies[4];
  for (const Sample& s : samples) {
    const double below = 1.0 - atmosphere.share_above(s.height);
    heights.add(below);
    too_low.add(1.0 - lower.share_above(s.height));
    energies[static_cast<std::size_t>(std::min(4.0 * below, 3.0))].push_back(s.speed_squared / 3.0);
  }
  note("temperature", t, 1.0);
  note("heights, chi-squared", heights.chi_squared(), Uniformity::limit());
  EXPECT_LT(heights.chi_squared(), Uniformity::limit()) << heights.total() << " heights";
  EXPECT_GT(too_low.chi_squared(), Uniformity::limit()) << "6 % less scale height would be noticed";
  for (const auto& quarter : energies) {
    const Mean warmth = mean_of(quarter);
    note("temperature of a quarter", warmth.value, t);
    EXPECT_NEAR(warmth.value, t, kStandardErrors * warmth.error) << "as warm above as below";
  }
}

TEST(Column, OfGasIsThinnerUpwardsByTheBarometricLaw) {
  SCOPED_TRACE(kSeed);
  WorldOptions<3> options = open_space<3>({0.0, 0.0, -1.0 / kScaleHeight});
  options.space = {{}, {kSide, kSide, 0.0}, {Side::Periodic, Side::Periodic, Side::Open}};
  World<3> world(options);
  Random random(kSeed);
  const auto velocities = draw_velocities<3>(kCount, Start::EqualSpeeds, random);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const Vec3 at{3.0 * (i % 20) + 1.5, 3.0 * (i / 20 % 20) + 1.5, 12.0 * (i / 400) + 6.0 + kRadius};
    world.add(ball<3>(at, velocities[i], kRadius));
  }
  world.add(fixed<3>(HalfSpace<3>{{0.0, 0.0, 1.0}, 0.0}));

  run_impacts(world, 40.0);
  std::vector<Sample> samples;
  const int snapshots = long_form() ? 100 : 10;
  for (int k = 0; k < snapshots; ++k) {
    run_impacts(world, 6.0);
    for (std::uint32_t id = 0; id < kCount; ++id) {
      const BodyState<3> state = world.state({id});
      samples.push_back({state.position[2] - kRadius, length_squared(state.velocity)});
    }
  }
  expect_boltzmann(samples);
}

}  // namespace
}  // namespace firsthit
