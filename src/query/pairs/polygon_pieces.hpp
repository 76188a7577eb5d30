#pragma once

#include "query/convex/exact/convex_event.hpp"
#include "query/pairs/pair_kernels.hpp"

#include <optional>
#include <span>
#include <vector>

namespace firsthit {

/// A box around a core, along the axes.
struct CoreBox {
  Vec<2> position;  ///< [L] of what carries it
  Vec<2> velocity;  ///< [L/T]
  Vec<2> low;       ///< [L] of the vertices, from the position on
  Vec<2> high;
  Vec<2> sizes;  ///< [L] of the numbers that these were made from
  double radius = 0.0;
};

/// A shape in the plane as convex pieces, on its straight course.
///
/// Behind the pieces of a concave polygon stand the diagonals that they have in common, as segments: these
/// are in its inside, but in that of no piece.
class Pieces {
 public:
  explicit Pieces(const MovingShape<2>& side);

  const MovingShape<2>& side() const { return side_; }
  std::size_t solid() const { return solid_; }  ///< how many there are, but for the diagonals
  std::size_t all() const { return cores_.size(); }
  const RoundedPolytope<2>& core(std::size_t i) const { return cores_[i]; }
  const CoreBox& box(std::size_t i) const { return boxes_[i]; }

  /// Which of the shape's vertices those of a piece are; empty if they are the same.
  std::span<const int> numbers(std::size_t i) const;

  /// Is it a point or a piece of a line, so that it could slip in between two pieces?
  bool is_thin() const;

 private:
  void add_polygon(const Polygon& polygon);

  MovingShape<2> side_;
  std::size_t solid_ = 1;
  std::vector<RoundedPolytope<2>> cores_;
  std::vector<CoreBox> boxes_;  // of the solid ones
  std::vector<std::array<int, 2>> diagonals_;
};

/// Two pieces of two shapes, and along which direction they meet or are nearest.
struct PiecePair {
  std::size_t a = 0;
  std::size_t b = 0;
  Vec<2> direction{};
  double gap = 0.0;  ///< [L]
};

/// Of pairs that are all first, keeps those that tell the normal, and returns a direction of it: those of the
/// least gap, and of these those whose direction is nearest to -v. If several are left, those that are
/// steepest along the first axis, then the second: only mirror images of each other then are left, whose sum
/// counts.
Vec<2> choose(std::vector<PiecePair>& pairs, const Vec<2>& v);

/// May two pieces touch within [0, end]? False only if it is certain that the boxes around them do not.
bool may_touch(const CoreBox& a, const CoreBox& b, const QueryWindow& window);

/// [L] The gap of two pieces is surely at least this, now: that of the boxes around them along an axis.
double least_gap(const CoreBox& a, const CoreBox& b);

/// A thin core that moves exactly along a diagonal slips in between the two pieces at both sides: whether it
/// is in the diagonal's inside from the start (a touch at 0), and else when it comes there (an impact).
/// Nothing if it does neither. The direction is from the diagonal on.
std::optional<ConvexEvent<2>> slip_along(const RoundedPolytope<2>& diagonal, const RoundedPolytope<2>& thin,
                                         double end);

}  // namespace firsthit
