#pragma once

#include "query/convex/polytope/inline_vector.hpp"
#include "query/convex/polytope/rounded_polytope.hpp"

#include <cstddef>
#include <span>

namespace firsthit {

/// The axis along which a direction is largest, the first of them: a plane across the direction keeps its
/// shape when that coordinate is dropped.
template <int D>
std::size_t largest_axis(const Vec<D>& direction);

/// [L] Per axis, the largest size of any term that a vertex' offset is the sum of: what bounds its rounding.
template <int D>
Vec<D> sizes_of(const RoundedPolytope<D>& core);
template <int D>
Vec<D> sizes_of(const OrientedBox<D>& box);

/// A vertex, edge or face of a box.
struct BoxPart {
  std::size_t free = 0;   ///< bit k is set if it is as wide as the box along axis k
  std::size_t upper = 0;  ///< bit k of those that are not free: is it on the upper side of axis k?

  bool has(std::size_t vertex) const { return (vertex & ~free) == upper; }
};

/// The part of a box on all those of its sides that face along a direction beyond doubt: the furthest
/// vertices are among its own. `size`: size_along of the box.
template <int D>
BoxPart facing_part(const OrientedBox<D>& box, const Vec<D>& direction, double size);

/// [L] The sum of |direction| times the sizes over all axes: what bounds the rounding of direction . offset.
template <int D>
double size_along(const Vec<D>& sizes, const Vec<D>& direction);

/// The vertices of a core that reach furthest along a direction.
///
/// All that do so in exact arithmetic are among them, and only such as rounding cannot tell from them:
/// docs/numerics/contact.md derives the bound.
template <int D>
class SupportFeature {
 public:
  struct Vertex {
    Vec<D> offset;   ///< [L]
    int number = 0;  ///< as the core counts
  };

  /// If the direction is zero, all vertices are taken. `slack` [L] times the direction's length: so much
  /// lower is as far, besides what rounding explains.
  SupportFeature(const RoundedPolytope<D>& core, const Vec<D>& direction, double slack = 0.0);

  /// Of a box of which that part is known to be furthest.
  SupportFeature(const OrientedBox<D>& box, const BoxPart& part, const Vec<D>& direction);

  /// [L] direction . offset, of the furthest vertex
  double reach() const { return reach_; }

  /// [L] Per axis, of any vertex of the core.
  const Vec<D>& sizes() const { return sizes_; }

  /// All of them, by number; of several at one place the first.
  std::span<const Vertex> vertices() const { return vertices_.all(); }

  /// The extreme ones among them: one, both ends of an edge, or all around a face. If the direction is zero,
  /// all.
  std::span<const Vertex> corners() const { return direction_is_zero_ ? vertices() : corners_.all(); }

 private:
  void collect(const RoundedPolytope<D>& core, const Vec<D>& direction, std::size_t count, double slack);
  void wrap(std::size_t dropped_axis);

  static constexpr std::size_t kFew = 8;
  bool direction_is_zero_;
  Vec<D> sizes_;
  double reach_ = 0.0;
  InlineVector<Vertex, kFew> vertices_;
  InlineVector<Vertex, kFew> corners_;
};

}  // namespace firsthit
