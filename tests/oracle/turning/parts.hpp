#pragma once

#include "oracle/turning/place.hpp"

#include <firsthit/shape.hpp>

#include <array>
#include <vector>

namespace firsthit::turning_judge {

/// A convex part of a shape: the hull of its corners, in the shape's own numbers. What is listed more often
/// than needed does no harm.
template <int D, class N>
struct Part {
  std::vector<Place<D, N>> corners;
  std::vector<Place<D, N>> normals;  ///< unit: of its sides, outwards; two of what is flat
  std::vector<std::array<std::size_t, 2>> edges;
  std::vector<Place<D, N>> along;                 ///< unit: of each edge (3D)
  std::vector<std::array<std::size_t, 3>> faces;  ///< triangles that cover its surface (3D)
  N bow_radius{0.0};                              ///< of an arc, above 0: bow.hpp
  bool is_whole_bow = false;                      ///< a circle
};

/// What a shape is made of; of a half-space no parts, but its plane.
template <int D, class N>
struct Anatomy {
  std::vector<Part<D, N>> parts;
  N radius{0.0};
  bool is_plane = false;
  Place<D, N> normal;  ///< unit, of a half-space
  N height{0.0};       ///< of a half-space
};

template <int D, class N>
Anatomy<D, N> anatomy_of(const Shape<D>& shape);

}  // namespace firsthit::turning_judge
