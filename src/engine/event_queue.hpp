#pragma once

#include "core/prefetch.hpp"
#include "engine/bin_scale.hpp"
#include "engine/event.hpp"
#include "engine/event_rate.hpp"
#include "engine/id_lists.hpp"
#include "engine/late_heap.hpp"
#include "engine/packed_image.hpp"
#include "engine/sorted_bin.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

namespace firsthit {

/// What tells whether a prediction still counts, and in which generation the next impact is.
struct CourseState {
  std::uint32_t epoch = 0;       // raised whenever the course changes
  std::uint32_t generation = 0;  // of the last impact; counts only at the record's own clock
};

/// At most one event per body, handed out in the total order. Keeps the bodies' courses as well: whoever asks
/// for the one asks for the other, and they share a line of a cache.
///
/// A ring of bins of equal length in time, each a list of bodies in no order, of which a dozen or two will
/// have their event in it. A body that is scheduled anew is added where it belongs now, and not looked for
/// where it was: whoever is not at home where he is listed is passed over. The bin in front is sorted, and of
/// many bodies the one behind it; what is scheduled for them afterwards goes to a heap. What lies more than a
/// revolution ahead waits in a list of its own. The bins' length follows the rate of events, so the cost of
/// an event does not grow with the number of bodies. Source: G. Paul, J. Comput. Phys. 221, 615 (2007), for
/// the idea of a bounded increasing queue.
template <int D>
class EventQueue {
 public:
  explicit EventQueue(const Timebase& timebase);

  /// Makes room for bodies 0 to count - 1.
  void resize(std::size_t count);

  /// Makes room for one more, and then takes it: only the first can fail. Where it has been more than the
  /// ring is for, nothing is scheduled any more until it is laid out anew.
  void make_room_for_one();
  [[nodiscard]] bool add();
  /// Forgets all that is scheduled, whatever state it was left in; courses are as they were. Before anything
  /// is scheduled again it must be laid out anew.
  void forget_all() noexcept;
  void lay_out_anew() { lay_out(0); }

  /// Another length of ticks; the same as of forget_all.
  void set_timebase(const Timebase& timebase) noexcept;
  const Timebase& timebase() const { return timebase_; }

  /// From now on body i is the one that was order[i] so far; the same as of forget_all, and for names. What
  /// is thrown leaves all as it was.
  void renumber(std::span<const Id> order);
  /// By which id others know a body, and events at one time are told apart: the number that it had at first.
  Id stable_id(Id body) const { return body < lines_.size() ? lines_[body].stable_id : body; }

  CourseState& course(Id body) { return lines_[body].course; }
  const CourseState& course(Id body) const { return lines_[body].course; }

  /// Schedules for `body`, in place of what it had, the earlier of an impact and of a refresh; what is at the
  /// end of time is none.
  void schedule(Id body, const Event<D>& impact, const Instant& refresh);
  /// The same with the impact that is or would be scheduled now.
  void schedule_refresh(Id body, const Instant& refresh);
  void cancel(Id body);

  /// The body with the earliest event, or kNobody.
  Id front() {
    const SortedBin& run = runs_[turn_];
    for (; next_ < run.size(); ++next_, ++passed_) {
      const Id body = run.body(next_);
      if (lines_[body].home != kInRun + turn_) continue;
      return lines_[body].due < late_.first_time() ? body : sooner_of(body, late_.front());
    }
    return front_of_later_bins();
  }
  Event<D> event(Id body) const;
  /// The impact of `body` that is scheduled, or would be but for a refresh.
  Event<D> impact(Id body) const;
  const Instant& impact_time(Id body) const { return lines_[body].impact; }
  const Instant& time(Id body) const { return lines_[body].due; }
  Id partner(Id body) const { return lines_[body].partner; }
  std::uint32_t partner_epoch(Id body) const { return lines_[body].partner_epoch; }
  EventKind kind(Id body) const {
    return lines_[body].is_impact != 0 ? EventKind::Impact : EventKind::Refresh;
  }
  bool scheduled(Id body) const { return lines_[body].home != kNowhere; }

  /// How many events have had their turn so far, or would have.
  std::uint64_t passed() const { return passed_; }
  /// Calls each(body) for the one whose turn comes so many events from now, as far as that is known.
  template <class Each>
  void call_after(std::size_t events, const Each& each) const {
    std::size_t place = next_ + events;
    std::uint32_t run = turn_;
    if (place >= runs_[run].size()) {
      place -= runs_[run].size();
      run ^= 1U;
      if (place >= runs_[run].size()) return;
    }
    const Id body = runs_[run].body(place);
    if (lines_[body].home == kInRun + run) each(body);
  }
  void fetch(Id body) const { prefetch(&lines_[body]); }

