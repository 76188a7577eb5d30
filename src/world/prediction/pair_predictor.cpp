#include "world/prediction/pair_predictor.hpp"

#include "core/vec_math.hpp"
#include "query/round/ball_kernels.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

namespace {

/// What can be told at once of when a body meets others: not before the balls do that hold them.
template <int D>
class PairFilter {
 public:
  static constexpr double kSlack = 0x1p-20;  // far more than what rounds here, of the lengths that count

  PairFilter(std::span<const Record<D>> records, Id body, const Instant& now, const Instant& until,
             const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space)
      : records_(records), now_(now), table_(table), flight_(flight), space_(space) {
    last_ = until == kEndOfTime ? kNever : (1.0 + kSlack) * flight.timebase().between(now, until);
    self_ = at(body, is_short_);
    radius_ = table.radius[body] + table.least_radius;
  }

  /// [T] from now on; infinite if they surely miss, or meet later than is asked.
  double earliest(const Candidate<D>& candidate) const {
    if (!is_short_) return 0.0;
    const Id partner = candidate.partner;
    bool is_short = true;
    const Course other = at(partner, is_short);
    if (!is_short) return 0.0;
    Vec<D> d = other.position - self_.position;
    const Vec<D> v = other.velocity - self_.velocity;
    if (flight_.repeats())
      for (std::size_t axis = 0; axis < D; ++axis)
        d[axis] += candidate.image[axis] * flight_.period().length[axis];
    const double reach = table_.moves(partner) ? table_.radius[partner] : table_.solid(partner).extent;
    const double sigma = (1.0 + kSlack) * (radius_ + reach) + kSlack * max_abs(d);
    const double delay = is_zero(other.acceleration - self_.acceleration)
                             ? straight(d, v, sigma)
                             : falling(d, v, other.acceleration - self_.acceleration, sigma);
    return delay <= last_ ? delay : kNever;
  }

  /// [T] The same of a side of space, which is met where its plane is.
  double earliest_at_side(Id side) const {
    if (!is_short_) return 0.0;
    const std::size_t axis = side_axis(side);
    const double inward = side_is_upper(side) ? -1.0 : 1.0;
    const double wall = side_is_upper(side) ? space_.max[axis] : space_.min[axis];
    const double gap = inward * (self_.position[axis] - wall);
    const double way = gap - ((1.0 + kSlack) * radius_ + kSlack * std::fabs(gap));
    const double delay = over(way, -inward * self_.velocity[axis], -inward * self_.acceleration[axis]);
    return delay <= last_ ? delay : kNever;
  }

  /// [T] What comes later is not asked for.
  double last() const { return last_; }

 private:
  struct Course {
    Vec<D> position;
    Vec<D> velocity;
    Vec<D> acceleration;
  };

  static double straight(const Vec<D>& d, const Vec<D>& v, double sigma) {
    const double c = length_squared(d) - sigma * sigma;
    if (!(c > 0.0)) return 0.0;
    const double b = dot(d, v);
    if (!(b < 0.0)) return kNever;
    const double square = b * b - length_squared(v) * c;
    if (square < -kSlack * b * b) return kNever;
    return (1.0 - kSlack) * (c / (std::sqrt(std::max(square, 0.0)) - b));
  }

  /// Not before they have come so far: |v| t + |g| t^2 / 2.
  static double falling(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma) {
    const double way = length(d) - sigma;
    if (!(way > 0.0)) return 0.0;
    const double speed = length(v);
    return (1.0 - kSlack) * (2.0 * way / (speed + std::sqrt(speed * speed + 2.0 * length(g) * way)));
  }

  /// Until it has come so far, closing at `speed`, which grows by `gain`: way = speed t + gain t^2 / 2.
  static double over(double way, double speed, double gain) {
    if (!(way > 0.0)) return 0.0;
    if (speed <= 0.0 && gain <= 0.0) return kNever;
    const double square = speed * speed + 2.0 * gain * way;
    if (square < -kSlack * speed * speed) return kNever;
    const double root = std::sqrt(std::max(square, 0.0));
    return (1.0 - kSlack) * (speed > 0.0 ? 2.0 * way / (root + speed) : (root - speed) / gain);
  }

  Course at(Id id, bool& is_short) const {
    const Record<D>& record = records_[id];
    if (!table_.moves(id)) return {record.position, {}, {}};
    const double age = flight_.timebase().between(record.clock, now_);
    is_short = is_short && age * max_abs(record.velocity) <= flight_.short_flight();
    if (!flight_.falls()) return {record.position + age * record.velocity, record.velocity, {}};
    const Vec<D>& acceleration = flight_.acceleration(id);
    return {record.position + (age * record.velocity + (0.5 * age * age) * acceleration),
            record.velocity + age * acceleration, acceleration};
  }

  std::span<const Record<D>> records_;
  const Instant& now_;
  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  double last_ = 0.0;
  Course self_;
  double radius_ = 0.0;
  bool is_short_ = true;
};

}  // namespace

