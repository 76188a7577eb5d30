#include "query/convex/exact/convex_event.hpp"
#include "query/pairs/pair_kernels.hpp"

namespace firsthit {

template <int D>
PairMeeting<D> convex_meet(const MovingShape<D>& a, const MovingShape<D>& b, const Ask& ask) {
  Core<D> core_a;
  Core<D> core_b;
  core_of(a, core_a);
  core_of(b, core_b);
  const ConvexEvent<D> found = convex_event(core_a, core_b, ask.margin, ask.end);
  PairMeeting<D> r;
  r.event = found.event;
  if (r.event.touch || r.event.kind != GapEvent::Kind::None)
    fill_contact<D>({a, core_a}, {b, core_b}, found.direction, ask.margin, r);
  return r;
}

template PairMeeting<2> convex_meet(const MovingShape<2>&, const MovingShape<2>&, const Ask&);
template PairMeeting<3> convex_meet(const MovingShape<3>&, const MovingShape<3>&, const Ask&);

}  // namespace firsthit
