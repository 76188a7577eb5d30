#pragma once

#include "oracle/space.hpp"

#include <firsthit/first_hit.hpp>

#include <cstddef>
#include <vector>

// Shapes as lists of exact vertices, and pairs of them at a moment.

namespace firsthit::judging {

using Edge = std::array<std::size_t, 2>;  // two vertices

/// Which vertices make the edges and faces of a convex set. There may be more than needed: all are parts of
/// the set, and among them is everything that its boundary consists of.
struct Topology {
  std::vector<Edge> edges;
  std::vector<std::array<std::size_t, 3>> faces;
  std::vector<Edge> directions;  ///< that its edges have
  std::vector<Edge> planes;      ///< of its faces, each along two of the directions (3D)
};

/// A convex set: the hull of vertices, grown by a radius, in units of length of a pair.
template <int D>
struct Body {
  std::vector<Vector<mpz_class, D>> vertices;
  int unit = 0;  ///< the vertices' power of two [L]
  Topology topology;
  double radius = 0.0;
  int dimension = 0;  ///< of the hull
};

/// Requires: the shape is a convex core with a radius.
template <int D>
Body<D> body_of(const Shape<D>& shape);

/// The hull of some vertices.
template <int D>
Body<D> hull_of(const std::vector<Vec<D>>& vertices);

/// What the oracle's formulas look at: vertices of both, b as seen from a.
template <class T, int D>
struct Geometry {
  std::vector<Vector<T, D>> a, b;
  Vector<T, D> v;  ///< of b seen from a, in units of its own
  T reach;         ///< the square of the sum of radii and margin
};

/// A moment of a pair, in whole numbers and in rounded ones.
template <int D>
struct Moment {
  Geometry<mpz_class, D> exact;
  Geometry<Approx, D> rounded;
  const Topology* shape_a = nullptr;
  const Topology* shape_b = nullptr;

  /// The sign of a formula over a Geometry.
  template <class Formula>
  int sign(const Formula& formula) const {
    if (const std::optional<int> known = formula(rounded).sign()) return *known;
    return sgn(formula(exact));
  }
};

/// Requires: exact is filled.
template <int D>
void round(Moment<D>& moment);

/// A time of a pair: above / below units, below a power of two.
struct Time {
  mpz_class above;
  mpz_class below;
};

/// Two convex sets on straight courses. The bodies must outlive it.
template <int D>
class Pair {
 public:
  Pair(const Body<D>& a, const Linear<D>& at_a, const Body<D>& b, const Linear<D>& at_b, double margin);

  const Moment<D>& start() const { return start_; }
  Time time(double t) const;
  /// All lengths are multiplied by t.below.
  Moment<D> at(const Time& t) const;
  /// The same moment, with all lengths times `scale` and b moved by `shift` after that.
  Moment<D> moved(const Time& t, const mpz_class& scale, const Vector<mpz_class, D>& shift) const;

  int unit() const { return unit_; }  ///< of length, at the start: a power of two [L]
  bool has_solid() const { return a_.dimension == D || b_.dimension == D; }
  const Body<D>& a() const { return a_; }
  const Body<D>& b() const { return b_; }

 private:
  const Body<D>& a_;
  const Body<D>& b_;
  Moment<D> start_;
  int unit_ = 0;
  int time_unit_ = 0;
};

}  // namespace firsthit::judging
