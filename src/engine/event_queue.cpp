#include "engine/event_queue.hpp"

#include "core/expect.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace firsthit {

namespace {

/// Fewest buckets: below this the lists cost nothing anyway.
constexpr std::size_t kFewestBuckets = 64;

/// Events that a bucket should bring to the front; there are about as many buckets as bodies. Larger: the
/// heap gets deep, and nobody knows who comes next. Smaller: the calendar takes more memory, or ends sooner.
constexpr std::size_t kEventsPerBucket = 1;

/// A bucket that brings more events than this to the front is a sign that buckets are too long.
/// Larger: the heap gets deep. Smaller: chance clusters would lay the calendar out anew.
constexpr std::size_t kCrowd = 64;

/// Finest and coarsest bucket, as a power of two of a tick. Beyond these the numbers would not fit.
constexpr int kMostShift = 50;

constexpr std::int64_t kFar = std::int64_t{1} << 61;

int log2_rounded(std::uint64_t x) { return x == 0 ? 0 : static_cast<int>(std::bit_width(x)) - 1; }

}  // namespace

template <int D>
EventQueue<D>::EventQueue(const Timebase& timebase) : timebase_(timebase) {
  resize(0);
}

template <int D>
void EventQueue<D>::resize(std::size_t count) {
  scheduled_.resize(count);
  taken_ = count;  // one early change of the bucket length is free
  rebuild(0);
}

template <int D>
void EventQueue<D>::add() {
  if (scheduled_.size() >= 2 * buckets_.size()) {
    resize(scheduled_.size() + 1);
  } else {
    scheduled_.emplace_back();
  }
  if (!areas_.empty()) areas_.resize(scheduled_.size(), 0.0);
}

template <int D>
void EventQueue<D>::schedule(Id body, const Event<D>& impact, const Instant& refresh) {
  cancel(body);
  Scheduled& mine = scheduled_[body];
  mine.due = earlier(impact.time, refresh);
  mine.impact = impact.time;
  mine.image = impact.image;
  mine.partner = impact.partner;
  mine.partner_epoch = impact.partner_epoch;
  mine.generation = impact.generation & 0x1fffffffU;
  mine.is_impact = impact.time < refresh ? 1 : 0;
  if (impact.area != 0.0 && areas_.empty()) areas_.resize(scheduled_.size(), 0.0);
  if (!areas_.empty()) areas_[body] = impact.area;
  if (mine.due != kEndOfTime) insert(body);
}

template <int D>
Event<D> EventQueue<D>::event(Id body) const {
  if (scheduled_[body].is_impact != 0) return impact(body);
  Event<D> refresh;
  refresh.time = scheduled_[body].due;
  refresh.kind = EventKind::Refresh;
  return refresh;
}

template <int D>
Event<D> EventQueue<D>::impact(Id body) const {
  const Scheduled& mine = scheduled_[body];
  return {mine.impact,      areas_.empty() ? 0.0 : areas_[body],
          mine.partner,     mine.partner_epoch,
          mine.generation,  mine.image,
          EventKind::Impact};
}

template <int D>
void EventQueue<D>::cancel(Id body) {
  if (scheduled_[body].where != kNowhere) unlink(body);
}

template <int D>
Id EventQueue<D>::front() {
  while (front_.empty())
    if (!advance()) return kNobody;
  return front_.front().body;
}

template <int D>
std::int64_t EventQueue<D>::bucket_of(const Instant& time) const {
  const std::int64_t ticks = time.ticks - base_ticks_;
  if (ticks < 0) return 0;
  if (shift_ < 0) return ticks >> -shift_;
  if (ticks >= (kFar >> shift_)) return kFar;
  return (ticks << shift_) + static_cast<std::int64_t>(time.offset * buckets_per_time_);
}

template <int D>
void EventQueue<D>::insert(Id body) {
  const Instant& due = scheduled_[body].due;
  const std::int64_t bucket = bucket_of(due);
  if (bucket <= current_) {
    ++taken_;
    scheduled_[body].where = kInFront;
    front_.push_back({due, body});
    sift_up(front_.size() - 1);
  } else if (bucket >= end_) {
    ++waiting_beyond_;
    link(body, kBeyond, beyond_);
  } else {
    ++in_buckets_;
    link(body, kInBucket, buckets_[slot_of(bucket)]);
  }
}

template <int D>
void EventQueue<D>::link(Id body, std::uint32_t where, Id& head) {
  Scheduled& mine = scheduled_[body];
  mine.where = where & 3U;
  mine.next = head;
  mine.previous = kNobody;
  if (head != kNobody) scheduled_[head].previous = body;
  head = body;
}

