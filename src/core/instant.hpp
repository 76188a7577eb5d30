#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace firsthit {

/// A point in time that keeps its digits for ever: whole ticks and an offset in [0, tick).
struct Instant {
  std::int64_t ticks = 0;
  double offset = 0.0;  ///< [T]

  friend constexpr bool operator==(const Instant& a, const Instant& b) {
    return a.ticks == b.ticks && a.offset == b.offset;
  }
  friend constexpr bool operator<(const Instant& a, const Instant& b) {
    return a.ticks < b.ticks || (a.ticks == b.ticks && a.offset < b.offset);
  }
  friend constexpr bool operator<=(const Instant& a, const Instant& b) { return !(b < a); }
};

/// Later than everything that happens.
inline constexpr Instant kEndOfTime{std::numeric_limits<std::int64_t>::max(), 0.0};

constexpr const Instant& earlier(const Instant& a, const Instant& b) { return b < a ? b : a; }
constexpr const Instant& later(const Instant& a, const Instant& b) { return a < b ? b : a; }

/// The length of a tick, a power of two of the world's time scale, and the arithmetic that needs it.
class Timebase {
 public:
  /// Requires: tick [T] is a power of two.
  explicit Timebase(double tick = 1.0) : tick_(tick), inverse_(1.0 / tick) {}

  double tick() const { return tick_; }

  /// The longest delay, in ticks, that is not "never": 2^62 leaves room for a sum of two.
  static constexpr double kMostTicks = 0x1p62;

  /// `delay` [T] >= 0 after `start`; kEndOfTime if that is further than the clock counts.
  /// Error: one rounding of an offset, at most tick * 2^-53, however long the run or the delay.
  Instant after(const Instant& start, double delay) const {
    const double in_ticks = delay * inverse_;
    if (!(in_ticks < kMostTicks) || start.ticks >= static_cast<std::int64_t>(kMostTicks)) return kEndOfTime;
    double whole = static_cast<double>(static_cast<std::int64_t>(in_ticks));  // quicker than std::floor
    double offset = start.offset + (delay - whole * tick_);                   // the difference is exact
    if (offset >= tick_) {
      offset -= tick_;
      whole += 1.0;
    }
    return {start.ticks + static_cast<std::int64_t>(whole), offset};
  }

  /// Time from `start` to `end` [T]; not negative if start <= end.
  double between(const Instant& start, const Instant& end) const {
    return static_cast<double>(end.ticks - start.ticks) * tick_ + (end.offset - start.offset);
  }

  /// Time since the world's start [T].
  double since_start(const Instant& t) const { return between(Instant{}, t); }

 private:
  double tick_;
  double inverse_;
};

}  // namespace firsthit
