#include "world/response/statistics_bits.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>

// What a small world counts is known by hand.

namespace firsthit {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

using Counts = std::array<std::uint64_t, 3>;

/// Two balls of mass 2, at 1 and -2 on a line, which meet at time 2, 3 apart, and swap their velocities: the
/// impulse is 6. Their kinetic energy is 5 at any time.
World<2> head_on() {
  World<2> world(open_space<2>());
  world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}, 1.0, 2.0));
  world.add(ball<2>({9.0, 0.0}, {-2.0, 0.0}, 2.0, 2.0));
  return world;
}

template <int D>
Statistics counted_until(World<D>& world, double time, const MeasureOptions<D>& options) {
  world.measure(options);
  world.run_until(time);
  return world.statistics();
}

TEST(Statistics, OfTwoThatMeetHeadOn) {
  World<2> world = head_on();
  const Statistics all = counted_until<2>(world, 5.0, {.path_length = true});
  EXPECT_EQ(all.begin, 0.0);
  EXPECT_EQ(all.time, 5.0);
  EXPECT_EQ(all.impacts, (Counts{1, 0, 0}));
  EXPECT_EQ(all.impacts_of(ImpactKind::BodyBody), 1U);
  EXPECT_EQ(all.meetings, 2U);
  EXPECT_DOUBLE_EQ(all.kinetic_action, 25.0);
  EXPECT_DOUBLE_EQ(all.virial, 18.0);
  EXPECT_DOUBLE_EQ(all.path_length, 15.0);  // 1 * 2 + 2 * 3 and 2 * 2 + 1 * 3
  EXPECT_EQ(all.deepest_overlap, 0.0);
}

TEST(Statistics, OfPathsAreCountedOnRequest) {
  World<2> world = head_on();
  EXPECT_EQ(counted_until<2>(world, 5.0, {}).path_length, 0.0);
}

TEST(Statistics, FromALaterTimeOnBeginInsideAFlight) {
  World<2> world = head_on();
  const Statistics all = counted_until<2>(world, 5.0, {.from = 1.0, .path_length = true});
  EXPECT_EQ(all.begin, 1.0);
  EXPECT_EQ(all.time, 4.0);
  EXPECT_EQ(all.impacts, (Counts{1, 0, 0}));
  EXPECT_DOUBLE_EQ(all.kinetic_action, 20.0);
  EXPECT_DOUBLE_EQ(all.path_length, 12.0);  // 1 * 1 + 2 * 3 and 2 * 1 + 1 * 3
}

TEST(Statistics, FromALaterTimeOnAreNoneBeforeIt) {
  World<2> world = head_on();
  const Statistics before = counted_until<2>(world, 2.5, {.from = 3.0, .path_length = true});
  EXPECT_EQ(before.begin, 3.0);
  EXPECT_EQ(bits(before), bits(Statistics{.begin = 3.0}));
  world.run_until(5.0);
  EXPECT_EQ(world.statistics().time, 2.0);
  EXPECT_EQ(world.statistics().impacts, (Counts{0, 0, 0}));
  EXPECT_EQ(world.statistics().virial, 0.0);
  EXPECT_DOUBLE_EQ(world.statistics().kinetic_action, 10.0);
  EXPECT_DOUBLE_EQ(world.statistics().path_length, 6.0);
}

TEST(Statistics, CountAnImpactExactlyWhenTheyBegin) {
  World<2> world = head_on();
  const Statistics at_the_impact = counted_until<2>(world, 5.0, {.from = 2.0, .path_length = true});
  EXPECT_EQ(at_the_impact.impacts, (Counts{1, 0, 0}));
  EXPECT_EQ(at_the_impact.meetings, 2U);
  EXPECT_DOUBLE_EQ(at_the_impact.virial, 18.0);
  EXPECT_DOUBLE_EQ(at_the_impact.kinetic_action, 15.0);
  EXPECT_DOUBLE_EQ(at_the_impact.path_length, 9.0);
  World<2> again = head_on();
  const Statistics after = counted_until<2>(again, 5.0, {.from = std::nextafter(2.0, 3.0)});
  EXPECT_EQ(after.impacts, (Counts{0, 0, 0}));
  EXPECT_EQ(after.virial, 0.0);
  EXPECT_DOUBLE_EQ(after.kinetic_action, 15.0);
}

