// A moving point meets a moving segment: within a frame, when, where on it, and along which normal. Between
// the frame's ends each of the three moves straight, so the segment may turn and stretch.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  // The point flies up and to the right; the segment sinks and tilts.
  const PointSegment before{{1.0, 0.0}, {Vec2{0.0, 3.0}, Vec2{4.0, 3.0}}};
  const PointSegment after{{2.0, 4.0}, {Vec2{0.0, 1.0}, Vec2{4.0, 2.0}}};
  if (const FeatureEncounter hit = first_hit(Deformation<PointSegment>{before, after})) {
    const FeatureContact<2> where = contact(Deformation<PointSegment>{before, after}, hit);
    std::printf("after %.6f of the frame, at (%.6f, %.6f), normal (%.4f, %.4f)\n", hit.delay,
                where.point_a[0], where.point_a[1], where.normal[0], where.normal[1]);
  }
  // Whoever wants to respond goes back by the rest of the frame, and never too late: the time is between two
  // doubles that are neighbours.
  const PointSegment beside{{5.0, 0.0}, before.segment};
  const PointSegment beside_after{{6.0, 4.0}, after.segment};
  std::printf("beside it: %s\n",
              first_hit(Deformation<PointSegment>{beside, beside_after}).outcome == Outcome::Miss
                  ? "a miss"
                  : "something else");
}

// Prints:
// after 0.534144 of the frame, at (1.534144, 2.136576), normal (-0.1324, 0.9912)
// beside it: a miss
