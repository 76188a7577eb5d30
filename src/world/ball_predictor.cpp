#include "world/ball_predictor.hpp"

#include "core/vec_math.hpp"
#include "query/ball_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace firsthit {

template <int D>
void BallPredictor<D>::predict(std::span<const Record<D>> records, Id body,
                               std::span<const Candidate<D>> candidates, const Instant& until,
                               std::span<Meeting> meetings) const {
  if (!flight_.falls()) return predict_straight(records, body, candidates, until, meetings);
  for (std::size_t i = 0; i < candidates.size(); ++i) meetings[i] = {meet(records, body, candidates[i]), 0.0};
}

/// Nothing falls. The same arithmetic as in `meet`, so the same bits, but for all candidates at once: first
/// what tells that two never meet, in a loop without branches; then the times of those that may be first.
template <int D>
void BallPredictor<D>::predict_straight(std::span<const Record<D>> records, Id body,
                                        std::span<const Candidate<D>> candidates, const Instant& until,
                                        std::span<Meeting> meetings) const {
  const Timebase& timebase = flight_.timebase();
  const Record<D>& own = records[body];
  const double radius = table_.radius[body];
  const double own_speed = max_abs(own.velocity);
  const Vec<D>& box = flight_.period().length;
  const double short_flight = flight_.short_flight();
  if (approaches_.size() < candidates.size()) approaches_.resize(candidates.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    meetings[i].time = kEndOfTime;
    meetings[i].area = 0.0;
    const Id partner = candidates[i].partner;
    if (!table_.moves(partner)) {
      meetings[i].time = meet(records, body, candidates[i]);
      continue;
    }
    const Record<D>& other = records[partner];
    // Both fly up to the later of the two clocks: one of them stands there already.
    const double behind = timebase.between(other.clock, own.clock);
    const double own_elapsed = std::max(-behind, 0.0);
    const double other_elapsed = std::max(behind, 0.0);
    Vec<D> d;
    for (std::size_t axis = 0; axis < D; ++axis)
      d[axis] = ((other.position[axis] + other_elapsed * other.velocity[axis]) -
                 (own.position[axis] + own_elapsed * own.velocity[axis])) +
                static_cast<double>(candidates[i].image[axis]) * box[axis];
    const Vec<D> v = other.velocity - own.velocity;
    const double sigma = radius + table_.radius[partner];
    // As in ball_ball_delay.
    Approach& next = approaches_[count];
    next.candidate = i;
    next.behind = behind;
    next.speed = std::max(own_speed, max_abs(other.velocity));
    next.b = dot(d, v);
    const double sigma_squared = sigma * sigma;
    next.c = length_squared(d) - sigma_squared;
    next.widest = length_squared(v) * sigma_squared;
    next.disc = next.widest - cross_squared(d, v);
    const bool is_far = next.speed * std::fabs(behind) > short_flight;
    const bool meets = (next.b < 0.0) & ((next.c <= 0.0) | (next.disc > 0.0));
    count += static_cast<std::size_t>(meets | is_far);
  }

  // Delays from the body's own clock; those above the bound lose to `until` or to an earlier meeting,
  // however they are rounded.
  const double slack = 0x1p-40 * timebase.tick();
  const auto bound_at = [&](double delay) { return delay + 0x1p-40 * delay + slack; };
  double bound = until == kEndOfTime ? kNever : bound_at(timebase.between(own.clock, until));
  for (std::size_t k = 0; k < count; ++k) {
    const Approach& next = approaches_[k];
    const double own_elapsed = std::max(-next.behind, 0.0);
    const bool is_far = next.speed * std::fabs(next.behind) > short_flight;
    double delay = 0.0;
    if (!is_far && next.c > 0.0) {
      // sqrt(disc) <= -b in real numbers, and here unless disc is all rounding: so the delay is at least
      // c / (2 |b|), but for a 128th.
      const double room = bound - own_elapsed;
      if (next.c > -2.0156250 * next.b * room && next.b * next.b > 0x1p-32 * next.widest &&
          next.speed * bound < short_flight)
        continue;
      delay = next.c / (std::sqrt(next.disc) - next.b);
      if (!(delay < kNever)) continue;
    }
    const Candidate<D>& candidate = candidates[next.candidate];
    Instant& time = meetings[next.candidate].time;
    if (is_far || next.speed * delay > short_flight) {
      time = meet(records, body, candidate);
      continue;
    }
    const double from_own = own_elapsed + delay;
    if (from_own > bound) continue;
    bound = std::min(bound, bound_at(from_own));
    time = timebase.after(next.behind < 0.0 ? records[candidate.partner].clock : own.clock, delay);
  }
}

