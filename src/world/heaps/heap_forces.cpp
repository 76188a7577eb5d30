#include "world/heaps/heap_forces.hpp"

#include "core/vec_math.hpp"
#include "query/tolerant/solid_patch.hpp"
#include "world/heaps/friction_cone.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

namespace {

/// What forces may miss of a load, in parts of it and of the largest force, for each contact: normals, forces
/// and sums are rounded, by 2^-53 each and a few at each contact. Larger: balls would rest that are off
/// balance, on top of each other, by as much.
constexpr double kMissed = 0x1p-48;

/// Contacts this near to saying the same as others, in parts of a square, are not told apart.
constexpr double kDependent = 0x1p-40;

/// In parts of the largest force, what rounding may leave of one that is none, or of friction beyond its
/// cone.
constexpr double kUnpulled = 0x1p-40;

std::vector<double> gram(std::span<const UnitPush> pushes, std::size_t rows) {
  const std::size_t n = pushes.size();
  std::vector<double> matrix(n * n);
  std::vector<double> one(rows, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::uint32_t k = 0; k < pushes[i].count; ++k) one[pushes[i].row[k]] = pushes[i].value[k];
    for (std::size_t j = 0; j <= i; ++j) matrix[i * n + j] = pushes[j].dot(one);
    for (std::uint32_t k = 0; k < pushes[i].count; ++k) one[pushes[i].row[k]] = 0.0;
  }
  return matrix;
}

/// What pushes of these sizes do together.
std::vector<double> summed(std::span<const UnitPush> pushes, std::span<const double> sizes,
                           std::size_t rows) {
  std::vector<double> sum(rows, 0.0);
  for (std::size_t i = 0; i < pushes.size(); ++i)
    for (std::uint32_t k = 0; k < pushes[i].count; ++k)
      sum[pushes[i].row[k]] += sizes[i] * pushes[i].value[k];
  return sum;
}

/// Sizes of pushes that are told apart, `factors` being those of their products, that bear a load, by row;
/// none if they do not, but for what rounding explains.
std::optional<std::vector<double>> sizes_that_bear(std::span<const UnitPush> pushes, const Factors& factors,
                                                   const std::vector<double>& load) {
  double largest = 0.0;
  for (const double one : load) largest = std::max(largest, std::fabs(one));
  std::vector<double> sizes(pushes.size(), 0.0);
  // The second time takes back what the first has lost to the squares of the matrix, and the third tells.
  for (int times = 0; times < 3; ++times) {
    std::vector<double> left = summed(pushes, sizes, load.size());
    double most = 0.0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      left[i] += load[i];
      most = std::max(most, std::fabs(left[i]));
    }
    if (times == 2) {
      for (const double size : sizes) largest = std::max(largest, std::fabs(size));
      if (!(most <= kMissed * static_cast<double>(sizes.size()) * largest)) return {};
      break;
    }
    std::vector<double> along;
    for (const UnitPush& push : pushes) along.push_back(push.dot(left));
    const std::vector<double> more = factors.solved(std::move(along));
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] -= more[i];
  }
  return sizes;
}

}  // namespace

template <int D>
UnitPush push_between(std::size_t a, std::optional<std::size_t> b, std::span<const double> levers,
                      const HeapContact<D>& contact, const Vec<D>& force) {
  const std::size_t width = levers.empty() ? std::size_t{D} : D + kAxesOfTurning<D>;
  UnitPush push;
  const auto act = [&](std::size_t member, const Vec<D>& arm, const Vec<D>& on_it) {
    const std::size_t first = member * width;
    for (std::size_t axis = 0; axis < D; ++axis) push.add(first + axis, on_it[axis]);
    if (levers.empty() || !(levers[member] > 0.0)) return;
    const AngularVelocity<D> torque = cross(arm, on_it);
    for (std::size_t axis = 0; axis < kAxesOfTurning<D>; ++axis)
      push.add(first + D + axis, about_axis(torque, axis) / levers[member]);
  };
  act(a, contact.arm, force);
  if (b) act(*b, contact.other_arm, -force);
  return push;
}

template <int D>
UnitPush push_of(const Heap<D>& heap, const HeapContact<D>& contact, const Vec<D>& force) {
  const auto place = [&heap](Id id) -> std::optional<std::size_t> {
    const auto at = std::lower_bound(heap.members.begin(), heap.members.end(), id);
    if (at == heap.members.end() || *at != id) return {};
    return static_cast<std::size_t>(at - heap.members.begin());
  };
  return push_between(*place(contact.a), place(contact.b), heap.levers, contact, force);
}

