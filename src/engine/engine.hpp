#pragma once

#include "engine/event_queue.hpp"
#include "engine/roles.hpp"

#include <firsthit/stop.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace firsthit {

/// Why a run of the engine came back.
enum class Halt : std::uint8_t { Time, Collisions, Events, Collapse, Stop };

/// Where a run of the engine ends, whichever comes first.
struct EngineLimits {
  Instant time;  ///< events at exactly this time belong to the run
  std::uint64_t collisions = std::numeric_limits<std::uint64_t>::max();  ///< in total
  std::uint64_t events = std::numeric_limits<std::uint64_t>::max();      ///< in this run
  StopFlag stop = {};
};

/// Runs bodies from impact to impact.
///
/// Every body has at most one event scheduled: its earliest. A prediction carries the partner's
/// epoch, which a partner's change of course raises: a prediction with an old epoch is dead, and is
/// made anew when its time comes. For every pair that will meet, the one whose course changed last
/// has predicted the meeting or something earlier; so the earliest live event is always scheduled.
template <int D>
class Engine {
 public:
  /// The roles must outlive the engine.
  Engine(const Timebase& timebase, const Predictor<D>& predictor, Neighbours<D>& neighbours,
         Resolver<D>& resolver);

  /// Takes over the records; those with `moving` false never change and are never scheduled.
  void start(Records<D> records, const std::vector<bool>& moving) {
    prepare(moving);
    take(std::move(records));
  }
  /// The same in two steps, of which the second cannot fail.
  void prepare(const std::vector<bool>& moving);
  void take(Records<D>&& records) noexcept;

  /// Runs on. After Halt::Time the present is limits.time, or, if that is the end of time,
  /// where the last run or impact left it; otherwise it is the time of the last event. So it is if the
  /// resolver throws: that event is still to come. If memory runs out, it is between two events, and what it
  /// foresaw is lost. Requires: nothing is lost.
  Halt run(const EngineLimits& limits);

  /// Is what was foreseen lost, and what neighbours know? It is found anew once neighbours have been set
  /// anew.
  bool has_lost() const { return lost_; }
  void lose() noexcept;
  /// It is as late as that, if not later. Requires: nobody moves, and nothing happens before.
  void stand_at(const Instant& time) noexcept { settled_ = now_ = later(now_, time); }

  /// A body more, from now on: only making room can fail. Requires: its clock is the present time.
  void make_room_for_one();
  void add(const Record<D>& record, bool moves) noexcept;

  /// A body less. Its record stays, and is never looked at again.
  void remove(Id body) noexcept;

  /// Others tell from now on who is near.
  void set_neighbours(Neighbours<D>& neighbours);

  /// From now on body i is the one that was order[i] so far, whoever is asked or tells. The neighbours must
  /// be set anew. Nothing else changes: events at one time are told apart by the numbers that bodies had at
  /// first.
  void renumber(std::span<const Id> order);

  /// The number that a body had at first.
  Id stable_id(Id body) const { return queue_.stable_id(body); }

  /// What predictions stand on has changed: all of them are made anew.
  void predict_all() { looked_ = false; }

  /// A tick is 2^-finer as long from now on; no time changes. The neighbours must be set anew.
  /// Requires: the clocks can tell it.
  void set_timebase(const Timebase& timebase, int finer);

  /// Gives a body another place or velocity at the present time, and with it another course: this cannot
  /// fail. It looks around when somebody asks what comes next: whoever is steered many times before that
  /// looks once. Requires: `at_present` is its record at now().
  void steer(Id body, const Record<D>& at_present) noexcept;

  /// Calls each(body, event) for the impacts that are foreseen and still count, in the total order, at most
  /// so many.
  template <class Each>
  void each_predicted(std::size_t most, const Each& each) {
    if (!looked_) look_at_all();
    look_at_steered();
    std::vector<Id> bodies;
    for (Id body = 0; body < records_.size(); ++body) {
      if (!queue_.scheduled(body) || queue_.kind(body) != EventKind::Impact) continue;
      const Event<D> event = queue_.event(body);
      // Both may foresee the same.
      const bool twice = event.partner < body && queue_.scheduled(event.partner) &&
                         queue_.partner(event.partner) == body && queue_.time(event.partner) == event.time;
      if (is_alive(body) && !twice) bodies.push_back(body);
    }
    std::sort(bodies.begin(), bodies.end(),
              [this](Id a, Id b) { return queue_.precedes(a, queue_.event(a), b, queue_.event(b)); });
    if (bodies.size() > most) bodies.resize(most);
    for (const Id body : bodies) each(body, queue_.event(body));
  }

