#include "c/both.hpp"

#include <firsthit/agents.hpp>

#include <sstream>
#include <string>

namespace firsthit {
namespace {

void keep(void* user, const void* bytes, std::size_t count) {
  static_cast<std::string*>(user)->append(static_cast<const char*>(bytes), count);
}

template <int D>
std::string saved_by_cpp(const World<D>& world) {
  std::ostringstream out;
  world.save(out);
  return std::move(out).str();
}

/// A box with balls on a lattice, of which every third spins where they may.
template <int D>
void fill(Both<D>& both) {
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k) {
      Body<D> body{.shape = Ball{0.3}, .mass = 1.0 + 0.25 * i};
      body.position[0] = 1.0 + 2.0 * i;
      body.position[1] = 1.0 + 2.0 * k;
      body.velocity[0] = 0.5 - 0.3 * k;
      body.velocity[1] = 0.25 * i - 0.4;
      body.spins = (i + k) % 3 == 0;
      both.add(body);
    }
}

template <int D>
WorldOptions<D> room() {
  WorldOptions<D> r;
  for (std::size_t k = 0; k < std::size_t{D}; ++k) r.space.max[k] = 8.0;
  for (std::size_t k = 0; k < std::size_t{D}; ++k) r.space.min[k] = k == 2 ? -8.0 : 0.0;
  r.friction = 0.25;
  r.restitution = 0.9375;
  return r;
}

template <int D>
void expect_that_it_goes_on() {
  Both<D> both(room<D>());
  fill(both);
  both.run_until(5.0);
  std::string bytes;
  OK(firsthit_world_save(both.c.get(), keep, &bytes));
  EXPECT_EQ(bytes, saved_by_cpp(both.cpp));
  const std::size_t whole = bytes.size();
  bytes += "and more";
  FirsthitWorld* made = nullptr;
  std::size_t used = 0;
  OK(firsthit_world_load(D, bytes.data(), bytes.size(), &made, &used));
  EXPECT_EQ(used, whole);
  both.c.reset(made);
  std::uint64_t before = 0, after = 0;
  OK(firsthit_world_state_hash(made, &before));
  both.run_until(20.0);
  OK(firsthit_world_state_hash(made, &after));
  EXPECT_EQ(after, both.cpp.state_hash());
  EXPECT_NE(after, before);
  EXPECT_GT(both.cpp.collisions(), 20U);
}

TEST(SavedInC, WorldsGoOnWithTheBitsOfOneThatWasNotSaved) {
  expect_that_it_goes_on<2>();
  expect_that_it_goes_on<3>();
}

TEST(SavedInC, WhatIsDamagedOrOfAnotherDimensionIsRefusedAndNothingWritten) {
  Both<2> both(room<2>());
  fill(both);
  std::string bytes;
  OK(firsthit_world_save(both.c.get(), keep, &bytes));
  FirsthitWorld* made = nullptr;
  std::size_t used = 77;
  EXPECT_EQ(firsthit_world_load(3, bytes.data(), bytes.size(), &made, &used), FIRSTHIT_ERROR_INPUT);
  for (std::size_t count = 0; count < bytes.size(); count += 13)
    EXPECT_EQ(firsthit_world_load(2, bytes.data(), count, &made, &used), FIRSTHIT_ERROR_INPUT) << count;
  for (std::size_t at = 0; at < bytes.size(); at += 17) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
    EXPECT_EQ(firsthit_world_load(2, damaged.data(), damaged.size(), &made, &used), FIRSTHIT_ERROR_INPUT)
        << at;
  }
  EXPECT_EQ(made, nullptr);
  EXPECT_EQ(used, 77U);
}

struct DestroyAgents {
  void operator()(FirsthitAgents* agents) const { firsthit_agents_destroy(agents); }
};
using AgentsInC = std::unique_ptr<FirsthitAgents, DestroyAgents>;

/// Three who want to change places, and see each other coming; two turn in curves, one at once.
const std::vector<Agent<2>> kWalkers = {{{2}, {1.0, 5.0}, 1.0, Steering::Avoid},
                                        {{0}, {5.0, 1.0}, 1.0, Steering::Avoid, 2.0},
                                        {{1}, {-3.0, 1.0}, 1.25, Steering::Goal, 1.5}};

AgentsInC in_c(const std::vector<Agent<2>>& agents) {
  std::vector<FirsthitAgent> asked;
  for (const Agent<2>& agent : agents) {
    FirsthitAgent a;
    EXPECT_EQ(firsthit_agent_default(&a, sizeof a), FIRSTHIT_OK);
    EXPECT_EQ(bytes(a.max_acceleration), bytes(Agent<2>{}.max_acceleration));
    a.body = agent.body.value;
    a.goal = in_c(agent.goal);
    a.preferred_speed = agent.preferred_speed;
    a.steering = static_cast<FirsthitSteering>(agent.steering);
    a.max_acceleration = agent.max_acceleration;
    asked.push_back(a);
  }
  FirsthitAgents* made = nullptr;
  EXPECT_EQ(firsthit_agents_create(2, asked.data(), asked.size(), 0.125, 0.001, &made), FIRSTHIT_OK)
      << firsthit_last_error();
  return AgentsInC(made);
}

