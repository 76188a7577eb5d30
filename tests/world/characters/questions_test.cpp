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
#include <optional>
#include <vector>

// What is where, and what will happen.

namespace firsthit {
namespace {

/// Boxes and balls, some of them moving, at random places.
World<2> crowd(Side side, std::uint64_t seed) {
  World<2> world(box<2>(side, 40.0));
  Random random(seed);
  for (int i = 0; i < 100; ++i) {
    Body<2> body;
    const double size = random.uniform(0.2, 1.0);
    if (i % 2 == 0) {
      body.shape = Ball{size};
    } else {
      body.shape = Box<2>{{size, 0.5 * size}};
    }
    body.position = {2.0 + 4.0 * (i % 10), 2.0 + 4.0 * (i / 10)};
    body.kind = i % 3 == 0 ? BodyKind::Fixed : BodyKind::Dynamic;
    if (i % 3 == 1) body.velocity = {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
    world.add(body);
  }
  world.run_until(3.0);
  return world;
}

/// All places of a body in a box that repeats, next to the box.
std::vector<Vec<2>> places(const World<2>& world, std::uint32_t id) {
  const Vec<2> at = world.body({id}).position;
  if (world.options().space.sides[0] != Side::Periodic) return {at};
  std::vector<Vec<2>> all;
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j) all.push_back(at + Vec<2>{40.0 * i, 40.0 * j});
  return all;
}

TEST(Questions, CastFindsWhatFirstHitFinds) {
  for (const Side side : {Side::Open, Side::Periodic}) {
    const World<2> world = crowd(side, 3);
    Random random(4);
    int hits = 0;
    for (int i = 0; i < 300; ++i) {
      const Shape<2> shape = i % 2 == 0 ? Shape<2>(Ball{0.3}) : Shape<2>(Box<2>{{0.3, 0.1}});
      const Vec<2> from{random.uniform(0.0, 40.0), random.uniform(0.0, 40.0)};
      const Vec<2> way{random.uniform(-15.0, 15.0), random.uniform(-15.0, 15.0)};
      if (!world.overlaps(shape, from).empty()) continue;
      double first = 2.0;
      std::uint32_t who = 0;
      for (std::uint32_t id = 0; id < world.size(); ++id) {
        for (const Vec<2>& place : places(world, id)) {
          const Encounter<2> met =
              first_hit<2>({shape, Linear<2>{from, way}}, {world.body({id}).shape, Linear<2>{place, {}}},
                           {.horizon = 1.0});
          if (met && met.delay < first) {
            first = met.delay;
            who = id;
          }
        }
      }
      const std::optional<CastHit<2>> found = world.cast(shape, from, way);
      ASSERT_EQ(found.has_value(), first <= 1.0) << i;
      if (!found) continue;
      ++hits;
      EXPECT_EQ(found->body.value, who);
      EXPECT_NEAR(found->fraction, first, 1e-9);
      EXPECT_GT(dot(found->normal, way), 0.0);
      // All of them, in order, begin with it.
      const std::vector<CastHit<2>> all = world.cast_all(shape, from, way);
      ASSERT_FALSE(all.empty());
      EXPECT_EQ(all.front().body, found->body);
      EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](const CastHit<2>& a, const CastHit<2>& b) {
        return a.fraction < b.fraction;
      }));
      // Without the first, the second is.
      QueryFilter others;
      others.exclude = {found->body};
      const std::optional<CastHit<2>> next = world.cast(shape, from, way, others);
      ASSERT_EQ(next.has_value(), all.size() > 1);
      if (next) {
        EXPECT_EQ(next->body, all[1].body);
      }
    }
    EXPECT_GT(hits, 100);
  }
}

