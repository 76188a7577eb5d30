#include "engine/engine.hpp"
#include "query/round/ball_kernels.hpp"
#include "support/instruction_sets.hpp"
#include "world/bodies/bonded_bodies.hpp"
#include "world/bodies/support_table.hpp"
#include "world/cells/cells.hpp"
#include "world/prediction/ball_predictor.hpp"
#include "world/response/bounce.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

// Runs in which balls are found by float states: each answer beside the kernel of one pair, asked of
// everybody, and whole runs beside those that look at all pairs.

namespace firsthit {
namespace {

/// What a run is like.
struct Gas {
  std::string name;
  double cells = 9.0;          ///< along each axis: sides of the box, in diameters and a little more
  Side side = Side::Periodic;  ///< of the first axis; others repeat
  int large_balls = 0;
  double smallest = 1.0;  ///< of the radii of half of the small ones
  double fast = 1.0;      ///< how much faster the first is
  double drift = 0.0;
  double slow = 1.0;  ///< how much slower half of them are
  double kick = 1.0;  ///< what an impact multiplies velocities by
  int balls = 60;
  std::size_t many =
      LargeBallCandidates<3>::kMany;  ///< around a large ball, who keeps in mind whom it may meet soon
  double heavy = 1.0;                 ///< how much heavier large balls are
  std::uint64_t impacts = 1500;
};

/// Cells, of which each answer is judged.
template <int D>
class Judged final : public Neighbours<D> {
 public:
  Judged(Cells<D>& cells, const BallPredictor<D>& kernel, const BodyTable<D>& table,
         const FreeFlight<D>& flight, const CellLayout<D>& layout)
      : cells_(cells),
        kernel_(kernel),
        table_(table),
        flight_(flight),
        layout_(layout),
        looks_(table.size(), kEndOfTime) {}

  Candidates<D> candidates(Id body) override { return cells_.candidates(body); }
  bool knows_newcomers() const override { return true; }
  Candidates<D> newcomers(Id body) override { return cells_.newcomers(body); }
  Instant expiry(std::span<const Record<D>> records, Id body, const Instant& now) override {
    return cells_.expiry(records, body, now);
  }
  void course_changed(std::span<const Record<D>> records, Id body) override {
    looks_[body] = kEndOfTime;
    cells_.course_changed(records, body);
  }
  void set_next_prediction_time(Id body, const Instant& time) override {
    looks_[body] = time;
    cells_.set_next_prediction_time(body, time);
  }
  void refresh(std::span<const Record<D>> records, Id body, const Instant& now) override {
    cells_.refresh(records, body, now);
  }
  void start_anew(std::span<const Record<D>> records, Id body, const Instant& now) override {
    cells_.start_anew(records, body, now);
  }
  void prepare(Id a, Id b) override { cells_.prepare(a, b); }
  std::span<const Id> prefilter(std::span<const Record<D>> records, std::span<const Id> bodies,
                                const Instant& now) override {
    looking_.assign(bodies.begin(), bodies.end());
    until_ = kEndOfTime;
    for_newcomers_ = false;
    return cells_.prefilter(records, bodies, now);
  }
  std::span<const Id> prefilter_newcomers(std::span<const Record<D>> records, Id body, const Instant& now,
                                          const Instant& until) override {
    looking_ = {body};
    until_ = until;
    for_newcomers_ = true;
    return cells_.prefilter_newcomers(records, body, now, until);
  }
  bool first_meetings(std::span<const Record<D>> records, const Instant& now,
                      std::span<Meeting<D>> first) override {
    ++asked;
    if (!cells_.first_meetings(records, now, first)) return false;
    ++answered;
    for (std::size_t i = 0; i < looking_.size(); ++i)
      judge(records, looking_[i], now, until_, first[i], for_newcomers_);
    return true;
  }

  std::size_t asked = 0;
  std::size_t answered = 0;
  std::size_t met = 0;
  std::size_t left_out = 0;

