#include "support/long_form.hpp"
#include "world/worlds.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

// Bodies of all shapes under gravity: how they fall, bounce, rest, slide and are carried.

namespace firsthit {
namespace {

constexpr double kGravity = 8.0;

template <int D>
Vec<D> down() {
  Vec<D> g;
  g[D - 1] = -kGravity;
  return g;
}

/// Everything that comes to rest, or leaves what it rests on.
template <int D>
struct Turns : Watcher<D> {
  void turn(const Turn<D>& turn) override { turns.push_back(turn); }
  std::vector<Turn<D>> turns;
};

Body<2> crate(const Vec<2>& half, const Vec<2>& position, const Vec<2>& velocity = {}) {
  return {.shape = Box<2>{half}, .position = position, .velocity = velocity};
}

/// 1.5 high over its place, and flat below.
std::vector<Shape<2>> things_with_a_flat_bottom() {
  return {Box<2>{{0.5, 1.5}},
          OrientedBox<2>{{1.5, 0.25}, {Vec<2>{0.0, 1.0}, Vec<2>{-1.0, 0.0}}},
          Capsule<2>{{-0.5, -1.0}, {0.75, -1.0}, 0.5},
          Hull<2>{{{-1.0, -1.5}, {1.0, -1.5}, {0.0, 2.0}}},
          Hull<2>{{{-1.0, -1.25}, {1.0, -1.25}, {0.0, 2.0}}, 0.25},
          Polygon({{-1.0, -1.5}, {1.0, -1.5}, {1.0, 1.0}, {0.0, -0.5}, {-1.0, 1.0}}),
          Segment<2>{{-0.5, -1.5}, {0.5, -1.5}},
          Ball{1.5}};
}

std::vector<Body<2>> floors_at_zero() {
  return {fixed<2>(Box<2>{{20.0, 1.0}}, {0.0, -1.0}),
          fixed<2>(Segment<2>{{-20.0, 0.0}, {20.0, 0.0}}),
          fixed<2>(Polygon({{-20.0, 0.0}, {-20.0, -3.0}, {0.0, -1.0}, {20.0, -3.0}, {20.0, 0.0}})),
          fixed<2>(Capsule<2>{{-20.0, -0.5}, {20.0, -0.5}, 0.5}),
          fixed<2>(HalfSpace<2>{{0.0, 2.0}, 0.0}),
          {.shape = Box<2>{{20.0, 1.0}}, .position = {0.0, -1.0}, .kind = BodyKind::Kinematic}};
}

TEST(Falling, WhatIsDroppedOnAFloorRestsWhenTheoryHasIt) {
  // From h = 4: sqrt(2 h / g) (1 + e) / (1 - e) = 3, up to the bounces that positions cannot tell.
  for (const Shape<2>& shape : things_with_a_flat_bottom()) {
    for (const Body<2>& floor : floors_at_zero()) {
      SCOPED_TRACE(testing::Message() << "shape " << shape.index() << " on " << floor.shape.index());
      World<2> world(open_space<2>(down<2>(), 0.5));
      world.add(floor);
      const BodyId body = world.add({.shape = shape, .position = {0.5, 5.5}});
      Turns<2> seen;
      world.observe(seen);
      world.run_until(10.0);
      ASSERT_FALSE(seen.turns.empty());
      EXPECT_EQ(seen.turns.back().kind, TurnKind::Rested);
      EXPECT_NEAR(seen.turns.back().time, 3.0, 2e-6);
      // What is thin meets as if it were grown by 2^-44 of the largest length.
      EXPECT_NEAR(seen.impacts[0].time, 1.0, 1e-12);
      EXPECT_NEAR(world.state(body).position[1], 1.5, 3e-12);
      EXPECT_EQ(world.state(body).position[0], 0.5);
      EXPECT_EQ(world.state(body).velocity, (Vec<2>{}));
      EXPECT_LT(seen.impacts.size(), 60U);
    }
  }
}

TEST(Falling, WhatIsDroppedInSpaceRestsWhenTheoryHasIt) {
  std::vector<Shape<3>> shapes = {
      Box<3>{{0.5, 0.75, 1.5}}, Capsule<3>{{-0.5, 0.25, -1.0}, {0.75, 0.0, -1.0}, 0.5},
      Hull<3>{{{-1, -1, -1.5}, {1, -1, -1.5}, {0, 1, -1.5}, {0, 0, 1}}},
      Hull<3>{{{-1, -1, -1.25}, {1, -1, -1.25}, {0, 1, -1.25}, {0, 0, 1}}, 0.25}, Ball{1.5}};
  const std::vector<Shape<3>> floors = {
      Box<3>{{20.0, 20.0, 1.0}}, HalfSpace<3>{{0.0, 0.0, 1.0}, 1.0},
      Hull<3>{{{-9, -9, 1}, {9, -9, 1}, {9, 9, 1}, {-9, 9, 1}, {0, 0, -3}}}};
  for (const Shape<3>& shape : shapes) {
    for (const Shape<3>& floor : floors) {
      SCOPED_TRACE(testing::Message() << "shape " << shape.index() << " on " << floor.index());
      World<3> world(open_space<3>(down<3>(), 0.5));
      world.add(fixed<3>(floor, {0.0, 0.0, -1.0}));
      const BodyId body = world.add({.shape = shape, .position = {0.5, 0.25, 5.5}});
      Turns<3> seen;
      world.observe(seen);
      world.run_until(10.0);
      ASSERT_FALSE(seen.turns.empty());
      EXPECT_NEAR(seen.turns.back().time, 3.0, 2e-6);
      EXPECT_NEAR(world.state(body).position[2], 1.5, 1e-12);
      EXPECT_EQ(world.state(body).velocity, (Vec<3>{}));
    }
  }
}

TEST(Falling, ACrateSlidesOverFlushTilesAndFallsOffTheLast) {
  for (const Shape<2>& shape : things_with_a_flat_bottom()) {
    if (std::holds_alternative<Ball>(shape)) continue;  // it rolls over the last edge, gliding
    SCOPED_TRACE(testing::Message() << "shape " << shape.index());
    World<2> world(open_space<2>(down<2>(), 0.0));
    constexpr double kThird = 1.0 / 3.0;
    for (int i = 0; i < 100; ++i)
      world.add(fixed<2>(Box<2>{{0.5 * kThird, 0.5}}, {kThird * (i + 0.5), -0.5}));
    const BodyId body = world.add({.shape = shape, .position = {3.0, 1.5}, .velocity = {2.0, 0.0}});
    Turns<2> seen;
    world.observe(seen);
    world.run_until(10.0);
    EXPECT_EQ(world.state(body).velocity, (Vec<2>{2.0, 0.0})) << "to the last bit, over 60 joints";
    EXPECT_NEAR(world.state(body).position[0], 23.0, 1e-12);
    EXPECT_NEAR(world.state(body).position[1], 1.5, 3e-12);
    for (const Impact<2>& impact : seen.impacts) EXPECT_EQ(impact.normal[0], 0.0);
    world.run_until(30.0);
    const Turn<2>& left = seen.turns.back();
    EXPECT_EQ(left.kind, TurnKind::Left);
    // Its hind end, or where that is round the end of what is flat, leaves the last tile.
    const double hind = std::holds_alternative<Capsule<2>>(shape)       ? -0.5
                        : std::holds_alternative<Segment<2>>(shape)     ? -0.5
                        : std::holds_alternative<Box<2>>(shape)         ? -0.5
                        : std::holds_alternative<OrientedBox<2>>(shape) ? -0.25
                                                                        : -1.0;
    EXPECT_NEAR(left.time, (100.0 * kThird - hind - 3.0) / 2.0, 1e-9);
    const double fallen = 30.0 - left.time;
    EXPECT_NEAR(world.state(body).position[1], 1.5 - 0.5 * kGravity * fallen * fallen, 1e-6);
  }
}

TEST(Falling, ACrateSlidesDownASlopeAsTheoryHasIt) {
  // A slope of 3 in 4, 10 long, from (8, 6) down to the floor at the origin; the crate stands on an edge.
  for (const bool is_polygon : {false, true}) {
    World<2> world(open_space<2>(down<2>(), 0.0));
    if (is_polygon) {
      world.add(fixed<2>(Polygon({{0.0, 0.0}, {8.0, 0.0}, {8.0, 6.0}})));
    } else {
      world.add(fixed<2>(Segment<2>{{0.0, 0.0}, {8.0, 6.0}}));
    }
    world.add(fixed<2>(Box<2>{{50.0, 1.0}}, {-50.0, -1.0}));
    // The crate's lower right corner touches the slope: it starts 5 from its foot.
    const BodyId body = world.add(crate({0.5, 0.5}, {4.0 - 0.5, 3.0 + 0.5}));
    Turns<2> seen;
    world.observe(seen);
    world.run_until(1.0);
    // g sin = 4.8 along the slope: after 1, 2.4 of the 5.
    EXPECT_NEAR(world.state(body).position[0], 3.5 - 2.4 * 0.8, 1e-6);
    EXPECT_NEAR(world.state(body).position[1], 3.5 - 2.4 * 0.6, 1e-6);
    world.run_until(3.0);
    // Down after sqrt(10 / 4.8) with speed sqrt(48), of which the floor leaves what leads along it.
    EXPECT_NEAR(world.state(body).velocity[0], -0.8 * std::sqrt(48.0), 1e-5);
    EXPECT_EQ(world.state(body).velocity[1], 0.0);
    EXPECT_NEAR(world.state(body).position[1], 0.5, 1e-12);
    EXPECT_LT(seen.impacts.size(), 20U);
  }
}

TEST(Falling, ALiftCarriesWhatStandsOnIt) {
  for (const Shape<2>& shape : things_with_a_flat_bottom()) {
    SCOPED_TRACE(testing::Message() << "shape " << shape.index());
    World<2> world(open_space<2>(down<2>(), 0.25));
    const BodyId lift = world.add({.shape = Box<2>{{4.0, 1.0}},
                                   .position = {0.0, -1.0},
                                   .velocity = {0.5, 1.0},
                                   .kind = BodyKind::Kinematic});
    const BodyId body = world.add({.shape = shape, .position = {0.5, 1.5}, .velocity = {0.5, 1.0}});
    world.run_until(4.0);
    EXPECT_NEAR(world.state(body).position[1], 5.5, 1e-12);
    EXPECT_NEAR(world.state(body).velocity[1], 1.0, 1e-15);
    // It stops: what it carries flies on, 1 / (2 g) high, and comes down with speed 1: bounces at a quarter.
    world.set_velocity(lift, {0.5, 0.0});
    Turns<2> seen;
    world.observe(seen);
    world.run_until(4.0 + 0.125);
    EXPECT_NEAR(world.state(body).position[1], 5.5 + 0.0625, 1e-12);
    world.run_until(6.0);
    ASSERT_FALSE(seen.impacts.empty());
    EXPECT_NEAR(seen.impacts[0].time, 4.25, 1e-12);
    EXPECT_NEAR(seen.turns.back().time, 4.25 + 0.25 / 3.0, 1e-6);
    EXPECT_NEAR(world.state(body).position[1], 5.5, 1e-12);
    // It goes down faster than things fall, then slower: they fall, and land.
    world.set_velocity(lift, {0.5, -4.0});
    world.run_until(6.5);
    EXPECT_NEAR(world.state(body).position[1], 4.5, 1e-12);
    world.run_until(7.75);
    EXPECT_GT(world.state(body).position[1], world.state(lift).position[1] + 2.5 - 1e-12);
    // It is gone: they fall.
    world.run_until(9.0);
    const double height = world.state(body).position[1];
    const double speed = world.state(body).velocity[1];
    world.remove(lift);
    world.run_until(10.0);
    EXPECT_NEAR(world.state(body).position[1], height + speed - 0.5 * kGravity, 1e-9);
  }
}

TEST(Falling, ALiftThatPressesSomethingAgainstACeilingCrushesIt) {
  for (const Shape<2>& shape : {Shape<2>(Box<2>{{0.5, 0.5}}), Shape<2>(Ball{0.5})}) {
    for (const double restitution : {0.0, 0.5}) {
      World<2> world(open_space<2>(down<2>(), restitution));
      const BodyId lift = world.add({.shape = Box<2>{{4.0, 1.0}},
                                     .position = {0.0, -1.0},
                                     .velocity = {0.0, 1.0},
                                     .kind = BodyKind::Kinematic});
      world.add(fixed<2>(Box<2>{{4.0, 1.0}}, {0.0, 6.0}));
      const BodyId body = world.add({.shape = shape, .position = {0.5, 0.5}, .velocity = {0.0, 1.0}});
      const RunResult end = world.run_until(10.0);
      EXPECT_EQ(end.outcome, RunOutcome::Crushed);
      EXPECT_NE(std::find(end.culprits.begin(), end.culprits.end(), lift), end.culprits.end());
      EXPECT_NE(std::find(end.culprits.begin(), end.culprits.end(), body), end.culprits.end());
      EXPECT_NEAR(world.time(), 4.0, 1e-6);
      EXPECT_NEAR(world.state(body).position[1], 4.5, 1e-6);
    }
  }
}

TEST(Falling, ElasticCratesKeepTheirEnergy) {
  World<2> world(open_space<2>(down<2>()));
  world.add(fixed<2>(Box<2>{{20.0, 1.0}}, {0.0, -1.0}));
  const BodyId body = world.add(crate({0.5, 0.5}, {0.0, 2.5}));
  RunLimits limits;
  limits.collisions = 100'000;
  world.run_until(1e9, limits);
  const BodyState<2> now = world.state(body);
  const double energy = 0.5 * now.velocity[1] * now.velocity[1] + kGravity * (now.position[1] - 0.5);
  EXPECT_NEAR(energy / (2.0 * kGravity), 1.0, 1e-10);
}

TEST(Falling, SensorsTellExactTimesOfWhatIsThrownThroughThemTwice) {
  for (const Shape<2>& shape : {Shape<2>(Box<2>{{0.5, 0.5}}), Shape<2>(Ball{0.5}),
                                Shape<2>(Capsule<2>{{-1.0, 0.0}, {1.0, 0.0}, 0.5})}) {
    World<2> world(open_space<2>(down<2>()));
    const BodyId gate = world.add(
        {.shape = Box<2>{{50.0, 0.25}}, .position = {0.0, 2.75}, .kind = BodyKind::Fixed, .sensor = true});
    const BodyId body = world.add({.shape = shape, .position = {}, .velocity = {3.0, 8.0}});
    Watcher<2> seen;
    world.observe(seen);
    world.run_until(5.0);
    // y = 8 t - 4 t^2 up to 4 at 1: in from 2 to 3.5.
    ASSERT_EQ(seen.passings.size(), 4U);
    const std::array<double, 4> expected = {1.0 - std::sqrt(0.5), 1.0 - std::sqrt(0.125),
                                            1.0 + std::sqrt(0.125), 1.0 + std::sqrt(0.5)};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(seen.passings[i].time, expected[i], 1e-12);
      EXPECT_EQ(seen.passings[i].enters, i % 2 == 0);
      EXPECT_EQ(seen.passings[i].a, gate);
      EXPECT_EQ(seen.passings[i].b, body);
    }
  }
}

template <int D>
Shape<D> draw_shape(Random& random, double size) {
  const auto vector = [&](double most) {
    Vec<D> v;
    for (double& x : v.c) x = random.uniform(-most, most);
    return v;
  };
  switch (random.below(5)) {
    case 0:
      return Ball{random.uniform(0.3, 1.0) * size};
    case 1: {
      Box<D> box;
      for (double& half : box.half_extents.c) half = random.uniform(0.3, 1.0) * size;
      return box;
    }
    case 2: {
      const Vec<D> from = vector(size);
      return Capsule<D>{from, vector(size), random.uniform(0.2, 0.6) * size};
    }
    case 3: {
      Hull<D> hull;
      for (int i = 0; i < 6; ++i) hull.vertices.push_back(vector(size));
      return hull;
    }
    default: {
      Hull<D> hull;
      for (int i = 0; i < 5; ++i) hull.vertices.push_back(vector(size));
      hull.radius = random.uniform(0.1, 0.3) * size;
      return hull;
    }
  }
}

/// Looks whether those who have stuck together keep their places to each other.
template <int D>
class StuckPairs : public Observer<D> {
 public:
  explicit StuckPairs(const World<D>& world) : world_(world) {}

