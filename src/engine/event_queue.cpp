#include "engine/event_queue.hpp"

#include "core/room.hpp"
#include "engine/put_in_order.hpp"

#include <algorithm>
#include <utility>

namespace firsthit {

namespace {

/// A bin that brings so many times the events that it should is a sign that bins are too long. Larger:
/// sorting takes longer. Smaller: chance clusters would lay the ring out anew.
constexpr double kCrowd = 16.0;

}  // namespace

template <int D>
EventQueue<D>::EventQueue(const Timebase& timebase) : timebase_(timebase) {
  resize(0);
}

template <int D>
void EventQueue<D>::resize(std::size_t count) {
  const std::size_t named = lines_.size();
  lines_.resize(count);
  for (std::size_t body = named; body < count; ++body) lines_[body].stable_id = static_cast<Id>(body);
  lay_out(0);
}

template <int D>
void EventQueue<D>::make_room_for_one() {
  make_room(lines_);
  if (!areas_.empty()) make_room(areas_);
}

template <int D>
bool EventQueue<D>::add() {
  const auto stable_id = static_cast<Id>(lines_.size());
  lines_.emplace_back().stable_id = stable_id;
  if (!areas_.empty()) areas_.resize(lines_.size(), 0.0);
  return lines_.size() <= most_;
}

template <int D>
void EventQueue<D>::forget_all() noexcept {
  for (Line& line : lines_) line.home = kNowhere;
  live_ = 0;
  for (SortedBin& run : runs_) run.clear();
  late_.clear();
  next_ = 0;
  is_looking_beyond_ = false;
}

template <int D>
void EventQueue<D>::set_timebase(const Timebase& timebase) noexcept {
  forget_all();
  timebase_ = timebase;
  scale_ = {};
}

template <int D>
void EventQueue<D>::renumber(std::span<const Id> order) {
  put_in_order(lines_, order);
  for (Line& line : lines_) {
    Line idle;
    idle.course = line.course;
    idle.stable_id = line.stable_id;
    line = idle;
  }
  areas_ = {};
  far_images_ = {};
  forget_all();
}

/// (Flat: it is part of every impact.)
template <int D>
[[gnu::flatten]] void EventQueue<D>::schedule(Id body, const Event<D>& impact, const Instant& refresh) {
  Line& mine = lines_[body];
  mine.impact = impact.time;
  if (mine.image.are_too_many()) far_images_.erase(body);
  mine.image = PackedImage<D>(impact.image);
  if (mine.image.are_too_many()) far_images_[body] = impact.image;
  mine.partner = impact.partner;
  mine.partner_epoch = impact.partner_epoch;
  mine.generation = impact.generation & 0x7fffffffU;  // no chain is as long as that
  if (!areas_.empty() || impact.area != 0.0) {
    areas_.resize(lines_.size(), 0.0);
    areas_[body] = impact.area;
  }
  list_anew(body, impact.time, refresh);
}

template <int D>
void EventQueue<D>::schedule_refresh(Id body, const Instant& refresh) {
  list_anew(body, lines_[body].impact, refresh);
}

/// Lists a body where the earlier of the two belongs.
template <int D>
void EventQueue<D>::list_anew(Id body, const Instant& impact, const Instant& refresh) {
  Line& mine = lines_[body];
  const std::uint32_t old_home = mine.home;
  if (is_late(old_home)) remove_late(old_home - kLate);
  // Nobody can foretell which is first: no branch.
  const bool is_impact = impact < refresh;
  mine.due = chosen(is_impact, impact, refresh);
  mine.is_impact = is_impact ? 1 : 0;
  live_ += old_home == kNowhere ? 1 : 0;
  place(body, old_home);
}

template <int D>
Event<D> EventQueue<D>::event(Id body) const {
  if (lines_[body].is_impact != 0) return impact(body);
  Event<D> refresh;
  refresh.time = lines_[body].due;
  refresh.kind = EventKind::Refresh;
  return refresh;
}

template <int D>
Event<D> EventQueue<D>::impact(Id body) const {
  const Line& mine = lines_[body];
  return {mine.impact,      areas_.empty() ? 0.0 : areas_[body],
          mine.partner,     mine.partner_epoch,
          mine.generation,  mine.image.are_too_many() ? far_images_.at(body) : mine.image.boxes(),
          EventKind::Impact};
}

template <int D>
void EventQueue<D>::cancel(Id body) {
  const std::uint32_t old_home = lines_[body].home;
  if (old_home == kNowhere) return;
  if (is_late(old_home)) remove_late(old_home - kLate);
  lines_[body].home = kNowhere;
  --live_;
}

template <int D>
void EventQueue<D>::place_outside(Id body, std::int64_t bin, std::uint32_t old_home) {
  if (lines_[body].due == kEndOfTime) {
    lines_[body].home = kNowhere;
    --live_;
  } else if (bin <= sorted_) {
    push_late(body);
  } else {
    first_beyond_ = std::min(first_beyond_, bin);
    list(body, bins_, old_home);
  }
}

/// Those who are listed where they are not at home must not become more than the others: then all are listed
/// anew.
template <int D>
void EventQueue<D>::limit_lists() {
  if (!is_looking_beyond_) lay_out(0);
}

template <int D>
Id EventQueue<D>::front_of_later_bins() {
  while (live_ > 0) {
    if (runs_[turn_ ^ 1U].is_empty() && !late_.is_empty()) return late_.front();
    turn();
    if (!runs_[turn_].is_empty()) return front();
  }
  return kNobody;
}

/// The run behind comes to the front, or the next bin that is not empty; of many bodies, the one after it
/// comes behind it.
template <int D>
void EventQueue<D>::turn() {
  runs_[turn_].clear();
  turn_ ^= 1U;
  next_ = 0;
  const auto revolution = static_cast<std::int64_t>(bins_);
  if (runs_[turn_].is_empty()) {
    while (rate_.bins_since(sorted_) < revolution && sorted_ + 1 < first_beyond_ &&
           lists_.empty(slot_of(sorted_ + 1)))
      ++sorted_;
  }
  if (rate_.bins_since(sorted_) >= revolution) follow_rate(BinScale::begin(sorted_ + 1));
  if (runs_[turn_].is_empty()) sort_next_bin(turn_);
  if (lines_.size() > kFitNearCache) sort_next_bin(turn_ ^ 1U);
}

template <int D>
void EventQueue<D>::sort_next_bin(std::uint32_t which) {
  SortedBin& run = runs_[which];
  if (sorted_ + 1 >= first_beyond_) look_beyond();
  collect(++sorted_, which);
  run.sort(ties());
  rate_.count(run.size());
  if (lines_.size() > kFitNearCache) lists_.each(slot_of(sorted_ + 1), [&](Id body) { fetch(body); });

  // A crowd that is spread in time wants shorter bins; a crowd at one instant cannot be split. The work of
  // laying out anew must have been earned by as many events as there are bodies.
  const auto size = static_cast<double>(run.size());
  if (size > kCrowd * wanted() && rate_.earned() >= lines_.size() && !run.is_one_moment())
    lay_out(log2_rounded(size / wanted()));
}

/// Takes those who are at home in a bin out of their list.
template <int D>
void EventQueue<D>::collect(std::int64_t bin, std::uint32_t run) {
  const std::size_t slot = slot_of(bin);
  runs_[run].fill([&](const auto& take) {
    // Nobody can foretell who is at home: no branches.
    lists_.take(slot, [&](Id body) {
      Line& line = lines_[body];
      const bool at_home = line.home == slot;
      line.home = at_home ? kInRun + run : line.home;
      take(scale_.moment_of(line.due) - BinScale::begin(bin), body, at_home);
    });
  });
}

/// Those beyond the ring whose bin has come into it are listed there.
template <int D>
void EventQueue<D>::look_beyond() {
  first_beyond_ = std::numeric_limits<std::int64_t>::max();
  is_looking_beyond_ = true;  // nothing may be laid out anew meanwhile
  lists_.take(bins_, [&](Id body) {
    if (lines_[body].home != bins_) return;
    lines_[body].home = kNowhere;
    place(body, kNowhere);
  });
  is_looking_beyond_ = false;
}

template <int D>
bool EventQueue<D>::before(Id a, Id b) const {
  const Instant& time_a = lines_[a].due;
  const Instant& time_b = lines_[b].due;
  if (!(time_a == time_b)) return time_a < time_b;
  // Images only tell two views of one pair apart.
  if (lines_[a].partner == b) return precedes(a, event(a), b, event(b));
  return precedes(a, without_image(a), b, without_image(b));
}

template <int D>
Event<D> EventQueue<D>::without_image(Id body) const {
  const Line& mine = lines_[body];
  Event<D> event;
  event.time = mine.due;
  event.kind = kind(body);
  if (mine.is_impact == 0) return event;
  event.area = areas_.empty() ? 0.0 : areas_[body];
  event.partner = mine.partner;
  event.partner_epoch = mine.partner_epoch;
  event.generation = mine.generation;
  return event;
}

/// If all comes late, bins are too long.
template <int D>
void EventQueue<D>::push_late(Id body) {
  late_.push(lines_[body].due, body, ties(), place_late());
  rate_.count_late();
  if (rate_.late() > 2 * lines_.size() + bins_ && !is_looking_beyond_)
    follow_rate(scale_.moment_of(late_.first_time()));
}

template <int D>
void EventQueue<D>::remove_late(std::size_t place) {
  late_.remove(place, ties(), place_late());
}

template class EventQueue<2>;
template class EventQueue<3>;

}  // namespace firsthit
