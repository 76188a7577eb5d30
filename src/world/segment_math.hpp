#pragma once

#include "core/vec_math.hpp"
#include "world/fixed_shape.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

/// The point of a segment that is nearest to the origin. Symmetric in its ends.
inline Vec<2> nearest_to_origin(const Vec<2>& from, const Vec<2>& to) {
  const Vec<2> along = to - from;
  const double squared = length_squared(along);
  if (!(squared > 0.0)) return from;
  const double t = std::clamp(-dot(from, along) / squared, 0.0, 1.0);
  return t <= 0.5 ? from + t * along : to - (1.0 - t) * along;
}

/// From the origin, a ball's centre, to a segment. On a face the direction is that of the segment turned
/// by a right angle, never a difference of long vectors: so a response and `ball_segment_delay` agree, bit
/// for bit, on whether a ball at the face is closing.
inline Facing<2> toward_segment(const Vec<2>& from, const Vec<2>& to, double radius) {
  const Vec<2> along = to - from;
  if (dot(along, from) >= 0.0) return {from, length(from), 1.0 / radius};
  if (dot(along, to) <= 0.0) return {to, length(to), 1.0 / radius};
  const Vec<2> across{along[1], -along[0]};
  const double distance = dot(across, from);
  return {distance < 0.0 ? -across : across, std::fabs(distance) / length(along), 0.0};
}

}  // namespace firsthit
