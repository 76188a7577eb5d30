#pragma once

#include <firsthit/motion.hpp>
#include <firsthit/shape.hpp>
#include <firsthit/vec.hpp>

namespace firsthit::inline v0 {

/// A shape at its place.
template <int D>
struct Placed {
  Shape<D> shape;
  Vec<D> position{};             ///< [L]
  Orientation<D> orientation{};  ///< it is turned about its position
};

/// How far two shapes are apart, and where they are nearest.
template <int D>
struct Separation {
  /// [L] Minus the least depth where they overlap: what has to be undone, along the normal, to part them. Of
  /// a concave polygon, the least over all its convex pieces. 0 for thin shapes that touch or cross. The
  /// nearest double to the exact number, with its sign, where neither is turned; else its error is 2^-47 of
  /// the turned shape's size. Minus infinity for two half-spaces that overlap without end.
  double distance = 0.0;
  Vec<D> normal{};  ///< unit, from a to b; zero if there is none, or none before others
  Vec<D>
      point_a{};  ///< [L] on the surface of a the place nearest to b: the middle of them, if there are many
  Vec<D> point_b{};  ///< [L] point_a + distance * normal
};

/// The distance of two shapes. All pairs that first_hit knows on straight courses; throws InputError for what
/// it refuses. Cost: a few walks over the vertices of both, of polygons over those of each pair of convex
/// pieces; in numbers of any length where rounding could matter. Threads: any number at once.
template <int D>
Separation<D> distance(const Placed<D>& a, const Placed<D>& b);

}  // namespace firsthit::inline v0
