#include "core/vec_math.hpp"
#include "exact/root_finder.hpp"
#include "query/ballistic/exact_pairs.hpp"
#include "query/ballistic/exact_path.hpp"
#include "query/round/ball_kernels.hpp"

#include <algorithm>
#include <utility>
#include <vector>

// The flight is cut where the part of the segment that is nearest to the ball changes. Between two
// cuts the gap is one polynomial, and exact. A cut itself lies between two neighbouring doubles:
// whatever cannot be told from both of its sides is left unresolved.

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

/// An interval of time around a change of the nearest part: one double, or two neighbours.
struct Cut {
  double lower = 0.0;
  double upper = 0.0;
};

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

/// One piece of the flight, during which one part is nearest.
struct Piece {
  double start = 0.0;
  double stop = 0.0;
  Part part = Part::Whole;
  int side = 1;
};

std::vector<Piece> pieces(const SegmentAndBall& pair, double end) {
  std::vector<Piece> r;
  double start = 0.0;
  std::vector<Cut> cuts = pair.cuts(end);
  cuts.push_back({end, end});
  for (const Cut& cut : cuts) {
    if (start <= cut.lower) {
      const Dyadic middle = (Dyadic(start) + Dyadic(cut.lower)) * Dyadic(0.5);
      r.push_back({start, cut.lower, pair.nearest(middle), pair.side(start)});
    }
    start = cut.upper;
  }
  return r;
}

/// Does nothing happen within a cut, whichever of the parts on both sides of it is nearest?
bool is_quiet(const SegmentAndBall& pair, const Piece& before, const Piece& after) {
  const auto quiet = [&](Part part, int side) {
    return first_event(pair.gap(part, side), before.stop, after.start, before.stop).kind == Kind::None;
  };
  if (!quiet(before.part, before.side) || !quiet(after.part, after.side)) return false;
  // The whole face may be passed within one cut.
  const bool face_seen = before.part == Part::Face || after.part == Part::Face;
  return face_seen || quiet(Part::Face, pair.side(before.stop));
}

PairEvent walk(const SegmentAndBall& pair, const std::vector<Piece>& flight, double guess) {
  PairEvent result;
  std::optional<double> touch;
  const Piece* before = nullptr;
  for (const Piece& piece : flight) {
    const bool after_cut = before != nullptr && before->stop < piece.start;
    const double earliest = after_cut ? before->stop : piece.start;
    GapEvent event = first_event(pair.gap(piece.part, piece.side), piece.start, piece.stop, guess);
    if (!touch && event.touch) {
      touch = *event.touch == piece.start ? earliest : *event.touch;
      result.part = piece.part;
      result.side = piece.side;
    }
    event.touch = touch;
    const bool at_start = event.kind != Kind::None && event.upper == piece.start;
    if (after_cut && at_start) {
      // Inside and closing right after the cut: it began to be so between the two doubles of the cut.
      event.lower = earliest;
      const int sign_before = pair.gap(before->part, before->side).sign_at(Dyadic(earliest));
      event.kind = sign_before >= 0 ? Kind::Impact : Kind::Overlap;
    } else if (after_cut && !is_quiet(pair, *before, piece)) {
      result.unresolved = true;
      event.kind = Kind::None;
      event.lower = earliest;
      event.touch = touch && *touch < earliest ? touch : earliest;
    }
    result.event = event;
    if (event.kind != Kind::None || result.unresolved) {
      result.part = piece.part;
      result.side = piece.side;
      return result;
    }
    before = &piece;
  }
  return result;
}

}  // namespace

PairEvent segment_ball_event(const Course<2>& solid, const Vec<2>& from, const Vec<2>& to,
                             const Course<2>& ball, double radius, double margin, double end) {
  const Dyadic reach = Dyadic(radius) + Dyadic(margin);
  const SegmentAndBall pair(relative_path(solid, ball), from, to, reach);
  if (pair.is_point()) {
    const double guess =
        rounded_falling_delay(ball.position - (solid.position + from), ball.velocity - solid.velocity,
                              ball.acceleration - solid.acceleration, radius + margin);
    const GapEvent event = reach.sign() == 0 ? points_event(pair.from_gap(), end, guess)
                                             : first_event(pair.from_gap(), 0.0, end, guess);
    return {event, false, Part::From, 1};
  }
  const Vec<2> to_solid = solid.position - ball.position;
  const double guess = rounded_segment_delay(from + to_solid, to + to_solid, ball.velocity - solid.velocity,
                                             ball.acceleration - solid.acceleration, radius + margin);
  return walk(pair, pieces(pair, end), guess);
}

}  // namespace firsthit
