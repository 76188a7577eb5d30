#include "query/convex/contact/contact.hpp"

#include "core/vec_math.hpp"
#include "query/convex/polytope/inline_vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

// Every formula gives the same bits, or mirrored ones, when the two shapes change places, when the world is
// seen in a mirror, and when corners are taken in another order: sums of more than two terms go by axes,
// all others are between equals.

namespace firsthit {
namespace {

template <int D>
double height_of(const PlacedFeature<D>& p, const Vec<D>& normal, bool highest) {
  double r = 0.0;
  bool first = true;
  for (const auto& corner : p.patch.corners()) {
    const double height = dot(normal, p.place + corner.offset);
    if (first || (highest ? height > r : height < r)) r = height;
    first = false;
  }
  return r;
}

template <int D>
ContactRegion<D> at_place(const Vec<D>& place, const Vec<D>& normal, double gap) {
  const double height = dot(normal, place);
  return {normal, gap, true, place, place, height, height};
}

template <int D>
bool is_vertex(const PlacedFeature<D>& p) {
  return p.patch.corners().size() == 1;
}

template <int D>
Vec<D> vertex(const PlacedFeature<D>& p) {
  return p.place + p.patch.corners().front().offset;
}

/// A place as seen along the normal on the plane at `height`.
template <int D>
Vec<D> onto_plane(const Vec<D>& place, const Vec<D>& normal, double height) {
  return place - (dot(normal, place) - height) * normal;
}

/// Grows by one place after the other.
template <int D>
struct Bounds {
  Vec<D> low = filled(std::numeric_limits<double>::infinity());
  Vec<D> high = filled(-std::numeric_limits<double>::infinity());

