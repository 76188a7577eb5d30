#include "core/vec_math.hpp"
#include "query/convex/filter_stages.hpp"

namespace firsthit {
namespace {

/// A ball or a point: its only vertex is its place.
template <int D>
bool is_ball(const Core<D>& core) {
  return core.offsets.size() == 1 && is_zero(core.offsets[0]);
}

/// A box along the axes: its corners are its own.
template <int D>
bool is_box(const Core<D>& core) {
  return core.offsets.size() == std::size_t{1} << D && core.offsets.data() == core.own.data();
}

}  // namespace

template <int D>
bool filter_convex_event(const Core<D>& a, const Core<D>& b, double margin, double end,
                         ConvexEvent<D>& event) {
  const bool ball_a = is_ball(a);
  const bool ball_b = is_ball(b);
  if (ball_a && ball_b) {
    if (filter_balls(a, b, margin, end, event)) return true;
  } else if ((ball_a || is_box(a)) && (ball_b || is_box(b)) && a.radius == 0.0 && b.radius == 0.0 && margin == 0.0) {
    if (filter_boxes(a, b, end, event)) return true;
  }
  return filter_hulls(a, b, margin, end, event);
}

template bool filter_convex_event(const Core<2>&, const Core<2>&, double, double, ConvexEvent<2>&);
template bool filter_convex_event(const Core<3>&, const Core<3>&, double, double, ConvexEvent<3>&);

}  // namespace firsthit
