#pragma once

#include <firsthit/vec.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace firsthit::sources {

/// A box, by its lower corner.
struct Rect {
  Vec<2> at;    ///< [L]
  Vec<2> size;  ///< [L]
};

/// What the source's sweep of one box against another tells.
struct Meeting {
  double time = 0.0;  ///< of the step, 0 to 1
  std::size_t axis = 0;
  std::optional<double> area;  ///< [L] nothing where the printed code takes a number that it never set
};

/// The source's three checks of where the boxes are when their sides meet.
enum class Checks {
  Printed,  ///< by the fixed box's size, and across y only where sides across x meet, too, with x for y
  PutRight  ///< by the moving box's size, across either axis
};

/// [L] and [1]: what the source takes for nothing.
inline constexpr double kEpsilon = 0.00001;

/// The source's sweep of a box by `step` against one that stands still.
std::optional<Meeting> sweep(const Rect& moving, const Vec<2>& step, const Rect& still, Checks checks);

/// Which meeting the source takes of some in this order; -1 for none.
int choose(const std::vector<Meeting>& meetings);

/// What the source does to the velocity across what was hit.
enum class After { Slide, Bounce };

/// A frame of the source, cut at its earliest meeting again and again, with checks put right.
struct Mover {
  Rect rect;
  Vec<2> velocity;  ///< [L] per frame
  int cuts = 0;

  void frame(const std::vector<Rect>& still, After after);
};

}  // namespace firsthit::sources
