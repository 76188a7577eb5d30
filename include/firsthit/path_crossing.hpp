#pragma once

#include <firsthit/motion.hpp>
#include <firsthit/vec.hpp>

#include <cstdint>
#include <limits>

namespace firsthit::inline v0 {

/// A number that is proven to lie strictly between two neighbouring doubles, or to be the double that
/// both are equal to.
struct Certified {
  double lower = 0.0;
  double upper = 0.0;
};

/// What two paths have in common.
enum class Crossing : std::uint8_t {
  None,    ///< nothing: they are further apart than the tolerance
  Point,   ///< one place
  Stretch  ///< a part of a line, which may be infinite: they are parallel
};

/// How much of its path one particle spends where the two paths are closest.
template <int D>
struct Passage {
  Certified enter;  ///< [T] delay at which it comes to the stretch, or to the point
  Certified leave;  ///< [T] delay at which it leaves; that of `enter` at a point, unless it rests there
  /// [L] its place at `enter` and at `leave`, of which the lower bound is taken. Error per coordinate:
  /// below 2^-51 (|position| + |velocity| delay). An infinite delay has an infinite place,
  /// and so has a place beyond the doubles.
  Vec<D> from{}, to{};
};

/// Where the paths of two particles cross, each particle at its own time, or else where they are closest.
template <int D>
struct PathCrossing {
  Crossing kind = Crossing::None;
  bool opposed = false;  ///< the two run along a stretch in opposite directions: q leaves where p enters
  Passage<D> p, q;       ///< where the paths are closest, whatever the kind
  Certified distance;    ///< [L] of the two paths; 0 where they share a place

  explicit operator bool() const { return kind != Crossing::None; }
};

/// What is asked of two paths.
struct PathQuery {
  double horizon_p = std::numeric_limits<double>::infinity();  ///< [T] >= 0, closed window of p from now
  double horizon_q = std::numeric_limits<double>::infinity();  ///< [T] >= 0, closed window of q from now
  double tolerance = 0.0;  ///< [L] >= 0: paths that are no further apart than this cross
};

/// Where the paths of two particles cross. This is not a collision: each particle is there at a time of
/// its own. The path of a particle at rest is a point, where it stays throughout its window.
///
/// The answer is about the places where the paths are closest: that is one on each path, or, where the
/// paths are parallel and side by side or on each other, a stretch. It is that of exact arithmetic on the
/// doubles given; so `kind` is, and the bounds are the narrowest that doubles can express.
/// Symmetric: swapping the particles swaps the answer, bit for bit.
/// Throws InputError for input that is not finite (a horizon may be infinite) and for sizes other than 0
/// and 2^-450 to 2^450 (a horizon may have any). Derivation: docs/numerics/path-crossing.md.
/// Cost: O(1). Threads: any number at once.
template <int D>
PathCrossing<D> path_crossing(const Linear<D>& p, const Linear<D>& q, const PathQuery& query = {});

}  // namespace firsthit::inline v0
