#include "engine/engine.hpp"

#include "core/expect.hpp"
#include "core/prefetch.hpp"

#include <firsthit/error.hpp>

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace firsthit {

namespace {

/// How many events ahead of the one that is carried out data are fetched: its bodies, then what tells whom
/// they look at, then those. Less: they are not there yet. More: they are gone again.
constexpr std::size_t kStagesAhead[] = {6, 2, 1};

template <int D>
constexpr Event<D> kNoEvent{.time = kEndOfTime};

/// Progress that starts the count of impacts without any anew. Smaller: needlessly often.
constexpr double kClearProgress = 0x1p20;

/// More than so many impacts in a row that come to no more than this many roundings on the average are
/// endlessly many, too, for all that anybody can wait: as of who is crushed by what turns as it is told.
/// Larger room: balls that are squeezed until their gaps are 10^-12 of them would be called so. Fewer: those
/// who bounce for long before they rest. More: the verdict comes later.
constexpr double kNoRoom = 0x1p10;
constexpr std::uint32_t kEndless = 1U << 16U;

/// [ticks] Whom a body that collapses meets so soon takes part in it: who gets too fast for the clock passes
/// the room that is left to him sooner. Larger: whether others are foreseen depends on how neighbours are
/// looked for, and so would who is named. Smaller: who is between two would be named with one of them.
constexpr double kAtOnce = 0x1p-20;

/// No more are named where bodies collapse.
constexpr std::size_t kMostCulprits = 16;

/// While it is there no course changes.
template <int D>
class StandingStill {
 public:
  explicit StandingStill(const Predictor<D>& predictor) : predictor_(predictor) { predictor_.remember(true); }
  ~StandingStill() { predictor_.remember(false); }
  StandingStill(const StandingStill&) = delete;
  StandingStill& operator=(const StandingStill&) = delete;

 private:
  const Predictor<D>& predictor_;
};

/// How many of these stages are worth it: of some ten thousand bodies what comes later is in a cache that is
/// not too far.
int stages_ahead(std::size_t bodies) {
  return bodies > kFitFarCache ? 3 : bodies > 50000 ? 2 : bodies > kFitNearCache ? 1 : 0;
}

}  // namespace

template <int D>
Engine<D>::Engine(const Timebase& timebase, const Predictor<D>& predictor, Neighbours<D>& neighbours,
                  Resolver<D>& resolver)
    : predictor_(predictor), neighbours_(&neighbours), resolver_(resolver), queue_(timebase) {
  culprits_.reserve(kMostCulprits + std::tuple_size_v<decltype(CollapseCounter::with)>);
}

template <int D>
void Engine<D>::look_at_all() {
  if (!is_laid_out_) queue_.lay_out_anew();
  is_laid_out_ = true;
  const int stages = stages_ahead(records_.size());
  for (Id body = 0; body < records_.size(); ++body) {
    for (int stage = 0; stage < stages; ++stage) {
      const std::size_t coming = body + kStagesAhead[stage];
      if (coming < records_.size() && moving_[coming])
        neighbours_->prefetch_event(records_, static_cast<Id>(coming), EventKind::Impact, stage);
    }
    if (moving_[body]) predict(body);
  }
  looked_ = true;
  forget_steered();
}

/// Records that were saved, and are damaged, may tell of an impact that should have been before. (Predictions
/// are not saved, and some are made when time has gone on.)
template <int D>
void Engine<D>::refuse_overdue(Id body) const {
  throw InputError("World: expected a saved world in which nothing is overdue, found an impact of body " +
                   std::to_string(stable_id(body)) + " that should have been before: it is damaged");
}

template <int D>
void Engine<D>::look_at_steered() {
  for (const Id body : steered_)
    if (moving_[body]) predict(body);
  forget_steered();
}

template <int D>
void Engine<D>::forget_steered() {
  for (const Id body : steered_) is_steered_[body] = false;
  steered_.clear();
}

/// Of many bodies the next events' data are in no near cache; while others are carried out they can be on
/// their way. Of each event once in every stage.
template <int D>
void Engine<D>::fetch_ahead() {
  const int stages = stages_ahead(records_.size());
  const std::uint64_t passed = std::min<std::uint64_t>(queue_.passed() - fetched_, kStagesAhead[0]);
  fetched_ = queue_.passed();
  for (std::size_t back = 0; back < passed; ++back) {
    for (int stage = 0; stage < stages; ++stage)
      if (kStagesAhead[stage] > back) prefetch_ahead(kStagesAhead[stage] - back, stage);
  }
}

template <int D>
void Engine<D>::prefetch_ahead(std::size_t events, int stage) {
  queue_.call_after(events, [&](Id body) {
    const EventKind kind = queue_.kind(body);
    const auto look_at = [&](Id each) {
      if (stage == 0) queue_.fetch(each);
      neighbours_->prefetch_event(records_, each, kind, stage);
    };
    look_at(body);
    const Id partner = queue_.partner(body);
    if (kind != EventKind::Impact || partner >= records_.size() || !moving_[partner]) return;
    // A dead prediction is made anew without the partner.
    if (stage == 0 || queue_.course(partner).epoch == queue_.partner_epoch(body)) look_at(partner);
  });
}

template <int D>
Halt Engine<D>::run(const EngineLimits& limits) {
  FIRSTHIT_EXPECT(!lost_);
  try {
    return run_on(limits);
  } catch (const std::bad_alloc&) {  // in the middle of whatever was to be foreseen
    lose();
    throw;
  }
}

template <int D>
Halt Engine<D>::run_on(const EngineLimits& limits) {
  if (!looked_) look_at_all();
  if (collapsing_) {  // memory ran out before it could be told
    blame();
    return Halt::Collapse;
  }
  const std::uint64_t last_event = limits.events > std::numeric_limits<std::uint64_t>::max() - events_
                                       ? std::numeric_limits<std::uint64_t>::max()
                                       : events_ + limits.events;
  while (true) {
    if (!steered_.empty()) look_at_steered();
    if (collisions_ >= limits.collisions) return Halt::Collisions;
    const Id body = queue_.front();
    if (body == EventQueue<D>::kNobody || limits.time < queue_.time(body)) break;
    if (events_ >= last_event) return Halt::Events;
    if (limits.stop.is_set()) return Halt::Stop;
    ++events_;
    FIRSTHIT_EXPECT(is_resumed_ || now_ <= queue_.time(body));
    if (is_resumed_ && queue_.time(body) < now_) refuse_overdue(body);
    const Instant before = now_;
    now_ = queue_.time(body);
    if (queue_.kind(body) == EventKind::Refresh) {
      neighbours_->refresh(records_, body, now_);
      if (neighbours_->knows_newcomers()) {
        predict_newcomers(body);
      } else {
        predict(body);
      }
      continue;
    }
    if (!is_alive(body)) {
      predict(body);
    } else if (const Ending ending = collide(body, queue_.impact(body), before); ending != Ending::None) {
      return ending == Ending::Collapse ? Halt::Collapse : Halt::Stop;
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
    if (moving_[body]) neighbours_->start_anew(records_, body, now_);
  look_at_all();
}

/// While records of those who are left come from memory, what is needed later can be asked for.
template <int D>
void Engine<D>::prefetch_upcoming(std::span<const Id> left) {
  if (records_.size() <= kFitNearCache) return;
  for (const Id body : left) queue_.fetch(body);
  fetch_ahead();
}

/// Schedules the earliest thing that will happen to `body`, if anything will. (Flat, as are others on the way
/// of every impact: with calls it would take a twentieth longer. And the expiry first, as it need not wait.)
template <int D>
[[gnu::flatten]] void Engine<D>::predict(Id body) {
  Meeting<D> first;
  prefetch_upcoming(neighbours_->prefilter(records_, {&body, 1}, now_));
  const Instant expiry = neighbours_->expiry(records_, body, now_);
  if (neighbours_->first_meetings(records_, now_, {&first, 1})) {
    schedule(body, event_of(body, first), expiry);
  } else {
    schedule_earliest(body, false, kNoEvent<D>);
  }
}

/// The same of two: one's waits are the other's work.
template <int D>
[[gnu::flatten]] void Engine<D>::predict_both(Id a, Id b) {
  const std::array<Id, 2> both{a, b};
  std::array<Meeting<D>, 2> first;
  prefetch_upcoming(neighbours_->prefilter(records_, both, now_));
  const Instant expiry_a = neighbours_->expiry(records_, a, now_);
  const Instant expiry_b = neighbours_->expiry(records_, b, now_);
  if (neighbours_->first_meetings(records_, now_, first)) {
    schedule(a, event_of(a, first[0]), expiry_a);
    schedule(b, event_of(b, first[1]), expiry_b);
  } else {
    predict(a);
    predict(b);
  }
}

template <int D>
void Engine<D>::predict_newcomers(Id body) {
  const Instant until = queue_.impact_time(body);
  Meeting<D> first;
  prefetch_upcoming(neighbours_->prefilter_newcomers(records_, body, now_, until));
  if (!neighbours_->first_meetings(records_, now_, {&first, 1})) {
    schedule_earliest(body, true, queue_.impact(body));
    return;
  }
  const Instant expiry = neighbours_->expiry(records_, body, now_);
  if (first.time == kEndOfTime || until < first.time) {
    queue_.schedule_refresh(body, expiry);
    neighbours_->set_next_prediction_time(body, until);
  } else {
    const Event<D> event = event_of(body, first);
    const Event<D> known = queue_.impact(body);
    schedule(body, queue_.precedes(body, event, body, known) ? event : known, expiry);
  }
}

/// The earliest of its impacts with all, or with newcomers, and of `best`, an impact with somebody else.
template <int D>
void Engine<D>::schedule_earliest(Id body, bool newcomers, Event<D> best) {
  // With those who tell of newcomers only, an impact is worth knowing even beyond the expiry; with others the
  // expiry spares impacts.
  const bool keeps = neighbours_->knows_newcomers();
  Instant expiry = keeps ? kEndOfTime : neighbours_->expiry(records_, body, now_);
  const Candidates<D> candidates = newcomers ? neighbours_->newcomers(body) : neighbours_->candidates(body);
  meetings_.clear();
  predictor_.predict(records_, body, candidates, now_, earlier(best.time, expiry), meetings_);
  for (const Meeting<D>& meeting : meetings_) {
    if (best.time < meeting.time) continue;
    const Event<D> event = event_of(body, meeting);
    if (queue_.precedes(body, event, body, best)) best = event;
  }
  if (keeps) expiry = neighbours_->expiry(records_, body, now_);
  schedule(body, best, expiry);
}

/// At its impact a body looks around, whether it takes place or the partner has changed its course.
template <int D>
void Engine<D>::schedule(Id body, const Event<D>& impact, const Instant& expiry) {
  queue_.schedule(body, impact, expiry);
  neighbours_->set_next_prediction_time(body, impact.time);
}

/// A meeting that may come to be scheduled. (Number by number: what has been written in parts is not to be
/// copied as a whole at once.)
template <int D>
Event<D> Engine<D>::event_of(Id body, const Meeting<D>& meeting) const {
  Event<D> event;
  event.time.ticks = meeting.time.ticks;
  event.time.offset = meeting.time.offset;
  event.area = meeting.area;
  for (std::size_t axis = 0; axis < D; ++axis) event.image[axis] = meeting.with.image[axis];
  event.partner = meeting.with.partner;
  event.partner_epoch = event.partner < records_.size() ? queue_.course(event.partner).epoch : 0;
  event.generation = std::max(generation_at(body, meeting.time), generation_at(event.partner, meeting.time));
  return event;
}

template <int D>
bool Engine<D>::is_alive(Id body) const {
  const Id partner = queue_.partner(body);
  return partner >= records_.size() || queue_.course(partner).epoch == queue_.partner_epoch(body);
}

template <int D>
std::uint32_t Engine<D>::generation_at(Id body, const Instant& time) const {
  return body < records_.size() && records_[body].clock == time ? queue_.course(body).generation : 0;
}

/// Carries out an event of two; `before`: the time of the one before it.
template <int D>
auto Engine<D>::collide(Id body, const Event<D>& event, const Instant& before) -> Ending {
  if (spare_counters_.size() < kSpareCounters) make_spare_counters();
  const bool partner_moves = event.partner < records_.size() && moving_[event.partner];
  if (partner_moves && records_.size() > kFitNearCache) neighbours_->prepare(body, event.partner);
  const Resolution resolution = resolve(body, event, before);
  if (resolution.impact) ++collisions_;
  settled_ = now_;

  const auto change_course = [&](Id who) {
    CourseState& course = queue_.course(who);
    ++course.epoch;
    course.generation = event.generation + 1;
  };
  bool collapses = resolution.too_fast;
  if (resolution.turns) {
    change_course(body);
    if (partner_moves) change_course(event.partner);
    for (const Id other : resolution.others) change_course(other);
    if (resolution.progress < kClearProgress || !collapse_counters_.empty())
      collapses = is_any_stuck(body, event.partner, resolution) || collapses;
  }
  if (collapses) collapsing_ = in_order(body, event.partner);

  // So far nothing could fail. What follows can be done again.
  const auto look_anew = [&](Id who) {
    if (resolution.turns && records_[who].clock == now_)
      neighbours_->course_changed(records_, who);
    else  // It goes on as before, as what a body has slid off. Neither may leave the other to him.
      neighbours_->set_next_prediction_time(who, kEndOfTime);
  };
  look_anew(body);
  if (partner_moves) look_anew(event.partner);
  for (const Id other : resolution.others) neighbours_->course_changed(records_, other);
  std::optional<StandingStill<D>> standing;  // one alone asks about nobody twice
  if (partner_moves || !resolution.others.empty()) standing.emplace(predictor_);
  partner_moves ? predict_both(body, event.partner) : predict(body);
  for (const Id other : resolution.others) predict(other);

  if (!collapses) return resolution.halts ? Ending::Halt : Ending::None;
  blame();
  return Ending::Collapse;
}

/// The two of an event. Either may have foreseen it: who is blamed for a collapse must not depend on that.
template <int D>
std::pair<Id, Id> Engine<D>::in_order(Id body, Id partner) const {
  const bool is_turned =
      partner < records_.size() && moving_[partner] && stable_id(partner) < stable_id(body);
  return is_turned ? std::pair(partner, body) : std::pair(body, partner);
}

/// What counts impacts in a row of two more bodies, made before anything has happened to them.
template <int D>
void Engine<D>::make_spare_counters() {
  for (Id key = 0; spare_counters_.size() < kSpareCounters; ++key) spare_counters_.try_emplace(key);
  collapse_counters_.reserve(collapse_counters_.size() + kSpareCounters);
}

/// Of a body, or a new one. (Where an impact changes the courses of more than two there may be no memory for
/// one: those are not counted then.)
template <int D>
auto Engine<D>::counter_of(Id body) -> CollapseCounter* {
  if (const auto found = collapse_counters_.find(body); found != collapse_counters_.end())
    return &found->second;
  if (spare_counters_.empty()) {
    try {
      return &collapse_counters_[body];
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  }
  auto node = spare_counters_.extract(spare_counters_.begin());
  node.key() = body;
  node.mapped() = {};
  return &collapse_counters_.insert(std::move(node)).position->second;
}

template <int D>
Resolution Engine<D>::resolve(Id body, const Event<D>& event, const Instant& before) {
  try {
    return resolver_.resolve(records_, body, event);
  } catch (...) {
    now_ = before;
    --events_;
    throw;
  }
}

/// The two that collapse, whom the first meets at once, and with whom any of them has met without progress.
template <int D>
void Engine<D>::blame() {
  const auto [body, partner] = *std::exchange(collapsing_, std::nullopt);
  culprits_ = {body, partner};
  const Timebase& timebase = queue_.timebase();
  const Instant& next = queue_.impact_time(body);
  const bool is_next = queue_.scheduled(body) && next != kEndOfTime && queue_.partner(body) != partner;
  if (is_next && timebase.between(now_, next) <= kAtOnce * timebase.tick())
    culprits_.push_back(queue_.partner(body));
  for (std::size_t i = 0; i < culprits_.size() && culprits_.size() < kMostCulprits; ++i) {
    const auto found = collapse_counters_.find(culprits_[i]);
    if (found == collapse_counters_.end()) continue;
    for (const Id with : found->second.with)
      if (std::find(culprits_.begin(), culprits_.end(), with) == culprits_.end()) culprits_.push_back(with);
  }
  collapse_counters_.erase(body);
}

/// Is either of the two of an event? Endless impacts are endless ones of some two, so it is enough to count
/// theirs. Whose course they change besides, as of all who hop at once, may have flown on for long since the
/// last time.
template <int D>
bool Engine<D>::is_any_stuck(Id body, Id partner, const Resolution& resolution) {
  bool stuck = is_stuck(body, partner, resolution.progress);
  if (partner < records_.size() && moving_[partner])
    stuck = is_stuck(partner, body, resolution.progress) || stuck;
  if (!(resolution.progress < kClearProgress))
    for (const Id other : resolution.others) collapse_counters_.erase(other);
  return stuck;
}

/// Has a body had so many impacts, with so little progress in all, that rounding alone could explain
/// it? Then there are endlessly many. n elastic bodies that all touch need up to n - 1 impacts each
/// before they part, so a constant number would not do; a smaller factor would call long chains a
/// collapse, a larger one only delays the verdict.
template <int D>
bool Engine<D>::is_stuck(Id body, Id with, double progress) {
  if (!(progress < kClearProgress)) {
    collapse_counters_.erase(body);
    return false;
  }
  CollapseCounter* const known = counter_of(body);
  if (known == nullptr) return false;
  CollapseCounter& counter = *known;
  if (counter.impacts == 0) counter.with.fill(with);
  if (std::find(counter.with.begin(), counter.with.end(), with) == counter.with.end()) {
    std::rotate(counter.with.begin(), counter.with.end() - 1, counter.with.end());
    counter.with.front() = with;
  }
  ++counter.impacts;
  counter.progress += progress;
  const std::size_t patience = 257 + 4 * records_.size();
  if (counter.impacts % patience != 0) return false;
  const double mean = std::exchange(counter.progress, 0.0) / static_cast<double>(patience);
  if (mean < 1.0 || (mean < kNoRoom && counter.impacts > kEndless)) return true;
  if (!(mean < kNoRoom)) collapse_counters_.erase(body);
  return false;
}

template class Engine<2>;
template class Engine<3>;

}  // namespace firsthit
