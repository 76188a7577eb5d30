#include "core/instant.hpp"

#include "core/random.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 20240601;

/// The time of an instant as a rational number, in units of whatever the tick is in.
mpq_class exact(const Instant& t, const Timebase& timebase) {
  return mpq_class(static_cast<long>(t.ticks)) * mpq_class(timebase.tick()) + mpq_class(t.offset);
}

/// An instant with an offset that uses all of its 53 bits.
Instant some_instant(Random& random, const Timebase& timebase, int most_tick_bits) {
  Instant t;
  t.ticks = static_cast<std::int64_t>(random.next() >> (64 - most_tick_bits));
  t.offset = random.uniform() * timebase.tick();
  if (random.below(8) == 0) t.offset = 0.0;
  if (random.below(8) == 0) t.offset = std::nextafter(timebase.tick(), 0.0);
  return t;
}

/// A delay of any size from far below a tick to far above.
double some_delay(Random& random, const Timebase& timebase) {
  const int exponent = static_cast<int>(random.below(100)) - 60;
  return std::ldexp(1.0 + random.uniform(), exponent) * timebase.tick();
}

TEST(Instant, KeepsWholeTicksAndARestBelowOne) {
  const Timebase timebase(0.25);
  EXPECT_EQ(timebase.after({}, 1.625), (Instant{6, 0.125}));
  EXPECT_EQ(timebase.after({10, 0.125}, 0.0), (Instant{10, 0.125}));
  EXPECT_EQ(timebase.after({10, 0.125}, 0.25), (Instant{11, 0.125}));
  EXPECT_EQ(timebase.after({10, 0.125}, 0.125), (Instant{11, 0.0})) << "a full tick carries";
  EXPECT_EQ(timebase.after({10, 0.1875}, 0.1875), (Instant{11, 0.125})) << "and leaves the rest";
}

TEST(Instant, IsOrderedByTicksThenByOffset) {
  EXPECT_LT((Instant{1, 0.5}), (Instant{2, 0.25}));
  EXPECT_LT((Instant{2, 0.25}), (Instant{2, 0.5}));
  EXPECT_LE((Instant{2, 0.5}), (Instant{2, 0.5}));
  EXPECT_FALSE((Instant{2, 0.5}) < (Instant{2, 0.5}));
  EXPECT_EQ(earlier({1, 0.5}, {2, 0.25}), (Instant{1, 0.5}));
  EXPECT_EQ(later({1, 0.5}, {2, 0.25}), (Instant{2, 0.25}));
}

TEST(Instant, SumsOfShortBinaryFractionsAreExact) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  for (int k = 0; k < 10000; ++k) {
    // Everything is a multiple of 2^-30 ticks: whole numbers tell what must come out.
    const Timebase timebase(std::ldexp(1.0, static_cast<int>(random.below(200)) - 100));
    const auto start = static_cast<std::int64_t>(random.next() >> 4U);
    const auto delay = static_cast<std::int64_t>(random.next() >> (12 + random.below(50)));
    const double unit = std::ldexp(timebase.tick(), -30);
    const auto instant = [&](std::int64_t units) {
      return Instant{units >> 30, static_cast<double>(units & ((std::int64_t{1} << 30) - 1)) * unit};
    };
    const Instant end = timebase.after(instant(start), static_cast<double>(delay) * unit);
    EXPECT_EQ(end, instant(start + delay));
    EXPECT_EQ(timebase.between(instant(start), end), static_cast<double>(delay) * unit);
  }
}

TEST(Instant, RoundsAnOffsetOnceHoweverLongTheRunAndTheDelay) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 1);
  int carries = 0;
  int long_delays = 0;
  for (int k = 0; k < 20000; ++k) {
    const Timebase timebase(std::ldexp(1.0, static_cast<int>(random.below(80)) - 40));
    const Instant start = some_instant(random, timebase, 50);
    const double delay = some_delay(random, timebase);
    const Instant end = timebase.after(start, delay);
    EXPECT_GE(end.offset, 0.0);
    EXPECT_LT(end.offset, timebase.tick());
    const mpq_class error = exact(end, timebase) - exact(start, timebase) - mpq_class(delay);
    EXPECT_LE(abs(error), mpq_class(timebase.tick() * 0x1p-53));
    carries += end.offset < start.offset ? 1 : 0;
    long_delays += delay > 1e6 * timebase.tick() ? 1 : 0;
  }
  EXPECT_GT(carries, 1000);
  EXPECT_GT(long_delays, 1000);
}

