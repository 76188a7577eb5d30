#include "reference/reference_world.hpp"

#include "core/hash.hpp"
#include "core/vec_math.hpp"
#include "query/tolerant/solid.hpp"
#include "world/bodies/scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <variant>

namespace firsthit::reference {

namespace {

/// Images are looked for a little further than needed, against rounding.
constexpr double kGenerous = 1e-9;

template <int D>
bool is_half_space(const Body<D>& body) {
  return std::holds_alternative<HalfSpace<D>>(body.shape);
}

template <int D>
double reach_of(const Body<D>& body) {
  if (const auto* ball = std::get_if<Ball>(&body.shape)) return ball->radius;
  if (const auto* segment = std::get_if<Segment<D>>(&body.shape))
    return std::max(length(segment->from), length(segment->to));
  return is_half_space(body) ? 0.0 : extent_of(body.shape);
}

}  // namespace

template <int D>
bool Prediction<D>::operator>(const Prediction& other) const {
  const auto key = [](const Prediction& p) {
    return std::make_tuple(p.time.ticks, p.time.offset, p.generation, -p.area, p.small, p.large, p.image);
  };
  return key(*this) > key(other);
}

template <int D>
ReferenceWorld<D>::ReferenceWorld(const Scene<D>& scene) : scene_(scene) {
  const WorldOptions<D>& options = scene.options;
  table_.side_material = options.side_material;
  table_.interactions.set_defaults(
      options.restitution, {options.friction, options.tangential_restitution, options.rolling_friction,
                            options.spinning_friction});
  for (const ResponseRule& rule : scene.responses)
    table_.interactions.set_response(rule.a, rule.b, rule.response, {});
  for (const ContactRule& rule : scene.rules)
    table_.interactions.set_restitution(rule.a, rule.b, rule.restitution);
  for (const Body<D>& body : scene.bodies) {
    spins_.add(static_cast<Id>(table_.size()), body, Instant{});
    table_.add(body);
    records_.push_back({body.position, body.velocity, Instant{}});
    reach_.push_back(reach_of(body));
  }
  Period<D> period;
  period.min = options.space.min;
  for (std::size_t axis = 0; axis < D; ++axis)
    if (options.space.sides[axis] == Side::Periodic)
      period.length[axis] = options.space.max[axis] - options.space.min[axis];
  table_.falls = !is_zero(options.gravity);
  measure<D>(table_, records_, options);
  table_.close();
  const double tick = tick_for<D>(table_, spins_, records_, options);
  const Timebase timebase(tick > 0.0 ? tick : 1.0);  // 0: nothing moves
  flight_ = FreeFlight<D>(options.gravity, period, timebase);
  flight_.start(table_.dynamic);
  resting_.start(options.rest);
  resolver_.start(options.contact_duration);

  for (Id id = 0; id < table_.size(); ++id) {
    Place<D> place{records_[id].position, {}};
    if (table_.moves(id)) place = flight_.wrapped(records_[id].position);
    records_[id].position = place.position;
    wraps_.resize(id + 1);
    wraps_.add(id, place.wraps);
  }
  courses_.assign(records_.size(), 0);
  generations_.assign(records_.size(), 0);
  end_ = timebase.after(Instant{}, scene.until);
  if (scene.window > 0.0) window_end_ = timebase.after(Instant{}, scene.window);
  pass_horizon();
}

template <int D>
bool ReferenceWorld<D>::run(std::uint64_t impacts) {
  while (!ended_ && history_.size() < impacts) {
    if (queue_.empty()) {
      pass_horizon();
      continue;
    }
    const Prediction<D> next = queue_.top();
    queue_.pop();
    const auto found = passed_.find({next.small, next.large});
    if (next.course_small != course(next.small) || next.course_large != course(next.large) ||
        next.passed != (found == passed_.end() ? 0 : found->second)) {
      ++discarded_;
    } else {
      carry_out(next);
    }
  }
  return ended_;
}

/// All is done up to the horizon: the queue is made anew for the time up to the next one.
template <int D>
void ReferenceWorld<D>::pass_horizon() {
  const Timebase& timebase = flight_.timebase();
  const bool steers = horizon_ == window_end_;
  if (steers) {
    steer(scene_, windows_done_, [&](BodyId id, const Vec<D>& velocity) {
      if (flight_.velocity_at(id.value, records_[id.value], horizon_) == velocity) return;
      take(resolver_.steered(records_, id.value, velocity, horizon_));
    });
    ++windows_done_;
    window_end_ = timebase.after(Instant{}, static_cast<double>(windows_done_ + 1) * scene_.window);
  }
  ended_ = horizon_ == end_ && !steers;  // who was steered at the end may hit somebody there
  if (ended_) return;
  Instant next = earlier(end_, window_end_);
  if (scene_.look_ahead > 0.0) next = earlier(next, timebase.after(horizon_, scene_.look_ahead));
  present_ = horizon_;
  horizon_ = next;
  predict_everything();
}

template <int D>
void ReferenceWorld<D>::take(std::span<const Change<D>> changes) {
  const std::vector<Change<D>> all(changes.begin(), changes.end());
  for (const Change<D>& change : all) {
    generations_[change.body] = generation_at(change.body, horizon_);
    records_[change.body] = change.record;
    ++courses_[change.body];
  }
  for (const Change<D>& change : all) wake(change.body);
  for (const Change<D>& change : all) {
    if (table_.is_dynamic(change.body)) continue;
    for (const Id held : resting_.supports().held_by(change.body))  // what it holds rests no more
      take(resolver_.freed(records_, held, change.body, horizon_));
    for (const Id member : resting_.heaps().touching(change.body)) wake(member);
  }
}

/// If the body rests in a heap, that does not any more.
template <int D>
void ReferenceWorld<D>::wake(Id body) {
  if (resting_.heaps().contains(body)) take(resolver_.woken(records_, body, horizon_));
}

template <int D>
void ReferenceWorld<D>::predict_everything() {
  queue_ = {};
  for (const Id a : table_.moving) {
    for (Id b = 0; b < records_.size(); ++b)
      if (a < b || !table_.moves(b)) predict_pair(a, b);
    predict_sides(a);
  }
}

template <int D>
void ReferenceWorld<D>::predict_body(Id body) {
  for (Id other = 0; other < records_.size(); ++other)
    if (other != body) predict_pair(body, other);
  predict_sides(body);
}

template <int D>
void ReferenceWorld<D>::predict_sides(Id body) {
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (scene_.options.space.sides[axis] != Side::Wall) continue;
    keep(prediction_of(body, side_id(axis, false), {}));
    keep(prediction_of(body, side_id(axis, true), {}));
  }
}

