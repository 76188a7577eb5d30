#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/ball_box.cpp"
#include <hwy/foreach_target.h>

#include "query/batch/encounters.hpp"
#include "query/batch/kernels.hpp"
#include "query/batch/round.hpp"
#include "query/batch/survivors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

// A ball and a box along the axes, seen from the box. The axes along which the ball's centre is beyond the
// box' half extent tell which feature is nearest: a side, an edge, a corner. Seen along these axes only,
// that feature is a point, and the ball meets it as it would meet a point. Whole derivation:
// docs/numerics/convex-filter.md.

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {
namespace {

template <int D>
struct BallAndBox {
  PerAxis<LongLanes, D> p;  // [L] exact
  PerAxis<LongLanes, D> v;  // [L/T] exact
  PerAxis<Lanes, D> half;   // [L]
  LongLanes s;              // [L] radius and margin
  Mask valid = always();

  HWY_INLINE BallAndBox(const Straight<Ball, D>* balls, const Straight<Box<D>, D>* boxes, const Group& group,
                        double margin) {
    const Rows ball(balls, group);
    const Rows box(boxes, group);
    valid = ball.column(0) >= 0.0;
    s = long_sum(checked(ball.column(0)), checked(margin), 0.0);
    for (std::size_t i = 0; i < D; ++i) {
      half[i] = checked(box.column(i));
      valid = valid & (half[i] >= 0.0);
      p[i] = two_sum(checked(ball.column(1 + i)), -checked(box.column(D + i)));
      v[i] = two_sum(checked(ball.column(1 + D + i)), -checked(box.column(2 * D + i)));
    }
  }

  HWY_INLINE Lanes place(std::size_t i, Lanes t) const { return p[i].high + v[i].high * t; }
  /// [L] of place(i, t)
  HWY_INLINE Lanes size(std::size_t i, Lanes t) const { return abs(p[i].high) + abs(v[i].high * t); }

 private:
  HWY_INLINE Lanes checked(Lanes x) {
    valid = valid & in_range(x);
    return x;
  }
};

/// When the ball's centre is within the box that is grown by s along every axis.
template <int D>
struct Passage {
  Lanes enter = -std::numeric_limits<double>::infinity();  // surely not before
  Lanes exit = std::numeric_limits<double>::infinity();    // surely by then
  Mask outside = !always();                                // for ever

  HWY_INLINE explicit Passage(const BallAndBox<D>& pair) {
    for (std::size_t i = 0; i < D; ++i) {
      const Lanes reach = pair.half[i] + pair.s.high;
      const Lanes p = pair.p[i].high;
      const Lanes v = pair.v[i].high;
      const Mask moves = !(v == 0.0);
      const Lanes size = reach + abs(p);
      outside = outside | ((!moves) & (abs(p) - reach > Lanes(4.0 * kHalfUlp) * size));
      const Lanes inverse = Lanes(1.0) / either(moves, abs(v), 1.0);
      const Lanes behind = -times_sign(p, v);
      const Lanes error = Lanes(8.0 * kHalfUlp) * (size * inverse);
      const Lanes in = (behind - reach) * inverse - error;
      const Lanes out = (behind + reach) * inverse + error;
      enter = either(moves & (in > enter), in, enter);
      exit = either(moves & (out < exit), out, exit);
    }
  }

  HWY_INLINE Mask missed(double end) const { return outside | (enter > exit) | (exit < 0.0) | (enter > end); }
};

/// The feature of the box that is nearest to the ball's centre at a moment, and the course as seen from it
/// along the axes that tell.
template <int D>
struct Nearest {
  PerAxis<Mask, D> beyond;
  PerAxis<Lanes, D> centre;  // [L] at that moment: its signs are the feature's sides
  Course<D> course;
  Mask sharp = always();  // its place is known to many digits

  HWY_INLINE Nearest(const BallAndBox<D>& pair, Lanes t) {
    course.s = pair.s;
    for (std::size_t i = 0; i < D; ++i) {
      centre[i] = pair.place(i, t);
      beyond[i] = abs(centre[i]) > pair.half[i];
      const LongLanes from = two_sum(pair.p[i].high, -times_sign(pair.half[i], centre[i]));
      const LongLanes p = two_sum(from.high, from.low + pair.p[i].low);
      course.p[i] = {or_zero(beyond[i], p.high), or_zero(beyond[i], p.low)};
      course.v[i] = {or_zero(beyond[i], pair.v[i].high), or_zero(beyond[i], pair.v[i].low)};
      course.size[i] = or_zero(beyond[i], abs(pair.p[i].high) + pair.half[i]);
      sharp = sharp & (abs(course.p[i].high) >= Lanes(0x1p-40) * course.size[i]);
    }
  }

  /// Is it nearest at t, and kMomentError of it before and after? A centre that has passed the box is beyond
  /// its half extent, too, but on the other side, and nearer to another feature.
  HWY_INLINE Mask surely_at(const BallAndBox<D>& pair, Lanes t) const {
    Mask sure = always();
    for (std::size_t i = 0; i < D; ++i) {
      const Lanes place = pair.place(i, t);
      const Lanes outwards = either(beyond[i], times_sign(place, centre[i]), abs(place));
      const Lanes beside = outwards - pair.half[i];
      const Lanes doubt = Lanes(kMomentError) * abs(pair.v[i].high * t) +
                          Lanes(kBesideError) * (pair.size(i, t) + pair.half[i]);
      sure = sure & ((beyond[i] & (beside > doubt)) | ((!beyond[i]) & (beside < -doubt)));
    }
    return sure;
  }

  /// When the course is nearest to the feature.
  HWY_INLINE static Lanes summit(const Sketch<D>& sketch) {
    return -sketch.dot / either(sketch.v_squared > 0.0, sketch.v_squared, 1.0);
  }

  /// A better moment to look at, if the feature that is nearest then is another. A guess.
  HWY_INLINE static Lanes next(const Sketch<D>& sketch) {
    const Mask meets = (sketch.room > 0.0) & (sketch.dot < 0.0);
    const Lanes root = sqrt(or_zero(meets, sketch.room));
    const Lanes touch = sketch.gap / either(meets, root - sketch.dot, 1.0);
    return larger(either(meets, touch, summit(sketch)), 0.0);
  }
};

/// What box and ball do, as far as is certain, and where they meet.
template <int D>
HWY_INLINE Certain meet_once(const Straight<Ball, D>* balls, const Straight<Box<D>, D>* boxes,
                             const Group& group, double margin, double end, Fields<D>& fields) {
  const BallAndBox<D> pair(balls, boxes, group, margin);
  const Passage<D> passage(pair);
  Lanes t = larger(passage.enter, 0.0);
  for (int i = 1; i < D; ++i) t = Nearest<D>::next(Sketch<D>(Nearest<D>(pair, t).course));
  const Nearest<D> nearest(pair, t);
  const Sketch<D> sketch(nearest.course);
  const Touch<D> touch(nearest.course, sketch);
  const Lanes summit = Nearest<D>::summit(sketch);
  // Where p . v cancels, the summit errs by more than kMomentError.
  const Mask known = abs(sketch.dot) > Lanes(kSharpDot * kTermError) * sketch.dot_size;
  const Mask passing = nearest.sharp & sketch.passing_by & known & nearest.surely_at(pair, summit);

  const Rows ball(balls, group);
  const Rows box(boxes, group);
  Lanes square = touch.direction.component[0] * touch.direction.component[0];
  Lanes across = abs(touch.direction.component[0]) * pair.half[0];
  for (std::size_t i = 1; i < D; ++i) {
    square = square + touch.direction.component[i] * touch.direction.component[i];
    across = across + abs(touch.direction.component[i]) * pair.half[i];
  }
  const Lanes length = sqrt(square);
  const Lanes time = touch.time.lower;
  const Lanes radius = ball.column(0);
  Mask corner = always();
  for (std::size_t i = 0; i < D; ++i) corner = corner & nearest.beyond[i];

  Mask sure = touch.sure & nearest.sharp & nearest.surely_at(pair, time);
  Lanes sides = 0.0;  // how many the feature is on
  Lanes axes = 0.0;   // the sum of their axes
  Lanes bits = 0.0;   // of a corner
  for (std::size_t i = 0; i < D; ++i) {
    const Lanes component = touch.direction.component[i];
    const Lanes normal = component / length;
    const Lanes half = pair.half[i];
    const Lanes place_box = box.column(D + i) + time * box.column(2 * D + i);
    const Lanes place_ball = (ball.column(1 + i) + time * ball.column(1 + D + i)) + 0.0;
    const Lanes on_box = place_box + times_sign(half, component);
    const Lanes on_ball = place_ball - radius * normal;
    const Lanes middle = either(corner, Lanes(0.5) * on_box + Lanes(0.5) * on_ball,
                                place_ball - (radius + 0.5 * margin) * normal);
    store(Lanes(0.0) - normal, fields.normal[i].data());
    store(middle + Lanes(0.5 * margin) * normal, fields.point_a[i].data());
    store(middle - Lanes(0.5 * margin) * normal, fields.point_b[i].data());
    // A corner or an edge is told from what lies next to it.
    sure = sure & (half > 0.0) &
           ((!nearest.beyond[i]) | (Lanes(2.0) * abs(component) * half > Lanes(0x1p-47) * across));
    const Mask up = nearest.beyond[i] & (component > 0.0);
    sides = sides + or_zero(nearest.beyond[i], 1.0);
    axes = axes + or_zero(nearest.beyond[i], static_cast<double>(i));
    bits = bits + or_zero(up, static_cast<double>(1U << i));
  }
  store(touch.time.lower, fields.lower.data());
  store(touch.time.upper, fields.upper.data());
  const Mask side = sides == 1.0;
  const Mask up = bits > 0.0;
  constexpr double kSide = number_of(D == 2 ? Feature::Kind::Edge : Feature::Kind::Face);
  constexpr double kEdge = number_of(Feature::Kind::Edge);
  constexpr double kVertex = number_of(Feature::Kind::Vertex);
  Lanes index = either(side, Lanes(2.0) * axes + or_zero(up, 1.0), bits);
  if constexpr (D == 3) {
    // Of an edge along axis k: bits of the other two, in their order.
    const Lanes along = Lanes(3.0) - axes;
    const Lanes pair_bits =
        either(along == 0.0, Lanes(0.5) * bits, either((along == 1.0) & (bits >= 4.0), bits - 2.0, bits));
    index = either(sides == 2.0, Lanes(4.0) * along + pair_bits, index);
  }
  store(either(side, kSide, either(corner, kVertex, kEdge)), fields.kind_b.data());
  store(index, fields.index_b.data());

  const Mask met = pair.valid & sure;
  const Mask late = touch.time.upper > end;
  return {pair.valid & (passage.missed(end) | passing | (met & late)), met & touch.direction.sure & !late};
}

template <int D>
HWY_INLINE void answer_ball_box(const Straight<Ball, D>* a, const Straight<Box<D>, D>* b, std::size_t count,
                                const Query& query, Encounter<D>* out, Leftover<D>& leftover) {
  const double end = std::min(query.horizon, std::numeric_limits<double>::max());
  Numbers survivors;
  cull(a, b, count, query, out, survivors, [&](const Group& group) HWY_ATTR {
    const BallAndBox<D> pair(a, b, group, query.margin);
    return pair.valid & Passage<D>(pair).missed(end);
  });
  meet(survivors, query.margin, out, leftover, [&](const Group& group, Fields<D>& fields) HWY_ATTR {
    return meet_once(a, b, group, query.margin, end, fields);
  });
}

void answer_ball_box_2(const Straight<Ball, 2>* a, const Straight<Box<2>, 2>* b, std::size_t count,
                       const Query& query, Encounter<2>* out, Leftover<2>& leftover) {
  answer_ball_box(a, b, count, query, out, leftover);
}

void answer_ball_box_3(const Straight<Ball, 3>* a, const Straight<Box<3>, 3>* b, std::size_t count,
                       const Query& query, Encounter<3>* out, Leftover<3>& leftover) {
  answer_ball_box(a, b, count, query, out, leftover);
}

}  // namespace
}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firsthit {

HWY_EXPORT(answer_ball_box_2);
HWY_EXPORT(answer_ball_box_3);

void answer(const Straight<Ball, 2>* a, const Straight<Box<2>, 2>* b, std::size_t count, const Query& query,
            Encounter<2>* out, Leftover<2>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_ball_box_2)(a, b, count, query, out, leftover);
}

void answer(const Straight<Ball, 3>* a, const Straight<Box<3>, 3>* b, std::size_t count, const Query& query,
            Encounter<3>* out, Leftover<3>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_ball_box_3)(a, b, count, query, out, leftover);
}

}  // namespace firsthit
#endif
