#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "physics/statistics.hpp"
#include "support/long_form.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

// Grains of the plane, held to what is known of silos and slopes: stresses, angles of repose, rates of
// discharge.

namespace firsthit {
namespace {

/// Between two walls, on a floor at 0; gravity 1.
WorldOptions<2> silo(double width, double restitution, double friction) {
  WorldOptions<2> options;
  options.space = {{0.0, 0.0}, {width, 400.0}, {Side::Wall, Side::Wall}};
  options.gravity = {0.0, -1.0};
  options.restitution = restitution;
  options.friction = friction;
  return options;
}

Body<2> disc(double radius, const Vec<2>& position, double mass) {
  Body<2> body;
  body.shape = Ball{radius};
  body.position = position;
  body.mass = mass;
  return body;
}

bool is_still(const World<2>& world, BodyId id) {
  const BodyState<2> state = world.state(id);
  return is_zero(state.velocity) && state.angular_velocity == 0.0 && is_zero(state.acceleration);
}

/// Runs until nobody moves; false if that takes longer than `most` [T].
bool comes_to_rest(World<2>& world, const std::vector<BodyId>& grains, double most) {
  const double end = world.time() + most;
  while (world.time() < end) {
    if (world.run_until(world.time() + 1.0, RunLimits{.events = 5'000'000}).outcome !=
        RunOutcome::ReachedTime)
      return false;
    if (std::all_of(grains.begin(), grains.end(), [&](BodyId id) { return is_still(world, id); }))
      return true;
  }
  return false;
}

/// What carries grains that rest.
struct Stresses {
  double left = 0.0, right = 0.0;  // [M L/T^2] on the walls
  double floor = 0.0;
  double lateral = 0.0;   // [M L^2/T^2] sums of force times distance of all contacts between grains,
  double vertical = 0.0;  // as the mean stress is, times the area
};

Stresses stresses_of(const World<2>& world) {
  Stresses found;
  for (const RestingContact<2>& contact : world.contacts()) {
    if (contact.b == world.side(0, false)) {
      found.left += contact.force[0];
    } else if (contact.b == world.side(0, true)) {
      found.right -= contact.force[0];
    } else if (contact.b == world.side(1, false)) {
      found.floor += contact.force[1];
    } else {
      const Vec<2> apart = world.state(contact.a).position - world.state(contact.b).position;
      found.lateral += contact.force[0] * apart[0];
      found.vertical += contact.force[1] * apart[1];
    }
  }
  return found;
}

// Equal smooth discs in rows that lie in the hollows of those below, their centres s apart, the even rows
// from wall to wall. All contacts are at the same angle a from the vertical, sin a = s / 2 r, so the lateral
// stress is tan^2 a of the vertical one: it depends on how they are packed. With a sum over all discs of
// force times place (the virial), which is zero where nobody is accelerated, the force on a wall times the
// way between the outermost centres is tan^2 a times the sum of their weights times their heights above the
// lowest row.
TEST(Stresses, OfDiscsInRowsAreAsTheirAngleTells) {
  constexpr double kRadius = 0.5;
  constexpr int kColumns = 5, kRows = 7;
  for (const double spacing : {1.0625, 1.25, 1.5}) {
    const double width = 2.0 * kRadius + (kColumns - 1) * spacing;
    const double sine = spacing / (4.0 * kRadius);
    const double rise = 2.0 * kRadius * std::sqrt(1.0 - sine * sine);
    World<2> world(silo(width, 0.0, 0.0));
    std::vector<BodyId> grains;
    double work = 0.0, weight = 0.0;
    for (int row = 0; row < kRows; ++row)
      for (int i = 0; i < kColumns - row % 2; ++i) {
        const double x = kRadius + spacing * (i + 0.5 * (row % 2));
        grains.push_back(world.add(disc(kRadius, {x, kRadius + rise * row}, 1.0)));
        work += rise * row;
        weight += 1.0;
      }
    ASSERT_TRUE(comes_to_rest(world, grains, 100.0)) << spacing;
    const Stresses found = stresses_of(world);
    const double ratio = sine * sine / (1.0 - sine * sine);
    // Places are off by some roundings of the height, and forces by as much.
    EXPECT_NEAR(found.lateral / found.vertical, ratio, 1e-11) << spacing;
    EXPECT_NEAR(found.left, ratio * work / (width - 2.0 * kRadius), 1e-9) << spacing;
    EXPECT_NEAR(found.right, found.left, 1e-9) << spacing;
    EXPECT_NEAR(found.floor, weight, 1e-9) << spacing;
  }
}

// Poured, they lie as it happens. At each height their contacts carry what lies above it, and across each
// vertical line what pushes at a wall, whose smooth sides take no weight. All contacts together tell what
// acts on the walls: by the virial.
TEST(Stresses, OfPouredDiscsCarryWhatLiesAboveAndPushTheWallsAlike) {
  constexpr double kWidth = 6.0;
  const std::uint64_t packings = long_form() ? 20 : 3;
  std::vector<double> ratios;
  for (std::uint64_t seed = 1; seed <= packings; ++seed) {
    Random random(seed);
    World<2> world(silo(kWidth, 0.5, 0.0));
    std::vector<BodyId> grains;
    for (int i = 0; i < 40; ++i) {
      const double radius = random.uniform(0.3, 0.5);
      const double x = random.uniform(0.55, kWidth - 0.55);
      grains.push_back(world.add(disc(radius, {x, 1.0 + 1.1 * i}, radius * radius)));
    }
    if (!comes_to_rest(world, grains, 1000.0)) continue;  // one in some ten goes on to hop
    double weight = 0.0;
    for (const BodyId id : grains) weight += world.body(id).mass;
    const double rounding = 1e-9 * weight;
    const Stresses found = stresses_of(world);
    EXPECT_NEAR(found.floor, weight, rounding);
    EXPECT_NEAR(found.left, found.right, rounding);
    double lateral = 0.0, vertical = 0.0, lowest = 0.0;
    for (const RestingContact<2>& contact : world.contacts()) {
      const Vec<2> place = world.state(contact.a).position;
      if (contact.b == world.side(0, false)) lateral += contact.force[0] * place[0];
      if (contact.b == world.side(0, true)) lateral += contact.force[0] * place[0];
      if (contact.b == world.side(1, false)) lowest += contact.force[1] * place[1];
    }
    for (const BodyId id : grains) vertical += world.body(id).mass * world.state(id).position[1];
    EXPECT_NEAR(found.lateral, -lateral, 10.0 * rounding);
    EXPECT_NEAR(found.vertical, vertical - lowest, 10.0 * rounding);
    for (double height = 0.8; height < 4.0; height += 0.4) {
      double above = 0.0, carried = 0.0;
      for (const BodyId id : grains)
        if (world.state(id).position[1] > height) above += world.body(id).mass;
      for (const RestingContact<2>& contact : world.contacts()) {
        if (contact.b.value >= world.size()) continue;
        const double a = world.state(contact.a).position[1], b = world.state(contact.b).position[1];
        if ((a > height) != (b > height)) carried += a > height ? contact.force[1] : -contact.force[1];
      }
      EXPECT_NEAR(carried, above, rounding) << seed << " at " << height;
    }
    ratios.push_back(found.lateral / found.vertical);
  }
  ASSERT_GE(10 * ratios.size(), 6 * packings);
  const Mean ratio = mean_of(ratios);
  RecordProperty("lateral_to_vertical", std::to_string(ratio.value) + " +- " + std::to_string(ratio.error));
  EXPECT_GT(ratio.value, 1.0 / 3.0) << "less than where all contacts are as steep as in the densest rows";
  EXPECT_LT(ratio.value, 3.0);
}

/// [rad] Pentagons in a bin whose one side is taken away: the slope of what is left, from its centre of mass,
/// which in a triangle against a wall is at a third of its height and of its width.
double angle_of_repose(double friction, int count, std::uint64_t seed) {
  constexpr double kWidth = 5.0;
  Random random(seed);
  World<2> world(silo(60.0, 0.2, friction));
  Body<2> gate;
  gate.kind = BodyKind::Fixed;
  gate.shape = Box<2>{{0.5, 100.0}};
  gate.position = {kWidth + 0.5, 100.0};
  const BodyId shut = world.add(gate);
  std::vector<BodyId> grains;
  for (int i = 0; i < count; ++i) {
    const double radius = random.uniform(0.3, 0.5);
    Hull<2> pentagon;
    for (int k = 0; k < 5; ++k)
      pentagon.vertices.push_back({radius * std::cos(0.4 * kPi * k), radius * std::sin(0.4 * kPi * k)});
    Body<2> grain;
    grain.shape = pentagon;
    grain.mass = radius * radius;
    grain.spins = true;
    const double x = random.uniform(0.6, kWidth - 0.6);
    grain.position = {x, 0.6 + 1.05 * i};
    const double half = random.uniform(0.0, 3.0);
    grain.orientation = {std::cos(half), std::sin(half)};
    grains.push_back(world.add(grain));
  }
  EXPECT_TRUE(comes_to_rest(world, grains, 500.0)) << friction << " " << seed;
  world.remove(shut);
  EXPECT_TRUE(comes_to_rest(world, grains, 500.0)) << friction << " " << seed;
  Vec<2> middle;
  for (const BodyId id : grains) middle = middle + world.body(id).mass * world.state(id).position;
  return std::atan2(middle[1], middle[0]);
}

TEST(Slopes, AreNoLessSteepTheMoreTheyRub) {
  const int count = long_form() ? 60 : 20;
  const std::uint64_t seeds = long_form() ? 10 : 4;
  std::vector<Mean> angles;
  const std::vector<double> frictions =
      long_form() ? std::vector<double>{0.05, 0.1, 0.2, 0.4, 0.8} : std::vector<double>{0.1, 0.3, 0.8};
  for (const double friction : frictions) {
    std::vector<double> each;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
      each.push_back(angle_of_repose(friction, count, seed));
    angles.push_back(mean_of(each));
    std::printf("friction %.2f: %.1f +- %.1f degrees\n", friction, angles.back().value * 180.0 / kPi,
                angles.back().error * 180.0 / kPi);
  }
  for (std::size_t i = 1; i < angles.size(); ++i)
    EXPECT_GT(angles[i].value - angles[i - 1].value, -2.0 * std::hypot(angles[i].error, angles[i - 1].error))
        << i;
  EXPECT_GT(angles.back().value - angles.front().value,
            kStandardErrors * std::hypot(angles.back().error, angles.front().error));
}

/// How many grains a time run out of a silo with an opening in its floor, while a fifth to four fifths of
/// them do. Their mean diameter is 1, and `rows` of them fill the silo, which is 2.75 times as wide as its
/// opening.
Mean discharge(double opening, int rows, double contact_duration, std::uint64_t seed) {
  constexpr double kBelow = -1.0, kStep = 0x1p-6;
  const double width = 2.75 * opening;
  Random random(seed);
  WorldOptions<2> options = silo(width, 0.3, 0.5);
  options.space.min[1] = -100.0;
  options.space.sides[1] = Side::Open;
  options.contact_duration = contact_duration;
  World<2> world(options);
  const double half = 0.25 * (width - opening);
  for (const double middle : {half, width - half}) {
    Body<2> floor;
    floor.kind = BodyKind::Fixed;
    floor.shape = Box<2>{{half, 0.25}};
    floor.position = {middle, -0.25};
    world.add(floor);
  }
  std::vector<BodyId> grains;
  const int in_a_row = static_cast<int>(width / 1.25), count = rows * in_a_row;
  for (int i = 0; i < count; ++i) {
    const double radius = random.uniform(0.45, 0.55);
    const double x = (i % in_a_row + 0.5) * width / in_a_row + random.uniform(-0.05, 0.05);
    Body<2> grain = disc(radius, {x, 0.7 + 1.2 * (i / in_a_row)}, 4.0 * radius * radius);
    grain.spins = true;
    grains.push_back(world.add(grain));
  }
  const int first = count / 5, last = 4 * count / 5;
  std::vector<double> out;  // [T] when
  while (static_cast<int>(out.size()) <= last && world.time() < 500.0) {
    if (world.run_until(world.time() + kStep, RunLimits{.events = 10'000'000}).outcome !=
        RunOutcome::ReachedTime)
      break;
    std::erase_if(grains, [&](BodyId id) {
      if (world.state(id).position[1] > kBelow) return false;
      world.remove(id);
      out.push_back(world.time());
      return true;
    });
  }
  EXPECT_GT(static_cast<int>(out.size()), last) << opening;
  if (static_cast<int>(out.size()) <= last) return {};
  std::vector<double> rates;
  constexpr int kBlocks = 6;
  const int block = (last - first) / kBlocks;
  for (int i = 0; i < kBlocks; ++i) {
    const auto begin = static_cast<std::size_t>(first + i * block);
    rates.push_back(block / (out[begin + static_cast<std::size_t>(block)] - out[begin]));
  }
  return mean_of(rates);
}

/// A straight line of the least squares.
struct Line {
  double begin = 0.0, slope = 0.0;
  double furthest = 0.0;  ///< [standard errors] from it, of what it was laid through
};

Line line_through(const std::vector<double>& x, const std::vector<Mean>& y) {
  double w = 0.0, wx = 0.0, wy = 0.0, wxx = 0.0, wxy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double weight = 1.0 / (y[i].error * y[i].error);
    w += weight;
    wx += weight * x[i];
    wy += weight * y[i].value;
    wxx += weight * x[i] * x[i];
    wxy += weight * x[i] * y[i].value;
  }
  Line line;
  line.slope = (w * wxy - wx * wy) / (w * wxx - wx * wx);
  line.begin = (wy - line.slope * wx) / w;
  for (std::size_t i = 0; i < x.size(); ++i)
    line.furthest =
        std::max(line.furthest, std::abs(y[i].value - line.begin - line.slope * x[i]) / y[i].error);
  return line;
}

Mean to_the(double power, const Mean& mean) {
  const double value = std::pow(mean.value, power);
  return {value, power * value / mean.value * mean.error};
}

// Beverloo, Leniger, van de Velde, Chem. Eng. Sci. 15, 260 (1961), doi:10.1016/0009-2509(61)85030-6, in the
// plane: the rate is C sqrt(g) (D - k d)^(3/2), so its power 2/3 is linear in the opening D, and is zero at k
// diameters d of a grain, some 1.4 in space. The silo has to be some 2.5 times as wide as the opening.
// Returns how many standard errors the rates themselves are from a straight line: whether the test can tell.
double expect_beverloo(const std::vector<double>& openings, int rows, double contact_duration,
                       std::uint64_t seeds) {
  std::vector<Mean> rates, powers;
  for (const double opening : openings) {
    Mean rate;
    double variance = 0.0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const Mean mean = discharge(opening, rows, contact_duration, seed);
      rate.value += mean.value / static_cast<double>(seeds);
      variance += mean.error * mean.error / static_cast<double>(seeds * seeds);
    }
    rate.error = std::sqrt(variance);
    rates.push_back(rate);
    powers.push_back(to_the(2.0 / 3.0, rate));
    std::printf("opening %.2f: %.2f +- %.2f a time, to the power 2/3 %.3f +- %.3f\n", opening, rate.value,
                rate.error, powers.back().value, powers.back().error);
  }
  const Line line = line_through(openings, powers);
  EXPECT_LT(line.furthest, kStandardErrors);
  const double closed = -line.begin / line.slope;
  EXPECT_GT(closed, 0.5);
  EXPECT_LT(closed, 2.5);
  const double of_rates = line_through(openings, rates).furthest;
  std::printf(
      "closed at %.2f diameters; a line is %.1f standard errors from the powers, %.1f from the rates\n",
      closed, line.furthest, of_rates);
  return of_rates;
}

TEST(Silos, DischargeAsBeverlooTellsWhereContactsLast) {
  if (long_form())
    EXPECT_GT(expect_beverloo({4.0, 5.0, 6.0, 8.0, 10.0, 12.0}, 60, 0.005, 8), 3.0)
        << "a test that could not tell";
  else
    expect_beverloo({4.5, 5.75, 7.0}, 20, 0.005, 2);
}

TEST(Silos, DischargeAsBeverlooTellsWhereImpactsAreSudden) {
  if (long_form())
    expect_beverloo({5.0, 6.0, 7.0}, 30, 0.0, 3);
  else
    expect_beverloo({5.0, 6.0, 7.0}, 9, 0.0, 1);
}

}  // namespace
}  // namespace firsthit