TEST(Statistics, BeginNowForATimeThatIsPast) {
  World<2> world = head_on();
  world.run_until(4.0);
  const Statistics late = counted_until<2>(world, 6.0, {.from = 1.0});
  EXPECT_EQ(late.begin, 4.0);
  EXPECT_EQ(late.time, 2.0);
  EXPECT_EQ(late.impacts, (Counts{0, 0, 0}));
  EXPECT_DOUBLE_EQ(late.kinetic_action, 10.0);
}

TEST(Statistics, BeginAgainAndForgetWhatWasCounted) {
  World<2> world = head_on();
  EXPECT_EQ(counted_until<2>(world, 3.0, {.drift = {5.0, 0.0}, .path_length = true}).impacts[0], 1U);
  world.measure();
  EXPECT_EQ(bits(world.statistics()), bits(Statistics{.begin = 3.0}));
  world.run_until(5.0);
  const Statistics second = world.statistics();
  EXPECT_EQ(second.begin, 3.0);
  EXPECT_EQ(second.impacts, (Counts{0, 0, 0}));
  EXPECT_DOUBLE_EQ(second.kinetic_action, 10.0);
  EXPECT_EQ(second.path_length, 0.0);
  EXPECT_EQ(world.collisions(ImpactKind::BodyBody), 1U) << "of all times";
}

TEST(Statistics, OfAWorldThatHasNotBegunAreNone) {
  World<2> world = head_on();
  world.measure({.from = 0.0, .path_length = true});
  EXPECT_EQ(bits(world.statistics()), bits(Statistics{}));
  for (const ImpactKind kind : {ImpactKind::BodyBody, ImpactKind::BodyObstacle, ImpactKind::BodySide})
    EXPECT_EQ(world.collisions(kind), 0U);
}

/// A ball of mass 1 goes 6 at 2, meets a wall, goes 8 at 1, meets the other, and goes on at 1/2.
TEST(Statistics, OfABallBetweenWallsThatTakeHalfItsSpeed) {
  WorldOptions<2> options = box<2>(Side::Wall, 10.0);
  options.restitution = 0.5;
  World<2> world(options);
  world.add(ball<2>({3.0, 5.0}, {2.0, 0.0}));
  const Statistics all = counted_until<2>(world, 13.0, {.path_length = true});
  EXPECT_EQ(all.impacts, (Counts{0, 0, 2}));
  EXPECT_EQ(all.impacts_of(ImpactKind::BodySide), 2U);
  EXPECT_EQ(all.meetings, 0U);
  EXPECT_EQ(all.virial, 0.0);
  EXPECT_DOUBLE_EQ(all.kinetic_action, 0.5 * (4.0 * 3.0 + 1.0 * 8.0 + 0.25 * 2.0));
  EXPECT_DOUBLE_EQ(all.path_length, 6.0 + 8.0 + 1.0);
  EXPECT_EQ(world.collisions(ImpactKind::BodySide), 2U);
  EXPECT_EQ(world.collisions(ImpactKind::BodyBody), 0U);
}

TEST(Statistics, OfAFallAreIntegralsOverACurve) {
  // v(t) = (1, -3 t): the integral of (1 + 9 t^2) / 2 from 1 to 3 is 1 + 39.
  World<2> world(open_space<2>({0.0, -3.0}));
  world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  EXPECT_DOUBLE_EQ(counted_until<2>(world, 3.0, {.from = 1.0}).kinetic_action, 40.0);
  // Two fall from rest side by side, the one on the other's left, and go 3/2 (9 - 1) each from 1 to 3.
  World<2> straight(open_space<2>({0.0, -3.0}));
  straight.add(ball<2>({0.0, 0.0}, {}));
  straight.add(ball<2>({3.0, 0.0}, {}));
  EXPECT_DOUBLE_EQ(counted_until<2>(straight, 3.0, {.from = 1.0, .path_length = true}).path_length, 24.0);
}

