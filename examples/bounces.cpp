// Infinitely many bounces in finite time: a ball that keeps half of its speed, and then rests.

#include <firsthit/firsthit.hpp>

#include <cstdint>
#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world({.gravity = {0.0, -2.0}, .restitution = 0.5});
  world.add({.shape = HalfSpace<2>{{0.0, 1.0}, 0.0}, .kind = BodyKind::Fixed});
  const BodyId ball = world.add({.shape = Ball{1.0}, .position = {0.0, 2.0}, .velocity = {0.25, 0.0}});

  // It falls for 1, and flies for 1, 1/2, 1/4, ... after: all that is over at 3.
  for (const double time : {0.5, 1.5, 2.25, 2.9}) {
    world.run_until(time);
    std::printf("at %g: %d bounces so far, %.4f above the ground\n", time,
                static_cast<int>(world.collisions()), world.state(ball).position[1] - 1.0);
  }
  world.run_until(3.000001);
  const std::uint64_t bounces = world.collisions();
  world.run_until(1000.0);
  const BodyState<2> state = world.state(ball);
  std::printf("at 1000: it has bounced %s since 3, and slid to %g\n",
              world.collisions() == bounces ? "no more" : "on", state.position[0]);
}

// Prints:
// at 0.5: 0 bounces so far, 0.7500 above the ground
// at 1.5: 1 bounces so far, 0.2500 above the ground
// at 2.25: 2 bounces so far, 0.0625 above the ground
// at 2.9: 5 bounces so far, 0.0009 above the ground
// at 1000: it has bounced no more since 3, and slid to 250
