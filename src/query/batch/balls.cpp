#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/balls.cpp"
#include <hwy/foreach_target.h>

#include "query/batch/encounters.hpp"
#include "query/batch/kernels.hpp"
#include "query/batch/rounding.hpp"
#include "query/batch/survivors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {
namespace {

constexpr double kTermError = 8.0 * kHalfUlp;      // of a sum of products of rounded differences
constexpr double kProductError = 64.0 * kHalfUlp;  // of products of such sums
constexpr double kTailError = 0x1p-74;             // of a place, from heads and tails
constexpr double kGapError = 0x1p-71;              // of a gap, from such places

/// Two balls per lane: b seen from a.
template <int D>
struct Balls {
  PerAxis<LongLanes, D> p;  // [L] exact
  PerAxis<LongLanes, D> v;  // [L/T] exact
  LongLanes s;              // [L] radii and margin; error: 2.1 u^2 of it
  Mask valid = always();

  HWY_INLINE Balls(const Straight<Ball, D>* table_a, const Straight<Ball, D>* table_b, Integers rows,
                   double margin) {
    const Rows a(table_a, rows);
    const Rows b(table_b, rows);
    const Lanes radius_a = a.column(0);
    const Lanes radius_b = b.column(0);
    valid =
        in_range(radius_a) & in_range(radius_b) & in_range(margin) & (radius_a >= 0.0) & (radius_b >= 0.0);
    const LongLanes radii = two_sum(radius_a, radius_b);
    const LongLanes sum = two_sum(radii.high, margin);
    s = fast_two_sum(sum.high, radii.low + sum.low);
    for (std::size_t i = 0; i < D; ++i) {
      p[i] = difference(b.column(1 + i), a.column(1 + i));
      v[i] = difference(b.column(1 + D + i), a.column(1 + D + i));
    }
  }

 private:
  HWY_INLINE LongLanes difference(Lanes x, Lanes y) {
    valid = valid & in_range(x) & in_range(y);
    return two_sum(x, -y);
  }
};

/// What rounded arithmetic knows of two balls.
template <int D>
struct Sketch {
  Lanes dot;  // p . v
  Lanes dot_size;
  Lanes p_squared;
  Lanes v_squared;
  Lanes s_squared;
  Lanes gap;  // p^2 - s^2
  Lanes gap_error;
  Lanes room;  // v^2 s^2 - |p x v|^2
  Lanes room_error;
  Mask apart;
  Mask parting;  // or neither
  Mask passing_by;

