#pragma once

#include "query/turning/base/turning_course.hpp"
#include "query/turning/boxes/box_view.hpp"

#include <array>
#include <cstddef>

namespace firsthit {

/// Two boxes along a direction as it turns: with a side, or across an edge of each.
/// Derivation: docs/numerics/turning.md.
class BoxAlong {
 public:
  BoxAlong() = default;
  BoxAlong(const BoxView& view, const BoxFacing& facing);

  const BoxFacing& facing() const { return facing_; }
  double gap() const { return course_.value; }  ///< [L] or less
  /// [errors] So far below the zero of its first course after a step the two are in each other.
  double deep() const { return deep_; }

  /// [T] So long, and no longer than `left`, they stay apart by more than `least` [L]: proven. `first`: the
  /// course of the corners that come nearest first. 0 if `least` < 0 where edges meet.
  double step(double least, double left, TurningCourse& first) const;

 private:
  /// How a half edge reaches along the direction: not above that, and as far to the other side if its end is
  /// nearer there.
  struct Reach {
    double value = 0.0;
    double rate = 0.0;
    double bend = 0.0;
    double third = 0.0;
  };

  void look_along_side(const BoxView& view);
  void look_across_edges(const BoxView& view);
  void add(const BoxView::Side& side, const Vec<3>& normal, const Vec<3>& spin);

  BoxFacing facing_;
  TurningCourse course_;       // of the corners, or places of edges, that are nearest
  std::array<Reach, 4> open_;  // of half edges that may come to be nearer on their other side
  std::size_t count_ = 0;      // of these
  double longest_ = 0.0;       // [T] what is told here holds so long
  double grows_ = 0.0;         // [1/T] the direction gets longer no faster
  double deep_ = 8.0;
  bool is_across_edges_ = false;
};

/// The direction of a facing as it is now, from a to b.
Vec<3> normal_of(const BoxView& view, const BoxFacing& facing);

/// [T] The same by the balls around both: 0 where these meet.
double step_of_balls(const BoxView& view, double least, double left);

}  // namespace firsthit
