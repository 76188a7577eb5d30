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

/// The largest slope of the body's side there.
constexpr double kSteepest = 0x1p-4;

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
  double along = 0.0;     // [L]
  double gap = 0.0;       // [L] over the support's side
  std::size_t piece = 0;  // of the body
};

/// The corners of a body, seen along a side of a support, those of each piece one after the other.
std::vector<Corner> corners_over(const Solid<2>& body, const Rotation<2>& stands, const Vec<2>& into,
                                 double distance) {
  std::vector<Corner> corners;
  const Vec<2> along = turned_left(into);
  for (std::size_t i = 0; i < body.pieces.size(); ++i) {
    const SolidPiece<2>& piece = body.pieces[i];
    const auto add = [&](const Vec<2>& corner) {
      const Vec<2> at = stands.of(corner);
      corners.push_back({dot(along, at), distance - (dot(into, at) + piece.radius), i});
    };
    if (piece.kind == SolidPiece<2>::Kind::Box) {
      for (const double x : {-piece.half[0], piece.half[0]})
        for (const double y : {-piece.half[1], piece.half[1]}) add({x, y});
    } else if (piece.kind == SolidPiece<2>::Kind::Ball) {
      add({});
    } else {
      for (const Vec<2>& corner : piece.facets.vertices) add(corner);
    }
  }
  return corners;
}

/// The line along a body's hull from its lowest corner to that which comes down next if it turns about this.
struct LowestLine {
  Corner lowest;
  double slope = std::numeric_limits<double>::infinity();  // to the left, along turned_left(into)

  double gap_at(double along) const { return lowest.gap + slope * (along - lowest.along); }
};

LowestLine lowest_line(const std::vector<Corner>& corners, double extent) {
  LowestLine line{*std::min_element(corners.begin(), corners.end(), [](const auto& a, const auto& b) {
    return a.gap < b.gap || (a.gap == b.gap && a.along < b.along);
  })};
  for (const Corner& corner : corners) {
    const double way = corner.along - line.lowest.along;
    const double rise = corner.gap - line.lowest.gap;
    if (std::fabs(way) <= kInLine * extent || !(rise < std::fabs(line.slope * way))) continue;
    line.slope = rise / way;
  }
  return line;
}

/// What of that line lies over the support's side; none if nothing does, or only a place.
std::optional<Footing> footing_over(const Solid<2>& body, const Rotation<2>& stands, const Vec<2>& into,
                                    double distance, double side_low, double side_high) {
  const std::vector<Corner> corners = corners_over(body, stands, into, distance);
  const LowestLine line = lowest_line(corners, body.extent);
  if (!(std::fabs(line.slope) < kSteepest)) return {};
  Footing footing;
  footing.into = into;
  footing.height = distance;
  footing.side_low = side_low;
  footing.side_high = side_high;
  footing.low = Footing::kFar;
  footing.high = -Footing::kFar;
  for (std::size_t i = 0; i < corners.size();) {  // piece by piece: there may be room between them
    const std::size_t piece = corners[i].piece;
    double low = Footing::kFar, high = -Footing::kFar;
    for (; i < corners.size() && corners[i].piece == piece; ++i) {
      if (corners[i].gap - line.gap_at(corners[i].along) > kInLine * body.extent) continue;
      low = std::min(low, corners[i].along);
      high = std::max(high, corners[i].along);
    }
    if (!(std::max(low, side_low) <= std::min(high, side_high))) continue;
    if (!(footing.low < footing.high)) footing.own_piece = static_cast<std::uint32_t>(piece);
    footing.low = std::min(footing.low, std::max(low, side_low));
    footing.high = std::max(footing.high, std::min(high, side_high));
    footing.shift_low = std::max(footing.shift_low, side_low - high);
    footing.shift_high = std::min(footing.shift_high, side_high - low);
  }
  if (!(footing.low < footing.high)) return {};
  footing.gap_low = line.gap_at(footing.low);
  footing.gap_high = line.gap_at(footing.high);
  return footing;
}

/// [L] How far the body's place is from being over the footing.
double beside(const Footing& footing) { return std::max({footing.low, -footing.high, 0.0}); }

}  // namespace

Footing united(const Footing& one, const Footing& other) {
  Footing both = one;
  both.low = std::min(one.low, other.low);
  both.high = std::max(one.high, other.high);
  both.gap_low = one.low < other.low ? one.gap_low : other.gap_low;
  both.gap_high = one.high > other.high ? one.gap_high : other.gap_high;
  both.side_low = std::min(one.side_low, other.side_low);
  both.side_high = std::max(one.side_high, other.side_high);
  both.shift_low = std::max(one.shift_low, other.shift_low);
  both.shift_high = std::min(one.shift_high, other.shift_high);
  return both;
}

bool hold_upright(const Vec<2>& gravity, const Push& one, const Push& other) {
  const double across = cross(one.into, other.into);
  const double press_one = cross(gravity, other.into) / across;  // [L/T^2] per mass
  const double press_other = cross(one.into, gravity) / across;
  return press_one > 0.0 && press_other > 0.0 && press_one * one.low + press_other * other.low < 0.0 &&
         press_one * one.high + press_other * other.high > 0.0;
}

std::optional<Footing> footing_on_plane(const Solid<2>& body, const Rotation<2>& stands, const Vec<2>& into,
                                        double distance) {
  return footing_over(body, stands, into, distance, -Footing::kFar, Footing::kFar);
}

std::optional<Footing> footing_on(const Solid<2>& body, const Rotation<2>& stands, const Solid<2>& support,
                                  const Vec<2>& apart, const Vec<2>& toward, double room) {
  std::optional<Footing> best;
  for (std::size_t i = 0; i < support.pieces.size(); ++i) {
    if (support.pieces[i].is_seam) continue;
    each_side(support.pieces[i], [&](const FlatSide& side) {
      if (!(-dot(side.normal, toward) > kNearlyFlat)) return;
      const Vec<2> into = -side.normal;
      const Vec<2> along = turned_left(into);
      const double from = dot(along, apart + side.from), to = dot(along, apart + side.to);
      std::optional<Footing> found =
          footing_over(body, stands, into, dot(into, apart + side.from) - side.radius, std::min(from, to),
                       std::max(from, to));
      if (!found || std::fabs(found->least_gap()) > room) return;
      found->piece = static_cast<std::uint32_t>(i);
      if (!best || beside(*found) < beside(*best)) best = found;
    });
  }
  return best;
}

}  // namespace firsthit