  HWY_INLINE explicit Sketch(const Balls<D>& balls)
      : dot(0.0), dot_size(0.0), p_squared(0.0), v_squared(0.0) {
    for (std::size_t i = 0; i < D; ++i) {
      const Lanes p = balls.p[i].high;
      const Lanes v = balls.v[i].high;
      dot = dot + p * v;
      dot_size = dot_size + abs(p * v);
      p_squared = p_squared + p * p;
      v_squared = v_squared + v * v;
    }
    s_squared = balls.s.high * balls.s.high;
    gap = p_squared - s_squared;
    gap_error = Lanes(kTermError) * (p_squared + s_squared);
    Lanes area_squared = 0.0;
    Lanes area_error = 0.0;
    for (std::size_t i = 0; i < D; ++i)
      for (std::size_t j = i + 1; j < D; ++j) {
        const Lanes left = balls.p[i].high * balls.v[j].high;
        const Lanes right = balls.p[j].high * balls.v[i].high;
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

  HWY_INLINE Place(const Balls<D>& balls, Lanes t) {
    const Lanes s_head = head(balls.s.high);
    const Lanes s_tail = (balls.s.high - s_head) + balls.s.low;
    Lanes sum = -(s_head * s_head);
    Lanes rest = -s_tail * (Lanes(2.0) * s_head + s_tail);
    for (std::size_t i = 0; i < D; ++i) {
      const Lanes v_head = head(balls.v[i].high);
      const Lanes v_tail = (balls.v[i].high - v_head) + balls.v[i].low;
      const Lanes path = v_head * t;
      const LongLanes place = two_sum(balls.p[i].high, path);
      x.high[i] = head(place.high);
      x.low[i] = (place.high - x.high[i]) + (place.low + (balls.p[i].low + v_tail * t));
      x.error[i] = Lanes(kTailError) * (abs(balls.p[i].high) + abs(path));
      const LongLanes total = two_sum(sum, x.high[i] * x.high[i]);
      sum = total.high;
      rest = rest + (total.low + x.low[i] * (Lanes(2.0) * x.high[i] + x.low[i]));
    }
    gap = sum + rest;
  }
};

/// The first touch of balls that are apart and meet beyond doubt.
template <int D>
struct Touch {
  Between time;
  Direction<D> direction;
  Mask sure;

  HWY_INLINE Touch(const Balls<D>& balls, const Sketch<D>& sketch) {
    const Mask meets = sketch.apart & (sketch.dot < 0.0) & (sketch.room > Lanes(16.0) * sketch.room_error);
    const Lanes room = or_zero(meets, sketch.room);
    const Lanes guess = head(sketch.gap / (sqrt(room) - sketch.dot));
    Place<D> near(balls, guess);
    Lanes closing = 0.0;
    Lanes closing_size = 0.0;
    for (std::size_t i = 0; i < D; ++i) {
      const Lanes term = (near.x.high[i] + near.x.low[i]) * balls.v[i].high;
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
        Lanes(kGapError) * (Lanes(2.0) * (sketch.p_squared + path_squared) + sketch.s_squared);
    const Lanes error =
        abs(first) * (Lanes(2.4) * (closing_error * half) + Lanes(0x1p-49)) + Lanes(1.1) * (half * gap_error);
    time = between(fast_two_sum(guess, correction), error);
    sure = meets & (closing > Lanes(64.0) * closing_error) & (abs(bend) < Lanes(0x1p-18)) &
           (abs(first) < Lanes(0x1p-24) * guess) & time.sure;

    const Lanes step = time.lower - guess;
    for (std::size_t i = 0; i < D; ++i) near.x.low[i] = near.x.low[i] + balls.v[i].high * step;
    direction = scaled<D>(near.x);
  }
};

/// Where the surfaces meet, as contact_region has it for two places with a radius each.
template <int D>
HWY_INLINE void fill(const Straight<Ball, D>* table_a, const Straight<Ball, D>* table_b, Integers rows,
                     double margin, const Touch<D>& touch, Fields<D>& fields) {
  const Rows a(table_a, rows);
  const Rows b(table_b, rows);
  Lanes square = touch.direction.component[0] * touch.direction.component[0];
  for (std::size_t i = 1; i < D; ++i)
    square = square + touch.direction.component[i] * touch.direction.component[i];
  const Lanes length = sqrt(square);
  const Lanes radius_a = a.column(0);
  const Lanes radius_b = b.column(0);
  store(touch.time.lower, fields.lower.data());
  store(touch.time.upper, fields.upper.data());
  for (std::size_t i = 0; i < D; ++i) {
    const Lanes normal = touch.direction.component[i] / length;
    const Lanes place_a = (a.column(1 + i) + touch.time.lower * a.column(1 + D + i)) + 0.0;
    const Lanes place_b = (b.column(1 + i) + touch.time.lower * b.column(1 + D + i)) + 0.0;
    const Lanes middle =
        Lanes(0.5) * (place_a + radius_a * normal) + Lanes(0.5) * (place_b - radius_b * normal);
    store(normal, fields.normal[i].data());
    store(middle - Lanes(0.5 * margin) * normal, fields.point_a[i].data());
    store(middle + Lanes(0.5 * margin) * normal, fields.point_b[i].data());
  }
}

template <int D>
HWY_INLINE void answer_balls(const Straight<Ball, D>* a, const Straight<Ball, D>* b, std::size_t count,
                             const Query& query, Encounter<D>* out, Leftover<D>& leftover) {
  const double end = std::min(query.horizon, std::numeric_limits<double>::max());
  Numbers survivors;
  cull(count, query, out, survivors, [&](Integers rows) HWY_ATTR {
    const Balls<D> balls(a, b, rows, query.margin);
    return balls.valid & Sketch<D>(balls).surely_missed(end);
  });
  meet(survivors, Feature::Kind::Face, query.margin, out, leftover,
       [&](Integers rows, Fields<D>& fields) HWY_ATTR {
         const Balls<D> balls(a, b, rows, query.margin);
         const Touch<D> touch(balls, Sketch<D>(balls));
         fill(a, b, rows, query.margin, touch, fields);
         const Mask sure = balls.valid & touch.sure;
         const Mask late = touch.time.upper > end;
         return Certain{sure & late, sure & touch.direction.sure & !late};
       });
}

void answer_balls_2(const Straight<Ball, 2>* a, const Straight<Ball, 2>* b, std::size_t count,
                    const Query& query, Encounter<2>* out, Leftover<2>& leftover) {
  answer_balls(a, b, count, query, out, leftover);
}

void answer_balls_3(const Straight<Ball, 3>* a, const Straight<Ball, 3>* b, std::size_t count,
                    const Query& query, Encounter<3>* out, Leftover<3>& leftover) {
  answer_balls(a, b, count, query, out, leftover);
}

}  // namespace
}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firsthit {

HWY_EXPORT(answer_balls_2);
HWY_EXPORT(answer_balls_3);

void answer(const Straight<Ball, 2>* a, const Straight<Ball, 2>* b, std::size_t count, const Query& query,
            Encounter<2>* out, Leftover<2>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_balls_2)(a, b, count, query, out, leftover);
}

void answer(const Straight<Ball, 3>* a, const Straight<Ball, 3>* b, std::size_t count, const Query& query,
            Encounter<3>* out, Leftover<3>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_balls_3)(a, b, count, query, out, leftover);
}

}  // namespace firsthit
#endif
