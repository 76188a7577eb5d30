#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "support/long_form.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

// Contacts and their forces: balance is looked at here by Newton's laws alone.

namespace firsthit {
namespace {

constexpr double kGravity = 10.0;

template <int D>
WorldOptions<D> pulled(double restitution, double friction) {
  WorldOptions<D> options;
  for (std::size_t axis = 0; axis < D; ++axis) {
    options.space.min[axis] = axis == D - 1 ? 0.0 : -10.0;
    options.space.max[axis] = axis == D - 1 ? 1000.0 : 10.0;
  }
  for (auto& side : options.space.sides) side = Side::Wall;
  options.gravity[D - 1] = -kGravity;
  options.restitution = restitution;
  options.friction = friction;
  return options;
}

template <int D>
Body<D> body_of(const Shape<D>& shape, const Vec<D>& position, double mass) {
  Body<D> body;
  body.shape = shape;
  body.position = position;
  body.mass = mass;
  return body;
}

/// Contacts give everybody the acceleration that he has, push, and stay within the cone of `friction`; those
/// who stand have no torque left. `lever` [L] is as long as any arm.
template <int D>
void expect_newtons_laws(const World<D>& world, double friction, double lever) {
  std::map<BodyId, Vec<D>> forces;
  std::map<BodyId, double> torques;
  double largest = 0.0;
  for (const RestingContact<D>& contact : world.contacts()) {
    EXPECT_NEAR(length(contact.normal), 1.0, 0x1p-50);
    const double press = -dot(contact.force, contact.normal);
    const Vec<D> along = contact.force + press * contact.normal;
    largest = std::max(largest, length(contact.force));
    EXPECT_GE(press, -0x1p-40 * largest);
    EXPECT_LE(length(along), friction * press + 0x1p-40 * largest);
    forces[contact.a] = forces[contact.a] + contact.force;
    forces[contact.b] = forces[contact.b] - contact.force;
    if constexpr (D == 2) {
      const auto arm = [&](BodyId id) { return contact.point - world.state(id).position; };
      torques[contact.a] += cross(arm(contact.a), contact.force);
      if (world.contains(contact.b)) torques[contact.b] -= cross(arm(contact.b), contact.force);
    }
  }
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    if (!world.contains({i})) continue;
    const Body<D> body = world.body({i});
    if (body.kind != BodyKind::Dynamic) continue;
    const BodyState<D> state = world.state({i});
    const Vec<D> missing = forces[{i}] + body.mass * (world.options().gravity - state.acceleration);
    EXPECT_LE(length(missing), 0x1p-40 * largest) << "of body " << i << " at " << world.time();
    if (D == 2 && body.spins && is_zero(state.velocity)) {
      EXPECT_LE(std::fabs(torques[{i}]), 0x1p-38 * largest * lever) << "of body " << i;
    }
  }
}

TEST(Contacts, OfAStackOfCratesBearAllThatLiesAbove) {
  for (const bool spins : {false, true}) {
    World<2> world(pulled<2>(0.3, spins ? 0.5 : 0.0));
    for (int i = 0; i < 5; ++i) {
      Body<2> crate = body_of<2>(Box<2>{{0.5, 0.5}}, {spins ? 0.0 : 0.05 * i, 0.6 + 1.2 * i}, 1.0 + i);
      crate.spins = spins;
      world.add(crate);
    }
    world.run_until(30.0);
    expect_newtons_laws(world, spins ? 0.5 : 0.0, 1.0);
    std::map<std::uint32_t, double> pressed;  // by who is held
    for (const RestingContact<2>& contact : world.contacts()) {
      pressed[contact.a.value] += contact.force[1];
      EXPECT_EQ(contact.b, contact.a.value == 0 ? world.side(1, false) : BodyId{contact.a.value - 1});
      EXPECT_NEAR(contact.point[1], contact.a.value, 0x1p-40);
    }
    double above = 0.0;
    for (int i = 4; i >= 0; --i) {
      above += (1.0 + i) * kGravity;
      EXPECT_NEAR(pressed[static_cast<std::uint32_t>(i)], above, 0x1p-44 * above);
    }
  }
}

// Two disks on the floor, in a channel, hold a third: its weight W presses each with W / (2 cos a) along
// their line, a from the vertical, and each presses its wall with W tan(a) / 2.
TEST(Contacts, OfThreeDisksInAChannelHaveTheirClosedForm) {
  World<2> world(pulled<2>(0.0, 0.0));
  const double apart = 2.0 * std::sin(0.6);  // of the lower two from the upper one, across
  for (const double x : {-apart, apart}) world.add(body_of<2>(Ball{1.0}, {x, 1.0}, 1.0));
  world.add(body_of<2>(Ball{1.0}, {0.01, 4.0}, 2.0));
  for (const double side : {-1.0, 1.0}) {
    Body<2> wall = body_of<2>(Box<2>{{0.5, 3.0}}, {side * (apart + 1.5), 3.0}, 1.0);
    wall.kind = BodyKind::Fixed;
    world.add(wall);
  }
  world.run_until(200.0);
  expect_newtons_laws(world, 0.0, 1.0);
  int seen = 0;
  for (const RestingContact<2>& contact : world.contacts()) {
    const double press = length(contact.force);
    if (contact.a == BodyId{2}) {
      EXPECT_NEAR(press, 2.0 * kGravity / (2.0 * std::cos(0.6)), 1e-6);
      ++seen;
    } else if (contact.b == BodyId{3} || contact.b == BodyId{4}) {
      EXPECT_NEAR(press, 2.0 * kGravity * std::tan(0.6) / 2.0, 1e-6);
      ++seen;
    }
  }
  EXPECT_EQ(seen, 4);
}

TEST(Contacts, OfWhatSlipsAndRollsGiveItItsAcceleration) {
  World<2> world(pulled<2>(0.0, 0.2));
  Body<2> ball = body_of<2>(Ball{0.5}, {-9.0, 0.5}, 2.0);
  ball.velocity = {3.0, 0.0};
  ball.spins = true;
  const BodyId id = world.add(ball);
  world.run_until(0.1);
  ASSERT_EQ(world.contacts().size(), 1U);
  EXPECT_NEAR(world.contacts()[0].force[0], -0.2 * 2.0 * kGravity, 1e-12);
  expect_newtons_laws(world, 0.2, 0.5);
  world.run_until(2.0);
  ASSERT_EQ(world.contacts().size(), 1U);
  const RestingContact<2> rolls = world.contacts()[0];
  EXPECT_EQ(rolls.a, id);
  EXPECT_EQ(rolls.force[0], 0.0);
  EXPECT_NEAR(rolls.point[0], world.state(id).position[0], 1e-12);
}

TEST(Contacts, OfABallOnASlopeInSpace) {
  WorldOptions<3> options;
  options.gravity = {0.0, 0.0, -kGravity};
  options.friction = 0.3;
  options.restitution = 0.0;
  World<3> world(options);
  Body<3> slope;
  slope.shape = HalfSpace<3>{{0.0, 0.6, 0.8}, 0.0};
  slope.kind = BodyKind::Fixed;
  world.add(slope);
  Body<3> ball = body_of<3>(Ball{1.0}, {0.0, 0.6, 0.8}, 3.0);
  ball.velocity = {1.0, 0.0, 0.0};  // it slips aslant, between the directions that friction is looked for in
  world.add(ball);
  world.run_until(1.0);
  const std::vector<RestingContact<3>> contacts = world.contacts();
  ASSERT_EQ(contacts.size(), 1U);
  EXPECT_NEAR(dot(contacts[0].force, contacts[0].normal), -0.8 * 3.0 * kGravity, 1e-9);
  expect_newtons_laws(world, 0.3, 1.0);
}

TEST(Contacts, OfHeapsBearTheirWeightsAndWhatLiesOnThem) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Random random(seed);
    World<2> world(pulled<2>(0.2, 0.0));
    for (const double side : {-1.0, 1.0}) {
      Body<2> wall = body_of<2>(Box<2>{{0.5, 20.0}}, {side * 2.5, 20.0}, 1.0);
      wall.kind = BodyKind::Fixed;
      world.add(wall);
    }
    for (int i = 0; i < 10; ++i) {
      const double mass = random.uniform(0.5, 1.0);
      const Vec<2> place{random.uniform(-1.2, 1.2), 1.0 + 1.3 * i};
      world.add(body_of<2>(Ball{random.uniform(0.3, 0.6)}, place, mass));
    }
    world.run_until(500.0);
    ASSERT_FALSE(world.contacts().empty());
    expect_newtons_laws(world, 0.0, 1.0);
  }
}

