// A trigger: a sensor notes who enters and leaves it, at the exact times, however fast he is.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

/// Is told of everybody who comes into something that lets him pass, or leaves it.
class Gate : public Observer<2> {
 public:
  void passing(const Passing<2>& passing) override {
    std::printf("body %d %s at %g\n", static_cast<int>(passing.b.value), passing.enters ? "enters" : "leaves",
                passing.time);
  }
};

int main() {
  World<2> world;
  world.add({.shape = Box<2>{{1.0, 1.0}}, .position = {9.0, 0.0}, .kind = BodyKind::Fixed, .sensor = true});
  world.add({.shape = Ball{0.5}, .velocity = {100.0, 0.0}});  // through it within a frame
  world.add({.shape = Ball{0.5}, .position = {0.0, 1.75}, .velocity = {100.0, 0.0}});  // past it

  Gate gate;
  world.observe(gate);
  world.advance(1.0);
}

// Prints:
// body 1 enters at 0.075
// body 1 leaves at 0.105
