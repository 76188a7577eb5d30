#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/oriented_boxes.cpp"
#include <hwy/foreach_target.h>

#include "query/batch/encounters.hpp"
#include "query/batch/kernels.hpp"
#include "query/batch/oriented.hpp"
#include "query/batch/survivors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {
namespace {

/// The contact of a corner of one box with a side of the other. Returns where there is such a one.
template <int D, class Table>
HWY_INLINE Mask fill_corner(const Table& a, const Table& b, const Boxes<D>& boxes, const FacetTouch<D>& touch,
                            Fields<D>& fields) {
  const PerAxis<Lanes, D>& direction = touch.direction.component;
  Mask told = touch.side_of_a | touch.side_of_b;
  PerAxis<Lanes, D> corner[2];  // [L] from the places of a and b
  Lanes number[2];              // of these corners
  Lanes side[2];                // the number of the side that is met
  for (std::size_t box = 0; box < 2; ++box) {
    for (std::size_t i = 0; i < D; ++i) corner[box][i] = 0.0;
    number[box] = 0.0;
    side[box] = 0.0;
    Lanes size = 0.0;
    Lanes least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < D; ++k) {
      const std::size_t m = D * box + k;
      const Lanes out = dot(direction, boxes.side[m]);
      const Lanes outward = box == 0 ? out : -out;
      const Mask up = outward > 0.0;
      const Lanes half = either(up, boxes.half[m], -boxes.half[m]);
      for (std::size_t i = 0; i < D; ++i) {
        corner[box][i] = corner[box][i] + half * boxes.side[m][i];
        size = size + abs(direction[i] * (boxes.half[m] * boxes.side[m][i]));
      }
      least = either(touch.along[m], least, smaller(least, boxes.half[m] * abs(out)));
      number[box] = number[box] + or_zero(up, static_cast<double>(1U << k));
      side[box] = either(touch.along[m], side[box], Lanes(2.0 * static_cast<double>(k)) + or_zero(up, 1.0));
    }
    // The corner, or the side, is told from what lies next to it.
    told = told & boxes.extended[box] & (Lanes(2.0) * least > Lanes(0x1p-47) * size);
  }

  Lanes square = direction[0] * direction[0];
  for (std::size_t i = 1; i < D; ++i) square = square + direction[i] * direction[i];
  const Lanes length = sqrt(square);
  constexpr std::size_t kPlace = D + D * D;
  for (std::size_t i = 0; i < D; ++i) {
    const Lanes normal = direction[i] / length;
    const Lanes of_a = (a.column(kPlace + i) + touch.time.lower * a.column(kPlace + D + i)) + corner[0][i];
    const Lanes of_b = (b.column(kPlace + i) + touch.time.lower * b.column(kPlace + D + i)) + corner[1][i];
    const Lanes place = either(touch.side_of_a, of_b, of_a);
    store(normal, fields.normal[i].data());
    store(place, fields.point_a[i].data());
    store(place, fields.point_b[i].data());
  }
  constexpr double kSide = number_of(D == 2 ? Feature::Kind::Edge : Feature::Kind::Face);
  constexpr double kVertex = number_of(Feature::Kind::Vertex);
  store(either(touch.side_of_a, kSide, kVertex), fields.kind_a.data());
  store(either(touch.side_of_a, side[0], number[0]), fields.index_a.data());
  store(either(touch.side_of_a, kVertex, kSide), fields.kind_b.data());
  store(either(touch.side_of_a, number[1], side[1]), fields.index_b.data());
  return told;
}

template <int D>
HWY_INLINE void answer_oriented(const Straight<OrientedBox<D>, D>* a, const Straight<OrientedBox<D>, D>* b,
                                std::size_t count, const Query& query, Encounter<D>* out,
                                Leftover<D>& leftover) {
  if (query.margin != 0.0) return leave_all(count, leftover);
  const double end = std::min(query.horizon, std::numeric_limits<double>::max());
  Numbers survivors;
  cull(a, b, count, query, out, survivors, [&](const Group& group) HWY_ATTR {
    const Boxes<D> boxes(a, b, group);
    return boxes.valid & Sweep<D>(boxes, Shadows<D>(boxes), end).missed(end);
  });
  meet(survivors, 0.0, out, leftover, [&](const Group& group, Fields<D>& fields) HWY_ATTR {
    const Boxes<D> boxes(a, b, group);
    const Shadows<D> shadows(boxes);
    const FacetTouch<D> touch(boxes, shadows, Sweep<D>(boxes, shadows, end));
    fields.take(touch.time, touch.direction);
    const Mask told = fill_corner(Rows(a, group), Rows(b, group), boxes, touch, fields);
    const Mask sure = boxes.valid & touch.sure;
    const Mask late = touch.time.upper > end;
    const Mask met = sure & touch.direction.sure & !late;
    return Certain{sure & late, met & told, met & !told};
  });
}

void answer_oriented_2(const Straight<OrientedBox<2>, 2>* a, const Straight<OrientedBox<2>, 2>* b,
                       std::size_t count, const Query& query, Encounter<2>* out, Leftover<2>& leftover) {
  answer_oriented(a, b, count, query, out, leftover);
}

void answer_oriented_3(const Straight<OrientedBox<3>, 3>* a, const Straight<OrientedBox<3>, 3>* b,
                       std::size_t count, const Query& query, Encounter<3>* out, Leftover<3>& leftover) {
  answer_oriented(a, b, count, query, out, leftover);
}

}  // namespace
}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firsthit {

HWY_EXPORT(answer_oriented_2);
HWY_EXPORT(answer_oriented_3);

void answer(const Straight<OrientedBox<2>, 2>* a, const Straight<OrientedBox<2>, 2>* b, std::size_t count,
            const Query& query, Encounter<2>* out, Leftover<2>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_oriented_2)(a, b, count, query, out, leftover);
}

void answer(const Straight<OrientedBox<3>, 3>* a, const Straight<OrientedBox<3>, 3>* b, std::size_t count,
            const Query& query, Encounter<3>* out, Leftover<3>& leftover) {
  HWY_DYNAMIC_DISPATCH(answer_oriented_3)(a, b, count, query, out, leftover);
}

}  // namespace firsthit
#endif
