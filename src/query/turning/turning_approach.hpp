#pragma once

#include "query/base/query_window.hpp"
#include "query/turning/base/turning_course.hpp"
#include "query/turning/turning_event.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace firsthit {

/// What became of two that come from apart. Contact tells where they meet.
template <int D, class Contact>
struct TurningApproach {
  /// Nothing, or an impact; none if it takes a closer look, from `clear` on.
  std::optional<TurningEvent<D>> event;
  double clear = 0.0;              ///< [T] from the window's start until then they are apart
  std::optional<Contact> contact;  ///< of an impact, if it is a simple one, and asked for
};

/// t + step, rounded down by a digit, but at least the next double.
inline double surely_before(double t, double step) {
  const double r = t + step;
  const double lower = r - r * 0x1p-52;
  return lower > t ? lower : std::nextafter(t, std::numeric_limits<double>::infinity());
}

/// Follows two from the start of a window while they are apart beyond doubt, and to their impact if that is
/// as sharp as most are: what `turning_event` does, for less. `Two` knows both:
/// - `bool reaches(double t) const`: may it look there?
/// - `void look(double t)`: puts both where they are then.
/// - `double error() const`, `double blur() const` [L]: of gaps, and what a digit of t moves.
/// - `bool find()`: finds an axis that parts them; `double gap() const` [L]: along it, or less.
/// - `double step(double least, double longest, double enough)` [T]: so long they stay apart by more than
///   `least`; what is longer than `enough` need not be the longest that can be told.
/// - `const TurningCourse& first() const`: of what comes nearest first then.
/// - `double deep() const` [L]: so far below its zero they are in each other.
/// - `bool overlap()`: are they in each other beyond doubt?
/// - `Vec<D> tell(double clear, std::optional<Contact>&)`: the normal, and where they met, shortly before.
template <int D, class Contact, class Two>
TurningApproach<D, Contact> follow(Two& two, const TurningWindow& window, const QueryWindow& asked) {
  constexpr int kMostLooks = 1000;   // before others are asked, who begin where these end
  constexpr int kMostMisjudged = 2;  // impacts that were none: they hardly miss each other
  int misjudged = 0;
  TurningApproach<D, Contact> r;
  const auto look = [&](double t) {
    if (asked.trace != nullptr) ++asked.trace->steps;
    two.look(t);
  };
  r.clear = window.start;
  double clear = window.start;  // [T] when they were seen apart last
  for (int looks = 0; looks < kMostLooks && two.reaches(r.clear); ++looks) {
    const double t = r.clear;
    look(t);
    const bool has_axis = two.find();
    const double error = two.error();
    const bool is_clear = two.gap() > 6.0 * error;
    if (!has_axis || two.gap() < 3.0 * error || (!is_clear && looks == 0)) {
      r.clear = clear;  // errors grow: who looks closer is to see from which side they come
      return r;
    }
    clear = t;
    const double left = window.end - t;
    if (left <= 0.0) {
      r.event.emplace();
      return r;
    }
    const double resolution = kResolutionInErrors * error + two.blur();
    const double enough = is_clear ? asked.enough_from(t) : left;
    const double safe = two.step(is_clear ? 4.0 * error : error - resolution, left, enough);
    const double next = safe < left ? surely_before(t, safe) : window.end;
    if (is_clear && (next >= window.end || next > asked.latest)) {
      r.event.emplace();
      return r;
    }
    double upper = next;
    if (is_clear) upper = sharp_landing(two.first(), t, next - t, two.deep() + two.blur(), error);
    const bool lands = upper < window.end && (!is_clear || upper > 0.0) && two.reaches(upper);
    if (lands) {
      look(upper);
      if (two.overlap()) {
        const double lower = is_clear ? next : t;
        r.event.emplace().event = {GapEvent::Kind::Impact, lower, upper, lower};
        if (!asked.only_when) r.event->normal = two.tell(lower, r.contact);
        return r;
      }
      ++misjudged;
    }
    if (!is_clear || misjudged > kMostMisjudged) return r;
    r.clear = next;
  }
  return r;
}

}  // namespace firsthit
