#include "world/ball_predictor.hpp"

#include "core/vec_math.hpp"
#include "query/ball_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace firsthit {

namespace {

/// The rounding of b = d . v of two that touch, in units of the speed of the faster along any axis, times
/// the sum of radii. Derivation: docs/numerics/ball-kernels.md.
constexpr double kPartingDoubt = 0x1p-48;

}  // namespace

template <int D>
void BallPredictor<D>::predict(std::span<const Record<D>> records, Id body,
                               std::span<const Candidate<D>> candidates, const Instant& until,
                               std::vector<Meeting>& meetings) const {
  const bool straight = !flight_.falls();
  moving_.resize(candidates.size());
  std::size_t moving = 0;
  if (straight && table_.fixed.empty()) {
    const std::size_t bodies = table_.size();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      moving_[moving] = i;
      moving += candidates[i].partner < bodies ? 1U : 0U;
    }
  } else {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      moving_[moving] = i;
      moving += straight && table_.moves(candidates[i].partner) ? 1U : 0U;
    }
  }
  moving_.resize(moving);
  for (std::size_t i = 0; i < candidates.size() && moving < candidates.size(); ++i) {
    if (straight && table_.moves(candidates[i].partner)) continue;
    const Instant time = meet(records, body, candidates[i]);
    if (time <= until) meetings.push_back({time, 0.0, i});
  }
  if (moving > 0) predict_straight(records, body, candidates, until, meetings);
}

/// Compares the body with all that move and do not fall, two at a time and without branches: the places among
/// moving_ of those that it meets, or may meet, into approaching_, and their numbers into abreast_.
template <int D>
void BallPredictor<D>::compare(std::span<const Record<D>> records, Id body,
                               std::span<const Candidate<D>> candidates) const {
  const Timebase& timebase = flight_.timebase();
  const Record<D> own = records[body];
  const Vec<D> box = flight_.period().length;
  const double radius = table_.radius[body];
  const Two own_speed = Two{} + max_abs(own.velocity);
  const double short_flight = flight_.short_flight();
  const std::size_t moving = moving_.size();
  moving_.push_back(moving_.back());  // beside the last of an odd number
  if (abreast_.size() < moving_.size() / 2) abreast_.resize(moving_.size() / 2);
  approaching_.resize(moving_.size());
  std::size_t count = 0;
  for (std::size_t k = 0; k < moving; k += 2) {
    const Candidate<D>& first = candidates[moving_[k]];
    const Candidate<D>& second = candidates[moving_[k + 1]];
    const Record<D>& a = records[first.partner];
    const Record<D>& b = records[second.partner];
    // All fly up to the later of the two clocks: one of them stands there already.
    const Two behind{timebase.between(a.clock, own.clock), timebase.between(b.clock, own.clock)};
    const Two own_elapsed = larger(-behind, Two{});
    const Two elapsed = larger(behind, Two{});
    TwoVecs<D> d;
    TwoVecs<D> v;
    Two speed = own_speed;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const Two position{a.position[axis], b.position[axis]};
      const Two velocity{a.velocity[axis], b.velocity[axis]};
      const Two image{static_cast<double>(first.image[axis]), static_cast<double>(second.image[axis])};
      d[axis] = ((position + elapsed * velocity) - (own.position[axis] + own_elapsed * own.velocity[axis])) +
                image * box[axis];
      v[axis] = velocity - own.velocity[axis];
      speed = larger(speed, magnitude(velocity));
    }
    // As in ball_ball_delay.
    const Two sigma = radius + Two{table_.radius[first.partner], table_.radius[second.partner]};
    const Two sigma_squared = sigma * sigma;
    const Two d_squared = dot(d, d);
    const Two v_squared = dot(v, v);
    const Two c_doubt = kBallDoubt * d_squared;
    const Two disc_doubt = v_squared * c_doubt;
    Abreast& two = abreast_[k / 2];
    two.behind = behind;
    two.speed = speed;
    two.b = dot(d, v);
    two.c = d_squared - sigma_squared;
    two.c_doubt = c_doubt;
    two.disc = v_squared * sigma_squared - cross_squared(d, v);
    two.disc_doubt = disc_doubt;
    const auto is_far = speed * magnitude(behind) > short_flight;
    // What touches and parts beyond doubt needs no more looking at.
    const auto approaches = two.b < (kPartingDoubt * speed) * sigma;
    const auto meets = is_far | (approaches & ((two.c <= c_doubt) | (two.disc >= -disc_doubt)));
    approaching_[count] = k;
    count -= static_cast<std::size_t>(meets[0]);
    approaching_[count] = k + 1;
    count -= static_cast<std::size_t>(meets[1]);
  }
  if (count > 0 && approaching_[count - 1] == moving) --count;
  approaching_.resize(count);
}

/// What moves, and does not fall. The same arithmetic as in `meet`, so the same bits, but for all at once:
/// first what tells that two never meet; then the times of those that do.
template <int D>
void BallPredictor<D>::predict_straight(std::span<const Record<D>> records, Id body,
                                        std::span<const Candidate<D>> candidates, const Instant& until,
                                        std::vector<Meeting>& meetings) const {
  compare(records, body, candidates);
  const Timebase& timebase = flight_.timebase();
  const Instant& own_clock = records[body].clock;
  const double short_flight = flight_.short_flight();
  // Delays from the body's own clock; those above the bound lose to `until` or to an earlier meeting,
  // however they are rounded.
  const double slack = 0x1p-40 * timebase.tick();
  const auto bound_at = [&](double delay) { return delay + 0x1p-40 * delay + slack; };
  double bound = until == kEndOfTime ? kNever : bound_at(timebase.between(own_clock, until));
  for (const std::size_t place : approaching_) {
    const std::size_t lane = place % 2;
    Abreast& next = abreast_[place / 2];
    const double c = next.c[lane];
    const double disc = next.disc[lane];
    const double b = next.b[lane];
    const bool is_sure = b < 0.0 && c > next.c_doubt[lane] && disc > next.disc_doubt[lane];
    const double delay = is_sure ? c / (std::sqrt(disc) - b) : 0.0;
    const double behind = next.behind[lane];
    const double speed = next.speed[lane];
    double from_own = std::max(-behind, 0.0) + delay;
    const bool is_far = speed * std::fabs(behind) > short_flight;
    if (!is_sure || is_far ||
        (speed * delay > short_flight && (from_own <= bound || speed * bound >= short_flight))) {
      const std::size_t i = moving_[place];
      meetings.push_back({meet(records, body, candidates[i]), 0.0, i});
      from_own = kNever;
    }
    next.delay[lane] = delay;
    next.from_own[lane] = from_own;
    bound = bound_at(from_own) < bound ? bound_at(from_own) : bound;
  }
  for (const std::size_t place : approaching_) {
    const std::size_t lane = place % 2;
    const Abreast& next = abreast_[place / 2];
    if (!(next.from_own[lane] <= bound) || next.from_own[lane] == kNever) continue;
    const std::size_t i = moving_[place];
    const Instant& start = next.behind[lane] < 0.0 ? records[candidates[i].partner].clock : own_clock;
    meetings.push_back({timebase.after(start, next.delay[lane]), 0.0, i});
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
