#include "query/turning/turning_event.hpp"

#include "core/vec_math.hpp"
#include "exact/sin_cos.hpp"
#include "query/turning/base/turning_arc.hpp"
#include "query/turning/base/turning_gap.hpp"
#include "query/turning/thin_crossing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

/// How many instants are looked at before it is given up: enough for hundreds of turns of two that are near
/// each other all the time. Larger: such queries take longer before they are unresolved.
constexpr std::size_t kMostSteps = 20000;

/// t + step, rounded down, but at least the next double.
double later(double t, double step) {
  double r = t + step;
  if (r - t > step) r = std::nextafter(r, 0.0);
  return r > t ? r : std::nextafter(t, std::numeric_limits<double>::infinity());
}

/// [errors of a gap] Whether two that overlap from the start part or close is seen when the gap may have
/// changed by so much. Smaller: rounding would tell.
constexpr double kFirstLook = 4096.0;

/// [errors of a gap] Overlaps from the start that are no deeper get no deeper by more than an error between
/// two looks. Smaller: what hardly overlaps gets deeper unseen. Larger: many steps.
constexpr double kShallow = 64.0;

/// [errors of a gap] Two that overlap from the start close if their gap has fallen by so much. Smaller:
/// rounding would tell, as what is told is off by one error, or of boxes in space by two, downwards. Larger:
/// an overlap within the resolution may leave it unseen.
constexpr double kFallen = 3.0;

/// [rad] While they part, they are looked at again at least after such an angle.
constexpr double kLookAngle = 0.03125;
/// Of the gap: and before acceleration can have changed it by half of that.
constexpr double kLookBend = 0.03125;

/// [rad] The normal is told without a look while it turns by no more: to first order. Larger: it is off by
/// more than what corners are told by.
constexpr double kLargestTurn = 0x1p-12;

template <int D>
class Advance {
 public:
  Advance(const TurningPair<D>& pair, double end, const QueryWindow& asked)
      : pair_(pair), end_(end), asked_(asked) {}

  TurningEvent<D> run(double start) {
    start_ = start;
    r_.event.lower = start;
    if (!within_reach(start)) return unresolved();
    look(start);
    start_gap_ = gap_.gap;
    if (gap_.gap < -2.0 * now_.error && !leave()) return r_;
    for (std::size_t steps = 0; steps < kMostSteps; ++steps) {
      if (!is_clear()) touch();
      if (gap_.gap < -2.0 * now_.error) return impact();
      if (const auto crossing = crossing_since_clear()) return impact_of(*crossing);
      if (is_clear()) {
        remember_clear();
        if (now_.t > asked_.latest) return r_;
      }
      if (now_.t >= end_) {
        if (r_.inside_until > 0.0) r_.gap = start_gap_;
        return r_;
      }
      if (!step()) return unresolved();
    }
    return unresolved();
  }

 private:
  void look(double t) {
    const bool is_point = pair_.arc && !pair_.plane && pair_.b.corners().size() == 1;
    const Vec<D> side = is_point ? side_after(t - now_.t) : Vec<D>{};
    now_ = at_instant(pair_, t);
    gap_ = gap_now();
    if (dot(side, gap_.normal) < 0.0 && !is_clear()) gap_.normal = -gap_.normal;
    if (asked_.trace != nullptr) ++asked_.trace->steps;
  }

  TurningGap<D> gap_now() {
    if constexpr (D == 2)
      if (pair_.arc) return gap_of_arc(pair_, now_);
    return gap_of(pair_, now_, hint_);
  }

  /// Are they apart beyond doubt?
  bool is_clear() const { return gap_.gap > 2.0 * now_.error; }

  void remember_clear() {
    r_.event.lower = now_.t;
    clear_normal_ = gap_.normal;
  }

  void touch() {
    if (r_.event.touch) return;
    r_.event.touch = r_.event.lower;
    r_.normal = r_.event.lower == now_.t || is_zero(clear_normal_) ? gap_.normal : clear_normal_;
  }

