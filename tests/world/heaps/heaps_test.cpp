#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <vector>

// Balls that pile up: they come to rest, hold each other, and cost nothing from then on.

namespace firsthit {
namespace {

/// A box, open above, with gravity 1.
template <int D>
WorldOptions<D> bin(double width, double restitution) {
  WorldOptions<D> options;
  for (std::size_t axis = 0; axis < D; ++axis) options.space.max[axis] = width;
  options.space.max[D - 1] = 1000.0;
  for (auto& side : options.space.sides) side = Side::Wall;
  options.gravity[D - 1] = -1.0;
  options.restitution = restitution;
  return options;
}

template <int D>
double distance_of(const Body<D>& a, const Body<D>& b) {
  return length(b.position - a.position);
}

template <int D>
double radius_of(const Body<D>& body) {
  return std::get<Ball>(body.shape).radius;
}

/// Balls of radii 0.3 to 0.6 at random places above each other.
template <int D>
World<D> poured(int count, double width, double restitution, std::uint64_t seed) {
  World<D> world(bin<D>(width, restitution));
  Random random(seed);
  std::vector<Body<D>> bodies;
  double top = 1.0;
  while (bodies.size() < static_cast<std::size_t>(count)) {
    Body<D> body;
    const double radius = random.uniform(0.3, 0.6);
    body.shape = Ball{radius};
    body.mass = radius * radius;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double high = axis == D - 1 ? top : width - radius;
      body.position[axis] = random.uniform(radius, radius + std::max(high - radius, 0.0));
      body.velocity[axis] = random.uniform(-0.1, 0.1);
    }
    top += 0.02;
    const bool free = std::all_of(bodies.begin(), bodies.end(), [&](const Body<D>& other) {
      return distance_of(body, other) > radius + radius_of(other) + 0.01;
    });
    if (!free) continue;
    bodies.push_back(body);
    world.add(body);
  }
  return world;
}

template <int D>
bool is_at_rest(const World<D>& world, BodyId id) {
  const BodyState<D> state = world.state(id);
  return is_zero(state.velocity) && is_zero(state.acceleration);
}

template <int D>
int at_rest(const World<D>& world) {
  int count = 0;
  for (std::uint32_t i = 0; i < world.size(); ++i)
    count += world.contains({i}) && is_at_rest(world, {i}) ? 1 : 0;
  return count;
}

/// The largest part of a ball's weight that forces between those who touch, none of which pulls, leave over:
/// Hildreth's method, one contact after the other. Shares no code with what puts them to rest.
template <int D>
double unbalanced(const World<D>& world, double width) {
  struct Push {
    std::size_t a;
    std::size_t b;  // or a itself: a wall
    Vec<D> normal;  // from a to b
    double force = 0.0;
  };
  std::vector<Body<D>> bodies;
  std::vector<Vec<D>> left;  // of the weight, a unit of mass
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    if (!is_at_rest(world, {i})) continue;
    bodies.push_back(world.body({i}));
    left.emplace_back();
    left.back()[D - 1] = -1.0;
  }
  std::vector<Push> pushes;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      const double gap = distance_of(bodies[i], bodies[j]) - radius_of(bodies[i]) - radius_of(bodies[j]);
      EXPECT_GT(gap, -1e-12) << i << " " << j;
      if (gap > 1e-12) continue;
      const Vec<D> d = bodies[j].position - bodies[i].position;
      pushes.push_back({i, j, (1.0 / length(d)) * d});
    }
    for (std::size_t axis = 0; axis < D; ++axis) {
      for (const bool upper : {false, true}) {
        if (upper && axis == D - 1) continue;
        const double place = bodies[i].position[axis];
        const double gap = (upper ? width - place : place) - radius_of(bodies[i]);
        EXPECT_GT(gap, -1e-12) << i;
        if (gap > 1e-12) continue;
        Vec<D> normal;
        normal[axis] = upper ? 1.0 : -1.0;
        pushes.push_back({i, i, normal});
      }
    }
  }
  for (int times = 0; times < 200'000; ++times) {
    for (Push& push : pushes) {
      const bool wall = push.a == push.b;
      const double of_a = 1.0 / bodies[push.a].mass;
      const double of_b = wall ? 0.0 : 1.0 / bodies[push.b].mass;
      const Vec<D> closing = wall ? left[push.a] : left[push.a] - left[push.b];
      const double more = std::max(dot(push.normal, closing) / (of_a + of_b), -push.force);
      push.force += more;
      left[push.a] = left[push.a] - (more * of_a) * push.normal;
      if (!wall) left[push.b] = left[push.b] + (more * of_b) * push.normal;
    }
  }
  double most = 0.0;
  for (const Vec<D>& one : left) most = std::max(most, max_abs(one));
  return most;
}

