// A conveyor: a surface that moves along itself takes a crate to its speed, and brings it back; a ball on it
// rolls.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world({.gravity = {0.0, -10.0}, .friction = 0.5});
  Body<2> belt{.shape = Box<2>{{20.0, 0.5}}, .position = {0.0, -0.5}, .kind = BodyKind::Fixed};
  belt.surface_velocity = {3.0, 0.0};
  const BodyId conveyor = world.add(belt);
  const BodyId crate = world.add({.shape = Box<2>{{0.5, 0.5}}, .position = {0.0, 0.5}});
  const BodyId ball = world.add({.shape = Ball{0.5}, .position = {5.0, 0.5}, .spins = true});

  for (const double speed : {3.0, 0.0, -3.0}) {
    world.set_surface_velocity(conveyor, {speed, 0.0});
    world.advance(2.0);
    std::printf("the belt goes at %g, the crate at %g, the ball at %g\n", speed,
                world.state(crate).velocity[0], world.state(ball).velocity[0]);
  }
  std::printf("the crate is at %.3f\n", world.state(crate).position[0]);
}

// Prints:
// the belt goes at 3, the crate at 3, the ball at 1
// the belt goes at 0, the crate at 0, the ball at 0
// the belt goes at -3, the crate at -3, the ball at -1
// the crate is at 0.900
