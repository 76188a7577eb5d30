#include "world/response/impact_resolver.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

// Bodies that come to rest together, and what wakes them.

namespace firsthit {

namespace {

/// Those who meet as slowly as after this many hops, soon after one of them has met anybody, hop.
constexpr double kHopSpeeds = 2.0;
constexpr double kHopTimes = 16.0;

/// Who is faster than this many hops is not given more: in a flat arch, pushes of little speed lift the
/// middle with much. Such impacts just lose nothing.
constexpr double kLively = 8.0;

/// Heaps are looked for after so many hops a body that moves, and as if there were no fewer than so many.
/// Fewer: the search costs more than the hops. More: who could rest hops on.
constexpr std::uint64_t kHopsABody = 64;

/// The same where bodies turn: their hops are higher, and cost more.
constexpr std::uint64_t kHopsATurningBody = 16;
constexpr std::uint64_t kFewBodies = 16;

/// Heaps are looked for after no more times than so many that somebody has jammed at what stands. More: the
/// engine takes that for a collapse.
constexpr std::uint64_t kJamsOfASearch = 2;

/// Heaps are looked for after no more joint hops than so many.
constexpr std::uint64_t kJointHopsOfASearch = 16;

/// Those who are pressed together hop at once after so many slow impacts for each of them, or for each of a
/// part of all who move, as all are looked through; or of these one for each, if their last hop is over.
/// Fewer: it costs more than the impacts. More: these do.
constexpr std::uint64_t kSlowABody = 3;
constexpr std::uint64_t kPartOfAll = 16;

/// What contacts carried as all hopped at once tells who is pressed for so many times as long as that lasts.
constexpr double kKnownTimes = 2.0;

}  // namespace

/// May bodies rest together? Not where any have stuck to each other.
template <int D>
bool ImpactResolver<D>::has_heaps() const {
  return bonds_.is_empty();
}

/// [L/T] How fast two part, at least, that keep meeting each other where gravity presses them together; 0 for
/// others. Without it their bounces would get ever smaller, and end the run: only where one of the two can be
/// held by what stands still do such bounces end in rest.
template <int D>
double ImpactResolver<D>::heap_hop(const Contact& contact, double closing, double restitution) {
  const Party& a = contact.a;
  const Party& b = contact.b;
  // Balls hop where nobody ever rests together, too; others come to rest in stacks there.
  const bool balls = table_.is_ball_that_moves(a.id) && table_.is_ball_that_moves(b.id);
  if (!balls && !has_heaps()) return 0.0;
  if (!(closing > 0.0) || !(restitution < 1.0) || !table_.is_dynamic(a.id) || !table_.is_dynamic(b.id) ||
      table_.turns(a.id) || table_.turns(b.id) || !bonds_.of(a.id).empty() || !bonds_.of(b.id).empty())
    return 0.0;
  const double gravity = length(flight_.gravity());
  const double radius = std::min(table_.radius[a.id], table_.radius[b.id]);
  const double hops = heap_hop_speed(gravity, radius);
  const double room = std::max(kRoomlessPart * kHeapHop * radius, rounding_of(contact));
  const bool without_room = closing * std::max(a.elapsed, b.elapsed) <= room;
  if (hops_.jams(a.id, b.id, without_room)) jams_ = std::min(a.id, b.id);
  if (without_room) {
    ++hops_.count;
    return 0.0;
  }
  if (!(closing < kHopSpeeds * hops)) return 0.0;
  const bool pressed = dot(contact.normal(), a.acceleration - b.acceleration) > 0.0;
  if (!pressed && !(std::min(a.elapsed, b.elapsed) * gravity < kHopTimes * hops)) return 0.0;
  return fastest(a, b) < kLively * hops ? hops : std::min(closing, hops);
}

/// [L/T] How fast is the faster of two, seen from whatever they may lie on that makes them slowest?
template <int D>
double ImpactResolver<D>::fastest(const Party& a, const Party& b) const {
  const auto seen_from = [&](const Vec<D>& carrier) {
    return std::max(length(a.velocity - carrier), length(b.velocity - carrier));
  };
  double least = seen_from(Vec<D>{});
  for (const Id id : table_.kinematic) least = std::min(least, seen_from(resting_.velocity_of(id)));
  for (const Id id : table_.interactions.belts())
    least = std::min(least, seen_from(resting_.velocity_of(id) + table_.interactions.surface_velocity(id)));
  return least;
}

/// A body has met what is curved, and holds it. Where friction may keep it from gliding off, its hops count
/// as those of two that move; where it jams, in a groove or a nook, it is soon asked whether it does.
template <int D>
void ImpactResolver<D>::count_glide(const Party& body, Id on, double closing, bool jams) {
  if (!has_heaps() || !flight_.falls() || last_impacts_.are_kept() || !bonds_.of(body.id).empty() ||
      !(table_.surfaces(body.id, on).friction > 0.0))
    return;
  if (closing < kHopSpeeds * heap_hop_speed(length(flight_.gravity()), table_.radius[body.id]))
    hops_.count += jams ? hops_of_a_search() / kJamsOfASearch : 1;
}

/// Two have met of whom one turns, or both.
template <int D>
void ImpactResolver<D>::count_turning(const Contact& contact, const Stance& stance, double closing,
                                      const Instant& now) {
  const Party& a = contact.a;
  const Party& b = contact.b;
  if (!has_heaps() || !flight_.falls() || !resting_.enabled() || last_impacts_.are_kept()) return;
  if (closing < kHopSpeeds * stance.hops) ++hops_.count;
  count_slow(contact, closing, now);
  const double rounding = rounding_of(contact);
  const auto room = [&](double radius) { return std::max(kRoomlessPart * kHeapHop * radius, rounding); };
  if (table_.is_dynamic(a.id) && table_.is_dynamic(b.id)) {
    const double least = room(std::min(table_.radius[a.id], table_.radius[b.id]));
    if (hops_.jams(a.id, b.id, closing * std::max(a.elapsed, b.elapsed) <= least))
      jams_ = std::min(a.id, b.id);
    return;
  }
  const Party& body = table_.is_dynamic(a.id) ? a : b;
  if (!table_.is_dynamic(body.id)) return;
  if (resting_.jams(body.id, closing * body.elapsed <= room(table_.radius[body.id]))) jams_ = body.id;
}

/// Two have met, perhaps as gravity presses them together.
template <int D>
void ImpactResolver<D>::count_slow(const Contact& contact, double closing, const Instant& now) {
  const Id a = contact.a.id;
  const Id b = contact.b.id;
  if (!flight_.falls() || !has_heaps() || !resting_.enabled() || last_impacts_.are_kept() ||
      !(table_.restitution(a, b) < 1.0))
    return;
  double smallest = std::numeric_limits<double>::infinity();
  bool falls = false;
  for (const Id id : {a, b}) {
    if (!table_.is_dynamic(id)) continue;
    smallest = std::min(smallest, table_.radius[id]);
    falls = falls || flight_.acceleration(id) == flight_.gravity();
  }
  const double gravity = length(flight_.gravity());
  const double hop = joint_hop_speed<D>(gravity, smallest, table_.surfaces(a, b).friction > 0.0);
  if (!falls) return;
  if (!(closing < kHopSpeeds * hop)) {
    strikes_ = flight_.timebase().between(hops_.joint, now) < kKnownTimes * hops_.lasts &&
               (hops_.contacts.has(a) || hops_.contacts.has(b));
    return;
  }
  ++hops_.slow;
  const bool is_over = flight_.timebase().between(hops_.joint, now) * gravity > hop;
  const std::uint64_t part_of_all = table_.moving.size() / kPartOfAll;
  presses_ = hops_.slow > kSlowABody * std::max({hops_.joined, kFewBodies, part_of_all}) ||
             (is_over && hops_.slow > part_of_all);
}

/// Asks how those who are pressed go on until all of them who stand still take up what they get, or are
/// woken.
template <int D>
template <class Ask>
Pressed<D> ImpactResolver<D>::taken_up(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                       const Instant& time, const Ask& ask) {
  Pressed<D> pressed;
  for (bool wakes = true; wakes;) {
    pressed = ask();
    wakes = false;
    for (const HeldPush<D>& one : pressed.held) {
      if (!resting_.is_still(records, one.body) || resting_.takes_up(one.body, one.arm, one.push)) continue;
      let_fall(records, pair, one.body, pair.low, time);
      wakes = true;
    }
  }
  return pressed;
}

/// All who are pressed together go on as their contacts let them.
template <int D>
void ImpactResolver<D>::hop_together(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                     const Instant& time) {
  hops_.slow = 0;
  hops_.joint = time;
  Pressed<D> pressed = taken_up(records, pair, time, [&] {
    return heap_search_.pressed(records, resting_.heaps(), hops_.contacts, time);
  });
  hops_.joined = pressed.bodies.size();
  hops_.count += std::max<std::uint64_t>(hops_.joined, hops_of_a_search() / kJointHopsOfASearch);
  hops_.lasts = pressed.lasts;
  hops_.contacts = std::move(pressed.contacts);
  set_off(records, pair, pressed.bodies, time);
}

/// An impact reaches those who are pressed together all at once.
template <int D>
void ImpactResolver<D>::strike_all(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                   const Instant& time) {
  const double left = hops_.lasts - flight_.timebase().between(hops_.joint, time);
  const Pressed<D> struck = taken_up(records, pair, time, [&] {
    return heap_search_.struck(records, resting_.heaps(), hops_.contacts, pair, hops_.lasts, left, time);
  });
  set_off(records, pair, struck.bodies, time);
}

/// They go on so.
template <int D>
void ImpactResolver<D>::set_off(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                std::span<const Parted<D>> bodies, const Instant& time) {
  for (const Parted<D>& one : bodies) {
    const Party party = party_of(records, one.id, time);
    gather(records, time, party);
    if (!resting_.supports().of(one.id).empty()) resting_.release(one.id);
    turn(one.id, one.turning, {}, time);
    change(records, pair, party, TurnKind::Pulled, pair.low == one.id ? pair.high : pair.low, one.velocity,
           time);
  }
  free_fallen(records, pair, time);
}

/// A body that turns has been put so, and turns no more.
template <int D>
void ImpactResolver<D>::set_down(Id body, const Orientation<D>& stands, const Instant& time) {
  reporter_.statistics().add_spin(spins_, body, time);
  spins_.set(body, {stands, 0, {}, time, {}});
}

/// A heap of which a member is struck, and that does not take it up, rests no more.
template <int D>
void ImpactResolver<D>::wake_struck(std::span<Record<D>> records, const Contact& contact,
                                    const Instant& time) {
  if (resting_.heaps().is_empty()) return;
  const auto wake = [&](Id id, Holder as) {
    if ((contact.holder != as || has_rule(contact)) && resting_.heaps().contains(id))
      wake_heap(records, contact.pair(), id, time);
  };
  renews_pair_ = true;
  wake(contact.a.id, Holder::A);
  wake(contact.b.id, Holder::B);
  renews_pair_ = false;
}

template <int D>
void ImpactResolver<D>::wake_heap(std::span<Record<D>> records, const OrderedPair<D>& pair, Id body,
                                  const Instant& time) {
  for (const Id member : resting_.heaps().dissolve(body)) let_fall(records, pair, member, body, time);
}

/// A member of a heap has come to the edge of what it glides on. Returns how far [L] it has.
template <int D>
double ImpactResolver<D>::leave_heap(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                     const Party& body, const Instant& time) {
  wake_heap(records, pair, body.id, time);
  return length(body.velocity) * body.elapsed;
}

/// After so many hops heaps are looked for.
template <int D>
std::uint64_t ImpactResolver<D>::hops_of_a_search() const {
  const std::uint64_t patience = table_.has_turning() ? kHopsATurningBody : kHopsABody;
  return patience * std::max<std::uint64_t>(kFewBodies, table_.moving.size());
}

/// The first time sooner, for those who are put down at rest on each other; but not before those have come to
/// rest who stand on what stands. Until then they do not hop together, which would make them move.
template <int D>
void ImpactResolver<D>::begin_to_hop() {
  hops_ = {};
  if (!flight_.falls()) return;
  const std::uint64_t before_first = std::max<std::uint64_t>(kFewBodies, table_.moving.size());
  hops_.count = hops_of_a_search() - before_first;
  hops_.joined = before_first / kSlowABody;
}

/// Bodies that are pressed against each other, without room, part at once, as otherwise they would pass on to
/// each other, in ever more impacts, what presses them.
template <int D>
void ImpactResolver<D>::part_all(std::span<Record<D>> records, const OrderedPair<D>& pair, Id body,
                                 const Instant& time) {
  const std::vector<Parted<D>> parted = heap_search_.parted(records, body, time);
  for (const Parted<D>& one : parted)
    if (resting_.heaps().contains(one.id)) wake_heap(records, pair, one.id, time);
  for (const Parted<D>& one : parted) {
    hops_.roomless.erase(one.id);
    const Party party = party_of(records, one.id, time);
    const bool same =
        one.velocity == party.velocity && one.turning == spins_.velocity_at(one.id, time, flight_.timebase());
    if (same && !one.stands_on) continue;
    gather(records, time, party);
    const Vec<D>& place = party.place.position;
    Vec<D> after = resting_.knocked(one.id, place, one.velocity, rounding_of(party));
    turn(one.id, one.turning, {}, time);
    if (one.stands_on && resting_.supports().of(one.id).empty()) {
      const HeapContact<D>& on = *one.stands_on;
      const Touch<D> touch =
          resting_.touch_of(one.id, {on.b, on.image, on.own_piece, on.piece}, place, on.normal);
      after = resting_.caught(one.id, place, after, touch, rounding_of(party));
    }
    change(records, pair, party, TurnKind::Pulled, pair.low == one.id ? pair.high : pair.low, after, time);
  }
}

/// A body's course changes in an event of two, besides what that does to them.
template <int D>
void ImpactResolver<D>::change(std::span<Record<D>> records, const OrderedPair<D>& pair, const Party& party,
                               TurnKind kind, Id with, const Vec<D>& velocity, const Instant& time) {
  reporter_.report_turn(kind, party, with, velocity, time);
  renew(records[party.id], party, velocity, time);
  if (party.id != pair.low && party.id != pair.high &&
      std::find(others_.begin(), others_.end(), party.id) == others_.end())
    others_.push_back(party.id);
}

/// Where members of a heap move along each other, or along what does not move: who, and on what. None if
/// their contacts turn as they do. Where all is flat they can go on so until they come to an edge.
template <int D>
auto ImpactResolver<D>::gliding_contacts(std::span<const Record<D>> records, const FoundHeap<D>& found,
                                         const Instant& time) const
    -> std::optional<std::vector<std::pair<Id, Touch<D>>>> {
  for (const Vec<D>& velocity : found.velocities)
    for (std::size_t axis = 0; axis < D; ++axis)
      if (velocity[axis] != 0.0 && flight_.period().along(axis)) return {};
  const std::vector<Id>& members = found.heap.members;
  const auto member = [&](Id id) -> std::optional<std::size_t> {
    const auto at = std::lower_bound(members.begin(), members.end(), id);
    if (at == members.end() || *at != id) return {};
    return static_cast<std::size_t>(at - members.begin());
  };
  std::vector<std::pair<Id, Touch<D>>> gliding;
  for (const HeapContact<D>& contact : found.heap.contacts) {
    const Vec<D>& velocity = found.velocities[*member(contact.a)];
    const std::optional<std::size_t> b = member(contact.b);
    const Vec<D> passing = (b ? found.velocities[*b] : resting_.velocity_of(contact.b)) - velocity;
    if (is_zero(passing) || (!b && is_one_velocity(velocity + passing, velocity))) continue;
    if (!found.heap.levers.empty()) return {};  // at the edge, and before, their forces would be others
    const Support<D> support{contact.b, contact.image, contact.own_piece, contact.piece};
    const Vec<D>& place = found.poses[*member(contact.a)].place;
    Touch<D> touch = resting_.touch_of(contact.a, support, place, contact.normal);
    if (touch.curvature != 0.0) {
      Vec<D> put;
      if (b) put = found.poses[*b].place - flight_.place_at(contact.b, records[contact.b], time).position;
      if (!resting_.passes_along_ridge(contact.a, support, place, put, passing, contact.normal)) return {};
      touch.into = contact.normal;
    }
    gliding.push_back({contact.a, touch});
  }
  return gliding;
}

/// Who can rest together does.
template <int D>
void ImpactResolver<D>::rest_together(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                      const Instant& time) {
  hops_.count = 0;
  if (!has_heaps()) return;
  std::vector<Id> rested;
  heap_search_.find(records, time, [&](const FoundHeap<D>& found) {
    const std::vector<Id>& members = found.heap.members;
    const auto does = [&](Id id) { return flight_.acceleration(id) == found.acceleration; };
    if (std::all_of(members.begin(), members.end(), does)) return false;  // they do already
    const auto gliding = gliding_contacts(records, found, time);
    if (!gliding) return false;
    for (const Id id : members)
      if (resting_.heaps().contains(id)) wake_heap(records, pair, id, time);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const Id id = members[i];
      Party party = party_of(records, id, time);
      gather(records, time, party);
      if (!found.heap.levers.empty() && found.heap.levers[i] > 0.0) set_down(id, found.poses[i].stands, time);
      resting_.rest_in_heap(id, found.acceleration);
      const auto contact = std::find_if(found.heap.contacts.begin(), found.heap.contacts.end(),
                                        [id](const HeapContact<D>& c) { return c.a == id || c.b == id; });
      shift(party, found.poses[i].place - party.place.position);
      change(records, pair, party, TurnKind::Rested, contact->a == id ? contact->b : contact->a,
             found.velocities[i], time);
    }
    for (const auto& [body, touch] : *gliding) resting_.glide(body, touch.support, touch.into);
    resting_.heaps().add(found.heap);
    rested.insert(rested.end(), members.begin(), members.end());
    return true;
  });
  // Who was held by one who has been put elsewhere, and does not rest with him, falls.
  for (const Id id : rested)
    for (const Id held : resting_.supports().held_by(id))
      if (!resting_.heaps().contains(held)) let_fall(records, pair, held, id, time);
  resting_.take_unloaded();
}

