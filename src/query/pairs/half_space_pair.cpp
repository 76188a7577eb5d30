#include "core/vec_math.hpp"
#include "query/flat/half_space.hpp"
#include "query/pairs/pair_kernels.hpp"

#include <cmath>

namespace firsthit {
namespace {

constexpr Feature kPlane{Feature::Kind::Face, 0};

/// Opposite but for rounding: both have a say.
template <int D>
Vec<D> normal_between(const HalfSpace<D>& a, const HalfSpace<D>& b) {
  return unit(unit(a.normal) - unit(b.normal));
}

/// [L] How high a half-space reaches over its place.
template <int D>
double height_of(const HalfSpace<D>& plane) {
  return plane.offset / length(plane.normal);
}

template <int D>
PairMeeting<D> half_spaces_meet(const MovingShape<D>& a, const HalfSpace<D>& plane_a, const MovingShape<D>& b,
                                const HalfSpace<D>& plane_b, const QueryWindow& window) {
  PairMeeting<D> r;
  r.feature_a = r.feature_b = kPlane;
  if (window.trace != nullptr) ++window.trace->exact;
  const std::optional<PlaneGap> between = plane_gap(a.course, plane_a, b.course, plane_b, window.margin);
  if (!between) {
    r.event.touch = 0.0;
    const Vec<D> middle = 0.5 * a.course.position + 0.5 * b.course.position;
    r.region = {{}, 0.0, true, middle, middle, 0.0, 0.0};
    return r;
  }
  r.event = between->first_event(window.end, 0.0);
  const double t = moment_of(r.event);
  const Vec<D> apart = place_between(a.course, b.course, t);
  const double heights = height_of(plane_a) + height_of(plane_b);
  const double rounded = dot(normal_between(plane_a, plane_b), apart) - heights;
  const double size = max_abs(a.course.position) + max_abs(b.course.position) + max_abs(apart) +
                      std::fabs(height_of(plane_a)) + std::fabs(height_of(plane_b));
  const double gap = settled_gap(r.event, rounded, kPlaceError * size, window.margin);
  r.region = region_between(a.course, plane_a, b.course, plane_b, t, gap);
  return r;
}

}  // namespace

template <int D>
ContactRegion<D> region_between(const Course<D>& at_a, const HalfSpace<D>& a, const Course<D>& at_b,
                                const HalfSpace<D>& b, double t, double gap) {
  const Vec<D> normal = normal_between(a, b);
  const Vec<D> middle = 0.5 * place_after(at_a, t) + 0.5 * place_after(at_b, t);
  const Vec<D> place = middle + (0.5 * height_of(a) - 0.5 * height_of(b)) * normal;
  return {normal, gap, true, place, place, 0.0, 0.0};
}

template <int D>
PairMeeting<D> half_space_meets(const MovingShape<D>& a, const MovingShape<D>& b, const QueryWindow& window) {
  const auto& plane = std::get<HalfSpace<D>>(a.shape);
  if (const auto* other = std::get_if<HalfSpace<D>>(&b.shape))
    return half_spaces_meet(a, plane, b, *other, window);
  RoundedPolytope<D> core;
  polytope_of(b, core);
  const SupportFeature<D> patch(core, -plane.normal);
  PairMeeting<D> r;
  r.event = half_space_event(a.course, plane, b.course, core, patch, window.margin, window.end, window.trace);
  if (r.event.kind == GapEvent::Kind::None && !r.event.touch) return r;
  const double t = moment_of(r.event);
  const double stretch = length(plane.normal);
  const double height =
      ((dot(plane.normal, place_between(a.course, b.course, t)) - patch.reach()) - plane.offset) / stretch;
  const PlacedFeature<D> at_b = placed(patch, core.radius, b.course, t);
  const double size = max_abs(a.course.position) + std::fabs(plane.offset / stretch) + at_b.size;
  const double gap = settled_gap(r.event, height - core.radius, kPlaceError * size, window.margin);
  r.region = region_on_plane(at_b, unit(plane.normal), gap);
  r.feature_a = kPlane;
  r.feature_b = feature_of(b.shape, patch, -plane.normal);
  return r;
}

template ContactRegion<2> region_between(const Course<2>&, const HalfSpace<2>&, const Course<2>&,
                                         const HalfSpace<2>&, double, double);
template ContactRegion<3> region_between(const Course<3>&, const HalfSpace<3>&, const Course<3>&,
                                         const HalfSpace<3>&, double, double);
template PairMeeting<2> half_space_meets(const MovingShape<2>&, const MovingShape<2>&, const QueryWindow&);
template PairMeeting<3> half_space_meets(const MovingShape<3>&, const MovingShape<3>&, const QueryWindow&);

}  // namespace firsthit
