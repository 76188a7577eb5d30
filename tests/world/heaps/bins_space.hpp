#pragma once

#include "core/vec_math.hpp"
#include "exact/sin_cos.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <variant>
#include <vector>

// Bins of space with boxes and balls that turn, and what must hold of them.

namespace firsthit {

inline WorldOptions<3> bin_of_space(double width, double restitution, double friction) {
  WorldOptions<3> options;
  options.space.max = {width, 1000.0, width};
  for (auto& side : options.space.sides) side = Side::Wall;
  options.gravity = {0.0, -1.0, 0.0};
  options.restitution = restitution;
  options.friction = friction;
  return options;
}

/// Turned by `angle` [rad] about an axis.
inline Orientation<3> turned_about(const Vec<3>& axis, double angle) {
  const SinCos half = sin_cos_of_product(0.5, angle);  // the same bits everywhere, as std::sin is not
  const Vec<3> v = (half.sin / length(axis)) * axis;
  return {half.cos, v[0], v[1], v[2]};
}

inline Body<3> turning(const Shape<3>& shape, const Vec<3>& position, double mass,
                       const Orientation<3>& orientation = {}) {
  Body<3> body;
  body.shape = shape;
  body.position = position;
  body.mass = mass;
  body.spins = true;
  body.orientation = orientation;
  return body;
}

inline bool is_still(const World<3>& world, std::uint32_t id) {
  const BodyState<3> state = world.state({id});
  return is_zero(state.velocity) && is_zero(state.acceleration) && is_zero(state.angular_velocity);
}
inline bool all_still(const World<3>& world) {
  for (std::uint32_t i = 0; i < world.size(); ++i)
    if (!is_still(world, i)) return false;
  return true;
}

/// Forces and moments at contacts, within the cones of friction, bear all who are still.
inline void expect_upright(const World<3>& world) {
  std::map<BodyId, Vec<3>> forces;
  std::map<BodyId, Vec<3>> moments;
  double largest = 0.0;
  for (const RestingContact<3>& contact : world.contacts())
    largest = std::max(largest, length(contact.force));
  for (const RestingContact<3>& contact : world.contacts()) {
    const double press = -dot(contact.force, contact.normal);
    EXPECT_GE(press, -0x1p-40 * largest);
    EXPECT_LE(length(contact.force + press * contact.normal),
              world.options().friction * press + 0x1p-40 * largest);
    for (const auto& [id, sign] : {std::pair{contact.a, 1.0}, std::pair{contact.b, -1.0}}) {
      if (id.value >= world.size()) continue;
      forces[id] = forces[id] + sign * contact.force;
      moments[id] = moments[id] + sign * cross(contact.point - world.state(id).position, contact.force);
    }
  }
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    if (!is_still(world, i) || world.body({i}).kind != BodyKind::Dynamic) continue;
    const Vec<3> weight = world.body({i}).mass * world.options().gravity;
    EXPECT_LE(length(forces[{i}] + weight), 0x1p-34 * largest) << i;
    EXPECT_LE(length(moments[{i}]), 0x1p-34 * largest) << i;
  }
}

inline void expect_nothing_happens(World<3>& world, double duration) {
  const std::uint64_t hash = world.state_hash();
  const std::uint64_t events = world.events();
  EXPECT_EQ(world.run_until(world.time() + duration).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.state_hash(), hash);
  EXPECT_EQ(world.events(), events);
}

/// A box or a ball where it is: its centre, its axes, half of its lengths, and what is round of it.
struct StandingBox {
  Vec<3> centre;
  std::array<Vec<3>, 3> axes;
  Vec<3> half{};
  double radius = 0.0;

  double reach(const Vec<3>& n) const {
    double reach = radius * length(n);
    for (std::size_t k = 0; k < 3; ++k) reach += half[k] * std::fabs(dot(n, axes[k]));
    return reach;
  }
};
inline StandingBox standing_box(const Vec<3>& centre, const Orientation<3>& o, const Vec<3>& half) {
  const double s = 2.0 / (o.w * o.w + o.x * o.x + o.y * o.y + o.z * o.z);
  return {centre,
          {{{1.0 - s * (o.y * o.y + o.z * o.z), s * (o.x * o.y + o.w * o.z), s * (o.x * o.z - o.w * o.y)},
            {s * (o.x * o.y - o.w * o.z), 1.0 - s * (o.x * o.x + o.z * o.z), s * (o.y * o.z + o.w * o.x)},
            {s * (o.x * o.z + o.w * o.y), s * (o.y * o.z - o.w * o.x), 1.0 - s * (o.x * o.x + o.y * o.y)}}},
          half,
          0.0};
}
inline StandingBox standing_box(const World<3>& world, std::uint32_t id) {
  const Body<3> body = world.body({id});
  const auto* shape = std::get_if<Box<3>>(&body.shape);
  const BodyState<3> state = world.state({id});
  StandingBox box =
      standing_box(state.position, state.orientation, shape != nullptr ? shape->half_extents : Vec<3>{});
  if (const auto* ball = std::get_if<Ball>(&body.shape)) box.radius = ball->radius;
  return box;
}

/// [L] Between two of them, or how deep they are in each other, below 0: by the directions that can part
/// boxes, and from a ball's centre to a box.
inline double room_between(const StandingBox& a, const StandingBox& b) {
  const Vec<3> d = b.centre - a.centre;
  const bool round_a = is_zero(a.half), round_b = is_zero(b.half);
  if (round_a && round_b) return length(d) - a.radius - b.radius;
  if (round_a != round_b) {
    const StandingBox& box = round_a ? b : a;
    Vec<3> out;
    double within = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
      const double beyond = std::fabs(dot(d, box.axes[k])) - box.half[k];
      within = std::max(within, beyond);
      out[k] = std::max(beyond, 0.0);
    }
    return (within > 0.0 ? length(out) : within) - (a.radius + b.radius);
  }
  double room = -std::numeric_limits<double>::infinity();
  const auto part = [&](const Vec<3>& n) {
    if (const double size = length(n); size > 1e-6)
      room = std::max(room, (std::fabs(dot(n, d)) - a.reach(n) - b.reach(n)) / size);
  };
  for (const Vec<3>& x : a.axes) {
    part(x);
    for (const Vec<3>& y : b.axes) part(cross(x, y));
  }
  for (const Vec<3>& y : b.axes) part(y);
  return room;
}

/// [L] How far the least apart of all are, or how deep in each other or a wall: below 0.
inline double least_room(const World<3>& world) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const StandingBox own = standing_box(world, i);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      Vec<3> n;
      n[axis] = 1.0;
      least = std::min({least, own.centre[axis] - own.reach(n),
                        world.options().space.max[axis] - own.centre[axis] - own.reach(n)});
    }
    for (std::uint32_t k = 0; k < i; ++k) least = std::min(least, room_between(own, standing_box(world, k)));
  }
  return least;
}

}  // namespace firsthit
