#pragma once

#include "core/never.hpp"
#include "exact/double_double.hpp"
#include "exact/double_order.hpp"
#include "query/ballistic/flight_proof.hpp"

#include <algorithm>
#include <optional>

// The search for the first impact of a flight that begins apart, or parting: what is found is proven by
// rounded arithmetic, to neighbouring doubles. Derivation: docs/numerics/falling.md.
//
// A flight is seen from moments of its own: `flight.around(t)` is a view, whose polynomials count time from
// t, before it as well, and have nearly all of their digits there. Of a view:
//   guess(from)          where its first impact after `from` may be, or kNever; no answer depends on it
//   is_quiet(b, e)       is every gap that may count surely above 0 from b to e, or does it rise?
//   stays_quiet(t)       surely so at all times from t >= 0 on?
//   falls(b, e)          surely one gap counts from b to e, and it falls
//   is_inside(t)         is that gap surely below 0?
// And flight.side(view, moment, t): the exact sign of that gap at t; none where no gap is known to count.

namespace firsthit {

/// The doubles next to an impact that is surely the first; or there is none until the end.
struct FirstFall {
  bool impact = false;
  double lower = 0.0;  ///< [T] as in GapEvent
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

/// How far it is surely quiet, from 0 on and until `end`: as far as that is told by steps of which the last
/// is no smaller than `fine` of the way. `step` is tried first.
template <class View>
double quiet_until(const View& view, double end, double step, double fine) {
  constexpr int kMostSteps = 400;
  constexpr double kShorter = 0x1p-3;
  double reach = 0.0;
  for (int i = 0; i < kMostSteps && reach < end && step > kShortestFall; ++i) {
    const double next = std::min(reach + step, end);
    if (view.is_quiet(reach, next)) {
      reach = next;
      step *= 4.0;
      if (view.stays_quiet(reach)) return end;
    } else {
      step *= kShorter;
      if (step < fine * reach) break;
    }
  }
  return reach;
}

/// Between which doubles the impact is that the view from `moment`, next to it, shows. All is quiet before
/// `early`, which is below 0.
template <class Flight, class View>
std::optional<FirstFall> settled(const Flight& flight, const View& view, double moment, double early) {
  constexpr int kMostDoubles = 4;
  const auto quiet = [&view](double begin, double end) { return view.is_quiet(begin, end); };
  double near = view.guess(std::max(early, -kGuessDoubt * moment));
  if (near == kNever) near = view.guess(early);
  if (!(near < moment)) return std::nullopt;
  const DoubleDouble impact = exact_sum(moment, near);
  double lower = impact.low < 0.0 ? double_before(impact.high) : impact.high;
  const double close = near - kCloseGuess * moment;
  const bool is_close = !view.falls(early, double_after(double_after(lower)) - moment);
  if (is_close && close > early && !quiet_throughout(early, close, quiet)) return std::nullopt;
  const double begin = is_close ? std::max(early, close) : early;
  for (int i = 0; i < kMostDoubles; ++i) {
    const double upper = double_after(lower);
    const std::optional<int> below = flight.side(view, moment, lower);
    if (!below) return std::nullopt;
    if (*below < 0) {
      lower = double_before(lower);
      continue;
    }
    if (!(begin < lower - moment)) return std::nullopt;
    if (!view.falls(begin, upper - moment)) {
      // Into it and out of it between two doubles, as what goes far from one to the next.
      const double inside = std::max(near, lower - moment);
      double step = upper - moment - inside;
      for (int k = 0; k < 8 && !view.is_inside(inside + step); ++k) step *= 0.5;
      const bool sure =
          *below > 0 && view.is_inside(inside + step) && quiet_throughout(begin, lower - moment, quiet);
      return sure ? std::optional(FirstFall{true, lower, upper}) : std::nullopt;
    }
    if (*below == 0) return FirstFall{true, lower, lower};
    const std::optional<int> above = flight.side(view, moment, upper);
    if (!above) return std::nullopt;
    if (*above < 0) return FirstFall{true, lower, upper};
    lower = upper;
  }
  return std::nullopt;
}

/// The first impact until `end`. `scale`: a time in which it moves about as far as it is away. None if in
/// doubt.
template <class Flight, class View>
std::optional<FirstFall> first_fall(const Flight& flight, View view, double end, double scale) {
  constexpr int kMostViews = 24;
  double moment = 0.0;
  for (int i = 0; i < kMostViews; ++i) {
    const double guess = view.guess(0.0);
    const double left = moment == 0.0 ? end : double_after(end - moment);
    const double early = std::min(guess * (1.0 - kNearGuess), left);
    double reach = early;
    if (guess == kNever ? !view.stays_quiet(0.0) : !view.is_quiet(0.0, early))
      reach = quiet_until(view, early, std::min(scale, 0.5 * early), i < 2 ? kCoarse : kFine);
    if (reach == left) return FirstFall{};
    const double there = moment + guess;
    if (reach == early && there > kShortestFall && there < kLongestFall) {
      const double known = double_before(double_before(moment + early)) - there;
      std::optional<FirstFall> found = settled(flight, flight.around(there), there, known);
      if (found) {
        if (found->upper > end) found = FirstFall{};
        return found;
      }
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

}  // namespace firsthit
