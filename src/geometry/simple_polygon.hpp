#pragma once

#include <firsthit/shape.hpp>
#include <firsthit/vec.hpp>

#include <span>
#include <vector>

namespace firsthit {

/// Throws InputError, which names the vertices, unless they are a simple polygon of numbers that queries
/// accept.
void expect_simple_polygon(std::span<const Vec<2>> vertices);

/// The numbers of the corners of convex pieces, counterclockwise, that make up a polygon: triangles of
/// ears, joined where their union is convex.
/// Source: Hertel, Mehlhorn 1983, doi:10.1007/3-540-12689-9_105: at most four times as many as needed.
/// Requires: a simple polygon.
std::vector<std::vector<int>> convex_pieces(std::span<const Vec<2>> vertices);

inline namespace v0 {

/// Polygons in other units.
struct PolygonLengths {
  /// Multiplies all lengths by 2^exponent. Requires: that rounds none of them.
  static void multiply(Polygon& polygon, int exponent);
};

}  // namespace v0

}  // namespace firsthit