template <int D>
void EventQueue<D>::unlink(Id body) {
  Scheduled& mine = scheduled_[body];
  const std::uint32_t where = mine.where;
  mine.where = kNowhere;
  if (where == kInFront) {
    const std::size_t hole = mine.previous;
    const Coming last = front_.back();
    front_.pop_back();
    if (last.body == body) return;
    front_[hole] = last;
    scheduled_[last.body].previous = static_cast<std::uint32_t>(hole);
    sift_up(hole);
    sift_down(scheduled_[last.body].previous);
    return;
  }
  --(where == kBeyond ? waiting_beyond_ : in_buckets_);
  if (mine.previous != kNobody) {
    scheduled_[mine.previous].next = mine.next;
  } else {
    (where == kBeyond ? beyond_ : buckets_[slot_of(bucket_of(mine.due))]) = mine.next;
  }
  if (mine.next != kNobody) scheduled_[mine.next].previous = mine.previous;
}

/// Moves on to the next bucket that is not empty. False if nothing is scheduled at all.
template <int D>
bool EventQueue<D>::advance() {
  if (in_buckets_ == 0) {
    if (waiting_beyond_ == 0) return false;
    const std::uint64_t wanted = kEventsPerBucket * buckets_.size();
    rebuild(taken_ > wanted ? log2_rounded(taken_ / wanted)
                            : -std::min(4, log2_rounded(wanted / (taken_ + 1))));
    return true;
  }
  do {
    ++current_;
    ++passed_;
  } while (buckets_[slot_of(current_)] == kNobody);
  load_bucket();
  return true;
}

template <int D>
void EventQueue<D>::load_bucket() {
  Id& head = buckets_[slot_of(current_)];
  for (Id body = head; body != kNobody; body = scheduled_[body].next)
    front_.push_back({scheduled_[body].due, body});
  head = kNobody;
  in_buckets_ -= front_.size();
  taken_ += front_.size();
  for (std::size_t i = 0; i < front_.size(); ++i) {
    scheduled_[front_[i].body].where = kInFront;
    scheduled_[front_[i].body].previous = static_cast<std::uint32_t>(i);
  }
  for (std::size_t i = front_.size() / 2; i-- > 0;) sift_down(i);

  // A crowd that is spread in time wants finer buckets; a crowd at one instant cannot be split.
  // The work of laying out anew must have been earned by as many events as there are bodies.
  if (front_.size() > kCrowd && shift_ < kMostShift && taken_ >= scheduled_.size()) {
    const auto sooner = [](const Coming& a, const Coming& b) { return a.time < b.time; };
    const Instant last = std::max_element(front_.begin(), front_.end(), sooner)->time;
    if (front_.front().time < last) rebuild(log2_rounded(front_.size() / kEventsPerBucket));
  }
}

/// Lays the calendar out anew from the earliest event on, with buckets 2^finer_by times shorter.
template <int D>
void EventQueue<D>::rebuild(int finer_by) {
  std::vector<Id> all;
  Instant first = kEndOfTime;
  for (Id body = 0; body < scheduled_.size(); ++body) {
    if (scheduled_[body].where == kNowhere) continue;
    scheduled_[body].where = kNowhere;
    all.push_back(body);
    first = earlier(first, scheduled_[body].due);
  }
  const std::size_t count = scheduled_.size();
  buckets_.assign(std::bit_ceil(std::max(count - count / 3, kFewestBuckets)), kNobody);
  front_.clear();
  beyond_ = kNobody;
  in_buckets_ = waiting_beyond_ = 0;
  taken_ = 0;
  ++passed_;
  shift_ = std::clamp(shift_ + finer_by, -kMostShift, kMostShift);
  buckets_per_time_ = std::ldexp(1.0 / timebase_.tick(), shift_);
  base_ticks_ = all.empty() ? 0 : first.ticks;
  current_ = all.empty() ? 0 : bucket_of(first);
  end_ = current_ + static_cast<std::int64_t>(buckets_.size());
  for (const Id body : all) insert(body);
  taken_ = 0;
}

template <int D>
void EventQueue<D>::sift_up(std::size_t place) {
  const Coming coming = front_[place];
  while (place > 0) {
    const std::size_t parent = (place - 1) / 2;
    if (!before(coming, front_[parent])) break;
    front_[place] = front_[parent];
    scheduled_[front_[place].body].previous = static_cast<std::uint32_t>(place);
    place = parent;
  }
  front_[place] = coming;
  scheduled_[coming.body].previous = static_cast<std::uint32_t>(place);
}

template <int D>
void EventQueue<D>::sift_down(std::size_t place) {
  const Coming coming = front_[place];
  for (std::size_t child = 2 * place + 1; child < front_.size(); child = 2 * place + 1) {
    if (child + 1 < front_.size() && before(front_[child + 1], front_[child])) ++child;
    if (!before(front_[child], coming)) break;
    front_[place] = front_[child];
    scheduled_[front_[place].body].previous = static_cast<std::uint32_t>(place);
    place = child;
  }
  front_[place] = coming;
  scheduled_[coming.body].previous = static_cast<std::uint32_t>(place);
}

template class EventQueue<2>;
template class EventQueue<3>;

}  // namespace firsthit
