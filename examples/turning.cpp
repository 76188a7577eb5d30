// A rod that turns, as an outline whose vertices move straight: the more chords a turn is cut into, the
// better.

#include <firsthit/firsthit.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace firsthit;

/// The ends of a rod of length 4 around the origin, after a part of one turn.
std::vector<Vec2> rod(double turned) {
  const double angle = 6.283185307179586 * turned;
  return {{2.0 * std::cos(angle), 2.0 * std::sin(angle)}, {-2.0 * std::cos(angle), -2.0 * std::sin(angle)}};
}

int main() {
  // A nail within its reach, at 30 degrees: the rod is there after a twelfth of the turn.
  const std::vector<Vec2> nail = {{std::sqrt(0.75), 0.5}};
  for (const int chords : {1, 3, 16, 256}) {
    double met = -1.0;
    for (int i = 0; i < chords && met < 0.0; ++i) {
      const std::vector<Vec2> start = rod(static_cast<double>(i) / chords);
      const std::vector<Vec2> end = rod((i + 1.0 < chords ? i + 1.0 : 0.0) / chords);
      if (const Encounter<2> hit = first_hit(DeformingOutline{start, end}, DeformingOutline{nail, nail}))
        met = (i + hit.delay) / chords;
    }
    if (met < 0.0) {
      std::printf("%d: at the end the rod is where it was, and nothing seems to have moved\n", chords);
    } else {
      std::printf("%d: after %.6f of the turn\n", chords, met);
    }
  }
  std::printf("in truth: %.6f\n", 1.0 / 12.0);
}

// Prints:
// 1: at the end the rod is where it was, and nothing seems to have moved
// 3: after 0.111111 of the turn
// 16: after 0.083453 of the turn
// 256: after 0.083333 of the turn
// in truth: 0.083333