/// [L] How far a body that does not turn reaches along a unit vector from its place.
double reach(const Body<2>& body, const Vec<2>& along) {
  if (const auto* ball = std::get_if<Ball>(&body.shape)) return ball->radius;
  const Vec<2>& half = std::get<Box<2>>(body.shape).half_extents;
  return half[0] * std::fabs(along[0]) + half[1] * std::fabs(along[1]);
}

/// What touches has no gap but rounding, of `largest` [L], the largest coordinate.
void expect_that_all_touch(const World<2>& world, double largest) {
  for (const RestingContact<2>& contact : world.contacts()) {
    const Body<2> a = world.body(contact.a);
    double apart = 0.0;
    if (world.contains(contact.b)) {
      const Body<2> b = world.body(contact.b);
      apart = dot(b.position - a.position, contact.normal) - reach(b, contact.normal);
    } else {
      const Space<2>& space = world.options().space;
      for (std::size_t axis = 0; axis < 2; ++axis)
        for (const bool upper : {false, true})
          if (contact.b == world.side(static_cast<int>(axis), upper))
            apart = upper ? space.max[axis] - a.position[axis] : a.position[axis] - space.min[axis];
    }
    EXPECT_LE(std::fabs(apart - reach(a, contact.normal)), 0x1p-46 * largest)
        << contact.a.value << " on " << contact.b.value;
  }
}

