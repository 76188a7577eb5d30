#include "physics/statistics.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

// Balls on a line: cradles, pi from collisions, and rods that look like points.

namespace firsthit {
namespace {

TEST(Cradle, PassesItsMomentumOnBitForBit) {
  World<2> world(open_space<2>());
  world.add(ball<2>({-5.0, 0.0}, {1.0, 0.0}));
  for (int i = 1; i < 5; ++i) world.add(ball<2>({2.0 * i, 0.0}, {}));
  EXPECT_EQ(world.run_until(10.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.collisions(), 4U);
  for (std::uint32_t id = 0; id < 4; ++id) EXPECT_EQ(world.state({id}).velocity, (Vec2{0.0, 0.0}));
  EXPECT_EQ(world.state({0}).position, (Vec2{0.0, 0.0}));
  EXPECT_EQ(world.state({4}).velocity, (Vec2{1.0, 0.0}));
  EXPECT_EQ(world.state({4}).position, (Vec2{13.0, 0.0}));
}

TEST(Cradle, LetsAsManyOutAsCameIn) {
  for (int incoming = 1; incoming < 5; ++incoming) {
    World<2> world(open_space<2>());
    for (int i = 0; i < 5; ++i) {
      const bool flies = i < incoming;
      world.add(ball<2>({flies ? 2.0 * i - 4.0 : 2.0 * i, 0.0}, {flies ? 1.0 : 0.0, 0.0}));
    }
    EXPECT_EQ(world.run_until(10.0).outcome, RunOutcome::ReachedTime);
    for (int i = 0; i < 5; ++i) {
      const double expected = i >= 5 - incoming ? 1.0 : 0.0;
      EXPECT_EQ(world.state({static_cast<std::uint32_t>(i)}).velocity, (Vec2{expected, 0.0}))
          << incoming << " in";
    }
  }
}

TEST(Cradle, WorksWithBallsThatTouchOnlyToRounding) {
  // Steps of 0.2 from 0.1 on overlap or gape by an ulp; and nothing here is a short binary number.
  World<3> world(open_space<3>());
  world.add(ball<3>({-0.7, 0.3, 0.7}, {1.1, 0.0, 0.0}, 0.1));
  for (int i = 0; i < 50; ++i) world.add(ball<3>({0.1 + 0.2 * i, 0.3, 0.7}, {}, 0.1));
  EXPECT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({50}).velocity[0], 1.1, 1e-13);
  for (std::uint32_t id = 0; id < 50; ++id) EXPECT_NEAR(world.state({id}).velocity[0], 0.0, 1e-13);
}

TEST(Cradle, SwingsBackFromWalls) {
  auto options = box<2>(Side::Wall, 32.0);
  World<2> world(options);
  world.add(ball<2>({3.0, 16.0}, {1.0, 0.0}));
  for (int i = 0; i < 4; ++i) world.add(ball<2>({13.0 + 2.0 * i, 16.0}, {}));
  // 8 to the row, 12 from its end to the wall, back 12, and the first goes 10 to its wall and back.
  EXPECT_EQ(world.run_until(8.0 + 12.0 + 12.0 + 10.0 + 10.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.collisions(), 4U + 1U + 4U + 1U + 4U) << "the next push has just gone through";
  EXPECT_EQ(world.state({4}).velocity, (Vec2{1.0, 0.0}));
}

TEST(Galperin, CountsTheDigitsOfPi) {
  // A ball of 100^k times the mass drives a light one against a wall: floor(pi 10^k) impacts.
  // Galperin 2003, doi:10.1070/RD2003v008n04ABEH000252.
  const std::uint64_t expected[] = {3, 31, 314, 3141, 31415};
  double mass = 1.0;
  for (const std::uint64_t count : expected) {
    World<2> world(open_space<2>());
    world.add(fixed<2>(HalfSpace<2>{{1.0, 0.0}, 0.0}));
    world.add(ball<2>({2.0, 0.0}, {}, 0.5, 1.0));
    world.add(ball<2>({5.0, 0.0}, {-1.0, 0.0}, 1.0, mass));
    EXPECT_EQ(world.run_until(1000.0).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(world.collisions(), count) << "mass " << mass;
    EXPECT_NEAR(kinetic_energy(world), 0.5 * mass, 1e-11 * mass);
    mass *= 100.0;
  }
}

TEST(Galperin, CountsFiveWithThreeTimesTheMassThoughThatIsATie) {
  // In the plane of x sqrt(mass) the run is a ray in a wedge of the angle atan(sqrt(1/3)) = pi/6, which
  // it enters parallel to the side that is the wall. Unfolded, it crosses the lines at k pi/6 for k = 1 to 5
  // and is parallel to the sixth: after five impacts the light ball rests, and the sixth comes at infinity.
  // In doubles it may keep a rounding of velocity either way, so a sixth may come, after 10^14 or later.
  constexpr std::uint64_t kSeed = 7;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  std::uint64_t exact = 0;
  std::uint64_t sixth = 0;
  for (int round = 0; round < 1000; ++round) {
    const double light = round == 0 ? 0.5 : random.uniform(0.1, 1.0);
    const double heavy = round == 0 ? 1.0 : random.uniform(0.1, 1.0);
    const double gap = round == 0 ? 1.5 : random.uniform(0.1, 3.0);
    World<2> world(open_space<2>());
    world.add(fixed<2>(HalfSpace<2>{{1.0, 0.0}, 0.0}));
    world.add(ball<2>({light + gap, 0.0}, {}, light, 1.0));
    world.add(ball<2>({3.0 * light + 2.0 * gap + heavy, 0.0}, {-1.0, 0.0}, heavy, 3.0));
    world.run_until(1e6);
    EXPECT_EQ(world.collisions(), 5U);
    const double rest = world.state({1}).velocity[0];
    EXPECT_LT(std::fabs(rest), 0x1p-50);
    exact += rest == 0.0 ? 1U : 0U;
    world.run_until(std::numeric_limits<double>::infinity());
    EXPECT_EQ(world.collisions(), rest < 0.0 ? 6U : 5U);
    if (world.collisions() > 5) {
      EXPECT_GT(world.time(), 1e14);
    }
    sixth += world.collisions() - 5;
  }
  EXPECT_GT(exact, 100U);
  EXPECT_GT(sixth, 50U);
}

/// How often three balls that all converge meet, the pair (i, i + 1) first: the wedge as above, of the
/// angle theta between the lines x1 = x2 and x2 = x3; a ray that comes in at the angle alpha from the line
/// not met first crosses those at k theta, alpha < k theta < alpha + pi. How near to a tie: `tie`.
std::uint64_t impacts_of_three(const std::array<double, 3>& mass, const std::array<double, 3>& velocity,
                               std::size_t i, double& tie) {
  const double a = std::sqrt(1.0 / mass[0] + 1.0 / mass[1]);
  const double b = std::sqrt(1.0 / mass[1] + 1.0 / mass[2]);
  const double theta = std::acos(1.0 / (mass[1] * a * b));
  const double first = (velocity[0] - velocity[1]) / a;
  const double second = (velocity[1] - velocity[2]) / b;
  const double near = i == 0 ? first : second;
  const double far = i == 0 ? second : first;
  const double alpha = std::atan2(far * std::sin(theta), near + far * std::cos(theta));
  const double lines = (alpha + kPi) / theta;
  tie = std::fabs(lines - std::nearbyint(lines));
  return static_cast<std::uint64_t>(std::ceil(lines)) - 1;
}

TEST(ThreeOnALine, OfAnyMassesMeetAsOftenAsTheirWedgeSays) {
  constexpr std::uint64_t kSeed = 8;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  std::uint64_t most = 0;
  for (int round = 0; round < 2000; ++round) {
    std::array<double, 3> mass{};
    std::array<double, 3> velocity{};
    for (double& m : mass) m = std::exp(random.uniform(-4.0, 4.0));
    for (double& v : velocity) v = random.uniform(-1.0, 1.0);
    std::sort(velocity.begin(), velocity.end(), std::greater<>());
    const double left = random.uniform(0.1, 5.0);
    const double right = random.uniform(0.1, 5.0);
    World<2> world(open_space<2>());
    world.add(ball<2>({-left - 2.0, 0.0}, {velocity[0], 0.0}, 1.0, mass[0]));
    world.add(ball<2>({0.0, 0.0}, {velocity[1], 0.0}, 1.0, mass[1]));
    world.add(ball<2>({right + 2.0, 0.0}, {velocity[2], 0.0}, 1.0, mass[2]));
    const bool left_first = left / (velocity[0] - velocity[1]) < right / (velocity[1] - velocity[2]);
    double tie = 0.0;
    const std::uint64_t expected = impacts_of_three(mass, velocity, left_first ? 0 : 1, tie);
    if (tie < 1e-9) continue;
    EXPECT_EQ(world.run_until(std::numeric_limits<double>::infinity()).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(world.collisions(), expected) << mass[0] << ' ' << mass[1] << ' ' << mass[2];
    most = std::max(most, expected);
  }
  EXPECT_GT(most, 20U);
}

TEST(ManyOnALine, OfEqualMassOnlyExchangeTheirVelocities) {
  // The balls end in the order of their velocities: one impact for each pair that started the other way
  // round, at most n (n - 1) / 2.
  constexpr std::uint64_t kSeed = 9;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  constexpr std::size_t kCount = 40;
  for (int round = 0; round < 20; ++round) {
    World<2> world(open_space<2>());
    std::vector<double> velocities(kCount);
    for (double& v : velocities) v = random.uniform(-1.0, 1.0);
    if (round == 0) std::sort(velocities.begin(), velocities.end(), std::greater<>());
    double place = 0.0;
    std::uint64_t inversions = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      place += 2.0 + random.uniform(0.0, 1.0);
      world.add(ball<2>({place, 0.0}, {velocities[i], 0.0}));
      for (std::size_t j = 0; j < i; ++j) inversions += velocities[j] > velocities[i] ? 1U : 0U;
    }
    EXPECT_EQ(world.run_until(std::numeric_limits<double>::infinity()).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(world.collisions(), inversions);
    if (round == 0) {
      EXPECT_EQ(inversions, kCount * (kCount - 1) / 2);
    }
    std::sort(velocities.begin(), velocities.end());
    for (std::uint32_t i = 0; i < kCount; ++i)
      EXPECT_NEAR(world.state({i}).velocity[0], velocities[i], 40.0 * 0x1p-52);
  }
}

TEST(Rods, OfEqualMassAreShiftedPointsThatFlyThroughEachOther) {
  // Without their lengths, balls on a line are points that exchange velocities.
  constexpr std::uint64_t kSeed = 6;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  for (int round = 0; round < 20; ++round) {
    World<2> world(open_space<2>());
    std::vector<double> lengths{0.0};
    std::vector<double> flown;
    double place = 0.0;
    double before = 0.0;
    for (int i = 0; i < 30; ++i) {
      const double radius = random.uniform(0.1, 1.0);
      const double velocity = random.uniform(-1.0, 1.0);
      const double gap = random.uniform(0.0, 1.0);
      place += i == 0 ? 0.0 : before + radius + gap;
      if (i > 0) lengths.push_back(lengths.back() + before + radius);
      before = radius;
      world.add(ball<2>({place, 0.0}, {velocity, 0.0}, radius));
      flown.push_back(place - lengths.back() + 9.0 * velocity);
    }
    std::sort(flown.begin(), flown.end());
    EXPECT_EQ(world.run_until(9.0).outcome, RunOutcome::ReachedTime);
    EXPECT_GT(world.collisions(), 50U);
    for (std::uint32_t i = 0; i < 30; ++i)
      EXPECT_NEAR(world.state({i}).position[0], flown[i] + lengths[i], 1e-12);
  }
}

}  // namespace
}  // namespace firsthit
