#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/boxes.cpp"
#include <hwy/foreach_target.h>

#include "query/batch/encounters.hpp"
#include "query/batch/kernels.hpp"
#include "query/batch/rounding.hpp"
#include "query/batch/survivors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

// Boxes along the axes: K is one too, and the course is inside of it while it is between both planes of every
// axis.

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {
namespace {

/// Both planes of K across one axis, and when the course passes them.
struct Slab {
  LongLanes p;     // [L] exact
  LongLanes v;     // [L/T] exact
  LongLanes half;  // [L] exact
  Lanes size;      // [L] what p and half are rounded by, over u
  Mask moves;
  Mask outside;  // for ever, beyond doubt
  Mask inside;   // for ever, beyond doubt
  Lanes enter;   // [T]
  Lanes exit;    // [T]
  Lanes error;   // [T] of both

  HWY_INLINE void find_times() {
    size = half.high + abs(p.high);
    moves = !(v.high == 0.0);
    const Lanes depth = half.high - abs(p.high);
    const Lanes doubt = Lanes(4.0 * kHalfUlp) * size;
    outside = (!moves) & (depth < -doubt);
    inside = (!moves) & (depth > doubt);
    const Lanes inverse = Lanes(1.0) / either(moves, abs(v.high), 1.0);
    const Lanes behind = -times_sign(p.high, v.high);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    enter = either(moves, (behind - half.high) * inverse, -kInfinity);
    exit = either(moves, (behind + half.high) * inverse, kInfinity);
    error = or_zero(moves, Lanes(8.0 * kHalfUlp) * (size * inverse));
  }
};

/// Two boxes per lane: b seen from a.
template <int D>
struct Boxes {
  PerAxis<Slab, D> slab;
  Mask valid = always();
  Mask solid = always();  // both of them

  HWY_INLINE Boxes(const Straight<Box<D>, D>* table_a, const Straight<Box<D>, D>* table_b,
                   const Group& group) {
    const Rows a(table_a, group);
    const Rows b(table_b, group);
    for (std::size_t i = 0; i < D; ++i) {
      const Lanes half_a = a.column(i);
      const Lanes half_b = b.column(i);
      valid = valid & (half_a >= 0.0) & (half_b >= 0.0);
      solid = solid & (half_a > 0.0) & (half_b > 0.0);
      slab[i].half = sum(half_a, half_b);
      slab[i].p = sum(b.column(D + i), -a.column(D + i));
      slab[i].v = sum(b.column(2 * D + i), -a.column(2 * D + i));
      slab[i].find_times();
    }
  }

  HWY_INLINE Mask surely_missed(double end) const {
    Lanes enter = slab[0].enter - slab[0].error;
    Lanes exit = slab[0].exit + slab[0].error;
    Mask missed = slab[0].outside;
    for (std::size_t i = 1; i < D; ++i) {
      enter = larger(enter, slab[i].enter - slab[i].error);
      exit = smaller(exit, slab[i].exit + slab[i].error);
      missed = missed | slab[i].outside;
    }
    return missed | (enter > exit) | (exit < 0.0) | (enter > end);
  }

 private:
  HWY_INLINE LongLanes sum(Lanes x, Lanes y) {
    valid = valid & in_range(x) & in_range(y);
    return two_sum(x, y);
  }
};

/// The first touch of boxes that are apart and meet beyond doubt, side to side.
template <int D>
struct Touch {
  Mask sure;
  Between time;
  PerAxis<Mask, D> across;  // which axis the sides are across
  Lanes sign;               // of the direction along it

  HWY_INLINE explicit Touch(const Boxes<D>& boxes) {
    Lanes enter = boxes.slab[0].enter;
    for (std::size_t i = 1; i < D; ++i) enter = larger(enter, boxes.slab[i].enter);
    Slab last = boxes.slab[0];
    across[0] = last.enter == enter;
    Mask found = across[0];
    for (std::size_t i = 1; i < D; ++i) {
      const Slab& slab = boxes.slab[i];
      across[i] = (slab.enter == enter) & !found;
      found = found | across[i];
      choose(across[i], slab, last);
    }
    // Does the course enter this slab after all others, and leave none before?
    sure = boxes.solid & last.moves;
    for (std::size_t i = 0; i < D; ++i) {
      const Slab& slab = boxes.slab[i];
      const Lanes doubt = last.error + slab.error;
      sure = sure & (slab.moves | slab.inside) & (across[i] | (enter - slab.enter > doubt)) &
             (slab.exit - enter > doubt);
    }
    find_time(last);
    sign = -times_sign(1.0, last.v.high);
    sure = sure & time.sure;
  }

 private:
  static HWY_INLINE void choose(Mask mask, const Slab& from, Slab& to) {
    to.p = {either(mask, from.p.high, to.p.high), either(mask, from.p.low, to.p.low)};
    to.v = {either(mask, from.v.high, to.v.high), either(mask, from.v.low, to.v.low)};
    to.half = {either(mask, from.half.high, to.half.high), either(mask, from.half.low, to.half.low)};
    to.size = either(mask, from.size, to.size);
    to.error = either(mask, from.error, to.error);
    to.moves = (mask & from.moves) | ((!mask) & to.moves);
  }

  /// (-half - p) / v where v > 0, and mirrored where it is not.
  HWY_INLINE void find_time(const Slab& slab) {
    const Lanes p = times_sign(slab.p.high, slab.v.high);
    const LongLanes total = two_sum(-p, -slab.half.high);
    const Lanes tail = total.low - (times_sign(slab.p.low, slab.v.high) + slab.half.low);
    const LongLanes speed{abs(slab.v.high), times_sign(slab.v.low, slab.v.high)};
    time = quotient({total.high, tail}, Lanes(0x1p-102) * slab.size, speed);
  }
};

template <int D>
HWY_INLINE void fill(const Straight<Box<D>, D>* table_a, const Straight<Box<D>, D>* table_b,
                     const Group& group, const Touch<D>& touch, Fields<D>& fields) {
  const Rows a(table_a, group);
  const Rows b(table_b, group);
  store(touch.time.lower, fields.lower.data());
  store(touch.time.upper, fields.upper.data());
  Lanes side = 0.0;
  for (std::size_t i = 0; i < D; ++i) {
    const Lanes half_a = a.column(i);
    const Lanes half_b = b.column(i);
    const Lanes place_a = a.column(D + i) + touch.time.lower * a.column(2 * D + i);
    const Lanes place_b = b.column(D + i) + touch.time.lower * b.column(2 * D + i);
    const Lanes normal = or_zero(touch.across[i], touch.sign);
    // Across the sides: halfway from one to the other.
    const Lanes above = touch.sign * (place_a + touch.sign * half_a) + 0.0;
    const Lanes below = touch.sign * (place_b - touch.sign * half_b);
    const Lanes height = (Lanes(0.5) * above + Lanes(0.5) * below) / touch.sign;
    // Along them: the middle of what they have in common.
    const Lanes low = larger(place_a - half_a, place_b - half_b);
    const Lanes high = smaller(place_a + half_a, place_b + half_b);
    const Lanes middle =
        either(touch.across[i], height, Lanes(0.5) * smaller(low, high) + Lanes(0.5) * larger(low, high));
    store(normal, fields.normal[i].data());
    store(middle - Lanes(0.0) * normal, fields.point_a[i].data());
    store(middle + Lanes(0.0) * normal, fields.point_b[i].data());
    side = either(touch.across[i], Lanes(2.0 * static_cast<double>(i)), side);
  }
  const Mask up = touch.sign > 0.0;
  constexpr double kSide = number_of(D == 2 ? Feature::Kind::Edge : Feature::Kind::Face);
  store(kSide, fields.kind_a.data());
  store(kSide, fields.kind_b.data());
  store(side + or_zero(up, 1.0), fields.index_a.data());
  store(side + or_zero(!up, 1.0), fields.index_b.data());
}

template <int D>
HWY_INLINE void answer_boxes(const Straight<Box<D>, D>* a, const Straight<Box<D>, D>* b, std::size_t count,
                             const Query& query, Encounter<D>* out, Leftover<D>& leftover) {
  if (query.margin != 0.0) return leave_all(count, leftover);
  const double end = std::min(query.horizon, std::numeric_limits<double>::max());
  Numbers survivors;
  cull(a, b, count, query, out, survivors, [&](const Group& group) HWY_ATTR {
    const Boxes<D> boxes(a, b, group);
    return boxes.valid & boxes.surely_missed(end);
  });
  meet(survivors, 0.0, out, leftover, [&](const Group& group, Fields<D>& fields) HWY_ATTR {
    const Boxes<D> boxes(a, b, group);
    const Touch<D> touch(boxes);
    fill(a, b, group, touch, fields);
    const Mask sure = boxes.valid & touch.sure;
    const Mask late = touch.time.upper > end;
    return Certain{sure & late, sure & !late};
  });
}

void answer_boxes_2(const Straight<Box<2>, 2>* a, const Straight<Box<2>, 2>* b, std::size_t count,
                    const Query& query, Encounter<2>* out, Leftover<2>& leftover) {
  answer_boxes(a, b, count, query, out, leftover);
}

void answer_boxes_3(const Straight<Box<3>, 3>* a, const Straight<Box<3>, 3>* b, std::size_t count,
                    const Query& query, Encounter<3>* out, Leftover<3>& leftover) {
  answer_boxes(a, b, count, query, out, leftover);
}

}  // namespace
}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firsthit {

HWY_EXPORT(answer_boxes_2);
HWY_EXPORT(answer_boxes_3);

void answer(const Straight<Box<2>, 2>* a, const Straight<Box<2>, 2>* b, std::size_t count, const Query& query,
            Encounter<2>* out, Leftover<2>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_boxes_2)(a, b, count, query, out, leftover);
}

void answer(const Straight<Box<3>, 3>* a, const Straight<Box<3>, 3>* b, std::size_t count, const Query& query,
            Encounter<3>* out, Leftover<3>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_boxes_3)(a, b, count, query, out, leftover);
}

}  // namespace firsthit
#endif
