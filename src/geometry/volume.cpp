#include <firsthit/shape.hpp>

#include <firsthit/error.hpp>

#include "core/angle.hpp"
#include "core/vec_math.hpp"
#include "geometry/facets.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <utility>

namespace firsthit::inline v0 {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Of a disk or ball.
template <int D>
double round_volume(double radius) {
  return D == 2 ? kPi * radius * radius : 4.0 / 3.0 * kPi * radius * radius * radius;
}

/// Of what is within `radius` of a straight piece.
template <int D>
double capsule_volume(double length, double radius) {
  return length * (D == 2 ? 2.0 * radius : kPi * radius * radius) + round_volume<D>(radius);
}

/// Of the parallelepiped that vectors span.
double spanned(const std::array<Vec<2>, 2>& by) { return std::fabs(cross(by[0], by[1])); }
double spanned(const std::array<Vec<3>, 3>& by) { return std::fabs(dot(by[0], cross(by[1], by[2]))); }

/// Within a chain of corners, counterclockwise, seen from the first so that places far away keep their
/// digits.
double chain_area(std::span<const Vec<2>> corners) {
  double twice = 0.0;
  for (std::size_t i = 2; i < corners.size(); ++i)
    twice += cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
  return 0.5 * twice;
}

/// Within `radius` of a convex hull: A + L r + pi r^2, L the length of its rim.
/// Source: Steiner's formula; Schneider, "Convex bodies", (4.8).
double hull_volume(const Hull<2>& hull) {
  const Facets<2> facets = facets_of<2>(hull.vertices);
  const std::size_t n = facets.vertices.size();
  double rim = 0.0;
  for (std::size_t i = 0; i < n; ++i) rim += length(facets.vertices[(i + 1) % n] - facets.vertices[i]);
  return chain_area(facets.vertices) + rim * hull.radius + round_volume<2>(hull.radius);
}

/// Within `radius` of a convex hull: V + S r + M r^2 + 4/3 pi r^3, S its surface, M the sum over its edges of
/// half their lengths times the angles between the normals of the two faces. Source: the same.
double hull_volume(const Hull<3>& hull) {
  const HullFaces all = faces_of(hull.vertices);
  const std::vector<Vec<3>>& corners = all.corners;
  if (all.faces.empty()) {
    const double reach = length(corners.back() - corners.front());
    return hull.radius > 0.0 ? capsule_volume<3>(reach, hull.radius) : 0.0;
  }
  double volume = 0.0;
  double surface = 0.0;
  double bend = 0.0;
  std::map<std::pair<std::size_t, std::size_t>, Vec<3>>
      normals;  // by the edges of faces, as they go round them
  for (const auto& [normal, ring] : all.faces) {
    double area = 0.0;
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const Vec<3>& first = corners[ring[0]];
      const std::pair edge{ring[k], ring[(k + 1) % ring.size()]};
      area += 0.5 * dot(normal, cross(corners[edge.first] - first, corners[edge.second] - first));
      normals[edge] = normal;
      const auto other = normals.find({edge.second, edge.first});
      if (other == normals.end()) continue;
      const double angle =
          angle_between_units(length(normal - other->second), length(normal + other->second));
      bend += 0.5 * length(corners[edge.second] - corners[edge.first]) * angle;
    }
    surface += area;
    volume += dot(normal, corners[ring[0]] - corners[0]) * area / 3.0;
  }
  if (all.faces.size() == 2) volume = 0.0;  // flat
  return volume + surface * hull.radius + bend * hull.radius * hull.radius + round_volume<3>(hull.radius);
}

template <int D>
struct Volume {
  double operator()(const Ball& ball) const { return round_volume<D>(ball.radius); }
  double operator()(const Capsule<D>& capsule) const {
    return capsule_volume<D>(length(capsule.to - capsule.from), capsule.radius);
  }
  double operator()(const Box<D>& box) const {
    double volume = 1.0;
    for (const double half : box.half_extents.c) volume *= 2.0 * half;
    return volume;
  }
  double operator()(const OrientedBox<D>& box) const {
    auto edges = box.axes;
    for (std::size_t k = 0; k < edges.size(); ++k) edges[k] = 2.0 * box.half_extents[k] * edges[k];
    return spanned(edges);
  }
  double operator()(const Hull<D>& hull) const { return hull_volume(hull); }
  double operator()(const Polygon& polygon) const { return std::fabs(chain_area(polygon.vertices())); }
  double operator()(const HalfSpace<D>&) const { return std::numeric_limits<double>::infinity(); }
  double operator()(const Container&) const { return std::numeric_limits<double>::infinity(); }
  double operator()(const Point&) const { return 0.0; }
  double operator()(const Segment<D>&) const { return 0.0; }
  double operator()(const Arc&) const { return 0.0; }
  double operator()(const Triangle&) const { return 0.0; }
};

}  // namespace

template <int D>
double volume(const Shape<D>& shape) {
  if (const auto* hull = std::get_if<Hull<D>>(&shape)) {
    if (hull->vertices.empty()) throw InputError("volume: hull: expected at least one vertex, found none");
    for (const Vec<D>& vertex : hull->vertices)
      if (!is_finite(vertex)) throw InputError("volume: hull: expected finite vertices, found others");
  }
  return std::visit(Volume<D>{}, shape);
}

template double volume(const Shape<2>&);
template double volume(const Shape<3>&);

}  // namespace firsthit::inline v0
