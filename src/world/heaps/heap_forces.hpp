#pragma once

#include "world/heaps/balance.hpp"
#include "world/heaps/heap_table.hpp"

#include <optional>
#include <span>
#include <vector>

namespace firsthit {

/// What its contacts do to a heap: pushes along their normals.
template <int D>
class HeapForces {
 public:
  explicit HeapForces(const Heap<D>& heap);

  /// Can all contacts be told apart, so that each has one force?
  bool is_sound() const { return factors_.is_sound(); }
  /// The forces, one a contact, that bear a load on each member; none if they do not bear it, but for what
  /// rounding explains. Forces below zero, which no contact has, are returned as they are.
  std::optional<std::vector<double>> bearing(std::span<const Vec<D>> loads) const;
  /// [L] The least way of the members that makes each contact so much wider.
  std::vector<Vec<D>> widening(std::span<const double> by) const;
  /// What of velocities makes no contact wider or narrower.
  std::vector<Vec<D>> idle(std::span<const Vec<D>> velocities) const;

 private:
  std::vector<double> along(std::span<const Vec<D>> v) const;
  std::vector<Vec<D>> together(std::span<const double> sizes) const;

  const Heap<D>& heap_;
  std::vector<UnitPush> pushes_;  // of each contact
  Factors factors_;
};

}  // namespace firsthit
