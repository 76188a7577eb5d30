#include "world/response/impact_reporter.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

template <int D>
void ImpactReporter<D>::report_impact(const ImpactContact<D>& contact, const Bounce<D>& bounced,
                                      const Instant& time, const Vec<D>& point) const {
  const ImpactParty<D>& a = contact.a;
  const ImpactParty<D>& b = contact.b;
  const bool both_move = table_.moves(a.id) && table_.moves(b.id);
  const auto side = [](const ImpactParty<D>& party, const Vec<D>& after) {
    return ImpactSide<D>{BodyId{party.id},
                         party.place.position,
                         party.velocity,
                         after,
                         std::isfinite(party.elapsed) ? party.elapsed : 0.0,
                         party.acceleration};
  };
  Impact<D> impact;
  impact.index = impacts_;
  impact.time = flight_.timebase().since_start(time);
  impact.kind = both_move            ? ImpactKind::BodyBody
                : b.id >= kFirstSide ? ImpactKind::BodySide
                                     : ImpactKind::BodyObstacle;
  impact.a = side(a, bounced.velocity_a);
  impact.b = side(b, bounced.velocity_b);
  impact.normal = contact.normal();
  impact.point = point;
  impact.impulse = bounced.impulse;
  impact.virial = both_move ? bounced.impulse * contact.distance : 0.0;
  impact.overlap = std::max(0.0, contact.radii - contact.distance);
  for (Observer<D>* observer : observers_) observer->impact(impact);
}

template <int D>
void ImpactReporter<D>::report_turn(TurnKind kind, const ImpactParty<D>& party, Id support,
                                    const Vec<D>& velocity, const Instant& time) const {
  if (observers_.empty()) return;
  const Turn<D> turn{
      flight_.timebase().since_start(time),
      kind,
      {BodyId{party.id}, party.place.position, party.velocity, velocity, party.elapsed, party.acceleration},
      BodyId{support},
      flight_.acceleration(party.id)};
  for (Observer<D>* observer : observers_) observer->turn(turn);
}

template <int D>
void ImpactReporter<D>::report_passing(const OrderedPair<D>& pair, bool enters, const Instant& time) const {
  const Passing<D> passing{flight_.timebase().since_start(time), BodyId{pair.low}, BodyId{pair.high}, enters};
  for (Observer<D>* observer : observers_) observer->passing(passing);
}

template class ImpactReporter<2>;
template class ImpactReporter<3>;

}  // namespace firsthit
