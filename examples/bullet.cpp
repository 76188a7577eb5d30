// A bullet through paper: it loses a tenth of its speed in each sheet, however fast it is, and sticks in
// wood.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  constexpr Material kLead{1};
  constexpr Material kPaper{2};
  constexpr Material kWood{3};
  World<2> world;
  world.set_response(kLead, kPaper, [](const Contact<2>& contact) {
    const bool bullet_is_a = contact.mass_a < contact.mass_b;
    Reaction<2> reaction{contact.velocity_a, contact.velocity_b, true};  // they go through each other
    for (int axis = 0; axis < 2; ++axis)
      (bullet_is_a ? reaction.velocity_a : reaction.velocity_b)[axis] *= 0.9;
    return reaction;
  });
  world.set_response(kLead, kWood, Response::Stick);

  // Three sheets without any thickness, and a board.
  const BodyId bullet =
      world.add({.shape = Ball{0.005}, .velocity = {800.0, 0.0}, .mass = 0.01, .material = kLead});
  for (int i = 1; i <= 3; ++i)
    world.add({.shape = Segment<2>{{0.0, -1.0}, {0.0, 1.0}},
               .position = {1.0 * i, 0.0},
               .material = kPaper,
               .kind = BodyKind::Fixed});
  world.add(
      {.shape = Box<2>{{0.1, 1.0}}, .position = {5.1, 0.0}, .material = kWood, .kind = BodyKind::Fixed});

  // Frames of a sixtieth of a second: the bullet would be through all of it within the first.
  world.advance(1.0 / 60.0);
  const BodyState<2> state = world.state(bullet);
  std::printf("%d impacts, the bullet is at %g, with velocity %g\n", static_cast<int>(world.collisions()),
              state.position[0], state.velocity[0]);
}

// Prints:
// 4 impacts, the bullet is at 4.995, with velocity 0
