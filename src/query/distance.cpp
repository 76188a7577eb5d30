#include <firsthit/distance.hpp>

#include "core/vec_math.hpp"
#include "query/base/pair_table.hpp"
#include "query/convex/exact/convex_event.hpp"
#include "query/convex/exact/signed_gap.hpp"
#include "query/flat/half_space.hpp"
#include "query/pairs/input_checks.hpp"
#include "query/pairs/polygon_pieces.hpp"
#include "query/pairs/rescaled.hpp"
#include "query/pairs/turned_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace firsthit {
namespace {

/// A distance, and where it is.
template <int D>
struct Apart {
  double distance = 0.0;
  ContactRegion<D> region;
};

/// Two cores at rest. The direction is that of the shortest way, or where the cores meet, of a contact.
template <int D>
SignedGap<D> gap_of(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b) {
  SignedGap<D> r = signed_gap(a, b);
  if (is_zero(r.direction)) r.direction = convex_event(a, b, 0.0, 0.0).direction;
  return r;
}

template <int D>
ContactRegion<D> region_of(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, const Vec<D>& direction,
                           double gap) {
  const SupportFeature<D> patch_a(a, direction);
  const SupportFeature<D> patch_b(b, -direction);
  return contact_region(placed(patch_a, a.radius, {a.position, {}, {}}, 0.0),
                        placed(patch_b, b.radius, {b.position, {}, {}}, 0.0), unit(direction), gap);
}

template <int D>
Apart<D> convex_apart(const MovingShape<D>& a, const MovingShape<D>& b) {
  RoundedPolytope<D> core_a;
  RoundedPolytope<D> core_b;
  polytope_of(a, core_a);
  polytope_of(b, core_b);
  const SignedGap<D> found = gap_of(core_a, core_b);
  return {found.gap, region_of(core_a, core_b, found.direction, found.gap)};
}

/// The least over all pairs of pieces, nearest boxes first.
Apart<2> pieces_apart(const MovingShape<2>& side_a, const MovingShape<2>& side_b) {
  const Pieces a(side_a);
  const Pieces b(side_b);
  std::vector<PiecePair> pairs;
  for (std::size_t i = 0; i < a.solid(); ++i)
    for (std::size_t j = 0; j < b.solid(); ++j) pairs.push_back({i, j, {}, least_gap(a.box(i), b.box(j))});
  std::sort(pairs.begin(), pairs.end(), [](const PiecePair& p, const PiecePair& q) { return p.gap < q.gap; });
  std::vector<PiecePair> found;
  double least = std::numeric_limits<double>::infinity();
  for (const PiecePair& pair : pairs) {
    if (pair.gap > least) break;
    const SignedGap<2> gap = gap_of(a.core(pair.a), b.core(pair.b));
    found.push_back({pair.a, pair.b, gap.direction, gap.gap});
    least = std::min(least, gap.gap);
  }
  const Vec<2> direction = choose(found, {});
  ContactRegion<2> region = region_of(a.core(found[0].a), b.core(found[0].b), direction, least);
  for (std::size_t i = 1; i < found.size(); ++i)
    region = united(region, region_of(a.core(found[i].a), b.core(found[i].b), direction, least));
  return {least, region};
}

template <int D>
Apart<D> planes_apart(const MovingShape<D>& a, const HalfSpace<D>& plane_a, const MovingShape<D>& b,
                      const HalfSpace<D>& plane_b) {
  const Vec<D> middle = 0.5 * a.course.position + 0.5 * b.course.position;
  const std::optional<PlaneGap> gap = plane_gap(a.course, plane_a, b.course, plane_b, 0.0);
  if (!gap) return {-std::numeric_limits<double>::infinity(), {{}, 0.0, true, middle, middle, 0.0, 0.0}};
  const double distance = gap->now(0.0);
  return {distance, region_between(a.course, plane_a, b.course, plane_b, 0.0, distance)};
}

template <int D>
Apart<D> half_space_apart(const MovingShape<D>& a, const MovingShape<D>& b) {
  const auto& plane = std::get<HalfSpace<D>>(a.shape);
  if (const auto* other = std::get_if<HalfSpace<D>>(&b.shape)) return planes_apart(a, plane, b, *other);
  RoundedPolytope<D> core;
  polytope_of(b, core);
  const SupportFeature<D> patch(core, -plane.normal);
  const double height =
      dot(plane.normal, place_between(a.course, b.course, 0.0)) - patch.reach() - plane.offset;
  const double guess = height / length(plane.normal) - core.radius;
  const double distance = plane_gap(a.course, plane, b.course, core, patch, 0.0).now(guess);
  return {distance, region_on_plane(placed(patch, core.radius, b.course, 0.0), unit(plane.normal), distance)};
}

template <int D>
Apart<D> apart(QueryKernel kernel, const MovingShape<D>& a, const MovingShape<D>& b) {
  switch (kernel) {
    case QueryKernel::Convex:
      return convex_apart(a, b);
    case QueryKernel::Pieces:
      if constexpr (D == 2) return pieces_apart(a, b);
      break;
    case QueryKernel::HalfSpace:
      return half_space_apart(a, b);
    case QueryKernel::FallingRound:
    case QueryKernel::FallingSegment:  // nothing falls here, or turns
    case QueryKernel::Turning:
    case QueryKernel::None:
      break;
  }
  refuse(Where{nullptr, "distance: the pair"}, "shapes that queries know",
         std::string(name_of(a.shape)) + " and " + name_of(b.shape));
}

template <int D>
Separation<D> separation(const Placed<D>& a, const Placed<D>& b, bool wide) {
  const MovingShape<D> side_a{a.shape, {a.position, {}, {}}, wide};
  const MovingShape<D> side_b{b.shape, {b.position, {}, {}}, wide};
  const ShapeClass class_a = class_of<D>(a.shape);
  const ShapeClass class_b = class_of<D>(b.shape);
  const QueryKernel kernel = query_kernel<D>(class_a, class_b, PairPath::Straight);
  const bool swap = kernel == QueryKernel::HalfSpace && kernel_rank(class_a) > kernel_rank(class_b);
  const Apart<D> found = swap ? apart(kernel, side_b, side_a) : apart(kernel, side_a, side_b);
  const Vec<D> middle = centre(found.region);
  const Vec<D> normal = swap ? -found.region.normal : found.region.normal;
  const Vec<D> half = (0.5 * found.region.gap) * normal;
  return {found.distance, normal, middle - half, middle + half};
}

template <int D>
Separation<D> rescaled_separation(const Placed<D>& a, const Placed<D>& b) {
  const auto at_rest = [](const Placed<D>& x) { return Moving<D>{x.shape, Linear<D>{x.position, {}}}; };
  const auto placed_again = [](const Moving<D>& x) {
    return Placed<D>{x.shape, std::get<Linear<D>>(x.motion).position};
  };
  const Rescaled<D> in_own_units(at_rest(a), at_rest(b), {}, true);
  Separation<D> r =
      separation(placed_again(in_own_units.a()), placed_again(in_own_units.b()), in_own_units.is_wide());
  r.distance = in_own_units.restored(r.distance);
  // One that is rounded again would be rounded twice.
  if (std::fabs(r.distance) < std::numeric_limits<double>::min())
    r.distance = separation(a, b, true).distance;
  r.point_a = in_own_units.restored(r.point_a);
  r.point_b = in_own_units.restored(r.point_b);
  return r;
}

}  // namespace

inline namespace v0 {

template <int D>
Separation<D> distance(const Placed<D>& a, const Placed<D>& b) {
  const bool a_is_usual = check(a, Where{nullptr, "distance: a"});
  const bool b_is_usual = check(b, Where{nullptr, "distance: b"});
  const auto apart = [&](const Placed<D>& p, const Placed<D>& q) {
    return a_is_usual && b_is_usual ? separation(p, q, false) : rescaled_separation(p, q);
  };
  const Orientation<D> as_listed;
  if (a.orientation == as_listed && b.orientation == as_listed) return apart(a, b);
  std::optional<Separation<D>> least;
  const std::vector<Placed<D>> parts_b = turned_parts(b);
  for (const Placed<D>& part_a : turned_parts(a))
    for (const Placed<D>& part_b : parts_b)
      if (const Separation<D> found = apart(part_a, part_b); !least || found.distance < least->distance)
        least = found;
  return *least;
}

template Separation<2> distance(const Placed<2>&, const Placed<2>&);
template Separation<3> distance(const Placed<3>&, const Placed<3>&);

}  // namespace v0

}  // namespace firsthit
