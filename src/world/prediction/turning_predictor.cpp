#include "world/prediction/turning_predictor.hpp"

#include "core/vec_math.hpp"
#include "geometry/kept_tops.hpp"
#include "query/convex/contact/contact.hpp"
#include "query/pairs/turning/turning_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <variant>

namespace firsthit {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// A window is so many times as long as the fastest of the two needs to turn by a radian, or to come on by
/// the reach of both. Larger: more is told that nobody asks for. Smaller: more windows.
constexpr double kWindow = 8.0;

/// Where one is followed step by step, from the window's begin, they are so many times shorter: so that it
/// does not come away from where it is told to be by another begin. Larger: more windows. Smaller: what its
/// motion makes of roundings shows.
constexpr double kShorterIfStepped = 4.0;

/// So many windows are looked through at a time.
constexpr int kMostWindows = 4;

/// Where a query remains unresolved, parts of its window are looked at instead, and parts of these.
constexpr double kShorter = 0x1p-6;
constexpr int kMostCuts = 4;

/// Of a window: whoever asks at its end is still in it.
constexpr double kEdge = 0x1p-40;

/// More than what rounds where balls around both are told apart.
constexpr double kSlack = 0x1p-20;

/// While two balls that are `reach` [L] apart when they touch, on straight or falling courses, may touch.
template <int D>
TurningPassage ball_passage(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double reach) {
  const double sigma = (1.0 + kSlack) * reach + kSlack * max_abs(d);
  const double c = length_squared(d) - sigma * sigma;
  if (!is_zero(g)) {
    const double way = length(d) - sigma;
    if (!(way > 0.0)) return {};
    const double speed = length(v);
    return {(1.0 - kSlack) * 2.0 * way / (speed + std::sqrt(speed * speed + 2.0 * length(g) * way)),
            kInfinite};
  }
  const double a = length_squared(v);
  const double b = dot(d, v);
  if (!(a > 0.0)) return c > 0.0 ? TurningPassage{kInfinite, 0.0} : TurningPassage{};
  const double square = b * b - a * c;
  if (square < -kSlack * b * b || (c > 0.0 && b >= 0.0)) return {kInfinite, 0.0};
  const double root = std::sqrt(std::max(square, 0.0));
  return {c > 0.0 ? (1.0 - kSlack) * c / (root - b) : 0.0, (1.0 + kSlack) * (root - b) / a};
}

/// The same of a ball and what is solid below a height: `gap` [L] of its centre over it.
TurningPassage passage_over(double gap, double rate, double fall, double reach) {
  const double way = (1.0 - kSlack) * gap - (1.0 + kSlack) * reach;
  if (!(way > 0.0)) return {};
  if (fall == 0.0)
    return rate < 0.0 ? TurningPassage{(1.0 - kSlack) * way / -rate, kInfinite}
                      : TurningPassage{kInfinite, 0.0};
  const double speed = std::fabs(rate);
  return {(1.0 - kSlack) * 2.0 * way / (speed + std::sqrt(speed * speed + 2.0 * std::fabs(fall) * way)),
          kInfinite};
}

template <int D>
TurningPassage passage_of(const Moving<D>& a, const Moving<D>& b, double reach) {
  const RigidCourse<D> of_a = course(a);
  const RigidCourse<D> of_b = course(b);
  const Vec<D> d = of_b.position - of_a.position;
  const Vec<D> v = of_b.velocity - of_a.velocity;
  const Vec<D> g = of_b.acceleration - of_a.acceleration;
  const auto* plane = std::get_if<HalfSpace<D>>(&a.shape);
  if (plane == nullptr) return ball_passage(d, v, g, reach);
  const double size = length(plane->normal);
  return passage_over((dot(plane->normal, d) - plane->offset) / size, dot(plane->normal, v) / size,
                      dot(plane->normal, g) / size, reach);
}

}  // namespace

template <int D>
RigidCourse<D> course(const Moving<D>& moving) {
  if (const auto* m = std::get_if<Spinning<D>>(&moving.motion))
    return {m->position, m->velocity, m->acceleration, m->orientation};
  const auto& m = std::get<Tumbling<D>>(moving.motion);
  return {m.position, m.velocity, m.acceleration, m.orientation};
}

template <int D>
TurningRate rate_of(const Moving<D>& moving) {
  if (const auto* m = std::get_if<Spinning<D>>(&moving.motion)) return {speed_of(m->angular_velocity)};
  if constexpr (D == 3) {
    const auto& m = std::get<Tumbling<D>>(moving.motion);
    const std::shared_ptr<FreeTop> top = kept_top(m.orientation, m.angular_velocity, m.inertia);
    return {top->fastest(), top->is_stepped()};
  }
  return {};
}

template <int D>
Motion<D> TurningPredictor<D>::motion_of(Id id, const Record<D>& record, const Instant& time) const {
  Spinning<D> motion;
  if (!table_.moves(id)) return motion;
  motion.velocity = flight_.velocity_at(id, record, time);
  if (flight_.falls()) motion.acceleration = flight_.acceleration(id);
  if (!table_.turns(id)) return motion;
  const Spin<D> spin = spins_.at(id, time, flight_.timebase());
  motion.orientation = spin.stands();
  motion.angular_velocity = spin.velocity;
  if (spins_.is_top(id))
    return Tumbling<D>{motion.position,    motion.velocity,     spin.velocity,
                       motion.orientation, motion.acceleration, {},
                       spins_.top(id)};
  return motion;
}

