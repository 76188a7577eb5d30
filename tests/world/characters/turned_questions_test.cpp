#include "world/turned_by_hand.hpp"
#include "world/worlds.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/first_hit.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <vector>

// What is where, among bodies that have turned.

namespace firsthit {
namespace {

/// [L] More than what rounding and turning leave in doubt in what follows.
constexpr double kDoubt = 1e-11;

/// Bodies of all shapes that turn as they are told, so that their angles are known.
struct Carousels {
  static constexpr double kSide = 40.0;
  World<2> world;
  std::vector<Shape<2>> shapes;
  std::vector<double> turns;  // [rad/T]
  double now = 0.0;

  Carousels(Side side, std::uint64_t seed) : world(box<2>(side, kSide)) {
    Random random(seed);
    for (int i = 0; i < 98; ++i) {
      Body<2> body;
      body.shape = turnable_shape(i);
      body.position = {2.0 + 4.0 * (i % 10), 2.0 + 4.0 * (i / 10)};
      body.kind = BodyKind::Kinematic;
      body.spins = true;
      body.angular_velocity = random.uniform(-3.0, 3.0);
      shapes.push_back(body.shape);
      turns.push_back(body.angular_velocity);
      world.add(body);
    }
    go_on(5.0);
  }

  void go_on(double duration) {
    now += duration;
    world.run_until(now);
  }

  /// As exact kernels know it, through each image next to the box.
  std::vector<Placed<2>> placed(std::uint32_t id) const {
    const Shape<2> shape = turned_by_hand(shapes[id], static_cast<long double>(turns[id]) * now);
    const Vec<2> at = world.state({id}).position;
    if (world.options().space.sides[0] != Side::Periodic) return {{shape, at}};
    std::vector<Placed<2>> all;
    for (int i = -1; i <= 1; ++i)
      for (int k = -1; k <= 1; ++k) all.push_back({shape, at + Vec<2>{kSide * i, kSide * k}});
    return all;
  }

