#include "world/heaps/heap_search.hpp"

#include "core/vec_math.hpp"
#include "world/heaps/balance.hpp"
#include "world/heaps/heap_forces.hpp"
#include "world/heaps/hops.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace firsthit {

namespace {

/// Bodies no further apart, in parts of the smaller one's size, may touch where they rest; and so far they
/// may be put for it, at most. Hops leave gaps of 2^-18, and a pile adds up some tens of them. Larger: bodies
/// jump further than anybody would call nothing.
constexpr double kNear = 0x1p-8;
constexpr double kMostMoved = 0x1p-10;

/// Bodies this near, in parts of the smaller one's size, leave each other no room: a hop is as high.
constexpr double kRoomless = kHeapHop;

/// Of the speed of a hop, what is none.
constexpr double kParted = 0x1p-20;

/// Of its weight, what a body must give a contact that is to count as one that carries.
constexpr double kLeastForce = 0x1p-20;

/// Of the fastest, what rounding leaves of velocities that do nothing but close contacts, or are the same.
constexpr double kIdle = 0x1p-40;

/// Of a force of size 1, what rounding leaves of the share of a contact that takes no part in it.
constexpr double kLeastShare = 0x1p-30;

/// Newton's method squares what is left: three steps lead from 2^-10 to rounding.
constexpr int kMostSteps = 6;

/// Contacts of bodies at rest are as near to nothing as this many roundings of their places.
constexpr double kRoundings = 16.0;

/// So many bodies, at most, are asked for what holds all of them: the cost is their number cubed.
constexpr std::size_t kMostMembers = 512;

class Groups {
 public:
  explicit Groups(std::size_t count) : of_(count) { std::iota(of_.begin(), of_.end(), std::size_t{0}); }
  std::size_t of(std::size_t i) {
    while (of_[i] != i) i = of_[i] = of_[of_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    const std::size_t of_a = of(a);
    const std::size_t of_b = of(b);
    of_[std::max(of_a, of_b)] = std::min(of_a, of_b);
  }

 private:
  std::vector<std::size_t> of_;
};

/// What a contact would have to do to each member to be done without: the opposite of its push.
template <int D>
std::vector<Vec<D>> pushed_by(const std::vector<Id>& members, const HeapContact<D>& contact) {
  std::vector<Vec<D>> loads(members.size());
  const auto at = [&](Id id) {
    return static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), id) - members.begin());
  };
  loads[at(contact.a)] = contact.normal;
  if (std::binary_search(members.begin(), members.end(), contact.b)) loads[at(contact.b)] = -contact.normal;
  return loads;
}

}  // namespace

template <int D>
std::vector<FoundHeap<D>> HeapSearch<D>::find(std::span<const Record<D>> records, const Instant& now) const {
  const std::vector<Loose> all = loose(records, now);
  std::vector<Near> near;
  find_pairs(all, kNear, near);
  if (near.empty()) return {};
  find_unmoved(all, kNear, near);
  Groups groups(all.size());
  for (Near& one : near) {
    one.slow = is_slow(all, one);
    if (one.slow && one.b != kNone) groups.join(one.a, one.b);
  }
  std::vector<std::vector<std::size_t>> members(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) members[groups.of(i)].push_back(i);
  std::vector<FoundHeap<D>> found;
  for (std::vector<std::size_t>& group : members)
    if (group.size() > 1) look(all, near, std::move(group), found);
  return found;
}

