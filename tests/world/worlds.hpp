#pragma once

#include <firsthit/distance.hpp>
#include <firsthit/world.hpp>

#include "core/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// Small worlds, and what one asks of them.

namespace firsthit {

template <int D>
Body<D> ball(const Vec<D>& position, const Vec<D>& velocity, double radius = 1.0, double mass = 1.0) {
  return {.shape = Ball{radius}, .position = position, .velocity = velocity, .mass = mass};
}

template <int D>
Body<D> fixed(const Shape<D>& shape, const Vec<D>& position = {}) {
  return {.shape = shape, .position = position, .kind = BodyKind::Fixed};
}

/// A world without walls.
template <int D>
WorldOptions<D> open_space(const Vec<D>& gravity = {}, double restitution = 1.0) {
  WorldOptions<D> options;
  options.space.sides.fill(Side::Open);
  options.gravity = gravity;
  options.restitution = restitution;
  return options;
}

/// A square or a cube from 0 to `length` [L].
template <int D>
WorldOptions<D> box(Side sides, double length) {
  WorldOptions<D> options;
  options.space.sides.fill(sides);
  for (double& c : options.space.max.c) c = length;
  return options;
}

/// Keeps every impact, and every passing.
template <int D>
struct Watcher : Observer<D> {
  void impact(const Impact<D>& impact) override { impacts.push_back(impact); }
  void passing(const Passing<D>& passing) override { passings.push_back(passing); }
  std::vector<Impact<D>> impacts;
  std::vector<Passing<D>> passings;
};

template <int D>
std::vector<BodyState<D>> states(const World<D>& world) {
  std::vector<BodyState<D>> all;
  for (std::uint32_t id = 0; id < world.size(); ++id) all.push_back(world.state({id}));
  return all;
}

/// [L] The deepest overlap of any two of which one moves, as shapes and places tell.
template <int D>
double deepest_overlap(const World<D>& world) {
  double deepest = 0.0;
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    for (std::uint32_t j = i + 1; j < world.size(); ++j) {
      const Body<D> a = world.body({i});
      const Body<D> b = world.body({j});
      if (a.kind == BodyKind::Fixed && b.kind == BodyKind::Fixed) continue;
      deepest = std::max(deepest, -distance<D>({a.shape, a.position}, {b.shape, b.position}).distance);
    }
  }
  return deepest;
}

/// Of the moving bodies [M L^2/T^2]; not the potential energy.
template <int D>
double kinetic_energy(const World<D>& world) {
  long double energy = 0.0L;
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    if (world.body({id}).kind == BodyKind::Fixed) continue;
    const Vec<D> v = world.state({id}).velocity;
    for (const double c : v.c) energy += 0.5L * world.body({id}).mass * c * c;
  }
  return static_cast<double>(energy);
}

template <int D>
Vec<D> momentum(const World<D>& world) {
  std::array<long double, std::size_t{D}> sum{};
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    if (world.body({id}).kind == BodyKind::Fixed) continue;
    for (std::size_t axis = 0; axis < D; ++axis)
      sum[axis] += static_cast<long double>(world.body({id}).mass) * world.state({id}).velocity[axis];
  }
  Vec<D> result;
  for (std::size_t axis = 0; axis < D; ++axis) result[axis] = static_cast<double>(sum[axis]);
  return result;
}

/// What a gas is made of.
struct GasOf {
  int per_side = 8;       ///< balls along each axis, on a lattice at the start
  double length = 16.0;   ///< [L] of the box
  double radius = 0.5;    ///< [L]
  double smallest = 1.0;  ///< of the radii, as a part of `radius`; masses go with the volume
  double push = 0.0;      ///< [L] how far a ball may stand off its lattice place, per axis
};

/// A gas that starts on a lattice with random velocities of up to 1 along each axis.
template <int D>
World<D> gas(const WorldOptions<D>& options, const GasOf& of, Random& random) {
  World<D> world(options);
  const double spacing = of.length / of.per_side;
  int count = 1;
  for (int axis = 0; axis < D; ++axis) count *= of.per_side;
  for (int i = 0; i < count; ++i) {
    const double part = random.uniform(of.smallest, 1.0);
    Vec<D> position;
    Vec<D> velocity;
    int rest = i;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double push = random.uniform(-of.push, of.push);
      position[axis] = options.space.min[axis] + (rest % of.per_side + 0.5) * spacing + push;
      velocity[axis] = random.uniform(-1.0, 1.0);
      rest /= of.per_side;
    }
    world.add(ball<D>(position, velocity, of.radius * part, part * part * part));
  }
  return world;
}

}  // namespace firsthit
