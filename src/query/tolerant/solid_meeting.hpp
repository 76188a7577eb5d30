#pragma once

#include "core/vec_math.hpp"
#include "query/tolerant/solid.hpp"

#include <firsthit/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

// When two solids meet, as the event engine asks it: in rounded arithmetic, with a tolerance for what
// positions cannot tell. Derivation: docs/numerics/solids.md.

namespace firsthit {

/// How b moves, seen from a, from now on; and what positions then tell.
template <int D>
struct RelativeMotion {
  Vec<D> d;                       ///< [L] from a's place to b's
  Vec<D> v;                       ///< [L/T]
  Vec<D> g{};                     ///< [L/T^2] how that changes
  double tolerance = 0.0;         ///< [L] a depth that positions cannot tell from none, now
  double tolerance_growth = 0.0;  ///< [L/T] and how it grows
  double tolerance_fall = 0.0;    ///< [L/T^2] and its growth by what falls: so much times the time squared
  /// [L] Things without an inside meet as if they were grown by this much in all: then the tolerance leaves
  /// no doubt on which side of each other they are.
  double least_radius = 0.0;
  bool a_moves = true;
  bool b_moves = true;

  bool falls() const { return !is_zero(g); }
  /// [L] The separation after t [T].
  Vec<D> at(double t) const { return falls() ? d + (t * v + (0.5 * t * t) * g) : d + t * v; }
  double tolerance_at(double t) const { return tolerance + t * (tolerance_growth + t * tolerance_fall); }
};

/// When, and along which normal, two solids meet.
template <int D>
struct SolidMeeting {
  double delay = std::numeric_limits<double>::infinity();  ///< [T] infinite for never
  Vec<D> normal{};                                         ///< from a to b, unit to rounding
  double reach = 0.0;       ///< [L] they touch, and do not overlap, where normal . d is this
  double area = 0.0;        ///< [L^(D-1)] of the contact, or near it
  std::size_t piece_a = 0;  ///< which pieces meet
  std::size_t piece_b = 0;

  bool happens() const { return delay < std::numeric_limits<double>::infinity(); }
};

/// The first time at which they touch and then, on these courses, come deeper into each other than the
/// tolerance: what goes less deep grazes, as a box does that slides over the joint of two flush tiles. Where
/// a contact is so near to a corner that its normal is in doubt, the time is that at which they are so deep.
/// Two that are deeper from the start meet at once, if they close; if they part they never do.
template <int D>
SolidMeeting<D> solids_meet(const Solid<D>& a, const Solid<D>& b, const RelativeMotion<D>& approach);

/// Are these two boxes along the axes that part or pass beside each other, and so never meet? A quick look
/// at who is near: it knows nothing of those less wide than `least` [L], which may be too thin for it.
template <int D>
bool boxes_part(const SolidPiece<D>& a, const SolidPiece<D>& b, const Vec<D>& d, const Vec<D>& v,
                double least) {
  using Kind = typename SolidPiece<D>::Kind;
  if (a.kind != Kind::Box || b.kind != Kind::Box || !(std::min(a.width, b.width) >= least)) return false;
  bool part = false;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double reach = a.half[axis] + b.half[axis];
    part = part || (d[axis] >= reach && v[axis] >= 0.0) || (-d[axis] >= reach && v[axis] <= 0.0);
  }
  return part;
}

/// While two solids overlap.
struct SolidOverlap {
  double begin = std::numeric_limits<double>::infinity();  ///< [T] below 0 if they do already
  double end = std::numeric_limits<double>::infinity();    ///< [T] infinite for ever
  double slack = 0.0;                                      ///< [T] what the tolerance makes of both
};

/// The first of these times that ends later than `after` [T]: by the slack at least, or at most by the slack
/// earlier if they are `inside` each other. What is shorter than twice the slack does not count.
template <int D>
SolidOverlap solids_overlap(const Solid<D>& a, const Solid<D>& b, const RelativeMotion<D>& approach,
                            double after, bool inside);

/// How deep two solids are in each other.
template <int D>
struct SolidDepth {
  double depth = 0.0;  ///< [L] the least way that parts them; 0 if they do not overlap
  /// From a to b: that way is against it for a, along it for b. Zero of two without inside, in one line or
  /// plane, of which neither is on one side of the other, nor moves or falls to one.
  Vec<D> normal{};
};

/// Now; of concave polygons the largest of any two pieces.
template <int D>
SolidDepth<D> solids_depth(const Solid<D>& a, const Solid<D>& b, const RelativeMotion<D>& approach);

/// How two pieces meet.
enum class PieceKernel : std::uint8_t {
  None,   ///< one of them only stops what is thin, and the other is not
  Round,  ///< as cores grown by a radius, for they are round, or have no inside
  Boxes,  ///< both are boxes along the axes
  Sharp   ///< by the planes of their facets
};
template <int D>
PieceKernel piece_kernel(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach);

/// The same of the pieces of two shapes.
template <int D>
SolidMeeting<D> pieces_meet(std::span<const SolidPiece<D>> a, std::span<const SolidPiece<D>> b,
                            const RelativeMotion<D>& approach);

/// Those of a shape and a side of the world's box: solid beyond `height` [L] along the unit vector `into`,
/// seen from the shape's place. Its normal is `into`.
template <int D>
SolidMeeting<D> pieces_meet_plane(std::span<const SolidPiece<D>> pieces, const Vec<D>& into, double height,
                                  const RelativeMotion<D>& approach);

}  // namespace firsthit
