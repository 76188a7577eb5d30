#include <firsthit/shape.hpp>

#include <firsthit/error.hpp>

#include "core/angle.hpp"
#include "core/never.hpp"
#include "core/vec_math.hpp"
#include "geometry/facets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Everything is a sum of pieces whose moments are closed forms: simplices, and of what is rounded the plates
// over its faces, the sectors of cylinders along its edges and those of balls at its corners.

namespace firsthit::inline v0 {
namespace {

constexpr double kPi = 3.14159265358979323846;

template <int D>
using Rows = std::array<Vec<D>, static_cast<std::size_t>(D)>;

template <int D>
struct Matrix {
  Rows<D> rows{};

  Vec<D>& operator[](std::size_t i) { return rows[i]; }
  const Vec<D>& operator[](std::size_t i) const { return rows[i]; }
};

template <int D>
void add(Matrix<D>& to, double scale, const Vec<D>& a, const Vec<D>& b) {
  for (std::size_t i = 0; i < std::size_t{D}; ++i) to[i] = to[i] + (scale * a[i]) * b;
}
/// a b^T + b a^T
template <int D>
void add_both(Matrix<D>& to, double scale, const Vec<D>& a, const Vec<D>& b) {
  add(to, scale, a, b);
  add(to, scale, b, a);
}
template <int D>
void add(Matrix<D>& to, double scale, const Matrix<D>& from) {
  for (std::size_t i = 0; i < std::size_t{D}; ++i) to[i] = to[i] + scale * from[i];
}

/// [L] Of a box: from its middle to its sides.
template <int D>
Rows<D> half_edges(const OrientedBox<D>& box) {
  Rows<D> r;
  for (std::size_t k = 0; k < std::size_t{D}; ++k) r[k] = box.half_extents[k] * box.axes[k];
  return r;
}

/// Integrals of 1, x and x x^T over a set.
template <int D>
struct Moments {
  double whole = 0.0;
  Vec<D> first{};
  Matrix<D> second{};

