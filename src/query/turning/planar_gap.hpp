#pragma once

#include "query/turning/turning_pair.hpp"

#include <array>
#include <cstddef>

namespace firsthit {

/// How far two convex shapes are apart at an instant, and along which axes that shows.
template <int D>
struct TurningGap {
  /// [L] Between the surfaces, to the instant's error; where one is in the other, minus how far they have to
  /// be moved to part them; with `is_bound`, at least.
  double gap = 0.0;
  Vec<D> normal{};  ///< unit, from a to b, along which they are nearest

  std::array<TurningAxis<D>, 3> axes{};  ///< that may separate them for long, the best first
  std::size_t axis_count = 0;

  void add(const TurningAxis<D>& axis) { axes[axis_count++] = axis; }
};

TurningGap<2> gap_of(const TurningPair<2>& pair, const TurningInstant<2>& now);

}  // namespace firsthit
