// A sword's swing through falling leaves: which does it cut, when, and where along its blade?

#include <firsthit/firsthit.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace firsthit;

constexpr double kDegree = 0.017453292519943295;  // [rad]

/// One of the leaves, long or round, as it falls and spins. Metres and seconds.
Moving<2> leaf(int i) {
  const Spinning<2> fall{.position = {-1.1 + 0.2 * i, 1.6 + 0.12 * (5 * i % 11)},
                         .velocity = {0.1 * (i % 3), -0.7},
                         .angular_velocity = 3.0 * (i % 5 - 2),
                         .orientation = turned_by(40.0 * i),
                         .acceleration = {0.0, -2.0}};
  if (i % 3 == 0) return {Ball{0.03}, fall};
  return {Box<2>{{0.06, 0.005}}, fall};
}

struct Cut {
  int leaf;
  double delay;
  double along;
};

int main() {
  // From behind over the head to the front, 150 degrees in a quarter of a second, about a grip that steps
  // forward meanwhile.
  constexpr double kDuration = 0.25;
  const Spinning<2> swing{.position = {0.0, 1.5},
                          .velocity = {1.6, 0.0},
                          .angular_velocity = -150.0 * kDegree / kDuration,
                          .orientation = turned_by(150.0)};
  const Moving<2> sword{Capsule<2>{{0.15, 0.0}, {1.1, 0.0}, 0.01}, swing};

  std::vector<Cut> cuts;
  for (int i = 0; i < 12; ++i) {
    if (const Encounter<2> hit = first_hit(sword, leaf(i), {.horizon = kDuration})) {
      const Vec2 grip = swing.at(hit.delay);
      cuts.push_back({i, hit.delay, std::hypot(hit.point_a[0] - grip[0], hit.point_a[1] - grip[1])});
    }
  }
  std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.delay < b.delay; });

  std::printf("leaf      after  from the grip\n");
  for (const Cut& cut : cuts)
    std::printf("%4d  %6.2f ms  %10.1f cm\n", cut.leaf, 1e3 * cut.delay, 1e2 * cut.along);
}

// Prints:
// leaf      after  from the grip
//    3   22.50 ms        77.7 cm
//    5   49.75 ms        47.4 cm
//    6   91.63 ms        98.8 cm
//    7  126.69 ms        30.8 cm
//    8  127.61 ms        88.8 cm
//   10  166.31 ms        91.7 cm
//    9  239.39 ms        31.5 cm
