#include "core/vec_math.hpp"
#include "query/convex/filter_stages.hpp"

namespace firsthit {
namespace {

/// A ball or a point: its only vertex is its place.
template <int D>
bool is_ball(const Core<D>& core) {
  return core.offsets.size() == 1 && is_zero(core.offsets[0]);
}

}  // namespace

template <int D>
bool filter_convex_event(const Core<D>& a, const Core<D>& b, double margin, double end,
                         ConvexEvent<D>& event) {
  if (is_ball(a) && is_ball(b) && filter_balls(a, b, margin, end, event)) return true;
  return filter_hulls(a, b, margin, end, event);
}

template bool filter_convex_event(const Core<2>&, const Core<2>&, double, double, ConvexEvent<2>&);
template bool filter_convex_event(const Core<3>&, const Core<3>&, double, double, ConvexEvent<3>&);

}  // namespace firsthit