 private:
  /// What is told is what the kernel says, and nobody comes earlier who is surely in a cell beside that of
  /// `body` (in the row of cells that it has come to see, if it has), and does not look around before.
  void judge(std::span<const Record<D>> records, Id body, const Instant& now, const Instant& until,
             const Meeting<D>& told, bool newcomers) {
    const Instant latest = earlier(told.time, until);
    if (!(told.time == kEndOfTime)) {
      ++met;
      ASSERT_LE(now, told.time);
      ASSERT_EQ(told.time, kernel_.meet(records, body, told.with));
    }
    std::vector<Id> coming;
    const bool is_large = table_.radius[body] > layout_.largest;
    if (newcomers || is_large) {
      const Candidates<D> all = newcomers ? cells_.newcomers(body) : cells_.candidates(body);
      coming.assign(all.partner, all.partner + all.moving);
    }
    const Place<D> own = flight_.place_at(body, records[body], now);
    for (Id other = 0; other < records.size(); ++other) {
      const bool comes = std::find(coming.begin(), coming.end(), other) != coming.end();
      if (other == body || (newcomers && !comes)) continue;
      const Place<D> place = flight_.place_at(other, records[other], now);
      Candidate<D> with{other, {}};
      double squared = 0.0;
      bool is_beside = true;
      for (std::size_t axis = 0; axis < D; ++axis) {
        const double box = flight_.period().length[axis];
        double way = place.position[axis] - own.position[axis];
        const double boxes = box > 0.0 ? std::nearbyint(way / box) : 0.0;
        way -= boxes * box;
        with.image[axis] =
            static_cast<std::int32_t>(own.wraps[axis] - place.wraps[axis]) - static_cast<std::int32_t>(boxes);
        is_beside &= std::fabs(way) < 0.999999 * (layout_.width[axis] - 2.0 * layout_.overhang[axis]);
        squared += way * way;
      }
      const double radii = table_.radius[body] + table_.radius[other];
      if (is_large || table_.radius[other] > layout_.largest) is_beside = squared < 1.0001 * radii * radii;
      if (!is_beside && !comes) continue;
      const Instant time = kernel_.meet(records, body, with);
      if (looks_[other] < time) {
        left_out += time < latest ? 1U : 0U;
      } else {
        ASSERT_LE(latest, time) << "ball " << body << " and " << other;
      }
    }
  }

  Cells<D>& cells_;
  const BallPredictor<D>& kernel_;
  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const CellLayout<D>& layout_;
  std::vector<Instant> looks_;
  std::vector<Id> looking_;
  Instant until_;
  bool for_newcomers_ = false;
};

/// Elastic impacts, after which the two are faster or slower by a factor.
template <int D>
class Kicks final : public Resolver<D> {
 public:
  Kicks(const BodyTable<D>& table, const FreeFlight<D>& flight, double kick)
      : table_(table), flight_(flight), kick_(kick) {}

  Resolution resolve(std::span<Record<D>> records, Id body, const Event<D>& event) override {
    Record<D>& a = records[body];
    if (event.partner >= kFirstSide) {
      const std::size_t axis = side_axis(event.partner);
      a = {flight_.place_at(body, a, event.time).position, a.velocity, event.time};
      a.velocity[axis] = (side_is_upper(event.partner) ? -1.0 : 1.0) * std::fabs(a.velocity[axis]);
      return {kNever, true};
    }
    Record<D>& b = records[event.partner];
    const Vec<D> d = flight_.separation(body, a, event.partner, b, event.image, event.time);
    const Bounce<D> after =
        bounce(d, a.velocity, b.velocity, table_.mass[body], table_.mass[event.partner], 1.0);
    a = {flight_.place_at(body, a, event.time).position, kick_ * after.velocity_a, event.time};
    b = {flight_.place_at(event.partner, b, event.time).position, kick_ * after.velocity_b, event.time};
    return {kNever, true};
  }

