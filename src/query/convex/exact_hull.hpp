#pragma once

#include "exact/integer_vec.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace firsthit {

/// A rational place: x / scale. Requires: scale > 0.
template <int D>
struct Place {
  IntegerVec<D> x;
  Integer scale = 1;
};

/// A vertex of a difference of hulls: a's vertex less b's.
template <int D>
struct DifferenceVertex {
  IntegerVec<D> place;
  std::size_t a = 0;
  std::size_t b = 0;
};

/// The polytope K of all differences of a place in the hull of `a` and one in the hull of `b`.
template <int D>
struct DifferenceHull {
  std::vector<IntegerVec<D>> a;
  std::vector<IntegerVec<D>> b;

  DifferenceVertex<D> vertex(std::size_t i, std::size_t j) const { return {a[i] - b[j], i, j}; }
  /// A vertex that is furthest along `direction`.
  DifferenceVertex<D> support(const IntegerVec<D>& direction) const;
};

/// Which of `places` is furthest along `direction`, the first of them.
template <int D>
std::size_t furthest(const std::vector<IntegerVec<D>>& places, const IntegerVec<D>& direction);

/// Vertices of K that are affinely independent: at most D + 1.
template <int D>
struct Simplex {
  std::array<DifferenceVertex<D>, static_cast<std::size_t>(D) + 1> vertices;
  std::size_t size = 0;

  void add(const DifferenceVertex<D>& vertex) { vertices[size++] = vertex; }
  const DifferenceVertex<D>& operator[](std::size_t i) const { return vertices[i]; }
};

/// Adds vertices of K until they are as many as its dimension and one more.
template <int D>
void extend(const DifferenceHull<D>& hull, Simplex<D>& simplex);

/// The dimension of K: 0 for a point.
template <int D>
int dimension(const DifferenceHull<D>& hull);

/// The part of K that is furthest along `direction`.
template <int D>
DifferenceHull<D> face(const DifferenceHull<D>& hull, const IntegerVec<D>& direction);

/// K, grown to both sides of itself where it has no extent: solid, with the place where it was in its middle.
/// Its simplex is that of K. Requires: the dimension of K is at least 1.
template <int D>
DifferenceHull<D> thickened(const DifferenceHull<D>& hull, const Simplex<D>& full);

/// Across the plane (3D) or line (2D) through D vertices.
IntegerVec<2> normal_of(const IntegerVec<2>& a, const IntegerVec<2>& b);
IntegerVec<3> normal_of(const IntegerVec<3>& a, const IntegerVec<3>& b, const IntegerVec<3>& c);

}  // namespace firsthit