  void impact(const Impact<D>& impact) override {
    if (impact.kind == ImpactKind::BodySide) return;
    const Body<D> a = world_.body(impact.a.id);
    const Body<D> b = world_.body(impact.b.id);
    if (std::min(a.material.value, b.material.value) == 1 &&
        std::max(a.material.value, b.material.value) == 2)
      pairs_.push_back({impact.a.id, impact.b.id, impact.b.position - impact.a.position});
  }

  /// [L] By how much the places of any two have changed to each other; their velocities may not.
  double drift() const {
    double most = 0.0;
    for (const Pair& pair : pairs_) {
      const BodyState<D> a = world_.state(pair.a);
      const BodyState<D> b = world_.state(pair.b);
      EXPECT_EQ(a.velocity, b.velocity);
      EXPECT_EQ(a.acceleration, b.acceleration);
      most = std::max(most, length(b.position - a.position - pair.apart));
    }
    return most;
  }
  std::size_t size() const { return pairs_.size(); }

 private:
  struct Pair {
    BodyId a;
    BodyId b;
    Vec<D> apart;
  };
  const World<D>& world_;
  std::vector<Pair> pairs_;
};

/// Things rain on a landscape of all shapes within walls; those that are `sticky` stick to each other, and to
/// some of the landscape. An oracle looks: nothing is ever inside anything, or gets out.
template <int D>
std::size_t rain(std::uint64_t seed, double restitution, bool sticky = false) {
  SCOPED_TRACE(testing::Message() << "seed " << seed << ", restitution " << restitution);
  Random random(seed);
  WorldOptions<D> options = box<D>(Side::Wall, 20.0);
  options.gravity = down<D>();
  options.restitution = restitution;
  options.contact_duration = 1e-3;
  World<D> world(options);
  // Those who lie on each other without any restitution collapse.
  world.set_restitution(Material{1}, Material{1}, std::max(restitution, 0.3));
  for (int i = 0; i < 14; ++i) {
    Vec<D> position;
    for (double& x : position.c) x = random.uniform(1.0, 19.0);
    position[D - 1] = random.uniform(-1.0, 9.0);
    const Shape<D> shape = draw_shape<D>(random, 2.5);
    Body<D> obstacle = fixed<D>(shape, position);
    if (sticky && i % 4 == 0) obstacle.material = Material{2};
    world.add(obstacle);
  }
  std::vector<BodyId> moving;
  for (int tries = 0; tries < 400 && moving.size() < 10; ++tries) {
    Vec<D> position;
    for (double& x : position.c) x = random.uniform(2.0, 18.0);
    position[D - 1] = random.uniform(9.0, 18.0);
    const Shape<D> shape = draw_shape<D>(random, 0.8);
    if (!world.overlaps(shape, position).empty()) continue;
    moving.push_back(world.add({.shape = shape,
                                .position = position,
                                .velocity = {random.uniform(-2.0, 2.0)},
                                .material = Material{sticky && moving.size() % 3 == 0 ? 2U : 1U}}));
  }
  EXPECT_GE(moving.size(), 8U);
  // Of those who stick together one is put back onto what it touches, and the others with it.
  const double deepest = sticky ? 1e-11 : 2e-12;
  StuckPairs<D> stuck(world);
  if (sticky) {
    world.set_response(Material{1}, Material{2}, Response::Stick);
    world.observe(stuck);
  }
  for (int sample = 1; sample <= 20; ++sample) {
    const RunResult end = world.run_until(0.5 * sample, {.events = 2'000'000});
    EXPECT_EQ(end.outcome, RunOutcome::ReachedTime)
        << "at " << world.time() << " of " << (end.culprits.empty() ? 0 : end.culprits[0].value) << " and "
        << (end.culprits.size() < 2 ? 0 : end.culprits[1].value);
    EXPECT_LT(deepest_overlap(world), deepest);
    EXPECT_LT(stuck.drift(), 1e-12);
    for (const BodyId id : moving) {
      for (std::size_t axis = 0; axis < D; ++axis) {
        HalfSpace<D> below;
        HalfSpace<D> above;
        below.normal[axis] = 1.0;
        above.normal[axis] = -1.0;
        above.offset = -20.0;
        const Body<D> body = world.body(id);
        EXPECT_GT(distance<D>({body.shape, body.position}, {below, {}}).distance, -deepest);
        EXPECT_GT(distance<D>({body.shape, body.position}, {above, {}}).distance, -deepest);
      }
    }
  }
  return stuck.size();
}

/// The first of six seeds in the long form; one of the first three takes as long as all others together.
const std::uint64_t kFirst = long_form() ? 1 : 4;

TEST(Falling, NothingFallsThroughAnythingInThePlane) {
  for (std::uint64_t seed = kFirst; seed <= 6; seed += 3) {
    rain<2>(seed, 0.0);
    rain<2>(seed + 1, 0.5);
    rain<2>(seed + 2, 1.0);
  }
}

TEST(Falling, NothingFallsThroughAnythingInSpace) {
  for (std::uint64_t seed = kFirst; seed <= 6; seed += 3) {
    rain<3>(seed, 0.0);
    rain<3>(seed + 1, 0.5);
    rain<3>(seed + 2, 1.0);
  }
}

TEST(Falling, WhatSticksTogetherFallsTogether) {
  std::size_t stuck = 0;
  for (std::uint64_t seed = kFirst; seed <= 6; ++seed)
    stuck += rain<2>(seed, 0.5, true) + rain<3>(seed, 0.0, true);
  EXPECT_GT(stuck, long_form() ? 40U : 15U);
}

}  // namespace
}  // namespace firsthit