 private:
  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  double kick_;
};

template <int D>
void run_judged(const Gas& gas, std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << gas.name << ", D " << D << ", seed " << seed);
  Random random(seed, D);
  const double side = 1.01 * gas.cells;
  auto options = box<D>(Side::Periodic, side);
  options.space.sides[0] = gas.side;
  BodyTable<D> table;
  Records<D> records;
  for (int tries = 0; tries < 10000 && static_cast<int>(records.size()) < gas.balls; ++tries) {
    const auto id = static_cast<Id>(records.size());
    double radius = id < static_cast<Id>(gas.large_balls) ? 0.22 * side / gas.large_balls : 0.5;
    if (id >= static_cast<Id>(gas.large_balls) && id % 2 == 0) radius *= gas.smallest;
    Vec<D> place;
    Vec<D> velocity;
    for (std::size_t axis = 0; axis < D; ++axis) {
      place[axis] = random.uniform(radius, side - radius);
      velocity[axis] = random.uniform(-1.0, 1.0) * (id == 0 ? gas.fast : id % 2 == 0 ? gas.slow : 1.0);
      if (axis > 0) velocity[axis] += gas.drift;
    }
    bool is_free = true;
    for (Id other = 0; other < id; ++other) {
      Vec<D> way = place - records[other].position;
      for (double& x : way.c) x -= side * std::nearbyint(x / side);
      is_free &= length(way) > radius + table.radius[other];
    }
    if (!is_free) continue;
    const double mass = radius * radius * (id < static_cast<Id>(gas.large_balls) ? gas.heavy : 1.0);
    table.add(ball<D>(place, velocity, radius, mass));
    records.push_back({place, velocity, Instant{}});
  }
  ASSERT_GT(static_cast<int>(records.size()), gas.balls / 4);
  table.close();
  const auto layout = layout_of_cells(table, options.space);
  ASSERT_TRUE(layout);
  FreeFlight<D> flight(Vec<D>{}, period_of(options.space), Timebase(0x1p-14));
  flight.start(table.dynamic);
  Cells<D> cells(table, flight, options.space, *layout, gas.many);
  cells.start(records, Instant{});
  const SupportTable<D> supports(table);
  const BallPredictor<D> kernel(table, flight, options.space, supports);
  Judged<D> judged(cells, kernel, table, flight, *layout);
  Kicks<D> kicks(table, flight, gas.kick);
  Engine<D> engine(flight.timebase(), kernel, judged, kicks);
  engine.start(records, table.mobile);
  EngineLimits limits{kEndOfTime};
  limits.collisions = gas.impacts;
  ASSERT_EQ(engine.run(limits), Halt::Collisions);
  EXPECT_GT(judged.answered, judged.asked / 2);
  EXPECT_GT(judged.met, gas.impacts / 2);
  const auto& radii = table.radius.values();
  const bool are_alike = std::all_of(radii.begin(), radii.end(), [&](double r) { return r == radii[0]; });
  EXPECT_EQ(judged.left_out > 0, are_alike);
}

TEST(FloatStateCache, FindWhomTheKernelFindsThroughoutARun) {
  const std::vector<Gas> gases{
      {.name = "gas"},
      {.name = "5 cells", .cells = 5.0, .balls = 12},
      {.name = "6 cells", .cells = 6.0, .balls = 16},
      {.name = "7 cells", .cells = 7.0, .balls = 24},
      {.name = "8 cells", .cells = 8.0, .balls = 36},
      {.name = "walls", .side = Side::Wall},
      {.name = "mixture", .smallest = 1e-4, .slow = 1e-3},
      {.name = "large balls", .cells = 10.0, .large_balls = 1, .balls = 210},
      {.name = "two large balls", .cells = 12.0, .large_balls = 2, .balls = 300},
      {.name = "large balls that look ahead", .cells = 10.0, .large_balls = 1, .balls = 210, .many = 16},
      {.name = "heavy ones", .cells = 14.0, .large_balls = 1, .balls = 320, .many = 16, .heavy = 30.0},
      {.name = "two of them", .cells = 14.0, .large_balls = 2, .balls = 320, .many = 16, .heavy = 10.0},
      {.name = "very heavy ones", .cells = 14.0, .large_balls = 1, .balls = 320, .many = 16, .heavy = 1e4},
      {.name = "light ones between walls",
       .cells = 14.0,
       .side = Side::Wall,
       .large_balls = 2,
       .balls = 320,
       .many = 16,
       .heavy = 0.1},
      {.name = "a fast one", .fast = 1e4},
      {.name = "drift", .drift = 5.0},
      {.name = "some rest", .slow = 0.0},
      {.name = "cooling", .kick = 0.85, .impacts = 3000},
      {.name = "heating", .kick = 1.15, .impacts = 1500},
  };
  for (const Gas& gas : gases) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      run_judged<2>(gas, seed);
      run_judged<3>(gas, seed);
      ASSERT_FALSE(testing::Test::HasFailure());
    }
  }
}

/// The hashes of a run, with whatever happens on the way.
template <int D>
using Run = std::function<std::vector<std::uint64_t>(NeighbourSearch)>;

template <int D>
World<D> world_of(WorldOptions<D> options, const GasOf& of, NeighbourSearch search,
                  const std::function<void(Body<D>&)>& change) {
  options.neighbours = search;
  Random random(77, D);
  const World<D> plain = gas<D>(options, of, random);
  World<D> world(options);
  for (std::uint32_t id = 0; id < plain.size(); ++id) {
    Body<D> body = plain.body({id});
    change(body);
    world.add(body);
  }
  return world;
}

template <int D>
void expect_same_runs(const Run<D>& run) {
  EXPECT_EQ(run(NeighbourSearch::Automatic), run(NeighbourSearch::AllPairs));
}

constexpr GasOf kGas{.per_side = 6, .length = 9.0, .push = 0.2};

TEST(FloatStatesOfWorlds, GiveTheSameBitsOfBallsThatAreAlike) {
  for (const double length : {6.5, 9.0, 16.0}) {
    const auto run = [length](auto dimension, NeighbourSearch search) {
      constexpr int D = dimension;
      World<D> world = world_of<D>(box<D>(Side::Periodic, length), {.per_side = 6, .length = length}, search,
                                   [](Body<D>&) {});
      RunLimits limits;
      limits.collisions = 40 * world.size();
      world.run_until(1e9, limits);
      EXPECT_EQ(world.collisions(), limits.collisions);
      return std::vector{world.state_hash()};
    };
    expect_same_runs<2>([&](auto s) { return run(std::integral_constant<int, 2>{}, s); });
    expect_same_runs<3>([&](auto s) { return run(std::integral_constant<int, 3>{}, s); });
  }
}

