#include "core/vec_math.hpp"
#include "query/first_hit_pairs.hpp"
#include "query/half_space.hpp"

#include <cmath>

namespace firsthit {
namespace {

constexpr Feature kPlane{Feature::Kind::Face, 0};

/// Two half-spaces meet everywhere at once: the place is halfway between what carries them.
template <int D>
Meeting<D> half_spaces_meet(const Side<D>& a, const HalfSpace<D>& plane_a, const Side<D>& b,
                            const HalfSpace<D>& plane_b, const Ask& ask) {
  Meeting<D> r;
  r.feature_a = r.feature_b = kPlane;
  const std::optional<GapEvent> event =
      half_spaces_event(a.course, plane_a, b.course, plane_b, ask.margin, ask.end);
  if (!event) r.event.touch = 0.0;
  if (event) r.event = *event;
  const double t = moment_of(r.event);
  const Vec<D> middle = 0.5 * place_after(a.course, t) + 0.5 * place_after(b.course, t);
  r.region = {{}, 0.0, true, middle, middle, 0.0, 0.0};
  if (!event) return r;

  // The two normals are opposite but for rounding: both have a say.
  r.region.normal = unit(unit(plane_a.normal) - unit(plane_b.normal));
  const double offset_a = plane_a.offset / length(plane_a.normal);
  const double offset_b = plane_b.offset / length(plane_b.normal);
  const Vec<D> apart = place_between(a.course, b.course, t);
  const double gap = dot(r.region.normal, apart) - (offset_a + offset_b);
  const double size = max_abs(a.course.position) + max_abs(b.course.position) + max_abs(apart) +
                      std::fabs(offset_a) + std::fabs(offset_b);
  r.region.gap = settled_gap(r.event, gap, kPlaceError * size, ask.margin);
  r.region.low = r.region.high = middle + (0.5 * offset_a - 0.5 * offset_b) * r.region.normal;
  return r;
}

}  // namespace

template <int D>
Meeting<D> half_space_meets(const Side<D>& a, const Side<D>& b, const Ask& ask) {
  const auto& plane = std::get<HalfSpace<D>>(a.shape);
  if (const auto* other = std::get_if<HalfSpace<D>>(&b.shape))
    return half_spaces_meet(a, plane, b, *other, ask);
  Core<D> core;
  core_of(b, core);
  const Patch<D> patch(core, -plane.normal);
  Meeting<D> r;
  r.event = half_space_event(a.course, plane, b.course, core, patch, ask.margin, ask.end);
  if (r.event.kind == GapEvent::Kind::None && !r.event.touch) return r;
  const double t = moment_of(r.event);
  const double stretch = length(plane.normal);
  const double height =
      ((dot(plane.normal, place_between(a.course, b.course, t)) - patch.reach()) - plane.offset) / stretch;
  const PlacedPatch<D> at_b = placed(patch, core, b.course, t);
  const double size = max_abs(a.course.position) + std::fabs(plane.offset / stretch) + at_b.size;
  const double gap = settled_gap(r.event, height - core.radius, kPlaceError * size, ask.margin);
  r.region = region_on_plane(at_b, unit(plane.normal), gap);
  r.feature_a = kPlane;
  r.feature_b = feature_of(b.shape, patch, -plane.normal);
  return r;
}

template Meeting<2> half_space_meets(const Side<2>&, const Side<2>&, const Ask&);
template Meeting<3> half_space_meets(const Side<3>&, const Side<3>&, const Ask&);

}  // namespace firsthit