void steer(void* user, FirsthitWorld* world) {
  EXPECT_EQ(firsthit_agents_steer(static_cast<FirsthitAgents*>(user), world), FIRSTHIT_OK)
      << firsthit_last_error();
}

TEST(AgentsInC, WalkAsInCppAndGoOnAfterASave) {
  Both<2> street({});
  for (const Vec2& start : {Vec2{-3.0, 1.0}, Vec2{5.0, 1.0}, Vec2{1.0, -3.0}})
    street.add({.shape = Ball{0.25}, .position = start});
  Agents<2> walkers(kWalkers, 0.125, 0.001);
  AgentsInC walkers_c = in_c(kWalkers);
  double piece = 0.0;
  std::uint64_t pieces = 0;
  OK(firsthit_agents_piece(walkers_c.get(), &piece));
  OK(firsthit_agents_pieces(walkers_c.get(), &pieces));
  EXPECT_EQ(bytes(piece), bytes(walkers.piece()));
  EXPECT_EQ(pieces, walkers.pieces());
  EXPECT_GT(pieces, 1U);
  street.cpp.set_window(walkers.piece(), [&](World<2>& world) { walkers.steer(world); });
  OK(firsthit_world_set_window(street.c.get(), piece, steer, walkers_c.get()));
  street.run_until(0.0);
  walkers.steer(street.cpp);
  OK(firsthit_agents_steer(walkers_c.get(), street.c.get()));
  street.run_until(3.0);
  street.expect_same_state();

  std::string bytes;  // both in one
  OK(firsthit_world_save(street.c.get(), keep, &bytes));
  OK(firsthit_agents_save(walkers_c.get(), keep, &bytes));
  FirsthitWorld* made = nullptr;
  std::size_t used = 0, more = 0;
  OK(firsthit_world_load(2, bytes.data(), bytes.size(), &made, &used));
  street.c.reset(made);
  const AgentsInC others = in_c(kWalkers);
  OK(firsthit_agents_load(others.get(), bytes.data() + used, bytes.size() - used, &more));
  EXPECT_EQ(used + more, bytes.size());
  EXPECT_EQ(firsthit_agents_load(others.get(), bytes.data(), used, &more), FIRSTHIT_ERROR_INPUT);
  OK(firsthit_world_set_window(street.c.get(), piece, steer, others.get()));
  street.run_until(15.0);
  std::uint64_t hash = 0;
  OK(firsthit_world_state_hash(street.c.get(), &hash));
  EXPECT_EQ(hash, street.cpp.state_hash());
  for (const Agent<2>& agent : kWalkers)  // and they have come to their goals
    EXPECT_LT(std::abs(street.cpp.state(agent.body).position[0] - agent.goal[0]), 0.01);
}

TEST(AgentsInC, ThatCannotBeAreRefused) {
  FirsthitAgent agent;
  OK(firsthit_agent_default(&agent, sizeof agent));
  FirsthitAgents* made = nullptr;
  const auto refused = [&](FirsthitStatus why) {
    EXPECT_EQ(firsthit_agents_create(2, &agent, 1, 0.125, 0.001, &made), why) << firsthit_last_error();
    OK(firsthit_agent_default(&agent, sizeof agent));
  };
  agent.size = 8;
  refused(FIRSTHIT_ERROR_SIZE);
  agent.goal.z = 1.0;
  refused(FIRSTHIT_ERROR_INPUT);
  agent.steering = 2;
  refused(FIRSTHIT_ERROR_INPUT);
  agent.preferred_speed = 0.0;
  refused(FIRSTHIT_ERROR_INPUT);
  EXPECT_EQ(firsthit_agents_create(2, nullptr, 1, 0.125, 0.001, &made), FIRSTHIT_ERROR_NULL);
  EXPECT_EQ(firsthit_agents_create(4, &agent, 1, 0.125, 0.001, &made), FIRSTHIT_ERROR_INPUT);
  EXPECT_EQ(firsthit_agents_create(2, &agent, 1, 0.0, 0.001, &made), FIRSTHIT_ERROR_INPUT);
  EXPECT_EQ(made, nullptr);
  firsthit_agents_destroy(nullptr);

  // A world of another dimension, and one that has no such body.
  OK(firsthit_agents_create(2, &agent, 1, 0.125, 0.001, &made));
  const AgentsInC agents(made);
  Both<3> space({});
  EXPECT_EQ(firsthit_agents_steer(made, space.c.get()), FIRSTHIT_ERROR_INPUT);
  EXPECT_STREQ(firsthit_last_error(), "world: expected one in 2 dimensions, found one in 3");
  Both<2> empty({});
  EXPECT_EQ(firsthit_agents_steer(made, empty.c.get()), FIRSTHIT_ERROR_INPUT);
  EXPECT_EQ(firsthit_agents_steer(made, nullptr), FIRSTHIT_ERROR_NULL);
  EXPECT_EQ(firsthit_agents_steer(nullptr, empty.c.get()), FIRSTHIT_ERROR_NULL);
  EXPECT_EQ(firsthit_agents_save(made, nullptr, nullptr), FIRSTHIT_ERROR_NULL);
  EXPECT_EQ(firsthit_agents_load(made, nullptr, 3, nullptr), FIRSTHIT_ERROR_NULL);
}

}  // namespace
}  // namespace firsthit