  double distance_to(std::uint32_t id, const Placed<2>& from) const {
    double least = 1e9;
    for (const Placed<2>& there : placed(id)) least = std::min(least, distance(from, there).distance);
    return least;
  }
};

TEST(TurnedQuestions, CastFindsWhatExactKernelsFindOfTheSameShapesTurnedByHand) {
  for (const Side side : {Side::Open, Side::Periodic}) {
    Carousels all(side, 5);
    Random random(6);
    int hits = 0, misses = 0;
    for (int i = 0; i < 300; ++i) {
      if (i % 30 == 29) all.go_on(0.37);  // trees are kept, and brought up to date
      const Shape<2> shape = i % 3 == 0   ? Shape<2>(Point{})
                             : i % 3 == 1 ? Shape<2>(Ball{0.2})
                                          : Shape<2>(Box<2>{{0.3, 0.1}});
      const Vec<2> from{random.uniform(0.0, 40.0), random.uniform(0.0, 40.0)};
      const Vec<2> way{random.uniform(-6.0, 6.0), random.uniform(-6.0, 6.0)};
      if (!all.world.overlaps(shape, from).empty()) continue;
      double first = 2.0;
      std::uint32_t who = 0;
      Encounter<2> how;
      for (std::uint32_t id = 0; id < all.world.size(); ++id)
        for (const Placed<2>& there : all.placed(id)) {
          const Encounter<2> met = first_hit<2>(
              {shape, Linear<2>{from, way}}, {there.shape, Linear<2>{there.position, {}}}, {.horizon = 1.0});
          if (!met || !(met.delay < first)) continue;
          first = met.delay;
          who = id;
          how = met;
        }
      const std::optional<CastHit<2>> found = all.world.cast(shape, from, way);
      ASSERT_EQ(found.has_value(), first <= 1.0) << i;
      if (!found) {
        ++misses;
        continue;
      }
      ++hits;
      EXPECT_EQ(found->body.value, who);
      EXPECT_NEAR(found->fraction, first, 1e-9);
      EXPECT_LT(length(found->point - how.point_a), 1e-7) << i;
      EXPECT_EQ(all.world.cast_all(shape, from, way).front().body, found->body);
    }
    EXPECT_GT(hits, 80);
    EXPECT_GT(misses, 40);
  }
}

TEST(TurnedQuestions, OverlapsAndNearestAreThoseOfTheSameShapesTurnedByHand) {
  for (const Side side : {Side::Open, Side::Periodic}) {
    Carousels all(side, 7);
    Random random(8);
    int touched = 0, free = 0;
    for (int i = 0; i < 200; ++i) {
      if (i % 40 == 39) all.go_on(0.71);
      const Placed<2> asked{i % 2 == 0 ? Shape<2>(Ball{0.4}) : Shape<2>(Box<2>{{0.7, 0.2}}),
                            {random.uniform(0.0, 40.0), random.uniform(0.0, 40.0)}};
      const std::vector<BodyId> found = all.world.overlaps(asked.shape, asked.position);
      double least = 1e9;
      for (std::uint32_t id = 0; id < all.world.size(); ++id) {
        const double apart = all.distance_to(id, asked);
        least = std::min(least, apart);
        ASSERT_GT(std::fabs(apart), kDoubt) << "a draw too near to tell";
        EXPECT_EQ(std::find(found.begin(), found.end(), BodyId{id}) != found.end(), apart < 0.0) << i;
      }
      ++(found.empty() ? free : touched);
      const std::optional<NearestBody<2>> nearest = all.world.nearest(asked.shape, asked.position);
      ASSERT_TRUE(nearest);
      EXPECT_NEAR(nearest->distance, least, kDoubt);
      EXPECT_NEAR(all.distance_to(nearest->body.value, asked), least, kDoubt);
    }
    EXPECT_GT(touched, 30);
    EXPECT_GT(free, 30);
  }
}

TEST(TurnedQuestions, InSpaceSeeBodiesAsTheyStand) {
  World<3> world{WorldOptions<3>{}};
  Random random(9);
  const auto vec = [&] { return Vec<3>{random.normal(), random.normal(), random.normal()}; };
  const std::vector<Shape<3>> shapes{
      Box<3>{{0.9, 0.4, 0.2}}, Capsule<3>{{-0.8, 0.0, 0.0}, {0.8, 0.0, 0.0}, 0.2},
      Hull<3>{{{0.9, 0, 0}, {-0.9, 0, 0}, {0, 0.9, 0}, {0, -0.9, 0}, {0, 0, 0.3}}}};
  for (int i = 0; i < 64; ++i) {
    Body<3> body;
    body.shape = shapes[static_cast<std::size_t>(i) % shapes.size()];
    body.position = {2.0 * (i % 4), 2.0 * (i / 4 % 4), 2.0 * (i / 16)};
    body.kind = BodyKind::Kinematic;
    body.spins = true;
    body.angular_velocity = vec();
    world.add(body);
  }
  world.run_until(3.0);
  int touched = 0, free = 0, hit = 0;
  for (int i = 0; i < 200; ++i) {
    const Shape<3> shape = i % 2 == 0 ? Shape<3>(Ball{0.3}) : Shape<3>(Box<3>{{0.2, 0.1, 0.4}});
    const Vec<3> at{random.uniform(-1.0, 7.0), random.uniform(-1.0, 7.0), random.uniform(-1.0, 7.0)};
    const Vec<3> way = 2.0 * vec();
    const auto found = world.overlaps(shape, at);
    double least = 1e9, soonest = 1e9;
    for (std::uint32_t id = 0; id < world.size(); ++id) {
      const Body<3> body = world.body({id});
      const double apart = distance<3>({shape, at}, {body.shape, body.position, body.orientation}).distance;
      least = std::min(least, apart);
      EXPECT_EQ(std::find(found.begin(), found.end(), BodyId{id}) != found.end(), apart < 0.0) << i;
      const Encounter<3> meets = first_hit<3>(
          {shape, Linear<3>{at, way}},
          {body.shape, Spinning<3>{.position = body.position, .orientation = body.orientation}}, Query{1.0});
      if (meets.outcome == Outcome::Impact) soonest = std::min(soonest, meets.delay);
    }
    ++(found.empty() ? free : touched);
    const auto nearest = world.nearest(shape, at);
    ASSERT_TRUE(nearest);
    EXPECT_NEAR(nearest->distance, least, kDoubt);
    if (!found.empty()) continue;
    const auto cast = world.cast(shape, at, way);
    EXPECT_EQ(cast.has_value(), soonest < 1e9);
    if (!cast || !(soonest < 1e9)) continue;
    EXPECT_NEAR(cast->fraction, soonest, 1e-10);
    ++hit;
  }
  EXPECT_GT(touched, 20);
  EXPECT_GT(free, 20);
  EXPECT_GT(hit, 20);
}

TEST(TurnedQuestions, ARayMeetsTheSailWhereItIsAtThatTime) {
  // A thin sail from its hub, turning at 0.5 from the x axis on; a ray at height h meets it at h / tan.
  World<2> world(open_space<2>());
  Body<2> sail;
  sail.shape = Segment<2>{{0.0, 0.0}, {10.0, 0.0}};
  sail.kind = BodyKind::Kinematic;
  sail.spins = true;
  sail.angular_velocity = 0.5;
  const BodyId id = world.add(sail);
  for (const double time : {0.5, 1.0, 2.0, 2.9}) {
    world.run_until(time);
    const double h = 2.0;
    const std::optional<CastHit<2>> hit = world.cast(Point{}, {20.0, h}, {-40.0, 0.0});
    ASSERT_TRUE(hit) << time;
    EXPECT_EQ(hit->body, id);
    EXPECT_NEAR(hit->position[0], h / std::tan(0.5 * time), 1e-11);  // who is thin meets a little earlier
    EXPECT_NEAR(hit->normal[0], -std::sin(0.5 * time), 1e-12);
    EXPECT_NEAR(hit->normal[1], std::cos(0.5 * time), 1e-12);
  }
  world.run_until(4.0);  // 2 rad; from below it is not to be seen any more
  EXPECT_FALSE(world.cast(Point{}, {20.0, -2.0}, {-40.0, 0.0}));
}

TEST(TurnedQuestions, SeeABodyThatIsTurnedAtOnceAsItThenStands) {
  World<2> world(open_space<2>());
  Body<2> square;
  square.shape = Box<2>{{1.0, 1.0}};
  square.kind = BodyKind::Kinematic;
  square.spins = true;
  const BodyId id = world.add(square);
  EXPECT_NEAR(world.cast(Point{}, {5.0, 0.0}, {-5.0, 0.0})->position[0], 1.0, 1e-12);
  EXPECT_TRUE(world.overlaps(Point{}, {0.9, 0.9}).size() == 1);
  world.set_orientation(id, turned_by(45.0));
  EXPECT_NEAR(world.cast(Point{}, {5.0, 0.0}, {-5.0, 0.0})->position[0], std::sqrt(2.0), 1e-12);
  EXPECT_TRUE(world.overlaps(Point{}, {0.9, 0.9}).empty());
  EXPECT_NEAR(world.nearest(Ball{0.5}, {4.0, 0.0})->distance, 3.5 - std::sqrt(2.0), 1e-14);
  world.set_orientation(id, turned_by(0.0));
  EXPECT_NEAR(world.cast(Point{}, {5.0, 0.0}, {-5.0, 0.0})->position[0], 1.0, 1e-12);
}

TEST(TurnedQuestions, WhatIsSolidFromOneSideIsSoHoweverItTurns) {
  World<2> world(open_space<2>());
  Body<2> platform;
  platform.shape = Box<2>{{2.0, 0.1}};
  platform.kind = BodyKind::Kinematic;
  platform.spins = true;
  platform.orientation = turned_by(30.0);
  platform.one_way = {0.0, 1.0};
  world.add(platform);
  const BodyId hero = world.add({.shape = Ball{0.25}, .position = {0.0, 3.0}, .kind = BodyKind::Kinematic});
  MovePolicy<2> stops;
  stops.response = MoveResponse::Stop;
  // Down onto the slope: the ball's centre ends 0.35 / cos 30 above the middle.
  EXPECT_NEAR(world.move(hero, {0.0, -3.0}, stops).position[1], 0.35 / std::cos(std::numbers::pi / 6.0),
              1e-12);
  world.set_position(hero, {0.0, -3.0});
  EXPECT_TRUE(world.move(hero, {0.0, 6.0}, stops).hits.empty());
}

TEST(TurnedQuestions, ChangeNothingThatHappens) {
  std::vector<std::uint64_t> hashes;
  std::uint64_t answered = 0;
  for (const bool asks : {false, true}) {
    World<2> world(box<2>(Side::Wall, 20.0));
    Random random(31);
    for (int i = 0; i < 16; ++i) {
      Body<2> body;
      body.shape = Box<2>{{1.0, 0.4}};
      body.position = {3.0 + 4.5 * (i % 4), 3.0 + 4.5 * (i / 4)};
      body.velocity = {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
      body.spins = true;
      body.angular_velocity = random.uniform(-2.0, 2.0);
      world.add(body);
    }
    for (double time = 0.0; time < 30.0; time += 1.5) {
      world.run_until(time);
      if (!asks) continue;
      answered += world.cast_all(Ball{0.3}, {0.5, 0.5}, {19.0, 19.0}).size();
      answered += world.overlaps(Ball{4.0}, {10.0, 10.0}).size();
      answered += world.neighbours_within({3}, 2.0).size();
      (void)world.predicted_impacts();
      (void)world.time_to_collision({1}, {2});
    }
    hashes.push_back(world.state_hash());
    EXPECT_GT(world.collisions(), 30U);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_GT(answered, 100U);
}

TEST(TurnedQuestions, NeighboursAreAsNearAsTheSameShapesTurnedByHand) {
  Carousels all(Side::Periodic, 9);
  int found = 0;
  for (std::uint32_t id = 0; id < all.world.size(); ++id) {
    const double within = 2.5;
    const std::vector<Neighbour<2>> near = all.world.neighbours_within({id}, within);
    std::size_t expected = 0;
    for (std::uint32_t other = 0; other < all.world.size(); ++other) {
      if (other == id) continue;
      std::vector<Placed<2>> places = all.placed(other);
      const Placed<2> self{turned_by_hand(all.shapes[id], static_cast<long double>(all.turns[id]) * all.now),
                           all.world.state({id}).position};
      for (const Placed<2>& there : places) {
        const double gap = distance(self, there).distance;
        ASSERT_GT(std::fabs(gap - within), kDoubt);
        if (gap > within) continue;
        ++expected;
        EXPECT_TRUE(std::any_of(
            near.begin(), near.end(),
            [&](const Neighbour<2>& n) { return n.id.value == other && std::fabs(n.gap - gap) < kDoubt; }))
            << id << " and " << other;
      }
    }
    EXPECT_EQ(near.size(), expected);
    found += static_cast<int>(expected);
  }
  EXPECT_GT(found, 200);
}

TEST(TurnedQuestions, ASideIsAsNearAsTheCornerThatReachesFurthest) {
  World<2> world(box<2>(Side::Wall, 10.0));
  Body<2> body;
  body.shape = Box<2>{{2.0, 0.5}};
  body.position = {3.0, 5.0};
  body.spins = true;
  body.orientation = turned_by(60.0);
  const BodyId id = world.add(body);
  world.run_until(0.0);
  const double x = 2.0 * std::cos(std::numbers::pi / 3.0) + 0.5 * std::sin(std::numbers::pi / 3.0);
  for (const Neighbour<2>& n : world.neighbours_within(id, 10.0)) {
    if (n.id == World<2>::side(0, false)) {
      EXPECT_NEAR(n.gap, 3.0 - x, 1e-14);
    }
    if (n.id == World<2>::side(0, true)) {
      EXPECT_NEAR(n.gap, 7.0 - x, 1e-14);
    }
  }
  EXPECT_EQ(world.neighbours_within(id, 10.0).size(), 4U);
}

TEST(TurnedQuestions, TellWhenARodThatTurnsMeetsABall) {
  // From straight up it comes down on a ball of radius r at distance d: when the sine of what is left of the
  // right angle is r / d.
  const double r = 0.25, d = 2.0, rate = 0.5;
  World<2> world(open_space<2>());
  Body<2> rod;
  rod.shape = Segment<2>{{-3.0, 0.0}, {3.0, 0.0}};
  rod.kind = BodyKind::Kinematic;
  rod.spins = true;
  rod.orientation = turned_by(90.0);
  rod.angular_velocity = -rate;
  const BodyId turns = world.add(rod);
  const BodyId ball = world.add({.shape = Ball{r}, .position = {d, 0.0}});
  const double expected = (std::numbers::pi / 2.0 - std::asin(r / d)) / rate;
  const std::optional<double> time = world.time_to_collision(turns, ball);
  ASSERT_TRUE(time);
  EXPECT_NEAR(*time, expected, 1e-9);
  const std::vector<PredictedImpact> next = world.predicted_impacts(1);
  ASSERT_EQ(next.size(), 1U);
  EXPECT_NEAR(next[0].time, expected, 1e-9);
  world.run_until(1.0);
  ASSERT_EQ(world.neighbours_within(ball, 2.0).size(), 1U);
  EXPECT_NEAR(world.neighbours_within(ball, 2.0)[0].time_to_collision, expected - 1.0, 1e-9);
}

TEST(TurnedQuestions, WhatIsOnlyLookedAtAgainIsNoImpact) {
  // A rod of length 2 turns by a radian a time beside a wall whose face is at x = 1, and drifts there by a
  // thousandth: it meets the face when cos t = 1.2 - t / 1000, at first as the 64th half turn ends.
  World<2> world(open_space<2>());
  world.add(fixed<2>(Box<2>{{1.0, 1.0}}, {0.0, 0.0}));
  Body<2> rod;
  rod.shape = Box<2>{{1.0, 0.001}};
  rod.position = {2.2, 0.0};
  rod.velocity = {-0.001, 0.0};
  rod.spins = true;
  rod.angular_velocity = 1.0;
  const BodyId id = world.add(rod);
  double low = 200.0, high = 64.0 * std::numbers::pi;
  for (int i = 0; i < 100; ++i) {
    // A corner of the rod is 0.001 off its axis.
    const double t = 0.5 * (low + high), angle = 64.0 * std::numbers::pi - t;
    (1.2 - 0.001 * t > std::cos(angle) + 0.001 * std::sin(angle) ? low : high) = t;
  }
  EXPECT_TRUE(world.predicted_impacts().empty());
  const std::optional<double> time = world.time_to_collision({0}, id);
  ASSERT_TRUE(time);
  EXPECT_NEAR(*time, low, 1e-7);
  world.run_until(200.5);
  EXPECT_EQ(world.collisions(), 0U);
  const std::vector<PredictedImpact> foreseen = world.predicted_impacts();
  ASSERT_EQ(foreseen.size(), 1U);
  EXPECT_NEAR(foreseen[0].time, low, 1e-7);
  world.run_until(low + 1e-6);
  EXPECT_EQ(world.collisions(), 1U);
}

}  // namespace
}  // namespace firsthit
