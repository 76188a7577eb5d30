#pragma once

#include "query/first_event.hpp"

#include <firsthit/vec.hpp>

namespace firsthit {

/// A place and its derivatives now, as given.
template <int D>
struct Course {
  Vec<D> position;      ///< [L]
  Vec<D> velocity;      ///< [L/T]
  Vec<D> acceleration;  ///< [L/T^2]
};

/// The part of the fixed shape that is met; ends and face are a segment's.
enum class Part { Whole, From, To, Face };

/// What two moving things do within [0, end], as exact arithmetic says.
struct PairEvent {
  GapEvent event;
  bool unresolved = false;  ///< undecided; nothing happens before event.lower
  Part part = Part::Whole;  ///< met at the event, or at the first touch
  int side = 1;             ///< of the face that is met: 1 to the left of from -> to, -1 to the right
};

/// Two balls whose radii are a_radius and b_radius [L]; 0 for a point.
template <int D>
PairEvent ball_ball_event(const Course<D>& a, double a_radius, const Course<D>& b, double b_radius,
                          double end);

/// A half-space normal . x <= offset that is carried by `solid`, and a ball.
template <int D>
PairEvent half_space_ball_event(const Course<D>& solid, const Vec<D>& normal, double offset,
                                const Course<D>& ball, double radius, double end);

/// A segment that is carried by `solid`, and a ball.
PairEvent segment_ball_event(const Course<2>& solid, const Vec<2>& from, const Vec<2>& to,
                             const Course<2>& ball, double radius, double end);

}  // namespace firsthit
