#pragma once

#include "core/random.hpp"
#include "scene/scene.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace firsthit {

/// The room that a scene's balls are in.
struct Room {
  int dimension = 2;
  Triple min{};
  Triple length{};  ///< [L] of the sides; only along periodic axes does it matter here
  std::array<bool, 3> periodic{};

  /// b - a, to the nearest image of b.
  Triple separation(const Triple& a, const Triple& b) const {
    Triple d{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(dimension); ++i) {
      d[i] = b[i] - a[i];
      if (periodic[i]) d[i] -= length[i] * std::nearbyint(d[i] / length[i]);
    }
    return d;
  }
};

/// Finds the balls that are near a place, whatever their sizes: a hashed grid for every power of two
/// of the radius.
class BallGrid {
 public:
  BallGrid(const Room& room, std::size_t expected_balls);

  void insert(std::uint32_t id, const Triple& position, double radius);

  static constexpr int kLowestLevel = -100'000;  ///< below that of every ball
  static constexpr int kPoints = -150;           ///< the level of points, below that of all others

  /// The level that balls of this radius are in; larger balls are in higher levels.
  static int level_of(double radius) { return radius > 0.0 ? std::ilogb(radius) : kPoints; }

  /// Calls visit(id, position, radius) for every ball in `lowest_level` or above that could overlap a
  /// ball of `radius` at `position`, and for some that cannot; until one visit returns true.
  template <class Visit>
  bool near(const Triple& position, double radius, int lowest_level, Visit&& visit) const {
    for (const Level& level : levels_) {
      if (level.exponent < lowest_level) continue;
      const Span span = cells_around(level, position, radius);
      if (span.cells > static_cast<double>(level.ids.size())) {
        for (const std::uint32_t slot : level.ids)
          if (visit(balls_[slot].id, balls_[slot].position, balls_[slot].radius)) return true;
        continue;
      }
      std::array<double, 3> cell{};
      for (int x = 0; x < span.count[0]; ++x)
        for (int y = 0; y < span.count[1]; ++y)
          for (int z = 0; z < span.count[2]; ++z) {
            cell = {wrap(level, 0, span.first[0] + x), wrap(level, 1, span.first[1] + y),
                    wrap(level, 2, span.first[2] + z)};
            const std::uint64_t key = key_of(level, cell);
            for (std::uint32_t slot = heads_[key & mask_]; slot != kNone; slot = balls_[slot].next)
              if (balls_[slot].key == key &&
                  visit(balls_[slot].id, balls_[slot].position, balls_[slot].radius))
                return true;
          }
    }
    return false;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  struct Level {
    int exponent = 0;                // of the radii
    std::array<double, 3> side{};    // [L] of a cell, at least a diameter
    std::array<double, 3> cells{};   // along a periodic axis, else 0
    std::vector<std::uint32_t> ids;  // slots
  };
  struct Member {
    Triple position;
    double radius;
    std::uint64_t key;
    std::uint32_t id;
    std::uint32_t next;
  };
  struct Span {
    std::array<double, 3> first{};
    std::array<int, 3> count{1, 1, 1};
    double cells = 1.0;
  };

  Level& level(int exponent);
  Span cells_around(const Level& level, const Triple& position, double radius) const;

  static double wrap(const Level& level, std::size_t axis, double cell) {
    const double n = level.cells[axis];
    return n > 0.0 ? cell - n * std::floor(cell / n) : cell;
  }
  static std::uint64_t key_of(const Level& level, const std::array<double, 3>& cell) {
    auto key = static_cast<std::uint64_t>(level.exponent);
    for (const double c : cell)
      key = (key ^ std::bit_cast<std::uint64_t>(c + 0.0)) * 0x9e3779b97f4a7c15U + (key >> 29U);
    return stir(key);
  }

  Room room_;
  std::vector<Level> levels_;
  std::vector<Member> balls_;
  std::vector<std::uint32_t> heads_;
  std::uint64_t mask_;
};

}  // namespace firsthit
