#include "world/heaps/touching_parts.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

using Kind = TouchingParts::Kind;

/// Unit, outward.
Vec<2> normal_of(const PlacedPiece& piece, std::size_t side) {
  const Vec<2> way = piece.corner(piece.next(side)) - piece.corner(side);
  return (-1.0 / length(way)) * turned_left(way);
}

/// The largest slope of a side on another that both corners of it may touch.
constexpr double kSteepest = 0x1p-4;

/// May a corner touch what lies along `toward` from it? Its neighbours then lie behind, or steeper by no more
/// than `slope`.
bool faces(const PlacedPiece& piece, std::size_t corner, const Vec<2>& toward, double slope = 0.0) {
  if (piece.size() == 1) return true;
  const Vec<2> at = piece.corner(corner);
  const auto is_behind = [&](std::size_t neighbour) {
    const Vec<2> way = piece.corner(neighbour) - at;
    return dot(way, toward) <= slope * length(way) * length(toward);
  };
  return is_behind(piece.next(corner)) && is_behind(piece.before(corner));
}

/// Of `corner` of another piece over a side of `piece`: is it over the side, and does it face it?
bool is_over(const PlacedPiece& piece, std::size_t side, const PlacedPiece& other, std::size_t corner) {
  const Vec<2> from = piece.corner(side);
  const Vec<2> way = piece.corner(piece.next(side)) - from;
  const double along = dot(way, other.corner(corner) - from);
  return along >= 0.0 && along <= length_squared(way) && faces(other, corner, turned_left(way), kSteepest);
}

}  // namespace

std::size_t PlacedPiece::size() const {
  if (piece_.kind == SolidPiece<2>::Kind::Ball) return 1;
  return piece_.kind == SolidPiece<2>::Kind::Box ? 4 : piece_.facets.vertices.size();
}

Vec<2> PlacedPiece::corner(std::size_t i) const {
  if (piece_.kind == SolidPiece<2>::Kind::Ball) return place_;
  if (piece_.kind == SolidPiece<2>::Kind::Box) {
    const Vec<2> h = piece_.half;
    return place_ + stands_.of({i == 1 || i == 2 ? h[0] : -h[0], i >= 2 ? h[1] : -h[1]});
  }
  return place_ + stands_.of(piece_.facets.vertices[i]);
}

double PlacedPiece::radius() const { return piece_.is_curved() ? piece_.radius : 0.0; }

PartsTouch touch_of(const PlacedPiece& a, const PlacedPiece& b, const TouchingParts& parts) {
  PartsTouch touch;
  const double radii = a.radius() + b.radius();
  if (parts.kind == Kind::Corners) {
    const Vec<2> way = b.corner(parts.other) - a.corner(parts.own);
    const double apart = length(way);
    if (!(apart > 0.0)) return touch;
    touch.normal = (1.0 / apart) * way;
    touch.gap = apart - radii;
    touch.place = a.corner(parts.own) + a.radius() * touch.normal;
  } else if (parts.kind == Kind::SideOnCorner) {
    touch.normal = normal_of(a, parts.own);
    const Vec<2> corner = b.corner(parts.other);
    touch.gap = dot(touch.normal, corner - a.corner(parts.own)) - radii;
    touch.place = corner - (b.radius() + touch.gap) * touch.normal;
  } else if (parts.kind == Kind::CornerOnSide) {
    touch.normal = -normal_of(b, parts.other);
    const Vec<2> corner = a.corner(parts.own);
    touch.gap = dot(touch.normal, b.corner(parts.other) - corner) - radii;
    touch.place = corner + a.radius() * touch.normal;
  }
  return touch;
}

std::vector<TouchingParts> touching_parts(const PlacedPiece& a, const PlacedPiece& b, double within) {
  std::vector<TouchingParts> found;
  const auto add = [&](const TouchingParts& parts) {
    if (std::fabs(touch_of(a, b, parts).gap) <= within) found.push_back(parts);
  };
  for (std::uint32_t own = 0; own < a.size(); ++own) {
    for (std::uint32_t other = 0; other < b.size(); ++other) {
      if (own < a.sides() && is_over(a, own, b, other)) add({Kind::SideOnCorner, own, other});
      if (other < b.sides() && is_over(b, other, a, own)) add({Kind::CornerOnSide, own, other});
      const Vec<2> way = b.corner(other) - a.corner(own);
      if (a.radius() + b.radius() > 0.0 && faces(a, own, way) && faces(b, other, -way))
        add({Kind::Corners, own, other});
    }
  }
  return found;
}

TouchingParts separating_parts(const PlacedPiece& a, const PlacedPiece& b) {
  TouchingParts best;
  double most = -std::numeric_limits<double>::infinity();
  const auto try_parts = [&](const TouchingParts& parts) {
    const double gap = touch_of(a, b, parts).gap;
    if (!(gap > most)) return;
    most = gap;
    best = parts;
  };
  // The corner of `other` that is nearest to a side, or deepest behind it.
  const auto deepest = [](const Vec<2>& normal, const PlacedPiece& other) {
    std::uint32_t at = 0;
    for (std::uint32_t i = 1; i < other.size(); ++i)
      if (dot(normal, other.corner(i) - other.corner(at)) < 0.0) at = i;
    return at;
  };
  for (std::uint32_t side = 0; side < a.sides(); ++side)
    try_parts({Kind::SideOnCorner, side, deepest(normal_of(a, side), b)});
  for (std::uint32_t side = 0; side < b.sides(); ++side)
    try_parts({Kind::CornerOnSide, deepest(normal_of(b, side), a), side});
  if (!(a.radius() + b.radius() > 0.0)) return best;
  for (std::uint32_t own = 0; own < a.size(); ++own) {
    for (std::uint32_t other = 0; other < b.size(); ++other) {
      const Vec<2> way = b.corner(other) - a.corner(own);
      if (faces(a, own, way) && faces(b, other, -way)) try_parts({Kind::Corners, own, other});
    }
  }
  return best;
}

}  // namespace firsthit
