#pragma once

#include "oracle/bodies.hpp"

#include <cstddef>
#include <optional>
#include <type_traits>

// The distance of two hulls by looking at every pair of their features.

namespace firsthit::judging {

/// A vertex, edge or face of each.
struct FeaturePair {
  enum class Kind { VertexVertex, VertexEdge, EdgeVertex, VertexFace, FaceVertex, EdgeEdge };
  Kind kind = Kind::VertexVertex;
  std::size_t a = 0;
  std::size_t b = 0;
};

/// The way from a place to another; n is along the way of the two features that are nearest.
template <class T, int D>
struct Way {
  Vector<T, D> n;                ///< from a to b
  Fraction<T> squared_distance;  ///< of the point, lines or planes on which the features lie
};

template <class T, int D>
Way<T, D> way(const Geometry<T, D>& g, const Topology& shape_a, const Topology& shape_b,
              const FeaturePair& f);

/// How far all of b is behind all of a along n; below 0 if they overlap along it.
template <class T, int D>
T gap_along(const Geometry<T, D>& g, const Vector<T, D>& n) {
  T first = dot(n, g.b[0]);
  for (std::size_t i = 1; i < g.b.size(); ++i) first = lesser(first, T(dot(n, g.b[i])));
  T last = dot(n, g.a[0]);
  for (std::size_t i = 1; i < g.a.size(); ++i) last = greater(last, T(dot(n, g.a[i])));
  return first - last;
}

/// The nearest features of two hulls, or nothing if the hulls meet. The answer is checked: along the way
/// between the features it finds, one hull lies behind the other.
template <int D>
std::optional<FeaturePair> nearest(const Moment<D>& moment);

/// The exact way between the nearest features.
template <int D>
Way<mpz_class, D> exact_way(const Moment<D>& moment, const FeaturePair& f);

/// The sign of the distance less radii and margin. Requires: `f` are the nearest features.
template <int D>
int compare_with_reach(const Moment<D>& moment, const FeaturePair& f);

/// The sign of the rate at which b goes away. Requires: `f` are the nearest features.
template <int D>
int parting(const Moment<D>& moment, const FeaturePair& f);

}  // namespace firsthit::judging
