#include "engine/event_queue.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 31;

/// How far ahead new events lie.
enum class Spread { Clustered, Wide, OneInstant, Mixed, Even, Pulses, ChangingRate };

/// An impact that nothing comes before, or a refresh without any impact.
template <int D>
void schedule(EventQueue<D>& queue, Id body, const Event<D>& event) {
  Event<D> none;
  none.time = kEndOfTime;
  if (event.kind == EventKind::Impact)
    queue.schedule(body, event, kEndOfTime);
  else
    queue.schedule(body, none, event.time);
}

/// The same queue as a sorted set: nothing to go wrong.
class SortedQueue {
 public:
  explicit SortedQueue(std::size_t count) : events_(count), scheduled_(count), order_(Before{&events_}) {}

  void schedule(Id body, const Event<2>& event) {
    cancel(body);
    events_[body] = event;
    scheduled_[body] = true;
    order_.insert(body);
  }
  void cancel(Id body) {
    if (scheduled_[body]) order_.erase(body);
    scheduled_[body] = false;
  }
  /// Two bodies can have the same impact in mind: then both are first.
  bool is_first(Id body) const {
    const Id first = *order_.begin();
    return !precedes(first, events_[first], body, events_[body]);
  }
  bool scheduled(Id body) const { return scheduled_[body]; }
  std::size_t size() const { return order_.size(); }

 private:
  struct Before {
    const std::vector<Event<2>>* events;
    bool operator()(Id a, Id b) const {
      if (precedes(a, (*events)[a], b, (*events)[b])) return true;
      if (precedes(b, (*events)[b], a, (*events)[a])) return false;
      return a < b;
    }
  };

  std::vector<Event<2>> events_;
  std::vector<bool> scheduled_;
  std::set<Id, Before> order_;
};

class QueueTrial {
 public:
  QueueTrial(Random& random, std::size_t count, Spread spread)
      : random_(random),
        spread_(spread),
        timebase_(std::ldexp(1.0, static_cast<int>(random.below(20)) - 10)),
        queue_(timebase_),
        sorted_(count),
        impacts_(count),
        count_(count) {
    for (Event<2>& impact : impacts_) impact.time = kEndOfTime;
    now_.ticks = static_cast<std::int64_t>(random.below(1U << 30U));
    queue_.resize(count);
    for (Id body = 0; body < count; ++body) schedule(body);
  }

  /// One step as the engine makes it: the front leaves or moves on, others are scheduled anew.
  void step() {
    const Id front = queue_.front();
    ASSERT_EQ(front == EventQueue<2>::kNobody, sorted_.size() == 0);
    if (front == EventQueue<2>::kNobody) {
      for (Id body = 0; body < count_; ++body) schedule(body);
      return;
    }
    ASSERT_TRUE(sorted_.scheduled(front) && sorted_.is_first(front));
    ASSERT_LE(now_, queue_.event(front).time);
    now_ = queue_.event(front).time;
    ++taken_;
    change(front);
    for (std::uint64_t others = random_.below(3); others > 0; --others) change(some_body());
    const Id asked = some_body();
    ASSERT_EQ(queue_.scheduled(asked), sorted_.scheduled(asked));
  }

  /// Everything that is left comes out in order.
  void drain() {
    while (sorted_.size() > 0) {
      const Id front = queue_.front();
      ASSERT_TRUE(sorted_.scheduled(front) && sorted_.is_first(front));
      queue_.cancel(front);
      sorted_.cancel(front);
    }
    ASSERT_EQ(queue_.front(), EventQueue<2>::kNobody);
  }

  std::uint64_t taken() const { return taken_; }

 private:
  Id some_body() { return static_cast<Id>(random_.below(count_)); }

  void change(Id body) {
    const std::uint64_t kind = random_.below(10);
    if (kind == 0) {
      queue_.cancel(body);
      sorted_.cancel(body);
    } else if (kind < 4 && now_ <= impacts_[body].time) {
      schedule_refresh(body);
    } else {
      schedule(body);
    }
  }

