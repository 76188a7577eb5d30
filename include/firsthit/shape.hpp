#pragma once

#include <firsthit/orientation.hpp>
#include <firsthit/vec.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

namespace firsthit::inline v0 {

/// A single point, at the place of what carries it.
struct Point {};

/// A disk (2D) or a ball (3D) around the place of what carries it.
struct Ball {
  double radius = 1.0;  ///< [L], >= 0; a ball of radius 0 is a point
};

/// The straight piece between two vertices, both of them part of it.
template <int D>
struct Segment {
  Vec<D> from;  ///< [L], relative to the place of what carries it
  Vec<D> to;    ///< [L], relative to the place of what carries it
};

/// All places within `radius` of the straight piece between two vertices.
template <int D>
struct Capsule {
  Vec<D> from;          ///< [L], relative to the place of what carries it
  Vec<D> to;            ///< [L], relative to the place of what carries it
  double radius = 1.0;  ///< [L], >= 0
};

/// A box along the coordinate axes around the place of what carries it.
template <int D>
struct Box {
  Vec<D> half_extents;  ///< [L], each >= 0
};

/// A box in any direction around the place of what carries it: the sums of s[k] * half_extents[k] * axes[k]
/// over all k, each s[k] from -1 to 1.
///
/// The set is the one that these very doubles describe: where the axes are unit vectors across each other
/// to rounding only, it is a parallelepiped that is a box to rounding.
template <int D>
struct OrientedBox {
  Vec<D> half_extents;                                   ///< [L] if the axes are unit vectors, each >= 0
  std::array<Vec<D>, static_cast<std::size_t>(D)> axes;  ///< where each half extent points
};

/// All places within `radius` of the convex hull of its vertices, solid: in the plane a convex polygon,
/// rounded if the radius is not 0. In any order; vertices inside the hull do no harm. Without a radius, and
/// without extent in some direction, it is thin: a segment, or a flat polygon in space.
template <int D>
struct Hull {
  std::vector<Vec<D>> vertices;  ///< [L], relative to the place of what carries it; at least one
  double radius = 0.0;           ///< [L], >= 0
};

/// The solid within a simple polygon (2D), convex or concave: a closed chain of edges that do not meet
/// each other, but for neighbours at their common vertex.
///
/// It is made once, with its convex pieces, and then used for any number of queries, by any number of threads
/// at once. Cost: O(1) where nothing else is told.
class Polygon {
 public:
  /// Either way around. Throws InputError unless the vertices are finite, of a size that queries accept, at
  /// least three, and their chain is simple. Cost: O(n^2) for most, O(n^3) at worst.
  explicit Polygon(std::vector<Vec<2>> vertices);

  /// [L], relative to the place of what carries it, as given
  const std::vector<Vec<2>>& vertices() const { return vertices_; }

  /// Cost: O(1). Convex pieces that cover it, without common inside: their corners, counterclockwise, all of
  /// them vertices of the polygon; some may lie on the straight line between their neighbours. A mirror image
  /// with its vertices in the same order has mirrored pieces.
  std::size_t pieces() const { return ends_.size(); }
  std::span<const Vec<2>> piece(std::size_t i) const {
    return {corners_.data() + begin(i), ends_[i] - begin(i)};
  }
  /// Cost: O(1). Which of the polygon's vertices the corners of a piece are.
  std::span<const int> numbers(std::size_t i) const {
    return {numbers_.data() + begin(i), ends_[i] - begin(i)};
  }

 private:
  friend struct PolygonLengths;

  std::size_t begin(std::size_t i) const { return i == 0 ? 0 : ends_[i - 1]; }

