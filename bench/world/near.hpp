#pragma once

#include "core/vec_math.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

// Whom a ball of diameter 1 is compared with, in a periodic cube or square: two ways that a `Textbook` can
// use.

namespace firsthit::bench {

/// When a ball must be looked at anew although it has met nobody.
struct Turn {
  double delay;        ///< [T]
  std::uint32_t code;  ///< which, for whoever gave it; below 16
};

/// Everybody, each through the nearest image. That image is the only one that counts until both balls have
/// moved by half of what keeps the next one away.
template <int D>
class Everybody {
 public:
  Everybody(double length, std::size_t bodies)
      : length_(length), bodies_(static_cast<std::uint32_t>(bodies)) {}

  void place(std::uint32_t, const Vec<D>&) {}

  Turn next_turn(std::uint32_t, const Vec<D>&, const Vec<D>& velocity) const {
    return {0.5 * (0.5 * length_ - 1.0) / max_abs(velocity), 0};
  }

  void turn(std::uint32_t, std::uint32_t, Vec<D>&) const {}

  /// Brings a position back into the box.
  void wrap(Vec<D>& position) const {
    for (std::size_t axis = 0; axis < D; ++axis) {
      if (position[axis] < 0.0) position[axis] += length_;
      if (position[axis] >= length_) position[axis] -= length_;
    }
  }

  template <typename Found>
  void visit(std::uint32_t ball, Found&& found) const {
    for (std::uint32_t other = 0; other < ball; ++other) found(other);
    for (std::uint32_t other = ball + 1; other < bodies_; ++other) found(other);
  }

 private:
  double length_;
  std::uint32_t bodies_;
};

/// Those in the same cell and the cells around it. Cells are as narrow as can be, one diameter: wider ones
/// were slower at every packing.
template <int D>
class Cells {
 public:
  /// Requires: length >= 4, so that the nearest image is the one in the cells around.
  Cells(double length, std::size_t bodies) : length_(length), along_(static_cast<std::int32_t>(length)) {
    width_ = length / along_;
    std::size_t count = 1;
    for (int axis = 0; axis < D; ++axis) count *= static_cast<std::size_t>(along_);
    heads_.assign(count, kNobody);
    next_.resize(bodies);
    cells_.resize(bodies);
  }

  void place(std::uint32_t ball, const Vec<D>& position) {
    for (std::size_t axis = 0; axis < D; ++axis)
      cells_[ball][axis] = std::min(static_cast<std::int32_t>(position[axis] / width_), along_ - 1);
    link(ball);
  }

  /// When the ball crosses into another cell.
  Turn next_turn(std::uint32_t ball, const Vec<D>& position, const Vec<D>& velocity) const {
    Turn first{std::numeric_limits<double>::infinity(), 0};
    for (std::size_t axis = 0; axis < D; ++axis) {
      if (velocity[axis] == 0.0) continue;
      const bool up = velocity[axis] > 0.0;
      const double side = width_ * (cells_[ball][axis] + (up ? 1 : 0));
      const double delay = (side - position[axis]) / velocity[axis];
      if (delay < first.delay)
        first = {std::max(delay, 0.0), static_cast<std::uint32_t>(2 * axis + (up ? 1 : 0))};
    }
    return first;
  }

  void turn(std::uint32_t ball, std::uint32_t code, Vec<D>& position) {
    const std::size_t axis = code / 2;
    unlink(ball);
    std::int32_t& cell = cells_[ball][axis];
    cell += code % 2 == 1 ? 1 : -1;
    if (cell < 0) {
      cell = along_ - 1;
      position[axis] += length_;
    } else if (cell == along_) {
      cell = 0;
      position[axis] -= length_;
    }
    link(ball);
  }

  void wrap(Vec<D>&) const {}  // a ball keeps to its cell, up to rounding

  template <typename Found>
  void visit(std::uint32_t ball, Found&& found) const {
    const Cell& at = cells_[ball];
    const int layers = D == 3 ? 1 : 0;
    for (int z = -layers; z <= layers; ++z)
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
          const Cell cell{around(at[0] + x), around(at[1] + y), around(at[2] + z)};
          for (std::uint32_t other = heads_[index(cell)]; other != kNobody; other = next_[other])
            if (other != ball) found(other);
        }
  }

 private:
  using Cell = std::array<std::int32_t, 3>;  // in 2D the last is 0
  static constexpr std::uint32_t kNobody = 0xffffffffU;

  std::size_t index(const Cell& cell) const {
    const auto along = static_cast<std::size_t>(along_);
    return (static_cast<std::size_t>(cell[2]) * along + static_cast<std::size_t>(cell[1])) * along +
           static_cast<std::size_t>(cell[0]);
  }

  std::int32_t around(std::int32_t cell) const {
    if (cell < 0) return cell + along_;
    return cell >= along_ ? cell - along_ : cell;
  }

  void link(std::uint32_t ball) {
    std::uint32_t& head = heads_[index(cells_[ball])];
    next_[ball] = head;
    head = ball;
  }

  void unlink(std::uint32_t ball) {
    std::uint32_t* at = &heads_[index(cells_[ball])];
    while (*at != ball) at = &next_[*at];
    *at = next_[ball];
  }

  double length_;
  std::int32_t along_;
  double width_ = 0.0;
  std::vector<std::uint32_t> heads_;  // of each cell
  std::vector<std::uint32_t> next_;   // of each ball, in its cell
  std::vector<Cell> cells_;           // of each ball
};

}  // namespace firsthit::bench