  void add(double scale, const Moments& of) {
    whole += scale * of.whole;
    first = first + scale * of.first;
    v0::add(second, scale, of.second);
  }
};

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

Moments<2> of_polygon(std::span<const Vec<2>> corners) {
  Moments<2> r;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Vec<2>& from = corners[0];
    const double twice = cross(corners[i - 1] - from, corners[i] - from);
    r.add(1.0, of_simplex<2>(0.5 * twice, {from, corners[i - 1], corners[i]}));
  }
  return r;
}

/// A point is one place, a line its length.
template <int D>
Moments<D> of_line(const Vec<D>& from, const Vec<D>& to) {
  const double size = length(to - from);
  return of_simplex<D>(size > 0.0 ? size : 1.0, {from, to});
}

Moments<2> of_hull(std::span<const Vec<2>> places, double radius) {
  const std::vector<Vec<2>> corners = facets_of<2>(places).vertices;
  const std::size_t n = corners.size();
  if (radius == 0.0 && n < 3) return of_line(corners.front(), corners.back());
  Moments<2> r = of_polygon(corners);
  if (radius == 0.0) return r;
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

Moments<3> of_hull(std::span<const Vec<3>> places, double radius) {
  const HullFaces all = faces_of(places);
  const std::vector<Vec<3>>& corners = all.corners;
  if (all.faces.empty() && radius == 0.0) return of_line(corners.front(), corners.back());
  if (all.faces.empty()) return of_capsule(corners.front(), corners.back(), radius);
  if (all.faces.size() == 2 && radius == 0.0) return of_face(all, all.faces[0]);

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
    if (radius == 0.0) continue;
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
  if (radius == 0.0) return r;
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

/// [L] The largest number of a shape; infinite, if any is not finite.
template <int D>
struct SizeOf {
  static double of(std::span<const double> numbers) {
    double r = 0.0;
    for (const double x : numbers) {
      if (!std::isfinite(x)) return kNever;
      r = std::max(r, std::fabs(x));
    }
    return r;
  }
  static double of(std::span<const Vec<D>> places) {
    double r = 0.0;
    for (const Vec<D>& place : places) r = std::max(r, of(place.c));
    return r;
  }
  double operator()(const Ball& ball) const { return of(std::array{ball.radius}); }
  double operator()(const Capsule<D>& capsule) const {
    return std::max(of(std::array{capsule.from, capsule.to}), of(std::array{capsule.radius}));
  }
  double operator()(const Box<D>& box) const { return of(box.half_extents.c); }
  double operator()(const OrientedBox<D>& box) const { return of(half_edges(box)); }
  double operator()(const Hull<D>& hull) const {
    return std::max(of(hull.vertices), of(std::array{hull.radius}));
  }
  double operator()(const Polygon& polygon) const {
    if constexpr (D == 2) return of(polygon.vertices());
    return 0.0;
  }
  double operator()(const Segment<D>& segment) const { return of(std::array{segment.from, segment.to}); }
  double operator()(const Arc& arc) const {
    const double directions = SizeOf<2>::of(std::array{arc.from, arc.to});
    return std::max(directions < kNever ? 0.0 : kNever, of(std::array{arc.radius}));
  }
  double operator()(const Triangle& triangle) const {
    if constexpr (D == 3) return of(triangle.vertices);
    return 0.0;
  }
  double operator()(const Point&) const { return 0.0; }
  double operator()(const HalfSpace<D>&) const { return 0.0; }
  double operator()(const Container&) const { return 0.0; }
};

[[noreturn]] void refuse(const char* expected, const char* found) {
  throw InputError(std::string("mass_properties: expected ") + expected + ", found " + found);
}

/// In units of 2^exponent, of places seen from `origin`, one of them, so that far away they keep their
/// digits.
template <int D>
struct MomentsOf {
  int exponent;
  Vec<D> origin{};

  double in_units(double x) const { return std::ldexp(x, -exponent); }
  Vec<D> in_units(Vec<D> x) const {
    for (double& c : x.c) c = in_units(c);
    return x;
  }
  std::vector<Vec<D>> seen(std::span<const Vec<D>> places) {
    if (places.empty()) refuse("a hull of at least one vertex", "none");
    origin = places[0];
    std::vector<Vec<D>> r(places.begin(), places.end());
    for (Vec<D>& place : r) place = in_units(place) - in_units(origin);
    return r;
  }
  /// What fills nothing, to rounding, is a line to its furthest place.
  static Moments<D> filled(const Moments<D>& r, std::span<const Vec<D>> places) {
    if (r.whole != 0.0) return r;
    const auto is_nearer = [](const Vec<D>& p, const Vec<D>& q) { return length(p) < length(q); };
    return of_line(Vec<D>{}, *std::max_element(places.begin(), places.end(), is_nearer));
  }
  Moments<D> hull(std::span<const Vec<D>> given, double radius) {
    if (!(radius >= 0.0)) refuse("a radius that is not below 0", "one");
    constexpr double kThin =
        0x1p-200;  // powers of a smaller radius would be lost, and it is none to rounding
    const double own = in_units(radius);
    const std::vector<Vec<D>> places = seen(given);
    return filled(of_hull(places, own < kThin ? 0.0 : own), places);
  }

  Moments<D> operator()(const Ball& ball) { return hull(std::array{Vec<D>{}}, ball.radius); }
  Moments<D> operator()(const Capsule<D>& capsule) {
    return hull(std::array{capsule.from, capsule.to}, capsule.radius);
  }
  Moments<D> operator()(const Box<D>& box) {
    Moments<D> r{1.0, {}, {}};
    for (std::size_t k = 0; k < std::size_t{D}; ++k) {
      const double half = in_units(box.half_extents[k]);
      r.second[k][k] = half * half / 3.0;
    }
    return r;
  }
  Moments<D> operator()(const OrientedBox<D>& box) {
    Moments<D> r{1.0, {}, {}};
    for (const Vec<D>& edge : half_edges(box)) add(r.second, 1.0 / 3.0, in_units(edge), in_units(edge));
    return r;
  }
  Moments<D> operator()(const Hull<D>& shape) { return hull(shape.vertices, shape.radius); }
  Moments<D> operator()(const Polygon& polygon) {
    if constexpr (D == 2) {
      const std::vector<Vec<2>> places = seen(polygon.vertices());
      return filled(of_polygon(places), places);
    }
    refuse("a shape of space", "a polygon");
  }
  Moments<D> operator()(const Point&) { return {1.0, {}, {}}; }
  Moments<D> operator()(const Segment<D>& segment) { return hull(std::array{segment.from, segment.to}, 0.0); }
  Moments<D> operator()(const Arc& arc) {
    if constexpr (D == 2) {
      if (is_zero(arc.from) || is_zero(arc.to)) refuse("directions of an arc that are not zero", "one");
      return of_arc({in_units(arc.radius), arc.from, arc.to});
    }
    refuse("a shape of space", "an arc");
  }
  Moments<D> operator()(const Triangle& triangle) {
    if constexpr (D == 3) return hull(triangle.vertices, 0.0);
    refuse("a shape of the plane", "a triangle");
  }
  Moments<D> operator()(const HalfSpace<D>&) { refuse("a shape that ends", "a half-space"); }
  Moments<D> operator()(const Container&) { refuse("a shape that ends", "a container"); }
};

/// About the centre of mass, from the mean of the products of coordinates: its trace less itself.
double inertia_of(const Matrix<2>& mean) { return mean[0][0] + mean[1][1]; }
Rows<3> inertia_of(const Matrix<3>& mean) {
  Rows<3> r;
  for (std::size_t i = 0; i < 3; ++i) {
    r[i] = -mean[i];
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    r[i][i] = mean[j][j] + mean[k][k];
  }
  return r;
}

void scale_by(double& x, int exponent) { x = std::ldexp(x, exponent); }
void scale_by(Rows<3>& rows, int exponent) {
  for (Vec<3>& row : rows)
    for (double& x : row.c) scale_by(x, exponent);
}

}  // namespace

template <int D>
MassProperties<D> mass_properties(const Shape<D>& shape) {
  const double size = std::visit(SizeOf<D>{}, shape);
  if (!(size < kNever)) refuse("finite numbers", "others");
  const int exponent = size > 0.0 ? std::ilogb(size) : 0;
  MomentsOf<D> teller{exponent};
  const Moments<D> moments = std::visit(teller, shape);
  const Vec<D> centre = (1.0 / moments.whole) * moments.first;
  Matrix<D> mean{};
  add(mean, 1.0 / moments.whole, moments.second);
  add(mean, -1.0, centre, centre);
  MassProperties<D> r{volume(shape), centre, inertia_of(mean)};
  for (double& x : r.centre.c) scale_by(x, exponent);
  r.centre = teller.origin + r.centre;
  scale_by(r.inertia_per_mass, 2 * exponent);
  return r;
}

template MassProperties<2> mass_properties(const Shape<2>&);
template MassProperties<3> mass_properties(const Shape<3>&);

}  // namespace firsthit::inline v0
