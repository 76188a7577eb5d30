#pragma once

#include "core/never.hpp"
#include "exact/double_double.hpp"
#include "exact/double_order.hpp"
#include "exact/polynomial.hpp"
#include "query/ballistic/exact_pairs.hpp"
#include "query/ballistic/flight_proof.hpp"
#include "query/ballistic/root_guess.hpp"
#include "query/base/first_event.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

// The search for the first impact of a flight that begins apart, or parting: what is found is proven by
// rounded arithmetic, to neighbouring doubles. Derivation: docs/numerics/falling.md.
//
// A flight is seen from moments of its own: `flight.around(t)` is a view, whose polynomials count time from
// t, before it as well, and have nearly all of their digits there. Of a view:
//   guess(from)      where its first impact after `from` may be, or kNever; no answer depends on it
//   is_quiet(b, e)   is every gap that may count surely above 0 from b to e, or does it rise?
//   stays_quiet(t)   surely so at all times from t >= 0 on?
//   part(b, e)       which gap counts, surely one from b to e
//   gap(part)        that gap
// flight.exact_gap(part) is that gap in whole numbers.

namespace firsthit {

/// The view of a flight that has one gap only.
struct GapView {
  RoundedPolynomial whole;

  double guess(double from) const { return from + root_guess(from == 0.0 ? whole : whole.shifted(from)); }
  bool is_quiet(double begin, double end) const {
    return whole.surely_positive(begin, end) || whole.surely_rises(begin, end) ||
           (begin == 0.0 && whole.surely_rises_from_rest(end));
  }
  bool stays_quiet(double t) const { return whole.only_rises(t); }
  std::optional<Part> part(double /*begin*/, double /*end*/) const { return Part::Whole; }
  const RoundedPolynomial& gap(Part /*part*/) const { return whole; }
};

/// The doubles next to an impact that is surely the first, and with which part; or none until the end.
template <class Part>
struct FirstFall {
  std::optional<Part> part;  ///< if there is an impact
  double lower = 0.0;        ///< [T] as in GapEvent
  double upper = 0.0;
};

/// The part of the way to a guess that is left to the view from there. Larger: that has more to prove.
/// Smaller: the views from further away have. No answer depends on it, nor on the next.
inline constexpr double kNearGuess = 0x1p-10;
/// The part of the time of an impact in which its gap has to fall beyond doubt, if not longer. Smaller: more
/// stretches have to be proven to be quiet. Larger: grazes are left to the exact stage.
inline constexpr double kCloseGuess = 0x1p-36;
/// By this part of the time a guess may be wrong, as a rule.
inline constexpr double kGuessDoubt = 0x1p-44;

/// How finely a view looks ahead where it has no guess: at first coarsely, as one from further on may have.
inline constexpr double kCoarse = 0x1p-4;
inline constexpr double kFine = 0x1p-24;

/// Times that searches take: with moderate numbers, nothing that matters underflows or overflows.
inline constexpr double kShortestFall = 0x1p-200;
inline constexpr double kLongestFall = 0x1p200;

constexpr double double_before(double t) { return from_ordinal(ordinal(t) - 1); }
constexpr double double_after(double t) { return from_ordinal(ordinal(t) + 1); }

/// The exact sign of a gap now, of the view from now.
template <class Flight, class View, class Part>
int side_now(const Flight& flight, const View& view, Part part) {
  const RoundedPolynomial& gap = view.gap(part);
  const int sure = gap.sure_sign(0.0);
  return sure != 0 ? sure : flight.exact_gap(part).sign_of_coefficient(0);
}

/// What happens now, of the gap's exact sign: does it surely impact at once? If not, it has to part to be
/// followed further where it touches.
inline bool event_now(int side, const RoundedPolynomial& gap, GapEvent& event) {
  if (side > 0) return false;
  event.touch = 0.0;
  if (gap.sure_trend() >= 0) return false;
  event.kind = side == 0 ? GapEvent::Kind::Impact : GapEvent::Kind::Overlap;
  return true;
}

template <class Part>
void set_impact(const FirstFall<Part>& found, GapEvent& event) {
  event.kind = GapEvent::Kind::Impact;
  event.lower = found.lower;
  event.upper = found.upper;
  if (!event.touch) event.touch = found.lower;
}

/// How far it is surely quiet, from 0 on and until `end`: as far as that is told by steps of which the last
/// is no smaller than `fine` of the way. `step` is tried first.
template <class View>
double quiet_until(const View& view, double end, double step, double fine) {
  constexpr int kMostSteps = 400;
  constexpr double kLonger = 4.0;
  constexpr double kShorter = 0x1p-3;
  double reach = 0.0;
  for (int i = 0; i < kMostSteps && reach < end && step > kShortestFall; ++i) {
    const double next = std::min(reach + step, end);
    if (view.is_quiet(reach, next)) {
      reach = next;
      step *= kLonger;
      if (view.stays_quiet(reach)) return end;
    } else {
      step *= kShorter;
      if (step < fine * reach) break;
    }
  }
  return reach;
}

/// What is left to do once the time of an impact is known but for some doubles.
template <class Flight, class View>
class Settling {
 public:
  using Part = typename decltype(std::declval<View>().part(0.0, 0.0))::value_type;
  using Found = std::optional<FirstFall<Part>>;

