#include "engine/engine.hpp"

#include "core/expect.hpp"
#include "core/room.hpp"
#include "engine/put_in_order.hpp"

#include <algorithm>
#include <new>
#include <utility>

// What others change between two events: bodies come, go and are steered. Where memory runs out for what is
// foreseen, that is lost, and found anew by the next run.

namespace firsthit {

template <int D>
void Engine<D>::prepare(const std::vector<bool>& moving) {
  moving_ = moving;
  is_steered_.assign(moving.size(), false);
  queue_.resize(moving.size());
  is_laid_out_ = true;
}

template <int D>
void Engine<D>::take(Records<D>&& records) noexcept {
  FIRSTHIT_EXPECT(records.size() == moving_.size());
  records_ = std::move(records);
}

template <int D>
void Engine<D>::lose() noexcept {
  lost_ = true;
  looked_ = is_laid_out_ = false;
  forget_steered();
  queue_.forget_all();
}

template <int D>
void Engine<D>::make_room_for_one() {
  make_room(records_);
  make_room(moving_);
  make_room(is_steered_);
  queue_.make_room_for_one();
}

template <int D>
void Engine<D>::add(const Record<D>& record, bool moves) noexcept {
  FIRSTHIT_EXPECT(record.clock == now_);
  const auto body = static_cast<Id>(records_.size());
  records_.push_back(record);
  moving_.push_back(moves);
  is_steered_.push_back(false);
  if (!queue_.add()) is_laid_out_ = false;
  settled_ = now_;
  if (lost_) return;
  try {
    look_at_new(body, moves);
  } catch (const std::bad_alloc&) {
    lose();
  }
}

template <int D>
void Engine<D>::look_at_new(Id body, bool moves) {
  affected_.clear();
  neighbours_->add(records_, body, now_, affected_);
  if (!looked_) return;  // everybody is going to be
  if (!is_laid_out_) queue_.lay_out_anew();
  is_laid_out_ = true;
  if (moves) {
    predict(body);
  } else {
    for (const Id other : affected_) predict(other);
  }
}

template <int D>
void Engine<D>::remove(Id body) noexcept {
  ++queue_.course(body).epoch;
  queue_.cancel(body);
  collapse_counters_.erase(body);
  moving_[body] = false;
  settled_ = now_;
  if (lost_) return;
  try {
    neighbours_->remove(body);
  } catch (const std::bad_alloc&) {
    lose();
  }
}

template <int D>
void Engine<D>::set_neighbours(Neighbours<D>& neighbours) {
  neighbours_ = &neighbours;
  lost_ = looked_ = false;
}

template <int D>
void Engine<D>::renumber(std::span<const Id> order) {
  FIRSTHIT_EXPECT(order.size() == records_.size());
  std::vector<bool> is_done(order.size());
  std::vector<bool> moving(order.size());
  for (std::size_t body = 0; body < order.size(); ++body) moving[body] = moving_[order[body]];
  CollapseCounters collapse_counters;
  if (!collapse_counters_.empty()) {
    std::unordered_map<Id, Id> now;  // by what it was
    for (std::size_t body = 0; body < order.size(); ++body) now[order[body]] = static_cast<Id>(body);
    for (auto [body, counter] : collapse_counters_) {
      for (Id& with : counter.with) with = now.contains(with) ? now[with] : with;  // sides are as they were
      collapse_counters[now[body]] = counter;
    }
  }
  queue_.renumber(order);  // the last that may throw
  forget_steered();
  put_in_order(records_, order, std::move(is_done));
  moving_ = std::move(moving);
  collapse_counters_ = std::move(collapse_counters);
  looked_ = is_laid_out_ = false;
}

template <int D>
auto Engine<D>::progress() const -> Progress {
  Progress so_far{now_, settled_, collisions_, events_, {}, {}};
  for (Id body = 0; body < records_.size(); ++body)
    if (const std::uint32_t generation = generation_at(body, now_); generation != 0)
      so_far.generations.emplace_back(stable_id(body), generation);
  for (auto [body, counter] : collapse_counters_) {
    for (Id& with : counter.with) with = stable_id(with);
    so_far.collapse_counters.emplace_back(stable_id(body), counter);
  }
  const auto by_id = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::sort(so_far.generations.begin(), so_far.generations.end(), by_id);
  std::sort(so_far.collapse_counters.begin(), so_far.collapse_counters.end(), by_id);
  return so_far;
}

template <int D>
void Engine<D>::resume(const Progress& progress) {
  now_ = progress.now;
  settled_ = progress.settled;
  collisions_ = progress.collisions;
  events_ = progress.events;
  for (const auto& [body, generation] : progress.generations) queue_.course(body).generation = generation;
  collapse_counters_ = {progress.collapse_counters.begin(), progress.collapse_counters.end()};
  looked_ = false;
  is_resumed_ = true;
}

template <int D>
void Engine<D>::set_timebase(const Timebase& timebase, int finer) {
  for (Record<D>& record : records_) record.clock = timebase.retold(record.clock, finer);
  now_ = timebase.retold(now_, finer);
  settled_ = timebase.retold(settled_, finer);
  queue_.set_timebase(timebase);
  looked_ = is_laid_out_ = false;
}

template <int D>
void Engine<D>::steer(Id body, const Record<D>& at_present) noexcept {
  FIRSTHIT_EXPECT(at_present.clock == now_);
  ++queue_.course(body).epoch;
  queue_.course(body).generation = generation_at(body, now_);
  collapse_counters_.erase(body);
  records_[body] = at_present;
  settled_ = now_;
  if (lost_) return;
  try {
    neighbours_->course_changed(records_, body);
    if (is_steered_[body]) return;
    steered_.push_back(body);
    is_steered_[body] = true;
  } catch (const std::bad_alloc&) {
    lose();
  }
}

template void Engine<2>::make_room_for_one();
template void Engine<2>::add(const Record<2>&, bool) noexcept;
template void Engine<2>::look_at_new(Id, bool);
template void Engine<2>::remove(Id) noexcept;
template void Engine<2>::set_neighbours(Neighbours<2>&);
template void Engine<2>::renumber(std::span<const Id>);
template auto Engine<2>::progress() const -> Progress;
template void Engine<2>::resume(const Progress&);
template void Engine<2>::set_timebase(const Timebase&, int);
template void Engine<2>::steer(Id, const Record<2>&) noexcept;
template void Engine<2>::lose() noexcept;
template void Engine<2>::prepare(const std::vector<bool>&);
template void Engine<2>::take(Records<2>&&) noexcept;
template void Engine<3>::make_room_for_one();
template void Engine<3>::add(const Record<3>&, bool) noexcept;
template void Engine<3>::look_at_new(Id, bool);
template void Engine<3>::remove(Id) noexcept;
template void Engine<3>::set_neighbours(Neighbours<3>&);
template void Engine<3>::renumber(std::span<const Id>);
template auto Engine<3>::progress() const -> Progress;
template void Engine<3>::resume(const Progress&);
template void Engine<3>::set_timebase(const Timebase&, int);
template void Engine<3>::steer(Id, const Record<3>&) noexcept;
template void Engine<3>::lose() noexcept;
template void Engine<3>::prepare(const std::vector<bool>&);
template void Engine<3>::take(Records<3>&&) noexcept;

}  // namespace firsthit