/// Both, seen from the place of the first of the pair.
template <int D>
auto TurningPredictor<D>::two_at(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                 const Instant& time) const -> Two {
  const Record<D>& low = records[pair.low];
  if (pair.high >= kFirstSide) {
    const std::size_t axis = side_axis(pair.high);
    const bool upper = side_is_upper(pair.high);
    HalfSpace<D> wall;
    wall.normal[axis] = upper ? -1.0 : 1.0;
    Spinning<D> rests;
    rests.position[axis] =
        (upper ? space_.max[axis] : space_.min[axis]) - flight_.place_at(pair.low, low, time).position[axis];
    return {{wall, rests}, {table_.shape(pair.low), motion_of(pair.low, low, time)}, true};
  }
  const Record<D>& high = records[pair.high];
  Two two{{table_.shape(pair.low), motion_of(pair.low, low, time)},
          {table_.shape(pair.high), motion_of(pair.high, high, time)},
          false};
  const Vec<D> place = flight_.separation(pair.low, low, pair.high, high, pair.image, time);
  if (auto* tumbles = std::get_if<Tumbling<D>>(&two.b.motion))
    tumbles->position = place;
  else
    std::get<Spinning<D>>(two.b.motion).position = place;
  two.turned = std::holds_alternative<HalfSpace<D>>(two.b.shape);
  if (two.turned) std::swap(two.a, two.b);
  return two;
}

/// [T] How long windows are of two that reach so far [L] in all; infinite if neither moves.
template <int D>
double TurningPredictor<D>::window_of(const Two& two, double reach) const {
  const RigidCourse<D> a = course(two.a);
  const RigidCourse<D> b = course(two.b);
  const auto of_turning = [](const Moving<D>& moving) {
    const TurningRate turns = rate_of(moving);
    return turns.is_stepped ? kShorterIfStepped * turns.rate : turns.rate;
  };
  const double rate = std::max({of_turning(two.a), of_turning(two.b), length(b.velocity - a.velocity) / reach,
                                std::sqrt(length(b.acceleration - a.acceleration) / reach)});
  return rate > 0.0 ? std::ldexp(1.0, std::ilogb(kWindow / rate)) : kInfinite;
}

/// [L] Of both together.
template <int D>
double TurningPredictor<D>::reach_of(const OrderedPair<D>& pair) const {
  double reach = 0.0;
  for (const Id id : {pair.low, pair.high})
    if (id < kFirstSide && !table_.solid(id).plane) reach += table_.solid(id).extent;
  return reach;
}

/// Looks through `length` [T] from `begin` [T] after the start on; where that is too much, through parts
/// of it from `elapsed` on.
template <int D>
TurningMeeting TurningPredictor<D>::look(const Question& asked, double begin, double length,
                                         int depth) const {
  const Timebase& timebase = flight_.timebase();
  const Instant from = timebase.after(asked.start, begin);
  if (from == kEndOfTime) return {};
  const QueryWindow window{
      .end = length, .margin = 0.0, .trace = nullptr, .latest = asked.latest - begin, .only_when = true};
  const auto meeting_of = [&](const Two& two) { return turning_meet(two.a, two.b, window); };
  const PairMeeting<D> meeting =
      meeting_of(from == asked.start ? asked.two : two_at(asked.records, asked.pair, from));
  if (!meeting.unresolved) {
    if (meeting.event.kind == GapEvent::Kind::None) return {kEndOfTime, false, window.latest < length};
    const bool overlaps = meeting.event.kind == GapEvent::Kind::Overlap;
    return {timebase.after(from, overlaps ? meeting.event.lower : meeting.event.upper), true, false};
  }
  if (depth == kMostCuts) return {};  // they hardly part: what comes of it is seen when they overlap
  return look_on(asked, {begin, begin + length}, kShorter * length, depth + 1);
}

/// Through some windows of `length` [T], those from `elapsed` on, of a time.
template <int D>
TurningMeeting TurningPredictor<D>::look_on(const Question& asked, const TurningPassage& passage,
                                            double length, int depth) const {
  const double first = depth == 0 ? 0.0 : passage.begin;  // windows count from the start
  const double from = std::max(asked.elapsed * (1.0 - kEdge), passage.begin) - first;
  double window = std::floor(std::max(from, 0.0) / length);
  for (int i = 0; i < kMostWindows; ++i, window += 1.0) {
    const double begin = first + window * length;
    if (!(begin < passage.end)) return {};
    if (std::max(begin, passage.begin) > asked.latest) return {kEndOfTime, false, true};
    const TurningMeeting found = look(asked, begin, length, depth);
    if (found.time != kEndOfTime || found.is_later) return found;
  }
  const double end = first + window * length;
  return end < passage.end ? TurningMeeting{flight_.timebase().after(asked.start, end), false, false}
                           : TurningMeeting{};
}

