#include "core/vec_math.hpp"
#include "query/base/flight_cuts.hpp"
#include "query/round/arc_geometry.hpp"
#include "query/round/ball_kernels.hpp"

#include <cmath>

namespace firsthit {

namespace {

/// A ball and an arc at one moment.
struct BallAndArc {
  const ArcFrame& arc;
  Vec<2> p, v, g;  // of the ball's centre, relative to the arc's
  double radius;

  BallAndArc after(double t) const { return {arc, p + t * (v + (0.5 * t) * g), v + t * g, g, radius}; }

  /// What is nearest between now and now + length, which holds no change of it. One of three probes
  /// may be where the centre just touches a ray: the other two outvote it.
  ArcPart nearest_until(double length) const {
    const ArcPart first = arc.nearest(after(0.25 * length).p);
    return arc.nearest(after(0.75 * length).p) == first ? first : arc.nearest(after(0.5 * length).p);
  }

  /// A time in which the ball moves about as far as the arc is wide; 0 if it never moves.
  double crossing_time() const {
    if (!is_zero(v)) return arc.radius / max_abs(v);
    return is_zero(g) ? 0.0 : std::sqrt(arc.radius / max_abs(g));
  }

  /// The delay against the one part, as if it were nearest for ever.
  double delay(ArcPart part) const {
    if (part == ArcPart::From) return ball_ball_falling_delay(arc.from_end - p, -v, -g, radius);
    if (part == ArcPart::To) return ball_ball_falling_delay(arc.to_end - p, -v, -g, radius);
    if (arc.is_outside(p)) return ball_ball_falling_delay(-p, -v, -g, arc.radius + radius);
    return ball_container_delay(-p, v, g, arc.radius - radius);
  }

  /// Cuts the flight where the centre crosses the line through the arc's centre across `normal`.
  void add_crossings(const Vec<2>& normal, FlightCuts& cuts) const {
    cuts.add(dot(normal, p), dot(normal, v), 0.5 * dot(normal, g));
  }
};

constexpr Vec<2> across(const Vec<2>& ray) { return {-ray.c[1], ray.c[0]}; }

}  // namespace

double ball_arc_delay(const Arc& arc, const Vec<2>& d, const Vec<2>& v, const Vec<2>& g, double radius) {
  const ArcFrame frame(arc);
  const BallAndArc now{frame, -d, v, g, radius};
  if (frame.whole) return now.delay(ArcPart::Face);
  // The flight is cut where the nearest part may change: at the two rays, and between the two ends.
  FlightCuts cuts;
  now.add_crossings(across(frame.from_ray), cuts);
  now.add_crossings(across(frame.to_ray), cuts);
  now.add_crossings(frame.from_end - frame.to_end, cuts);
  for (int i = 0; i < cuts.count; ++i) {
    const bool last = i + 1 == cuts.count;
    const double begin = cuts.times[i];
    const double length = last ? kNever : cuts.times[i + 1] - begin;
    const BallAndArc start = i == 0 ? now : now.after(begin);
    const double delay = start.delay(start.nearest_until(last ? start.crossing_time() : length));
    if (delay <= length && delay < kNever) return begin + delay;
  }
  return kNever;
}

}  // namespace firsthit
