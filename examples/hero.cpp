// The hero of a platform game walks, climbs steps and a slope, stops at a wall, and takes an elevator.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world;

  const auto fixed = [&world](const Shape<2>& shape, const Vec<2>& position) {
    return world.add({.shape = shape, .position = position, .kind = BodyKind::Fixed});
  };
  for (int i = 0; i < 80; ++i) fixed(Box<2>{{0.05, 0.5}}, {0.1 * i, -0.5});  // a floor of narrow tiles
  for (int i = 1; i <= 4; ++i) fixed(Box<2>{{0.5, 0.1 * i}}, {8.5 + i, 0.1 * i - 0.2});  // steps of 0.2
  fixed(Hull<2>{{{13.0, 0.0}, {17.0, 0.0}, {17.0, 2.6}, {13.0, 0.6}}}, {});              // a slope
  fixed(Box<2>{{0.5, 3.0}}, {20.5, 3.0});                                                // a wall
  fixed(Box<2>{{0.5, 0.5}}, {8.5, -0.5});
  const BodyId elevator =
      world.add({.shape = Box<2>{{1.5, 0.25}}, .position = {18.5, 2.35}, .kind = BodyKind::Kinematic});

  const BodyId hero = world.add({.shape = Capsule<2>{{0.0, -0.4}, {0.0, 0.4}, 0.3},
                                 .position = {0.5, 0.7},
                                 .kind = BodyKind::Kinematic});
  MovePolicy<2> policy;
  policy.up = {0.0, 1.0};
  policy.step_height = 0.25;
  policy.snap_distance = 0.25;

  // Sixty frames a second: 6 a second to the right, and a little downwards, as gravity has it.
  MoveResult<2> result;
  const auto walk = [&](int frames, double speed) {
    for (int frame = 0; frame < frames; ++frame) {
      world.advance(1.0 / 60.0);
      result = world.move(hero, {speed / 60.0, -0.02}, policy);
    }
  };
  walk(60, 6.0);
  std::printf("on the floor: at (%.3f, %.3f), grounded: %d\n", result.position[0], result.position[1],
              result.grounded);
  walk(60, 6.0);
  std::printf("up the steps: at (%.1f, %.1f)\n", result.position[0], result.position[1]);
  walk(120, 6.0);
  std::printf("at the wall: at (%.3f, %.3f), on the elevator: %d\n", result.position[0], result.position[1],
              result.ground == elevator);
  world.set_velocity(elevator, {0.0, 2.0});
  walk(60, 0.0);
  std::printf("up it goes: at (%.3f, %.3f), grounded: %d\n", result.position[0], result.position[1],
              result.grounded);
}

// Prints:
// on the floor: at (6.500, 0.700), grounded: 1
// up the steps: at (12.3, 1.3)
// at the wall: at (19.700, 3.300), on the elevator: 1
// up it goes: at (19.700, 5.300), grounded: 1
