#include "core/vec_math.hpp"
#include "support/nearest_double.hpp"
#include "world/eventful_worlds.hpp"
#include "world/inside.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// What a world counts: of small ones by hand, of many kinds beside an observer that sums by itself.

namespace firsthit {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

using Counts = std::array<std::uint64_t, 3>;

std::vector<std::uint64_t> bits(const Statistics& statistics) {
  std::vector<std::uint64_t> all(statistics.impacts.begin(), statistics.impacts.end());
  all.push_back(statistics.meetings);
  for (const double number : {statistics.begin, statistics.time, statistics.kinetic_action, statistics.virial,
                              statistics.path_length, statistics.deepest_overlap})
    all.push_back(std::bit_cast<std::uint64_t>(number));
  return all;
}

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

/// Sums all by itself, from what it is told: kinetic energy and virial without any error.
template <int D>
class Reference final : public Observer<D> {
 public:
  Reference(const World<D>& world, const MeasureOptions<D>& options) : options_(options) { meet(world); }

  void impact(const Impact<D>& impact) override {
    const int moving = end_flight(impact.a, impact.time) + end_flight(impact.b, impact.time);
    if (impact.time < options_.from) return;
    ++counts_.impacts[static_cast<std::size_t>(impact.kind)];
    counts_.deepest_overlap = std::max(counts_.deepest_overlap, impact.overlap);
    if (impact.kind == ImpactKind::BodyBody) counts_.meetings += static_cast<std::uint64_t>(moving);
    if (moving == 2) virial_ += mpq_class(impact.virial);
  }
  void turn(const Turn<D>& turn) override {
    end_flight(turn.body, turn.time);
    turns_ += 1;
  }

  /// Notes who is there, and how they move now.
  void meet(const World<D>& world) {
    now_ = world.time();
    for (std::uint32_t id = 0; id < world.size(); ++id) {
      if (id == bodies_.size()) bodies_.push_back({true, 0.0, now_, {}});
      Known& known = bodies_[id];
      if (!known.flies) continue;
      if (!world.contains({id})) {
        known.flies = false;
        add(known, known.state.velocity, known.state.acceleration, now_ - known.since, now_);
        continue;
      }
      const Body<D> body = world.body({id});
      known.flies = body.kind == BodyKind::Dynamic;
      known.mass = body.mass;
      known.state = world.state({id});
    }
  }
  /// Adds the flights that go on. Nothing may be asked of it afterwards but what it has summed.
  void finish(const World<D>& world) {
    meet(world);
    for (const Known& known : bodies_)
      if (known.flies) add(known, known.state.velocity, known.state.acceleration, now_ - known.since, now_);
  }

  const Statistics& counts() const { return counts_; }
  const mpq_class& kinetic_action() const { return kinetic_action_; }
  const mpq_class& virial() const { return virial_; }
  long double path_length() const { return path_length_; }
  int turns() const { return turns_; }

 private:
  struct Known {
    bool flies;
    double mass;
    double since;  // when its course last changed
    BodyState<D> state;
  };

  /// 1 if it is one that impacts move.
  int end_flight(const ImpactSide<D>& side, double time) {
    if (side.id.value >= bodies_.size() || !bodies_[side.id.value].flies) return 0;
    Known& known = bodies_[side.id.value];
    EXPECT_NEAR(side.elapsed, time - known.since, 1e-13 * (1.0 + time)) << "a flight that was not told of";
    add(known, side.velocity_before, side.acceleration, side.elapsed, time);
    known.since = time;
    return 1;
  }

  void add(const Known& known, const Vec<D>& velocity, const Vec<D>& acceleration, double elapsed,
           double end) {
    if (end <= options_.from) return;
    const mpq_class t = std::min(elapsed, end - options_.from);
    mpq_class square = 0;
    mpq_class along = 0;
    mpq_class pull = 0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const mpq_class v = mpq_class(velocity[axis]) - mpq_class(options_.drift[axis]);
      const mpq_class g = acceleration[axis];
      square += v * v;
      along += v * g;
      pull += g * g;
    }
    kinetic_action_ += mpq_class(known.mass) / 2 * (square * t - t * t * along + t * t * t * pull / 3);
    path_length_ += path(square.get_d(), along.get_d(), pull.get_d(), t.get_d());
  }

