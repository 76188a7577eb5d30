#include <firsthit/agents.hpp>

#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

constexpr double kRadius = 0.25;
constexpr double kAtOnce = std::numeric_limits<double>::infinity();

/// Begins a world whose agents decide once in each window.
template <int D>
void send_off(World<D>& world, const std::vector<Agent<D>>& agents, double window = 0.125) {
  const auto all = std::make_shared<Agents<D>>(agents, window, kRadius / 64.0);
  world.set_window(all->piece(), [all](World<D>& at) { all->steer(at); });
  world.run_until(0.0);
  all->steer(world);
}

template <int D>
double distance(const Vec<D>& a, const Vec<D>& b) {
  double sum = 0.0;
  for (std::size_t axis = 0; axis < D; ++axis) sum += (a[axis] - b[axis]) * (a[axis] - b[axis]);
  return std::sqrt(sum);
}

/// Do all stand where they want to be?
template <int D>
bool all_arrived(const World<D>& world, const std::vector<Agent<D>>& agents) {
  return std::all_of(agents.begin(), agents.end(), [&](const Agent<D>& agent) {
    const BodyState<D> state = world.state(agent.body);
    return state.velocity == Vec<D>{} && distance(state.position, agent.goal) < 1e-13;
  });
}

template <int D>
void expect_arrivals(double acceleration) {
  constexpr std::uint64_t kSeed = 21;
  SCOPED_TRACE(testing::Message() << D << "D, acceleration " << acceleration << ", seed " << kSeed);
  Random random(kSeed);
  for (int round = 0; round < 40; ++round) {
    Vec<D> start, goal, velocity;
    for (std::size_t axis = 0; axis < D; ++axis) {
      start[axis] = random.uniform(-5.0, 5.0);
      goal[axis] = random.uniform(-5.0, 5.0);
      velocity[axis] = random.uniform(-1.0, 1.0);
    }
    World<D> world(open_space<D>());
    const BodyId body = world.add(ball<D>(start, velocity, kRadius));
    const double speed = random.uniform(0.5, 2.0);
    const std::vector<Agent<D>> agents = {{body, goal, speed, Steering::Goal, acceleration}};
    send_off(world, agents, random.uniform(0.05, 0.4));
    world.run_until(40.0);
    ASSERT_TRUE(all_arrived(world, agents)) << round << ": " << distance(world.state(body).position, goal);
    const std::uint64_t hash = world.state_hash();
    world.run_until(60.0);
    EXPECT_EQ(world.state_hash(), hash) << "it stands for good";
  }
}

TEST(Agents, ArriveExactlyAndStand) {
  for (const double acceleration : {kAtOnce, 4.0, 0.5}) {
    expect_arrivals<2>(acceleration);
    expect_arrivals<3>(acceleration);
  }
}

/// Keeps the largest change of velocity and the largest speed.
struct Limits : Observer<2> {
  void turn(const Turn<2>& turn) override {
    ++turns;
    fastest = std::max(fastest, distance(turn.body.velocity_after, Vec2{}));
    if (last_time == turn.time - piece)
      sharpest = std::max(sharpest, distance(turn.body.velocity_after, turn.body.velocity_before));
    last_time = turn.time;
  }
  int turns = 0;
  double piece = 0.0;
  double last_time = 0.0;
  double fastest = 0.0;
  double sharpest = 0.0;
};

TEST(Agents, ThatTurnAtOnceTakeTheTimeOfTheirSpeed) {
  World<2> world(open_space<2>());
  const BodyId body = world.add(ball<2>({0.0, 0.0}, {}, kRadius));
  send_off<2>(world, {{body, {6.0, 8.0}, 2.0}}, 0.25);
  Limits limits;
  world.observe(limits);
  world.run_until(2.5);
  EXPECT_NEAR(distance(world.state(body).position, {3.0, 4.0}), 0.0, 1e-13);
  EXPECT_EQ(limits.turns, 0) << "who walks straight keeps to it";
  world.run_until(4.9);
  EXPECT_NE(world.state(body).velocity, Vec2{});
  world.run_until(5.25);
  EXPECT_EQ(world.state(body).velocity, Vec2{});
}

