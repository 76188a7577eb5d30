#pragma once

#include "core/vec_math.hpp"

#include <firsthit/shape.hpp>

#include <array>
#include <cstddef>
#include <span>

// Moments of sets, as sums of pieces whose own are closed forms: simplices, and of what is rounded the plates
// over its faces, the sectors of cylinders along its edges and those of balls at its corners.

namespace firsthit {

template <int D>
using Rows = std::array<Vec<D>, static_cast<std::size_t>(D)>;

template <int D>
struct Matrix {
  Rows<D> rows{};

  Vec<D>& operator[](std::size_t i) { return rows[i]; }
  const Vec<D>& operator[](std::size_t i) const { return rows[i]; }
};

template <int D>
void add(Matrix<D>& to, double scale, const Vec<D>& a, const Vec<D>& b) {
  for (std::size_t i = 0; i < std::size_t{D}; ++i) to[i] = to[i] + (scale * a[i]) * b;
}
/// a b^T + b a^T
template <int D>
void add_both(Matrix<D>& to, double scale, const Vec<D>& a, const Vec<D>& b) {
  add(to, scale, a, b);
  add(to, scale, b, a);
}
template <int D>
void add(Matrix<D>& to, double scale, const Matrix<D>& from) {
  for (std::size_t i = 0; i < std::size_t{D}; ++i) to[i] = to[i] + scale * from[i];
}

/// Integrals of 1, x and x x^T over a set.
template <int D>
struct Moments {
  double whole = 0.0;
  Vec<D> first{};
  Matrix<D> second{};

  void add(double scale, const Moments& of) {
    whole += scale * of.whole;
    first = first + scale * of.first;
    firsthit::add(second, scale, of.second);
  }
};

/// A point is one place, a line its length: as if that were what it fills. Cost: O(1).
template <int D>
Moments<D> of_line(const Vec<D>& from, const Vec<D>& to);

// What is told of the rest is of sets whose size is about 1: what is far smaller in any of them counts as
// none.

/// Of a simple polygon; negative if it goes round clockwise. Cost: O(n).
Moments<2> of_polygon(std::span<const Vec<2>> corners);

/// Of all places within a radius of the hull of some; of what fills nothing over its area, its length or its
/// one place. Cost: O(n log n) in the plane, at worst O(n^2) in space.
Moments<2> of_hull(std::span<const Vec<2>> places, double radius);
Moments<3> of_hull(std::span<const Vec<3>> places, double radius);

/// Over its angle. Requires: directions that are not 0. Cost: O(1).
Moments<2> of_arc(const Arc& arc);

}  // namespace firsthit