  /// Who is in the other from the start, and parts, is let go until they close again, which is looked for at
  /// times so near that they cannot have come apart between. Returns false if that is the answer, or none.
  bool leave() {
    r_.inside_until = std::numeric_limits<double>::infinity();
    touch();
    double before = now_.t;
    Seen highest{now_.t, gap_.gap};
    double step = std::min(time_to_change(kFirstLook * now_.error), step_inside());
    for (std::size_t steps = 0; steps < kMostSteps; ++steps) {
      if (now_.t >= end_) {
        r_.gap = start_gap_;
        return false;
      }
      const double t = std::min(end_, later(now_.t, step));
      if (!within_reach(t)) break;
      look(t);
      // Thin ones that only touch may still cross elsewhere.
      if (gap_.gap >= (is_thin_arc() ? 2.0 : -2.0) * now_.error) {
        r_.inside_until = r_.event.lower = now_.t;
        clear_normal_ = gap_.normal;
        return true;
      }
      if (has_fallen(highest)) {
        close_again(before, highest);
        return false;
      }
      if (gap_.gap >= highest.gap) {
        before = highest.t;
        highest = {now_.t, gap_.gap};
      }
      step = step_inside();
    }
    r_.event.lower = highest.t;
    unresolved();
    return false;
  }

  /// [T] So long two that overlap do not come apart; or they hardly do, and get no deeper than the
  /// resolution, or by an error: half of that time, so that who goes up and comes down is seen on his way.
  double step_inside() const {
    const double left = end_ - now_.t;
    double step = time_to_change(-gap_.gap);
    if constexpr (D == 2) {
      // Half of it, as who is out beyond doubt when first seen again is known to have been.
      double inside = time_overlapping(pair_, now_, gap_.normal, left);
      if (inside < left) inside *= 0.5;
      if (inside > step) step = std::max(step, std::min(inside, longest_step(1.5 * gap_.gap, left)));
    }
    if (gap_.gap > -kShallow * now_.error) {
      const double deepest = std::min(deepest_unseen(), gap_.gap - now_.error);
      double proven = longest_step(deepest, left);
      if (proven < left || deepest < deepest_unseen()) proven *= 0.5;
      step = std::max(time_to_change(now_.error), std::min(proven, step_of_opening()));
    }
    const double most_bent = bend_along_normal() + (end_ - now_.t) * now_.jerk_size;
    if (most_bent > 0.0) step = std::min(step, std::sqrt(-kLookBend * gap_.gap / most_bent));
    return std::min(step, kLookAngle / std::max(pair_.a.rate(), pair_.b.rate()));
  }

  /// [L/T^2] At most so fast, to first order, the rate of the gap changes: by acceleration along the normal,
  /// and as axes turn with the bodies. What they do along each other's sides does not count.
  double bend_along_normal() const {
    if (pair_.arc) return now_.acceleration_size;
    const double rate = pair_.a.rate() + pair_.b.rate();
    const double reach = pair_.a.reach() + pair_.b.reach();
    const double bend =
        std::fabs(dot(gap_.normal, now_.acceleration)) + rate * (2.0 * now_.speed + rate * reach);
    return std::min(bend, now_.acceleration_size);
  }

  /// [T] So long an arc's opening does not pass by.
  double step_of_opening() const {
    if constexpr (D == 2)
      if (pair_.arc && !pair_.arc->is_whole) return 0.25 * opening_of(*pair_.arc) / fastest();
    return std::numeric_limits<double>::infinity();
  }

  double resolution() const { return kResolutionInErrors * now_.error + now_.blur; }
  /// [L] A gap that is higher, as computed, is within the resolution.
  double deepest_unseen() const { return now_.error - resolution(); }

  struct Seen {
    double t;    // [T]
    double gap;  // [L]
  };

  bool has_fallen(const Seen& highest) const { return gap_.gap < highest.gap - kFallen * now_.error; }

