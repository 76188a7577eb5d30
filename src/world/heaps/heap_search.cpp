#include "world/heaps/heap_search.hpp"

#include "core/vec_math.hpp"
#include "world/heaps/balance.hpp"
#include "world/heaps/friction_cone.hpp"
#include "world/heaps/groups.hpp"
#include "world/heaps/hops.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

namespace firsthit {

namespace {

/// Bodies no further apart, in parts of the smaller one's size, may touch where they rest: hops leave gaps of
/// 2^-18, and a pile adds up some tens of them. Larger: more are asked than ever touch.
constexpr double kNear = 0x1p-8;

/// Of its weight, what a body must give a contact that is to count as one that carries.
constexpr double kLeastForce = 0x1p-20;

}  // namespace

template <int D>
void HeapSearch<D>::find(std::span<const Record<D>> records, const Instant& now, const Settle& settle) const {
  forget_hulls();
  std::vector<Loose> all = loose(records, now);
  std::vector<Near> near;
  find_pairs(all, kNear, near);
  if (near.empty() && !table_.interactions.rubs() && !(D == 3 && turns())) return;
  find_unmoved(all, kNear, near);
  Groups groups(all.size());
  for (Near& one : near) {
    one.friction = std::min(table_.surfaces(one.contact.a, one.contact.b).friction, kMostFriction);
    one.slow = is_slow(all, one);
    if (one.slow && one.both) groups.join(one.a, one.b);
  }
  std::vector<std::vector<std::size_t>> members(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].yields) members[groups.of(i)].push_back(i);
  for (std::vector<std::size_t>& group : members)
    if (group.size() > 1 || (group.size() == 1 && may_rest_alone(all[group[0]])))
      look(all, near, std::move(group), settle);
}

/// Friction may hold one that falls on what is curved, and does not move. In space one that turns comes to
/// stand so on what is flat, too.
template <int D>
bool HeapSearch<D>::may_rest_alone(const Loose& body) const {
  const bool may = table_.interactions.rubs() || (D == 3 && body.lever > 0.0);
  return may && flight_.acceleration(body.id) == flight_.gravity();
}

template <int D>
Heap<D> HeapSearch<D>::heap_of(const std::vector<Loose>& all, const std::vector<std::size_t>& members) const {
  Heap<D> heap;
  for (const std::size_t body : members) {
    heap.members.push_back(all[body].id);
    if (turns()) heap.levers.push_back(all[body].lever);
  }
  return heap;
}

/// Looks for those who hold each other among bodies that may touch.
template <int D>
void HeapSearch<D>::look(std::vector<Loose>& all, const std::vector<Near>& near,
                         std::vector<std::size_t> members, const Settle& settle) const {
  while (!members.empty() && members.size() <= kMostMembers) {
    const auto place = [&members](std::size_t body) {
      const auto at = std::lower_bound(members.begin(), members.end(), body);
      return at != members.end() && *at == body ? static_cast<std::size_t>(at - members.begin()) : kNone;
    };
    const Heap<D> heap = heap_of(all, members);
    std::vector<std::size_t> taken;  // of those near
    std::vector<UnitPush> pushes;
    std::vector<double> cost;
    for (std::size_t i = 0; i < near.size(); ++i) {
      const std::size_t a = place(near[i].a);
      if (!near[i].slow || a == kNone || (near[i].both && place(near[i].b) == kNone)) continue;
      const Vec<D> against = -near[i].contact.normal;
      for (const Vec<D>& force : near[i].friction > 0.0
                                     ? friction_cone(against, near[i].friction, flight_.gravity())
                                     : std::vector<Vec<D>>{against}) {
        pushes.push_back(push_of(heap, near[i].contact, force));
        const double part = near[i].friction > 1.0 ? 1.0 / near[i].friction : 1.0;  // along the normal
        cost.push_back(part * std::max(near[i].gap, 0.0) / all[near[i].a].size);
        taken.push_back(i);
      }
    }
    std::vector<Load<D>> lift;
    for (const std::size_t body : members) lift.push_back({-table_.mass[all[body].id] * flight_.gravity()});
    const Balance balance = cheapest_balance(pushes, cost, rows_of<D>(heap, lift));

    Groups groups(members.size());
    std::vector<std::size_t> carrying;
    const double gravity = length(flight_.gravity());
    for (std::size_t i = 0; i < taken.size(); ++i) {
      const Near& one = near[taken[i]];
      double weight = table_.mass[all[one.a].id] * gravity;
      if (one.both) weight = std::min(weight, table_.mass[all[one.b].id] * gravity);
      if (!(balance.size[i] > kLeastForce * weight)) continue;
      if (carrying.empty() || carrying.back() != taken[i]) carrying.push_back(taken[i]);
      if (one.both) groups.join(place(one.a), place(one.b));
    }
    std::vector<bool> falls(members.size(), false);
    bool any = false;
    for (std::size_t i = 0; i < balance.missed.size(); ++i) {
      if (!balance.missed[i]) continue;
      falls[groups.of(i / heap.width())] = true;
      any = true;
    }
    if (any) {  // without those, and all whom they press, once more
      std::vector<std::size_t> left;
      for (std::size_t i = 0; i < members.size(); ++i)
        if (!falls[groups.of(i)]) left.push_back(members[i]);
      members = std::move(left);
      continue;
    }
    for (std::size_t first = 0; first < members.size(); ++first) {
      if (groups.of(first) != first) continue;
      std::vector<std::size_t> those;
      for (std::size_t i = first; i < members.size(); ++i)
        if (groups.of(i) == first) those.push_back(members[i]);
      if (those.size() == 1 && !may_rest_alone(all[those[0]])) continue;
      std::vector<std::size_t> theirs;
      for (const std::size_t i : carrying)
        if (groups.of(place(near[i].a)) == first) theirs.push_back(i);
      std::vector<std::size_t> rolling;
      if (const auto rest = rests(all, near, those, theirs, rolling)) {
        if (!settle(*rest)) continue;
        for (std::size_t i = 0; i < those.size(); ++i) {
          all[those[i]].place = rest->poses[i].place;
          all[those[i]].stands = rest->poses[i].stands;
        }
      } else if (!rolling.empty()) {  // without those
        std::vector<std::size_t> left;
        std::set_difference(those.begin(), those.end(), rolling.begin(), rolling.end(),
                            std::back_inserter(left));
        look(all, near, std::move(left), settle);
      }
    }
    return;
  }
}

template class HeapSearch<2>;
template class HeapSearch<3>;

}  // namespace firsthit
