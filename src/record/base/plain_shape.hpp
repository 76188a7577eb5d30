#pragma once

#include <firsthit/shape.hpp>

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

namespace firsthit {

/// A point of a picture [L]; in 2D the third coordinate is zero.
using Point3 = std::array<double, 3>;

/// Stands for the shape of a ball or a point where shapes are numbered.
inline constexpr std::uint32_t kRound = 0xffffffffU;

/// A shape, free of the dimension as a type.
struct PlainShape {
  enum class Kind : std::uint8_t {
    Point,
    Ball,
    Segment,
    HalfSpace,
    Container,
    Arc,
    Capsule,
    Box,
    OrientedBox,
    Hull,
    Polygon,
    Triangle
  };
  Kind kind = Kind::Point;
  /// [L] The two ends of a segment or capsule, the vertices of a hull, polygon or triangle, the half extents
  /// of a box; of an oriented one its axes, no lengths, follow. Of a half-space its normal.
  std::vector<Point3> points;
  double size = 0.0;        ///< [L] radius; of a half-space its offset
  double from_angle = 0.0;  ///< radians; an arc runs counterclockwise from here
  double to_angle = 0.0;    ///< radians, above from_angle

  friend bool operator==(const PlainShape&, const PlainShape&) = default;
  /// Not by <=>, which vectors do not have in every standard library.
  friend bool operator<(const PlainShape& a, const PlainShape& b) {
    return std::tie(a.kind, a.points, a.size, a.from_angle, a.to_angle) <
           std::tie(b.kind, b.points, b.size, b.from_angle, b.to_angle);
  }
};

template <int D>
PlainShape plain_shape(const Shape<D>& shape);

/// Lengths times `factor`.
PlainShape scaled(const PlainShape& shape, double factor);

/// As docs/formats/query.md has it, `box`.
std::string_view name_of(PlainShape::Kind kind);

}  // namespace firsthit
