#pragma once

#include <firsthit/vec.hpp>

#include "core/vec_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
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
/// into grids of cells of doubling size. A visit looks at a bounded number of cells per grid, so its
/// cost follows the number of things that are near.
///
/// A cell is a block of one cache line that holds, for a few things, who they are, and place and reach
/// within the cell to a byte: what is far is told from what is near without looking anywhere else.
/// Blocks stand in one table; cells along the first axis are neighbours in it.
template <int D>
class CellGrid {
 public:
  using Index = std::uint32_t;

  /// The finest cells hold things of reach up to `smallest_reach` [L], above zero.
  CellGrid(const Period<D>& period, double smallest_reach) : period_(period), finest_(smallest_reach) {
    resize(0);
  }

  /// Makes room for things 0 to count - 1.
  void resize(std::size_t count) {
    const std::vector<Block> old = std::move(blocks_);
    homes_ = kFewestHomes + count / kThingsPerHome;
    blocks_.assign(homes_, Block{});
    free_ = kNone;
    where_.resize(count, kNone);
    for (Level& level : levels_) set_strides(level);
    for (const Block& block : old)
      for (std::size_t i = 0; i < block.count; ++i) insert(block.level, block.cell, block.slot(i));
  }

  /// Makes room for things 0 to count - 1, and for more.
  void make_room(std::size_t count) {
    if (where_.size() < count) resize(2 * count);
  }

  /// Takes thing `item` away.
  void take_away(Index item) {
    if (where_[item] != kNone) remove(item);
  }

