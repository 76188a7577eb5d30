#pragma once

#include "pairs.hpp"

namespace peers {

struct Truth {
  bool touches = false;  // within the closed unit of time
  double time = 1.0;     // of the first touch, to within a unit in the last place
};

/// What exact arithmetic says, in whole numbers of any size and without anything of the library's.
/// Requires: numbers as draw() makes them; they do not touch at the start, or have no velocity.
template <int D>
Truth judge(const Pair<BallCourse<D>>& pair);
Truth judge(const Pair<BoxCourse>& pair);
Truth judge(const Pair<OrientedBoxCourse>& pair);

}  // namespace peers
