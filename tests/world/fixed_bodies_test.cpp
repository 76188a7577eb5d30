#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cmath>

// Single balls against whatever stands still: times and velocities from school physics.

namespace firsthit {
namespace {

/// Runs one ball against one fixed body; the impacts in order.
template <int D>
std::vector<Impact<D>> impacts_of(const WorldOptions<D>& options, const Body<D>& flying,
                                  const Body<D>& standing, double until) {
  World<D> world(options);
  Watcher<D> watcher;
  world.observe(watcher);
  world.add(flying);
  world.add(standing);
  EXPECT_EQ(world.run_until(until).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(watcher.impacts.size(), world.collisions());
  return watcher.impacts;
}

template <int D>
void expect_near(const Vec<D>& a, const Vec<D>& b, double error) {
  for (std::size_t axis = 0; axis < D; ++axis) EXPECT_NEAR(a[axis], b[axis], error) << "axis " << axis;
}

TEST(FixedBodies, ABallDroppedOnAFloorBouncesAtOddMultiplesOfTheDrop) {
  // From 1 above the floor with g = 2 it falls for 1, and then flies for 2 again and again.
  const auto impacts = impacts_of<2>(open_space<2>({0.0, -2.0}), ball<2>({7.0, 1.5}, {0.5, 0.0}, 0.5),
                                     fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}), 100.0);
  ASSERT_EQ(impacts.size(), 50U);
  for (std::size_t k = 0; k < impacts.size(); ++k) {
    const double time = 2.0 * static_cast<double>(k) + 1.0;
    EXPECT_NEAR(impacts[k].time, time, 1e-13);
    expect_near<2>(impacts[k].a.position, {7.0 + 0.5 * time, 0.5}, 1e-12);
    expect_near<2>(impacts[k].a.velocity_after, {0.5, 2.0}, 1e-12);
  }
}

TEST(FixedBodies, ARestitutionOfAHalfHalvesEveryFlight) {
  auto options = open_space<3>({0.0, 0.0, -2.0}, 0.5);
  const auto impacts = impacts_of<3>(options, ball<3>({0.0, 0.0, 1.5}, {}, 0.5),
                                     fixed<3>(HalfSpace<3>{{0.0, 0.0, 1.0}, 0.0}), 2.999);
  ASSERT_GE(impacts.size(), 10U);
  for (std::size_t k = 0; k < 10; ++k) {
    EXPECT_NEAR(impacts[k].time, 3.0 - std::ldexp(2.0, -static_cast<int>(k)), 1e-14);
    EXPECT_NEAR(impacts[k].a.velocity_after[2], std::ldexp(1.0, -static_cast<int>(k)), 1e-12);
  }
}

TEST(FixedBodies, AHalfSpaceIsTheSetThatItsDoublesDescribe) {
  // 3 x + 4 y <= 10 is 2 away from the origin along (0.6, 0.8).
  const auto impacts = impacts_of<2>(open_space<2>(), ball<2>({6.0, 8.0}, {-0.6, -0.8}),
                                     fixed<2>(HalfSpace<2>{{3.0, 4.0}, 10.0}), 20.0);
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_NEAR(impacts[0].time, 7.0, 1e-14);
  expect_near<2>(impacts[0].normal, {-0.6, -0.8}, 1e-15);
  expect_near<2>(impacts[0].a.velocity_after, {0.6, 0.8}, 1e-15);
  expect_near<2>(impacts[0].point, {1.2, 1.6}, 1e-14);
}

TEST(FixedBodies, AHalfSpaceStandsRelativeToItsPlace) {
  const auto impacts = impacts_of<2>(open_space<2>(), ball<2>({0.0, 9.0}, {0.0, -1.0}),
                                     fixed<2>(HalfSpace<2>{{0.0, 1.0}, 1.0}, {100.0, 3.0}), 20.0);
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_EQ(impacts[0].time, 4.0);
}

TEST(FixedBodies, ASegmentIsHitOnBothFaces) {
  const Body<2> shelf = fixed<2>(Segment<2>{{-4.0, 0.0}, {4.0, 0.0}}, {0.0, 10.0});
  const auto from_above = impacts_of<2>(open_space<2>({0.0, -2.0}), ball<2>({1.0, 12.0}, {}), shelf, 2.0);
  ASSERT_EQ(from_above.size(), 1U);
  EXPECT_NEAR(from_above[0].time, 1.0, 1e-15);
  expect_near<2>(from_above[0].normal, {0.0, -1.0}, 0.0);
  // Thrown up at 5 against g = 2 it has risen by 4 after 1, with a speed of 3.
  const auto from_below =
      impacts_of<2>(open_space<2>({0.0, -2.0}), ball<2>({1.0, 5.0}, {0.0, 5.0}), shelf, 1.5);
  ASSERT_EQ(from_below.size(), 1U);
  EXPECT_NEAR(from_below[0].time, 1.0, 1e-14);
  expect_near<2>(from_below[0].normal, {0.0, 1.0}, 0.0);
  expect_near<2>(from_below[0].a.velocity_after, {0.0, -3.0}, 1e-14);
}

TEST(FixedBodies, ASegmentIsHitOnItsEndPoints) {
  // The centre is 0.6 above the segment's line: a ball of radius 1 meets the end when 0.8 before it.
  const Body<2> shelf = fixed<2>(Segment<2>{{0.0, 0.0}, {9.0, 0.0}});
  const auto impacts = impacts_of<2>(open_space<2>(), ball<2>({-5.0, 0.6}, {1.0, 0.0}), shelf, 9.0);
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_NEAR(impacts[0].time, 4.2, 1e-14);
  expect_near<2>(impacts[0].normal, {0.8, -0.6}, 1e-14);
  expect_near<2>(impacts[0].a.velocity_after, {-0.28, 0.96}, 1e-14);
  expect_near<2>(impacts[0].point, {0.0, 0.0}, 1e-14);

  const auto head_on = impacts_of<2>(open_space<2>(), ball<2>({14.0, 0.0}, {-2.0, 0.0}), shelf, 9.0);
  ASSERT_EQ(head_on.size(), 1U);
  EXPECT_NEAR(head_on[0].time, 2.0, 1e-14);
  expect_near<2>(head_on[0].a.velocity_after, {2.0, 0.0}, 1e-14);

  const auto above = impacts_of<2>(open_space<2>(), ball<2>({-5.0, 1.0001}, {1.0, 0.0}), shelf, 99.0);
  EXPECT_TRUE(above.empty());
}

TEST(FixedBodies, AFallingBallMeetsAFixedOneWhereItsParabolaDoes) {
  // Their radii make 5. From (4, 4) with (-1, 1) and g = 2 it is at (3, 4) at 1, flying (-1, -1).
  const auto impacts = impacts_of<2>(open_space<2>({0.0, -2.0}), ball<2>({4.0, 4.0}, {-1.0, 1.0}, 2.0),
                                     fixed<2>(Ball{3.0}), 1.1);
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_NEAR(impacts[0].time, 1.0, 1e-14);
  expect_near<2>(impacts[0].normal, {-0.6, -0.8}, 1e-14);
  expect_near<2>(impacts[0].a.velocity_after, {0.68, 1.24}, 1e-13);  // 2 x 1.4 along (0.6, 0.8)
}

TEST(FixedBodies, AFixedBallIsHitInSpace) {
  // The centres pass at (0, 1, 2) from each other; with 3 between them they are 2 apart along x.
  const auto impacts =
      impacts_of<3>(open_space<3>(), ball<3>({-10.0, 1.0, 2.0}, {4.0, 0.0, 0.0}), fixed<3>(Ball{2.0}), 99.0);
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_NEAR(impacts[0].time, 2.0, 1e-14);
  expect_near<3>(impacts[0].normal, {2.0 / 3.0, -1.0 / 3.0, -2.0 / 3.0}, 1e-14);
}

TEST(FixedBodies, AFixedPointIsABallOfNoRadius) {
  for (const Shape<2>& shape : {Shape<2>{Point{}}, Shape<2>{Ball{0.0}}}) {
    const auto impacts =
        impacts_of<2>(open_space<2>(), ball<2>({-5.0, 0.6}, {1.0, 0.0}), fixed<2>(shape, {0.0, 0.0}), 9.0);
    ASSERT_EQ(impacts.size(), 1U);
    EXPECT_NEAR(impacts[0].time, 4.2, 1e-14);
  }
}

TEST(FixedBodies, WallsOfTheBoxMirrorThePath) {
  // In a box of 10, a ball of radius 1 flies as if unfolded in boxes of 8.
  World<2> world(box<2>(Side::Wall, 10.0));
  world.add(ball<2>({3.0, 4.0}, {2.0, -0.75}));
  Watcher<2> watcher;
  world.observe(watcher);
  world.run_until(64.0);
  EXPECT_EQ(world.collisions(), 16U + 6U) << "128 / 8 along x, 48 / 8 along y";
  const auto state = world.state({0});
  expect_near<2>(state.position, {3.0, 4.0}, 1e-13);
  expect_near<2>(state.velocity, {2.0, -0.75}, 0.0);
  EXPECT_EQ(watcher.impacts[0].b.id, (World<2>::side(0, true)));
  EXPECT_EQ(watcher.impacts[0].time, 3.0);
}

TEST(FixedBodies, ABallInACornerTurnsBothWays) {
  World<3> world(box<3>(Side::Wall, 8.0));
  world.add(ball<3>({4.0, 4.0, 4.0}, {1.0, 1.0, -1.0}));
  world.run_until(5.0);
  EXPECT_EQ(world.collisions(), 3U);
  expect_near<3>(world.state({0}).position, {5.0, 5.0, 3.0}, 0.0);
  expect_near<3>(world.state({0}).velocity, {-1.0, -1.0, 1.0}, 0.0);
}

TEST(FixedBodies, BallsFallingAlikeMeetAsIfNothingFell) {
  World<2> world(open_space<2>({0.3, -9.0}));
  Watcher<2> watcher;
  world.observe(watcher);
  world.add(ball<2>({0.0, 0.0}, {1.0, 2.0}));
  world.add(ball<2>({8.0, 0.0}, {-1.0, 2.0}));
  world.run_until(10.0);
  ASSERT_EQ(watcher.impacts.size(), 1U);
  EXPECT_NEAR(watcher.impacts[0].time, 3.0, 1e-14);
  expect_near<2>(watcher.impacts[0].a.velocity_before, {1.9, -25.0}, 1e-13);
  expect_near<2>(watcher.impacts[0].a.velocity_after, {-0.1, -25.0}, 1e-13);
}

TEST(FixedBodies, ABallBouncesBetweenFixedBodiesInAPeriodicBox) {
  // Seen through the box's end: from 1 to the left is the fixed ball at 9, 2 less the radii away.
  World<2> world(box<2>(Side::Periodic, 10.0));
  Watcher<2> watcher;
  world.observe(watcher);
  world.add(fixed<2>(Ball{0.5}, {9.0, 5.0}));
  world.add(ball<2>({1.0, 5.0}, {-1.0, 0.0}, 0.5));
  world.run_until(20.0);
  ASSERT_EQ(watcher.impacts.size(), 3U);
  EXPECT_EQ(watcher.impacts[0].time, 1.0);
  EXPECT_EQ(watcher.impacts[1].time, 9.0);
  EXPECT_EQ(watcher.impacts[2].time, 17.0);
}

}  // namespace
}  // namespace firsthit
