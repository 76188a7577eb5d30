#include "physics/turning_worlds.hpp"

#include <firsthit/observer.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

// Dominoes against J. M. J. van Leeuwen, The domino effect, Am. J. Phys. 78, 721 (2010),
// doi:10.1119/1.3406154: each turns about its front lower edge and leans on the next without friction, and
// collisions lose all that they can (as in Stronge 1987, doi:10.1098/rspa.1987.0013, trains push at the
// front).

namespace firsthit {
namespace {

constexpr double kGravity = 9.81, kHeight = 1.0, kWidth = 0.15, kGap = 0.4, kPush = 1.0;  // [rad/T] the first

/// A train of dominoes that lean on each other: what all of them do follows from the angle of the foremost.
class Train {
 public:
  explicit Train(std::size_t count) : count_(count) {}

  /// Twice the energy of motion, of a foremost that turns with 1, and the energy of place.
  std::pair<double, double> at(double angle) const {
    const double inertia = (kHeight * kHeight + kWidth * kWidth) / 3.0;  // of mass 1, about an edge
    double motion = 0.0, place = 0.0, rate = 1.0;
    for (std::size_t i = 0; i < count_; ++i) {
      motion += inertia * rate * rate;
      place += 0.5 * kGravity * (kHeight * std::cos(angle) + kWidth * std::sin(angle));
      // The corner of the one behind on the back of this one: h sin(b - a) = (s + d) cos a - d.
      const double behind = angle + std::asin(((kGap + kWidth) * std::cos(angle) - kWidth) / kHeight);
      rate *= 1.0 - (kGap + kWidth) * std::sin(angle) / (kHeight * std::cos(behind - angle));
      angle = behind;
    }
    return {motion, place};
  }

 private:
  std::size_t count_;
};

/// [T] The times from one first collision to the next, the first of them from the push on.
std::vector<double> times_of_theory(std::size_t collisions) {
  constexpr int kSteps = 4000;
  const double meets = std::asin(kGap / kHeight);
  std::vector<double> times;
  double rate = kPush;
  for (std::size_t count = 1; count <= collisions; ++count) {
    const Train train(count);
    const auto [motion, place] = train.at(0.0);
    const double energy = 0.5 * motion * rate * rate + place;
    double time = 0.0;
    for (int i = 0; i < kSteps; ++i) {  // the midpoint rule
      const auto [inertia, height] = train.at(meets * (i + 0.5) / kSteps);
      time += meets / kSteps / std::sqrt(2.0 * (energy - height) / inertia);
    }
    times.push_back(time);
    const auto [inertia, height] = train.at(meets);
    const double last = std::sqrt(2.0 * (energy - height) / inertia);
    rate = last * inertia / Train(count + 1).at(0.0).first;
  }
  return times;
}

struct FirstHits final : Observer<2> {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> time;
  void impact(const Impact<2>& impact) override {
    if (impact.kind == ImpactKind::BodyBody)
      time.try_emplace({impact.a.id.value, impact.b.id.value}, impact.time);
  }
};

TEST(Dominoes, FallAsFastAsVanLeeuwenDerives) {
  constexpr std::uint32_t kCount = 7;
  const std::vector<double> theory = times_of_theory(kCount - 1);
  WorldOptions<2> options;
  options.gravity = {0.0, -kGravity};
  options.restitution = 0.0;
  options.friction = 2.0;  // on the ground nobody slips
  World<2> world(options);
  world.set_friction(Material{1}, Material{1}, 0.0);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    Body<2> domino = turning<2>(Box<2>{{0.5 * kWidth, 0.5 * kHeight}}, {i * (kGap + kWidth), 0.5 * kHeight});
    domino.material = Material{1};
    if (i == 0) {
      domino.velocity = {0.5 * kHeight * kPush, 0.5 * kWidth * kPush};
      domino.angular_velocity = -kPush;
    }
    world.add(domino);
  }
  Body<2> ground;
  ground.shape = HalfSpace<2>{{0.0, 1.0}, 0.0};
  ground.kind = BodyKind::Fixed;
  world.add(ground);
  FirstHits hits;
  world.observe(hits);
  EXPECT_EQ(world.run_until(1.5).outcome, RunOutcome::ReachedTime);
  double before = 0.0;
  for (std::uint32_t i = 0; i + 1 < kCount; ++i) {
    ASSERT_TRUE(hits.time.count({i, i + 1})) << i;
    const double time = hits.time[{i, i + 1}];
    EXPECT_NEAR((time - before) / theory[i], 1.0, 2e-3) << "domino " << i + 2;
    before = time;
  }
  // From the first to the last it gets three times as fast.
  EXPECT_GT(theory.front() / theory.back(), 3.0);
}

}  // namespace
}  // namespace firsthit
