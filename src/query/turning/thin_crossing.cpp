#include "query/turning/thin_crossing.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

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

/// [L] What a place of `body` may move by within a time, seen from `other` as that turns.
template <int D>
double most_moved(const TurningBody<D>& body, const TurningBody<D>& other, const TurningInstant<D>& start,
                  double time) {
  const double speed = start.speed + time * (start.acceleration_size + time * start.jerk_size);
  const double place = start.distance + time * speed + body.reach();
  return time * (speed + body.rate() * body.reach() + other.rate() * place) * (1.0 + 0x1p-40);
}

/// A flat thing and what goes through it: how far beside its plane that is, and how far within its rim.
struct Passing {
  enum class Of { FaceOfA, FaceOfB, Edges };

  Of of = Of::Edges;
  double beside = 0.0;  // [L]
  double within = 0.0;  // [L]
  Vec<3> normal;        // unit, from a to b where they are beside each other by more than 0
};

/// A point seen from a triangle's corners, or these seen from it.
Passing pass_triangle(Passing::Of of, const std::array<Vec<3>, 3>& seen) {
  const Vec<3> across = cross(seen[1] - seen[0], seen[2] - seen[0]);
  const double size = length(across);
  const Vec<3> normal = (1.0 / size) * across;
  Passing r{of, dot(normal, seen[0]), std::numeric_limits<double>::infinity(), normal};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec<3>& from = seen[k];
    const Vec<3>& to = seen[(k + 1) % 3];
    const double beside = dot(normal, cross(from, to)) / length(to - from);
    r.within = std::min(r.within, beside);
  }
  return r;
}

/// Two segments, from a's first end to its second by `a`, b's by `b`; `way` from a's first end to b's.
Passing pass_segments(const Vec<3>& a, const Vec<3>& b, const Vec<3>& way) {
  const Vec<3> across = cross(a, b);
  const double size = length(across);
  const Vec<3> normal = (1.0 / size) * across;
  const double along_a = dot(cross(way, b), normal) / size;
  const double along_b = dot(cross(way, a), normal) / size;
  // How fast the place of crossing moves along an edge, for what they move: by the sine between them.
  const double length_a = length(a);
  const double length_b = length(b);
  const double sine = size / (length_a * length_b);
  const double within_a = std::min(along_a, 1.0 - along_a) * length_a;
  const double within_b = std::min(along_b, 1.0 - along_b) * length_b;
  return {Passing::Of::Edges, dot(normal, way), 0.25 * sine * std::min(within_a, within_b), normal};
}

/// All ways in which corners, edges and faces of two thin shapes may pass each other.
using Passings = InlineVector<Passing, 16>;

void pass_each(const TurningPair<3>& pair, const TurningInstant<3>& now, Passings& r) {
  const auto a = pair.a.corners();
  const auto b = pair.b.corners();
  const auto at = [&](std::size_t i, std::size_t j) { return now.place + (b[j] - a[i]); };
  if (a.size() == 3)
    for (std::size_t j = 0; j < b.size(); ++j)
      r.push_back(pass_triangle(Passing::Of::FaceOfA, {at(0, j), at(1, j), at(2, j)}));
  if (b.size() == 3)
    for (std::size_t i = 0; i < a.size(); ++i)
      r.push_back(pass_triangle(Passing::Of::FaceOfB, {at(i, 0), at(i, 1), at(i, 2)}));
  const auto edges = [](std::size_t corners) { return corners == 3 ? 3 : corners - 1; };
  for (std::size_t i = 0; i < edges(a.size()); ++i)
    for (std::size_t j = 0; j < edges(b.size()); ++j)
      r.push_back(pass_segments(a[(i + 1) % a.size()] - a[i], b[(j + 1) % b.size()] - b[j], at(i, j)));
}

/// An instant, and one of the ways in which the two pass then.
struct PassedAt {
  TurningInstant<3> now;
  Passing passing;

  /// 1 or -1: on which side of a plane it surely is; or 0.
  int side() const { return passing.beside > now.error ? 1 : passing.beside < -now.error ? -1 : 0; }
};

PassedAt passed_at(const TurningPair<3>& pair, double t, std::size_t which) {
  PassedAt r{at_instant(pair, t), {}};
  Passings all;
  pass_each(pair, r.now, all);
  r.passing = all.all()[which];
  return r;
}

/// [L] By how much what passes may come nearer to the rim within a time.
double most_moved(const TurningPair<3>& pair, const PassedAt& start, double time) {
  const double of_b = most_moved(pair.b, pair.a, start.now, time);
  const double of_a = most_moved(pair.a, pair.b, start.now, time);
  if (start.passing.of == Passing::Of::FaceOfA) return of_b;
  if (start.passing.of == Passing::Of::FaceOfB) return of_a;
  return std::min(of_a, of_b);
}

