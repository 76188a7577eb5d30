#include "world/heaps/heap_search.hpp"

#include "core/vec_math.hpp"
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

bool contains(const std::vector<std::size_t>& in_order, std::size_t one) {
  return std::binary_search(in_order.begin(), in_order.end(), one);
}

}  // namespace

template <int D>
void HeapSearch<D>::find(std::span<const Record<D>> records, const Instant& now, const Settle& settle) const {
  forget_hulls();
  std::vector<Loose> all = loose(records, now);
  std::vector<Near> near;
  find_pairs(all, kNear, near);
  if (near.empty() && !table_.interactions.rubs() && !turns()) return;
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

/// Friction may hold one that falls on what is curved, and does not move; one that turns may be caught
/// between such and a wall. In space it comes to stand so on what is flat, too.
template <int D>
bool HeapSearch<D>::may_rest_alone(const Loose& body) const {
  const bool may = table_.interactions.rubs() || body.lever > 0.0;
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

/// [L/T^2] What pulls them, seen from what carries them: where several do, from the first that accelerates.
template <int D>
Vec<D> HeapSearch<D>::pull_on(const std::vector<Loose>& all, const std::vector<Near>& near,
                              const std::vector<std::size_t>& members) const {
  for (const Near& one : near) {
    if (one.both || !one.slow || is_zero(carrier_acceleration(all, one))) continue;
    if (contains(members, one.a)) return flight_.gravity() - carrier_acceleration(all, one);
  }
  return flight_.gravity();
}

/// Those left of `members` if nobody is among them who would fall even if all that he touches stood still.
template <int D>
auto HeapSearch<D>::held_by_what_they_touch(const std::vector<Loose>& all, const std::vector<Near>& near,
                                            const std::vector<std::size_t>& members, const Vec<D>& pull) const
    -> std::vector<std::size_t> {
  std::vector<std::vector<std::size_t>> touching(all.size());
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (!near[i].slow) continue;
    touching[near[i].a].push_back(i);
    if (near[i].both) touching[near[i].b].push_back(i);
  }
  std::vector<bool> is_in(all.size(), false);
  for (const std::size_t body : members) is_in[body] = true;
  const auto falls = [&](std::size_t body) {
    std::vector<double> levers;
    if (turns()) levers.push_back(all[body].lever);
    std::vector<UnitPush> pushes;
    for (const std::size_t i : touching[body]) {
      if (!is_in[near[i].a] || (near[i].both && !is_in[near[i].b])) continue;
      HeapContact<D> contact = near[i].contact;
      if (near[i].a != body) {
        contact.normal = -contact.normal;
        contact.arm = contact.other_arm;
      }
      for (const Vec<D>& force : pushes_at(contact, near[i].friction, pull))
        pushes.push_back(push_between<D>(std::size_t{0}, {}, levers, contact, force));
    }
    std::vector<double> lift(turns() ? D + kAxesOfTurning<D> : std::size_t{D}, 0.0);
    for (std::size_t axis = 0; axis < D; ++axis) lift[axis] = -pull[axis];
    return !cheapest_balance(pushes, std::vector<double>(pushes.size(), 0.0), lift).is_reached();
  };
  std::vector<std::size_t> asked = members;
  while (!asked.empty()) {
    std::vector<std::size_t> again;
    for (const std::size_t body : asked) {
      if (!is_in[body] || !falls(body)) continue;
      is_in[body] = false;
      for (const std::size_t i : touching[body]) {
        const std::size_t other = near[i].a == body ? near[i].b : near[i].a;
        if (near[i].both && is_in[other]) again.push_back(other);
      }
    }
    asked = std::move(again);
  }
  std::vector<std::size_t> left;
  for (const std::size_t body : members)
    if (is_in[body]) left.push_back(body);
  return left;
}

/// Of a contact: forces on its first body, whose sums are all that it may do.
template <int D>
std::vector<Vec<D>> HeapSearch<D>::pushes_at(const HeapContact<D>& contact, double friction,
                                             const Vec<D>& pull) const {
  if (friction > 0.0) return friction_cone(-contact.normal, friction, pull);
  return {-contact.normal};
}

/// Leaves those of `members` who can be in balance together; returns the contacts, of those near, that carry
/// them then.
template <int D>
auto HeapSearch<D>::balanced(const std::vector<Loose>& all, const std::vector<Near>& near,
                             std::vector<std::size_t>& members) const -> std::vector<std::size_t> {
  const Vec<D> pull = pull_on(all, near, members);
  while (true) {
    members = held_by_what_they_touch(all, near, members, pull);
    const Heap<D> heap = heap_of(all, members);
    std::vector<std::size_t> taken;  // of those near
    std::vector<UnitPush> pushes;
    std::vector<double> cost;
    for (std::size_t i = 0; i < near.size(); ++i) {
      const bool takes_part = contains(members, near[i].a) && (!near[i].both || contains(members, near[i].b));
      if (!near[i].slow || !takes_part) continue;
      for (const Vec<D>& force : pushes_at(near[i].contact, near[i].friction, pull)) {
        pushes.push_back(push_of(heap, near[i].contact, force));
        const double part = near[i].friction > 1.0 ? 1.0 / near[i].friction : 1.0;  // along the normal
        cost.push_back(part * std::max(near[i].gap, 0.0) / all[near[i].a].size);
        taken.push_back(i);
      }
    }
    std::vector<Load<D>> lift;
    std::vector<double> depths;
    for (const std::size_t body : members) {
      lift.push_back({-table_.mass[all[body].id] * pull});
      depths.push_back(dot(flight_.gravity(), all[body].place));
    }
    const Balance balance =
        cheapest_balance(pushes, cost, rows_of<D>(heap, lift), rows_by_depth(heap.width(), depths));
    if (!balance.is_reached()) {  // without those who fall, once more
      std::vector<std::size_t> left;
      for (std::size_t i = 0; i < members.size(); ++i) {
        bool falls = false;
        for (std::size_t row = i * heap.width(); row < (i + 1) * heap.width(); ++row)
          falls = falls || balance.moves[row];
        if (!falls) left.push_back(members[i]);
      }
      members = std::move(left);
      continue;
    }
    std::vector<std::size_t> carrying;
    const double gravity = length(flight_.gravity());
    for (std::size_t i = 0; i < taken.size(); ++i) {
      const Near& one = near[taken[i]];
      double weight = table_.mass[all[one.a].id] * gravity;
      if (one.both) weight = std::min(weight, table_.mass[all[one.b].id] * gravity);
      if (balance.size[i] > kLeastForce * weight && (carrying.empty() || carrying.back() != taken[i]))
        carrying.push_back(taken[i]);
    }
    return carrying;
  }
}

/// Looks for those who hold each other among bodies that may touch.
template <int D>
void HeapSearch<D>::look(std::vector<Loose>& all, const std::vector<Near>& near,
                         std::vector<std::size_t> members, const Settle& settle) const {
  const std::vector<std::size_t> carrying = balanced(all, near, members);
  Groups groups(all.size());
  for (const std::size_t i : carrying)
    if (near[i].both) groups.join(near[i].a, near[i].b);
  for (const std::size_t first : members) {
    if (groups.of(first) != first) continue;
    std::vector<std::size_t> those;
    for (const std::size_t body : members)
      if (groups.of(body) == first) those.push_back(body);
    if (those.size() == 1 && !may_rest_alone(all[those[0]])) continue;
    std::vector<std::size_t> theirs;
    for (const std::size_t i : carrying)
      if (groups.of(near[i].a) == first) theirs.push_back(i);
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
}

template class HeapSearch<2>;
template class HeapSearch<3>;

}  // namespace firsthit
