#pragma once

#include "core/prefetch.hpp"
#include "engine/event.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace firsthit {

/// At most one event per body, handed out in the total order.
///
/// A calendar: buckets of equal length in time, each a list; only the bucket at the front is kept
/// in order (a heap). What lies beyond the calendar's end waits in one more list. The bucket length
/// follows the rate of events, so the cost of an event does not grow with the number of bodies.
/// Source: G. Paul, J. Comput. Phys. 221, 615 (2007), for the idea of a bounded increasing queue.
template <int D>
class EventQueue {
 public:
  explicit EventQueue(const Timebase& timebase);

  /// Makes room for bodies 0 to count - 1.
  void resize(std::size_t count);

  /// Makes room for one more.
  void add();

  /// Schedules for `body`, in place of what it had, the earlier of an impact and of a refresh; what is at the
  /// end of time is none.
  void schedule(Id body, const Event<D>& impact, const Instant& refresh);
  void cancel(Id body);

  /// The body with the earliest event, or kNobody.
  Id front();
  Event<D> event(Id body) const;
  /// The impact of `body` that is scheduled, or would be but for a refresh.
  Event<D> impact(Id body) const;
  const Instant& time(Id body) const { return scheduled_[body].due; }
  Id partner(Id body) const { return scheduled_[body].partner; }
  EventKind kind(Id body) const {
    return scheduled_[body].is_impact != 0 ? EventKind::Impact : EventKind::Refresh;
  }
  bool scheduled(Id body) const { return scheduled_[body].where != kNowhere; }

  /// How many buckets have passed so far; most bring an event or two.
  std::uint64_t passed() const { return passed_; }
  /// Calls each(body) for those whose turn comes so many buckets from now, in no order, as far as the
  /// calendar goes.
  template <class Each>
  void each_after(std::int64_t buckets, const Each& each) const {
    if (current_ + buckets >= end_) return;
    for (Id body = buckets_[slot_of(current_ + buckets)]; body != kNobody; body = scheduled_[body].next)
      each(body);
  }
  /// Has what is known of the first of them fetched.
  void fetch_after(std::int64_t buckets) const {
    if (current_ + buckets >= end_) return;
    const Id body = buckets_[slot_of(current_ + buckets)];
    if (body != kNobody) fetch(body);
  }
  void fetch(Id body) const { prefetch(&scheduled_[body]); }

  static constexpr Id kNobody = 0xffffffffU;

 private:
  // Where an event is kept.
  static constexpr std::uint32_t kNowhere = 0;
  static constexpr std::uint32_t kInBucket = 1;
  static constexpr std::uint32_t kInFront = 2;
  static constexpr std::uint32_t kBeyond = 3;

  /// An event, and an impact without its area: most worlds know no areas at all. In one line of a cache.
  struct alignas(64) Scheduled {
    Instant due = kEndOfTime;
    Instant impact = kEndOfTime;
    Image<D> image{};
    Id partner = 0;
    std::uint32_t partner_epoch = 0;
    std::uint32_t generation : 29 = 0;
    std::uint32_t is_impact : 1 = 0;  // or a refresh comes first
    std::uint32_t where : 2 = kNowhere;
    Id next = kNobody;
    std::uint32_t previous = kNobody;  // in a list: the body before; in front: the place in the heap
  };

  /// An event in front; the time stands here too, so that keeping order touches nothing else.
  struct Coming {
    Instant time;
    Id body = kNobody;
  };

  std::int64_t bucket_of(const Instant& time) const;
  void insert(Id body);
  std::size_t slot_of(std::int64_t bucket) const {
    return static_cast<std::size_t>(bucket) & (buckets_.size() - 1);
  }
  void link(Id body, std::uint32_t where, Id& head);
  void unlink(Id body);
  void load_bucket();
  bool advance();
  void rebuild(int finer_by);
  void sift_up(std::size_t place);
  void sift_down(std::size_t place);
  bool before(const Coming& a, const Coming& b) const {
    if (!(a.time == b.time)) return a.time < b.time;
    return precedes(a.body, event(a.body), b.body, event(b.body));
  }

  Timebase timebase_;
  std::vector<Scheduled> scheduled_;  // by body
  std::vector<double> areas_;         // [L^(D-1)] by body; empty until some contact has one
  std::vector<Coming> front_;         // a heap: the earliest bucket
  std::vector<Id> buckets_;           // heads of lists; a power of two of them
  Id beyond_ = kNobody;               // head of the list of what lies beyond the calendar's end
  std::size_t in_buckets_ = 0;
  std::size_t waiting_beyond_ = 0;

  std::int64_t base_ticks_ = 0;  // bucket numbers count from this tick
  int shift_ = 0;                // a bucket lasts tick * 2^-shift
  double buckets_per_time_ = 0.0;
  std::int64_t current_ = 0;  // number of the bucket in front
  std::int64_t end_ = 0;      // number of the first bucket beyond the calendar
  std::uint64_t taken_ = 0;   // events taken to the front since the calendar was laid out
  std::uint64_t passed_ = 0;
};

}  // namespace firsthit
