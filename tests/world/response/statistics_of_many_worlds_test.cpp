#include "support/nearest_double.hpp"
#include "world/eventful_worlds.hpp"
#include "world/inside.hpp"
#include "world/response/statistics_bits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

// What worlds of many kinds count is what an observer sums by itself, and the same however they are run.

namespace firsthit {
namespace {

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
  std::vector<std::vector<std::uint64_t>> single[2];
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
    part[at] = bits(world->statistics());
    for (std::uint64_t i = 1; i <= 100; ++i) {  // one by one: the last digits of many round away
      world->measure();
      step(60000 + i);
      single[at].push_back(bits(world->statistics()));
    }
    ++at;
  }
  EXPECT_EQ(whole[0], whole[1]);
  EXPECT_EQ(part[0], part[1]);
  EXPECT_EQ(single[0], single[1]);
  EXPECT_EQ(ordered.state_hash(), plain.state_hash());
}

}  // namespace
}  // namespace firsthit