TEST(Agents, KeepToTheirSpeedAndTheirAcceleration) {
  World<2> world(open_space<2>());
  Limits limits;
  world.observe(limits);
  const BodyId body = world.add(ball<2>({0.0, 0.0}, {0.0, 1.0}, kRadius));
  Agents<2> agents({{body, {7.0, 3.0}, 1.5, Steering::Goal, 0.75}}, 0.25, 1e-4);
  EXPECT_EQ(agents.pieces(), 8U) << "0.75 (0.25 / n)^2 / 8 <= 1e-4";
  limits.piece = agents.piece();
  world.set_window(agents.piece(), [&](World<2>& at) { agents.steer(at); });
  world.run_until(0.0);
  agents.steer(world);
  world.run_until(30.0);
  EXPECT_LE(limits.fastest, 1.5 * (1.0 + 1e-12));
  EXPECT_GT(limits.fastest, 1.4);
  // From the middle of one piece to the middle of the next.
  EXPECT_LE(limits.sharpest, 0.75 * agents.piece() * (1.0 + 1e-9));
  EXPECT_GT(limits.sharpest, 0.7 * agents.piece());
}

template <int D>
void expect_to_pass(const Vec<D>& way, double acceleration) {
  SCOPED_TRACE(testing::Message() << D << "D toward " << way[0] << ", " << way[1] << ", " << acceleration);
  for (const Steering steering : {Steering::Avoid, Steering::Goal}) {
    World<D> world(open_space<D>());
    std::vector<Agent<D>> agents;
    for (const double sign : {1.0, -1.0}) {
      Vec<D> from, to;
      for (std::size_t axis = 0; axis < D; ++axis) {
        from[axis] = -sign * way[axis];
        to[axis] = sign * way[axis];
      }
      agents.push_back({world.add(ball<D>(from, {}, kRadius)), to, 1.3, steering, acceleration});
    }
    send_off(world, agents);
    world.run_until(20.0);
    if (steering == Steering::Goal) {
      EXPECT_GT(world.collisions(), 0U) << "they would meet";
    } else {
      EXPECT_EQ(world.collisions(), 0U);
      EXPECT_TRUE(all_arrived(world, agents));
    }
  }
}

TEST(Agents, WhoMeetHeadOnPassEachOther) {
  for (const double acceleration : {kAtOnce, 4.0, 1.5}) {
    expect_to_pass<2>({5.0, 0.0}, acceleration);
    expect_to_pass<2>({0.0, -5.0}, acceleration);
    expect_to_pass<2>({3.0, 4.0}, acceleration);
    expect_to_pass<2>({-4.0, 3.1}, acceleration);
    expect_to_pass<3>({5.0, 0.0, 0.0}, acceleration);
    expect_to_pass<3>({3.0, -3.0, 3.0}, acceleration);
  }
}

TEST(Agents, WalkAroundWhatStandsInTheWay) {
  for (const double acceleration : {kAtOnce, 2.0}) {
    World<2> world(box<2>(Side::Wall, 12.0));
    const std::vector<Agent<2>> agents = {
        {world.add(ball<2>({1.0, 6.0}, {}, kRadius)), {11.0, 6.0}, 1.3, Steering::Avoid, acceleration},
        {world.add(ball<2>({1.0, 0.5}, {}, kRadius)), {11.75, 0.25}, 1.3, Steering::Avoid, acceleration}};
    world.add(fixed<2>(Ball{1.0}, {6.0, 6.0}));
    Watcher<2> watcher;
    world.observe(watcher);
    send_off(world, agents);
    world.run_until(40.0);
    EXPECT_TRUE(all_arrived(world, agents)) << "the second in a corner, between two walls that it touches";
    EXPECT_LE(watcher.impacts.size(), 20U) << "when it gets there";
    for (const Impact<2>& impact : watcher.impacts) {
      EXPECT_EQ(impact.kind, ImpactKind::BodySide);
      EXPECT_LT(distance(impact.a.position, agents[1].goal), 0.1);
    }
  }
}

TEST(Agents, GetOutOfTheWayOfBallsThatDoNotCare) {
  World<2> world(open_space<2>());
  const std::vector<Agent<2>> agents = {
      {world.add(ball<2>({0.0, 0.0}, {}, kRadius)), {0.0, 0.0}, 1.3, Steering::Avoid}};
  world.add(ball<2>({-6.0, 0.0}, {1.0, 0.0}, 0.5));
  send_off(world, agents);
  world.run_until(20.0);
  EXPECT_EQ(world.collisions(), 0U);
  EXPECT_TRUE(all_arrived(world, agents)) << "and come back";
}

struct Crowd {
  std::vector<Vec2> starts;
  std::vector<Vec2> goals;
};

/// Places in a square of side 22, starts 1 and goals 1.2 apart.
Crowd crowd(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  const auto draw = [&](std::vector<Vec2>& places, double apart) {
    while (places.size() < count) {
      const double x = random.uniform(1.0, 23.0);
      const double y = random.uniform(1.0, 23.0);
      const Vec2 place{x, y};
      if (std::all_of(places.begin(), places.end(),
                      [&](const Vec2& p) { return distance(p, place) > apart; }))
        places.push_back(place);
    }
  };
  Crowd all;
  draw(all.starts, 1.0);
  draw(all.goals, 1.2);
  return all;
}