template <int D>
void expect_rest(int count, double width, double restitution, std::uint64_t seed) {
  World<D> world = poured<D>(count, width, restitution, seed);
  double time = 0.0;
  std::uint64_t before = 0;
  do {  // balls that nothing holds may glide on for ever, alone on the floor
    time += 10.0;
    before = world.collisions();
    ASSERT_EQ(world.run_until(time).outcome, RunOutcome::ReachedTime) << "seed " << seed;
  } while (world.collisions() > before + 20 && time < 200.0);
  EXPECT_LT(time, 200.0) << "seed " << seed;
  EXPECT_GE(at_rest(world), count / 2) << "seed " << seed;
  EXPECT_LT(unbalanced(world, width), 1e-6) << "seed " << seed;
  if (at_rest(world) < count) return;
  const std::uint64_t hash = world.state_hash();
  const std::uint64_t events = world.events();
  EXPECT_EQ(world.run_until(time + 3600.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.state_hash(), hash) << "seed " << seed;
  EXPECT_EQ(world.events(), events) << "seed " << seed;
}

// Masses of 1 to 10^4: what the lightest bears is told as exactly as what the heaviest does. A sum of the
// forces on a ball, of which there are no more than six, and of its weight rounds by 7 u of them all.
TEST(Heaps, TellWhatWhoBearsLittleBearsAsExactly) {
  for (const std::uint64_t seed : {2u, 4u, 5u}) {
    Random random(seed);
    World<2> world(bin<2>(6.0, 0.3));
    std::vector<Vec<2>> left;
    std::vector<double> acts;
    for (int i = 0; i < 10; ++i) {
      Body<2> ball;
      ball.shape = Ball{random.uniform(0.3, 0.6)};
      ball.mass = std::pow(10.0, random.uniform(0.0, 4.0));
      const double aside = random.uniform(0.0, 0.01);
      ball.position = {0.7 + 1.3 * (i % 4) + aside, 1.0 + 1.3 * (i / 4)};
      world.add(ball);
      left.push_back({0.0, -ball.mass});
      acts.push_back(ball.mass);
    }
    ASSERT_EQ(world.run_until(300.0).outcome, RunOutcome::ReachedTime);
    std::vector<bool> is_held(left.size(), false);
    for (const RestingContact<2>& contact : world.contacts()) {
      for (const auto& [id, sign] : {std::pair(contact.a.value, 1.0), std::pair(contact.b.value, -1.0)}) {
        if (id >= left.size()) continue;  // a side
        left[id] = left[id] + sign * contact.force;
        acts[id] += length(contact.force);
        is_held[id] = true;
      }
    }
    EXPECT_GT(std::count(is_held.begin(), is_held.end(), true), 5) << seed;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (!is_held[i]) continue;
      EXPECT_LE(length(left[i]), 0x7p-53 * acts[i]) << seed << ' ' << i;
    }
  }
}

TEST(Heaps, OfDisksThatWerePouredComeToRestInBalance) {
  for (std::uint64_t seed = 0; seed < 3; ++seed)
    for (const double restitution : {0.0, 0.5, 0.8}) expect_rest<2>(8, 3.1, restitution, seed);
}

