// Agents in a room, in windows of time: within a window they go straight, bounce off walls and each other,
// and what was foreseen of one who has turned is dropped. Between windows they are steered.

#include <firsthit/firsthit.hpp>

#include <cinttypes>
#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world({.space = {{-4.0, -2.0}, {4.0, 2.0}}});
  const BodyId a = world.add({.shape = Ball{0.5}, .position = {-3.0, 0.0}, .velocity = {4.0, 0.0}});
  const BodyId b = world.add({.shape = Ball{0.5}, .position = {0.0, 0.5}});
  const BodyId c = world.add({.shape = Ball{0.5}, .position = {2.0, -0.5}, .velocity = {0.0, -1.0}});

  // Everybody is pulled to the middle, once in each window of 1/4.
  world.set_window(0.25, [&](World<2>& room) {
    for (const BodyId id : {a, b, c}) {
      const BodyState<2> state = room.state(id);
      Vec2 velocity = state.velocity;
      for (std::size_t axis = 0; axis < 2; ++axis) velocity[axis] -= 0.25 * state.position[axis];
      room.set_velocity(id, velocity);
    }
  });
  // What is foreseen holds until somebody turns.
  world.run_until(0.0);
  std::printf("at 0: a meets b in %.4f\n", world.time_to_collision(a, b).value_or(-1.0));
  world.run_until(0.25);
  std::printf("at 0.25: a meets b in %.4f\n", world.time_to_collision(a, b).value_or(-1.0));
  world.run_until(3.0);
  std::printf("at 3: %" PRIu64 " collisions\n", world.collisions());
  for (const BodyId id : {a, b, c}) {
    const Vec2 place = world.state(id).position;
    std::printf("%c is at (%.3f, %.3f)\n", "abc"[id.value], place[0], place[1]);
  }
}

// Prints:
// at 0: a meets b in 0.5335
// at 0.25: a meets b in 0.2482
// at 3: 6 collisions
// a is at (-1.604, 1.376)
// b is at (0.899, -1.439)
// c is at (0.992, 0.424)
