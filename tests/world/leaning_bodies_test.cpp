#include "world/turned_by_hand.hpp"
#include "world/worlds.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/error.hpp>
#include <firsthit/first_hit.hpp>
#include <firsthit/snapshot.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

// Fixed bodies that stand at an angle.

namespace firsthit {
namespace {

constexpr double kPi = std::numbers::pi;

template <int D>
Body<D> leaning(const Shape<D>& shape, const Vec<D>& position, const Orientation<D>& orientation) {
  Body<D> body = fixed<D>(shape, position);
  body.orientation = orientation;
  return body;
}

TEST(LeaningBodies, ABallBouncesOffABoxThatLeansAsAMirrorDoes) {
  // It falls on a face at 30 degrees, and leaves at 60 to where it came from.
  World<2> world(open_space<2>());
  world.add(leaning<2>(Box<2>{{4.0, 1.0}}, {0.0, 0.0}, turned_by(30.0)));
  const BodyId id = world.add(ball<2>({0.0, 5.0}, {0.0, -2.0}, 0.5));
  const double touches = 1.5 / std::cos(kPi / 6.0);  // the height of its centre
  EXPECT_NEAR(*world.time_to_collision({0}, id), (5.0 - touches) / 2.0, 1e-13);
  world.run_until(3.0);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_NEAR(world.state(id).velocity[0], -2.0 * std::sin(kPi / 3.0), 1e-13);
  EXPECT_NEAR(world.state(id).velocity[1], 2.0 * std::cos(kPi / 3.0), 1e-13);
}

TEST(LeaningBodies, InSpaceBoxesAndHullsMirrorAsWell) {
  const Orientation<3> turned{std::cos(kPi / 12.0), 0.0, 0.0, std::sin(kPi / 12.0)};  // 30 degrees about z
  const std::vector<Vec<3>> corners = {{-4.0, -1.0, -4.0}, {4.0, -1.0, -4.0}, {-4.0, 1.0, -4.0},
                                       {4.0, 1.0, -4.0},   {-4.0, -1.0, 4.0}, {4.0, -1.0, 4.0},
                                       {-4.0, 1.0, 4.0},   {4.0, 1.0, 4.0}};
  for (const Shape<3>& shape : {Shape<3>(Box<3>{{4.0, 1.0, 4.0}}), Shape<3>(Hull<3>{corners})}) {
    World<3> world(open_space<3>());
    world.add(leaning<3>(shape, {}, turned));
    const BodyId id = world.add(ball<3>({0.0, 5.0, 0.0}, {0.0, -2.0, 0.0}, 0.5));
    world.run_until(3.0);
    EXPECT_EQ(world.collisions(), 1U);
    EXPECT_NEAR(world.state(id).velocity[0], -2.0 * std::sin(kPi / 3.0), 1e-13);
    EXPECT_NEAR(world.state(id).velocity[1], 2.0 * std::cos(kPi / 3.0), 1e-13);
    EXPECT_NEAR(world.state(id).velocity[2], 0.0, 1e-13);
  }
}

TEST(LeaningBodies, AreSlopesOnWhichBodiesSlide) {
  // What comes to rest on a slope of 30 degrees without friction gains g / 2 along it.
  World<2> world(open_space<2>({0.0, -10.0}, 0.0));
  const BodyId slope = world.add(leaning<2>(Box<2>{{50.0, 1.0}}, {0.0, 0.0}, turned_by(-30.0)));
  const double high = 1.5 / std::cos(kPi / 6.0);
  const BodyId id = world.add(ball<2>({0.0, high + 0.1}, {}, 0.5));
  world.run_until(1.0);
  const BodyState<2> now = world.state(id);
  EXPECT_NEAR(now.acceleration[0], 5.0 * std::cos(kPi / 6.0), 1e-12);
  EXPECT_NEAR(now.acceleration[1], -5.0 * std::sin(kPi / 6.0), 1e-12);
  QueryFilter others;
  others.exclude = {id};
  EXPECT_NEAR(world.nearest(Ball{0.5}, now.position, 1.0, others)->distance, 0.0, 1e-12);
  EXPECT_EQ(world.nearest(Ball{0.5}, now.position, 1.0, others)->body, slope);
}

TEST(LeaningBodies, HoldACrateByFrictionOrLetItSlide) {
  // On 30 degrees a crate that stands square on the slope is held by a friction above tan 30, 0.577; below it
  // gains g (sin - mu cos).
  for (const double friction : {0.6, 0.3}) {
    WorldOptions<2> options = open_space<2>({0.0, -10.0}, 0.0);
    options.friction = friction;
    World<2> world(options);
    world.add(leaning<2>(Box<2>{{50.0, 1.0}}, {0.0, 0.0}, turned_by(-30.0)));
    const Vec<2> along{std::cos(kPi / 6.0), -std::sin(kPi / 6.0)};
    const Vec<2> up{-along[1], along[0]};
    Body<2> crate;
    crate.shape = OrientedBox<2>{{0.5, 0.25}, {along, up}};
    crate.position = 1.5 * up;
    const BodyId id = world.add(crate);
    world.run_until(2.0);
    const BodyState<2> now = world.state(id);
    EXPECT_NEAR(dot(now.position, up), 1.25, 1e-11);  // it stands on it
    const double gains = friction > 0.5 ? 0.0 : 10.0 * (0.5 - friction * std::cos(kPi / 6.0));
    EXPECT_NEAR(dot(now.acceleration, along), gains, 1e-11);
    EXPECT_NEAR(dot(now.acceleration, up), 0.0, 1e-11);
    if (friction > 0.5) {
      EXPECT_LT(length(now.velocity), 1e-12);
    } else {
      EXPECT_GT(dot(now.velocity, along), 1.0);
    }
  }
}

/// Turned about a unit axis, after Rodrigues.
Vec<3> turned_about(const Vec<3>& v, const Vec<3>& axis, double angle) {
  return std::cos(angle) * v + std::sin(angle) * cross(axis, v) +
         ((1.0 - std::cos(angle)) * dot(axis, v)) * axis;
}

TEST(LeaningBodies, InSpaceAreMetAsTheirCornersTurnedByHand) {
  Random random(23);
  int hits = 0, misses = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec<3> half{random.uniform(0.3, 2.0), random.uniform(0.3, 2.0), random.uniform(0.3, 2.0)};
    Vec<3> axis{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(0.1, 1.0)};
    axis = (1.0 / length(axis)) * axis;
    const double angle = random.uniform(-3.0, 3.0);
    std::vector<Vec<3>> corners;
    for (int k = 0; k < 8; ++k)
      corners.push_back({(k & 1) != 0 ? half[0] : -half[0], (k & 2) != 0 ? half[1] : -half[1],
                         (k & 4) != 0 ? half[2] : -half[2]});
    const double s = std::sin(0.5 * angle);
    const Orientation<3> orientation{std::cos(0.5 * angle), s * axis[0], s * axis[1], s * axis[2]};
    World<3> world(open_space<3>());
    const Shape<3> shape = i % 2 == 0 ? Shape<3>(Box<3>{half}) : Shape<3>(Hull<3>{corners});
    world.add(leaning<3>(shape, {}, orientation));
    for (Vec<3>& corner : corners) corner = turned_about(corner, axis, angle);
    const Vec<3> from{-6.0, random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0)};
    const Encounter<3> expected = first_hit<3>({Ball{0.25}, Linear<3>{from, {12.0, 0.0, 0.0}}},
                                               {Hull<3>{corners}, Linear<3>{}}, {.horizon = 1.0});
    const std::optional<CastHit<3>> found = world.cast(Ball{0.25}, from, {12.0, 0.0, 0.0});
    ASSERT_EQ(found.has_value(), static_cast<bool>(expected)) << i;
    ++(found ? hits : misses);
    if (!found) continue;
    EXPECT_NEAR(found->fraction, expected.delay, 1e-10);
    EXPECT_LT(length(found->normal - expected.normal), 1e-7);
  }
  EXPECT_GT(hits, 100);
  EXPECT_GT(misses, 40);
}

