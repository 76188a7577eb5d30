#include "core/vec_math.hpp"
#include "world/heaps/heap_forces.hpp"
#include "world/rest/resting.hpp"

#include <algorithm>
#include <map>
#include <utility>

// Where bodies rest, and what presses them there: loads go down through all piles, as they do where a pile is
// asked whether it takes up an impact.

namespace firsthit {

/// Those whom the forces on them are found with: a heap, those who are stuck together, or the body alone.
template <int D>
std::vector<Id> Resting<D>::held_with(Id body) const {
  if (heaps_.contains(body)) return heaps_.of(body).members;
  const std::span<const Id> stuck = bonds_.of(body);
  if (stuck.empty()) return {body};
  return {stuck.begin(), stuck.end()};
}

/// All who hold any of these, and are dynamic.
template <int D>
std::vector<Id> Resting<D>::holders_of(const std::vector<Id>& bodies) const {
  std::vector<Id> holders;
  const auto add = [&](Id id) {
    if (table_.is_dynamic(id) && !std::binary_search(bodies.begin(), bodies.end(), id)) holders.push_back(id);
  };
  if (heaps_.contains(bodies.front())) {
    for (const HeapContact<D>& contact : heaps_.of(bodies.front()).contacts) add(contact.b);
  } else {
    for (const Id body : bodies)
      for (const Support<D>& support : supports_.of(body)) add(support.id);
  }
  return holders;
}

/// The first of each group that something holds, after all groups that it holds.
template <int D>
std::vector<Id> Resting<D>::downwards() const {
  std::vector<Id> order;
  std::vector<bool> seen(table_.size(), false);
  std::vector<Id> next;
  for (Id id = 0; id < table_.size(); ++id) {
    if (!table_.is_dynamic(id) || table_.is_gone(id) || (!is_held(id) && !heaps_.contains(id))) continue;
    // Depth first: who waits for those below him comes up again when they are through.
    next.push_back(id);
    while (!next.empty()) {
      const std::vector<Id> group = held_with(next.back());
      const Id first = group.front();
      const std::size_t waiting = next.size();
      if (!seen[first])
        for (const Id holder : holders_of(group))
          if (!seen[held_with(holder).front()]) next.push_back(holder);
      if (next.size() > waiting) continue;
      next.pop_back();
      if (!seen[first]) order.push_back(first);
      seen[first] = true;
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// [L] Where it is now, as its record goes on: not taken back into a box that repeats.
template <int D>
Vec<D> Resting<D>::place_of(Id body) const {
  const Record<D>& record = records_[body];
  const double elapsed = flight_.timebase().between(record.clock, now_);
  return record.position + elapsed * (record.velocity + (0.5 * elapsed) * flight_.acceleration(body));
}

template <int D>
std::vector<PressedContact<D>> Resting<D>::contacts(std::span<const Record<D>> records, const Instant& now) {
  set_surroundings(records, now, {});
  std::vector<PressedContact<D>> found;
  Loads loads;
  for (const Id first : downwards()) {
    const std::vector<Id> group = held_with(first);
    for (const Id body : group)
      if (table_.is_dynamic(body)) loads[body] = loads[body] + weight_of(body, flight_.acceleration(body));
    if (heaps_.contains(first))
      press_in_heap(heaps_.of(first), loads, found);
    else
      press(group, loads, found);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& x, const auto& y) {
    return std::pair(x.body, x.support) < std::pair(y.body, y.support);
  });
  return found;
}

template <int D>
void Resting<D>::press_in_heap(const Heap<D>& heap, Loads& loads,
                               std::vector<PressedContact<D>>& found) const {
  std::vector<Load<D>> all;
  for (const Id member : heap.members) all.push_back(loads[member]);
  const auto forces = bearing_forces<D>(heap, frictions_of(table_, heap), all, depths_of(heap));
  for (std::size_t i = 0; i < heap.contacts.size(); ++i) {
    const HeapContact<D>& contact = heap.contacts[i];
    const Vec<D> push = forces ? Vec<D>{} - (*forces)[i] : Vec<D>{};
    const Support<D> support{contact.b, contact.image, contact.own_piece, contact.piece};
    const Vec<D> place = place_of(contact.a);
    const Vec<D> arm =
        heap.levers.empty() ? contact_place(contact.a, support, place, contact.normal) : contact.arm;
    const bool is_above = dot(contact.normal, flight_.gravity()) < 0.0 && heaps_.contains(contact.b);
    if (is_above)  // than what holds it: the other way round
      found.push_back(
          {contact.b, contact.a, place_of(contact.b) + (arm - from(place, support)), -contact.normal, push});
    else
      found.push_back({contact.a, contact.b, place + arm, contact.normal, Vec<D>{} - push});
  }
}

/// Of one, or of those who are stuck together: they share all that holds any of them.
template <int D>
void Resting<D>::press(const std::vector<Id>& group, Loads& loads,
                       std::vector<PressedContact<D>>& found) const {
  const Id first = group.front();
  std::vector<Thrust> thrusts;
  std::vector<Id> whose;
  Load<D> all;
  for (const Id body : group) {
    all = all + loads[body];
    const auto own = normal_thrusts(body, place_of(body));
    if (!own) continue;
    thrusts.insert(thrusts.end(), own->begin(), own->end());
    whose.insert(whose.end(), own->size(), body);
  }
  if (thrusts.empty()) return;
  auto pushes = bearing(first, thrusts, all);
  // What slips in space does so along any direction, of which `bearing` tries a few: it presses as its course
  // says. So does the first of several contacts where none of the shares that are tried bears the load.
  if (!pushes) {
    pushes = {thrusts.front()};
    pushes->front().direction = Vec<D>{} - all.force;
    pushes->front().size = 1.0;
  }
  for (std::size_t i = 0; i < thrusts.size(); ++i) {
    const Thrust& thrust = thrusts[i];
    Thrust sum = thrust;
    sum.direction = Vec<D>{};
    sum.size = 1.0;
    for (const Thrust& push : *pushes)
      if (push.support == thrust.support && push.arm == thrust.arm)
        sum.direction = sum.direction + push.size * push.direction;
    found.push_back({whose[i], thrust.support.id, place_of(whose[i]) + thrust.arm,
                     Vec<D>{} - thrust.direction, sum.direction});
    load_below(place_of(whose[i]), sum, loads);
  }
}

template std::vector<PressedContact<2>> Resting<2>::contacts(std::span<const Record<2>>, const Instant&);
template std::vector<PressedContact<3>> Resting<3>::contacts(std::span<const Record<3>>, const Instant&);

}  // namespace firsthit
