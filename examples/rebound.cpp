// Polygons that hit, rewind and rebound: two move for a frame, are taken back to when they touched, and
// bounce.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  const Polygon arrow({{-1.0, -1.0}, {2.0, 0.0}, {-1.0, 1.0}, {-0.5, 0.0}});
  const Polygon block({{0.0, -2.0}, {3.0, -2.0}, {3.0, 2.0}, {0.0, 2.0}});
  const Moving<2> a{arrow, Linear<2>{{0.0, 0.5}, {10.0, 0.0}}};
  const Moving<2> b{block, Linear<2>{{6.0, 0.0}, {-2.0, 0.0}}};
  const Encounter<2> hit = first_hit(a, b, {.horizon = 1.0});
  if (!hit) return 1;
  std::printf("of the frame %.4f was too much; they touch at (%.4f, %.4f), corner %d of the arrow\n",
              1.0 - hit.delay, hit.point_a[0], hit.point_a[1], hit.feature_a.index);

  // The same in a world, which takes both back and lets them bounce for the rest of the frame.
  World<2> world;
  world.add({.shape = arrow, .position = {0.0, 0.5}, .velocity = {10.0, 0.0}});
  world.add({.shape = block, .position = {6.0, 0.0}, .velocity = {-2.0, 0.0}, .mass = 3.0});
  world.advance(1.0);
  std::printf("after the frame: arrow at %.4f with velocity %g, block at %.4f with velocity %g\n",
              world.state({0}).position[0], world.state({0}).velocity[0], world.state({1}).position[0],
              world.state({1}).velocity[0]);
}

// Prints:
// of the frame 0.6667 was too much; they touch at (5.3333, 0.5000), corner 1 of the arrow
// after the frame: arrow at -2.0000 with velocity -8, block at 8.0000 with velocity 4
