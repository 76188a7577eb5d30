#pragma once

#include "core/bits.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace firsthit {

/// A point in time that keeps its digits for ever: whole ticks and an offset in [0, tick).
struct Instant {
  std::int64_t ticks = 0;
  double offset = 0.0;  ///< [T]

  // Nobody can foretell which parts differ: no branches.
  friend constexpr bool operator==(const Instant& a, const Instant& b) {
    return (static_cast<int>(a.ticks == b.ticks) & static_cast<int>(a.offset == b.offset)) != 0;
  }
  friend constexpr bool operator<(const Instant& a, const Instant& b) {
    return (static_cast<int>(a.ticks < b.ticks) |
            (static_cast<int>(a.ticks == b.ticks) & static_cast<int>(a.offset < b.offset))) != 0;
  }
  friend constexpr bool operator<=(const Instant& a, const Instant& b) { return !(b < a); }
};

/// Later than everything that happens.
inline constexpr Instant kEndOfTime{std::numeric_limits<std::int64_t>::max(), 0.0};

constexpr const Instant& earlier(const Instant& a, const Instant& b) { return b < a ? b : a; }
constexpr const Instant& later(const Instant& a, const Instant& b) { return a < b ? b : a; }

/// `x` or 0, without a branch.
constexpr double if_so(bool so, double x) {
  return bit_cast<double>(bit_cast<std::uint64_t>(x) & (std::uint64_t{0} - (so ? 1U : 0U)));
}
/// The first or the second, without a branch.
constexpr Instant chosen(bool first, const Instant& a, const Instant& b) {
  const std::uint64_t all = std::uint64_t{0} - (first ? 1U : 0U);
  const auto either = [all](std::uint64_t x, std::uint64_t y) { return (x & all) | (y & ~all); };
  return {static_cast<std::int64_t>(
              either(static_cast<std::uint64_t>(a.ticks), static_cast<std::uint64_t>(b.ticks))),
          bit_cast<double>(either(bit_cast<std::uint64_t>(a.offset), bit_cast<std::uint64_t>(b.offset)))};
}

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
    const auto whole = static_cast<std::int64_t>(in_ticks);
    // The difference is exact.
    const double offset = start.offset + (delay - static_cast<double>(whole) * tick_);
    const bool is_over = offset >= tick_;
    return {start.ticks + whole + (is_over ? 1 : 0), offset - if_so(is_over, tick_)};
  }

  /// Time from `start` to `end` [T]; not negative if start <= end.
  double between(const Instant& start, const Instant& end) const {
    return static_cast<double>(end.ticks - start.ticks) * tick_ + (end.offset - start.offset);
  }

  /// The same time, told so far by a clock whose ticks were 2^finer as long. The end of time stays what it
  /// is. Exact: both ticks are powers of two. Requires: this clock reaches it.
  Instant retold(const Instant& time, int finer) const {
    if (time == kEndOfTime) return time;
    const double whole = std::floor(time.offset / tick_);
    return {(time.ticks << finer) + static_cast<std::int64_t>(whole), time.offset - whole * tick_};
  }

  /// Time since the world's start [T].
  double since_start(const Instant& t) const { return between(Instant{}, t); }

 private:
  double tick_;
  double inverse_;
};

}  // namespace firsthit
