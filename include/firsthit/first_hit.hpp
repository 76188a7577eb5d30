#pragma once

#include <firsthit/motion.hpp>
#include <firsthit/shape.hpp>
#include <firsthit/vec.hpp>

#include <limits>
#include <optional>

namespace firsthit::inline v0 {

/// What becomes of two moving things within the window that was asked about.
enum class Outcome {
  Miss,       ///< they do not touch
  Graze,      ///< they touch, but neither enters the other
  Impact,     ///< they touch and would interpenetrate right after
  Overlap,    ///< they interpenetrate already, and close
  Unresolved  ///< undecided; still proven: no impact before `delay`
};

/// The part of a shape that takes part in a contact; of a capsule, that of the segment within it.
struct Feature {
  enum class Kind { Face, Edge, Vertex };
  Kind kind = Kind::Face;
  /// Which of the shape's features of this kind. Vertices are numbered as the shape lists them; those of a
  /// box so that bit k is set on the upper side of axis k. Edge i of a polygon or triangle goes from vertex i
  /// to the next one. The sides of a box (in 2D its edges, in 3D its faces) have twice the axis that they are
  /// across, and 1 more on the upper side; its edges in 3D four times the axis that they run along, 1 more on
  /// the upper side of the first of the other axes, 2 more on that of the second. Edges and faces of a hull
  /// have the lowest number of their vertices. An arc has an edge, and two vertices, `from` first. All others
  /// are 0.
  int index = 0;
};

/// The answer of `first_hit`: when, where and along which normal two moving things meet.
template <int D>
struct Encounter {
  Outcome outcome = Outcome::Miss;
  double delay = 0.0;        ///< [T] proven free of impact before; the horizon after Miss and Graze
  double delay_upper = 0.0;  ///< [T] an impact happens by then, if the outcome is Impact or Overlap
  double first_touch = 0.0;  ///< [T] proven untouched before; they touch then, unless it is a Miss
  Vec<D> normal{};           ///< unit, from a to b; zero after Miss and Unresolved, and where there is none
  Vec<D> point_a{};          ///< [L] where the surface of a meets b: the middle, if they meet in many places
  Vec<D> point_b{};          ///< [L] where the surface of b meets a: point_a + gap * normal
  /// [L] 0 (or the margin) at a touch; less, if they are closer at the start: by what parts the two, or, of
  /// an arc and what has an inside, as deep as its deepest place.
  double gap = 0.0;
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

/// A shape and how it moves; at rest, where it is, without a motion.
template <int D>
struct Moving {
  Shape<D> shape;
  Motion<D> motion{};
};

/// The first time at which `a` runs into `b`, with a certified bound on it.
///
/// Pairs, in any order: all shapes but container, in the plane point, ball, segment, capsule, box, oriented
/// box, hull, polygon and half-space, in space the same with triangle for polygon; in the plane also an arc
/// and one of these. A half-space does not turn. Throws InputError for another pair, for input that is not
/// finite, and for sizes other than 0 and 2^-450 to 2^450. A place beyond the doubles is the largest of them,
/// and a half-space that is reached after the largest double is not reached. Derivation:
/// docs/numerics/scale.md.
///
/// Where neither turns or is an arc, and both have the same acceleration, or one is a half-space, or both are
/// balls, points or (2D, one of them) a segment, the outcome is that of exact arithmetic on the doubles
/// given, and delay and delay_upper are equal or neighbours. Only a falling ball at a segment whose nearest
/// part changes within one rounding of the impact may stay Unresolved. Derivation: docs/numerics.
///
/// All others have a resolution of 2^-43 of the pair's size: its sizes, the way between them and the ways
/// they go, an eighth more where one precesses, three times as much where one tumbles, and what moves within
/// the last digit of the time. An impact
/// that is deeper than that is never missed and never told too late; a shallower one may be a Graze. Very
/// many turns near each other, or more than 2^30 rad, are Unresolved. Who overlaps from the start and parts
/// is looked at every 32nd of a radian until they are apart: that they close again in the meantime, by more
/// than half of the resolution, is an Overlap, and seen if it lasts as long. Derivation:
/// docs/numerics/turning.md.
///
/// Cost: a few walks over the vertices of both; for polygons over those of each pair of convex pieces that
/// may meet. Where rounding could matter (a graze, a touch, a tie), the same in numbers of any length, which
/// takes a hundred times as long. What turns: some five such walks, and one more for each eighth of a turn
/// that they are near each other. Threads: any number at once; nothing is shared or kept.
template <int D>
Encounter<D> first_hit(const Moving<D>& a, const Moving<D>& b, const Query& query = {});

/// [T] The delay of the encounter, if there is something to respond to. Throws as `first_hit`. Cost: the
/// same.
template <int D>
std::optional<double> time_to_collision(const Moving<D>& a, const Moving<D>& b, const Query& query = {});

}  // namespace firsthit::inline v0