TEST(Questions, CastAllFindsWhatCastsFindThatLeaveOutWhatTheyHaveFound) {
  std::size_t hits = 0;
  for (const Side side : {Side::Open, Side::Wall, Side::Periodic}) {
    const World<2> world = crowd(side, 11);
    Random random(12);
    for (int i = 0; i < 100; ++i) {
      const Shape<2> shape = Box<2>{{random.uniform(0.1, 2.0), 0.5}};
      // Along an axis from a whole place: several are met at once.
      const Vec<2> from{std::floor(random.uniform(2.0, 38.0)), std::floor(random.uniform(2.0, 38.0))};
      const Vec<2> way = i % 2 == 0 ? Vec<2>{random.uniform(-90.0, 90.0), 0.0}
                                    : Vec<2>{random.uniform(-90.0, 90.0), random.uniform(-90.0, 90.0)};
      const std::vector<CastHit<2>> all = world.cast_all(shape, from, way);
      QueryFilter others;
      for (const CastHit<2>& hit : all) {
        const std::optional<CastHit<2>> next = world.cast(shape, from, way, others);
        ASSERT_TRUE(next);
        EXPECT_EQ(hit.body, next->body);
        EXPECT_EQ(hit.fraction, next->fraction);
        EXPECT_EQ(hit.point, next->point);
        EXPECT_EQ(hit.normal, next->normal);
        EXPECT_EQ(hit.area, next->area);
        others.exclude.push_back(hit.body);
      }
      EXPECT_FALSE(world.cast(shape, from, way, others));
      hits += all.size();
    }
  }
  EXPECT_GT(hits, 1000U);
}

