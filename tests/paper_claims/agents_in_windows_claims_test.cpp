#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "paper_claims/windows_of_disks.hpp"
#include "world/worlds.hpp"

#include <firsthit/firsthit.hpp>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// Agents and walls in windows of time: what the source claims, claim by claim (docs/concepts/sources.md).
// Its algorithm, put right, gives what a World gives; each of its slips gives something else.

namespace firsthit {
namespace {

using sources::Disk;
using sources::Rules;
using sources::Windows;

World<2> world_of(const std::vector<Disk>& disks, const Vec<2>& half) {
  WorldOptions<2> options;
  options.space = {-half, half, {Side::Wall, Side::Wall}};
  World<2> world(options);
  for (const Disk& disk : disks) world.add(ball<2>(disk.position, disk.velocity, disk.radius));
  return world;
}

/// [L] and [L/T]: the farthest that a disk's place or velocity is from that in the world.
double difference(const World<2>& world, const Windows& windows) {
  double most = 0.0;
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    const Disk& disk = windows.disks()[id];
    most = std::max(most, length(world.state({id}).position - disk.position));
    most = std::max(most, length(world.state({id}).velocity - disk.velocity));
  }
  return most;
}

/// How far the algorithm by such rules is from a world after one window of length 1.
double off_after_a_window(const std::vector<Disk>& disks, const Rules& rules,
                          const Vec<2>& half = {50.0, 50.0}) {
  World<2> world = world_of(disks, half);
  Windows windows(disks, half, rules);
  world.advance(1.0);
  windows.run(1.0);
  return difference(world, windows);
}

TEST(AgentsInWindows, PutRightDoWhatAWorldDoes) {
  std::uint64_t discarded = 0;
  std::uint64_t collisions = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::vector<Disk> disks;
    for (int i = 0; i < 9; ++i) {
      Disk disk;
      disk.radius = random.uniform(0.3, 0.9);
      disk.position = {2.0 * (i % 3) - 2.0, 2.0 * (i / 3) - 2.0};
      disk.velocity[0] = random.uniform(-3.0, 3.0);
      disk.velocity[1] = random.uniform(-3.0, 3.0);
      disks.push_back(disk);
    }
    World<2> world = world_of(disks, {4.0, 3.5});
    Windows windows(disks, {4.0, 3.5}, Rules{});
    for (int window = 0; window < 8; ++window) {
      world.advance(0.25);
      windows.run(0.25);
    }
    EXPECT_LT(difference(world, windows), 1e-6) << "rounding, which collisions magnify";
    EXPECT_EQ(windows.collisions(), world.collisions());
    discarded += windows.discarded();
    collisions += windows.collisions();
  }
  EXPECT_GT(collisions, 400U);
  EXPECT_GT(discarded, 100U);
}

TEST(AgentsInWindows, MeetEachOfTheFourWallsAtTheFormulasTime) {
  // Half sides 8 and 6, radius 1, from (2, 1): 5 to the right wall, 9 to the left, 4 up, 6 down.
  const auto time = [](const Vec<2>& velocity) {
    World<2> world = world_of({{{2.0, 1.0}, velocity, 1.0}}, {8.0, 6.0});
    Watcher<2> seen;
    world.observe(seen);
    world.run_until(20.0);
    return seen.impacts.at(0).time;
  };
  EXPECT_EQ(time({2.0, 0.0}), (8.0 - 1.0 - 2.0) / 2.0);
  EXPECT_EQ(time({-2.0, 0.0}), (-8.0 + 1.0 - 2.0) / -2.0);
  EXPECT_EQ(time({0.0, 2.0}), (6.0 - 1.0 - 1.0) / 2.0);
  EXPECT_EQ(time({0.0, -2.0}), (-6.0 + 1.0 - 1.0) / -2.0);
}

