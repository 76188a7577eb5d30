#pragma once

#include "core/angle.hpp"
#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/outlines.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

// Random outlines that deform: concave ones of which one flies at the other, and hostile ones.

namespace firsthit {

/// An outline with its vertices.
struct OwnedOutline {
  std::vector<Vec2> start;
  std::vector<Vec2> end;

  operator DeformingOutline() const { return {start, end}; }
};

class OutlineLoad {
 public:
  explicit OutlineLoad(std::uint64_t seed) : random_(seed, 0x0017) {}

  /// A jagged outline: distances from its centre between 0.6 and 1, which change by up to a tenth, while it
  /// turns by up to 30 degrees.
  OwnedOutline outline(std::size_t count, const Vec2& from, const Vec2& to) {
    const double turn = random_.uniform(-30.0, 30.0);
    OwnedOutline r;
    for (std::size_t i = 0; i < count; ++i) {
      const double angle = 360.0 * static_cast<double>(i) / static_cast<double>(count);
      const double distance = random_.uniform(0.6, 1.0);
      r.start.push_back(from + distance * direction_at(angle));
      r.end.push_back(to + (distance + random_.uniform(-0.1, 0.1)) * direction_at(angle + turn));
    }
    return r;
  }

  /// The second flies at the first, and past it in one of three cases.
  std::vector<OwnedOutline> pair(std::size_t count) {
    const Vec2 from = 3.0 * direction_at(random_.uniform(0.0, 360.0));
    const Vec2 past = random_.uniform(-8.0, 8.0) * Vec2{-from[1] / 3.0, from[0] / 3.0};
    std::vector<OwnedOutline> r;
    r.push_back(outline(count, {}, {}));
    r.push_back(outline(count, from, past - from));
    return r;
  }

 private:
  Random random_;
};

/// Small whole numbers, with vertices that repeat, stay or fly along.
class GridOutlines {
 public:
  explicit GridOutlines(std::uint64_t seed) : random_(seed, 0x9a1d) {}

  OwnedOutline next(std::size_t count) {
    const bool same_motion = random_.below(4) == 0;
    const Vec2 by = place();
    OwnedOutline r;
    for (std::size_t i = 0; i < count; ++i) {
      r.start.push_back(i > 0 && random_.below(8) == 0 ? r.start[random_.below(i)] : place());
      r.end.push_back(same_motion || random_.below(6) == 0 ? r.start[i] + by : place());
    }
    return r;
  }
  /// A chain whose second vertex passes the origin at 1/2, in line with the first and the third one;
  /// sometimes with company.
  OwnedOutline tip() {
    const Vec2 along = place();
    OwnedOutline r;
    const auto add = [&r](const Vec2& middle, const Vec2& half) {
      r.start.push_back(middle - half);
      r.end.push_back(middle + half);
    };
    const auto ahead = [&] { return (random_.below(2) == 0 ? -1.0 : 1.0) * along; };
    add(ahead(), place());
    add({0, 0}, along);
    if (random_.below(4) == 0) add({0, 0}, random_.below(2) == 0 ? ahead() : place());
    add(ahead(), place());
    if (random_.below(2) == 0) add(place() + Vec2{9, 0}, place());
    return r;
  }
  std::size_t size(std::size_t largest) { return 1 + random_.below(largest); }

 private:
  double coordinate() { return static_cast<double>(random_.below(7)) - 3.0; }
  Vec2 place() {
    const double x = coordinate();
    return {x, coordinate()};
  }

  Random random_;
};

}  // namespace firsthit
