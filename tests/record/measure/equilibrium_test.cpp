#include "record/measure/equilibrium.hpp"

#include "record/record_support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace firsthit {
namespace {

template <int D>
RunSetup<D> gas(std::uint32_t count, double length, Side side = Side::Periodic) {
  RunSetup<D> setup;
  for (std::size_t k = 0; k < D; ++k) setup.space.max[k] = length;
  setup.space.sides.fill(side);
  for (std::uint32_t i = 0; i < count; ++i) setup.bodies.push_back({BodyId{i}, 0.5, 1.0, {}});
  return setup;
}

RunNature lossy() { return {"lossy", "", false, 0}; }
RunNature steered() { return {"", "", true, 10}; }
RunNature crowd(std::size_t size) { return {"", "", false, size}; }

template <int D>
std::string reason_of(const RunSetup<D>& setup, const RunNature& nature = {}) {
  const Equilibrium equilibrium = equilibrium_of(setup, nature);
  EXPECT_FALSE(equilibrium.speeds);
  EXPECT_FALSE(equilibrium.pressure);
  EXPECT_FALSE(equilibrium.compressibility);
  return equilibrium.reason;
}

TEST(Equilibrium, HasTheCompressibilityOfTheVirialSeries) {
  // The coefficients B_n / v^(n - 1) of hard disks and balls of volume v, exact or computed to more digits
  // than these: Clisby and McCoy, 2006, doi:10.1007/s10955-005-8080-0.
  const std::vector<double> disks = {1,       2,       3.12802, 4.25785, 5.33690,
                                     6.36303, 7.35208, 8.3187,  9.2721,  10.2163};
  const std::vector<double> balls = {1, 4, 10, 18.3648, 28.2245, 39.8151, 53.3444, 68.5375, 85.8128, 105.775};
  for (const int dimension : {2, 3}) {
    for (const double packing : {0.0, 0.05, 0.1, 0.2}) {
      double series = 0.0;
      const std::vector<double>& all = dimension == 2 ? disks : balls;
      for (std::size_t n = all.size(); n-- > 0;) series = series * packing + all[n];
      EXPECT_NEAR(hard_ball_compressibility(dimension, packing) / series, 1.0,
                  hard_ball_error(dimension, packing))
          << dimension << " " << packing;
    }
  }
}

TEST(Equilibrium, AppliesToAGasOfLikeBallsInAPeriodicBox) {
  // 64 balls of diameter 1 in a box of 8: their share is 64 (pi / 6) / 512.
  const Equilibrium balls = equilibrium_of(gas<3>(64, 8.0), {});
  EXPECT_TRUE(balls.speeds && balls.pressure);
  EXPECT_EQ(balls.reason, "");
  EXPECT_EQ(balls.diameter.value(), 1.0);
  EXPECT_EQ(balls.number_density.value(), 0.125);
  EXPECT_NEAR(balls.packing_fraction.value(), std::acos(-1.0) / 48.0, 1e-15);
  EXPECT_NEAR(balls.compressibility.value(),
              63.0 / 64.0 * hard_ball_compressibility(3, std::acos(-1.0) / 48.0), 1e-14);
  // Disks: 64 (pi / 4) / 256.
  EXPECT_NEAR(equilibrium_of(gas<2>(64, 16.0), {}).packing_fraction.value(), std::acos(-1.0) / 16.0, 1e-15);
}

TEST(Equilibrium, HasSpeedsButNoPressureBetweenWallsAndWhereBallsFreeze) {
  const Equilibrium walled = equilibrium_of(gas<2>(64, 16.0, Side::Wall), {});
  EXPECT_TRUE(walled.speeds);
  EXPECT_FALSE(walled.pressure);
  EXPECT_FALSE(walled.compressibility);
  EXPECT_NE(walled.reason.find("walls"), std::string::npos);
  // 64 disks fill 50.265: of 72.9, 0.6895 of the box; of 72.8, 0.6905. 64 balls fill 33.51: 0.4932, 0.4946.
  EXPECT_TRUE(equilibrium_of(gas<2>(64, std::sqrt(72.9)), {}).pressure);
  EXPECT_TRUE(equilibrium_of(gas<3>(64, std::cbrt(67.95)), {}).pressure);
  for (const Equilibrium& frozen :
       {equilibrium_of(gas<2>(64, std::sqrt(72.8)), {}), equilibrium_of(gas<3>(64, std::cbrt(67.75)), {})}) {
    EXPECT_TRUE(frozen.speeds);
    EXPECT_FALSE(frozen.pressure);
    EXPECT_NE(frozen.reason.find("freeze"), std::string::npos) << frozen.reason;
  }
}

TEST(Equilibrium, SaysWhatKeepsItAway) {
  RunSetup<2> setup = gas<2>(64, 16.0);
  setup.gravity[1] = -1.0;
  EXPECT_EQ(reason_of(setup), "bodies fall");
  setup = gas<2>(64, 16.0);
  setup.obstacles.push_back({BodyId{64}, Ball{1.0}, {}, {}});
  EXPECT_EQ(reason_of(setup), "there are obstacles");
  setup = gas<2>(64, 16.0);
  setup.space.sides[1] = Side::Open;
  EXPECT_EQ(reason_of(setup), "the box has an open side");
  setup = gas<2>(64, 16.0);
  testing::change(setup.bodies, 7, [](MovingBody& body) { body.mass = 2.0; });
  EXPECT_EQ(reason_of(setup), "balls differ in size or mass");
  setup = gas<2>(64, 16.0);
  testing::change(setup.bodies, [](MovingBody& body) { body.radius = 0.0; });
  EXPECT_EQ(reason_of(setup), "not all bodies are balls");
  EXPECT_EQ(reason_of(gas<2>(49, 16.0)), "fewer than 50 balls");
  EXPECT_TRUE(equilibrium_of(gas<2>(50, 16.0), {}).speeds);
  EXPECT_EQ(reason_of(gas<2>(64, 16.0), lossy()), "lossy");
  EXPECT_EQ(reason_of(gas<2>(64, 16.0), {"", "choosy", false, 0}), "choosy");
}

TEST(Equilibrium, EnergyStaysUnlessSomethingChangesIt) {
  RunSetup<3> setup = gas<3>(3, 8.0, Side::Wall);
  setup.gravity[2] = -1.0;  // the energy includes the potential one
  EXPECT_EQ(why_energy_changes(setup, {}), "");
  EXPECT_NE(why_energy_changes(setup, steered()), "");
  EXPECT_EQ(why_energy_changes(setup, lossy()), "lossy");
  testing::change(setup.bodies, 1, [](MovingBody& body) { body.waits = true; });
  EXPECT_NE(why_energy_changes(setup, {}), "");
  testing::change(setup.bodies, 1, [](MovingBody& body) { body.waits = false; });
  testing::change(setup.bodies, 2, [](MovingBody& body) { body.kinematic = true; });
  EXPECT_NE(why_energy_changes(setup, {}), "");
  testing::change(setup.bodies, 2, [](MovingBody& body) { body.sensor = true; });  // hinders nobody
  EXPECT_EQ(why_energy_changes(setup, {}), "");
}

TEST(Equilibrium, ThermodynamicsNeedsACrowdThatNobodySteers) {
  EXPECT_NE(why_no_thermodynamics(crowd(9)), "");
  EXPECT_EQ(why_no_thermodynamics(crowd(10)), "");
  EXPECT_NE(why_no_thermodynamics(steered()), "");
}

}  // namespace
}  // namespace firsthit
