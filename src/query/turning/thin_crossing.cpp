#include "query/turning/thin_crossing.hpp"

#include "core/vec_math.hpp"
#include "query/convex/polytope/inline_vector.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace firsthit {
namespace {

/// One of the ways in which two thin things may pass each other, at an instant.
template <int D>
struct Passing {
  enum class Of { A, B, Edges };  // whose face or segment is passed, or both by their edges

  Of of = Of::Edges;
  double beside = 0.0;  // [L] of the plane or line that is passed
  double within = 0.0;  // [L] how far within its rim
  Vec<D> normal;        // unit, from a to b where `beside` is above 0
};

/// All of them: of two triangles six corners and nine pairs of edges.
template <int D>
struct Passings {
  TurningInstant<D> now;
  std::array<Passing<D>, 15> each;
  std::size_t count = 0;

  void add(const Passing<D>& one) { each[count++] = one; }
  const Passing<D>& operator[](std::size_t which) const { return each[which]; }
  /// 1 or -1: on which side it surely is; or 0.
  int side(std::size_t which) const {
    const double beside = (*this)[which].beside;
    return beside > now.error ? 1 : beside < -now.error ? -1 : 0;
  }
};

/// A place of a segment, or a point: so far from its first corner to its second.
struct Mark {
  bool of_a = false;
  double part = 0.0;
};

Vec<2> place_of(const TurningBody<2>& body, double part) {
  const auto corners = body.corners();
  if (corners.size() == 1) return corners[0];
  return corners[0] + part * (corners[1] - corners[0]);
}

/// A mark of one, seen from the first corner of the other, a segment: beside it, and along it.
struct Seen {
  double beside;  // [L] to the left
  double along;   // [L]
  double length;  // [L] of the segment
  Vec<2> left;    // unit
};

Seen see(const TurningPair<2>& pair, const TurningInstant<2>& now, const Mark& mark) {
  const TurningBody<2>& segment = mark.of_a ? pair.b : pair.a;
  const TurningBody<2>& other = mark.of_a ? pair.a : pair.b;
  const Vec<2> place = mark.of_a ? -now.place : now.place;
  const Vec<2> along = segment.corners()[1] - segment.corners()[0];
  const Vec<2> to = place + (place_of(other, mark.part) - segment.corners()[0]);
  const double size = length(along);
  return {cross(along, to) / size, dot(along, to) / size, size, (1.0 / size) * turned_left(along)};
}

/// Of one, in the middle of what both share, seen along the other.
Mark middle_mark(const TurningPair<2>& pair, const TurningInstant<2>& now, bool of_a) {
  const Seen first = see(pair, now, {of_a, 0.0});
  const Seen second = see(pair, now, {of_a, 1.0});
  const double low = std::max(0.0, std::min(first.along, second.along));
  const double high = std::min(first.length, std::max(first.along, second.along));
  const double reach = second.along - first.along;
  const double part = (0.5 * (low + high) - first.along) / reach;
  return {of_a, reach == 0.0 ? 0.5 : std::clamp(part, 0.0, 1.0)};
}

/// Two points or segments of the plane: the ends of each, and the middle of what both share at the start.
class ThinPair2 {
 public:
  ThinPair2(const TurningPair<2>& pair, double start) : pair_(pair) {
    const std::size_t count_a = pair.a.corners().size();
    const std::size_t count_b = pair.b.corners().size();
    const bool are_segments = count_a == 2 && count_b == 2;
    const TurningInstant<2> now = at_instant(pair, start);
    for (const bool of_a : {false, true}) {
      if ((of_a ? count_b : count_a) != 2) continue;
      marks_.push_back({of_a, 0.0});
      if (!are_segments) continue;
      marks_.push_back({of_a, 1.0});
      marks_.push_back(middle_mark(pair, now, of_a));
    }
  }

  static bool takes(const TurningPair<2>& pair) {
    const std::size_t count_a = pair.a.corners().size();
    const std::size_t count_b = pair.b.corners().size();
    return !pair.plane && !(pair.radii > 0.0) && count_a <= 2 && count_b <= 2 && count_a + count_b > 2;
  }

