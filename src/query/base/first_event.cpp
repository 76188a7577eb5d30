#include "query/base/first_event.hpp"

#include "exact/root_finder.hpp"

#include <cstddef>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

std::size_t lowest_power(const Polynomial& p, std::size_t from) {
  std::size_t power = from;
  while (power <= p.degree() && p.sign_of_coefficient(power) == 0) ++power;
  return power;
}

/// Goes on from where the gap is above 0: the first root at which it changes its sign is the impact.
GapEvent next_impact(RootFinder& roots, GapEvent event, double guess) {
  while (const std::optional<Root> root = roots.next(guess)) {
    if (!event.touch) event.touch = root->lower;
    if (root->sign_after > 0) continue;  // touched without entering
    event.kind = Kind::Impact;
    event.lower = root->lower;
    event.upper = root->upper;
    return event;
  }
  return event;
}

/// The first summit of a gap that rises at the start.
std::optional<Root> first_summit(const Polynomial& gap, double start, double end) {
  const Polynomial rate = gap.derivative();
  RootFinder roots(rate.divided_by_power(lowest_power(rate, 0)), start, end);
  std::optional<Root> root = roots.next(start);
  while (root && root->sign_after > 0) root = roots.next(start);
  return root;
}

/// Starts inside and parting: either the two come apart, or they close again at the gap's first summit.
GapEvent event_from_inside(const Polynomial& gap, double start, double end, double guess) {
  GapEvent event;
  event.touch = start;
  RootFinder roots(gap, start, end);
  const std::optional<Root> summit = first_summit(gap, start, end);
  if (summit) {
    const int sign = gap.sign_at(summit->after);
    const bool out_before = sign >= 0 || roots.count_until(summit->after) > 0;
    if (!out_before) {
      event.kind = Kind::Overlap;
      event.lower = summit->lower;
      event.upper = summit->upper;
      return event;
    }
  }
  const std::optional<Root> exit = roots.next(start);
  if (!exit) return event;
  if (exit->sign_after > 0) return next_impact(roots, event, guess);
  event.kind = Kind::Impact;  // just reaches the surface, and falls back
  event.lower = exit->lower;
  event.upper = exit->upper;
  return event;
}

}  // namespace

GapEvent first_event(const Polynomial& gap, double start, double end, double guess) {
  GapEvent event;
  if (gap.is_zero()) {  // slides along for ever
    event.touch = start;
    return event;
  }
  const Polynomial from_start = start == 0.0 ? gap : gap.shifted(start);
  const int sign = from_start.sign_of_coefficient(0);
  const std::size_t power = lowest_power(from_start, 1);
  const int trend = from_start.sign_of_coefficient(power);
  if (sign <= 0) {
    event.touch = start;
    if (trend < 0) {
      event.kind = sign == 0 ? Kind::Impact : Kind::Overlap;
      event.lower = event.upper = start;
      return event;
    }
    if (sign < 0) return trend == 0 ? event : event_from_inside(from_start, start, end, guess);
  }
  if (trend == 0) return event;
  RootFinder roots(sign == 0 ? from_start.divided_by_power(power) : from_start, start, end);
  return next_impact(roots, event, guess);
}

}  // namespace firsthit
