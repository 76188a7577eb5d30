// A ball and a wall in frames: it is met exactly, whichever side it is on, and the ball goes on for the rest
// of the frame, or waits at the wall until the next.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world({.space = {{0.0, 0.0}, {100.0, 100.0}}});
  // 10 a frame, and 25 to the wall: it is met in the middle of the third frame.
  const BodyId goes_on = world.add({.shape = Ball{5.0}, .position = {70.0, 20.0}, .velocity = {10.0, 0.0}});
  const BodyId waits = world.add(
      {.shape = Ball{5.0}, .position = {30.0, 80.0}, .velocity = {-10.0, 0.0}, .after_hit = AfterHit::Waits});
  for (int frame = 1; frame <= 4; ++frame) {
    world.advance(1.0);
    std::printf("frame %d: %g and %g\n", frame, world.state(goes_on).position[0],
                world.state(waits).position[0]);
  }
}

// Prints:
// frame 1: 80 and 20
// frame 2: 90 and 10
// frame 3: 90 and 5
// frame 4: 80 and 15
