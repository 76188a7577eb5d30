#pragma once

#include "core/vec_math.hpp"
#include "geometry/facets.hpp"
#include "geometry/rotation.hpp"
#include "query/tolerant/solid.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace firsthit {

/// Which parts of two convex pieces touch each other. A face is a side in the plane, where it leads from its
/// corner to the next; edges are those of space.
struct TouchingParts {
  enum class Kind : std::uint8_t {
    Whole,  ///< balls, or a ball and what is fixed
    CornerOnPlane,
    CornerOnFace,
    FaceOnCorner,
    Corners,
    CornerOnEdge,
    EdgeOnCorner,
    Edges,
    Crossing  ///< edges that cross where a face lies on another
  };
  Kind kind = Kind::Whole;
  std::uint32_t own = 0;    ///< corner, face or edge of the first
  std::uint32_t other = 0;  ///< of the second
  std::uint32_t face = 0;   ///< of the first, where edges cross

  friend bool operator==(const TouchingParts&, const TouchingParts&) = default;
};

/// The corners of a convex piece, and in space its faces and edges.
template <int D>
struct PieceHull {
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
  };
  std::vector<Vec<D>> corners;                     ///< [L] in the plane counterclockwise
  std::vector<HullFaces::Face> faces;              ///< in space
  std::vector<Edge> edges;                         ///< in space, each once
  std::vector<std::vector<std::uint32_t>> beside;  ///< by corner: those at the other ends of its edges
  Vec<D> middle{};                                 ///< [L] of the corners
  double radius = 0.0;                             ///< [L] the surface is so far from all this
  bool is_seam = false;                            ///< does it only stop what could slip in between others?
};
template <int D>
PieceHull<D> hull_of(const SolidPiece<D>& piece);

/// A piece where it is.
template <int D>
class PlacedPiece {
 public:
  /// `place` [L]: of its body. The hull must outlive it.
  PlacedPiece(const PieceHull<D>& hull, const Rotation<D>& stands, const Vec<D>& place)
      : hull_(hull), stands_(stands), place_(place) {}

  const PieceHull<D>& hull() const { return hull_; }
  std::size_t size() const { return hull_.corners.size(); }
  double radius() const { return hull_.radius; }
  Vec<D> corner(std::size_t i) const {
    return corners_.empty() ? place_ + stands_.of(hull_.corners[i]) : corners_[i];
  }
  Vec<D> middle() const { return corners_.empty() ? place_ + stands_.of(hull_.middle) : middle_; }
  /// Outward, of a face of space.
  Vec<D> normal(std::size_t face) const {
    return normals_.empty() ? stands_.of(hull_.faces[face].normal) : normals_[face];
  }

  /// The same, for those who ask for its corners and faces many times.
  PlacedPiece worked_out() const {
    PlacedPiece piece = *this;
    piece.middle_ = middle();
    for (std::size_t i = 0; i < size(); ++i) piece.corners_.push_back(corner(i));
    for (std::size_t i = 0; i < hull_.faces.size(); ++i) piece.normals_.push_back(normal(i));
    return piece;
  }

 private:
  const PieceHull<D>& hull_;
  Rotation<D> stands_;
  Vec<D> place_;
  // Or none:
  std::vector<Vec<D>> corners_;
  std::vector<Vec<D>> normals_;
  Vec<D> middle_{};
};

/// How two pieces touch in these parts.
template <int D>
struct PartsTouch {
  Vec<D> normal{};   ///< unit, from the first to the second; zero if there is none
  double gap = 0.0;  ///< [L] between the surfaces
  Vec<D> place{};    ///< [L] on the first one's surface
};
PartsTouch<2> touch_of(const PlacedPiece<2>& a, const PlacedPiece<2>& b, const TouchingParts& parts);
PartsTouch<3> touch_of(const PlacedPiece<3>& a, const PlacedPiece<3>& b, const TouchingParts& parts);

/// All parts in which they touch, or nearly do: with gaps, or depths, up to `within` [L]. Where a corner
/// passes another, or comes to the end of an edge, none of them is over the other: then those that part them.
/// Cost: in the plane the product of how many corners they have, in space of their edges.
std::vector<TouchingParts> touching_parts(const PlacedPiece<2>& a, const PlacedPiece<2>& b, double within);
std::vector<TouchingParts> touching_parts(const PlacedPiece<3>& a, const PlacedPiece<3>& b, double within);

/// Those that keep them furthest apart: their gap is that of the pieces, if it is below zero how deep they
/// are in each other.
/// Cost: as touching_parts; in space of sharp pieces times their corners.
TouchingParts separating_parts(const PlacedPiece<2>& a, const PlacedPiece<2>& b);
TouchingParts separating_parts(const PlacedPiece<3>& a, const PlacedPiece<3>& b);

/// [L] How far the second lies beyond the first along a direction, a unit vector; below zero: how far they
/// reach beyond each other's nearest place.
template <int D>
double gap_along(const PlacedPiece<D>& a, const PlacedPiece<D>& b, const Vec<D>& along) {
  double furthest = -std::numeric_limits<double>::infinity(), nearest = -furthest;
  for (std::size_t i = 0; i < a.size(); ++i) furthest = std::max(furthest, dot(along, a.corner(i)));
  for (std::size_t i = 0; i < b.size(); ++i) nearest = std::min(nearest, dot(along, b.corner(i)));
  return nearest - furthest - (a.radius() + b.radius());
}

}  // namespace firsthit