TEST(FloatStatesOfWorlds, GiveTheSameBitsInADrift) {
  const auto run = [](auto dimension, NeighbourSearch search) {
    constexpr int D = dimension;
    World<D> world = world_of<D>(box<D>(Side::Periodic, 9.0), kGas, search,
                                 [](Body<D>& body) { body.velocity[1] += 30.0; });
    world.run_until(8.0);
    EXPECT_GT(world.collisions(), world.size());
    return std::vector{world.state_hash()};
  };
  expect_same_runs<2>([&](auto s) { return run(std::integral_constant<int, 2>{}, s); });
  expect_same_runs<3>([&](auto s) { return run(std::integral_constant<int, 3>{}, s); });
}

TEST(FloatStatesOfWorlds, GiveTheSameBitsOfAGasThatCools) {
  const auto run = [](auto dimension, NeighbourSearch search) {
    constexpr int D = dimension;
    auto options = box<D>(Side::Periodic, 9.0);
    options.restitution = 0.7;
    World<D> world = world_of<D>(options, kGas, search, [](Body<D>&) {});
    world.run_until(2e4);
    EXPECT_GT(world.collisions(), 20 * world.size());
    return std::vector{world.state_hash(), world.collisions()};
  };
  expect_same_runs<2>([&](auto s) { return run(std::integral_constant<int, 2>{}, s); });
}

TEST(FloatStatesOfWorlds, GiveTheSameBitsWhereOneIsSteered) {
  const auto run = [](auto dimension, NeighbourSearch search) {
    constexpr int D = dimension;
    auto options = box<D>(Side::Wall, 9.0);
    World<D> world = world_of<D>(options, kGas, search, [](Body<D>&) {});
    std::vector<std::uint64_t> hashes;
    for (int step = 1; step <= 12; ++step) {
      Vec<D> velocity;
      velocity[0] = std::ldexp(1.0, step % 2 == 0 ? step : -step);
      world.set_velocity({static_cast<std::uint32_t>(step)}, velocity);
      world.run_until(0.25 * step);
      hashes.push_back(world.state_hash());
    }
    EXPECT_GT(world.collisions(), world.size());
    return hashes;
  };
  expect_same_runs<2>([&](auto s) { return run(std::integral_constant<int, 2>{}, s); });
  expect_same_runs<3>([&](auto s) { return run(std::integral_constant<int, 3>{}, s); });
}

TEST(FloatStatesOfWorlds, GiveTheSameBitsOfMixturesInWhichMostRest) {
  const auto run = [](auto dimension, NeighbourSearch search) {
    constexpr int D = dimension;
    World<D> world = world_of<D>(box<D>(Side::Periodic, 9.0), kGas, search, [](Body<D>& body) {
      const auto place = static_cast<int>(body.position[0] + body.position[1]);
      if (place % 3 != 0) body.velocity = {};
      if (place % 2 == 0) {
        body.shape = Ball{0.0005};
        body.mass = 1e-6;
      }
    });
    RunLimits limits;
    limits.collisions = 20 * world.size();
    world.run_until(1e9, limits);
    EXPECT_EQ(world.collisions(), limits.collisions);
    return std::vector{world.state_hash()};
  };
  expect_same_runs<2>([&](auto s) { return run(std::integral_constant<int, 2>{}, s); });
  expect_same_runs<3>([&](auto s) { return run(std::integral_constant<int, 3>{}, s); });
}

TEST(FloatStatesOfWorlds, GiveTheSameBitsAfterALongTimeWithoutEvents) {
  const auto run = [](auto dimension, NeighbourSearch search) {
    constexpr int D = dimension;
    World<D> world = world_of<D>(box<D>(Side::Periodic, 9.0), kGas, search, [](Body<D>& body) {
      body.velocity = {};
      body.velocity[0] = 0.75;
    });
    std::vector<std::uint64_t> hashes;
    for (const double time : {1.0, 5000.0, 20000.0}) {
      world.run_until(time);
      world.set_velocity({3}, world.state({4}).velocity + world.state({5}).velocity);
      world.run_until(time + 20.0);
      hashes.push_back(world.state_hash());
    }
    EXPECT_GT(world.collisions(), world.size());
    return hashes;
  };
  expect_same_runs<2>([&](auto s) { return run(std::integral_constant<int, 2>{}, s); });
}

}  // namespace
}  // namespace firsthit
