#pragma once

#include "core/bits.hpp"
#include "core/prefetch.hpp"
#include "core/random.hpp"
#include "scene/base/scene.hpp"

#include <algorithm>
#include <array>
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

  /// Are a and b further apart than `distance` [L], beyond rounding and doubt? Quicker than `separation`.
  bool are_apart(const Triple& a, const Triple& b, double distance) const {
    constexpr double kBeyondRounding = 1.0 + 0x1p-20;
    double squared = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      double d = std::fabs(b[i] - a[i]);
      if (periodic[i]) {
        if (d > length[i]) return false;
        d = std::min(d, length[i] - d);
      }
      squared += d * d;
    }
    return squared > distance * distance * kBeyondRounding;
  }
};

Room room_of(const Scene& scene);

/// Finds the balls that are near a place, whatever their sizes: a hashed grid for every quarter of the way
/// from one power of two of the radius to the next.
class BallGrid {
 public:
  BallGrid(const Room& room, std::size_t expected_balls);

  void insert(std::uint32_t id, const Triple& position, double radius);

  static constexpr int kLowestLevel = -100'000;  ///< below that of every ball
  static constexpr int kPoints = -600;           ///< the level of points, below that of all others

  /// The level that balls of this radius are in; larger balls are in higher levels.
  static int level_of(double radius) {
    if (!(radius > 0.0)) return kPoints;
    const int exponent = std::ilogb(radius);
    return 4 * exponent + static_cast<int>(4.0 * (std::ldexp(radius, -exponent) - 1.0));
  }

  /// Calls visit(id, position, radius) for every ball in `lowest_level` or above that could overlap a
  /// ball of `radius` at `position`, and for some that cannot; until one visit returns true.
  template <class Visit>
  bool near(const Triple& position, double radius, int lowest_level, Visit&& visit) const {
    for (const Level& level : levels_) {
      if (level.number < lowest_level) continue;
      const Span span = cells_around(level, position, radius);
      if (span.cells > static_cast<double>(level.ids.size())) {
        for (const std::uint32_t slot : level.ids)
          if (visit(balls_[slot].id, balls_[slot].position, balls_[slot].radius)) return true;
        continue;
      }
      // A few cells at a time, so that what they lead to can be fetched ahead.
      std::array<std::uint64_t, 32> keys;
      std::size_t gathered = 0;
      const auto look = [&] {
        for (std::size_t k = 0; k < gathered; ++k) prefetch(&heads_[keys[k] & mask_]);
        for (std::size_t k = 0; k < gathered; ++k)
          if (const std::uint32_t slot = heads_[keys[k] & mask_]; slot != kNone) prefetch(&balls_[slot]);
        for (std::size_t k = 0; k < gathered; ++k)
          for (std::uint32_t slot = heads_[keys[k] & mask_]; slot != kNone; slot = balls_[slot].next) {
            const Member& member = balls_[slot];
            if (member.key == keys[k] &&
                !room_.are_apart(position, member.position, radius + member.radius) &&
                visit(member.id, member.position, member.radius))
              return true;
          }
        gathered = 0;
        return false;
      };
      std::array<double, 3> cell{};
      for (int z = 0; z < span.count[2]; ++z) {
        cell[2] = wrap(level, 2, span.first[2] + z);
        for (int y = 0; y < span.count[1]; ++y) {
          cell[1] = wrap(level, 1, span.first[1] + y);
          for (int x = 0; x < span.count[0]; ++x) {
            cell[0] = wrap(level, 0, span.first[0] + x);
            keys[gathered++] = key_of(level, cell);
            if (gathered == keys.size() && look()) return true;
          }
        }
      }
      if (look()) return true;
    }
    return false;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  struct Level {
    int number = 0;
    double diameter = 0.0;           // [L] at least that of every ball of the level
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

  Level& level(int number);
  Span cells_around(const Level& level, const Triple& position, double radius) const;

  static double wrap(const Level& level, std::size_t axis, double cell) {
    const double n = level.cells[axis];
    return n > 0.0 ? cell - n * std::floor(cell / n) : cell;
  }
  /// Cells that follow each other along the first axis have keys that do so, too: their heads lie together.
  static std::uint64_t key_of(const Level& level, const std::array<double, 3>& cell) {
    constexpr double kMostCounted = 0x1p53;
    auto key = static_cast<std::uint64_t>(level.number);
    const auto mix = [&key](double c) {
      key = (key ^ bit_cast<std::uint64_t>(c + 0.0)) * 0x9e3779b97f4a7c15U + (key >> 29U);
    };
    mix(cell[1]);
    mix(cell[2]);
    const bool counts = std::fabs(cell[0]) < kMostCounted;
    if (!counts) mix(cell[0]);
    key = stir(key);
    return counts ? key + static_cast<std::uint64_t>(static_cast<std::int64_t>(cell[0])) : key;
  }

  Room room_;
  std::vector<Level> levels_;
  std::vector<Member> balls_;
  std::vector<std::uint32_t> heads_;
  std::uint64_t mask_;
};

}  // namespace firsthit
