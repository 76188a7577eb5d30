#include "query/convex/exact/convex_event.hpp"

namespace firsthit {

template <int D>
ConvexEvent<D> convex_event(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin,
                            double end) {
  ConvexEvent<D> event;
  if (filter_convex_event(a, b, margin, end, event)) return event;
  return exact_convex_event(a, b, margin, end);
}

template ConvexEvent<2> convex_event(const RoundedPolytope<2>&, const RoundedPolytope<2>&, double, double);
template ConvexEvent<3> convex_event(const RoundedPolytope<3>&, const RoundedPolytope<3>&, double, double);

}  // namespace firsthit
