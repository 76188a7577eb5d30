#include "query/ballistic/exact_segment.hpp"
#include "core/vec_math.hpp"
#include "query/ballistic/exact_pairs.hpp"
#include "query/round/ball_kernels.hpp"

#include <utility>
#include <vector>

// The flight is cut where the part of the segment that is nearest to the ball changes. Between two
// cuts the gap is one polynomial, and exact. A cut itself lies between two neighbouring doubles:
// whatever cannot be told from both of its sides is left unresolved.

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

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