  std::vector<Vec<2>> vertices_;
  std::vector<Vec<2>> corners_;    // of all pieces, one after the other
  std::vector<int> numbers_;       // of the same corners, in vertices_
  std::vector<std::size_t> ends_;  // of each piece, in corners_
};

/// A triangle in space (3D), thin, its edges and corners part of it; it may be degenerate.
struct Triangle {
  std::array<Vec<3>, 3> vertices;  ///< [L], relative to the place of what carries it
};

/// All points x with normal . x <= offset: solid below its plane.
///
/// The normal points out of the solid. It need not have unit length; the set is the one that
/// these very doubles describe, so `offset` is a distance only if the normal is a unit vector.
template <int D>
struct HalfSpace {
  Vec<D> normal;        ///< not zero
  double offset = 0.0;  ///< [L] times the normal's length, relative to the place of what carries it
};

/// Everything but the inside of a disk (2D) or ball (3D): solid from its surface outwards.
struct Container {
  double radius = 1.0;  ///< [L], > 0, of the hollow
};

/// A piece of a circle, thin and solid from both sides, its ends part of it (2D).
///
/// It runs counterclockwise from the direction `from` to the direction `to`, both seen from its centre,
/// of any length but zero; all around where they point the same way.
struct Arc {
  double radius = 1.0;  ///< [L], > 0, around the place of what carries it
  Vec<2> from{1.0, 0.0};
  Vec<2> to{1.0, 0.0};
};

/// All shapes in D dimensions.
template <int D>
using AnyShape = std::variant<Point, Ball, Segment<D>, HalfSpace<D>, Container, Arc, Capsule<D>, Box<D>,
                              OrientedBox<D>, Hull<D>, Polygon, Triangle>;

/// Geometry without place: a std::variant, to be made from any of its shapes, and visited as one.
template <int D>
class Shape : public AnyShape<D> {
 public:
  using AnyShape<D>::AnyShape;

  // In the library, as copies of twelve shapes are much for every file that has one to compile.
  // Cost: O(1); to copy a hull or a polygon O(n) of its n vertices.
  Shape();
  Shape(const Shape& other);
  Shape(Shape&& other) noexcept;
  Shape& operator=(const Shape& other);
  Shape& operator=(Shape&& other) noexcept;
  ~Shape();
};

/// What a shape fills: its area [L^2] in the plane, its volume [L^3] in space; times a density, its mass. 0
/// of what is thin (points, segments, arcs, triangles, flat hulls), infinite of half-spaces and containers.
/// Error: a few roundings of the largest term. Throws InputError for a hull without vertices, or with
/// infinite ones. Cost: O(1); of polygons O(n) of their n vertices, of hulls O(n log n) in the plane and at
/// worst O(n^2) in space.
/// Threads: any number at once.
template <int D>
double volume(const Shape<D>& shape);

/// How the mass of a shape of one density lies in it. Thin shapes have it spread evenly over their length or
/// area, a point at its place.
template <int D>
struct MassProperties {
  double volume = 0.0;  ///< `volume` of the shape: times a density, its mass
  Vec<D> centre{};      ///< [L] of mass, as the shape's own numbers tell places
  /// [L^2] The moment of inertia about the centre of mass over the mass: in the plane a number, in space the
  /// rows of a symmetric matrix.
  std::conditional_t<D == 2, double, std::array<Vec<3>, 3>> inertia_per_mass{};
};

/// Every piece of a shape by its closed form, rounded rims too. Error: some roundings of its pieces' moments
/// over what it fills, so of the square of its extent, unless it is far thinner than it is long. Throws
/// InputError for half-spaces and containers, which have no end, for shapes of another dimension, and for
/// numbers that are not finite. Source: moments of simplices as in Lien and Kajiya, IEEE CG&A 4(10), 35
/// (1984); of rounded rims by Gauss' theorem. Cost: as `volume`. Threads: any number at once.
template <int D>
MassProperties<D> mass_properties(const Shape<D>& shape);

/// The principal moments of inertia over the mass [L^2], and their axes, about the centre of mass: of a shape
/// whose `inertia_per_mass` is a diagonal, that diagonal and the coordinate axes. Error: as
/// `mass_properties`. Throws InputError as that does. Source: rotations of Jacobi. Cost: as
/// `mass_properties`. Threads: any number at once.
PrincipalInertia principal_inertia(const Shape<3>& shape);

}  // namespace firsthit::inline v0
