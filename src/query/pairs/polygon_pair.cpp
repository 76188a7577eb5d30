#include "core/vec_math.hpp"
#include "query/convex/exact/signed_gap.hpp"
#include "query/pairs/polygon_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

// Of two shapes that fall into pieces, the insides meet if and only if those of two pieces do, or if
// something thin is in a diagonal between two pieces. So the first event of all pairs of pieces is that of
// the shapes. Law and choices: docs/numerics/polygon.md.

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

/// Two pieces that touch within the window.
struct Found {
  std::size_t a = 0;
  std::size_t b = 0;
  ConvexEvent<2> event;
};

class PolygonPair {
 public:
  PolygonPair(const MovingShape<2>& a, const MovingShape<2>& b, const QueryWindow& window)
      : a_(a), b_(b), window_(window) {}

  PairMeeting<2> meet() {
    find();
    slip();
    PairMeeting<2> r;
    for (const Found& found : all_)
      if (!r.event.touch || *found.event.event.touch < *r.event.touch)
        r.event.touch = found.event.event.touch;
    if (all_.empty()) return r;
    const std::vector<Found> first = first_of(r.event);
    fill(first, r);
    if (r.event.kind == Kind::Impact && is_still_inside(r.event.lower)) r.event.kind = Kind::Overlap;
    return r;
  }

 private:
  void find() {
    for (std::size_t i = 0; i < a_.solid(); ++i)
      for (std::size_t j = 0; j < b_.solid(); ++j)
        if (may_touch(a_.box(i), b_.box(j), window_))
          keep({i, j, convex_event(a_.core(i), b_.core(j), window_.margin, window_.end, window_.trace)});
  }

  /// What is thin may come in, or start, exactly along a diagonal.
  void slip() {
    if (window_.margin > 0.0) return;
    if (b_.is_thin())
      for (std::size_t i = a_.solid(); i < a_.all(); ++i)
        if (const auto event = slip_along(a_.core(i), b_.core(0), window_.end)) keep({i, 0, *event});
    if (!a_.is_thin()) return;
    for (std::size_t j = b_.solid(); j < b_.all(); ++j)
      if (auto event = slip_along(b_.core(j), a_.core(0), window_.end)) {
        event->direction = -event->direction;
        keep({0, j, *event});
      }
  }

  /// Nothing that happens later than this can matter any more.
  void keep(const Found& found) {
    if (!found.event.event.touch) return;
    all_.push_back(found);
    if (found.event.event.kind != Kind::None) window_.end = std::min(window_.end, found.event.event.upper);
  }

  /// The pairs whose event is the first of all, which is put into `event`; or else those touched first.
  std::vector<Found> first_of(GapEvent& event) const {
    for (const Found& found : all_) {
      const GapEvent& e = found.event.event;
      if (e.kind == Kind::None) continue;
      const bool earlier = e.upper < event.upper || (e.upper == event.upper && e.lower < event.lower);
      const bool same = e.upper == event.upper && e.lower == event.lower;
      if (event.kind == Kind::None || earlier || (same && e.kind == Kind::Overlap)) {
        event.kind = e.kind;
        event.lower = e.lower;
        event.upper = e.upper;
      }
    }
    std::vector<Found> r;
    for (const Found& found : all_) {
      const GapEvent& e = found.event.event;
      const bool is_first = event.kind == Kind::None
                                ? e.touch == event.touch
                                : e.kind == event.kind && e.upper == event.upper && e.lower == event.lower;
      if (is_first) r.push_back(found);
    }
    return r;
  }

  /// Where two pieces meet along a direction.
  PairMeeting<2> contact(const PiecePair& found, const Vec<2>& direction, const GapEvent& event) const {
    PairMeeting<2> r;
    r.event = event;
    fill_contact<2>({a_.side(), a_.core(found.a), a_.numbers(found.a)},
                    {b_.side(), b_.core(found.b), b_.numbers(found.b)}, direction, window_.margin, r);
    return r;
  }

  void fill(const std::vector<Found>& first, PairMeeting<2>& r) const;
  bool is_still_inside(double delay) const;

  Pieces a_;
  Pieces b_;
  QueryWindow window_;
  std::vector<Found> all_;
};

/// An edge rather than a vertex, and the first of several.
Feature united(const Feature& one, const Feature& other) {
  if (one.kind != other.kind) return one.kind == Feature::Kind::Edge ? one : other;
  return one.index < other.index ? one : other;
}

void PolygonPair::fill(const std::vector<Found>& first, PairMeeting<2>& r) const {
  std::vector<PiecePair> pairs;
  for (const Found& found : first) {
    pairs.push_back({found.a, found.b, found.event.direction});
    pairs.back().gap = contact(pairs.back(), found.event.direction, r.event).region.gap;
  }
  const Vec<2> v = b_.side().course.velocity - a_.side().course.velocity;
  const Vec<2> direction = choose(pairs, v);
  const GapEvent event = r.event;
  r = contact(pairs.front(), direction, event);
  for (std::size_t i = 1; i < pairs.size(); ++i) {
    const PairMeeting<2> other = contact(pairs[i], direction, event);
    r.region = united(r.region, other.region);
    r.feature_a = united(r.feature_a, other.feature_a);
    r.feature_b = united(r.feature_b, other.feature_b);
  }
}

/// Is there a pair of pieces whose insides met at the start, and that is not apart yet?
bool PolygonPair::is_still_inside(double delay) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Found& found) {
    const GapEvent& event = found.event.event;
    if (event.kind != Kind::None || event.touch != 0.0) return false;
    const RoundedPolytope<2>& a = a_.core(found.a);
    const RoundedPolytope<2>& b = b_.core(found.b);
    const bool on_diagonal = found.a >= a_.solid() || found.b >= b_.solid();
    return (on_diagonal || gap_sign_at(a, b, window_.margin, 0.0) < 0) &&
           gap_sign_at(a, b, window_.margin, delay) <= 0;
  });
}

}  // namespace

PairMeeting<2> polygons_meet(const MovingShape<2>& a, const MovingShape<2>& b, const QueryWindow& window) {
  return PolygonPair(a, b, window).meet();
}

}  // namespace firsthit
