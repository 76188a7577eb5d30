#include "geometry/moments.hpp"

#include "core/angle.hpp"
#include "geometry/facets.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Of what is about 1 long. Smaller: moments over what is filled, or powers of a radius, would lose their
// digits, at last all of them. Larger: what is as thin is told as if it were flat, a line or sharp, though
// nobody could tell the two apart.
constexpr double kLeastFilled = 0x1p-900;
constexpr double kLeastRadius = 0x1p-200;

/// Of a segment, triangle or tetrahedron, of that size.
template <int D>
Moments<D> of_simplex(double size, std::initializer_list<Vec<D>> corners) {
  Vec<D> sum{};
  Moments<D> r;
  const auto count = static_cast<double>(corners.size());
  const double scale = size / (count * (count + 1.0));
  for (const Vec<D>& corner : corners) {
    sum = sum + corner;
    add(r.second, scale, corner, corner);
  }
  r.whole = size;
  r.first = (size / count) * sum;
  add(r.second, scale, sum, sum);
  return r;
}

/// Of all places up to `height` beside a flat set, along a unit vector across it.
template <int D>
Moments<D> of_plate(const Moments<D>& base, double height, const Vec<D>& across) {
  Moments<D> r;
  r.add(height, base);
  const double half_square = 0.5 * height * height;
  r.first = r.first + half_square * base.whole * across;
  add_both(r.second, half_square, base.first, across);
  add(r.second, height * height * height * (1.0 / 3.0) * base.whole, across, across);
  return r;
}

/// A direction u and all that it becomes as it turns by an angle, towards `left`, a unit vector across it:
/// the integrals of 1, u and u u^T over the angle.
template <int D>
Moments<D> of_fan(double angle, double sine, double cosine, const Vec<D>& from, const Vec<D>& left) {
  Moments<D> r;
  r.whole = angle;
  r.first = sine * from + (1.0 - cosine) * left;
  add(r.second, 0.5 * (angle + sine * cosine), from, from);
  add(r.second, 0.5 * (angle - sine * cosine), left, left);
  add_both(r.second, 0.5 * sine * sine, from, left);
  return r;
}

/// The same to another unit vector.
template <int D>
Moments<D> of_fan(const Vec<D>& from, const Vec<D>& left, const Vec<D>& to) {
  const double angle = angle_between_units(length(to - from), length(to + from));
  return of_fan(angle, dot(left, to), dot(from, to), from, left);
}

/// Of all places from a point along directions, up to a radius: `fan`, the integrals over the directions.
template <int D>
Moments<D> of_sector(const Vec<D>& corner, double radius, const Moments<D>& fan, int dimension) {
  // The integrals of t^(d - 1), t^d and t^(d + 1) up to the radius.
  double power = radius;
  for (int i = 1; i < dimension; ++i) power *= radius;
  const double p = power / dimension;
  const double q = power * radius / (dimension + 1);
  const double s = power * radius * radius / (dimension + 2);
  Moments<D> r;
  r.whole = p * fan.whole;
  r.first = r.whole * corner + q * fan.first;
  add(r.second, r.whole, corner, corner);
  add_both(r.second, q, corner, fan.first);
  add(r.second, s, fan.second);
  return r;
}

/// Of a sector all along an edge, from corner to corner.
Moments<3> along_edge(const Vec<3>& from, const Vec<3>& to, double radius, const Moments<3>& fan) {
  const Moments<3> edge = of_simplex<3>(length(to - from), {from, to});
  const Moments<3> across = of_sector<3>({}, radius, fan, 2);
  Moments<3> r;
  r.add(across.whole, edge);
  r.first = r.first + edge.whole * across.first;
  add_both(r.second, 1.0, edge.first, across.first);
  add(r.second, edge.whole, across.second);
  return r;
}

/// A unit vector across one.
Vec<3> unit_across(const Vec<3>& unit) {
  std::size_t least = 0;
  for (std::size_t i = 1; i < 3; ++i)
    if (std::fabs(unit[i]) < std::fabs(unit[least])) least = i;
  Vec<3> axis{};
  axis[least] = 1.0;
  const Vec<3> across = cross(unit, axis);
  return (1.0 / length(across)) * across;
}