  void at(double t, Passings<2>& r) const {
    r.now = at_instant(pair_, t);
    r.count = 0;
    for (const Mark& mark : marks_.all()) {
      const Seen seen = see(pair_, r.now, mark);
      const double within = std::min(seen.along, seen.length - seen.along);
      r.add({mark.of_a ? Passing<2>::Of::B : Passing<2>::Of::A, seen.beside, within,
             mark.of_a ? -seen.left : seen.left});
    }
  }

 private:
  const TurningPair<2>& pair_;
  InlineVector<Mark, 6> marks_;
};

/// A point seen from a triangle's corners, or these seen from it.
Passing<3> pass_triangle(Passing<3>::Of of, const std::array<Vec<3>, 3>& seen) {
  const Vec<3> across = cross(seen[1] - seen[0], seen[2] - seen[0]);
  const double size = length(across);
  const Vec<3> normal = (1.0 / size) * across;
  Passing<3> r{of, dot(normal, seen[0]), std::numeric_limits<double>::infinity(), normal};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec<3>& from = seen[k];
    const Vec<3>& to = seen[(k + 1) % 3];
    const double beside = dot(normal, cross(from, to)) / length(to - from);
    r.within = std::min(r.within, beside);
  }
  return r;
}

/// Two segments, from a's first end to its second by `a`, b's by `b`; `way` from a's first end to b's.
Passing<3> pass_segments(const Vec<3>& a, const Vec<3>& b, const Vec<3>& way) {
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
  return {Passing<3>::Of::Edges, dot(normal, way), 0.25 * sine * std::min(within_a, within_b), normal};
}

/// Points, segments and triangles of space: corners through faces, and edges past edges.
class ThinPair3 {
 public:
  explicit ThinPair3(const TurningPair<3>& pair) : pair_(pair) {}

  static bool takes(const TurningPair<3>& pair) {
    return !pair.plane && !(pair.radii > 0.0) && pair.a.corners().size() <= 3 && pair.b.corners().size() <= 3;
  }

  void at(double t, Passings<3>& r) const {
    r.now = at_instant(pair_, t);
    r.count = 0;
    const auto a = pair_.a.corners();
    const auto b = pair_.b.corners();
    const auto seen = [&](std::size_t i, std::size_t j) { return r.now.place + (b[j] - a[i]); };
    if (a.size() == 3)
      for (std::size_t j = 0; j < b.size(); ++j)
        r.add(pass_triangle(Passing<3>::Of::A, {seen(0, j), seen(1, j), seen(2, j)}));
    if (b.size() == 3)
      for (std::size_t i = 0; i < a.size(); ++i)
        r.add(pass_triangle(Passing<3>::Of::B, {seen(i, 0), seen(i, 1), seen(i, 2)}));
    const auto edges = [](std::size_t corners) { return corners == 3 ? 3 : corners - 1; };
    for (std::size_t i = 0; i < edges(a.size()); ++i)
      for (std::size_t j = 0; j < edges(b.size()); ++j)
        r.add(pass_segments(a[(i + 1) % a.size()] - a[i], b[(j + 1) % b.size()] - b[j], seen(i, j)));
  }

 private:
  const TurningPair<3>& pair_;
};

/// [L] What a place of `body` may move by within a time, seen from `other` as that turns.
template <int D>
double most_moved(const TurningBody<D>& body, const TurningBody<D>& other, const TurningInstant<D>& start,
                  double time) {
  const double speed = start.speed + time * (start.acceleration_size + time * start.jerk_size);
  const double place = start.distance + time * speed + body.reach();
  return time * (speed + body.rate() * body.reach() + other.rate() * place) * (1.0 + 0x1p-40);
}

/// [L] By how much what passes may come nearer to the rim within a time.
template <int D>
double most_moved(const TurningPair<D>& pair, typename Passing<D>::Of of, const TurningInstant<D>& start,
                  double time) {
  const double of_b = most_moved(pair.b, pair.a, start, time);
  const double of_a = most_moved(pair.a, pair.b, start, time);
  if (of == Passing<D>::Of::A) return of_b;
  if (of == Passing<D>::Of::B) return of_a;
  return std::min(of_a, of_b);
}