TEST(Heaps, OfSpheresDo) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) expect_rest<3>(10, 1.9, 0.5, seed);
}

/// A ball on two others between walls, which gravity 1 presses together: by Stevin's rule each of the two
/// gets half of its weight, and as much along the walls as the angle tells.
World<2> three_in_a_bin(double restitution) {
  World<2> world(bin<2>(2.5, restitution));
  for (const Vec<2>& place : {Vec<2>{0.51, 0.6}, Vec<2>{1.98, 0.55}, Vec<2>{1.27, 1.9}}) {
    Body<2> body;
    body.shape = Ball{0.5};
    body.position = place;
    world.add(body);
  }
  return world;
}

TEST(Heaps, OfThreeStandWhereGeometryTells) {
  for (const double restitution : {0.0, 0.5, 0.9}) {
    World<2> world = three_in_a_bin(restitution);
    ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
    ASSERT_EQ(at_rest(world), 3);
    EXPECT_NEAR(world.state({0}).position[0], 0.5, 1e-12);
    EXPECT_NEAR(world.state({0}).position[1], 0.5, 1e-12);
    EXPECT_NEAR(world.state({1}).position[0], 2.0, 1e-12);
    EXPECT_NEAR(world.state({2}).position[0], 1.25, 1e-12);
    EXPECT_NEAR(world.state({2}).position[1], 0.5 + std::sqrt(1.0 - 0.75 * 0.75), 1e-12);
  }
}