  static constexpr Id kNobody = 0xffffffffU;

  /// Does `a`, an event of `body_a`, come before `b`, one of `body_b`?
  bool precedes(Id body_a, const Event<D>& a, Id body_b, const Event<D>& b) const {
    return firsthit::precedes(body_a, a, body_b, b, [this](Id body) { return stable_id(body); });
  }

 private:
  // Where the event of a body is at home: the slot of a bin in the ring, or one of these.
  static constexpr std::uint32_t kInRun = 0x40000000U;  // or one more, for the other run
  static constexpr std::uint32_t kLate = 0x80000000U;   // and its place in the heap
  static constexpr std::uint32_t kNowhere = 0xffffffffU;

  /// A body's event, an impact without its area, as most worlds know no areas at all, and its course. In one
  /// line of a cache.
  struct alignas(64) Line {
    Instant due = kEndOfTime;
    Instant impact = kEndOfTime;
    PackedImage<D> image;  // or far_images_ tells
    Id partner = 0;
    std::uint32_t partner_epoch = 0;
    std::uint32_t generation : 31 = 0;
    std::uint32_t is_impact : 1 = 0;  // or a refresh comes first
    std::uint32_t home = kNowhere;
    CourseState course;
    Id stable_id = 0;
  };

  std::size_t slot_of(std::int64_t bin) const { return static_cast<std::size_t>(bin) & (bins_ - 1); }
  void place(Id body, std::uint32_t old_home) {
    const Instant& due = lines_[body].due;
    const std::int64_t bin = scale_.bin_of(due);
    // The last of all bins holds the end of time as well, which is no event.
    if (static_cast<std::uint64_t>(bin - sorted_ - 1) < bins_ && due.ticks != kEndOfTime.ticks) {
      list(body, slot_of(bin), old_home);
    } else {
      place_outside(body, bin, old_home);
    }
  }
  void list_anew(Id body, const Instant& impact, const Instant& refresh);
  void place_outside(Id body, std::int64_t bin, std::uint32_t old_home);
  /// Whoever is at home there is listed there.
  void list(Id body, std::size_t slot, std::uint32_t old_home) {
    lines_[body].home = static_cast<std::uint32_t>(slot);
    if (slot == old_home) return;
    lists_.append(slot, body);
    if (lists_.room() > most_room_) limit_lists();
  }
  void limit_lists();

  Id front_of_later_bins();
  Id sooner_of(Id a, Id b) const { return before(a, b) ? a : b; }
  void turn();
  void sort_next_bin(std::uint32_t which);
  void collect(std::int64_t bin, std::uint32_t run);
  void look_beyond();

  double wanted() const;
  void follow_rate(std::int64_t now);
  int finer_by(std::int64_t now) const;
  double typical_delay() const;
  void lay_out(int finer_by);

  bool is_late(std::uint32_t home) const { return home - kLate < kNowhere - kLate; }
  void push_late(Id body);
  void remove_late(std::size_t place);
  bool before(Id a, Id b) const;
  Event<D> without_image(Id body) const;
  auto ties() const {
    return [this](Id a, Id b) { return before(a, b); };
  }
  auto place_late() {
    return
        [this](Id body, std::size_t place) { lines_[body].home = kLate + static_cast<std::uint32_t>(place); };
  }

  Timebase timebase_;
  LargeVector<Line> lines_;                      // by body
  std::vector<double> areas_;                    // [L^(D-1)] by body; empty until some contact has one
  std::unordered_map<Id, Image<D>> far_images_;  // where they are too many boxes for a line

  IdLists lists_;                  // by slot of the ring; the last one holds what lies beyond it
  std::array<SortedBin, 2> runs_;  // the bin in front and the one behind it; they take turns
  std::uint32_t turn_ = 0;         // which of them is in front
  std::size_t next_ = 0;           // in that one
  LateHeap late_;                  // what was scheduled for the two after they were sorted
  std::size_t bins_ = 1;           // in the ring; a power of two
  std::size_t most_ = 0;           // bodies for which that is enough
  std::size_t most_room_ = 0;      // that lists may have
  std::size_t live_ = 0;           // bodies that have an event
  std::uint64_t passed_ = 0;
  bool is_looking_beyond_ = false;

  BinScale scale_;
  std::int64_t sorted_ = 0;                                               // the last bin that has been sorted
  std::int64_t first_beyond_ = std::numeric_limits<std::int64_t>::max();  // no bin beyond the ring is earlier
  EventRate rate_;                                                        // bins' length follows it
};

}  // namespace firsthit
