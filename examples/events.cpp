// A world runs from impact to impact, and an observer sees every one of them.

#include <firsthit/firsthit.hpp>

#include <cinttypes>
#include <cstdio>

using namespace firsthit;

/// Tells of every impact between two balls.
class Narrator : public Observer<2> {
 public:
  void impact(const Impact<2>& impact) override {
    if (impact.kind != ImpactKind::BodyBody) return;
    std::printf("at %g: ball %" PRIu32 " meets ball %" PRIu32 ", impulse %g\n", impact.time,
                impact.a.id.value, impact.b.id.value, impact.impulse);
  }
};

int main() {
  World<2> world({.space = {{0.0, 0.0}, {10.0, 1.0}}});

  // Three balls in a row. The first comes rolling, hands its course on to the second, that to the third.
  world.add({.shape = Ball{0.5}, .position = {1.5, 0.5}, .velocity = {2.0, 0.0}});
  world.add({.shape = Ball{0.5}, .position = {4.5, 0.5}});
  const BodyId last = world.add({.shape = Ball{0.5}, .position = {7.5, 0.5}});

  Narrator narrator;
  world.observe(narrator);
  world.run_until(2.5);

  const BodyState<2> state = world.state(last);
  std::printf("at %g: the last ball is at %g, with velocity %g\n", world.time(), state.position[0],
              state.velocity[0]);
}

// Prints:
// at 1: ball 0 meets ball 1, impulse 2
// at 2: ball 1 meets ball 2, impulse 2
// at 2.5: the last ball is at 8.5, with velocity 2
