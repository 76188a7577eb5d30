#include "world/response/impact_reporter.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace firsthit {
namespace {

/// [L]
template <int D>
double overlap_of(const ImpactContact<D>& contact) {
  return std::max(0.0, contact.radii - contact.distance);
}

}  // namespace

template <int D>
void ImpactReporter<D>::remove(Observer<D>& observer) {
  for (Observer<D>*& each : observers_)
    if (each == &observer) each = nullptr;
  if (!telling_) forget_gone();
}

/// True if it was a subscription that went.
template <int D>
bool ImpactReporter<D>::forget_gone() {
  std::erase(observers_, nullptr);
  return 0 < std::erase_if(subscriptions_, [](const Subscription& each) { return each.observer == nullptr; });
}

/// Calls call(observer) of all that were there when it began and still are.
template <int D>
template <class Call>
void ImpactReporter<D>::tell(const Call& call) {
  const bool was_telling = std::exchange(telling_, true);
  const std::size_t count = observers_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (observers_[i] == nullptr) continue;
    try {
      call(*observers_[i]);
    } catch (...) {
      if (thrown_ == nullptr) thrown_ = std::current_exception();
    }
  }
  telling_ = was_telling;
  if (!telling_) forget_gone();
}

template <int D>
void ImpactReporter<D>::add(BatchObserver<D>& observer, std::vector<Id> only) {
  std::sort(only.begin(), only.end());
  room_ = 0;
  subscriptions_.push_back({&observer, std::move(only), {}});
  try {
    find_watched();
  } catch (...) {
    subscriptions_.pop_back();
    throw;
  }
}

template <int D>
void ImpactReporter<D>::remove(BatchObserver<D>& observer) {
  for (Subscription& each : subscriptions_)
    if (each.observer == &observer) each.observer = nullptr;
  if (!telling_ && forget_gone()) find_watched();
}

template <int D>
std::function<Id(Id)> ImpactReporter<D>::renumber(std::function<Id(Id)> name) {
  name_.swap(name);
  try {
    find_watched();
  } catch (...) {
    name_.swap(name);
    throw;
  }
  return name;
}

template <int D>
void ImpactReporter<D>::find_watched() {
  all_watched_ = std::any_of(subscriptions_.begin(), subscriptions_.end(),
                             [](const Subscription& each) { return each.only.empty(); });
  watched_.assign(all_watched_ || subscriptions_.empty() ? 0 : table_.size(), false);
  if (watched_.empty()) return;
  const auto is_wanted = [this](Id id) {
    return std::any_of(subscriptions_.begin(), subscriptions_.end(), [id](const Subscription& each) {
      return std::binary_search(each.only.begin(), each.only.end(), id);
    });
  };
  if (name_) {
    for (Id body = 0; body < watched_.size(); ++body) watched_[body] = is_wanted(name_(body));
    return;
  }
  for (const Subscription& each : subscriptions_)
    for (const Id id : each.only)
      if (id < watched_.size()) watched_[id] = true;
}

template <int D>
void ImpactReporter<D>::make_room_anew() {
  constexpr std::size_t kRoom = 4 * kMostOfEvent;
  for (Subscription& each : subscriptions_) each.batch.make_room(kRoom);
  room_ = kRoom;
}

template <int D>
void ImpactReporter<D>::deliver(bool all) {
  if (subscriptions_.empty()) return;
  telling_ = true;
  const std::size_t count = subscriptions_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t events = subscriptions_[i].batch.size();
    if (subscriptions_[i].observer == nullptr || events == 0 || (!all && events < kEventsOfBatch)) continue;
    EventBatch<D> batch = std::move(subscriptions_[i].batch);  // more subscriptions may come meanwhile
    try {
      subscriptions_[i].observer->events(batch);
    } catch (...) {
      if (thrown_ == nullptr) thrown_ = std::current_exception();
    }
    batch.clear();
    subscriptions_[i].batch = std::move(batch);
    room_ = 0;  // it may be another one
  }
  telling_ = false;
  if (forget_gone()) find_watched();
}

