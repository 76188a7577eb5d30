#pragma once

#include "query/turning/base/turning_gap.hpp"

#include <firsthit/shape.hpp>

#include <span>

// An arc that turns, and a convex shape or a plane. As a TurningBody an arc has two corners, its centre and
// the place of its circle that is furthest from the centre of turning: so its reach bounds what all of it
// does. Derivation: docs/numerics/turning.md.

namespace firsthit {

/// A part of an arc, of at most a quarter of a circle: counterclockwise from one direction to the other, both
/// of unit length and seen from the arc's centre.
struct ArcPiece {
  Vec<2> from;
  Vec<2> to;

  /// Does a direction of any length belong to it?
  bool spans(const Vec<2>& direction) const;
  /// The direction halfway.
  Vec<2> middle() const;
};

/// The unit direction from an arc's centre to the place of its circle that is furthest from what it turns
/// about [L], in the shape's own numbers; the first axis, if all are as far.
Vec<2> furthest_direction(const Vec<2>& centre_of_shape);

/// An arc's pieces: the rays between them, as seen from its furthest direction.
TurningArc make_arc(const Arc& arc, const Vec<2>& furthest);

/// [L] How wide it is open, or less.
double opening_of(const TurningArc& arc);

/// An arc where it is now.
class ArcNow {
 public:
  ArcNow(const TurningArc& arc, const TurningBody<2>& body);

  const Vec<2>& centre() const { return centre_; }  ///< [L] seen from what it turns about
  double radius() const { return radius_; }         ///< [L]
  bool is_whole() const { return is_whole_; }       ///< a circle, which has no ends
  std::span<const ArcPiece> pieces() const { return {pieces_.data(), count_}; }
  const Vec<2>& from() const { return pieces_[0].from; }  ///< unit, to its ends
  const Vec<2>& to() const { return pieces_[count_ - 1].to; }
  bool spans(const Vec<2>& direction) const;

 private:
  Vec<2> centre_;
  double radius_;
  bool is_whole_;
  std::size_t count_;
  std::array<ArcPiece, 4> pieces_;
};

/// Where an arc and what it meets are nearest.
struct ArcNearest {
  /// [L] From the arc to the other's corners and edges, without radii; where it reaches into an inside, minus
  /// how deep its deepest place is.
  double distance = std::numeric_limits<double>::infinity();
  Vec<2> normal{};    ///< unit, from a to b: the arc is a, but beside a plane
  double rate = 0.0;  ///< [rad/T] at which the normal turns
  Vec<2> place{};     ///< [L] on the arc, seen from the centre that it turns about

  /// Where a segment crosses the arc.
  struct Crossing {
    Vec<2> place;   ///< [L] seen as `place`
    Vec<2> across;  ///< unit, across the segment
  };
  std::optional<Crossing> crossing;
};
ArcNearest nearest_of_arc(const TurningPair<2>& pair, const TurningInstant<2>& now);

/// The gap by that, and the normal as its axis.
TurningGap<2> gap_of_arc(const TurningPair<2>& pair, const TurningInstant<2>& now);

/// [T] So long, and no longer than `longest`, the two stay apart by more than `least` [L], where that is
/// above 0; else the arc gets no deeper into the other: proven. 0 where that is not so. `gap`: now; where it
/// is near 0, its normal tells on which side of what is thin they are.
double safe_step_of_arc(const TurningPair<2>& pair, const TurningInstant<2>& now, const TurningGap<2>& gap,
                        double least, double longest);

/// Has a place of one that is thin surely gone through the other between `from` and `to` [T]? As `crossed`.
bool arc_crossed(const TurningPair<2>& pair, double from, double to);

}  // namespace firsthit