template <int D>
std::vector<double> rows_of(const Heap<D>& heap, std::span<const Load<D>> loads) {
  std::vector<double> rows;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    for (std::size_t axis = 0; axis < D; ++axis) rows.push_back(loads[i].force[axis]);
    for (std::size_t axis = 0; axis < heap.width() - D; ++axis)
      rows.push_back(heap.levers[i] > 0.0 ? about_axis(loads[i].torque, axis) / heap.levers[i] : 0.0);
  }
  return rows;
}

template <int D>
std::vector<UnitPush> pushes_of(const Heap<D>& heap) {
  std::vector<UnitPush> pushes;
  for (const HeapContact<D>& contact : heap.contacts)
    pushes.push_back(push_of(heap, contact, -contact.normal));
  return pushes;
}

template <int D>
HeapForces<D>::HeapForces(const Heap<D>& heap)
    : heap_(heap),
      pushes_(pushes_of(heap)),
      factors_(gram(pushes_, heap.rows()), pushes_.size(), kDependent) {}

template <int D>
std::optional<std::vector<double>> HeapForces<D>::bearing(std::span<const Load<D>> loads) const {
  return sizes_that_bear(pushes_, factors_, rows_of(heap_, loads));
}

template <int D>
std::vector<double> HeapForces<D>::widening(std::span<const double> by) const {
  return summed(pushes_, factors_.solved({by.begin(), by.end()}), heap_.rows());
}

template <int D>
std::vector<double> HeapForces<D>::idle(std::vector<double> velocities) const {
  for (int times = 0; times < 2; ++times) {
    std::vector<double> along;
    for (const UnitPush& push : pushes_) along.push_back(push.dot(velocities));
    const std::vector<double> part = widening(along);
    for (std::size_t i = 0; i < velocities.size(); ++i) velocities[i] -= part[i];
  }
  return velocities;
}

template <int D>
std::vector<double> frictions_of(const BodyTable<D>& table, const Heap<D>& heap) {
  std::vector<double> friction;
  for (const HeapContact<D>& contact : heap.contacts)
    friction.push_back(std::min(table.surfaces(contact.a, contact.b).friction, kMostFriction));
  return friction;
}

namespace {

bool rubs(std::span<const double> friction) {
  return std::any_of(friction.begin(), friction.end(), [](double one) { return one > 0.0; });
}

/// Contacts that rub, and what may push at each.
template <int D>
struct Rays {
  std::vector<std::size_t> contact;
  std::vector<Vec<D>> force;  // on its first body
  std::vector<UnitPush> push;
  std::vector<double> cost;

  void add(const Heap<D>& heap, std::size_t at, const Vec<D>& on_first, double costs) {
    contact.push_back(at);
    force.push_back(on_first);
    push.push_back(push_of(heap, heap.contacts[at], on_first));
    cost.push_back(costs);
  }
  Rays those(const std::vector<std::size_t>& which) const {
    Rays rays;
    for (const std::size_t i : which) {
      rays.contact.push_back(contact[i]);
      rays.force.push_back(force[i]);
      rays.push.push_back(push[i]);
      rays.cost.push_back(cost[i]);
    }
    return rays;
  }
};

bool is_reached(const Balance& balance) {
  return std::none_of(balance.missed.begin(), balance.missed.end(), [](bool missed) { return missed; });
}

template <int D>
std::optional<std::vector<Vec<D>>> bearing_where_some_rub(const Heap<D>& heap,
                                                          std::span<const double> friction,
                                                          std::span<const Load<D>> loads) {
  const std::size_t count = heap.contacts.size();
  const std::vector<double> load = rows_of(heap, loads);
  std::vector<double> target;
  for (const double one : load) target.push_back(-one);
  Vec<D> all;  // of all that they bear
  for (const Load<D>& one : loads) all = all + one.force;
  Rays<D> rays;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec<D> against = -heap.contacts[i].normal;
    rays.add(heap, i, against, 1.0);
    if (!(friction[i] > 0.0)) continue;
    const double cost = (1.0 + friction[i]) / std::max(1.0, friction[i]);
    for (const Vec<D>& rim : friction_cone(against, friction[i], all)) rays.add(heap, i, rim, cost);
  }
  const Balance balance = cheapest_balance(rays.push, rays.cost, target);
  if (!is_reached(balance)) return {};
  // Their sizes anew, but for the rounding of a few steps: along the normal and across it where a contact
  // needs as many as there are directions.
  Rays<D> used;
  for (std::size_t i = 0, ray = 0; i < count; ++i) {
    Rays<D> own;
    for (; ray < rays.contact.size() && rays.contact[ray] == i; ++ray)
      if (balance.size[ray] > 0.0) own.add(heap, i, rays.force[ray], 0.0);
    if (own.contact.size() >= D) {
      used.add(heap, i, -heap.contacts[i].normal, 0.0);
      for (const Vec<D>& across : ways_across(heap.contacts[i].normal)) used.add(heap, i, across, 0.0);
      continue;
    }
    for (const Vec<D>& force : own.force) used.add(heap, i, force, 0.0);
  }
  const auto sizes_of = [&]() -> std::optional<std::vector<double>> {
    const Factors factors(gram(used.push, heap.rows()), used.push.size(), kDependent);
    if (!factors.is_sound()) return {};
    return sizes_that_bear(used.push, factors, load);
  };
  auto sizes = sizes_of();
  if (!sizes) {  // what rounds of normals must be borne across, too, and three corners may stand in a row
    for (std::size_t i = 0, last = used.contact.size(); i < last; ++i) {
      const std::size_t at = used.contact[i];
      if (!(friction[at] > 0.0) || (i > 0 && used.contact[i - 1] == at)) continue;
      for (const Vec<D>& across : ways_across(heap.contacts[at].normal)) used.add(heap, at, across, 0.0);
    }
    used = used.those(first_independent(used.push, heap.rows()));
    sizes = sizes_of();
  }
  if (!sizes) return {};
  std::vector<Vec<D>> forces(count);
  for (std::size_t i = 0; i < sizes->size(); ++i)
    forces[used.contact[i]] = forces[used.contact[i]] + (*sizes)[i] * used.force[i];
  double largest = 0.0;
  for (const Vec<D>& force : forces) largest = std::max(largest, max_abs(force));
  for (std::size_t i = 0; i < count; ++i) {
    const Vec<D>& normal = heap.contacts[i].normal;
    const double press = -dot(forces[i], normal);
    const double across = length(forces[i] + press * normal);
    if (press < -kUnpulled * largest || across > friction[i] * press + kUnpulled * largest) return {};
  }
  return forces;
}

}  // namespace