template <int D>
void PairPredictor<D>::predict(std::span<const Record<D>> records, Id body, const Candidates<D>& candidates,
                               const Instant& now, const Instant& until,
                               std::vector<Meeting<D>>& meetings) const {
  if (table_.is_all_balls() && !table_.interactions.is_select()) {
    balls_.predict(records, body, candidates, now, until, meetings);
    return;
  }
  coming_.clear();
  const PairFilter<D> outlook(records, body, now, until, table_, flight_, space_);
  const bool turns = solids_.turns(body);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Candidate<D> candidate = candidates[i];
    if (candidate.partner == body || !table_.meet(body, candidate.partner)) continue;
    const bool moves = i < candidates.moving;
    if (candidates.are_nearest && moves && flight_.repeats())
      candidate.image =
          flight_.nearest_image(body, records[body], candidate.partner, records[candidate.partner], now);
    const bool may_be_inside =
        table_.interactions.has_overlap_pairs() && overlap_pairs_.contains(OrderedPair<D>(body, candidate));
    double bound = 0.0;
    const bool at_side = candidate.partner >= kFirstSide;
    if (at_side)
      bound = outlook.earliest_at_side(candidate.partner);
    else if (!may_be_inside && (moves || !table_.is_all_balls()))
      bound = outlook.earliest(candidate);
    if (bound < kNever || (at_side && turns)) coming_.push_back({bound, candidate});
  }
  // The nearest first: others cannot come before, and need not be asked. But at sides one that turns may have
  // to be looked at again before it can meet them.
  double first = kNever;
  Found soonest;
  const auto ask = [&](const Candidate<D>& candidate) {
    const Found found = meet(records, body, candidate, now, std::min(first, outlook.last()));
    const Meeting<D>& meeting = found.meeting;
    if (meeting.time == kEndOfTime || until < meeting.time) return;
    meetings.push_back(meeting);
    const double delay = meeting.time <= now ? 0.0 : flight_.timebase().between(now, meeting.time);
    first = std::min(first, (1.0 + PairFilter<D>::kSlack) * delay);
    if (meeting.time < soonest.meeting.time) soonest = found;
  };
  while (!coming_.empty()) {
    const auto next = std::min_element(coming_.begin(), coming_.end(),
                                       [](const Coming& a, const Coming& b) { return a.bound < b.bound; });
    if (next->bound > first) break;
    const Candidate<D> candidate = next->candidate;
    *next = coming_.back();
    coming_.pop_back();
    ask(candidate);
  }
  for (const Coming& left : coming_)
    if (turns && left.candidate.partner >= kFirstSide) ask(left.candidate);
  if (soonest.turns)
    turning_.expect(records, body, OrderedPair<D>(body, soonest.meeting.with), now, soonest.meeting.time);
}

template <int D>
Meeting<D> PairPredictor<D>::meet(std::span<const Record<D>> records, Id body, const Candidate<D>& candidate,
                                  const Instant& now) const {
  return meet(records, body, candidate, now, kNever).meeting;
}

/// What comes more than `latest` [T] after now may be told as nothing.
template <int D>
auto PairPredictor<D>::meet(std::span<const Record<D>> records, Id body, const Candidate<D>& candidate,
                            const Instant& now, double latest) const -> Found {
  const Id partner = candidate.partner;
  if (!table_.meet(body, partner)) return {{candidate, kEndOfTime, 0.0}};
  const OrderedPair<D> pair(body, candidate);
  if (table_.interactions.has_overlap_pairs()) {
    const bool inside = overlap_pairs_.contains(pair);
    const bool passes = inside || table_.passes(body, partner);
    if (passes && (table_.turns(body) || table_.turns(partner)))
      return {{candidate, turning_.pass(records, pair, inside, now).time, 0.0}};
    if (passes) return {{candidate, solids_.pass(records, pair, inside, now), 0.0}};
  }
  if (solids_.turns(body) || solids_.turns(partner)) {
    const TurningMeeting found = turning_meeting(records, pair, now, latest);
    return {{candidate, later(found.time, now), 0.0}, found.meets};  // but for rounding
  }
  if (table_.meet_as_balls(body, partner)) return {{candidate, balls_.meet(records, body, candidate), 0.0}};
  const auto found = solids_.meet(records, pair);
  // What touches is told by the largest length there is: of whoever has come since, it may have touched
  // before.
  return {{candidate, later(found.time, now), found.meeting.area}};
}

template <int D>
void PairPredictor<D>::remember(bool stands_still) const {
  stands_still = stands_still && table_.has_turning();
  if (!remembers_ && !stands_still) return;
  remembers_ = stands_still;
  remembered_.clear();
}

/// Where all of a pile have new courses, each pair of them would be looked at twice.
template <int D>
TurningMeeting PairPredictor<D>::turning_meeting(std::span<const Record<D>> records,
                                                 const OrderedPair<D>& pair, const Instant& now,
                                                 double latest) const {
  if (!remembers_) return turning_.meet_within(records, pair, now, latest);
  const Pair key{pair.low, pair.high, pair.image};
  const auto known = remembered_.find(key);
  if (known != remembered_.end()) return known->second;
  const TurningMeeting found = turning_.meet_within(records, pair, now, latest);
  if (!found.is_later) remembered_.emplace(key, found);
  return found;
}

template <int D>
Instant PairPredictor<D>::impact_time(std::span<const Record<D>> records, Id body,
                                      const Candidate<D>& candidate, const Instant& now) const {
  const bool turns = solids_.turns(body) || solids_.turns(candidate.partner);
  if (!turns || !table_.meet(body, candidate.partner)) return meet(records, body, candidate, now).time;
  constexpr int kMostLooks = 128;
  const OrderedPair<D> pair(body, candidate);
  TurningMeeting found{now, false};
  for (int look = 0; look < kMostLooks && !found.meets && found.time != kEndOfTime; ++look)
    found = turning_.meet(records, pair, found.time);
  return found.meets ? found.time : kEndOfTime;
}

template class PairPredictor<2>;
template class PairPredictor<3>;

}  // namespace firsthit
