#include "world/heaps/heap_forces.hpp"

#include "core/vec_math.hpp"
#include "query/tolerant/solid_patch.hpp"
#include "world/heaps/friction_cone.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace firsthit {

namespace {

/// What forces may miss of a load, in parts of it and of the largest force, for each contact: normals, forces
/// and sums are rounded, by 2^-53 each and a few at each contact. Larger: balls would rest that are off
/// balance, on top of each other, by as much. What they miss of all that acts on one member, where friction
/// can help that.
constexpr double kMissed = 0x1p-48;

/// In parts of the largest force, what rounding may leave of one that is none, or of friction beyond its
/// cone.
constexpr double kUnpulled = 0x1p-40;

/// So often what factors have lost is taken back: the first two times as squares lose half of all digits.
constexpr int kMostTimes = 4;

/// What pushes of these sizes leave of a load, by row; each member of the heap has `width` rows.
struct Left {
  std::vector<double> rows;
  double part = 0.0;  // at most, of all that acts on a member
  bool is_rounding = true;
};
Left left_of(std::span<const UnitPush> pushes, std::span<const double> sizes, const std::vector<double>& load,
             std::size_t width) {
  double largest = 0.0;
  Left left{load};
  std::vector<double> acts(load.size() / width);
  for (std::size_t row = 0; row < load.size(); ++row) {
    acts[row / width] += std::fabs(load[row]);
    largest = std::max(largest, std::fabs(load[row]));
  }
  for (std::size_t i = 0; i < pushes.size(); ++i) {
    pushes[i].add_to(left.rows, sizes[i]);
    for (std::uint32_t k = 0; k < pushes[i].count; ++k)
      acts[pushes[i].row[k] / width] += std::fabs(pushes[i].value[k] * sizes[i]);
    largest = std::max(largest, std::fabs(sizes[i]));
  }
  const double rounding = kMissed * static_cast<double>(sizes.size()) * largest;
  for (std::size_t row = 0; row < load.size(); ++row) {
    const double one = std::fabs(left.rows[row]);
    if (one > 0.0) left.part = std::max(left.part, one / acts[row / width]);
    left.is_rounding = left.is_rounding && one <= rounding;
  }
  return left;
}

struct Sizes {
  std::vector<double> of_pushes;
  double left = 0.0;  // as `Left::part`
};

/// Sizes of pushes that bear a load, by row, near to `sizes`; none if they do not. Who bears little, beside
/// others who bear much, bears his as well as can be told: what is left is taken back as long as that helps.
std::optional<Sizes> sizes_that_bear(const IndependentPushes& pushes, std::vector<double> sizes,
                                     const std::vector<double>& load, std::size_t width) {
  std::optional<Sizes> found;
  for (int times = 0;; ++times) {
    const Left left = left_of(pushes.all(), sizes, load, width);
    if (left.is_rounding && (!found || left.part < found->left)) {
      found = Sizes{sizes, left.part};
    } else if (found) {
      return found;
    }
    if (times == kMostTimes || left.part == 0.0) return found;
    const std::vector<double> more = pushes.nearest(left.rows);
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] -= more[i];
  }
}

}  // namespace

template <int D>
UnitPush push_between(std::optional<std::size_t> a, std::optional<std::size_t> b,
                      std::span<const double> levers, const HeapContact<D>& contact, const Vec<D>& force) {
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
  if (a) act(*a, contact.arm, force);
  if (b) act(*b, contact.other_arm, -force);
  return push;
}

