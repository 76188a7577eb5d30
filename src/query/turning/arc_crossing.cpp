#include "core/vec_math.hpp"
#include "query/turning/base/turning_arc.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace firsthit {
namespace {

/// A place of one beside the other, which is thin: how far, and how far from the ends of that.
struct Beside {
  double height = 0.0;         // [L]
  double within = 0.0;         // [L]
  bool is_of_segment = false;  // is it a place of the arc beside the segment?
};

/// `z`: seen from the arc's centre.
Beside beside_arc(const ArcNow& arc, const Vec<2>& z) {
  const double height = length(z) - arc.radius();
  if (arc.is_whole()) return {height, std::numeric_limits<double>::infinity()};
  if (!arc.spans(z)) return {height, 0.0};
  return {height, std::min(length(z - arc.radius() * arc.from()), length(z - arc.radius() * arc.to()))};
}

Beside beside_segment(const Vec<2>& from, const Vec<2>& to, const Vec<2>& place) {
  const double size = length(to - from);
  const Vec<2> along = (1.0 / size) * (to - from);
  const double ahead = dot(along, place - from);
  return {cross(along, place - from), std::min(ahead, size - ahead), true};
}

/// Where two are that are thin: `part` tells the place of a segment that is looked at, besides its ends.
std::vector<Beside> all_beside(const TurningPair<2>& pair, const TurningInstant<2>& now, double part) {
  const ArcNow arc(*pair.arc, pair.a);
  const auto corners = pair.b.corners();
  const auto seen = [&](const Vec<2>& corner) { return (now.place + corner) - arc.centre(); };
  std::vector<Beside> r;
  for (const Vec<2>& corner : corners) r.push_back(beside_arc(arc, seen(corner)));
  if (corners.size() < 2) return r;
  r.push_back(beside_arc(arc, seen(corners[0] + part * (corners[1] - corners[0]))));
  if (!arc.is_whole())
    for (const Vec<2>& end : {arc.from(), arc.to()})
      r.push_back(beside_segment(seen(corners[0]), seen(corners[1]), arc.radius() * end));
  return r;
}

/// [L] What a place of `body` may move by within a time, seen from `other` as that turns.
double most_moved(const TurningBody<2>& body, const TurningBody<2>& other, const TurningInstant<2>& start,
                  double time) {
  const double speed = start.speed + time * (start.acceleration_size + time * start.jerk_size);
  const double place = start.distance + time * speed + body.reach();
  return time * (speed + body.rate() * body.reach() + other.rate() * place);
}

/// How far along a segment, as a part of it, it is nearest to the arc's centre.
double part_nearest_to_centre(const TurningPair<2>& pair, const TurningInstant<2>& now) {
  const auto corners = pair.b.corners();
  if (corners.size() < 2) return 0.0;
  const Vec<2> way = corners[1] - corners[0];
  const Vec<2> to_centre = pair.a.corners()[0] - (now.place + corners[0]);
  return std::clamp(dot(way, to_centre) / length_squared(way), 0.0, 1.0);
}

}  // namespace

bool arc_crossed(const TurningPair<2>& pair, double from, double to) {
  if (pair.plane || pair.radii > 0.0 || pair.b.corners().size() > 2) return false;
  const TurningInstant<2> end = at_instant(pair, to);
  const double part = part_nearest_to_centre(pair, end);
  const std::vector<Beside> after = all_beside(pair, end, part);
  const TurningInstant<2> start = at_instant(pair, from);
  const std::vector<Beside> before = all_beside(pair, start, part);
  const double error = std::max(start.error, end.error);
  const double beside_arc = most_moved(pair.b, pair.a, start, to - from) + 4.0 * error;
  const double beside_segment = most_moved(pair.a, pair.b, start, to - from) + 4.0 * error;
  at_instant(pair, to);
  for (std::size_t k = 0; k < before.size(); ++k) {
    const Beside& p = before[k];
    const Beside& q = after[k];
    const bool changed = (p.height > error && q.height < -error) || (p.height < -error && q.height > error);
    const double moved = p.is_of_segment ? beside_segment : beside_arc;
    if (changed && p.within > 2.0 * moved && q.within > 2.0 * moved) return true;
  }
  return false;
}

}  // namespace firsthit