  static Vec<D> filled(double x) {
    Vec<D> r;
    for (double& c : r.c) c = x;
    return r;
  }
  bool is_empty() const { return low[0] > high[0]; }
  void add(const Vec<D>& place) {
    for (std::size_t i = 0; i < D; ++i) {
      low[i] = std::min(low[i], place[i]);
      high[i] = std::max(high[i], place[i]);
    }
  }
};

/// Corners in order, around a face or at both ends of an edge.
template <int D>
using Outline = InlineVector<Vec<D>, 8>;

template <int D>
Bounds<D> bounds_of(const Outline<D>& places) {
  Bounds<D> r;
  for (const Vec<D>& place : places.all()) r.add(place);
  return r;
}

/// What two boxes have in common; where they are apart, by rounding, the gap between them.
template <int D>
Bounds<D> common(const Bounds<D>& a, const Bounds<D>& b) {
  Bounds<D> r;
  for (std::size_t i = 0; i < D; ++i) {
    const double low = std::max(a.low[i], b.low[i]);
    const double high = std::min(a.high[i], b.high[i]);
    r.low[i] = std::min(low, high);
    r.high[i] = std::max(low, high);
  }
  return r;
}

/// A convex polygon in a plane, or an edge.
using Corners = std::span<const Vec<2>>;

/// Twice the distance of a place from the line from r to s, times their distance: positive to the left.
/// The same for both ends, whichever comes first.
double beside(const Vec<2>& r, const Vec<2>& s, const Vec<2>& place) {
  const Vec<2> along = s - r;
  return cross(along, place - r) + cross(along, place - s);
}

double taxicab(const Vec<2>& a) { return std::fabs(a[0]) + std::fabs(a[1]); }

/// Is a place in an outline, to within `error`? `turn` is 1 if the outline is counterclockwise, else -1.
bool is_inside(const Corners& outline, double turn, const Vec<2>& place, double error) {
  const std::size_t n = outline.size();
  // Edges that rounding has shrunk to nothing have no side: the box around all tells.
  for (std::size_t axis = 0; axis < 2; ++axis) {
    double low = outline[0][axis];
    double high = low;
    for (std::size_t i = 1; i < n; ++i) {
      low = std::min(low, outline[i][axis]);
      high = std::max(high, outline[i][axis]);
    }
    if (place[axis] < low - error || place[axis] > high + error) return false;
  }
  if (n == 2) {
    const Vec<2> along = outline[1] - outline[0];
    const double least = -error * taxicab(along);
    return std::fabs(beside(outline[0], outline[1], place)) <= -2.0 * least &&
           dot(along, place - outline[0]) >= least && dot(-along, place - outline[1]) >= least;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const Vec<2>& r = outline[i];
    const Vec<2>& s = outline[(i + 1) % n];
    if (turn * beside(r, s, place) < -2.0 * error * taxicab(s - r)) return false;
  }
  return true;
}

/// Where the line through r and s crosses the piece from p to q, by the distances of p and q from it.
Vec<2> crossing(const Vec<2>& p, double p_beside, const Vec<2>& q, double q_beside) {
  const double p_weight = std::fabs(q_beside);
  const double q_weight = std::fabs(p_beside);
  return (1.0 / (p_weight + q_weight)) * (p_weight * p + q_weight * q);
}

/// Of edges that are parallel but for rounding, only crossings that are in both outlines mean anything.
void add_crossings(const Corners& a, double a_turn, const Corners& b, double b_turn, double error,
                   Bounds<2>& bounds) {
  const auto edges = [](const Corners& o) { return o.size() == 2 ? 1 : o.size(); };
  const auto opposite = [](double x, double y) { return (x < 0.0 && y > 0.0) || (x > 0.0 && y < 0.0); };
  for (std::size_t i = 0; i < edges(a); ++i)
    for (std::size_t j = 0; j < edges(b); ++j) {
      const Vec<2>& p = a[i];
      const Vec<2>& q = a[(i + 1) % a.size()];
      const Vec<2>& r = b[j];
      const Vec<2>& s = b[(j + 1) % b.size()];
      const double at_p = beside(r, s, p);
      const double at_q = beside(r, s, q);
      if (!opposite(at_p, at_q)) continue;
      const double at_r = beside(p, q, r);
      const double at_s = beside(p, q, s);
      if (!opposite(at_r, at_s)) continue;
      const Vec<2> on_a = crossing(p, at_p, q, at_q);
      const Vec<2> on_b = crossing(r, at_r, s, at_s);
      if (is_inside(b, b_turn, on_a, error)) bounds.add(on_a);
      if (is_inside(a, a_turn, on_b, error)) bounds.add(on_b);
    }
}

double turn_of(const Corners& outline) {
  double area = 0.0;
  for (std::size_t i = 2; i < outline.size(); ++i)
    area += cross(outline[i - 1] - outline[0], outline[i] - outline[0]);
  return area < 0.0 ? -1.0 : 1.0;
}

/// Is it a rectangle along both axes?
bool is_upright(const Corners& outline) {
  const auto runs_along = [&](std::size_t edge, std::size_t axis) {
    return outline[edge][1 - axis] == outline[(edge + 1) % 4][1 - axis];
  };
  const auto begins_along = [&](std::size_t axis) {
    return runs_along(0, axis) && runs_along(1, 1 - axis) && runs_along(2, axis) && runs_along(3, 1 - axis);
  };
  return outline.size() == 4 && (begins_along(0) || begins_along(1));
}

/// The box around what two outlines have in common.
Bounds<2> common(const Outline<2>& a, const Outline<2>& b, double error) {
  if (is_upright(a.all()) && is_upright(b.all())) return common(bounds_of(a), bounds_of(b));
  Bounds<2> r;
  const double a_turn = turn_of(a.all());
  const double b_turn = turn_of(b.all());
  for (const Vec<2>& place : a.all())
    if (is_inside(b.all(), b_turn, place, error)) r.add(place);
  for (const Vec<2>& place : b.all())
    if (is_inside(a.all(), a_turn, place, error)) r.add(place);
  add_crossings(a.all(), a_turn, b.all(), b_turn, error, r);
  return r.is_empty() ? common(bounds_of(a), bounds_of(b)) : r;
}

/// The corners of a patch, seen along the normal on the plane at `height`.
template <int D>
void put_on_plane(const PlacedFeature<D>& p, const Vec<D>& normal, double height, Outline<D>& r) {
  for (const auto& corner : p.patch.corners())
    r.push_back(onto_plane(p.place + corner.offset, normal, height));
}

void drop(const Outline<3>& places, std::size_t axis, Outline<2>& r) {
  for (const Vec<3>& a : places.all()) r.push_back({a[axis == 0 ? 1 : 0], a[axis == 2 ? 1 : 2]});
}

Bounds<2> common_on_plane(const Outline<2>& a, const Outline<2>& b, std::size_t, double) {
  return common(bounds_of(a), bounds_of(b));
}

Bounds<3> common_on_plane(const Outline<3>& a, const Outline<3>& b, std::size_t axis, double error) {
  Outline<2> flat_a;
  Outline<2> flat_b;
  drop(a, axis, flat_a);
  drop(b, axis, flat_b);
  const Bounds<2> flat = common(flat_a, flat_b, error);
  Bounds<3> r;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t other = i < axis ? i : i + 1;
    r.low[other] = flat.low[i];
    r.high[other] = flat.high[i];
  }
  return r;
}

/// Of two patches of which all vertices are taken: they have no normal.
template <int D>
ContactRegion<D> without_normal(const PlacedFeature<D>& a, const PlacedFeature<D>& b) {
  Bounds<D> bounds[2];
  for (const auto& v : a.patch.vertices()) bounds[0].add(a.place + v.offset);
  for (const auto& v : b.patch.vertices()) bounds[1].add(b.place + v.offset);
  const Bounds<D> both = common(bounds[0], bounds[1]);
  return at_place<D>(0.5 * both.low + 0.5 * both.high, {}, 0.0);
}

}  // namespace