template <int D>
std::vector<Parted<D>> HeapSearch<D>::parted(std::span<const Record<D>> records, Id body,
                                             const Instant& now) const {
  const std::vector<Loose> all = loose(records, now);
  std::size_t first = 0;
  while (first < all.size() && all[first].id != body) ++first;
  if (first == all.size()) return {};
  std::vector<Near> near;
  find_pairs(all, kRoomless, near);
  find_unmoved(all, kRoomless, near);
  Groups groups(all.size());
  for (const Near& one : near)
    if (one.b != kNone) groups.join(one.a, one.b);
  std::vector<std::size_t> members;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (groups.of(i) == groups.of(first)) members.push_back(i);
  if (members.size() > kMostMembers) return {};
  const auto place = [&members](std::size_t one) {
    return static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), one) - members.begin());
  };
  const double gravity = length(flight_.gravity());
  std::vector<UnitPush> pushes;
  std::vector<double> wanted;
  for (const Near& one : near) {
    if (groups.of(one.a) != groups.of(first)) continue;
    UnitPush push;
    for (std::size_t axis = 0; axis < D; ++axis) push.add(place(one.a) * D + axis, -one.contact.normal[axis]);
    double size = all[one.a].size;
    if (one.b != kNone) {
      for (std::size_t axis = 0; axis < D; ++axis)
        push.add(place(one.b) * D + axis, one.contact.normal[axis]);
      size = std::min(size, all[one.b].size);
    }
    pushes.push_back(push);
    wanted.push_back(heap_hop_speed(gravity, size));
  }
  std::vector<double> speed;
  std::vector<double> inverse_mass;
  for (const std::size_t one : members) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      speed.push_back(all[one].velocity[axis]);
      inverse_mass.push_back(1.0 / table_.mass[all[one].id]);
    }
  }
  const auto pushed = [&] {
    std::vector<double> after = speed;
    const std::vector<double> sizes = least_pushes(pushes, wanted, speed, inverse_mass);
    for (std::size_t i = 0; i < pushes.size(); ++i)
      for (std::uint32_t k = 0; k < pushes[i].count; ++k)
        after[pushes[i].row[k]] += sizes[i] * pushes[i].value[k] * inverse_mass[pushes[i].row[k]];
    return after;
  };
  const auto energy = [&](const std::vector<double>& of) {
    double sum = 0.0;
    for (std::size_t i = 0; i < of.size(); ++i) sum += of[i] * of[i] / inverse_mass[i];
    return sum;
  };
  // A flat arch opens by little where its middle is lifted by much: nobody gets more energy than one who
  // hops.
  std::vector<double> after = pushed();
  double lift = 0.0;
  for (const std::size_t one : members) {
    const double hops = heap_hop_speed(gravity, all[one].size);
    lift += table_.mass[all[one].id] * hops * hops;
  }
  const std::vector<double> hop = std::exchange(wanted, std::vector<double>(pushes.size(), 0.0));
  const double least_energy = energy(pushed());
  wanted = hop;
  if (const double more = energy(after) - least_energy; more > lift) {
    for (double& one : wanted) one *= std::sqrt(lift / more);
    after = pushed();
  }
  bool all_part = true;
  for (std::size_t i = 0; i < pushes.size(); ++i)
    all_part = all_part && pushes[i].dot(after) > kParted * hop[i];
  if (!all_part) {  // as a row that fills the floor between two walls: then they stand
    const double least = kParted * *std::min_element(hop.begin(), hop.end());
    std::fill(wanted.begin(), wanted.end(), 0.0);
    after = pushed();
    for (double& one : after)
      if (std::fabs(one) < least) one = 0.0;
  }
  std::vector<Parted<D>> parted;
  for (std::size_t i = 0; i < members.size(); ++i) {
    Parted<D> one{all[members[i]].id, {}};
    for (std::size_t axis = 0; axis < D; ++axis) one.velocity[axis] = after[i * D + axis];
    for (std::size_t k = 0; k < near.size() && !all_part && !one.stands_on; ++k) {
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

/// Looks for those who hold each other among bodies that may touch.
template <int D>
void HeapSearch<D>::look(const std::vector<Loose>& all, const std::vector<Near>& near,
                         std::vector<std::size_t> members, std::vector<FoundHeap<D>>& found) const {
  while (members.size() > 1 && members.size() <= kMostMembers) {
    const auto place = [&members](std::size_t body) {
      const auto at = std::lower_bound(members.begin(), members.end(), body);
      return at != members.end() && *at == body ? static_cast<std::size_t>(at - members.begin()) : kNone;
    };
    std::vector<std::size_t> taken;  // of those near
    std::vector<UnitPush> pushes;
    std::vector<double> cost;
    for (std::size_t i = 0; i < near.size(); ++i) {
      const std::size_t a = place(near[i].a);
      const std::size_t b = near[i].b == kNone ? kNone : place(near[i].b);
      if (!near[i].slow || a == kNone || (near[i].b != kNone && b == kNone)) continue;
      UnitPush push;
      for (std::size_t axis = 0; axis < D; ++axis) push.add(a * D + axis, -near[i].contact.normal[axis]);
      if (b != kNone)
        for (std::size_t axis = 0; axis < D; ++axis) push.add(b * D + axis, near[i].contact.normal[axis]);
      pushes.push_back(push);
      cost.push_back(std::max(near[i].gap, 0.0) / all[near[i].a].size);
      taken.push_back(i);
    }
    std::vector<double> target;
    for (const std::size_t body : members)
      for (std::size_t axis = 0; axis < D; ++axis)
        target.push_back(-table_.mass[all[body].id] * flight_.gravity()[axis]);
    const Balance balance = cheapest_balance(pushes, cost, target);

    Groups groups(members.size());
    std::vector<std::size_t> carrying;
    const double gravity = length(flight_.gravity());
    for (std::size_t i = 0; i < taken.size(); ++i) {
      const Near& one = near[taken[i]];
      double weight = table_.mass[all[one.a].id] * gravity;
      if (one.b != kNone) weight = std::min(weight, table_.mass[all[one.b].id] * gravity);
      if (!(balance.size[i] > kLeastForce * weight)) continue;
      carrying.push_back(taken[i]);
      if (one.b != kNone) groups.join(place(one.a), place(one.b));
    }
    std::vector<bool> falls(members.size(), false);
    bool any = false;
    for (std::size_t i = 0; i < balance.missed.size(); ++i) {
      if (!balance.missed[i]) continue;
      falls[groups.of(i / D)] = true;
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
      if (those.size() < 2) continue;
      std::vector<std::size_t> theirs;
      for (const std::size_t i : carrying)
        if (groups.of(place(near[i].a)) == first) theirs.push_back(i);
      if (auto heap = settled(all, near, those, theirs)) found.push_back(std::move(*heap));
    }
    return;
  }
}

/// [L/T] What they could do for ever without a contact getting wider or narrower, of what they do. What is
/// the same but for rounding is the same.
template <int D>
std::vector<Vec<D>> HeapSearch<D>::gliding(const HeapForces<D>& forces, const std::vector<Loose>& all,
                                           const std::vector<std::size_t>& members,
                                           std::span<const HeapContact<D>> contacts) const {
  std::vector<Vec<D>> velocities(members.size());
  if (contacts.size() == D * members.size()) return velocities;
  double fastest = 0.0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    velocities[i] = all[members[i]].velocity;
    fastest = std::max(fastest, max_abs(velocities[i]));
  }
  velocities = forces.idle(velocities);
  // By member and axis, and, first, what does not move.
  Groups groups(1 + D * members.size());
  const auto place = [&](Id id) {
    const auto at = std::lower_bound(members.begin(), members.end(), id,
                                     [&all](std::size_t member, Id body) { return all[member].id < body; });
    return at != members.end() && all[*at].id == id ? static_cast<std::size_t>(at - members.begin()) : kNone;
  };
  const double rounding = kIdle * fastest;
  for (const HeapContact<D>& contact : contacts) {
    const std::size_t a = place(contact.a);
    const std::size_t b = place(contact.b);
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double speed = velocities[a][axis] - (b == kNone ? 0.0 : velocities[b][axis]);
      if (std::fabs(speed) <= rounding) groups.join(1 + a * D + axis, b == kNone ? 0 : 1 + b * D + axis);
    }
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      if (std::fabs(velocities[i][axis]) <= rounding) groups.join(1 + i * D + axis, 0);
      const std::size_t like = groups.of(1 + i * D + axis);
      velocities[i][axis] = like == 0 ? 0.0 : velocities[(like - 1) / D][axis];
    }
  }
  return velocities;
}

