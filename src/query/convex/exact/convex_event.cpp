#include "query/convex/exact/convex_event.hpp"

namespace firsthit {

template <int D>
ConvexEvent<D> convex_event(const Core<D>& a, const Core<D>& b, double margin, double end) {
  ConvexEvent<D> event;
  if (filter_convex_event(a, b, margin, end, event)) return event;
  return exact_convex_event(a, b, margin, end);
}

template ConvexEvent<2> convex_event(const Core<2>&, const Core<2>&, double, double);
template ConvexEvent<3> convex_event(const Core<3>&, const Core<3>&, double, double);

}  // namespace firsthit
