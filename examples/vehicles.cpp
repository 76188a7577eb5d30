// Two vehicles on their headings, as a path planner asks: in how long do they collide, or come too near?

#include <firsthit/firsthit.hpp>

#include <cmath>
#include <cstdio>

using namespace firsthit;

/// A car 4.4 long and 1.8 wide that goes straight where it heads [rad].
Moving<2> car(const Vec2& place, double heading, double speed) {
  const double c = std::cos(heading);
  const double s = std::sin(heading);
  return {.shape = OrientedBox<2>{{2.2, 0.9}, {Vec2{c, s}, Vec2{-s, c}}},
          .motion = Linear<2>{place, {speed * c, speed * s}}};
}

int main() {
  constexpr double kQuarter = 1.5707963267948966;
  const Moving<2> ours = car({0.0, 0.0}, 0.0, 20.0);
  const auto tell = [&](const char* who, const Moving<2>& other, const Query& query) {
    const Encounter<2> hit = first_hit(ours, other, query);
    if (hit) {
      std::printf("%s: in %.3f, at (%.1f, %.1f)\n", who, hit.delay, hit.point_a[0], hit.point_a[1]);
    } else {
      std::printf("%s: not within %g\n", who, hit.delay);
    }
  };
  tell("crossing", car({60.0, -40.0}, kQuarter, 15.0), {.horizon = 5.0});
  tell("crossing, later", car({60.0, -52.0}, kQuarter, 15.0), {.horizon = 5.0});
  tell("crossing, later, nearer than 2", car({60.0, -52.0}, kQuarter, 15.0), {.horizon = 5.0, .margin = 2.0});
  tell("oncoming", car({60.0, 0.0}, 2.0 * kQuarter, 10.0), {.horizon = 5.0});
  tell("parked beside the road", {.shape = Box<2>{{2.2, 0.9}}, .motion = Linear<2>{{30.0, 3.0}}},
       {.horizon = 5.0});
}

// Prints:
// crossing: in 2.845, at (59.1, 0.7)
// crossing, later: not within 5
// crossing, later, nearer than 2: in 3.127, at (60.6, -0.9)
// oncoming: in 1.853, at (39.3, 0.0)
// parked beside the road: not within 5
