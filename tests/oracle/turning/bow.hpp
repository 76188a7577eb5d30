#pragma once

#include "oracle/turning/nearness.hpp"

// Pairs of which one is an arc: in the plane only.

namespace firsthit::turning_judge {

/// An arc's part has as corners its centre; places on it, from end to end; and where the tangents at each two
/// next to each other meet.
inline constexpr std::size_t kBowPieces = 8;

/// Makes that.
template <class N>
Part<2, N> bow_of(const Arc& arc);

/// A point beside an arc.
template <class N>
struct Beside {
  N height;  ///< [L] outside of its circle
  N inside;  ///< [L] how far from its ends; less than 0 beyond them
};

/// An arc and a part of what it meets, or a plane, as looked at.
template <class N>
class BowPair {
 public:
  BowPair(const Body<2, N>& a, std::size_t part_a, const Body<2, N>& b, std::size_t part_b);

  /// [L] The distance of the arc from the part without its radius. Where it reaches into an inside, minus how
  /// deep its deepest place is; where it crosses what has none, minus how far the least of ends and bulges is
  /// beyond the other. One axis, which does not turn.
  Nearness<2, N> nearness() const;

  /// Requires: the other one is a point.
  Beside<N> point_beside() const;

  /// Is it proven that the distance stays above `least` from t - half to t + half?
  bool stays_above(const N& least, double half) const;

 private:
  struct Piece {
    Place<2, N> from, to, tangents;  // seen from the arc's centre
  };
  struct Cell;

  bool spans(const Place<2, N>& direction) const;
  bool is_crossed() const;
  N depth_of(const Place<2, N>& place) const;
  N deepest() const;
  bool has_room(const N& least, double half) const;
  bool stays_above(const Piece& piece, const N& least, double half, int cuts, std::size_t& count) const;
  N apart(const Piece& piece, const Place<2, N>& n) const;
  bool is_between(const Piece& piece, const Place<2, N>& n) const;
  Axis<2, N> axis_to(std::size_t corner, const Place<2, N>& from) const;
  N bound(const Piece& piece, const Axis<2, N>& axis, double half) const {
    return bound(piece, axis, half, is_between(piece, axis.normal));
  }
  N bound(const Piece& piece, const Axis<2, N>& axis, double half, bool by_circle) const;

  const Body<2, N>& arc_;
  const Body<2, N>& other_;
  const Part<2, N>* part_;  // of the other; none of a plane
  N sign_;                  // 1 if the arc is a
  N radius_;
  bool is_whole_;
  Place<2, N> centre_;  // of the arc, seen from what it turns about
  Place<2, N> place_, velocity_, acceleration_;
  N jerk_;
  std::vector<Piece> pieces_;
  std::vector<Place<2, N>> corners_;  // of the other, seen from the arc's centre
};

}  // namespace firsthit::turning_judge