template <int D>
Vec<D> unit(const Vec<D>& direction) {
  const double scale = max_abs(direction);
  if (scale == 0.0) return {};
  Vec<D> r = scale == 1.0 ? direction : std::ldexp(1.0, -std::ilogb(scale)) * direction;
  const double size = length(r);
  for (double& x : r.c) x /= size;
  return r;
}

template <int D>
ContactRegion<D> contact_region(const PlacedFeature<D>& a, const PlacedFeature<D>& b, const Vec<D>& normal,
                                double gap) {
  if (is_zero(normal)) return without_normal(a, b);
  const double half_gap = 0.5 * gap;
  if (is_vertex(a) && is_vertex(b)) {
    const Vec<D> on_a = vertex(a) + a.radius * normal;
    const Vec<D> on_b = vertex(b) - b.radius * normal;
    return at_place(0.5 * on_a + 0.5 * on_b, normal, gap);
  }
  if (is_vertex(a)) return at_place(vertex(a) + (a.radius + half_gap) * normal, normal, gap);
  if (is_vertex(b)) return at_place(vertex(b) - (b.radius + half_gap) * normal, normal, gap);

  const double above = height_of(a, normal, true) + a.radius;
  const double below = height_of(b, normal, false) - b.radius;
  const double height = 0.5 * above + 0.5 * below;
  const double error = kPlaceError * (a.size + b.size);
  Outline<D> outline_a;
  Outline<D> outline_b;
  put_on_plane(a, normal, height, outline_a);
  put_on_plane(b, normal, height, outline_b);
  const Bounds<D> both = common_on_plane(outline_a, outline_b, largest_axis(normal), error);
  return {normal, gap, false, both.low, both.high, height, height};
}

template <int D>
ContactRegion<D> region_on_plane(const PlacedFeature<D>& b, const Vec<D>& normal, double gap) {
  const double half_gap = 0.5 * gap;
  if (is_vertex(b)) return at_place(vertex(b) - (b.radius + half_gap) * normal, normal, gap);
  const double height = height_of(b, normal, false) - (b.radius + half_gap);
  Outline<D> outline;
  put_on_plane(b, normal, height, outline);
  const Bounds<D> bounds = bounds_of(outline);
  return {normal, gap, false, bounds.low, bounds.high, height, height};
}

ContactRegion<2> united(const ContactRegion<2>& one, const ContactRegion<2>& other) {
  if (one.is_place && other.is_place && one.low == other.low) return one;
  ContactRegion<2> r = one;
  r.gap = std::min(one.gap, other.gap);
  r.is_place = false;
  for (std::size_t i = 0; i < 2; ++i) {
    r.low[i] = std::min(one.low[i], other.low[i]);
    r.high[i] = std::max(one.high[i], other.high[i]);
  }
  r.least_height = std::min(one.least_height, other.least_height);
  r.largest_height = std::max(one.largest_height, other.largest_height);
  return r;
}

template <int D>
Vec<D> centre(const ContactRegion<D>& region) {
  if (region.is_place) return region.low;
  Vec<D> r = 0.5 * region.low + 0.5 * region.high;
  const std::size_t axis = largest_axis(region.normal);
  double rest = 0.5 * region.least_height + 0.5 * region.largest_height;
  for (std::size_t i = 0; i < D; ++i)
    if (i != axis) rest -= region.normal[i] * r[i];
  r[axis] = rest / region.normal[axis];
  return r;
}

template Vec<2> unit(const Vec<2>&);
template Vec<3> unit(const Vec<3>&);
template ContactRegion<2> contact_region(const PlacedFeature<2>&, const PlacedFeature<2>&, const Vec<2>&,
                                         double);
template ContactRegion<3> contact_region(const PlacedFeature<3>&, const PlacedFeature<3>&, const Vec<3>&,
                                         double);
template ContactRegion<2> region_on_plane(const PlacedFeature<2>&, const Vec<2>&, double);
template ContactRegion<3> region_on_plane(const PlacedFeature<3>&, const Vec<3>&, double);
template Vec<2> centre(const ContactRegion<2>&);
template Vec<3> centre(const ContactRegion<3>&);

}  // namespace firsthit