TEST(AgentsInWindows, MeetInPairsAtTheFormulasTime) {
  // Whole numbers; the time is -(b + sqrt d) / a with the source's b, d and a, and it is checked by signs:
  // |p + v t|^2 - s^2 is above 0 before, and below or 0 after, where it still falls.
  Random random(3);
  const auto whole = [&random] { return static_cast<double>(random.below(17)) - 8.0; };
  int hits = 0;
  int misses = 0;
  for (int i = 0; i < 20000 && !HasFailure(); ++i) {
    Vec<2> p, v;
    for (double& c : p.c) c = whole();
    for (double& c : v.c) c = whole();
    const double sigma = 1.0 + static_cast<double>(random.below(4));
    const double b = dot(v, p);
    const double d = b * b - length_squared(v) * (length_squared(p) - sigma * sigma);
    if (length_squared(p) < sigma * sigma || d == 0.0) continue;
    const auto delay = time_to_collision<2>({Ball{1.0}, Linear<2>{}}, {Ball{sigma - 1.0}, Linear<2>{p, v}});
    ASSERT_EQ(delay.has_value(), b < 0.0 && d > 0.0);
    ++(delay ? hits : misses);
    if (!delay) continue;
    EXPECT_NEAR(*delay, -(b + std::sqrt(d)) / length_squared(v), 1e-12 * (1.0 + *delay));
    const auto f = [&](double at) -> mpq_class {
      const mpq_class x = mpq_class(p[0]) + mpq_class(v[0]) * mpq_class(at);
      const mpq_class y = mpq_class(p[1]) + mpq_class(v[1]) * mpq_class(at);
      return x * x + y * y - mpq_class(sigma) * mpq_class(sigma);
    };
    EXPECT_GE(f(*delay), 0);
    EXPECT_LE(f(std::nextafter(*delay, 1e9)), 0);
    EXPECT_LE(mpq_class(b) + mpq_class(length_squared(v)) * mpq_class(*delay), 0);
  }
  EXPECT_GT(hits, 1000);
  EXPECT_GT(misses, 5000);
}

TEST(AgentsInWindows, ThatPassAtATangentDoNotMeetThoughTheFormulaHasATime) {
  // b = -12, a = 9, |p|^2 - s^2 = 16: d = 0, and the test asks for d >= 0.
  const Vec<2> p{-4.0, 2.0};
  const Vec<2> v{3.0, 0.0};
  EXPECT_EQ(dot(v, p) * dot(v, p) - length_squared(v) * (length_squared(p) - 4.0), 0.0);
  EXPECT_EQ(first_hit<2>({Ball{1.0}, Linear<2>{}}, {Ball{1.0}, Linear<2>{p, v}}).outcome, Outcome::Graze);
  World<2> world = world_of({{{0.0, 0.0}, {}, 1.0}, {p, v, 1.0}}, {50.0, 50.0});
  world.run_until(3.0);
  EXPECT_EQ(world.collisions(), 0U);
}

TEST(AgentsInWindows, ThatOverlapHaveTheirTimeInThePastByTheFormulasAndNowInTruth) {
  const Vec<2> p{1.0, 0.0};
  const Vec<2> v{-1.0, 0.0};
  EXPECT_EQ(-(dot(v, p) + std::sqrt(1.0 - (1.0 - 4.0))) / length_squared(v), -1.0);
  const Encounter<2> pair = first_hit<2>({Ball{1.0}, Linear<2>{}}, {Ball{1.0}, Linear<2>{p, v}});
  EXPECT_EQ(pair.outcome, Outcome::Overlap);
  EXPECT_EQ(pair.delay, 0.0);
  // Half in the wall at x = 8.
  EXPECT_EQ((8.0 - 1.0 - 7.5) / 1.0, -0.5);
  const Encounter<2> wall = first_hit<2>({Ball{1.0}, Linear<2>{{7.5, 0.0}, {1.0, 0.0}}},
                                         {HalfSpace<2>{{-1.0, 0.0}, -8.0}, Linear<2>{}});
  EXPECT_EQ(wall.outcome, Outcome::Overlap);
  EXPECT_EQ(wall.delay, 0.0);
}