template <int D>
UnitPush push_of(const Heap<D>& heap, const HeapContact<D>& contact, const Vec<D>& force) {
  return push_between(heap.index_of(contact.a), heap.index_of(contact.b), heap.levers, contact, force);
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

RowsByDepth rows_by_depth(std::size_t width, std::span<const double> depths) {
  RowsByDepth rows{width, std::vector<std::size_t>(depths.size())};
  std::iota(rows.order.begin(), rows.order.end(), std::size_t{0});
  std::stable_sort(rows.order.begin(), rows.order.end(),
                   [depths](std::size_t a, std::size_t b) { return depths[a] < depths[b]; });
  return rows;
}

template <int D>
HeapForces<D>::HeapForces(const Heap<D>& heap) : heap_(heap), pushes_(pushes_of(heap), heap.rows()) {}

template <int D>
std::optional<std::vector<double>> HeapForces<D>::bearing(std::span<const Load<D>> loads) const {
  auto sizes = sizes_that_bear(pushes_, std::vector<double>(heap_.contacts.size(), 0.0),
                               rows_of(heap_, loads), heap_.width());
  if (!sizes) return {};
  return std::move(sizes->of_pushes);
}

template <int D>
std::vector<double> HeapForces<D>::widening(std::span<const double> by) const {
  return pushes_.summed(pushes_.sizes_for({by.begin(), by.end()}));
}

template <int D>
std::vector<double> HeapForces<D>::idle(std::vector<double> velocities) const {
  pushes_.take_from(velocities);
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

/// What may push at contacts.
template <int D>
struct Rays {
  std::vector<std::size_t> contact;
  std::vector<Vec<D>> force;  // on its first body
  std::vector<UnitPush> push;
  std::vector<double> cost;
  std::vector<double> size;

  void add(const Heap<D>& heap, std::size_t at, const Vec<D>& on_first, double costs, double so_much) {
    contact.push_back(at);
    force.push_back(on_first);
    push.push_back(push_of(heap, heap.contacts[at], on_first));
    cost.push_back(costs);
    size.push_back(so_much);
  }
};

template <int D>
std::optional<std::vector<Vec<D>>> bearing_where_some_rub(const Heap<D>& heap,
                                                          std::span<const double> friction,
                                                          std::span<const Load<D>> loads,
                                                          std::span<const double> depths, Sought sought) {
  const std::size_t count = heap.contacts.size();
  const std::vector<double> load = rows_of(heap, loads);
  std::vector<double> target;
  for (const double one : load) target.push_back(-one);
  Vec<D> all;  // of all that they bear
  for (const Load<D>& one : loads) all = all + one.force;
  Rays<D> rays;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec<D> against = -heap.contacts[i].normal;
    rays.add(heap, i, against, 1.0, 0.0);
    if (!(friction[i] > 0.0)) continue;
    const double cost = (1.0 + friction[i]) / std::max(1.0, friction[i]);
    for (const Vec<D>& rim : friction_cone(against, friction[i], all)) rays.add(heap, i, rim, cost, 0.0);
  }
  if (sought == Sought::Any) std::fill(rays.cost.begin(), rays.cost.end(), 0.0);
  const Balance balance = cheapest_balance(rays.push, rays.cost, target, rows_by_depth(heap.width(), depths));
  if (!balance.is_reached()) return {};
  // Their sizes to the last digits: along the normal and across it where a contact needs as many as there are
  // directions.
  Rays<D> used;
  const auto add_across = [&](std::size_t at, const Vec<D>& force) {
    for (const Vec<D>& across : ways_across(heap.contacts[at].normal))
      used.add(heap, at, across, 0.0, dot(force, across));
  };
  for (std::size_t i = 0, ray = 0; i < count; ++i) {
    std::vector<std::size_t> own;
    Vec<D> force;
    for (; ray < rays.contact.size() && rays.contact[ray] == i; ++ray) {
      if (!(balance.size[ray] > 0.0)) continue;
      own.push_back(ray);
      force = force + balance.size[ray] * rays.force[ray];
    }
    if (own.size() >= D) {
      used.add(heap, i, -heap.contacts[i].normal, 0.0, -dot(force, heap.contacts[i].normal));
      add_across(i, force);
      continue;
    }
    for (const std::size_t one : own) used.add(heap, i, rays.force[one], 0.0, balance.size[one]);
  }
  const auto sizes_near = [&] {
    return sizes_that_bear(IndependentPushes(used.push, heap.rows()), used.size, load, heap.width());
  };
  std::optional<Sizes> sizes;
  if (sought == Sought::Any && left_of(used.push, used.size, load, heap.width()).is_rounding)
    sizes = Sizes{used.size};
  else
    sizes = sizes_near();
  if (!sizes || sizes->left > kMissed) {
    // What normals are off must be borne across, too, and three corners may stand in a row.
    for (std::size_t i = 0, last = used.contact.size(); i < last; ++i) {
      const std::size_t at = used.contact[i];
      if (!(friction[at] > 0.0) || (i > 0 && used.contact[i - 1] == at)) continue;
      add_across(at, {});
    }
    if (auto better = sizes_near(); better && (!sizes || better->left < sizes->left))
      sizes = std::move(better);
  }
  if (!sizes) return {};
  std::vector<Vec<D>> forces(count);
  for (std::size_t i = 0; i < sizes->of_pushes.size(); ++i)
    forces[used.contact[i]] = forces[used.contact[i]] + sizes->of_pushes[i] * used.force[i];
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
                                                  std::span<const Load<D>> loads,
                                                  std::span<const double> depths, Sought sought) {
  if (rubs(friction) || !heap.levers.empty())
    return bearing_where_some_rub(heap, friction, loads, depths, sought);
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
template UnitPush push_between(std::optional<std::size_t>, std::optional<std::size_t>,
                               std::span<const double>, const HeapContact<2>&, const Vec<2>&);
template UnitPush push_of(const Heap<3>&, const HeapContact<3>&, const Vec<3>&);
template UnitPush push_between(std::optional<std::size_t>, std::optional<std::size_t>,
                               std::span<const double>, const HeapContact<3>&, const Vec<3>&);
template std::vector<UnitPush> pushes_of(const Heap<2>&);
template std::vector<UnitPush> pushes_of(const Heap<3>&);
template std::vector<double> rows_of(const Heap<2>&, std::span<const Load<2>>);
template std::vector<double> rows_of(const Heap<3>&, std::span<const Load<3>>);
template class HeapForces<2>;
template class HeapForces<3>;
template std::vector<double> frictions_of(const BodyTable<2>&, const Heap<2>&);
template std::vector<double> frictions_of(const BodyTable<3>&, const Heap<3>&);
template std::optional<std::vector<Vec<2>>> bearing_forces(const Heap<2>&, std::span<const double>,
                                                           std::span<const Load<2>>, std::span<const double>,
                                                           Sought);
template std::optional<std::vector<Vec<3>>> bearing_forces(const Heap<3>&, std::span<const double>,
                                                           std::span<const Load<3>>, std::span<const double>,
                                                           Sought);
template bool could_bear(const Heap<2>&, std::span<const Load<2>>);
template bool could_bear(const Heap<3>&, std::span<const Load<3>>);

}  // namespace firsthit