template <int D>
void ReferenceWorld<D>::predict_pair(Id a, Id b) {
  const Id small = std::min(a, b);
  const Id large = std::max(a, b);
  const bool repeats =
      flight_.repeats() && !is_half_space(scene_.bodies[small]) && !is_half_space(scene_.bodies[large]);
  keep(repeats ? earliest_image(small, large) : prediction_of(small, large, {}));
}

/// The first meeting of two bodies in a box that repeats. Their relative path is walked in steps of
/// at most a box of either body's flight; in each, every image is asked whose path comes near.
template <int D>
Prediction<D> ReferenceWorld<D>::earliest_image(Id small, Id large) const {
  const Record<D>& a = records_[small];
  const Record<D>& b = records_[large];
  const Period<D>& period = flight_.period();
  const Timebase& timebase = flight_.timebase();
  const Instant start = later(a.clock, b.clock);
  const Vec<D> apart = flight_.separation(small, a, large, b, {}, start);
  const Vec<D> velocity_a = flight_.velocity_at(small, a, start);
  const Vec<D> velocity_b = flight_.velocity_at(large, b, start);
  double step = timebase.between(start, horizon_);
  for (std::size_t axis = 0; axis < D; ++axis)
    for (const double speed : {std::fabs(velocity_a[axis]), std::fabs(velocity_b[axis])})
      if (period.along(axis) && speed > 0.0) step = std::min(step, period.length[axis] / speed);

  Prediction<D> best;
  best.time = kEndOfTime;
  for (double from = 0.0;; from += step) {
    Image<D> low{};
    Image<D> high{};
    for (std::size_t axis = 0; axis < D; ++axis) {
      if (!period.along(axis)) continue;
      const double velocity = velocity_b[axis] - velocity_a[axis];
      const auto [near, far] =
          std::minmax({apart[axis] + from * velocity, apart[axis] + (from + step) * velocity});
      // Only what slides down a slope accelerates along an axis that repeats.
      const double pull = flight_.acceleration(large)[axis] - flight_.acceleration(small)[axis];
      const double reach = (1.0 + kGenerous) * (reach_[small] + reach_[large]) +
                           kGenerous * period.length[axis] +
                           0.5 * (from + step) * (from + step) * std::fabs(pull);
      low[axis] = static_cast<std::int32_t>(std::ceil((-reach - far) / period.length[axis]));
      high[axis] = static_cast<std::int32_t>(std::floor((reach - near) / period.length[axis]));
    }
    const Prediction<D> found = earliest_among(small, large, low, high);
    if (best > found) best = found;
    const Instant reached = timebase.after(start, from + step);
    if (best.time <= reached || horizon_ <= reached) return best;
  }
}

