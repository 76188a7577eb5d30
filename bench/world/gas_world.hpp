#pragma once

#include <firsthit/world.hpp>

#include "gas.hpp"

namespace firsthit::bench {

/// The gas as a world of the library's.
template <int D>
World<D> world_of(const Gas<D>& gas) {
  WorldOptions<D> options;
  for (std::size_t axis = 0; axis < D; ++axis) {
    options.space.max[axis] = gas.length;
    options.space.sides[axis] = Side::Periodic;
  }
  World<D> world(options);
  for (std::size_t i = 0; i < gas.positions.size(); ++i) {
    Body<D> body;
    body.shape = Ball{gas.radius(i)};
    body.mass = gas.mass(i);
    body.position = gas.positions[i];
    body.velocity = gas.velocities[i];
    world.add(body);
  }
  return world;
}

}  // namespace firsthit::bench
