#include "world/heaps/heap_search.hpp"

#include "core/vec_math.hpp"
#include "query/tolerant/solid_patch.hpp"
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

/// Bodies this near, in parts of the smaller one's size, leave each other no room: a hop is as high.
constexpr double kRoomless = kHeapHop;

/// Of the speed of a hop, what is none.
constexpr double kParted = 0x1p-20;

/// Of the speed of a hop, what rounding leaves where pushes on both sides of a body turn it to and fro.
constexpr double kRounded = 0x1p-40;

/// Of its weight, what a body must give a contact that is to count as one that carries.
constexpr double kLeastForce = 0x1p-20;

/// So many bodies, at most, are asked for what holds all of them: the cost is their number cubed.
constexpr std::size_t kMostMembers = 512;

/// An impulse of that size changes speeds, by row.
void give(const UnitPush& push, double size, std::span<const double> inverse_mass,
          std::vector<double>& speeds) {
  for (std::uint32_t k = 0; k < push.count; ++k)
    speeds[push.row[k]] += size * push.value[k] * inverse_mass[push.row[k]];
}

}  // namespace

template <int D>
std::vector<FoundHeap<D>> HeapSearch<D>::find(std::span<const Record<D>> records, const Instant& now) const {
  hulls_.clear();
  const std::vector<Loose> all = loose(records, now);
  std::vector<Near> near;
  find_pairs(all, kNear, near);
  if (near.empty() && !table_.interactions.rubs() && !(D == 3 && turns())) return {};
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
  std::vector<FoundHeap<D>> found;
  for (std::vector<std::size_t>& group : members)
    if (group.size() > 1 || (group.size() == 1 && may_rest_alone(all[group[0]])))
      look(all, near, std::move(group), found);
  return found;
}

/// Friction may hold one that falls on what is curved, and does not move. In space one that turns comes to
/// stand so on what is flat, too.
template <int D>
bool HeapSearch<D>::may_rest_alone(const Loose& body) const {
  const bool may = table_.interactions.rubs() || (D == 3 && body.lever > 0.0);
  return may && flight_.acceleration(body.id) == flight_.gravity();
}