  /// Puts thing `item` at `centre`, which lies inside the box along the axes that repeat.
  void place(Index item, const Vec<D>& centre, double reach) {
    if (where_[item] != kNone) remove(item);
    const std::size_t number = level_of(reach);
    Level& level = levels_[number];
    Key key{};
    Slot slot{item, 0};
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double x = level.in_cells(centre[axis] - period_.min[axis], axis);
      std::int64_t cell = floored(x);
      // Just below the upper end the division may round up into the next box.
      if (level.count[axis] > 0) cell = std::clamp(cell, std::int64_t{0}, level.count[axis] - 1);
      key[axis] = static_cast<std::uint32_t>(cell);
      slot.bytes |= to_byte((x - static_cast<double>(cell)) * kParts) << (8 * axis);
    }
    slot.bytes |= to_byte(reach / level.reach * 255.0 + 1.0) << (8 * D);  // rounded up
    level.most = std::max(level.most, reach);
    ++level.items;
    insert(static_cast<std::uint16_t>(number), key, slot);
  }

  /// Calls `found(item, image)` for every thing whose ball may meet the ball of `reach` around
  /// `centre` when moved by `image` box lengths; may call for some that do not. A thing can be
  /// found through several images.
  template <typename Found>
  void visit(const Vec<D>& centre, double reach, Found&& found) const {
    for (std::size_t level = 0; level < levels_.size(); ++level)
      if (levels_[level].items > 0) visit_level(centre, reach, level, found);
  }

 private:
  using Cell = std::array<std::int64_t, std::size_t{D}>;
  using Key = std::array<std::uint32_t, std::size_t{D}>;  // of a cell, modulo 2^32
  using Turn = std::array<std::int32_t, std::size_t{D}>;

  static constexpr Index kNone = 0xffffffffU;
  static constexpr double kFarthestCell = 0x1p60;
  static constexpr double kMostCells = 0x1p31;  // along an axis that repeats
  static constexpr double kParts = 256.0;       // of a cell's width that a byte tells apart
  static constexpr std::size_t kSlots = 8;
  static constexpr std::int64_t kLongRow = 8;  // cells
  static constexpr std::size_t kFewestHomes = 16;
  static constexpr std::size_t kThingsPerHome = 4;
  /// Width of a cell, in reaches of the largest thing that it can hold. Smaller: a visit looks at more
  /// cells. Larger: it finds more that is far. Measured.
  static constexpr double kWidth = 1.5;
  /// Covers the rounding of a visit's own arithmetic, in parts of a cell and of lengths; the rounding of
  /// the coordinates is the caller's. Some six floats round by 2^-24 of themselves each, far less.
  static constexpr double kSlack = 0x1p-10;
  static constexpr float kHalfPart = 0.5F + 0x1p-10F;
  static constexpr double kGrown = 1.0 + 0x1p-16;

  struct Slot {
    Index item;
    std::uint32_t
        bytes;  // place in the cell along each axis in its 256ths, then reach in 255ths of the level's
  };
  struct alignas(32) Block {
    Key cell{};
    Index next = kNone;  // of the same home
    std::uint16_t level = 0;
    std::uint16_t count = 0;
    std::array<Index, kSlots> items{};
    std::array<std::uint32_t, kSlots> bytes{};

    Slot slot(std::size_t i) const { return {items[i], bytes[i]}; }
    void put(std::size_t i, const Slot& slot) {
      items[i] = slot.item;
      bytes[i] = slot.bytes;
    }

    bool is(std::size_t number, const Key& key) const {
      bool same = level == number;
      for (std::size_t axis = 0; axis < D; ++axis) same = same && cell[axis] == key[axis];
      return same;
    }
  };

  /// The grid of one size of cells.
  struct Level {
    double reach = 0.0;  // [L] of the largest thing that it can hold
    double most = 0.0;   // [L] of the largest thing that it has held
    Vec<D> along{};      // [L] of a cell, per axis
    Cell count{};        // whole cells along an axis that repeats, 0 along one that does not
    Key stride{};        // from a cell to its place in the table
    std::uint32_t items = 0;

    /// Monotonic in x, so that a range of coordinates is a range of cells.
    double in_cells(double x, std::size_t axis) const {
      return std::clamp(x / along[axis], -kFarthestCell, kFarthestCell);
    }
  };

  /// A few numbers that every processor can work on at once.
  static constexpr std::size_t kLanes = 4;
  using Floats = float __attribute__((vector_size(4 * kLanes)));
  using Words = std::uint32_t __attribute__((vector_size(4 * kLanes)));
  using Ints = std::int32_t __attribute__((vector_size(4 * kLanes)));

  /// A ball that looks for what is near, seen from a cell. All lanes are alike; lengths are in parts of the
  /// cell along the first axis.
  struct Looker {
    std::array<Floats, std::size_t{D}> from;     // from the ball's centre to the cell's first part, in parts
    std::array<Floats, std::size_t{D}> stretch;  // of a part, along the first axis 1
    Floats reach;
    Floats reach_unit;    // of the bytes in slots
    Floats below_zero{};  // a thing in the centre's own part is less than no part away: a square too much

    /// Of kLanes slots of a block, from the `first` on: -1 for one that may be near, or 0.
    Ints sees(const Block& block, std::size_t first) const {
      Words bytes;
      std::memcpy(&bytes, &block.bytes[first], sizeof bytes);
      const Floats touch = reach + __builtin_convertvector(Ints(bytes >> (8 * D)), Floats) * reach_unit;
      Floats room = touch * touch + below_zero;
      for (std::size_t axis = 0; axis < D; ++axis) {
        const Ints part = Ints((bytes >> static_cast<std::uint32_t>(8 * axis)) & 255U);
        const Floats middle = from[axis] + __builtin_convertvector(part, Floats);
        const Floats apart = (Floats(Ints(middle) & 0x7fffffff) - kHalfPart) * stretch[axis];
        room -= apart * apart;
      }
      const Ints slot = Ints{0, 1, 2, 3} + static_cast<std::int32_t>(first);
      return (room >= 0.0F) & (slot < static_cast<std::int32_t>(block.count));
    }
  };

  static std::uint32_t to_byte(double x) { return static_cast<std::uint32_t>(std::clamp(x, 0.0, 255.0)); }

  static std::int64_t floored(double x) {
    const auto whole = static_cast<std::int64_t>(x);
    return whole - (static_cast<double>(whole) > x ? 1 : 0);
  }

  static std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
    const std::int64_t q = a / b;
    return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
  }

  /// The finest level that holds a thing of this reach; made if it is not there.
  std::size_t level_of(double reach) {
    std::size_t number = 0;
    for (double most = finest_; most < reach; most *= 2.0) ++number;
    while (levels_.size() <= number) {
      Level level;
      level.reach = std::ldexp(finest_, static_cast<int>(levels_.size()));
      const double width = width_for(level.reach);
      for (std::size_t axis = 0; axis < D; ++axis) {
        level.along[axis] = width;
        if (!period_.along(axis)) continue;
        const double count =
            std::clamp(std::floor(period_.length[axis] / level.along[axis]), 1.0, kMostCells);
        level.count[axis] = static_cast<std::int64_t>(count);
        level.along[axis] = period_.length[axis] / count;
      }
      set_strides(level);
      levels_.push_back(level);
    }
    return number;
  }

  /// [L] of a cell for things of this reach; a little wider if then all cells of the box fit into the table.
  double width_for(double reach) const {
    double volume = 1.0;
    for (std::size_t axis = 0; axis < D; ++axis) volume *= period_.length[axis];
    const double share = volume / static_cast<double>(homes_);
    const double fitting = D == 2 ? std::sqrt(share) : std::cbrt(share);
    return fitting < 1.5 * kWidth * reach ? std::max(kWidth * reach, fitting) : kWidth * reach;
  }

  /// A box whose cells all fit into the table is laid out row by row; otherwise rows are scattered.
  void set_strides(Level& level) const {
    constexpr std::array<std::uint32_t, 3> kScattered{1U, 0x9e3779b1U, 0x85ebca77U};
    double cells = 1.0;
    for (const std::int64_t count : level.count)
      cells *= count > 0 ? static_cast<double>(count) : 2.0 * static_cast<double>(homes_);
    std::copy_n(kScattered.begin(), D, level.stride.begin());
    if (cells > static_cast<double>(homes_)) return;
    for (std::size_t axis = 1; axis < D; ++axis)
      level.stride[axis] = level.stride[axis - 1] * static_cast<std::uint32_t>(level.count[axis - 1]);
  }

  Index home_of(std::uint16_t level, const Key& cell) const {
    std::uint32_t sum = level * 0x27d4eb2fU;
    for (std::size_t axis = 0; axis < D; ++axis) sum += cell[axis] * levels_[level].stride[axis];
    return sum < homes_ ? sum : static_cast<Index>((std::uint64_t{sum} * homes_) >> 32U);
  }

  void insert(std::uint16_t level, const Key& cell, const Slot& slot) {
    Index at = home_of(level, cell);
    Block* block = &blocks_[at];
    while (block->count == kSlots || (block->count > 0 && !block->is(level, cell))) {
      if (block->next == kNone) {
        const Index added = take_free();
        blocks_[at].next = added;
        at = added;
      } else {
        at = block->next;
      }
      block = &blocks_[at];
    }
    block->level = level;
    block->cell = cell;
    block->put(block->count++, slot);
    where_[slot.item] = at;
  }

  Index take_free() {
    const Index taken = free_;
    if (taken != kNone) {
      free_ = blocks_[taken].next;
      blocks_[taken] = Block{};
      return taken;
    }
    if (blocks_.size() == blocks_.capacity()) blocks_.reserve(blocks_.size() + blocks_.size() / 32 + 1);
    blocks_.push_back(Block{});
    return static_cast<Index>(blocks_.size() - 1);
  }

  void remove(Index item) {
    const Index at = where_[item];
    Block& block = blocks_[at];
    --levels_[block.level].items;
    where_[item] = kNone;
    std::size_t i = 0;
    while (block.items[i] != item) ++i;
    block.put(i, block.slot(--block.count));
    if (block.count > 0 || at < homes_) return;
    Index before = home_of(block.level, block.cell);
    while (blocks_[before].next != at) before = blocks_[before].next;
    blocks_[before].next = block.next;
    block.next = free_;
    free_ = at;
  }

  template <typename Found>
  void visit_level(const Vec<D>& centre, double reach, std::size_t number, Found& found) const {
    const Level& level = levels_[number];
    const double range = (reach + level.most) * kGrown;
    const double part = level.along[0] / kParts;  // [L]
    Looker looker;
    looker.reach = Floats{} + static_cast<float>(reach * kGrown / part);
    looker.reach_unit = Floats{} + static_cast<float>(level.reach * kGrown / (255.0 * part));
    Vec<D> x;
    Cell low{};
    Cell high{};
    Cell first{};  // of the box's images
    Cell last{};
    double cells = 1.0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double from_min = centre[axis] - period_.min[axis];
      x[axis] = level.in_cells(from_min, axis);
      looker.stretch[axis] = Floats{} + static_cast<float>(level.along[axis] / level.along[0]);
      looker.below_zero += kHalfPart * kHalfPart * looker.stretch[axis] * looker.stretch[axis];
      low[axis] = floored(level.in_cells(from_min - range, axis));
      high[axis] = floored(level.in_cells(from_min + range, axis));
      cells *= static_cast<double>(high[axis] - low[axis]) + 1.0;
      if (level.count[axis] == 0) continue;
      first[axis] = floor_divide(low[axis], level.count[axis]);
      last[axis] = floor_divide(high[axis], level.count[axis]);
    }
    if (cells > 64.0 && cells > static_cast<double>(blocks_.size())) {
      visit_images(number, low, high, found);
      return;
    }
    for (Cell turn = first; turn[D - 1] <= last[D - 1]; advance(turn, first, last)) {
      Turn image{};
      Cell begin = low;
      Cell end = high;
      Vec<D> from = x;
      for (std::size_t axis = 0; axis < D; ++axis) {
        if (level.count[axis] == 0) continue;
        image[axis] = static_cast<std::int32_t>(turn[axis]);
        const std::int64_t shift = turn[axis] * level.count[axis];
        begin[axis] = std::max(low[axis] - shift, std::int64_t{0});
        end[axis] = std::min(high[axis] - shift, level.count[axis] - 1);
        from[axis] -= static_cast<double>(shift);
      }
      visit_cells(number, begin, end, from, range, looker, [&](Index item) { found(item, image); });
    }
  }

  /// A range of cells, none of which is the image of another, row by row along the first axis. The looker's
  /// centre is at `x` in cells; nothing further than `range` [L] matters.
  template <typename Found>
  void visit_cells(std::size_t number, const Cell& begin, const Cell& end, const Vec<D>& x, double range,
                   Looker& looker, Found&& found) const {
    const Level& level = levels_[number];
    std::array<Index, 64> hits;
    std::size_t count = 0;
    const auto tell_hits = [&] {
      for (std::size_t i = 0; i < count; ++i) found(hits[i]);
      count = 0;
    };
    Key key{};
    const auto enter = [&](std::int64_t cell, std::size_t axis) {
      key[axis] = static_cast<std::uint32_t>(cell);
      const double parts = (static_cast<double>(cell) - x[axis]) * kParts;
      looker.from[axis] = Floats{} + static_cast<float>(parts + 0.5);
      return parts;
    };
    Cell row = begin;
    Cell last = end;
    last[0] = begin[0];
    for (; row[D - 1] <= end[D - 1]; advance(row, begin, last)) {
      double room = range * range;  // [L^2] left for the first axis
      for (std::size_t axis = 1; axis < D; ++axis) {
        const double middle = enter(row[axis], axis) + 0.5 * kParts;
        const double apart =
            std::max(std::fabs(middle) - 0.5 * kParts - kSlack, 0.0) * (level.along[axis] / kParts);
        room -= apart * apart;
      }
      if (room < 0.0) continue;
      std::int64_t at = begin[0];
      std::int64_t row_end = end[0];
      if (row_end - at >= kLongRow) {  // the ends of shorter ones are not worth a root
        const double half = std::min(std::sqrt(room) / level.along[0] + kSlack, kFarthestCell);
        at = std::max(at, floored(x[0] - half));
        row_end = std::min(row_end, floored(x[0] + half));
      }
      for (; at <= row_end; ++at) {
        enter(at, 0);
        for (Index b = home_of(static_cast<std::uint16_t>(number), key); b != kNone; b = blocks_[b].next) {
          const Block& block = blocks_[b];
          if (!block.is(number, key)) continue;
          // Nobody can foretell who is near: all are written down, and those that are not overwritten.
          for (std::size_t i = 0; i < kSlots; i += kLanes) {
            const Ints seen = looker.sees(block, i);
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
              hits[count] = block.items[i + lane];
              count -= static_cast<std::size_t>(static_cast<std::ptrdiff_t>(seen[lane]));
            }
          }
          if (count + kSlots > hits.size()) tell_hits();
        }
      }
    }
    tell_hits();
  }

  /// All images of everything on a level whose cells lie in a range: for a range of more cells than are
  /// in the table.
  template <typename Found>
  void visit_images(std::size_t number, const Cell& low, const Cell& high, Found& found) const {
    const Level& level = levels_[number];
    for (const Block& block : blocks_) {
      if (block.count == 0 || block.level != number) continue;
      Cell first{};
      Cell last{};
      for (std::size_t axis = 0; axis < D; ++axis) {
        if (level.count[axis] == 0) continue;
        const std::int64_t cell = block.cell[axis];
        first[axis] = -floor_divide(cell - low[axis], level.count[axis]);
        last[axis] = floor_divide(high[axis] - cell, level.count[axis]);
      }
      bool any = true;
      for (std::size_t axis = 0; axis < D; ++axis) any = any && first[axis] <= last[axis];
      if (!any) continue;
      for (Cell turn = first; turn[D - 1] <= last[D - 1]; advance(turn, first, last)) {
        Turn image{};
        for (std::size_t axis = 0; axis < D; ++axis) image[axis] = static_cast<std::int32_t>(turn[axis]);
        for (std::size_t i = 0; i < block.count; ++i) found(block.items[i], image);
      }
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
  double finest_;          // [L] reach of the largest thing of level 0
  std::size_t homes_ = 0;  // blocks where cells begin, a power of two; what overflows stands behind
  std::vector<Block> blocks_;
  Index free_ = kNone;        // a list of blocks that nothing uses
  std::vector<Index> where_;  // the block that holds each thing
  std::vector<Level> levels_;
};

}  // namespace firsthit
