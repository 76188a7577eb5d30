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

/// Some rows of columns, one per lane.
template <int D>
class ColumnRows {
 public:
  HWY_INLINE ColumnRows(const BallColumns<D>& table, const Group& group) {
    const auto& [count, radius, position, velocity] = table;
    if (is_without_gap(group) && radius.step == 1 && position.step == D && velocity.step == D) {
      column_[0] = hn::LoadU(Tag(), at(radius, group.number[0]));
      load(at(position, group.number[0]), &column_[1]);
      load(at(velocity, group.number[0]), &column_[1 + D]);
      return;
    }
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    constexpr __mmask8 kPlace = (1U << D) - 1U;
    __m512d row[8];  // place and radius, velocity
    for (std::size_t k = 0; k < 8; ++k) {
      const std::uint32_t number = group.number[k];
      const __m256d place = _mm256_maskz_loadu_pd(kPlace, at(position, number));
      const __m256d ball = _mm256_mask_broadcastsd_pd(place, 1U << D, _mm_load_sd(at(radius, number)));
      row[k] = _mm512_insertf64x4(_mm512_castpd256_pd512(ball),
                                  _mm256_maskz_loadu_pd(kPlace, at(velocity, number)), 1);
    }
    Lanes turned[8];
    transpose(row, turned);
    column_[0] = turned[D];
    for (std::size_t i = 0; i < D; ++i) {
      column_[1 + i] = turned[i];
      column_[1 + D + i] = turned[4 + i];
    }
#else
    column_[0] = one_by_one(radius, group, 0);
    for (std::size_t i = 0; i < D; ++i) {
      column_[1 + i] = one_by_one(position, group, i);
      column_[1 + D + i] = one_by_one(velocity, group, i);
    }
#endif
  }
  HWY_INLINE Lanes column(std::size_t i) const { return column_[i]; }

 private:
  using Strided = typename BallColumns<D>::Strided;

  HWY_INLINE static const double* at(const Strided& rows, std::uint32_t number) {
    return rows.first + static_cast<std::ptrdiff_t>(number) * rows.step;
  }
  /// Vectors that stand side by side, an axis each.
  HWY_INLINE static void load(const double* from, Lanes* axis) {
    if constexpr (D == 2) {
      hn::LoadInterleaved2(Tag(), from, axis[0].v, axis[1].v);
    } else {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
      // Of the 24 numbers every third, from each of three registers: 8 + i is number i of the second one.
      const __m512d a = _mm512_loadu_pd(from), b = _mm512_loadu_pd(from + 8), c = _mm512_loadu_pd(from + 16);
      const auto pick = [&](__m512i of_a_and_b, __m512i and_c) HWY_ATTR {
        return hn::Vec<Tag>{_mm512_permutex2var_pd(_mm512_permutex2var_pd(a, of_a_and_b, b), and_c, c)};
      };
      axis[0] =
          pick(_mm512_setr_epi64(0, 3, 6, 9, 12, 15, 0, 0), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 10, 13));
      axis[1] =
          pick(_mm512_setr_epi64(1, 4, 7, 10, 13, 0, 0, 0), _mm512_setr_epi64(0, 1, 2, 3, 4, 8, 11, 14));
      axis[2] =
          pick(_mm512_setr_epi64(2, 5, 8, 11, 14, 0, 0, 0), _mm512_setr_epi64(0, 1, 2, 3, 4, 9, 12, 15));
#else
      hn::LoadInterleaved3(Tag(), from, axis[0].v, axis[1].v, axis[2].v);
#endif
    }
  }
  HWY_INLINE static Lanes one_by_one(const Strided& rows, const Group& group, std::size_t i) {
    HWY_ALIGN double x[kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) x[k] = at(rows, group.number[k])[i];
    return hn::Load(Tag(), x);
  }

  Lanes column_[std::size_t{1 + 2 * D}];
};

/// Two balls per lane: b seen from a.
template <class Rows, int D>
struct Balls {
  Rows a;
  Rows b;
  Course<D> course;
  Mask valid = always();

  template <class Table>
  HWY_INLINE Balls(const Table& table_a, const Table& table_b, const Group& group, double margin)
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
template <class Rows, int D>
HWY_INLINE void fill(const Balls<Rows, D>& balls, double margin, const Touch<D>& touch, Fields<D>& fields) {
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

template <class Rows, class Table, int D>
HWY_INLINE void answer_balls(const Table& a, const Table& b, std::size_t count, const Query& query,
                             Encounter<D>* out, Leftover<D>& leftover) {
  const double end = std::min(query.horizon, std::numeric_limits<double>::max());
  Numbers survivors;
  cull(a, b, count, query, out, survivors, [&](const Group& group) HWY_ATTR {
    const Balls<Rows, D> balls(a, b, group, query.margin);
    return balls.valid & Sketch<D>(balls.course).surely_missed(end);
  });
  meet(survivors, query.margin, out, leftover, [&](const Group& group, Fields<D>& fields) HWY_ATTR {
    const Balls<Rows, D> balls(a, b, group, query.margin);
    const Touch<D> touch(balls.course, Sketch<D>(balls.course));
    fill(balls, query.margin, touch, fields);
    const Mask sure = balls.valid & touch.sure;
    const Mask late = touch.time.upper > end;
    return Certain{sure & late, sure & touch.direction.sure & !late};
  });
}

void answer_balls_2(const Straight<Ball, 2>* a, const Straight<Ball, 2>* b, std::size_t count,
                    const Query& query, Encounter<2>* out, Leftover<2>& leftover) {
  answer_balls<ShortRows<Straight<Ball, 2>>>(a, b, count, query, out, leftover);
}

void answer_columns_2(const BallColumns<2>& a, const BallColumns<2>& b, std::size_t count, const Query& query,
                      Encounter<2>* out, Leftover<2>& leftover) {
  answer_balls<ColumnRows<2>>(a, b, count, query, out, leftover);
}

void answer_balls_3(const Straight<Ball, 3>* a, const Straight<Ball, 3>* b, std::size_t count,
                    const Query& query, Encounter<3>* out, Leftover<3>& leftover) {
  answer_balls<ShortRows<Straight<Ball, 3>>>(a, b, count, query, out, leftover);
}

void answer_columns_3(const BallColumns<3>& a, const BallColumns<3>& b, std::size_t count, const Query& query,
                      Encounter<3>* out, Leftover<3>& leftover) {
  answer_balls<ColumnRows<3>>(a, b, count, query, out, leftover);
}

}  // namespace
}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firsthit {

HWY_EXPORT(answer_balls_2);
HWY_EXPORT(answer_columns_2);
HWY_EXPORT(answer_balls_3);
HWY_EXPORT(answer_columns_3);

void answer(const Straight<Ball, 2>* a, const Straight<Ball, 2>* b, std::size_t count, const Query& query,
            Encounter<2>* out, Leftover<2>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_balls_2)(a, b, count, query, out, leftover);
}

void answer(const BallColumns<2>& a, const BallColumns<2>& b, std::size_t count, const Query& query,
            Encounter<2>* out, Leftover<2>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_columns_2)(a, b, count, query, out, leftover);
}

void answer(const Straight<Ball, 3>* a, const Straight<Ball, 3>* b, std::size_t count, const Query& query,
            Encounter<3>* out, Leftover<3>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_balls_3)(a, b, count, query, out, leftover);
}

void answer(const BallColumns<3>& a, const BallColumns<3>& b, std::size_t count, const Query& query,
            Encounter<3>* out, Leftover<3>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_columns_3)(a, b, count, query, out, leftover);
}

}  // namespace firsthit
#endif
