#pragma once

#include "query/convex/filter/filter_rounding.hpp"
#include "query/convex/filter/sure_impact.hpp"

#include <array>
#include <cmath>
#include <cstddef>

// A course and when it first comes within s of the origin: two balls, or a ball and a feature of a box.

namespace firsthit {

// What else rounds, beside course_errors.hpp. Whole derivation: docs/numerics/convex-filter.md.

/// Of a place from heads and tails: 12 roundings of 2^-78 and those of the quotients, 20 * 2^-78.
inline constexpr double kBallPlaceError = 0x1p-72;
/// Of a gap from such places: 12 * 2^-78 from them, 3 * 2^-76 from products of tails, 7 roundings of sums of
/// up to 2^-22.9, 2^-75 from s.
inline constexpr double kGapError = 0x1p-71;

/// Error: 2.1 u^2 of the sum, if all three are >= 0.
inline DoubleDouble sum_of_three(double a, double b, double c) {
  const Exactly first = two_sum(a, b);
  const Exactly second = two_sum(first.value, c);
  return fast_two_sum(second.value, first.error + second.error);
}

/// A ball, or a point, on a straight course.
template <int D>
struct RoundBody {
  const Vec<D>& position;  ///< [L]
  const Vec<D>& velocity;  ///< [L/T]
  double radius;           ///< [L]
};

/// One coordinate of a course.
struct CourseAlong {
  DoubleDouble p;  // [L] error: 2^-104 of size
  DoubleDouble v;  // [L/T] exact
  double size;     // [L] of the numbers that p is made of, at least |p|
};

/// A course seen from what it may come within s of.
template <int D>
struct BallCourse {
  std::array<CourseAlong, kAxes<D>> axis;
  DoubleDouble s;  // [L] error: 2.1 u^2 of it
};

/// Of b seen from a, and the distance at which they touch. All of it exact but for s.
template <int D>
BallCourse<D> course_between(const RoundBody<D>& a, const RoundBody<D>& b, double margin) {
  return {for_each_axis<D>([&](std::size_t i) {
            const DoubleDouble p = exact_difference(b.position[i], a.position[i]);
            return CourseAlong{p, exact_difference(b.velocity[i], a.velocity[i]), std::fabs(p.high)};
          }),
          sum_of_three(a.radius, b.radius, margin)};
}

/// Its products, rounded.
struct BallApproach {
  double p_squared = 0.0;
  double v_squared = 0.0;
  double s_squared = 0.0;
  double dot = 0.0;  // p . v
  double dot_error = 0.0;
  double gap = 0.0;  // p . p - s^2
  double gap_error = 0.0;

  template <int D>
  explicit BallApproach(const BallCourse<D>& course) : s_squared(course.s.high * course.s.high) {
    double size = 0.0;
    for (std::size_t i = 0; i < D; ++i) {
      const double p = course.axis[i].p.high;
      const double v = course.axis[i].v.high;
      dot += p * v;
      size += std::fabs(p * v);
      p_squared += p * p;
      v_squared += v * v;
    }
    dot_error = kTermError * size;
    gap = p_squared - s_squared;
    gap_error = kTermError * (p_squared + s_squared);
  }

  bool in_range() const {
    constexpr double kSmallest = kSmallestFiltered * kSmallestFiltered;
    constexpr double kLargest = kLargestFiltered * kLargestFiltered;
    return p_squared >= kSmallest && p_squared <= kLargest && v_squared >= kSmallest && v_squared <= kLargest;
  }
};

/// v^2 s^2 - |p x v|^2: above 0 if the lines of flight come closer than s.
struct BallRoom {
  double value = 0.0;
  double error = 0.0;

  template <int D>
  BallRoom(const BallCourse<D>& course, const BallApproach& approach) {
    double area_squared = 0.0;
    for (std::size_t i = 0; i < D; ++i)
      for (std::size_t j = i + 1; j < D; ++j) {
        const double left = course.axis[i].p.high * course.axis[j].v.high;
        const double right = course.axis[j].p.high * course.axis[i].v.high;
        const double area = left - right;
        const double doubt = kTermError * (std::fabs(left) + std::fabs(right));
        area_squared += area * area;
        error += (2.0 * std::fabs(area) + doubt) * doubt;
      }
    const double reach_squared = approach.v_squared * approach.s_squared;
    value = reach_squared - area_squared;
    error += kProductError * (reach_squared + area_squared);
  }
};

/// Where b is, seen from a, at a time of 26 bits, and the gap there.
template <int D>
struct BallPlace {
  HeadVec<D> x;
  double gap = 0.0;  // x . x - s^2

