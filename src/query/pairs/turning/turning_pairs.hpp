#pragma once

#include "query/pairs/pair_kernels.hpp"

namespace firsthit {

/// Does it look the same however it turns, as a ball about its own centre does, or not turn at all, and its
/// place take no rounding? Then its course is all that there is.
template <int D>
bool only_moves(const Moving<D>& moving);

/// Two of which one turns, or is an arc, or that fall towards each other: any shapes but container, at most
/// one of them a half-space, the first, which does not turn, and at most one an arc, the first but beside a
/// half-space.
template <int D>
PairMeeting<D> turning_meet(const Moving<D>& a, const Moving<D>& b, const QueryWindow& window);

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