/// Falls 4 in 2 under a gravity of 2, and up again: the integral of 4 t^2 / 2 over a fall is 16/3.
TEST(Statistics, OfABounceOnAnObstacle) {
  World<2> world(open_space<2>({0.0, -2.0}));
  world.add(ball<2>({0.0, 5.0}, {}));
  world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  const Statistics all = counted_until<2>(world, 4.0, {.path_length = true});
  EXPECT_EQ(all.impacts, (Counts{0, 1, 0}));
  EXPECT_EQ(all.meetings, 0U);
  EXPECT_DOUBLE_EQ(all.kinetic_action, 32.0 / 3.0);
  EXPECT_DOUBLE_EQ(all.path_length, 8.0);
  EXPECT_EQ(world.collisions(ImpactKind::BodyObstacle), 1U);
  World<2> later(open_space<2>({0.0, -2.0}));
  later.add(ball<2>({0.0, 5.0}, {}));
  later.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  EXPECT_DOUBLE_EQ(counted_until<2>(later, 4.0, {.from = 1.0}).kinetic_action, 32.0 / 3.0 - 2.0 / 3.0);
}

/// The same fall ends at rest; after 3 it is pushed along the floor at 3, for 1.
TEST(Statistics, OfABodyThatRestsAndIsSteered) {
  World<2> world(open_space<2>({0.0, -2.0}, 0.0));
  const BodyId body = world.add(ball<2>({0.0, 5.0}, {}));
  world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  const Statistics fallen = counted_until<2>(world, 5.0, {.path_length = true});
  EXPECT_EQ(fallen.impacts, (Counts{0, 1, 0}));
  EXPECT_DOUBLE_EQ(fallen.kinetic_action, 16.0 / 3.0);
  EXPECT_DOUBLE_EQ(fallen.path_length, 4.0);
  world.set_velocity(body, {3.0, 0.0});
  world.run_until(6.0);
  EXPECT_DOUBLE_EQ(world.statistics().kinetic_action, 16.0 / 3.0 + 4.5);
  EXPECT_DOUBLE_EQ(world.statistics().path_length, 7.0);
}

TEST(Statistics, OfABodyThatIsSteeredAndPutElsewhere) {
  World<2> world(open_space<2>());
  const BodyId body = world.add(ball<2>({0.0, 0.0}, {3.0, 4.0}));
  EXPECT_DOUBLE_EQ(counted_until<2>(world, 2.0, {.path_length = true}).kinetic_action, 25.0);
  world.set_velocity(body, {0.0, 1.0});
  world.run_until(3.0);
  world.set_position(body, {1000.0, 0.0});  // a jump is no path
  world.run_until(5.0);
  EXPECT_DOUBLE_EQ(world.statistics().kinetic_action, 12.5 * 2.0 + 0.5 * 3.0);
  EXPECT_DOUBLE_EQ(world.statistics().path_length, 10.0 + 3.0);
  EXPECT_EQ(world.statistics().impacts, (Counts{0, 0, 0}));
}

/// A clock that does not run yet, and then one that becomes finer.
TEST(Statistics, BeginInTimeWhateverTheClock) {
  World<2> world(open_space<2>());
  const BodyId body = world.add(ball<2>({0.0, 0.0}, {}));
  world.measure({.from = 2.5});
  world.run_until(1.0);
  world.set_velocity(body, {2.0, 0.0});
  world.run_until(2.0);
  world.set_velocity(body, {1e7, 0.0});
  world.run_until(2.25);
  world.set_velocity(body, {2.0, 0.0});
  world.run_until(5.5);
  EXPECT_EQ(world.statistics().begin, 2.5);
  EXPECT_EQ(world.statistics().time, 3.0);
  EXPECT_DOUBLE_EQ(world.statistics().kinetic_action, 6.0);
}