  BallPlace(const BallCourse<D>& course, double t) {
    const double s_head = head(course.s.high);
    const double s_tail = (course.s.high - s_head) + course.s.low;
    double sum = -(s_head * s_head);
    double rest = -s_tail * (2.0 * s_head + s_tail);
    for (std::size_t i = 0; i < D; ++i) {
      const double v_head = head(course.axis[i].v.high);
      const double v_tail = (course.axis[i].v.high - v_head) + course.axis[i].v.low;
      const double path = v_head * t;
      const Exactly place = two_sum(course.axis[i].p.high, path);
      x.head[i] = head(place.value);
      x.tail[i] = (place.value - x.head[i]) + (place.error + (course.axis[i].p.low + v_tail * t));
      x.error[i] = kBallPlaceError * (course.axis[i].size + std::fabs(path));
      const Exactly total = two_sum(sum, x.head[i] * x.head[i]);
      sum = total.value;
      rest += total.error + x.tail[i] * (2.0 * x.head[i] + x.tail[i]);
    }
    gap = sum + rest;
  }
};

/// Where to look for the first root of the gap.
struct BallGuess {
  bool meets;   // the lines of flight come near enough, and the way is towards, beyond doubt
  double root;  // of the room
  double time;  // [T] of 26 bits

  BallGuess(const BallApproach& approach, const BallRoom& room)
      : meets(approach.in_range() && approach.dot < 0.0 && room.value > 16.0 * room.error),
        root(std::sqrt(meets ? room.value : 1.0)),
        time(head(time_of(approach))) {}

 private:
  /// Less how long before the closest approach: that division need not wait for the root. It loses digits
  /// where little is left of that approach's time.
  double time_of(const BallApproach& approach) const {
    const double inverse = 1.0 / approach.v_squared;
    const double early = (-approach.dot - root) * inverse;
    return early > 0x1p-10 * (-approach.dot * inverse) ? early : approach.gap / (root - approach.dot);
  }
};

/// The first root of the gap, from a guess that meets. Requires: the gap is above 0 at the start.
template <int D>
Told ball_impact(const BallCourse<D>& course, const BallApproach& approach, const BallRoom& room,
                 const BallGuess& start, double end, SureImpact<D>& impact) {
  const double guess = start.time;
  const double half = 0.5 / start.root;
  // Before the closest approach, so that the first root is the near one.
  const double fall = approach.v_squared * guess;
  const bool before = approach.dot + fall < -2.0 * (approach.dot_error + kTermError * fall);
  const BallPlace<D> near(course, guess);
  const TurningDirection<D> direction(near.x,
                                      for_each_axis<D>([&](std::size_t i) { return course.axis[i].v.high; }));
  // With d from the guess to the root: gap = v^2 d^2 + 2 root d.
  const double first = near.gap * half;
  const double bend = approach.v_squared * half * first;
  const double correction = first * (1.0 - (bend - 2.0 * (bend * bend)));
  double size = 2.0 * (fall * guess) + approach.s_squared;
  for (const CourseAlong& along : course.axis) size += 2.0 * (along.size * along.size);
  const double error =
      std::fabs(first) * (room.error / room.value + 0x1p-49) + 2.0 * half * (kGapError * size);
  const bool is_near = std::fabs(bend) < 0x1p-18 && std::fabs(first) < 0x1p-24 * guess;
  NeighbouringDoubles times;
  if (!(before && is_near && surely_between(fast_two_sum(guess, correction), error, times)))
    return Told::Nothing;
  impact.lower = times.lower;
  impact.upper = times.upper;
  if (times.upper > end) return Told::Miss;
  const double step = times.lower - guess;
  if (direction.after(step, impact.direction)) return Told::Impact;
  HeadVec<D> x = near.x;
  for (std::size_t i = 0; i < D; ++i) x.tail[i] += course.axis[i].v.high * step;
  return surely_scaled(x, impact.direction) ? Told::Impact : Told::Nothing;
}

/// What becomes of a course that is outside of s at the start, beyond doubt. Inline, as what only an impact
/// needs is then computed for impacts only: a quarter of the time.
template <int D>
[[gnu::always_inline]] inline Told event_of_apart(const BallCourse<D>& course, const BallApproach& approach,
                                                  double end, SureImpact<D>& impact) {
  const BallRoom room(course, approach);
  const bool parting = approach.dot >= approach.dot_error;
  // The gap is above its tangent at the start.
  const bool late =
      approach.gap + 2.0 * (approach.dot * end) > approach.gap_error + 2.0 * (approach.dot_error * end);
  const bool passing_by = room.value < -room.error;
  if (parting | late | passing_by) return Told::Miss;  // which of them, nobody could foretell
  const BallGuess guess(approach, room);
  return guess.meets ? ball_impact(course, approach, room, guess, end, impact) : Told::Nothing;
}

}  // namespace firsthit
