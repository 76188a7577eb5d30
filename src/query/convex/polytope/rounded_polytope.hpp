#pragma once

#include <firsthit/first_hit.hpp>

#include <array>
#include <cstddef>
#include <span>

namespace firsthit {

/// A convex shape on a straight course, as the kernels see it: the hull of a few vertices, grown by a radius.
///
/// Vertex i stands at position + offset i, where the sum is never rounded. The offsets are doubles; those of
/// an oriented box are sums of products, +-half_extents[k] * axes[k] over all k, and never rounded either.
template <int D>
struct RoundedPolytope {
  Vec<D> position;                      ///< [L] now
  Vec<D> velocity;                      ///< [L/T]
  double radius = 0.0;                  ///< [L] >= 0
  std::span<const Vec<D>> offsets;      ///< [L] at least one; empty for an oriented box
  const OrientedBox<D>* box = nullptr;  ///< not null for an oriented box
  bool wide = false;                    ///< are the query's numbers too far apart for filters?

  /// The offsets of shapes that have none of their own: a point's, a segment's ends, a box's corners.
  std::array<Vec<D>, 8> own{};

  RoundedPolytope() = default;
  RoundedPolytope(const RoundedPolytope&) = delete;  // offsets may point to own
  RoundedPolytope& operator=(const RoundedPolytope&) = delete;
};

/// [L] The sum of +-half_extents[k] * axes[k], plus where bit k of i is set, rounded.
template <int D>
Vec<D> corner_of(const OrientedBox<D>& box, std::size_t i);

/// Is it a box along the axes? Its corners are its own.
template <int D>
bool is_plain_box(const RoundedPolytope<D>& core) {
  return core.offsets.size() == std::size_t{1} << static_cast<unsigned>(D) &&
         core.offsets.data() == core.own.data();
}

/// How many vertices a core has, which are numbered from 0. Those of a box, in any direction: vertex i is on
/// the upper side of axis k if bit k of i is set.
template <int D>
std::size_t vertex_count(const RoundedPolytope<D>& core) {
  return core.box != nullptr ? std::size_t{1} << static_cast<unsigned>(D) : core.offsets.size();
}

/// [L] of vertex i, as given; of an oriented box rounded, with an error of at most 3.1 * 2^-53 times the sum
/// of the sizes of its terms.
template <int D>
Vec<D> offset_of(const RoundedPolytope<D>& core, std::size_t i) {
  return core.box == nullptr ? core.offsets[i] : corner_of(*core.box, i);
}

/// Makes `core` from a shape that is one: all but half-space, container and arc, and for which no kernel of
/// convex shapes is in the table of pairs. Throws InputError for these. Of a concave polygon it has all
/// vertices. The core refers to the shape, which must outlive it.
template <int D>
void make_polytope(const Shape<D>& shape, const Vec<D>& position, const Vec<D>& velocity,
                   RoundedPolytope<D>& core);

}  // namespace firsthit
