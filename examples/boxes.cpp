// Many boxes that move at once: every collision within a frame is taken in its order in time.

#include <firsthit/firsthit.hpp>

#include <cinttypes>
#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world({.space = {{0.0, 0.0}, {40.0, 40.0}}});
  for (int i = 0; i < 100; ++i) {
    const double angle = 2.4 * i;  // all sorts of directions
    const Vec<2> velocity{30.0 * (angle - 6.25 * static_cast<int>(angle / 6.25) - 3.0),
                          17.0 - 3.0 * (i % 12)};
    world.add({.shape = Box<2>{{0.5 + 0.01 * (i % 7), 0.6}},
               .position = {2.0 + 4.0 * (i % 10), 2.0 + 4.0 * (i / 10)},
               .velocity = velocity});
  }
  const auto energy = [&world] {
    double sum = 0.0;
    for (std::uint32_t id = 0; id < world.size(); ++id)
      for (const double v : world.state({id}).velocity.c) sum += 0.5 * v * v;
    return sum;
  };
  const double before = energy();
  for (int frame = 0; frame < 60; ++frame) world.advance(1.0 / 60.0);
  std::printf("%" PRIu64 " collisions in 60 frames, energy changed by less than 1e-12 of itself: %d\n",
              world.collisions(), energy() > before * (1.0 - 1e-12) && energy() < before * (1.0 + 1e-12));
}

// Prints:
// 873 collisions in 60 frames, energy changed by less than 1e-12 of itself: 1
