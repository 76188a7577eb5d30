#include "query/convex/exact/convex_event.hpp"
#include "query/pairs/pair_kernels.hpp"

namespace firsthit {

template <int D>
PairMeeting<D> convex_meet(const MovingShape<D>& a, const MovingShape<D>& b, const QueryWindow& window) {
  RoundedPolytope<D> core_a;
  RoundedPolytope<D> core_b;
  polytope_of(a, core_a);
  polytope_of(b, core_b);
  const ConvexEvent<D> found = convex_event(core_a, core_b, window.margin, window.end, window.trace);
  PairMeeting<D> r;
  r.event = found.event;
  if (r.event.touch || r.event.kind != GapEvent::Kind::None)
    fill_contact<D>({a, core_a}, {b, core_b}, found.direction, window.margin, r);
  return r;
}

template PairMeeting<2> convex_meet(const MovingShape<2>&, const MovingShape<2>&, const QueryWindow&);
template PairMeeting<3> convex_meet(const MovingShape<3>&, const MovingShape<3>&, const QueryWindow&);

}  // namespace firsthit