TEST(LeaningBodies, AreMetAsTheSameShapesTurnedByHand) {
  Random random(21);
  int hits = 0, misses = 0;
  for (int round = 0; round < 20; ++round) {
    World<2> world(open_space<2>());
    World<2> by_hand(open_space<2>());
    for (int i = 0; i < 21; ++i) {
      const Shape<2> shape = turnable_shape(i);
      const Vec<2> position{3.0 * (i % 5), 3.0 * (i / 5)};
      const double degrees = random.uniform(-180.0, 180.0);
      world.add(leaning<2>(shape, position, turned_by(degrees)));
      by_hand.add(fixed<2>(
          turned_by_hand(shape, static_cast<long double>(degrees) * std::numbers::pi_v<long double> / 180.0L),
          position));
    }
    for (int i = 0; i < 20; ++i) {
      const Shape<2> shape = i % 2 == 0 ? Shape<2>(Ball{0.2}) : Shape<2>(Box<2>{{0.2, 0.3}});
      const Vec<2> from{random.uniform(-1.0, 13.0), random.uniform(-1.0, 13.0)};
      const Vec<2> way{random.uniform(-4.0, 4.0), random.uniform(-4.0, 4.0)};
      if (!by_hand.overlaps(shape, from).empty()) continue;
      EXPECT_TRUE(world.overlaps(shape, from).empty());
      const std::optional<CastHit<2>> found = world.cast(shape, from, way);
      const std::optional<CastHit<2>> expected = by_hand.cast(shape, from, way);
      ASSERT_EQ(found.has_value(), expected.has_value());
      ++(found ? hits : misses);
      if (!found) continue;
      EXPECT_EQ(found->body, expected->body);
      EXPECT_NEAR(found->fraction, expected->fraction, 1e-10);
    }
  }
  EXPECT_GT(hits, 80);
  EXPECT_GT(misses, 40);
}