template <int D>
Instant BallPredictor<D>::meet(std::span<const Record<D>> records, Id body,
                               const Candidate<D>& candidate) const {
  if (candidate.partner >= kFirstSide) return meet_side(records[body], body, candidate.partner);

  // The smaller id first, so that both bodies compute the very same numbers.
  Id a_id = body;
  Id b_id = candidate.partner;
  Image<D> image = candidate.image;
  if (b_id < a_id) {
    std::swap(a_id, b_id);
    for (auto& n : image) n = -n;
  }
  const Record<D>& a = records[a_id];
  const Record<D>& b = records[b_id];
  const Instant& start = later(a.clock, b.clock);
  const double delay = delay_after(start, a, a_id, b, b_id, image);
  if (delay == kNever) return kEndOfTime;
  if (flight_.is_long(a, b, delay)) {
    const double lead = flight_.lead(a, b);
    const Instant near = flight_.timebase().after(start, delay > lead ? delay - lead : 0.0);
    const double rest = delay_after(near, a, a_id, b, b_id, image);
    if (rest != kNever) return flight_.timebase().after(near, rest);
  }
  return flight_.timebase().after(start, delay);
}

template <int D>
double BallPredictor<D>::delay_after(const Instant& time, const Record<D>& a, Id a_id, const Record<D>& b,
                                     Id b_id, const Image<D>& image) const {
  if (!table_.moves(b_id)) return fixed_delay(a, a_id, b, b_id, image, time);
  if (!table_.moves(a_id)) {
    Image<D> turned = image;
    for (auto& n : turned) n = -n;
    return fixed_delay(b, b_id, a, a_id, turned, time);
  }
  const Vec<D> d = flight_.separation(a_id, a, b_id, b, image, time);
  const Vec<D> v = flight_.velocity_at(b_id, b, time) - flight_.velocity_at(a_id, a, time);
  const double sigma = table_.radius[a_id] + table_.radius[b_id];
  if (!flight_.falls()) return ball_ball_delay(d, v, sigma);
  // Where both fall freely their relative motion is straight.
  return ball_ball_falling_delay(d, v, flight_.acceleration(b_id) - flight_.acceleration(a_id), sigma);
}

template <int D>
double BallPredictor<D>::fixed_delay(const Record<D>& ball, Id ball_id, const Record<D>& fixed, Id fixed_id,
                                     const Image<D>& image, const Instant& time) const {
  const Shape<D>& shape = table_.fixed_body(fixed_id).shape;
  const Vec<D> d = flight_.separation(ball_id, ball, fixed_id, fixed, image, time);
  const Vec<D> v = flight_.velocity_at(ball_id, ball, time);
  const Vec<D>& acceleration = flight_.acceleration(ball_id);
  if (resting_.rests_on(ball_id, {fixed_id, image})) return delay_on_support(shape, d, v, acceleration);
  return delay_to_fixed(shape, d, v, acceleration, table_.radius_at(ball_id, fixed_id));
}

template <int D>
Instant BallPredictor<D>::meet_side(const Record<D>& ball, Id ball_id, Id side) const {
  if (resting_.rests_on(ball_id, {side, {}})) return kEndOfTime;
  const std::size_t axis = side_axis(side);
  const double sign = side_is_upper(side) ? -1.0 : 1.0;
  const double wall = side_is_upper(side) ? space_.max[axis] : space_.min[axis];
  const double gap = sign * (ball.position[axis] - wall) - table_.radius[ball_id];
  const double delay =
      plane_delay(gap, sign * ball.velocity[axis], sign * flight_.acceleration(ball_id)[axis]);
  return delay == kNever ? kEndOfTime : flight_.timebase().after(ball.clock, delay);
}

template class BallPredictor<2>;
template class BallPredictor<3>;

}  // namespace firsthit