  /// Before its impact, or so late that this comes first again.
  void schedule_refresh(Id body) {
    Event<2> event;
    event.kind = EventKind::Refresh;
    event.time = timebase_.after(now_, delay() * timebase_.tick());
    queue_.schedule_refresh(body, event.time);
    if (impacts_[body].time < event.time) event = impacts_[body];
    sorted_.schedule(body, event);
  }

  void schedule(Id body) {
    Event<2> event;
    event.time = timebase_.after(now_, delay() * timebase_.tick());
    event.kind = random_.below(4) == 0 ? EventKind::Refresh : EventKind::Impact;
    if (event.kind == EventKind::Impact) {
      event.partner = some_body();
      event.image = {random_.below(9) == 0 ? 1 : 0, random_.below(99) == 0 ? 1 << 20 : 0};
      event.generation = static_cast<std::uint32_t>(random_.below(2));
    }
    firsthit::schedule(queue_, body, event);
    sorted_.schedule(body, event);
    impacts_[body] = event;
    if (event.kind == EventKind::Refresh) impacts_[body].time = kEndOfTime;
  }

  /// In ticks.
  double delay() {
    Spread spread = spread_;
    if (spread == Spread::Mixed) spread = static_cast<Spread>(random_.below(3));
    switch (spread) {
      case Spread::Clustered:
        return (random_.below(50) == 0 ? 30.0 : 1e-6) * random_.uniform();
      case Spread::Wide:
        return std::ldexp(1.0 + random_.uniform(), static_cast<int>(random_.below(90)) - 50);
      case Spread::Even:
        return -std::log(1.0 - random_.uniform());
      case Spread::Pulses:
        return random_.below(100) == 0 ? 1e9 : random_.below(4) == 0 ? 1.0 : 1e-9 * random_.uniform();
      case Spread::ChangingRate:
        // A million times as fast, or as slow, again and again.
        return ((taken_ / (3 * count_ + 100)) % 2 == 0 ? 1e-3 : 1e3) * random_.uniform();
      default:
        return random_.below(20) == 0 ? 1.0 : 0.0;
    }
  }

  Random& random_;
  Spread spread_;
  Timebase timebase_;
  EventQueue<2> queue_;
  SortedQueue sorted_;
  std::vector<Event<2>> impacts_;  // at the end of time: none
  std::size_t count_;
  Instant now_;
  std::uint64_t taken_ = 0;
};

class EventQueueWith : public testing::TestWithParam<Spread> {};

TEST_P(EventQueueWith, HandsEventsOutAsASortedSetDoes) {
  Random random(kSeed, static_cast<std::uint64_t>(GetParam()));
  for (const std::size_t count : {1U, 2U, 3U, 17U, 100U, 1000U, 10000U}) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << ", " << count << " bodies");
    for (int round = 0; round < (count > 100 ? 1 : 10); ++round) {
      QueueTrial trial(random, count, GetParam());
      for (std::size_t k = 0; k < 1000 + 4 * count && !HasFatalFailure(); ++k) trial.step();
      EXPECT_GT(trial.taken(), 500U);
      if (!HasFatalFailure()) trial.drain();
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Times, EventQueueWith,
                         testing::Values(Spread::Clustered, Spread::Wide, Spread::OneInstant, Spread::Mixed,
                                         Spread::Even, Spread::Pulses, Spread::ChangingRate));

TEST(EventQueue, LooksAheadWhereBodiesAreMany) {
  Random random(kSeed);
  constexpr std::size_t kMany = 60000;
  for (const Spread spread : {Spread::Even, Spread::Mixed}) {
    QueueTrial trial(random, kMany, spread);
    for (std::size_t k = 0; k < 3 * kMany && !testing::Test::HasFatalFailure(); ++k) trial.step();
    if (!testing::Test::HasFatalFailure()) trial.drain();
  }
}

