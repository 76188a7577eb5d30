#pragma once

#include "world/bodies/body_table.hpp"
#include "world/cells/layout/cell_layout.hpp"
#include "world/cells/layout/cell_patch.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace firsthit {

/// Where cells are in their box, and which are beside which. A cell has a number along each axis, and one of
/// its own. Behind a wall there are cells too, without anybody: nobody need ask whether a cell is at a wall.
template <int D>
class CellMap {
 public:
  static constexpr std::size_t kAxes{D};
  static constexpr std::size_t kAround = D == 2 ? 9 : 27;
  /// Who looks from outside finds bodies up to so many cells beyond theirs. Rounding explains 2^-40 of it.
  static constexpr double kBeside = 0x1p-20;

  using Cell = std::array<std::uint16_t, kAxes>;
  using Numbers = std::array<std::uint32_t, kAround>;
  using NumbersAhead = std::array<std::uint32_t, kAround / 3>;

  CellMap(const Space<D>& space, const CellLayout<D>& layout);

  std::size_t size() const { return size_; }
  std::int32_t count(std::size_t axis) const { return layout_.count[axis]; }
  double width(std::size_t axis) const { return layout_.width[axis]; }
  bool repeats(std::size_t axis) const { return space_.sides[axis] == Side::Periodic; }
  bool is_at_side(const Cell& cell, std::size_t axis) const {
    return cell[axis] == 0 || cell[axis] + 1 == layout_.count[axis];
  }

  std::uint32_t number(const Cell& cell) const {
    std::uint32_t number = 0;
    for (std::size_t axis = 0; axis < kAxes; ++axis) number += part(axis, cell[axis]);
    return number;
  }
  /// Calls each(number) for all cells, so that those of a block follow each other, whatever its size: in
  /// Z-order.
  template <class Each>
  void each_in_z_order(const Each& each) const {
    unsigned side = 1;
    for (std::size_t axis = 0; axis < kAxes; ++axis)
      while (side < static_cast<unsigned>(count(axis))) side *= 2;
    each_in_block({}, side, each);
  }
  /// What a cell along an axis adds to a number.
  std::uint32_t part(std::size_t axis, std::int32_t cell) const {
    return threes_[axis][static_cast<std::size_t>(cell)][1];
  }
  Numbers around(const Cell& cell) const;
  /// Those that come into sight of one who passes into `cell` along an axis.
  NumbersAhead ahead(const Cell& cell, std::size_t axis, bool up) const;
  /// The same, without computing any number.
  CellPatch patch_around(const Cell& cell) const {
    const std::span<const std::uint32_t> outer = D == 2 ? kNothing : three(kAxes - 1, cell);
    return {outer, three(1, cell), three(0, cell).data()};
  }
  CellPatch patch_ahead(const Cell& cell, std::size_t axis, bool up) const {
    const std::span<const std::uint32_t> from = three(axis, cell).subspan(up ? 2 : 0, 1);
    constexpr std::array<std::size_t, 3> kAcross{1, 0, 0};  // as numbers: no branches
    constexpr std::array<std::size_t, 3> kAlong{2, 2, 1};
    const std::span<const std::uint32_t> along = D == 2 ? kNothing : three(kAlong[axis], cell);
    return {along, from, three(kAcross[axis], cell).data()};
  }
  /// The cell beside one.
  Cell next(Cell cell, std::size_t axis, bool up) const {
    cell[axis] = beside(axis, cell[axis], 2 * static_cast<std::int32_t>(up) - 1);
    return cell;
  }
  /// Along an axis, the cell a step of -1, 0 or 1 from one; at a wall the same.
  std::uint16_t beside(std::size_t axis, std::int32_t cell, std::int32_t step) const {
    const std::int32_t last = layout_.count[axis] - 1;
    const std::int32_t at = cell + step;
    const std::int32_t below = repeats(axis) ? last : 0;
    const std::int32_t above = repeats(axis) ? 0 : last;
    return static_cast<std::uint16_t>(at < 0 ? below : at > last ? above : at);
  }

