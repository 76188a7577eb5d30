#include "query/turning/base/turning_gap.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// All places of b seen from places of a are a convex polygon. Its edges are those of b and, reversed, those
// of a, by their directions; the origin is in it where the two meet. Where it lies over an edge, the edges of
// both tell the gap by themselves; else, and to prove that it is inside, one walks around the polygon.

namespace firsthit {
namespace {

using Corners = std::span<const Vec<2>>;

/// An edge of the polygon of differences, and how high the origin is above it.
struct Side {
  double height = -std::numeric_limits<double>::infinity();  // [L]
  Vec<2> inward;                                             // unit: from a to b
};

/// The edge of one body from which the other is furthest.
struct FarSide {
  double height = -std::numeric_limits<double>::infinity();  // [L]
  Vec<2> outward;                                            // unit
  std::size_t edge = 0;
};

/// Across an edge, of unit length.
Vec<2> outward_of(const TurningBody<2>& body, std::size_t edge) {
  const Corners own = body.corners();
  const Vec<2> along = own[edge + 1 < own.size() ? edge + 1 : 0] - own[edge];
  return body.edge_scale(edge) * Vec<2>{along[1], -along[0]};
}

/// `place`: of the other body's centre, seen from its own.
FarSide far_side(const TurningBody<2>& body, const TurningBody<2>& other, const Vec<2>& place) {
  FarSide best;
  const Corners own = body.corners();
  const Corners others = other.corners();
  if (own.size() < 2) return best;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Vec<2> outward = outward_of(body, i);
    double lowest = dot(outward, others[0]);
    for (std::size_t j = 1; j < others.size(); ++j) lowest = std::min(lowest, dot(outward, others[j]));
    // Chosen without a branch, which nothing could foresee.
    const Vec<2>& from = own[i];
    const Vec<2>& to = own[i + 1 < own.size() ? i + 1 : 0];
    const double height = (dot(outward, place) - std::max(dot(outward, from), dot(outward, to))) + lowest;
    const bool is_further = height > best.height;
    best.height = is_further ? height : best.height;
    best.edge = is_further ? i : best.edge;
  }
  best.outward = outward_of(body, best.edge);
  return best;
}

/// Is the other body's nearest corner over the edge, or not far beside it?
bool is_above(const FarSide& side, const TurningBody<2>& body, const TurningBody<2>& other,
              const Vec<2>& place) {
  const Corners own = body.corners();
  const Vec<2>& from = own[side.edge];
  const Vec<2> along = own[side.edge + 1 < own.size() ? side.edge + 1 : 0] - from;
  // Of several corners that are as near, any may be above it.
  double lowest = std::numeric_limits<double>::infinity();
  double first = 0.0;
  double last = 0.0;
  const double scale = body.edge_scale(side.edge);
  for (const Vec<2>& corner : other.corners()) {
    const double low = dot(side.outward, corner);
    if (low > lowest) continue;
    const double beside = scale * dot(along, (place + corner) - from);
    first = low < lowest ? beside : std::min(first, beside);
    last = low < lowest ? beside : std::max(last, beside);
    lowest = low;
  }
  return last >= -side.height && first * scale <= 1.0 + side.height * scale;
}

/// A corner of it: b's corner j seen from a's corner i.
struct Place {
  std::size_t i = 0;
  std::size_t j = 0;
  Vec<2> d;  // [L]
  double square = std::numeric_limits<double>::infinity();
};

/// Counterclockwise, from the direction of the first axis on.
bool comes_before(const Vec<2>& p, const Vec<2>& q) {
  const auto is_upper = [](const Vec<2>& a) { return a[1] > 0.0 || (a[1] == 0.0 && a[0] > 0.0); };
  if (is_upper(p) != is_upper(q)) return is_upper(p);
  return cross(p, q) > 0.0;
}

class Differences {
 public:
  Differences(const TurningPair<2>& pair, const TurningInstant<2>& now)
      : a_(pair.a.corners()), b_(pair.b.corners()), now_(now) {
    walk();
  }

  const Side& side_of_a() const { return side_of_a_; }
  const Side& side_of_b() const { return side_of_b_; }
  /// The corner nearest to the origin, if it is nearer than all edges; or else none.
  const Place& nearest_corner() const { return corner_; }
  bool is_corner() const { return corner_.square < side_square_; }

  /// Of sides that are as high, the one that faces more from centre to centre: whatever comes first.
  bool is_better(const Side& p, const Side& q) const {
    return p.height > q.height ||
           (p.height == q.height && dot(p.inward, now_.place) > dot(q.inward, now_.place));
  }

 private:
  static std::size_t next(Corners corners, std::size_t i) { return i + 1 < corners.size() ? i + 1 : 0; }

  /// The one that is lowest, or highest, from which an edge goes to the right, or left.
  static std::size_t first(Corners corners, double sign) {
    std::size_t r = 0;
    for (std::size_t i = 1; i < corners.size(); ++i) {
      const double up = sign * (corners[i][1] - corners[r][1]);
      const double right = sign * (corners[i][0] - corners[r][0]);
      if (up < 0.0 || (up == 0.0 && right < 0.0)) r = i;
    }
    return r;
  }

  void walk() {
    std::size_t i = first(a_, -1.0);
    std::size_t j = first(b_, 1.0);
    std::size_t left_of_a = a_.size() > 1 ? a_.size() : 0;
    std::size_t left_of_b = b_.size() > 1 ? b_.size() : 0;
    Place from = at(i, j);
    note_corner(from, left_of_a + left_of_b == 0);
    while (left_of_a + left_of_b > 0) {
      const std::size_t next_i = next(a_, i);
      const std::size_t next_j = next(b_, j);
      const Vec<2> along_a = a_[i] - a_[next_i];
      const Vec<2> along_b = b_[next_j] - b_[j];
      const bool of_b = left_of_a == 0 || (left_of_b > 0 && comes_before(along_b, along_a));
      if (of_b) {
        j = next_j;
        --left_of_b;
      } else {
        i = next_i;
        --left_of_a;
      }
      const Place to = at(i, j);
      note_side(of_b ? along_b : along_a, from, to, of_b ? side_of_b_ : side_of_a_);
      from = to;
    }
  }