/// A ball of mass 3 flies at 2 between a wall and a kinematic block, 3.5 apart: at the block at 1 and every
/// 3.5 from then on, at the wall 1.75 after that.
TEST(Statistics, HaveAKinematicBodyMeetButNotMove) {
  World<2> world({.space = {{0.0, 0.0}, {10.0, 4.0}, {Side::Wall, Side::Wall}}});
  world.add(ball<2>({2.0, 2.0}, {2.0, 0.0}, 0.5, 3.0));
  world.add({.shape = Box<2>{{0.5, 1.0}}, .position = {5.0, 2.0}, .kind = BodyKind::Kinematic});
  const Statistics all = counted_until<2>(world, 24.0, {.path_length = true});
  EXPECT_EQ(all.impacts, (Counts{7, 0, 7}));
  EXPECT_EQ(all.meetings, 7U);
  EXPECT_EQ(all.virial, 0.0);
  EXPECT_DOUBLE_EQ(all.kinetic_action, 6.0 * 24.0);
  EXPECT_DOUBLE_EQ(all.path_length, 48.0);
  EXPECT_EQ(world.collisions(ImpactKind::BodyBody), 7U);
}

TEST(Statistics, OfAKinematicBodyThatGoesItsWayAreNone) {
  World<2> world(open_space<2>());
  Body<2> told = ball<2>({0.0, 0.0}, {1.0, 0.0});
  told.kind = BodyKind::Kinematic;
  world.add(told);
  const Statistics all = counted_until<2>(world, 3.0, {.path_length = true});
  EXPECT_EQ(all.kinetic_action, 0.0);
  EXPECT_EQ(all.path_length, 0.0);
}

/// From the centre of mass, which goes at (4, 7), two balls go at 1 and -1; they meet at 2, and, once around
/// the box, at 8.
TEST(Statistics, AreSeenFromADrift) {
  for (const bool drifts : {false, true}) {
    World<2> world(box<2>(Side::Periodic, 16.0));
    world.add(ball<2>({2.0, 8.0}, {5.0, 7.0}));
    world.add(ball<2>({8.0, 8.0}, {3.0, 7.0}));
    const Vec<2> drift = drifts ? Vec<2>{4.0, 7.0} : Vec<2>{};
    const Statistics all = counted_until<2>(world, 10.0, {.drift = drift, .path_length = true});
    EXPECT_EQ(all.impacts, (Counts{2, 0, 0}));
    EXPECT_EQ(all.meetings, 4U);
    EXPECT_NEAR(all.virial, 8.0, 1e-13);  // twice an impulse of 2 at a distance of 2
    EXPECT_NEAR(all.kinetic_action, drifts ? 10.0 : 10.0 + 10.0 * (16.0 + 49.0), 1e-11);
    EXPECT_NEAR(all.path_length, drifts ? 20.0 : 10.0 * (std::sqrt(74.0) + std::sqrt(58.0)), 1e-11);
  }
}

TEST(Statistics, OfAFallAreSeenFromADriftToo) {
  // Seen from (1, 0): v(t) = (0, -3 t), the integral of 9 t^2 / 2 from 0 to 2 is 12, the way 6.
  World<2> world(open_space<2>({0.0, -3.0}));
  world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  const Statistics all = counted_until<2>(world, 2.0, {.drift = {1.0, 0.0}, .path_length = true});
  EXPECT_DOUBLE_EQ(all.kinetic_action, 12.0);
  EXPECT_DOUBLE_EQ(all.path_length, 6.0);
}

TEST(Statistics, OfABodyThatGoesCountUntilThen) {
  World<2> world(open_space<2>());
  const BodyId gone = world.add(ball<2>({0.0, 0.0}, {2.0, 0.0}));
  world.add(ball<2>({0.0, 9.0}, {1.0, 0.0}));
  counted_until<2>(world, 3.0, {.from = 1.0, .path_length = true});
  world.remove(gone);
  EXPECT_DOUBLE_EQ(world.statistics().kinetic_action, 2.0 * 2.0 + 0.5 * 2.0);
  world.run_until(5.0);
  EXPECT_DOUBLE_EQ(world.statistics().kinetic_action, 2.0 * 2.0 + 0.5 * 4.0);
  EXPECT_DOUBLE_EQ(world.statistics().path_length, 2.0 * 2.0 + 1.0 * 4.0);
}