TEST(AgentsInWindows, CloseToATouchLoseTheFormulasDigits) {
  // 2^-30 apart: b and the root nearly cancel. The bracket is proven by signs without rounding.
  const double gap = 0x1p-30;
  const Vec<2> p{-(0.8 + gap), 0.6};
  const Vec<2> v{1.0, 0.25};
  const Encounter<2> hit = first_hit<2>({Ball{0.5}, Linear<2>{}}, {Ball{0.5}, Linear<2>{p, v}});
  ASSERT_EQ(hit.outcome, Outcome::Impact);
  const auto f = [&](double at) -> mpq_class {
    const mpq_class x = mpq_class(p[0]) + mpq_class(v[0]) * mpq_class(at);
    const mpq_class y = mpq_class(p[1]) + mpq_class(v[1]) * mpq_class(at);
    return x * x + y * y - 1;
  };
  EXPECT_GE(f(hit.delay), 0);
  EXPECT_LE(f(hit.delay_upper), 0);
  const double b = dot(v, p);
  const double root = std::sqrt(b * b - length_squared(v) * (length_squared(p) - 1.0));
  const double by_formula = -(b + root) / length_squared(v);
  EXPECT_GT(std::fabs(by_formula / hit.delay - 1.0), 1e-9) << "half of the digits";
}

TEST(AgentsInWindows, ComeInTheOrderOfTimesNotOfTimesToCollision) {
  // b turns at the wall at 0.2 and from there needs 0.45 to d; e, seen from the start, needs 0.6 to d and
  // throws it off b's way. By times to collision 0.45 comes before 0.6.
  const std::vector<Disk> disks = {{{0.3, 0.0}, {}, 0.5},              // d
                                   {{-5.5, 0.6}, {-20.0, 0.0}, 0.5},   // b, from x = -9.5 to -0.5 at 0.65
                                   {{0.3, -25.0}, {0.0, 40.0}, 0.5}};  // e, under d at 0.6
  const Vec<2> half{10.0, 50.0};
  EXPECT_LT(off_after_a_window(disks, Rules{}, half), 1e-12);
  Windows right(disks, half, Rules{});
  right.run(1.0);
  EXPECT_NEAR(right.disks()[0].velocity[1], 40.0, 1e-12) << "d has what e had";
  EXPECT_NEAR(right.disks()[1].velocity[0], 20.0, 1e-12) << "b has met nobody";
  EXPECT_GT(off_after_a_window(disks, {.sorts_by_delay = true}, half), 1.0);
}

TEST(AgentsInWindows, MeetWhatIsBeyondTheWindowsEndInTheNextOne) {
  // From wall to wall in 0.5: at 0.25 and 0.75; the third, foreseen at 0.75 as 0.5 away, is at 1.25.
  const std::vector<Disk> disks = {{{0.0, 0.0}, {36.0, 0.0}, 1.0}};
  const Vec<2> half{10.0, 10.0};
  Windows right(disks, half, Rules{});
  right.run(1.0);
  EXPECT_EQ(right.collisions(), 2U);
  EXPECT_NEAR(right.disks()[0].position[0], 0.0, 1e-13);
  EXPECT_LT(off_after_a_window(disks, Rules{}, half), 1e-12);
  // As printed a delay after an event is held against the whole window: here that never ends.
  Windows wrong(disks, half, {.forgets_the_end = true});
  wrong.run(1.0, 100);
  EXPECT_EQ(wrong.collisions(), 100U);
  EXPECT_GT(wrong.time(), 40.0);
}

TEST(AgentsInWindows, GoOnToTheWindowsEndAfterTheLastCollision) {
  const std::vector<Disk> one = {{{0.0, 0.0}, {3.0, 0.0}, 1.0}};
  EXPECT_EQ(off_after_a_window(one, Rules{}), 0.0);
  EXPECT_EQ(off_after_a_window(one, {.stays_at_the_last = true}), 3.0) << "it has not moved at all";
}

/// a flies to the right, to where it would meet c at 0.55 and, but for that, d at 0.9. f throws it off its
/// way at 0.2, so it meets neither.
const std::vector<Disk> kThrownOff = {{{0.0, 0.0}, {4.0, 0.0}, 0.5},
                                      {{3.0, 0.6}, {}, 0.5},
                                      {{4.4, 0.6}, {}, 0.5},
                                      {{0.0, -5.0}, {4.0, 20.0}, 0.5}};

