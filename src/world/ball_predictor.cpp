#include "world/ball_predictor.hpp"

#include "core/vec_math.hpp"
#include "query/ball_kernels.hpp"
#include "world/ball_lanes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace firsthit {

template <int D>
void BallPredictor<D>::predict(std::span<const Record<D>> records, Id body,
                               std::span<const Candidate<D>> candidates, const Instant& until,
                               std::vector<Meeting>& meetings) const {
  const bool straight = !flight_.falls();
  moving_.resize(candidates.size() + kMostLanes);
  std::uint32_t moving = 0;
  if (straight && table_.fixed.empty()) {
    const std::size_t bodies = table_.size();
    for (std::uint32_t i = 0; i < candidates.size(); ++i) {
      moving_[moving] = i;
      moving += candidates[i].partner < bodies ? 1U : 0U;
    }
  } else {
    for (std::uint32_t i = 0; i < candidates.size(); ++i) {
      moving_[moving] = i;
      moving += straight && table_.moves(candidates[i].partner) ? 1U : 0U;
    }
  }
  for (std::size_t i = 0; i < candidates.size() && moving < candidates.size(); ++i) {
    if (straight && table_.moves(candidates[i].partner)) continue;
    const Instant time = meet(records, body, candidates[i]);
    if (time <= until) meetings.push_back({time, 0.0, i});
  }
  if (moving == 0) return;
  std::fill_n(moving_.begin() + moving, kMostLanes, moving_[moving - 1]);
  predict_straight(records, body, candidates, moving, until, meetings);
}

/// What moves, and does not fall. The same arithmetic as in `meet`, so the same bits, but in lanes.
template <int D>
void BallPredictor<D>::predict_straight(std::span<const Record<D>> records, Id body,
                                        std::span<const Candidate<D>> candidates, std::size_t moving,
                                        const Instant& until, std::vector<Meeting>& meetings) const {
  const Timebase& timebase = flight_.timebase();
  const double short_flight = flight_.short_flight();
  approaches_.reserve(moving);
  find_approaches(
      {records.data(), table_.radius.data(), body, flight_.period().length, timebase.tick(), short_flight},
      candidates, moving_.data(), moving, approaches_);
  const Instant& own_clock = records[body].clock;
  // Delays from the body's own clock; those above the bound lose to `until` or to an earlier meeting,
  // however they are rounded.
  const double slack = 0x1p-40 * timebase.tick();
  const auto bound_at = [&](double delay) { return delay + 0x1p-40 * delay + slack; };
  double bound = until == kEndOfTime ? kNever : bound_at(timebase.between(own_clock, until));
  Approaches& all = approaches_;
  for (std::size_t k = 0; k < all.count; ++k) {
    double& from_own = all.from_own[k];
    const bool is_known = !std::isnan(from_own);
    if (!is_known || (all.speed[k] * all.delay[k] > short_flight &&
                      (from_own <= bound || all.speed[k] * bound >= short_flight))) {
      const auto i = static_cast<std::size_t>(all.candidate[k]);
      meetings.push_back({meet(records, body, candidates[i]), 0.0, i});
      from_own = kNever;
    }
    bound = std::min(bound, bound_at(from_own));
  }
  for (std::size_t k = 0; k < all.count; ++k) {
    if (!(all.from_own[k] <= bound) || all.from_own[k] == kNever) continue;
    const auto i = static_cast<std::size_t>(all.candidate[k]);
    const Instant& start = all.behind[k] < 0.0 ? records[candidates[i].partner].clock : own_clock;
    meetings.push_back({timebase.after(start, all.delay[k]), 0.0, i});
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