  /// The integral of |v - g s| over s from 0 to t, with v^2, v . g and g^2: of |g| sqrt(s^2 + r^2) from
  /// -v . g / g^2 on, where r is how slow it becomes by |g|.
  static long double path(long double square, long double along, long double pull, long double t) {
    if (pull == 0.0L) return std::sqrt(square) * t;
    const long double middle = along / pull;
    const long double r = std::sqrt(std::max(0.0L, square / pull - middle * middle));
    const auto until = [&](long double s) {
      return 0.5L * (s * std::hypot(s, r) + (r > 0.0L ? r * r * std::asinh(s / r) : 0.0L));
    };
    return std::sqrt(pull) * (until(t - middle) - until(-middle));
  }

  MeasureOptions<D> options_;
  double now_ = 0.0;
  std::vector<Known> bodies_;
  Statistics counts_;
  mpq_class kinetic_action_ = 0;
  mpq_class virial_ = 0;
  long double path_length_ = 0.0L;
  int turns_ = 0;
};

template <int D>
Statistics measured(const Eventful<D>& kind, const MeasureOptions<D>& options) {
  World<D> world = kind.make();
  world.measure(options);
  run_eventful(kind, world);
  return world.statistics();
}

template <int D>
MeasureOptions<D> seen(double from) {
  MeasureOptions<D> options{.from = from, .path_length = true};
  options.drift[0] = 0.25;
  return options;
}

template <int D>
void expect_what_an_observer_sums() {
  int turns = 0;
  std::uint64_t impacts = 0;
  for (const Eventful<D>& kind : eventful_worlds<D>()) {
    for (const double from : {0.0, 0.55}) {
      SCOPED_TRACE(kind.name + " from " + std::to_string(from));
      World<D> world = kind.make();
      world.measure(seen<D>(from));
      Reference<D> reference(world, seen<D>(from));
      world.observe(reference);
      const auto meet = [&] { reference.meet(world); };
      run_eventful(kind, world, {.after_run = meet, .after_change = meet});
      reference.finish(world);
      const Statistics found = world.statistics();
      EXPECT_EQ(found.begin, from);
      EXPECT_DOUBLE_EQ(found.time, world.time() - from);
      EXPECT_EQ(found.impacts, reference.counts().impacts);
      EXPECT_EQ(found.meetings, reference.counts().meetings);
      EXPECT_EQ(found.deepest_overlap, reference.counts().deepest_overlap);
      EXPECT_EQ(found.virial, nearest_double(reference.virial()));
      const double action = reference.kinetic_action().get_d();
      EXPECT_NEAR(found.kinetic_action, action, 1e-14 * action);
      const auto path = static_cast<double>(reference.path_length());
      EXPECT_NEAR(found.path_length, path, 1e-12 * path);
      EXPECT_GT(found.impacts[0], 0U);
      impacts += found.impacts[0];
      turns += reference.turns();
    }
  }
  EXPECT_GT(turns, 200);
  EXPECT_GT(impacts, 2000U);
}

TEST(StatisticsOfManyWorlds, AreWhatAnObserverSumsInThePlane) { expect_what_an_observer_sums<2>(); }
TEST(StatisticsOfManyWorlds, AreWhatAnObserverSumsInSpace) { expect_what_an_observer_sums<3>(); }

template <int D>
struct Deaf final : BatchObserver<D> {
  void events(EventBatch<D>&) override {}
};