template <int D>
auto ImpactResolver<D>::woken(std::span<const Record<D>> records, Id body, const Instant& time) -> Changes {
  changes_.clear();
  std::vector<Change<D>> all;
  for (const Id member : resting_.heaps().dissolve(body)) {
    freed(records, member, body, time);
    all.insert(all.end(), changes_.begin(), changes_.end());
  }
  changes_ = std::move(all);
  return changes_;
}

template bool ImpactResolver<2>::has_heaps() const;
template double ImpactResolver<2>::heap_hop(const Contact&, double, double);
template double ImpactResolver<2>::fastest(const Party&, const Party&) const;
template double ImpactResolver<3>::fastest(const Party&, const Party&) const;
template void ImpactResolver<2>::count_glide(const Party&, Id, double, bool);
template void ImpactResolver<2>::count_slow(const Contact&, double, const Instant&);
template void ImpactResolver<2>::count_turning(const Contact&, const Stance&, double, const Instant&);
template void ImpactResolver<3>::count_slow(const Contact&, double, const Instant&);
template void ImpactResolver<3>::count_turning(const Contact&, const Stance&, double, const Instant&);
template void ImpactResolver<2>::set_down(Id, const Orientation<2>&, const Instant&);
template void ImpactResolver<3>::set_down(Id, const Orientation<3>&, const Instant&);
template void ImpactResolver<2>::wake_struck(std::span<Record<2>>, const Contact&, const Instant&);
template void ImpactResolver<2>::wake_heap(std::span<Record<2>>, const OrderedPair<2>&, Id, const Instant&);
template void ImpactResolver<2>::hop_together(std::span<Record<2>>, const OrderedPair<2>&, const Instant&);
template void ImpactResolver<2>::strike_all(std::span<Record<2>>, const OrderedPair<2>&, const Instant&);
template void ImpactResolver<2>::part_all(std::span<Record<2>>, const OrderedPair<2>&, Id, const Instant&);
template double ImpactResolver<2>::leave_heap(std::span<Record<2>>, const OrderedPair<2>&, const Party&,
                                              const Instant&);
