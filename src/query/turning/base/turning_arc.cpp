#include "query/turning/base/turning_arc.hpp"

#include "core/vec_math.hpp"
#include "geometry/orientation.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

Vec<2> unit_of(const Vec<2>& a) { return (1.0 / length(a)) * a; }

/// The direction turned back by another one.
Vec<2> seen_from(const Vec<2>& direction, const Vec<2>& a) {
  return {dot(direction, a), cross(direction, a)};
}
Vec<2> turned_by_direction(const Vec<2>& direction, const Vec<2>& a) {
  return {direction[0] * a[0] - direction[1] * a[1], direction[1] * a[0] + direction[0] * a[1]};
}

/// Halfway from one unit direction to the other, counterclockwise. Each form keeps its digits where it is
/// used: near 0, 180 and 360 degrees.
Vec<2> halfway(const Vec<2>& from, const Vec<2>& to, bool more_than_half) {
  if (dot(from, to) <= 0.0) return unit_of(turned_left(from - to));
  const Vec<2> sum = unit_of(from + to);
  return more_than_half ? -sum : sum;
}

}  // namespace

bool ArcPiece::spans(const Vec<2>& direction) const {
  return cross(from, direction) >= 0.0 && cross(direction, to) >= 0.0 && dot(from + to, direction) >= 0.0;
}

Vec<2> ArcPiece::middle() const { return unit_of(from + to); }

Vec<2> furthest_direction(const Vec<2>& centre_of_shape) {
  return is_zero(centre_of_shape) ? Vec<2>{1.0, 0.0} : unit_of(-centre_of_shape);
}

TurningArc make_arc(const Arc& arc, const Vec<2>& furthest) {
  TurningArc r;
  r.radius = arc.radius;
  const Vec<2> from = seen_from(furthest, unit_of(arc.from));
  const Vec<2> to = seen_from(furthest, unit_of(arc.to));
  const int turn = orientation(Vec<2>{}, arc.from, arc.to);
  const double ahead = dot(arc.from, arc.to);
  r.is_whole = turn == 0 && ahead > 0.0;
  r.rays[0] = from;
  if (turn > 0 && ahead >= 0.0) {
    r.pieces = 1;
    r.rays[1] = to;
    return r;
  }
  const bool more_than_half = turn < 0 || r.is_whole;
  const Vec<2> middle = halfway(from, to, more_than_half);
  if (!more_than_half) {
    r.pieces = 2;
    r.rays[1] = middle;
    r.rays[2] = to;
    return r;
  }
  r.pieces = 4;
  r.rays[1] = halfway(from, middle, false);
  r.rays[2] = middle;
  r.rays[3] = halfway(middle, to, false);
  r.rays[4] = to;
  return r;
}

double opening_of(const TurningArc& arc) {
  const bool more_than_half = arc.pieces > 2;
  return more_than_half ? arc.radius * length(arc.rays[arc.pieces] - arc.rays[0]) : arc.radius;
}

ArcNow::ArcNow(const TurningArc& arc, const TurningBody<2>& body)
    : centre_(body.corners()[0]), radius_(arc.radius), is_whole_(arc.is_whole), count_(arc.pieces) {
  const Vec<2> furthest = unit_of(body.corners()[1] - body.corners()[0]);
  for (std::size_t i = 0; i < count_; ++i)
    pieces_[i] = {turned_by_direction(furthest, arc.rays[i]), turned_by_direction(furthest, arc.rays[i + 1])};
}

bool ArcNow::spans(const Vec<2>& direction) const {
  return is_whole_ || std::any_of(pieces().begin(), pieces().end(),
                                  [&](const ArcPiece& piece) { return piece.spans(direction); });
}

}  // namespace firsthit
