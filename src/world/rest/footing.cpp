#include "world/rest/footing.hpp"

#include "core/vec_math.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace firsthit {

namespace {

/// The cosine of the largest angle [rad, about 1/16] between two sides that are called nearly flat on each
/// other. Any small angle would do: what depends on it changes steadily with the gap between the two.
constexpr double kNearlyFlat = 1.0 - 0x1p-9;

/// What rounds where corners are told to lie on one line, in parts of the lengths that take part.
constexpr double kInLine = 0x1p-44;

struct FlatSide {
  Vec<2> from{};  // [L] counterclockwise
  Vec<2> to{};
  Vec<2> normal{};  // unit, outward
  double radius = 0.0;
};

/// Calls each(side) for every flat side of a piece.
template <class Each>
void each_side(const SolidPiece<2>& piece, const Each& each) {
  if (piece.kind == SolidPiece<2>::Kind::Ball) return;
  if (piece.kind == SolidPiece<2>::Kind::Box) {
    const Vec<2>& h = piece.half;
    each(FlatSide{{h[0], -h[1]}, {h[0], h[1]}, {1.0, 0.0}});
    each(FlatSide{{h[0], h[1]}, {-h[0], h[1]}, {0.0, 1.0}});
    each(FlatSide{{-h[0], h[1]}, {-h[0], -h[1]}, {-1.0, 0.0}});
    each(FlatSide{{-h[0], -h[1]}, {h[0], -h[1]}, {0.0, -1.0}});
    return;
  }
  const std::vector<Vec<2>>& corners = piece.facets.vertices;
  const std::size_t count = corners.size();
  for (std::size_t i = 0; i < count && count > 1; ++i) {
    const Vec<2>& from = corners[i];
    const Vec<2>& to = corners[(i + 1) % count];
    each(FlatSide{from, to, (-1.0 / length(to - from)) * turned_left(to - from), piece.radius});
  }
}

struct Corner {
  double along = 0.0;  // [L]
  double gap = 0.0;    // [L] over the support's side
};

/// The corners of a body, seen along a side of a support.
std::vector<Corner> corners_over(const Solid<2>& body, const Rotation<2>& stands, const Vec<2>& into,
                                 double distance) {
  std::vector<Corner> corners;
  const Vec<2> along = turned_left(into);
  const auto add = [&](const Vec<2>& corner, double radius) {
    const Vec<2> at = stands.of(corner);
    corners.push_back({dot(along, at), distance - (dot(into, at) + radius)});
  };
  for (const SolidPiece<2>& piece : body.pieces) {
    if (piece.kind == SolidPiece<2>::Kind::Box) {
      for (const double x : {-piece.half[0], piece.half[0]})
        for (const double y : {-piece.half[1], piece.half[1]}) add({x, y}, 0.0);
    } else if (piece.kind == SolidPiece<2>::Kind::Ball) {
      add({}, piece.radius);
    } else {
      for (const Vec<2>& corner : piece.facets.vertices) add(corner, piece.radius);
    }
  }
  return corners;
}

/// The side of the body's hull that is nearly flat on the support's: from its lowest corner to that which
/// comes down next if it turns about this.
void take_side(const std::vector<Corner>& corners, double extent, Footing& footing) {
  const Corner lowest = *std::min_element(corners.begin(), corners.end(), [](const auto& a, const auto& b) {
    return a.gap < b.gap || (a.gap == b.gap && a.along < b.along);
  });
  double slope = std::numeric_limits<double>::infinity();
  double sign = 1.0;
  for (const Corner& corner : corners) {
    const double way = corner.along - lowest.along;
    if (std::fabs(way) <= kInLine * extent || !(corner.gap - lowest.gap < slope * std::fabs(way))) continue;
    slope = (corner.gap - lowest.gap) / std::fabs(way);
    sign = way > 0.0 ? 1.0 : -1.0;
  }
  footing.low = footing.high = lowest.along;
  footing.gap_low = footing.gap_high = lowest.gap;
  if (slope == std::numeric_limits<double>::infinity()) return;
  for (const Corner& corner : corners) {  // all on that line
    if (corner.gap - (lowest.gap + sign * slope * (corner.along - lowest.along)) > kInLine * extent) continue;
    footing.low = std::min(footing.low, corner.along);
    footing.high = std::max(footing.high, corner.along);
  }
  footing.gap_low = lowest.gap + sign * slope * (footing.low - lowest.along);
  footing.gap_high = lowest.gap + sign * slope * (footing.high - lowest.along);
}

void clip(Footing& footing) {
  const double slope = (footing.gap_high - footing.gap_low) / (footing.high - footing.low);
  if (footing.low < footing.side_low) {
    footing.gap_low += slope * (footing.side_low - footing.low);
    footing.low = footing.side_low;
  }
  if (footing.high > footing.side_high) {
    footing.gap_high += slope * (footing.side_high - footing.high);
    footing.high = footing.side_high;
  }
}

/// [L] How far the body's place is from being over the footing.
double beside(const Footing& footing) { return std::max({footing.low, -footing.high, 0.0}); }

}  // namespace

Footing footing_on_plane(const Solid<2>& body, const Rotation<2>& stands, const Vec<2>& into,
                         double distance) {
  Footing footing;
  footing.into = into;
  footing.height = distance;
  take_side(corners_over(body, stands, into, distance), body.extent, footing);
  return footing;
}

std::optional<Footing> footing_on(const Solid<2>& body, const Rotation<2>& stands, const Solid<2>& support,
                                  const Vec<2>& apart, const Vec<2>& toward, double room) {
  std::optional<Footing> best;
  for (std::size_t i = 0; i < support.pieces.size(); ++i) {
    if (support.pieces[i].is_seam) continue;
    each_side(support.pieces[i], [&](const FlatSide& side) {
      if (!(-dot(side.normal, toward) > kNearlyFlat)) return;
      const Vec<2> into = -side.normal;
      Footing found = footing_on_plane(body, stands, into, dot(into, apart + side.from) - side.radius);
      const Vec<2> along = turned_left(into);
      found.side_low = dot(along, apart + side.from);
      found.side_high = dot(along, apart + side.to);
      if (found.side_high < found.side_low) std::swap(found.side_low, found.side_high);
      found.piece = static_cast<std::uint32_t>(i);
      if (!(found.low < found.high)) return;
      clip(found);
      if (!(found.low < found.high) || std::fabs(found.least_gap()) > room) return;
      if (!best || beside(found) < beside(*best)) best = found;
    });
  }
  return best;
}

}  // namespace firsthit
