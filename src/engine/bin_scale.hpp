#pragma once

#include "core/instant.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace firsthit {

/// Tells times as whole numbers: of short moments, and of bins of 2^16 of them.
class BinScale {
 public:
  /// As a power of two: moments to a bin. More: fewer bins can be told apart. Fewer: more events share one.
  static constexpr int kMoments = 16;

  /// A moment lasts tick * 2^-shift; both are counted from that tick on.
  void start(const Timebase& timebase, int shift, std::int64_t base_ticks) {
    shift_ = shift;
    base_ticks_ = base_ticks;
    moments_per_tick_ = std::ldexp(1.0, shift);
    moments_per_time_ = std::ldexp(1.0 / timebase.tick(), shift);
  }
  int shift() const { return shift_; }

  /// Rounded down; what is too far for it is at the last that is told from others.
  std::int64_t moment_of(const Instant& time) const {
    const double moment =
        static_cast<double>(time.ticks - base_ticks_) * moments_per_tick_ + time.offset * moments_per_time_;
    return static_cast<std::int64_t>(std::min(std::max(moment, -kFar), kFar));
  }
  std::int64_t bin_of(const Instant& time) const { return moment_of(time) >> kMoments; }
  /// The moment at which a bin begins.
  static std::int64_t begin(std::int64_t bin) { return bin << kMoments; }

 private:
  static constexpr double kFar = 0x1p61;  // in moments

  std::int64_t base_ticks_ = 0;
  int shift_ = 0;
  double moments_per_tick_ = 1.0;
  double moments_per_time_ = 1.0;
};

}  // namespace firsthit
