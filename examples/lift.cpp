// A lift: a platform that moves as it is told carries what stands on it, up and down, and nothing is lost.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world({.gravity = {0.0, -10.0}, .restitution = 0.25});
  const BodyId lift = world.add({.shape = Box<2>{{2.0, 0.25}}, .kind = BodyKind::Kinematic});
  const BodyId crate = world.add({.shape = Box<2>{{0.5, 0.5}}, .position = {0.0, 2.0}});

  world.advance(4.0);  // it falls onto the lift, bounces, and stands
  for (const double speed : {1.5, -1.5, 0.0}) {
    world.set_velocity(lift, {0.0, speed});
    for (int frame = 0; frame < 120; ++frame) world.advance(1.0 / 60.0);
    std::printf("the lift is at %.6f, the crate %.6f above its floor\n", world.state(lift).position[1],
                world.state(crate).position[1] - 0.5 - world.state(lift).position[1] - 0.25);
  }
}

// Prints:
// the lift is at 3.000000, the crate 0.000000 above its floor
// the lift is at 0.000000, the crate 0.000000 above its floor
// the lift is at 0.000000, the crate 0.000000 above its floor
