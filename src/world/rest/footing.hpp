#pragma once

#include "geometry/rotation.hpp"
#include "query/tolerant/solid.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace firsthit {

/// A side of a body that turns, over a side of what may hold it. Lengths along the side run along
/// turned_left(into), from the body's place on.
struct Footing {
  static constexpr double kFar = std::numeric_limits<double>::infinity();

  Vec<2> into{};        // unit, from the body into the support, across its side
  double height = 0.0;  // [L] of the body's place over that side
  double low = 0.0;     // [L] both ends of what lies over both sides
  double high = 0.0;
  double gap_low = 0.0;  // [L] between the two, there
  double gap_high = 0.0;
  double side_low = -kFar;  // [L] both ends of the support's side
  double side_high = kFar;
  double shift_low = -kFar;  // [L] so far the body may be moved along, and what touches still does
  double shift_high = kFar;
  std::uint32_t own_piece = 0;  // of the body
  std::uint32_t piece = 0;      // of the support, whose side it is

  double widest_gap() const { return std::max(gap_low, gap_high); }
  double least_gap() const { return std::min(gap_low, gap_high); }
  bool is_over(double place) const { return low < place && place < high; }
};

/// On both: what lies between the two counts as well. Requires: sides in one line.
Footing united(const Footing& one, const Footing& other);

/// Where something pushes a body: against `into` (unit), at places from `low` to `high` [L] along
/// turned_left(into), seen from the body's place.
struct Push {
  Vec<2> into{};
  double low = 0.0;
  double high = 0.0;
};

/// Can the two together, and both of them needed, hold a body against gravity [L/T^2] that does not turn
/// then?
bool hold_upright(const Vec<2>& gravity, const Push& one, const Push& other);

/// Of a side of `support`, whose place is `apart` [L] from the body's, that faces nearly against `toward`;
/// none if no side does, or the body stands beside all that do. `room` [L]: further apart they do not touch.
std::optional<Footing> footing_on(const Solid<2>& body, const Rotation<2>& stands, const Solid<2>& support,
                                  const Vec<2>& apart, const Vec<2>& toward, double room);

/// The same on a plane without end, `distance` [L] from the body's place along the unit vector `into`.
std::optional<Footing> footing_on_plane(const Solid<2>& body, const Rotation<2>& stands, const Vec<2>& into,
                                        double distance);

}  // namespace firsthit
