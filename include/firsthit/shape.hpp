#pragma once

#include <firsthit/vec.hpp>

#include <variant>

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

/// Geometry without place.
template <int D>
using Shape = std::variant<Point, Ball, Segment<D>, HalfSpace<D>, Container, Arc>;

}  // namespace firsthit::inline v0
