#include "query/pairs/turning/turning_polygons.hpp"

#include "core/never.hpp"
#include "query/pairs/turning/turning_contact.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <variant>
#include <vector>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

class PolygonMeeting {
 public:
  PolygonMeeting(const TurningSide<2>& a, const TurningSide<2>& b, const QueryWindow& window)
      : a_(a), b_(b), window_(window), end_(window.end), parts_a_(parts(a)), parts_b_(parts(b)) {
    asked_.trace = window.trace;
  }

  PairMeeting<2> meet() {
    look_at_all(false);
    // Who is in a piece from the start is no more in it for being in a kite.
    const bool is_inside = std::any_of(all_.begin(), all_.end(),
                                       [](const Found& found) { return found.what.inside_until > 0.0; });
    if (!is_inside) look_at_all(true);
    if (all_.empty()) return {};
    // How a window was cut, and so in which order the parts were asked, shows in the last digits.
    for (Found& found : all_) found.what = what_of(*found.a, *found.b, window_.end);
    const Found& first = *std::min_element(
        all_.begin(), all_.end(), [](const Found& p, const Found& q) { return is_before(p.what, q.what); });
    TurningEvent<2> what = first.what;
    for (const Found& found : all_) {
      const auto& touch = found.what.event.touch;
      if (touch && (!what.event.touch || *touch < *what.event.touch)) what.event.touch = touch;
      // From one part into the next, it was inside all the time.
      if (what.event.kind == Kind::Impact && found.what.inside_until > what.event.lower)
        what.event.kind = Kind::Overlap;
    }
    Turned<2> a{a_, *first.a};
    Turned<2> b{b_, *first.b};
    return meeting_of(pair_of(a, b, window_.margin), a, b, what, window_.margin);
  }

 private:
  struct Found {
    const TurningPart<2>* a;
    const TurningPart<2>* b;
    TurningEvent<2> what;
  };

  static std::deque<TurningPart<2>> parts(const TurningSide<2>& side) {
    const Shape<2>& shape = side.moving.shape;
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return parts_of(*polygon);
    std::deque<TurningPart<2>> r(1);
    take_core(side, r[0].core);
    return r;
  }

  TurningEvent<2> what_of(const TurningPart<2>& part_a, const TurningPart<2>& part_b, double end) const {
    Turned<2> a{a_, part_a};
    Turned<2> b{b_, part_b};
    return turning_event(pair_of(a, b, window_.margin), end, asked_);
  }

  /// Finds the events of all pairs of parts of which one is a kite, or none is.
  void look_at_all(bool kites) {
    for (const TurningPart<2>& a : parts_a_)
      for (const TurningPart<2>& b : parts_b_)
        if ((a.is_kite || b.is_kite) == kites) look(a, b);
  }
  void look(const TurningPart<2>& a, const TurningPart<2>& b) {
    const TurningEvent<2> what = what_of(a, b, end_);
    if (what.unresolved || what.event.kind != Kind::None || what.event.touch) all_.push_back({&a, &b, what});
    end_ = std::min(end_, time_of(what));
  }

  static double time_of(const TurningEvent<2>& what) {
    if (what.unresolved) return what.event.lower;
    return what.event.kind == Kind::None ? kNever : what.event.upper;
  }
  static bool is_before(const TurningEvent<2>& p, const TurningEvent<2>& q) {
    if (time_of(p) != time_of(q)) return time_of(p) < time_of(q);
    const double touch_p = p.event.touch.value_or(kNever);
    const double touch_q = q.event.touch.value_or(kNever);
    if (touch_p != touch_q) return touch_p < touch_q;
    if (p.gap != q.gap) return p.gap < q.gap;
    return std::fabs(p.normal[0]) > std::fabs(q.normal[0]);  // of equals, whichever part is listed first
  }

  const TurningSide<2>& a_;
  const TurningSide<2>& b_;
  const QueryWindow& window_;
  QueryWindow asked_;  // of pairs of parts: all, as the parts' answers depend on each other
  double end_;         // [T] nothing that happens later matters any more
  std::deque<TurningPart<2>> parts_a_;
  std::deque<TurningPart<2>> parts_b_;
  std::vector<Found> all_;
};

}  // namespace

PairMeeting<2> turning_polygons_meet(const TurningSide<2>& a, const TurningSide<2>& b,
                                     const QueryWindow& window) {
  return PolygonMeeting(a, b, window).meet();
}

}  // namespace firsthit
