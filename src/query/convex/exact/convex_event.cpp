#include "query/convex/exact/convex_event.hpp"

namespace firsthit {

template <int D>
ConvexEvent<D> convex_event(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin,
                            double end, QueryTrace* trace) {
  ConvexEvent<D> event;
  const bool is_certain = filter_convex_event(a, b, margin, end, event);
  if (trace != nullptr) ++(is_certain ? trace->filtered : trace->exact);
  return is_certain ? event : exact_convex_event(a, b, margin, end, trace);
}

template ConvexEvent<2> convex_event(const RoundedPolytope<2>&, const RoundedPolytope<2>&, double, double,
                                     QueryTrace*);
template ConvexEvent<3> convex_event(const RoundedPolytope<3>&, const RoundedPolytope<3>&, double, double,
                                     QueryTrace*);

}  // namespace firsthit
