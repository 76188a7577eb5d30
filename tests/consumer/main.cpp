// A gas of 216 balls in a periodic box, made and run through the public API alone. Prints how many
// collisions it saw and the hash of the state: the same whatever flags this file is compiled with.

#include <firsthit/firsthit.hpp>

#include <cinttypes>
#include <cstdint>
#include <cstdio>

namespace {

using namespace firsthit;

/// A velocity component from whole numbers only: -1, -0.75, ... 1.
double component(std::uint32_t& state) {
  state = state * 1664525U + 1013904223U;
  return (static_cast<double>((state >> 16U) % 9U) - 4.0) * 0.25;
}

/// Adds up the impulses as a user would, in the user's arithmetic.
class Total : public Observer<3> {
 public:
  void impact(const Impact<3>& impact) override { impulse += impact.impulse; }
  double impulse = 0.0;
};

}  // namespace

int main() {
  constexpr int kSide = 6;
  WorldOptions<3> options;
  options.space = {{0.0, 0.0, 0.0}, {9.0, 9.0, 9.0}, {Side::Periodic, Side::Periodic, Side::Wall}};
  options.restitution = 0.9375;
  World<3> world(options);
  Total total;
  world.observe(total);

  std::uint32_t state = 1;
  for (int i = 0; i < kSide * kSide * kSide; ++i) {
    Body<3> body;
    body.shape = Ball{0.5};
    const int place[3] = {i % kSide, i / kSide % kSide, i / (kSide * kSide)};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      body.position[axis] = 0.75 + 1.5 * place[axis];
      body.velocity[axis] = component(state);
    }
    world.add(body);
  }
  world.run_until(20.0);
  std::printf("%" PRIu64 " collisions, hash %016" PRIx64 "\n", world.collisions(), world.state_hash());
  return world.collisions() > 1000 && total.impulse > 0.0 ? 0 : 1;
}
