#pragma once

#include "query/turning/base/turning_course.hpp"
#include "query/turning/planar/planar_view.hpp"

#include <cstddef>

namespace firsthit {

/// Two corners that are next to each other, and the direction from a's to b's as it turns.
struct PlanarCorners {
  std::size_t of[2] = {0, 0};  ///< a's and b's
  Vec<2> normal;               ///< unit
  double rate = 0.0;           ///< [rad/T]
  double value = 0.0;          ///< [L] between the lowest corners along it
  PlanarAlong along[2];        ///< of a's corners against it, and of b's along it
};

// [T] So long, and no longer than `left`, two stay apart by more than `least` [L] along an axis that turns:
// proven; 0 if they are not now. `first`: of the corners that come nearest first.
// Derivation: docs/numerics/turning.md.

double step_from_face(const PlanarView& view, PlanarFace& face, double least, double left,
                      TurningCourse& first);
double step_between_corners(const PlanarView& view, PlanarCorners& corners, double least, double left,
                            TurningCourse& first);
/// Along the line between their centres, as balls.
double step_of_balls(const PlanarView& view, double least, double left);

}  // namespace firsthit
