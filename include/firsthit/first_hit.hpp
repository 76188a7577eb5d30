#pragma once

#include <firsthit/motion.hpp>
#include <firsthit/shape.hpp>
#include <firsthit/vec.hpp>

#include <limits>

namespace firsthit::inline v0 {

/// What becomes of two moving things within the window that was asked about.
enum class Outcome {
  Miss,       ///< they do not touch
  Graze,      ///< they touch, but neither enters the other
  Impact,     ///< they touch and would interpenetrate right after
  Overlap,    ///< they interpenetrate already, and close
  Unresolved  ///< undecided; still proven: no impact before `delay`
};

/// The part of a shape that takes part in a contact.
struct Feature {
  enum class Kind { Face, Edge, Vertex };
  Kind kind = Kind::Face;
  int index = 0;  ///< which of the shape's features of this kind
};

/// The answer of `first_hit`: when, where and along which normal two moving things meet.
template <int D>
struct Encounter {
  Outcome outcome = Outcome::Miss;
  double delay = 0.0;        ///< [T] proven free of impact before; the horizon after Miss and Graze
  double delay_upper = 0.0;  ///< [T] an impact happens by then, if the outcome is Impact or Overlap
  double first_touch = 0.0;  ///< [T] proven untouched before; they touch then, unless it is a Miss
  Vec<D> normal{};           ///< unit, from a to b; zero after Miss and Unresolved
  Vec<D> point_a{};          ///< [L] where the surface of a meets b
  Vec<D> point_b{};          ///< [L] where the surface of b meets a; equals point_a unless Overlap
  double gap = 0.0;          ///< [L] 0 at an impact, minus the depth when overlapping
  Feature feature_a;
  Feature feature_b;

  /// Is there something to respond to?
  explicit operator bool() const { return outcome == Outcome::Impact || outcome == Outcome::Overlap; }
};

/// What is asked of a pair of moving things.
struct Query {
  double horizon =
      std::numeric_limits<double>::infinity();  ///< [T] >= 0, length of the closed window from now
  /// [L] >= 0: asks for the first time at which the gap falls to it, as if one of the two were grown by
  /// it. Outcome, times and normal are those of the grown pair; points and gap those of the pair itself.
  double margin = 0.0;
};

/// A shape and how it moves.
template <int D>
struct Moving {
  Shape<D> shape;
  Motion<D> motion;
};

/// The first time at which `a` runs into `b`, with a certified bound on it.
///
/// The outcome is that of exact arithmetic on the doubles given, and delay and delay_upper are equal
/// or neighbours. Only a ball at a segment whose nearest part changes within one rounding of the
/// impact may stay Unresolved. Derivation: docs/numerics.
///
/// Pairs: ball or point against ball, point, half-space and (2D) segment, in any order, each
/// straight or falling. Throws InputError for another pair, for input that is not finite, and for
/// magnitudes outside the range documented in docs/numerics.
template <int D>
Encounter<D> first_hit(const Moving<D>& a, const Moving<D>& b, const Query& query = {});

}  // namespace firsthit::inline v0