/// Where these rest, held by these contacts, or by others where these would lead them into each other.
template <int D>
auto HeapSearch<D>::settled(const std::vector<Loose>& all, const std::vector<Near>& near,
                            const std::vector<std::size_t>& members, std::vector<std::size_t> carrying) const
    -> std::optional<FoundHeap<D>> {
  if (carrying.size() > D * members.size()) return {};
  FoundHeap<D> found;
  std::vector<Vec<D>> weights;
  double smallest = std::numeric_limits<double>::infinity();
  for (const std::size_t body : members) {
    found.heap.members.push_back(all[body].id);
    found.places.push_back(all[body].place);
    weights.push_back(table_.mass[all[body].id] * flight_.gravity());
    smallest = std::min(smallest, all[body].size);
  }
  const auto is_own = [&members](std::size_t body) {
    return std::binary_search(members.begin(), members.end(), body);
  };
  const auto place_of = [&](std::size_t body) -> const Vec<D>& {
    const auto at = std::lower_bound(members.begin(), members.end(), body);
    return at != members.end() && *at == body ? found.places[static_cast<std::size_t>(at - members.begin())]
                                              : all[body].place;
  };
  const auto look_again = [&](Near one) {
    touch(place_of(one.a), one.b != kNone ? place_of(one.b) : Vec<D>{}, one);
    return one;
  };
  const auto rounding_of = [&](const Near& one) {
    double largest = std::max(max_abs(place_of(one.a)), all[one.a].reach);
    if (one.b != kNone) largest = std::max({largest, max_abs(place_of(one.b)), all[one.b].reach});
    return kRoundings * std::numeric_limits<double>::epsilon() * largest;
  };
  std::size_t exchanges = 0;
  for (int steps = 0; steps <= kMostSteps;) {
    std::vector<double> by;
    bool touches = true;
    found.heap.contacts.clear();
    for (const std::size_t i : carrying) {
      const Near now = look_again(near[i]);
      if (is_zero(now.contact.normal)) return {};
      found.heap.contacts.push_back(now.contact);
      by.push_back(-now.gap);
      touches = touches && std::fabs(now.gap) <= rounding_of(now);
    }
    const HeapForces<D> forces(found.heap);
    if (!forces.is_sound()) return {};
    if (!touches) {
      ++steps;
      const std::vector<Vec<D>> ways = forces.widening(by);
      for (std::size_t i = 0; i < ways.size(); ++i) {
        found.places[i] = found.places[i] + ways[i];
        if (!(length(found.places[i] - all[members[i]].place) <= kMostMoved * smallest)) return {};
      }
      continue;
    }
    const auto sizes = forces.bearing(weights);
    if (!sizes || std::any_of(sizes->begin(), sizes->end(), [](double size) { return !(size > 0.0); }))
      return {};
    std::optional<std::size_t> worst;
    double deepest = 0.0;
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (!is_own(near[i].a) && (near[i].b == kNone || !is_own(near[i].b))) continue;
      const Near now = look_again(near[i]);
      if (now.gap >= -rounding_of(now) || now.gap >= deepest) continue;
      deepest = now.gap;
      worst = i;
    }
    if (!worst) {
      found.velocities = gliding(forces, all, members, found.heap.contacts);
      return found;
    }
    // It takes the place of the contact that is the first to carry nothing as its own force grows.
    const Near now = look_again(near[*worst]);
    if (!is_own(now.a) || (now.b != kNone && !is_own(now.b)) || ++exchanges > carrying.size()) return {};
    const auto shares = forces.bearing(pushed_by(found.heap.members, now.contact));
    if (!shares) return {};
    std::size_t leaves = carrying.size();
    for (std::size_t i = 0; i < carrying.size(); ++i)
      if ((*shares)[i] > kLeastShare &&
          (leaves == carrying.size() || (*sizes)[i] * (*shares)[leaves] < (*sizes)[leaves] * (*shares)[i]))
        leaves = i;
    if (leaves == carrying.size()) return {};
    carrying[leaves] = *worst;
    steps = 0;
  }
  return {};
}

template class HeapSearch<2>;
template class HeapSearch<3>;

}  // namespace firsthit
