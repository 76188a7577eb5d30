// A platform that a ball passes from below and lands on from above: whether two meet is a function's choice.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  constexpr Material kPlatform{1};
  World<2> world({.gravity = {0.0, -10.0}, .restitution = 0.0});
  world.set_response(Material{}, kPlatform, [](const Contact<2>& contact) {
    const bool ball_is_a = contact.mass_a < contact.mass_b;  // the platform's is infinite
    const double up = ball_is_a ? contact.velocity_a[1] : contact.velocity_b[1];
    return Reaction<2>{contact.velocity_a, contact.velocity_b, up > 0.0};  // upwards they pass each other
  });
  world.add({.shape = HalfSpace<2>{{0.0, 1.0}, 0.0}, .kind = BodyKind::Fixed});
  world.add(
      {.shape = Box<2>{{2.0, 0.1}}, .position = {0.0, 2.0}, .material = kPlatform, .kind = BodyKind::Fixed});
  const BodyId ball = world.add({.shape = Ball{0.25}, .position = {0.0, 0.25}, .velocity = {0.0, 8.0}});

  for (const double time : {0.4, 0.8, 1.2, 5.0}) {
    world.run_until(time);
    std::printf("at %g: at %g\n", time, world.state(ball).position[1]);
  }
}

// Prints:
// at 0.4: at 2.65
// at 0.8: at 3.45
// at 1.2: at 2.65
// at 5: at 2.35
