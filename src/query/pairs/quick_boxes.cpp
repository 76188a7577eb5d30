#include "core/vec_math.hpp"
#include "query/convex/filter/filter_boxes.hpp"
#include "query/pairs/moderate_numbers.hpp"
#include "query/pairs/quick_pairs.hpp"

#include <algorithm>
#include <cstddef>

namespace firsthit {
namespace {

/// Without a half extent of 0: sides are then what they seem.
template <int D>
bool is_solid(const Box<D>& box) {
  bool r = true;
  for (const double half : box.half_extents.c) r = r & (half > 0.0);
  return r;
}

/// As contact_region has it for two sides.
template <int D>
Contact<D> contact(const OnCourse<Box<D>, D>& a, const OnCourse<Box<D>, D>& b, const SureImpact<D>& impact,
                   std::size_t across) {
  const double sign = impact.direction[across];
  const Vec<D> middle = vec_of<D>([&](std::size_t i) {
    const double half_a = a.shape.half_extents[i];
    const double half_b = b.shape.half_extents[i];
    const double place_a = a.motion.position[i] + impact.lower * a.motion.velocity[i];
    const double place_b = b.motion.position[i] + impact.lower * b.motion.velocity[i];
    // Across the sides: halfway from one to the other.
    const double above = sign * (place_a + sign * half_a) + 0.0;
    const double below = sign * (place_b - sign * half_b);
    // Along them: the middle of what they have in common.
    const double low = std::max(place_a - half_a, place_b - half_b);
    const double high = std::min(place_a + half_a, place_b + half_b);
    return i == across ? (0.5 * above + 0.5 * below) * sign
                       : 0.5 * std::min(low, high) + 0.5 * std::max(low, high);
  });
  constexpr Feature::Kind kSide = D == 2 ? Feature::Kind::Edge : Feature::Kind::Face;
  const int side = 2 * static_cast<int>(across);
  const int up = sign > 0.0 ? 1 : 0;
  return {impact.direction, middle, {kSide, side + up}, {kSide, side + 1 - up}};
}

}  // namespace

template <int D>
Encounter<D> meet_at_once(const OnCourse<Box<D>, D>& a, const OnCourse<Box<D>, D>& b, const Query& query) {
  if (!(are_moderate(a, b, query) && query.margin == 0.0)) return untold<D>();
  if (!(is_solid(a.shape) && is_solid(b.shape))) return untold<D>();
  const Slabs<D> slabs = slabs_between<D>({a.motion.position, a.motion.velocity, a.shape.half_extents},
                                          {b.motion.position, b.motion.velocity, b.shape.half_extents});
  const SlabPassage<D> passage(slabs);
  SureImpact<D> impact;
  const Told told = event_of_boxes(slabs, passage, end_of(query), impact);
  if (told == Told::Miss) return missed<D>(query);
  return told == Told::Impact ? met(impact, contact(a, b, impact, passage.last), 0.0) : untold<D>();
}

template Encounter<2> meet_at_once(const OnCourse<Box<2>, 2>&, const OnCourse<Box<2>, 2>&, const Query&);
template Encounter<3> meet_at_once(const OnCourse<Box<3>, 3>&, const OnCourse<Box<3>, 3>&, const Query&);

}  // namespace firsthit
