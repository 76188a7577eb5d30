#include "world/worlds.hpp"

#include <gtest/gtest.h>

namespace firsthit {
namespace {

TEST(Observers, SeeWhoMetWhereAndHowHard) {
  World<2> world(open_space<2>());
  Watcher<2> watcher;
  world.observe(watcher);
  const BodyId a = world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}, 1.0, 2.0));
  const BodyId b = world.add(ball<2>({9.0, 0.0}, {-2.0, 0.0}, 2.0, 2.0));
  world.run_until(5.0);
  ASSERT_EQ(watcher.impacts.size(), 1U);
  const Impact<2>& impact = watcher.impacts[0];
  EXPECT_EQ(impact.index, 0U);
  EXPECT_EQ(impact.time, 2.0);
  EXPECT_EQ(impact.kind, ImpactKind::BodyBody);
  EXPECT_EQ(impact.a.id, a);
  EXPECT_EQ(impact.b.id, b);
  EXPECT_EQ(impact.a.position, (Vec2{2.0, 0.0}));
  EXPECT_EQ(impact.b.position, (Vec2{5.0, 0.0}));
  EXPECT_EQ(impact.a.velocity_before, (Vec2{1.0, 0.0}));
  EXPECT_EQ(impact.a.velocity_after, (Vec2{-2.0, 0.0}));
  EXPECT_EQ(impact.b.velocity_before, (Vec2{-2.0, 0.0}));
  EXPECT_EQ(impact.b.velocity_after, (Vec2{1.0, 0.0}));
  EXPECT_EQ(impact.a.elapsed, 2.0);
  EXPECT_EQ(impact.b.elapsed, 2.0);
  EXPECT_EQ(impact.normal, (Vec2{1.0, 0.0}));
  EXPECT_EQ(impact.point, (Vec2{3.0, 0.0}));
  EXPECT_NEAR(impact.impulse, 6.0, 1e-14);  // (1 + e) x reduced mass 1 x closing speed 3
  EXPECT_NEAR(impact.virial, 18.0, 1e-13);  // times the distance 3
  EXPECT_EQ(impact.overlap, 0.0);
}

TEST(Observers, HaveTheSmallerIdFirstAndTheNormalFromItWhateverMoves) {
  World<2> world(box<2>(Side::Wall, 20.0));
  Watcher<2> watcher;
  world.observe(watcher);
  const BodyId post = world.add(fixed<2>(Ball{1.0}, {5.0, 10.0}));
  const BodyId flying = world.add(ball<2>({10.0, 10.0}, {-1.0, 0.0}));
  world.run_until(20.0);
  ASSERT_EQ(watcher.impacts.size(), 2U);
  const Impact<2>& on_post = watcher.impacts[0];
  EXPECT_EQ(on_post.kind, ImpactKind::BodyObstacle);
  EXPECT_EQ(on_post.a.id, post);
  EXPECT_EQ(on_post.b.id, flying);
  EXPECT_EQ(on_post.normal, (Vec2{1.0, 0.0}));
  EXPECT_EQ(on_post.point, (Vec2{6.0, 10.0}));
  EXPECT_EQ(on_post.a.velocity_after, (Vec2{}));
  EXPECT_EQ(on_post.b.velocity_before, (Vec2{-1.0, 0.0}));
  EXPECT_EQ(on_post.b.velocity_after, (Vec2{1.0, 0.0}));
  EXPECT_EQ(on_post.impulse, 2.0);
  EXPECT_EQ(on_post.virial, 0.0);
  const Impact<2>& on_side = watcher.impacts[1];
  EXPECT_EQ(on_side.kind, ImpactKind::BodySide);
  EXPECT_EQ(on_side.index, 1U);
  EXPECT_EQ(on_side.a.id, flying);
  EXPECT_EQ(on_side.b.id, (World<2>::side(0, true)));
  EXPECT_EQ(on_side.normal, (Vec2{1.0, 0.0}));
  EXPECT_EQ(on_side.point, (Vec2{20.0, 10.0}));
  EXPECT_EQ(on_side.b.position, (Vec2{20.0, 10.0}));
  EXPECT_EQ(on_side.a.elapsed, 12.0);
}

TEST(Observers, SeePlacesInsideThePeriodicBox) {
  World<2> world(box<2>(Side::Periodic, 10.0));
  Watcher<2> watcher;
  world.observe(watcher);
  world.add(ball<2>({1.0, 5.0}, {-1.0, 0.0}));
  world.add(ball<2>({7.0, 5.0}, {1.0, 0.0}));  // they meet at the box's ends, after 1
  world.run_until(1.5);
  ASSERT_EQ(watcher.impacts.size(), 1U);
  EXPECT_EQ(watcher.impacts[0].time, 1.0);
  EXPECT_EQ(watcher.impacts[0].a.position, (Vec2{0.0, 5.0}));
  EXPECT_EQ(watcher.impacts[0].b.position, (Vec2{8.0, 5.0}));
  EXPECT_EQ(watcher.impacts[0].normal, (Vec2{-1.0, 0.0}));
  EXPECT_EQ(watcher.impacts[0].point, (Vec2{-1.0, 5.0})) << "as the smaller id sees it";
}

TEST(Observers, AreToldEveryImpactInOrderUntilTheyLeave) {
  Random random(1);
  World<2> world = gas<2>(box<2>(Side::Wall, 16.0), {}, random);
  Watcher<2> all;
  Watcher<2> half;
  world.observe(all);
  world.observe(half);
  world.run_until(5.0);
  const std::uint64_t then = world.collisions();
  world.unobserve(half);
  world.run_until(10.0);
  EXPECT_GT(then, 100U);
  EXPECT_EQ(half.impacts.size(), then);
  ASSERT_EQ(all.impacts.size(), world.collisions());
  for (std::size_t k = 0; k < all.impacts.size(); ++k) {
    EXPECT_EQ(all.impacts[k].index, k);
    EXPECT_LT(all.impacts[k].a.id, all.impacts[k].b.id);
    EXPECT_GE(all.impacts[k].impulse, 0.0);
    if (k > 0) {
      EXPECT_LE(all.impacts[k - 1].time, all.impacts[k].time);
    }
  }
}

TEST(Observers, DoNotChangeTheRun) {
  Random random(2);
  Random again(2);
  World<3> watched = gas<3>(box<3>(Side::Periodic, 8.0), {.per_side = 4, .length = 8.0}, random);
  World<3> alone = gas<3>(box<3>(Side::Periodic, 8.0), {.per_side = 4, .length = 8.0}, again);
  Watcher<3> watcher;
  watched.observe(watcher);
  watched.run_until(20.0);
  alone.run_until(20.0);
  EXPECT_GT(watcher.impacts.size(), 100U);
  EXPECT_EQ(watched.state_hash(), alone.state_hash());
}

TEST(Observers, SeeNothingWhereNothingHappens) {
  World<2> world(open_space<2>());
  Watcher<2> watcher;
  world.observe(watcher);
  EXPECT_EQ(world.run_until(1e6).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.time(), 1e6);
  EXPECT_EQ(world.collisions(), 0U);
  EXPECT_TRUE(watcher.impacts.empty());
}

}  // namespace
}  // namespace firsthit
