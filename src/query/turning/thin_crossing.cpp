#include "query/turning/thin_crossing.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace firsthit {
namespace {

/// A place fixed to a body: so far from its first corner to its second.
struct Mark {
  double part = 0.0;
};

Vec<2> place_of(const TurningBody<2>& body, const Mark& mark) {
  const auto corners = body.corners();
  if (corners.size() == 1) return corners[0].place;
  return corners[0].place + mark.part * (corners[1].place - corners[0].place);
}

/// A segment, and a mark of the other one, seen from the segment's first corner.
struct Seen {
  double beside;  // [L] to the left
  double along;   // [L]
  double length;  // [L]
};

/// `of_b`: the segment is b's.
Seen see(const TurningPair<2>& pair, const TurningInstant<2>& now, bool of_b, const Mark& mark) {
  const TurningBody<2>& segment = of_b ? pair.b : pair.a;
  const TurningBody<2>& other = of_b ? pair.a : pair.b;
  const Vec<2> place = of_b ? -now.place : now.place;
  const Vec<2> along = segment.corners()[1].place - segment.corners()[0].place;
  const Vec<2> to = place + (place_of(other, mark) - segment.corners()[0].place);
  const double size = length(along);
  return {cross(along, to) / size, dot(along, to) / size, size};
}

/// Where on the other one the middle of what both share lies, seen along the segment.
Mark middle_mark(const TurningPair<2>& pair, const TurningInstant<2>& now, bool of_b) {
  const Seen first = see(pair, now, of_b, {0.0});
  const Seen second = see(pair, now, of_b, {1.0});
  const double low = std::max(0.0, std::min(first.along, second.along));
  const double high = std::min(first.length, std::max(first.along, second.along));
  const double reach = second.along - first.along;
  return {reach == 0.0 ? 0.5 : std::clamp((0.5 * (low + high) - first.along) / reach, 0.0, 1.0)};
}

}  // namespace

bool crossed(const TurningPair<2>& pair, double from, double to) {
  const std::size_t count_a = pair.a.corners().size();
  const std::size_t count_b = pair.b.corners().size();
  if (pair.plane || pair.radii > 0.0 || count_a > 2 || count_b > 2 || count_a + count_b < 3) return false;
  struct Candidate {
    bool of_b;
    Mark mark;
    Seen before;
  };
  std::array<Candidate, 6> candidates;
  std::size_t count = 0;
  const TurningInstant<2> start = at_instant(pair, from);
  for (const bool of_b : {false, true}) {
    if ((of_b ? count_b : count_a) != 2) continue;
    std::array<Mark, 3> marks{Mark{0.0}, Mark{1.0}, Mark{0.5}};
    const std::size_t marked = (of_b ? count_a : count_b) == 2 ? 3 : 1;
    if (marked == 3) marks[2] = middle_mark(pair, start, of_b);
    for (std::size_t i = 0; i < marked; ++i)
      candidates[count++] = {of_b, marks[i], see(pair, start, of_b, marks[i])};
  }
  const TurningInstant<2> end = at_instant(pair, to);
  const double time = to - from;
  const double error = 2.0 * (start.error + end.error);
  const double reach = pair.a.reach() + pair.b.reach() + sum_abs(start.place);
  const double speed =
      sum_abs(start.velocity) + time * (sum_abs(start.acceleration) + time * sum_abs(start.jerk));
  const double moved = time * (speed + (pair.a.rate() + pair.b.rate()) * (reach + time * speed)) + error;
  return std::any_of(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count),
                     [&](const Candidate& c) {
                       const Seen after = see(pair, end, c.of_b, c.mark);
                       const bool changed = (c.before.beside > error && after.beside < -error) ||
                                            (c.before.beside < -error && after.beside > error);
                       return changed && c.before.along > moved && c.before.along < c.before.length - moved;
                     });
}

}  // namespace firsthit
