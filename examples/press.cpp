// A press comes down on a crate and a ball: what it does when there is no room any more is its own choice.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  for (const OnCrush choice : {OnCrush::EndsRun, OnCrush::Stops, OnCrush::Passes}) {
    World<2> world({.gravity = {0.0, -10.0}, .restitution = 0.5});
    world.add({.shape = Box<2>{{5.0, 0.5}}, .position = {0.0, -0.5}, .kind = BodyKind::Fixed});
    world.add({.shape = Box<2>{{0.5, 0.5}}, .position = {-1.0, 0.5}});
    world.add({.shape = Ball{0.25}, .position = {1.0, 0.25}});
    const BodyId press = world.add({.shape = Box<2>{{5.0, 0.5}},
                                    .position = {0.0, 4.5},
                                    .velocity = {0.0, -1.0},
                                    .kind = BodyKind::Kinematic,
                                    .on_crush = choice});
    const RunResult run = world.run_until(6.0);
    std::printf("at %.3f the press is at %.3f and goes at %g%s\n", world.time(),
                world.state(press).position[1], world.state(press).velocity[1],
                run.outcome == RunOutcome::Crushed ? ": the run has ended" : "");
  }
}

// Prints:
// at 3.000 the press is at 1.500 and goes at -1: the run has ended
// at 6.000 the press is at 1.500 and goes at 0
// at 6.000 the press is at -1.500 and goes at -1
