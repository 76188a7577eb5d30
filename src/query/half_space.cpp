#include "query/half_space.hpp"

#include "core/vec_math.hpp"
#include "exact/error_free.hpp"
#include "query/ball_kernels.hpp"
#include "query/exact_path.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

template <int D>
using Exact = std::array<Dyadic, static_cast<std::size_t>(D)>;

template <int D>
Exact<D> exact(const Vec<D>& a) {
  Exact<D> r;
  for (std::size_t i = 0; i < D; ++i) r[i] = Dyadic(a[i]);
  return r;
}

template <int D>
Dyadic dot(const Exact<D>& a, const Vec<D>& b) {
  Dyadic r;
  for (std::size_t i = 0; i < D; ++i) r = r + a[i] * Dyadic(b[i]);
  return r;
}

/// The least of normal . offset over all vertices of a core, exactly.
template <int D>
Dyadic least_along(const Exact<D>& normal, const Core<D>& core, const Patch<D>& lowest) {
  Dyadic least;
  if (core.box != nullptr) {
    for (std::size_t k = 0; k < D; ++k) {
      const Dyadic along = dot<D>(normal, core.box->axes[k]);
      const Dyadic half(core.box->half_extents[k]);
      least = least - half * (along.sign() < 0 ? -along : along);
    }
    return least;
  }
  bool first = true;
  for (const auto& vertex : lowest.vertices()) {
    const Dyadic height = dot<D>(normal, vertex.offset);
    if (first || (height - least).sign() < 0) least = height;
    first = false;
  }
  return least;
}

/// The gap at the start times the normal's length, its rate, and how far rounding may have put them off.
struct RoundedGap {
  double gap, gap_error;
  double rate, rate_error;
};

template <int D>
RoundedGap rounded_gap(const Course<D>& solid, const HalfSpace<D>& plane, const Course<D>& course,
                       double lowest, double lowest_size, double reach) {
  constexpr double kRounding = 0x1p-53;
  const Vec<D> apart = course.position - solid.position;
  const Vec<D> velocity = course.velocity - solid.velocity;
  const double grown = reach * length(plane.normal);
  double size = std::fabs(plane.offset) + grown + lowest_size;
  double rate_size = 0.0;
  for (std::size_t i = 0; i < D; ++i) {
    size += std::fabs(plane.normal[i] * apart[i]);
    rate_size += std::fabs(plane.normal[i] * velocity[i]);
  }
  return {((dot(plane.normal, apart) + lowest) - plane.offset) - grown, 16.0 * kRounding * size,
          dot(plane.normal, velocity), 8.0 * kRounding * rate_size};
}

/// Is the gap open at both ends of the window, and so, being linear, all the time?
bool surely_open(const RoundedGap& g, double end) {
  const double least = g.gap - g.gap_error;
  return least > 0.0 && least + (g.rate - g.rate_error) * end > 0.0;
}

bool are_parallel(const Vec<2>& a, const Vec<2>& b) {
  return difference_of_products(a[0], b[1], a[1], b[0]) == 0.0;
}
bool are_parallel(const Vec<3>& a, const Vec<3>& b) {
  return difference_of_products(a[0], b[1], a[1], b[0]) == 0.0 &&
         difference_of_products(a[1], b[2], a[2], b[1]) == 0.0 &&
         difference_of_products(a[2], b[0], a[0], b[2]) == 0.0;
}

}  // namespace

template <int D>
GapEvent half_space_event(const Course<D>& solid, const HalfSpace<D>& plane, const Course<D>& course,
                          const Core<D>& core, const Patch<D>& lowest, double margin, double end) {
  const double reach = core.radius + margin;
  const RoundedGap rounded =
      rounded_gap(solid, plane, course, -lowest.reach(), size_along(lowest.sizes(), plane.normal), reach);
  if (solid.acceleration == course.acceleration && surely_open(rounded, end)) return {};

  const Exact<D> normal = exact<D>(plane.normal);
  const Dyadic offset = Dyadic(plane.offset) - least_along<D>(normal, core, lowest);
  const Parabola height = along<D>(normal, relative_path(solid, course), offset);
  const double guess =
      plane_delay(rounded.gap, rounded.rate, dot(plane.normal, course.acceleration - solid.acceleration));
  return first_event(plane_gap(height, Dyadic(core.radius) + Dyadic(margin), dot<D>(normal, plane.normal)),
                     0.0, end, guess);
}

template <int D>
std::optional<GapEvent> half_spaces_event(const Course<D>& at_a, const HalfSpace<D>& a, const Course<D>& at_b,
                                          const HalfSpace<D>& b, double margin, double end) {
  const std::size_t axis = largest_axis(a.normal);
  if (!are_parallel(a.normal, b.normal) || (a.normal[axis] < 0.0) == (b.normal[axis] < 0.0))
    return std::nullopt;
  // Along a's normal, b is solid from -b.offset |a| / |b| on. Everything times b's length along the axis.
  const Dyadic a_length(std::fabs(a.normal[axis]));
  const Dyadic b_length(std::fabs(b.normal[axis]));
  Exact<D> normal = exact<D>(a.normal);
  Dyadic radicand = dot<D>(normal, a.normal);
  for (Dyadic& x : normal) x = x * b_length;
  const Parabola height =
      along<D>(normal, relative_path(at_a, at_b), Dyadic(a.offset) * b_length + Dyadic(b.offset) * a_length);
  const double stretch = length(a.normal);
  const double gap = dot(a.normal, at_b.position - at_a.position) - a.offset -
                     b.offset * (stretch / length(b.normal)) - margin * stretch;
  const double guess = plane_delay(gap, dot(a.normal, at_b.velocity - at_a.velocity),
                                   dot(a.normal, at_b.acceleration - at_a.acceleration));
  return first_event(plane_gap(height, Dyadic(margin) * b_length, radicand), 0.0, end, guess);
}

template GapEvent half_space_event(const Course<2>&, const HalfSpace<2>&, const Course<2>&, const Core<2>&,
                                   const Patch<2>&, double, double);
template GapEvent half_space_event(const Course<3>&, const HalfSpace<3>&, const Course<3>&, const Core<3>&,
                                   const Patch<3>&, double, double);
template std::optional<GapEvent> half_spaces_event(const Course<2>&, const HalfSpace<2>&, const Course<2>&,
                                                   const HalfSpace<2>&, double, double);
template std::optional<GapEvent> half_spaces_event(const Course<3>&, const HalfSpace<3>&, const Course<3>&,
                                                   const HalfSpace<3>&, double, double);

}  // namespace firsthit
