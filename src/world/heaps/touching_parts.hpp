#pragma once

#include "geometry/rotation.hpp"
#include "query/tolerant/solid.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace firsthit {

/// Which parts of two convex pieces of the plane touch each other. A side leads from its corner to the next.
struct TouchingParts {
  enum class Kind : std::uint8_t {
    Whole,  ///< balls, or a ball and what is fixed
    CornerOnPlane,
    CornerOnSide,
    SideOnCorner,
    Corners
  };
  Kind kind = Kind::Whole;
  std::uint32_t own = 0;    ///< corner or side of the first
  std::uint32_t other = 0;  ///< of the second

  friend bool operator==(const TouchingParts&, const TouchingParts&) = default;
};

/// A convex piece of the plane where it is, by its corners, counterclockwise; its surface is `radius` away.
class PlacedPiece {
 public:
  /// `place` [L]: of its body.
  PlacedPiece(const SolidPiece<2>& piece, const Rotation<2>& stands, const Vec<2>& place)
      : piece_(piece), stands_(stands), place_(place) {}

  std::size_t size() const;
  Vec<2> corner(std::size_t i) const;
  double radius() const;
  /// How many sides it has: of a segment both.
  std::size_t sides() const { return size() > 1 ? size() : 0; }
  std::size_t next(std::size_t i) const { return i + 1 < size() ? i + 1 : 0; }
  std::size_t before(std::size_t i) const { return i > 0 ? i - 1 : size() - 1; }

 private:
  const SolidPiece<2>& piece_;
  const Rotation<2>& stands_;
  Vec<2> place_;
};

/// How two pieces touch in these parts.
struct PartsTouch {
  Vec<2> normal{};   ///< unit, from the first to the second; zero if there is none
  double gap = 0.0;  ///< [L] between the surfaces
  Vec<2> place{};    ///< [L] on the first one's surface
};
PartsTouch touch_of(const PlacedPiece& a, const PlacedPiece& b, const TouchingParts& parts);

/// All parts in which they touch, or nearly do: with gaps, or depths, up to `within` [L].
std::vector<TouchingParts> touching_parts(const PlacedPiece& a, const PlacedPiece& b, double within);

/// Those that keep them furthest apart: their gap is that of the pieces, if it is below zero how deep they
/// are in each other.
TouchingParts separating_parts(const PlacedPiece& a, const PlacedPiece& b);

}  // namespace firsthit
