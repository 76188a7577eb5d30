// A thousand hard disks in a periodic box: their pressure from the impulses of their collisions, beside
// theory.

#include <firsthit/firsthit.hpp>

#include <cmath>
#include <cstdio>
#include <random>

using namespace firsthit;

int main() {
  constexpr int kRow = 32;
  constexpr int kDisks = kRow * kRow;
  constexpr double kSide = 40.0;
  constexpr Side kPeriodic = Side::Periodic;
  World<2> world({.space = {{0.0, 0.0}, {kSide, kSide}, {kPeriodic, kPeriodic}}});
  std::mt19937 random(1);
  for (int i = 0; i < kDisks; ++i) {
    const Vec2 place{(i % kRow + 0.5) * kSide / kRow, (i / kRow + 0.5) * kSide / kRow};
    const double angle = 6.283185307179586 * static_cast<double>(random()) / 0x1p32;
    const Vec2 velocity{std::cos(angle), std::sin(angle)};
    world.add({.shape = Ball{0.5}, .position = place, .velocity = velocity});
  }
  world.run_until(20.0);  // from a lattice to a fluid

  world.measure();  // from now on the world counts
  world.run_until(80.0);
  const Statistics counted = world.statistics();

  // P V / (N T) = 1 + virial / (2 N T t), with N T t the kinetic energy, integrated over time. Theory by
  // Henderson 1975, to a percent.
  const double packing = kDisks * 0.7853981633974483 / (kSide * kSide);
  const double measured = 1.0 + counted.virial / (2.0 * counted.kinetic_action);
  const double theory = (1.0 + packing * packing / 8.0) / ((1.0 - packing) * (1.0 - packing));
  std::printf("%d disks, packing %.3f\n", kDisks, packing);
  std::printf("P V / (N T) is %.1f, in theory %.1f\n", measured, theory);
}

// Prints:
// 1024 disks, packing 0.503
// P V / (N T) is 4.2, in theory 4.2