template <int D>
void expect_the_same_however_it_is_run() {
  for (const Eventful<D>& kind : eventful_worlds<D>()) {
    SCOPED_TRACE(kind.name);
    const MeasureOptions<D> options = seen<D>(0.55);
    const std::vector<std::uint64_t> expected = bits(measured(kind, options));
    const auto expect_same = [&](World<D>& world, const char* how, const Pauses& pauses = {}) {
      world.measure(options);
      run_eventful(kind, world, pauses);
      EXPECT_EQ(bits(world.statistics()), expected) << how;
    };
    World<D> watched = kind.make();
    Watcher<D> watcher;
    watched.observe(watcher);
    expect_same(watched, "watched");
    World<D> batches = kind.make();
    Deaf<D> some;
    batches.observe(some, {BodyId{3}});
    expect_same(batches, "watched in batches");
    World<D> pieces = kind.make();
    std::uint64_t asked = 0;
    const auto ask = [&] { asked += pieces.statistics().meetings; };
    expect_same(pieces, "in pieces, and asked", {.after_run = ask, .events = 37});
    EXPECT_GT(asked, 0U);
    if (kind.name != "waiting") {
      World<D> windows = kind.make();
      windows.set_window(0.31);
      expect_same(windows, "with windows");
    }
  }
}

TEST(StatisticsOfManyWorlds, AreTheSameBitsHoweverTheyAreRunInThePlane) {
  expect_the_same_however_it_is_run<2>();
}
TEST(StatisticsOfManyWorlds, AreTheSameBitsHoweverTheyAreRunInSpace) {
  expect_the_same_however_it_is_run<3>();
}

TEST(StatisticsOfManyWorlds, AreTheSameWhetherAskedForInAdvanceOrThen) {
  for (const Eventful<2>& kind : eventful_worlds<2>()) {
    SCOPED_TRACE(kind.name);
    World<2> early = kind.make();
    World<2> late = kind.make();
    early.measure(seen<2>(0.5));
    early.run_until(0.5);
    late.run_until(0.5);
    late.measure(seen<2>(0.5));
    for (World<2>* world : {&early, &late}) world->run_until(9.0);
    EXPECT_EQ(bits(late.statistics()), bits(early.statistics()));
    EXPECT_GT(late.statistics().impacts[0], 0U);
  }
}

/// Elastic, and nothing falls: the energy is what it was.
TEST(StatisticsOfManyWorlds, HaveTheEnergyOfAGasTimesTheTime) {
  for (const Side sides : {Side::Wall, Side::Periodic}) {
    World<3> world = eventful::plain_gas<3>(sides);
    const double energy = kinetic_energy(world);
    world.measure();
    world.run_until(50.0);
    EXPECT_NEAR(world.statistics().kinetic_action, 50.0 * energy, 1e-12 * 50.0 * energy);
    EXPECT_GT(world.statistics().impacts[0], 300U);
  }
}

/// With lists balls stand in memory in the order of ids; otherwise as in space.
TEST(StatisticsOfALargeGas, AreTheSameInAnyOrderInMemory) {
  World<2> ordered = large_gas(NeighbourSearch::Automatic, 320, 0.5, false);
  World<2> plain = large_gas(NeighbourSearch::Lists, 320, 0.5, false);
  Inside<2> inside(ordered);
  inside.run(kForEver, 10);
  ASSERT_LT(way_to_next(inside), 2.0);
  std::vector<std::uint64_t> whole[2];
  std::vector<std::uint64_t> part[2];
  int at = 0;
  for (World<2>* world : {&ordered, &plain}) {
    RunLimits limits;
    const auto step = [&](std::uint64_t collisions) {
      limits.collisions = collisions;
      world->run_until(1e9, limits);
    };
    world->measure({.drift = {0.125, 0.0}, .path_length = true});
    step(30000);
    whole[at] = bits(world->statistics());
    world->measure({.path_length = true});
    step(60000);
    part[at++] = bits(world->statistics());
  }
  EXPECT_EQ(whole[0], whole[1]);
  EXPECT_EQ(part[0], part[1]);
  EXPECT_EQ(ordered.state_hash(), plain.state_hash());
}

}  // namespace
}  // namespace firsthit