TEST(LeaningBodies, MoversMeetThemInRunsAsTheyMeetTheSameShapesTurnedByHand) {
  // One impact each, of balls and of boxes, with a body of every shape.
  Random random(22);
  int hits = 0;
  for (int i = 0; i < 140; ++i) {
    const double degrees = random.uniform(-180.0, 180.0);
    Body<2> mover;
    mover.shape = i % 2 == 0 ? Shape<2>(Ball{0.3}) : Shape<2>(Box<2>{{0.4, 0.2}});
    mover.position = {-4.0, random.uniform(-1.0, 1.0)};
    mover.velocity = {1.0, random.uniform(-0.1, 0.1)};
    World<2> world(open_space<2>());
    World<2> by_hand(open_space<2>());
    world.add(leaning<2>(turnable_shape(i), {}, turned_by(degrees)));
    by_hand.add(fixed<2>(turned_by_hand(
        turnable_shape(i), static_cast<long double>(degrees) * std::numbers::pi_v<long double> / 180.0L)));
    for (World<2>* each : {&world, &by_hand}) {
      each->add(mover);
      each->run_until(std::numeric_limits<double>::infinity(), {.collisions = 1});
    }
    ASSERT_EQ(world.collisions(), by_hand.collisions());
    hits += static_cast<int>(world.collisions());
    EXPECT_NEAR(world.time(), by_hand.time(), 1e-11);
    EXPECT_LT(length(world.state({1}).velocity - by_hand.state({1}).velocity), 1e-10) << i;
  }
  EXPECT_GT(hits, 80);
  EXPECT_LT(hits, 140);
}