  /// Between `before` and now the gap is highest near `highest`: narrows that down, and when it has become
  /// deeper since.
  void close_again(double before, Seen highest) {
    double deeper = now_.t;
    double after = deeper;
    constexpr int kRounds = 60;
    for (int round = 0; round < kRounds && highest.t > start_ && after - before > 0x1p-40 * after; ++round) {
      const bool is_left = highest.t - before > after - highest.t;
      const double t = is_left ? before + 0.5 * (highest.t - before) : highest.t + 0.5 * (after - highest.t);
      look(t);
      const bool is_higher = gap_.gap > highest.gap;
      if (is_higher) (is_left ? after : before) = highest.t;
      if (!is_higher) (is_left ? before : after) = t;
      if (is_higher) highest = {t, gap_.gap};
      if (before > asked_.latest) return;
    }
    r_.event.kind = Kind::Overlap;
    r_.event.lower = r_.event.upper = highest.t;
    if (asked_.only_when) return;
    double not_deeper = highest.t;
    for (int round = 0; round < kRounds && deeper - not_deeper > 0x1p-40 * deeper; ++round) {
      const double t = not_deeper + 0.5 * (deeper - not_deeper);
      look(t);
      (has_fallen(highest) ? deeper : not_deeper) = t;
    }
    look(highest.t);
    r_.event.upper = highest.t > start_ ? deeper : start_;
    r_.normal = gap_.normal;
    r_.gap = gap_.gap;
  }

  /// [T] In so long a time, at least, the gap does not change by `change` [L]: a third of it by each
  /// derivative of the path.
  double time_to_change(double change) const {
    const double left = end_ - now_.t;
    double time = change / (3.0 * fastest());
    if (now_.acceleration_size > 0.0)
      time = std::min(time, std::sqrt(change / (3.0 * now_.acceleration_size)));
    if (now_.jerk_size > 0.0) time = std::min(time, change / (now_.jerk_size * left * left));
    return time;
  }

  /// It has happened by now, and not before the last instant at which they were clear.
  TurningEvent<D> impact() {
    r_.event.kind = Kind::Impact;
    r_.event.upper = now_.t;
    if (!r_.event.touch) r_.event.touch = r_.event.lower;
    r_.normal = is_zero(clear_normal_) ? gap_.normal : clear_normal_;
    return r_;
  }

  TurningEvent<D> impact_of(const Crossing<D>& crossing) {
    impact();
    r_.event.lower = crossing.before;
    r_.event.upper = crossing.after;
    if (!is_zero(crossing.normal)) r_.normal = crossing.normal;
    return r_;
  }

  TurningEvent<D> unresolved() {
    r_.unresolved = true;
    return r_;
  }

  /// To the next instant: as far as an axis proves that they stay apart; near a touch, that they come no
  /// deeper than the resolution.
  bool step() {
    const double left = end_ - now_.t;
    double best = 0.0;
    const double enough = asked_.enough_from(now_.t);
    if (gap_.gap > 6.0 * now_.error) best = longest_step(4.0 * now_.error, left, enough);
    if (best > 0.0 && best > enough) {
      near_ = false;
      now_.t = std::min(end_, later(now_.t, best));  // nobody asks for what is to be seen there
      return true;
    }
    near_ = best == 0.0 || now_.t + best == now_.t;
    const std::optional<double> touched = r_.event.touch;
    bool is_soon = !near_ && gap_.gap < kSharp * now_.error && best * fastest() < 16.0 * gap_.gap;
    const double clear = std::min(end_, later(now_.t, best));
    is_soon = is_soon && clear < end_ && size_of(gap_.axes[0].rate) * best < kLargestTurn;
    if (is_soon) {
      // A gap that small, 2^-27 of the pair's size, which closes about as fast as it may, is a parabola to
      // rounding: the step ends where they nearly touch, and there is no need to look there.
      near_ = true;
      r_.event.lower = clear;
      clear_normal_ = normal_after(clear - now_.t);
      touch();
    }
    if (near_) {
      if (gap_.gap <= 6.0 * now_.error) touch();
      best = longest_step(deepest_unseen(), left);
      if (is_thin_arc()) best = std::min(best, short_step(resolution()));
    }
    if (best == 0.0) return false;
    double t = best >= left ? end_ : std::min(end_, later(now_.t, best));
    if (is_soon) t = std::max(t, clear);
    if (t == end_ && !near_) {
      now_.t = end_;  // nothing is to be seen there, and it may be too late to turn to
      return true;
    }
    if (!within_reach(t)) return false;
    const double from = now_.t;
    look(t);
    if (!near_) {
      // Proven by the step; but errors grow, and from which side they come is to be seen.
      while (!is_clear() && from + 0.5 * (now_.t - from) < now_.t) look(from + 0.5 * (now_.t - from));
      remember_clear();
    }
    if (is_soon && is_clear() && !crossing_since_clear()) {
      // It has not met what it was to meet: a closer look.
      r_.event.touch = touched;
      near_ = false;
      look(r_.event.lower);
    }
    return true;
  }

