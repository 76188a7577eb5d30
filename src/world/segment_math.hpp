#pragma once

#include "core/vec_math.hpp"

#include <algorithm>

namespace firsthit {

/// The point of a segment that is nearest to the origin. Symmetric in its ends.
inline Vec<2> nearest_to_origin(const Vec<2>& from, const Vec<2>& to) {
  const Vec<2> along = to - from;
  const double squared = length_squared(along);
  if (!(squared > 0.0)) return from;
  const double t = std::clamp(-dot(from, along) / squared, 0.0, 1.0);
  return t <= 0.5 ? from + t * along : to - (1.0 - t) * along;
}

}  // namespace firsthit
