#pragma once

#include "query/pairs/pair_kernels.hpp"

#include <firsthit/first_hit.hpp>

namespace firsthit {

/// What is told of two spinning boxes of the plane without a step that only other pairs need.
struct SpinningMeeting {
  enum class Kind { Unknown, Miss, Impact };
  Kind kind = Kind::Unknown;
  double lower = 0.0;  ///< [T] nothing happens before
  double upper = 0.0;  ///< [T] it has happened by then
  Vec<2> normal;       ///< unit, from a to b
  Vec<2> place;        ///< [L] of the corner that meets a side
  Feature feature_a;
  Feature feature_b;
};

/// Unknown if they are not both boxes, wider than 0, that spin and move straight, or are of numbers that are
/// not moderate, or meet in another way than with a corner on a side.
SpinningMeeting spinning_boxes_meet(const Moving<2>& a, const Moving<2>& b, const QueryWindow& window);

}  // namespace firsthit
