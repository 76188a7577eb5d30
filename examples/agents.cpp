// Three walkers want to swap places, and see each other coming. A charged ball runs in circles.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  // Once in each window of 1/8 every agent decides, on what it sees of the others.
  World<2> street;
  const BodyId a = street.add({.shape = Ball{0.25}, .position = {-3.0, 1.0}});
  const BodyId b = street.add({.shape = Ball{0.25}, .position = {5.0, 1.0}});
  const BodyId c = street.add({.shape = Ball{0.25}, .position = {1.0, -3.0}});
  Agents<2> walkers({{a, {5.0, 1.0}, 1.0, Steering::Avoid, 2.0},
                     {b, {-3.0, 1.0}, 1.0, Steering::Avoid, 2.0},
                     {c, {1.0, 5.0}, 1.0, Steering::Avoid, 2.0}},
                    0.125, 0.001);
  street.set_window(walkers.piece(), [&](World<2>& world) { walkers.steer(world); });
  street.run_until(0.0);
  walkers.steer(street);
  street.run_until(3.0);
  for (const Neighbour<2>& other : street.neighbours_within(a, 2.0))
    std::printf("at 3: a is %.1f from %c\n", other.gap, other.id == b ? 'b' : 'c');
  street.run_until(15.0);
  for (const BodyId id : {a, b, c})
    std::printf("%c stands at (%g, %g)\n", "abc"[id.value], street.state(id).position[0],
                street.state(id).position[1]);
  std::printf("touched: %d times\n", static_cast<int>(street.collisions()));

  // In a magnetic field the acceleration is across the velocity: a circle, here of radius 1, once in 2 pi.
  World<2> field;
  const BodyId charge = field.add({.shape = Ball{0.1}, .position = {1.0, 0.0}, .velocity = {0.0, 1.0}});
  CurvedPaths<2> paths(1.0, 1.0, 1e-6);  // accelerations of up to 1, followed within 10^-6
  paths.follow(charge, [](const Vec2&, const Vec2& v, double) { return Vec2{-v[1], v[0]}; });
  paths.steer(field);
  field.set_window(paths.piece(), [&](World<2>& world) { paths.steer(world); });
  field.run_until(100.0);
  const Vec2 place = field.state(charge).position;
  std::printf("%d pieces in each unit of time: after 100 at (%.6f, %.6f)\n", static_cast<int>(paths.pieces()),
              place[0], place[1]);
}

// Prints:
// at 3: a is 1.4 from c
// a stands at (5, 1)
// b stands at (-3, 1)
// c stands at (1, 5)
// touched: 0 times
// 354 pieces in each unit of time: after 100 at (0.862319, -0.506366)
