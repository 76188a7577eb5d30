#include "core/vec_math.hpp"
#include "world/balance/cheapest_balance.hpp"
#include "world/heaps/friction_cone.hpp"
#include "world/heaps/heap_forces.hpp"
#include "world/rest/cone.hpp"
#include "world/rest/resting.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

// What the members of a heap that turn pass on downwards.

namespace firsthit {

namespace {

/// Somebody, or something, below a member that it pushes.
template <int D>
struct Below {
  std::size_t other;  // of the members, or their count
  Vec<D> onto;        // unit: as it pushes
  Vec<D> arm;         // [L] from the place of who is above
  Vec<D> other_arm;   // [L] from that of who is below
  double friction;
};

/// The members, from the upmost on, and who is below each.
template <int D>
struct Descent {
  std::vector<std::size_t> order;
  std::vector<std::vector<Below<D>>> below;  // by member
};

template <int D>
Descent<D> descent_of(const Heap<D>& heap, const std::vector<double>& depths,
                      std::span<const double> friction) {
  const std::size_t count = heap.members.size();
  Descent<D> descent{rows_by_depth(heap.width(), depths).order, std::vector<std::vector<Below<D>>>(count)};
  std::vector<std::size_t> turn(count);
  for (std::size_t i = 0; i < count; ++i) turn[descent.order[i]] = i;
  for (std::size_t i = 0; i < heap.contacts.size(); ++i) {
    const HeapContact<D>& contact = heap.contacts[i];
    const std::size_t a = *heap.index_of(contact.a), b = heap.index_of(contact.b).value_or(count);
    if (b == count || turn[a] < turn[b])
      descent.below[a].push_back({b, -contact.normal, contact.arm, contact.other_arm, friction[i]});
    else
      descent.below[b].push_back({a, contact.normal, contact.other_arm, contact.arm, friction[i]});
  }
  return descent;
}

/// A push on a member.
template <int D>
struct PushFrom {
  const Below<D>* from;
  Vec<D> force;
};

/// Shares of pushes that bear a load; none if they do not.
std::optional<std::vector<double>> shares_that_bear(std::span<const PushFrom<2>> pushes, double lever,
                                                    const Load<2>& load) {
  const auto column = [lever](const Vec<2>& force, double torque) {
    return Vec<3>{force[0], force[1], lever > 0.0 ? torque / lever : 0.0};
  };
  std::vector<Vec<3>> rays;
  for (const PushFrom<2>& push : pushes)
    rays.push_back(column(push.force, cross(push.from->arm, push.force)));
  const auto parts = combined(rays, -column(load.force, load.torque));
  if (!parts) return {};
  std::vector<double> shares(pushes.size(), 0.0);
  for (const Multiple& part : *parts)
    if (part.share > 0.0) shares[part.index] = part.share;
  return shares;
}

std::optional<std::vector<double>> shares_that_bear(std::span<const PushFrom<3>> pushes, double lever,
                                                    const Load<3>& load) {
  const auto column = [lever](const Vec<3>& force, const Vec<3>& torque) {
    UnitPush one;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      one.add(axis, force[axis]);
      one.add(3 + axis, lever > 0.0 ? torque[axis] / lever : 0.0);
    }
    return one;
  };
  std::vector<UnitPush> rays;
  for (const PushFrom<3>& push : pushes)
    rays.push_back(column(push.force, cross(push.from->arm, push.force)));
  std::vector<double> target(6);
  const UnitPush borne = column(load.force, load.torque);
  for (std::size_t i = 0; i < borne.count; ++i) target[borne.row[i]] = -borne.value[i];
  const Balance balance = cheapest_balance(rays, std::vector<double>(rays.size(), 1.0), target);
  if (!balance.is_reached()) return {};
  return balance.size;
}

}  // namespace

/// How deep each member lies.
template <int D>
std::vector<double> Resting<D>::depths_of(const Heap<D>& heap) const {
  std::vector<double> depths;
  for (const Id id : heap.members) depths.push_back(dot(flight_.gravity(), records_[id].position));
  return depths;
}

/// Do the members of a heap that turn bear this if each passes on to those below him what he must? It takes
/// far less than to ask whether any forces at all would do.
template <int D>
bool Resting<D>::passes_down(const Heap<D>& heap, std::vector<Load<D>> loads) const {
  if (heap.levers.empty()) return false;
  const std::size_t count = heap.members.size();
  const Descent<D> descent = descent_of(heap, depths_of(heap), frictions_of(table_, heap));
  for (const std::size_t member : descent.order) {
    const Load<D>& load = loads[member];
    if (is_zero(load.force) && load.torque == AngularVelocity<D>{}) continue;
    std::vector<PushFrom<D>> pushes;
    for (const Below<D>& one : descent.below[member]) {
      pushes.push_back({&one, one.onto});
      if (one.friction > 0.0)
        for (const Vec<D>& rim : friction_cone(one.onto, one.friction, load.force))
          pushes.push_back({&one, rim});
    }
    const auto shares = shares_that_bear(pushes, heap.levers[member], load);
    if (!shares) return false;
    for (std::size_t i = 0; i < pushes.size(); ++i) {
      const Below<D>& from = *pushes[i].from;
      if ((*shares)[i] > 0.0 && from.other != count)
        loads[from.other].add(from.other_arm, -(*shares)[i] * pushes[i].force);
    }
  }
  return true;
}

template std::vector<double> Resting<2>::depths_of(const Heap<2>&) const;
template std::vector<double> Resting<3>::depths_of(const Heap<3>&) const;
template bool Resting<2>::passes_down(const Heap<2>&, std::vector<Load<2>>) const;
template bool Resting<3>::passes_down(const Heap<3>&, std::vector<Load<3>>) const;

}  // namespace firsthit