/// Does what goes from one side to the other do so within the rim? Asked of shorter and shorter times, in
/// which it changes sides, until it cannot have come to the rim between, or is on no side for most of it; and
/// then until the time is told well.
template <int D>
std::optional<Crossing<D>> passes_within(const TurningPair<D>& pair, const auto& thin, std::size_t which,
                                         Passings<D> before, Passings<D> after) {
  constexpr int kRounds = 100;
  constexpr double kSharpTime = 0x1p-36;  // of the time: brackets that are no wider tell places well
  Passings<D> between;
  bool is_proven = false;
  double first = after.now.t;  // when it was seen on no side
  double last = before.now.t;
  for (int round = 0; round < kRounds; ++round) {
    const double from = before.now.t;
    const double to = after.now.t;
    if (!is_proven) {
      const double moved = most_moved<D>(pair, before[which].of, before.now, to - from) +
                           4.0 * std::max(before.now.error, after.now.error);
      const double least = std::min(before[which].within, after[which].within);
      is_proven = least > moved;
      if (least < -moved) return std::nullopt;
    }
    if (is_proven && to - from <= kSharpTime * to) break;
    const bool is_seen = first <= last;
    if (is_seen && to - from < 1.25 * (last - first)) break;
    const bool is_early = is_seen && first - from > to - last;
    const double low = is_seen && !is_early ? last : from;
    const double t = low + 0.5 * ((is_early ? first : to) - low);
    if (!(low < t && t < to)) break;
    thin.at(t, between);
    const int side = between.side(which);
    if (side == 0) {
      first = std::min(first, t);
      last = std::max(last, t);
      continue;
    }
    (side == before.side(which) ? before : after) = between;
    if (!(before.now.t < first && last < after.now.t)) {
      first = after.now.t;
      last = before.now.t;
    }
  }
  if (!is_proven) return std::nullopt;
  return Crossing<D>{before.now.t, after.now.t, before.side(which) * before[which].normal};
}

/// Does a direction part the two, but for their resolution? So it does where they meet first.
template <int D>
bool parts(const TurningPair<D>& pair, const TurningInstant<D>& now, const Vec<D>& normal) {
  double gap = dot(normal, now.place);
  const auto least = [](std::span<const Vec<D>> corners, const Vec<D>& along) {
    double r = std::numeric_limits<double>::infinity();
    for (const Vec<D>& corner : corners) r = std::min(r, dot(along, corner));
    return r;
  };
  gap += least(pair.a.corners(), -normal) + least(pair.b.corners(), normal);
  return gap > -kResolutionInErrors * now.error;
}

template <int D>
std::optional<Crossing<D>> first_crossing(const TurningPair<D>& pair, const auto& thin, double from,
                                          double to) {
  Passings<D> before;
  Passings<D> after;
  thin.at(from, before);
  thin.at(to, after);
  std::optional<Crossing<D>> r;
  for (std::size_t k = 0; k < before.count; ++k) {
    if (before.side(k) * after.side(k) >= 0) continue;
    const auto found = passes_within<D>(pair, thin, k, before, after);
    if (found && (!r || found->after < r->after)) r = found;
  }
  // What slides may have met before, and cross elsewhere.
  if (r && !parts(pair, at_instant(pair, r->before), r->normal)) r = Crossing<D>{from, r->after};
  at_instant(pair, to);
  return r;
}

}  // namespace

std::optional<Crossing<2>> crossed(const TurningPair<2>& pair, double from, double to) {
  if (!ThinPair2::takes(pair)) return std::nullopt;
  return first_crossing(pair, ThinPair2(pair, from), from, to);
}

std::optional<Crossing<3>> crossed(const TurningPair<3>& pair, double from, double to) {
  if (!ThinPair3::takes(pair)) return std::nullopt;
  return first_crossing(pair, ThinPair3(pair), from, to);
}

}  // namespace firsthit