TEST(Statistics, OfABodyThatComesCountFromThenOn) {
  World<2> world(open_space<2>());
  world.add(ball<2>({0.0, 9.0}, {1.0, 0.0}));
  counted_until<2>(world, 3.0, {.path_length = true});
  world.add(ball<2>({0.0, 0.0}, {2.0, 0.0}));
  world.run_until(5.0);
  EXPECT_DOUBLE_EQ(world.statistics().kinetic_action, 0.5 * 5.0 + 2.0 * 2.0);
  EXPECT_DOUBLE_EQ(world.statistics().path_length, 5.0 + 4.0);
}

/// Hits the obstacle at 1 and waits there until 4, when its window ends.
TEST(Statistics, OfABodyThatWaitsStandStill) {
  World<2> world(open_space<2>());
  world.set_window(4.0);
  Body<2> body = ball<2>({0.0, 0.0}, {2.0, 0.0});
  body.after_hit = AfterHit::Waits;
  world.add(body);
  world.add(fixed<2>(Ball{1.0}, {4.0, 0.0}));
  const Statistics all = counted_until<2>(world, 6.0, {.path_length = true});
  EXPECT_EQ(all.impacts, (Counts{0, 1, 0}));
  EXPECT_DOUBLE_EQ(all.kinetic_action, 2.0 * (1.0 + 2.0));
  EXPECT_DOUBLE_EQ(all.path_length, 2.0 * (1.0 + 2.0));
}

/// Of masses 1 and 3, at 3 and -1: they meet at 3/4, 1 apart, with an impulse of 3, and stand still.
TEST(Statistics, OfTwoThatStickTogether) {
  World<2> world(open_space<2>());
  world.set_response({}, {}, Response::Stick);
  world.add(ball<2>({0.0, 0.0}, {3.0, 0.0}, 0.5));
  world.add(ball<2>({4.0, 0.0}, {-1.0, 0.0}, 0.5, 3.0));
  const Statistics all = counted_until<2>(world, 5.0, {.path_length = true});
  EXPECT_EQ(all.impacts, (Counts{1, 0, 0}));
  EXPECT_EQ(all.meetings, 2U);
  EXPECT_DOUBLE_EQ(all.virial, 3.0);
  EXPECT_DOUBLE_EQ(all.kinetic_action, 6.0 * 0.75);
  EXPECT_DOUBLE_EQ(all.path_length, 4.0 * 0.75);
}

/// Eleven balls in lanes of their own go to and fro between two walls, always at once: whoever begins between
/// two impacts at the same instant counts those that are still to come.
TEST(Statistics, ThatBeginNowCountAllThatComes) {
  int at_an_impact = 0;
  for (std::uint64_t before = 1; before < 120; before += 3) {
    World<2> world({.space = {{0.0, 0.0}, {10.0, 40.0}, {Side::Wall, Side::Wall}}});
    for (int lane = 0; lane < 11; ++lane) world.add(ball<2>({3.7, 2.0 + 3.0 * lane}, {0.9, 0.0}));
    RunLimits limits;
    limits.collisions = before;
    world.run_until(1e3, limits);
    const double then = world.time();
    world.measure();
    world.run_until(200.0);
    EXPECT_EQ(world.statistics().impacts[2], world.collisions() - before) << before;
    EXPECT_EQ(world.statistics().begin, then);
    if (before % 11 != 0) ++at_an_impact;
  }
  EXPECT_GT(at_an_impact, 20);
}

TEST(Statistics, ThatNobodyHasAskedForAreRefused) {
  World<2> world = head_on();
  EXPECT_THROW(static_cast<void>(world.statistics()), InputError);
  world.run_until(3.0);
  EXPECT_THROW(static_cast<void>(world.statistics()), InputError);
  for (const double number : {kNan, kInfinity, -kInfinity}) {
    EXPECT_THROW(world.measure({.from = number}), InputError);
    EXPECT_THROW(world.measure({.drift = {0.0, number}}), InputError);
  }
  EXPECT_THROW(static_cast<void>(world.statistics()), InputError) << "what is refused changes nothing";
  world.measure();
  EXPECT_EQ(world.statistics().begin, 3.0);
}

}  // namespace
}  // namespace firsthit