  Place at(std::size_t i, std::size_t j) const {
    const Vec<2> d = now_.place + (b_[j] - a_[i]);
    return {i, j, d, length_squared(d)};
  }

  void note_corner(const Place& place, bool is_outside) {
    if (is_outside && place.square < corner_.square) corner_ = place;
  }

  void note_side(const Vec<2>& along, const Place& from, const Place& to, Side& best) {
    const double size = length(along);
    const Vec<2> inward{-along[1] / size, along[0] / size};
    const double height = std::min(dot(inward, from.d), dot(inward, to.d));
    if (is_better({height, inward}, best)) best = {height, inward};
    note_corner(from, height >= 0.0);
    note_corner(to, height >= 0.0);
    // Of two sides in one line rounding may take the origin for outside of the one that is not before it.
    if (height >= -now_.error && dot(along, from.d) <= 0.0 && dot(along, to.d) >= 0.0)
      side_square_ = std::min(side_square_, std::max(height, 0.0) * std::max(height, 0.0));
  }

  Corners a_;
  Corners b_;
  const TurningInstant<2>& now_;
  Side side_of_a_;
  Side side_of_b_;
  Place corner_;
  double side_square_ = std::numeric_limits<double>::infinity();
};

/// From one corner to another, as it turns; of two at one place, as they part.
TurningAxis<2> between_corners(const TurningPair<2>& pair, const TurningInstant<2>& now,
                               const Place& nearest) {
  const double distance = std::sqrt(nearest.square);
  const Vec<2> velocity =
      now.velocity + (pair.b.angular_velocity() * turned_left(pair.b.corners()[nearest.j]) -
                      pair.a.angular_velocity() * turned_left(pair.a.corners()[nearest.i]));
  if (distance > 0.0) {
    const Vec<2> normal = (1.0 / distance) * nearest.d;
    return {normal, cross(normal, velocity) / std::max(distance, now.error)};
  }
  const double speed = length(velocity);
  return {speed > 0.0 ? (1.0 / speed) * velocity : kCoordinateAxes<2>[0]};
}

/// The gap, and the axes that separate, as a walk around all differences finds them.
TurningGap<2> gap_by_walk(const TurningPair<2>& pair, const TurningInstant<2>& now) {
  const Differences all(pair, now);
  const bool b_is_better = all.is_better(all.side_of_b(), all.side_of_a());
  const bool a_is_better =
      all.is_better(all.side_of_a(), all.side_of_b()) || (!b_is_better && pair.a.rate() > pair.b.rate());
  const Side& best = a_is_better ? all.side_of_a() : all.side_of_b();
  const bool has_sides = best.height > -std::numeric_limits<double>::infinity();
  TurningGap<2> r;
  r.gap = best.height - pair.radii;
  r.normal = best.inward;
  if (all.is_corner()) {
    const double distance = std::sqrt(all.nearest_corner().square);
    r.gap = distance - pair.radii;
    if (!has_sides || distance > kSharp * now.error) {
      r.add(between_corners(pair, now, all.nearest_corner()));
      r.normal = (1.0 / std::max(distance, now.error)) * all.nearest_corner().d;
    }
  }
  const double rate = a_is_better ? pair.a.angular_velocity() : pair.b.angular_velocity();
  const bool is_close = r.axis_count == 0;
  if (has_sides && (is_close || best.height > pair.radii + 0.25 * r.gap)) r.add({best.inward, rate});
  if (is_close && all.is_corner() && r.gap + pair.radii > now.error)
    r.add(between_corners(pair, now, all.nearest_corner()));
  return r;
}

}  // namespace

TurningGap<2> gap_of(const TurningPair<2>& pair, const TurningInstant<2>& now, TurningHint<2>&) {
  if (pair.plane) return gap_to_plane(pair, now);
  constexpr std::size_t kFew = 16;
  if (pair.a.corners().size() + pair.b.corners().size() > kFew) return gap_by_walk(pair, now);
  const FarSide of_a = far_side(pair.a, pair.b, now.place);
  const FarSide of_b = far_side(pair.b, pair.a, -now.place);
  const bool a_is_better =
      of_a.height > of_b.height ||
      (of_a.height == of_b.height && dot(of_a.outward, now.place) > -dot(of_b.outward, now.place));
  const double height = a_is_better ? of_a.height : of_b.height;
  // Beside an edge, and where the gap is not the edge's height, corners count.
  const bool is_far = height > pair.radii + 4.0 * now.error;
  if (!is_far || pair.radii > 0.0) return gap_by_walk(pair, now);
  const bool is_face =
      a_is_better ? is_above(of_a, pair.a, pair.b, now.place) : is_above(of_b, pair.b, pair.a, -now.place);
  if (!is_face) return gap_by_walk(pair, now);
  TurningGap<2> r;
  r.gap = height - pair.radii;
  r.normal = a_is_better ? of_a.outward : -of_b.outward;
  const TurningAxis<2> axis_a{of_a.outward, pair.a.angular_velocity()};
  const TurningAxis<2> axis_b{-of_b.outward, pair.b.angular_velocity()};
  r.add(a_is_better ? axis_a : axis_b);
  if (of_a.height == of_b.height) r.add(a_is_better ? axis_b : axis_a);
  return r;
}

}  // namespace firsthit
