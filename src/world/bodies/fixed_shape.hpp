#pragma once

#include <firsthit/body.hpp>

// What a moving ball sees of the shape of something fixed. Everything that depends on which shape it is
// stands here. d [L] is always from the ball's centre to the place of what is fixed.

namespace firsthit {

/// The surface that is nearest to a ball's centre.
template <int D>
struct Facing {
  Vec<D> toward;          ///< from the ball's centre into what is fixed, of any length but zero
  double distance = 0.0;  ///< [L] from the ball's centre to the surface, negative inside
  /// [1/L] of the surface that the centre of a touching ball moves on: above zero if it is convex, as
  /// around an obstacle, 0 if flat, below zero in a container.
  double curvature = 0.0;
};

/// Where two surfaces are equally near, to within `rounding` [L], the one that a ball of velocity v [L/T] is
/// closing on. Requires: the ball's radius [L] > 0, or the shape has an inside.
template <int D>
Facing<D> facing(const Shape<D>& shape, const Vec<D>& d, double radius, const Vec<D>& v = {},
                 double rounding = 0.0);

/// The first delay [T] at which the ball's gap is <= 0 and closing, or kNever.
/// v [L/T], acceleration [L/T^2]: of the ball. Error: docs/numerics/ball-kernels.md.
template <int D>
double delay_to_fixed(const Shape<D>& shape, const Vec<D>& d, const Vec<D>& v, const Vec<D>& acceleration,
                      double radius);

/// The delay [T] after which a ball that rests on `shape` runs off it, or kNever.
template <int D>
double delay_on_support(const Shape<D>& shape, const Vec<D>& d, const Vec<D>& v, const Vec<D>& acceleration);

/// May a ball of radius `reach` [L] around the centre touch it?
template <int D>
bool is_within(const Shape<D>& shape, const Vec<D>& d, double reach);

/// Does it reach everywhere, so that no cell can hold it?
template <int D>
bool is_everywhere(const Shape<D>& shape);

/// Does it have no inside, so that its two sides are told apart only by a ball that is not a point?
template <int D>
bool is_thin(const Shape<D>& shape);

/// The largest length [L] of the shape that takes part in arithmetic with it.
template <int D>
double size_of(const Shape<D>& shape);

/// A ball that holds all of a shape that is not everywhere.
template <int D>
struct BallAround {
  Vec<D> centre;       ///< [L], relative to the place of what carries the shape
  double reach = 0.0;  ///< [L]
};

template <int D>
BallAround<D> ball_around(const Shape<D>& shape);

}  // namespace firsthit
