// Cars at a crossing: when will they collide, if nobody brakes, and do they if one does?

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world;
  const BodyId east =
      world.add({.shape = Box<2>{{2.2, 0.9}}, .position = {-40.0, -2.0}, .velocity = {15.0, 0.0}});
  const BodyId north =
      world.add({.shape = Box<2>{{0.9, 2.2}}, .position = {2.0, -44.0}, .velocity = {0.0, 14.0}});
  const BodyId south =
      world.add({.shape = Box<2>{{0.9, 2.2}}, .position = {-2.0, 90.0}, .velocity = {0.0, -14.0}});

  const auto tell = [&world](const char* who, BodyId a, BodyId b) {
    if (const auto delay = world.time_to_collision(a, b)) {
      std::printf("%s: in %.3f\n", who, *delay);
    } else {
      std::printf("%s: never\n", who);
    }
  };
  tell("east and north", east, north);
  tell("east and south", east, south);
  std::printf("next: %.3f\n", world.predicted_impacts(1).front().time);

  world.advance(1.0);
  world.set_velocity(north, {0.0, 9.0});
  tell("after the northbound car has braked", east, north);
}

// Prints:
// east and north: in 2.779
// east and south: never
// next: 2.779
// after the northbound car has braked: never
