#include "query/turning/turning_gap.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// All places of b seen from places of a are a convex polygon. Its edges are those of b and, reversed, those
// of a, by their directions; the origin is in it where the two meet.

namespace firsthit {
namespace {

using Corners = std::span<const TurningBody<2>::Corner>;

/// An edge of the polygon of differences, and how high the origin is above it.
struct Side {
  double height = -std::numeric_limits<double>::infinity();  // [L]
  Vec<2> inward;                                             // unit: from a to b
};

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

 private:
  static std::size_t next(Corners corners, std::size_t i) { return i + 1 < corners.size() ? i + 1 : 0; }

  /// The one that is lowest, or highest, from which an edge goes to the right, or left.
  static std::size_t first(Corners corners, double sign) {
    std::size_t r = 0;
    for (std::size_t i = 1; i < corners.size(); ++i) {
      const double up = sign * (corners[i].place[1] - corners[r].place[1]);
      const double right = sign * (corners[i].place[0] - corners[r].place[0]);
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
      const Vec<2> along_a = a_[i].place - a_[next_i].place;
      const Vec<2> along_b = b_[next_j].place - b_[j].place;
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
    const Vec<2> d = now_.place + (b_[j].place - a_[i].place);
    return {i, j, d, length_squared(d)};
  }

  void note_corner(const Place& place, bool is_outside) {
    if (is_outside && place.square < corner_.square) corner_ = place;
  }

  void note_side(const Vec<2>& along, const Place& from, const Place& to, Side& best) {
    const double size = length(along);
    const Vec<2> inward{-along[1] / size, along[0] / size};
    const double height = dot(inward, from.d);
    if (height > best.height) best = {height, inward};
    note_corner(from, height > 0.0);
    note_corner(to, height > 0.0);
    if (height > 0.0 && dot(along, from.d) <= 0.0 && dot(along, to.d) >= 0.0)
      side_square_ = std::min(side_square_, height * height);
  }

  Corners a_;
  Corners b_;
  const TurningInstant<2>& now_;
  Side side_of_a_;
  Side side_of_b_;
  Place corner_;
  double side_square_ = std::numeric_limits<double>::infinity();
};

Vec<2> turned_left(const Vec<2>& a) { return {-a[1], a[0]}; }

/// From one corner to another, as it turns.
TurningAxis<2> between_corners(const TurningPair<2>& pair, const TurningInstant<2>& now, const Place& nearest,
                               double distance) {
  const Vec<2> normal = (1.0 / distance) * nearest.d;
  const Vec<2> velocity =
      now.velocity + (pair.b.angular_velocity() * turned_left(pair.b.corners()[nearest.j].place) -
                      pair.a.angular_velocity() * turned_left(pair.a.corners()[nearest.i].place));
  return {normal, cross(normal, velocity) / distance};
}

TurningGap<2> gap_to_plane(const TurningPair<2>& pair, const TurningInstant<2>& now) {
  const Vec<2>& normal = pair.plane->normal;
  double lowest = std::numeric_limits<double>::infinity();
  for (const auto& corner : pair.b.corners()) lowest = std::min(lowest, dot(normal, corner.place));
  TurningGap<2> r;
  r.normal = normal;
  r.gap = (dot(normal, now.place) + lowest) - (pair.plane->height + pair.radii);
  r.add({normal, 0.0});
  return r;
}

}  // namespace

TurningGap<2> gap_of(const TurningPair<2>& pair, const TurningInstant<2>& now, TurningHint<2>&) {
  if (pair.plane) return gap_to_plane(pair, now);
  const Differences all(pair, now);
  const Side& of_a = all.side_of_a();
  const Side& of_b = all.side_of_b();
  const bool a_is_better = of_a.height > of_b.height;
  const Side& best = a_is_better ? of_a : of_b;
  const Side& other = a_is_better ? of_b : of_a;
  TurningGap<2> r;
  const auto axis_of = [&](const Side& side) {
    return TurningAxis<2>{side.inward,
                          &side == &of_a ? pair.a.angular_velocity() : pair.b.angular_velocity()};
  };
  if (all.is_corner()) {
    const double distance = std::sqrt(all.nearest_corner().square);
    r.gap = distance - pair.radii;
    if (distance > now.error) {
      const TurningAxis<2> axis = between_corners(pair, now, all.nearest_corner(), distance);
      r.normal = axis.normal;
      r.add(axis);
    } else {
      r.normal = best.inward;
    }
  } else {
    r.gap = best.height - pair.radii;
    r.normal = best.inward;
  }
  const double least = pair.radii + 0.25 * r.gap;
  for (const Side* side : {&best, &other})
    if (side->height > -std::numeric_limits<double>::infinity() &&
        (side->height >= least || r.axis_count == 0))
      r.add(axis_of(*side));
  return r;
}

}  // namespace firsthit
