// A lift: a platform that moves as it is told carries what stands on it. While it starts and stops the crate
// presses on it with its mass times what gravity is beyond that, as Newton says.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world({.gravity = {0.0, -10.0}, .restitution = 0.25});
  const BodyId lift = world.add({.shape = Box<2>{{2.0, 0.25}}, .kind = BodyKind::Kinematic});
  const BodyId crate = world.add({.shape = Box<2>{{0.5, 0.5}}, .position = {0.0, 2.0}});

  world.advance(4.0);  // it falls onto the lift, bounces, and stands
  for (const double acceleration : {1.5, 0.0, -1.5, 0.0}) {
    world.set_acceleration(lift, {0.0, acceleration});
    for (int frame = 0; frame < 64; ++frame) world.advance(1.0 / 64.0);
    std::printf("the lift is at %.6f, the crate %.6f above its floor, and presses with %.6f\n",
                world.state(lift).position[1],
                world.state(crate).position[1] - 0.5 - world.state(lift).position[1] - 0.25,
                world.contacts().at(0).force[1]);
  }
}

// Prints:
// the lift is at 0.750000, the crate 0.000000 above its floor, and presses with 11.500000
// the lift is at 2.250000, the crate 0.000000 above its floor, and presses with 10.000000
// the lift is at 3.000000, the crate 0.000000 above its floor, and presses with 8.500000
// the lift is at 3.000000, the crate 0.000000 above its floor, and presses with 10.000000
