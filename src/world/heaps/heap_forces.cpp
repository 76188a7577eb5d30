#include "world/heaps/heap_forces.hpp"

#include "core/vec_math.hpp"

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

template <int D>
std::vector<UnitPush> pushes_of(const Heap<D>& heap) {
  std::vector<UnitPush> pushes;
  const auto place = [&heap](Id id) {
    return std::lower_bound(heap.members.begin(), heap.members.end(), id) - heap.members.begin();
  };
  for (const HeapContact<D>& contact : heap.contacts) {
    UnitPush push;
    const auto a = static_cast<std::size_t>(place(contact.a)) * D;
    for (std::size_t axis = 0; axis < D; ++axis) push.add(a + axis, -contact.normal[axis]);
    if (std::binary_search(heap.members.begin(), heap.members.end(), contact.b)) {
      const auto b = static_cast<std::size_t>(place(contact.b)) * D;
      for (std::size_t axis = 0; axis < D; ++axis) push.add(b + axis, contact.normal[axis]);
    }
    pushes.push_back(push);
  }
  return pushes;
}

std::vector<double> gram(const std::vector<UnitPush>& pushes, std::size_t rows) {
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

}  // namespace

template <int D>
HeapForces<D>::HeapForces(const Heap<D>& heap)
    : heap_(heap),
      pushes_(pushes_of(heap)),
      factors_(firsthit::gram(pushes_, heap.members.size() * D), pushes_.size(), kDependent) {}

template <int D>
std::vector<double> HeapForces<D>::along(std::span<const Vec<D>> v) const {
  std::vector<double> numbers;
  for (const Vec<D>& one : v)
    for (std::size_t axis = 0; axis < D; ++axis) numbers.push_back(one[axis]);
  std::vector<double> parts;
  for (const UnitPush& push : pushes_) parts.push_back(push.dot(numbers));
  return parts;
}

template <int D>
std::vector<Vec<D>> HeapForces<D>::together(std::span<const double> sizes) const {
  std::vector<Vec<D>> sum(heap_.members.size());
  for (std::size_t i = 0; i < pushes_.size(); ++i)
    for (std::uint32_t k = 0; k < pushes_[i].count; ++k)
      sum[pushes_[i].row[k] / D][pushes_[i].row[k] % D] += sizes[i] * pushes_[i].value[k];
  return sum;
}

template <int D>
std::optional<std::vector<double>> HeapForces<D>::bearing(std::span<const Vec<D>> loads) const {
  double largest = 0.0;
  for (const Vec<D>& load : loads) largest = std::max(largest, max_abs(load));
  std::vector<double> forces(pushes_.size(), 0.0);
  // The second time takes back what the first has lost to the squares of the matrix, and the third tells.
  for (int times = 0; times < 3; ++times) {
    std::vector<Vec<D>> left = together(forces);
    double most = 0.0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      left[i] = left[i] + loads[i];
      most = std::max(most, max_abs(left[i]));
    }
    if (times == 2) {
      for (const double force : forces) largest = std::max(largest, std::fabs(force));
      if (!(most <= kMissed * static_cast<double>(forces.size()) * largest)) return {};
      break;
    }
    const std::vector<double> more = factors_.solved(along(left));
    for (std::size_t i = 0; i < forces.size(); ++i) forces[i] -= more[i];
  }
  return forces;
}

template <int D>
std::vector<Vec<D>> HeapForces<D>::widening(std::span<const double> by) const {
  return together(factors_.solved({by.begin(), by.end()}));
}

template <int D>
std::vector<Vec<D>> HeapForces<D>::idle(std::span<const Vec<D>> velocities) const {
  std::vector<Vec<D>> left(velocities.begin(), velocities.end());
  for (int times = 0; times < 2; ++times) {
    const std::vector<Vec<D>> part = widening(along(left));
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = left[i] - part[i];
  }
  return left;
}

template class HeapForces<2>;
template class HeapForces<3>;

}  // namespace firsthit