  /// A body whose last impacts brought no clear progress.
  struct CollapseCounter {
    std::uint32_t impacts = 0;  // in a row
    double progress = 0.0;      // what the last of these came to, in units of rounding
    std::array<Id, 4> with{};   // the last of those who took part

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.impacts, self.progress, self.with);
    }
  };
  /// All that an engine knows besides records, who moves and the clock's ticks, by the numbers that bodies
  /// had at first. Predictions are not part of it: what records tell is told again, at the same times and in
  /// the same order.
  struct Progress {
    Instant now;
    Instant settled;
    std::uint64_t collisions = 0;
    std::uint64_t events = 0;
    std::vector<std::pair<Id, std::uint32_t>> generations;  // of those that were hit at this very time
    std::vector<std::pair<Id, CollapseCounter>> collapse_counters;

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.now, self.settled, self.collisions, self.events, self.generations, self.collapse_counters);
    }
  };
  /// In the order of ids.
  Progress progress() const;
  /// Goes on from there. Requires: it has just started, with the records of then. A run throws
  /// InputError, and the engine is of no further use, if anything turns out to be overdue.
  void resume(const Progress& progress);

  const Instant& now() const { return now_; }
  std::span<const Record<D>> records() const { return records_; }
  std::uint64_t collisions() const { return collisions_; }
  std::uint64_t events() const { return events_; }
  /// Who collapsed, after Halt::Collapse.
  std::span<const Id> culprits() const { return culprits_; }

 private:
  using CollapseCounters = std::unordered_map<Id, CollapseCounter>;
  static constexpr std::size_t kSpareCounters = 2;

  Halt run_on(const EngineLimits& limits);
  void look_at_new(Id body, bool moves);
  void make_spare_counters();
  void look_at_all();
  [[noreturn]] void refuse_overdue(Id body) const;
  void look_at_steered();
  void forget_steered();
  void fetch_ahead();
  void prefetch_ahead(std::size_t events, int stage);
  void prefetch_upcoming(std::span<const Id> left);
  void predict(Id body);
  void predict_both(Id a, Id b);
  void predict_newcomers(Id body);
  void schedule(Id body, const Event<D>& impact, const Instant& expiry);
  void schedule_earliest(Id body, bool newcomers, Event<D> best);
  Event<D> event_of(Id body, const Meeting<D>& meeting) const;
  bool is_alive(Id body) const;
  std::uint32_t generation_at(Id body, const Instant& time) const;
  /// Does a run end after an event, and why?
  enum class Ending : std::uint8_t { None, Collapse, Halt };
  Ending collide(Id body, const Event<D>& event, const Instant& before);
  Resolution resolve(Id body, const Event<D>& event, const Instant& before);
  std::pair<Id, Id> in_order(Id body, Id partner) const;
  bool is_any_stuck(Id body, Id partner, const Resolution& resolution);
  bool is_stuck(Id body, Id with, double progress);
  CollapseCounter* counter_of(Id body);
  void blame();
  void return_to(const Instant& time);

  const Predictor<D>& predictor_;
  Neighbours<D>* neighbours_;
  Resolver<D>& resolver_;

  Records<D> records_;
  std::vector<bool> moving_;
  CollapseCounters collapse_counters_;
  CollapseCounters spare_counters_;  // of an event's two, made before it begins
  EventQueue<D> queue_;
  bool lost_ = false;          // as has_lost() says
  bool is_laid_out_ = false;   // the queue
  std::uint64_t fetched_ = 0;  // up to which of the queue's events data have been fetched ahead
  std::vector<Meeting<D>> meetings_;
  std::vector<Id> affected_;

  Instant now_;
  Instant settled_;  // of the last impact, change of course or end of a run
  bool is_resumed_ = false;
  bool looked_ = false;           // everybody's first event is scheduled,
  std::vector<Id> steered_;       // but for those of the ones who were steered since
  std::vector<bool> is_steered_;  // by body: is it one of them?
  std::uint64_t collisions_ = 0;
  std::uint64_t events_ = 0;
  std::vector<Id> culprits_;
  std::optional<std::pair<Id, Id>> collapsing_;  // who did in the last event, until that has been told
};

}  // namespace firsthit