  /// That of a place in the box.
  Cell cell_at(const Vec<D>& place) const;

  /// [L] Where a cell begins along an axis.
  double begin(std::size_t axis, std::int32_t cell) const {
    return space_.min[axis] + cell * layout_.width[axis];
  }
  /// [L] A ball that is in a cell passes into the next at these ends, lower and upper: cells overlap. A wall
  /// has nothing behind it.
  const std::array<double, 2>& ends(std::size_t axis, std::int32_t cell) const {
    return ends_[axis][static_cast<std::size_t>(cell)];
  }
  /// In cells, how far that is beyond the cell.
  double overhang(std::size_t axis) const { return overhang_[axis]; }
  /// A coordinate in cells, from the lower side on.
  double in_cells(std::size_t axis, double x) const { return (x - space_.min[axis]) * inverse_width_[axis]; }
  /// From the middle of a cell to the nearest image of a place in the box, in cells. `boxes`: so many is the
  /// cell beyond the box.
  double from_middle(std::size_t axis, std::int32_t cell, double x, double& boxes) const {
    constexpr double kWhole = 0x1.8p52;  // what is added to it is rounded to whole numbers
    const double way = in_cells(axis, x) - (cell + 0.5);
    boxes = (way * per_count_[axis] + kWhole) - kWhole;
    return way - boxes * layout_.count[axis];
  }
  /// Is the cell beyond the box, seen from a place in it?
  bool is_across(std::size_t axis, std::int32_t cell, double x) const {
    return std::fabs(in_cells(axis, x) - (cell + 0.5)) * per_count_[axis] > 0.5;
  }
  /// The first cell that reaches beyond a place `in_cells`, and the last that begins before it: beyond the
  /// box where it repeats.
  std::int32_t first_beyond(std::size_t axis, double at) const {
    return bounded(axis, std::floor(at - kBeside));
  }
  std::int32_t last_before(std::size_t axis, double at) const {
    return bounded(axis, std::floor(at + kBeside));
  }
  /// The same cell, moved into the box by so many boxes.
  std::int32_t wrapped(std::size_t axis, std::int32_t cell, std::int32_t& box) const {
    const std::int32_t count = layout_.count[axis];
    box = cell >= 0 ? cell / count : -((count - 1 - cell) / count);
    return cell - box * count;
  }

 private:
  /// What the cells before, at and after one along an axis add to a number.
  using Three = std::array<std::uint32_t, 3>;
  static constexpr std::array<std::uint32_t, 1> kNothing{};

  std::span<const std::uint32_t> three(std::size_t axis, const Cell& cell) const {
    return threes_[axis][cell[axis]];
  }

  /// Of the cells in a block, of so many along each axis, those that there are. `side`: a power of two.
  template <class Each>
  void each_in_block(const Cell& low, unsigned side, const Each& each) const {
    if (side == 1) {
      each(number(low));
      return;
    }
    const unsigned half = side / 2;
    for (unsigned part = 0; part < 1U << kAxes; ++part) {
      Cell corner = low;
      bool is_there = true;
      for (std::size_t axis = 0; axis < kAxes; ++axis) {
        corner[axis] = static_cast<std::uint16_t>(low[axis] + (part >> axis & 1U) * half);
        is_there &= corner[axis] < count(axis);
      }
      if (is_there) each_in_block(corner, half, each);
    }
  }

  std::int32_t bounded(std::size_t axis, double cell) const {
    const double last = layout_.count[axis] - 1.0;
    return static_cast<std::int32_t>(repeats(axis) ? cell : cell < 0.0 ? 0.0 : cell > last ? last : cell);
  }

  Space<D> space_;
  CellLayout<D> layout_;
  Vec<D> inverse_width_;
  Vec<D> per_count_;                              // 0 where it does not repeat
  Vec<D> overhang_;                               // in cells
  std::array<std::vector<Three>, kAxes> threes_;  // by axis and cell
  std::array<std::vector<std::array<double, 2>>, kAxes> ends_;
  std::size_t size_ = 1;
};

}  // namespace firsthit