template <int D>
std::vector<Parted<D>> HeapSearch<D>::parted(std::span<const Record<D>> records, Id body,
                                             const Instant& now) const {
  hulls_.clear();
  const std::vector<Loose> all = loose(records, now);
  std::size_t first = 0;
  while (first < all.size() && all[first].id != body) ++first;
  if (first == all.size() || !all[first].yields) return {};
  std::vector<Near> near;
  find_pairs(all, kRoomless, near);
  find_unmoved(all, kRoomless, near);
  Groups groups(all.size());
  for (const Near& one : near)
    if (one.both) groups.join(one.a, one.b);
  std::vector<std::size_t> members;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (groups.of(i) == groups.of(first)) members.push_back(i);
  if (members.size() > kMostMembers) return {};
  const double gravity = length(flight_.gravity());
  const Heap<D> heap = heap_of(all, members);
  const auto told = std::find_if(near.begin(), near.end(), [&](const Near& one) {
    return groups.of(one.a) == groups.of(first) && !one.both && one.b != kNone;
  });
  const Vec<D> seen_from = told != near.end() ? all[told->b].velocity : Vec<D>{};
  std::vector<UnitPush> pushes;
  std::vector<double> hop;
  std::vector<double> chased;  // by what moves as it is told
  std::vector<Near> theirs;
  for (const Near& one : near) {
    if (groups.of(one.a) != groups.of(first)) continue;
    theirs.push_back(one);
    theirs.back().friction = std::min(table_.surfaces(one.contact.a, one.contact.b).friction, kMostFriction);
    double size = all[one.a].size;
    if (one.both) size = std::min(size, all[one.b].size);
    pushes.push_back(push_of(heap, one.contact, -one.contact.normal));
    hop.push_back(heap_hop_speed(gravity, size));
    chased.push_back(one.both ? 0.0 : dot(one.contact.normal, seen_from - carrier_velocity(all, one)));
  }
  std::vector<double> speed;
  std::vector<double> inverse_mass;
  for (const std::size_t one : members) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      speed.push_back(all[one].velocity[axis] - seen_from[axis]);
      inverse_mass.push_back(1.0 / table_.mass[all[one].id]);
    }
    const double lever = all[one].lever;
    for (std::size_t axis = 0; axis < heap.width() - D; ++axis) {
      speed.push_back(about_axis(all[one].turning, axis) * lever);
      inverse_mass.push_back(spins_.inverse_inertia(all[one].id) * lever * lever);
    }
  }
  std::vector<double> sizes;
  const auto pushed = [&](double part,
                          std::vector<double> after) {  // so that all part with this part of a hop
    std::vector<double> wanted = chased;
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] += part * hop[i];
    sizes = least_pushes(pushes, wanted, after, inverse_mass);
    for (std::size_t i = 0; i < pushes.size(); ++i) give(pushes[i], sizes[i], inverse_mass, after);
    return after;
  };
  const auto energy = [&](const std::vector<double>& of) {
    double sum = 0.0;
    for (std::size_t i = 0; i < of.size(); ++i)
      if (inverse_mass[i] > 0.0) sum += of[i] * of[i] / inverse_mass[i];
    return sum;
  };
  // A flat arch opens by little where its middle is lifted by much: nobody gets more energy than one who
  // hops.
  const double least_energy = energy(pushed(0.0, speed));
  double part = 1.0;
  std::vector<double> after = pushed(part, speed);
  double lift = 0.0;
  for (const std::size_t one : members) {
    const double hops = heap_hop_speed(gravity, all[one].size);
    lift += table_.mass[all[one].id] * hops * hops;
  }
  if (const double more = energy(after) - least_energy; more > lift) {
    part = std::sqrt(lift / more);
    after = pushed(part, speed);
  }
  bool all_part = true;
  for (std::size_t i = 0; i < pushes.size(); ++i)
    all_part = all_part && pushes[i].dot(after) - chased[i] > kParted * hop[i];
  if (!all_part) {  // as a row that fills the floor between two walls: then they stand
    const double least = kParted * *std::min_element(hop.begin(), hop.end());
    part = 0.0;
    after = pushed(part, speed);
    for (double& one : after)
      if (std::fabs(one) < least) one = 0.0;
  }
  bool rubs = false;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    if (!(sizes[i] > 0.0 && theirs[i].friction > 0.0)) continue;
    rub(heap, theirs[i], theirs[i].friction * sizes[i], seen_from - carrier_velocity(all, theirs[i]),
        inverse_mass, after);
    rubs = true;
  }
  if (rubs) after = pushed(part, std::move(after));  // friction may have led some into others
  const double rounds = kRounded * *std::min_element(hop.begin(), hop.end());
  for (std::size_t i = 0; i < after.size() && turns(); ++i)
    if (std::fabs(after[i] - speed[i]) <= rounds) after[i] = speed[i];
  std::vector<Parted<D>> parted;
  for (std::size_t i = 0; i < members.size(); ++i) {
    Parted<D> one{all[members[i]].id, {}, all[members[i]].turning};
    for (std::size_t axis = 0; axis < D; ++axis)
      one.velocity[axis] = after[i * heap.width() + axis] + seen_from[axis];
    for (std::size_t axis = 0; axis < heap.width() - D && all[members[i]].lever > 0.0; ++axis)
      about_axis(one.turning, axis) = after[i * heap.width() + D + axis] / all[members[i]].lever;
    for (std::size_t k = 0; k < near.size() && !all_part && !turns() && !one.stands_on; ++k) {
      const double rounding = kRoundings * std::numeric_limits<double>::epsilon() *
                              std::max(max_abs(all[members[i]].place), all[members[i]].reach);
      if (near[k].a == members[i] && near[k].b == kNone && near[k].gap <= rounding &&
          dot(near[k].contact.normal, flight_.gravity()) > 0.0)
        one.stands_on = near[k].contact;
    }
    parted.push_back(one);
  }
  return parted;
}

/// Friction takes of how a contact slips what an impulse of `most` [M L/T] can. `speeds`: by row, and those
/// of what forces do not move are `turned_back` [L/T] when the sign is changed.
template <int D>
void HeapSearch<D>::rub(const Heap<D>& heap, const Near& at, double most, const Vec<D>& turned_back,
                        std::span<const double> inverse_mass, std::vector<double>& speeds) const {
  Vec<D> slip = at.both ? Vec<D>{} : turned_back;
  slip = slip - dot(at.contact.normal, slip) * at.contact.normal;
  for (const Vec<D>& way : ways_across(at.contact.normal))
    slip = slip + push_of(heap, at.contact, way).dot(speeds) * way;
  const double speed = length(slip);
  if (!(speed > 0.0)) return;
  const UnitPush against = push_of(heap, at.contact, (-1.0 / speed) * slip);
  double gives = 0.0;  // [1/M]
  for (std::uint32_t k = 0; k < against.count; ++k)
    gives += against.value[k] * against.value[k] * inverse_mass[against.row[k]];
  give(against, std::min(most, speed / gives), inverse_mass, speeds);
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
void HeapSearch<D>::look(const std::vector<Loose>& all, const std::vector<Near>& near,
                         std::vector<std::size_t> members, std::vector<FoundHeap<D>>& found) const {
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
      if (auto rest = rests(all, near, those, theirs, rolling)) {
        found.push_back(std::move(*rest));
      } else if (!rolling.empty()) {  // without those
        std::vector<std::size_t> left;
        std::set_difference(those.begin(), those.end(), rolling.begin(), rolling.end(),
                            std::back_inserter(left));
        look(all, near, std::move(left), found);
      }
    }
    return;
  }
}

template class HeapSearch<2>;
template class HeapSearch<3>;

}  // namespace firsthit