// Crates that do not turn, of any sizes, above each other at random: all come to rest, on one or two of those
// below, and then nothing happens any more. A single one bounces for (1 + e) / (1 - e) of the time of its
// fall.
TEST(Contacts, OfRandomCratesThatDoNotTurnAreInBalance) {
  const std::uint64_t scenes = long_form() ? 10000 : 50;
  for (std::uint64_t seed = 1; seed <= scenes; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const WorldOptions<2> options = pulled<2>(random.uniform(0.0, 0.95), 0.0);
    const int count = 1 + static_cast<int>(random.below(20));
    World<2> world(options);
    double top = 0.1;
    for (int i = 0; i < count; ++i) {
      const Vec<2> half{random.uniform(0.2, 0.6), random.uniform(0.2, 0.6)};
      const Vec<2> place{random.uniform(-2.0, 2.0), top + half[1]};
      world.add(body_of<2>(Box<2>{half}, place, random.uniform(0.5, 2.0)));
      top += 2.0 * half[1] + random.uniform(0.01, 0.5);
    }
    const double e = options.restitution;
    const double bounces = (1.0 + e) / (1.0 - e) * std::sqrt(2.0 * top / kGravity);
    ASSERT_EQ(world.run_until(30.0 * bounces).outcome, RunOutcome::ReachedTime);
    for (std::uint32_t i = 0; i < world.size(); ++i)
      ASSERT_TRUE(is_zero(world.state({i}).velocity) && is_zero(world.state({i}).acceleration)) << i;
    expect_newtons_laws(world, 0.0, 1.0);
    expect_that_all_touch(world, 1000.0);
    const std::uint64_t events = world.events();
    world.run_until(world.time() + 3600.0);
    ASSERT_EQ(world.events(), events);
  }
}

// A ball that fell between a wall of the box and the edge of a block bounces along both, until what is left
// is put right at once: it touches the edge, and not where it would have touched it before. There the edge
// bears all of its weight W, and the wall W cot(a), where the way to the edge leads down by a.
TEST(Contacts, OfABallBetweenAWallAndAnEdgeAreOnTheEdge) {
  constexpr std::uint64_t kSeed = 20261130;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  int seen = 0;
  for (int round = 0; round < 40; ++round) {
    const double friction = round % 2 == 0 ? 0.0 : 0.8;
    WorldOptions<3> options = pulled<3>(round % 4 < 2 ? 0.1 : 0.5, friction);
    World<3> world(options);
    const double radius = random.uniform(0.3, 0.5);
    const double top = random.uniform(0.7, 1.2);
    const double across = random.uniform(1.2, 1.8) * radius;  // from the wall to the edge
    Body<3> block = body_of<3>(Box<3>{{4.0, 3.0, top}}, {0.0, -10.0 + across + 3.0, 0.0}, 1.0);
    block.kind = BodyKind::Fixed;
    const double edge = block.position[1] - 3.0;
    const BodyId fixed = world.add(block);
    Body<3> ball = body_of<3>(Ball{radius}, {0.0, -10.0 + 1.01 * radius, top + 1.2 * radius}, 2.0);
    ball.velocity = {0.0, random.uniform(-0.2, 0.2), 0.0};
    const BodyId id = world.add(ball);
    world.run_until(20.0);
    if (!is_zero(world.state(id).velocity)) continue;  // it may have bounced onto the block
    const auto contacts = world.contacts();
    for (const RestingContact<3>& contact : contacts) {
      if (contact.b != fixed) continue;
      ++seen;
      const Vec<3> way = contact.point - world.state(id).position;
      EXPECT_NEAR(contact.point[1], edge, 0x1p-45 * 10.0) << "round " << round;
      EXPECT_NEAR(contact.point[2], top, 0x1p-45 * 10.0) << "round " << round;
      EXPECT_LE(length(contact.normal - (1.0 / length(way)) * way), 0x1p-45 * 10.0 / radius)
          << "round " << round;
      if (friction > 0.0) continue;  // it may hold the ball by itself
      EXPECT_EQ(contacts.size(), 2U) << "round " << round;
      EXPECT_NEAR(contact.force[1], 2.0 * kGravity * way[1] / way[2], 0x1p-40 * kGravity);
      EXPECT_NEAR(contact.force[2], 2.0 * kGravity, 0x1p-40 * kGravity);
    }
    expect_newtons_laws(world, friction, 1.0);
  }
  EXPECT_GT(seen, 35);
}

TEST(Contacts, AreThoseOfTheWorldThatIsSavedAndOfNobodyWhoFlies) {
  World<2> world(pulled<2>(0.3, 0.5));
  Body<2> crate = body_of<2>(Box<2>{{0.5, 0.5}}, {0.0, 3.0}, 1.0);
  crate.spins = true;
  world.add(crate);
  EXPECT_TRUE(world.contacts().empty());
  world.run_until(0.1);
  EXPECT_TRUE(world.contacts().empty());
  world.run_until(20.0);
  std::stringstream saved;
  world.save(saved);
  const World<2> loaded = World<2>::load(saved);
  const auto here = world.contacts(), there = loaded.contacts();
  ASSERT_EQ(here.size(), 2U);
  ASSERT_EQ(there.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(here[i].point, there[i].point);
    EXPECT_EQ(here[i].force, there[i].force);
  }
}

}  // namespace
}  // namespace firsthit
