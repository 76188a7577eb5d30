#include "query/turning/thin_crossing.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

/// A place fixed to a body: so far from its first corner to its second.
struct Mark {
  double part = 0.0;
};

Vec<2> place_of(const TurningBody<2>& body, const Mark& mark) {
  const auto corners = body.corners();
  if (corners.size() == 1) return corners[0];
  return corners[0] + mark.part * (corners[1] - corners[0]);
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
  const Vec<2> along = segment.corners()[1] - segment.corners()[0];
  const Vec<2> to = place + (place_of(other, mark) - segment.corners()[0]);
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

/// [L] What a place of one may move by, seen from the other, within a time.
template <int D>
double most_moved(const TurningPair<D>& pair, const TurningInstant<D>& start, double time) {
  const double reach = pair.a.reach() + pair.b.reach() + sum_abs(start.place);
  const double speed =
      sum_abs(start.velocity) + time * (sum_abs(start.acceleration) + time * sum_abs(start.jerk));
  return time * (speed + (pair.a.rate() + pair.b.rate()) * (reach + time * speed));
}

/// A flat thing and what goes through it: how far beside its plane that is, and how far within its rim.
struct Passing {
  double beside = 0.0;  // [L]
  double within = 0.0;  // [L]
};

/// A point seen from a triangle's corners.
Passing pass_triangle(const std::array<Vec<3>, 3>& seen) {
  const Vec<3> normal = cross(seen[1] - seen[0], seen[2] - seen[0]);
  const double size = length(normal);
  Passing r{dot(normal, seen[0]) / size, std::numeric_limits<double>::infinity()};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec<3>& from = seen[k];
    const Vec<3>& to = seen[(k + 1) % 3];
    const double beside = dot(normal, cross(from, to)) / (size * length(to - from));
    r.within = std::min(r.within, beside);
  }
  return r;
}

/// Two segments, from a's first end to its second by `a`, b's by `b`; `way` from a's first end to b's.
Passing pass_segments(const Vec<3>& a, const Vec<3>& b, const Vec<3>& way) {
  const Vec<3> normal = cross(a, b);
  const double size = length(normal);
  const double along_a = dot(cross(way, b), normal) / (size * size);
  const double along_b = dot(cross(way, a), normal) / (size * size);
  // How fast the place of crossing moves along an edge, for what they move: by the sine between them.
  const double length_a = length(a);
  const double length_b = length(b);
  const double sine = size / (length_a * length_b);
  const double within_a = std::min(along_a, 1.0 - along_a) * length_a;
  const double within_b = std::min(along_b, 1.0 - along_b) * length_b;
  return {dot(normal, way) / size, 0.25 * sine * std::min(within_a, within_b)};
}

/// All ways in which corners, edges and faces of two thin shapes may pass each other.
using Passings = InlineVector<Passing, 16>;

void pass_each(const TurningPair<3>& pair, const TurningInstant<3>& now, Passings& r) {
  const auto a = pair.a.corners();
  const auto b = pair.b.corners();
  const auto at = [&](std::size_t i, std::size_t j) { return now.place + (b[j] - a[i]); };
  if (a.size() == 3)
    for (std::size_t j = 0; j < b.size(); ++j) r.push_back(pass_triangle({at(0, j), at(1, j), at(2, j)}));
  if (b.size() == 3)
    for (std::size_t i = 0; i < a.size(); ++i) r.push_back(pass_triangle({at(i, 0), at(i, 1), at(i, 2)}));
  const auto edges = [](std::size_t corners) { return corners == 3 ? 3 : corners - 1; };
  for (std::size_t i = 0; i < edges(a.size()); ++i)
    for (std::size_t j = 0; j < edges(b.size()); ++j)
      r.push_back(pass_segments(a[(i + 1) % a.size()] - a[i], b[(j + 1) % b.size()] - b[j], at(i, j)));
}

}  // namespace

bool crossed(const TurningPair<3>& pair, double from, double to) {
  if (pair.plane || pair.radii > 0.0 || pair.a.corners().size() > 3 || pair.b.corners().size() > 3)
    return false;
  const TurningInstant<3> start = at_instant(pair, from);
  Passings before;
  pass_each(pair, start, before);
  const TurningInstant<3> end = at_instant(pair, to);
  Passings after;
  pass_each(pair, end, after);
  const double error = std::max(start.error, end.error);
  const double moved = most_moved(pair, start, to - from) + 4.0 * error;
  for (std::size_t k = 0; k < before.size(); ++k) {
    const Passing& p = before.all()[k];
    const Passing& q = after.all()[k];
    const bool changed = (p.beside > error && q.beside < -error) || (p.beside < -error && q.beside > error);
    if (changed && p.within > moved && q.within > moved) return true;
  }
  return false;
}

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
  const double error = std::max(start.error, end.error);
  const double moved = most_moved(pair, start, to - from) + 4.0 * error;
  return std::any_of(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count),
                     [&](const Candidate& c) {
                       const Seen after = see(pair, end, c.of_b, c.mark);
                       const bool changed = (c.before.beside > error && after.beside < -error) ||
                                            (c.before.beside < -error && after.beside > error);
                       return changed && c.before.along > moved && c.before.along < c.before.length - moved;
                     });
}

}  // namespace firsthit
