#pragma once

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <variant>

// Bins of the plane with bodies that do not turn, and what must hold of them.

namespace firsthit {

inline constexpr double kHigh = 100.0;

inline WorldOptions<2> bin(double width, double restitution, double friction = 0.0) {
  WorldOptions<2> options;
  options.space.max = {width, kHigh};
  for (auto& side : options.space.sides) side = Side::Wall;
  options.gravity = {0.0, -1.0};
  options.restitution = restitution;
  options.friction = friction;
  return options;
}

inline Body<2> body_of(const Shape<2>& shape, const Vec<2>& position, double mass) {
  Body<2> body;
  body.shape = shape;
  body.position = position;
  body.mass = mass;
  return body;
}

inline bool is_held(const World<2>& world, std::uint32_t id) {
  return is_zero(world.state({id}).acceleration);
}
inline bool is_at_rest(const World<2>& world, std::uint32_t id) {
  return is_held(world, id) && is_zero(world.state({id}).velocity);
}

/// [L] Between a ball or a box along the axes and another, and a wall or the floor; below 0 if they overlap.
inline double gap_of(const Body<2>& a, const Body<2>& b) {
  const auto half = [](const Body<2>& body) {
    const Box<2>* const box = std::get_if<Box<2>>(&body.shape);
    return box != nullptr ? box->half_extents : Vec<2>{};
  };
  const auto radius = [](const Body<2>& body) {
    const Ball* const ball = std::get_if<Ball>(&body.shape);
    return ball != nullptr ? ball->radius : 0.0;
  };
  Vec<2> out;
  for (std::size_t axis = 0; axis < 2; ++axis)
    out[axis] = std::fabs(a.position[axis] - b.position[axis]) - half(a)[axis] - half(b)[axis];
  const double apart = out[0] > 0.0 && out[1] > 0.0 ? std::hypot(out[0], out[1]) : std::max(out[0], out[1]);
  return apart - radius(a) - radius(b);
}
inline double gap_of(const Body<2>& a, const Space<2>& space) {
  const Ball* const ball = std::get_if<Ball>(&a.shape);
  const Vec<2> half =
      ball != nullptr ? Vec<2>{ball->radius, ball->radius} : std::get<Box<2>>(a.shape).half_extents;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t axis = 0; axis < 2; ++axis)
    least = std::min({least, a.position[axis] - half[axis] - space.min[axis],
                      space.max[axis] - a.position[axis] - half[axis]});
  return least;
}
inline double least_gap(const World<2>& world) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    least = std::min(least, gap_of(world.body({i}), world.options().space));
    for (std::uint32_t k = 0; k < i; ++k) least = std::min(least, gap_of(world.body({i}), world.body({k})));
  }
  return least;
}

/// Forces at contacts, within the cones of friction, bear the weights of all who are held.
inline void expect_balance(const World<2>& world) {
  std::map<BodyId, Vec<2>> forces;
  double largest = 0.0;
  for (const RestingContact<2>& contact : world.contacts()) {
    largest = std::max(largest, length(contact.force));
    const double press = -dot(contact.force, contact.normal);
    const double across = length(contact.force + press * contact.normal);
    EXPECT_GE(press, -0x1p-40 * largest);
    EXPECT_LE(across, world.options().friction * press + 0x1p-40 * largest);
    forces[contact.a] = forces[contact.a] + contact.force;
    forces[contact.b] = forces[contact.b] - contact.force;
  }
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const Body<2> body = world.body({i});
    if (body.kind != BodyKind::Dynamic || !is_held(world, i)) continue;
    EXPECT_LE(length(forces[{i}] + body.mass * world.options().gravity), 0x1p-36 * largest) << i;
  }
}

inline void expect_nothing_happens(World<2>& world, double duration) {
  const std::uint64_t hash = world.state_hash();
  const std::uint64_t events = world.events();
  EXPECT_EQ(world.run_until(world.time() + duration).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.state_hash(), hash);
  EXPECT_EQ(world.events(), events);
}

enum class Surface : bool { Smooth, Rough };

/// Up to twenty balls and crates that do not turn, above each other in a bin.
inline World<2> poured(std::uint64_t seed, Surface surface) {
  Random random(seed);
  const double width = random.uniform(2.0, 8.0);
  const double restitution = random.uniform(0.0, 0.95);
  World<2> world(bin(width, restitution, surface == Surface::Rough ? random.uniform(0.02, 1.0) : 0.0));
  const int count = 1 + static_cast<int>(random.uniform(0.0, 20.0));
  double top = 0.7;
  for (int i = 0; i < count; ++i) {
    const bool is_ball = random.uniform(0.0, 1.0) < 0.5;
    const double wide = random.uniform(0.2, 0.6);
    const double high = is_ball ? wide : random.uniform(0.2, 0.6);
    const Shape<2> shape = is_ball ? Shape<2>(Ball{wide}) : Shape<2>(Box<2>{{wide, high}});
    const double mass = random.uniform(0.5, 2.0);
    Body<2> body = body_of(shape, {random.uniform(wide, width - wide), top + high}, mass);
    if (is_ball) body.velocity = {random.uniform(-0.2, 0.2), 0.0};
    top += 2.0 * high + random.uniform(0.01, 0.5);
    world.add(body);
  }
  return world;
}

/// [M L^2/T^2]
inline double energy_of(const World<2>& world) {
  double energy = 0.0;
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const BodyState<2> state = world.state({i});
    energy += world.body({i}).mass * (0.5 * length_squared(state.velocity) + state.position[1]);
  }
  return energy;
}

/// Who comes to rest is put on what holds him from up to 1024 times 16 roundings of the largest length
/// (resting.cpp), and may so come as deep [L] into a third one.
inline constexpr double kDeepest = 1024.0 * 16.0 * std::numeric_limits<double>::epsilon() * kHigh;

}  // namespace firsthit
