#pragma once

#include <firsthit/first_hit.hpp>

#include <cstddef>
#include <string>
#include <vector>

// What all programs are asked: do these two, of which both may spin, touch within one unit of time, and when
// first? Each turns the shapes and motions into its own.

namespace turning {

using firsthit::Moving;
using firsthit::Orientation;
using firsthit::Vec;

template <int D>
struct Pair {
  Moving<D> a;
  Moving<D> b;
};

enum class Shape { Box, Polygon, Capsule };
enum class Course {
  Spin,           ///< about the middle
  Screw,          ///< about an axis that does not pass through the middle
  Spline,         ///< along a cubic, without spin
  SpinningSpline  ///< and with
};

/// Pairs of a kind.
struct Kind {
  const char* title;
  int dimension;
  Shape shape;
  Course course;
  double turns;  ///< that either makes at most
};

/// The same pairs on every machine. None touches at the start.
template <int D>
std::vector<Pair<D>> draw(const Kind& kind, std::size_t count);

/// A body without its course: the corners as seen from the centre that it turns about, before it turns.
template <int D>
struct Solid {
  std::vector<Vec<D>> corners;  ///< [L]
  double radius = 0.0;          ///< [L] around their hull
};

template <int D>
Solid<D> solid(const Moving<D>& moving);

/// Where a body is.
template <int D>
struct Pose {
  Vec<D> centre;          ///< [L] of what it turns about
  Orientation<D> turned;  ///< of unit length
  double angle = 0.0;     ///< [rad] the same in the plane, with all its turns
};

template <int D>
Pose<D> pose(const Moving<D>& moving, double time);

/// [rad/T] at which it turns.
template <int D>
double rate(const Moving<D>& moving);

/// [L] The farthest corner from what it turns about.
template <int D>
double reach(const Moving<D>& moving);

/// Into how many pieces of the unit of time a program must cut a pair that takes only turns up to an angle
/// [rad].
template <int D>
std::size_t pieces(const Pair<D>& pair, double angle);

}  // namespace turning
