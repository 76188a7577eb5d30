#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

// How balls come to rest, slide and roll off, against the theory of one smooth body under gravity.

namespace firsthit {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// What a body has flown, leg by leg, as observers are told.
struct Path : Observer<2> {
  void impact(const Impact<2>& impact) override { add(impact.a); }
  void turn(const Turn<2>& turn) override {
    if (turn.kind == TurnKind::Rested) rested = turn.time;
    if (turn.kind == TurnKind::Left) left = turn.time;
    add(turn.body);
  }
  /// Up and down again: the way of a parabola along the one axis that counts.
  void add(const ImpactSide<2>& side) {
    const double end = side.velocity_before[1];
    const double begin = end - side.elapsed * side.acceleration[1];
    const double g = std::fabs(side.acceleration[1]);
    if (g > 0.0)
      travelled += (begin > 0.0 ? begin * begin + end * end : end * end - begin * begin) / (2.0 * g);
  }
  double travelled = 0.0;
  double rested = -1.0;
  double left = -1.0;
};

TEST(DroppedBall, StopsAtTheEndOfTheGeometricSeries) {
  // h (1 + 2 e^2 + 2 e^4 + ..) and sqrt(2 h / g) (1 + 2 e + 2 e^2 + ..): elementary.
  for (const double unit : {1.0, 1e-10, 1e10}) {
    for (const double e : {0.0, 0.3, 0.5, 0.9, 0.99}) {
      SCOPED_TRACE(testing::Message() << "e " << e << ", unit " << unit);
      const double g = 9.81 * unit;
      const double h = 1.7 * unit;
      const double radius = 0.4 * unit;
      World<2> world(open_space<2>({0.0, -g}, e));
      Path path;
      world.observe(path);
      const BodyId id = world.add(ball<2>({0.0, h + radius}, {}, radius));
      world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
      EXPECT_EQ(world.run_until(1e6).outcome, RunOutcome::ReachedTime);
      // A bounce lower than this counts as none; what it and all later ones would take is missing.
      const double rounding = 16.0 * kEpsilon * (h + radius);
      const double time = std::sqrt(2.0 * h / g) * (1.0 + e) / (1.0 - e);
      EXPECT_NEAR(path.rested, time, 1e-13 * time + 4.0 * std::sqrt(2.0 * rounding / g) / (1.0 - e));
      const double way = h * (1.0 + e * e) / (1.0 - e * e);
      EXPECT_NEAR(path.travelled, way, (1e-13 * way + 4.0 * rounding) / (1.0 - e));
      EXPECT_NEAR(world.state(id).position[1], radius, kEpsilon * radius);
      EXPECT_EQ(world.state(id).velocity, (Vec2{}));
      EXPECT_EQ(world.state(id).acceleration, (Vec2{}));
    }
  }
}

TEST(BallOnASlope, SlidesWithTheGravityAlongIt) {
  for (const double e : {0.0, 0.5}) {
    for (const Vec2 normal : {Vec2{0.6, 0.8}, Vec2{-0.8, 0.6}, Vec2{0.3, 0.7}}) {
      const double size = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
      World<2> world(open_space<2>({0.0, -2.0}, e));
      const Vec2 start{normal[0] / size, normal[1] / size};
      const BodyId id = world.add(ball<2>(start, {}, 1.0));
      world.add(fixed<2>(HalfSpace<2>{normal, 0.0}));
      const double time = 1000.0;
      EXPECT_EQ(world.run_until(time).outcome, RunOutcome::ReachedTime);
      const BodyState<2> state = world.state(id);
      const double sine = std::fabs(normal[0]) / size;
      const double way = 0.5 * 2.0 * sine * time * time;
      const double downhill = normal[0] > 0.0 ? 1.0 : -1.0;
      EXPECT_NEAR(state.position[0], start[0] + downhill * way * normal[1] / size, 8.0 * kEpsilon * way);
      EXPECT_NEAR(state.position[1], start[1] - way * sine, 8.0 * kEpsilon * way);
      EXPECT_NEAR(std::hypot(state.velocity[0], state.velocity[1]), 2.0 * sine * time, 1e-11);
      EXPECT_LT(world.events(), 200U) << "lists that expire; sliding costs nothing else";
    }
  }
}

TEST(BallOnTopOfABall, LeavesItWhereTheCentrifugalForceLiftsItOff) {
  // Energy: v^2 = 2 g R (cos a0 - cos a); it leaves when v^2 = g R cos a, so at cos a = 2/3 cos a0, and
  // then keeps the horizontal speed sqrt(g R) cos^(3/2) a.
  for (const double e : {0.0, 0.5, 1.0}) {
    for (const double x : {0.05, 0.3, -1.0}) {
      const double sum = 2.0;
      World<2> world(open_space<2>({0.0, -1.0}, e));
      const double height = std::sqrt(sum * sum - x * x);
      const BodyId id = world.add(ball<2>({x, height}, {}, 1.25));
      world.add(fixed<2>(Ball{0.75}));
      EXPECT_EQ(world.run_until(30.0).outcome, RunOutcome::ReachedTime);
      const BodyState<2> state = world.state(id);
      const double cosine = 2.0 / 3.0 * height / sum;
      const double speed = std::sqrt(sum) * cosine * std::sqrt(cosine);
      EXPECT_NEAR(std::fabs(state.velocity[0]), speed, 2e-4) << "the glide bounces by 2^-30 of the radius";
      EXPECT_EQ(state.velocity[0] > 0.0, x > 0.0);
      const double energy =
          0.5 * (state.velocity[0] * state.velocity[0] + state.velocity[1] * state.velocity[1]);
      EXPECT_NEAR(energy + state.position[1], height, 0x1p-29 * sum) << "and gains no more";
    }
  }
}

/// A ball that slides to the right or left over the end of a level segment.
struct Slider {
  double speed_after = 0.0;
  double left = 0.0;  // the segment's face
  std::uint64_t impacts = 0;
};

Slider slide_off(double speed, bool to_the_right, double restitution) {
  const double sign = to_the_right ? 1.0 : -1.0;
  World<2> world(open_space<2>({0.0, -1.0}, restitution));
  Path path;
  world.observe(path);
  const BodyId id = world.add(ball<2>({0.0, 0.5}, {sign * speed, 0.0}, 0.5));
  world.add(fixed<2>(Segment<2>{{-3.0, 0.0}, {3.0, 0.0}}));
  EXPECT_EQ(world.run_until(3.0 / speed + 5.0).outcome, RunOutcome::ReachedTime);
  const BodyState<2> state = world.state(id);
  return {sign * state.velocity[0], path.left, world.collisions()};
}

TEST(BallThatSlidesOverAnEdge, FliesOffAtOnceIfItIsFast) {
  for (const double speed : {0.75, 1.0, 20.0}) {  // v^2 > g r = 1/2
    for (const bool to_the_right : {false, true}) {
      const Slider slider = slide_off(speed, to_the_right, 0.5);
      EXPECT_NEAR(slider.left, 3.0 / speed, 8.0 * kEpsilon * slider.left);
      EXPECT_EQ(slider.speed_after, speed);
      EXPECT_EQ(slider.impacts, 0U);
    }
  }
}

TEST(BallThatSlidesOverAnEdge, RollsAroundItIfItIsSlow) {
  // v^2 = v0^2 + 2 g r (1 - cos a) = g r cos a: cos a = (2 + v0^2 / (g r)) / 3.
  for (const double speed : {0.05, 0.3, 0.6}) {
    for (const bool to_the_right : {false, true}) {
      for (const double e : {0.0, 0.9}) {
        const Slider slider = slide_off(speed, to_the_right, e);
        EXPECT_NEAR(slider.left, 3.0 / speed, 8.0 * kEpsilon * slider.left);
        const double cosine = (2.0 + speed * speed / 0.5) / 3.0;
        EXPECT_NEAR(slider.speed_after, std::sqrt(0.5) * cosine * std::sqrt(cosine), 2e-4) << speed;
        EXPECT_GT(slider.impacts, 10U);
      }
    }
  }
}

TEST(BallOnTopOfABall, FallsLikeAnInvertedPendulumWhileItGlides) {
  // Near the top x'' = g / R x: from x0 at rest, x = x0 cosh(sqrt(g / R) t).
  const double sum = 2.0;
  const double x0 = 1e-4;
  World<2> world(open_space<2>({0.0, -1.0}, 0.5));
  const BodyId id = world.add(ball<2>({x0, std::sqrt(sum * sum - x0 * x0)}, {}, 1.0));
  world.add(fixed<2>(Ball{1.0}));
  world.run_until(6.0);
  EXPECT_NEAR(world.state(id).position[0], x0 * std::cosh(6.0 / std::sqrt(sum)), 1e-4 * x0);
}

}  // namespace
}  // namespace firsthit
