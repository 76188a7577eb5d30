#pragma once

#include "world/balance/cheapest_balance.hpp"
#include "world/balance/independent_pushes.hpp"
#include "world/bodies/body_table.hpp"
#include "world/heaps/heap_table.hpp"

#include <optional>
#include <span>
#include <vector>

namespace firsthit {

/// What a force on the first body of a contact does to it, and its opposite to the other.
template <int D>
UnitPush push_of(const Heap<D>& heap, const HeapContact<D>& contact, const Vec<D>& force);

/// The same by the places of the two among those of whom `levers` are, if any of them turns; one of them may
/// be none of those.
template <int D>
UnitPush push_between(std::optional<std::size_t> a, std::optional<std::size_t> b,
                      std::span<const double> levers, const HeapContact<D>& contact, const Vec<D>& force);

/// Of all contacts, pushes of size 1 along their normals.
template <int D>
std::vector<UnitPush> pushes_of(const Heap<D>& heap);

/// The rows of bodies, each of whom lies so deep: from above downwards, and of equals as they are.
RowsByDepth rows_by_depth(std::size_t width, std::span<const double> depths);

/// What its contacts do to a heap: pushes along their normals.
template <int D>
class HeapForces {
 public:
  /// `heap` must outlive it.
  explicit HeapForces(const Heap<D>& heap);

  /// Can all contacts be told apart, so that each has one force?
  bool is_sound() const { return pushes_.are_all(); }
  /// Those that can, if the others say what they say.
  const std::vector<std::size_t>& told_apart() const { return pushes_.taken(); }
  /// The forces, one a contact, that bear a load on each member; none if they do not bear it, but for what
  /// rounding explains. Forces below zero, which no contact has, are returned as they are.
  std::optional<std::vector<double>> bearing(std::span<const Load<D>> loads) const;
  /// [L] The least way of the members, by row, that makes each contact that is told apart so much wider: a
  /// rotation counts as what it does at the lever's end.
  std::vector<double> widening(std::span<const double> by) const;
  /// What of velocities [L/T], by row, makes no contact wider or narrower.
  std::vector<double> idle(std::vector<double> velocities) const;

 private:
  const Heap<D>& heap_;
  IndependentPushes pushes_;  // of each contact
};

/// Loads on the members of a heap, by row.
template <int D>
std::vector<double> rows_of(const Heap<D>& heap, std::span<const Load<D>> loads);

/// May contacts of a heap pull? Of what is as slow as a hop they may: what opens by it soon closes.
enum class Pulls : bool { None, Allowed };

/// The friction of each contact of a heap; no more than tells anything.
template <int D>
std::vector<double> frictions_of(const BodyTable<D>& table, const Heap<D>& heap);

/// Of several sets of forces: any, where it is asked whether there are any, or that of the least sum of
/// sizes, along the normals and across.
enum class Sought : bool { Any, LeastSum };

/// What each contact does to its first body [M L/T^2], within the cone of friction, where all bear a load on
/// each member; or impulses. None if they cannot bear it. Requires: friction of each contact, and of each
/// member how deep it lies.
/// Cost: of n members that rub, some 3 D n steps of the simplex method; else some n sqrt(n).
template <int D>
std::optional<std::vector<Vec<D>>> bearing_forces(const Heap<D>& heap, std::span<const double> friction,
                                                  std::span<const Load<D>> loads,
                                                  std::span<const double> depths,
                                                  Sought sought = Sought::LeastSum);

/// Could its contacts bear this if they pulled, too? Requires: none of them rubs.
template <int D>
bool could_bear(const Heap<D>& heap, std::span<const Load<D>> loads);

}  // namespace firsthit
