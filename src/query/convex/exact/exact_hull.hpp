#pragma once

#include "exact/integer_vec.hpp"

#include <firsthit/vec.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace firsthit {

/// A rational place: x / scale. Requires: scale > 0.
template <int D>
struct RationalPlace {
  IntegerVec<D> x;
  Integer scale = 1;
};

/// A vector of whole numbers over a power of two that makes the largest component less than 1, rounded.
/// Error: each component 2^-52 of itself, or 2^-1000.
template <int D>
Vec<D> shrunk(const IntegerVec<D>& x);

/// The vertices of one hull.
template <int D>
class VertexSet {
 public:
  VertexSet() = default;
  VertexSet(std::vector<IntegerVec<D>> places);  // NOLINT: that is what it is

  std::size_t size() const { return places_.size(); }
  const IntegerVec<D>& operator[](std::size_t i) const { return places_[i]; }
  auto begin() const { return places_.begin(); }
  auto end() const { return places_.end(); }

  /// Which is furthest along `direction`, or if `side` is -1 against it; `rough` is the direction shrunk.
  std::size_t furthest(const IntegerVec<D>& direction, const Vec<D>& rough, int side) const;

 private:
  std::vector<IntegerVec<D>> places_;
  std::vector<Vec<D>> rough_;  // shrunk, by the same power of two
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
  VertexSet<D> a;
  VertexSet<D> b;

  DifferenceVertex<D> vertex(std::size_t i, std::size_t j) const { return {a[i] - b[j], i, j}; }
  /// A vertex that is furthest along `direction`.
  DifferenceVertex<D> support(const IntegerVec<D>& direction) const;
};

/// Vertices of K that are affinely independent: at most D + 1.
template <int D>
struct ExactSimplex {
  std::array<DifferenceVertex<D>, static_cast<std::size_t>(D) + 1> vertices;
  std::size_t size = 0;

  void add(const DifferenceVertex<D>& vertex) { vertices[size++] = vertex; }
  const DifferenceVertex<D>& operator[](std::size_t i) const { return vertices[i]; }
};

/// Adds vertices of K until they are as many as its dimension and one more.
template <int D>
void extend(const DifferenceHull<D>& hull, ExactSimplex<D>& simplex);

/// The dimension of K: 0 for a point.
template <int D>
int dimension(const DifferenceHull<D>& hull);

/// The part of K that is furthest along `direction`.
template <int D>
DifferenceHull<D> face(const DifferenceHull<D>& hull, const IntegerVec<D>& direction);

/// K, grown to both sides of itself where it has no extent: solid, with the place where it was in its middle.
/// Its simplex is that of K. Requires: the dimension of K is at least 1.
template <int D>
DifferenceHull<D> thickened(const DifferenceHull<D>& hull, const ExactSimplex<D>& full);

/// Across the plane (3D) or line (2D) through D vertices.
IntegerVec<2> normal_of(const IntegerVec<2>& a, const IntegerVec<2>& b);
IntegerVec<3> normal_of(const IntegerVec<3>& a, const IntegerVec<3>& b, const IntegerVec<3>& c);

}  // namespace firsthit