/// A corner of a hull in space, and the directions of its ball that no face has and no edge: those of the
/// cone of its normals. By the theorem of Gauss the integral of u is minus that over the cone's sides. Of
/// u u^T only the third of the whole along each axis is told: the rest goes by edges, and what it is at one
/// end is taken off at the other.
struct Corner {
  Moments<3> fan{2.0 * kPi, {}, {}};

  /// A face has an angle here.
  void take_face(double angle) { fan.whole -= angle; }
  /// An edge leaves along a unit vector, with normals that turn by an angle.
  void take_edge(const Vec<3>& along, double angle) { fan.first = fan.first - 0.5 * angle * along; }
  void finish() {
    for (std::size_t i = 0; i < 3; ++i) fan.second[i][i] += fan.whole / 3.0;
  }
};

/// Of what is within a radius of a line.
Moments<3> of_capsule(const Vec<3>& from, const Vec<3>& to, double radius) {
  Moments<3> r;
  Corner ends[2];
  if (from != to) {
    const Vec<3> along = (1.0 / length(to - from)) * (to - from);
    const Vec<3> out = unit_across(along);
    const Moments<3> around = of_fan(2.0 * kPi, 0.0, 1.0, out, cross(along, out));
    r = along_edge(from, to, radius, around);
    ends[0].take_edge(along, around.whole);
    ends[1].take_edge(-along, around.whole);
  }
  for (Corner& end : ends) end.finish();
  r.add(1.0, of_sector(from, radius, ends[0].fan, 3));
  r.add(1.0, of_sector(to, radius, ends[1].fan, 3));
  return r;
}

/// A face of a hull in space: as triangles.
Moments<3> of_face(const HullFaces& all, const HullFaces::Face& face) {
  Moments<3> r;
  const Vec<3>& first = all.corners[face.corners[0]];
  for (std::size_t k = 2; k < face.corners.size(); ++k) {
    const Vec<3>& p = all.corners[face.corners[k - 1]];
    const Vec<3>& q = all.corners[face.corners[k]];
    r.add(1.0, of_simplex<3>(0.5 * dot(face.normal, cross(p - first, q - first)), {first, p, q}));
  }
  return r;
}

/// Nothing if there is none.
Moments<3> largest_face(const HullFaces& all) {
  Moments<3> r;
  for (const HullFaces::Face& face : all.faces)
    if (const Moments<3> one = of_face(all, face); one.whole > r.whole) r = one;
  return r;
}

/// Of a polygon, as triangles.
Moments<2> of_triangles(std::span<const Vec<2>> corners) {
  Moments<2> r;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Vec<2>& from = corners[0];
    const double twice = cross(corners[i - 1] - from, corners[i] - from);
    r.add(1.0, of_simplex<2>(0.5 * twice, {from, corners[i - 1], corners[i]}));
  }
  return r;
}

/// What fills nothing to rounding is a line from its first place to the furthest from it.
template <int D>
Moments<D> or_line(const Moments<D>& r, std::span<const Vec<D>> places) {
  if (std::fabs(r.whole) >= kLeastFilled) return r;
  const Vec<D>& from = places[0];
  const auto is_nearer = [&](const Vec<D>& p, const Vec<D>& q) {
    return length(p - from) < length(q - from);
  };
  return of_line(from, *std::max_element(places.begin(), places.end(), is_nearer));
}

}  // namespace

Moments<2> of_polygon(std::span<const Vec<2>> corners) { return or_line(of_triangles(corners), corners); }

template <int D>
Moments<D> of_line(const Vec<D>& from, const Vec<D>& to) {
  const double size = length(to - from);
  return of_simplex<D>(size > 0.0 ? size : 1.0, {from, to});
}

