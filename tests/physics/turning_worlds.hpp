#pragma once

#include "core/vec_math.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

// Worlds of bodies that are no balls, and turn: how they are made, and what all of them must keep.

namespace firsthit {

template <int D>
Body<D> turning(const Shape<D>& shape, const Vec<D>& position, const Vec<D>& velocity = {},
                const AngularVelocity<D>& turns = {}, double mass = 1.0) {
  Body<D> body;
  body.shape = shape;
  body.position = position;
  body.velocity = velocity;
  body.mass = mass;
  body.spins = true;
  body.angular_velocity = turns;
  return body;
}

template <int D>
Body<D> ball(double radius, const Vec<D>& position, const Vec<D>& velocity, double mass = 1.0) {
  Body<D> body;
  body.shape = Ball{radius};
  body.position = position;
  body.velocity = velocity;
  body.mass = mass;
  return body;
}

inline double squared(double x) { return x * x; }
inline double squared(const Vec<3>& x) { return length_squared(x); }

template <int D>
struct Totals {
  double energy = 0.0;
  Vec<D> momentum{};
  AngularVelocity<D> angular{};  // about the origin
};

template <int D>
Totals<D> totals(const World<D>& world) {
  Totals<D> all;
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    const Body<D> body = world.body({id});
    if (body.kind != BodyKind::Dynamic) continue;
    const BodyState<D> now = world.state({id});
    all.energy +=
        0.5 * body.mass * length_squared(now.velocity) + 0.5 * body.inertia * squared(now.angular_velocity);
    all.momentum = all.momentum + body.mass * now.velocity;
    all.angular =
        all.angular + (body.mass * cross(now.position, now.velocity) + body.inertia * now.angular_velocity);
  }
  return all;
}

/// [L] The deepest overlap of any two, as they stand.
template <int D>
double deepest(const World<D>& world) {
  double deepest = 0.0;
  for (std::uint32_t i = 0; i < world.size(); ++i)
    for (std::uint32_t k = i + 1; k < world.size(); ++k) {
      const Body<D> a = world.body({i}), b = world.body({k});
      deepest = std::max(
          deepest,
          -distance<D>({a.shape, a.position, a.orientation}, {b.shape, b.position, b.orientation}).distance);
    }
  return deepest;
}

/// `made(search)`: a world in which much happens within 5 [T].
void has_the_same_bits_however_it_is_run(const auto& made) {
  auto expected = made(NeighbourSearch::Lists);
  expected.run_until(5.0);
  EXPECT_GT(expected.collisions(), 40U);
  auto all = made(NeighbourSearch::AllPairs);
  all.run_until(5.0);
  EXPECT_EQ(all.state_hash(), expected.state_hash());
  auto windows = made(NeighbourSearch::Automatic);
  windows.set_window(0.0625);
  windows.run_until(5.0);
  EXPECT_EQ(windows.state_hash(), expected.state_hash());
  auto stops = made(NeighbourSearch::Lists);
  RunLimits limits;
  limits.events = 7;
  while (stops.run_until(5.0, limits).outcome != RunOutcome::ReachedTime) stops.state({0});
  EXPECT_EQ(stops.state_hash(), expected.state_hash());
}

}  // namespace firsthit