  /// The view is that from `moment`.
  Settling(const Flight& flight, const View& view, double moment)
      : flight_(flight), view_(view), moment_(moment) {}

  /// Requires: all is quiet before `early`; the impact is about `near`.
  Found operator()(double early, double near) const {
    const DoubleDouble impact = exact_sum(moment_, near);
    if (!(near < moment_ && impact.high > kShortestFall)) return std::nullopt;
    const double lower = impact.low < 0.0 ? double_before(impact.high) : impact.high;
    if (falls(early, lower)) return among_doubles(early, lower);
    const double close = std::max(early, near - kCloseGuess * moment_);
    if (!is_quiet(early, close)) return std::nullopt;
    return falls(close, lower) ? among_doubles(close, lower) : between_doubles(close, near, lower);
  }

 private:
  static constexpr int kMostDoubles = 4;

  bool is_quiet(double begin, double end) const {
    return quiet_throughout(begin, end, [this](double b, double e) { return view_.is_quiet(b, e); });
  }

  /// Does one gap fall from `begin` until all doubles are over that may be the impact's?
  bool falls(double begin, double lower) const {
    const double end = from_ordinal(ordinal(lower) + kMostDoubles) - moment_;
    const std::optional<Part> part = view_.part(begin, end);
    return part && view_.gap(*part).surely_falls(begin, end);
  }

  int side(Part part, double t) const {
    const int sure = view_.gap(part).sure_sign(t - moment_);
    return sure != 0 ? sure : flight_.exact_gap(part).sign_at(Dyadic(t));
  }

  /// The only root of a gap that falls.
  Found among_doubles(double begin, double lower) const {
    const std::optional<Part> part = view_.part(begin, begin);
    int below = side(*part, lower);
    for (int i = 0; i < kMostDoubles && below < 0; ++i) below = side(*part, lower = double_before(lower));
    if (below < 0 || !(begin < lower - moment_)) return std::nullopt;
    for (int i = 0; i < kMostDoubles; ++i) {
      if (below == 0) return FirstFall<Part>{part, lower, lower};
      const double upper = double_after(lower);
      const int above = side(*part, upper);
      if (above < 0) return FirstFall<Part>{part, lower, upper};
      lower = upper;
      below = above;
    }
    return std::nullopt;
  }

  /// It may be left again before the next double, as by what goes far from one to the next.
  Found between_doubles(double begin, double near, double lower) const {
    const std::optional<Part> part = view_.part(begin, double_after(lower) - moment_);
    if (!part) return std::nullopt;
    if (side(*part, lower) < 0) lower = double_before(lower);
    const double since = lower - moment_;
    if (!(begin < since) || side(*part, lower) <= 0 || !is_quiet(begin, since)) return std::nullopt;
    const double upper = double_after(lower);
    const bool inside = side(*part, upper) < 0 || is_inside(*part, std::max(near, since), upper - moment_);
    return inside ? Found(FirstFall<Part>{part, lower, upper}) : std::nullopt;
  }

