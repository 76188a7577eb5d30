#include "world/ball_predictor.hpp"

#include "core/vec_math.hpp"
#include "query/ball_kernels.hpp"
#include "world/ball_lanes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace firsthit {

template <int D>
void BallPredictor<D>::predict(std::span<const Record<D>> records, Id body, const Candidates<D>& candidates,
                               const Instant& until, std::vector<Meeting>& meetings) const {
  const bool in_lanes = !flight_.falls();
  for (std::size_t i = in_lanes ? candidates.moving : 0; i < candidates.size(); ++i) {
    const Candidate<D> candidate = candidates[i];
    if (candidate.partner == body) continue;
    const Instant time = meet(records, body, candidate);
    if (time <= until) meetings.push_back({time, 0.0, i});
  }
  if (in_lanes && candidates.moving > 0) predict_straight(records, body, candidates, until, meetings);
}

/// What moves, and does not fall. The same arithmetic as in `meet`, so the same bits, but in lanes.
template <int D>
void BallPredictor<D>::predict_straight(std::span<const Record<D>> records, Id body,
                                        const Candidates<D>& candidates, const Instant& until,
                                        std::vector<Meeting>& meetings) const {
  const Timebase& timebase = flight_.timebase();
  const Instant& own_clock = records[body].clock;
  const double before = until == kEndOfTime ? kNever : timebase.between(own_clock, until);
  approaches_.clear();
  find_approaches({records.data(), table_.radius.by_id(), table_.radius[body], body, flight_.period().length,
                   timebase.tick(), flight_.short_flight()},
                  candidates, before + kDelaySlack * before + kDelaySlack * timebase.tick(), approaches_);
  for (const Approach& one : approaches_) {
    Meeting meeting{kEndOfTime, 0.0, one.candidate};
    if (one.is_known) {
      const Instant& start = one.behind < 0.0 ? records[candidates.partner[one.candidate]].clock : own_clock;
      meeting.time = timebase.after(start, one.delay);
    } else {
      meeting.time = meet(records, body, candidates[one.candidate]);
    }
    meetings.push_back(meeting);
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
