#include "world/heaps/touching_parts.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

using Kind = TouchingParts::Kind;

/// How many sides it has: of a segment both.
std::size_t sides(const PlacedPiece<2>& piece) { return piece.size() > 1 ? piece.size() : 0; }
std::size_t next(const PlacedPiece<2>& piece, std::size_t i) { return i + 1 < piece.size() ? i + 1 : 0; }
std::size_t before(const PlacedPiece<2>& piece, std::size_t i) { return i > 0 ? i - 1 : piece.size() - 1; }

/// Unit, outward.
Vec<2> normal_of(const PlacedPiece<2>& piece, std::size_t side) {
  const Vec<2> way = piece.corner(next(piece, side)) - piece.corner(side);
  return (-1.0 / length(way)) * turned_left(way);
}

/// The largest slope of a side on another that both corners of it may touch.
constexpr double kSteepest = 0x1p-4;

/// May a corner touch what lies along `toward` from it? Its neighbours then lie behind, or steeper by no more
/// than `slope`.
bool faces(const PlacedPiece<2>& piece, std::size_t corner, const Vec<2>& toward, double slope = 0.0) {
  if (piece.size() == 1) return true;
  const Vec<2> at = piece.corner(corner);
  const auto is_behind = [&](std::size_t neighbour) {
    const Vec<2> way = piece.corner(neighbour) - at;
    return dot(way, toward) <= slope * length(way) * length(toward);
  };
  return is_behind(next(piece, corner)) && is_behind(before(piece, corner));
}

/// Of `corner` of another piece over a side of `piece`: is it over the side, and does it face it?
bool is_over(const PlacedPiece<2>& piece, std::size_t side, const PlacedPiece<2>& other, std::size_t corner) {
  const Vec<2> from = piece.corner(side);
  const Vec<2> way = piece.corner(next(piece, side)) - from;
  const double along = dot(way, other.corner(corner) - from);
  return along >= 0.0 && along <= length_squared(way) && faces(other, corner, turned_left(way), kSteepest);
}

}  // namespace

template <>
PieceHull<2> hull_of(const SolidPiece<2>& piece) {
  PieceHull<2> hull;
  const Vec<2> h = piece.half;
  if (piece.kind == SolidPiece<2>::Kind::Ball)
    hull.corners = {Vec<2>{}};
  else if (piece.kind == SolidPiece<2>::Kind::Box)
    hull.corners = {-h, {h[0], -h[1]}, h, {-h[0], h[1]}};
  else
    hull.corners = piece.facets.vertices;
  hull.radius = piece.is_curved() ? piece.radius : 0.0;
  hull.is_seam = piece.is_seam;
  return hull;
}

PartsTouch<2> touch_of(const PlacedPiece<2>& a, const PlacedPiece<2>& b, const TouchingParts& parts) {
  PartsTouch<2> touch;
  const double radii = a.radius() + b.radius();
  if (parts.kind == Kind::Corners) {
    const Vec<2> way = b.corner(parts.other) - a.corner(parts.own);
    const double apart = length(way);
    if (!(apart > 0.0)) return touch;
    touch.normal = (1.0 / apart) * way;
    touch.gap = apart - radii;
    touch.place = a.corner(parts.own) + a.radius() * touch.normal;
  } else if (parts.kind == Kind::FaceOnCorner) {
    touch.normal = normal_of(a, parts.own);
    const Vec<2> corner = b.corner(parts.other);
    touch.gap = dot(touch.normal, corner - a.corner(parts.own)) - radii;
    touch.place = corner - (b.radius() + touch.gap) * touch.normal;
  } else if (parts.kind == Kind::CornerOnFace) {
    touch.normal = -normal_of(b, parts.other);
    const Vec<2> corner = a.corner(parts.own);
    touch.gap = dot(touch.normal, b.corner(parts.other) - corner) - radii;
    touch.place = corner + a.radius() * touch.normal;
  }
  return touch;
}

std::vector<TouchingParts> touching_parts(const PlacedPiece<2>& a, const PlacedPiece<2>& b, double within) {
  std::vector<TouchingParts> found;
  const auto add = [&](const TouchingParts& parts) {
    if (std::fabs(touch_of(a, b, parts).gap) <= within) found.push_back(parts);
  };
  for (std::uint32_t own = 0; own < a.size(); ++own) {
    for (std::uint32_t other = 0; other < b.size(); ++other) {
      if (own < sides(a) && is_over(a, own, b, other)) add({Kind::FaceOnCorner, own, other, 0});
      if (other < sides(b) && is_over(b, other, a, own)) add({Kind::CornerOnFace, own, other, 0});
      const Vec<2> way = b.corner(other) - a.corner(own);
      if (a.radius() + b.radius() > 0.0 && faces(a, own, way) && faces(b, other, -way))
        add({Kind::Corners, own, other, 0});
    }
  }
  if (found.empty() && a.size() + b.size() > 2) add(separating_parts(a, b));
  return found;
}

TouchingParts separating_parts(const PlacedPiece<2>& a, const PlacedPiece<2>& b) {
  TouchingParts best;
  double most = -std::numeric_limits<double>::infinity();
  const auto try_parts = [&](const TouchingParts& parts) {
    const double gap = touch_of(a, b, parts).gap;
    if (!(gap > most)) return;
    most = gap;
    best = parts;
  };
  // The corner of `other` that is nearest to a side, or deepest behind it.
  const auto deepest = [](const Vec<2>& normal, const PlacedPiece<2>& other) {
    std::uint32_t at = 0;
    for (std::uint32_t i = 1; i < other.size(); ++i)
      if (dot(normal, other.corner(i) - other.corner(at)) < 0.0) at = i;
    return at;
  };
  for (std::uint32_t side = 0; side < sides(a); ++side)
    try_parts({Kind::FaceOnCorner, side, deepest(normal_of(a, side), b), 0});
  for (std::uint32_t side = 0; side < sides(b); ++side)
    try_parts({Kind::CornerOnFace, deepest(normal_of(b, side), a), side, 0});
  if (!(a.radius() + b.radius() > 0.0)) return best;
  for (std::uint32_t own = 0; own < a.size(); ++own) {
    for (std::uint32_t other = 0; other < b.size(); ++other) {
      const Vec<2> way = b.corner(other) - a.corner(own);
      if (faces(a, own, way) && faces(b, other, -way)) try_parts({Kind::Corners, own, other, 0});
    }
  }
  return best;
}

}  // namespace firsthit
