#include "c/queries.hpp"
#include "c/structs.hpp"
#include "c/values.hpp"

#include <firsthit/batch.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

using namespace firsthit;
using namespace firsthit::c;

namespace {

/// So many pairs are copied side by side for the lanes: they stay in the fastest cache.
constexpr std::size_t kAtOnce = 128;

template <int D>
Straight<Ball, D> straight(const FirsthitMovingBall& x, const char* where) {
  return {{x.radius}, vec<D>(x.position, where), vec<D>(x.velocity, where)};
}

template <int D>
Straight<Box<D>, D> straight(const FirsthitMovingBox& x, const char* where) {
  return {{vec<D>(x.half_extents, where)}, vec<D>(x.position, where), vec<D>(x.velocity, where)};
}

template <int D>
Straight<OrientedBox<D>, D> straight(const FirsthitMovingOrientedBox& x, const char* where) {
  OrientedBox<D> shape{vec<D>(x.half_extents, where), {}};
  for (std::size_t k = 0; k < std::size_t{D}; ++k) shape.axes[k] = vec<D>(x.axes[k], where);
  return {shape, vec<D>(x.position, where), vec<D>(x.velocity, where)};
}

template <int D>
Straight<Point, D> straight(const FirsthitMovingPoint& x, const char* where) {
  return {{}, vec<D>(x.position, where), vec<D>(x.velocity, where)};
}

template <int D>
Straight<Segment<D>, D> straight(const FirsthitMovingSegment& x, const char* where) {
  return {{vec<D>(x.from, where), vec<D>(x.to, where)}, vec<D>(x.position, where), vec<D>(x.velocity, where)};
}

template <int D>
Turning<Box<D>, D> straight(const FirsthitSpinningBox& x, const char* where) {
  return {{vec<D>(x.half_extents, where)},
          {vec<D>(x.position, where), vec<D>(x.velocity, where), x.angular_velocity,
           orientation<D>(x.orientation, where), vec<D>(x.acceleration, where), vec<D>(x.centre, where)}};
}

template <int D, class A, class B>
void answer(const A* a, const B* b, std::size_t count, const Query& query, Rows<FirsthitEncounter>& into) {
  std::array<decltype(straight<D>(*a, "")), kAtOnce> side_a;
  std::array<decltype(straight<D>(*b, "")), kAtOnce> side_b;
  std::array<Encounter<D>, kAtOnce> out;
  for (std::size_t begin = 0; begin < count; begin += kAtOnce) {
    const std::size_t n = std::min(kAtOnce, count - begin);
    for (std::size_t i = 0; i < n; ++i) {
      side_a[i] = straight<D>(a[begin + i], "a");
      side_b[i] = straight<D>(b[begin + i], "b");
    }
    first_hit(std::span(std::as_const(side_a)).first(n), std::span(std::as_const(side_b)).first(n),
              std::span(out).first(n), query);
    for (std::size_t i = 0; i < n; ++i) into.write(begin + i, told(out[i]));
  }
}

/// In the plane, or in any dimension.
template <bool kAnyDimension, class A, class B>
FirsthitStatus batch(std::int32_t dimension, const A* a, const B* b, std::size_t count,
                     const FirsthitQuery* query, FirsthitEncounter* into) {
  return guarded([&] {
    array(a, count, "a");
    array(b, count, "b");
    Rows<FirsthitEncounter> rows(into, count, "into");
    const Query asked = c::query(query);
    in_dimension(dimension, [&]<int D>() {
      if constexpr (D == 2 || kAnyDimension) answer<D>(a, b, count, asked, rows);
    });
  });
}

}  // namespace

FirsthitStatus firsthit_first_hit_balls(std::int32_t dimension, const FirsthitMovingBall* a,
                                        const FirsthitMovingBall* b, std::size_t count,
                                        const FirsthitQuery* query, FirsthitEncounter* into) {
  return batch<true>(dimension, a, b, count, query, into);
}

FirsthitStatus firsthit_first_hit_boxes(std::int32_t dimension, const FirsthitMovingBox* a,
                                        const FirsthitMovingBox* b, std::size_t count,
                                        const FirsthitQuery* query, FirsthitEncounter* into) {
  return batch<true>(dimension, a, b, count, query, into);
}

FirsthitStatus firsthit_first_hit_oriented_boxes(std::int32_t dimension, const FirsthitMovingOrientedBox* a,
                                                 const FirsthitMovingOrientedBox* b, std::size_t count,
                                                 const FirsthitQuery* query, FirsthitEncounter* into) {
  return batch<true>(dimension, a, b, count, query, into);
}

FirsthitStatus firsthit_first_hit_balls_and_boxes(std::int32_t dimension, const FirsthitMovingBall* a,
                                                  const FirsthitMovingBox* b, std::size_t count,
                                                  const FirsthitQuery* query, FirsthitEncounter* into) {
  return batch<true>(dimension, a, b, count, query, into);
}

FirsthitStatus firsthit_first_hit_points_and_segments(const FirsthitMovingPoint* a,
                                                      const FirsthitMovingSegment* b, std::size_t count,
                                                      const FirsthitQuery* query, FirsthitEncounter* into) {
  return batch<false>(2, a, b, count, query, into);
}

FirsthitStatus firsthit_first_hit_spinning_boxes(const FirsthitSpinningBox* a, const FirsthitSpinningBox* b,
                                                 std::size_t count, const FirsthitQuery* query,
                                                 FirsthitEncounter* into) {
  return batch<false>(2, a, b, count, query, into);
}
