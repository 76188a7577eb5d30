#pragma once

#include "core/vec_math.hpp"
#include "query/turning/base/turning_pair.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace firsthit {

/// [errors of a gap] Two corners tell a direction only where they are so far apart: 2^-20 of it is noise
/// then.
inline constexpr double kSharp = 0x1p20;

/// How far two convex shapes are apart at an instant, and along which axes that shows.
template <int D>
struct TurningGap {
  /// [L] Between the surfaces, to the instant's error; where one is in the other, minus how far they have to
  /// be moved to part them.
  double gap = 0.0;
  Vec<D> normal{};  ///< unit, from a to b, along which they are nearest

  std::array<TurningAxis<D>, 3> axes{};  ///< that may separate them for long, the best first
  std::size_t axis_count = 0;

  /// Takes an axis, if it has a direction: one that is shorter than a unit proves what is not so.
  void add(const TurningAxis<D>& axis) {
    constexpr double kRounding = 0x1p-40;
    if (std::fabs(length_squared(axis.normal) - 1.0) < kRounding) axes[axis_count++] = axis;
  }
};

/// The same where a is a plane.
template <int D>
TurningGap<D> gap_to_plane(const TurningPair<D>& pair, const TurningInstant<D>& now);

/// The axis as it is after a time [T]; if it turns by more than kLargestAngle until then, as it was, and at
/// rest.
template <int D>
TurningAxis<D> turned(const TurningAxis<D>& axis, double time);

/// What was found at the last instant, where to begin at the next.
template <int D>
struct TurningHint {
  std::array<std::array<std::size_t, 2>, 4> corners{};  ///< pairs of a's and b's
  std::size_t count = 0;
  double t = 0.0;  ///< [T]
  TurningAxis<D> axis{};
};

TurningGap<2> gap_of(const TurningPair<2>& pair, const TurningInstant<2>& now, TurningHint<2>& hint);
TurningGap<3> gap_of(const TurningPair<3>& pair, const TurningInstant<3>& now, TurningHint<3>& hint);

}  // namespace firsthit