template <int D>
auto TurningPredictor<D>::going(std::span<const Record<D>> records, Id id) const -> Going {
  if (id >= kFirstSide) return {};
  const Record<D>& record = records[id];
  return {record.position, record.velocity, flight_.falls() ? flight_.acceleration(id) : Vec<D>{},
          record.clock, spins_[id]};
}

template <int D>
void TurningPredictor<D>::expect(std::span<const Record<D>> records, Id body, const OrderedPair<D>& pair,
                                 const Instant& now, const Instant& time) const {
  if (expected_.size() <= body) expected_.resize(records.size());
  expected_[body] = {pair.low,
                     pair.high,
                     pair.image,
                     {going(records, pair.low), going(records, pair.high)},
                     flight_.timebase().tick(),
                     now,
                     time};
}

/// What was told of two, if it would be told again.
template <int D>
auto TurningPredictor<D>::expected(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                   const Instant& now) const -> const Expected* {
  for (const Id body : {pair.low, pair.high}) {
    if (body >= expected_.size()) continue;
    const Expected& e = expected_[body];
    // Windows that nothing was found in then are not looked through again: those from now on are among them.
    if (e.low == pair.low && e.high == pair.high && e.image == pair.image && e.told_at <= now &&
        now <= e.time && e.tick == flight_.timebase().tick() && e.going[0] == going(records, pair.low) &&
        e.going[1] == going(records, pair.high))
      return &e;
  }
  return nullptr;
}

template <int D>
TurningMeeting TurningPredictor<D>::meet(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                         const Instant& now) const {
  if (const Expected* known = expected(records, pair, now)) return {known->time, true, false};
  return meet_within(records, pair, now, kInfinite);
}

/// What passage_of tells of a body and a side, from the body's clock on.
template <int D>
TurningPassage TurningPredictor<D>::passage_to_side(std::span<const Record<D>> records,
                                                    const OrderedPair<D>& pair, double reach) const {
  const Record<D>& record = records[pair.low];
  const std::size_t axis = side_axis(pair.high);
  const bool upper = side_is_upper(pair.high);
  const double inward = upper ? -1.0 : 1.0;
  const double fall = flight_.falls() ? flight_.acceleration(pair.low)[axis] : 0.0;
  return passage_over(inward * (record.position[axis] - (upper ? space_.max[axis] : space_.min[axis])),
                      inward * record.velocity[axis], inward * fall, reach);
}

template <int D>
TurningMeeting TurningPredictor<D>::meet_within(std::span<const Record<D>> records,
                                                const OrderedPair<D>& pair, const Instant& now,
                                                double latest) const {
  const Instant& start = pair.high < kFirstSide ? later(records[pair.low].clock, records[pair.high].clock)
                                                : records[pair.low].clock;
  const double reach = reach_of(pair);
  const double elapsed = std::max(flight_.timebase().between(start, now), 0.0);
  const double last = (1.0 + kEdge) * (elapsed + latest);  // [T] from the start
  if (pair.high >= kFirstSide && passage_to_side(records, pair, reach).begin > last)
    return {kEndOfTime, false, true};
  const Two two = two_at(records, pair, start);
  const double length = window_of(two, reach);
  if (length == kInfinite) return {};
  const Question asked{records, pair, start, two, elapsed, last};
  return look_on(asked, passage_of(two.a, two.b, reach), length, 0);
}

template <int D>
TurningTouch<D> TurningPredictor<D>::touch(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                           const Instant& time, double rounding) const {
  const Two two = two_at(records, pair, time);
  PairMeeting<D> meeting = turning_meet(two.a, two.b, QueryWindow{0.0});
  if (is_zero(meeting.region.normal))  // what rounds of their places keeps them apart
    meeting = turning_meet(two.a, two.b, QueryWindow{0.0, rounding});
  TurningTouch<D> touch;
  const ContactRegion<D>& region = meeting.region;
  const RigidCourse<D> of_first = course(two.turned ? two.b : two.a);
  const RigidCourse<D> of_second = course(two.turned ? two.a : two.b);
  touch.apart = of_second.position - of_first.position;
  touch.normal = two.turned ? -region.normal : region.normal;
  touch.gap = region.gap;
  const Vec<D> middle = centre(region);
  touch.low = touch.high = middle - of_first.position;
  touch.is_patch = D == 3 && !region.is_place;
  if constexpr (D == 2) {
    if (!region.is_place && !is_zero(region.normal)) {
      const std::size_t across = std::fabs(region.normal[0]) > std::fabs(region.normal[1]) ? 1 : 0;
      const Vec<2> along = turned_left(region.normal);
      const double half = 0.5 * (region.high[across] - region.low[across]) / along[across];
      touch.low = touch.low - half * along;
      touch.high = touch.high + half * along;
    }
  }
  return touch;
}

template RigidCourse<2> course(const Moving<2>&);
template RigidCourse<3> course(const Moving<3>&);
template TurningRate rate_of(const Moving<2>&);
template TurningRate rate_of(const Moving<3>&);
template class TurningPredictor<2>;
template class TurningPredictor<3>;

}  // namespace firsthit
