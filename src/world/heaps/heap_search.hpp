#pragma once

#include "engine/record.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/bonded_bodies.hpp"
#include "world/heaps/heap_forces.hpp"
#include "world/heaps/heap_table.hpp"
#include "world/motion/free_flight.hpp"

#include <optional>
#include <span>
#include <vector>

namespace firsthit {

/// Balls that can come to rest together, and where.
template <int D>
struct FoundHeap {
  Heap<D> heap;
  std::vector<Vec<D>> places;  ///< [L] of its members, perhaps out of a box that repeats
};

/// How fast a ball is from now on.
template <int D>
struct Parted {
  Id id = 0;
  Vec<D> velocity;                            ///< [L/T]
  std::optional<HeapContact<D>> stands_on{};  ///< nothing yields, and it lies on this
};

/// Finds balls that hold each other: which hop on each other, with no more speed than hops have, near places
/// at which gravity and forces at their contacts, and nothing else, leave each of them in balance.
///
/// The places are those of least weight: among all small ways that lead no two of them into each other, the
/// one by which they fall furthest, and the forces are what keeps them from falling further. So it is one
/// linear program for the forces, whose costs are the gaps, and Newton's method from there.
/// docs/numerics/heaps.md.
template <int D>
class HeapSearch {
 public:
  /// All must outlive it.
  HeapSearch(const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space,
             const BondedBodies<D>& bonds, const HeapTable<D>& heaps)
      : table_(table), flight_(flight), space_(space), bonds_(bonds), heaps_(heaps) {}

  /// Those that rest together, but do not yet, in no heap twice.
  /// Cost: O(n log n + k) for n balls, k of them near each other; and O(m^3) for m that may hold each other.
  std::vector<FoundHeap<D>> find(std::span<const Record<D>> records, const Instant& now) const;
  /// Balls around `body` that leave each other no room: with these velocities, the nearest ones to those that
  /// they have (by their energy), each pair of them parts, as fast as they hop, and from what does not move.
  /// Cost: O(n log n), and O(m^3) or so for the m of them.
  std::vector<Parted<D>> parted(std::span<const Record<D>> records, Id body, const Instant& now) const;

 private:
  struct Ball {
    Id id = 0;
    Vec<D> place;
    Vec<D> velocity;
    double radius = 0.0;
    bool slow = false;  // as one who hops
  };
  struct Near {
    HeapContact<D> contact;
    std::size_t a = 0;      // of the balls
    std::size_t b = kNone;  // the same, if it is one
    double gap = 0.0;
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::vector<Ball> balls(std::span<const Record<D>> records, const Instant& now) const;
  void find_pairs(const std::vector<Ball>& balls, double within, std::vector<Near>& near) const;
  void find_unmoved(const std::vector<Ball>& balls, double within, std::vector<Near>& near) const;
  Vec<D> apart(const Vec<D>& a, const Vec<D>& b, Image<D>& image) const;
  void touch(const Vec<D>& a, const Vec<D>& b, double radius, Near& near) const;
  void look(const std::vector<Ball>& balls, const std::vector<Near>& near, std::vector<std::size_t> members,
            std::vector<FoundHeap<D>>& found) const;
  std::optional<FoundHeap<D>> settled(const std::vector<Ball>& balls, const std::vector<Near>& near,
                                      const std::vector<std::size_t>& members,
                                      std::vector<std::size_t> carrying) const;
  bool is_idle(const HeapForces<D>& forces, const std::vector<Ball>& balls,
               const std::vector<std::size_t>& members) const;
  bool is_known(const Heap<D>& heap) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  const BondedBodies<D>& bonds_;
  const HeapTable<D>& heaps_;
};

}  // namespace firsthit