TEST(LeaningBodies, HalfSpacesAndArcsTurnToo) {
  World<2> world(open_space<2>());
  world.add(leaning<2>(HalfSpace<2>{{0.0, 1.0}, 0.5}, {}, turned_by(90.0)));  // solid left of x = -0.5
  EXPECT_EQ(world.overlaps(Point{}, {-0.4, 7.0}).size(), 1U);
  EXPECT_TRUE(world.overlaps(Point{}, {-0.6, 7.0}).empty());
  World<2> bowls(open_space<2>());
  // A quarter of a circle about the x axis, turned to the y axis: who falls meets it, who comes along does
  // not.
  bowls.add(leaning<2>(Arc{2.0, {1.0, -1.0}, {1.0, 1.0}}, {}, turned_by(90.0)));
  const BodyId falls = bowls.add(ball<2>({0.0, 5.0}, {0.0, -1.0}, 0.5));
  const BodyId comes = bowls.add(ball<2>({5.0, 0.0}, {-1.0, 0.0}, 0.5));
  EXPECT_NEAR(*bowls.time_to_collision({0}, falls), 2.5, 1e-13);
  EXPECT_FALSE(bowls.time_to_collision({0}, comes));
}

TEST(LeaningBodies, TellHowTheyWereGiven) {
  World<2> world(open_space<2>());
  const Body<2> given = leaning<2>(Box<2>{{2.0, 1.0}}, {1.0, 2.0}, turned_by(20.0));
  const BodyId id = world.add(given);
  const auto check = [&](const BodyState<2>& state) {
    EXPECT_EQ(state.orientation, turned_by(20.0));
    EXPECT_EQ(state.position, (Vec2{1.0, 2.0}));
  };
  check(world.state(id));
  world.add(ball<2>({1.0, 9.0}, {0.0, -1.0}));
  world.run_until(20.0);
  check(world.state(id));
  Snapshot<2> snapshot;
  world.snapshot(snapshot);
  check(snapshot.state(id));
  // So what is told makes the same world again.
  const Body<2> told = world.body(id);
  ASSERT_TRUE(std::holds_alternative<Box<2>>(told.shape));
  EXPECT_EQ(std::get<Box<2>>(told.shape).half_extents, (Vec2{2.0, 1.0}));
  EXPECT_EQ(told.orientation, turned_by(20.0));
  World<2> again(open_space<2>());
  again.add(told);
  again.add(ball<2>({1.0, 9.0}, {0.0, -1.0}));
  again.run_until(20.0);
  EXPECT_EQ(again.state_hash(), world.state_hash());
  EXPECT_EQ(again.collisions(), 1U);
  // Into a world that runs they come as well.
  const BodyId late = again.add(leaning<2>(Box<2>{{2.0, 1.0}}, {100.0, 0.0}, turned_by(45.0)));
  EXPECT_EQ(again.state(late).orientation, turned_by(45.0));
  EXPECT_EQ(again.overlaps(Point{}, {100.0 + 1.4, 1.4}), std::vector<BodyId>{late});
  EXPECT_TRUE(again.overlaps(Point{}, {100.0 + 1.4, -1.4}).empty());
}

TEST(LeaningBodies, AreRefusedWithoutAnAngleOrWhereTheyMove) {
  const auto refused = [](const Body<2>& body, const std::string& because) {
    World<2> world(open_space<2>());
    try {
      world.add(body);
      ADD_FAILURE() << because;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(because), std::string::npos) << error.what();
    }
    EXPECT_EQ(world.size(), 0U);
  };
  const Shape<2> box = Box<2>{{2.0, 1.0}};
  refused(leaning<2>(box, {}, {0.0, 0.0}), "orientation: expected numbers that are not all 0");
  refused(leaning<2>(box, {}, {std::nan(""), 1.0}), "orientation: expected a finite number");
  refused(leaning<2>(Box<2>{{-2.0, 1.0}}, {}, turned_by(10.0)), "half_extents");
  Body<2> spins = leaning<2>(box, {}, turned_by(10.0));
  spins.spins = true;
  refused(spins, "spins: expected a body that moves");
  Body<2> drifts = leaning<2>(box, {}, turned_by(10.0));
  drifts.kind = BodyKind::Kinematic;
  refused(drifts, "orientation: expected as it is listed, for a body that moves and does not spin");
}

}  // namespace
}  // namespace firsthit
