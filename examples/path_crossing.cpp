// Two paths: where do they cross, and when is each of the two there?

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  // A ship sails east at 2, another north at 1. Their paths cross, although they never meet.
  const Linear<2> east{{0.0, 0.0}, {2.0, 0.0}};
  const Linear<2> north{{6.0, -5.0}, {0.0, 1.0}};
  if (const PathCrossing<2> x = path_crossing(east, north)) {
    std::printf("ships: at (%g, %g), one after %g, the other after %g\n", x.p.from[0], x.p.from[1],
                x.p.enter.lower, x.q.enter.lower);
  }

  // Two trains on one track, towards each other, each for a time of its own.
  const Linear<2> first{{0.0, 0.0}, {1.0, 0.0}};
  const Linear<2> second{{10.0, 0.0}, {-2.0, 0.0}};
  const PathCrossing<2> track = path_crossing(first, second, {.horizon_p = 8.0, .horizon_q = 3.0});
  if (track.kind == Crossing::Stretch) {
    std::printf("trains: both from x = %g to %g, the first from %g to %g, the second from %g to %g\n",
                track.p.from[0], track.p.to[0], track.p.enter.lower, track.p.leave.lower, track.q.enter.lower,
                track.q.leave.lower);
  }

  // In space, paths pass each other. How close? And is that closer than 50 apart?
  const Linear<3> plane{{0.0, 0.0, 1000.0}, {250.0, 0.0, 0.0}};
  const Linear<3> other{{5000.0, -2000.0, 960.0}, {0.0, 200.0, 0.0}};
  const PathCrossing<3> air = path_crossing(plane, other, {.tolerance = 50.0});
  std::printf("planes: %g apart, after %g and %g: %s\n", air.distance.lower, air.p.enter.lower,
              air.q.enter.lower, air ? "a crossing" : "none");
}

// Prints:
// ships: at (6, 0), one after 3, the other after 5
// trains: both from x = 4 to 8, the first from 4 to 8, the second from 1 to 3
// planes: 40 apart, after 20 and 10: a crossing
