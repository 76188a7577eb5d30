#include "world/bodies/spin_table.hpp"

#include "core/vec_math.hpp"

#include <gtest/gtest.h>

#include <array>
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

TEST(Spin, ThatGrowsEvenlyTurnsByHalfItsGainMore) {
  const Timebase timebase(0x1p-10);
  Spin<2> disk{{}, 0, 3.0, {}};
  disk.acceleration = 0.5;
  const Spin<2> then = disk.at(at(40.0, timebase), timebase);  // 3 40 + 0.5 1600 / 2 = 520 rad
  EXPECT_EQ(then.velocity, 23.0);
  EXPECT_NEAR(2.0 * then.stands().w * then.stands().z, std::sin(520.0), 1e-12);
  Spin<3> ball{{}, 0, {0.0, -3.0, 0.0}, {}};
  const auto sine = [&] {
    const Orientation<3> stands = ball.at(at(40.0, timebase), timebase).stands();
    return 2.0 * stands.w * stands.y;
  };
  ball.acceleration = {0.0, -0.5, 0.0};
  EXPECT_NEAR(sine(), -std::sin(520.0), 1e-12);
  ball.acceleration = {0.0, 0.5, 0.0};  // turns back after 6: -9, then 0.25 34^2
  EXPECT_NEAR(sine(), std::sin(-9.0 + 289.0), 1e-12);
}

TEST(Spin, WhoseAxisTurnsStandsWhereSmallStepsLead) {
  const Timebase timebase(0x1p-10);
  Spin<3> spin{{}, 0, {4.0, -3.0, 1.0}, {}};
  spin.acceleration = {-2.0, 0.5, 3.0};
  // q' = w q / 2, by the midpoint rule.
  std::array<double, 4> q{1.0, 0.0, 0.0, 0.0};
  constexpr int kSteps = 400000;
  constexpr double kTime = 3.0;
  const double h = kTime / kSteps;
  const auto rate = [&](const std::array<double, 4>& p, double time) {
    const Vec<3> w = spin.velocity + time * spin.acceleration;
    const Vec<3> v{p[1], p[2], p[3]};
    const Vec<3> r = 0.5 * (p[0] * w + cross(w, v));
    return std::array<double, 4>{-0.5 * dot(w, v), r[0], r[1], r[2]};
  };
  for (int i = 0; i < kSteps; ++i) {
    std::array<double, 4> half = q;
    const auto first = rate(q, i * h);
    for (std::size_t k = 0; k < 4; ++k) half[k] += 0.5 * h * first[k];
    const auto second = rate(half, (i + 0.5) * h);
    for (std::size_t k = 0; k < 4; ++k) q[k] += h * second[k];
  }
  const Orientation<3> stands = spin.at(at(kTime, timebase), timebase).stands();
  const double sign =
      stands.w * q[0] + stands.x * q[1] + stands.y * q[2] + stands.z * q[3] < 0.0 ? -1.0 : 1.0;
  EXPECT_NEAR(sign * stands.w, q[0], 1e-6);
  EXPECT_NEAR(sign * stands.x, q[1], 1e-6);
  EXPECT_NEAR(sign * stands.y, q[2], 1e-6);
  EXPECT_NEAR(sign * stands.z, q[3], 1e-6);
}

TEST(SpinTable, SumsTheEnergyOfATurningThatGrows) {
  // The integral of (1 + t)^2 / 2 from 1 to 3, times an inertia of 2: (64 - 8) / 3.
  const Timebase timebase;
  Body<2> body;
  body.spins = true;
  body.inertia = 2.0;
  body.angular_velocity = 1.0;
  SpinTable<2> table;
  table.add(0, body, {});
  Spin<2> spin = table[0];
  spin.acceleration = 1.0;
  table.set(0, spin);
  EXPECT_NEAR(table.action(0, at(1.0, timebase), at(3.0, timebase), timebase), 56.0 / 3.0, 1e-14);
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
