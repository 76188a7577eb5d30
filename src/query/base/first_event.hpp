#pragma once

#include "exact/polynomial.hpp"

#include <optional>

namespace firsthit {

/// What a gap that is a polynomial in time does within a closed window. The gap may be scaled by
/// anything above 0: only its sign counts.
struct GapEvent {
  enum class Kind { None, Impact, Overlap };
  Kind kind = Kind::None;
  double lower = 0.0;           ///< [T] nothing happens before; equals `upper` or is the double next to it
  double upper = 0.0;           ///< [T] it has happened by then
  std::optional<double> touch;  ///< [T] where the gap is first <= 0, rounded down
};

/// The first time in [start, end] at which gap <= 0 and falling, to the lowest derivative that is not
/// zero: exactly as real numbers would have it. Requires: 0 <= start <= end < infinity.
/// `guess` is where to look first, and never changes the answer.
GapEvent first_event(const Polynomial& gap, double start, double end, double guess);

}  // namespace firsthit
