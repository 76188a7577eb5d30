#pragma once

#include "query/round/ball_kernels.hpp"
#include "world/cells/layout/cell_map.hpp"
#include "world/motion/free_flight.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace firsthit {

/// When a body leaves its cell, and into which one beside it.
struct CellExit {
  double delay = kNever;  ///< [T] >= 0
  std::size_t axis = 0;   ///< along which it leaves
  bool up = false;        ///< into the higher one
};

/// That of a body which flies straight from `place` [L], as near to its cell as it can be. (What it does
/// along an axis is as good as random: no branch could foretell it.)
template <int D>
CellExit straight_exit(const CellMap<D>& map, const typename CellMap<D>::Cell& cell, const Vec<D>& place,
                       const Vec<D>& velocity) {
  constexpr std::size_t kAxes{D};
  std::array<double, kAxes> delay;
  double least = kNever;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double v = velocity[axis];
    const auto up = static_cast<std::uint32_t>(v > 0.0);
    const double way = map.ends(axis, cell[axis])[up] - place[axis];
    delay[axis] = v != 0.0 ? way / v : kNever;
    least = delay[axis] < least ? delay[axis] : least;
  }
  std::uint32_t those = 1U << (kAxes - 1);
  for (std::size_t axis = 0; axis + 1 < kAxes; ++axis)
    those |= static_cast<std::uint32_t>(delay[axis] == least) << axis;
  const auto first = static_cast<std::size_t>(std::countr_zero(those));
  return {std::max(least, 0.0), first, velocity[first] > 0.0};
}

/// That of a body which may fall, from `position` [L] inside the box.
template <int D>
CellExit falling_exit(const CellMap<D>& map, const typename CellMap<D>::Cell& cell, const Vec<D>& position,
                      const Vec<D>& velocity, const Vec<D>& acceleration, const Period<D>& period) {
  CellExit exit;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double v = velocity[axis];
    const double a = acceleration[axis];
    // The ways to both ends of the cell: above 0, but for rounding.
    const double over = map.overhang(axis) * map.width(axis);
    double below = position[axis] - map.begin(axis, cell[axis]) + over;
    bool is_lowest = false;
    bool is_highest = false;
    if (map.repeats(axis)) {
      const double box = period.length[axis];
      if (below > 0.5 * box) below -= box;
      if (below < -0.5 * box) below += box;
    } else {
      is_lowest = cell[axis] == 0;
      is_highest = cell[axis] + 1 == map.count(axis);
    }
    const double above = map.width(axis) + 2.0 * over - below;
    const auto consider = [&](double delay, bool up) {
      if (delay < exit.delay) exit = {delay, axis, up};
    };
    if (a == 0.0) {
      if (v > 0.0 && !is_highest) consider(std::max(above, 0.0) / v, true);
      if (v < 0.0 && !is_lowest) consider(std::max(below, 0.0) / -v, false);
    } else {
      if (!is_highest) consider(plane_delay(above, -v, -a), true);
      if (!is_lowest) consider(plane_delay(below, v, a), false);
    }
  }
  return exit;
}

}  // namespace firsthit
