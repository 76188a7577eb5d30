#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace firsthit {

/// How many events have had their turn, or soon will, since some moment and bin: whether bins are too long or
/// too short.
class EventRate {
 public:
  /// Nothing is counted so far. `bin`: the last that is over.
  void start(std::int64_t moment, std::int64_t bin) { *this = EventRate(moment, bin); }
  /// The same, but what has been earned stays.
  void start_again(std::int64_t moment, std::int64_t bin);

  void count(std::size_t events) {
    counted_ += events;
    earned_ += events;
  }
  /// One that is scheduled when its bin is sorted already.
  void count_late() {
    count(1);
    ++late_;
  }
  std::uint64_t counted() const { return counted_; }
  std::uint64_t late() const { return late_; }
  /// Counted since the last start, whatever started again: what the work of another layout is set against.
  std::uint64_t earned() const { return earned_; }
  std::int64_t bins_since(std::int64_t bin) const { return bin - bin_; }

  /// How many times bins should be halved for one to bring so many events; nothing if too few are counted.
  std::optional<int> finer_by(std::int64_t now, double events_per_bin) const;

  EventRate() = default;

 private:
  EventRate(std::int64_t moment, std::int64_t bin) : moment_(moment), bin_(bin) {}

  std::int64_t moment_ = 0;
  std::int64_t bin_ = 0;
  std::uint64_t counted_ = 0;
  std::uint64_t late_ = 0;
  std::uint64_t earned_ = 0;
};

/// The whole number nearest to the binary logarithm.
int log2_rounded(double x);

}  // namespace firsthit