TEST(AgentsInWindows, DiscardAllThatWasForeseenOfOneWhoHasTurned) {
  EXPECT_LT(off_after_a_window(kThrownOff, Rules{}), 1e-12);
  Windows right(kThrownOff, {50.0, 50.0}, Rules{});
  right.run(1.0);
  EXPECT_EQ(right.collisions(), 1U);
  EXPECT_EQ(right.discarded(), 2U);
  // As printed, what was used once is taken off the list: c is spared, d is hit by nobody.
  Windows wrong(kThrownOff, {50.0, 50.0}, {.uses_discards_once = true});
  wrong.run(1.0);
  EXPECT_EQ(wrong.disks()[1].velocity, Vec2{});
  EXPECT_GT(length(wrong.disks()[2].velocity), 1.0);
}

TEST(AgentsInWindows, RememberWhoHasTurnedAsLongAsAnythingOlderIsForeseen) {
  // The same, and far away somebody meets a wall at 0.4. As printed that forgets who turned before.
  std::vector<Disk> disks = kThrownOff;
  disks.push_back({{-47.5, -30.0}, {-5.0, 0.0}, 0.5});
  EXPECT_LT(off_after_a_window(disks, Rules{}), 1e-12);
  EXPECT_GT(off_after_a_window(disks, {.forgets_old_discards = true}), 1.0);
  EXPECT_LT(off_after_a_window(kThrownOff, {.forgets_old_discards = true}), 1e-12)
      << "alone that does no harm";
}

TEST(AgentsInWindows, TellWhatWasForeseenBeforeATurnOfTheSameInstant) {
  // a touches b and c at the start and closes on both. It hands all to b, so c only moves away. The times of
  // the turn and of what was foreseen are both 0: which came first, times do not tell.
  const std::vector<Disk> disks = {
      {{0.0, 0.0}, {10.0, 0.0}, 12.5}, {{25.0, 0.0}, {}, 12.5}, {{7.0, 24.0}, {5.0, 0.0}, 12.5}};
  const Vec<2> half{1000.0, 1000.0};
  EXPECT_LT(off_after_a_window(disks, Rules{}, half), 1e-12);
  World<2> world = world_of(disks, half);
  world.advance(1.0);
  EXPECT_EQ(world.state({0}).velocity, Vec2{});
  EXPECT_EQ(world.state({1}).velocity, (Vec2{10.0, 0.0}));
  EXPECT_EQ(world.state({2}).velocity, (Vec2{5.0, 0.0}));
  Windows wrong(disks, half, {.compares_times = true});
  wrong.run(1.0, 2);
  EXPECT_EQ(wrong.collisions(), 2U) << "and it would go on";
  EXPECT_GT(length(wrong.disks()[0].velocity), 1.0) << "c has dragged a along";
}

TEST(AgentsInWindows, MayStartAnewInEachOfThemWithoutAnyDifference) {
  const auto hash = [](double window) {
    Random random(5);
    World<2> world = gas<2>(box<2>(Side::Wall, 16.0), {}, random);
    world.set_window(window);
    world.run_until(8.0);
    EXPECT_GT(world.collisions(), 100U);
    return world.state_hash();
  };
  const std::uint64_t whole = hash(0.0);
  EXPECT_EQ(hash(1.0), whole);
  EXPECT_EQ(hash(0.0625), whole);
}

TEST(AgentsInWindows, FollowACurveBetterInSmallerOnes) {
  // A charge on the unit circle, once around: with four times the pieces, a sixteenth of the error is
  // allowed.
  std::uint64_t fewest = 0;
  for (const double error : {0x1p-7, 0x1p-11, 0x1p-15}) {
    World<2> world(open_space<2>());
    const BodyId charge = world.add(ball<2>({1.0, 0.0}, {0.0, 1.0}, 0.1));
    CurvedPaths<2> paths(1.0, 1.0, error);
    EXPECT_EQ(paths.pieces(), fewest == 0 ? paths.pieces() : 4 * fewest);
    fewest = paths.pieces();
    paths.follow(charge, [](const Vec2&, const Vec2& v, double) { return Vec2{-v[1], v[0]}; });
    paths.steer(world);
    world.set_window(paths.piece(), [&paths](World<2>& at) { paths.steer(at); });
    for (int i = 1; i <= 60; ++i) {
      world.run_until(0.1 * i);
      const Vec<2> there{std::cos(0.1 * i), std::sin(0.1 * i)};
      EXPECT_LT(length(world.state(charge).position - there), 1.5 * error);
    }
  }
}

}  // namespace
}  // namespace firsthit
