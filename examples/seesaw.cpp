// A hero walks up a ramp that stands at an angle, steps onto a beam that turns, and rides on it.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world;
  world.add({.shape = Box<2>{{4.0, 0.25}},
             .position = {-4.0, 0.0},
             .kind = BodyKind::Fixed,
             .orientation = turned_by(20.0)});
  const BodyId beam = world.add(
      {.shape = Box<2>{{3.0, 0.25}}, .position = {3.0, 1.2}, .kind = BodyKind::Kinematic, .spins = true});
  const BodyId hero = world.add({.shape = Capsule<2>{{0.0, -0.4}, {0.0, 0.4}, 0.3},
                                 .position = {-7.0, 1.0},
                                 .kind = BodyKind::Kinematic});
  MovePolicy<2> policy;
  policy.up = {0.0, 1.0};
  policy.step_height = 0.25;
  policy.snap_distance = 0.25;

  MoveResult<2> result;
  const auto walk = [&](int frames, double speed) {
    for (int frame = 0; frame < frames; ++frame) {
      world.advance(1.0 / 60.0);
      result = world.move(hero, {speed / 60.0, -0.02}, policy);
    }
    std::printf("at (%.2f, %.2f), on the beam: %d, upright part of the ground: %.3f\n", result.position[0],
                result.position[1], result.ground == beam, result.ground_normal[1]);
  };
  walk(120, 2.0);
  walk(180, 2.0);
  world.set_angular_velocity(beam, -0.25);
  walk(60, 0.0);

  // A ray from above sees the beam as it stands now.
  const auto below = world.cast(Point{}, {5.0, 5.0}, {0.0, -10.0});
  std::printf("below (5, 5) it is at %.2f\n", below->position[1]);
}

// Prints:
// at (-3.33, 1.23), on the beam: 0, upright part of the ground: 0.940
// at (2.28, 2.15), on the beam: 1, upright part of the ground: 1.000
// at (2.36, 2.33), on the beam: 1, upright part of the ground: 0.969
// below (5, 5) it is at 0.95