template std::uint64_t ImpactResolver<2>::hops_of_a_search() const;
template void ImpactResolver<2>::begin_to_hop();
template void ImpactResolver<2>::rest_together(std::span<Record<2>>, const OrderedPair<2>&, const Instant&);
template auto ImpactResolver<2>::woken(std::span<const Record<2>>, Id, const Instant&) -> Changes;
template bool ImpactResolver<3>::has_heaps() const;
template double ImpactResolver<3>::heap_hop(const Contact&, double, double);
template void ImpactResolver<3>::count_glide(const Party&, Id, double, bool);
template void ImpactResolver<3>::wake_struck(std::span<Record<3>>, const Contact&, const Instant&);
template void ImpactResolver<3>::wake_heap(std::span<Record<3>>, const OrderedPair<3>&, Id, const Instant&);
template void ImpactResolver<3>::hop_together(std::span<Record<3>>, const OrderedPair<3>&, const Instant&);
template void ImpactResolver<3>::strike_all(std::span<Record<3>>, const OrderedPair<3>&, const Instant&);
template void ImpactResolver<3>::part_all(std::span<Record<3>>, const OrderedPair<3>&, Id, const Instant&);
template double ImpactResolver<3>::leave_heap(std::span<Record<3>>, const OrderedPair<3>&, const Party&,
                                              const Instant&);
template std::uint64_t ImpactResolver<3>::hops_of_a_search() const;
template void ImpactResolver<3>::begin_to_hop();
template void ImpactResolver<3>::rest_together(std::span<Record<3>>, const OrderedPair<3>&, const Instant&);
template auto ImpactResolver<3>::woken(std::span<const Record<3>>, Id, const Instant&) -> Changes;

}  // namespace firsthit
