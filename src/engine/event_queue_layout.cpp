// How long the bins of an event queue are, and how many.

#include "engine/event_queue.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace firsthit {

namespace {

/// Events that a bin should bring, where there are bodies enough. Larger: more to sort, and more comes late.
/// Smaller: more bins.
constexpr double kEventsPerBin = 16.0;

/// Bodies to a bin of the ring, or up to half as many, and the fewest bins. More: more lies beyond the ring.
/// Fewer: more memory.
constexpr std::size_t kBodiesPerBin = 8;
constexpr std::size_t kFewestBins = 64;

/// Below so many events their rate is a guess.
constexpr std::uint64_t kFewEvents = 16;

/// Finest and coarsest moment, as a power of two of a tick. Beyond these the numbers would not fit.
constexpr int kMostShift = 50;

/// How many bodies tell a typical delay.
constexpr std::size_t kSample = 256;

int log2_rounded(double x) { return static_cast<int>(std::lround(std::log2(x))); }

}  // namespace

/// How many events a bin should bring: of few bodies fewer, as what comes soon would come late.
template <int D>
double EventQueue<D>::wanted() const {
  return std::clamp(static_cast<double>(lines_.size()) / 64.0, 4.0, kEventsPerBin);
}

/// Lays the ring out anew if its bins are much too long or too short for the events up to now, or if there
/// were none.
template <int D>
void EventQueue<D>::follow_rate(std::int64_t now) {
  const int finer = finer_by(now);
  if (counted_ == 0 || std::abs(finer) > 1) {
    lay_out(finer);
    return;
  }
  counted_since_ = now;
  bin_counted_since_ = sorted_;
  counted_ = counted_late_ = 0;
}

/// How many times bins should be halved.
template <int D>
int EventQueue<D>::finer_by(std::int64_t now) const {
  const auto elapsed = static_cast<double>(now - counted_since_);
  const double bin = std::ldexp(1.0, kMoments);
  if (counted_ >= kFewEvents && elapsed > 0.0)
    return log2_rounded(bin * static_cast<double>(counted_) / (wanted() * elapsed));
  // Half of the bodies have their events within the typical delay.
  const double delay = typical_delay();
  return delay > 0.0 ? log2_rounded(bin * 0.5 * static_cast<double>(live_) / (wanted() * delay)) : 0;
}

/// Of events from the first one on, in moments: the median of a sample.
template <int D>
double EventQueue<D>::typical_delay() const {
  std::vector<Instant> times;
  const std::size_t step = lines_.size() / kSample + 1;
  for (std::size_t body = 0; body < lines_.size(); body += step)
    if (lines_[body].home != kNowhere) times.push_back(lines_[body].due);
  if (times.empty()) return 0.0;
  const Instant first = *std::min_element(times.begin(), times.end());
  const auto median = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), median, times.end());
  return std::ldexp(timebase_.between(first, *median) / timebase_.tick(), shift_);
}

/// Lays the ring out anew from the earliest event on, with bins 2^finer_by times shorter.
template <int D>
void EventQueue<D>::lay_out(int finer_by) {
  Instant first = kEndOfTime;
  for (const Line& line : lines_)
    if (line.home != kNowhere) first = earlier(first, line.due);
  bins_ = std::bit_ceil(std::max(lines_.size() / kBodiesPerBin, kFewestBins));
  most_ = 2 * kBodiesPerBin * bins_;
  // Those that there is room for, below, and once more whoever comes into the ring from beyond it.
  lists_.reset(bins_ + 1, lines_.size(), 2 * (lines_.size() + most_));
  most_ = std::min(most_, static_cast<std::size_t>(lists_.most_ids()));
  // Every bin may have a piece that is as good as empty, beside what all need.
  most_room_ = 2 * lines_.size() + (lists_.room_of_piece() + 1) * bins_;
  for (Run& run : runs_) run.size = 0;
  late_.clear();
  first_late_ = kEndOfTime;
  next_ = 0;
  ++passed_;
  shift_ = std::clamp(shift_ + finer_by, -kMostShift, kMostShift);
  moments_per_tick_ = std::ldexp(1.0, shift_);
  moments_per_time_ = std::ldexp(1.0 / timebase_.tick(), shift_);
  base_ticks_ = live_ > 0 ? first.ticks : 0;
  // Before anything is scheduled all of it lies beyond: the first turn will tell how long bins should be.
  sorted_ = live_ > 0 ? bin_of(first) - 1 : -static_cast<std::int64_t>(bins_) - 1;
  first_beyond_ = std::numeric_limits<std::int64_t>::max();
  counted_since_ = (sorted_ + 1) << kMoments;
  bin_counted_since_ = live_ > 0 ? sorted_ : 2 * sorted_;
  counted_ = counted_late_ = earned_ = 0;
  for (Id body = 0; body < lines_.size(); ++body) {
    if (lines_[body].home == kNowhere) continue;
    lines_[body].home = kNowhere;
    place(body, kNowhere);
  }
}

template class EventQueue<2>;
template class EventQueue<3>;

}  // namespace firsthit