TEST(Instant, ALaterDelayIsNeverAnEarlierInstant) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 2);
  const Timebase timebase(0x1p-7);
  for (int k = 0; k < 20000; ++k) {
    const Instant start = some_instant(random, timebase, 40);
    const double delay = some_delay(random, timebase);
    // Neighbouring delays, also across a whole tick, where the offset falls back to the start's.
    const double whole = std::ceil(delay / timebase.tick()) * timebase.tick();
    EXPECT_LE(timebase.after(start, delay), timebase.after(start, std::nextafter(delay, whole + delay)));
    EXPECT_LE(timebase.after(start, std::nextafter(whole, 0.0)), timebase.after(start, whole));
    EXPECT_LE(start, timebase.after(start, delay));
  }
}

TEST(Instant, AMillionthSecondIsAsSharpAsTheFirst) {
  const Timebase timebase(1.0);
  Instant early;
  Instant late{1'000'000'000'000, 0.0};
  for (int k = 0; k < 1000; ++k) {
    early = timebase.after(early, 0.7000000000000001);
    late = timebase.after(late, 0.7000000000000001);
    ASSERT_EQ(late.offset, early.offset);
    ASSERT_EQ(late.ticks, early.ticks + 1'000'000'000'000);
  }
}

TEST(Instant, ScalesWithTheTickBitForBit) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 3);
  const Timebase timebase(1.0);
  for (int k = 0; k < 10000; ++k) {
    const int shift = static_cast<int>(random.below(200)) - 100;
    const Timebase scaled(std::ldexp(1.0, shift));
    const Instant start = some_instant(random, timebase, 50);
    const double delay = some_delay(random, timebase);
    const Instant end = timebase.after(start, delay);
    const Instant scaled_start{start.ticks, std::ldexp(start.offset, shift)};
    const Instant scaled_end = scaled.after(scaled_start, std::ldexp(delay, shift));
    EXPECT_EQ(scaled_end, (Instant{end.ticks, std::ldexp(end.offset, shift)}));
    EXPECT_EQ(scaled.between(scaled_start, scaled_end), std::ldexp(timebase.between(start, end), shift));
  }
}

TEST(Instant, RetoldByAFinerClockIsTheSameTime) {
  const Timebase coarse(0.25);
  for (const int finer : {1, 7, 30}) {
    const Timebase fine(std::ldexp(0.25, -finer));
    Random random(kSeed);
    for (int i = 0; i < 100; ++i) {
      const Instant time = some_instant(random, coarse, 30);
      const Instant retold = fine.retold(time, finer);
      EXPECT_GE(retold.offset, 0.0);
      EXPECT_LT(retold.offset, fine.tick());
      EXPECT_EQ(exact(retold, fine), exact(time, coarse));
    }
    EXPECT_EQ(fine.retold(kEndOfTime, finer), kEndOfTime);
  }
}

TEST(Instant, WhatTheClockCannotReachIsTheEndOfTime) {
  const Timebase timebase(0.5);
  const double most = 0.5 * Timebase::kMostTicks;
  EXPECT_EQ(timebase.after({}, std::numeric_limits<double>::infinity()), kEndOfTime);
  EXPECT_EQ(timebase.after({}, std::numeric_limits<double>::max()), kEndOfTime);
  EXPECT_EQ(timebase.after({}, std::numeric_limits<double>::quiet_NaN()), kEndOfTime);
  EXPECT_EQ(timebase.after({}, most), kEndOfTime);
  EXPECT_EQ(timebase.after(kEndOfTime, 0.0), kEndOfTime);
  EXPECT_EQ(timebase.after({std::int64_t{1} << 62, 0.0}, 1.0), kEndOfTime);
  const Instant last = timebase.after({(std::int64_t{1} << 62) - 1, 0.0}, std::nextafter(most, 0.0));
  EXPECT_LT(last, kEndOfTime);
  EXPECT_LT((Instant{(std::int64_t{1} << 62) - 1, 0.0}), last);
}

TEST(Instant, TimeSinceTheStartCountsFromZero) {
  const Timebase timebase(0.125);
  EXPECT_EQ(timebase.since_start({}), 0.0);
  EXPECT_EQ(timebase.since_start({24, 0.0625}), 3.0625);
}

}  // namespace
}  // namespace firsthit
