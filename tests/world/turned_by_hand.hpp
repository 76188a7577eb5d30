#pragma once

#include "core/vec_math.hpp"

#include <firsthit/shape.hpp>
#include <firsthit/world.hpp>

#include <cmath>
#include <variant>
#include <vector>

namespace firsthit {

/// Counterclockwise by an angle [rad], in more digits than a double has.
inline Vec<2> turned_by_hand(const Vec<2>& v, long double angle) {
  const long double c = std::cos(angle), s = std::sin(angle), x = v[0], y = v[1];
  return {static_cast<double>(c * x - s * y), static_cast<double>(s * x + c * y)};
}

/// The same of a shape of the plane, corner by corner.
inline Shape<2> turned_by_hand(const Shape<2>& shape, long double angle) {
  const auto all = [angle](std::vector<Vec<2>> corners) {
    for (Vec<2>& corner : corners) corner = turned_by_hand(corner, angle);
    return corners;
  };
  if (const auto* box = std::get_if<Box<2>>(&shape)) {
    const double x = box->half_extents[0], y = box->half_extents[1];
    return Hull<2>{all({{-x, -y}, {x, -y}, {x, y}, {-x, y}})};
  }
  if (const auto* box = std::get_if<OrientedBox<2>>(&shape)) {
    const Vec<2> x = box->half_extents[0] * box->axes[0], y = box->half_extents[1] * box->axes[1];
    return Hull<2>{all({-x - y, x - y, x + y, y - x})};
  }
  if (const auto* hull = std::get_if<Hull<2>>(&shape)) return Hull<2>{all(hull->vertices), hull->radius};
  if (const auto* polygon = std::get_if<Polygon>(&shape)) return Polygon(all(polygon->vertices()));
  if (const auto* segment = std::get_if<Segment<2>>(&shape))
    return Segment<2>{turned_by_hand(segment->from, angle), turned_by_hand(segment->to, angle)};
  if (const auto* capsule = std::get_if<Capsule<2>>(&shape))
    return Capsule<2>{turned_by_hand(capsule->from, angle), turned_by_hand(capsule->to, angle),
                      capsule->radius};
  return shape;  // round about its own centre
}

/// One of each shape that turns, of a size of about 1: box, capsule, hull, rounded hull, segment, concave
/// polygon, box at an angle.
inline Shape<2> turnable_shape(int kind) {
  switch (kind % 7) {
    case 0:
      return Box<2>{{1.0, 0.4}};
    case 1:
      return Capsule<2>{{-0.8, 0.1}, {0.8, -0.2}, 0.25};
    case 2:
      return Hull<2>{{{-0.7, -0.6}, {0.9, -0.3}, {0.1, 0.8}}};
    case 3:
      return Hull<2>{{{-0.6, -0.5}, {0.7, -0.3}, {0.2, 0.6}}, 0.2};
    case 4:
      return Segment<2>{{-0.9, -0.3}, {0.9, 0.3}};
    case 5:
      return Polygon({{-0.9, -0.9}, {0.9, -0.9}, {0.9, -0.5}, {-0.5, -0.5}, {-0.5, 0.9}, {-0.9, 0.9}});
    default:
      return OrientedBox<2>{{0.9, 0.3}, {Vec<2>{0.6, 0.8}, Vec<2>{-0.8, 0.6}}};
  }
}

}  // namespace firsthit