TEST(EventQueue, TellsWhoseTurnComesLater) {
  constexpr Id kMany = 60000;
  EventQueue<2> queue{Timebase(1.0)};
  queue.resize(kMany);
  Event<2> event;
  for (Id body = 0; body < kMany; ++body) {
    event.time = {body, 0.0};
    schedule(queue, body, event);
  }
  std::uint64_t told = 0;
  for (Id body = 0; body < kMany - 100; ++body) {
    ASSERT_EQ(queue.front(), body);
    for (const Id later : {0U, 3U, 10U}) {
      queue.call_after(later, [&](Id who) {
        EXPECT_EQ(who, body + later);
        ++told;
      });
    }
    const std::uint64_t passed = queue.passed();
    queue.cancel(body);
    EXPECT_EQ(queue.front(), body + 1);
    EXPECT_GE(queue.passed(), passed + 1);
  }
  EXPECT_GT(told, 2U * kMany) << "one bin is known beside the one in front";
}

TEST(EventQueue, ForgetsWhoIsScheduledAnewWithoutTakingTurns) {
  Random random(kSeed);
  EventQueue<2> queue{Timebase(1.0)};
  queue.resize(100);
  Event<2> event;
  const auto schedule_all = [&] {
    for (Id body = 0; body < 100; ++body) {
      event.time = {1 + static_cast<std::int64_t>(random.below(1000000)), 0.0};
      schedule(queue, body, event);
    }
  };
  schedule_all();
  queue.front();
  for (int k = 0; k < 10000; ++k) schedule_all();
  Instant last;
  for (int k = 0; k < 100; ++k) {
    const Id body = queue.front();
    ASSERT_NE(body, EventQueue<2>::kNobody);
    EXPECT_LE(last, queue.time(body));
    last = queue.time(body);
    queue.cancel(body);
  }
  EXPECT_EQ(queue.front(), EventQueue<2>::kNobody);
}

TEST(EventQueue, KeepsCourses) {
  EventQueue<2> queue{Timebase(1.0)};
  queue.resize(2);
  queue.course(1).epoch = 3;
  Event<2> event;
  event.time = {1, 0.0};
  schedule(queue, 1, event);
  queue.set_timebase(Timebase(0.5));
  EXPECT_FALSE(queue.scheduled(1));
  EXPECT_EQ(queue.front(), EventQueue<2>::kNobody);
  queue.lay_out_anew();
  EXPECT_TRUE(queue.add());
  schedule(queue, 2, event);
  EXPECT_EQ(queue.front(), 2U);
  EXPECT_EQ(queue.course(1).epoch, 3U);
  EXPECT_EQ(queue.course(2).epoch, 0U);
}

TEST(EventQueue, TellsBodiesThatAreRenumberedApartByTheirNames) {
  EventQueue<2> queue{Timebase(1.0)};
  queue.resize(3);
  for (const Id body : {0U, 1U, 2U}) queue.course(body) = {10 + body, 20 + body};
  Event<2> event;
  event.time = {1, 0.0};
  event.partner = 0xfffffff0U;  // a side
  event.image = {1, -200000};
  for (const Id body : {0U, 1U, 2U}) schedule(queue, body, event);
  EXPECT_EQ(queue.front(), 0U);
  queue.renumber(std::vector<Id>{2, 0, 1});
  EXPECT_EQ(queue.front(), EventQueue<2>::kNobody);
  queue.lay_out_anew();
  EXPECT_TRUE(queue.add());
  const std::vector<Id> names{2, 0, 1, 3};
  for (const Id body : {0U, 1U, 2U}) EXPECT_EQ(queue.course(body).epoch, 10 + names[body]);
  for (const Id body : {0U, 1U, 2U}) EXPECT_EQ(queue.course(body).generation, 20 + names[body]);
  for (const Id body : {0U, 1U, 2U, 3U}) {
    EXPECT_EQ(queue.stable_id(body), names[body]);
    schedule(queue, body, event);
  }
  EXPECT_EQ(queue.stable_id(event.partner), event.partner);
  for (const Id body : {1U, 2U, 0U, 3U}) {
    EXPECT_EQ(queue.front(), body);
    queue.cancel(body);
  }
  queue.renumber(std::vector<Id>{1, 2, 0, 3});
  for (const Id body : {0U, 1U, 2U, 3U}) EXPECT_EQ(queue.stable_id(body), body);
}