/// The earliest meeting through any image of a range.
template <int D>
Prediction<D> ReferenceWorld<D>::earliest_among(Id small, Id large, const Image<D>& low,
                                                const Image<D>& high) const {
  Prediction<D> best;
  best.time = kEndOfTime;
  for (std::size_t axis = 0; axis < D; ++axis)
    if (low[axis] > high[axis]) return best;
  for (Image<D> image = low; image[D - 1] <= high[D - 1];) {
    const Prediction<D> found = prediction_of(small, large, image);
    if (best > found) best = found;
    std::size_t axis = 0;
    while (axis + 1 < D && image[axis] == high[axis]) {
      image[axis] = low[axis];
      ++axis;
    }
    ++image[axis];
  }
  return best;
}

template <int D>
Prediction<D> ReferenceWorld<D>::prediction_of(Id small, Id large, const Image<D>& image) const {
  Prediction<D> prediction;
  const Meeting<D> meeting = predictor_.meet(records_, small, Candidate<D>{large, image}, present_);
  prediction.time = meeting.time;
  prediction.area = meeting.area;
  prediction.generation =
      std::max(generation_at(small, prediction.time), generation_at(large, prediction.time));
  prediction.small = small;
  prediction.large = large;
  prediction.image = image;
  prediction.course_small = course(small);
  prediction.course_large = course(large);
  if (const auto found = passed_.find({small, large}); found != passed_.end())
    prediction.passed = found->second;
  return prediction;
}

template <int D>
void ReferenceWorld<D>::keep(const Prediction<D>& prediction) {
  if (prediction.time <= horizon_) queue_.push(prediction);
}

template <int D>
void ReferenceWorld<D>::carry_out(const Prediction<D>& prediction) {
  Event<D> event;
  event.time = prediction.time;
  event.partner = prediction.large;
  event.image = prediction.image;
  present_ = event.time;
  const Resolution resolution = resolver_.resolve(records_, prediction.small, event);
  if (resolution.impact) history_.push_back(prediction);
  if (!resolution.turns) {
    ++passed_[{prediction.small, prediction.large}];
    predict_pair(prediction.small, prediction.large);
    return;
  }
  std::vector<Id> turned(resolution.others.begin(), resolution.others.end());
  for (const Id body : {prediction.small, prediction.large})
    if (table_.moves(body)) turned.push_back(body);
  for (const Id body : turned) {
    ++courses_[body];
    generations_[body] = prediction.generation + 1;
  }
  for (const Id body : turned) predict_body(body);
}

/// How many impacts in a row led up to the body's last one, all at `time`; 0 if it was not then.
template <int D>
std::uint32_t ReferenceWorld<D>::generation_at(Id body, const Instant& time) const {
  return body < records_.size() && records_[body].clock == time ? generations_[body] : 0;
}

template <int D>
std::uint64_t ReferenceWorld<D>::state_hash() const {
  StateHash hash;
  for (Id id = 0; id < records_.size(); ++id) {
    for (const double x : records_[id].position.c) hash.add(x);
    for (const double v : records_[id].velocity.c) hash.add(v);
    hash.add(records_[id].clock.ticks);
    hash.add(records_[id].clock.offset);
    for (std::size_t axis = 0; axis < D; ++axis) hash.add(wraps_.along(id, axis));
    for (const auto& supports : {resting_.supports().of(id), resting_.supports().touched(id)}) {
      for (const Support<D>& support : supports) {
        hash.add(std::int64_t{support.id});
        for (const std::int32_t n : support.image) hash.add(std::int64_t{n});
      }
    }
    resolver_.last_impacts().each_number(id, [&](auto number) { hash.add(number); });
    spins_.each_number(id, [&](auto number) { hash.add(number); });
  }
  return hash.value();
}

template class ReferenceWorld<2>;
template class ReferenceWorld<3>;

}  // namespace firsthit::reference
