#include "query/convex/exact/convex_event.hpp"
#include "query/convex/exact/exact_cone.hpp"
#include "query/convex/exact/exact_depth.hpp"
#include "query/convex/exact/exact_direction.hpp"
#include "query/convex/exact/exact_line.hpp"
#include "query/convex/exact/exact_nearest.hpp"
#include "query/convex/exact/exact_pair.hpp"
#include "query/convex/exact/exact_search.hpp"

#include <algorithm>
#include <utility>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

template <int D>
ConvexEvent<D> event_at(Kind kind, double lower, double upper, const Vec<D>& direction) {
  ConvexEvent<D> r;
  r.event.kind = kind;
  if (kind != Kind::None) {
    r.event.lower = lower;
    r.event.upper = upper;
  }
  r.event.touch = lower;
  r.direction = direction;
  return r;
}

template <int D>
ConvexEvent<D> event_at_start(Kind kind, const Vec<D>& direction) {
  return event_at(kind, 0.0, 0.0, direction);
}

/// b is in K at the start, at 0; `part` is the simplex of K that holds it. The gap is below 0 if K has an
/// inside, but for a place on its boundary, which then is a graze in any case.
template <int D>
ConvexEvent<D> event_in_hull(const ExactPair<D>& pair, ExactSimplex<D> part) {
  extend(pair.hull, part);
  if (part.size <= D)
    return event_at_start(Kind::None, direction_on_boundary(pair.velocity, pair.hull, RationalPlace<D>{}));
  const LeastDepth<D> depth = least_depth(pair.hull, RationalPlace<D>{}, part);
  const bool closing = std::all_of(depth.normals.begin(), depth.normals.end(),
                                   [&](const IntegerVec<D>& n) { return dot(n, pair.velocity).sign() < 0; });
  return event_at_start(closing ? Kind::Overlap : Kind::None,
                        direction_in_cone(pair.velocity, depth.normals));
}

template <int D>
ConvexEvent<D> event_at_rest(const ExactPair<D>& pair) {
  NearestPart<D> nearest = nearest_part(pair.hull, RationalPlace<D>{});
  if (nearest.inside) return event_in_hull(pair, std::move(nearest.part));
  if (gap_sign(pair, nearest) > 0) return {};
  return event_at_start(Kind::None, direction_of(nearest.normal));
}

/// Does v leave the flat that the hull of `places` spans?
template <int D>
bool leaves(const DifferenceHull<D>& flat, const IntegerVec<D>& v) {
  std::vector<IntegerVec<D>> with(flat.a.begin(), flat.a.end());
  with.push_back(flat.a[0] + v);
  return dimension(DifferenceHull<D>{std::move(with), flat.b}) > dimension(flat);
}

/// A course that touches K, but not its inside: does it pass through a thin shape nevertheless?
template <int D>
bool passes_thin(const ExactPair<D>& pair) {
  const VertexSet<D> origin{std::vector<IntegerVec<D>>(1)};
  const DifferenceHull<D> a{pair.hull.a, origin};
  const DifferenceHull<D> b{pair.hull.b, origin};
  const int dimension_a = dimension(a);
  const int dimension_b = dimension(b);
  if (std::max(dimension_a, dimension_b) == D) return false;
  return (dimension_a >= dimension_b && leaves(a, pair.velocity)) ||
         (dimension_b >= dimension_a && leaves(b, pair.velocity));
}

/// Sharp cores that touch at the start, or did before.
template <int D>
ConvexEvent<D> event_after_entry(const ExactPair<D>& pair, const LinePass<D>& pass,
                                 const LineEntry<D>& entry) {
  const IntegerVec<D> back = -pair.velocity;
  const int until_exit = -line_entry(pair.hull, back, line_pass(pair.hull, back, Integer())).numerator.sign();
  if (until_exit < 0) return {};
  const int since_entry = -entry.numerator.sign();
  const bool through = pass.aim == LinePass<D>::Aim::Through && dimension(pair.hull) == D;
  if (through && since_entry > 0 && until_exit > 0)
    return event_in_hull(pair, nearest_part(pair.hull, RationalPlace<D>{}).part);
  return event_at_start(through && since_entry == 0 ? Kind::Impact : Kind::None,
                        direction_on_boundary(pair.velocity, pair.hull, RationalPlace<D>{}));
}

/// No radius, no margin.
template <int D>
ConvexEvent<D> sharp_event(const ExactPair<D>& pair, double end) {
  using Aim = typename LinePass<D>::Aim;
  const LinePass<D> pass = line_pass(pair.hull, pair.velocity, pair.reach);
  if (pass.aim == Aim::Past) return {};
  const LineEntry<D> entry = line_entry(pair.hull, pair.velocity, pass);
  if (entry.numerator.sign() <= 0) return event_after_entry(pair, pass, entry);
  const Rounded time = rounded_quotient(entry.numerator, entry.denominator, pair.time_unit);
  if (time.upper > end) return {};
  const bool impact = pass.aim == Aim::Through || passes_thin(pair);
  const auto normal = [&] {
    if (!is_zero(entry.normal)) return entry.normal;
    return normal_part(-pair.velocity, pair.hull,
                       RationalPlace<D>{entry.numerator * pair.velocity, entry.denominator});
  };
  return event_at(impact ? Kind::Impact : Kind::None, time.lower, time.upper, direction_of(normal()));
}

/// Cores with a radius or a margin.
template <int D>
ConvexEvent<D> grown_event(const ExactPair<D>& pair, double end, QueryTrace* trace) {
  using Aim = typename LinePass<D>::Aim;
  const LinePass<D> pass = line_pass(pair.hull, pair.velocity, pair.reach);
  if (pass.aim == Aim::Past) return {};
  NearestPart<D> nearest = nearest_part(pair.hull, RationalPlace<D>{});
  if (nearest.inside) return event_in_hull(pair, std::move(nearest.part));
  const int gap = gap_sign(pair, nearest);
  const bool closing = dot(nearest.normal, pair.velocity).sign() < 0;
  if (gap <= 0) {
    const Kind kind = !closing ? Kind::None : gap == 0 ? Kind::Impact : Kind::Overlap;
    return event_at_start(kind, direction_of(nearest.normal));
  }
  if (!closing) return {};
  if (pass.aim == Aim::Through) {
    const std::optional<ExactTouch<D>> touch = first_touch_in(pair, std::move(nearest), end, trace);
    if (!touch) return {};
    return event_at(Kind::Impact, touch->lower, touch->upper, direction_of(touch->normal));
  }
  const LineEntry<D> entry = line_entry(pair.hull, pair.velocity, pass);
  const Rounded time = rounded_quotient(entry.numerator, entry.denominator, pair.time_unit);
  if (time.upper > end) return {};
  const IntegerVec<D> normal = nearest_part(pair.hull, pair.at(time.lower), nearest.part).normal;
  return event_at(Kind::None, time.lower, time.upper, direction_of(normal));
}

}  // namespace

template <int D>
ConvexEvent<D> exact_convex_event(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin,
                                  double end, QueryTrace* trace) {
  const ExactPair<D> pair(a, b, margin);
  if (is_zero(pair.velocity)) return event_at_rest(pair);
  return pair.reach.sign() == 0 ? sharp_event(pair, end) : grown_event(pair, end, trace);
}

template ConvexEvent<2> exact_convex_event(const RoundedPolytope<2>&, const RoundedPolytope<2>&, double,
                                           double, QueryTrace*);
template ConvexEvent<3> exact_convex_event(const RoundedPolytope<3>&, const RoundedPolytope<3>&, double,
                                           double, QueryTrace*);

}  // namespace firsthit
