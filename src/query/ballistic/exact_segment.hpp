#pragma once

#include "exact/root_finder.hpp"
#include "query/ballistic/exact_pairs.hpp"
#include "query/ballistic/exact_path.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace firsthit {

/// An interval of time around a change of the nearest part: one double, or two neighbours.
struct Cut {
  double lower = 0.0;
  double upper = 0.0;
};

/// A segment and a ball that falls past it, in whole numbers: the gap to each part, and which one is nearest.
class SegmentAndBall {
 public:
  SegmentAndBall(const ExactPath<2>& path, const Vec<2>& from, const Vec<2>& to, const Dyadic& radius)
      : radius_(radius), from_gap_(end_gap(path, from)), to_gap_(end_gap(path, to)), height_(), place_() {
    const Dyadic x = Dyadic(to[0]) - Dyadic(from[0]);
    const Dyadic y = Dyadic(to[1]) - Dyadic(from[1]);
    length_squared_ = x * x + y * y;
    place_ = along<2>({x, y}, path, x * Dyadic(from[0]) + y * Dyadic(from[1]));
    height_ = along<2>({-y, x}, path, x * Dyadic(from[1]) - y * Dyadic(from[0]));
  }

  bool is_point() const { return length_squared_.sign() == 0; }
  const Polynomial& from_gap() const { return from_gap_; }

  /// Where the ball's centre passes the normal through either end, in order.
  std::vector<Cut> cuts(double end) const {
    std::vector<Cut> r;
    add_cuts(place_, end, r);
    add_cuts({place_[0] - length_squared_, place_[1], place_[2]}, end, r);
    std::sort(r.begin(), r.end(), [](const Cut& a, const Cut& b) { return a.lower < b.lower; });
    std::vector<Cut> merged;
    for (const Cut& cut : r) {
      if (!merged.empty() && (cut.lower < merged.back().upper || cut.lower == merged.back().lower)) {
        merged.back().upper = std::max(merged.back().upper, cut.upper);
      } else {
        merged.push_back(cut);
      }
    }
    return merged;
  }

  Part nearest(const Dyadic& time) const {
    if (plain(place_).sign_at(time) < 0) return Part::From;
    const ExactParabola beyond = {place_[0] - length_squared_, place_[1], place_[2]};
    return plain(beyond).sign_at(time) > 0 ? Part::To : Part::Face;
  }

  /// On which side of the line the centre is at `time`. If it is on the line: from where it came,
  /// so that it impacts when it passes an end, and at time 0, before which nothing is known, to where it
  /// goes.
  int side(double time) const {
    const Polynomial height = plain(height_).shifted(Dyadic(time));
    for (std::size_t power = 0; power < 3; ++power)
      if (const int sign = height.sign_of_coefficient(power)) return time > 0.0 && power == 1 ? -sign : sign;
    return 1;
  }

  Polynomial gap(Part part, int side) const {
    if (part == Part::From) return from_gap_;
    if (part == Part::To) return to_gap_;
    const ExactParabola height = side > 0 ? height_ : ExactParabola{-height_[0], -height_[1], -height_[2]};
    return plane_gap(height, radius_, length_squared_);
  }

 private:
  Polynomial end_gap(ExactPath<2> path, const Vec<2>& end) const {
    for (std::size_t i = 0; i < 2; ++i) path[i][0] = path[i][0] - Dyadic(end[i]);
    return squared_gap<2>(path, radius_);
  }

  static void add_cuts(const ExactParabola& parabola, double end, std::vector<Cut>& cuts) {
    const Polynomial p = plain(parabola);
    if (p.is_zero()) return;
    std::size_t power = 0;
    while (p.sign_of_coefficient(power) == 0) ++power;
    RootFinder roots(p.divided_by_power(power), 0.0, end);
    while (const std::optional<Root> root = roots.next(0.0)) cuts.push_back({root->lower, root->upper});
  }

  Dyadic radius_;
  Polynomial from_gap_;
  Polynomial to_gap_;
  ExactParabola height_;  // over the line, times the segment's length
  ExactParabola place_;   // along the line, times the segment's length
  Dyadic length_squared_;
};

}  // namespace firsthit
