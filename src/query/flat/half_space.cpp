#include "query/flat/half_space.hpp"

#include "core/vec_math.hpp"
#include "exact/double_double.hpp"
#include "exact/double_order.hpp"
#include "exact/error_free.hpp"
#include "exact/signed_sum.hpp"
#include "query/base/scaling.hpp"
#include "query/convex/filter/filter_rounding.hpp"
#include "query/round/ball_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

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
Dyadic least_along(const Exact<D>& normal, const RoundedPolytope<D>& core, const SupportFeature<D>& lowest) {
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
  const auto see = [&](const Vec<D>& offset) {
    const Dyadic height = dot<D>(normal, offset);
    if (first || (height - least).sign() < 0) least = height;
    first = false;
  };
  if (core.wide) {  // what underflows may have hidden the lowest
    for (const Vec<D>& offset : core.offsets) see(offset);
  } else {
    for (const auto& vertex : lowest.vertices()) see(vertex.offset);
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
                       const SupportFeature<D>& lowest, double reach) {
  // Of the gap's terms n x has 7.2 u (difference, product, five sums), n o 9.3 u, all others less: counted as
  // 16 u, which leaves room for the roundings of the window's end. The rate has 5.1 u: counted as 8 u.
  constexpr double kRounding = 0x1p-53;
  const Vec<D> apart = course.position - solid.position;
  const Vec<D> velocity = course.velocity - solid.velocity;
  const double grown = reach * length(plane.normal);
  double size = std::fabs(plane.offset) + grown + size_along(lowest.sizes(), plane.normal);
  double rate_size = 0.0;
  for (std::size_t i = 0; i < D; ++i) {
    size += std::fabs(plane.normal[i] * apart[i]);
    rate_size += std::fabs(plane.normal[i] * velocity[i]);
  }
  return {((dot(plane.normal, apart) - lowest.reach()) - plane.offset) - grown, 16.0 * kRounding * size,
          dot(plane.normal, velocity), 8.0 * kRounding * rate_size};
}

/// Is the gap open at both ends of the window, and so, being linear, all the time?
bool surely_open(const RoundedGap& g, double end) {
  const double least = g.gap - g.gap_error;
  return least > 0.0 && least + (g.rate - g.rate_error) * end > 0.0;
}

template <int D>
Enclosed enclosed_dot(const Vec<D>& a, const Vec<D>& b) {
  Enclosed r = Enclosed(a[0]) * Enclosed(b[0]);
  for (std::size_t i = 1; i < D; ++i) r = r + Enclosed(a[i]) * Enclosed(b[i]);
  return r;
}

/// a . (b - c)
template <int D>
Enclosed enclosed_dot(const Vec<D>& a, const Vec<D>& b, const Vec<D>& c) {
  Enclosed r;
  for (std::size_t i = 0; i < D; ++i) r = r + Enclosed(a[i]) * Enclosed(exact_difference(b[i], c[i]), 0.0);
  return r;
}

/// The least of normal . offset over all vertices of a core.
template <int D>
Enclosed enclosed_least(const Vec<D>& normal, const RoundedPolytope<D>& core,
                        const SupportFeature<D>& lowest) {
  Enclosed least;
  if (core.box != nullptr) {
    for (std::size_t k = 0; k < D; ++k) {
      const Enclosed along = enclosed_dot(normal, core.box->axes[k]);
      const Enclosed reach = Enclosed(core.box->half_extents[k]) * along;
      least = least - (along.value.high < 0.0 ? -reach : reach);  // a wrong sign is within the error
    }
    return least;
  }
  bool first = true;
  double error = 0.0;
  for (const auto& vertex : lowest.vertices()) {
    const Enclosed height = enclosed_dot(normal, vertex.offset);
    error = std::max(error, height.error);
    if (first || (height - least).surely_negative()) least = height;
    first = false;
  }
  return {least.value, 4.0 * error};
}

/// Finds the impact of what is apart at the start and closes, if rounding leaves no doubt about it.
template <int D>
bool surely_impacts(const Course<D>& solid, const HalfSpace<D>& plane, const Course<D>& course,
                    const RoundedPolytope<D>& core, const SupportFeature<D>& lowest, double margin,
                    double end, GapEvent& event) {
  const Enclosed rate = enclosed_dot(plane.normal, course.velocity, solid.velocity);
  if (!rate.surely_negative() || rate.error > -0x1p-60 * rate.value.high) return false;
  Enclosed gap = enclosed_dot(plane.normal, course.position, solid.position) +
                 enclosed_least(plane.normal, core, lowest) - Enclosed(plane.offset);
  const Enclosed reach = Enclosed(core.radius) + Enclosed(margin);
  if (!reach.surely_zero()) gap = gap - reach * square_root(enclosed_dot(plane.normal, plane.normal));
  if (!gap.surely_positive()) return false;

  const double guess = gap.value.high / -rate.value.high;
  const Enclosed rest = gap + rate * Enclosed(guess);
  const double step = rest.value.high / -rate.value.high;
  const Exactly time = two_sum(guess, step);
  // The step is small: that its divisor is rounded, to u + 2^-60, and its own roundings, count below 2^-50 of
  // it.
  const double error = 1.01 * (rest.error / -rate.value.high) + 0x1p-50 * std::fabs(step);
  NeighbouringDoubles times;
  if (!surely_between({time.value, time.error}, error, times)) return false;
  event = {};
  if (times.upper <= end) event = {GapEvent::Kind::Impact, times.lower, times.upper, times.lower};
  return true;
}

/// All doubles in their order, 0 as 0.
std::int64_t place_in_order(double x) { return x < 0.0 ? -ordinal(-x) : ordinal(x); }
double at_place(std::int64_t place) { return place < 0 ? -from_ordinal(-place) : from_ordinal(place); }

/// The double nearest to a number x, ties to even, given the sign of x - y for any y.
/// Requires: x is within the range of doubles.
template <class SignOver>
double nearest_double(double guess, const SignOver& sign_over) {
  // Outwards from the guess in steps that double, then by halving, to neighbours around x.
  constexpr std::int64_t kLast = ordinal(std::numeric_limits<double>::max());
  const auto longer = [](std::int64_t step) { return std::min(2 * step, std::int64_t{1} << 61); };
  std::int64_t low = std::isfinite(guess) ? place_in_order(guess) : 0;
  std::int64_t high = low;
  for (std::int64_t step = 1; sign_over(Dyadic(at_place(low))) < 0; step = longer(step))
    low = low < step - kLast ? -kLast : low - step;
  for (std::int64_t step = 1; sign_over(Dyadic(at_place(high))) > 0; step = longer(step))
    high = high > kLast - step ? kLast : high + step;
  while (low < high - 1) {
    const std::int64_t middle = low / 2 + high / 2 + (low % 2 + high % 2) / 2;
    (sign_over(Dyadic(at_place(middle))) < 0 ? high : low) = middle;
  }
  if (low == high || sign_over(Dyadic(at_place(low))) == 0) return at_place(low);
  const int sign = sign_over((Dyadic(at_place(low)) + Dyadic(at_place(high))) * Dyadic(0.5));
  const bool is_upper = sign > 0 || (sign == 0 && low % 2 != 0);
  return at_place(is_upper ? high : low);
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

GapEvent PlaneGap::first_event(double end, double guess) const {
  return firsthit::first_event(plane_gap(height, reach * weight, radicand), 0.0, end, guess);
}

double PlaneGap::now(double guess) const {
  const auto sign_over = [&](const Dyadic& x) {
    return plane_gap({height[0], {}, {}}, (reach + x) * weight, radicand).sign_of_coefficient(0);
  };
  return nearest_double(guess, sign_over);
}

template <int D>
PlaneGap plane_gap(const Course<D>& solid, const HalfSpace<D>& plane, const Course<D>& course,
                   const RoundedPolytope<D>& core, const SupportFeature<D>& lowest, double margin) {
  const Exact<D> normal = exact<D>(plane.normal);
  const Dyadic offset = Dyadic(plane.offset) - least_along<D>(normal, core, lowest);
  return {along<D>(normal, relative_path(solid, course), offset), Dyadic(core.radius) + Dyadic(margin),
          Dyadic(1.0), dot<D>(normal, plane.normal)};
}

template <int D>
GapEvent half_space_event(const Course<D>& solid, const HalfSpace<D>& plane, const Course<D>& course,
                          const RoundedPolytope<D>& core, const SupportFeature<D>& lowest, double margin,
                          double end, QueryTrace* trace) {
  const RoundedGap rounded = rounded_gap(solid, plane, course, lowest, core.radius + margin);
  if (solid.acceleration == course.acceleration && !core.wide) {
    GapEvent event;
    if (surely_open(rounded, end) || surely_impacts(solid, plane, course, core, lowest, margin, end, event)) {
      if (trace != nullptr) ++trace->filtered;
      return event;
    }
  }
  if (trace != nullptr) ++trace->exact;
  const double guess =
      plane_delay(rounded.gap, rounded.rate, dot(plane.normal, course.acceleration - solid.acceleration));
  return plane_gap(solid, plane, course, core, lowest, margin).first_event(end, guess);
}

template <int D>
std::optional<PlaneGap> plane_gap(const Course<D>& at_a, const HalfSpace<D>& a, const Course<D>& at_b,
                                  const HalfSpace<D>& b, double margin) {
  const std::size_t axis = largest_axis(a.normal);
  if (!are_parallel(a.normal, b.normal) || (a.normal[axis] < 0.0) == (b.normal[axis] < 0.0))
    return std::nullopt;
  // Along a's normal, b is solid from -b.offset |a| / |b| on. Everything times b's length along the axis.
  const Dyadic a_length(std::fabs(a.normal[axis]));
  const Dyadic b_length(std::fabs(b.normal[axis]));
  Exact<D> normal = exact<D>(a.normal);
  const Dyadic radicand = dot<D>(normal, a.normal);
  for (Dyadic& x : normal) x = x * b_length;
  const Dyadic offset = Dyadic(a.offset) * b_length + Dyadic(b.offset) * a_length;
  return PlaneGap{along<D>(normal, relative_path(at_a, at_b), offset), Dyadic(margin), b_length, radicand};
}

namespace {

/// How high the origin is over a plane that stands at d, less the radius, times the normal's length.
struct GapAtOrigin {
  double gap;
  bool is_sure;  ///< is the sign exact, and the error at most 2^-36 of it?
};

template <int D>
GapAtOrigin gap_at_origin(const HalfSpace<D>& plane, const Vec<D>& d, double radius) {
  const double reach = radius * length(plane.normal);
  double size = std::fabs(plane.offset) + reach;
  for (std::size_t i = 0; i < D; ++i) size += std::fabs(plane.normal[i] * d[i]);
  const double gap = (-dot(plane.normal, d) - plane.offset) - reach;
  if (std::fabs(gap) > kBallDoubt * size) return {gap, true};
  const Enclosed sharp = -(enclosed_dot(plane.normal, d) + Enclosed(plane.offset)) -
                         Enclosed(radius) * square_root(enclosed_dot(plane.normal, plane.normal));
  return {sharp.value.high, sharp.surely_zero() || sharp.error < 0x1p-40 * sharp.size()};
}

}  // namespace

template <int D>
double ball_half_space_delay(const HalfSpace<D>& plane, const Vec<D>& d, const Vec<D>& v, const Vec<D>& g,
                             double radius) {
  // The squared rate at the plane is a difference of terms that are known to 2^-47 (the rate, squared) and
  // 2^-35 (pull times gap, which is known to 2^-36): closer than 2^-32 the exact stage is asked.
  constexpr double kTurnDoubt = 0x1p-32;
  const double rate = precise_dot(plane.normal, v);
  const double pull = precise_dot(plane.normal, g);
  if (rate >= 0.0 && pull >= 0.0) return kNever;
  const auto [gap, is_sure] = gap_at_origin(plane, d, radius);
  const double drop = 2.0 * pull * gap;
  const bool may_turn = pull > 0.0 && gap > 0.0 && std::fabs(rate * rate - drop) <= kTurnDoubt * drop;
  const bool is_in_doubt = !is_sure || may_turn;
  if (!is_in_doubt || !(is_in_range(plane.normal) && is_in_range(Vec<2>{plane.offset, radius}) &&
                        is_in_range(d) && is_in_range(v) && is_in_range(g)))
    return plane_delay(gap, rate, pull);
  RoundedPolytope<D> ball;
  ball.offsets = {ball.own.data(), 1};
  ball.radius = radius;
  const SupportFeature<D> centre(ball, plane.normal);
  const GapEvent event = plane_gap(Course<D>{d, {}, {}}, plane, Course<D>{{}, v, g}, ball, centre, 0.0)
                             .first_event(std::numeric_limits<double>::max(), plane_delay(gap, rate, pull));
  return event.kind == GapEvent::Kind::None ? kNever : event.lower;
}

template double ball_half_space_delay(const HalfSpace<2>&, const Vec<2>&, const Vec<2>&, const Vec<2>&,
                                      double);
template double ball_half_space_delay(const HalfSpace<3>&, const Vec<3>&, const Vec<3>&, const Vec<3>&,
                                      double);
template GapEvent half_space_event(const Course<2>&, const HalfSpace<2>&, const Course<2>&,
                                   const RoundedPolytope<2>&, const SupportFeature<2>&, double, double,
                                   QueryTrace*);
template GapEvent half_space_event(const Course<3>&, const HalfSpace<3>&, const Course<3>&,
                                   const RoundedPolytope<3>&, const SupportFeature<3>&, double, double,
                                   QueryTrace*);
template PlaneGap plane_gap(const Course<2>&, const HalfSpace<2>&, const Course<2>&,
                            const RoundedPolytope<2>&, const SupportFeature<2>&, double);
template PlaneGap plane_gap(const Course<3>&, const HalfSpace<3>&, const Course<3>&,
                            const RoundedPolytope<3>&, const SupportFeature<3>&, double);
template std::optional<PlaneGap> plane_gap(const Course<2>&, const HalfSpace<2>&, const Course<2>&,
                                           const HalfSpace<2>&, double);
template std::optional<PlaneGap> plane_gap(const Course<3>&, const HalfSpace<3>&, const Course<3>&,
                                           const HalfSpace<3>&, double);

}  // namespace firsthit
