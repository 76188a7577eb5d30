#pragma once

#include "exact/polynomial.hpp"
#include "query/base/course.hpp"
#include "query/base/first_event.hpp"

#include <firsthit/vec.hpp>

namespace firsthit {

/// The part of the fixed shape that is met; ends and face are a segment's.
enum class Part { Whole, From, To, Face };

/// What two moving things do within [0, end], as exact arithmetic says.
struct PairEvent {
  GapEvent event;
  bool unresolved = false;  ///< undecided; nothing happens before event.lower
  Part part = Part::Whole;  ///< met at the event, or at the first touch
  int side = 1;             ///< of the face that is met: 1 to the left of from -> to, -1 to the right
};

/// Two balls whose radii are a_radius and b_radius [L]; 0 for a point. All `margin`s are added to the radii.
template <int D>
PairEvent ball_ball_event(const Course<D>& a, double a_radius, const Course<D>& b, double b_radius,
                          double margin, double end);

/// A segment that is carried by `solid`, and a ball.
PairEvent segment_ball_event(const Course<2>& solid, const Vec<2>& from, const Vec<2>& to,
                             const Course<2>& ball, double radius, double margin, double end);

/// Two points, given the square of their distance: they impact where they pass each other, that is to say,
/// where they meet, after the start, with a velocity relative to each other.
GapEvent points_event(const Polynomial& distance_squared, double end, double guess);

}  // namespace firsthit