World<2> world_of(const Crowd& all, NeighbourSearch search) {
  WorldOptions<2> options = box<2>(Side::Wall, 24.0);
  options.neighbours = search;
  World<2> world(options);
  for (const Vec2& start : all.starts) world.add(ball<2>(start, {}, kRadius));
  return world;
}

std::vector<Agent<2>> agents_of(const Crowd& all, Steering steering, double acceleration) {
  std::vector<Agent<2>> agents;
  for (std::uint32_t i = 0; i < all.goals.size(); ++i)
    agents.push_back({{i}, all.goals[i], 1.3, steering, acceleration});
  return agents;
}

TEST(Agents, InACrowdRarelyTouchAndAllArrive) {
  for (const double acceleration : {kAtOnce, 2.0}) {
    std::uint64_t touches[2] = {0, 0};
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", acceleration " << acceleration);
      const Crowd all = crowd(40, seed);
      for (const Steering steering : {Steering::Goal, Steering::Avoid}) {
        World<2> world = world_of(all, NeighbourSearch::Lists);
        const std::vector<Agent<2>> agents = agents_of(all, steering, acceleration);
        send_off(world, agents);
        world.run_until(60.0);
        touches[static_cast<int>(steering)] += world.collisions();
        if (steering == Steering::Avoid) {
          EXPECT_TRUE(all_arrived(world, agents));
        }
      }
    }
    EXPECT_GT(touches[0], 100U);
    EXPECT_LT(touches[1], touches[0] / 20);
  }
}

TEST(Agents, DecideTheSameInAnyOrderAndHoweverNeighboursAreFound) {
  constexpr std::uint64_t kSeed = 6;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  const Crowd all = crowd(40, kSeed);
  for (const double acceleration : {kAtOnce, 2.0}) {
    std::set<std::uint64_t> hashes;
    std::set<std::uint64_t> collisions;
    for (const auto search : {NeighbourSearch::Lists, NeighbourSearch::AllPairs}) {
      for (int round = 0; round < 3; ++round) {
        World<2> world = world_of(all, search);
        std::vector<Agent<2>> agents = agents_of(all, Steering::Goal, acceleration);
        for (std::size_t i = 0; i < agents.size(); i += 2) agents[i].steering = Steering::Avoid;
        Random random(kSeed + static_cast<std::uint64_t>(round));
        for (std::size_t i = agents.size(); round > 0 && i > 1; --i)
          std::swap(agents[i - 1], agents[random.below(i)]);
        send_off(world, agents);
        for (int stop = 1; stop <= round * 50; ++stop) world.run_until(0.11 * stop);
        world.run_until(12.0);
        hashes.insert(world.state_hash());
        collisions.insert(world.collisions());
      }
    }
    EXPECT_EQ(hashes.size(), 1U);
    EXPECT_GT(*collisions.begin(), 5U);
  }
}

TEST(Agents, TakeTheShortWayThroughPeriodicSides) {
  World<2> world(box<2>(Side::Periodic, 10.0));
  const BodyId body = world.add(ball<2>({9.0, 5.0}, {}, kRadius));
  send_off<2>(world, {{body, {1.0, 5.0}, 1.0}});
  world.run_until(2.5);
  EXPECT_NEAR(distance(world.state(body).position, {1.0, 5.0}), 0.0, 1e-13);
  EXPECT_EQ(world.state(body).velocity, Vec2{});
  EXPECT_EQ(world.state(body).wraps[0], 1);
}

TEST(Agents, ThatCannotBeAreRefused) {
  EXPECT_THROW(Agents<2>({{{0}, {1.0, 0.0}, 0.0}}, 1.0, 1.0), InputError);
  EXPECT_THROW(Agents<2>({{{0}, {1.0, kAtOnce}, 1.0}}, 1.0, 1.0), InputError);
  EXPECT_THROW(Agents<2>({{{0}, {}, 1.0, Steering::Goal, -1.0}}, 1.0, 1.0), InputError);
  EXPECT_THROW(Agents<2>({{{0}, {}}, {{0}, {}}}, 1.0, 1.0), InputError);
  EXPECT_THROW(Agents<2>({}, 0.0, 1.0), InputError);
  World<2> world(open_space<2>());
  world.add(fixed<2>(Ball{1.0}));
  world.run_until(0.0);
  for (const std::uint32_t id : {0U, 1U}) {
    Agents<2> agents({{{id}, {}}}, 1.0, 1.0);
    EXPECT_THROW(agents.steer(world), InputError);
  }
}

}  // namespace
}  // namespace firsthit