TEST(EventQueue, IsEmptyAtFirst) {
  EventQueue<3> queue{Timebase(1.0)};
  EXPECT_EQ(queue.front(), EventQueue<3>::kNobody);
  queue.resize(5);
  EXPECT_EQ(queue.front(), EventQueue<3>::kNobody);
  EXPECT_FALSE(queue.scheduled(4));
}

TEST(EventQueue, HoldsOneEventPerBody) {
  EventQueue<2> queue{Timebase(1.0)};
  queue.resize(2);
  Event<2> event;
  event.time = {1, 0.0};
  schedule(queue, 0, event);
  event.time = {3, 0.0};
  schedule(queue, 1, event);
  event.time = {5, 0.0};
  schedule(queue, 0, event);
  EXPECT_EQ(queue.front(), 1U);
  queue.cancel(1);
  EXPECT_EQ(queue.front(), 0U);
  EXPECT_EQ(queue.event(0).time, (Instant{5, 0.0}));
  queue.cancel(0);
  EXPECT_EQ(queue.front(), EventQueue<2>::kNobody);
}

TEST(EventQueue, KeepsTheImpactBehindARefresh) {
  EventQueue<2> queue{Timebase(1.0)};
  queue.resize(1);
  Event<2> impact;
  impact.time = {5, 0.25};
  impact.partner = 7;
  impact.image = {1, -200000};
  for (const Instant& refresh : {Instant{3, 0.5}, Instant{5, 0.25}}) {
    queue.schedule(0, impact, refresh);
    EXPECT_EQ(queue.front(), 0U);
    EXPECT_EQ(queue.event(0).kind, EventKind::Refresh);
    EXPECT_EQ(queue.event(0).time, refresh);
    EXPECT_EQ(queue.impact(0).time, impact.time);
    EXPECT_EQ(queue.impact(0).partner, 7U);
    EXPECT_EQ(queue.impact(0).image, impact.image);
  }
  queue.schedule(0, impact, {6, 0.0});
  EXPECT_EQ(queue.event(0).kind, EventKind::Impact);
  EXPECT_EQ(queue.event(0).time, impact.time);
  impact.time = kEndOfTime;
  queue.schedule(0, impact, kEndOfTime);
  EXPECT_FALSE(queue.scheduled(0));
}

TEST(EventQueue, TakesAnEventBeforeTheBucketInFront) {
  EventQueue<2> queue{Timebase(1.0)};
  queue.resize(200);
  Event<2> event;
  for (Id body = 0; body < 199; ++body) {
    event.time = {std::int64_t{1000} * (body + 1), 0.0};
    schedule(queue, body, event);
  }
  EXPECT_EQ(queue.front(), 0U) << "which moves the calendar on to it";
  event.time = {1, 0.0};
  schedule(queue, 199, event);
  EXPECT_EQ(queue.front(), 199U);
}

TEST(EventQueue, ReachesTheLastInstants) {
  EventQueue<2> queue{Timebase(1.0)};
  queue.resize(3);
  Event<2> event;
  event.time = {std::numeric_limits<std::int64_t>::max() - 1, 0.5};
  schedule(queue, 0, event);
  event.time = {1, 0.0};
  schedule(queue, 1, event);
  event.time = {std::int64_t{1} << 61, 0.0};
  schedule(queue, 2, event);
  for (const Id expected : {1U, 2U, 0U}) {
    EXPECT_EQ(queue.front(), expected);
    queue.cancel(expected);
  }
}

}  // namespace
}  // namespace firsthit
