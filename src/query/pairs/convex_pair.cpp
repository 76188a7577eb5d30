#include "query/convex/exact/convex_event.hpp"
#include "query/pairs/pair_kernels.hpp"

namespace firsthit {
namespace {

template <int D>
PairMeeting<D> at_contact(const ContactPart<D>& a, const ContactPart<D>& b, const ConvexEvent<D>& found,
                          double margin) {
  PairMeeting<D> r;
  r.event = found.event;
  if (r.event.touch || r.event.kind != GapEvent::Kind::None) fill_contact(a, b, found.direction, margin, r);
  return r;
}

}  // namespace

template <int D>
PairMeeting<D> convex_meet(const MovingShape<D>& a, const MovingShape<D>& b, const QueryWindow& window) {
  RoundedPolytope<D> core_a;
  RoundedPolytope<D> core_b;
  polytope_of(a, core_a);
  polytope_of(b, core_b);
  const ConvexEvent<D> found = convex_event(core_a, core_b, window.margin, window.end, window.trace);
  return at_contact<D>({a, core_a}, {b, core_b}, found, window.margin);
}

template <int D>
PairMeeting<D> convex_contact(const MovingShape<D>& a, const MovingShape<D>& b, const ConvexEvent<D>& found,
                              double margin) {
  RoundedPolytope<D> core_a;
  RoundedPolytope<D> core_b;
  polytope_of(a, core_a);
  polytope_of(b, core_b);
  return at_contact<D>({a, core_a}, {b, core_b}, found, margin);
}

template PairMeeting<2> convex_meet(const MovingShape<2>&, const MovingShape<2>&, const QueryWindow&);
template PairMeeting<3> convex_meet(const MovingShape<3>&, const MovingShape<3>&, const QueryWindow&);
template PairMeeting<2> convex_contact(const MovingShape<2>&, const MovingShape<2>&, const ConvexEvent<2>&,
                                       double);
template PairMeeting<3> convex_contact(const MovingShape<3>&, const MovingShape<3>&, const ConvexEvent<3>&,
                                       double);

}  // namespace firsthit
