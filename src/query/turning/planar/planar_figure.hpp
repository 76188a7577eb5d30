#pragma once

#include "query/turning/base/turning_body.hpp"

#include <array>
#include <cstddef>
#include <type_traits>

namespace firsthit {

/// A convex figure of the plane with few corners, before it is turned: seen from the centre that it turns
/// about, in its own directions.
struct PlanarFigure {
  static constexpr std::size_t kMost = 8;
  using Numbers = std::array<double, kMost>;

  std::size_t corners = 0;
  std::size_t edges = 0;  ///< edge i leads from corner i to the next, counterclockwise
  std::size_t width = 0;  ///< 2, 4 or kMost: up to there the last corner is repeated
  Numbers x;              ///< [L] of corners
  Numbers y;
  Numbers normal_x;  ///< of edges: outward, of unit length; sharp however short the edge is
  Numbers normal_y;
  Numbers height;  ///< [L] of an edge along its normal
  Numbers first;   ///< [L] of its ends, along turned_left(normal)
  Numbers last;
  std::array<int, kMost> numbers;  ///< of corners, as the shape counts them
  double radius = 0.0;             ///< [L] by which all is grown
  double reach = 0.0;              ///< [L] no corner is further from the centre
  double inner = 0.0;              ///< [L] it has a corner at least so far in every direction

  /// Calls use with its width, as a constant.
  auto with_width(const auto& use) const {
    if (width == 2) return use(std::integral_constant<std::size_t, 2>());
    if (width == 4) return use(std::integral_constant<std::size_t, 4>());
    return use(std::integral_constant<std::size_t, kMost>());
  }

  Vec<2> corner(std::size_t i) const { return {x[i], y[i]}; }
  Vec<2> normal(std::size_t i) const { return {normal_x[i], normal_y[i]}; }
  std::size_t next(std::size_t i) const { return i + 1 < corners ? i + 1 : 0; }
};

/// Makes one of a core, seen from a centre. Returns false if it has too many corners.
bool take_figure(const RoundedPolytope<2>& core, const Vec<2>& centre, PlanarFigure& figure);

/// The same between two ends that are not the same.
void take_figure(const Vec<2>& from, const Vec<2>& to, double radius, const Vec<2>& centre,
                 PlanarFigure& figure);

/// The same of a box that is wider than 0 in both directions.
void take_figure(const Box<2>& box, const Vec<2>& centre, PlanarFigure& figure);

}  // namespace firsthit