  /// Is the gap below 0 at some time from `begin` to `end`?
  bool is_inside(Part part, double begin, double end) const {
    for (double step = end - begin; step > 0x1p-8 * (end - begin); step *= 0.5)
      if (view_.gap(part).sure_sign(begin + step) < 0) return true;
    return false;
  }

  const Flight& flight_;
  const View& view_;
  double moment_;
};

/// The first impact, if it is about `there` and all is quiet until `quiet`.
template <class Flight>
auto impact_near(const Flight& flight, double quiet, double there) {
  using View = decltype(flight.around(there));
  constexpr int kMostViews = 4;
  typename Settling<Flight, View>::Found found;
  const auto is_usual = [quiet](double t) {
    return t > kShortestFall && t < kLongestFall && 0.5 * t <= quiet && 0.5 * quiet <= t;
  };
  for (int i = 0; i < kMostViews && is_usual(there); ++i) {
    const View view = flight.around(there);
    const double early = quiet - there;  // exact, as neither is more than twice the other
    double near = view.guess(std::max(early, -kGuessDoubt * there));
    if (near == kNever) near = view.guess(early);
    if (std::fabs(near) <= kGuessDoubt * there) return Settling(flight, view, there)(early, near);
    there += near;
  }
  return found;
}

/// The first impact until `end`. `scale`: a time in which it moves about as far as it is away. None if in
/// doubt.
template <class Flight, class View>
typename Settling<Flight, View>::Found first_fall(const Flight& flight, View view, double end, double scale) {
  constexpr int kMostViews = 24;
  double moment = 0.0;
  for (int i = 0; i < kMostViews; ++i) {
    const double guess = view.guess(0.0);
    const double left = moment == 0.0 ? end : double_after(end - moment);
    const double early = std::min(guess * (1.0 - kNearGuess), left);
    double reach = early;
    if (guess == kNever ? !view.stays_quiet(0.0) : !view.is_quiet(0.0, early))
      reach = quiet_until(view, early, std::min(scale, 0.5 * early), i < 2 ? kCoarse : kFine);
    typename Settling<Flight, View>::Found found;
    if (reach == left) return found.emplace();
    const double there = moment + guess;
    if (reach == early) {
      found = impact_near(flight, double_before(double_before(moment + early)), there);
      if (found && found->upper > end) found.emplace();
      if (found) return found;
    }
    // From further on more can be seen.
    const double before = moment;
    moment = moment == 0.0 ? reach : double_before(moment + reach);
    if (!(moment > std::max(before, kShortestFall) && moment < std::min(end, kLongestFall)))
      return std::nullopt;
    scale = reach;
    view = flight.around(moment);
  }
  return std::nullopt;
}

/// A gap's rate, as if that were a gap.
template <class Flight, class Part>
struct RateOfGap {
  const Flight& flight;
  Part part_of_flight;

  GapView around(double t) const { return {flight.around(t).gap(part_of_flight).rate(1.0)}; }
  Polynomial exact_gap(firsthit::Part /*part*/) const {
    return flight.exact_gap(part_of_flight).derivative();
  }
};

/// Do the two that overlap, and part at first, surely close again before they have come apart, with the same
/// part nearest until then?
template <class Flight, class Part>
bool closes_inside(const Flight& flight, Part part, double end, GapEvent& event) {
  const RateOfGap<Flight, Part> rate{flight, part};
  const auto summit = first_fall(rate, rate.around(0.0), end, flight.scale());
  if (!summit || !summit->part) return false;
  const auto late = flight.around(summit->upper);
  const double lower = summit->lower - summit->upper;
  if (!late.gap(part).surely_negative(lower, 0.0) || flight.around(0.0).part(0.0, summit->upper) != part)
    return false;
  event.kind = GapEvent::Kind::Overlap;
  event.lower = summit->lower;
  event.upper = summit->upper;
  return true;
}

}  // namespace firsthit
