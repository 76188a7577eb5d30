#include "world/prediction/turning_predictor.hpp"

#include "core/vec_math.hpp"
#include "query/pairs/turning/turning_pairs.hpp"

#include <firsthit/distance.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

// When those of which one turns enter and leave each other. Entering is what an impact is to those who
// bounce. As long as they are d deep in each other, no place of the one passes the other faster than V now,
// and by no more than A faster each unit of time, they do not part before V h + A h^2 / 2 = d: so leaving is
// found by steps.

namespace firsthit {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Steps are no shorter than such a depth would allow, in parts of the reach of both. Smaller: more steps
/// where they part slowly. Larger: a stay that is as shallow may go unseen.
constexpr double kLeastStep = 0x1p-40;

/// So many times they may enter and leave within a window; what comes then is looked at when it ends.
constexpr int kMostCrossings = 64;

/// So many windows are looked through at a time.
constexpr int kMostWindows = 4;

/// More than what rounds where balls around both are told apart.
constexpr double kSlack = 0x1p-20;

/// Where a query remains unresolved, parts of its window are looked at instead, and parts of these.
constexpr double kShorter = 0x1p-6;
constexpr double kShortest = 0x1p-24;

template <int D>
Placed<D> placed(const Moving<D>& moving) {
  return {moving.shape, course(moving).position, course(moving).orientation};
}

}  // namespace

/// [L] How deep they are in each other; below 0 if they are not.
template <int D>
double TurningPredictor<D>::depth_at(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                     const Instant& time) const {
  const Two two = two_at(records, pair, time);
  return -distance(placed(two.a), placed(two.b)).distance;
}

/// [L/T] No place of the one passes the other faster, but for what gravity adds.
template <int D>
double TurningPredictor<D>::passing_speed(const Two& two, const OrderedPair<D>& pair) const {
  const auto of_turning = [&](Id id, double rate) {
    return table_.solid(id).plane ? 0.0 : rate * table_.solid(id).extent;
  };
  return firsthit::length(course(two.b).velocity - course(two.a).velocity) +
         of_turning(two.turned ? pair.high : pair.low, rate_of(two.a).rate) +
         of_turning(two.turned ? pair.low : pair.high, rate_of(two.b).rate);
}

/// [L/T^2] So much gravity adds to that.
template <int D>
double TurningPredictor<D>::passing_acceleration(const Two& two) const {
  return firsthit::length(course(two.b).acceleration - course(two.a).acceleration);
}

/// [T] After `start`, from `t` on, when they have left each other; infinite if not within `length`.
template <int D>
double TurningPredictor<D>::leave(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                  const Instant& start, double t, double length, double reach) const {
  double depth = depth_at(records, pair, flight_.timebase().after(start, t));
  do {
    const Two two = two_at(records, pair, flight_.timebase().after(start, t));
    const double speed = passing_speed(two, pair);
    const double way = std::max(depth, kLeastStep * reach);
    const double step =
        2.0 * way / (speed + std::sqrt(speed * speed + 2.0 * passing_acceleration(two) * way));
    if (!(t + step <= length)) return kInfinite;
    t += step;
    depth = depth_at(records, pair, flight_.timebase().after(start, t));
  } while (depth > 0.0);
  return t;
}

/// [T] After `start`, from `t` on, when they enter each other; infinite if not within `length`.
template <int D>
double TurningPredictor<D>::enter(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                  const Instant& start, double t, double length) const {
  double part = length - t;
  while (t < length) {
    const Two two = two_at(records, pair, flight_.timebase().after(start, t));
    const PairMeeting<D> meeting = turning_meet(two.a, two.b, QueryWindow{part});
    if (meeting.unresolved && part > kShortest * length) {
      part *= kShorter;
      continue;
    }
    if (meeting.event.kind == GapEvent::Kind::Overlap) return t + meeting.event.lower;
    if (meeting.event.kind != GapEvent::Kind::None) return t + meeting.event.upper;
    t += part;
    part = std::min(part / kShorter, length - t);
  }
  return kInfinite;
}

/// When they enter, or leave, in a window of `length` [T] that begins at `start`, but not before `now`.
template <int D>
Instant TurningPredictor<D>::cross(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                   const Instant& start, double length, double reach, bool inside,
                                   const Instant& now) const {
  const Instant known = later(start, now);
  const Two two = two_at(records, pair, start);
  const double way =
      firsthit::length(course(two.b).position - course(two.a).position) - (1.0 + kSlack) * reach;
  const bool is_bounded = !std::holds_alternative<HalfSpace<D>>(two.a.shape);
  const bool is_far = is_bounded && way > (1.0 + kSlack) * length *
                                              (passing_speed(two, pair) + length * passing_acceleration(two));
  if (is_far) return inside ? known : kEndOfTime;
  bool is_inside = depth_at(records, pair, start) > 0.0;
  double t = 0.0;
  for (int i = 0; i < kMostCrossings; ++i) {
    const double next =
        is_inside ? leave(records, pair, start, t, length, reach) : enter(records, pair, start, t, length);
    const Instant at = next <= length ? flight_.timebase().after(start, next) : kEndOfTime;
    if (known < at) return is_inside == inside ? at : known;  // it is so already, but for rounding
    if (known <= at && is_inside == inside) return at;
    is_inside = !is_inside;
    t = next;
  }
  return kEndOfTime;
}

template <int D>
TurningMeeting TurningPredictor<D>::pass(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                         bool inside, const Instant& now) const {
  const Instant& start = later(records[pair.low].clock, records[pair.high].clock);
  const Two two = two_at(records, pair, start);
  const double reach = reach_of(pair);
  const double length = window_of(two, reach);
  if (length == kInfinite) {
    const bool changes = (depth_at(records, pair, now) > 0.0) != inside;
    return changes ? TurningMeeting{now, true} : TurningMeeting{};
  }
  const Timebase& timebase = flight_.timebase();
  const double elapsed = std::max(timebase.between(start, now), 0.0);
  double window = std::floor(elapsed / length);
  for (int i = 0; i < kMostWindows; ++i, window += 1.0) {
    const Instant begin = timebase.after(start, window * length);
    if (begin == kEndOfTime) return {};
    const Instant found = cross(records, pair, begin, length, reach, inside, now);
    if (found != kEndOfTime) return {found, true};
  }
  return {timebase.after(start, window * length), false};
}

template TurningMeeting TurningPredictor<2>::pass(std::span<const Record<2>>, const OrderedPair<2>&, bool,
                                                  const Instant&) const;
template TurningMeeting TurningPredictor<3>::pass(std::span<const Record<3>>, const OrderedPair<3>&, bool,
                                                  const Instant&) const;

}  // namespace firsthit
