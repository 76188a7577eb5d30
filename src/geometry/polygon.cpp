#include <firsthit/shape.hpp>

#include "geometry/simple_polygon.hpp"

#include <cmath>
#include <utility>

namespace firsthit::inline v0 {

Polygon::Polygon(std::vector<Vec<2>> vertices) : vertices_(std::move(vertices)) {
  expect_simple_polygon(vertices_);
  for (const std::vector<int>& piece : convex_pieces(vertices_)) {
    for (const int number : piece) {
      numbers_.push_back(number);
      corners_.push_back(vertices_[static_cast<std::size_t>(number)]);
    }
    ends_.push_back(corners_.size());
  }
}

void PolygonLengths::multiply(Polygon& polygon, int exponent) {
  for (std::vector<Vec<2>>* places : {&polygon.vertices_, &polygon.corners_})
    for (Vec<2>& place : *places)
      for (double& x : place.c) x = std::ldexp(x, exponent);
}

}  // namespace firsthit::inline v0
