#pragma once

#include "core/vec_math.hpp"
#include "world/bodies/body_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace firsthit {

/// Two bodies that came together by less than this many roundings of their coordinates have made no
/// progress: positions cannot tell it from none. Smaller: a collapse is seen later, or, where noise
/// keeps bodies a few ulp apart, never. Larger: honest short approaches count as none.
inline constexpr double kRoundingsOfStillness = 16.0;

/// What positions in a space cannot tell from nothing [L]: a few roundings of the largest coordinate that
/// takes part, of a body or of a side of the box.
template <int D>
class PositionRounding {
 public:
  PositionRounding() = default;
  explicit PositionRounding(const Space<D>& space) {
    for (std::size_t axis = 0; axis < D; ++axis)
      if (space.sides[axis] != Side::Open)
        farthest_side_ = std::max({farthest_side_, std::fabs(space.min[axis]), std::fabs(space.max[axis])});
  }

  /// Of one body of that radius [L].
  double of(const Vec<D>& position, double radius) const {
    return kRoundings * std::max({max_abs(position), farthest_side_, radius});
  }
  /// Of two at `a` and `b` [L] that touch at a distance of `radii` [L].
  double of(const Vec<D>& a, const Vec<D>& b, double radii) const {
    return kRoundings * std::max({max_abs(a), max_abs(b), farthest_side_, radii});
  }

 private:
  static constexpr double kRoundings = kRoundingsOfStillness * std::numeric_limits<double>::epsilon();

  double farthest_side_ = 0.0;  // [L] the largest coordinate of a side of the box
};

}  // namespace firsthit
