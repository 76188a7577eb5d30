// No #pragma once: it is included again for every instruction set.
#if defined(FIRSTHIT_QUERY_BATCH_ROUND_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef FIRSTHIT_QUERY_BATCH_ROUND_HPP
#undef FIRSTHIT_QUERY_BATCH_ROUND_HPP
#else
#define FIRSTHIT_QUERY_BATCH_ROUND_HPP
#endif

#include "query/batch/rounding.hpp"

#include <cstddef>

// A place on a straight course, and when it is first within s of the origin. Whole derivation:
// docs/numerics/batches.md.

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {

/// Of a place, from heads and tails: its terms round by 2^-78 each, in all below 2^-75 of their sizes; moved
/// to a time within 2^-24 of the guess, below 2^-74.
inline constexpr double kTailError = 0x1p-74;
/// Of a gap, from such places: their errors make 2^-74, products of rests 2^-75 each, summing them 6 * 2^-75
/// of the squares.
inline constexpr double kGapError = 0x1p-71;

/// x(t) = p + v t, seen from what it may come within s of.
template <int D>
struct Course {
  PerAxis<LongLanes, D> p;  // [L] error: 2^-104 of size
  PerAxis<LongLanes, D> v;  // [L/T] exact
  PerAxis<Lanes, D> size;   // [L] of the numbers that p is made of, at least |p|
  LongLanes s;              // [L] error: 2.1 u^2 of it
};

/// What rounded arithmetic knows of a course.
template <int D>
struct Sketch {
  Lanes dot;  // p . v
  Lanes dot_size;
  Lanes p_squared;
  Lanes size_squared;  // of p
  Lanes v_squared;
  Lanes s_squared;
  Lanes gap;  // p^2 - s^2
  Lanes gap_error;
  Lanes room;  // v^2 s^2 - |p x v|^2
  Lanes room_error;
  Mask apart;
  Mask parting;  // or neither
  Mask passing_by;

  HWY_INLINE explicit Sketch(const Course<D>& course)
      : dot(0.0), dot_size(0.0), p_squared(0.0), size_squared(0.0), v_squared(0.0) {
    for (std::size_t i = 0; i < D; ++i) {
      const Lanes p = course.p[i].high;
      const Lanes v = course.v[i].high;
      dot = dot + p * v;
      dot_size = dot_size + abs(p * v);
      p_squared = p_squared + p * p;
      size_squared = size_squared + course.size[i] * course.size[i];
      v_squared = v_squared + v * v;
    }
    s_squared = course.s.high * course.s.high;
    gap = p_squared - s_squared;
    gap_error = Lanes(kTermError) * (p_squared + s_squared);
    Lanes area_squared = 0.0;
    Lanes area_error = 0.0;
    for (std::size_t i = 0; i < D; ++i)
      for (std::size_t j = i + 1; j < D; ++j) {
        const Lanes left = course.p[i].high * course.v[j].high;
        const Lanes right = course.p[j].high * course.v[i].high;
        const Lanes area = left - right;
        const Lanes error = Lanes(kTermError) * (abs(left) + abs(right));
        area_squared = area_squared + area * area;
        area_error = area_error + (Lanes(2.0) * abs(area) + error) * error;
      }
    const Lanes reach_squared = v_squared * s_squared;
    room = reach_squared - area_squared;
    room_error = area_error + Lanes(kProductError) * (reach_squared + area_squared);
    apart = gap > gap_error;
    parting = dot >= Lanes(kTermError) * dot_size;
    passing_by = room < -room_error;
  }

  HWY_INLINE Mask surely_missed(double end) const {
    // The gap is above its tangent at the start.
    const Mask late = gap + Lanes(2.0) * (dot * end) > gap_error + Lanes(2.0 * kTermError) * (dot_size * end);
    return apart & (parting | late | passing_by);
  }
};

/// Where b is, seen from a, at a time of 26 bits, and the gap there.
template <int D>
struct Place {
  LongVec<D> x;
  Lanes gap;  // x . x - s^2

  HWY_INLINE Place(const Course<D>& course, Lanes t) {
    const Lanes s_head = head(course.s.high);
    const Lanes s_tail = (course.s.high - s_head) + course.s.low;
    Lanes sum = -(s_head * s_head);
    Lanes rest = -s_tail * (Lanes(2.0) * s_head + s_tail);
    for (std::size_t i = 0; i < D; ++i) {
      const Lanes v_head = head(course.v[i].high);
      const Lanes v_tail = (course.v[i].high - v_head) + course.v[i].low;
      const Lanes path = v_head * t;
      const LongLanes place = two_sum(course.p[i].high, path);
      x.high[i] = head(place.high);
      x.low[i] = (place.high - x.high[i]) + (place.low + (course.p[i].low + v_tail * t));
      x.error[i] = Lanes(kTailError) * (course.size[i] + abs(path));
      const LongLanes total = two_sum(sum, x.high[i] * x.high[i]);
      sum = total.high;
      rest = rest + (total.low + x.low[i] * (Lanes(2.0) * x.high[i] + x.low[i]));
    }
    gap = sum + rest;
  }
};

/// The first touch of what is apart and meets beyond doubt.
template <int D>
struct Touch {
  Between time;
  Direction<D> direction;
  Mask sure;

  HWY_INLINE Touch(const Course<D>& course, const Sketch<D>& sketch) {
    const Mask meets = sketch.apart & (sketch.dot < 0.0) & (sketch.room > Lanes(16.0) * sketch.room_error);
    const Lanes room = or_zero(meets, sketch.room);
    const Lanes guess = head(sketch.gap / (sqrt(room) - sketch.dot));
    Place<D> near(course, guess);
    Lanes closing = 0.0;
    Lanes closing_size = 0.0;
    for (std::size_t i = 0; i < D; ++i) {
      const Lanes term = (near.x.high[i] + near.x.low[i]) * course.v[i].high;
      closing = closing - term;
      closing_size = closing_size + abs(term);
    }
    const Lanes length = sketch.dot_size + sketch.v_squared * guess;
    const Lanes closing_error = Lanes(kTermError) * closing_size + Lanes(0x1p-73) * length;
    // With d from the guess to the root: v^2 d^2 - 2 closing d + gap = 0.
    const Lanes half = Lanes(0.5) / closing;
    const Lanes first = near.gap * half;
    const Lanes bend = sketch.v_squared * first * half;
    const Lanes correction = first * (Lanes(1.0) + (bend + Lanes(2.0) * bend * bend));
    const Lanes path_squared = sketch.v_squared * guess * guess;
    const Lanes gap_error =
        Lanes(kGapError) * (Lanes(2.0) * (sketch.size_squared + path_squared) + sketch.s_squared);
    const Lanes error =
        abs(first) * (Lanes(2.4) * (closing_error * half) + Lanes(0x1p-49)) + Lanes(1.1) * (half * gap_error);
    time = between(fast_two_sum(guess, correction), error);
    sure = meets & (closing > Lanes(64.0) * closing_error) & (abs(bend) < Lanes(0x1p-18)) &
           (abs(first) < Lanes(0x1p-24) * guess) & time.sure;

    const Lanes step = time.lower - guess;
    for (std::size_t i = 0; i < D; ++i) near.x.low[i] = near.x.low[i] + course.v[i].high * step;
    direction = scaled<D>(near.x);
  }
};

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
