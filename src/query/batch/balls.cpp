#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/balls.cpp"
#include <hwy/foreach_target.h>

#include "query/batch/encounters.hpp"
#include "query/batch/kernels.hpp"
#include "query/batch/round.hpp"
#include "query/batch/survivors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {
namespace {

/// Two balls per lane: b seen from a.
template <int D>
struct Balls {
  ShortRows<Straight<Ball, D>> a;
  ShortRows<Straight<Ball, D>> b;
  Course<D> course;
  Mask valid = always();

  HWY_INLINE Balls(const Straight<Ball, D>* table_a, const Straight<Ball, D>* table_b, const Group& group,
                   double margin)
      : a(table_a, group), b(table_b, group) {
    course.s = long_sum(checked(a.column(0)), checked(b.column(0)), checked(margin));
    valid = valid & (a.column(0) >= 0.0) & (b.column(0) >= 0.0);
    for (std::size_t i = 0; i < D; ++i) {
      course.p[i] = two_sum(checked(b.column(1 + i)), -checked(a.column(1 + i)));
      course.v[i] = two_sum(checked(b.column(1 + D + i)), -checked(a.column(1 + D + i)));
      course.size[i] = abs(course.p[i].high);
    }
  }

 private:
  HWY_INLINE Lanes checked(Lanes x) {
    valid = valid & in_range(x);
    return x;
  }
};

/// Where the surfaces meet, as contact_region has it for two places with a radius each.
template <int D>
HWY_INLINE void fill(const Balls<D>& balls, double margin, const Touch<D>& touch, Fields<D>& fields) {
  const auto& [a, b, course, valid] = balls;
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
  cull(a, b, count, query, out, survivors, [&](const Group& group) HWY_ATTR {
    const Balls<D> balls(a, b, group, query.margin);
    return balls.valid & Sketch<D>(balls.course).surely_missed(end);
  });
  meet(survivors, query.margin, out, leftover, [&](const Group& group, Fields<D>& fields) HWY_ATTR {
    const Balls<D> balls(a, b, group, query.margin);
    const Touch<D> touch(balls.course, Sketch<D>(balls.course));
    fill(balls, query.margin, touch, fields);
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
