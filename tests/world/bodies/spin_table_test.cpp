#include "world/bodies/spin_table.hpp"

#include "core/vec_math.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace firsthit {
namespace {

struct Turned {
  double rate;
  double time;
  double w;  // cos and sin of half of rate * time, from half a turn back to half a turn on: mpmath, 300 bits
  double z;
};

const std::vector<Turned> kTurned = {
    {1.0, 1099511627776.3125, 0.3570660770857331, -0.9340791275874895},
    {10.5, 123456789.0, 0.3392318994525097, 0.9407027789869882},
    {0.125, 1000000.0, 0.4032327959515232, 0.915097433210867},
};

Instant at(double time, const Timebase& timebase) { return timebase.after({}, time); }

TEST(Spin, AfterHundredsOfMillionsOfTurnsInThePlaneStillStandsAsTheProductSays) {
  for (const double tick : {0x1p-10, 1.0, 0x1p20})
    for (const auto& [rate, time, w, z] : kTurned) {
      const Timebase timebase(tick);
      const Spin<2> spin{{}, 0, rate, {}};
      const Orientation<2> stands = spin.at(at(time, timebase), timebase).stands();
      EXPECT_NEAR(stands.w, w, 0x1p-51) << rate << ' ' << time;
      EXPECT_NEAR(stands.z, z, 0x1p-51) << rate << ' ' << time;
      const Spin<2> back{{}, 0, -rate, {}};
      EXPECT_NEAR(back.at(at(time, timebase), timebase).stands().z, -z, 0x1p-51);
    }
}

TEST(Spin, InSpaceTurnsAboutItsAxisByTheProductOfSpeedAndTime) {
  for (const auto& [rate, time, w, z] : kTurned) {
    const Timebase timebase;
    // 2 / 7, 3 / 7 and 6 / 7 of the size: the product with them is not exact.
    const Vec3 axis{2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0};
    const Spin<3> spin{{}, 0, rate * axis, {}};
    const Orientation<3> stands = spin.at(at(time, timebase), timebase).stands();
    const double error = 0x1p-50 + 0x1p-51 * rate * time;
    const double sign = stands.w * w + stands.z * z * axis[2] < 0.0 ? -1.0 : 1.0;  // -q turns as q does
    EXPECT_NEAR(sign * stands.w, w, error);
    EXPECT_NEAR(sign * stands.x, z * axis[0], error);
    EXPECT_NEAR(sign * stands.y, z * axis[1], error);
    EXPECT_NEAR(sign * stands.z, z * axis[2], error);
  }
}

TEST(Spin, InSpaceAddsItsTurningsInTheOrderOfTime) {
  // A quarter turn about x, then one about y: z goes to y's opposite and stays; by hand.
  const Timebase timebase;
  const double quarter = 1.5707963267948966;
  Spin<3> spin{{}, 0, {quarter, 0.0, 0.0}, {}};
  spin = spin.at({1, 0.0}, timebase);
  spin.velocity = {0.0, quarter, 0.0};
  const Orientation<3> stands = spin.at({2, 0.0}, timebase).stands();
  EXPECT_NEAR(stands.w, 0.5, 0x1p-50);
  EXPECT_NEAR(stands.x, 0.5, 0x1p-50);
  EXPECT_NEAR(stands.y, 0.5, 0x1p-50);
  EXPECT_NEAR(stands.z, -0.5, 0x1p-50);
}

TEST(Spin, ThatIsAskedOftenLosesNoMoreThanTheRoundingOfEach) {
  constexpr int kTimes = 100000;
  const Timebase timebase(0x1p-8);
  const Spin<2> whole{{}, 0, 3.7, {}};
  Spin<2> parts = whole;
  for (int i = 1; i <= kTimes; ++i) parts = parts.at(at(0.37 * i, timebase), timebase);
  const std::uint64_t once = whole.at(at(0.37 * kTimes, timebase), timebase).turned;
  EXPECT_LE(std::abs(static_cast<std::int64_t>(once - parts.turned)), kTimes);
  Spin<3> in_space{{}, 0, {0.0, 0.0, 3.7}, {}};
  for (int i = 1; i <= kTimes; ++i) in_space = in_space.at(at(0.37 * i, timebase), timebase);
  const auto [w, x, y, z] = in_space.orientation;
  EXPECT_NEAR(w * w + x * x + y * y + z * z, 1.0, 0x1p-51);
}

TEST(Spin, OfAnOrientationOfAnyLengthStaysOne) {
  const Timebase timebase;
  const Spin<3> spin{{0x1p100, 0.0, 0.0, 0x1p100}, 0, {0.0, 0.0, 1.5707963267948966}, {}};
  const Orientation<3> stands = spin.at({1, 0.0}, timebase).stands();  // a quarter turn more: half a turn
  EXPECT_NEAR(stands.w, 0.0, 0x1p-50);
  EXPECT_NEAR(stands.z, 1.0, 0x1p-50);
  const Spin<2> flat{{0x1p-100, 0x1p-100}, 0, 1.5707963267948966, {}};
  const Orientation<2> turned = flat.at({1, 0.0}, timebase).stands();
  EXPECT_NEAR(turned.w * 0x1p100, 0.0, 0x1p-49);
  EXPECT_NEAR(turned.z * 0x1p100, std::sqrt(2.0), 0x1p-49);
}

TEST(SpinTable, HoldsNothingWhereNobodySpins) {
  SpinTable<3> table;
  table.add(0, Body<3>{}, {});
  EXPECT_TRUE(table.is_empty());
  EXPECT_FALSE(table.spins(0));
  EXPECT_EQ(table.inverse_inertia(0), 0.0);
  EXPECT_EQ(table[0].velocity, Vec3{});
}

TEST(SpinTable, KnowsInertiasOfDisksAndBallsAndWhatIsGiven) {
  SpinTable<2> disks;
  disks.add(1, {.shape = Ball{2.0}, .mass = 3.0, .spins = true, .angular_velocity = 4.0}, {});
  EXPECT_EQ(disks.inverse_inertia(1), 1.0 / 6.0);
  EXPECT_EQ(disks.energy(1), 48.0);
  EXPECT_FALSE(disks.spins(0));
  disks.add(2, {.shape = Ball{2.0}, .kind = BodyKind::Kinematic, .spins = true, .angular_velocity = 4.0}, {});
  EXPECT_EQ(disks.inverse_inertia(2), 0.0);
  EXPECT_EQ(disks.energy(2), 0.0);
  EXPECT_EQ(disks[2].velocity, 4.0);
  SpinTable<3> balls;
  balls.add(0, {.shape = Ball{5.0}, .mass = 2.0, .spins = true}, {});
  EXPECT_EQ(balls.inverse_inertia(0), 1.0 / 20.0);
  balls.add(1, {.shape = Ball{5.0}, .spins = true, .inertia = 8.0}, {});
  EXPECT_EQ(balls.inverse_inertia(1), 1.0 / 8.0);
}

}  // namespace
}  // namespace firsthit
