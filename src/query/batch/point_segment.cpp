#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/point_segment.cpp"
#include <hwy/foreach_target.h>

#include "query/batch/encounters.hpp"
#include "query/batch/kernels.hpp"
#include "query/batch/rounding.hpp"
#include "query/batch/split.hpp"
#include "query/batch/survivors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

// A point and a segment, seen from the segment. The point's course crosses the segment's line at N / W, and
// between both ends if these are on different sides of the course.

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {
namespace {

/// A difference of three numbers: high + low, within 2^-104 of `size`; rounded in `value`.
struct Offset {
  LongLanes exact;
  Lanes value;
  Lanes size;

  Offset() = default;
  HWY_INLINE Offset(LongLanes apart, Lanes end) : size(abs(apart.high) + abs(end)) {
    exact = two_sum(apart.high, -end);
    exact.low = exact.low + apart.low;
    value = exact.high + exact.low;
  }
};

struct PointAndSegment {
  PerAxis<Offset, 2> from_end[2];  // [L] of the point from both ends
  PerAxis<LongLanes, 2> v;         // [L/T] of the point
  PerAxis<LongLanes, 2> along;     // [L] from end to end
  Mask valid = always();

  HWY_INLINE PointAndSegment(const Straight<Point, 2>* points, const Straight<Segment<2>, 2>* segments,
                             const Group& group) {
    const Rows point(points, group);
    const Rows segment(segments, group);
    for (std::size_t i = 0; i < 2; ++i) {
      const Lanes from = checked(segment.column(i));
      const Lanes to = checked(segment.column(2 + i));
      const LongLanes apart = two_sum(checked(point.column(1 + i)), -checked(segment.column(4 + i)));
      from_end[0][i] = Offset(apart, from);
      from_end[1][i] = Offset(apart, to);
      v[i] = two_sum(checked(point.column(3 + i)), -checked(segment.column(6 + i)));
      along[i] = two_sum(to, -from);
    }
  }

 private:
  HWY_INLINE Lanes checked(Lanes x) {
    valid = valid & in_range(x);
    return x;
  }
};

/// A rounded number and its error.
struct Rounded {
  Lanes value;
  Lanes error;

  HWY_INLINE Mask positive() const { return value > error; }
  HWY_INLINE Mask negative() const { return value < -error; }
};

/// x times y across.
HWY_INLINE Rounded cross(const PerAxis<Offset, 2>& x, const PerAxis<LongLanes, 2>& y) {
  const Lanes left = x[0].value * y[1].high;
  const Lanes right = x[1].value * y[0].high;
  const Lanes sizes = x[0].size * abs(y[1].high) + x[1].size * abs(y[0].high);
  return {left - right, Lanes(8.0 * kHalfUlp) * (abs(left) + abs(right)) + Lanes(0x1p-102) * sizes};
}

HWY_INLINE Rounded cross(const PerAxis<LongLanes, 2>& x, const PerAxis<LongLanes, 2>& y) {
  const Lanes left = x[0].high * y[1].high;
  const Lanes right = x[1].high * y[0].high;
  return {left - right, Lanes(8.0 * kHalfUlp) * (abs(left) + abs(right))};
}

struct Sketch {
  Rounded side_from;  // of the course that the ends are on
  Rounded side_to;
  Rounded height;  // N: of the point over the line, times the segment's length
  Rounded speed;   // W: of its fall, times the segment's length

  HWY_INLINE explicit Sketch(const PointAndSegment& pair)
      : side_from(cross(pair.from_end[0], pair.v)),
        side_to(cross(pair.from_end[1], pair.v)),
        height(cross(pair.from_end[0], pair.along)),
        speed(cross(pair.along, pair.v)) {}

  HWY_INLINE Mask surely_missed(double end) const {
    const Mask beside =
        (side_from.positive() & side_to.positive()) | (side_from.negative() & side_to.negative());
    const Mask before = (height.positive() & speed.negative()) | (height.negative() & speed.positive());
    const Lanes fastest = abs(speed.value) + speed.error;
    const Mask after = abs(height.value) - height.error > Lanes(1.0 + 0x1p-50) * (fastest * end);
    return beside | before | after;
  }

  HWY_INLINE Mask surely_crossed() const {
    return (side_from.positive() & side_to.negative() & speed.positive()) |
           (side_from.negative() & side_to.positive() & speed.negative());
  }
};

/// The time at which a course crosses the line, from sums with twice the digits.
HWY_INLINE Between time_of(const PointAndSegment& pair) {
  const PerAxis<Offset, 2>& d = pair.from_end[0];
  SplitSum n{0.0, 0.0};
  n.add_product(split(d[0].exact), split(pair.along[1]));
  n.add_product(split({-d[1].exact.high, -d[1].exact.low}), split(pair.along[0]));
  SplitSum w{0.0, 0.0};
  w.add_product(split(pair.along[0]), split(pair.v[1]));
  w.add_product(split({-pair.along[1].high, -pair.along[1].low}), split(pair.v[0]));
  const LongLanes height = two_sum(n.sum, n.rest);
  const LongLanes speed = two_sum(w.sum, w.rest);
  const Lanes height_error =
      Lanes(0x1p-73) * (d[0].size * abs(pair.along[1].high) + d[1].size * abs(pair.along[0].high));
  const Lanes speed_error =
      Lanes(0x1p-73) * (abs(pair.along[0].high * pair.v[1].high) + abs(pair.along[1].high * pair.v[0].high));
  const LongLanes fast{abs(speed.high), times_sign(speed.low, speed.high)};
  const LongLanes high{times_sign(height.high, speed.high), times_sign(height.low, speed.high)};
  const Mask sharp = speed_error < Lanes(0x1p-20) * fast.high;
  const Lanes error = height_error + Lanes(1.01) * (high.high / either(sharp, fast.high, 1.0)) * speed_error;
  Between r = quotient(high, error, {either(sharp, fast.high, 1.0), or_zero(sharp, fast.low)});
  r.sure = r.sure & sharp;
  return r;
}

HWY_INLINE Certain meet_once(const Straight<Point, 2>* points, const Straight<Segment<2>, 2>* segments,
                             const Group& group, double end, Fields<2>& fields) {
  const PointAndSegment pair(points, segments, group);
  const Sketch sketch(pair);
  const Between time = time_of(pair);
  // From the segment to the point: across the segment, against the point's motion.
  const Lanes sign = times_sign(1.0, sketch.speed.value);
  LongVec<2> across;
  across.high = {{sign * pair.along[1].high, -sign * pair.along[0].high}};
  across.low = {{sign * pair.along[1].low, -sign * pair.along[0].low}};
  across.error = {{0.0, 0.0}};
  const Direction<2> direction = scaled<2>(across);

  const Rows point(points, group);
  const PerAxis<Lanes, 2>& c = direction.component;
  const Lanes length = sqrt(c[0] * c[0] + c[1] * c[1]);
  for (std::size_t i = 0; i < 2; ++i) {
    const Lanes normal = Lanes(0.0) - c[i] / length;
    const Lanes middle = (point.column(1 + i) + time.lower * point.column(3 + i)) + 0.0;
    store(normal, fields.normal[i].data());
    store(middle, fields.point_a[i].data());
    store(middle, fields.point_b[i].data());
  }
  store(time.lower, fields.lower.data());
  store(time.upper, fields.upper.data());
  store(number_of(Feature::Kind::Vertex), fields.kind_a.data());
  store(number_of(Feature::Kind::Edge), fields.kind_b.data());

  const Mask met = pair.valid & sketch.surely_crossed() & time.sure;
  const Mask late = time.upper > end;
  return {met & late, met & direction.sure & !late};
}

void answer_point_segment(const Straight<Point, 2>* a, const Straight<Segment<2>, 2>* b, std::size_t count,
                          const Query& query, Encounter<2>* out, Leftover<2>& leftover) {
  if (query.margin != 0.0) return leave_all(count, leftover);
  const double end = std::min(query.horizon, std::numeric_limits<double>::max());
  Numbers survivors;
  cull(a, b, count, query, out, survivors, [&](const Group& group) HWY_ATTR {
    const PointAndSegment pair(a, b, group);
    return pair.valid & Sketch(pair).surely_missed(end);
  });
  meet(survivors, 0.0, out, leftover,
       [&](const Group& group, Fields<2>& fields) HWY_ATTR { return meet_once(a, b, group, end, fields); });
}

}  // namespace
}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firsthit {

HWY_EXPORT(answer_point_segment);

void answer(const Straight<Point, 2>* a, const Straight<Segment<2>, 2>* b, std::size_t count,
            const Query& query, Encounter<2>* out, Leftover<2>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_point_segment)(a, b, count, query, out, leftover);
}

}  // namespace firsthit
#endif