TEST(Questions, ChangeNothingThatHappens) {
  std::vector<std::uint64_t> hashes;
  for (const bool asks : {false, true}) {
    World<2> world(box<2>(Side::Wall, 20.0));
    world.add(ball<2>({3.0, 10.0}, {1.0, 0.375}, 0.0));
    world.run_until(1.0);
    if (asks) {
      EXPECT_TRUE(world.cast(Ball{0.5}, {10.0, 10.0}, {20.0, 0.0}));
    }
    world.add(fixed<2>(Segment<2>{{0.0, -5.0}, {1.0, 5.0}}, {15.0, 10.0}));  // the first that is thin
    if (asks) {
      EXPECT_TRUE(world.nearest(Ball{0.5}, {10.0, 10.0}));
    }
    world.run_until(200.0);
    hashes.push_back(world.state_hash());
    EXPECT_GT(world.collisions(), 5U);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(Questions, OverlapsAndNearestFindWhatDistanceFinds) {
  for (const Side side : {Side::Open, Side::Periodic}) {
    const World<2> world = crowd(side, 5);
    Random random(6);
    int overlapping = 0;
    for (int i = 0; i < 200; ++i) {
      const Shape<2> shape = i % 2 == 0 ? Shape<2>(Point{}) : Shape<2>(Box<2>{{0.8, 1.2}});
      const Vec<2> at{random.uniform(0.0, 40.0), random.uniform(0.0, 40.0)};
      std::vector<BodyId> touched;
      double least = 1e300;
      for (std::uint32_t id = 0; id < world.size(); ++id) {
        double gap = 1e300;
        for (const Vec<2>& place : places(world, id))
          gap = std::min(gap, distance<2>({shape, at}, {world.body({id}).shape, place}).distance);
        if (gap <= 0.0) touched.push_back({id});
        least = std::min(least, gap);
      }
      EXPECT_EQ(world.overlaps(shape, at), touched);
      overlapping += touched.empty() ? 0 : 1;
      const std::optional<NearestBody<2>> nearest = world.nearest(shape, at);
      ASSERT_TRUE(nearest);
      EXPECT_DOUBLE_EQ(nearest->distance, least);
      if (least > 0.0) {
        EXPECT_FALSE(world.nearest(shape, at, 0.5 * least));
      }
    }
    EXPECT_GT(overlapping, 20);
  }
}

TEST(Questions, FollowWhatChanges) {
  World<2> world(open_space<2>());
  const BodyId mover = world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  EXPECT_EQ(world.overlaps(Point{}, {0.0, 0.0}).size(), 1U);
  world.run_until(5.0);
  EXPECT_TRUE(world.overlaps(Point{}, {0.0, 0.0}).empty());
  EXPECT_EQ(world.overlaps(Point{}, {5.0, 0.0}).size(), 1U);
  const BodyId later = world.add(fixed<2>(Box<2>{{1.0, 1.0}}, {0.0, 0.0}));
  EXPECT_EQ(world.overlaps(Point{}, {0.0, 0.0}), std::vector<BodyId>{later});
  world.set_position(mover, {0.0, 0.5});
  EXPECT_EQ(world.overlaps(Point{}, {0.0, 0.0}).size(), 2U);
  world.remove(later);
  EXPECT_EQ(world.overlaps(Point{}, {0.0, 0.0}), std::vector<BodyId>{mover});
}

TEST(Questions, KnowThoseWhoArePartedWithoutThatTimePasses) {
  World<2> world(open_space<2>());
  world.add(fixed<2>(Box<2>{{1.0, 1.0}}, {0.0, 0.0}));
  Body<2> box;
  box.shape = Box<2>{{1.0, 1.0}};
  box.position = {1.5, 0.0};
  box.velocity = {-1.0, 0.0};
  const BodyId jumps = world.add(box);
  EXPECT_EQ(world.overlaps(Point{}, {0.75, 0.0}).size(), 2U);
  RunLimits one;
  one.collisions = 1;
  EXPECT_EQ(world.run_until(1.0, one).outcome, RunOutcome::ReachedCollisions);
  EXPECT_EQ(world.time(), 0.0);
  EXPECT_EQ(world.state(jumps).position[0], 2.0);
  EXPECT_EQ(world.overlaps(Point{}, {0.75, 0.0}).size(), 1U);
}

TEST(Questions, KnowTheTimeOfAWorldThatHasJustBegunToMove) {
  // Asked at 8 while nothing moves, and at 64: the clock's ticks have changed in between.
  World<2> world(open_space<2>());
  const BodyId body = world.add(ball<2>({0.0, 0.0}, {}, 0.5));
  world.run_until(8.0);
  EXPECT_TRUE(world.cast(Shape<2>(Point{}), {0.0, 5.0}, {0.0, -10.0}).has_value());
  world.set_velocity(body, {0.05, 0.0});
  world.run_until(64.0);
  const auto hit = world.cast(Shape<2>(Point{}), {2.8, 5.0}, {0.0, -10.0});
  ASSERT_TRUE(hit.has_value());
  EXPECT_NEAR(hit->fraction, 0.45, 1e-12);
}

TEST(Questions, OfImpactsKnowThoseWhoRestOrPass) {
  World<2> world(open_space<2>({0.0, -1.0}, 0.0));
  const BodyId floor = world.add(fixed<2>(Box<2>{{5.0, 1.0}}));
  const BodyId gate = world.add(
      {.shape = Box<2>{{0.5, 5.0}}, .position = {2.0, 4.0}, .kind = BodyKind::Fixed, .sensor = true});
  const BodyId wall = world.add(fixed<2>(Box<2>{{0.5, 5.0}}, {4.0, 4.0}));
  const BodyId body =
      world.add({.shape = Box<2>{{0.5, 0.5}}, .position = {0.0, 1.5}, .velocity = {1.0, 0.0}});
  world.run_until(0.5);
  EXPECT_EQ(world.state(body).velocity, (Vec2{1.0, 0.0}));
  EXPECT_FALSE(world.time_to_collision(body, floor).has_value()) << "it rests there";
  EXPECT_FALSE(world.time_to_collision(body, gate).has_value());
  EXPECT_NEAR(world.time_to_collision(body, wall).value_or(0.0), 2.5, 1e-9);
  for (const PredictedImpact& impact : world.predicted_impacts(10)) EXPECT_EQ(impact.a, wall);
}

TEST(Questions, TimeToCollisionIsThatOfFirstHit) {
  World<2> world(open_space<2>());
  // Two cars towards a crossing, and a third that passes behind.
  const BodyId a =
      world.add({.shape = Box<2>{{2.0, 1.0}}, .position = {-30.0, 0.0}, .velocity = {10.0, 0.0}});
  const BodyId b =
      world.add({.shape = Box<2>{{1.0, 2.0}}, .position = {0.0, -34.0}, .velocity = {0.0, 11.0}});
  const BodyId c =
      world.add({.shape = Box<2>{{1.0, 2.0}}, .position = {0.0, -80.0}, .velocity = {0.0, 11.0}});
  const Encounter<2> met = first_hit<2>({Box<2>{{2.0, 1.0}}, Linear<2>{{-30.0, 0.0}, {10.0, 0.0}}},
                                        {Box<2>{{1.0, 2.0}}, Linear<2>{{0.0, -34.0}, {0.0, 11.0}}});
  ASSERT_TRUE(met);
  EXPECT_DOUBLE_EQ(world.time_to_collision(a, b).value(), met.delay);
  EXPECT_DOUBLE_EQ(world.time_to_collision(b, a).value(), met.delay);
  EXPECT_FALSE(world.time_to_collision(a, c));
  world.run_until(1.0);
  EXPECT_DOUBLE_EQ(world.time_to_collision(a, b).value(), met.delay - 1.0);
}

TEST(Questions, WhatIsPredictedHappens) {
  World<2> world = crowd(Side::Wall, 7);
  for (int i = 0; i < 50; ++i) {
    const std::vector<PredictedImpact> next = world.predicted_impacts();
    ASSERT_FALSE(next.empty());
    EXPECT_EQ(world.predicted_impacts(1).size(), 1U);
    EXPECT_TRUE(
        std::is_sorted(next.begin(), next.end(),
                       [](const PredictedImpact& a, const PredictedImpact& b) { return a.time < b.time; }));
    Watcher<2> seen;
    world.observe(seen);
    RunLimits limits;
    limits.collisions = world.collisions() + 1;
    world.run_until(1e6, limits);
    world.unobserve(seen);
    // Lists may expire before, and then tell of one that comes sooner.
    ASSERT_EQ(seen.impacts.size(), 1U);
    EXPECT_LE(seen.impacts[0].time, next[0].time);
    if (seen.impacts[0].time == next[0].time) {
      EXPECT_EQ(seen.impacts[0].a.id, next[0].a);
      EXPECT_EQ(seen.impacts[0].b.id, next[0].b);
    }
  }
}

/// All that is asked about is near the box, wherever it was put.
TEST(Questions, FindWhatIsFixedFarOutsideOfABoxThatRepeats) {
  for (const double lengths : {0.0, 1.0, 2.0, -3.0, 0x1p20, -0x1p20, 0x1p29, -0x1p29}) {
    World<2> world(box<2>(Side::Periodic, 4.0));
    Body<2> post;
    post.kind = BodyKind::Fixed;
    post.shape = Ball{0.5};
    post.position = {3.0 + 4.0 * lengths, 1.0 - 4.0 * lengths};
    world.add(post);
    const double off = std::clamp(lengths, -1000.0, 1000.0);
    post.shape = Hull<2>{{{-2.0 - 4.0 * off, 0.0}, {-1.0 - 4.0 * off, 0.0}, {-1.0 - 4.0 * off, 1.0}}};
    post.position = {4.0 * off, 2.5};
    world.add(post);
    const auto hit = world.cast(Ball{0.5}, {1.0, 1.0}, {2.0, 0.0});
    ASSERT_TRUE(hit) << lengths;
    EXPECT_EQ(hit->body, BodyId{0});
    EXPECT_EQ(hit->fraction, 0.5);
    EXPECT_EQ(hit->point, (Vec2{2.5, 1.0}));
    EXPECT_EQ(world.overlaps(Ball{0.5}, {7.0, -3.5}), std::vector<BodyId>{{0}}) << lengths;
    EXPECT_EQ(world.overlaps(Ball{0.25}, {2.875, 2.625}), std::vector<BodyId>{{1}}) << lengths;
    const auto nearest = world.nearest(Point{}, {3.0, 2.0});
    ASSERT_TRUE(nearest);
    EXPECT_EQ(nearest->body, BodyId{0});
    EXPECT_EQ(nearest->distance, 0.5);
  }
}

// A fuzzer found it: the images of such a shape filled the memory.
TEST(Questions, AboutMoreBoxesThanCanBeLookedAtAreRefused) {
  World<3> world(box<3>(Side::Periodic, 2.0));
  world.add(ball<3>({1.0, 1.0, 1.0}, {}, 0.5));
  EXPECT_EQ(world.overlaps(Ball{3.0}, {1.0, 1.0, 1.0}), std::vector<BodyId>{{0}});
  const auto complaint = [](const auto& ask) -> std::string {
    try {
      ask();
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_EQ(
      complaint([&] { static_cast<void>(world.overlaps(Ball{0x1p10}, {})); }),
      "World::overlaps: expected a shape and a way that reach over at most 2^29 of the boxes that repeat, "
      "found ones that reach over 1076890625");
  EXPECT_EQ(complaint([&] {
              static_cast<void>(world.nearest(Point{}, {0x1p40, 0.0, 0.0}, 1.0));
            }),
            "World::nearest: position[0]: expected within 2^29 lengths of the periodic side 2, found "
            "1099511627776");
  Body<3> walker;
  walker.kind = BodyKind::Kinematic;
  walker.shape = Ball{0.25};
  walker.position = {0.25, 0.25, 0.25};
  MovePolicy<3> policy;
  policy.up = {0.0, 0.0, 1.0};
  policy.snap_distance = 0x1p60;
  const BodyId id = world.add(walker);
  const std::string of_move = complaint([&] {
    static_cast<void>(world.move(id, {0.0, 0.0, 0.125}, policy));
  });
  EXPECT_EQ(
      of_move.find("World: expected a question about at most 2^29 of the boxes that repeat, found one "), 0U)
      << of_move;
  Body<3> pole;
  pole.kind = BodyKind::Fixed;
  pole.shape = Segment<3>{{0.0, 0.0, 0.0}, {16.0, 16.0, 16.0}};
  world.add(pole);
  const std::string found = complaint([&] {
    static_cast<void>(world.overlaps(Ball{810.0}, {1.0, 1.0, 1.0}));
  });
  EXPECT_EQ(found.find("World: expected a question about at most 2^29 of the boxes that repeat, found one "),
            0U)
      << found;
}

TEST(Questions, AreRefusedWhereTheyMakeNoSense) {
  World<2> world(open_space<2>());
  const BodyId dynamic = world.add(ball<2>({0.0, 0.0}, {}));
  EXPECT_THROW(world.move(dynamic, {1.0, 0.0}), InputError);
  EXPECT_THROW(static_cast<void>(world.cast(HalfSpace<2>{{0.0, 1.0}, 0.0}, {}, {1.0, 0.0})), InputError);
  EXPECT_THROW(static_cast<void>(world.cast(Ball{-1.0}, {}, {1.0, 0.0})), InputError);
  EXPECT_THROW(static_cast<void>(world.nearest(Point{}, {}, -1.0)), InputError);
  EXPECT_THROW(static_cast<void>(world.time_to_collision(dynamic, dynamic)), InputError);
  EXPECT_THROW(static_cast<void>(world.time_to_collision(dynamic, {7})), InputError);
}

}  // namespace
}  // namespace firsthit
