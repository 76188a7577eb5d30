#include "query/turning/turning_event.hpp"

#include "core/vec_math.hpp"
#include "exact/sin_cos.hpp"
#include "query/turning/thin_crossing.hpp"
#include "query/turning/turning_gap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

/// [errors of a gap] A gap of 2^-24 of the size of the pair closes in so short a time that its parabola is
/// exact to rounding.
constexpr double kSoon = 0x1p23;

/// [1/T] How an axis' direction changes.
Vec<2> change_of(const TurningAxis<2>& axis) { return axis.rate * Vec<2>{-axis.normal[1], axis.normal[0]}; }
Vec<3> change_of(const TurningAxis<3>& axis) { return cross(axis.rate, axis.normal); }

template <int D>
class Advance {
 public:
  Advance(const TurningPair<D>& pair, double end, QueryTrace* trace)
      : pair_(pair), end_(end), trace_(trace) {}

  TurningEvent<D> run(double start) {
    start_ = start;
    r_.event.lower = start;
    if (!within_reach(start)) return unresolved();
    look(start);
    start_gap_ = gap_.gap;
    level_ = std::min(0.0, gap_.gap + 2.0 * now_.error);
    if (level_ < 0.0) r_.inside_until = std::numeric_limits<double>::infinity();
    for (std::size_t steps = 0; steps < kMostSteps; ++steps) {
      if (is_clear()) {
        if (has_crossed()) return impact(Kind::Impact);
        remember_clear();
      } else {
        touch();
        if (level_ < 0.0) {
          if (gap_.gap < level_ - 4.0 * now_.error) return impact(Kind::Overlap);
          rise();
        } else if (gap_.gap < -2.0 * now_.error) {
          return impact(Kind::Impact);
        }
      }
      if (now_.t >= end_) return ended();
      if (!step()) return unresolved();
    }
    return unresolved();
  }

 private:
  void look(double t) {
    now_ = at_instant(pair_, t);
    gap_ = gap_of(pair_, now_, hint_);
    if (trace_ != nullptr) ++trace_->steps;
  }

  /// Are they apart beyond doubt?
  bool is_clear() const { return gap_.gap > 2.0 * now_.error; }

  void remember_clear() {
    level_ = 0.0;
    r_.inside_until = std::min(r_.inside_until, now_.t);
    r_.event.lower = now_.t;
    clear_normal_ = gap_.normal;
  }

  void touch() {
    if (r_.event.touch) return;
    r_.event.touch = r_.event.lower;
    r_.normal = gap_.normal;
  }

  /// Who is in the other from the start, and parts, is let go until they close again.
  void rise() {
    const double risen = gap_.gap + 2.0 * now_.error;
    if (risen <= level_) return;
    level_ = std::min(0.0, risen);
    r_.event.lower = now_.t;
    clear_normal_ = gap_.normal;
  }

  TurningEvent<D> ended() {
    r_.gap = std::min(0.0, start_gap_);
    return r_;
  }

  /// It has happened by now, and not before the last instant at which they were clear.
  TurningEvent<D> impact(Kind kind) {
    r_.event.kind = kind;
    // Who is in the other from the start, and did not part, closes from the start.
    r_.event.upper = kind == Kind::Overlap && r_.event.lower == start_ ? start_ : now_.t;
    if (!r_.event.touch) r_.event.touch = r_.event.lower;
    r_.normal = is_zero(clear_normal_) ? gap_.normal : clear_normal_;
    r_.gap = std::min(0.0, level_);
    return r_;
  }

  TurningEvent<D> unresolved() {
    r_.unresolved = true;
    return r_;
  }

  /// To the next instant: as far as an axis proves that they stay apart; near a touch, that they come no
  /// deeper than the resolution.
  bool step() {
    const double resolution = kResolutionInErrors * now_.error + now_.blur;
    const double left = end_ - now_.t;
    double best = 0.0;
    if (gap_.gap > 6.0 * now_.error) best = longest_step(4.0 * now_.error, left);
    near_ = best == 0.0 || now_.t + best == now_.t;
    if (!near_ && gap_.gap < kSoon * now_.error && best < left) {
      // So near that the step ends where they nearly touch: no need to look there.
      const double clear = std::min(end_, later(now_.t, best));
      if (clear < end_) {
        near_ = true;
        r_.event.lower = clear;
        clear_normal_ = normal_after(clear - now_.t);
      }
    }
    if (near_) {
      touch();
      best = longest_step(level_ + now_.error - resolution, left);
    }
    if (best == 0.0) return false;
    const double t = best >= left ? end_ : std::min(end_, later(now_.t, best));
    if (!within_reach(t)) return false;
    look(t);
    return true;
  }

  /// The normal as the axis along it has turned within a short time.
  Vec<D> normal_after(double time) const { return gap_.normal + time * change_of(gap_.axes[0]); }

  double longest_step(double least, double left) const {
    double best = safe_step_of_balls(pair_, now_, least, left);
    for (std::size_t i = 0; i < gap_.axis_count && best < left; ++i)
      best = std::max(best, safe_step(pair_, now_, gap_.axes[i], least, left, best));
    return best;
  }

  bool within_reach(double t) const {
    return pair_.a.angle_within(t) <= kLargestAngle && pair_.b.angle_within(t) <= kLargestAngle;
  }

  /// Have thin shapes gone through each other since they were last clear?
  bool has_crossed() const {
    return near_ && !is_zero(clear_normal_) && crossed(pair_, r_.event.lower, now_.t);
  }

  const TurningPair<D>& pair_;
  double end_;
  double start_ = 0.0;
  double start_gap_ = 0.0;  // [L]
  QueryTrace* trace_;
  TurningInstant<D> now_;
  TurningGap<D> gap_;
  TurningHint<D> hint_;
  TurningEvent<D> r_;
  Vec<D> clear_normal_{};
  double level_ = 0.0;  // [L] the gap from which on they close: 0, or less if they overlap from the start
  bool near_ = false;   // does the last step prove no more than that they come no deeper than the resolution?
};

}  // namespace

template <int D>
TurningEvent<D> turning_event(const TurningPair<D>& pair, double end, QueryTrace* trace) {
  const std::optional<TurningWindow> window = window_of(pair, end);
  if (!window) return {};
  return Advance<D>(pair, window->end, trace).run(window->start);
}

template TurningEvent<2> turning_event(const TurningPair<2>&, double, QueryTrace*);
template TurningEvent<3> turning_event(const TurningPair<3>&, double, QueryTrace*);

}  // namespace firsthit
