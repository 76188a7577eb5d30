#pragma once

#include <firsthit/vec.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace firsthit {

/// What bounds the convex hull of some places: outward normals of its faces, and in space the directions of
/// its edges. In space, what lies in a plane has two faces and, in that plane, the outward normals of its
/// edges; what lies on a line has its edge and no normals. In the plane, what lies on a line has normals
/// across it and along it, two of each. A single place has none.
/// Error: vectors are 1 long to 2^-51, their directions right to 2^-51.
template <int D>
struct Facets {
  std::vector<Vec<D>> vertices;  ///< [L] the hull's corners only; in the plane counterclockwise
  std::vector<Vec<D>>
      normals;                ///< each once; in the plane counterclockwise, the first that of the first edge
  std::vector<Vec<D>> edges;  ///< in space only: each direction once, the opposite one included
};

/// Decided exactly, so faces are whole, however many places lie on them. A function of the set of places:
/// their order and places that are there twice do not matter. Requires: at least one place, all of finite
/// numbers.
template <int D>
Facets<D> facets_of(std::span<const Vec<D>> places);

/// The faces of a convex hull in space, edge to edge.
struct HullFaces {
  struct Face {
    Vec<3> normal;                     ///< unit, outward; Error: as that of Facets
    std::vector<std::size_t> corners;  ///< counterclockwise, seen from outside: indices of `corners`
  };
  std::vector<Vec<3>> corners;  ///< [L]
  std::vector<Face> faces;      ///< each once; of what lies in a plane two, of what lies on a line none
};

/// Decided exactly, as facets_of. Requires: the same.
HullFaces faces_of(std::span<const Vec<3>> places);

}  // namespace firsthit
