#pragma once

#include "geometry/facets.hpp"
#include "geometry/rotation.hpp"
#include "index/bounds.hpp"

#include <firsthit/shape.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace firsthit {

/// A convex piece of a shape, as the event engine meets it.
template <int D>
struct SolidPiece {
  enum class Kind : std::uint8_t {
    Ball,   ///< of `radius` around the place
    Box,    ///< along the axes, around the place
    Sharp,  ///< a polytope, with its facets
    Round   ///< the hull of the facets' vertices, grown by `radius`
  };
  Kind kind = Kind::Ball;
  /// Does it only stop what could slip in between two pieces of a concave polygon?
  bool is_seam = false;
  double radius = 0.0;  ///< [L]
  double width = 0.0;   ///< [L] the least of all directions, or a little more
  Vec<D> half{};        ///< [L]
  Facets<D> facets;

  bool is_curved() const { return kind == Kind::Ball || kind == Kind::Round; }
  /// [L] How far it reaches along n.
  double reach(const Vec<D>& n) const;
};

/// A shape as the event engine meets it, prepared once: convex pieces, or a half-space.
template <int D>
struct Solid {
  std::vector<SolidPiece<D>> pieces;  ///< none of a half-space
  std::optional<HalfSpace<D>> plane;  ///< its normal a unit vector to rounding, its offset a length
  Bounds<D> bounds;                   ///< [L] relative to the place of what carries it
  double extent = 0.0;                ///< [L] from that place to the farthest point
  double width = 0.0;                 ///< [L] of the narrowest piece; infinite of a half-space
};

/// Requires: a shape that first_hit accepts.
template <int D>
Solid<D> solid_of(const Shape<D>& shape);

/// The same shape, turned about its place: that of its vertices, each turned and then rounded. Error: in the
/// plane a vertex is off by 2^-49 of its distance from the place. Derivation:
/// docs/numerics/turning-bodies.md. Requires: no half-space.
template <int D>
Solid<D> turned(const Solid<D>& solid, const Rotation<D>& rotation);

/// [L] From the place of what carries such a shape to its farthest point; infinite of a half-space.
template <int D>
double extent_of(const Shape<D>& shape);

}  // namespace firsthit
