#include "record/base/plain_shape.hpp"

#include <cmath>
#include <span>
#include <tuple>
#include <utility>
#include <variant>

namespace firsthit {
namespace {

using Kind = PlainShape::Kind;

/// Where an arc begins and ends [radians]: the first in [-pi, pi], the second above it by at most a turn.
std::pair<double, double> angles_of(const Arc& arc) {
  constexpr double kTurn = 6.283185307179586;
  const double from = std::atan2(arc.from[1], arc.from[0]);
  const double to = std::atan2(arc.to[1], arc.to[0]);
  return {from, to > from ? to : to + kTurn};
}

// In the order of the kinds.
constexpr std::string_view kNames[] = {"point",        "ball", "segment", "half_space",
                                       "container",    "arc",  "capsule", "box",
                                       "oriented_box", "hull", "polygon", "triangle"};

template <int D>
Point3 point3(const Vec<D>& v) {
  Point3 point{};
  for (std::size_t axis = 0; axis < D; ++axis) point[axis] = v[axis];
  return point;
}

template <int D>
std::vector<Point3> points3(std::span<const Vec<D>> from) {
  std::vector<Point3> points;
  for (const Vec<D>& each : from) points.push_back(point3(each));
  return points;
}

/// One for each kind of shape.
template <int D>
struct Plain {
  PlainShape operator()(const Point&) const { return {}; }
  PlainShape operator()(const Ball& ball) const { return {Kind::Ball, {}, ball.radius}; }
  PlainShape operator()(const Segment<D>& s) const { return {Kind::Segment, {point3(s.from), point3(s.to)}}; }
  PlainShape operator()(const HalfSpace<D>& h) const {
    return {Kind::HalfSpace, {point3(h.normal)}, h.offset};
  }
  PlainShape operator()(const Container& c) const { return {Kind::Container, {}, c.radius}; }
  PlainShape operator()(const Arc& arc) const {
    PlainShape plain{Kind::Arc, {}, arc.radius};
    std::tie(plain.from_angle, plain.to_angle) = angles_of(arc);
    return plain;
  }
  PlainShape operator()(const Capsule<D>& c) const {
    return {Kind::Capsule, {point3(c.from), point3(c.to)}, c.radius};
  }
  PlainShape operator()(const Box<D>& box) const { return {Kind::Box, {point3(box.half_extents)}}; }
  PlainShape operator()(const OrientedBox<D>& box) const {
    PlainShape plain{Kind::OrientedBox, {point3(box.half_extents)}};
    for (const Vec<D>& axis : box.axes) plain.points.push_back(point3(axis));
    return plain;
  }
  PlainShape operator()(const Hull<D>& hull) const {
    return {Kind::Hull, points3<D>(hull.vertices), hull.radius};
  }
  PlainShape operator()(const Polygon& polygon) const {
    return {Kind::Polygon, points3<2>(polygon.vertices())};
  }
  PlainShape operator()(const Triangle& triangle) const {
    return {Kind::Triangle, points3<3>(triangle.vertices)};
  }
};

}  // namespace

template <int D>
PlainShape plain_shape(const Shape<D>& shape) {
  return std::visit(Plain<D>{}, shape);
}

PlainShape scaled(const PlainShape& shape, double factor) {
  PlainShape result = shape;
  result.size *= factor;
  std::size_t lengths = shape.points.size();
  if (shape.kind == Kind::OrientedBox) lengths = 1;
  if (shape.kind == Kind::HalfSpace) lengths = 0;
  for (std::size_t i = 0; i < lengths; ++i)
    for (double& each : result.points[i]) each *= factor;
  return result;
}

std::string_view name_of(PlainShape::Kind kind) { return kNames[static_cast<std::size_t>(kind)]; }

template PlainShape plain_shape(const Shape<2>&);
template PlainShape plain_shape(const Shape<3>&);

}  // namespace firsthit
