#include "core/vec_math.hpp"
#include "exact/error_free.hpp"
#include "query/convex/exact/signed_gap.hpp"
#include "query/pairs/pair_kernels.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

template <int D>
Vec<D> shift(const Course<D>& c, double t) {
  return t * (c.velocity + (0.5 * t) * c.acceleration);
}

}  // namespace

template <int D>
Vec<D> place_after(const Course<D>& course, double t) {
  return course.position + shift(course, t);
}

template <int D>
Vec<D> place_between(const Course<D>& a, const Course<D>& b, double t) {
  const Course<D> both{{}, b.velocity - a.velocity, b.acceleration - a.acceleration};
  const Vec<D> moved = shift(both, t);
  Vec<D> r;
  for (std::size_t i = 0; i < D; ++i) {
    const Exactly start = two_sum(b.position[i], -a.position[i]);
    r[i] = (start.value + moved[i]) + start.error;
  }
  return r;
}

double moment_of(const GapEvent& event) {
  return event.kind == GapEvent::Kind::None ? event.touch.value_or(0.0) : event.lower;
}

bool is_touch(const GapEvent& event) {
  return event.kind == GapEvent::Kind::Impact || (event.kind == GapEvent::Kind::None && event.touch != 0.0);
}

double settled_gap(const GapEvent& event, double rounded, double error, double margin) {
  if (is_touch(event)) return margin;
  if (event.kind == GapEvent::Kind::Overlap) return std::min(rounded, margin);
  return rounded < margin - error ? rounded : margin;
}

template <int D>
PlacedFeature<D> placed(const SupportFeature<D>& patch, double radius, const Course<D>& course, double t) {
  const double size = max_abs(course.position) + max_abs(shift(course, t)) + max_abs(patch.sizes()) + radius;
  return {patch, radius, place_after(course, t), size};
}

template <int D>
void fill_contact(const ContactPart<D>& a, const ContactPart<D>& b, const Vec<D>& direction, double margin,
                  PairMeeting<D>& meeting) {
  const double t = moment_of(meeting.event);
  const SupportFeature<D> patch_a(a.core, direction);
  const SupportFeature<D> patch_b(b.core, -direction);
  const PlacedFeature<D> at_a = placed(patch_a, a.core.radius, a.side.course, t);
  const PlacedFeature<D> at_b = placed(patch_b, b.core.radius, b.side.course, t);
  double gap = margin;
  if (!is_zero(direction) && !is_touch(meeting.event)) {
    const Vec<D> apart = place_between(a.side.course, b.side.course, t);
    const double of_cores = (dot(direction, apart) - (patch_a.reach() + patch_b.reach())) / length(direction);
    const double error = kPlaceError * (at_a.size + at_b.size);
    // Where cores overlap, the direction may be between those of several facets.
    const double rounded = of_cores < error && t == 0.0 ? signed_gap(a.core, b.core).gap
                                                        : of_cores - (a.core.radius + b.core.radius);
    gap = settled_gap(meeting.event, rounded, error, margin);
  }
  meeting.region = contact_region(at_a, at_b, unit(direction), gap);
  meeting.feature_a = feature_of(a.side.shape, patch_a, direction, a.numbers);
  meeting.feature_b = feature_of(b.side.shape, patch_b, -direction, b.numbers);
}

template Vec<2> place_after(const Course<2>&, double);
template Vec<3> place_after(const Course<3>&, double);
template Vec<2> place_between(const Course<2>&, const Course<2>&, double);
template Vec<3> place_between(const Course<3>&, const Course<3>&, double);
template PlacedFeature<2> placed(const SupportFeature<2>&, double, const Course<2>&, double);
template PlacedFeature<3> placed(const SupportFeature<3>&, double, const Course<3>&, double);
template void fill_contact(const ContactPart<2>&, const ContactPart<2>&, const Vec<2>&, double,
                           PairMeeting<2>&);
template void fill_contact(const ContactPart<3>&, const ContactPart<3>&, const Vec<3>&, double,
                           PairMeeting<3>&);

}  // namespace firsthit