Moments<2> of_hull(std::span<const Vec<2>> places, double radius) {
  const std::vector<Vec<2>> corners = facets_of<2>(places).vertices;
  const std::size_t n = corners.size();
  Moments<2> r = of_triangles(corners);
  if (radius < kLeastRadius) return or_line<2>(r, corners);
  if (n == 1) {
    const Vec<2> x{1.0, 0.0};
    return of_sector(corners[0], radius, of_fan<2>(2.0 * kPi, 0.0, 1.0, x, turned_left(x)), 2);
  }
  const auto outward = [&](std::size_t i) {
    const Vec<2> along = corners[(i + 1) % n] - corners[i % n];
    return (-1.0 / length(along)) * turned_left(along);
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Vec<2>& to = corners[(i + 1) % n];
    const Vec<2> normal = outward(i);
    r.add(1.0, of_plate(of_line(corners[i], to), radius, normal));
    r.add(1.0, of_sector(to, radius, of_fan(normal, turned_left(normal), outward(i + 1)), 2));
  }
  return r;
}

Moments<3> of_hull(std::span<const Vec<3>> places, double radius) {
  const HullFaces all = faces_of(places);
  const std::vector<Vec<3>>& corners = all.corners;
  const bool is_sharp = radius < kLeastRadius;
  if (all.faces.empty() && !is_sharp) return of_capsule(corners.front(), corners.back(), radius);

  Moments<3> r;
  std::vector<Corner> at(corners.size());
  std::map<std::pair<std::size_t, std::size_t>, const Vec<3>*> normals;  // by edges as faces go round them
  for (const HullFaces::Face& face : all.faces) {
    const std::size_t n = face.corners.size();
    const Vec<3>& first = corners[face.corners[0]];
    for (std::size_t k = 2; k < n && all.faces.size() > 2; ++k) {
      const Vec<3>& p = corners[face.corners[k - 1]];
      const Vec<3>& q = corners[face.corners[k]];
      const Vec<3>& apex = corners[0];
      const double size = dot(first - apex, cross(p - apex, q - apex)) / 6.0;
      r.add(1.0, of_simplex<3>(size, {apex, first, p, q}));
    }
    if (is_sharp) continue;
    r.add(1.0, of_plate(of_face(all, face), radius, face.normal));
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = face.corners[k];
      const std::size_t j = face.corners[(k + 1) % n];
      const Vec<3> ahead = (1.0 / length(corners[j] - corners[i])) * (corners[j] - corners[i]);
      const Vec<3> back = corners[face.corners[(k + n - 1) % n]] - corners[i];
      const Vec<3> behind = (1.0 / length(back)) * back;
      at[i].take_face(angle_between_units(length(ahead - behind), length(ahead + behind)));
      normals[{i, j}] = &face.normal;
      const auto other = normals.find({j, i});
      if (other == normals.end()) continue;
      const Moments<3> fan = of_fan(face.normal, cross(ahead, face.normal), *other->second);
      r.add(1.0, along_edge(corners[i], corners[j], radius, fan));
      at[i].take_edge(ahead, fan.whole);
      at[j].take_edge(-ahead, fan.whole);
    }
  }
  if (is_sharp) return r.whole >= kLeastFilled ? r : or_line<3>(largest_face(all), corners);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    at[i].finish();
    r.add(1.0, of_sector(corners[i], radius, at[i].fan, 3));
  }
  return r;
}

Moments<2> of_arc(const Arc& arc) {
  const Vec<2> from = (1.0 / length(arc.from)) * arc.from;
  const Vec<2> to = (1.0 / length(arc.to)) * arc.to;
  const double turn = cross(from, to);
  const double short_way = angle_between_units(length(to - from), length(to + from));
  const bool is_whole = turn == 0.0 && dot(from, to) > 0.0;
  const double angle = is_whole ? 2.0 * kPi : turn < 0.0 ? 2.0 * kPi - short_way : short_way;
  const Moments<2> fan = of_fan(angle, is_whole ? 0.0 : turn, dot(from, to), from, turned_left(from));
  Moments<2> r;
  r.whole = fan.whole;
  r.first = arc.radius * fan.first;
  add(r.second, arc.radius * arc.radius, fan.second);
  return r;
}

template Moments<2> of_line(const Vec<2>&, const Vec<2>&);
template Moments<3> of_line(const Vec<3>&, const Vec<3>&);

}  // namespace firsthit