/// Calls add(batch) of all who want an event of bodies a and b, who may be the same.
template <int D>
template <class Add>
void ImpactReporter<D>::hand_out(BodyId a, BodyId b, const Add& add) {
  const bool fits = room_ > 0;
  if (fits) --room_;
  for (Subscription& each : subscriptions_) {
    const auto is_wanted = [&each](BodyId id) {
      return std::binary_search(each.only.begin(), each.only.end(), id.value);
    };
    if (!each.only.empty() && !is_wanted(a) && !is_wanted(b)) continue;
    try {
      if (!fits) each.batch.make_room(1);
      add(each.batch);
    } catch (...) {
      if (thrown_ == nullptr) thrown_ = std::current_exception();
    }
  }
}

template <int D>
void ImpactReporter<D>::measure_impact(const ImpactContact<D>& contact, const Bounce<D>& bounced,
                                       const Instant& time) {
  if (!statistics_.is_on()) return;
  statistics_.add_impact(kind_of(contact.a.id, contact.b.id), flight_of(contact.a), flight_of(contact.b),
                         bounced.impulse * contact.distance, overlap_of(contact), time);
}

template <int D>
void ImpactReporter<D>::report_impact(const ImpactContact<D>& contact, const Bounce<D>& bounced,
                                      const Instant& time, const Vec<D>& point, const ImpactSpins<D>* spins) {
  const auto side = [this](const ImpactParty<D>& party, const Vec<D>& after) {
    return ImpactSide<D>{id_of(party.id),
                         party.place.position,
                         party.velocity,
                         after,
                         std::isfinite(party.elapsed) ? party.elapsed : 0.0,
                         party.acceleration};
  };
  Impact<D> impact;
  impact.index = impacts_;
  impact.time = flight_.timebase().since_start(time);
  impact.kind = kind_of(contact.a.id, contact.b.id);
  impact.a = side(contact.a, bounced.velocity_a);
  impact.b = side(contact.b, bounced.velocity_b);
  impact.normal = contact.normal();
  impact.point = point;
  impact.impulse = bounced.impulse;
  impact.virial = impact.kind == ImpactKind::BodyBody ? bounced.impulse * contact.distance : 0.0;
  impact.overlap = overlap_of(contact);
  ImpactSpins<D> turning;
  if (spins != nullptr) turning = *spins;
  if (impact.b.id < impact.a.id) {  // numbers are not ids: so they are balls
    std::swap(impact.a, impact.b);
    impact.normal = Vec<D>{} - impact.normal;  // 0 is not to become -0
    impact.point = impact.a.position + table_.radius[contact.b.id] * impact.normal;
    std::swap(turning.a_before, turning.b_before);
    std::swap(turning.a_after, turning.b_after);
    std::swap(turning.a_acceleration, turning.b_acceleration);
    turning.tangential_impulse = Vec<D>{} - turning.tangential_impulse;
  }
  tell([&](Observer<D>& observer) {
    observer.impact(impact);
    if (spins != nullptr) observer.impact_spins(impact, turning);
  });
  const auto add = [&](EventBatch<D>& batch) {
    if (spins == nullptr) {
      batch.add(impact);
    } else {
      batch.add(impact, turning);
    }
  };
  hand_out(impact.a.id, impact.b.id, add);
}

template <int D>
void ImpactReporter<D>::report_turn(TurnKind kind, const ImpactParty<D>& party, Id support,
                                    const Vec<D>& velocity, const Instant& time) {
  measure_flight(party, time);
  if (!is_heard(party.id, party.id)) return;
  const Turn<D> turn{
      flight_.timebase().since_start(time),
      kind,
      {id_of(party.id), party.place.position, party.velocity, velocity, party.elapsed, party.acceleration},
      id_of(support),
      flight_.acceleration(party.id),
      spins_.velocity_at(party.id, time, flight_.timebase()),
      spins_.acceleration_at(party.id, time, flight_.timebase())};
  tell([&turn](Observer<D>& observer) { observer.turn(turn); });
  hand_out(turn.body.id, turn.body.id, [&turn](EventBatch<D>& batch) { batch.add(turn); });
}

template <int D>
void ImpactReporter<D>::report_passing(const OrderedPair<D>& pair, bool enters, const Instant& time) {
  const Passing<D> passing{flight_.timebase().since_start(time), BodyId{pair.low}, BodyId{pair.high}, enters};
  tell([&passing](Observer<D>& observer) { observer.passing(passing); });
  hand_out(passing.a, passing.b, [&passing](EventBatch<D>& batch) { batch.add(passing); });
}

template class ImpactReporter<2>;
template class ImpactReporter<3>;

}  // namespace firsthit