/// Does what goes from one side to the other do so within the rim? Asked of shorter and shorter times, in
/// which it changes sides, until it cannot have come to the rim between, or is on no side for most of it.
std::optional<Crossing<3>> passes_within(const TurningPair<3>& pair, std::size_t which, PassedAt before,
                                         PassedAt after) {
  constexpr int kRounds = 100;
  double first = after.now.t;  // when it was seen on no side
  double last = before.now.t;
  for (int round = 0; round < kRounds; ++round) {
    const double from = before.now.t;
    const double to = after.now.t;
    const double moved =
        most_moved(pair, before, to - from) + 4.0 * std::max(before.now.error, after.now.error);
    const double least = std::min(before.passing.within, after.passing.within);
    if (least > moved) return Crossing<3>{from, to, before.side() * before.passing.normal};
    if (least < -moved) return std::nullopt;
    const bool is_seen = first <= last;
    if (is_seen && to - from < 1.25 * (last - first)) return std::nullopt;
    const bool is_early = is_seen && first - from > to - last;
    const double low = is_seen && !is_early ? last : from;
    const double t = low + 0.5 * ((is_early ? first : to) - low);
    if (!(low < t && t < to)) return std::nullopt;
    const PassedAt between = passed_at(pair, t, which);
    const int side = between.side();
    if (side == 0) {
      first = std::min(first, t);
      last = std::max(last, t);
      continue;
    }
    (side == before.side() ? before : after) = between;
    if (!(before.now.t < first && last < after.now.t)) {
      first = after.now.t;
      last = before.now.t;
    }
  }
  return std::nullopt;
}

/// Does a direction part the two, but for their resolution? So it does where they meet first.
bool parts(const TurningPair<3>& pair, const TurningInstant<3>& now, const Vec<3>& normal) {
  double gap = dot(normal, now.place);
  const auto least = [](std::span<const Vec<3>> corners, const Vec<3>& along) {
    double r = std::numeric_limits<double>::infinity();
    for (const Vec<3>& corner : corners) r = std::min(r, dot(along, corner));
    return r;
  };
  gap += least(pair.a.corners(), -normal) + least(pair.b.corners(), normal);
  return gap > -kResolutionInErrors * now.error;
}

}  // namespace

std::optional<Crossing<3>> crossed(const TurningPair<3>& pair, double from, double to) {
  if (pair.plane || pair.radii > 0.0 || pair.a.corners().size() > 3 || pair.b.corners().size() > 3)
    return std::nullopt;
  PassedAt before{at_instant(pair, from), {}};
  Passings all_before;
  pass_each(pair, before.now, all_before);
  PassedAt after{at_instant(pair, to), {}};
  Passings all_after;
  pass_each(pair, after.now, all_after);
  std::optional<Crossing<3>> r;
  for (std::size_t k = 0; k < all_before.size(); ++k) {
    before.passing = all_before.all()[k];
    after.passing = all_after.all()[k];
    if (before.side() * after.side() >= 0) continue;
    const auto found = passes_within(pair, k, before, after);
    if (found && (!r || found->after < r->after)) r = found;
  }
  // What slides may have met before, and cross elsewhere.
  if (r && !parts(pair, at_instant(pair, r->before), r->normal)) r = Crossing<3>{from, r->after};
  at_instant(pair, to);
  return r;
}

std::optional<Crossing<2>> crossed(const TurningPair<2>& pair, double from, double to) {
  const std::size_t count_a = pair.a.corners().size();
  const std::size_t count_b = pair.b.corners().size();
  if (pair.plane || pair.radii > 0.0 || count_a > 2 || count_b > 2 || count_a + count_b < 3)
    return std::nullopt;
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
  const double moved_a = most_moved(pair.a, pair.b, start, to - from) + 4.0 * error;
  const double moved_b = most_moved(pair.b, pair.a, start, to - from) + 4.0 * error;
  const bool found = std::any_of(
      candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count), [&](const Candidate& c) {
        const double moved = c.of_b ? moved_a : moved_b;
        const Seen after = see(pair, end, c.of_b, c.mark);
        const bool changed = (c.before.beside > error && after.beside < -error) ||
                             (c.before.beside < -error && after.beside > error);
        return changed && c.before.along > moved && c.before.along < c.before.length - moved;
      });
  return found ? std::optional(Crossing<2>{from, to}) : std::nullopt;
}

}  // namespace firsthit