  /// Of a point beside an arc a gap within its error does not tell the side: it is that of before, if it has
  /// not turned too far since.
  Vec<D> side_after(double time) const {
    const bool is_known = gap_.axis_count > 0 && size_of(gap_.axes[0].rate) * std::fabs(time) < 1.0;
    return is_known ? normal_after(time) : Vec<D>{};
  }

  bool is_thin_arc() const {
    return pair_.arc && !pair_.plane && pair_.radii == 0.0 && pair_.b.corners().size() <= 2;
  }

  /// [T] Of one that may go through, it is to be seen soon: each such step in a row may be twice as long.
  double short_step(double resolution) {
    if (is_clear() || near_step_ == 0.0) near_step_ = 64.0 * resolution / fastest();
    return std::exchange(near_step_, 2.0 * near_step_);
  }

  /// The normal as the axis along it has turned after a time.
  Vec<D> normal_after(double time) const {
    return turned(TurningAxis<D>{gap_.normal, gap_.axes[0].rate}, time).normal;
  }

  /// [L/T] No place of one moves faster, seen from the other, to first order.
  double fastest() const {
    return now_.speed + (pair_.a.rate() * pair_.a.reach() + pair_.b.rate() * pair_.b.reach());
  }

  double longest_step(double least, double left) const { return longest_step(least, left, left); }
  /// More than `enough` need not be the longest.
  double longest_step(double least, double left, double enough) const {
    if constexpr (D == 2)
      if (pair_.arc) return safe_step_of_arc(pair_, now_, gap_, least, left);
    double best = safe_step_of_balls(pair_, now_, least, left);
    for (std::size_t i = 0; i < gap_.axis_count && best < left && best <= enough; ++i)
      best = std::max(best, safe_step(pair_, now_, gap_.axes[i], least, left, best));
    return best;
  }

  bool within_reach(double t) const {
    return pair_.a.angle_within(t) <= pair_.a.furthest_angle() &&
           pair_.b.angle_within(t) <= pair_.b.furthest_angle();
  }

  /// How thin shapes have gone through each other since they were last clear, if they have.
  std::optional<Crossing<D>> crossing_since_clear() const {
    if (!near_ || is_zero(clear_normal_)) return std::nullopt;
    const double from = r_.event.lower;
    if constexpr (D == 2)
      if (pair_.arc)
        return arc_crossed(pair_, from, now_.t) ? std::optional(Crossing<D>{from, now_.t}) : std::nullopt;
    return crossed(pair_, from, now_.t);
  }

  const TurningPair<D>& pair_;
  double end_;
  double start_ = 0.0;
  double start_gap_ = 0.0;  // [L]
  const QueryWindow& asked_;
  TurningInstant<D> now_;
  TurningGap<D> gap_;
  TurningHint<D> hint_;
  TurningEvent<D> r_;
  Vec<D> clear_normal_{};
  double near_step_ = 0.0;  // [T]
  bool near_ = false;  // does the last step prove no more than that they come no deeper than the resolution?
};

}  // namespace

template <int D>
TurningEvent<D> turning_event(const TurningPair<D>& pair, double end, const QueryWindow& asked) {
  const std::optional<TurningWindow> window = window_of(pair, end);
  return window ? turning_event(pair, *window, asked) : TurningEvent<D>{};
}

template <int D>
TurningEvent<D> turning_event(const TurningPair<D>& pair, const TurningWindow& window,
                              const QueryWindow& asked) {
  if (window.start > asked.latest) return {};
  return Advance<D>(pair, window.end, asked).run(window.start);
}

template TurningEvent<2> turning_event(const TurningPair<2>&, double, const QueryWindow&);
template TurningEvent<2> turning_event(const TurningPair<2>&, const TurningWindow&, const QueryWindow&);
template TurningEvent<3> turning_event(const TurningPair<3>&, double, const QueryWindow&);
template TurningEvent<3> turning_event(const TurningPair<3>&, const TurningWindow&, const QueryWindow&);

}  // namespace firsthit
