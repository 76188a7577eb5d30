#pragma once

#include "query/convex/polytope/rounded_polytope.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

// What convex shapes on straight courses do, from all differences of their vertices, all segments between
// these and all planes along two of them, in rationals: slow, literal, and without anything of src/exact.

namespace firsthit::testing {

using Rational = mpq_class;
template <int D>
using Place = std::array<Rational, static_cast<std::size_t>(D)>;

template <int D>
Rational dot(const Place<D>& a, const Place<D>& b) {
  Rational r = 0;
  for (std::size_t i = 0; i < D; ++i) r += a[i] * b[i];
  return r;
}
template <int D>
Place<D> minus(const Place<D>& a, const Place<D>& b) {
  Place<D> r;
  for (std::size_t i = 0; i < D; ++i) r[i] = a[i] - b[i];
  return r;
}
template <int D>
Place<D> times(const Rational& s, const Place<D>& a) {
  Place<D> r;
  for (std::size_t i = 0; i < D; ++i) r[i] = s * a[i];
  return r;
}

template <int D>
class BruteForce {
 public:
  struct Plane {
    Place<D> normal;
    Rational offset;  // normal . x <= offset within K
  };
  /// A place of K and how far it is, squared.
  struct Nearest {
    Place<D> to_place;  // from K
    Rational squared;
  };
  struct Interval {
    bool empty = false;
    bool inside = false;  // does it pass the inside of K?
    Rational from, to;
  };

  BruteForce(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin);

  const Place<D>& velocity() const { return velocity_; }
  const Rational& reach() const { return reach_; }
  bool is_flat() const { return flat_; }

  Place<D> at(const Rational& t) const { return times<D>(t, velocity_); }
  bool contains(const Place<D>& x) const;
  Nearest nearest(const Place<D>& x) const;
  /// The times at which shift + v t is in K. Requires: v is not zero.
  Interval crossing(const Place<D>& shift) const;
  /// From K to the line of the course, across v.
  Nearest nearest_to_line() const;
  /// -1, 0, 1: of the signed distance less the reach.
  int gap_sign(const Place<D>& x) const;
  /// Outward normals of the least deep planes around x. Requires: x in K.
  std::vector<Place<D>> least_deep(const Place<D>& x) const;
  /// The least depth, squared.
  Rational depth_squared(const Place<D>& x) const;
  /// The projection of u on the cone of `normals`.
  Place<D> in_cone(const Place<D>& u, const std::vector<Place<D>>& normals) const;
  /// Sum of the unit vectors along the extreme rays of the cone, across its lines, in doubles.
  Vec<D> middle(const std::vector<Place<D>>& normals) const;
  /// A graze that begins after the start is an impact of a thin pair.
  bool passes_thin() const;

 private:
  void add_plane(const Place<D>& normal);

  std::vector<Place<D>> a_, b_;
  Place<D> velocity_;
  Rational reach_;
  bool flat_ = false;
  std::vector<Place<D>> points_;
  std::vector<std::array<std::size_t, 2>> segments_;
  std::vector<Plane> planes_;
};

/// Is d the double nearest to q?
inline bool is_nearest(double d, const Rational& q) {
  const Rational off = abs(Rational(Rational(d) - q));
  const double infinity = std::numeric_limits<double>::infinity();
  const Rational above = abs(Rational(Rational(std::nextafter(d, infinity)) - q));
  const Rational below = abs(Rational(Rational(std::nextafter(d, -infinity)) - q));
  return off <= above && off <= below;
}

/// Is `direction` the exact one over its largest component, rounded?
template <int D>
::testing::AssertionResult is_rounded(const Vec<D>& direction, const Place<D>& exact) {
  Rational most = 0;
  for (const Rational& x : exact) most = std::max<Rational>(most, abs(x));
  for (std::size_t i = 0; i < D; ++i)
    if (most == 0 ? direction[i] != 0.0 : !is_nearest(direction[i], exact[i] / most))
      return ::testing::AssertionFailure() << "component " << i << ": " << direction[i] << ", exactly "
                                           << (most == 0 ? 0.0 : Rational(exact[i] / most).get_d());
  return ::testing::AssertionSuccess();
}

}  // namespace firsthit::testing
