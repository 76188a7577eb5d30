#pragma once

#include <firsthit/vec.hpp>

#include "core/vec_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace firsthit {

/// The lattice of a box that repeats along some of its axes.
template <int D>
struct Period {
  Vec<D> min{};     ///< [L] lower corner
  Vec<D> length{};  ///< [L] of the box; 0 along axes that do not repeat
  bool along(std::size_t axis) const { return length[axis] > 0.0; }
};

/// Finds things by where they are: each is a ball of some reach around a centre, sorted by reach
/// into grids of cells of doubling size, all of them hashed into one table. A visit looks at a
/// bounded number of cells per grid, so its cost follows the number of things that are near.
template <int D>
class CellGrid {
 public:
  using Index = std::uint32_t;

  /// The finest cells hold things of reach up to `smallest_reach` [L], above zero.
  CellGrid(const Period<D>& period, double smallest_reach) : period_(period), finest_(2.0 * smallest_reach) {}

  /// Makes room for things 0 to count - 1.
  void resize(std::size_t count) {
    items_.resize(count);
    std::size_t buckets = 64;
    while (buckets < 2 * count) buckets *= 2;
    heads_.assign(buckets, kNone);
    for (Index i = 0; i < items_.size(); ++i)
      if (items_[i].level >= 0) link(i);
  }

  /// Puts thing `item` at `centre`, which lies inside the box along the axes that repeat.
  void place(Index item, const Vec<D>& centre, double reach) {
    if (items_[item].level >= 0) remove(item);
    Item& it = items_[item];
    it.level = level_of(reach);
    Level& level = levels_[static_cast<std::size_t>(it.level)];
    for (std::size_t axis = 0; axis < D; ++axis) {
      const std::int64_t cell = level.cell_of(centre[axis] - period_.min[axis], axis);
      const std::int64_t count = level.count[axis];
      // Just below the upper end the division may round up into the next box.
      it.cell[axis] = count > 0 ? std::clamp(cell, std::int64_t{0}, count - 1) : cell;
    }
    it.key = key_of(it.level, it.cell);
    ++level.items;
    link(item);
  }

  /// Calls `found(item, image)` for every thing whose ball may meet the ball of `reach` around
  /// `centre` when moved by `image` box lengths; may call for some that do not. A thing can be
  /// found through several images.
  template <typename Found>
  void visit(const Vec<D>& centre, double reach, Found&& found) const {
    for (std::size_t level = 0; level < levels_.size(); ++level)
      if (levels_[level].items > 0) visit_level(centre, reach, static_cast<int>(level), found);
  }

 private:
  using Cell = std::array<std::int64_t, std::size_t{D}>;

  static constexpr Index kNone = 0xffffffffU;
  static constexpr double kFarthestCell = 0x1p60;

  struct Item {
    Cell cell{};
    std::uint64_t key = 0;
    Index next = kNone;
    Index previous = kNone;
    int level = -1;
  };

  /// The grid of one size of cells.
  struct Level {
    double size = 0.0;                           // [L] of a cell, at least
    std::array<double, std::size_t{D}> along{};  // [L] of a cell, per axis
    Cell count{};  // whole cells along an axis that repeats, 0 along one that does not
    std::uint32_t items = 0;

    /// Monotonic in x, so that a range of coordinates is a range of cells.
    std::int64_t cell_of(double x, std::size_t axis) const {
      const double cell = std::floor(x / along[axis]);
      return static_cast<std::int64_t>(std::clamp(cell, -kFarthestCell, kFarthestCell));
    }
  };