TEST(Heaps, OfWhichAMemberGoesFallAndRestAgain) {
  World<2> world = three_in_a_bin(0.5);
  ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  ASSERT_EQ(at_rest(world), 3);
  world.remove({0});
  ASSERT_EQ(world.run_until(100.0 + 0.125).outcome, RunOutcome::ReachedTime);  // some hops later
  EXPECT_LT(world.state({2}).velocity[1], 0.0);
  ASSERT_EQ(world.run_until(200.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({2}).position[1], 0.5, 1e-9);  // on the floor
}

TEST(Heaps, OnABoxThatGoesFallAndRestAgain) {
  World<2> world(bin<2>(2.5, 0.5));
  Body<2> block;
  block.kind = BodyKind::Fixed;
  block.shape = Box<2>{{1.25, 0.5}};
  block.position = {1.25, 0.5};
  world.add(block);
  for (const Vec<2>& place : {Vec<2>{0.51, 1.6}, Vec<2>{1.98, 1.55}, Vec<2>{1.27, 2.9}}) {
    Body<2> body;
    body.shape = Ball{0.5};
    body.position = place;
    world.add(body);
  }
  const double top = 0.5 + std::sqrt(1.0 - 0.75 * 0.75);
  ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({3}).position[1], 1.0 + top, 1e-12);
  EXPECT_TRUE(is_at_rest(world, {3}));
  world.remove({0});
  ASSERT_EQ(world.run_until(101.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({3}).position[1], 1.0 + top - 0.5, 1e-12);  // all of them fall alike
  ASSERT_EQ(world.run_until(200.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({3}).position[1], top, 1e-12);
}

TEST(Heaps, OfWhichAMemberIsPushedComeApart) {
  World<2> world = three_in_a_bin(0.5);
  ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  world.set_velocity({2}, {0.0, 1.0});
  ASSERT_EQ(world.run_until(100.5).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({2}).position[1], 0.5 + std::sqrt(1.0 - 0.75 * 0.75) + 0.5 - 0.125, 1e-12);
  ASSERT_EQ(world.run_until(300.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(at_rest(world), 3);
}

TEST(Heaps, ThatAreStruckFromAboveTakeItUp) {
  World<2> world = three_in_a_bin(0.5);
  ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  Body<2> ball;
  ball.shape = Ball{0.5};
  ball.position = {1.25, 5.0};
  world.add(ball);
  // It falls onto the top, and bounces there as off the ground: e^2 of its height.
  const double top = 0.5 + std::sqrt(1.0 - 0.75 * 0.75) + 1.0;
  const double fall = std::sqrt(2.0 * (5.0 - top));
  ASSERT_EQ(world.run_until(100.0 + 1.5 * fall).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({3}).position[1], top + 0.25 * (5.0 - top), 1e-9);
  EXPECT_TRUE(is_at_rest(world, {2}));
}

TEST(Heaps, WhoseContactWouldHaveToPullAreWoken) {
  World<2> world = three_in_a_bin(0.5);
  ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  // From the left against the top one: only a pull of the left one could keep that from climbing the right.
  const Vec<2> top = world.state({2}).position;
  Body<2> ball;
  ball.shape = Ball{0.2};
  ball.position = top - Vec<2>{0.8, -0.01};
  ball.velocity = {2.0, 0.0};
  world.add(ball);
  ASSERT_EQ(world.run_until(100.06).outcome, RunOutcome::ReachedTime);
  EXPECT_FALSE(is_at_rest(world, {2}));
  EXPECT_GT(world.state({2}).position[1], top[1] + 1e-3);  // up the right one
  ASSERT_EQ(world.run_until(300.0).outcome, RunOutcome::ReachedTime);
  EXPECT_TRUE(is_at_rest(world, {2}));
}

TEST(Heaps, AreSavedAndGoOnBitForBit) {
  for (const double half : {2.0, 50.0}) {  // while they settle, and at rest
    World<2> world = poured<2>(8, 3.1, 0.5, 3);
    ASSERT_EQ(world.run_until(half).outcome, RunOutcome::ReachedTime);
    std::stringstream file;
    world.save(file);
    World<2> other = World<2>::load(file);
    Body<2> ball;
    ball.shape = Ball{0.4};
    ball.position = {1.5, 8.0};
    world.add(ball);
    other.add(ball);
    EXPECT_EQ(world.run_until(half + 20.0).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(other.run_until(half + 20.0).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(world.state_hash(), other.state_hash()) << half;
    EXPECT_EQ(world.collisions(), other.collisions()) << half;
  }
}

TEST(Heaps, ScaleWithLengthsAndTimesBitForBit) {
  World<2> world = poured<2>(8, 3.1, 0.5, 4);
  WorldOptions<2> options = bin<2>(3.1, 0.5);
  for (double& x : options.space.max.c) x *= 4.0;
  options.gravity = {0.0, -16.0};  // lengths 4 times, times half as long
  World<2> larger(options);
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    Body<2> body = world.body({i});
    body.shape = Ball{4.0 * radius_of(body)};
    body.position = 4.0 * body.position;
    body.velocity = 8.0 * body.velocity;
    larger.add(body);
  }
  ASSERT_EQ(world.run_until(40.0).outcome, RunOutcome::ReachedTime);
  ASSERT_EQ(larger.run_until(20.0).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t i = 0; i < world.size(); ++i)
    EXPECT_EQ(4.0 * world.state({i}).position, larger.state({i}).position) << i;
}

/// A ball that rolls under another, which does not move, gets stuck there.
TEST(Heaps, BallsThatGetStuckUnderOthersStay) {
  for (const double restitution : {0.0, 0.2, 0.5}) {
    for (const double speed : {1e-3, 0.1, 1.0}) {
      World<2> world(bin<2>(3.0, restitution));
      Body<2> above;
      above.kind = BodyKind::Fixed;
      above.shape = Ball{0.4871};
      above.position = {0.487142, 1.126986};
      world.add(above);
      Body<2> ball;
      ball.shape = Ball{0.3261};
      ball.position = {1.5, 0.3261};
      ball.velocity = {-speed, 0.0};
      world.add(ball);
      ASSERT_EQ(world.run_until(20.0 / speed).outcome, RunOutcome::ReachedTime) << speed;
      const BodyState<2> now = world.state({1});
      EXPECT_LT(length(now.velocity), 1e-30) << restitution << " " << speed;
      EXPECT_NEAR(length(now.position - above.position), 0.3261 + 0.4871, 1e-12);
    }
  }
}

}  // namespace
}  // namespace firsthit
