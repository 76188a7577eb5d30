#include "engine/engine.hpp"

#include "core/expect.hpp"

#include <algorithm>
#include <utility>

namespace firsthit {

template <int D>
Engine<D>::Engine(const Timebase& timebase, const Predictor<D>& predictor, Neighbours<D>& neighbours,
                  Resolver<D>& resolver)
    : predictor_(predictor), neighbours_(neighbours), resolver_(resolver), queue_(timebase) {}

template <int D>
void Engine<D>::start(std::vector<Record<D>> records, const std::vector<bool>& moving) {
  FIRSTHIT_EXPECT(records.size() == moving.size());
  records_ = std::move(records);
  moving_ = moving;
  courses_.assign(records_.size(), {});
  queue_.resize(records_.size());
}

template <int D>
void Engine<D>::look_until(const Instant& horizon) {
  FIRSTHIT_EXPECT(horizon_ <= horizon);
  horizon_ = horizon;
  for (Id body = 0; body < records_.size(); ++body)
    if (moving_[body] && !queue_.scheduled(body)) predict(body);
}

template <int D>
Halt Engine<D>::run(const EngineLimits& limits) {
  FIRSTHIT_EXPECT(limits.time <= horizon_);
  const std::uint64_t last_event = limits.events > std::numeric_limits<std::uint64_t>::max() - events_
                                       ? std::numeric_limits<std::uint64_t>::max()
                                       : events_ + limits.events;
  while (true) {
    if (collisions_ >= limits.collisions) return Halt::Collisions;
    const Id body = queue_.front();
    if (body == EventQueue<D>::kNobody || limits.time < queue_.event(body).time) break;
    if (events_ >= last_event) return Halt::Events;
    if (limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed)) return Halt::Stop;
    ++events_;
    const Event<D> event = queue_.event(body);
    FIRSTHIT_EXPECT(now_ <= event.time);
    now_ = event.time;
    if (event.kind == EventKind::Refresh) {
      neighbours_.refresh(records_, body, now_);
      predict(body);
    } else if (!alive(event)) {
      predict(body);
    } else if (!collide(body, event)) {
      return Halt::Collapse;
    }
  }
  if (limits.time != kEndOfTime) {
    settled_ = now_ = later(now_, limits.time);
  } else {
    return_to(settled_);
  }
  return Halt::Time;
}

/// Nothing is left to happen: lists have been renewed for times when nothing happens any more. The
/// present goes back to `time`, at or after every record's clock, and all lists with it.
template <int D>
void Engine<D>::return_to(const Instant& time) {
  if (now_ == time) return;
  now_ = time;
  for (Id body = 0; body < records_.size(); ++body)
    if (moving_[body]) neighbours_.refresh(records_, body, now_);
  for (Id body = 0; body < records_.size(); ++body)
    if (moving_[body]) predict(body);
}

template <int D>
void Engine<D>::steer(Id body, const Record<D>& at_present) {
  FIRSTHIT_EXPECT(at_present.clock == now_);
  Course& course = courses_[body];
  course = {course.epoch + 1, generation_at(body, now_), 0, 0.0};
  records_[body] = at_present;
  settled_ = now_;
  neighbours_.course_changed(records_, body);
  predict(body);
}

/// Schedules the earliest thing that will happen to `body`, if it lies within the horizon.
template <int D>
void Engine<D>::predict(Id body) {
  const auto candidates = neighbours_.candidates(body);
  meetings_.resize(candidates.size());
  predictor_.predict(records_, body, candidates, meetings_);

  Event<D> best;
  best.time = neighbours_.expiry(body);
  best.kind = EventKind::Refresh;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (best.time < meetings_[i].time || meetings_[i].time == kEndOfTime) continue;
    const Id partner = candidates[i].partner;
    Event<D> event;
    event.time = meetings_[i].time;
    event.area = meetings_[i].area;
    event.partner = partner;
    event.partner_epoch = partner < courses_.size() ? courses_[partner].epoch : 0;
    event.generation = std::max(generation_at(body, event.time), generation_at(partner, event.time));
    event.image = candidates[i].image;
    if (precedes(body, event, body, best)) best = event;
  }
  if (best.time == kEndOfTime || horizon_ < best.time) {
    queue_.cancel(body);
  } else {
    queue_.schedule(body, best);
  }
}

template <int D>
bool Engine<D>::alive(const Event<D>& event) const {
  return event.partner >= courses_.size() || courses_[event.partner].epoch == event.partner_epoch;
}

template <int D>
std::uint32_t Engine<D>::generation_at(Id body, const Instant& time) const {
  return body < courses_.size() && records_[body].clock == time ? courses_[body].generation : 0;
}

/// Carries out an event of two. False if it is one of endlessly many.
template <int D>
bool Engine<D>::collide(Id body, const Event<D>& event) {
  const bool partner_moves = event.partner < records_.size() && moving_[event.partner];
  const Resolution resolution = resolver_.resolve(records_, body, event);
  if (resolution.impact) ++collisions_;
  settled_ = now_;

  bool stuck = false;
  const auto change_course = [&](Id who) {
    Course& course = courses_[who];
    ++course.epoch;
    course.generation = event.generation + 1;
    stuck = is_stuck(course, resolution.progress) || stuck;
    neighbours_.course_changed(records_, who);
  };
  change_course(body);
  if (partner_moves) change_course(event.partner);
  predict(body);
  if (partner_moves) predict(event.partner);

  if (!stuck) return true;
  culprits_ = {body, event.partner};
  return false;
}

/// Has a body had so many impacts, with so little progress in all, that rounding alone could explain
/// it? Then there are endlessly many. n elastic bodies that all touch need up to n - 1 impacts each
/// before they part, so a constant number would not do; a smaller factor would call long chains a
/// collapse, a larger one only delays the verdict.
template <int D>
bool Engine<D>::is_stuck(Course& course, double progress) const {
  constexpr double kClearProgress = 0x1p20;  // starts the count anew; smaller would do so needlessly often
  course.slow = progress < kClearProgress ? course.slow + 1 : 0;
  course.progress = progress < kClearProgress ? course.progress + progress : 0.0;
  if (course.slow <= 256 + 4 * records_.size()) return false;
  const bool stuck = course.progress < static_cast<double>(course.slow);
  course.slow = 0;
  course.progress = 0.0;
  return stuck;
}

template class Engine<2>;
template class Engine<3>;

}  // namespace firsthit