  static std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
    const std::int64_t q = a / b;
    return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
  }

  /// The finest level whose cells are as wide as a thing of this reach; made if it is not there.
  int level_of(double reach) {
    std::size_t level = 0;
    double size = finest_;
    while (size < 2.0 * reach) {
      size *= 2.0;
      ++level;
    }
    while (levels_.size() <= level) {
      Level next;
      next.size = std::ldexp(finest_, static_cast<int>(levels_.size()));
      for (std::size_t axis = 0; axis < D; ++axis) {
        next.along[axis] = next.size;
        if (!period_.along(axis)) continue;
        const double count = std::clamp(std::floor(period_.length[axis] / next.size), 1.0, 0x1p40);
        next.count[axis] = static_cast<std::int64_t>(count);
        next.along[axis] = period_.length[axis] / count;
      }
      levels_.push_back(next);
    }
    return static_cast<int>(level);
  }

  /// Stands for a cell of a level. Two cells may share a key: then more is found than is near.
  static std::uint64_t key_of(int level, const Cell& cell) {
    std::uint64_t h = static_cast<std::uint64_t>(level) * 0x9e3779b97f4a7c15U;
    for (std::size_t axis = 0; axis < D; ++axis) {
      h = (h ^ static_cast<std::uint64_t>(cell[axis])) * 0xbf58476d1ce4e5b9U;
      h ^= h >> 29U;
    }
    return h;
  }

  std::size_t bucket_of(std::uint64_t key) const {
    return static_cast<std::size_t>(key) & (heads_.size() - 1);
  }

  void link(Index item) {
    Item& it = items_[item];
    Index& head = heads_[bucket_of(it.key)];
    it.next = head;
    it.previous = kNone;
    if (head != kNone) items_[head].previous = item;
    head = item;
  }

  void remove(Index item) {
    Item& it = items_[item];
    if (it.previous != kNone) {
      items_[it.previous].next = it.next;
    } else {
      heads_[bucket_of(it.key)] = it.next;
    }
    if (it.next != kNone) items_[it.next].previous = it.previous;
    --levels_[static_cast<std::size_t>(it.level)].items;
  }

  template <typename Found>
  void visit_level(const Vec<D>& centre, double reach, int number, Found& found) const {
    const Level& level = levels_[static_cast<std::size_t>(number)];
    // The factor covers the rounding of the sums; the cells themselves are monotonic.
    const double range = (reach + 0.5 * level.size) * (1.0 + 0x1p-40);
    Cell low{};
    Cell high{};
    double cells = 1.0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double x = centre[axis] - period_.min[axis];
      low[axis] = level.cell_of(x - range, axis);
      high[axis] = level.cell_of(x + range, axis);
      cells *= static_cast<double>(high[axis] - low[axis]) + 1.0;
    }
    if (cells > 64.0 && cells > static_cast<double>(items_.size())) {
      for (Index i = 0; i < items_.size(); ++i)
        if (items_[i].level == number) visit_images(i, level, low, high, found);
      return;
    }
    for (Cell at = low; at[D - 1] <= high[D - 1]; advance(at, low, high)) {
      Cell cell = at;
      std::array<std::int32_t, std::size_t{D}> image{};
      for (std::size_t axis = 0; axis < D; ++axis) {
        if (level.count[axis] == 0) continue;
        const std::int64_t turn = floor_divide(at[axis], level.count[axis]);
        cell[axis] = at[axis] - turn * level.count[axis];
        image[axis] = static_cast<std::int32_t>(turn);
      }
      const std::uint64_t key = key_of(number, cell);
      for (Index i = heads_[bucket_of(key)]; i != kNone; i = items_[i].next)
        if (items_[i].key == key) found(i, image);
    }
  }

  /// All images of one thing whose cells lie in a range: for a range of more cells than things.
  template <typename Found>
  void visit_images(Index item, const Level& level, const Cell& low, const Cell& high, Found& found) const {
    Cell first{};
    Cell last{};
    for (std::size_t axis = 0; axis < D; ++axis) {
      const std::int64_t cell = items_[item].cell[axis];
      const std::int64_t count = level.count[axis];
      if (count > 0) {
        first[axis] = -floor_divide(cell - low[axis], count);
        last[axis] = floor_divide(high[axis] - cell, count);
      } else if (cell < low[axis] || cell > high[axis]) {
        return;
      }
      if (first[axis] > last[axis]) return;
    }
    for (Cell turn = first; turn[D - 1] <= last[D - 1]; advance(turn, first, last)) {
      std::array<std::int32_t, std::size_t{D}> image{};
      for (std::size_t axis = 0; axis < D; ++axis) image[axis] = static_cast<std::int32_t>(turn[axis]);
      found(item, image);
    }
  }

  /// The next cell of a range, the first axis fastest; past the end the last axis exceeds its range.
  static void advance(Cell& at, const Cell& low, const Cell& high) {
    for (std::size_t axis = 0; axis + 1 < D; ++axis) {
      if (++at[axis] <= high[axis]) return;
      at[axis] = low[axis];
    }
    ++at[D - 1];
  }

  Period<D> period_;
  double finest_;
  std::vector<Item> items_;
  std::vector<Index> heads_;
  std::vector<Level> levels_;
};

}  // namespace firsthit
