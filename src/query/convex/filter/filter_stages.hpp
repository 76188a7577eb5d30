#pragma once

#include "query/convex/exact/convex_event.hpp"

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

/// Two boxes in any direction. Requires: no margin.
template <int D>
bool filter_oriented(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double end,
                     ConvexEvent<D>& event);

/// Any two cores.
template <int D>
bool filter_hulls(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double end,
                  ConvexEvent<D>& event);

}  // namespace firsthit
