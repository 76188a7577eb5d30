#include "core/vec_math.hpp"
#include "query/base/pair_table.hpp"
#include "query/convex/filter/filter_stages.hpp"
#include "query/pairs/box_feature.hpp"
#include "query/pairs/moderate_numbers.hpp"
#include "query/pairs/pair_kernels.hpp"
#include "query/pairs/quick_pairs.hpp"

#include <cstddef>

namespace firsthit {
namespace {

template <int D>
using OrientedOnCourse = OnCourse<OrientedBox<D>, D>;

template <int D>
OrientedOnCourse<D> on_course(const Moving<D>& a) {
  return {*std::get_if<OrientedBox<D>>(&a.shape), *std::get_if<Linear<D>>(&a.motion)};
}

template <int D>
BoxPart furthest_part(const OrientedBox<D>& box, const Vec<D>& outward) {
  return facing_part(box, outward, size_along(sizes_of(box), outward));
}

/// Where a corner of a box is, as contact_region has it.
template <int D>
Vec<D> place_of(const OrientedOnCourse<D>& box, const BoxPart& corner, double t) {
  return place_after(course_of<D>(box.motion), t) + corner_of(box.shape, corner.upper);
}

/// In the middle of where two edges are nearest.
template <int D>
Vec<D> between_edges(const OrientedOnCourse<D>& a, const BoxPart& edge_a, const OrientedOnCourse<D>& b,
                     const BoxPart& edge_b, const SureImpact<D>& impact, const Vec<D>& normal) {
  const double t = impact.lower;
  const SupportFeature<D> patch_a(a.shape, edge_a, impact.direction);
  const SupportFeature<D> patch_b(b.shape, edge_b, -impact.direction);
  return centre(contact_region(placed(patch_a, 0.0, course_of<D>(a.motion), t),
                               placed(patch_b, 0.0, course_of<D>(b.motion), t), normal, 0.0));
}

/// What fill_contact says of boxes that meet at these parts.
template <int D>
Contact<D> contact(const OrientedOnCourse<D>& a, const BoxPart& part_a, const OrientedOnCourse<D>& b,
                   const BoxPart& part_b, const SureImpact<D>& impact) {
  const Vec<D> normal = unit(impact.direction);
  const Vec<D> place = part_a.free == 0   ? place_of(a, part_a, impact.lower)
                       : part_b.free == 0 ? place_of(b, part_b, impact.lower)
                                          : between_edges(a, part_a, b, part_b, impact, normal);
  return {normal, place, box_feature<D>(part_a), box_feature<D>(part_b)};
}

}  // namespace

template <int D>
Encounter<D> oriented_boxes_meet_at_once(const Moving<D>& a, const Moving<D>& b, const Query& query) {
  const OrientedOnCourse<D> box_a = on_course(a);
  const OrientedOnCourse<D> box_b = on_course(b);
  if (!(are_moderate(box_a, box_b, query) && query.margin == 0.0)) return untold<D>();
  ConvexEvent<D> found;
  MetFacet facet;
  if (!filter_oriented(Sides<D>(box_a.shape, box_a.motion), Sides<D>(box_b.shape, box_b.motion),
                       end_of(query), found, facet))
    return untold<D>();
  if (found.event.kind == GapEvent::Kind::None && !found.event.touch) return missed<D>(query);
  // The facet's own axes are across the normal, exactly; all others must surely lead away.
  const BoxPart part_a = furthest_part(box_a.shape, found.direction);
  const BoxPart part_b = furthest_part(box_b.shape, -found.direction);
  if (facet.is_known && part_a.free == facet.free_a && part_b.free == facet.free_b) {
    const SureImpact<D> impact{found.event.lower, found.event.upper, found.direction};
    return met(impact, contact(box_a, part_a, box_b, part_b, impact), 0.0);
  }
  return encounter(
      convex_contact<D>({a.shape, course_of(a.motion)}, {b.shape, course_of(b.motion)}, found, 0.0),
      query.horizon);
}

template Encounter<2> oriented_boxes_meet_at_once(const Moving<2>&, const Moving<2>&, const Query&);
template Encounter<3> oriented_boxes_meet_at_once(const Moving<3>&, const Moving<3>&, const Query&);

}  // namespace firsthit
