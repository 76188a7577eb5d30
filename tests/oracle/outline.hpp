#pragma once

#include "oracle/bodies.hpp"

#include <gmpxx.h>

#include <optional>
#include <vector>

// Simple polygons by their edges: the inside by counting crossings, triangles by cutting off ears.

namespace firsthit::judging {

/// Triangles that cover it. Requires: it is simple.
std::vector<Body<2>> triangles(const Polygon& polygon);

/// When a point or a piece of a straight line comes into the inside of a polygon.
struct Entry {
  bool starts_inside = false;     ///< it is inside at the start
  std::optional<mpq_class> time;  ///< in units of the pair's time: the first after that it is inside
};

/// Requires: a of the pair has the polygon's vertices in order, b has no inside.
Entry entry(const Pair<2>& pair);

}  // namespace firsthit::judging
