#include "world/prediction/ball_predictor.hpp"

#include "core/vec_math.hpp"
#include "query/round/ball_kernels.hpp"
#include "world/motion/relative_flight.hpp"
#include "world/motion/side_delay.hpp"
#include "world/prediction/ball_lanes.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

template <int D>
void BallPredictor<D>::predict(std::span<const Record<D>> records, Id body, const Candidates<D>& candidates,
                               const Instant& now, const Instant& until,
                               std::vector<Meeting<D>>& meetings) const {
  const bool in_lanes = !flight_.falls();
  for (std::size_t i = in_lanes ? candidates.moving : 0; i < candidates.size(); ++i) {
    Candidate<D> candidate = candidates[i];
    if (candidate.partner == body) continue;
    if (candidates.are_nearest && i < candidates.moving)
      candidate.image =
          flight_.nearest_image(body, records[body], candidate.partner, records[candidate.partner], now);
    const Instant time = meet(records, body, candidate);
    if (time <= until) meetings.push_back({candidate, time, 0.0});
  }
  if (in_lanes && candidates.moving > 0) predict_straight(records, body, candidates, now, until, meetings);
}

/// What moves, and does not fall: lanes tell who may come first.
template <int D>
void BallPredictor<D>::predict_straight(std::span<const Record<D>> records, Id body,
                                        const Candidates<D>& candidates, const Instant& now,
                                        const Instant& until, std::vector<Meeting<D>>& meetings) const {
  first_.clear();
  find_first(LaneView<D>(records, body, now, table_, flight_), candidates,
             until == kEndOfTime ? kNever : flight_.timebase().between(now, until), first_);
  for (const Candidate<D>& candidate : first_) {
    const Instant time = meet_straight(records, body, candidate);
    if (time <= until) meetings.push_back({candidate, time, 0.0});
  }
}

/// As `meet`, of two that move and do not fall: the same arithmetic, without what most flights do not need.
template <int D>
Instant BallPredictor<D>::meet_straight(std::span<const Record<D>> records, Id body,
                                        const Candidate<D>& candidate) const {
  const bool turned = candidate.partner < body;
  const Id a_id = turned ? candidate.partner : body;
  const Id b_id = turned ? body : candidate.partner;
  RelativeState<D> two(flight_.timebase(), records[a_id], records[b_id]);
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double image = turned ? -candidate.image[axis] : candidate.image[axis];
    two.apart[axis] += image * flight_.period().length[axis];
  }
  if (two.fastest * two.elapsed > flight_.short_flight()) return meet(records, body, candidate);
  const double delay = ball_ball_delay(two.apart, two.velocity, table_.radius[a_id] + table_.radius[b_id]);
  if (delay == kNever) return kEndOfTime;
  if (two.fastest * delay > flight_.short_flight()) return meet(records, body, candidate);
  return flight_.timebase().after(two.start, delay);
}

template <int D>
Instant BallPredictor<D>::meet(std::span<const Record<D>> records, Id body,
                               const Candidate<D>& candidate) const {
  if (candidate.partner >= kFirstSide) return meet_side(records[body], body, candidate.partner);

  if (supports_.holds_anybody()) return meet_held(records, body, candidate);
  return meet_flying(records, OrderedPair<D>(body, candidate));
}

template <int D>
inline Instant BallPredictor<D>::meet_flying(std::span<const Record<D>> records,
                                             const OrderedPair<D>& pair) const {
  const auto& [a_id, b_id, image] = pair;
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

/// The same where somebody rests: two of whom one slides on the other meet when it has slid off, too, and two
/// that move, and of whom one rests on the other, only then. Out of the way of those who fly: what is not in
/// line here is not in line anywhere.
template <int D>
[[gnu::noinline]] Instant BallPredictor<D>::meet_held(std::span<const Record<D>> records, Id body,
                                                      Candidate<D> candidate) const {
  const OrderedPair<D> pair(body, candidate);
  const auto& [a, b, image] = pair;
  const Instant& slid = supports_.slide_ends(a, b);
  if (table_.moves(a) && table_.moves(b)) {
    Image<D> turned = image;
    for (auto& n : turned) n = -n;
    if (supports_.rests_on(a, b, image) || supports_.rests_on(b, a, turned)) return slid;
  }
  if (slid == kEndOfTime) return meet_flying(records, pair);
  const Instant& start = later(records[a].clock, records[b].clock);
  const double delay = delay_after(start, records[a], a, records[b], b, image);
  return delay == kNever ? slid : earlier(slid, flight_.timebase().after(start, delay));
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
  if (supports_.rests_on(ball_id, fixed_id, image)) return delay_on_support(shape, d, v, acceleration);
  return delay_to_fixed(shape, d, v, acceleration, table_.radius_at(ball_id, fixed_id));
}

template <int D>
Instant BallPredictor<D>::meet_side(const Record<D>& ball, Id ball_id, Id side) const {
  if (supports_.rests_on(ball_id, side, {})) return supports_.slides_until(ball_id);
  const std::size_t axis = side_axis(side);
  const double delay = side_delay(space_, ball, table_.radius[ball_id], axis, side_is_upper(side),
                                  flight_.acceleration(ball_id)[axis]);
  return delay == kNever ? kEndOfTime : flight_.timebase().after(ball.clock, delay);
}

template class BallPredictor<2>;
template class BallPredictor<3>;

}  // namespace firsthit