template <int D>
std::optional<std::vector<Vec<D>>> bearing_forces(const Heap<D>& heap, std::span<const double> friction,
                                                  std::span<const Load<D>> loads) {
  if (rubs(friction) || !heap.levers.empty()) return bearing_where_some_rub(heap, friction, loads);
  const auto sizes = HeapForces<D>(heap).bearing(loads);
  if (!sizes) return {};
  double largest = 0.0;
  for (const double size : *sizes) largest = std::max(largest, std::fabs(size));
  std::vector<Vec<D>> forces;
  for (std::size_t i = 0; i < sizes->size(); ++i) {
    if ((*sizes)[i] < -kUnpulled * largest) return {};
    forces.push_back(Vec<D>{} - std::max((*sizes)[i], 0.0) * heap.contacts[i].normal);
  }
  return forces;
}

template <int D>
bool could_bear(const Heap<D>& heap, std::span<const Load<D>> loads) {
  return heap.contacts.size() == heap.rows() || HeapForces<D>(heap).bearing(loads);
}

template UnitPush push_of(const Heap<2>&, const HeapContact<2>&, const Vec<2>&);
template UnitPush push_between(std::size_t, std::optional<std::size_t>, std::span<const double>,
                               const HeapContact<2>&, const Vec<2>&);
template UnitPush push_of(const Heap<3>&, const HeapContact<3>&, const Vec<3>&);
template UnitPush push_between(std::size_t, std::optional<std::size_t>, std::span<const double>,
                               const HeapContact<3>&, const Vec<3>&);
template std::vector<UnitPush> pushes_of(const Heap<2>&);
template std::vector<UnitPush> pushes_of(const Heap<3>&);
template std::vector<double> rows_of(const Heap<2>&, std::span<const Load<2>>);
template std::vector<double> rows_of(const Heap<3>&, std::span<const Load<3>>);
template class HeapForces<2>;
template class HeapForces<3>;
template std::vector<double> frictions_of(const BodyTable<2>&, const Heap<2>&);
template std::vector<double> frictions_of(const BodyTable<3>&, const Heap<3>&);
template std::optional<std::vector<Vec<2>>> bearing_forces(const Heap<2>&, std::span<const double>,
                                                           std::span<const Load<2>>);
template std::optional<std::vector<Vec<3>>> bearing_forces(const Heap<3>&, std::span<const double>,
                                                           std::span<const Load<3>>);
template bool could_bear(const Heap<2>&, std::span<const Load<2>>);
template bool could_bear(const Heap<3>&, std::span<const Load<3>>);

}  // namespace firsthit
