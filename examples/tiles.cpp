// Boxes, tiles and cracks: what slides over flush tiles does not stumble over their joints.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world;

  // Of tiles 0.1 wide, most are not flush to the last bit with their neighbours.
  for (int i = 0; i < 1000; ++i)
    world.add({.shape = Box<2>{{0.05, 0.05}}, .position = {0.1 * i, -0.05}, .kind = BodyKind::Fixed});
  const BodyId wall =
      world.add({.shape = Box<2>{{0.5, 5.0}}, .position = {90.0, 0.0}, .kind = BodyKind::Fixed});
  const BodyId box =
      world.add({.shape = Box<2>{{0.5, 0.5}}, .position = {1.0, 2.0}, .kind = BodyKind::Kinematic});

  // Down and to the right: it meets the floor, goes on along it, and stops at the wall.
  const MoveResult<2> result = world.move(box, {200.0, -200.0});
  std::printf("it ends at (%g, %g), having met %zu bodies, the wall last: %d\n", result.position[0],
              result.position[1], result.hits.size(), result.hits.back().body == wall);

  // Pressed against the floor it keeps its speed.
  world.set_position(box, {1.0, 0.5});
  for (int frame = 0; frame < 800; ++frame) world.move(box, {0.1, -1.0});
  std::printf("after 800 frames of 0.1: at %.9f\n", world.state(box).position[0]);
}

// Prints:
// it ends at (89, 0.5), having met 2 bodies, the wall last: 1
// after 800 frames of 0.1: at 81.000000000
