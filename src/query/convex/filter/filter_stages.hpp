#pragma once

#include "query/convex/exact/convex_event.hpp"
#include "query/convex/filter/filter_shadows.hpp"

#include <cstddef>

// The rounded stage of each kind of pair: what filter_convex_event chooses from. All have its contract.

namespace firsthit {

/// Two balls, or points. Requires: one vertex each, at offset 0.
template <int D>
bool filter_balls(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double end,
                  ConvexEvent<D>& event);

/// Two boxes along the axes, or one and a point. Requires: no radius, no margin.
template <int D>
bool filter_boxes(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double end,
                  ConvexEvent<D>& event);

/// The facet of K that an impact of oriented boxes meets.
struct MetFacet {
  bool is_known = false;   ///< with it: both boxes are solid, and there is an impact
  std::size_t free_a = 0;  ///< a bit for each of a's axes that it extends along, exactly
  std::size_t free_b = 0;
};

/// Two boxes in any direction. Requires: no margin.
template <int D>
bool filter_oriented(const Sides<D>& a, const Sides<D>& b, double end, ConvexEvent<D>& event, MetFacet& met);

/// A ball, or point, and a box along the axes, in either order.
template <int D>
bool filter_ball_box(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double end,
                     ConvexEvent<D>& event);

/// Any two cores.
template <int D>
bool filter_hulls(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double end,
                  ConvexEvent<D>& event);

}  // namespace firsthit
