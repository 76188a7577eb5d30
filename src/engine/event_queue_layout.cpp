// How long the bins of an event queue are, and how many.

#include "engine/event_queue.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace firsthit {

namespace {

/// Events that a bin should bring, where there are bodies enough. Larger: more to sort, and more comes late.
/// Smaller: more bins.
constexpr double kEventsPerBin = 16.0;

/// Bodies to a bin of the ring, or up to half as many, and the fewest bins. More: more lies beyond the ring.
/// Fewer: more memory.
constexpr std::size_t kBodiesPerBin = 8;
constexpr std::size_t kFewestBins = 64;

/// Finest and coarsest moment, as a power of two of a tick. Beyond these the numbers would not fit.
constexpr int kMostShift = 50;

/// How many bodies tell a typical delay.
constexpr std::size_t kSample = 256;

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
  if (rate_.counted() == 0 || std::abs(finer) > 1) {
    lay_out(finer);
    return;
  }
  rate_.start_again(now, sorted_);
}

/// How many times bins should be halved.
template <int D>
int EventQueue<D>::finer_by(std::int64_t now) const {
  if (const std::optional<int> finer = rate_.finer_by(now, wanted())) return *finer;
  // Half of the bodies have their events within the typical delay.
  const double bin = std::ldexp(1.0, BinScale::kMoments);
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
  return std::ldexp(timebase_.between(first, *median) / timebase_.tick(), scale_.shift());
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
  for (SortedBin& run : runs_) run.clear();
  late_.clear();
  next_ = 0;
  ++passed_;
  scale_.start(timebase_, std::clamp(scale_.shift() + finer_by, -kMostShift, kMostShift),
               live_ > 0 ? first.ticks : 0);
  // Before anything is scheduled all of it lies beyond: the first turn will tell how long bins should be.
  sorted_ = live_ > 0 ? scale_.bin_of(first) - 1 : -static_cast<std::int64_t>(bins_) - 1;
  first_beyond_ = std::numeric_limits<std::int64_t>::max();
  rate_.start(BinScale::begin(sorted_ + 1), live_ > 0 ? sorted_ : 2 * sorted_);
  for (Id body = 0; body < lines_.size(); ++body) {
    if (lines_[body].home == kNowhere) continue;
    lines_[body].home = kNowhere;
    place(body, kNowhere);
  }
}

template class EventQueue<2>;
template class EventQueue<3>;

}  // namespace firsthit
