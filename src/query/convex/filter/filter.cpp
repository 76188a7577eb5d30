#include "core/vec_math.hpp"
#include "query/convex/filter/filter_corners.hpp"
#include "query/convex/filter/filter_stages.hpp"

namespace firsthit {
namespace {

enum class Kind { Ball, Box, OrientedBox, Other };

template <int D>
Kind kind_of(const RoundedPolytope<D>& core) {
  if (core.box != nullptr) return Kind::OrientedBox;
  if (core.offsets.size() == 1 && is_zero(core.offsets[0])) return Kind::Ball;
  return is_plain_box(core) ? Kind::Box : Kind::Other;
}

}  // namespace

template <int D>
bool filter_convex_event(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double end,
                         ConvexEvent<D>& event) {
  if (a.wide || b.wide) return false;
  const Kind kind_a = kind_of(a);
  const Kind kind_b = kind_of(b);
  const bool sharp = !(a.radius > 0.0 || b.radius > 0.0 || margin > 0.0);
  if (kind_a == Kind::Ball && kind_b == Kind::Ball) {
    if (filter_balls(a, b, margin, end, event)) return true;
  } else if (kind_a != Kind::Other && kind_b != Kind::Other) {
    const bool ball = kind_a == Kind::Ball || kind_b == Kind::Ball;
    const bool oriented = kind_a == Kind::OrientedBox || kind_b == Kind::OrientedBox;
    if (!oriented && sharp) {
      if (filter_boxes(a, b, end, event)) return true;
    } else if (!oriented && ball) {
      if (filter_ball_box(a, b, margin, end, event)) return true;
    } else if (!ball && sharp) {
      MetFacet met;
      if (filter_oriented(Sides<D>(a), Sides<D>(b), end, event, met)) return true;
    }
  }
  return filter_hulls(a, b, margin, end, event);
}

template bool filter_convex_event(const RoundedPolytope<2>&, const RoundedPolytope<2>&, double, double,
                                  ConvexEvent<2>&);
template bool filter_convex_event(const RoundedPolytope<3>&, const RoundedPolytope<3>&, double, double,
                                  ConvexEvent<3>&);

}  // namespace firsthit
